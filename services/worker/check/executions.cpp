#include "services/worker/check/executions.h"

#include <llvm/IR/Function.h>
#include <llvm/IR/Module.h>

#include <algorithm>

#include "services/common/text.h"
#include "services/worker/check/check.h"
#include "services/worker/interpret/interpret.h"
#include "services/worker/ir/ir.h"

namespace assay::check {

using evidence::Claim;

namespace {

/// Command lines: none, numbers, words.
const std::vector<std::vector<std::string>>& command_lines() {
  static const auto& lines = *new std::vector<std::vector<std::string>>{
      {"program"}, {"program", "1"}, {"program", "7", "abc"}, {"program", "-3", "0", "x"}};
  return lines;
}

}  // namespace

bool are_programs(const semantics::Function& source, const semantics::Function& target) {
  const auto is_main = [](const semantics::Function& function) {
    return function.name == "main" && function.origin != nullptr && !function.origin->isVarArg() &&
           interpret::main_input(function, {});
  };
  return is_main(source) && is_main(target) && source.origin->getParent() != target.origin->getParent();
}

std::optional<Claim> by_executions(const semantics::Function& source, const semantics::Function& target,
                                   const budget::OneRun& share) {
  interpret::Limits limits;
  limits.steps = share.steps;
  limits.behaviours = share.behaviours;
  const bool takes_arguments = !source.arguments.empty();
  using Kind = interpret::ExecutionComparison::Kind;
  for (const auto& line : command_lines()) {
    const auto comparison = interpret::compare_executions(source, target, line, limits);
    if (comparison.kind == Kind::Different) {
      Counterexample seen;
      seen.inputs = {{"arguments", "command line", joined(line, " ")}};
      seen.source_result = comparison.source_result;
      seen.target_result = comparison.target_result;
      seen.confirmed_by = {Decider::Interpreter};
      return Claim::refuted(Method::Execution, {comparison.reason, summary(seen), seen});
    }
    if (takes_arguments) continue;
    if (comparison.kind != Kind::Same || !comparison.is_complete) return std::nullopt;
    Claim proof = Claim::proved(Method::Execution);
    if (!comparison.bound.empty()) proof.assume({evidence::Assumed::EndlessMemory});
    return proof;
  }
  return std::nullopt;
}

std::vector<std::pair<llvm::Function*, llvm::Function*>> pairs_of(llvm::Module& source, llvm::Module& target) {
  auto pairs = ir::pair_by_name(source, target);
  // A function whose address is taken may be called by code outside.
  const auto is_inside = [](const auto& pair) {
    return pair.first->hasLocalLinkage() && !pair.first->hasAddressTaken() && !pair.second->hasAddressTaken();
  };
  std::erase_if(pairs, is_inside);
  return pairs;
}

}  // namespace assay::check
