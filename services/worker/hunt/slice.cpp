#include "services/worker/hunt/slice.h"

#include "services/worker/hunt/surface.h"

#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>

#include <map>

#include "services/worker/check/check.h"
#include "services/worker/codegen/compiler.h"
#include "services/worker/evidence/settle.h"
#include "services/worker/hunt/ask.h"
#include "services/worker/hunt/machine_code.h"
#include "services/worker/hunt/same_outcome.h"
#include "services/worker/ir/ir.h"
#include "services/worker/ir/targeted.h"

namespace assay::hunt {
namespace {

/// The stream of the batch's generator that draws mutants for the costly oracles.
constexpr std::uint64_t kOracleStream = ~std::uint64_t{1};

/// Processor time of llc for each function of a slice, and time in which one is judged.
constexpr std::chrono::milliseconds kCompileTime{15};
constexpr std::chrono::milliseconds kCodeTime{10'000};

/// The one that draws environments and pipelines.
constexpr std::uint64_t kDrawStream = ~std::uint64_t{2};

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
    default:
      break;
  }
  if (verdict.kind == VerdictKind::Incorrect) ++counted.failures;
  if (verdict.method == Method::Syntax) ++counted.checked_syntax;
  // A program without a command line is executed on all its inputs: there is one.
  if (verdict.method == Method::Exhaustive || verdict.method == Method::Execution) ++counted.checked_exhaustive;
  if (verdict.method == Method::Interpreter) ++counted.checked_interpreter;
  if (verdict.method == Method::Smt) ++counted.checked_smt;
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

/// The kinds of operations that a function is made of.
std::string operations_of(const llvm::Function& function) {
  std::set<std::string> operations;
  for (const llvm::Instruction& instruction : llvm::instructions(function)) {
    const auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction);
    operations.insert(call != nullptr ? llvm::Intrinsic::getBaseName(call->getIntrinsicID()).str()
                                      : instruction.getOpcodeName());
  }
  std::string text;
  for (const std::string& operation : operations) text += operation + ' ';
  return text;
}

/// Without a cache: of whole mutants hardly two are the same (docs/costs.md); their parts are, which the checker knows.
check::Options options_of(const Question& question, check::RefutingInputs& refuting) {
  check::Options options = check::Options(question);
  options.learn = true;
  options.refuting = &refuting;
  return options;
}

}  // namespace

std::string text_of(const optimize::Invocation& pipeline) {
  return pipeline.passes + (pipeline.opt_args.empty() ? "" : " " + pipeline.opt_args);
}

std::string name_of_mutant(std::uint64_t index) { return "f" + std::to_string(index); }

Draw begin_draw(std::uint64_t batch_seed, std::uint64_t index, MutantSource& source, const std::vector<Target>& targets,
                const std::vector<Environment>& environments, const Weights& weights) {
  Rng rng = Rng(batch_seed).fork(kDrawStream).fork(index / kMutantsOfDraw);
  const std::uint64_t seed = rng();
  Draw drawn{environments[draw_weighted(rng, weights.environments)], draw_pipelines(seed, weights.pipelines)};
  std::vector<std::string> pipelines;
  for (const std::size_t which : drawn.pipelines) pipelines.push_back(targets.front().pipelines[which].passes);
  source.begin_batch(seed, mix_for(pipelines), pipelines, std::string(drawn.environment.triple));
  return drawn;
}

Weights equal_weights(const std::vector<Target>& targets, const std::vector<Environment>& environments) {
  return {std::vector<std::uint64_t>(targets.front().pipelines.size(), 1),
          std::vector<std::uint64_t>(environments.size(), 1)};
}

SliceHunter::SliceHunter(MutantSource& source, std::vector<Target>& targets, const SliceOptions& options,
                         Observer& observer, SharedCounts& shapes)
    : source_(source),
      targets_(targets),
      options_(options),
      checker_(options_of(options.question, refuting_)),
      observer_(observer),
      shapes_(shapes),
      attention_(shapes, options.hunt) {
  if (options_.weights.pipelines.empty()) options_.weights = equal_weights(targets_, options_.environments);
}

void SliceHunter::begin_batch(std::uint64_t batch_seed) {
  batch_seed_ = batch_seed;
  draw_number_.reset();
}

void SliceHunter::draw_for(std::uint64_t mutant) {
  if (draw_number_ == mutant / kMutantsOfDraw) return;
  draw_number_ = mutant / kMutantsOfDraw;
  draw_ = begin_draw(batch_seed_, mutant, source_, targets_, options_.environments, options_.weights);
}

