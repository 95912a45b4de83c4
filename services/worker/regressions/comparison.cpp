#include "services/worker/regressions/comparison.h"

#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>

#include <algorithm>

#include "services/worker/codegen/code_costs.h"
#include "services/worker/evidence/assumption.h"
#include "services/worker/ir/ir.h"

namespace assay::regressions {
namespace {

using cost::Family;

/// While a case is searched, a judge that hesitates has no time.
check::Options judge_of(const Options& options, bool thorough) {
  constexpr auto kHastyQuery = 3'000;
  check::Options judge = options.judge;
  if (thorough) return judge;
  judge.confirms = false;
  judge.smt_timeout_ms = std::min<decltype(judge.smt_timeout_ms)>(judge.smt_timeout_ms, kHastyQuery);
  return judge;
}

std::string first_line(const std::string& text) { return text.substr(0, text.find('\n')); }

/// Nothing: it is proved for all inputs. Runs have no undef, so that proofs of what they weigh may leave it out.
std::optional<std::pair<Kind, std::string>> why_not_proved(const Verdict& verdict, bool by_runs, Kind wrong,
                                                           const char* who) {
  const std::string name = std::string(who) + ": ";
  if (verdict.kind == VerdictKind::Incorrect) return std::pair(wrong, name + reason_text(verdict));
  if (verdict.kind != VerdictKind::Correct)
    return std::pair(Kind::Undecided, name + std::string(name_of(verdict.kind)) + ": " + reason_text(verdict));
  const bool is_whole = by_runs ? evidence::leave_out_undef_only(verdict.bound) : verdict.bound.empty();
  if (!is_whole) return std::pair(Kind::Limited, name + verdict.bound);
  return std::nullopt;
}

}  // namespace

const llvm::Function* only_definition(const llvm::Module& module) {
  const llvm::Function* found = nullptr;
  for (const llvm::Function& function : module) {
    if (function.isDeclaration()) continue;
    if (found != nullptr) return nullptr;
    found = &function;
  }
  return found;
}

Comparison::Comparison(Build& baseline, Build& branch, const Options& options, bool thorough)
    : baseline_(baseline), branch_(branch), options_(options), checker_(judge_of(options, thorough)) {}

Result<std::string> Comparison::optimize(Build& build, const std::string& text, const char* who) {
  const auto made =
      build.opt->run(text, optimize::spell_pipeline(options_.passes, build.opt->major_version()), limits_of(options_));
  if (made.end == optimize::OptimizeResult::End::Ok) return made.ir;
  return Error{std::string(who) + ": " + optimize::name_of(made.end) + ": " + first_line(made.message)};
}

bool Comparison::add_object_costs(Build& build, Side& side) const {
  if (!build.llc) return false;
  llvm::LLVMContext context;
  const auto module = ir::parse(context, side.text, "optimized");
  const llvm::Function* function = module ? only_definition(**module) : nullptr;
  if (function == nullptr) return false;
  return codegen::add_object_costs(*function, *build.llc, side.costs);
}

Comparison::Answer Comparison::ask(const std::string& module_text) {
  Answer answer;
  const auto baseline = optimize(baseline_, module_text, "the baseline");
  const auto branch = baseline ? optimize(branch_, module_text, "the branch") : baseline;
  if (!branch) {
    answer.reason = branch.error();
    return answer;
  }
  llvm::LLVMContext context;
  const auto module = ir::parse(context, module_text, "source");
  const auto by_baseline = ir::parse(context, *baseline, "baseline"), by_branch = ir::parse(context, *branch, "branch");
  const bool are_read = module && by_baseline && by_branch;
  const llvm::Function* source = are_read ? only_definition(**module) : nullptr;
  const llvm::Function* cheap = are_read ? only_definition(**by_baseline) : nullptr;
  const llvm::Function* dear = are_read ? only_definition(**by_branch) : nullptr;
  if (source == nullptr || cheap == nullptr || dear == nullptr) {
    answer.reason = "not one definition before and after";
    return answer;
  }
  answer.kind = Kind::Same;
  if (optimize::unchanged(*cheap, *dear)) return answer;
  answer.baseline = {*baseline, cost::ir_costs(*cheap), {}};
  answer.branch = {*branch, cost::ir_costs(*dear), {}};
  const bool by_runs = cost::open_loops(*cheap) != cost::open_loops(*dear);
  const bool is_weighed = !by_runs || add_run_costs(module_text, *cheap, *dear, answer);
  const auto is_dearer_by = [&](Family family) {
    return cost::is_dearer(answer.branch.costs, answer.baseline.costs, family, options_.threshold);
  };
  answer.kind = Kind::IrNoDearer;
  if (!is_dearer_by(by_runs && is_weighed ? Family::Run : Family::Ir)) return answer;
  answer.kind = Kind::Unweighed;
  if (!is_weighed) return answer;
  answer.ir_only =
      by_runs || !add_object_costs(baseline_, answer.baseline) || !add_object_costs(branch_, answer.branch);
  answer.kind = Kind::CodeNoDearer;
  if (!answer.ir_only && !is_dearer_by(Family::Object)) return answer;
  answer.kind = Kind::Regression;
  const auto judge = [&](Side& side, const llvm::Function& target, Kind wrong, const char* who) {
    side.proof = checker_.check(*source, target);
    const auto why = why_not_proved(side.proof, by_runs, wrong, who);
    if (why) std::tie(answer.kind, answer.reason) = *why;
    return !why;
  };
  // A miscompile is told before anything that is only not proved.
  if (!judge(answer.baseline, *cheap, Kind::BaselineWrong, "the baseline") && answer.kind != Kind::BaselineWrong) {
    const auto [kind, reason] = std::pair(answer.kind, answer.reason);
    if (judge(answer.branch, *dear, Kind::BranchWrong, "the branch") || answer.kind != Kind::BranchWrong)
      std::tie(answer.kind, answer.reason) = std::pair(kind, reason);
    return answer;
  }
  if (answer.kind == Kind::Regression) judge(answer.branch, *dear, Kind::BranchWrong, "the branch");
  return answer;
}

bool Comparison::add_run_costs(const std::string& source, const llvm::Function& cheap, const llvm::Function& dear,
                               Answer& answer) const {
  Profiled profiled(source, options_.judge.seed);
  const auto of_cheap = profiled.costs_of(cheap), of_dear = of_cheap ? profiled.costs_of(dear) : std::nullopt;
  if (!of_dear) return false;
  answer.baseline.costs.insert(answer.baseline.costs.end(), of_cheap->begin(), of_cheap->end());
  answer.branch.costs.insert(answer.branch.costs.end(), of_dear->begin(), of_dear->end());
  return true;
}

std::optional<bool> Comparison::is_dearer(const optimize::OptimizeResult& run, const cost::Costs& than,
                                          Profiled* profiled) const {
  if (run.end != optimize::OptimizeResult::End::Ok) return std::nullopt;
  llvm::LLVMContext context;
  const auto module = ir::parse(context, run.ir, "step");
  const llvm::Function* function = module ? only_definition(**module) : nullptr;
  if (function == nullptr) return std::nullopt;
  if (profiled == nullptr) return cost::is_dearer(cost::ir_costs(*function), than, Family::Ir, options_.threshold);
  const auto costs = profiled->costs_of(*function);
  if (!costs) return std::nullopt;
  return cost::is_dearer(*costs, than, Family::Run, options_.threshold);
}

}  // namespace assay::regressions
