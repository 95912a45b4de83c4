#include "services/application/observe.h"

#include <algorithm>

#include "services/worker/codegen/compiler.h"
#include "services/worker/hunt/ask.h"
#include "services/worker/ir/ir.h"
#include "services/worker/optimize/run_lines.h"
#include "services/worker/oracles/oracles.h"

namespace assay::application {
namespace {

using End = optimize::OptimizeResult::End;

/// Asks oracles of one kind after the other; true if one complains, which is in the finding then.
bool ask(const std::vector<std::unique_ptr<oracles::Oracle>>& all, const oracles::Run& run, Finding& finding) {
  for (const auto& oracle : all) {
    const auto judgement = oracle->judge(run);
    if (!judgement.complaint) continue;
    finding.kind = oracle->kind();
    finding.reason = judgement.complaint->headline;
    finding.detail = judgement.complaint->detail;
    finding.question.oracle = oracle->name();
    return true;
  }
  return false;
}

Verdict refutation_of(const optimize::OptimizeResult& result, Question& question) {
  for (const bool confirmed_only : {true, false}) {
    question.confirmed_only = confirmed_only;
    Verdict verdict = hunt::Asker(question, FindingKind::Miscompile).check(result);
    if (verdict.kind == VerdictKind::Incorrect || !confirmed_only) return verdict;
  }
  return {};
}

Observed shown(Finding finding) { return {std::move(finding), false, ""}; }
Observed cannot_tell(const std::string& why) { return {std::nullopt, false, why}; }
Observed right() { return {std::nullopt, true, ""}; }

Observed observe_code(optimize::Compiler& compiler, Finding finding) {
  finding.question.oracle = hunt::kMachineCode;
  const hunt::Answer answer =
      hunt::Asker(finding.question, FindingKind::Miscompile).ask(compiler, finding.original, finding.pipeline);
  if (answer.kind == hunt::Answer::Kind::DoesNot) return right();
  if (answer.kind == hunt::Answer::Kind::Undecided) return cannot_tell(answer.text);
  set_verdict(finding, *answer.verdict);
  return shown(std::move(finding));
}

/// The pipelines that a test's own RUN lines have, and the one that most people run.
std::vector<std::string> other_pipelines(const Case& wanted) {
  constexpr std::size_t kMost = 4;
  std::vector<std::string> pipelines;
  const auto add = [&](const std::string& pipeline) {
    if (pipeline != wanted.passes && std::ranges::find(pipelines, pipeline) == pipelines.end())
      pipelines.push_back(pipeline);
  };
  const auto text = wanted.text.empty() ? ir::read_file(wanted.file) : ir::Input{wanted.text, wanted.file};
  if (text)
    for (const optimize::OptRun& run : optimize::read_run_lines(text->text).runs)
      if (pipelines.size() + 1 < kMost) add(run.passes + (run.opt_args.empty() ? "" : " " + run.opt_args));
  add("default<O2>");
  return pipelines;
}

}  // namespace

Otherwise observe_otherwise(const Case& wanted, optimize::Compiler& compiler) {
  Otherwise seen;
  for (const std::string& pipeline : other_pipelines(wanted)) {
    Case other = wanted;
    other.passes = pipeline;
    auto one = observe(other, compiler);
    if (!one) continue;  // such as one that this compiler does not know
    if (one->is_right) seen.right.push_back(pipeline);
    if (!one->finding) continue;
    seen.passes = pipeline;
    seen.finding = std::move(one->finding);
    return seen;
  }
  return seen;
}

Result<Observed> observe(const Case& wanted, optimize::Compiler& compiler) {
  llvm::LLVMContext context;
  auto module =
      wanted.text.empty() ? ir::parse_file(context, wanted.file) : ir::parse(context, wanted.text, wanted.file);
  if (!module) return Error{module.error()};
  if (Status bad = ir::verify(**module)) return Error{wanted.file + ": " + bad->message};
  Finding finding;
  finding.question = wanted.question;
  finding.compiler = compiler.id();
  const optimize::Invocation pipeline = optimize::parse_invocation(wanted.passes);
  finding.pipeline = optimize::spell_pipeline(pipeline.passes, compiler.major_version());
  finding.question.opt_args = optimize::joined_args(finding.question.opt_args, pipeline.opt_args);
  finding.reduced_pipeline = finding.pipeline;
  finding.original = finding.reduced = ir::print(**module);
  finding.found_at = utc_now();
  finding.assay_version = assay_version();
  const optimize::Limits limits = hunt::limits_for(finding.question);
  const optimize::OptimizeResult result = compiler.run(finding.original, finding.pipeline, limits);
  if (result.end == End::Rejected || result.end == End::OutOfMemory)
    return Error{wanted.file + ": " + optimize::name_of(result.end) + " by the compiler: " + result.message};
  const oracles::Run run{compiler, finding.original, finding.pipeline, limits, result};
  if (ask(oracles::cheap_oracles(), run, finding)) return shown(std::move(finding));
  if (result.end != End::Ok) return cannot_tell(std::string("the compiler: ") + optimize::name_of(result.end));
  if (codegen::is_code(finding.pipeline)) return observe_code(compiler, std::move(finding));
  const Verdict verdict = refutation_of(result, finding.question);
  if (verdict.kind != VerdictKind::Incorrect) {
    if (ask(oracles::costly_oracles(), run, finding)) return shown(std::move(finding));
    return verdict.kind == VerdictKind::Correct ? right() : cannot_tell(headline(verdict));
  }
  set_verdict(finding, verdict);
  finding.question.oracle = hunt::oracle_for(finding.kind);
  return shown(std::move(finding));
}

}  // namespace assay::application
