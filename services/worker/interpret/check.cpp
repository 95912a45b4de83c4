#include <llvm/Analysis/CaptureTracking.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/Module.h>

#include <algorithm>

#include "services/worker/interpret/calls/calls.h"
#include "services/worker/interpret/inputs/inputs.h"
#include "services/worker/interpret/machine.h"

namespace assay::interpret {
namespace {

using llvm::APInt;
using semantics::Function;

/// Evaluations of single lanes that an instruction of the function is worth, on average.
std::uint64_t lanes_per_instruction(const Function& function) {
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

/// Both functions, ready to run on many inputs.
class Duel {
 public:
  /// With `must_refute` nothing is looked at but what could refute.
  Duel(const Function& source, const Function& target, const CheckOptions& options, bool must_refute = false)
      : options_(options),
        must_refute_(must_refute),
        source_program_(source, false),
        target_program_(target, false),
        source_(source_program_, open(source, target, true)),
        target_(target_program_, open(source, target, false)),
        lanes_(argument_lanes(source)),
        target_lanes_(argument_lanes(target)),
        source_weight_(lanes_per_instruction(source)),
        target_weight_(lanes_per_instruction(target)) {
    source_.outcomes = target_.outcomes = &outcomes_;
    if (environment_ != nullptr)
      for (const Environment::Object& object : environment_->objects()) work_of_run_ += object.size / kBytesPerWork;
  }

  const std::vector<ArgumentLane>& lanes() const { return lanes_; }
  const CheckResult& result() const { return result_; }
  bool uses_memory() const { return source_program_.uses_memory || target_program_.uses_memory; }
  /// What all runs have cost: lanes, picks, and what setting up a run costs.
  std::uint64_t work() const { return work_; }
  /// Null where no memory is used.
  const Environment* environment() const { return environment_.get(); }

  /// Runs both on one input, given lane by lane. False if it refutes.
  bool try_input(const std::vector<InputLane>& lanes, const std::vector<InputBlock>& memory = {},
                 std::uint64_t calls = 0, const std::vector<ScriptedCall>& script = {}) {
    ++result_.inputs;
    if (uses_memory()) outcomes_.clear();
    source_.calls_drawn = target_.calls_drawn = calls;
    source_.script = target_.script = &script;
    source_.passed_by = target_.passed_by = false;
    Behaviours source;
    run_once(source_, lanes_, lanes, memory);
    if (source_.choices.asked() || source_.address_observed) {
      source = all_behaviours(source_, lanes_, lanes, memory);
      if (source.all.front().end == EndKind::UndefinedBehaviour) return true;
    } else {
      if (source_.end == EndKind::UndefinedBehaviour) return true;
      if (source_.end != EndKind::Returned && source_.end != EndKind::Diverges) return not_judged(source_);
    }
    result_.precondition_met = true;
    if (must_refute_ && !source.complete) return inconclusive(source.why_incomplete());
    if (source.all.empty() && uses_memory()) source.all.push_back(behaviour_of(source_));
    run_once(target_, target_lanes_, lanes, memory);
    const bool no_choices = source.all.empty() && !target_.choices.asked();
    const bool both_return = source_.end == EndKind::Returned && target_.end == EndKind::Returned;
    if (no_choices && both_return && same_result()) return true;
    if (source.all.empty()) source.all.push_back(behaviour_of(source_));
    Comparison comparison = compare(source, all_behaviours(target_, target_lanes_, lanes, memory));
    const bool passes_pads = source_.passed_by || target_.passed_by;
    if (comparison.kind == Comparison::Kind::Violated && passes_pads && !differs_in_all_pads(lanes, memory))
      comparison.leave_open("a landing pad that does not resume what it does not name");
    return judge(comparison, lanes, memory);
  }

 private:
  World* open(const Function& source, const Function& target, bool is_source) {
    source_program_.uses_memory = target_program_.uses_memory = uses_memory();
    if (!uses_memory() || source.origin == nullptr || target.origin == nullptr) return nullptr;
    const llvm::Module& left = *source.origin->getParent();
    const llvm::Module& right = *target.origin->getParent();
    if (environment_ == nullptr) environment_ = std::make_shared<Environment>(left, &right);
    auto& world = is_source ? source_world_ : target_world_;
    world.emplace(is_source ? left : right, environment_, (is_source ? source : target).options);
    return &*world;
  }
  void run_once(Machine& machine, const std::vector<ArgumentLane>& where, const std::vector<InputLane>& lanes,
                const std::vector<InputBlock>& memory) {
    machine.choices.clear();
    machine.begin();
    set(machine, where, lanes, memory);
    machine.run(options_.limits);
    count(machine, machine.executed());
  }
  void count(const Machine& machine, std::uint64_t executed) {
    result_.executed += executed;
    work_ += work_of_run_ + executed * (&machine == &source_ ? source_weight_ : target_weight_);
  }
  static void set(Machine& machine, const std::vector<ArgumentLane>& where, const std::vector<InputLane>& lanes,
                  const std::vector<InputBlock>& memory) {
    if (!memory.empty()) machine.set_memory(memory);
    for (std::size_t i = 0; i < where.size(); ++i) machine.set_argument(where[i].slot, lanes[i]);
    machine.apply_attributes();
  }
  /// Do the two differ too if landing pads are entered for what they do not name? They must be prepared for that
  /// (ExceptionHandling, restrictions): inlining adds clauses.
  bool differs_in_all_pads(const std::vector<InputLane>& lanes, const std::vector<InputBlock>& memory) {
    source_.enters_all_pads = target_.enters_all_pads = true;
    const Behaviours source = all_behaviours(source_, lanes_, lanes, memory);
    const Comparison comparison = compare(source, all_behaviours(target_, target_lanes_, lanes, memory));
    source_.enters_all_pads = target_.enters_all_pads = false;
    return comparison.kind == Comparison::Kind::Violated;
  }
  Behaviours all_behaviours(Machine& machine, const std::vector<ArgumentLane>& where,
                            const std::vector<InputLane>& lanes, const std::vector<InputBlock>& memory) {
    Behaviours all = collect(machine, options_.limits, [&](Machine& each) { set(each, where, lanes, memory); });
    for (const Behaviour& behaviour : all.all) count(machine, behaviour.steps);
    return all;
  }

  /// The common case: all lanes are patterns and the same.
  bool same_result() const {
    if (uses_memory()) return false;
    const auto& types = source_program_.function.result_lanes;
    for (std::size_t i = 0; i < types.size(); ++i) {
      const Lane& a = source_.result[i];
      const Lane& b = target_.result[i];
      if (a.state == kPoison) continue;
      if (a.state == kUndef && (b.state == kUndef || b.state == kDefined)) continue;
      if (a.state != kDefined || b.state != kDefined || types[i].bits > 64 || a.bits != b.bits) return false;
    }
    return true;
  }

  bool not_judged(const Machine& machine) {
    if (result_.kind != CheckResult::Kind::Passed) return true;
    result_.kind =
        machine.end == EndKind::Unsupported ? CheckResult::Kind::Unsupported : CheckResult::Kind::Inconclusive;
    result_.detail = machine.end == EndKind::OutOfSteps ? "step limit" : machine.reason;
    return true;
  }

  bool inconclusive(std::string why) {
    if (result_.kind != CheckResult::Kind::Passed) return true;
    result_.kind = CheckResult::Kind::Inconclusive;
    result_.detail = std::move(why);
    return true;
  }

  /// Is a captures(none) argument that is captured all the same an address without an object? What is left of it at the
  /// end is poison, but not followed.
  bool leads_nowhere_captured(const std::vector<InputLane>& lanes) const {
    for (std::size_t i = 0; i < lanes.size(); ++i) {
      const auto* parameter = llvm::dyn_cast_or_null<llvm::Argument>(lanes_[i].origin);
      if (lanes[i].kind != InputLane::Kind::Poison && lanes[i].block == 0 && parameter != nullptr &&
          parameter->getType()->isPointerTy() &&
          llvm::capturesNothing(parameter->getAttributes().getCaptureInfo()) &&
          llvm::PointerMayBeCaptured(parameter, /*ReturnCaptures=*/true))
        return true;
    }
    return false;
  }

  bool judge(const Comparison& comparison, const std::vector<InputLane>& lanes,
             const std::vector<InputBlock>& memory) {
    if (comparison.kind == Comparison::Kind::Allowed) return true;
    std::string doubt = comparison.detail;
    bool inexact = comparison.kind == Comparison::Kind::Inconclusive;
    if (uses_memory() && copies_volatile()) inexact = true, doubt = "volatile copy";
    if (comparison.reason != Reason::MoreUb && leads_nowhere_captured(lanes)) inexact = true, doubt = "an address that is captured";
    if (inexact) {
      if (target_.end == EndKind::Unsupported) return not_judged(target_);
      return inconclusive(std::move(doubt));
    }
    result_.kind = CheckResult::Kind::Refuted;
    result_.reason = comparison.reason;
    Input input;
    input.memory = memory;
    input.call_seed = source_.calls_drawn;
    input.script = *source_.script;
    input.arguments.resize(source_program_.function.arguments.size());
    for (std::size_t i = 0; i < lanes.size(); ++i) input.arguments[lanes_[i].argument].push_back(lanes[i]);
    result_.input = std::move(input);
    return false;
  }

  bool copies_volatile() const {
    const auto any = [](const Function& function) {
      return function.origin != nullptr && has_volatile_copies(*function.origin->getParent());
    };
    return any(source_program_.function) || any(target_program_.function);
  }

  CheckOptions options_;
  bool must_refute_;
  std::shared_ptr<const Environment> environment_;
  std::optional<World> source_world_;
  std::optional<World> target_world_;
  Program source_program_;
  Program target_program_;
  Machine source_;
  Machine target_;
  std::vector<ArgumentLane> lanes_;
  std::vector<ArgumentLane> target_lanes_;
  static constexpr std::uint64_t kBytesPerWork = 8;  ///< memory is set up for each run
  std::uint64_t work_of_run_ = 16;
  std::uint64_t source_weight_, target_weight_;
  std::uint64_t work_ = 0;
  CheckResult result_;
  CallOutcomes outcomes_;
};

CheckResult refuse(std::string feature) {
  CheckResult result;
  result.kind = CheckResult::Kind::Unsupported;
  result.detail = std::move(feature);
  return result;
}

/// What keeps two functions from being compared at all.
std::optional<std::string> refusal(const Function& source, const Function& target) {
  if (auto difference = mismatch(source, target)) return difference;
  // LLVM gives a library function's definition the attributes that it knows of the name.
  if (is_library_function(source.name)) return "definition of the library function " + source.name;
  return std::nullopt;
}

constexpr unsigned kWidestLane = 24;

/// All values of one lane: patterns that keep the argument's promises, then poison and undef. Patterns that break them
/// are poison and so are covered by it, or out of the precondition.
std::vector<InputLane> values_of(const ArgumentLane& lane, const CheckOptions& options) {
  std::vector<InputLane> values;
  const unsigned width = lane.type.bits;
  for (std::uint64_t bits = 0; bits < std::uint64_t{1} << width; ++bits) {
    APInt pattern(width, bits);
    if (lane.allows(pattern)) values.push_back(InputLane::of(std::move(pattern)));
  }
  if (lane.promises->noundef) return values;
  if (options.poison_input) values.push_back(InputLane::poison());
  if (options.undef_input) values.push_back(InputLane::undef());
  return values;
}

}  // namespace

std::uint64_t input_count(const Function& function, const CheckOptions& options, std::uint64_t limit) {
  std::uint64_t count = 1;
  for (const ArgumentLane& lane : argument_lanes(function)) {
    if (lane.type.bits > kWidestLane) return limit;
    std::uint64_t values = std::uint64_t{1} << lane.type.bits;
    if (!lane.promises->noundef) values += (options.poison_input ? 1 : 0) + (options.undef_input ? 1 : 0);
    if (values > limit / count) return limit;
    count *= values;
  }
  return std::min(count, limit);
}

std::optional<CheckResult> check_exhaustively(const Function& source, const Function& target,
                                              const CheckOptions& options) {
  if (auto reason = refusal(source, target)) return refuse(*reason);
  if (!is_closed(source) || !is_closed(target)) return std::nullopt;
  const std::uint64_t size = source.instructions.size() + target.instructions.size();
  if (input_count(source, options, options.budget) * std::max<std::uint64_t>(size, 1) >= options.budget)
    return std::nullopt;
  Duel duel(source, target, options);
  std::vector<std::vector<InputLane>> values;
  std::vector<InputLane> current;
  for (const ArgumentLane& lane : duel.lanes()) {
    values.push_back(values_of(lane, options));
    if (values.back().empty()) {
      // No value keeps the argument's promises: the function can't be called.
      CheckResult vacuous;
      vacuous.kind = CheckResult::Kind::Proved;
      return vacuous;
    }
    current.push_back(values.back().front());
  }
  std::vector<std::size_t> index(values.size(), 0);
  while (duel.try_input(current)) {
    if (duel.result().executed > options.budget) return std::nullopt;
    std::size_t i = 0;
    for (; i < index.size(); ++i) {
      index[i] = index[i] + 1 < values[i].size() ? index[i] + 1 : 0;
      current[i] = values[i][index[i]];
      if (index[i] != 0) break;
    }
    if (i < index.size()) continue;
    CheckResult result = duel.result();
    if (result.kind == CheckResult::Kind::Passed) result.kind = CheckResult::Kind::Proved;
    return result;
  }
  return duel.result();
}

CheckResult check_sampled(const Function& source, const Function& target, const CheckOptions& options) {
  if (auto reason = refusal(source, target)) return refuse(*reason);
  Duel duel(source, target, options, /*must_refute=*/true);
  InputSampler sampler(source, target, duel.environment(), options);
  for (std::uint64_t i = 0; i < options.samples && duel.work() <= options.budget; ++i) {
    const Input input = sampler.next();
    std::vector<InputLane> lanes;
    for (const auto& argument : input.arguments) lanes.insert(lanes.end(), argument.begin(), argument.end());
    if (!duel.try_input(lanes, input.memory, input.call_seed)) break;
  }
  return duel.result();
}

CheckResult check_input(const Function& source, const Function& target, const Input& input,
                        const CheckOptions& options) {
  if (auto reason = refusal(source, target)) return refuse(*reason);
  Duel duel(source, target, options);
  std::vector<InputLane> lanes;
  for (const auto& argument : input.arguments) lanes.insert(lanes.end(), argument.begin(), argument.end());
  if (lanes.size() != duel.lanes().size()) return refuse("input of another shape");
  duel.try_input(lanes, input.memory, input.call_seed, input.script);
  return duel.result();
}

}  // namespace assay::interpret
