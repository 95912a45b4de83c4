#include "services/worker/hunt/analyse.h"

#include <llvm/IR/LLVMContext.h>

#include <algorithm>
#include <initializer_list>
#include <optional>

#include "fuzzers/mutate/mutate.h"
#include "services/worker/hunt/ask.h"
#include "services/worker/hunt/explain.h"
#include "services/worker/ir/ir.h"
#include "services/worker/oracles/oracles.h"
#include "services/worker/reduce/reduce.h"
#include "services/worker/triage/triage.h"

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
/// that is stored other memory.
bool is_same_failure(Reason reason, const Verdict& verdict) {
  if (verdict.kind != VerdictKind::Incorrect) return false;
  const auto is_one_of = [&](std::initializer_list<Reason> all) {
    return std::find(all.begin(), all.end(), reason) != all.end();
  };
  switch (verdict.reason) {
    case Reason::MorePoisonous:
      return is_one_of({Reason::MorePoisonous, Reason::MoreUb, Reason::MemoryMismatch});
    case Reason::ValueMismatch:
    case Reason::MemoryMismatch:
      return is_one_of({Reason::ValueMismatch, Reason::MemoryMismatch, Reason::MoreUndefined});
    case Reason::MoreUndefined:
      return is_one_of({Reason::MoreUndefined, Reason::MemoryMismatch});
    default:
      return reason == verdict.reason;
  }
}

/// Looks for a question that refutes what the compiler made, and for the refutation. What a sample refutes
/// depends on the module around the function, too: other samples may show it where the function is alone. Nothing if none does.
std::optional<Verdict> find_refutation(const OptimizeResult& result, Question& question, check::Cache* cache) {
  constexpr unsigned kSamples = 8;
  if (result.end != OptimizeResult::End::Ok) return std::nullopt;
  Question trial = question;
  for (unsigned i = 0; i < kSamples; ++i, ++trial.seed) {
    Verdict verdict = Asker(trial, FindingKind::Miscompile, cache).check(result);
    if (verdict.kind != VerdictKind::Incorrect) continue;
    question = trial;
    return verdict;
  }
  return std::nullopt;
}

void add_note(Finding& finding, const std::string& note) {
  finding.detail += (finding.detail.empty() ? "" : "; ") + note;
}

/// The name of the only pass of a pipeline; empty if there are more, or adaptors around it.
std::string only_pass(const std::string& pipeline) {
  const std::string name = pipeline.substr(0, pipeline.find('<'));
  return name.find_first_of("(,") == std::string::npos ? name : "";
}

/// Names the pass that fails alone; where several are needed, all of them.
void take_culprit(Finding& finding, const optimize::Culprit& culprit) {
  constexpr std::size_t kMostNamed = 3;
  finding.culprit = culprit.pass;
  finding.reduced_pipeline = culprit.pipeline;
  if (culprit.suspects.size() > 1 && culprit.suspects.size() <= kMostNamed) {
    finding.culprit.clear();
    for (const std::string& pass : culprit.suspects) finding.culprit += (finding.culprit.empty() ? "" : ",") + pass;
  }
}

/// What is not as it should be with a culprit.
void note_doubts(Finding& finding, const optimize::Culprit& culprit) {
  if (culprit.suspects.size() != 1) add_note(finding, "no pass fails alone");
  if (!culprit.needed) add_note(finding, "the pipeline fails without " + culprit.pass + ", too");
}

reduce::Options limits_of(const AnalysisOptions& options) {
  reduce::Options limits;
  limits.time_limit = std::chrono::milliseconds(options.reduce_ms);
  return limits;
}

void take_reduced(Finding& finding, const Answer& answer) {
  finding.reduced = reduce::tidied(answer.run.given);
  finding.reduced_target = reduce::tidied(answer.run.ir);
  set_verdict(finding, *answer.verdict);
}

/// A miscompile to be made smaller.
struct Miscompile {
  optimize::Compiler& compiler;
  const Verdict& refutation;
  const std::string& start;  ///< the case, as what is left of the pipeline is given it
  bool wrong_in_all;         ///< a mistake that no relaxed reading allows stays one
  bool keeps_out_undef;
};

