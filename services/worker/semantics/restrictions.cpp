#include "services/worker/semantics/restrictions.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Operator.h>
#include <llvm/Support/raw_ostream.h>

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "services/worker/ir/references.h"
#include "services/worker/semantics/counterparts.h"

namespace assay::semantics {
namespace {

struct Restriction {
  const char* name;
  bool (*is_on)(const llvm::CallBase& call);
};

constexpr Restriction kRestrictions[] = {
    {"noduplicate", [](const llvm::CallBase& call) { return call.cannotDuplicate(); }},
    {"strictfp", [](const llvm::CallBase& call) { return call.isStrictFP(); }},
    {"notail",
     [](const llvm::CallBase& call) {
       const auto* instruction = llvm::dyn_cast<llvm::CallInst>(&call);
       return instruction != nullptr && instruction->isNoTailCall();
     }},
};

bool has_strict_operations(const llvm::Function& function) {
  return llvm::any_of(llvm::instructions(function), [](const llvm::Instruction& each) {
    const auto* call = llvm::dyn_cast<llvm::CallBase>(&each);
    return llvm::isa<llvm::ConstrainedFPIntrinsic>(each) || (call != nullptr && call->isStrictFP());
  });
}

std::string lost_by_function(const llvm::Function& source, const llvm::Function& target) {
  if (source.hasFnAttribute(llvm::Attribute::StrictFP) && !target.hasFnAttribute(llvm::Attribute::StrictFP) &&
      has_strict_operations(target))
    return "strictfp of the function " + target.getName().str();
  return {};
}

std::string lost_by_calls(llvm::ArrayRef<const llvm::Function*> source, const llvm::Function& target) {
  for (const Restriction& each : kRestrictions) {
    const std::string callee =
        callee_that_lost(source, target, each.is_on, [&](const llvm::CallBase& call) { return !each.is_on(call); });
    if (!callee.empty()) return std::string(each.name) + " of the call of " + callee;
  }
  return {};
}

bool is_rewritable(const llvm::Value& value) {
  const auto* operation = llvm::dyn_cast<llvm::FPMathOperator>(&value);
  return operation != nullptr && llvm::isa<llvm::Instruction>(value) &&
         (operation->hasAllowReassoc() || operation->hasAllowContract() || operation->hasAllowReciprocal());
}

/// What is computed, as text: operations, their flags, arguments and constants.
std::string text_of(const llvm::Value& value, unsigned depth) {
  if (const auto* argument = llvm::dyn_cast<llvm::Argument>(&value)) return "%" + std::to_string(argument->getArgNo());
  std::string text;
  llvm::raw_string_ostream out(text);
  if (const auto* instruction = llvm::dyn_cast<llvm::Instruction>(&value); instruction != nullptr) {
    out << instruction->getOpcodeName() << instruction->getRawSubclassOptionalData();
    std::vector<std::string> operands;
    if (depth != 0)
      for (const llvm::Use& operand : instruction->operands()) operands.push_back(text_of(*operand, depth - 1));
    if (instruction->isCommutative()) std::ranges::sort(operands);
    for (const std::string& each : operands) out << "(" << each << ")";
  } else {
    value.printAsOperand(out, /*PrintType=*/true);
  }
  return text;
}

/// May it be rewritten with what it computes with, or is that elsewhere: where the value is returned, stored, passed?
bool may_rewrite(const llvm::Value& user) { return is_rewritable(user) || !llvm::isa<llvm::FPMathOperator>(user); }

/// What stands behind fences of which something that may be rewritten uses the result.
std::set<std::string> fenced(llvm::ArrayRef<const llvm::Function*> bodies) {
  constexpr unsigned kDepth = 4;
  std::set<std::string> texts;
  for (const llvm::Function* body : bodies)
    for (const llvm::Instruction& each : llvm::instructions(*body)) {
      const auto* fence = llvm::dyn_cast<llvm::IntrinsicInst>(&each);
      if (fence != nullptr && fence->getIntrinsicID() == llvm::Intrinsic::arithmetic_fence &&
          is_rewritable(*fence->getArgOperand(0)) &&
          llvm::any_of(fence->users(), [](const auto* user) { return may_rewrite(*user); }))
        texts.insert(text_of(*fence->getArgOperand(0), kDepth));
    }
  return texts;
}

/// LangRef, arithmetic.fence: nothing is moved over it. The machines take it for its operand.
bool crosses_arithmetic_fence(const llvm::Function& source, const llvm::Function& target) {
  const std::set<std::string> before = fenced(ir::bodies_needed_by(source));
  if (before.empty() || llvm::none_of(llvm::instructions(target), [](const auto& each) { return is_rewritable(each); }))
    return false;
  return !std::ranges::includes(fenced(ir::bodies_needed_by(target)), before);
}

/// The functions of which the bodies use `no_cfi` addresses.
std::set<std::string> used_without_checks(llvm::ArrayRef<const llvm::Function*> bodies) {
  std::set<std::string> names;
  llvm::SmallPtrSet<const llvm::Value*, 16> seen;
  const auto visit = [&](const llvm::User& user, const auto& again) -> void {
    for (const llvm::Use& operand : user.operands()) {
      const auto* constant = llvm::dyn_cast<llvm::Constant>(operand.get());
      if (constant == nullptr || llvm::isa<llvm::GlobalValue>(constant) || !seen.insert(constant).second) continue;
      if (const auto* address = llvm::dyn_cast<llvm::NoCFIValue>(constant))
        names.insert(address->getGlobalValue()->getName().str());
      else
        again(*constant, again);
    }
  };
  for (const llvm::Function* body : bodies)
    for (const llvm::Instruction& each : llvm::instructions(*body)) visit(each, visit);
  return names;
}

/// LangRef, no_cfi: the address of the function's body, which another pass takes for its entry in a table. A function
/// of which the target uses that entry alone.
std::string address_that_may_change(const llvm::Function& source, const llvm::Function& target) {
  const std::set<std::string> before = used_without_checks(ir::bodies_needed_by(source));
  if (before.empty()) return {};
  const std::set<std::string> after = used_without_checks(ir::bodies_needed_by(target));
  for (const llvm::GlobalValue* each : ir::globals_needed_by(target, /*with_callees=*/true))
    if (before.contains(each->getName().str()) && !after.contains(each->getName().str()))
      return "no_cfi @" + each->getName().str();
  return {};
}

}  // namespace

std::string lost_restriction(const llvm::Function& source, const llvm::Function& target) {
  auto pairs = ir::inner_functions(source, target);
  pairs.emplace(pairs.begin(), &source, &target);
  for (const auto& [before, after] : pairs) {
    if (std::string lost = lost_by_function(*before, *after); !lost.empty()) return lost;
    if (std::string lost = lost_by_calls({before}, *after); !lost.empty()) return lost;
  }
  if (std::string lost = address_that_may_change(source, target); !lost.empty()) return lost;
  if (crosses_arithmetic_fence(source, target)) return "what stands behind llvm.arithmetic.fence";
  // Bodies may have been inlined, or have other names.
  const std::vector<const llvm::Function*> all = ir::bodies_needed_by(source);
  for (const llvm::Function* body : ir::bodies_needed_by(target))
    if (std::string lost = lost_by_calls(all, *body); !lost.empty()) return lost;
  return {};
}

}  // namespace assay::semantics
