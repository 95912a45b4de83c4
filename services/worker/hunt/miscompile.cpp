#include "services/worker/hunt/miscompile.h"

#include <llvm/IR/LLVMContext.h>

#include <algorithm>
#include <initializer_list>
#include <memory>
#include <optional>
#include <unordered_map>

#include "fuzzers/mutate/mutate.h"
#include "services/worker/hunt/ask.h"
#include "services/worker/hunt/blame.h"
#include "services/worker/hunt/explain.h"
#include "services/worker/hunt/program.h"
#include "services/worker/ir/ir.h"

namespace assay::hunt {
namespace {

using optimize::OptimizeResult;

bool mentions_undef(const std::string& module_text) {
  llvm::LLVMContext context;
  auto module = ir::parse(context, module_text, "case");
  if (!module) return true;
  for (const llvm::Function& function : **module)
    if (mutate::mentions_undef(function)) return true;
  return false;
}

/// The same wrong value may show in several ways. Poison that reaches a branch is undefined behaviour there, a value
/// that is stored other memory; which of them a sample shows first depends on the sample.
bool is_same_failure(Reason reason, Reason seen) {
  const auto is_one_of = [&](std::initializer_list<Reason> all) {
    return std::find(all.begin(), all.end(), reason) != all.end();
  };
  switch (seen) {
    case Reason::MorePoisonous:
      return is_one_of({Reason::MorePoisonous, Reason::MoreUb, Reason::MemoryMismatch});
    case Reason::ValueMismatch:
      return is_one_of({Reason::ValueMismatch, Reason::MemoryMismatch, Reason::MoreUndefined});
    case Reason::MemoryMismatch:
      return is_one_of({Reason::MemoryMismatch, Reason::ValueMismatch, Reason::MoreUndefined, Reason::MorePoisonous});
    case Reason::MoreUndefined:
      return is_one_of({Reason::MoreUndefined, Reason::MemoryMismatch});
    default:
      return reason == seen;
  }
}

/// Looks for a question that refutes what the compiler made, and for the refutation. What a sample refutes
/// depends on the module around the function, too: other samples may show it where the function is alone. Nothing if
/// none does. A refutation that is known holds where its input refutes this run, too.
std::optional<Verdict> find_refutation(const OptimizeResult& result, Question& question, const AnalysisOptions& options,
                                       bool confirms) {
  constexpr unsigned kSamples = 8;
  if (result.end != OptimizeResult::End::Ok) return std::nullopt;
  const AskOptions means{options.cache, options.refuting, confirms};
  if (options.refutation != nullptr && !confirms) {
    const auto seen = Asker(question, FindingKind::Miscompile, means).refuted_as_before(result);
    if (seen && is_same_failure(options.refutation->reason, *seen)) return *options.refutation;
  }
  Question trial = question;
  for (unsigned i = 0; i < kSamples; ++i, ++trial.seed) {
    Verdict verdict = Asker(trial, FindingKind::Miscompile, means).check(result);
    if (verdict.kind != VerdictKind::Incorrect) continue;
    question = trial;
    return verdict;
  }
  return std::nullopt;
}

/// A case that is compiled wrongly.
struct Wrong {
  OptimizeResult run;
  Verdict verdict;
};

void take_reduced(Finding& finding, const Wrong& wrong) {
  finding.reduced = reduce::tidied(wrong.run.given);
  finding.reduced_target = reduce::tidied(wrong.run.ir);
  set_verdict(finding, wrong.verdict);
}

/// The search for the smallest case that is wrong in the same way: a mistake that no relaxed reading allows stays one.
class MiscompileReduction {
 public:
  MiscompileReduction(const Finding& finding, optimize::Compiler& compiler, Asker& asker, Explainer& explainer,
                      Reason reason)
      : finding_(finding), compiler_(compiler), asker_(asker), explainer_(explainer), reason_(reason) {}

  /// From here on cases must stay so.
  void keep_wrong_in_all() { wrong_in_all_ = true; }
  void keep_out_undef() { keeps_out_undef_ = true; }

  /// By all that the asker can do. An error if the case does not show it.
  Result<reduce::Reduction> run(const std::string& start, const reduce::Options& limits) {
    return reduce::reduce(
        start, [&](const std::string& text) { return still_wrong(text); }, limits);
  }
  /// By the inputs that are known to show it, which costs a run of the compiler for each case.
  Result<reduce::Reduction> run_by_inputs(const std::string& start, const reduce::Options& limits) {
    auto reduction = reduce::reduce(
        start, [&](const std::string& text) { return wrong_as_before(text); }, limits);
    if (reduction && !still_wrong(reduction->text)) return Error{"what is left looks otherwise to the asker"};
    return reduction;
  }
  /// By these inputs first, then the asker is asked about what they do not show.
  Result<reduce::Reduction> run_in_two_steps(const std::string& start, reduce::Options limits) {
    const auto end = std::chrono::steady_clock::now() + limits.time_limit;
    const auto time_left = [&] {
      return std::max(std::chrono::milliseconds(1),
                      std::chrono::duration_cast<std::chrono::milliseconds>(end - std::chrono::steady_clock::now()));
    };
    reduce::Options quick = limits;
    quick.tidy_names = false;
    const auto rough = run_by_inputs(start, quick);
    limits.time_limit = time_left();
    auto reduction = reduce::reduce(
        rough ? rough->text : start,
        [&](const std::string& text) { return wrong_as_before(text) || still_wrong(text); }, limits);
    if (reduction && still_wrong(reduction->text)) return reduction;
    // What few inputs have shown may look otherwise to the asker: then all over again without them.
    limits.time_limit = time_left();
    return run(start, limits);
  }
  /// Of the last case that was found wrong by all that the asker can do, which is the result.
  const Wrong& smallest() const { return smallest_; }

