#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "services/common/experience.h"
#include "services/worker/budget/budget.h"
#include "services/worker/check/cache.h"
#include "services/worker/check/check.h"
#include "services/worker/check/looks_at_undef.h"
#include "services/worker/check/refuting_inputs.h"
#include "services/worker/check/shared_answers.h"
#include "services/worker/evidence/claim.h"
#include "services/worker/interpret/interpret.h"
#include "services/worker/normalize/normalize.h"
#include "services/worker/prove/order/kept_scopes.h"
#include "services/worker/prove/parts/parts.h"
#include "services/worker/prove/regions/regions.h"
#include "services/worker/prove/rounds/rounds.h"
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

/// What a rung costs at most.
enum class CostClass : std::uint8_t {
  AtOnce,    ///< thousands of instructions: a millisecond
  Query,     ///< a query of the solver, or a part of one
  Long,      ///< more: where the solver did not say all
  Programs,  ///< whole programs are run
};

/// What has to hold where a rung is asked.
enum class Need : std::uint8_t {
  Interpreter,      ///< it may speak
  Solver,           ///< it may speak
  Programs,         ///< both are the @main of two modules, with parameters that a C program has
  Loops,            ///< there is one
  WorthCutting,     ///< each has a loop, or the target a call or nothing in place of it, or one is large
  EqualConstants,   ///< no constant of the modules has two values
  SharedConstants,  ///< none has that both functions refer to: the interpreter compares with one module's constants
  Cutting,          ///< the pair may be cut, and is read as LangRef says
  Large,            ///< so many instructions that to look at all of them again and again is dear
  Unhurried,        ///< it is not large, or there is more than a moment for it
  Caching,          ///< there is a cache, and an answer would be the pair's
  Undecided,        ///< nothing that stands so far decides, even within limits
  Count,
};

class Needs {
 public:
  constexpr bool has(Need need) const { return (bits_ >> static_cast<unsigned>(need) & 1u) != 0; }
  friend constexpr Needs operator|(Needs needs, Need need) {
    needs.bits_ |= 1u << static_cast<unsigned>(need);
    return needs;
  }

 private:
  unsigned bits_ = 0;
};

/// What the modules of a pair say of their constants.
enum class Constants : std::uint8_t { Equal, OthersDiffer, SharedDiffer };

/// A pair on its way up the ladder.
struct Asked {
  const llvm::Function& source;
  const llvm::Function& target;
  const Lowered& pair;
  Constants constants = Constants::Equal;
  bool may_be_recalled = false;  ///< the answer to an equal question would be this one's

  // What rungs leave to those that follow
  Rung told = Rung::Syntax;                          ///< what costs are told under
  Claim stands = {};                                 ///< the answer if no later rung has one
  std::optional<normalize::NormalPair> normal = {};  ///< of parts, for rounds
  std::optional<CacheKey> key = {};                  ///< of an answer that the cache lacks
  std::string why_not_executed = {};                 ///< why executions of two @main were not compared
  std::string undefined_execution = {};              ///< how the source's ends, if all that were run are undefined
  std::optional<Claim> executed_alike = {};          ///< a proof for some command lines, if no rung has a better one
};

class Rungs {
 public:
  explicit Rungs(Options chosen);

  Options options;
  const budget::Budget shares;
  refine::smt::Solver solver;
  std::function<void(const Verdict&)> told;
  bool tells = true;  ///< of the reading of the pair that is judged
  bool tells_proofs = true;
  bool holds_everywhere = true;  ///< a proof in the environment that is tried is one for all that may be
  /// Of the pair that is judged: where such a proof may not hold, as inputs, memory or results of calls are undef.
  std::function<NeedsOfUndef()> undef_that_counts;
  std::vector<RungCost> costs;  ///< of the check that is under way
  SharedAnswers answers;        ///< about regions
  RefutingInputs own_refuting;
  RefutingInputs& refuting;

  /// Runs one rung and notes what it took.
  template <class Ask>
  auto timed(Rung rung, Ask&& ask) {
    const auto start = ProcessorClock::now();
    auto result = ask();
    costs.push_back({rung, std::chrono::duration<double>(ProcessorClock::now() - start).count()});
    return result;
  }

  /// The answer of the first rung that has one; else what stands. See rungs.def.
  Claim climb(Asked asked);

  // The rungs. A claim is the pair's; what need not be the last word is left in `stands`.
#define RUNG(name, told, cost, needs, share, sentence) \
  std::optional<Claim> name(Asked& asked, decltype(std::declval<const budget::Budget&>().share()) share);
#include "services/worker/check/rungs.def"

  interpret::CheckOptions interpreter_options() const;
  interpret::CheckOptions options_to_refute(const Lowered& pair) const;
  /// For inputs that refuted other pairs.
  interpret::CheckOptions options_to_remember(const Lowered& pair) const;
  /// What the interpreter runs is one function for each mathematical function: that is no proof for the others.
  static bool runs_stand_for_some_functions(const Lowered& pair);
  /// Where it is for undef arguments alone that the target is wrong, the claim says so first.
  void say_if_undef_alone(Claim& claim, const Lowered& pair);
  /// Is the proof one for runs in which nobody brings undef in? No look at undef limits it any more.
  static bool is_without_undef(const Claim& proof);
  /// Does a proof of the solver hold only where memory of the caller holds no undef?
  bool undef_counts(const llvm::Function& source, const llvm::Function& target) const;
  /// That, and the same of what unknown functions give, and of arguments.
  NeedsOfUndef all_undef_that_counts(const llvm::Function& source, const llvm::Function& target) const;

