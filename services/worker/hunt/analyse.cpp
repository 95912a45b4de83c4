#include "services/worker/hunt/analyse.h"

#include <llvm/IR/LLVMContext.h>

#include <optional>

#include "fuzzers/mutate/mutate.h"
#include "services/worker/ir/ir.h"
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

/// Undefined behaviour of the target mostly comes of poison that reaches a branch: a case that shows the poison itself
/// is the same failure, and a simpler one.
bool is_same_failure(Reason reason, const Verdict& verdict) {
  if (verdict.kind != VerdictKind::Incorrect) return false;
  return verdict.reason == reason || (reason == Reason::MoreUb && verdict.reason == Reason::MorePoisonous);
}

/// What a sample refutes depends on the module around the function, too: other samples may show it where the function
/// is alone. Nothing if none does.
std::optional<check::Options> inputs_that_refute(const OptimizeResult& result, check::Options options) {
  constexpr unsigned kSamples = 8;
  if (result.end != OptimizeResult::End::Ok) return std::nullopt;
  for (unsigned i = 0; i < kSamples; ++i, ++options.seed) {
    check::Checker checker(options);
    if (check::check_texts(checker, result.given, result.ir).kind == VerdictKind::Incorrect) return options;
  }
  return std::nullopt;
}

void add_note(Finding& finding, const std::string& note) {
  finding.detail += (finding.detail.empty() ? "" : "; ") + note;
}

}  // namespace

bool analyse_miscompile(Finding& finding, optimize::Compiler& compiler, const AnalysisOptions& options) {
  const OptimizeResult alone = compiler.run(finding.original, finding.pipeline, options.limits);
  const auto chosen = inputs_that_refute(alone, options.check);
  if (!chosen) return false;
  check::Checker checker(*chosen);
  const auto wrong = [&](const OptimizeResult& result) {
    return result.end == OptimizeResult::End::Ok &&
           check::check_texts(checker, result.given, result.ir).kind == VerdictKind::Incorrect;
  };
  auto culprit = optimize::find_culprit(compiler, finding.original, finding.pipeline, wrong, options.limits);
  std::string start = finding.original;
  if (culprit) {
    finding.culprit = culprit->pass;
    finding.reduced_pipeline = culprit->pipeline;
    start = culprit->source;
  } else {
    add_note(finding, "the culprit is not known: " + culprit.error());
  }
  const Reason reason = reason_of(finding.reason).value_or(Reason::None);
  const auto still_wrong = [&](const std::string& module_text) {
    if (!options.allow_undef && mentions_undef(module_text)) return false;
    const OptimizeResult result = compiler.run(module_text, finding.reduced_pipeline, options.limits);
    if (result.end != OptimizeResult::End::Ok) return false;
    return is_same_failure(reason, check::check_texts(checker, result.given, result.ir));
  };
  reduce::Options limits;
  limits.time_limit = std::chrono::milliseconds(options.reduce_ms);
  auto reduction = reduce::reduce(start, still_wrong, limits);
  if (reduction) {
    finding.reduced = reduction->text;
    const OptimizeResult result = compiler.run(finding.reduced, finding.reduced_pipeline, options.limits);
    finding.reduced = result.given;
    finding.reduced_target = result.ir;
    const Verdict verdict = check::check_texts(checker, result.given, result.ir);
    finding.reason = reason_text(verdict);
    finding.method = name_of(verdict.method);
    finding.detail = verdict.detail;
    finding.counterexample = verdict.counterexample;
  } else {
    add_note(finding, "not reduced: " + reduction.error());
  }
  finding.signature = triage::signature(finding);
  return true;
}

bool analyse_failure(Finding& finding, optimize::Compiler& compiler, const AnalysisOptions& options) {
  const auto end = finding.kind == FindingKind::Hang        ? OptimizeResult::End::TimedOut
                   : finding.kind == FindingKind::InvalidIr ? OptimizeResult::End::InvalidIr
                                                            : OptimizeResult::End::Crashed;
  const auto fails = [&](const OptimizeResult& result) { return result.end == end; };
  auto culprit = optimize::find_culprit(compiler, finding.original, finding.pipeline, fails, options.limits);
  if (!culprit) {
    add_note(finding, "does not show again: " + culprit.error());
    finding.signature = triage::signature(finding);
    return false;
  }
  finding.culprit = culprit->pass;
  finding.reduced_pipeline = culprit->pipeline;
  reduce::Options limits;
  limits.time_limit = std::chrono::milliseconds(options.reduce_ms);
  const auto still_fails = [&](const std::string& text) {
    return fails(compiler.run(text, finding.reduced_pipeline, options.limits));
  };
  if (auto reduction = reduce::reduce(culprit->source, still_fails, limits)) finding.reduced = reduction->text;
  finding.signature = triage::signature(finding);
  return true;
}

}  // namespace assay::hunt
