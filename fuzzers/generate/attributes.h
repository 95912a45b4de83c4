#pragma once

#include <llvm/IR/Function.h>
#include <llvm/IR/InstrTypes.h>

#include "services/common/rng.h"

/// Attributes of any kind, well formed for the place where they stand.
namespace assay::generate {

/// Adds one attribute of a random kind to the function, its result or a parameter; false if the kind drawn can't stand
/// there (the function is as it was). Kinds that ask for another calling convention or for a body of a special kind are
/// left out (naked, preallocated, inalloca, coroutines, swift).
bool add_any_attribute(llvm::Function& function, Rng& rng);
/// The same for a call, its result or an argument.
bool add_any_attribute(llvm::CallBase& call, Rng& rng);

}  // namespace assay::generate