template <class Run>
void SliceHunter::for_each_pipeline(const Run& run) {
  using Clock = std::chrono::steady_clock;
  for (Target& target : targets_)
    for (const std::size_t which : draw_.pipelines) {
      const optimize::Invocation& pipeline = target.pipelines[which];
      const auto begun = Clock::now();
      run(target, pipeline);
      attention_.took(text_of(pipeline), draw_.environment.name,
                      std::chrono::duration_cast<std::chrono::microseconds>(Clock::now() - begun));
    }
}

bool SliceHunter::is_drawn(std::uint64_t mutant) const {
  if (options_.oracle_every == 0) return false;
  return Rng(batch_seed_).fork(kOracleStream).fork(mutant).chance(1, options_.oracle_every);
}

void SliceHunter::run(std::uint64_t first, std::uint64_t count, bool singly, HuntStatistics& statistics) {
  counted_ = {};
  observer_.enter(Phase::Make);
  draw_for(first);
  if (source_.makes_programs()) {
    for (std::uint64_t i = first; i < first + count; ++i) run_program(i);
    return statistics.add(counted_);
  }
  const std::uint64_t discarded_before = source_.discarded();
  llvm::Module slice("slice", source_.context());
  ir::set_environment(slice, draw_.environment);
  drawn_.clear();
  for (std::uint64_t i = first; i < first + count; ++i) {
    if (source_.make(slice, i, name_of_mutant(i)) == nullptr) continue;
    ++counted_.mutants;
    if (is_drawn(i)) drawn_.insert(name_of_mutant(i));
  }
  counted_.discarded = source_.discarded() - discarded_before;
  ir::set_environment(slice, draw_.environment);  // of functions, too
  slice_ = &slice;
  for_each_pipeline([&](Target& target, const optimize::Invocation& pipeline) {
    singly ? run_singly(target, pipeline, slice) : check_output(target, pipeline, slice);
  });
  slice_ = nullptr;
  judged_.clear();
  outputs_.clear();
  statistics.add(counted_);
}

optimize::Limits SliceHunter::limits_with(const optimize::Invocation& pipeline) const {
  optimize::Limits limits = limits_for(options_.question);
  limits.opt_args = pipeline.opt_args;
  return limits;
}

SliceHunter::Output SliceHunter::optimize_slice(Target& target, const optimize::Invocation& pipeline,
                                                const llvm::Module& slice) {
  observer_.enter(Phase::Optimize);
  Output output;
  if (target.linked && pipeline.opt_args.empty()) {  // options are those of a process: not of this one
    auto optimized = ir::clone(slice);
    if (target.linked->run_passes(*optimized, pipeline.passes)) return output;  // refused: shown when run singly
    if (ir::verify(*optimized)) return output;
    output.target = std::move(optimized);
    return output;
  }
  const optimize::OptimizeResult result =
      target.compiler->run(ir::print(slice), pipeline.passes, limits_with(pipeline));
  if (result.end != optimize::OptimizeResult::End::Ok) return output;
  auto optimized = ir::parse(source_.context(), result.ir, "output");
  if (!optimized) return output;
  if (!result.dropped.empty() || is_llc(target.compiler->id())) {  // which sets the module's target
    auto given = ir::parse(source_.context(), result.given, "given");
    if (!given) return output;
    output.source = std::move(*given);
  }
  output.target = std::move(*optimized);
  return output;
}

void SliceHunter::check_output(Target& target, const optimize::Invocation& pipeline, const llvm::Module& slice) {
  if (codegen::is_code(pipeline.passes)) return judge_code(target, pipeline, slice);
  const Output& output = outputs_.emplace_back(optimize_slice(target, pipeline, slice));
  if (!output.target) return run_singly(target, pipeline, slice);
  const llvm::Module& before = output.source ? *output.source : slice;
  for (const llvm::Function& function : before) {
    if (!is_judged_alone(function)) continue;
    ++counted_.executions;
    const llvm::Function* after = output.target->getFunction(function.getName());
    if (after == nullptr || after->isDeclaration()) {
      count_removed();
      continue;
    }
    check_pair(target, pipeline, function, *after);
  }
  judge_drawn(target, pipeline, slice);
}

void SliceHunter::run_program(std::uint64_t index) {
  constexpr const char* kMain = "main";
  observer_.enter(Phase::Make);
  llvm::Module program("program", source_.context());
  ir::set_environment(program, draw_.environment);
  if (!source_.make_program(program, index)) {
    ++counted_.discarded;
    return;
  }
  ir::set_environment(program, draw_.environment);  // of functions, too
  ++counted_.mutants;
  drawn_.clear();
  if (is_drawn(index)) drawn_.insert(kMain);
  const std::string text = ir::print(program);
  for_each_pipeline(
      [&](Target& target, const optimize::Invocation& pipeline) { run_alone(target, pipeline, kMain, text); });
}

