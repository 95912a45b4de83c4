#include "services/coordinator/store/filter_text.h"

#include <algorithm>

namespace assay::store {
namespace {

constexpr std::size_t kLongest = 16 << 10;
constexpr std::size_t kMostConditions = 100;
constexpr int kDeepest = 20;
constexpr std::string_view kComparators[] = {"<=", ">=", "!=", "=", "<", ">", ":"};

class Parser {
 public:
  explicit Parser(std::string_view text) : text_(text) {}

  Result<FilterTerm> parse() {
    if (text_.size() > kLongest) return Error{"filter: is longer than " + std::to_string(kLongest) + " bytes"};
    skip_blanks();
    FilterTerm all;
    if (at_ < text_.size()) all = expression(0);
    if (!error_ && at_ < text_.size()) expected("AND, OR or the end");
    if (error_) return *error_;
    return all;
  }

 private:
  void expected(const std::string& what) {
    if (!error_) error_ = Error{"filter: expected " + what + " at character " + std::to_string(at_ + 1)};
  }
  void skip_blanks() {
    while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\t' || text_[at_] == '\n' || text_[at_] == '\r'))
      ++at_;
  }
  static bool ends_word(char c) {
    return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '(' || c == ')' || c == '"';
  }
  /// The word AND, OR or NOT, and what may follow one.
  bool take_word(std::string_view word) {
    if (!text_.substr(at_).starts_with(word)) return false;
    const std::size_t end = at_ + word.size();
    if (end < text_.size() && !ends_word(text_[end])) return false;
    at_ = end;
    skip_blanks();
    return true;
  }
  bool take(char c) {
    if (at_ >= text_.size() || text_[at_] != c) return false;
    ++at_;
    skip_blanks();
    return true;
  }
  bool at_end_of_sequence() const { return error_ || at_ >= text_.size() || text_[at_] == ')'; }

  /// One part is that part itself.
  static FilterTerm join(FilterTerm::Kind kind, std::vector<FilterTerm> parts) {
    if (parts.size() == 1) return std::move(parts.front());
    return {kind, std::move(parts), "", "", ""};
  }
  FilterTerm expression(int depth) {
    if (depth > kDeepest) expected("less nesting");
    std::vector<FilterTerm> parts;
    while (true) {
      parts.push_back(factor(depth));
      if (at_end_of_sequence()) break;
      take_word("AND");  // words beside each other are joined by it, too
    }
    return join(FilterTerm::Kind::All, std::move(parts));
  }
  FilterTerm factor(int depth) {
    std::vector<FilterTerm> parts;
    do parts.push_back(term(depth));
    while (!error_ && take_word("OR"));
    return join(FilterTerm::Kind::Any, std::move(parts));
  }
  FilterTerm term(int depth) {
    const bool turned = take_word("NOT") || take('-');
    FilterTerm inner;
    if (take('(')) {
      inner = expression(depth + 1);
      if (!take(')')) expected("')'");
    } else {
      inner = condition();
    }
    if (!turned) return inner;
    FilterTerm term{FilterTerm::Kind::Not, {}, "", "", ""};
    term.parts.push_back(std::move(inner));
    return term;
  }
  FilterTerm condition() {
    if (++conditions_ > kMostConditions) expected("at most " + std::to_string(kMostConditions) + " conditions");
    for (const std::string_view word : {"AND", "OR", "NOT"})
      if (take_word(word)) expected("a condition before '" + std::string(word) + "'");
    FilterTerm condition{FilterTerm::Kind::Text, {}, "", "", ""};
    const bool is_quoted = at_ < text_.size() && text_[at_] == '"';
    condition.value = is_quoted ? quoted_value()
                                : word([](char c) { return c == '=' || c == '<' || c == '>' || c == '!' || c == ':'; });
    if (is_quoted) return condition;
    for (const std::string_view comparator : kComparators) {
      if (!text_.substr(at_).starts_with(comparator)) continue;
      at_ += comparator.size();
      skip_blanks();
      condition.kind = FilterTerm::Kind::Compare;
      condition.field = std::move(condition.value);
      condition.comparator = comparator;
      condition.value = at_ < text_.size() && text_[at_] == '"' ? quoted_value() : word([](char) { return false; });
      break;
    }
    return condition;
  }
  template <class Ends>
  std::string word(Ends also_ends) {
    const std::size_t start = at_;
    while (at_ < text_.size() && !ends_word(text_[at_]) && !also_ends(text_[at_])) ++at_;
    std::string word(text_.substr(start, at_ - start));
    if (word.empty()) expected("a field, a word or text in quotes");
    skip_blanks();
    return word;
  }
  std::string quoted_value() {
    std::string value;
    for (++at_; at_ < text_.size() && text_[at_] != '"'; ++at_) {
      if (text_[at_] == '\\' && at_ + 1 < text_.size()) ++at_;
      value += text_[at_];
    }
    if (at_ >= text_.size())
      expected("'\"'");
    else
      ++at_;
    skip_blanks();
    return value;
  }

  const std::string_view text_;
  std::size_t at_ = 0;
  std::size_t conditions_ = 0;
  Status error_;
};

}  // namespace

Result<FilterTerm> parse_filter(std::string_view text) { return Parser(text).parse(); }

std::string quoted(const std::string& value) {
  std::string text = "\"";
  for (const char c : value) {
    if (c == '"' || c == '\\') text += '\\';
    text += c;
  }
  return text + "\"";
}

}  // namespace assay::store
