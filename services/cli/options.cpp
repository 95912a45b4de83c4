#include "services/cli/options.h"

#include <charconv>

#include "services/common/processors.h"

namespace assay::cli {

Result<std::uint32_t> parse_duration(const std::string& text) {
  std::uint32_t number = 0;
  const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), number);
  const std::string unit(end, text.data() + text.size());
  const std::uint32_t factor = unit.empty() || unit == "s" ? 1 : unit == "m" ? 60 : unit == "h" ? 3600 : 0;
  std::uint32_t seconds = 0;
  if (failure != std::errc() || factor == 0 || number == 0 || __builtin_mul_overflow(number, factor, &seconds))
    return Error{"\"" + text + "\" is no duration: expected a number of seconds, or one followed by s, m or h"};
  return seconds;
}

unsigned default_jobs() { return granted_processors(); }

}  // namespace assay::cli