 private:
  bool may_be_kept(const std::string& text) const { return !keeps_out_undef_ || !mentions_undef(text); }

  const OptimizeResult& run_of(const std::string& text) {
    const auto known = runs_.find(text);
    if (known != runs_.end()) return known->second;
    return runs_[text] = compiler_.run(text, finding_.reduced_pipeline, limits_for(finding_.question));
  }

  bool wrong_as_before(const std::string& text) {
    if (!may_be_kept(text)) return false;
    const OptimizeResult& run = run_of(text);
    if (run.end != OptimizeResult::End::Ok) return false;
    const auto seen = asker_.refuted_as_before(run);
    return seen && is_same_failure(reason_, *seen) && (!wrong_in_all_ || explainer_.is_wrong_in_all_as_before(run));
  }

  bool still_wrong(const std::string& text) {
    if (!may_be_kept(text)) return false;
    const OptimizeResult& run = run_of(text);
    if (run.end != OptimizeResult::End::Ok) return false;
    Verdict verdict = asker_.check(run);
    if (verdict.kind != VerdictKind::Incorrect || !is_same_failure(reason_, verdict.reason)) return false;
    if (wrong_in_all_) {
      // What shows it in each reading is the better example: the other may be one that a reading allows.
      std::optional<Verdict> in_all = explainer_.in_all(run);
      if (in_all && in_all->kind != VerdictKind::Incorrect) return false;
      if (in_all && is_same_failure(reason_, in_all->reason)) verdict = std::move(*in_all);
    }
    smallest_ = {run, std::move(verdict)};
    return true;
  }

