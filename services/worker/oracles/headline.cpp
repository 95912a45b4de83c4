#include <algorithm>
#include <cctype>
#include <string_view>

#include "services/common/text.h"
#include "services/worker/oracles/oracles.h"

namespace assay::oracles {
namespace {

constexpr int kFramesShown = 3;

bool is_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '.' || c == '$'; }

// Functions through which every crash goes: they tell nothing.
bool is_plumbing(std::string_view function) {
  constexpr std::string_view kNames[] = {
      "PrintStackTrace",    "SignalHandler", "RunSignalHandlers", "on_fatal_signal",
      "report_fatal_error", "__assert_fail", "__pthread_kill",    "llvm_unreachable_internal"};
  for (std::string_view name : kNames)
    if (function.find(name) != std::string_view::npos) return true;
  constexpr std::string_view kWhole[] = {"raise", "abort", "gsignal", "__restore_rt", "?", ""};
  for (std::string_view name : kWhole)
    if (function == name) return true;
  return false;
}

// Where the function's name begins in a line of a stack; npos if it is none, or has no name.
std::size_t name_in_frame(const std::string& line) {
  constexpr auto none = std::string::npos;
  auto at = line.find_first_not_of(' ');
  if (at == none) return none;
  const auto behind_number = line.find_first_not_of("0123456789", at);
  const bool numbered = behind_number != none && behind_number > at && line[behind_number] == ' ';
  const auto address = line.find(" 0x", at);
  if (line[at] != '#' && !(numbered && address != none)) return none;
  at = line.find(' ', address == none ? at : address + 1);
  return at == none ? none : line.find_first_not_of(' ', at);
}

// "#4 0x00007f… llvm::Foo::bar(llvm::X&) (/lib/libLLVM.so+0x12)", "4  libLLVM.so 0x00007f… llvm::Foo::bar(llvm::X&) +
// 54" or
// "#4 llvm::Foo::bar(llvm::X&)": llvm::Foo::bar
std::string function_of_frame(const std::string& line) {
  const auto at = name_in_frame(line);
  if (at == std::string::npos) return "";
  const auto end = std::min(line.find(" + ", at), line.size());
  std::string name;
  int depth = 0;  // parameters and template arguments differ between builds
  for (std::size_t i = at; i < end; ++i) {
    const char c = line[i];
    if (line.compare(i, 21, "(anonymous namespace)") == 0) {
      i += 20;
      continue;
    }
    if (c == '(' && depth == 0) break;
    if (c == '<') ++depth;
    if (depth == 0) name += c;
    if (c == '>' && depth > 0) --depth;
  }
  while (!name.empty() && name.back() == ' ') name.pop_back();
  if (const auto blank = name.rfind(' '); blank != std::string::npos) name.erase(0, blank + 1);  // a return type
  return name;
}

std::string top_of_stack(const std::vector<std::string>& lines) {
  std::string top;
  int shown = 0;
  for (const std::string& line : lines) {
    const std::string function = function_of_frame(line);
    if (is_plumbing(function) || shown == kFramesShown) continue;
    top += (shown++ == 0 ? "" : " < ") + function;
  }
  return top;
}

std::string signal_in(const std::vector<std::string>& lines) {
  for (const std::string& line : lines)
    if (const auto at = line.find("crashed with "); at != std::string::npos)
      return line.substr(at + 13, line.find(' ', at + 13) - at - 13);
  for (const std::string& line : lines)
    if (line.starts_with("killed by signal ")) return "signal " + line.substr(17);
  return "crash";
}

}  // namespace

std::string normalised_line(const std::string& text) {
  const std::string line = text.substr(0, text.find('\n'));
  std::string result;
  for (std::size_t i = 0; i < line.size();) {
    const char c = line[i];
    if ((c == '%' || c == '@') && i + 1 < line.size() && (is_word(line[i + 1]) || line[i + 1] == '"')) {
      result += c;
      result += '_';
      for (++i; i < line.size() && (is_word(line[i]) || line[i] == '"'); ++i) {
      }
    } else if (std::isdigit(static_cast<unsigned char>(c)) && (result.empty() || !is_word(result.back()))) {
      result += 'N';
      for (; i < line.size() && std::isalnum(static_cast<unsigned char>(line[i])); ++i) {
      }
    } else {
      result += c;
      ++i;
    }
  }
  return result;
}

std::string crash_headline(const std::string& message) {
  const auto lines = lines_of(message);
  for (const std::string& line : lines) {
    // "opt: /build/…/APInt.h:98: …: Assertion `X' failed."
    if (const auto at = line.find("Assertion `"); at != std::string::npos)
      return "assertion: " + line.substr(at + 11, line.rfind('\'') - at - 11);
    if (line.find("UNREACHABLE executed") != std::string::npos)
      return "unreachable: " + normalised_line(line.substr(0, line.find("UNREACHABLE")));
    if (const auto at = line.find("LLVM ERROR: "); at != std::string::npos)
      return "fatal error: " + normalised_line(line.substr(at + 12));
  }
  const std::string top = top_of_stack(lines);
  return top.empty() ? signal_in(lines) : "crash in " + top;
}

std::string verifier_headline(const std::string& message) {
  for (const std::string& line : lines_of(message)) {
    const bool frame = line.empty() || line[0] == ' ' || line[0] == '#' || line[0] == '%' || line[0] == '@';
    const bool always = line.find("Broken ") != std::string::npos || line.starts_with("LLVM ERROR") ||
                        line.starts_with("PLEASE") || line.starts_with("Stack dump") || line.starts_with("BISECT: ");
    if (!frame && !always) return normalised_line(line);
  }
  return normalised_line(message);
}

}  // namespace assay::oracles
