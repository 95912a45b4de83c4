#include <llvm/IR/Function.h>

#include "services/worker/semantics/lowering.h"

/// Functions whose denormal-fp-math is not ieee: an operation sees denormal operands as zeros, and may give a zero for a
/// denormal result (LangRef, denormal-fp-math). Both are operations of their own around it.
namespace assay::semantics {
namespace {

/// Does the operation take part? Sign operations, class tests and what only moves values do not.
bool is_arithmetic(Op op) {
  switch (op) {
    case Op::FNeg:
    case Op::FAbs:
    case Op::CopySign:
    case Op::IsFPClass:
    case Op::FlushInput:
    case Op::FlushOutput: return false;
    default: break;
  }
  return takes_floats(op);
}

/// Several operations at once, with results between them that may be flushed too.
bool has_hidden_results(Op op) {
  switch (op) {
    case Op::FMulAdd:
    case Op::ReduceFAdd:
    case Op::ReduceFMul:
    case Op::ReduceFMin:
    case Op::ReduceFMax:
    case Op::ReduceFMinimum:
    case Op::ReduceFMaximum: return true;
    default: return false;
  }
}

}  // namespace

llvm::DenormalMode Lowering::denormals_for(FloatFormat format) const {
  return format == FloatFormat::Single ? denormals_of_single_ : denormals_;
}

Denormals Lowering::known(llvm::DenormalMode::DenormalModeKind kind) const {
  switch (kind) {
    case llvm::DenormalMode::PreserveSign: return Denormals::PreserveSign;
    case llvm::DenormalMode::PositiveZero: return Denormals::PositiveZero;
    case llvm::DenormalMode::Dynamic: return options_.denormals;
    default: return Denormals::Ieee;
  }
}

/// Writes the instruction with what flushes its operands and its result; false if nothing does.
bool Lowering::finish_with_flushes(const Instruction& instruction, llvm::ArrayRef<Slots> operands) {
  if (denormals_ == llvm::DenormalMode::getIEEE() && denormals_of_single_ == llvm::DenormalMode::getIEEE()) return false;
  if (has_hidden_results(instruction.op)) refused_ = std::string(row_of(instruction.op).spelling) + " with denormal-fp-math";
  if (!is_arithmetic(instruction.op)) return false;
  const auto flush = [&](Op op, Denormals mode, Slots from, Slots to) {
    Instruction flushing;
    flushing.op = op;
    flushing.origin = instruction.origin;
    flushing.immediate = static_cast<std::uint64_t>(mode);
    flushing.result = to;
    append(flushing, {from});
  };
  std::vector<Slots> seen(operands.begin(), operands.end());
  for (Slots& operand : seen) {
    if (operand.count == 0 || type_of(operand).kind != LaneKind::Float) continue;
    const LaneType type(type_of(operand));
    const Denormals mode = known(denormals_for(type.format).Input);
    if (mode == Denormals::Ieee) continue;
    const Slots flushed = new_slots(type, operand.count);
    flush(Op::FlushInput, mode, operand, flushed);
    operand = flushed;
  }
  Instruction inner = instruction;
  const LaneType type(type_of(instruction.result));
  const Denormals mode = type.kind == LaneKind::Float ? known(denormals_for(type.format).Output) : Denormals::Ieee;
  if (mode == Denormals::Ieee) {
    append(inner, seen);
    return true;
  }
  inner.result = new_slots(type, instruction.result.count);
  inner.promises = 0;
  append(inner, seen);
  flush(Op::FlushOutput, mode, inner.result, instruction.result);
  out_.instructions.back().promises = instruction.promises;
  return true;
}

}  // namespace assay::semantics
