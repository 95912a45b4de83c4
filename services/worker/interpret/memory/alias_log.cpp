#include "services/worker/interpret/memory/alias_log.h"

#include <llvm/IR/Instruction.h>
#include <llvm/IR/LLVMContext.h>

#include <algorithm>
#include <iterator>

#include "services/worker/ir/type_tags.h"

namespace assay::interpret {
namespace {

constexpr std::size_t kMostSeries = 256;                   ///< of one block
constexpr std::size_t kMostRanges = std::size_t{1} << 20;  ///< of all
constexpr std::uint8_t kByTypes = 1, kByScopes = 2;

}  // namespace

AliasTags alias_tags_of(const llvm::Instruction& instruction) {
  if (!instruction.hasMetadataOtherThanDebugLoc()) return {};
  const bool parallel = instruction.hasMetadata(llvm::LLVMContext::MD_access_group) ||
                        instruction.hasMetadata(llvm::LLVMContext::MD_mem_parallel_loop_access);
  return {instruction.getAAMetadata(), parallel};
}

bool says_constant(const AliasTags& tags) { return ir::says_constant(tags.nodes); }

std::uint32_t AliasLog::number_of(const AliasTags& tags) {
  const auto number = static_cast<std::size_t>(std::find(tags_.begin(), tags_.end(), tags) - tags_.begin());
  if (number == tags_.size()) tags_.push_back(tags);
  return static_cast<std::uint32_t>(number);
}

bool AliasLog::kept_apart(std::uint32_t a, std::uint32_t b, bool same_activation) {
  if (same_activation && tags_[a].parallel && tags_[b].parallel) return true;
  const auto [answer, is_new] = answers_.try_emplace(std::uint64_t{std::min(a, b)} << 32 | std::max(a, b), 0);
  if (is_new) {
    if (ir::apart_by_types(tags_[a].nodes, tags_[b].nodes)) answer->second |= kByTypes;
    if (ir::apart_by_scopes(tags_[a].nodes, tags_[b].nodes)) answer->second |= kByScopes;
  }
  return (answer->second & kByTypes) != 0 || (same_activation && (answer->second & kByScopes) != 0);
}

bool AliasLog::Ranges::overlap(std::uint64_t begin, std::uint64_t end) const {
  const auto after = ends_.lower_bound(end);
  return after != ends_.begin() && std::prev(after)->second > begin;
}

std::ptrdiff_t AliasLog::Ranges::add(std::uint64_t begin, std::uint64_t end) {
  auto next = ends_.upper_bound(begin);
  if (next != ends_.begin() && std::prev(next)->second >= begin) {
    --next;
    if (next->second >= end) return 0;
    begin = next->first;
  }
  std::ptrdiff_t more = 1;
  for (; next != ends_.end() && next->first <= end; next = ends_.erase(next), --more) end = std::max(end, next->second);
  ends_.emplace(begin, end);
  return more;
}

AliasLog::Added AliasLog::add(const AliasTags& tags, Access access) {
  if (access.size == 0) return Added::Noted;
  if (!tags.hold_within_a_call()) access.activation = 0;
  const std::uint32_t tag = number_of(tags);
  const std::uint64_t end = access.offset + access.size;
  Noted& noted = blocks_[access.block & kBlockMask];
  if (noted.block != access.block) noted = {access.block, {}};  // nobody accesses the one before again
  Series* own = nullptr;
  for (Series& series : noted.series) {
    const bool same_activation = access.activation == series.activation;
    if ((access.is_write || series.is_write) && kept_apart(tag, series.tag, same_activation) &&
        series.ranges.overlap(access.offset, end))
      return Added::Overlaps;
    if (series.tag == tag && same_activation && series.is_write == access.is_write) own = &series;
  }
  if (own == nullptr) {
    if (noted.series.size() >= kMostSeries) return Added::TooMany;
    noted.series.push_back({tag, access.activation, access.is_write, {}});
    own = &noted.series.back();
  }
  ranges_ += static_cast<std::size_t>(own->ranges.add(access.offset, end));
  return ranges_ > kMostRanges ? Added::TooMany : Added::Noted;
}

}  // namespace assay::interpret