/// The smallest case that is wrong in the same way. `asker` says what is wrong; the cost of the refutation is a limit if `cheaply`. Nothing
/// if there is no such case.
std::optional<Answer> reduce_miscompile(Finding& finding, const Miscompile& wrong, Asker& asker, bool cheaply, const AnalysisOptions& options) {
  const Explainer explainer(finding.question, options.cache);
  Answer smallest;  // what is interesting last is what remains; on a busy machine a second question may have no answer
  const auto still_wrong = [&](const std::string& module_text) {
    if (wrong.keeps_out_undef && mentions_undef(module_text)) return false;
    Answer answer = asker.ask(wrong.compiler, module_text, finding.reduced_pipeline);
    if (!answer.verdict || !is_same_failure(wrong.refutation.reason, *answer.verdict)) return false;
    if (wrong.wrong_in_all && !explainer.is_wrong_in_all(answer.run, cheaply ? &wrong.refutation : nullptr)) return false;
    smallest = std::move(answer);
    return true;
  };
  const auto reduction = reduce::reduce(wrong.start, still_wrong, limits_of(options));
  if (!reduction) {
    if (!cheaply) add_note(finding, "not reduced: " + reduction.error());
    return std::nullopt;
  }
  finding.unfinished = !reduction->complete;
  return smallest;
}

/// Searches with cheap questions, and asks the whole one of what that ends with. If the answer is another, searches with whole ones.
std::optional<Answer> reduce_miscompile(Finding& finding, const Miscompile& wrong, const AnalysisOptions& options) {
  Asker whole(finding.question, finding.kind, options.cache), cheap(finding.question, wrong.refutation);
  if (const auto found = reduce_miscompile(finding, wrong, cheap, true, options)) {
    Answer smallest = whole.ask(wrong.compiler, found->run.given, finding.reduced_pipeline);
    const bool same = smallest.verdict && is_same_failure(wrong.refutation.reason, *smallest.verdict);
    const Explainer explainer(finding.question, options.cache);
    if (same && (!wrong.wrong_in_all || explainer.is_wrong_in_all(smallest.run))) return smallest;
  }
  return reduce_miscompile(finding, wrong, whole, false, options);
}

/// False if the case as it is is known.
bool reduce_unless_known(Finding& finding, optimize::Compiler& compiler, const std::string& start, const Verdict& refutation,
                         const AnalysisOptions& options) {
  const Explainer explainer(finding.question, options.cache);
  const OptimizeResult first = compiler.run(start, finding.reduced_pipeline, limits_for(finding.question));
  const bool has_output = first.end == OptimizeResult::End::Ok;
  const bool wrong_in_all = has_output && explainer.is_wrong_in_all(first);
  if (options.is_known) {
    Finding raw = finding;
    if (has_output && !wrong_in_all) raw.explained_by = explainer.explain(first);
    if (options.is_known(raw)) return false;
  }
  // Earlier passes may have put some in.
  const bool keeps_out_undef = !finding.question.undef_inputs && !mentions_undef(start);
  const auto smallest = reduce_miscompile(finding, {compiler, refutation, start, wrong_in_all, keeps_out_undef}, options);
  if (!smallest) return true;
  take_reduced(finding, *smallest);
  if (!wrong_in_all) finding.explained_by = explainer.explain(smallest->run);
  return true;
}

Analysis shown_if(bool shown) { return shown ? Analysis::Shown : Analysis::NotShown; }

/// Which passes it takes; the asker says what is wrong.
Result<optimize::Culprit> culprit_of(const std::string& text, const std::string& pipeline, optimize::Compiler& compiler, Asker& asker,
                                     const Question& question) {
  const auto wrong = [&](const OptimizeResult& result) {
    return result.end == OptimizeResult::End::Ok && asker.check(result).kind == VerdictKind::Incorrect;
  };
  return optimize::find_culprit(compiler, text, pipeline, wrong, limits_for(question));
}

