#include "services/coordinator/web/ir_text.h"

#include <algorithm>
#include <cctype>

#include "services/common/text.h"

namespace assay::web {
namespace {

bool is_word(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '.' || c == '$' || c == '-';
}

bool is_digits(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), [](unsigned char c) { return std::isdigit(c) != 0; });
}

bool is_type(std::string_view word) {
  static constexpr std::string_view kTypes[] = {"void",     "ptr",       "half",   "bfloat", "float",
                                                "double",   "x86_fp80",  "fp128",  "label",  "token",
                                                "metadata", "ppc_fp128", "opaque", "vscale"};
  if (word.size() > 1 && word[0] == 'i' && is_digits(word.substr(1))) return true;
  return std::find(std::begin(kTypes), std::end(kTypes), word) != std::end(kTypes);
}

bool is_number(std::string_view word) {
  if (word == "true" || word == "false" || word == "null" || word == "undef" || word == "poison" ||
      word == "zeroinitializer")
    return true;
  if (word[0] == '-') word.remove_prefix(1);
  return !word.empty() && std::isdigit(static_cast<unsigned char>(word[0])) != 0;
}

std::string_view style_of(std::string_view word) {
  if (is_type(word)) return "type";
  if (is_number(word)) return "number";
  return "keyword";
}

/// The end of a string that begins at `from`, behind its quote.
std::size_t end_of_string(std::string_view line, std::size_t from) {
  const std::size_t quote = line.find('"', from + 1);
  return quote == std::string_view::npos ? line.size() : quote + 1;
}

std::size_t end_of_word(std::string_view line, std::size_t from) {
  while (from < line.size() && is_word(line[from])) ++from;
  return from;
}

}  // namespace

std::vector<Piece> pieces_of(std::string_view line) {
  std::vector<Piece> pieces;
  const auto add = [&](std::string_view style, std::string_view part) {
    if (!pieces.empty() && pieces.back().style == style && style.empty())
      pieces.back().text += part;
    else
      pieces.push_back({style, std::string(part)});
  };
  for (std::size_t at = 0; at < line.size();) {
    std::size_t end = at + 1;
    std::string_view style;
    const char c = line[at];
    if (c == ';') {
      end = line.size();
      style = "comment";
    } else if (c == '"') {
      end = end_of_string(line, at);
      style = "string";
    } else if (c == '%' || c == '@' || c == '!' || c == '#') {
      end = at + 1 < line.size() && line[at + 1] == '"' ? end_of_string(line, at + 1) : end_of_word(line, at + 1);
      if (end > at + 1) style = c == '%' ? "local" : c == '@' ? "global" : "metadata";
    } else if (is_word(c)) {
      end = end_of_word(line, at);
      style = end < line.size() && line[end] == ':' ? "local" : style_of(line.substr(at, end - at));
    }
    add(style, line.substr(at, end - at));
    at = end;
  }
  return pieces;
}

Data line_data(std::size_t number, std::string_view line) {
  Data pieces{Data::type::list};
  for (const Piece& piece : pieces_of(line)) {
    Data data;
    data.set("style", text(piece.style));
    data.set("text", text(piece.text));
    pieces << data;
  }
  Data data;
  data.set("number", std::to_string(number));
  data.set("pieces", pieces);
  return data;
}

}  // namespace assay::web
