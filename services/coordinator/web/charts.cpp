#include "services/coordinator/web/charts.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace assay::web {
namespace {

constexpr double kWidth = 640, kHeight = 120, kWidestBar = 60;

std::string number(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.1f", value);
  return text;
}

std::string amount(double value) {
  return value < 10 && value != std::floor(value) ? number(value)
                                                  : grouped(static_cast<std::uint64_t>(std::llround(value)));
}

}  // namespace

Data bar_chart(const std::string& caption, const std::vector<std::pair<std::string, double>>& bars,
               const std::string& unit) {
  double most = 0;
  for (const auto& [label, value] : bars) most = std::max(most, value);
  Data chart;
  chart.set("caption", text(caption));
  chart.set("empty", most == 0);
  chart.set("width", number(kWidth));
  chart.set("height", number(kHeight));
  chart.set("most", amount(most) + (unit.empty() ? "" : " " + unit));
  // Half of what is counted singly may be no number of it.
  chart.set("half", most >= 10 ? Data(amount(most / 2) + (unit.empty() ? "" : " " + unit)) : Data(false));
  chart.set("middle", bars.size() < 3 ? Data(false) : text(bars[bars.size() / 2].first));
  chart.set("first", text(bars.empty() ? "" : bars.front().first));
  chart.set("last", text(bars.empty() ? "" : bars.back().first));
  Data list{Data::type::list};
  const double step = std::min(kWidestBar, kWidth / static_cast<double>(std::max<std::size_t>(1, bars.size())));
  for (std::size_t i = 0; i < bars.size() && most > 0; ++i) {
    // What is not zero can be seen.
    const double height = bars[i].second == 0 ? 0 : std::max(2.0, bars[i].second / most * kHeight);
    Data bar;
    bar.set("x", number(static_cast<double>(i) * step));
    bar.set("y", number(kHeight - height));
    bar.set("width", number(std::max(1.0, step - 2)));
    bar.set("height", number(height));
    bar.set("hint", text(bars[i].first + ": " + amount(bars[i].second) + (unit.empty() ? "" : " " + unit)));
    list << bar;
  }
  chart.set("bars", list);
  return chart;
}

}  // namespace assay::web
