#include "services/worker/interpret/memory/alias_log.h"

#include <llvm/Analysis/AliasAnalysis.h>
#include <llvm/Analysis/MemoryLocation.h>
#include <llvm/Analysis/ScopedNoAliasAA.h>
#include <llvm/Analysis/TargetLibraryInfo.h>
#include <llvm/Analysis/TypeBasedAliasAnalysis.h>
#include <llvm/IR/Instruction.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/TargetParser/Triple.h>

#include <algorithm>

namespace assay::interpret {
namespace {

/// LLVM's analyses of the metadata. They ask for a query state, which they do not use.
struct Analyses {
  llvm::TargetLibraryInfoImpl library{llvm::Triple()};
  llvm::TargetLibraryInfo info{library};
  llvm::AAResults all{info};
  llvm::SimpleAAQueryInfo query{all};
  llvm::TypeBasedAAResult types{/*UsingTypeSanitizer=*/false};
  llvm::ScopedNoAliasAAResult scopes;

  static Analyses& here() {
    static thread_local Analyses analyses;
    return analyses;
  }
  bool apart_by_types(const llvm::AAMDNodes& a, const llvm::AAMDNodes& b) {
    return types.alias(location(a), location(b), query, nullptr) == llvm::AliasResult::NoAlias;
  }
  bool apart_by_scopes(const llvm::AAMDNodes& a, const llvm::AAMDNodes& b) {
    return scopes.alias(location(a), location(b), query, nullptr) == llvm::AliasResult::NoAlias;
  }
  bool is_constant(const llvm::AAMDNodes& nodes) {
    return types.getModRefInfoMask(location(nodes), query, /*IgnoreLocals=*/false) == llvm::ModRefInfo::NoModRef;
  }

 private:
  static llvm::MemoryLocation location(const llvm::AAMDNodes& nodes) {
    return llvm::MemoryLocation(nullptr, llvm::LocationSize::beforeOrAfterPointer(), nodes);
  }
};

constexpr std::size_t kMostEntries = 64;  ///< of one block
constexpr std::uint8_t kByTypes = 1, kByScopes = 2;

}  // namespace

AliasTags alias_tags_of(const llvm::Instruction& instruction) {
  if (!instruction.hasMetadataOtherThanDebugLoc()) return {};
  const bool parallel = instruction.hasMetadata(llvm::LLVMContext::MD_access_group) ||
                        instruction.hasMetadata(llvm::LLVMContext::MD_mem_parallel_loop_access);
  return {instruction.getAAMetadata(), parallel};
}

bool says_constant(const AliasTags& tags) {
  return tags.nodes.TBAA != nullptr && Analyses::here().is_constant(tags.nodes);
}

std::uint32_t AliasLog::number_of(const AliasTags& tags) {
  const auto number = static_cast<std::size_t>(std::find(tags_.begin(), tags_.end(), tags) - tags_.begin());
  if (number == tags_.size()) tags_.push_back(tags);
  return static_cast<std::uint32_t>(number);
}

bool AliasLog::kept_apart(std::uint32_t a, std::uint32_t b, bool same_activation) {
  if (same_activation && tags_[a].parallel && tags_[b].parallel) return true;
  const auto [answer, is_new] = answers_.try_emplace(std::uint64_t{std::min(a, b)} << 32 | std::max(a, b), 0);
  if (is_new) {
    Analyses& analyses = Analyses::here();
    if (analyses.apart_by_types(tags_[a].nodes, tags_[b].nodes)) answer->second |= kByTypes;
    if (analyses.apart_by_scopes(tags_[a].nodes, tags_[b].nodes)) answer->second |= kByScopes;
  }
  return (answer->second & kByTypes) != 0 || (same_activation && (answer->second & kByScopes) != 0);
}

bool AliasLog::add(const AliasTags& tags, const Access& access) {
  if (access.size == 0) return true;
  const std::uint32_t tag = number_of(tags);
  std::vector<Entry>& entries = blocks_[access.block & kBlockMask];
  if (!entries.empty() && entries.front().access.block != access.block) entries.clear();  // nobody accesses that again
  Entry* grows = nullptr;
  for (Entry& entry : entries) {
    Access& other = entry.access;
    const std::uint64_t low = std::max(access.offset, other.offset);
    const std::uint64_t high = std::min(access.offset + access.size, other.offset + other.size);
    if (low > high) continue;
    const bool same_activation = access.activation == other.activation;
    const bool conflicts = low < high && (access.is_write || other.is_write);
    if (conflicts && kept_apart(tag, entry.tag, same_activation)) return false;
    if (entry.tag == tag && same_activation && other.is_write == access.is_write) grows = &entry;
  }
  if (grows != nullptr) {
    Access& other = grows->access;
    const std::uint64_t end = std::max(access.offset + access.size, other.offset + other.size);
    other.offset = std::min(access.offset, other.offset);
    other.size = end - other.offset;
    return true;
  }
  if (entries.size() >= kMostEntries) return false;
  entries.push_back({tag, access});
  return true;
}

}  // namespace assay::interpret
