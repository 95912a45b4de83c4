#include "services/worker/hunt/analyse.h"

#include "services/worker/codegen/compiler.h"
#include "services/worker/hunt/ask.h"
#include "services/worker/hunt/blame.h"
#include "services/worker/hunt/machine_code.h"
#include "services/worker/hunt/miscompile.h"
#include "services/worker/ir/targeted.h"
#include "services/worker/oracles/oracles.h"
#include "services/worker/reduce/reduce.h"
#include "services/worker/triage/triage.h"

namespace assay::hunt {
namespace {

using optimize::OptimizeResult;

constexpr std::chrono::milliseconds kTimeOfVariant{1'000};

/// The name of the only pass of a pipeline; empty if there are more, or adaptors around it.
std::string only_pass(const std::string& pipeline) {
  const std::string name = pipeline.substr(0, pipeline.find('<'));
  return name.find_first_of("(,") == std::string::npos ? name : "";
}

Analysis shown_if(bool shown) { return shown ? Analysis::Shown : Analysis::NotShown; }

/// Where it crashed, what the verifier says: a case that fails elsewhere is another failure.
std::string headline_of(const OptimizeResult& result) {
  if (result.end == OptimizeResult::End::Crashed) return oracles::crash_headline(result.message);
  if (result.end == OptimizeResult::End::InvalidIr) return oracles::verifier_headline(result.message);
  return "";
}

/// A crash, a hang or invalid output: how a run ends says it all.
Analysis analyse_end(Finding& finding, optimize::Compiler& compiler, const AnalysisOptions& options) {
  const auto end = finding.kind == FindingKind::Hang        ? OptimizeResult::End::TimedOut
                   : finding.kind == FindingKind::InvalidIr ? OptimizeResult::End::InvalidIr
                                                            : OptimizeResult::End::Crashed;
  optimize::Limits run_limits = limits_for(finding.question);
  // Most variants of a case on which llc does not come to an end don't either.
  if (end == OptimizeResult::End::TimedOut && is_llc(compiler.id())) run_limits.time = kTimeOfVariant;
  const std::string headline = headline_of(compiler.run(finding.original, finding.pipeline, run_limits));
  const auto fails = [&](const OptimizeResult& result) { return result.end == end && headline_of(result) == headline; };
  auto culprit = optimize::find_culprit(compiler, finding.original, finding.pipeline, fails, run_limits);
  if (!culprit) {
    add_note(finding, "does not show again: " + culprit.error());
    return Analysis::NotShown;
  }
  take_culprit(finding, *culprit);
  if (options.is_known && options.is_known(finding)) return Analysis::Known;
  std::string message;  // of the last case that fails, which is the one that is left
  const auto still_fails = [&](const std::string& text) {
    const OptimizeResult result = compiler.run(text, finding.reduced_pipeline, run_limits);
    if (!fails(result)) return false;
    message = result.message;
    return true;
  };
  if (auto reduction = reduce::reduce(culprit->source, still_fails, reduction_limits(options))) {
    const auto whole = [&] {
      return compiler.run(reduction->text, finding.reduced_pipeline, limits_for(finding.question));
    };
    if (run_limits.time == limits_for(finding.question).time || fails(whole())) {
      finding.reduced = reduction->text;
      finding.unfinished = !reduction->complete;
    }
    if (!message.empty()) finding.detail = message;
  }
  if (finding.culprit.empty() && codegen::is_code(finding.reduced_pipeline))
    blame_code_generation(finding, compiler, fails, run_limits);
  else
    note_doubts(finding, *culprit);
  return Analysis::Shown;
}

/// What an oracle sees only by running the whole pipeline more than once: its steps can't be told apart.
bool analyse_variance(Finding& finding, optimize::Compiler& compiler, const AnalysisOptions& options) {
  Asker asker(finding.question, finding.kind, {options.cache});
  const auto shows = [&](const std::string& text) {
    const Answer answer = asker.ask(compiler, text, finding.pipeline);
    return answer.complaint && answer.complaint->headline == finding.reason;
  };
  if (!shows(finding.original)) {
    add_note(finding, "does not show again");
    return false;
  }
  finding.culprit = only_pass(finding.pipeline);
  if (auto reduction = reduce::reduce(finding.original, shows, reduction_limits(options))) {
    finding.reduced = reduction->text;
    finding.unfinished = !reduction->complete;
  }
  const Answer answer = asker.ask(compiler, finding.reduced, finding.pipeline);
  finding.reduced_target = reduce::tidied(answer.run.ir);
  if (answer.complaint) finding.detail = answer.complaint->detail;
  return true;
}

bool is_same(const Finding& finding, const Answer& answer) {
  if (answer.verdict)
    return answer.verdict->kind == VerdictKind::Incorrect && reason_text(*answer.verdict) == finding.reason;
  return answer.complaint && answer.complaint->headline == finding.reason;
}

/// Leaves out the options of passes that the failure shows without.
void drop_options(Finding& finding, optimize::Compiler& compiler, const AnalysisOptions& options) {
  std::vector<std::string> words = optimize::words_of(finding.question.opt_args);
  for (std::size_t index = 0; index < words.size();) {
    std::string fewer;
    for (std::size_t other = 0; other < words.size(); ++other)
      if (other != index) fewer = optimize::joined_args(fewer, words[other]);
    Question trial = finding.question;
    trial.opt_args = fewer;
    Asker asker(trial, finding.kind, {options.cache, options.refuting, false});
    if (is_same(finding, asker.ask(compiler, finding.original, finding.pipeline))) {
      finding.question.opt_args = fewer;
      words.erase(words.begin() + static_cast<std::ptrdiff_t>(index));
    } else {
      ++index;
    }
  }
}

/// A case that needs no target is worth more than one that does.
void drop_environment(Finding& finding, optimize::Compiler& compiler, const AnalysisOptions& options) {
  const auto plain = ir::without_environment(finding.original);
  if (!plain) return;
  Asker asker(finding.question, finding.kind, {options.cache, options.refuting, false});
  if (is_same(finding, asker.ask(compiler, *plain, finding.pipeline))) finding.original = finding.reduced = *plain;
}

Analysis complete(Finding& finding, optimize::Compiler& compiler, const AnalysisOptions& options) {
  switch (finding.kind) {
    case FindingKind::Miscompile:
      if (finding.question.oracle == kMachineCode) return analyse_machine_code(finding, compiler, options);
      return analyse_miscompile(finding, compiler, options);
    case FindingKind::Crash:
    case FindingKind::Hang:
    case FindingKind::InvalidIr:
      return analyse_end(finding, compiler, options);
    case FindingKind::Nondeterminism:
    case FindingKind::DebugVariance:
      return shown_if(analyse_variance(finding, compiler, options));
  }
  return Analysis::NotShown;
}

}  // namespace

Analysis analyse(Finding& finding, optimize::Compiler& compiler, const AnalysisOptions& options) {
  drop_options(finding, compiler, options);
  drop_environment(finding, compiler, options);
  const Analysis shown = complete(finding, compiler, options);
  finding.signature = triage::signature(finding);
  finding.title = triage::title(finding);
  return shown;
}

}  // namespace assay::hunt
