// Mutants that are compiled alone, what the oracles say of them, and from a failure to a finding.
#include "services/common/log.h"
#include "services/worker/codegen/compiler.h"
#include "services/worker/hunt/ask.h"
#include "services/worker/hunt/machine_code.h"
#include "services/worker/hunt/slice.h"
#include "services/worker/ir/ir.h"
#include "services/worker/optimize/unread.h"
#include "services/worker/triage/known_roots.h"
#include "services/worker/triage/triage.h"

namespace assay::hunt {
namespace {

using End = optimize::OptimizeResult::End;

std::string today() {
  constexpr std::size_t kDay = 10;
  return utc_now().substr(0, kDay);
}

}  // namespace

/// One bug of a compiler shows in many mutants. Those whose change has a shape that was analysed before are counted,
/// and analysed again ever more rarely: the 2nd, the 4th, the 8th time.
bool SliceHunter::is_worth_analysing(const std::string& shape) {
  const std::uint64_t count = shapes_.add(options_.hunt + " " + shape);
  return (count & (count - 1)) == 0;
}

bool SliceHunter::was_met(const std::string& shape) const { return shapes_.contains(options_.hunt + " " + shape); }

Finding SliceHunter::new_finding(const Target& target, const optimize::Invocation& pipeline,
                                 const std::string& function, const std::string& module) const {
  Finding finding;
  finding.compiler = target.compiler->id();
  finding.pipeline = pipeline.passes;
  finding.function = function;
  finding.original = module;
  finding.reduced = module;
  finding.reduced_pipeline = pipeline.passes;
  finding.question = options_.question;
  finding.question.opt_args = pipeline.opt_args;
  finding.seed = batch_seed_;
  finding.found_at = utc_now();
  finding.assay_version = assay_version();
  return finding;
}

std::string SliceHunter::root_of(const Finding& finding) const {
  const triage::KnownRoot* root = triage::KnownRoots::shipped().match(finding, today());
  if (root != nullptr) return "known cause " + root->id;
  // So is what has the same signature, where that tells nothing of the reduced case. A hang's does.
  if (finding.kind == FindingKind::Crash || finding.kind == FindingKind::InvalidIr) return triage::signature(finding);
  // And what one pass does wrong only because of one reading of the language.
  return finding.explained_by.empty() ? "" : "explained by " + finding.explained_by + " in " + finding.culprit;
}

/// Has this hunt reported a finding of the same root? Others of it are counted, and analysed ever more rarely, as those
/// whose change has the same shape: a rule may match more than it should.
bool SliceHunter::is_known(const Finding& finding) {
  const std::string root = root_of(finding);
  return !root.empty() && was_met(root) && !is_worth_analysing(root);
}

/// Is it the first of a cause that no rule explains?
bool SliceHunter::is_news(const Finding& finding) {
  const bool is_explained =
      triage::KnownRoots::shipped().match(finding, today()) != nullptr || !finding.explained_by.empty();
  return !is_explained && shapes_.add(options_.hunt + " news " + triage::signature(finding)) == 1;
}

/// Analyses the finding and reports it, or takes it back.
void SliceHunter::finish(Finding& finding, const Target& target, const std::string& oracle, const Verdict* refutation) {
  finding.question.oracle = oracle;
  observer_.raw_finding(finding);
  observer_.enter(Phase::Analyse);
  AnalysisOptions analysis;
  analysis.cache = &cache_;
  analysis.refuting = &refuting_;
  analysis.refutation = refutation;
  analysis.is_known = [this](const Finding& raw) { return is_known(raw); };
  const Analysis end = analyse(finding, *target.compiler, analysis);
  if (end == Analysis::Known) return observer_.withdrawn();
  // A crash counts even once; what took long once may have had to wait.
  if (end == Analysis::NotShown && finding.kind != FindingKind::Crash) return withdraw(finding);
  observer_.finding(finding);
  const std::string root = root_of(finding);
  if (is_news(finding))
    attention_.found(text_of({finding.pipeline, finding.question.opt_args}), draw_.environment.name);
  if (!root.empty() && !was_met(root)) is_worth_analysing(root);
}

/// What can't be shown again, by the function alone, is no finding that anybody could work with.
void SliceHunter::withdraw(const Finding& finding) {
  --counted_.failures;
  ++counted_.unknown;
  count_reason(counted_.unknown_reasons, name_of(Reason::NotRepeated));
  log_event(LogLevel::Info, "hunt.not_repeated", finding.pipeline + " " + finding.detail + "\n" + finding.original);
  observer_.withdrawn();
}

void SliceHunter::report(const Target& target, const optimize::Invocation& pipeline, const llvm::Function& before,
                         const Verdict& verdict) {
  const std::string name = before.getName().str();
  const llvm::Module& module = *before.getParent();
  Finding finding =
      new_finding(target, pipeline, name,
                  ir::print(verdict.method == Method::Execution ? module : *ir::extract(module, name, true)));
  set_verdict(finding, verdict);
  finish(finding, target, codegen::is_code(pipeline.passes) ? kMachineCode : oracle_for(FindingKind::Miscompile),
         &verdict);
}

void SliceHunter::report_complaint(const Target& target, const std::string& function, const oracles::Run& run,
                                   const oracles::Oracle& oracle, const oracles::Complaint& complaint) {
  ++counted_.failures;
  // Those of one pipeline that say the same are taken for one bug, before anything is spent on them. Of hangs nothing
  // is said that would tell two apart.
  if (oracle.kind() != FindingKind::Hang && !is_worth_analysing(target.compiler->id().version + " " + run.pipeline +
                                                                " " + run.limits.opt_args + " " + complaint.headline))
    return;
  Finding finding = new_finding(target, {run.pipeline, run.limits.opt_args}, function, run.ir);
  finding.kind = oracle.kind();
  finding.reason = complaint.headline;
  finding.detail = complaint.detail;
  finish(finding, target, oracle.name());
}

/// Did one of them complain? The first that does ends it: one failure is one finding. What an oracle can't judge is
/// counted.
bool SliceHunter::ask_oracles(const Oracles& oracles, const Target& target, const std::string& function,
                              const oracles::Run& run) {
  for (const auto& oracle : oracles) {
    observer_.enter(Phase::Optimize);
    const oracles::Oracle::Judgement judgement = oracle->judge(run);
    if (judgement.complaint) {
      report_complaint(target, function, run, *oracle, *judgement.complaint);
      return true;
    }
    if (judgement.unsupported.empty()) continue;
    ++counted_.unsupported;
    count_reason(counted_.unsupported_reasons,
                 std::string(oracle->name()) + ": " + oracles::normalised_line(judgement.unsupported));
  }
  return false;
}

void SliceHunter::ask_costly_oracles(const Target& target, const std::string& function, const oracles::Run& run) {
  ++counted_.judged;
  ask_oracles(costly_oracles_, target, function, run);
}

/// The slice did not come through whole: every mutant runs alone, in a process of its own, and those that fail are
/// findings.
void SliceHunter::run_singly(Target& target, const optimize::Invocation& pipeline, const llvm::Module& slice) {
  for (const llvm::Function& function : slice) {
    if (!is_judged_alone(function)) continue;
    const std::string name = function.getName().str();
    run_alone(target, pipeline, name, ir::print(*ir::extract(slice, name, true)));
  }
}

void SliceHunter::run_alone(Target& target, const optimize::Invocation& pipeline, const std::string& function,
                            const std::string& module) {
  const optimize::Limits limits = limits_with(pipeline);
  observer_.enter(Phase::Optimize);
  ++counted_.executions;
  const optimize::OptimizeResult result = target.compiler->run(module, pipeline.passes, limits);
  const oracles::Run run{*target.compiler, module, pipeline.passes, limits, result};
  if (ask_oracles(cheap_oracles_, target, function, run)) return;
  if (drawn_.contains(function) && !codegen::is_code(pipeline.passes)) ask_costly_oracles(target, function, run);
  check_alone(target, run, function);
}

/// Checks what came of a mutant of which no oracle complains, or counts why that can't be.
void SliceHunter::check_alone(Target& target, const oracles::Run& run, const std::string& function) {
  switch (run.result.end) {
    case End::Ok:
      break;
    case End::Rejected:
    case End::OutOfMemory:
      ++counted_.unsupported;
      count_reason(counted_.unsupported_reasons, "compiler: " + (run.result.message.starts_with(optimize::kUnreadOutput)
                                                                     ? oracles::normalised_line(run.result.message)
                                                                     : optimize::name_of(run.result.end)));
      return;
    default:  // given more time, it came to an end
      ++counted_.unknown;
      count_reason(counted_.unknown_reasons, name_of(Reason::NotRepeated));
      return;
  }
  auto given = ir::parse(source_.context(), run.result.given, "given");
  if (codegen::is_code(run.pipeline)) {
    const auto judged = given ? hunt::judge_code(*target.compiler, run.ir, run.pipeline, options_.question)
                              : Result<codegen::Judged>(Error{given.error()});
    observer_.alone(run.ir);
    if (judged)
      return take_code(target, {run.pipeline, run.limits.opt_args}, *(*given)->getFunction(function), *judged);
    ++counted_.unsupported;
    count_reason(counted_.unsupported_reasons, "machine code: " + oracles::normalised_line(judged.error()));
    return;
  }
  auto optimized = ir::parse(source_.context(), run.result.ir, "output");
  const llvm::Function* after = given && optimized ? (*optimized)->getFunction(function) : nullptr;
  observer_.alone(run.ir);
  if (after == nullptr || after->isDeclaration()) return count_removed();
  check_pair(target, {run.pipeline, run.limits.opt_args}, *(*given)->getFunction(function), *after);
}

/// The costly oracles see the mutants that were drawn for them, each compiled alone.
void SliceHunter::judge_drawn(Target& target, const optimize::Invocation& pipeline, const llvm::Module& slice) {
  const optimize::Limits limits = limits_with(pipeline);
  for (const std::string& name : drawn_) {
    const llvm::Function* function = slice.getFunction(name);
    if (function == nullptr || !is_judged_alone(*function)) continue;
    observer_.enter(Phase::Optimize);
    const std::string alone = ir::print(*ir::extract(slice, name, true));
    const optimize::OptimizeResult result = target.compiler->run(alone, pipeline.passes, limits);
    const oracles::Run run{*target.compiler, alone, pipeline.passes, limits, result};
    if (!ask_oracles(cheap_oracles_, target, name, run)) ask_costly_oracles(target, name, run);
  }
}

}  // namespace assay::hunt
