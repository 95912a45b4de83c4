#include "services/worker/hunt/program.h"

#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "services/common/sort_stably.h"
#include "services/worker/check/check.h"
#include "services/worker/hunt/ask.h"
#include "services/worker/ir/ir.h"

namespace assay::hunt {
namespace {

using End = optimize::OptimizeResult::End;
using ModulePtr = std::unique_ptr<llvm::Module>;

constexpr const char* kMain = "main";

bool is_program(const std::string& text) {
  llvm::LLVMContext context;
  const auto module = ir::parse(context, text, "case");
  const llvm::Function* main = module ? (*module)->getFunction(kMain) : nullptr;
  return main != nullptr && !main->isDeclaration();
}

/// Who else may use the variables of a program that no other module knows.
enum class Variables { AsTheyAre, OfAnybody };

/// The functions of a program as functions that anybody may call, @main among them: each is one that can be judged.
/// What one writes to a variable that is left internal nobody sees but the program's other functions.
Result<ModulePtr> opened(llvm::LLVMContext& context, const std::string& program, Variables variables) {
  auto module = ir::parse(context, program, "program");
  if (!module) return module;
  for (llvm::GlobalVariable& variable : (*module)->globals())
    if (variables == Variables::OfAnybody && variable.hasLocalLinkage() && variable.hasName() && !variable.isConstant())
      variable.setLinkage(llvm::GlobalValue::ExternalLinkage);
  for (llvm::Function& function : **module)
    if (!function.isDeclaration()) function.setLinkage(llvm::GlobalValue::ExternalLinkage);
  if (llvm::Function* main = (*module)->getFunction(kMain)) main->setName("program");
  return module;
}

/// Functions that the compiler changes.
struct Changed {
  llvm::LLVMContext context;
  ModulePtr before, after;
  std::vector<std::pair<const llvm::Function*, const llvm::Function*>> pairs;

  bool load(const std::string& source, const std::string& target) {
    auto first = ir::parse(context, source, "given"), second = ir::parse(context, target, "output");
    if (!first || !second) return false;
    before = std::move(*first);
    after = std::move(*second);
    for (const llvm::Function& function : *before) {
      const llvm::Function* partner = after->getFunction(function.getName());
      if (function.isDeclaration() || partner == nullptr || partner->isDeclaration()) continue;
      if (!ir::same_text(function, *partner)) pairs.emplace_back(&function, partner);
    }
    return true;
  }
};

/// Those that the culprit's step changed in the program come first: after it the program was wrong, before it was not.
void put_first_what_the_step_changed(Changed& changed, const optimize::Culprit& culprit) {
  Changed step;
  if (culprit.before.empty() || culprit.after.empty() || !step.load(culprit.before, culprit.after)) return;
  std::set<std::string> names;
  for (const auto& pair : step.pairs) {
    const std::string name = pair.first->getName().str();
    names.insert(name == kMain ? "program" : name);
  }
  put_first(changed.pairs, [&](const auto& pair) { return names.contains(pair.first->getName().str()); });
}

/// The function alone, as a finding.
Finding finding_of(const llvm::Function& function, const Finding& program, const optimize::Culprit& culprit,
                   const Verdict& verdict) {
  Finding finding = program;
  finding.function = function.getName().str();
  finding.original = ir::print(*ir::extract(*function.getParent(), finding.function, true));
  finding.reduced = finding.original;
  finding.pipeline = finding.reduced_pipeline = culprit.pipeline;
  set_verdict(finding, verdict);
  return finding;
}

std::optional<optimize::Culprit> culprit_of_program(const Finding& finding, optimize::Compiler& compiler,
                                                    const AnalysisOptions& options) {
  const optimize::Limits limits = limits_for(finding.question);
  const auto run = compiler.run(finding.original, finding.pipeline, limits);
  if (run.end != End::Ok) return std::nullopt;
  check::Options executions = check::Options(finding.question);
  executions.executes_only = true;
  executions.refuting = options.refuting;
  check::Checker some(executions);
  const Verdict seen = check::check_texts(some, run.given, run.ir);
  executions.command_line = check::command_line_of(seen);
  if (seen.kind != VerdictKind::Incorrect || executions.command_line.empty()) return std::nullopt;
  check::Checker checker(executions);
  const auto differs = [&](const optimize::OptimizeResult& result) {
    return result.end == End::Ok && check::check_texts(checker, result.given, result.ir).kind == VerdictKind::Incorrect;
  };
  auto culprit = optimize::find_culprit(compiler, finding.original, finding.pipeline, differs, limits);
  return culprit ? std::optional(std::move(*culprit)) : std::nullopt;
}

using AnalyseCase = std::function<Analysis(Finding&, optimize::Compiler&, const AnalysisOptions&)>;

/// A function of the culprit's program that it makes something wrong of: then the finding is that function's.
std::optional<Analysis> narrow_to_function(Finding& finding, const optimize::Culprit& culprit, Variables variables,
                                           optimize::Compiler& compiler, const AnalysisOptions& options,
                                           const AnalyseCase& analyse_case) {
  llvm::LLVMContext context;
  const auto program = opened(context, culprit.source, variables);
  if (!program) return std::nullopt;
  const auto run = compiler.run(ir::print(**program), culprit.pipeline, limits_for(finding.question));
  Changed changed;
  if (run.end != End::Ok || !changed.load(run.given, run.ir)) return std::nullopt;
  put_first_what_the_step_changed(changed, culprit);
  // The interpreter sees most of what an execution shows, and functions of programs are large.
  check::Options runs = check::Options(finding.question);
  runs.oracles = check::Oracles::Interpreter;
  check::Checker checker(runs);
  for (const auto& [before, after] : changed.pairs) {
    const Verdict verdict = checker.check(*before, *after);
    if (verdict.kind != VerdictKind::Incorrect) continue;
    Finding inner = finding_of(*before, finding, culprit, verdict);
    AnalysisOptions chosen = options;
    chosen.refutation = &verdict;
    const Analysis analysis = analyse_case(inner, compiler, chosen);
    if (analysis == Analysis::NotShown) continue;
    finding = std::move(inner);
    return analysis;
  }
  return std::nullopt;
}

}  // namespace

ProgramSearch narrow_program(
    Finding& finding, optimize::Compiler& compiler, const AnalysisOptions& options,
    const std::function<Analysis(Finding&, optimize::Compiler&, const AnalysisOptions&)>& analyse_case) {
  ProgramSearch search;
  if (!is_program(finding.original)) return search;
  search.culprit = culprit_of_program(finding, compiler, options);
  if (!search.culprit) return search;
  for (const Variables variables : {Variables::AsTheyAre, Variables::OfAnybody}) {
    search.analysis = narrow_to_function(finding, *search.culprit, variables, compiler, options, analyse_case);
    if (search.analysis) break;
  }
  return search;
}

}  // namespace assay::hunt
