#pragma once

#include <llvm/IR/Function.h>
#include <llvm/IR/Module.h>

#include <memory>

namespace assay::check {

/// A pair in which globals are one object where they have one name, and only there: all who compare go by names.
struct PairedGlobals {
  std::unique_ptr<llvm::Module> of_source, of_target;  ///< copies, where something needed a name
  const llvm::Function* source = nullptr;
  const llvm::Function* target = nullptr;
};

/// Constants that only their modules know are paired by what they hold, or else are different objects, whatever they
/// are called; where each function may read its own module's (semantics::is_own_constant) they stay as they are.
/// Variables of that kind whose names the other module lacks are paired by what they hold. What has no name is called
/// by its number in the source; variables without one whose contents have changed are paired by their order, like
/// functions.
PairedGlobals pair_globals(const llvm::Function& source, const llvm::Function& target);

}  // namespace assay::check
