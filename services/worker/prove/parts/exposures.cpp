#include "services/worker/prove/parts/exposures.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>

#include <vector>

#include "services/worker/normalize/expressions.h"

namespace assay::prove {
namespace {

using llvm::BasicBlock;
using llvm::Instruction;
using llvm::Value;

bool is_exposure(const Instruction& each) {
  return llvm::isa<llvm::PtrToIntInst>(each) && !normalize::is_expression(each);
}

/// May who does this make use of what is exposed?
bool acts_outside(const Instruction& each) {
  if (llvm::isa<llvm::IntToPtrInst>(each) || each.isVolatile() || each.isAtomic()) return true;
  return llvm::isa<llvm::CallBase>(each) && !llvm::isa<llvm::IntrinsicInst>(each);
}

/// Those of one function, and how much happens outside before them in their blocks.
struct Exposures {
  explicit Exposures(const llvm::Function& function) : tree(const_cast<llvm::Function&>(function)) {
    for (const BasicBlock& block : function) {
      unsigned before = 0;
      for (const Instruction& each : block) {
        if (is_exposure(each)) all.emplace_back(&each, before);
        before += acts_outside(each) ? 1 : 0;
      }
      any_outside |= before != 0;
    }
  }
  using One = std::pair<const Instruction*, unsigned>;
  std::vector<One> all;
  bool any_outside = false;
  llvm::DominatorTree tree;
};

/// Has one of these been executed, with that number, when control comes to the other function's?
bool has_come_before(const Exposures& own, const Exposures::One& other, const SameNumbers& same) {
  const BasicBlock& place = same.partner_of(*other.first->getParent());
  return llvm::any_of(own.all, [&](const Exposures::One& each) {
    if (same.number_of(*each.first) != same.number_of(*other.first)) return false;
    const BasicBlock* block = each.first->getParent();
    return block == &place ? each.second <= other.second : own.tree.dominates(block, &place);
  });
}

/// Is it known outside, if anybody's?
bool is_of_others(const Instruction& exposure) {
  llvm::SmallVector<const Value*, 4> objects;
  llvm::getUnderlyingObjects(exposure.getOperand(0), objects);
  return llvm::all_of(objects, [](const Value* object) {
    if (const auto* argument = llvm::dyn_cast<llvm::Argument>(object))
      return !argument->hasNoAliasAttr() && !argument->hasPassPointeeByValueCopyAttr();
    if (const auto* call = llvm::dyn_cast<llvm::CallBase>(object)) return !call->returnDoesNotAlias();
    return llvm::isa<llvm::LoadInst, llvm::GlobalVariable>(object);
  });
}

}  // namespace

bool has_exposures(const llvm::Function& function) { return llvm::any_of(llvm::instructions(function), is_exposure); }

bool exposes_as_soon(const llvm::Function& source, const llvm::Function& target, const SameNumbers& same) {
  const Exposures before(source), after(target);
  if (!llvm::all_of(before.all, [&](const auto& each) { return has_come_before(after, each, same); })) return false;
  return (!before.any_outside && !after.any_outside) || llvm::all_of(after.all, [&](const auto& each) {
           return is_of_others(*each.first) || has_come_before(before, each, same);
         });
}

}  // namespace assay::prove
