#include "services/worker/hunt/slice.h"

#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>

#include <algorithm>

#include "services/common/log.h"
#include "services/worker/hunt/analyse.h"
#include "services/worker/ir/ir.h"
#include "services/worker/oracles/oracles.h"

namespace assay::hunt {
namespace {

std::string name_of_mutant(std::uint64_t index) { return "f" + std::to_string(index); }

void count_reason(std::vector<std::pair<std::string, std::uint64_t>>& counts, const std::string& reason) {
  const auto found = std::find_if(counts.begin(), counts.end(), [&](const auto& entry) { return entry.first == reason; });
  if (found != counts.end())
    ++found->second;
  else
    counts.emplace_back(reason, 1);
}

void count_verdict(const Verdict& verdict, HuntStatistics& counted) {
  switch (verdict.kind) {
    case VerdictKind::Unsupported:
      ++counted.unsupported;
      count_reason(counted.unsupported_reasons, reason_text(verdict));
      return;
    case VerdictKind::Unknown:
    case VerdictKind::Error:
      ++counted.unknown;
      count_reason(counted.unknown_reasons, reason_text(verdict));
      return;
    default: break;
  }
  if (verdict.kind == VerdictKind::Incorrect) ++counted.findings;
  if (verdict.method == Method::Syntax) ++counted.checked_syntax;
  if (verdict.method == Method::Exhaustive) ++counted.checked_exhaustive;
  if (verdict.method == Method::Interpreter) ++counted.checked_interpreter;
  if (verdict.method == Method::Smt) ++counted.checked_smt;
}

FindingKind kind_of(optimize::OptimizeResult::End end) {
  if (end == optimize::OptimizeResult::End::TimedOut) return FindingKind::Hang;
  if (end == optimize::OptimizeResult::End::InvalidIr) return FindingKind::InvalidIr;
  return FindingKind::Crash;
}

std::string operation_of(const llvm::Instruction& instruction) {
  std::string text = instruction.getOpcodeName();
  if (const auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction))
    text += llvm::Intrinsic::getBaseName(call->getIntrinsicID()).str();
  if (const auto* compare = llvm::dyn_cast<llvm::CmpInst>(&instruction))
    text += llvm::CmpInst::getPredicateName(compare->getPredicate()).str();
  return text + std::to_string(instruction.getRawSubclassOptionalData());
}

/// Which operations went and which came: what two mutants have in common that the same rewrite spoiled.
std::string shape_of_change(const llvm::Function& before, const llvm::Function& after) {
  std::map<std::string, int> balance;
  for (const llvm::Instruction& instruction : llvm::instructions(before)) --balance[operation_of(instruction)];
  for (const llvm::Instruction& instruction : llvm::instructions(after)) ++balance[operation_of(instruction)];
  std::string shape;
  for (const auto& [operation, count] : balance)
    if (count != 0) shape += (count > 0 ? '+' : '-') + operation + ' ';
  return shape;
}

/// A function of local linkage may be changed in any way that its callers allow: it is judged within them.
bool is_judged_alone(const llvm::Function& function) { return !function.isDeclaration() && !function.hasLocalLinkage(); }

Finding new_finding(const Target& target, const std::string& pipeline, const std::string& function,
                    const std::string& module, std::uint64_t seed) {
  Finding finding;
  finding.compiler = target.compiler->id();
  finding.pipeline = pipeline;
  finding.function = function;
  finding.original = module;
  finding.reduced = module;
  finding.reduced_pipeline = pipeline;
  finding.seed = seed;
  finding.found_at = utc_now();
  finding.assay_version = assay_version();
  return finding;
}

}  // namespace

/// A pipeline that the compiler refuses is the user's mistake, better told before the hunt than counted in it.
Status try_pipeline(optimize::Compiler& compiler, const std::string& pipeline) {
  const auto result = compiler.run("define void @probe() {\n  ret void\n}\n", pipeline, {});
  if (result.end != optimize::OptimizeResult::End::Rejected) return std::nullopt;
  return Error{"--passes=" + pipeline + ": " + compiler.id().version + " refuses it: " + result.message};
}

Result<std::vector<Target>> open_targets(const HuntSettings& settings) {
  std::vector<Target> targets;
  for (const std::string& path : settings.compilers) {
    auto compiler = optimize::open_compiler(path);
    if (!compiler) return compiler.wrap("--compiler=" + path);
    Target target;
    target.compiler = std::move(*compiler);
    if (path == "linked") target.linked = std::make_unique<optimize::PassRunner>();
    for (const std::string& passes : settings.passes) {
      target.pipelines.push_back(optimize::spell_pipeline(passes, target.compiler->major_version()));
      if (Status bad = try_pipeline(*target.compiler, target.pipelines.back())) return *bad;
    }
    targets.push_back(std::move(target));
  }
  return targets;
}