  const Finding& finding_;
  optimize::Compiler& compiler_;
  Asker& asker_;
  Explainer& explainer_;
  const Reason reason_;
  bool wrong_in_all_ = false, keeps_out_undef_ = false;
  Wrong smallest_;  // what is interesting last is what remains; on a busy machine a second question may have no answer
  std::unordered_map<std::string, OptimizeResult>
      runs_;  // by the case: the second step begins where the first one ended
};

/// A failure that was seen again, and how variants of it are asked about.
struct Search {
  optimize::Compiler& compiler;
  const Verdict& refutation;
  Asker& asker;
  bool cheaply;  ///< the asker looks only for refutations that cost as little as the first
  const AnalysisOptions& options;
};

enum class Reduced { Yes, No, Known };

/// Known: the case is, as it is.
Reduced reduce_miscompile(Finding& finding, const Search& search, const std::string& start) {
  Explainer explainer(finding.question, search.options.cache, search.options.refuting);
  const OptimizeResult first = search.compiler.run(start, finding.reduced_pipeline, limits_for(finding.question));
  const bool has_output = first.end == OptimizeResult::End::Ok;
  const std::optional<Verdict> relaxed = has_output ? explainer.in_all(first) : std::nullopt;
  const bool wrong_in_all = has_output && (!relaxed || relaxed->kind == VerdictKind::Incorrect);
  bool is_explained = false;
  if (search.options.is_known) {
    Finding raw = finding;
    if (relaxed && relaxed->kind == VerdictKind::Correct) raw.explained_by = explainer.explain(first);
    is_explained = !raw.explained_by.empty();
    if (search.options.is_known(raw)) return Reduced::Known;
  }
  if (search.cheaply) explainer.search(search.refutation);
  MiscompileReduction reduction(finding, search.compiler, search.asker, explainer, search.refutation.reason);
  if (wrong_in_all) reduction.keep_wrong_in_all();
  // Earlier passes may have put some in.
  if (!finding.question.undef_inputs && !mentions_undef(start)) reduction.keep_out_undef();
  const bool by_solver = search.refutation.method == Method::Smt;
  const reduce::Options limits = reduction_limits(search.options);
  // Where one reading of the language explains it, a rough case will do.
  const auto reduced = is_explained && search.cheaply ? reduction.run_by_inputs(start, limits)
                       : by_solver                    ? reduction.run_in_two_steps(start, limits)
                                                      : reduction.run(start, limits);
  if (!reduced) return Reduced::No;
  take_reduced(finding, reduction.smallest());
  finding.unfinished = !reduced->complete;
  if (!wrong_in_all) finding.explained_by = explainer.explain(reduction.smallest().run, /*patient=*/true);
  return Reduced::Yes;
}

/// Which passes it takes. Where cheap questions don't single out one, whole ones are asked.
Result<optimize::Culprit> culprit_of(const std::string& text, const std::string& pipeline, const Finding& finding,
                                     const Search& search) {
  const auto find_with = [&](Asker& asker) {
    const auto wrong = [&](const OptimizeResult& result) {
      return result.end == OptimizeResult::End::Ok &&
             (asker.refuted_as_before(result) || asker.check(result).kind == VerdictKind::Incorrect);
    };
    return optimize::find_culprit(search.compiler, text, pipeline, wrong, limits_for(finding.question));
  };
  auto found = find_with(search.asker);
  if (!search.cheaply || (found && found->suspects.size() == 1)) return found;
  Asker whole(finding.question, finding.kind, {search.options.cache, search.options.refuting, /*confirms=*/false});
  return find_with(whole);
}

using KnownCulprit = std::optional<optimize::Culprit>;

/// The culprit and the smallest case. Nothing if a cheap search comes to none.
std::optional<Analysis> search_miscompile(Finding& finding, optimize::Compiler& compiler,
                                          const AnalysisOptions& options, bool cheaply, const KnownCulprit& known) {
  const OptimizeResult alone = compiler.run(finding.original, finding.pipeline, limits_for(finding.question));
  const auto refutation = find_refutation(alone, finding.question, options, /*confirms=*/!cheaply);
  if (!refutation) return Analysis::NotShown;
  Asker cheap(finding.question, *refutation, options.refuting),
      whole(finding.question, finding.kind, {options.cache, options.refuting, /*confirms=*/!cheaply});
  const Search search{compiler, *refutation, cheaply ? cheap : whole, cheaply, options};
  auto culprit = known ? *known : culprit_of(finding.original, finding.pipeline, finding, search);
  if (culprit) take_culprit(finding, *culprit);
  Reduced reduced = reduce_miscompile(finding, search, culprit ? culprit->source : finding.original);
  if (reduced == Reduced::No && cheaply) return std::nullopt;
  if (reduced == Reduced::No && culprit) {  // what the culprit alone made, nobody sees again: the hunted case was seen
    finding.reduced_pipeline = finding.pipeline;
    reduced = reduce_miscompile(finding, search, finding.original);
  }
  if (reduced == Reduced::Known) return Analysis::Known;
  if (reduced == Reduced::No) add_note(finding, "not reduced: the case does not show it again");
  if (!culprit) {
    add_note(finding, "the culprit is not known: " + culprit.error());
    return Analysis::Shown;
  }
  // What was one of several in the hunted case may stand alone in the reduced one, and what other passes share may show
  // there.
  if (auto again = culprit_of(finding.reduced, finding.reduced_pipeline, finding, search);
      again && again->suspects.size() == 1 && again->source == finding.reduced &&
      again->pipeline != finding.reduced_pipeline) {
    again->needed = culprit->needed;
    const Answer answer = whole.ask(compiler, finding.reduced, again->pipeline);
    if (answer.kind == Answer::Kind::Reproduces) {
      take_culprit(finding, *again);
      take_reduced(finding, {answer.run, *answer.verdict});
      culprit = std::move(again);
    }
  }
  note_doubts(finding, *culprit);
  return Analysis::Shown;
}

/// Do both machines see it in the case that is left? Notes which do, and what they see: the search's example may be
/// told in a relaxed reading. What is explained needs no second opinion.
bool is_confirmed(Finding& finding, optimize::Compiler& compiler, const AnalysisOptions& options) {
  const AskOptions means{options.cache, options.refuting, /*confirms=*/finding.explained_by.empty()};
  const Answer answer =
      Asker(finding.question, finding.kind, means).ask(compiler, finding.reduced, finding.reduced_pipeline);
  if (answer.kind != Answer::Kind::Reproduces) return false;
  if (answer.verdict->counterexample) set_verdict(finding, *answer.verdict);
  return true;
}

}  // namespace

/// The search asks no more than the first refutation cost, and does without the solver's word on what the interpreter
/// sees; only where the case that is left is not confirmed, it is done again with whole questions.
Analysis analyse_miscompile(Finding& finding, optimize::Compiler& compiler, const AnalysisOptions& chosen) {
  AnalysisOptions options = chosen;
  check::RefutingInputs refuting;
  if (options.refuting == nullptr) options.refuting = &refuting;
  const ProgramSearch program = narrow_program(finding, compiler, options, analyse_miscompile);
  if (program.analysis) return *program.analysis;
  Finding found = finding;
  auto analysis = search_miscompile(found, compiler, options, /*cheaply=*/true, program.culprit);
  if (!analysis || (*analysis == Analysis::Shown && !is_confirmed(found, compiler, options))) {
    found = finding;
    analysis = search_miscompile(found, compiler, options, /*cheaply=*/false, program.culprit);
  }
  finding = std::move(found);
  return *analysis;
}

}  // namespace assay::hunt
