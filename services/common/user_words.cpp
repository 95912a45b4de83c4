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

Result<std::uint32_t> parse_duration(const std::string& text, std::uint32_t least) {
  std::uint32_t number = 0;
  const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), number);
  const std::string unit(end, text.data() + text.size());
  const std::uint32_t factor = unit.empty() || unit == "s" ? 1 : unit == "m" ? 60 : unit == "h" ? 3600 : 0;
  std::uint32_t seconds = 0;
  if (failure != std::errc() || factor == 0 || number < least || __builtin_mul_overflow(number, factor, &seconds))
    return Error{"\"" + text + "\" is no duration: expected a number of seconds, or one followed by s, m or h"};
  return seconds;
}

std::string nearest(const std::string& word, const std::vector<std::string>& words) {
  constexpr std::size_t kFar = 3;
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