unsigned oldest_language(const std::vector<Target>& targets) {
  int oldest = 22;
  for (const Target& target : targets) oldest = std::min(oldest, target.compiler->major_version());
  return static_cast<unsigned>(oldest);
}

static check::Options with(check::Options options, check::Cache& cache) {
  options.cache = &cache;
  return options;
}

SliceHunter::SliceHunter(MutantSource& source, std::vector<Target>& targets, const check::Options& options,
                         Observer& observer, std::map<std::string, std::uint64_t> shapes, Feedback& feedback)
    : source_(source),
      targets_(targets),
      options_(with(options, cache_)),
      checker_(options_),
      observer_(observer),
      shapes_(std::move(shapes)),
      feedback_(feedback) {}

void SliceHunter::begin_batch(std::uint64_t batch_seed) {
  batch_seed_ = batch_seed;
  which_ = pipelines_of_batch(batch_seed, targets_.front().pipelines.size());
  std::vector<std::string> pipelines;
  for (const std::size_t index : which_) pipelines.push_back(targets_.front().pipelines[index]);
  source_.begin_batch(batch_seed, mix_for(pipelines));
}

void SliceHunter::run(std::uint64_t first, std::uint64_t count, bool singly, HuntStatistics& statistics) {
  counted_ = {};
  observer_.enter(Phase::Make);
  const std::uint64_t discarded_before = source_.discarded();
  llvm::Module slice("slice", source_.context());
  slice.setDataLayout(
      "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128");
  for (std::uint64_t i = first; i < first + count; ++i)
    if (source_.make(slice, i, name_of_mutant(i)) != nullptr) ++counted_.mutants;
  counted_.discarded = source_.discarded() - discarded_before;
  for (Target& target : targets_)
    for (const std::size_t index : which_)
      singly ? run_singly(target, target.pipelines[index], slice) : check_output(target, target.pipelines[index], slice);
  statistics.add(counted_);
}

SliceHunter::Output SliceHunter::optimize_slice(Target& target, const std::string& pipeline, const llvm::Module& slice) {
  observer_.enter(Phase::Optimize);
  Output output;
  if (target.linked) {
    auto optimized = ir::clone(slice);
    if (target.linked->run_passes(*optimized, pipeline)) return output;  // refused: shown when run singly
    if (ir::verify(*optimized)) return output;
    output.target = std::move(optimized);
    return output;
  }
  const optimize::OptimizeResult result = target.compiler->run(ir::print(slice), pipeline, {});
  if (result.end != optimize::OptimizeResult::End::Ok) return output;
  auto optimized = ir::parse(source_.context(), result.ir, "output");
  if (!optimized) return output;
  if (!result.dropped.empty()) {
    auto given = ir::parse(source_.context(), result.given, "given");
    if (!given) return output;
    output.source = std::move(*given);
  }
  output.target = std::move(*optimized);
  return output;
}

void SliceHunter::check_output(Target& target, const std::string& pipeline, const llvm::Module& slice) {
  const Output output = optimize_slice(target, pipeline, slice);
  if (!output.target) return run_singly(target, pipeline, slice);
  learn_from_inside(target, pipeline, slice);
  const llvm::Module& before = output.source ? *output.source : slice;
  for (const llvm::Function& function : before) {
    if (!is_judged_alone(function)) continue;
    ++counted_.executions;
    const llvm::Function* after = output.target->getFunction(function.getName());
    if (after == nullptr || after->isDeclaration()) {
      ++counted_.unknown;
      count_reason(counted_.unknown_reasons, name_of(Reason::FunctionRemoved));
      continue;
    }
    check_pair(target, pipeline, function, *after);
  }
}

void SliceHunter::check_pair(Target& target, const std::string& pipeline, const llvm::Function& before,
                             const llvm::Function& after) {
  if (ir::same_text(before, after)) {
    ++counted_.unchanged;
    return;
  }
  if (const auto features = feedback_.new_features(before, after, pipeline); !features.empty()) learn(before, features);
  observer_.enter(Phase::Check);
  const Verdict verdict = checker_.check(before, after);
  count_verdict(verdict, counted_);
  if (verdict.reason == Reason::OraclesDisagree)  // a mistake of ours: --log-level=info shows it to whoever wants to mend it
    log_event(LogLevel::Info, "hunt.oracles_disagree",
              pipeline + " " + verdict.detail + "\n" + ir::print(*ir::extract(*before.getParent(), before.getName().str(), true)));
  if (verdict.kind == VerdictKind::Incorrect) report(target, pipeline, before, after, verdict);
}

