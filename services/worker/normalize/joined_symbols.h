#pragma once

#include <llvm/ADT/ArrayRef.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/Module.h>

#include <memory>
#include <string>
#include <vector>

namespace assay::normalize {

/// Two symbols that may have one address, though a module knows them by two names.
struct SymbolPair {
  std::string joined;  ///< it has the address of the other
  std::string kept;
  bool operator==(const SymbolPair&) const = default;
};

/// What is open of the addresses that functions, or what they enter, compare or take as numbers.
struct OpenAddresses {
  /// Pairs of symbols. One of two is one that the linker may replace by the other, or both are constants, or functions,
  /// that may be merged because the address of one (of both) is not significant (LangRef, linkage types, unnamed_addr).
  std::vector<SymbolPair> may_meet;
  /// A symbol with two names that may have two addresses: one is an alias whose address is not significant, which is
  /// only guaranteed to point to the same content, or `no_cfi` of a function (LangRef, aliases, No CFI). Or empty.
  std::string may_part;

  /// There are more pairs than those, which nobody asks about.
  bool has_more = false;

  bool empty() const { return may_meet.empty() && may_part.empty(); }
};
OpenAddresses open_addresses(llvm::ArrayRef<const llvm::Function*> functions);

/// The function's module, where both symbols are one.
std::unique_ptr<llvm::Module> with_joined(const llvm::Module& module, const SymbolPair& pair);

}  // namespace assay::normalize
