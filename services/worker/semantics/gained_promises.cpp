#include "services/worker/semantics/gained_promises.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/Analysis/AliasAnalysis.h>
#include <llvm/Analysis/CaptureTracking.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

namespace assay::semantics {
namespace {

/// Do all values that the function returns meet the condition?
template <typename Condition>
bool all_returned(const llvm::Function& function, Condition&& condition) {
  return llvm::all_of(llvm::instructions(function), [&](const llvm::Instruction& each) {
    const auto* end = llvm::dyn_cast<llvm::ReturnInst>(&each);
    return end == nullptr || condition(*end->getReturnValue());
  });
}

/// A new object that nobody but the caller has a pointer to, or none at all.
bool is_new_object(const llvm::Value& pointer) {
  llvm::SmallVector<const llvm::Value*, 4> objects;
  llvm::getUnderlyingObjects(&pointer, objects);
  return llvm::all_of(objects, [](const llvm::Value* object) {
    return llvm::isa<llvm::ConstantPointerNull, llvm::UndefValue>(object) ||
           (llvm::isNoAliasCall(object) && !llvm::PointerMayBeCaptured(object, /*ReturnCaptures=*/false));
  });
}

/// noalias counts only where memory is modified (LangRef).
bool may_write(const llvm::Function& function) {
  return llvm::any_of(llvm::instructions(function),
                      [](const llvm::Instruction& each) { return each.mayWriteToMemory(); });
}

}  // namespace

std::string unchecked_gain(const llvm::Function& source, const llvm::Function& target) {
  if (target.hasRetAttribute(llvm::Attribute::NoAlias) && !source.hasRetAttribute(llvm::Attribute::NoAlias) &&
      !all_returned(target, is_new_object))
    return "noalias of the result";
  for (unsigned i = 0; i < std::min(source.arg_size(), target.arg_size()); ++i) {
    const auto gains = [&](llvm::Attribute::AttrKind kind) {
      return target.hasParamAttribute(i, kind) && !source.hasParamAttribute(i, kind);
    };
    if (gains(llvm::Attribute::NoAlias) && may_write(target)) return "noalias";
    if (gains(llvm::Attribute::DeadOnReturn) && may_write(target)) return "dead_on_return";
    const llvm::Argument* argument = target.getArg(i);
    const auto is_it = [&](const llvm::Value& value) { return value.stripPointerCasts() == argument; };
    if (gains(llvm::Attribute::Returned) && !all_returned(target, is_it)) return "returned";
  }
  return {};
}

}  // namespace assay::semantics
