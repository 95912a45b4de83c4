#include "services/common/work.h"

#include <algorithm>
#include <map>

namespace assay {
namespace {

void add_to(Counts& into, const Counts& from) {
  std::map<std::string, std::uint64_t> sums(into.begin(), into.end());
  for (const auto& [word, count] : from) sums[word] += count;
  into.assign(sums.begin(), sums.end());
}
template <class Number>
void add_to(Number& into, Number from) {
  into += from;
}

}  // namespace

void count_reason(Counts& counts, const std::string& reason) {
  const auto found = std::find_if(counts.begin(), counts.end(), [&](const auto& entry) { return entry.first == reason; });
  if (found != counts.end())
    ++found->second;
  else
    counts.emplace_back(reason, 1);
}

void HuntStatistics::add(const HuntStatistics& other) {
  each_field(*this, [](const char*, auto& sum, const auto& more) { add_to(sum, more); }, other);
}

}  // namespace assay
