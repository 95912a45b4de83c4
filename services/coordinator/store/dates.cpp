#include "services/coordinator/store/dates.h"

#include <charconv>
#include <cstdio>
#include <optional>
#include <string_view>

namespace assay::store {
namespace {

using namespace std::chrono;

std::string text_of(sys_seconds time) {
  const sys_days day = floor<days>(time);
  const year_month_day date(day);
  const hh_mm_ss clock(time - day);
  char text[40];
  std::snprintf(text, sizeof text, "%04d-%02u-%02uT%02d:%02d:%02dZ", static_cast<int>(date.year()),
                static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()),
                static_cast<int>(clock.hours().count()), static_cast<int>(clock.minutes().count()),
                static_cast<int>(clock.seconds().count()));
  return text;
}

/// "7d": how long that is.
std::optional<seconds> span_of(std::string_view text) {
  std::uint32_t number = 0;
  const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (failure != std::errc() || end != text.data() + text.size() - 1 || number > 1'000'000) return std::nullopt;
  switch (*end) {
    case 'm':
      return minutes(number);
    case 'h':
      return hours(number);
    case 'd':
      return days(number);
    case 'w':
      return weeks(number);
    default:
      return std::nullopt;
  }
}

/// "2026-11-01", with or without a time of day.
std::optional<sys_seconds> point_of(const std::string& text) {
  static constexpr std::string_view kShape = "0000-00-00T00:00:00Z";
  for (std::size_t i = 0; i < text.size(); ++i)
    if (i >= kShape.size() || (kShape[i] == '0' ? text[i] < '0' || text[i] > '9' : text[i] != kShape[i]))
      return std::nullopt;
  int year_number = 0, month_number = 0, day_number = 0, hour = 0, minute = 0, second = 0, taken = 0;
  if (text.size() == 10) {
    if (std::sscanf(text.c_str(), "%4d-%2d-%2d%n", &year_number, &month_number, &day_number, &taken) != 3)
      return std::nullopt;
  } else if (text.size() == 20) {
    if (std::sscanf(text.c_str(), "%4d-%2d-%2dT%2d:%2d:%2dZ%n", &year_number, &month_number, &day_number, &hour,
                    &minute, &second, &taken) != 6)
      return std::nullopt;
  }
  if (taken == 0 || static_cast<std::size_t>(taken) != text.size()) return std::nullopt;
  if (hour > 23 || minute > 59 || second > 59) return std::nullopt;
  const year_month_day date(year(year_number), month(static_cast<unsigned>(month_number)),
                            day(static_cast<unsigned>(day_number)));
  if (!date.ok() || year_number < 1970) return std::nullopt;
  return sys_days(date) + hours(hour) + minutes(minute) + seconds(second);
}

}  // namespace

Result<std::string> utc_of(const std::string& text, system_clock::time_point now) {
  const sys_seconds second = floor<seconds>(now);
  if (text == "today") return text_of(floor<days>(now));
  if (text == "yesterday") return text_of(floor<days>(now) - days(1));
  if (const auto span = span_of(text)) return text_of(second - *span);
  if (const auto point = point_of(text)) return text_of(*point);
  return Error{"'" + text.substr(0, 40) +
               "' is no time: 2026-11-01, 2026-11-01T12:00:00Z, today, yesterday, 30m, 12h, 7d and 2w are"};
}

}  // namespace assay::store
