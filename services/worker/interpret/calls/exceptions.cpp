#include <llvm/IR/Constants.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/Instructions.h>

#include <algorithm>

#include "services/worker/interpret/calls/calls.h"
#include "services/worker/interpret/calls/uninterpreted.h"
#include "services/worker/interpret/inputs/environment.h"
#include "services/worker/interpret/program/next.h"
#include "services/worker/interpret/program/steps.h"
#include "services/worker/semantics/funclets.h"

/// Exceptions of the Itanium ABI, and funclets. An exception is known by its address. Whether it is of a type is a
/// function of that address and the type's name; whether a catchpad takes it is a function of the address and the pad's
/// arguments.
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

constexpr std::uint32_t kUnadvertised = 0x7fff'ffff;  ///< a type that a pad does not name
constexpr std::uint32_t kFilter = ~0u;  ///< negative; which filter it was is not told, since optimizers sort them

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
    if (!listed) return kFilter;
  }
  if (pad.isCleanup()) return 0;
  return std::nullopt;
}

/// The same for an exception whose handler is known.
std::optional<std::uint32_t> selector_of(const Machine& machine, const llvm::LandingPadInst& pad,
                                         const ExceptionState::Way& way) {
  if (way.frames == machine.frames.size()) return way.selector;
  return pad.isCleanup() ? std::optional(0u) : std::nullopt;
}

/// The call's site may be another call, which was written for it.
const llvm::InvokeInst* invoke_of(const Program& program, const Step& call) {
  return llvm::dyn_cast_or_null<llvm::InvokeInst>(program.function.instructions[call.instruction].origin);
}

/// The exception arrives at a call of the running frame; nothing in `next` if the frame does not take it.
bool arrive(Machine& machine, const Step* call, Next& next) {
  const Program::Call& plan = machine.program->calls[call->detail];
  const auto* invoke = invoke_of(*machine.program, *call);
  if (!plan.site->facts.may.unwinds ||
      (invoke == nullptr && semantics::unwinds_within(semantics::funclet_of(*plan.site->call)))) {
    machine.stop_ub(Rule::Unwound, call->instruction);
    return false;
  }
  if (invoke == nullptr) return true;
  if (invoke->getUnwindDest()->isLandingPad()) {
    const llvm::LandingPadInst& pad = *invoke->getLandingPadInst();
    const ExceptionState::Way* way = machine.exceptions.way_of_thrown();
    const auto selector =
        way != nullptr ? selector_of(machine, pad, *way) : selector_of(pad, machine.exceptions.thrown);
    machine.exceptions.passed_by |= !selector;
    if (!selector && !machine.exceptions.enters_all_pads) return true;
    machine.exceptions.selector = selector.value_or(kUnadvertised);
  }
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
      machine.result.unwound = machine.stopped = true;
      machine.result.at = instruction;
      return {};
    }
    end_dead_arguments(machine);
    if (!machine.guards.empty()) bury_written(machine);
    const Step* call = machine.pop_frame();
    instruction = call->instruction;
    Next next;
    if (!arrive(machine, call, next) || next.step != nullptr) return next;
  }
}

/// Does the pad take the exception? Nothing if the run ended.
std::optional<bool> takes(Machine& machine, const llvm::CatchPadInst& pad, std::uint32_t instruction) {
  const auto refuse = [&](const char* why) {
    machine.stop(EndKind::Inconclusive, why, instruction);
    return std::nullopt;
  };
  if (!semantics::has_known_pads(*pad.getFunction())) return refuse("filters of structured exceptions");
  UninterpretedHash hash("catchpad");
  hash.add(machine.exceptions.thrown.bits);
  for (const llvm::Value* argument : pad.arg_operands()) {
    if (const auto* number = llvm::dyn_cast<llvm::ConstantInt>(argument)) {
      hash.add(number->getValue());
    } else if (llvm::isa<llvm::GlobalValue, llvm::ConstantPointerNull>(argument)) {
      hash.add(std::uint64_t{type_number(*argument)});
    } else {
      return refuse("a catchpad that copies the exception");
    }
  }
  return hash.result(1).isOne();
}

