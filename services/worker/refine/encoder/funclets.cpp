#include <llvm/IR/Constants.h>
#include <llvm/IR/GlobalValue.h>
#include <llvm/IR/Instructions.h>

#include <algorithm>

#include "services/worker/refine/encoder/machine.h"
#include "services/worker/semantics/funclets.h"

/// Funclets. Whether a catchpad takes an exception is an unknown function of the exception's address and of the pad's
/// arguments.
namespace assay::refine {
namespace {

using semantics::Instruction;

/// How source and target know what the pad asks of an exception.
std::string name_of(Machine& m, const llvm::CatchPadInst& pad) {
  std::string name = "catchpad";
  for (const llvm::Value* argument : pad.arg_operands()) {
    const llvm::Value* plain = argument->stripPointerCasts();
    if (const auto* number = llvm::dyn_cast<llvm::ConstantInt>(argument))
      name += " " + std::to_string(number->getBitWidth()) + ":" + std::to_string(number->getSExtValue());
    else if (llvm::isa<llvm::ConstantPointerNull>(plain))
      name += " null";
    else if (const auto* global = llvm::dyn_cast<llvm::GlobalValue>(plain))
      name += " @" + key_of(*global);
    else
      m.unsupported("a catchpad that copies the exception");
  }
  return name;
}

}  // namespace

/// Where the terminator goes when it goes to that block.
std::size_t Machine::successor_at(const Plan& plan, std::size_t step, const llvm::BasicBlock* to) const {
  const auto& successors = function().blocks[plan.steps[step].block].successors;
  const auto found = std::find_if(successors.begin(), successors.end(),
                                  [&](std::uint32_t block) { return function().blocks[block].origin == to; });
  return static_cast<std::size_t>(found - successors.begin());
}

/// LangRef, catchswitch: to the first pad that takes the exception.
void Machine::encode_catch_switch(const Plan& plan, std::size_t step, const Instruction& instruction) {
  const auto& choice = *llvm::cast<llvm::CatchSwitchInst>(instruction.origin);
  if (!semantics::has_known_pads(*choice.getFunction())) return unsupported("filters of structured exceptions");
  const Term exception = active_.exception;
  Term left = terms_.truth(true);
  for (const llvm::BasicBlock* handler : choice.handlers()) {
    const auto& pad = llvm::cast<llvm::CatchPadInst>(*handler->getFirstNonPHIIt());
    const Term takes = terms_.uninterpreted(name_of(*this, pad), 1, std::span<const Term>(&exception, 1));
    branch(plan, step, successor_at(plan, step, handler), terms_.land(left, takes), exception);
    left = terms_.land(left, terms_.lnot(takes));
  }
  if (choice.hasUnwindDest()) return branch(plan, step, successor_at(plan, step, choice.getUnwindDest()), left, exception);
  if (semantics::unwinds_within(choice.getParentPad())) return ub(left);
  leave_function(left, exception);
}

void Machine::enter_cleanup(const Instruction& pad) {
  Term& kept = active_.pads[pad.origin];
  kept = kept ? terms_.ite(path_, active_.exception, kept) : active_.exception;
}

/// The exception that arrived at the pad goes on.
void Machine::encode_cleanup_return(const Plan& plan, std::size_t step, const Instruction& instruction) {
  const auto& ret = *llvm::cast<llvm::CleanupReturnInst>(instruction.origin);
  const auto entered = active_.pads.find(ret.getCleanupPad());
  if (entered == active_.pads.end()) return unsupported("a cleanuppad that was not entered");
  if (ret.hasUnwindDest()) return branch(plan, step, 0, terms_.truth(true), entered->second);
  if (semantics::unwinds_within(ret.getCleanupPad()->getParentPad())) return ub(terms_.truth(true));
  leave_function(terms_.truth(true), entered->second);
}

/// Inline assembly goes to one of the blocks that it names, as the call's outcome says.
void Machine::encode_call_branch(const Plan& plan, std::size_t step, const Instruction& instruction) {
  const std::size_t before = world_.calls.size();
  encode_call(*this, instruction);
  if (failure_) return;
  if (world_.calls.size() == before) return unsupported("callbr");
  const Term outcome = world_.calls.back().outcome;
  const Term choice = terms_.uninterpreted("goes", kChoiceBits, std::span<const Term>(&outcome, 1));
  const std::size_t count = function().blocks[plan.steps[step].block].successors.size();
  if (count >= std::size_t{1} << kChoiceBits) return unsupported("callbr with many blocks");
  Term others = terms_.truth(true);
  for (std::size_t i = 0; i + 1 < count; ++i) {
    const Term here = terms_.eq(choice, terms_.constant(kChoiceBits, i));
    branch(plan, step, i, here);
    others = terms_.land(others, terms_.lnot(here));
  }
  branch(plan, step, count - 1, others);
}

}  // namespace assay::refine
