#include <llvm/IR/ConstantRange.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/Metadata.h>

#include <algorithm>

#include "services/worker/semantics/promises.h"

namespace assay::semantics {

namespace {

/// LangRef: sret is valid for loads and stores of its type, and properly aligned; byref is dereferenceable. What byval
/// points to is copied; inalloca and preallocated point to stack memory of the caller's.
void add_memory_promises(const llvm::AttributeSet& attributes, const llvm::DataLayout& layout, Promises& promises) {
  llvm::Type* returned = attributes.getStructRetType();
  llvm::Type* type = nullptr;
  for (llvm::Type* passed :
       {attributes.getByValType(), attributes.getInAllocaType(), attributes.getPreallocatedType(), returned})
    if (passed != nullptr) type = passed;
  const bool is_noundef = type != nullptr;
  if (type == nullptr) type = attributes.getByRefType();
  if (type == nullptr || !type->isSized() || type->isScalableTy()) return;
  promises.dereferenceable = std::max(promises.dereferenceable, layout.getTypeStoreSize(type).getFixedValue());
  promises.noundef |= is_noundef;
  if (returned == nullptr) return;
  if (promises.align == 0) promises.align = layout.getABITypeAlign(type).value();
}

}  // namespace

Promises promises_of(const llvm::AttributeSet& attributes, const llvm::DataLayout& layout) {
  Promises promises;
  promises.noundef = attributes.hasAttribute(llvm::Attribute::NoUndef);
  promises.nonnull = attributes.hasAttribute(llvm::Attribute::NonNull);
  promises.noalias = attributes.hasAttribute(llvm::Attribute::NoAlias);
  promises.returned = attributes.hasAttribute(llvm::Attribute::Returned);
  if (const auto align = attributes.getAlignment()) promises.align = align->value();
  promises.dereferenceable = attributes.getDereferenceableBytes();
  promises.dereferenceable_or_null = attributes.getDereferenceableOrNullBytes();
  promises.nofpclass = static_cast<std::uint32_t>(attributes.getNoFPClass());
  add_memory_promises(attributes, layout, promises);
  if (attributes.hasAttribute(llvm::Attribute::Writable)) {
    promises.writable = promises.dereferenceable;
    promises.writable_or_null = promises.dereferenceable_or_null;
  }
  if (attributes.hasAttribute(llvm::Attribute::Range)) {
    const llvm::ConstantRange& range = attributes.getAttribute(llvm::Attribute::Range).getRange();
    promises.range = RangeList{{{range.getLower(), range.getUpper()}}};
  }
  return promises;
}

bool is_inlined_anyway(const llvm::CallBase& call, const llvm::Function& callee) {
  return !callee.isDeclaration() && callee.isInterposable() && call.hasFnAttr(llvm::Attribute::AlwaysInline);
}

namespace {

/// The ranges as intervals that do not wrap: first and last value.
std::vector<std::pair<llvm::APInt, llvm::APInt>> intervals_of(const RangeList& list) {
  std::vector<std::pair<llvm::APInt, llvm::APInt>> intervals;
  for (const auto& [low, end] : list.ranges) {
    const llvm::APInt last = end - 1;
    if (low.ule(last)) {
      intervals.emplace_back(low, last);
    } else {
      intervals.emplace_back(llvm::APInt::getZero(low.getBitWidth()), last);
      intervals.emplace_back(low, llvm::APInt::getMaxValue(low.getBitWidth()));
    }
  }
  return intervals;
}

RangeList in_both(const RangeList& a, const RangeList& b) {
  RangeList both;
  for (const auto& [low, last] : intervals_of(a))
    for (const auto& [other_low, other_last] : intervals_of(b)) {
      const llvm::APInt from = llvm::APIntOps::umax(low, other_low), to = llvm::APIntOps::umin(last, other_last);
      if (from.ule(to)) both.ranges.emplace_back(from, to + 1);
    }
  return both;
}

}  // namespace

std::uint64_t alignment_of_copy(const Promises& promises, llvm::Type& type, const llvm::DataLayout& layout) {
  return promises.align != 0 ? promises.align : layout.getABITypeAlign(&type).value();
}

void merge_promises(Promises& promises, const Promises& other) {
  promises.noundef |= other.noundef;
  promises.nonnull |= other.nonnull;
  promises.noalias |= other.noalias;
  promises.returned |= other.returned;
  promises.align = std::max(promises.align, other.align);
  promises.dereferenceable = std::max(promises.dereferenceable, other.dereferenceable);
  promises.dereferenceable_or_null = std::max(promises.dereferenceable_or_null, other.dereferenceable_or_null);
  promises.writable = std::max(promises.writable, other.writable);
  promises.writable_or_null = std::max(promises.writable_or_null, other.writable_or_null);
  promises.nofpclass |= other.nofpclass;
  if (!promises.computed_align) promises.computed_align = other.computed_align;
  if (!promises.computed_dereferenceable) {
    promises.computed_dereferenceable = other.computed_dereferenceable;
    promises.computed_or_null = other.computed_or_null;
  }
  if (promises.range && other.range)
    promises.range = in_both(*promises.range, *other.range);
  else if (!promises.range)
    promises.range = other.range;
}

namespace {

std::uint64_t number_in(const llvm::MDNode& node) {
  return llvm::mdconst::extract<llvm::ConstantInt>(node.getOperand(0))->getZExtValue();
}

}  // namespace

void add_metadata_promises(const llvm::Instruction& instruction, Promises& promises) {
  Promises said;
  said.noundef = instruction.hasMetadata(llvm::LLVMContext::MD_noundef);
  said.nonnull = instruction.hasMetadata(llvm::LLVMContext::MD_nonnull);
  if (const llvm::MDNode* node = instruction.getMetadata(llvm::LLVMContext::MD_align)) said.align = number_in(*node);
  if (const llvm::MDNode* node = instruction.getMetadata(llvm::LLVMContext::MD_dereferenceable))
    said.dereferenceable = number_in(*node);
  if (const llvm::MDNode* node = instruction.getMetadata(llvm::LLVMContext::MD_dereferenceable_or_null))
    said.dereferenceable_or_null = number_in(*node);
  if (const llvm::MDNode* node = instruction.getMetadata("nofpclass"))
    said.nofpclass = static_cast<std::uint32_t>(number_in(*node));
  if (const llvm::MDNode* node = instruction.getMetadata(llvm::LLVMContext::MD_range)) {
    said.range.emplace();
    for (unsigned i = 0; i + 1 < node->getNumOperands(); i += 2)
      said.range->ranges.emplace_back(llvm::mdconst::extract<llvm::ConstantInt>(node->getOperand(i))->getValue(),
                                      llvm::mdconst::extract<llvm::ConstantInt>(node->getOperand(i + 1))->getValue());
  }
  merge_promises(promises, said);  // a call may have attributes, too
}

}  // namespace assay::semantics
