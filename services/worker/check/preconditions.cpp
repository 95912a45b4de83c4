#include "services/worker/check/preconditions.h"

#include <llvm/ADT/FloatingPointMode.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Intrinsics.h>
#include <llvm/IR/Module.h>

#include <algorithm>

#include "services/worker/ir/ir.h"
#include "services/worker/semantics/attribute_support.h"

namespace assay::check {
namespace {

bool is_beyond_solver(const llvm::Instruction& instruction) {
  return !semantics::metadata_beyond(&semantics::FollowedBy::solver, instruction).empty();
}

}  // namespace

bool says_more_than_the_solver_knows(const llvm::Function& function) {
  const auto any = [](const llvm::Function& each) {
    const auto all = llvm::instructions(each);
    return std::any_of(all.begin(), all.end(), is_beyond_solver);
  };
  const auto calls = [](const llvm::Instruction& instruction) {
    const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
    return call != nullptr && call->getIntrinsicID() == llvm::Intrinsic::not_intrinsic;
  };
  const auto body = llvm::instructions(function);
  if (any(function)) return true;
  if (std::none_of(body.begin(), body.end(), calls)) return false;
  return std::any_of(function.getParent()->begin(), function.getParent()->end(), any);
}

/// How many loads of the function have more than one use.
static std::size_t loads_used_often(const llvm::Function& function) {
  return static_cast<std::size_t>(
      std::ranges::count_if(llvm::instructions(function), [](const llvm::Instruction& instruction) {
        const auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction);
        if (load == nullptr || load->hasMetadata(llvm::LLVMContext::MD_noundef) || !load->hasNUsesOrMore(2))
          return false;
        return !llvm::isa<llvm::AllocaInst>(llvm::getUnderlyingObject(load->getPointerOperand()));
      }));
}

bool uses_loads_more_often(const llvm::Function& source, const llvm::Function& target) {
  return loads_used_often(target) > loads_used_often(source);
}

std::optional<Verdict> denormal_modes_differ(const llvm::Function& source, const llvm::Function& target) {
  for (auto mode_of : {&llvm::Function::getDenormalModeRaw, &llvm::Function::getDenormalModeF32Raw}) {
    const llvm::DenormalMode before = (source.*mode_of)(), after = (target.*mode_of)();
    if (before == after || !before.isValid() || before.Input == llvm::DenormalMode::Dynamic ||
        before.Output == llvm::DenormalMode::Dynamic)
      continue;
    Verdict verdict;
    verdict.kind = VerdictKind::Incorrect;
    verdict.method = Method::Syntax;
    verdict.reason = Reason::Attributes;
    verdict.detail = "denormal-fp-math differs";
    verdict.counterexample = Counterexample{};
    verdict.counterexample->source_result = "is run with denormal-fp-math=" + before.str();
    verdict.counterexample->target_result = "with denormal-fp-math=" + after.str();
    return verdict;
  }
  return std::nullopt;
}

}  // namespace assay::check