void SliceHunter::learn(const llvm::Function& function, const std::vector<std::uint64_t>& features) {
  const std::string text = text_alone(function);
  if (text.empty()) return;
  observer_.learned(text, features);
  source_.learn(text);
}

void SliceHunter::learn_from_inside(Target& target, const std::string& pipeline, const llvm::Module& slice) {
  if (feedback_.mode() == FeedbackMode::Off) return;
  if (feedback_.mode() == FeedbackMode::Features && !target.linked) return;
  observer_.enter(Phase::Optimize);
  // Another compiler's blocks can't be seen; the linked one's are the next best.
  if (!target.linked) feedback_.run_guide(slice, pipeline);
  optimize::PassRunner& runner = target.linked ? *target.linked : feedback_.guide();
  for (const auto& [function, features] : feedback_.shown_inside(slice, runner, pipeline)) learn(*function, features);
}

/// One bug of a compiler shows in many mutants. Those whose change has a shape that was analysed before are counted, and
/// analysed again ever more rarely: the 2nd, the 4th, the 8th time.
bool SliceHunter::is_worth_analysing(const std::string& shape) {
  const std::uint64_t count = ++shapes_[shape];
  observer_.shape(shape);
  return (count & (count - 1)) == 0;
}

void SliceHunter::report(Target& target, const std::string& pipeline, const llvm::Function& before,
                         const llvm::Function& after, const Verdict& verdict) {
  if (!is_worth_analysing(target.compiler->id().version + " " + pipeline + " " + reason_text(verdict) + " " +
                          shape_of_change(before, after)))
    return;
  const auto alone = ir::extract(*before.getParent(), before.getName().str(), true);
  Finding finding = new_finding(target, pipeline, before.getName().str(), ir::print(*alone), batch_seed_);
  finding.reason = reason_text(verdict);
  finding.method = name_of(verdict.method);
  finding.detail = verdict.detail;
  finding.counterexample = verdict.counterexample;
  observer_.raw_finding(finding);
  observer_.enter(Phase::Analyse);
  AnalysisOptions analysis;
  analysis.check = options_;
  analysis.allow_undef = options_.undef_input;
  if (analyse_miscompile(finding, *target.compiler, analysis))
    observer_.finding(finding);
  else
    withdraw(finding);
}

/// What can't be shown again, by the function alone, is no finding that anybody could work with.
void SliceHunter::withdraw(const Finding& finding) {
  --counted_.findings;
  ++counted_.unknown;
  count_reason(counted_.unknown_reasons, name_of(Reason::NotRepeated));
  log_event(LogLevel::Info, "hunt.not_repeated", finding.pipeline + " " + finding.detail + "\n" + finding.original);
  observer_.withdrawn();
}

/// The slice did not come through whole: every mutant runs alone, in a process of its own, and those that fail are
/// findings.
void SliceHunter::run_singly(Target& target, const std::string& pipeline, const llvm::Module& slice) {
  for (const llvm::Function& function : slice) {
    if (!is_judged_alone(function)) continue;
    observer_.enter(Phase::Optimize);
    ++counted_.executions;
    const std::string name = function.getName().str();
    const std::string alone = ir::print(*ir::extract(slice, name, true));
    const optimize::OptimizeResult result = target.compiler->run(alone, pipeline, {});
    if (result.end == optimize::OptimizeResult::End::Ok) {
      auto given = ir::parse(source_.context(), result.given, "given");
      auto optimized = ir::parse(source_.context(), result.ir, "output");
      const llvm::Function* after = given && optimized ? (*optimized)->getFunction(name) : nullptr;
      observer_.alone(alone);
      if (after != nullptr && !after->isDeclaration())
        check_pair(target, pipeline, *(*given)->getFunction(name), *after);
      continue;
    }
    if (result.end == optimize::OptimizeResult::End::Rejected || result.end == optimize::OptimizeResult::End::OutOfMemory) {
      ++counted_.unsupported;
      count_reason(counted_.unsupported_reasons, std::string("compiler: ") + optimize::name_of(result.end));
      continue;
    }
    ++counted_.findings;
    Finding finding = new_finding(target, pipeline, name, alone, batch_seed_);
    finding.kind = kind_of(result.end);
    finding.reason = oracles::crash_headline(result.message);
    finding.detail = result.message;
    observer_.raw_finding(finding);
    observer_.enter(Phase::Analyse);
    AnalysisOptions analysis;
    analysis.check = options_;
    // A crash counts even once; what took long once may have had to wait.
    if (analyse_failure(finding, *target.compiler, analysis) || finding.kind == FindingKind::Crash)
      observer_.finding(finding);
    else
      withdraw(finding);
  }
}

}  // namespace assay::hunt
