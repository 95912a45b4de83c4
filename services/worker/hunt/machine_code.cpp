#include "services/worker/hunt/machine_code.h"

#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>

#include "services/worker/codegen/blame.h"
#include "services/worker/codegen/compiler.h"
#include "services/worker/evidence/settle.h"
#include "services/worker/hunt/ask.h"
#include "services/worker/hunt/blame.h"
#include "services/worker/hunt/slice.h"
#include "services/worker/ir/ir.h"

namespace assay::hunt {
namespace {

using codegen::Judged;

codegen::Settings settings_for(const Question& question) {
  codegen::Settings settings;
  settings.seed = question.seed;
  return settings;
}

/// Reduces a case whose code goes wrong.
class CodeReduction {
 public:
  CodeReduction(const Finding& finding, optimize::Compiler& compiler, std::string reason, const std::string& without)
      : finding_(finding), compiler_(compiler), reason_(std::move(reason)) {
    if (without.empty()) return;
    without_ = *codegen::configuration_of(finding.pipeline, limits_for(finding.question));
    without_->llc_args = optimize::joined_args(without_->llc_args, without);
  }

  /// Wrong in the same way, and right without what was to blame.
  bool is_wrong(const std::string& text) {
    auto judged = judge_code(compiler_, text, finding_.pipeline, finding_.question);
    if (!judged || judged->kind != Judged::Kind::Differs || judged->reason != reason_) return false;
    return !without_ || is_right_without(text, judged->function);
  }

 private:
  bool is_right_without(const std::string& text, const std::string& function) {
    llvm::LLVMContext context;
    auto module = ir::parse(context, text, "case");
    if (!module) return false;
    const auto judged =
        codegen::judge(**module, {function}, *codegen::llc_of(compiler_), *without_, settings_for(finding_.question));
    return judged && judged->front().kind == Judged::Kind::Agrees;
  }

  const Finding& finding_;
  optimize::Compiler& compiler_;
  const std::string reason_;
  std::optional<codegen::Configuration> without_;
};

void note_others(Finding& finding, const std::vector<codegen::OtherCode>& others) {
  std::string right, wrong;
  for (const codegen::OtherCode& other : others) {
    std::string& list = other.agrees ? right : wrong;
    list += (list.empty() ? "" : ", ") + other.name;
  }
  if (!right.empty()) add_note(finding, "right: " + right);
  if (!wrong.empty()) add_note(finding, "wrong, too: " + wrong);
}

}  // namespace

std::vector<std::string> judged_functions(const llvm::Module& module) {
  std::vector<std::string> alone, all;
  for (const llvm::Function& function : module) {
    if (function.isDeclaration() || !function.hasName()) continue;
    all.push_back(function.getName().str());
    if (is_judged_alone(function)) alone.push_back(all.back());
  }
  return alone.empty() ? all : alone;
}

Result<Judged> judge_code(optimize::Compiler& compiler, const std::string& module_text, const std::string& pipeline,
                          const Question& question) {
  codegen::Llc* llc = codegen::llc_of(compiler);
  if (llc == nullptr) return Error{"machine code is judged of an llc, as llc:22"};
  const auto configuration = codegen::configuration_of(pipeline, limits_for(question));
  if (!configuration) return Error{configuration.error()};
  llvm::LLVMContext context;
  auto module = ir::parse(context, module_text, "case");
  if (!module) return Error{module.error()};
  const std::vector<std::string> functions = judged_functions(**module);
  if (functions.empty()) return Error{"the case defines no function"};
  auto judged = codegen::judge(**module, functions, *llc, *configuration, settings_for(question));
  if (!judged) return Error{judged.error()};
  const auto worst = std::ranges::max_element(*judged, {}, [](const Judged& each) {
    return each.kind == Judged::Kind::Differs ? 2 : each.kind == Judged::Kind::Agrees ? 0 : 1;
  });
  return std::move(*worst);
}

void blame_code_generation(Finding& finding, optimize::Compiler& compiler, const optimize::RunPredicate& fails,
                           const optimize::Limits& limits) {
  using Kind = Judged::Kind;
  const auto configuration = codegen::configuration_of(finding.reduced_pipeline, limits);
  codegen::Llc* llc = codegen::llc_of(compiler);
  if (!configuration || llc == nullptr) return;
  const codegen::Probe probe = [&](const codegen::Configuration& asked) {
    const auto result = codegen::assemble(compiler, asked, finding.reduced);
    if (fails(result)) return Kind::Differs;
    return result.end == optimize::OptimizeResult::End::Ok ? Kind::Agrees : Kind::NotJudged;
  };
  const codegen::Blame blame = codegen::blame(*configuration, *llc, probe);
  finding.culprit = blame.culprit;
  add_note(finding, blame.detail);
}

Analysis analyse_machine_code(Finding& finding, optimize::Compiler& compiler, const AnalysisOptions& options) {
  codegen::Llc* llc = codegen::llc_of(compiler);
  const auto judged = judge_code(compiler, finding.original, finding.pipeline, finding.question);
  if (!judged || judged->kind != Judged::Kind::Differs) {
    add_note(finding, "does not show again");
    return Analysis::NotShown;
  }
  const codegen::Configuration configuration =
      *codegen::configuration_of(finding.pipeline, limits_for(finding.question));
  codegen::WrongCode wrong{finding.original, judged->function, configuration, settings_for(finding.question)};
  const codegen::Blame first = codegen::blame(wrong, *judged, *llc);
  set_verdict(finding, evidence::settle(codegen::claim_of(*judged)));
  finding.culprit = first.culprit;
  add_note(finding, first.detail);
  if (options.is_known && options.is_known(finding)) return Analysis::Known;
  CodeReduction reduction(finding, compiler, judged->reason, first.without);
  auto reduced = reduce::reduce(
      finding.original, [&](const std::string& text) { return reduction.is_wrong(text); }, reduction_limits(options));
  if (reduced) {
    finding.reduced = reduce::tidied(reduced->text);
    finding.unfinished = !reduced->complete;
  } else {
    add_note(finding, "not reduced: " + reduced.error());
  }
  auto last = judge_code(compiler, finding.reduced, finding.pipeline, finding.question);
  if (!last || last->kind != Judged::Kind::Differs) {  // tidied up it looks otherwise
    finding.reduced = finding.original;
    last = judged;
  }
  wrong.ir = finding.reduced;
  wrong.function = last->function;
  const codegen::Blame again = codegen::blame(wrong, *last, *llc);
  set_verdict(finding, evidence::settle(codegen::claim_of(*last)));
  finding.function = last->function;
  finding.culprit = again.culprit;
  add_note(finding, again.detail);
  note_others(finding, codegen::ask_others(wrong, *last, *llc));
  finding.reduced_target = compiler.run(finding.reduced, finding.pipeline, limits_for(finding.question)).ir;
  return Analysis::Shown;
}

}  // namespace assay::hunt
