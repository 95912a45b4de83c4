#pragma once

#include <llvm/ADT/DenseMap.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>

#include <optional>
#include <vector>

namespace assay::prove {

/// Which accesses of a function go through pointers that are based on which of its noalias arguments. LangRef: what is
/// accessed through pointers based on such an argument is not accessed otherwise, if it is modified at all. So a target
/// does not break that more often than the source if, byte for byte, it accesses and writes through each argument, and
/// otherwise, only what the source does so, too.
class Accesses {
 public:
  /// `arguments`: the numbers of the noalias arguments.
  Accesses(const llvm::Function& function, const std::vector<unsigned>& arguments);

  /// Is that known of all accesses, and are there no calls that might access memory or not come back?
  bool are_known() const { return known_; }
  /// For each argument, and then for all else: is it accessed, is it written?
  std::size_t kinds() const { return 2 * (arguments_.size() + 1); }
  /// The kinds of which the access is one. Empty: unknown, or no access.
  std::vector<std::size_t> kinds_of(const llvm::Instruction& instruction) const;
  /// Is the pointer known to be based on none of the arguments?
  bool is_based_on_others(const llvm::Value& pointer) const;

 private:
  std::optional<std::size_t> root_of(const llvm::Value& pointer) const;

  std::vector<unsigned> arguments_;
  bool known_ = true;
  llvm::DenseMap<const llvm::Instruction*, std::size_t> root_of_access_;
};

/// Does the access touch the byte at that address? Written at the builder's place.
llvm::Value* touches(llvm::IRBuilderBase& build, const llvm::Instruction& access, llvm::Value* address);

}  // namespace assay::prove
