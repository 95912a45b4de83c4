#pragma once

#include <llvm/IR/Dominators.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/Instructions.h>

#include "services/worker/prove/order/simple_loop.h"

namespace assay::prove {

/// A value of the source's, as the target knows it at an instruction: of constants and arguments, and of what has the
/// same name there. Expressions that compute it are written before the instruction. It is a guess, and may be poison;
/// null if there is none.
llvm::Value* value_in_target(llvm::Value& value, llvm::Instruction& at, const llvm::DominatorTree& target);

/// The source's loop, behind that call of the target's, with nothing in it but what counts its rounds: it does nothing
/// if it ends. Where the target does not know what it starts from, that is poison, and the target undefined.
void write_lost_loop(const SimpleLoop& loop, llvm::Instruction& call);

}  // namespace assay::prove
