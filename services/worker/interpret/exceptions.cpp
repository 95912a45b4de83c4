#include <llvm/IR/Constants.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/Instructions.h>

#include "services/worker/interpret/calls.h"
#include "services/worker/interpret/next.h"
#include "services/worker/interpret/steps.h"
#include "services/worker/interpret/uninterpreted.h"

/// Exceptions of the Itanium kind. What was thrown is known by its address; whether it is of a type is a function of that
/// address and of the type's name.
namespace assay::interpret {
namespace {

using semantics::Rule;

/// The number of a type info, positive; a null pointer, which catches all, has one too.
std::uint32_t type_number(const llvm::Value& type_info) {
  UninterpretedHash hash("type info");
  const llvm::StringRef name = type_info.stripPointerCasts()->getName();
  for (char c : name) hash.add(static_cast<std::uint64_t>(static_cast<unsigned char>(c)));
  return static_cast<std::uint32_t>(hash.result(31).getZExtValue()) | 1u;
}

bool is_of_type(const Lane& exception, const llvm::Value& type_info) {
  if (llvm::isa<llvm::ConstantPointerNull>(type_info.stripPointerCasts())) return true;
  UninterpretedHash hash("is of type");
  hash.add(exception.bits);
  hash.add(std::uint64_t{type_number(type_info)});
  return hash.result(1).isOne();
}

/// What a landing pad's selector is for the exception; nothing if it does not take it. LangRef, landingpad: the first
/// clause that matches; a filter matches what is none of its types; a cleanup takes everything.
std::optional<std::uint32_t> selector_of(const llvm::LandingPadInst& pad, const Lane& exception) {
  for (unsigned i = 0; i < pad.getNumClauses(); ++i) {
    const llvm::Constant& clause = *pad.getClause(i);
    if (pad.isCatch(i)) {
      if (is_of_type(exception, clause)) return type_number(clause);
      continue;
    }
    bool listed = false;
    const auto count = llvm::cast<llvm::ArrayType>(clause.getType())->getNumElements();
    for (unsigned k = 0; k < count; ++k) listed |= is_of_type(exception, *clause.getAggregateElement(k));
    if (!listed) return ~i;  // negative
  }
  if (pad.isCleanup()) return 0;
  return std::nullopt;
}

/// The exception arrives at a call of the running frame; nothing in `next` if the frame does not take it.
bool arrive(Machine& machine, const Step* call, Next& next) {
  const Program::Call& plan = machine.program->calls[call->detail];
  if (plan.site->call->doesNotThrow()) {
    machine.stop_ub(Rule::Unwound, call->instruction);
    return false;
  }
  const auto* invoke = llvm::dyn_cast<llvm::InvokeInst>(plan.site->call);
  if (invoke == nullptr) return true;
  const auto selector = selector_of(*invoke->getLandingPadInst(), machine.exception);
  if (!selector) return true;
  machine.selector = *selector;
  machine.steps_left -= call->cost[1];
  if (machine.steps_left < 0) {
    machine.stop(EndKind::OutOfSteps, "step limit", call->instruction);
    return false;
  }
  next = {call->target[1], machine.frames.back().lanes};
  return true;
}

/// The exception leaves the running frame, and perhaps others.
Next leave_frames(Machine& machine, std::uint32_t instruction) {
  for (;;) {
    const llvm::Function* origin = machine.program->function.origin;
    if (origin != nullptr && origin->doesNotThrow()) {
      machine.stop_ub(Rule::Unwound, instruction);
      return {};
    }
    if (machine.frames.size() == 1) {
      machine.unwound = machine.stopped = true;
      machine.at = instruction;
      return {};
    }
    const Step* call = machine.pop_frame();
    instruction = call->instruction;
    Next next;
    if (!arrive(machine, call, next) || next.step != nullptr) return next;
  }
}

}  // namespace

Next unwind(Machine& machine, const Step* call, const Lane& exception) {
  machine.exception = exception;
  Next next;
  if (!arrive(machine, call, next) || next.step != nullptr) return next;
  return leave_frames(machine, call->instruction);
}

Handled call_type_number(const CallArguments& arguments) {
  arguments.result[0] = {type_number(*arguments.call->getArgOperand(0)), kDefined, 0};
  return Handled::Done;
}

void step_landing_pad(Machine& machine, const Step* step, Lane* frame) {
  frame[step->to] = machine.exception;
  frame[step->to + 1] = {machine.selector, kDefined, 0};
  ASSAY_NEXT;
}

void step_resume(Machine& machine, const Step* step, Lane* frame) {
  const Lane& exception = frame[step->a];
  if (exception.state != kDefined)
    return machine.stop(EndKind::Inconclusive, "resume of an undefined exception", step->instruction);
  machine.exception = exception;
  const Next next = leave_frames(machine, step->instruction);
  if (next.step == nullptr) return;
  [[clang::musttail]] return next.step->run(machine, next.step, next.frame);
}

}  // namespace assay::interpret
