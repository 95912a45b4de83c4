#include "services/worker/semantics/lower_denormals.h"

#include "services/worker/semantics/lower_rows.h"

/// Functions whose denormal-fp-math is not ieee: an operation sees denormal operands as zeros, and may give a zero for
/// a denormal result (LangRef, denormal-fp-math). Both are operations of their own around it.
namespace assay::semantics {
namespace {

/// Does the operation flush? Sign operations, class tests and moves of values do not.
bool is_arithmetic(Op op) {
  switch (op) {
    case Op::FNeg:
    case Op::FAbs:
    case Op::CopySign:
    case Op::IsFPClass:
    case Op::FlushInput:
    case Op::FlushOutput:
      return false;
    default:
      break;
  }
  return takes_floats(op);
}

/// Does the operation have intermediate results, which may be flushed too?
bool has_hidden_results(Op op) {
  switch (op) {
    case Op::FMulAdd:
    case Op::ReduceFAdd:
    case Op::ReduceFMul:
    case Op::ReduceFMin:
    case Op::ReduceFMax:
    case Op::ReduceFMinimum:
    case Op::ReduceFMaximum:
      return true;
    default:
      return false;
  }
}

Denormals known(llvm::DenormalMode::DenormalModeKind kind, Denormals dynamic) {
  switch (kind) {
    case llvm::DenormalMode::PreserveSign:
      return Denormals::PreserveSign;
    case llvm::DenormalMode::PositiveZero:
      return Denormals::PositiveZero;
    case llvm::DenormalMode::Dynamic:
      return dynamic;
    default:
      return Denormals::Ieee;
  }
}

}  // namespace

bool append_flushed(Emitter& out, const Instruction& instruction, llvm::ArrayRef<Slots> operands) {
  if (has_hidden_results(instruction.op))
    out.refuse(std::string(row_of(instruction.op).spelling) + " with denormal-fp-math");
  if (!is_arithmetic(instruction.op)) return false;
  const auto flush = [&](Op op, Denormals mode, Slots from, Slots to) {
    Instruction flushing;
    flushing.op = op;
    flushing.origin = instruction.origin;
    flushing.immediate = static_cast<std::uint64_t>(mode);
    flushing.result = to;
    out.append_unflushed(flushing, {from});
  };
  std::vector<Slots> seen(operands.begin(), operands.end());
  for (Slots& operand : seen) {
    if (operand.count == 0 || out.type_of(operand).kind != LaneKind::Float) continue;
    const LaneType type = out.type_of(operand);
    const Denormals mode = known(out.denormals().of(type.format).Input, out.options().denormals);
    if (mode == Denormals::Ieee) continue;
    const Slots flushed = out.new_slots(type, operand.count);
    flush(Op::FlushInput, mode, operand, flushed);
    operand = flushed;
  }
  Instruction inner = instruction;
  const LaneType type = out.type_of(instruction.result);
  const Denormals mode = type.kind == LaneKind::Float
                             ? known(out.denormals().of(type.format).Output, out.options().denormal_results)
                             : Denormals::Ieee;
  if (mode == Denormals::Ieee) {
    out.append_unflushed(inner, seen);
    return true;
  }
  inner.result = out.new_slots(type, instruction.result.count);
  inner.promises = 0;
  out.append_unflushed(inner, seen);
  flush(Op::FlushOutput, mode, inner.result, instruction.result);
  out.function().instructions.back().promises = instruction.promises;
  return true;
}

}  // namespace assay::semantics
