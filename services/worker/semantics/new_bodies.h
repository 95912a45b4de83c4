#pragma once

#include <memory>
#include <vector>

#include "services/worker/semantics/promise_lists.h"

namespace llvm {
class Function;
class Module;
}  // namespace llvm

/// Functions that only the target has, such as those that were outlined, cloned, or given fewer arguments.
namespace assay::semantics {

/// Those whose bodies the target may run, and of which the source has none of that name and type.
std::vector<const llvm::Function*> new_bodies(const llvm::Function& source, const llvm::Function& target);

/// All bodies that the target may run, those among them that are new with the number of places where they are called.
std::vector<EnteredBody> entered_bodies(const llvm::Function& source, const llvm::Function& target);

/// Modules that declare the body's function with what was promised of it before, if it was made of this or that: always
/// what those who call it promise of all that they do, and of the arguments that they pass on. Beside it nothing, or
/// what a function of the source says that is called less often than before and does all that the body does, of itself
/// and of the arguments that were passed to it in the place of these.
std::vector<std::unique_ptr<llvm::Module>> promised_before(const llvm::Function& source, const llvm::Function& target,
                                                           const llvm::Function& body);

}  // namespace assay::semantics
