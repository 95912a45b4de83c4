#pragma once

#include <llvm/IR/Function.h>

#include <optional>
#include <utility>

namespace assay::prove {

/// Two functions in which pointers to stack objects are arguments, the last ones, of both.
///
/// An object that lives wherever it is accessed, and that nobody else can reach, is one of those that a caller could
/// hand over: if the functions refine one another for any argument, they do for such an object. It may hold undef.
struct WithoutObjects {
  llvm::Function *source = nullptr, *target = nullptr;  ///< in the modules of those given
};

/// None if some object is another one in the target, or may be reached by others, or may end sooner.
std::optional<WithoutObjects> hand_over_objects(llvm::Function& source, llvm::Function& target);

}  // namespace assay::prove