/// Goes to a block of the running function; false if the steps have run out.
bool pay(Machine& machine, const Step* step) {
  machine.steps_left -= step->cost[0];
  if (machine.steps_left < 0) machine.stop(EndKind::OutOfSteps, "step limit", step->instruction);
  return machine.steps_left >= 0;
}

/// Where a catchswitch goes on. LangRef: to the first pad that takes the exception.
Next choose_pad(Machine& machine, const Step* step, Lane* frame) {
  const auto& choice =
      *llvm::cast<llvm::CatchSwitchInst>(machine.program->function.instructions[step->instruction].origin);
  const auto& blocks = machine.program->switches[step->detail].blocks;
  const auto go = [&](const llvm::BasicBlock* to) -> Next {
    if (!pay(machine, step)) return {};
    for (const auto& [block, first] : blocks)
      if (block == to) return {first, frame};
    return {};
  };
  for (const llvm::BasicBlock* handler : choice.handlers()) {
    const auto taken = takes(machine, llvm::cast<llvm::CatchPadInst>(*handler->getFirstNonPHIIt()), step->instruction);
    if (!taken) return {};
    if (*taken) return go(handler);
  }
  if (choice.hasUnwindDest()) return go(choice.getUnwindDest());
  if (!semantics::unwinds_within(choice.getParentPad())) return leave_frames(machine, step->instruction);
  machine.stop_ub(Rule::Unwound, step->instruction);
  return {};
}

Next finish_cleanup(Machine& machine, const Step* step, Lane* frame) {
  const auto& ret =
      *llvm::cast<llvm::CleanupReturnInst>(machine.program->function.instructions[step->instruction].origin);
  const auto& pads = machine.frames.back().pads;
  const auto entered =
      std::find_if(pads.rbegin(), pads.rend(), [&](const auto& pad) { return pad.first == ret.getCleanupPad(); });
  if (entered == pads.rend()) {
    machine.stop(EndKind::Inconclusive, "a cleanuppad that was not entered", step->instruction);
    return {};
  }
  machine.exceptions.thrown = entered->second;
  if (step->target[0] == nullptr) return leave_frames(machine, step->instruction);
  return pay(machine, step) ? Next{step->target[0], frame} : Next{};
}

}  // namespace

Next unwind(Machine& machine, const Step* call, const Lane& exception) {
  machine.exceptions.thrown = exception;
  Next next;
  if (!arrive(machine, call, next) || next.step != nullptr) return next;
  return leave_frames(machine, call->instruction);
}

namespace {

std::uint64_t plain(const CallArguments& arguments, std::size_t i) { return arguments.lanes[i][0].bits; }

/// The frame that argument `i` counts to, from the caller of the function that runs; none: there are not so many.
std::optional<std::size_t> frame_of(const Machine& machine, const CallArguments& arguments, std::size_t i) {
  const std::uint64_t distance = plain(arguments, i) + 2;
  return distance > machine.frames.size() ? std::nullopt : std::optional(machine.frames.size() - distance);
}
/// The landing pad of the call that the frame makes; null if there is none.
const llvm::LandingPadInst* pad_of(const Machine& machine, std::size_t frame) {
  const Step* call = machine.frames[frame + 1].resume;
  const auto* invoke = invoke_of(*machine.frames[frame].program, *call);
  return invoke != nullptr && invoke->getUnwindDest()->isLandingPad() ? invoke->getLandingPadInst() : nullptr;
}
Handled give_number(const CallArguments& arguments, int number) {
  arguments.result[0] = {static_cast<std::uint32_t>(number), kDefined, 0};
  return Handled::Done;
}
/// The landing pad and the clause that the first two arguments name.
const llvm::Constant* clause_of(const Machine& machine, const CallArguments& arguments, std::size_t first,
                                bool& is_filter) {
  const llvm::LandingPadInst& pad = *pad_of(machine, *frame_of(machine, arguments, first));
  const auto which = static_cast<unsigned>(plain(arguments, first + 1));
  is_filter = pad.isFilter(which);
  return pad.getClause(which);
}

}  // namespace

