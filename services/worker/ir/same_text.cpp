#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/DenseSet.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Operator.h>

#include "services/worker/ir/ir.h"
#include "services/worker/ir/metadata_pairs.h"
#include "services/worker/ir/same_globals.h"

namespace assay::ir {
namespace {

using Attachments = llvm::SmallVector<std::pair<unsigned, llvm::MDNode*>, 4>;

using Pairs = llvm::DenseSet<std::pair<const llvm::Function*, const llvm::Function*>>;

/// What is being compared, and is the same if all else is.
struct Taken {
  Pairs functions;
  GlobalsInStep globals{SameBy::NameAndContents};
};

/// Walks two functions of one context in step.
class Comparison {
 public:
  Comparison(const llvm::Function& a, const llvm::Function& b, Taken& taken) : a_(a), b_(b), taken_(taken) {
    taken_.functions.insert({&a, &b});
  }

  bool same() {
    if (!same_type(a_.getFunctionType(), b_.getFunctionType()) ||
        !same_attributes(a_.getAttributes(), b_.getAttributes()) || a_.getCallingConv() != b_.getCallingConv() ||
        a_.size() != b_.size() || !same_surroundings())
      return false;
    for (unsigned i = 0; i < a_.arg_size(); ++i) map_[a_.getArg(i)] = b_.getArg(i);
    if (!map_bodies()) return false;
    for (auto i = llvm::inst_begin(a_), j = llvm::inst_begin(b_); i != llvm::inst_end(a_); ++i, ++j)
      if (!same_instruction(*i, *j)) return false;
    return true;
  }

 private:
  /// What is there beside the body: LangRef, functions.
  bool same_surroundings() {
    if (a_.hasGC() != b_.hasGC() || (a_.hasGC() && a_.getGC() != b_.getGC()) || a_.getAlign() != b_.getAlign() ||
        a_.hasPersonalityFn() != b_.hasPersonalityFn() || a_.hasPrefixData() != b_.hasPrefixData() ||
        a_.hasPrologueData() != b_.hasPrologueData() || !same_metadata(a_, b_, llvm::LLVMContext::MD_kcfi_type) ||
        !same_metadata(a_, b_, llvm::LLVMContext::MD_callback))
      return false;
    return (!a_.hasPersonalityFn() || same_personality(a_, b_)) &&
           (!a_.hasPrefixData() || same_value(a_.getPrefixData(), b_.getPrefixData())) &&
           (!a_.hasPrologueData() || same_value(a_.getPrologueData(), b_.getPrologueData()));
  }

  bool same_metadata(const llvm::Function& x, const llvm::Function& y, unsigned kind) {
    const llvm::MDNode *here = x.getMetadata(kind), *there = y.getMetadata(kind);
    return here == nullptr || there == nullptr ? here == there : metadata_.pair(here, there);
  }

  bool map_bodies() {
    for (auto x = a_.begin(), y = b_.begin(); x != a_.end(); ++x, ++y) {
      if (x->size() != y->size()) return false;
      map_[&*x] = &*y;
      for (auto i = x->begin(), j = y->begin(); i != x->end(); ++i, ++j) map_[&*i] = &*j;
    }
    return true;
  }

  bool same_instruction(const llvm::Instruction& i, const llvm::Instruction& j) {
    if (i.getOpcode() != j.getOpcode() || !same_type(i.getType(), j.getType()) ||
        i.getNumOperands() != j.getNumOperands() || i.getRawSubclassOptionalData() != j.getRawSubclassOptionalData() ||
        !same_state(i, j))
      return false;
    for (unsigned k = 0; k < i.getNumOperands(); ++k)
      if (!same_value(i.getOperand(k), j.getOperand(k))) return false;
    if (const auto* phi = llvm::dyn_cast<llvm::PHINode>(&i)) {
      const auto& other = llvm::cast<llvm::PHINode>(j);
      for (unsigned k = 0; k < phi->getNumIncomingValues(); ++k)
        if (map_.lookup(phi->getIncomingBlock(k)) != other.getIncomingBlock(k)) return false;
    }
    return same_attachments(i, j);
  }

  static Attachments attachments(const llvm::Instruction& instruction) {
    Attachments all;
    instruction.getAllMetadataOtherThanDebugLoc(all);
    return all;
  }

  bool same_attachments(const llvm::Instruction& i, const llvm::Instruction& j) {
    const Attachments here = attachments(i), there = attachments(j);
    if (here.size() != there.size()) return false;
    for (std::size_t k = 0; k < here.size(); ++k)
      if (here[k].first != there[k].first || !metadata_.pair(here[k].second, there[k].second)) return false;
    return true;
  }

