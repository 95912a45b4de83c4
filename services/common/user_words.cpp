#include "services/common/user_words.h"

#include <algorithm>
#include <charconv>
#include <numeric>
#include <utility>

namespace assay {
namespace {

/// How many letters have to be changed, added or taken away.
std::size_t distance(const std::string& a, const std::string& b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = std::exchange(row[0], i);
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t changed = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
      diagonal = std::exchange(row[j], std::min({row[j] + 1, row[j - 1] + 1, changed}));
    }
  }
  return row.back();
}

}  // namespace

Result<std::uint64_t> parse_milliseconds(const std::string& text, std::uint64_t plain) {
  double number = 0;
  const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), number, std::chars_format::fixed);
  const std::string unit(end, text.data() + text.size());
  const std::uint64_t factor = unit.empty()   ? plain
                               : unit == "ms" ? 1
                               : unit == "s"  ? 1000
                               : unit == "m"  ? 60'000
                               : unit == "h"  ? 3'600'000
                                              : 0;
  constexpr double kMost = 4294967295.0 * 1000;  // 136 years
  const double milliseconds = number * static_cast<double>(factor);
  if (failure != std::errc() || factor == 0 || !(number >= 0) || !(milliseconds <= kMost))
    return Error{"\"" + text + "\" is no duration: expected " + kDurations +
                 (plain == 1000 ? "; a number alone is seconds" : "; a number alone is milliseconds")};
  return static_cast<std::uint64_t>(milliseconds + 0.5);
}

Result<std::uint32_t> parse_duration(const std::string& text, std::uint32_t least) {
  const auto milliseconds = parse_milliseconds(text);
  if (!milliseconds) return Error{milliseconds.error()};
  if (*milliseconds % 1000 != 0 || *milliseconds / 1000 < least)
    return Error{"\"" + text + "\": expected whole seconds, at least " + std::to_string(least)};
  return static_cast<std::uint32_t>(*milliseconds / 1000);
}

/// The shortest of the words that begin with this one, where that says enough; empty: there is none.
static std::string completed(const std::string& word, const std::vector<std::string>& words) {
  constexpr std::size_t kEnough = 3;
  const std::size_t dashes = std::min(word.find_first_not_of('-'), word.size());
  std::string best;
  if (word.size() < dashes + kEnough) return best;
  for (const std::string& other : words)
    if (other.starts_with(word) && (best.empty() || other.size() < best.size())) best = other;
  return best;
}

std::string nearest(const std::string& word, const std::vector<std::string>& words) {
  constexpr std::size_t kFar = 3;
  if (const std::string whole = completed(word, words); !whole.empty()) return whole;
  std::string best;
  std::size_t least = std::min(kFar, word.size() / 2 + 1);
  for (const std::string& other : words) {
    const std::size_t far = distance(word, other);
    if (far >= least) continue;
    least = far;
    best = other;
  }
  return best;
}

std::string guess(const std::string& word, const std::vector<std::string>& words) {
  const std::string meant = nearest(word, words);
  return meant.empty() ? "" : "; did you mean '" + meant + "'?";
}

}  // namespace assay
