#include <llvm/IR/Instructions.h>

#include "services/worker/semantics/emitter.h"
#include "services/worker/semantics/lower_call.h"
#include "services/worker/semantics/lower_instruction.h"

/// Instructions that end a block, and the landing pads that an unwinding call leads to.
namespace assay::semantics {
namespace {

/// What personalities of the Itanium kind give: a pointer to the exception and a number that selects the handler.
bool is_exception(const Emitter& out, Slots value) {
  return value.count == 2 && out.type_of(value).kind == LaneKind::Pointer &&
         out.type_of({value.first + 1, 1}) == integer_lane(32);
}

Status lower_return(Emitter& out, const llvm::Instruction& terminator) {
  std::vector<Slots> operands;
  if (terminator.getNumOperands() == 1) operands.push_back(out.slots_of(terminator.getOperand(0)));
  out.append(out.start(terminator, Op::Ret), operands);
  return std::nullopt;
}

Status lower_branch(Emitter& out, const llvm::BranchInst& branch) {
  if (branch.isConditional())
    out.append(out.start(branch, Op::CondBr), {out.slots_of(branch.getCondition())});
  else
    out.append(out.start(branch, Op::Br), {});
  return std::nullopt;
}

Status lower_switch(Emitter& out, const llvm::SwitchInst& choice) {
  Switch table;
  for (const auto& entry : choice.cases())
    table.cases.emplace_back(entry.getCaseValue()->getValue(), out.block_index(entry.getCaseSuccessor()));
  table.default_block = out.block_index(choice.getDefaultDest());
  Instruction lowered = out.start(choice, Op::SwitchOp);
  lowered.detail = add_row(out.function().switches, std::move(table));
  out.append(lowered, {out.slots_of(choice.getCondition())});
  return std::nullopt;
}

Status lower_invoke(Emitter& out, const llvm::InvokeInst& invoke) {
  if (Status bad = lower_call(out, invoke)) return bad;
  // An intrinsic that is lowered to other operations does not unwind: go on to the normal destination.
  if (out.function().instructions.back().op != Op::Invoke) out.append(out.start(invoke, Op::Br), {});
  return std::nullopt;
}

Status lower_resume(Emitter& out, const llvm::ResumeInst& resume) {
  const Slots exception = out.slots_of(resume.getValue());
  if (!is_exception(out, exception)) return Error{"resume of this type"};
  out.append(out.start(resume, Op::Resume), {exception});
  return std::nullopt;
}

/// One that has no operands but blocks.
Status lower_plain(Emitter& out, const llvm::Instruction& terminator, Op op) {
  out.append(out.start(terminator, op), {});
  return std::nullopt;
}

}  // namespace

Status lower_landing_pad(Emitter& out, const llvm::LandingPadInst& pad) {
  Instruction lowered = out.start(pad, Op::LandingPad);
  if (!is_exception(out, lowered.result)) {
    if (!pad.use_empty()) return Error{"landingpad of this type"};
    // Nobody looks at what another type has of the exception.
    llvm::LLVMContext& context = pad.getContext();
    auto unused =
        out.new_slots(llvm::StructType::get(llvm::PointerType::get(context, 0), llvm::Type::getInt32Ty(context)));
    if (!unused) return Error{unused.error()};
    lowered.result = *unused;
  }
  out.append(lowered, {});
  return std::nullopt;
}

Status lower_terminator(Emitter& out, const llvm::Instruction& terminator) {
  switch (terminator.getOpcode()) {
    case llvm::Instruction::Ret:
      return lower_return(out, terminator);
    case llvm::Instruction::Br:
      return lower_branch(out, llvm::cast<llvm::BranchInst>(terminator));
    case llvm::Instruction::Switch:
      return lower_switch(out, llvm::cast<llvm::SwitchInst>(terminator));
    case llvm::Instruction::IndirectBr:
      out.append(out.start(terminator, Op::IndirectBr), {out.slots_of(terminator.getOperand(0))});
      return std::nullopt;
    case llvm::Instruction::Invoke:
      return lower_invoke(out, llvm::cast<llvm::InvokeInst>(terminator));
    case llvm::Instruction::CallBr:
      return lower_call(out, llvm::cast<llvm::CallBase>(terminator));
    case llvm::Instruction::Resume:
      return lower_resume(out, llvm::cast<llvm::ResumeInst>(terminator));
    case llvm::Instruction::Unreachable:
      return lower_plain(out, terminator, Op::Unreachable);
    case llvm::Instruction::CatchSwitch:
      return lower_plain(out, terminator, Op::CatchSwitch);
    case llvm::Instruction::CatchRet:
      return lower_plain(out, terminator, Op::CatchRet);
    case llvm::Instruction::CleanupRet:
      return lower_plain(out, terminator, Op::CleanupRet);
    default:
      return Error{terminator.getOpcodeName()};
  }
}

}  // namespace assay::semantics
