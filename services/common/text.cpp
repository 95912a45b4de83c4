#include "services/common/text.h"

#include <cstdio>

namespace assay {
namespace {

/// How many bytes at the text's start are one character that a terminal prints (or an end of line, or a tab); 0: they
/// are none.
std::size_t printable_at(std::string_view text) {
  const auto byte = [&](std::size_t i) { return i < text.size() ? static_cast<unsigned char>(text[i]) : 0u; };
  const unsigned first = byte(0);
  if (first < 0x80) return (first >= ' ' && first != 0x7f) || first == '\n' || first == '\t' ? 1 : 0;
  const std::size_t length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
  if (first < 0xc2 || first > 0xf4) return 0;
  for (std::size_t i = 1; i < length; ++i)
    if ((byte(i) & 0xc0u) != 0x80u) return 0;
  const bool control = first == 0xc2 && byte(1) < 0xa0;  // U+0080 to U+009F
  const bool overlong = (first == 0xe0 && byte(1) < 0xa0) || (first == 0xf0 && byte(1) < 0x90);
  const bool beyond = (first == 0xed && byte(1) > 0x9f) || (first == 0xf4 && byte(1) > 0x8f);
  // What turns the direction of writing makes a line read as another.
  const bool turns = first == 0xe2 && ((byte(1) == 0x80 && byte(2) >= 0xaa && byte(2) <= 0xae) ||
                                       (byte(1) == 0x81 && byte(2) >= 0xa6 && byte(2) <= 0xa9));
  return control || overlong || beyond || turns ? 0 : length;
}

}  // namespace

std::string visible(std::string_view text) {
  std::string shown;
  shown.reserve(text.size());
  while (!text.empty()) {
    const std::size_t length = printable_at(text);
    if (length != 0) {
      shown += text.substr(0, length);
      text.remove_prefix(length);
      continue;
    }
    char escaped[8];
    std::snprintf(escaped, sizeof escaped, "\\x%02x", static_cast<unsigned char>(text[0]));
    shown += escaped;
    text.remove_prefix(1);
  }
  return shown;
}

bool is_visible(std::string_view text) {
  while (!text.empty()) {
    const std::size_t length = printable_at(text);
    if (length == 0) return false;
    text.remove_prefix(length);
  }
  return true;
}

std::string fault_of_document(std::string_view text) {
  constexpr std::size_t kLargest = 1 << 20, kLongestLine = 16 << 10;
  constexpr std::size_t kDeepest = 200;  // parsers call themselves for each level
  std::size_t line = 1, column = 1, depth = 0;
  const auto fault = [&](const char* what) {
    return std::to_string(line) + ":" + std::to_string(column) + ": " + what;
  };
  if (text.size() > kLargest) return fault("the file is larger than 1048576 bytes");
  while (!text.empty()) {
    const std::size_t length = text.starts_with("\r\n") ? 1 : printable_at(text);
    if (length == 0) return fault("a byte that is no text in UTF-8");
    // A level takes a bracket, or a sign at a line's beginning.
    if (text[0] == '[' || text[0] == '{') ++depth;
    if ((text[0] == ']' || text[0] == '}') && depth > 0) --depth;
    const bool signs = text[0] == '-' || text[0] == '?' || text[0] == ':';
    if (depth > kDeepest || (signs && column > kLongestLine)) return fault("is nested too deeply");
    if (text[0] == '\n') {
      ++line;
      column = 0;
    }
    ++column;
    text.remove_prefix(length);
  }
  return "";
}

std::string joined(const std::vector<std::string>& words, std::string_view separator) {
  std::string text;
  for (const std::string& word : words) {
    if (!text.empty()) text += separator;
    text += word;
  }
  return text;
}

std::vector<std::string> lines_of(std::string_view text) {
  std::vector<std::string> lines;
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    lines.emplace_back(text.substr(0, end));
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  }
  return lines;
}

bool replace_all(std::string& text, std::string_view from, std::string_view to) {
  bool found = false;
  for (auto at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size())) {
    text.replace(at, from.size(), to);
    found = true;
  }
  return found;
}

std::string padded(std::string text, std::size_t width) {
  if (text.size() < width) text.append(width - text.size(), ' ');
  return text;
}

std::string alternatives(const std::vector<std::string>& words) {
  std::string text;
  for (std::size_t i = 0; i < words.size(); ++i)
    text += (i == 0 ? "" : i + 1 == words.size() ? " or " : ", ") + words[i];
  return text;
}

}  // namespace assay
