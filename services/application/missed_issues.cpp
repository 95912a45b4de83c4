#include "services/application/missed_issues.h"

#include <llvm/IR/AttributeMask.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>

#include <filesystem>
#include <fstream>

#include "services/common/environment.h"
#include "services/worker/check/check.h"
#include "services/worker/codegen/code_costs.h"
#include "services/worker/ir/ir.h"
#include "services/worker/ir/targeted.h"
#include "services/worker/optimize/optimize.h"
#include "services/worker/report/missed.h"

namespace assay::application {
namespace {

/// The words of `Environment` that stand where a module names no target.
constexpr const char* kUsualTarget = "x86-64";

std::string version_text(const CompilerId& id) { return "LLVM " + id.version.substr(0, id.version.find('@')); }

/// What does not matter to a proof of values: where it is compiled for, and what the compiler found out of functions.
std::string without_surroundings(const std::string& pair) {
  llvm::LLVMContext context;
  const auto module = ir::parse(context, pair, "the pair");
  if (!module) return pair;
  (*module)->setTargetTriple(llvm::Triple());
  (*module)->setDataLayout("");
  for (llvm::Function& function : **module) {
    if (function.isIntrinsic()) function.setAttributes({});  // they come back by themselves
    function.setUnnamedAddr(llvm::GlobalValue::UnnamedAddr::None);
    llvm::AttributeMask found;
    for (const llvm::Attribute each : function.getAttributes().getFnAttrs())
      if (!each.isStringAttribute() || !each.getKindAsString().starts_with("denormal")) found.addAttribute(each);
    function.removeFnAttrs(found);
  }
  return ir::without_head(ir::print(**module));
}

/// Tells of rules what is true of one compiler.
class Teller {
 public:
  Teller(const ImproveRequest& request, std::unique_ptr<optimize::Compiler> compiler)
      : request_(request), compiler_(std::move(compiler)), llc_(codegen::llc_of(compiler_->id())) {}

  std::string tell(const RuleTold& told, const std::optional<Weighed>& weighed) {
    report::MissedFold fold;
    fold.rule = told.rule.text;
    fold.pair = told.done_alone ? "" : rules::example_of(told.rule);
    fold.pair = without_surroundings(is_proved(fold.pair) ? fold.pair : told.pair);
    fold.is_done_alone = told.done_alone;
    fold.general = told.rule.module;
    fold.proof = "for all inputs, undef and poison included";
    fold.widths = rules::widths_text(told.rule);
    fold.is_known = told.kind == improve::Kind::Constant || told.kind == improve::Kind::Value;
    fold.costs = costs_of(fold.pair, told.pair);
    fold.occurrences = told.occurrences;
    fold.places = told.places;
    if (weighed) {
      fold.weighed_operations = weighed->operations;
      fold.weighed_occurrences = told.weight.occurrences;
      fold.saved = told.weight.saved;
    }
    if (!told.done_alone) fold.test = told.test;
    fold.passes = request_.passes;
    fold.compiler = version_text(compiler_->id());
    return report::issue_text(fold);
  }

 private:
  bool is_proved(const std::string& pair) const {
    llvm::LLVMContext context;
    const auto module = ir::parse(context, pair, "the rule");
    llvm::Function* source = module ? (*module)->getFunction("src") : nullptr;
    llvm::Function* target = source == nullptr ? nullptr : (*module)->getFunction("tgt");
    if (target == nullptr) return false;
    check::Checker checker(request_.options.judge);
    const Verdict verdict = checker.check(*source, *target);
    return verdict.kind == VerdictKind::Correct && verdict.bound.empty();
  }

  /// Of the pair, for the target of the code where it was found.
  report::CostComparison costs_of(const std::string& pair, const std::string& found) {
    llvm::LLVMContext context;
    const auto module = ir::parse(context, pair, "the pair"), from = ir::parse(context, found, "the fold");
    report::CostComparison costs;
    if (!module) return costs;
    if (from && !(*from)->getTargetTriple().empty()) {
      (*module)->setTargetTriple((*from)->getTargetTriple());
      (*module)->setDataLayout((*from)->getDataLayout());
    } else if (const auto usual = parse_environments(kUsualTarget)) {
      ir::set_environment(**module, usual->front());
    }
    costs.target = (*module)->getTargetTriple().str();
    const auto measured = [&](const char* name) {
      const llvm::Function& function = *(*module)->getFunction(name);
      cost::Costs all = cost::ir_costs(function);
      if (llc_) codegen::add_object_costs(function, *llc_, all);
      return all;
    };
    costs.now = measured("src");
    costs.better = measured("tgt");
    return costs;
  }

  const ImproveRequest& request_;
  std::unique_ptr<optimize::Compiler> compiler_;
  std::optional<codegen::Llc> llc_;
};

std::string cause_of(const regressions::Regression& regression) {
  if (regression.pass.empty()) return "";
  return regression.blame == regressions::Blame::Made
             ? "Before `" + regression.pass + "` of the newer one it is not dearer."
             : "`" + regression.pass + "` of the older one does it; no pass of the newer one does.";
}

/// Of both proofs.
std::string limits_of(const regressions::Regression& regression) {
  const std::string &one = regression.baseline.proof.bound, &other = regression.branch.proof.bound;
  if (one.find(other) != std::string::npos) return one;
  return other.find(one) != std::string::npos ? other : one + ", " + other;
}

}  // namespace

Status write_numbered(const std::vector<std::string>& texts, const std::string& folder, const std::string& stem,
                      const std::string& ending) {
  std::error_code failed;
  std::filesystem::create_directories(folder, failed);
  for (std::size_t i = 0; i < texts.size(); ++i) {
    const std::string path = folder + "/" + stem + "-" + std::to_string(i + 1) + ending;
    std::ofstream file(path);
    file << texts[i];
    if (!file.flush()) return Error{path + " can't be written"};
  }
  return std::nullopt;
}

Status write_issues(const std::vector<RuleTold>& rules, const std::optional<Weighed>& weighed,
                    const ImproveRequest& request, const std::string& folder) {
  auto compiler = optimize::open_compiler(request.compiler);
  if (!compiler) return compiler.wrap("--compiler");
  Teller teller(request, std::move(*compiler));
  std::vector<std::string> texts;
  for (const RuleTold& told : rules) texts.push_back(teller.tell(told, weighed));
  return write_numbered(texts, folder, "rule", ".md");
}

Status write_issues(const std::vector<regressions::Regression>& found, const RegressionsRequest& request,
                    const std::string& folder) {
  const auto baseline = regression_build(request.baseline), branch = regression_build(request.branch);
  if (!baseline) return baseline.wrap("--baseline");
  if (!branch) return branch.wrap("--branch");
  std::vector<std::string> texts;
  for (const regressions::Regression& regression : found)
    texts.push_back(report::issue_text(report::DearerCode{ir::without_head(regression.source),
                                                          ir::without_head(regression.baseline.text),
                                                          ir::without_head(regression.branch.text),
                                                          limits_of(regression),
                                                          cause_of(regression),
                                                          regression.pass,
                                                          {"", regression.branch.costs, regression.baseline.costs},
                                                          request.options.passes,
                                                          version_text(baseline->opt),
                                                          version_text(branch->opt)}));
  return write_numbered(texts, folder, "regression", ".md");
}

}  // namespace assay::application