 private:
  refine::Options solver_options() const;
  /// What the pair has in common with others: memory, loops, floating point, wide values.
  static std::string kind_of(const Lowered& pair);
  /// A refutation, told by a simple input.
  Claim refuted(const Lowered& pair, const CheckResult& refutation, Method method, std::vector<Decider> confirmed_by);
  /// Mathematical functions are any functions to both machines. A counterexample counts only if it is also one with
  /// what this machine's library gives: the target may have computed some of it already.
  bool holds_for_real_functions(const Lowered& pair, const semantics::Input& input, bool allocations_succeed = false,
                                const std::vector<llvm::APInt>& suggested = {}) const;
  /// The refutation if it holds for real functions, or another one that does. Nothing if none is found.
  std::optional<CheckResult> with_real_functions(const Lowered& pair, const CheckResult& refutation) const;
  static Claim with_other_functions_only(Method method);
  /// The solver takes memory of the caller to hold no undef.
  static bool holds_undef(const semantics::Input& input);
  /// Has a variable that is written to, or a constant, too, an initializer with undef or poison in it?
  static bool starts_with_undef(const llvm::Module& module, bool constants = false);
  /// What the interpreter refutes, unless the solver proves the contrary.
  Claim confirm_by_solver(const Lowered& pair, const CheckResult& refutation, Method method);
  bool holds(Need need, const Asked& asked) const;
  bool meets(Needs needs, const Asked& asked) const;
  /// Executes two @main with some command lines. Refuted if one of them shows a difference. Proved if they take no
  /// arguments, because then there is only one execution; inconclusive if that is longer than the share. Else nothing,
  /// but what was executed alike is left.
  std::optional<Claim> by_executions(Asked& asked, const budget::OneRun& share) const;
  /// What stands if no later rung comes to an end.
  void tell_early(const Claim& proof) const;
  /// Runs all inputs and choices. Nothing if that costs more than the share or can't decide.
  std::optional<Claim> run_all(const Asked& asked, const budget::Runs& share);
  /// Runs a sample of inputs. Nothing unless it refutes.
  std::optional<Claim> run_some(const Asked& asked, const budget::Runs& share, interpret::Drawing drawing = {});
  /// Asks about the whole pair, within the time of a query, or less where such questions are mostly not answered.
  refine::RefineResult ask_solver(const Asked& asked, const semantics::Function& target,
                                  std::chrono::milliseconds share);
  std::unique_ptr<prove::WithoutScopes> without_kept_scopes(const Asked& asked, std::chrono::milliseconds share);
  /// What the solver refutes, for pairs that the interpreter can't judge.
  static Claim unreplayed(const refine::RefineResult& result);
  static Claim of_rule(const refine::RefineResult& result);
  /// What the solver refutes: the interpreter replays the model, if it can.
  Claim confirm_by_interpreter(const Lowered& pair, const refine::RefineResult& result);
  /// What the segments of a pair have to mind, and what their proofs rest on.
  struct Segments;
  static Segments segments_of(const llvm::Function& source, const llvm::Function& target, const Options& options);
  static Segments without_undef_from_outside(const llvm::Function& source, const llvm::Function& target,
                                             prove::UndefFrom from);
  std::optional<Claim> rounds_of_defined_reads(Asked& asked, std::chrono::milliseconds share);
  void let_stand(Asked& asked, Claim proof, bool defined_reads);
  prove::ProvesSegment segment_prover(const Lowered& pair, Segments& segments, WorkClock::time_point deadline);
  prove::ProvedRegions ask_once(const prove::RegionPair& region, const std::string& context, Segments& segments,
                                WorkClock::time_point deadline, llvm::function_ref<prove::ProvedRegions()> ask);
  /// The pair's claim, where all segments are proved.
  static Claim proved_by_segments(Segments& segments, const Asked& asked, const prove::ProvesSegment& proves);
  /// Proves a part, and remembers the answer.
  prove::ProvesPart part_prover(const Lowered& pair, WorkClock::time_point deadline);
  /// What a segment is given may be anything: see rounds.h.
  bool proves_segment(const llvm::Function& before, const llvm::Function& after,
                      const semantics::LowerOptions& lowering, WorkClock::time_point deadline, budget::Effort effort,
                      bool undef);
  /// A part's parameters are not undef: see prove/parts/parts.h. They may be poison, whatever the function's arguments
  /// are.
  bool proves_part(const llvm::Function& before, const llvm::Function& after, const semantics::LowerOptions& lowering,
                   WorkClock::time_point deadline);

  std::unordered_map<std::string, bool> known_parts_;  ///< by all that they are about: was the part proved?
  std::unordered_set<std::string> proved_segments_;    ///< questions, by all that they are about
  Experience experience_;
};

}  // namespace assay::check
