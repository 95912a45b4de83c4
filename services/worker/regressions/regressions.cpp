#include "services/worker/regressions/regressions.h"

#include <llvm/IR/InstIterator.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>

#include <algorithm>
#include <ctime>
#include <set>

#include "services/worker/ir/ir.h"
#include "services/worker/reduce/reduce.h"
#include "services/worker/regressions/comparison.h"
#include "services/worker/triage/triage.h"

namespace assay::regressions {
namespace {

constexpr std::string_view kKinds[] = {"same",           "ir-no-dearer", "unweighed", "code-no-dearer", "regression",
                                       "baseline-wrong", "branch-wrong", "limited",   "undecided",      "failed"};
constexpr std::string_view kBlames[] = {"unknown", "made", "missed"};

std::string key_of(const Regression& regression) {
  return std::string(name_of(regression.blame)) + " " + (regression.pass.empty() ? "?" : regression.pass) + ": " +
         triage::short_shape_of(regression.source, "");
}

/// Widths of integers in a definition: code for others is not what the source is about.
std::set<unsigned> widths_in(const std::string& text) {
  std::set<unsigned> widths;
  llvm::LLVMContext context;
  const auto module = ir::parse(context, text, "case");
  if (!module) return widths;
  const auto add = [&](const llvm::Value& value) {
    if (value.getType()->isIntOrIntVectorTy()) widths.insert(value.getType()->getScalarSizeInBits());
  };
  for (const llvm::Function& function : **module) {
    for (const llvm::Argument& argument : function.args()) add(argument);
    for (const llvm::Instruction& instruction : llvm::instructions(function)) add(instruction);
  }
  return widths;
}

/// The smallest module that still is one, as the thorough judge says, too.
Regression regression_of(const std::string& text, const Comparison::Answer& found, Comparison& thorough,
                         Build& baseline, Build& branch, const Options& options) {
  Regression regression{text, found.baseline, found.branch, found.ir_only, Blame::Unknown, "", "", text, false};
  if (options.reduce) {
    Comparison hasty(baseline, branch, options, false);
    const std::set<unsigned> widths = widths_in(text);
    reduce::Options limits;
    limits.most_tests = options.most_tests;
    limits.time_limit = options.reduction_limit;
    const auto reduced = reduce::reduce(
        text,
        [&](const std::string& smaller) {
          // The reducer takes a target for something to leave out.
          const auto given = text_for_both(smaller, baseline, branch, options);
          if (!given || !std::ranges::includes(widths, widths_in(*given))) return false;
          const auto answer = hasty.ask(*given);
          return answer.kind == Kind::Regression && answer.ir_only == found.ir_only;
        },
        limits);
    const auto given = reduced ? text_for_both(reduced->text, baseline, branch, options) : Result<std::string>(text);
    const auto again = reduced && given ? thorough.ask(*given) : found;
    if (reduced && given && again.kind == Kind::Regression) {
      regression.source = *given;
      regression.baseline = again.baseline;
      regression.branch = again.branch;
      regression.reduced = reduced->complete;
    }
  }
  const Blamed blamed = find_blame(regression.source, regression.baseline.costs, baseline, branch, thorough, options);
  regression.blame = blamed.blame;
  regression.pass = blamed.pass;
  regression.key = key_of(regression);
  return regression;
}

double processor_seconds() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

}  // namespace

const char* name_of(Kind kind) { return kKinds[static_cast<int>(kind)].data(); }
std::optional<Kind> enumerator_of(std::string_view name, std::type_identity<Kind>) {
  return enumerator_in<Kind>(kKinds, name);
}
const char* name_of(Blame blame) { return kBlames[static_cast<int>(blame)].data(); }
std::optional<Blame> enumerator_of(std::string_view name, std::type_identity<Blame>) {
  return enumerator_in<Blame>(kBlames, name);
}

bool are_of_runs(const cost::Costs& costs) { return cost::value_of(costs, cost::Measure::Executed).has_value(); }

Looked look_at(const std::string& module_text, Build& baseline, Build& branch, const Options& options) {
  const double start = processor_seconds();
  Looked looked;
  const auto text = text_for_both(module_text, baseline, branch, options);
  if (!text) {
    looked.reason = text.error();
    return looked;
  }
  Comparison thorough(baseline, branch, options, true);
  const Comparison::Answer answer = thorough.ask(*text);
  looked.kind = answer.kind;
  looked.reason = answer.reason;
  looked.ir_only = answer.ir_only;
  if (answer.kind == Kind::Regression)
    looked.regression = regression_of(*text, answer, thorough, baseline, branch, options);
  looked.seconds = processor_seconds() - start;
  return looked;
}

}  // namespace assay::regressions