Handled count_clauses(Machine& machine, const CallArguments& arguments) {
  const auto frame = frame_of(machine, arguments, 0);
  if (!frame) return give_number(arguments, -2);
  const llvm::LandingPadInst* pad = pad_of(machine, *frame);
  return give_number(arguments, pad == nullptr ? -1 : static_cast<int>(pad->getNumClauses()));
}

Handled count_filter(Machine& machine, const CallArguments& arguments) {
  bool is_filter;
  const llvm::Constant* clause = clause_of(machine, arguments, 0, is_filter);
  if (!is_filter) return give_number(arguments, -1);
  return give_number(arguments, static_cast<int>(llvm::cast<llvm::ArrayType>(clause->getType())->getNumElements()));
}

Handled give_clause(Machine& machine, const CallArguments& arguments) {
  bool is_filter;
  const llvm::Constant* type = clause_of(machine, arguments, 0, is_filter);
  if (is_filter) type = type->getAggregateElement(static_cast<unsigned>(plain(arguments, 2)));
  const auto* global = llvm::dyn_cast<llvm::GlobalValue>(type->stripPointerCasts());
  const auto place = global == nullptr ? std::nullopt : address_of(machine.world->environment(), *global);
  arguments.result[0] = {0, kDefined, 0};
  if (place)
    arguments.result[0] = {machine.world->environment().objects()[place->object].address + place->offset, kDefined,
                           Memory::environment(place->object)};
  return Handled::Done;
}

Handled unwind_to(Machine& machine, const CallArguments& arguments) {
  ExceptionState& state = machine.exceptions;
  state.thrown = arguments.lanes[0][0];
  bool is_filter;
  const llvm::Constant* clause = clause_of(machine, arguments, 1, is_filter);
  std::erase_if(state.ways, [&](const ExceptionState::Way& way) { return way.exception == state.thrown.bits; });
  state.ways.push_back(
      {state.thrown.bits, *frame_of(machine, arguments, 1) + 1, is_filter ? kFilter : type_number(*clause)});
  return Handled::Unwinds;
}

Handled call_type_number(const CallArguments& arguments) {
  arguments.result[0] = {type_number(*arguments.call->getArgOperand(0)), kDefined, 0};
  return Handled::Done;
}

void step_landing_pad(Machine& machine, const Step* step, Lane* frame) {
  frame[step->to] = machine.exceptions.thrown;
  frame[step->to + 1] = {machine.exceptions.selector, kDefined, 0};
  ASSAY_NEXT;
}

void step_cleanup_pad(Machine& machine, const Step* step, Lane* frame) {
  machine.frames.back().pads.emplace_back(machine.program->function.instructions[step->instruction].origin,
                                          machine.exceptions.thrown);
  ASSAY_NEXT;
}

void step_catch_switch(Machine& machine, const Step* step, Lane* frame) {
  const Next next = choose_pad(machine, step, frame);
  if (next.step == nullptr) return;
  [[clang::musttail]] return next.step->run(machine, next.step, next.frame);
}

void step_cleanup_return(Machine& machine, const Step* step, Lane* frame) {
  const Next next = finish_cleanup(machine, step, frame);
  if (next.step == nullptr) return;
  [[clang::musttail]] return next.step->run(machine, next.step, next.frame);
}

void step_resume(Machine& machine, const Step* step, Lane* frame) {
  const Lane& exception = frame[step->a];
  if (exception.state != kDefined)
    return machine.stop(EndKind::Inconclusive, "resume of an undefined exception", step->instruction);
  machine.exceptions.thrown = exception;
  const Next next = leave_frames(machine, step->instruction);
  if (next.step == nullptr) return;
  [[clang::musttail]] return next.step->run(machine, next.step, next.frame);
}

}  // namespace assay::interpret
