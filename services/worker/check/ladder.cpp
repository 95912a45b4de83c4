#include <algorithm>
#include <array>

#include "services/worker/check/rungs.h"
#include "services/worker/evidence/settle.h"
#include "services/worker/prove/rounds/rounds.h"
#include "services/worker/semantics/library_values.h"

namespace assay::check {
namespace {

using evidence::Inconclusive;

struct Row {
  Rung told;
  CostClass cost;
  Needs needs;
  std::optional<Claim> (*ask)(Rungs& rungs, Asked& asked);
};

constexpr auto rows_of_ladder() {
  using enum Need;
  return std::to_array<Row>({
#define RUNG(name, told, cost, needs, share, sentence) \
  {Rung::told, CostClass::cost, Needs() | needs,       \
   [](Rungs& rungs, Asked& asked) { return rungs.name(asked, rungs.shares.share()); }},
#include "services/worker/check/rungs.def"
  });
}
constexpr auto kLadder = rows_of_ladder();

/// No rung stands before a cheaper one. Of programs nothing else would say as much.
constexpr bool is_in_order_of_cost() {
  CostClass dearest{};
  for (const Row& row : kLadder) {
    if (row.needs.has(Need::Programs)) continue;
    if (row.cost < dearest) return false;
    dearest = row.cost;
  }
  return true;
}
static_assert(is_in_order_of_cost());

/// What a check has costs for and is no rung: it claims nothing by itself, or the pair is not lowered yet.
constexpr Rung kSteps[] = {Rung::Syntax, Rung::Lowering, Rung::Confirm, Rung::Replay, Rung::Killed};

constexpr bool is_each_told() {
  for (std::size_t i = 0; i < static_cast<std::size_t>(Rung::Count); ++i) {
    const auto rung = static_cast<Rung>(i);
    const bool is_step = std::ranges::find(kSteps, rung) != std::end(kSteps);
    const bool is_row = std::ranges::find(kLadder, rung, &Row::told) != kLadder.end();
    if (is_step == is_row) return false;
  }
  return true;
}
static_assert(is_each_told(), "a word for costs is told by a row of rungs.def, or is one of kSteps");

bool are_programs(const Lowered& pair) {
  const auto is_main = [](const semantics::Function& function) {
    return function.name == "main" && function.origin != nullptr && !function.origin->isVarArg() &&
           interpret::main_input(function, {});
  };
  return is_main(pair.source) && is_main(pair.target) &&
         pair.source.origin->getParent() != pair.target.origin->getParent();
}

}  // namespace

bool Rungs::holds(Need need, const Asked& asked) const {
  using enum Need;
  const Lowered& pair = asked.pair;
  switch (need) {
    case Interpreter:
      return options.oracles != Oracles::Smt;
    case Solver:
      return options.oracles != Oracles::Interpreter;
    case Programs:
      return are_programs(pair) && !runs_stand_for_some_functions(pair);
    case Loops:
      return pair.source.has_loop || pair.target.has_loop;
    case WorthCutting:
      return (pair.source.has_loop && (pair.target.has_loop || prove::fills_or_copies(asked.target) ||
                                       prove::loses_loops_that_count(asked.source, asked.target))) ||
             std::max(asked.source.getInstructionCount(), asked.target.getInstructionCount()) >= prove::kLargeFunction;
    case EqualConstants:
      return asked.constants == Constants::Equal;
    case SharedConstants:
      return asked.constants != Constants::SharedDiffer;
    case Cutting:
      return options.cut && options.semantics == semantics::Variant{};
    case Large: {
      constexpr unsigned kLarge = 120;
      return std::max(asked.source.getInstructionCount(), asked.target.getInstructionCount()) >= kLarge;
    }
    case Unhurried:
      return !shares.is_moment() || !holds(Large, asked);
    case Caching:
      return options.cache != nullptr && asked.may_be_recalled;
    case Undecided:
      return !asked.stands.is_decided() && !asked.executed_alike;
    case Count:
      break;
  }
  return false;
}

bool Rungs::meets(Needs needs, const Asked& asked) const {
  if (options.executes_only && !needs.has(Need::Programs)) return false;
  for (unsigned i = 0; i < static_cast<unsigned>(Need::Count); ++i)
    if (needs.has(static_cast<Need>(i)) && !holds(static_cast<Need>(i), asked)) return false;
  return true;
}

void Rungs::tell_early(const Claim& proof) const {
  if (!told || !tells || !tells_proofs || !holds_everywhere) return;
  const auto holds_with_undef = [this] {
    const NeedsOfUndef needs = undef_that_counts();
    return !needs.none_in_memory && !needs.none_in_results && !needs.whole_arguments;
  };
  if (is_without_undef(proof) || holds_with_undef()) told(evidence::settle(proof));
}

Claim Rungs::climb(Asked asked) {
  asked.stands = Claim::inconclusive(Method::Interpreter, asked.constants == Constants::SharedDiffer
                                                              ? Inconclusive::ConstantsNotCompared
                                                              : Inconclusive::NoDifferenceFound);
  for (const Row& row : kLadder) {
    if (!meets(row.needs, asked)) continue;
    asked.told = row.told;
    if (std::optional<Claim> said = row.ask(*this, asked)) {
      asked.stands = std::move(*said);
      break;
    }
  }
  if (asked.stands.proved() != nullptr && !asked.undefined_execution.empty())
    asked.stands.assume({Assumed::UndefinedExecution, asked.undefined_execution});
  if (asked.stands.gap() != nullptr && asked.stands.gap()->why != Inconclusive::ExecutionTooLong &&
      !asked.why_not_executed.empty())
    asked.stands.say_first("the executions of @main were not compared: " + asked.why_not_executed);
  if (asked.key) options.cache->store(*asked.key, asked.stands);
  // Where the solver proves something it is about all command lines.
  const bool is_open = asked.stands.gap() != nullptr;
  return is_open && asked.executed_alike ? *asked.executed_alike : asked.stands;
}

}  // namespace assay::check
