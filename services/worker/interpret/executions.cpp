#include <llvm/IR/Function.h>
#include <llvm/IR/Module.h>

#include <algorithm>

#include "services/worker/interpret/collect.h"
#include "services/worker/interpret/stage.h"

/// Whole executions of @main.
namespace assay::interpret {
namespace {

using semantics::Function;
using Kind = ExecutionComparison::Kind;

/// Keeps of each behaviour what an observer of the process sees: its result is the exit code, its memory is gone.
void forget_inside(const Function& main, Behaviours& behaviours) {
  for (Behaviour& behaviour : behaviours.all) {
    behaviour.memory.clear();
    behaviour.exit_code = exit_code_of(main, behaviour);
    if (behaviour.exit_code) behaviour.result.clear();
  }
}

bool runs_out(const Behaviours& behaviours) {
  return std::ranges::any_of(behaviours.all,
                             [](const Behaviour& behaviour) { return behaviour.end == EndKind::OutOfSteps; });
}

std::string result_of(const Function& main, const Behaviour& behaviour) {
  if (behaviour.end != EndKind::Returned) return describe(main, behaviour);
  constexpr std::size_t kMost = 200;
  std::string text = "prints \"" + behaviour.output.substr(0, kMost) + "\"";
  if (behaviour.output.size() > kMost) text += "... (" + std::to_string(behaviour.output.size()) + " bytes)";
  if (!behaviour.errors.empty()) text += ", \"" + behaviour.errors.substr(0, kMost) + "\" to stderr";
  if (behaviour.exit_code && *behaviour.exit_code != kNoreturnExit)
    return text + " and exits with " + std::to_string(*behaviour.exit_code);
  return text + " and " + describe(main, behaviour);
}

/// One module's side.
class Side {
 public:
  Side(const Function& main, std::shared_ptr<const Environment> environment, CallOutcomes& outcomes) : stage_(main) {
    stage_.use_memory();
    stage_.open(std::move(environment), outcomes).calls.allocations_succeed = true;
  }
  Result<Behaviours> run(const std::vector<std::string>& arguments, const Limits& limits) {
    auto input = main_input(stage_.function(), arguments);
    if (!input) return Error{input.error()};
    Behaviours all = collect(stage_.machine(), limits, [&](Machine& machine) { set_input(machine, *input); });
    forget_inside(stage_.function(), all);
    return all;
  }
  bool left_out_exhaustion() const { return stage_.machine().calls.left_out_exhaustion; }

 private:
  Stage stage_;
};

}  // namespace

ExecutionComparison compare_executions(const Function& source, const Function& target,
                                       const std::vector<std::string>& arguments, const Limits& limits) {
  ExecutionComparison result;
  const auto environment = std::make_shared<Environment>(*source.origin, target.origin);
  CallOutcomes outcomes;
  Side source_side(source, environment, outcomes), target_side(target, environment, outcomes);
  auto before = source_side.run(arguments, limits);
  auto after = target_side.run(arguments, limits);
  if (!before || !after) {
    result.kind = Kind::Inconclusive;
    result.detail = before ? after.error() : before.error();
    return result;
  }
  const Comparison comparison = compare(*before, *after);
  result.is_closed = outcomes.empty();
  result.is_complete = before->complete && after->complete && result.is_closed;
  if (source_side.left_out_exhaustion() || target_side.left_out_exhaustion())
    result.bound = "memory is never exhausted";
  result.is_defined = std::none_of(before->all.begin(), before->all.end(), [](const Behaviour& behaviour) {
    return behaviour.end == EndKind::UndefinedBehaviour;
  });
  result.reason = comparison.reason;
  result.detail = comparison.detail;
  result.source_result = result_of(source, before->all[comparison.source_index]);
  result.target_result = result_of(target, after->all[comparison.target_index]);
  result.kind = comparison.kind == Comparison::Kind::Allowed    ? Kind::Same
                : comparison.kind == Comparison::Kind::Violated ? Kind::Different
                                                                : Kind::Inconclusive;
  result.ran_out = result.kind == Kind::Inconclusive && (runs_out(*before) || runs_out(*after));
  if (result.kind == Kind::Different && (has_volatile_copies(*source.origin) || has_volatile_copies(*target.origin))) {
    result.kind = Kind::Inconclusive;
    result.reason = Reason::None;
    result.detail = "volatile copy";
  }
  return result;
}

}  // namespace assay::interpret
