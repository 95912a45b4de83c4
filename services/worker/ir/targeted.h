#pragma once

#include <llvm/IR/Module.h>

#include <optional>
#include <string>

#include "services/common/environment.h"

/// Modules that are compiled for a target.
namespace assay::ir {

/// Gives the module the environment's triple and layout, and its functions with a body processor, features and bounds
/// of vscale, where they do not say their own.
void set_environment(llvm::Module& module, const Environment& environment);

/// Gives a module that names a triple, but no layout, that of the triple, as opt does.
void add_layout(llvm::Module& module);

/// The same module for no target; nothing if it names none, or is not valid without.
std::optional<std::string> without_environment(const std::string& module_text);

}  // namespace assay::ir
