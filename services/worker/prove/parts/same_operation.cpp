#include "services/worker/prove/parts/same_operation.h"

#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/LLVMContext.h>

#include <algorithm>

#include "services/worker/ir/ir.h"
#include "services/worker/ir/same_globals.h"

namespace assay::prove {
namespace {

using llvm::Attribute;

/// What is called, where that is known; else the operands say it.
bool same_callees(const llvm::CallBase& a, const llvm::CallBase& b) {
  const auto *one = llvm::dyn_cast<llvm::Function>(a.getCalledOperand()),
             *other = llvm::dyn_cast<llvm::Function>(b.getCalledOperand());
  if (one == other)
    return one != nullptr || !(a.isInlineAsm() || b.isInlineAsm()) || a.getCalledOperand() == b.getCalledOperand();
  return one != nullptr && other != nullptr && one->getName() == other->getName() &&
         one->getFunctionType() == other->getFunctionType() &&
         ir::same_attributes(one->getAttributes(), other->getAttributes());
}

/// What a call promises of its arguments, and not how they are handed over.
constexpr Attribute::AttrKind kPromises[] = {Attribute::NoUndef, Attribute::NonNull, Attribute::Dereferenceable,
                                             Attribute::DereferenceableOrNull, Attribute::Range};

/// Promises fewer than this, and otherwise the same?
bool is_relaxed(const llvm::AttributeList& source, const llvm::AttributeList& target, unsigned arguments,
                llvm::LLVMContext& context) {
  llvm::AttributeList relaxed = source;
  for (unsigned i = 0; i < arguments; ++i)
    for (const Attribute::AttrKind kind : kPromises)
      if (!target.hasParamAttr(i, kind)) relaxed = relaxed.removeParamAttribute(context, i, kind);
  return ir::same_attributes(relaxed, target);
}

bool is_relaxed_call(const llvm::CallBase& source, const llvm::CallBase& target) {
  const auto* call = llvm::dyn_cast<llvm::CallInst>(&source);
  return source.arg_size() == target.arg_size() &&
         (call == nullptr || call->getTailCallKind() == llvm::cast<llvm::CallInst>(target).getTailCallKind()) &&
         source.getCallingConv() == target.getCallingConv() && source.hasIdenticalOperandBundleSchema(target) &&
         is_relaxed(source.getAttributes(), target.getAttributes(), source.arg_size(), source.getContext());
}

/// `same_state`: what the kind of instruction adds.
template <class SameState>
bool is_same_but_for_metadata(const llvm::Instruction& a, const llvm::Instruction& b, const SameState& same_state) {
  const auto same_types = [](const llvm::Use& one, const llvm::Use& other) {
    return one->getType() == other->getType();
  };
  if (a.getOpcode() != b.getOpcode() || a.getType() != b.getType() || !a.hasSameSubclassOptionalData(&b) ||
      !std::equal(a.op_begin(), a.op_end(), b.op_begin(), b.op_end(), same_types) || !same_state(a, b))
    return false;
  const auto* call = llvm::dyn_cast<llvm::CallBase>(&a);
  return call == nullptr || same_callees(*call, llvm::cast<llvm::CallBase>(b));
}

}  // namespace

Attachments meaning_of_metadata(const llvm::Instruction& instruction) {
  Attachments all;
  instruction.getAllMetadataOtherThanDebugLoc(all);
  llvm::erase_if(all, [&](const auto& each) {
    return each.first == llvm::LLVMContext::MD_prof || each.first == llvm::LLVMContext::MD_unpredictable ||
           (instruction.isTerminator() && each.first == llvm::LLVMContext::MD_loop);  // see same_exits
  });
  return all;
}

bool is_same_operation(const llvm::Instruction& a, const llvm::Instruction& b) {
  return is_same_but_for_metadata(a, b, ir::same_state) && meaning_of_metadata(a) == meaning_of_metadata(b);
}

bool is_refined_but_for_metadata(const llvm::Instruction& source, const llvm::Instruction& target) {
  return is_same_but_for_metadata(source, target, [](const llvm::Instruction& a, const llvm::Instruction& b) {
    const auto *one = llvm::dyn_cast<llvm::CallBase>(&a), *other = llvm::dyn_cast<llvm::CallBase>(&b);
    return one != nullptr && other != nullptr ? is_relaxed_call(*one, *other) : ir::same_state(a, b);
  });
}

}  // namespace assay::prove
