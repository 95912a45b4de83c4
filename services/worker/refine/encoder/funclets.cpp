#include <llvm/IR/Constants.h>
#include <llvm/IR/GlobalValue.h>
#include <llvm/IR/Instructions.h>

#include "services/worker/refine/encoder/control.h"
#include "services/worker/semantics/funclets.h"

/// Funclets. Whether a catchpad takes an exception is an unknown function of the exception's address and of the pad's
/// arguments.
namespace assay::refine {
namespace {

using semantics::Instruction;

constexpr unsigned kChoiceBits = 8;  ///< of which block inline assembly goes to

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

/// LangRef, catchswitch: to the first pad that takes the exception.
void encode_catch_switch(Machine& m, const Instruction& instruction) {
  Terms& t = m.terms();
  const auto& choice = *llvm::cast<llvm::CatchSwitchInst>(instruction.origin);
  if (!semantics::has_known_pads(*choice.getFunction())) return m.unsupported("filters of structured exceptions");
  const Term exception = m.active().exception;
  Term rest = t.truth(true);
  for (const llvm::BasicBlock* handler : choice.handlers()) {
    const auto& pad = llvm::cast<llvm::CatchPadInst>(*handler->getFirstNonPHIIt());
    const Term takes = t.uninterpreted(name_of(m, pad), 1, std::span<const Term>(&exception, 1));
    branch(m, successor_at(m, handler), t.land(rest, takes), exception);
    rest = t.land(rest, t.lnot(takes));
  }
  if (choice.hasUnwindDest()) return branch(m, successor_at(m, choice.getUnwindDest()), rest, exception);
  if (semantics::unwinds_within(choice.getParentPad())) return m.ub(rest);
  leave_function(m, rest, exception);
}

void enter_cleanup(Machine& m, const Instruction& pad) {
  const Term exception = m.active().exception;
  Term& kept = m.active().pads[pad.origin];
  kept = kept ? m.terms().ite(m.path().condition(), exception, kept) : exception;
}

/// The exception that arrived at the pad goes on.
void encode_cleanup_return(Machine& m, const Instruction& instruction) {
  const Term always = m.terms().truth(true);
  const auto& ret = *llvm::cast<llvm::CleanupReturnInst>(instruction.origin);
  const auto entered = m.active().pads.find(ret.getCleanupPad());
  if (entered == m.active().pads.end()) return m.unsupported("a cleanuppad that was not entered");
  if (ret.hasUnwindDest()) return branch(m, 0, always, entered->second);
  if (semantics::unwinds_within(ret.getCleanupPad()->getParentPad())) return m.ub(always);
  leave_function(m, always, entered->second);
}

/// Inline assembly goes to one of the blocks that it names, as the call's outcome says.
void encode_call_branch(Machine& m, const Instruction& instruction) {
  Terms& t = m.terms();
  const std::size_t before = m.world().calls.size();
  encode_call(m, instruction);
  if (m.failed()) return;
  if (m.world().calls.size() == before) return m.unsupported("callbr");
  const Term outcome = m.world().calls.back().outcome;
  const Term choice = t.uninterpreted("goes", kChoiceBits, std::span<const Term>(&outcome, 1));
  const std::size_t count = m.active().block().successors.size();
  if (count >= std::size_t{1} << kChoiceBits) return m.unsupported("callbr with many blocks");
  Term others = t.truth(true);
  for (std::size_t i = 0; i + 1 < count; ++i) {
    const Term here = t.eq(choice, t.constant(kChoiceBits, i));
    branch(m, i, here);
    others = t.land(others, t.lnot(here));
  }
  branch(m, count - 1, others);
}

}  // namespace assay::refine