Analysis analyse_miscompile(Finding& finding, optimize::Compiler& compiler, const AnalysisOptions& options) {
  const OptimizeResult alone = compiler.run(finding.original, finding.pipeline, limits_for(finding.question));
  const auto refutation = find_refutation(alone, finding.question, options.cache);
  if (!refutation) return Analysis::NotShown;
  Asker whole(finding.question, finding.kind, options.cache), cheap(finding.question, *refutation);
  const auto find_culprit = [&](const std::string& text, const std::string& pipeline) {
    auto found = culprit_of(text, pipeline, compiler, cheap, finding.question);
    const bool is_one = found && found->suspects.size() == 1;
    return is_one ? std::move(found) : culprit_of(text, pipeline, compiler, whole, finding.question);
  };
  auto culprit = find_culprit(finding.original, finding.pipeline);
  if (culprit) take_culprit(finding, *culprit);
  if (!reduce_unless_known(finding, compiler, culprit ? culprit->source : finding.original, *refutation, options)) return Analysis::Known;
  if (!culprit) {
    add_note(finding, "the culprit is not known: " + culprit.error());
    return Analysis::Shown;
  }
  // What was one of several in the hunted case may stand alone in the reduced one, and what other passes share may show there.
  if (auto again = find_culprit(finding.reduced, finding.reduced_pipeline);
      again && again->suspects.size() == 1 && again->source == finding.reduced && again->pipeline != finding.reduced_pipeline) {
    again->needed = culprit->needed;
    const Answer answer = whole.ask(compiler, finding.reduced, again->pipeline);
    if (answer.kind == Answer::Kind::Reproduces) {
      take_culprit(finding, *again);
      take_reduced(finding, answer);
      culprit = std::move(again);
    }
  }
  note_doubts(finding, *culprit);
  return Analysis::Shown;
}

/// Where it crashed, what the verifier says: a case that fails elsewhere is another failure.
std::string headline_of(const OptimizeResult& result) {
  if (result.end == OptimizeResult::End::Crashed) return oracles::crash_headline(result.message);
  if (result.end == OptimizeResult::End::InvalidIr) return oracles::verifier_headline(result.message);
  return "";
}

/// A crash, a hang or invalid output: how a run ends says it all.
bool analyse_end(Finding& finding, optimize::Compiler& compiler, const AnalysisOptions& options) {
  const auto end = finding.kind == FindingKind::Hang        ? OptimizeResult::End::TimedOut
                   : finding.kind == FindingKind::InvalidIr ? OptimizeResult::End::InvalidIr
                                                            : OptimizeResult::End::Crashed;
  const optimize::Limits run_limits = limits_for(finding.question);
  const std::string headline = headline_of(compiler.run(finding.original, finding.pipeline, run_limits));
  const auto fails = [&](const OptimizeResult& result) { return result.end == end && headline_of(result) == headline; };
  auto culprit = optimize::find_culprit(compiler, finding.original, finding.pipeline, fails, run_limits);
  if (!culprit) {
    add_note(finding, "does not show again: " + culprit.error());
    return false;
  }
  take_culprit(finding, *culprit);
  const auto still_fails = [&](const std::string& text) {
    return fails(compiler.run(text, finding.reduced_pipeline, run_limits));
  };
  if (auto reduction = reduce::reduce(culprit->source, still_fails, limits_of(options))) {
    finding.reduced = reduction->text;
    finding.unfinished = !reduction->complete;
  }
  note_doubts(finding, *culprit);
  return true;
}

/// What an oracle sees only by running the whole pipeline more than once: its steps can't be told apart.
bool analyse_variance(Finding& finding, optimize::Compiler& compiler, const AnalysisOptions& options) {
  Asker asker(finding.question, finding.kind, options.cache);
  const auto shows = [&](const std::string& text) {
    const Answer answer = asker.ask(compiler, text, finding.pipeline);
    return answer.complaint && answer.complaint->headline == finding.reason;
  };
  if (!shows(finding.original)) {
    add_note(finding, "does not show again");
    return false;
  }
  finding.culprit = only_pass(finding.pipeline);
  if (auto reduction = reduce::reduce(finding.original, shows, limits_of(options))) {
    finding.reduced = reduction->text;
    finding.unfinished = !reduction->complete;
  }
  const Answer answer = asker.ask(compiler, finding.reduced, finding.pipeline);
  finding.reduced_target = reduce::tidied(answer.run.ir);
  if (answer.complaint) finding.detail = answer.complaint->detail;
  return true;
}

Analysis complete(Finding& finding, optimize::Compiler& compiler, const AnalysisOptions& options) {
  switch (finding.kind) {
    case FindingKind::Miscompile: return analyse_miscompile(finding, compiler, options);
    case FindingKind::Crash:
    case FindingKind::Hang:
    case FindingKind::InvalidIr: return shown_if(analyse_end(finding, compiler, options));
    case FindingKind::Nondeterminism:
    case FindingKind::DebugVariance: return shown_if(analyse_variance(finding, compiler, options));
  }
  return Analysis::NotShown;
}

}  // namespace

Analysis analyse(Finding& finding, optimize::Compiler& compiler, const AnalysisOptions& options) {
  const Analysis shown = complete(finding, compiler, options);
  finding.signature = triage::signature(finding);
  finding.title = triage::title(finding);
  return shown;
}

}  // namespace assay::hunt
