#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/DenseSet.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

#include "services/worker/ir/ir.h"

namespace assay::ir {
namespace {

using Attachments = llvm::SmallVector<std::pair<unsigned, llvm::MDNode*>, 4>;

using Pairs = llvm::DenseSet<std::pair<const llvm::Function*, const llvm::Function*>>;

/// Walks two functions of one context in step.
class Comparison {
 public:
  /// `taken` are pairs that are being compared, and are the same if all else is.
  Comparison(const llvm::Function& a, const llvm::Function& b, Pairs& taken) : a_(a), b_(b), taken_(taken) {
    taken_.insert({&a, &b});
  }

  bool same() {
    if (a_.getFunctionType() != b_.getFunctionType() || a_.getAttributes() != b_.getAttributes() ||
        a_.getCallingConv() != b_.getCallingConv() || a_.size() != b_.size() || a_.hasPersonalityFn() != b_.hasPersonalityFn())
      return false;
    for (unsigned i = 0; i < a_.arg_size(); ++i) map_[a_.getArg(i)] = b_.getArg(i);
    if (!map_bodies()) return false;
    for (auto i = llvm::inst_begin(a_), j = llvm::inst_begin(b_); i != llvm::inst_end(a_); ++i, ++j)
      if (!same_instruction(*i, *j)) return false;
    return true;
  }

 private:
  bool map_bodies() {
    for (auto x = a_.begin(), y = b_.begin(); x != a_.end(); ++x, ++y) {
      if (x->size() != y->size()) return false;
      map_[&*x] = &*y;
      for (auto i = x->begin(), j = y->begin(); i != x->end(); ++i, ++j) map_[&*i] = &*j;
    }
    return true;
  }

  bool same_instruction(const llvm::Instruction& i, const llvm::Instruction& j) {
    if (i.getOpcode() != j.getOpcode() || i.getType() != j.getType() || i.getNumOperands() != j.getNumOperands() ||
        i.getRawSubclassOptionalData() != j.getRawSubclassOptionalData() || !i.hasSameSpecialState(&j))
      return false;
    for (unsigned k = 0; k < i.getNumOperands(); ++k)
      if (!same_value(i.getOperand(k), j.getOperand(k))) return false;
    if (const auto* phi = llvm::dyn_cast<llvm::PHINode>(&i)) {
      const auto& other = llvm::cast<llvm::PHINode>(j);
      for (unsigned k = 0; k < phi->getNumIncomingValues(); ++k)
        if (map_.lookup(phi->getIncomingBlock(k)) != other.getIncomingBlock(k)) return false;
    }
    return attachments(i) == attachments(j);
  }

  static Attachments attachments(const llvm::Instruction& instruction) {
    Attachments all;
    instruction.getAllMetadataOtherThanDebugLoc(all);
    return all;
  }

  bool same_value(const llvm::Value* x, const llvm::Value* y) {
    if (const auto found = map_.find(x); found != map_.end()) return found->second == y;
    if (x == y) return true;
    const auto* global = llvm::dyn_cast<llvm::GlobalObject>(x);
    const auto* other = llvm::dyn_cast<llvm::GlobalObject>(y);
    return global != nullptr && other != nullptr && a_.getParent() != b_.getParent() && same_global(*global, *other);
  }

  // Globals of two modules: the same name and what a function may know of them. A function that only its module knows is
  // a part of those that use it.
  bool same_global(const llvm::GlobalObject& x, const llvm::GlobalObject& y) {
    if (x.getName() != y.getName() || !x.hasName() || x.getValueID() != y.getValueID() ||
        x.getValueType() != y.getValueType() || x.getLinkage() != y.getLinkage())
      return false;
    if (const auto* function = llvm::dyn_cast<llvm::Function>(&x)) {
      const auto& other = llvm::cast<llvm::Function>(y);
      if (!function->hasLocalLinkage()) return function->getAttributes() == other.getAttributes();
      return taken_.contains({function, &other}) || Comparison(*function, other, taken_).same();
    }
    const auto* variable = llvm::dyn_cast<llvm::GlobalVariable>(&x);
    if (variable == nullptr) return false;
    const auto& other = llvm::cast<llvm::GlobalVariable>(y);
    return variable->isConstant() == other.isConstant() && variable->getAlign() == other.getAlign() && variable->hasInitializer() == other.hasInitializer() &&
           (!variable->hasInitializer() || variable->getInitializer() == other.getInitializer());
  }

  const llvm::Function& a_;
  const llvm::Function& b_;
  Pairs& taken_;
  llvm::DenseMap<const llvm::Value*, const llvm::Value*> map_;
};

}  // namespace

bool same_text(const llvm::Function& a, const llvm::Function& b) {
  Pairs taken;
  return Comparison(a, b, taken).same();
}

}  // namespace assay::ir
