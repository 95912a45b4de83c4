#include <llvm/IR/Function.h>
#include <llvm/IR/Module.h>

#include <algorithm>

#include "services/common/text.h"
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

/// The text from the line on that `from` is in, if much stands before it.
std::string quoted(const std::string& text, std::size_t from) {
  constexpr std::size_t kMost = 200;
  const std::size_t newline = from == 0 ? std::string::npos : text.rfind('\n', from - 1);
  std::size_t start = newline == std::string::npos ? 0 : newline + 1;
  if (from < kMost) start = 0;
  if (from - start > kMost) start = from;
  std::string told = "\"" + text.substr(start, kMost) + "\"";
  replace_all(told, "\\", "\\\\");
  replace_all(told, "\n", "\\n");
  if (start != 0) told = "... " + told;
  if (text.size() - start > kMost) told += "...";
  if (text.size() > kMost) told += " (" + std::to_string(text.size()) + " bytes)";
  return told;
}

/// `other` is the other module's, from which it may differ anywhere.
std::string result_of(const Function& main, const Behaviour& behaviour, const Behaviour& other) {
  if (behaviour.end != EndKind::Returned) return describe(main, behaviour);
  const auto part_of = [](const std::string& text, const std::string& another) {
    const auto differ = std::ranges::mismatch(text, another);
    const bool are_equal = differ.in1 == text.end() && differ.in2 == another.end();
    return quoted(text, are_equal ? 0 : static_cast<std::size_t>(differ.in1 - text.begin()));
  };
  std::string text = "prints " + part_of(behaviour.output, other.output);
  if (!behaviour.errors.empty()) text += ", " + part_of(behaviour.errors, other.errors) + " to stderr";
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

void forget_volatile_accesses(Behaviours& behaviours) {
  for (Behaviour& behaviour : behaviours.all)
    std::erase_if(behaviour.events, [](const Event& event) { return event.name.starts_with("volatile "); });
}

Kind kind_of(const Comparison& comparison) {
  switch (comparison.kind) {
    case Comparison::Kind::Allowed:
      return Kind::Same;
    case Comparison::Kind::Violated:
      return Kind::Different;
    case Comparison::Kind::Inconclusive:
      break;
  }
  return Kind::Inconclusive;
}

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
  Comparison comparison = compare(*before, *after);
  if (comparison.kind == Comparison::Kind::Violated &&
      (has_volatile_copies(*source.origin) || has_volatile_copies(*target.origin))) {
    result.leaves_out_volatile = true;
    forget_volatile_accesses(*before);
    forget_volatile_accesses(*after);
    comparison = compare(*before, *after);
  }
  result.is_closed = outcomes.empty();
  result.is_complete = before->complete && after->complete && result.is_closed;
  result.has_endless_memory = source_side.left_out_exhaustion() || target_side.left_out_exhaustion();
  result.is_defined = std::none_of(before->all.begin(), before->all.end(), [](const Behaviour& behaviour) {
    return behaviour.end == EndKind::UndefinedBehaviour;
  });
  result.kind = kind_of(comparison);
  result.reason = comparison.reason;
  result.detail = comparison.detail;
  const Behaviour& one = before->all[comparison.source_index];
  const Behaviour& other = after->all[comparison.target_index];
  result.source_result = result_of(source, one, other);
  result.target_result = result_of(target, other, one);
  result.ran_out = result.kind == Kind::Inconclusive && (runs_out(*before) || runs_out(*after));
  return result;
}

}  // namespace assay::interpret
