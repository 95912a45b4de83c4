#include "services/worker/prove/regions/told_numbers.h"

#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/NoFolder.h>
#include <llvm/IR/Operator.h>
#include <llvm/IR/ValueSymbolTable.h>
#include <llvm/IR/Verifier.h>

#include <optional>

#include "services/worker/ir/ir.h"
#include "services/worker/ir/pairs.h"
#include "services/worker/normalize/expressions.h"
#include "services/worker/normalize/phis.h"

namespace assay::prove {
namespace {

using llvm::APInt;
using llvm::BasicBlock;
using llvm::Instruction;
using llvm::PHINode;
using llvm::Value;
using Build = llvm::IRBuilder<llvm::NoFolder>;

constexpr unsigned kMostWidth = 64;

bool is_known(const llvm::Function& source, const Value& value) {
  const llvm::ValueSymbolTable* names = source.getValueSymbolTable();
  return names != nullptr && value.hasName() && names->lookup(value.getName()) != nullptr;
}

/// How much more the value is than the phi; nothing if it is no such sum. Of a pointer: in bytes.
std::optional<APInt> step_to(const Value& value, const PHINode& phi) {
  if (const auto* address = llvm::dyn_cast<llvm::GetElementPtrInst>(&value)) {
    APInt bytes(address->getDataLayout().getIndexTypeSizeInBits(phi.getType()), 0);
    if (address->getPointerOperand() != &phi || address->getType() != phi.getType() ||
        !address->accumulateConstantOffset(address->getDataLayout(), bytes))
      return std::nullopt;
    return bytes;
  }
  const auto* sum = llvm::dyn_cast<llvm::BinaryOperator>(&value);
  const auto* by = sum == nullptr ? nullptr : llvm::dyn_cast<llvm::ConstantInt>(sum->getOperand(1));
  if (by == nullptr || sum->getOpcode() != Instruction::Add || sum->getOperand(0) != &phi) return std::nullopt;
  return by->getValue();
}

/// A number that becomes `step` more on each way back to its block, and starts with one value on all others.
struct Told {
  PHINode* phi = nullptr;
  Value* start = nullptr;
  APInt step;
  llvm::SmallVector<const BasicBlock*, 2> back;  ///< from where control comes back, as the phi names them
  bool may_be_poison = false;                    ///< though its start is not
};

std::optional<Told> told_by(const PHINode& phi) {
  if (!phi.getType()->isIntegerTy() && !phi.getType()->isPointerTy()) return std::nullopt;
  Told told;
  told.phi = const_cast<PHINode*>(&phi);
  for (unsigned i = 0; i < phi.getNumIncomingValues(); ++i) {
    Value* value = phi.getIncomingValue(i);
    if (const auto step = step_to(*value, phi)) {
      if (!told.back.empty() && *step != told.step) return std::nullopt;
      told.step = *step;
      told.back.push_back(phi.getIncomingBlock(i));
      told.may_be_poison |= llvm::cast<llvm::Operator>(value)->hasPoisonGeneratingFlags();
    } else if (told.start != nullptr && told.start != value) {
      return std::nullopt;
    } else {
      told.start = value;
    }
  }
  if (told.start == nullptr || told.back.empty() || told.step.isZero()) return std::nullopt;
  return told;
}

bool is_new_counter(const llvm::Function& source, const PHINode& phi) {
  if (!phi.getType()->isIntegerTy() || phi.getType()->getIntegerBitWidth() > kMostWidth || is_known(source, phi))
    return false;
  const auto told = told_by(phi);
  return told && !told->may_be_poison;
}

/// Has the function objects of its own, or its module, or may it get one?
bool has_own_objects(const llvm::Function& function) {
  const auto is_local = [](const llvm::GlobalVariable& each) { return each.hasLocalLinkage(); };
  return llvm::any_of(function.getParent()->globals(), is_local) ||
         llvm::any_of(llvm::instructions(function), [](const Instruction& each) {
           const auto* call = llvm::dyn_cast<llvm::CallBase>(&each);
           return llvm::isa<llvm::AllocaInst>(each) || (call != nullptr && call->getType()->isPtrOrPtrVectorTy());
         });
}

class Target {
 public:
  Target(llvm::Function& target, const llvm::Function& source) : function_(target), source_(source), tree_(target) {}

  bool run() {
    if (!llvm::all_of(function_, [&](const BasicBlock& block) { return tree_.isReachableFromEntry(&block); }))
      return false;
    bool found = false;
    for (BasicBlock& block : function_)
      for (PHINode& phi : llvm::make_early_inc_range(block.phis()))
        if (is_new_counter(source_, phi)) found |= tell(phi);
    if (!found) return false;
    drop_exposures();
    sink();
    return true;
  }

