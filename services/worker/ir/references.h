#pragma once

#include <llvm/IR/Function.h>

#include <set>
#include <utility>
#include <vector>

namespace assay::ir {

/// The constants that metadata attached to a function and its instructions names directly.
std::vector<const llvm::Constant*> constants_in_metadata(const llvm::Function& function);

/// What a function, variable or alias refers to, directly or through constants, and, where asked, what the functions
/// among these do. Not the root, unless it refers to itself.
std::set<const llvm::GlobalValue*> globals_needed_by(const llvm::GlobalValue& root, bool with_callees);

/// The function, and the definitions among what it needs: all of the module that a run of it may enter.
std::vector<const llvm::Function*> bodies_needed_by(const llvm::Function& function);

/// The internal functions that a run of the target may enter, each with the source's of that name: nobody compares
/// them by themselves. Without those that the target alone has, or that take or give other types.
std::vector<std::pair<const llvm::Function*, const llvm::Function*>> inner_functions(const llvm::Function& source,
                                                                                     const llvm::Function& target);

/// Are instructions all that names it, and none of them calls it directly?
bool is_operand_only(const llvm::GlobalValue& global);

}  // namespace assay::ir
