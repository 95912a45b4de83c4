#include "services/coordinator/facts/details.h"

#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Operator.h>
#include <llvm/Support/raw_ostream.h>

namespace assay::facts {
namespace {

using llvm::dyn_cast;
using llvm::Instruction;

void add_fast_math(llvm::FastMathFlags flags, std::vector<std::string>& found) {
  const std::pair<bool, const char*> all[] = {{flags.allowReassoc(), "reassoc"}, {flags.noNaNs(), "nnan"},
                                              {flags.noInfs(), "ninf"},          {flags.noSignedZeros(), "nsz"},
                                              {flags.allowReciprocal(), "arcp"}, {flags.allowContract(), "contract"},
                                              {flags.approxFunc(), "afn"}};
  for (const auto& [set, flag] : all)
    if (set) found.emplace_back(flag);
}

/// Does the instruction access memory atomically, and how?
struct Atomic {
  llvm::AtomicOrdering ordering = llvm::AtomicOrdering::NotAtomic;
  llvm::SyncScope::ID scope = llvm::SyncScope::System;
};
Atomic atomic_of(const Instruction& instruction) {
  if (const auto* load = dyn_cast<llvm::LoadInst>(&instruction)) return {load->getOrdering(), load->getSyncScopeID()};
  if (const auto* store = dyn_cast<llvm::StoreInst>(&instruction))
    return {store->getOrdering(), store->getSyncScopeID()};
  if (const auto* fence = dyn_cast<llvm::FenceInst>(&instruction))
    return {fence->getOrdering(), fence->getSyncScopeID()};
  if (const auto* rmw = dyn_cast<llvm::AtomicRMWInst>(&instruction)) return {rmw->getOrdering(), rmw->getSyncScopeID()};
  if (const auto* exchange = dyn_cast<llvm::AtomicCmpXchgInst>(&instruction))
    return {exchange->getSuccessOrdering(), exchange->getSyncScopeID()};
  return {};
}

std::uint64_t alignment_of(const Instruction& instruction) {
  if (const auto* alloca = dyn_cast<llvm::AllocaInst>(&instruction)) return alloca->getAlign().value();
  if (const auto* rmw = dyn_cast<llvm::AtomicRMWInst>(&instruction)) return rmw->getAlign().value();
  if (const auto* exchange = dyn_cast<llvm::AtomicCmpXchgInst>(&instruction)) return exchange->getAlign().value();
  if (llvm::isa<llvm::LoadInst, llvm::StoreInst>(instruction)) return llvm::getLoadStoreAlignment(&instruction).value();
  return 0;
}

/// The value of an attribute as it is written, such as the bytes of dereferenceable.
std::string value_of(const llvm::Attribute& attribute) {
  if (attribute.isStringAttribute()) return attribute.getValueAsString().str();
  std::string text = attribute.getAsString();
  const std::string kind = llvm::Attribute::getNameFromAttrKind(attribute.getKindAsEnum()).str();
  text.erase(0, kind.size());
  if (text.starts_with(" ") || text.starts_with("=")) text.erase(0, 1);
  if (text.starts_with("(") && text.ends_with(")")) text = text.substr(1, text.size() - 2);
  return text;
}

}  // namespace

std::vector<std::string> flags_of(const Instruction& instruction) {
  std::vector<std::string> flags;
  const auto add = [&](bool set, const char* flag) {
    if (set) flags.emplace_back(flag);
  };
  const auto* pointer = dyn_cast<llvm::GetElementPtrInst>(&instruction);
  const bool wraps = llvm::isa<llvm::OverflowingBinaryOperator, llvm::TruncInst>(instruction);
  add(wraps ? instruction.hasNoUnsignedWrap() : pointer != nullptr && pointer->hasNoUnsignedWrap(), "nuw");
  add(wraps && instruction.hasNoSignedWrap(), "nsw");
  if (const auto* exact = dyn_cast<llvm::PossiblyExactOperator>(&instruction)) add(exact->isExact(), "exact");
  if (const auto* either = dyn_cast<llvm::PossiblyDisjointInst>(&instruction)) add(either->isDisjoint(), "disjoint");
  if (llvm::isa<llvm::PossiblyNonNegInst>(instruction)) add(instruction.hasNonNeg(), "nneg");
  if (const auto* compare = dyn_cast<llvm::ICmpInst>(&instruction)) add(compare->hasSameSign(), "samesign");
  if (pointer != nullptr) {
    add(pointer->isInBounds(), "inbounds");
    add(pointer->hasNoUnsignedSignedWrap() && !pointer->isInBounds(), "nusw");
  }
  if (llvm::isa<llvm::FPMathOperator>(instruction)) add_fast_math(instruction.getFastMathFlags(), flags);
  add(instruction.isVolatile(), "volatile");
  add(atomic_of(instruction).ordering != llvm::AtomicOrdering::NotAtomic, "atomic");
  if (const auto* exchange = dyn_cast<llvm::AtomicCmpXchgInst>(&instruction)) add(exchange->isWeak(), "weak");
  if (const auto* pad = dyn_cast<llvm::LandingPadInst>(&instruction)) add(pad->isCleanup(), "cleanup");
  if (const auto* alloca = dyn_cast<llvm::AllocaInst>(&instruction)) {
    add(alloca->isUsedWithInAlloca(), "inalloca");
    add(alloca->isSwiftError(), "swifterror");
  }
  if (const auto* call = dyn_cast<llvm::CallInst>(&instruction)) {
    add(call->isMustTailCall(), "musttail");
    add(call->isTailCall() && !call->isMustTailCall(), "tail");
    add(call->isNoTailCall(), "notail");
  }
  return flags;
}

std::vector<store::IrNamed> properties_of(const Instruction& instruction) {
  std::vector<store::IrNamed> properties;
  const auto add = [&](const char* name, llvm::StringRef value) {
    if (!value.empty()) properties.push_back({name, value.str()});
  };
  if (const auto* compare = dyn_cast<llvm::CmpInst>(&instruction))
    add("predicate", llvm::CmpInst::getPredicateName(compare->getPredicate()));
  if (const auto* rmw = dyn_cast<llvm::AtomicRMWInst>(&instruction))
    add("operation", llvm::AtomicRMWInst::getOperationName(rmw->getOperation()));
  if (const std::uint64_t alignment = alignment_of(instruction)) add("alignment", std::to_string(alignment));
  const Atomic atomic = atomic_of(instruction);
  if (atomic.ordering != llvm::AtomicOrdering::NotAtomic) {
    add("ordering", llvm::toIRString(atomic.ordering));
    llvm::SmallVector<llvm::StringRef> scopes;
    instruction.getContext().getSyncScopeNames(scopes);
    add("syncscope", scopes[atomic.scope]);
  }
  if (const auto* exchange = dyn_cast<llvm::AtomicCmpXchgInst>(&instruction))
    add("failure-ordering", llvm::toIRString(exchange->getFailureOrdering()));
  if (const auto* call = dyn_cast<llvm::CallBase>(&instruction)) {
    if (call->getCallingConv() != 0) add("calling-convention", std::to_string(call->getCallingConv()));
    for (unsigned i = 0; i < call->getNumOperandBundles(); ++i)
      add(("bundle " + std::to_string(i)).c_str(), call->getOperandBundleAt(i).getTagName());
  }
  return properties;
}

std::vector<store::IrTypeRole> types_of(const Instruction& instruction, Entities& entities) {
  if (const auto* alloca = dyn_cast<llvm::AllocaInst>(&instruction))
    return {{"allocated", entities.type(*alloca->getAllocatedType())}};
  if (const auto* pointer = dyn_cast<llvm::GetElementPtrInst>(&instruction))
    return {{"source-element", entities.type(*pointer->getSourceElementType())}};
  if (const auto* call = dyn_cast<llvm::CallBase>(&instruction))
    return {{"function", entities.type(*call->getFunctionType())}};
  return {};
}

std::vector<std::int64_t> indices_of(const Instruction& instruction, Entities& entities) {
  const auto copied = [&](const auto& list) -> std::vector<std::int64_t> {
    if (!entities.affords(list.size())) return {};
    return {list.begin(), list.end()};
  };
  if (const auto* extract = dyn_cast<llvm::ExtractValueInst>(&instruction)) return copied(extract->getIndices());
  if (const auto* insert = dyn_cast<llvm::InsertValueInst>(&instruction)) return copied(insert->getIndices());
  if (const auto* shuffle = dyn_cast<llvm::ShuffleVectorInst>(&instruction)) return copied(shuffle->getShuffleMask());
  return {};
}

std::vector<store::IrAttribute> attributes_of(const llvm::AttributeList& attributes, unsigned parameters) {
  std::vector<store::IrAttribute> found;
  const auto add = [&](const char* place, std::uint64_t position, const llvm::AttributeSet& set) {
    for (const llvm::Attribute& attribute : set)
      found.push_back({place, position,
                       attribute.isStringAttribute()
                           ? attribute.getKindAsString().str()
                           : llvm::Attribute::getNameFromAttrKind(attribute.getKindAsEnum()).str(),
                       value_of(attribute)});
  };
  add("function", 0, attributes.getFnAttrs());
  add("return", 0, attributes.getRetAttrs());
  for (unsigned i = 0; i < parameters; ++i) add("parameter", i, attributes.getParamAttrs(i));
  return found;
}

}  // namespace assay::facts
