#pragma once

#include <memory>
#include <vector>

namespace llvm {
class Function;
class Module;
}  // namespace llvm

/// Functions that only the target has, such as those that were outlined, cloned, or given fewer arguments.
namespace assay::semantics {

/// Those whose bodies the target may run, and of which the source has none of that name and type.
std::vector<const llvm::Function*> new_bodies(const llvm::Function& source, const llvm::Function& target);

/// A module that declares the body's function with all that some body of the source promises: of itself, of its result,
/// and, for each argument, of any of its own. Any of these may be what the body was made of.
std::unique_ptr<llvm::Module> promised_before(const llvm::Function& source, const llvm::Function& body);

}  // namespace assay::semantics
