#pragma once

#include <llvm/IR/Function.h>

namespace assay::prove {

/// Each frozen value becomes what was frozen, which may be more: to prove that the target refines the source then is to
/// prove more.
void drop_freezes(llvm::Function& target);

/// Freezes in the source what the target has frozen, where it is computed: an argument, or a value of the same name.
/// All that uses it has one value then, which is less than the source may do: to prove that the target refines this is
/// to prove more, too. Where either function branches on an equation of a frozen argument, it says so, and that the
/// argument is what was frozen: if it is undef or poison, that branch is undefined. False if the target freezes nothing
/// of that kind.
bool freeze_alike(llvm::Function& source, llvm::Function& target);

}  // namespace assay::prove