 private:
  bool tell(PHINode& phi) {
    const Told number = *told_by(phi);
    if (!starts_before(number)) return false;
    // By a pointer, if there is one: that is what others than the loop compute with.
    for (const bool is_pointer : {true, false})
      for (PHINode& other : phi.getParent()->phis()) {
        if (&other == &phi || other.getType()->isPointerTy() != is_pointer || !is_known(source_, other)) continue;
        const auto by = told_by(other);
        if (!by || by->back != number.back || !starts_before(*by)) continue;
        if (const auto times = times_of(number.step, by->step)) return write(number, *by, *times);
      }
    return false;
  }
  /// What it starts with is of the same round of all loops around wherever the block is.
  bool starts_before(const Told& number) const {
    const BasicBlock* head = number.phi->getParent();
    const auto* start = llvm::dyn_cast<Instruction>(number.start);
    return (start == nullptr || tree_.properlyDominates(start->getParent(), head)) &&
           llvm::all_of(number.back, [&](const BasicBlock* each) { return tree_.dominates(head, each); });
  }
  /// So many times as much is added. Modulo 2^n: not to a number that is wider.
  static std::optional<APInt> times_of(const APInt& step, const APInt& of) {
    if (of.getBitWidth() < step.getBitWidth()) return std::nullopt;
    const APInt wide = step.sext(of.getBitWidth());
    if (!wide.srem(of).isZero() || (of.isAllOnes() && wide.isMinSignedValue())) return std::nullopt;
    return wide.sdiv(of).trunc(step.getBitWidth());
  }
  bool write(const Told& number, const Told& by, const APInt& times) {
    llvm::Type* type = number.phi->getType();
    if (by.phi->getType()->isPointerTy() && function_.getDataLayout().getAddressType(by.phi->getType()) !=
                                                llvm::IntegerType::get(type->getContext(), by.step.getBitWidth()))
      return false;
    Build build(number.phi->getParent(), number.phi->getParent()->getFirstInsertionPt());
    const auto as_number = [&](Value* value) {
      return build.CreateTrunc(value->getType()->isPointerTy() ? build.CreatePtrToAddr(value) : value, type);
    };
    Value* counted = build.CreateSub(as_number(by.phi), as_number(by.start));
    if (!times.isOne()) counted = build.CreateMul(counted, llvm::ConstantInt::get(type, times));
    Value* told = build.CreateAdd(number.start, counted);
    number.phi->replaceAllUsesWith(told);
    number.phi->eraseFromParent();
    return true;
  }

  /// Numbers made of pointers are their addresses. Whoever else comes to know these pointers by it may do more with
  /// them in the target that was given: less is undefined there. Objects of the function's own are another matter.
  void drop_exposures() {
    if (has_own_objects(function_)) return;
    for (Instruction& each : llvm::make_early_inc_range(llvm::instructions(function_))) {
      auto* number = llvm::dyn_cast<llvm::PtrToIntInst>(&each);
      if (number == nullptr || is_known(source_, each) || !number->getOperand(0)->getType()->isPointerTy() ||
          number->getType() != function_.getDataLayout().getAddressType(number->getOperand(0)->getType()))
        continue;
      number->replaceAllUsesWith(Build(number).CreatePtrToAddr(number->getOperand(0)));
      number->eraseFromParent();
    }
  }

  /// What the target alone computes is computed where it is needed, and nowhere if it is not. Whatever an operand may
  /// be is picked anew at each use, here as there.
  void sink() {
    for (bool again = true; again;) {
      again = false;
      for (BasicBlock* block : llvm::post_order(&function_))
        for (Instruction& each : llvm::make_early_inc_range(llvm::reverse(*block)))
          if (!is_known(source_, each)) again |= sink(each);
    }
  }
  bool sink(Instruction& each) {
    const bool is_pure = normalize::is_expression(each)
                             ? !normalize::is_choosing(each)
                             : normalize::is_division(each) && llvm::isSafeToSpeculativelyExecute(&each);
    if (!is_pure && !llvm::isa<PHINode>(each)) return false;
    if (llvm::all_of(each.users(), [&](const llvm::User* user) { return user == &each; })) {
      each.replaceAllUsesWith(llvm::PoisonValue::get(each.getType()));
      each.eraseFromParent();
      return true;
    }
    if (!is_pure) return false;
    BasicBlock* place = nullptr;
    for (const llvm::Use& use : each.uses()) {
      auto* user = llvm::cast<Instruction>(use.getUser());
      const auto* phi = llvm::dyn_cast<PHINode>(user);
      BasicBlock* block = phi != nullptr ? phi->getIncomingBlock(use) : user->getParent();
      place = place == nullptr ? block : tree_.findNearestCommonDominator(place, block);
    }
    if (place == each.getParent()) return false;
    const auto is_user = [&](const Instruction& other) {
      return !llvm::isa<PHINode>(other) && llvm::is_contained(other.operand_values(), &each);
    };
    const auto first = llvm::find_if(*place, is_user);
    each.moveBefore(first == place->end() ? place->getTerminator()->getIterator() : first);
    return true;
  }

  llvm::Function& function_;
  const llvm::Function& source_;
  const llvm::DominatorTree tree_;
};

}  // namespace

bool has_new_counters(const llvm::Function& source, const llvm::Function& target) {
  return llvm::any_of(target, [&](const BasicBlock& block) {
    return llvm::any_of(block.phis(), [&](const PHINode& phi) { return is_new_counter(source, phi); });
  });
}

ToldNumbers with_told_numbers(const llvm::Function& source, const llvm::Function& target) {
  if (&source.getContext() != &target.getContext() || !has_new_counters(source, target)) return {};
  ToldNumbers told{ir::clone_for(source, target), ir::clone_for(target, source)};
  told.source = ir::same_in(*told.source_module, source);
  told.target = ir::same_in(*told.target_module, target);
  normalize::replace_one_valued(*told.source);
  normalize::replace_one_valued(*told.target);
  if (!Target(*told.target, *told.source).run() || llvm::verifyFunction(*told.target)) return {};
  normalize::replace_one_valued(*told.target);
  return told;
}

}  // namespace assay::prove