void SliceHunter::count_removed() {
  ++counted_.unknown;
  count_reason(counted_.unknown_reasons, name_of(Reason::FunctionRemoved));
}

/// Passes that find nothing to do often bring loops or the like into the same form.
Verdict SliceHunter::judge(const llvm::Function& before, const llvm::Function& after) {
  if (before.getParent() != slice_) return checker_.check(before, after);
  std::vector<Judged>& judged = judged_[&before];
  for (const Judged& each : judged)
    if (has_same_verdict(before, *each.after, after)) return each.verdict;
  return judged.emplace_back(&after, checker_.check(before, after)).verdict;
}

void SliceHunter::check_pair(Target& target, const optimize::Invocation& pipeline, const llvm::Function& before,
                             const llvm::Function& after) {
  const std::string place = draw_.environment.triple.empty() ? "" : "@" + std::string(draw_.environment.name);
  if (ir::same_text(before, after)) {
    ++counted_.unchanged;
    return count_unchanged(pipeline.passes + place, counted_.surface);
  }
  observer_.enter(Phase::Check);
  const Verdict verdict = judge(before, after);
  count_verdict(verdict, counted_);
  count_surface(before, verdict, pipeline.passes + place, counted_.surface);
  if (verdict.kind != VerdictKind::Correct && verdict.kind != VerdictKind::Incorrect) {
    if (options_.undecided != nullptr)
      options_.undecided->add(verdict, target.compiler->id().version + " " + text_of(pipeline), before, after);
    return;
  }
  const std::string shape = shape_of_change(before, after);
  attention_.rewrote(text_of(pipeline), draw_.environment.name, shape);
  if (verdict.kind == VerdictKind::Correct) return;
  if (verdict.method == Method::Execution) return report(target, pipeline, before, verdict);
  if (is_worth_analysing(target.compiler->id().version + " " + text_of(pipeline) + " " + reason_text(verdict) + " " +
                         shape))
    report(target, pipeline, before, verdict);
}

/// Machine code of the slice, as one object.
void SliceHunter::judge_code(Target& target, const optimize::Invocation& pipeline, const llvm::Module& slice) {
  observer_.enter(Phase::Optimize);
  codegen::Settings settings;
  settings.seed = options_.question.seed;
  settings.time_limit = kCodeTime;
  settings.compile_time_for_each = kCompileTime;
  const auto configuration = codegen::configuration_of(pipeline.passes, limits_with(pipeline));
  codegen::Llc* llc = codegen::llc_of(*target.compiler);
  auto copy = ir::clone(slice);
  const auto judged = configuration && llc != nullptr
                          ? codegen::judge(*copy, judged_functions(slice), *llc, *configuration, settings)
                          : Result<std::vector<codegen::Judged>>(Error{"no llc"});
  if (!judged) return run_singly(target, pipeline, slice);
  const std::string kind_of_code = compiler_name(target.compiler->id()) + " " +
                                   std::string(configuration->target->name) + " " +
                                   codegen::name_of(configuration->selector) + ": ";
  for (const codegen::Judged& each : *judged) {
    const llvm::Function& function = *slice.getFunction(each.function);
    if (each.kind == codegen::Judged::Kind::Failed &&
        is_worth_analysing(kind_of_code + each.reason + " " + oracles::normalised_line(each.detail))) {
      run_alone(target, pipeline, each.function,
                ir::print(*ir::extract(slice, each.function, true)));  // which tells crashes and hangs
      continue;
    }
    ++counted_.executions;
    take_code(target, pipeline, function, each);
  }
}

void SliceHunter::take_code(Target& target, const optimize::Invocation& pipeline, const llvm::Function& function,
                            const codegen::Judged& judged) {
  Verdict verdict = evidence::settle(codegen::claim_of(judged));
  verdict.feature = oracles::normalised_line(verdict.feature);
  count_verdict(verdict, counted_);
  count_surface(function, verdict, pipeline.passes, counted_.surface);
  if (verdict.kind != VerdictKind::Incorrect) return;
  if (is_worth_analysing(target.compiler->id().version + " " + text_of(pipeline) + " " + reason_text(verdict) + " " +
                         operations_of(function)))
    report(target, pipeline, function, verdict);
}

}  // namespace assay::hunt
