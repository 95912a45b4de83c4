#include "services/worker/semantics/raised_exceptions.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/Support/raw_ostream.h>

#include <algorithm>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "services/worker/ir/ir.h"
#include "services/worker/ir/references.h"
#include "services/worker/semantics/float_environment.h"

namespace assay::semantics {
namespace {

constexpr unsigned kDeepest = 16;  ///< of expressions that are compared

using llvm::fp::ExceptionBehavior;

bool is_strict_call_of_library(const llvm::Instruction& instruction) {
  const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
  return call != nullptr && strict_library_operation(*call).has_value();
}

/// Nothing for operations whose exceptions nobody looks at, and for other instructions.
std::optional<ExceptionBehavior> exceptions_of(const llvm::Instruction& instruction) {
  if (is_strict_call_of_library(instruction)) return ExceptionBehavior::ebStrict;
  const auto* operation = llvm::dyn_cast<llvm::ConstrainedFPIntrinsic>(&instruction);
  if (operation == nullptr || operation->getExceptionBehavior() == ExceptionBehavior::ebIgnore) return std::nullopt;
  return operation->getExceptionBehavior().value_or(ExceptionBehavior::ebStrict);
}

/// How the value is computed of arguments and constants, in any module; nothing where something else counts.
std::optional<std::string> expression_of(const llvm::Value& value, unsigned depth = kDeepest) {
  if (const auto* argument = llvm::dyn_cast<llvm::Argument>(&value))
    return "arg" + std::to_string(argument->getArgNo());
  if (const auto* metadata = llvm::dyn_cast<llvm::MetadataAsValue>(&value)) return ir::print(*metadata);
  if (llvm::isa<llvm::Constant>(value)) return ir::print(value);
  const auto* instruction = llvm::dyn_cast<llvm::Instruction>(&value);
  const bool is_told_by_operands =
      instruction != nullptr &&
      (is_strict_call_of_library(*instruction) ||
       llvm::isa<llvm::ConstrainedFPIntrinsic, llvm::BinaryOperator, llvm::UnaryOperator, llvm::CastInst, llvm::CmpInst,
                 llvm::SelectInst, llvm::FreezeInst>(instruction));
  if (!is_told_by_operands || depth == 0) return std::nullopt;
  // Two freezes of what may be undef are two values.
  if (const auto* frozen = llvm::dyn_cast<llvm::FreezeInst>(instruction);
      frozen != nullptr && !llvm::isGuaranteedNotToBeUndefOrPoison(frozen->getOperand(0)))
    return std::nullopt;
  std::string text;
  llvm::raw_string_ostream out(text);
  out << *instruction->getType() << ' ' << instruction->getOpcodeName();
  if (const auto* compare = llvm::dyn_cast<llvm::CmpInst>(instruction)) out << ' ' << compare->getPredicate();
  const auto* call = llvm::dyn_cast<llvm::CallBase>(instruction);
  if (call != nullptr) out << ' ' << call->getCalledFunction()->getName();
  for (const llvm::Use& operand : call == nullptr ? instruction->operands() : call->args()) {
    const auto part = expression_of(*operand, depth - 1);
    if (!part) return std::nullopt;
    out << '(' << *part << ')';
  }
  return text;
}

/// May it look at the flags, change them, or not come back?
bool may_see_flags(const llvm::Instruction& instruction) {
  const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
  return call != nullptr && may_see_float_flags(*call);
}

/// The operations of one block that say strict, or maytrap too, by the stretches between those that may see what they
/// have raised; nothing where the text does not show all.
using Stretches = std::vector<std::set<std::string>>;
std::optional<Stretches> operations_of(const llvm::Function& function, bool or_may_trap) {
  const auto bodies = ir::bodies_needed_by(function);
  if (bodies.size() != 1 || function.size() != 1) return std::nullopt;
  Stretches operations(1);
  for (const llvm::Instruction& instruction : llvm::instructions(function)) {
    if (may_see_flags(instruction)) operations.emplace_back();
    const auto behavior = exceptions_of(instruction);
    if (!behavior || (*behavior != ExceptionBehavior::ebStrict && !or_may_trap)) continue;
    const auto text = expression_of(instruction);
    if (!text) return std::nullopt;
    operations.back().insert(*text);
  }
  return operations;
}

bool has_no_more(const Stretches& before, const Stretches& after) {
  return std::ranges::equal(before, after, [](const auto& a, const auto& b) { return std::ranges::includes(a, b); });
}

bool looks_at_exceptions(const llvm::Function& function) {
  return llvm::any_of(ir::bodies_needed_by(function), [](const llvm::Function* body) {
    return llvm::any_of(llvm::instructions(*body),
                        [](const llvm::Instruction& each) { return exceptions_of(each).has_value(); });
  });
}

}  // namespace

bool may_raise_other_exceptions(const llvm::Function& source, const llvm::Function& target) {
  if (!looks_at_exceptions(source) && !looks_at_exceptions(target)) return false;
  const auto before = operations_of(source, false), after = operations_of(target, false);
  const auto all_before = operations_of(source, true), all_after = operations_of(target, true);
  return !before || !after || !all_before || !all_after || *before != *after || !has_no_more(*all_before, *all_after);
}

}  // namespace assay::semantics
