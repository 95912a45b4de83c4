#include "services/worker/interpret/duel.h"

#include <llvm/ADT/DepthFirstIterator.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/Analysis/CaptureTracking.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/Module.h>

#include <algorithm>

#include "services/worker/interpret/calls/sights.h"
#include "services/worker/interpret/collect.h"
#include "services/worker/interpret/values/mathematics.h"
#include "services/worker/semantics/padding.h"

namespace assay::interpret {
namespace {

using semantics::Function;

constexpr std::uint64_t kBytesPerWork = 8;                    ///< of memory, which is set up for each run
constexpr std::uint64_t kMostBytes = std::uint64_t{1} << 24;  ///< of variables, which each machine holds twice

/// How many lanes an instruction of the function works on, on average.
std::uint64_t lanes_per_instruction_of(const Function& function) {
  if (function.instructions.empty()) return 1;
  std::uint64_t sum = 0;
  for (const semantics::Instruction& instruction : function.instructions) {
    std::uint64_t lanes = std::max<std::uint64_t>(instruction.result.count, 1);
    for (const semantics::Slots& operand : function.operands_of(instruction))
      lanes = std::max<std::uint64_t>(lanes, operand.count);
    sum += lanes;
  }
  return (sum + function.instructions.size() - 1) / function.instructions.size();
}

}  // namespace

Duel::Side::Side(const Function& function)
    : stage(function), lanes_per_instruction(lanes_per_instruction_of(function)) {}

Duel::Duel(const Function& source, const Function& target, const CheckOptions& options, bool must_refute)
    : options_(options),
      must_refute_(must_refute),
      source_(source),
      target_(target),
      uses_memory_(source_.stage.uses_memory() || target_.stage.uses_memory()) {
  if (uses_memory_) {
    source_.stage.use_memory();
    target_.stage.use_memory();
    if (source.origin != nullptr && target.origin != nullptr)
      environment_ = std::make_shared<Environment>(*source.origin, target.origin);
  }
  if (environment_ != nullptr)
    for (const Environment::Object& object : environment_->objects())
      bytes_of_variables_ += std::min(object.size, kMostBytes + 1);
  if (bytes_of_variables_ > kMostBytes) return;  // nothing is run
  source_.stage.open(environment_, outcomes_);
  target_.stage.open(environment_, outcomes_);
  if (options_.refutes_only) {
    set_to_refute(source_.stage.machine(), Role::Source);
    set_to_refute(target_.stage.machine(), Role::Target);
    target_.stage.machine().choices.suggest(options_.suggested);
  }
  for (Side* side : {&source_, &target_}) {
    keep_out_of_variables(side->stage.machine(), !options_.undef_input, !options_.poison_input);
    side->stage.machine().calls.allocations_succeed = options_.allocations_succeed;
    side->stage.machine().calls.loads_from_outside = true;
  }
  source_.stage.machine().calls.role = Role::Source;
  target_.stage.machine().calls.role = Role::Target;
  work_of_run_ += bytes_of_variables_ / kBytesPerWork;
}

void Duel::count(const Side& side, std::uint64_t executed) {
  result_.executed += executed;
  work_ += work_of_run_ + executed * side.lanes_per_instruction;
}

void Duel::run_once(Side& side, const Input& input) {
  side.stage.machine().choices.clear();
  run_prepared(side, input);
}

void Duel::run_prepared(Side& side, const Input& input) {
  Machine& machine = side.stage.machine();
  machine.begin();
  set_input(machine, input);
  machine.run(options_.limits);
  count(side, machine.executed());
}

/// What undefined behaviour covers was executed, too.
Behaviours Duel::all_behaviours(Side& side, const Input& input) {
  const Machine& ran = side.stage.machine();
  std::uint64_t executed = 0;
  const auto goes_on = [&] {
    executed += ran.executed() - ran.picks_used;
    return executed <= most_of_choices_;
  };
  Behaviours all = collect(
      side.stage.machine(), options_.limits, [&](Machine& machine) { set_input(machine, input); }, goes_on);
  for (const Behaviour& behaviour : all.all) {
    count(side, behaviour.steps);
    executed -= behaviour.steps;
  }
  result_.executed += executed;
  return all;
}

Behaviours Duel::source_behaviours(const Input& input) {
  Behaviours source = all_behaviours(source_, input);
  source.is_refuted_elsewhere = options_.refutes_only;
  const bool covers_all = source.all.front().end == EndKind::UndefinedBehaviour;
  if (!options_.refutes_only || covers_all || source.complete || !source.doubt.empty()) return source;
  add_sample(source_, input, source);
  source.complete = source.doubt.empty();
  return source;
}

/// Anything that the target does refutes, so that a sample is enough.
Behaviours Duel::target_behaviours(const Input& input) {
  Behaviours target = all_behaviours(target_, input);
  if (options_.refutes_only && !target.complete && target.doubt.empty()) add_sample(target_, input, target);
  return target;
}

void Duel::add_sample(Side& side, const Input& input, Behaviours& behaviours) {
  const std::size_t before = behaviours.all.size();
  interpret::add_sample(
      side.stage.machine(), options_.limits, [&](Machine& machine) { set_input(machine, input); }, behaviours);
  for (std::size_t i = before; i < behaviours.all.size(); ++i) count(side, behaviours.all[i].steps);
}

/// Undefined behaviour does not reach back over what may end a run.
static bool ends_after_store(const std::vector<Event>& events) {
  return std::any_of(events.begin(), events.end(), [](const Event& event) { return may_end_run(event); });
}

/// Most inputs are settled by one run of each side; where a side has choices, all of them are run.
bool Duel::try_input(const Input& input) {
  Machine &source_machine = source_.stage.machine(), &target_machine = target_.stage.machine();
  if (bytes_of_variables_ > kMostBytes) {
    not_judged(CheckResult::Kind::Inconclusive, "variables of more than 16 MB");
    return false;
  }
  ++result_.inputs;
  RealMathematics::forget();
  if (uses_memory_) outcomes_.clear();
  source_machine.exceptions.passed_by = target_machine.exceptions.passed_by = false;
  Behaviours source;  // none: the source has one, and the machine still holds it
  run_once(source_, input);
  if (source_machine.choices.asked() || source_machine.result.address_observed) {
    source = source_behaviours(input);
    if (source.all.front().end == EndKind::UndefinedBehaviour && !ends_after_store(source.all.front().events))
      return true;
  } else {
    const EndKind end = source_machine.result.end;
    const bool is_undefined = end == EndKind::UndefinedBehaviour;
    if (is_undefined && !ends_after_store(source_machine.result.events)) return true;
    if (end != EndKind::Returned && end != EndKind::Diverges && !is_undefined) {
      not_judged(source_machine.result);
      return true;
    }
  }
  result_.precondition_met = true;
  if (must_refute_ && !source.complete) {
    not_judged(CheckResult::Kind::Inconclusive, source.why_incomplete());
    return true;
  }
  run_once(target_, input);
  const bool chose = target_machine.choices.asked(), sees_places = target_machine.result.address_observed;
  if (source.all.empty() && !chose && same_result() && (!uses_memory_ || (!sees_places && same_memory()))) return true;
  if (source.all.empty()) source.all.push_back(behaviour_of(source_machine));
  source.is_refuted_elsewhere = options_.refutes_only;
  if (chose || sees_places || !outcomes_.empty()) return judge(source, target_behaviours(input), input);
  Behaviours target;
  target.all.push_back(behaviour_of(target_machine));
  return judge(source, target, input);
}

/// The common case: both return, and all lanes are patterns and the same.
bool Duel::same_result() const {
  const RunResult &source = source_.stage.machine().result, &target = target_.stage.machine().result;
  if (source.end != EndKind::Returned || target.end != EndKind::Returned) return false;
  if (source.lanes == nullptr || target.lanes == nullptr) return false;
  const auto& types = source_.stage.function().result_lanes;
  for (std::size_t i = 0; i < types.size(); ++i) {
    const Lane &a = source.lanes[i], &b = target.lanes[i];
    if (a.state == kPoison) continue;
    if (a.provenance != b.provenance || !source_.stage.machine().is_shared(a.provenance)) return false;
    if (a.state == kUndef && (b.state == kUndef || b.state == kDefined)) continue;
    if (a.state != kDefined || b.state != kDefined || types[i].bits > 64 || a.bits != b.bits) return false;
  }
  return true;
}

/// The same for what else code outside sees: nothing but memory, and that holds the same bytes.
bool Duel::same_memory() const {
  const Machine &source = source_.stage.machine(), &target = target_.stage.machine();
  const auto shows_more = [](const RunResult& result) {
    return result.unwound || result.is_trapped || result.exit_code || !result.events.empty() ||
           !result.output.empty() || !result.errors.empty();
  };
  if (shows_more(source.result) || shows_more(target.result)) return false;
  if (source.surroundings.count != target.surroundings.count) return false;
  for (std::size_t i = 0; i < source.surroundings.count; ++i) {
    const Block &before = source.memory.at(i), &after = target.memory.at(i);
    if (before.writable != after.writable || before.dead_at_end != after.dead_at_end ||
        before.not_captured != after.not_captured)
      return false;
    if (before.kind == Block::Kind::Function || !before.writable) continue;
    if (!before.has_same_bytes(after, [&](Provenance owner) { return source.is_shared(owner); })) return false;
  }
  return true;
}

/// Do the two differ too if landing pads are entered for what they do not name? They must be prepared for that
/// (ExceptionHandling, restrictions): inlining adds clauses.
bool Duel::differs_in_all_pads(const Input& input) {
  Machine &source_machine = source_.stage.machine(), &target_machine = target_.stage.machine();
  source_machine.exceptions.enters_all_pads = target_machine.exceptions.enters_all_pads = true;
  const Behaviours source = all_behaviours(source_, input);
  const Comparison comparison = compare(source, all_behaviours(target_, input));
  source_machine.exceptions.enters_all_pads = target_machine.exceptions.enters_all_pads = false;
  return comparison.kind == Comparison::Kind::Violated;
}

/// Does another argument, a name or the memory lead to the block, too?
static bool is_reached_otherwise(const Input& input, std::size_t argument, std::uint32_t block) {
  for (std::size_t i = 0; i < input.arguments.size(); ++i)
    for (const InputLane& lane : input.arguments[i])
      if (i != argument && lane.block == block) return true;
  const auto holds = [&](const semantics::InputBlock& each) {
    return std::any_of(each.bytes.begin(), each.bytes.end(), [&](const auto& byte) { return byte.block == block; });
  };
  return (block <= input.memory.size() && !input.memory[block - 1].name.empty()) ||
         std::any_of(input.memory.begin(), input.memory.end(), holds);
}

/// Is a captures(none) argument that is captured all the same an address without an object, or of one that others point
/// to? What is left of it at the end is poison, but not followed.
bool Duel::loses_captured(const Input& input) const {
  const auto& arguments = source_.stage.function().arguments;
  for (std::size_t i = 0; i < arguments.size() && i < input.arguments.size(); ++i) {
    const auto* parameter = llvm::dyn_cast_or_null<llvm::Argument>(arguments[i].origin);
    const bool is_lost = std::any_of(input.arguments[i].begin(), input.arguments[i].end(), [&](const InputLane& lane) {
      if (lane.kind == InputLane::Kind::Poison) return false;
      return lane.block == 0 || is_reached_otherwise(input, i, lane.block);
    });
    if (is_lost && parameter != nullptr && parameter->getType()->isPointerTy() &&
        llvm::capturesNothing(parameter->getAttributes().getCaptureInfo()) &&
        llvm::capturesAnyProvenance(
            llvm::PointerMayBeCaptured(parameter, /*ReturnCaptures=*/true, llvm::CaptureComponents::Provenance)))
      return true;
  }
  return false;
}

/// Is what is left of a captures(none) argument followed in the target alone? Calls that give pointers are gone where
/// they were inlined.
bool Duel::follows_captures_of_target() const {
  const llvm::Function *source = source_.stage.function().origin, *target = target_.stage.function().origin;
  if (source == nullptr || target == nullptr) return false;
  const auto captures_nothing = [](const llvm::Argument& parameter) {
    return parameter.getType()->isPointerTy() && llvm::capturesNothing(parameter.getAttributes().getCaptureInfo());
  };
  return llvm::any_of(source->args(), captures_nothing) && gets_pointers_of_calls(*source) &&
         !gets_pointers_of_calls(*target);
}

bool Duel::copies_volatile() const {
  const auto has_copies = [](const Side& side) {
    const llvm::Function* origin = side.stage.function().origin;
    return origin != nullptr && has_volatile_copies(*origin);
  };
  return uses_memory_ && (has_copies(source_) || has_copies(target_));
}

/// Does the source run for ever in a cycle that has a way out? Whoever leaves the cycle out may know that it is taken.
bool Duel::may_end_otherwise(const Behaviours& source) const {
  const auto& instructions = source_.stage.function().instructions;
  const auto has_way_out = [](const llvm::BasicBlock* from) {
    return llvm::any_of(llvm::depth_first(from), [](const llvm::BasicBlock* block) { return llvm::succ_empty(block); });
  };
  return std::any_of(source.all.begin(), source.all.end(), [&](const Behaviour& each) {
    if (each.end != EndKind::Diverges) return false;
    const llvm::Instruction* at = nullptr;
    if (!each.chain.empty())
      at = each.chain.front();
    else if (each.instruction < instructions.size())
      at = instructions[each.instruction].origin;
    return at == nullptr || has_way_out(at->getParent());
  });
}

/// False if the input refutes. A violation counts only where the machine follows all that it depends on.
bool Duel::judge(const Behaviours& source, const Behaviours& target, const Input& input) {
  using Kind = Comparison::Kind;
  Comparison comparison = compare(source, target);
  if (comparison.kind == Kind::Violated && comparison.reason != Reason::MoreUb && may_end_otherwise(source))
    comparison.leave_difference_open("a source that never ends");
  const bool passes_pads = source_.stage.machine().exceptions.passed_by || target_.stage.machine().exceptions.passed_by;
  if (comparison.kind == Kind::Violated && passes_pads && !differs_in_all_pads(input))
    comparison.leave_difference_open("a landing pad that does not resume what it does not name");
  if (comparison.kind == Kind::Allowed) return true;
  const bool captured = comparison.reason != Reason::MoreUb && (loses_captured(input) || follows_captures_of_target());
  const bool is_seen = comparison.kind == Kind::Violated || comparison.differs;
  if (copies_volatile()) comparison.leave_open("volatile copy");
  if (captured) comparison.leave_open("an address that is captured");
  if (semantics::copies_padding(source_.stage.function(), target_.stage.function()))
    comparison.leave_open("padding that is copied");
  if (RealMathematics::has_guessed()) comparison.leave_open("a function that this machine's library does not tell");
  if (comparison.kind == Kind::Inconclusive) {
    const RunResult& last = target_.stage.machine().result;
    result_.is_left_open |= is_seen || last.is_left_open;
    if (last.end == EndKind::Unsupported)
      not_judged(last);
    else
      not_judged(CheckResult::Kind::Inconclusive, comparison.detail);
    return true;
  }
  result_.kind = CheckResult::Kind::Refuted;
  result_.reason = comparison.reason;
  result_.input = input;
  return false;
}

/// The first reason stands.
void Duel::not_judged(CheckResult::Kind kind, const std::string& why) {
  if (result_.kind != CheckResult::Kind::Passed) return;
  result_.kind = kind;
  result_.detail = why;
  const auto& missed = outcomes_.missed;
  const auto& blocks = source_.stage.machine().surroundings.of_input;
  const auto block = missed ? std::ranges::find(blocks, missed->block) : blocks.end();
  if (block != blocks.end())
    result_.missed = {static_cast<std::size_t>(block - blocks.begin()), missed->offset, missed->count};
}

void Duel::not_judged(const RunResult& run) {
  result_.is_left_open |= run.is_left_open;
  not_judged(run.end == EndKind::Unsupported ? CheckResult::Kind::Unsupported : CheckResult::Kind::Inconclusive,
             run.end == EndKind::OutOfSteps ? "step limit" : run.reason);
}

}  // namespace assay::interpret
