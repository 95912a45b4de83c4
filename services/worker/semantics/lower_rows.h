#pragma once

#include <llvm/ADT/FloatingPointMode.h>
#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/Intrinsics.h>

#include <optional>

#include "services/worker/semantics/ops.h"
#include "services/worker/semantics/types.h"

/// Which row, flags, predicate or rounding LLVM's names stand for.
namespace assay::semantics {

/// Of an opcode whose operands are simply the instruction's.
std::optional<Op> op_of_opcode(unsigned opcode);
std::optional<Op> op_of_intrinsic(llvm::Intrinsic::ID id);
/// The row that a constrained floating-point intrinsic is a form of.
std::optional<Op> op_of_constrained(llvm::Intrinsic::ID id);
/// Is an operand a floating-point number?
bool takes_floats(Op op);

Flags flags_of(const llvm::Instruction& instruction);
Flags fast_math_flags_of(const llvm::Instruction& instruction);
Predicate predicate_of(llvm::CmpInst::Predicate predicate);
/// The rounding that "round.tonearest" and the like name; nothing for a dynamic one.
std::optional<Rounding> rounding_of(llvm::RoundingMode mode);
/// An argument that is a constant integer.
std::uint64_t immediate_of(const llvm::CallBase& call, unsigned argument);

}  // namespace assay::semantics
