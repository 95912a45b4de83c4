#pragma once

#include <chrono>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "services/worker/budget/solver.h"
#include "services/worker/evidence/claim.h"
#include "services/worker/refine/smt/solver.h"
#include "services/worker/semantics/input.h"
#include "services/worker/semantics/program.h"

/// The symbolic machine: does the target refine the source?
namespace assay::refine {

struct RefineResult;

struct Options {
  /// How often a loop goes back to its head at most per entry. 0: the bound grows while it is cheap, from a low one.
  unsigned unroll = 0;
  /// Hears of each proof within a bound that may still grow: what stands if the solver never comes back.
  std::function<void(const evidence::Claim&)> proved;
  /// Nothing is asked where no run of the source comes to an end within the bound: the claim is
  /// Inconclusive::NoRunEnds.
  bool only_if_some_end = false;
  bool undef_input = true;           ///< arguments, and memory at the start, may be undef (MEM-31)
  bool poison_input = true;          ///< likewise poison
  unsigned smt_timeout_ms = 10'000;  ///< per query, of counted work (smt::WorkClock)
  /// Of all queries about the pair; none: twice the time of a query after the start.
  std::optional<smt::WorkClock::time_point> deadline;
  budget::Refining shares = {};  ///< who gets how much of that time
  unsigned memory_mb = 1'024;
  bool needs_input = true;        ///< of a counterexample: else only that there is one is told, which is cheaper
  std::size_t max_steps = 4'000;  ///< blocks after unrolling
  /// For tests: terms are built with some rewrite rules off; says afterwards which rules have matched.
  smt::RuleSwitches* rules = nullptr;
};

struct RefineResult {
  evidence::Claim claim;
  /// Of a refutation: an input on which the target does what the source can't. Blocks stand where the model has them;
  /// the calls are those that are different from each other, the source's in order, then those that only the target
  /// makes.
  std::optional<semantics::Input> input = {};
  /// Of a refutation: what the target chooses there, in the order in which it is made.
  std::vector<llvm::APInt> target_choices = {};
  bool is_rule = false;  ///< of a refutation: the texts of the modules decide, no run does
  /// Does the input decide alone? Else addresses or what unknown functions do, which it tells in part only, do too, and
  /// a run of the input that shows nothing does not refute the model.
  bool input_decides = true;
};

/// Checks one pair by one query per way to fail. Proved only if every query is unsatisfiable, refuted only with a
/// model. The solver is reused from call to call.
RefineResult refine(const semantics::Function& source, const semantics::Function& target, const Options& options,
                    smt::Solver& solver);
RefineResult refine(const semantics::Function& source, const semantics::Function& target, const Options& options);

}  // namespace assay::refine
