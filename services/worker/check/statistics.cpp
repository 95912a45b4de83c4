#include "services/worker/check/statistics.h"

#include <algorithm>
#include <array>
#include <cstdio>

namespace assay::check {
namespace {

void count(std::vector<Statistics::Share>& shares, const std::string& name, double seconds) {
  auto found = std::find_if(shares.begin(), shares.end(), [&](const auto& share) { return share.name == name; });
  if (found == shares.end()) found = shares.insert(shares.end(), {name, 0, 0});
  ++found->checks;
  found->seconds += seconds;
}

/// A method, "cache" or "nothing".
std::string what_decided(const Verdict& verdict) {
  if (verdict.cached) return name_of(Rung::Cache);
  const bool decided = verdict.kind == VerdictKind::Correct || verdict.kind == VerdictKind::Incorrect;
  return decided ? name_of(verdict.method) : "nothing";
}

std::string row(const Statistics::Share& share, std::uint64_t all, double seconds) {
  char line[128];
  std::snprintf(line, sizeof line, "  %-14s %8llu  %5.1f %%  %10.3f s  %5.1f %%\n", share.name.c_str(),
                static_cast<unsigned long long>(share.checks),
                all == 0 ? 0.0 : 100.0 * static_cast<double>(share.checks) / static_cast<double>(all), share.seconds,
                seconds == 0 ? 0.0 : 100.0 * share.seconds / seconds);
  return line;
}

}  // namespace

void Statistics::add(const std::string& name, const Verdict& verdict) {
  const std::string reason = reason_text(verdict);
  checks_.push_back({name, std::string(name_of(verdict.kind)) + (reason.empty() ? "" : ": " + reason),
                     name_of(verdict.method), verdict.seconds});
  count(deciders_, what_decided(verdict), verdict.seconds);
  std::vector<Share> own;  // a rung may have been asked twice in one check
  for (const RungCost& cost : verdict.costs) count(own, name_of(cost.rung), cost.seconds);
  for (const Share& share : own) count(rungs_, share.name, share.seconds);
}

double Statistics::seconds() const {
  double sum = 0;
  for (const Check& check : checks_) sum += check.seconds;
  return sum;
}

double Statistics::median() const {
  if (checks_.empty()) return 0;
  std::vector<double> all;
  for (const Check& check : checks_) all.push_back(check.seconds);
  std::nth_element(all.begin(), all.begin() + all.size() / 2, all.end());
  return all[all.size() / 2];
}

std::vector<Statistics::Share> Statistics::histogram() const {
  struct Bound {
    const char* name;
    double seconds;
  };
  constexpr std::array kBounds = {Bound{"below 1 ms", 1e-3}, Bound{"below 10 ms", 1e-2}, Bound{"below 100 ms", 1e-1},
                                  Bound{"below 1 s", 1},     Bound{"below 10 s", 10},    Bound{"longer", 1e300}};
  std::vector<Share> shares;
  for (const Bound& bound : kBounds) shares.push_back({bound.name, 0, 0});
  for (const Check& check : checks_) {
    std::size_t i = 0;
    while (check.seconds >= kBounds[i].seconds) ++i;
    ++shares[i].checks;
    shares[i].seconds += check.seconds;
  }
  return shares;
}

std::vector<Statistics::Check> Statistics::slowest(std::size_t count) const {
  std::vector<Check> all = checks_;
  count = std::min(count, all.size());
  std::partial_sort(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(count), all.end(),
                    [](const Check& a, const Check& b) { return a.seconds > b.seconds; });
  all.resize(count);
  return all;
}

std::string render(const Statistics& statistics, std::size_t slowest) {
  const std::uint64_t checks = statistics.checks();
  const double seconds = statistics.seconds();
  char line[160];
  std::snprintf(line, sizeof line, "%llu %s in %.3f s, median %.2f ms\n", static_cast<unsigned long long>(checks),
                checks == 1 ? "check" : "checks", seconds, 1e3 * statistics.median());
  std::string text = line;
  text += "decided by:\n";
  for (const auto& share : statistics.deciders()) text += row(share, checks, seconds);
  text += "asked, and time in it:\n";
  for (const auto& share : statistics.rungs()) text += row(share, checks, seconds);
  text += "time per check:\n";
  for (const auto& share : statistics.histogram()) text += row(share, checks, seconds);
  text += "the slowest:\n";
  for (const auto& check : statistics.slowest(slowest)) {
    std::snprintf(line, sizeof line, "  %10.3f s  ", check.seconds);
    text += line + check.name + "  " + check.verdict + (check.method.empty() ? "" : " (" + check.method + ")") + "\n";
  }
  return text;
}

}  // namespace assay::check
