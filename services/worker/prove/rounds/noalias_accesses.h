#pragma once

#include <llvm/ADT/DenseMap.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>

#include <optional>
#include <vector>

namespace assay::prove {

/// Which accesses of a function go through pointers based on which of its noalias arguments.
///
/// LangRef, noalias: memory that is accessed through pointers based on such an argument, and modified at all, is
/// accessed in no other way. A function breaks that by two accesses to one byte, one of them a write, of which only one
/// goes through the argument. So the target breaks it only where the source does if, byte for byte and kind by kind, it
/// accesses nothing that the source does not access. The kinds are: read or write, through each argument or through
/// none of them.
class NoaliasAccesses {
 public:
  /// `arguments`: the numbers of the noalias arguments.
  NoaliasAccesses(const llvm::Function& function, const std::vector<unsigned>& arguments);

  /// Is it known of every access on what its pointer is based, and are there no calls that might access memory
  /// elsewhere or not come back? If not, nothing can be said of the function's noalias arguments.
  bool are_known() const { return known_; }
  /// Are some accesses made to those lanes only that a mask says, which may be poison?
  bool has_masked() const { return has_masked_; }
  /// How many kinds there are. Kind 2 i is "accessed through argument i", kind 2 i + 1 "written through argument i";
  /// the last two are of what goes through none.
  std::size_t kinds() const { return 2 * (arguments_.size() + 1); }
  /// The kinds that the access of a place (places.h) is of; empty if that is not known.
  std::vector<std::size_t> kinds_of(const llvm::Use& place) const;
  /// Is the pointer known to be based on none of the arguments?
  bool is_based_on_others(const llvm::Value& pointer) const;

 private:
  std::optional<std::size_t> root_of(const llvm::Value& pointer) const;

  std::vector<unsigned> arguments_;
  bool known_ = true, has_masked_ = false;
  llvm::DenseMap<const llvm::Use*, std::size_t> root_of_place_;
};

/// Writes, where the builder is, the test whether the access of a place touches the byte at that address. It is poison
/// where a mask is.
llvm::Value* touches(llvm::IRBuilderBase& build, const llvm::Use& place, llvm::Value* address);

}  // namespace assay::prove
