#pragma once

#include <llvm/ADT/DenseMap.h>
#include <llvm/IR/Metadata.h>

#include <cstddef>
#include <cstdint>
#include <map>
#include <vector>

#include "services/worker/interpret/memory/memory.h"

namespace llvm {
class Instruction;
}

/// Which memory a run has accessed under metadata that keeps accesses apart: !tbaa, !alias.scope with !noalias, and the
/// access groups of parallel loops. LLVM's own analyses say which pairs of nodes may not alias.
namespace assay::interpret {

/// What an instruction's metadata says of accesses.
struct AliasTags {
  llvm::AAMDNodes nodes = llvm::AAMDNodes();
  bool parallel = false;  ///< an access of a loop whose iterations are said to be independent
  bool any() const {
    return parallel || nodes.TBAA != nullptr || nodes.TBAAStruct != nullptr || nodes.Scope != nullptr ||
           nodes.NoAlias != nullptr;
  }
  /// Scopes and groups are those of one call of the function; types are those of memory.
  bool hold_within_a_call() const { return parallel || nodes.Scope != nullptr || nodes.NoAlias != nullptr; }
  bool operator==(const AliasTags&) const = default;
};
AliasTags alias_tags_of(const llvm::Instruction& instruction);
/// Does the type tag say that the memory never changes?
bool says_constant(const AliasTags& tags);

class AliasLog {
 public:
  struct Access {
    std::uint64_t activation = 0;  ///< of the function that makes it: scopes hold within one call
    Provenance block = 0;
    std::uint64_t offset = 0;
    std::uint64_t size = 0;
    bool is_write = false;
  };
  enum class Added : std::uint8_t {
    Noted,
    Overlaps,  ///< with an earlier access; metadata says that the two do not, and one of them writes
    TooMany,   ///< accesses to tell
  };
  void clear() {
    blocks_.clear();
    ranges_ = 0;
  }
  Added add(const AliasTags& tags, Access access);

 private:
  /// Ranges of bytes, none of which touch: the end of each by its begin.
  class Ranges {
   public:
    bool overlap(std::uint64_t begin, std::uint64_t end) const;
    /// How many there are more now.
    std::ptrdiff_t add(std::uint64_t begin, std::uint64_t end);

   private:
    std::map<std::uint64_t, std::uint64_t> ends_;
  };
  /// Accesses that metadata says the same of.
  struct Series {
    std::uint32_t tag;
    std::uint64_t activation;
    bool is_write;
    Ranges ranges;
  };
  struct Noted {
    Provenance block = 0;
    std::vector<Series> series;
  };
  std::uint32_t number_of(const AliasTags& tags);
  bool kept_apart(std::uint32_t a, std::uint32_t b, bool same_activation);
  std::vector<AliasTags> tags_;
  llvm::DenseMap<std::uint64_t, std::uint8_t> answers_;  ///< of pairs of tags: bit 0 by types, bit 1 by scopes
  llvm::DenseMap<Provenance, Noted> blocks_;             ///< by their numbers, of the block that has each now
  std::size_t ranges_ = 0;
};

}  // namespace assay::interpret
