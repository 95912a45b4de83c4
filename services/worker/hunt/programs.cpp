// Whole programs: executed before and after. What differs is narrowed: to the pass, then to a function that the pass
// made something wrong of, whatever its caller does; that function is a case like any other.
#include "services/worker/hunt/slice.h"
#include "services/worker/ir/ir.h"
#include "services/worker/ir/targeted.h"

namespace assay::hunt {
namespace {

using End = optimize::OptimizeResult::End;

constexpr const char* kMain = "main";

/// The functions of a program as functions that anybody may call, @main among them: each is one that can be judged.
Result<std::unique_ptr<llvm::Module>> opened(llvm::LLVMContext& context, const std::string& program) {
  auto module = ir::parse(context, program, "program");
  if (!module) return module;
  for (llvm::Function& function : **module)
    if (!function.isDeclaration()) function.setLinkage(llvm::GlobalValue::ExternalLinkage);
  if (llvm::Function* main = (*module)->getFunction(kMain)) main->setName("program");
  return module;
}

}  // namespace

void SliceHunter::run_program(std::uint64_t index) {
  observer_.enter(Phase::Make);
  llvm::Module program("program", source_.context());
  ir::set_environment(program, environment_);
  source_.make_program(program, index);
  ir::set_environment(program, environment_);  // of functions, too
  ++counted_.mutants;
  drawn_.clear();
  if (is_drawn(index)) drawn_.insert(kMain);
  const std::string text = ir::print(program);
  for (Target& target : targets_)
    for (const std::size_t which : which_) run_alone(target, target.pipelines[which], kMain, text);
}

/// Runs the pass on the program's functions, each as one that anybody may call, and reports the first that is wrong.
bool SliceHunter::report_function_of(const Target& target, const optimize::Invocation& pipeline,
                                     const std::string& program) {
  const auto module = opened(source_.context(), program);
  if (!module) return false;
  const auto run = target.compiler->run(ir::print(**module), pipeline.passes, limits_with(pipeline));
  if (run.end != End::Ok) return false;
  const auto given = ir::parse(source_.context(), run.given, "given");
  const auto made = ir::parse(source_.context(), run.ir, "output");
  if (!given || !made) return false;
  for (const llvm::Function& before : **given) {
    const llvm::Function* after = (*made)->getFunction(before.getName());
    if (before.isDeclaration() || after == nullptr || after->isDeclaration() || ir::same_text(before, *after)) continue;
    const Verdict verdict = checker_.check(before, *after);
    if (verdict.kind != VerdictKind::Incorrect) continue;
    report(target, pipeline, before, verdict);
    return true;
  }
  return false;
}

void SliceHunter::report_program(const Target& target, const optimize::Invocation& pipeline, const llvm::Function& main,
                                 const Verdict& verdict) {
  const std::string text = ir::print(*main.getParent());
  Finding raw = new_finding(target, pipeline, kMain, text);
  set_verdict(raw, verdict);
  observer_.raw_finding(raw);
  observer_.enter(Phase::Analyse);
  const auto differs = [&](const optimize::OptimizeResult& run) {
    if (run.end != End::Ok) return false;
    const Verdict seen = check::check_texts(checker_, run.given, run.ir);
    return seen.kind == VerdictKind::Incorrect && seen.method == Method::Execution;
  };
  const auto culprit = optimize::find_culprit(*target.compiler, text, pipeline.passes, differs, limits_with(pipeline));
  if (culprit && report_function_of(target, {culprit->pipeline, pipeline.opt_args}, culprit->source)) return;
  report(target, pipeline, main, verdict);
}

}  // namespace assay::hunt
