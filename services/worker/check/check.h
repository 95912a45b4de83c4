#pragma once

#include <llvm/IR/Function.h>

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "services/common/question.h"
#include "services/common/records.h"
#include "services/worker/semantics/variant.h"

/// One pair of functions, one verdict: the ladder from the cheapest judge to the dearest.
namespace assay::check {

/// Which judges may speak.
enum class Oracles { All, Interpreter, Smt };

class Cache;
class RefutingInputs;

/// The question, and how it is to be answered.
struct Options : Question {
  Options() : Options(question_by(AskedBy::Code)) {}
  /// Words of semantics that this build does not know count as langref: see parse_variant for telling a user.
  explicit Options(const Question& question);

  semantics::Variant semantics;  ///< how both functions are read: the question's words, understood
  Oracles oracles = Oracles::All;
  /// The solver is asked about what the interpreter refutes, too; who searches for a case asks at the end only.
  bool confirms = true;
  bool executes_only = false;  ///< two @main are executed as programs, and nobody else is asked
  std::string command_line;    ///< of these executions; empty: some are tried
  bool trust_text = true;      ///< equal text is a proof; tests of the judges turn it off
  bool cut = true;  ///< what was changed is cut out and proved by itself, if it can be (prove/), before the whole
  /// What never decided a kind of pairs is tried on few of that kind: to go on where the solver has not answered soon,
  /// and to run many inputs where it gave up. Then an undecided pair may depend on those that were judged before.
  bool learn = false;
  /// Asked before the solver is, and told what it found; null: none. Must outlive the checker.
  Cache* cache = nullptr;
  /// For refuted_as_before(); null: the checker keeps those of its own. For checkers with
  /// the same semantics: in another reading an input may be none. Must outlive the checker.
  RefutingInputs* refuting = nullptr;
};

/// Judges pairs, one after the other; keeps what is expensive to build. Not for use by two threads at once.
///
/// Equal text is a proof. Then both functions are lowered, in each environment that may be, and the ladder of rungs.def
/// is climbed.
/// The interpreter replays what the solver refutes, and the solver is asked about what the interpreter refutes.
/// `confirmed_by` names those that saw the counterexample. If the two contradict each other, the verdict is unknown
/// (Reason::OraclesDisagree, Reason::Spurious).
class Checker {
 public:
  explicit Checker(Options options);
  ~Checker();
  Checker(const Checker&) = delete;
  Checker& operator=(const Checker&) = delete;

  /// Both functions must be definitions in modules of one LLVMContext. The verdict says what each rung took.
  Verdict check(const llvm::Function& source, const llvm::Function& target);

  /// Does an input that refuted one of the last pairs (incorrect verdicts of those that share them) refute this
  /// one? For which
  /// reason; nothing if none does, or the pair can't be judged. Costs a few runs: no other input is tried, no solver
  /// asked.
  std::optional<Reason> refuted_as_before(const llvm::Function& source, const llvm::Function& target) const;

  /// From now on `told` gets verdicts that already stand when the solver is asked to confirm them or to prove more.
  /// If the solver never comes back, the last of them is the pair's verdict.
  void tell_early(std::function<void(const Verdict&)> told);
  /// Does `told` get proofs, too? It must not where several pairs make one verdict.
  void tell_proofs(bool wanted);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// The pairs of functions by which two modules are judged: those that code outside can call. Functions that only
/// their module can call are judged through their callers: an interprocedural pass knows all callers, and may change
/// anything that they do not use.
std::vector<std::pair<llvm::Function*, llvm::Function*>> pairs_of(llvm::Module& source, llvm::Module& target);

/// The same of all pairs of functions by which the texts are judged; nothing if they can't be parsed.
std::optional<Reason> refuted_as_before(const Checker& checker, const std::string& source, const std::string& target);

/// The command line with which two programs were seen to differ; empty: nothing was executed.
std::string command_line_of(const Verdict& verdict);

/// Judges every function that both texts define and gives the gravest verdict: incorrect, then error, unknown,
/// unsupported, correct. Texts that can't be parsed, or share no function, are errors.
Verdict check_texts(Checker& checker, const std::string& source, const std::string& target);

}  // namespace assay::check
