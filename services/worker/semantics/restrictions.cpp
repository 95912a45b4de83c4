#include "services/worker/semantics/restrictions.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>

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

}  // namespace

std::string lost_restriction(const llvm::Function& source, const llvm::Function& target) {
  auto pairs = ir::inner_functions(source, target);
  pairs.emplace(pairs.begin(), &source, &target);
  for (const auto& [before, after] : pairs) {
    if (std::string lost = lost_by_function(*before, *after); !lost.empty()) return lost;
    if (std::string lost = lost_by_calls({before}, *after); !lost.empty()) return lost;
  }
  // Bodies may have been inlined, or have other names.
  const std::vector<const llvm::Function*> all = ir::bodies_needed_by(source);
  for (const llvm::Function* body : ir::bodies_needed_by(target))
    if (std::string lost = lost_by_calls(all, *body); !lost.empty()) return lost;
  return {};
}

}  // namespace assay::semantics
