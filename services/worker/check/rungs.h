#pragma once

#include <chrono>
#include <functional>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "services/common/experience.h"
#include "services/worker/budget/budget.h"
#include "services/worker/check/check.h"
#include "services/worker/check/recall.h"
#include "services/worker/evidence/claim.h"
#include "services/worker/interpret/interpret.h"
#include "services/worker/normalize/normalize.h"
#include "services/worker/prove/parts/parts.h"
#include "services/worker/refine/refine.h"
#include "services/worker/refine/smt/solver.h"
#include "services/worker/semantics/program.h"

/// The rungs of the ladder: each asks one machine about a pair that is lowered, or about parts of it.
namespace assay::check {

using evidence::Assumed;
using evidence::Claim;
using interpret::CheckResult;
using refine::smt::ProcessorClock;
using refine::smt::WorkClock;

/// The pair in the form that both machines read.
struct Lowered {
  semantics::Function source;
  semantics::Function target;
};

class Rungs {
 public:
  explicit Rungs(Options chosen);

  Options options;
  const budget::Budget budget;
  refine::smt::Solver solver;
  std::function<void(const Verdict&)> told;
  bool tells = true;  ///< of the reading of the pair that is judged
  bool tells_proofs = true;
  bool holds_everywhere = true;  ///< a proof in the environment that is tried is one for all that may be
  std::vector<RungCost> costs;   ///< of the check that is under way
  Recall own_recall;
  Recall& recall;

  /// Runs one rung and notes what it took.
  template <class Ask>
  auto timed(Rung rung, Ask&& ask) {
    const auto start = ProcessorClock::now();
    auto result = ask();
    costs.push_back({rung, std::chrono::duration<double>(ProcessorClock::now() - start).count()});
    return result;
  }

  /// Runs all inputs and choices. Nothing if that costs more than the budget or can't decide.
  std::optional<Claim> by_all_inputs(Rung rung, const Lowered& pair, const budget::Runs& share);
  /// Runs a sample of inputs. Nothing unless it refutes.
  std::optional<Claim> by_sample(Rung rung, const Lowered& pair, const budget::Runs& share, bool long_runs = false);
  /// Proved if everything that was changed, cut out, is proved by itself.
  std::optional<Claim> by_parts(const Lowered& pair, const llvm::Function& source, const llvm::Function& target);
  /// Asks the solver; where it gives up, the interpreter again, with a larger budget.
  Claim ask_further(const Lowered& pair, bool different_constants);
  /// Where only the interpreter is asked: what it gets more time for.
  Claim by_patience_alone(const Lowered& pair, bool different_constants);

  interpret::CheckOptions interpreter_options() const;
  interpret::CheckOptions options_to_refute(const Lowered& pair) const;
  /// For inputs that refuted other pairs.
  interpret::CheckOptions options_to_remember(const Lowered& pair) const;
  /// What the interpreter runs is one function for each mathematical function: that is no proof for the others.
  static bool runs_stand_for_some_functions(const Lowered& pair);
  /// Does a proof of the solver hold only where memory of the caller holds no undef?
  bool undef_counts(const llvm::Function& source, const llvm::Function& target) const;

 private:
  refine::Options solver_options() const;
  /// A refutation, told by a simple input.
  Claim refuted(const Lowered& pair, const CheckResult& refutation, Method method, std::vector<Decider> confirmed_by);
  /// Mathematical functions are any functions to both machines. A counterexample counts only if it is also one with
  /// what this machine's library gives: the target may have computed some of it already.
  bool holds_for_real_functions(const Lowered& pair, const semantics::Input& input,
                                bool allocations_succeed = false) const;
  /// The refutation if it holds for real functions, or another one that does. Nothing if none is found.
  std::optional<CheckResult> with_real_functions(const Lowered& pair, const CheckResult& refutation) const;
  static Claim with_other_functions_only(Method method);
  /// The solver takes memory of the caller to hold no undef.
  static bool holds_undef(const semantics::Input& input);
  /// What the interpreter refutes, unless the solver proves the contrary.
  Claim confirm_by_solver(const Lowered& pair, const CheckResult& refutation, Method method);
  /// A proof within an unroll bound, or none: where there are loops, a larger sample may still refute.
  std::optional<Claim> by_sample_of_loops(const Lowered& pair);
  /// Runs a sample of inputs under which loops run long. Nothing unless it refutes.
  std::optional<Claim> by_long_runs(const Lowered& pair);
  /// Asks about the whole pair, within the time of a query, or less where such questions are mostly not answered.
  refine::RefineResult ask_solver(const Lowered& pair);
  /// The same; a counterexample is replayed.
  Claim by_solver(const Lowered& pair);
  /// For pairs that the interpreter can't judge.
  Claim by_solver_alone(const Lowered& pair);
  static Claim of_rule(const refine::RefineResult& result);
  /// What the solver refutes: the interpreter replays the model, if it can.
  Claim confirm_by_interpreter(const Lowered& pair, const refine::RefineResult& result);
  /// Proves a part, and remembers the answer.
  prove::ProvesPart part_prover(const Lowered& pair, WorkClock::time_point deadline);
  /// Proved if its loops run in step: see rounds.h.
  std::optional<Claim> by_rounds(const Lowered& pair, normalize::NormalPair normal);
  /// What a segment is given may be anything: see rounds.h.
  bool proves_segment(const llvm::Function& before, const llvm::Function& after,
                      const semantics::LowerOptions& lowering, WorkClock::time_point deadline, budget::Effort effort);
  /// A part's parameters are not undef: see prove/parts/parts.h. They may be poison, whatever the function's arguments
  /// are.
  bool proves_part(const llvm::Function& before, const llvm::Function& after, const semantics::LowerOptions& lowering,
                   WorkClock::time_point deadline);

  std::unordered_map<std::string, bool> known_parts_;  ///< by their text: was the part proved?
  Experience experience_;
};

}  // namespace assay::check