  bool same_value(const llvm::Value* x, const llvm::Value* y) {
    if (const auto found = map_.find(x); found != map_.end()) return found->second == y;
    if (x == y) return true;
    const auto* constant = llvm::dyn_cast<llvm::ConstantData>(x);
    if (constant != nullptr && llvm::isa<llvm::ConstantData>(y))
      return same_constant(constant, llvm::cast<llvm::ConstantData>(y));
    if (constant == nullptr && is_composed(x) && is_composed(y))
      return same_composed(*llvm::cast<llvm::Constant>(x), *llvm::cast<llvm::Constant>(y));
    const auto* global = llvm::dyn_cast<llvm::GlobalObject>(x);
    const auto* other = llvm::dyn_cast<llvm::GlobalObject>(y);
    return global != nullptr && other != nullptr && a_.getParent() != b_.getParent() && same_global(*global, *other);
  }

  /// A constant that has others as its parts.
  static bool is_composed(const llvm::Value* value) {
    return llvm::isa<llvm::ConstantExpr, llvm::ConstantAggregate>(value);
  }
  bool same_composed(const llvm::Constant& x, const llvm::Constant& y) {
    if (!same_constant(&x, &y)) return false;
    for (unsigned k = 0; k < x.getNumOperands(); ++k)
      if (!same_value(x.getOperand(k), y.getOperand(k))) return false;
    return true;
  }

  // Globals of two modules: the same name and what a function may know of them. A function that only its module knows
  // is a part of those that use it.
  bool same_global(const llvm::GlobalObject& x, const llvm::GlobalObject& y) {
    if (!x.hasName() && !y.hasName()) return taken_.globals.same(x, y);
    if (x.getName() != y.getName() || !x.hasName() || x.getValueID() != y.getValueID() ||
        !same_type(x.getValueType(), y.getValueType()) || x.getLinkage() != y.getLinkage())
      return false;
    if (const auto* function = llvm::dyn_cast<llvm::Function>(&x)) {
      const auto& other = llvm::cast<llvm::Function>(y);
      if (!function->hasLocalLinkage())
        return function->getAttributes() == other.getAttributes() &&
               function->getCallingConv() == other.getCallingConv() && same_linking(x, y) &&
               same_metadata(*function, other, llvm::LLVMContext::MD_callback);
      return taken_.functions.contains({function, &other}) || Comparison(*function, other, taken_).same();
    }
    return taken_.globals.same(x, y);
  }

  const llvm::Function& a_;
  const llvm::Function& b_;
  Taken& taken_;
  llvm::DenseMap<const llvm::Value*, const llvm::Value*> map_;
  MetadataPairs metadata_;
};

}  // namespace

bool same_state(const llvm::Instruction& a, const llvm::Instruction& b) {
  if (const auto* alloca = llvm::dyn_cast<llvm::AllocaInst>(&a)) {
    const auto& other = llvm::cast<llvm::AllocaInst>(b);
    return same_type(alloca->getAllocatedType(), other.getAllocatedType()) && alloca->getAlign() == other.getAlign() &&
           alloca->isUsedWithInAlloca() == other.isUsedWithInAlloca() && alloca->isSwiftError() == other.isSwiftError();
  }
  if (const auto* address = llvm::dyn_cast<llvm::GetElementPtrInst>(&a))
    return same_type(address->getSourceElementType(), llvm::cast<llvm::GetElementPtrInst>(b).getSourceElementType());
  if (const auto* pad = llvm::dyn_cast<llvm::LandingPadInst>(&a))
    return pad->isCleanup() == llvm::cast<llvm::LandingPadInst>(b).isCleanup();
  // hasSameSpecialState takes notail for no marker, and musttail for tail.
  const auto* call = llvm::dyn_cast<llvm::CallInst>(&a);
  if (call != nullptr && call->getTailCallKind() != llvm::cast<llvm::CallInst>(b).getTailCallKind()) return false;
  if (const auto* of_any_kind = llvm::dyn_cast<llvm::CallBase>(&a)) {
    const auto& other = llvm::cast<llvm::CallBase>(b);
    return of_any_kind->getCallingConv() == other.getCallingConv() &&
           same_attributes(of_any_kind->getAttributes(), other.getAttributes()) &&
           of_any_kind->hasIdenticalOperandBundleSchema(other);
  }
  return a.hasSameSpecialState(&b);
}

bool same_text(const llvm::Function& a, const llvm::Function& b) {
  if (a.getParent() != b.getParent() && a.getDataLayout() != b.getDataLayout()) return false;
  Taken taken;
  return Comparison(a, b, taken).same() && taken.globals.is_same_all_through();
}

}  // namespace assay::ir
