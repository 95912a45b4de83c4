#include "services/worker/prove/parts/steps_in_common.h"

#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Operator.h>

#include <algorithm>

#include "services/worker/ir/ir.h"
#include "services/worker/normalize/expressions.h"

namespace assay::prove {
namespace {

constexpr std::size_t kMostBlocks = 64;

/// A step that both functions may make, if they make it at the same place.
bool is_known_step(const llvm::Instruction& instruction) {
  if (const auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction)) return load->isSimple();
  if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction)) return store->isSimple();
  if (llvm::isa<llvm::AllocaInst, llvm::ReturnInst, llvm::BranchInst, llvm::SwitchInst, llvm::UnreachableInst>(
          instruction))
    return true;
  if (normalize::is_division(instruction)) return true;
  const auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction);
  if (call == nullptr || call->isMustTailCall() || call->hasOperandBundles() || call->isInlineAsm()) return false;
  const llvm::Function* callee = call->getCalledFunction();
  if (callee == nullptr || callee->hasFnAttribute(llvm::Attribute::ReturnsTwice)) return false;
  if (std::any_of(call->arg_begin(), call->arg_end(),
                  [](const llvm::Use& use) { return llvm::isa<llvm::MetadataAsValue>(use); }))
    return false;
  if (!callee->isIntrinsic()) return callee->isDeclaration();
  if (const auto* copy = llvm::dyn_cast<llvm::MemIntrinsic>(call)) return !copy->isVolatile();
  return call->getIntrinsicID() == llvm::Intrinsic::assume || call->isLifetimeStartOrEnd();
}

/// What leaves no trace: the source may do it where the target does not.
bool leaves_no_trace(const llvm::Instruction& step) {
  return llvm::isa<llvm::LoadInst, llvm::AssumeInst>(step) || normalize::is_division(step);
}

bool is_pointless(const llvm::Instruction& instruction) { return llvm::isa<llvm::DbgInfoIntrinsic>(instruction); }

/// Metadata that says something of what the instruction does.
llvm::SmallVector<std::pair<unsigned, llvm::MDNode*>, 4> meaning_of_metadata(const llvm::Instruction& instruction) {
  llvm::SmallVector<std::pair<unsigned, llvm::MDNode*>, 4> all;
  instruction.getAllMetadataOtherThanDebugLoc(all);
  llvm::erase_if(all, [](const auto& each) {
    return each.first == llvm::LLVMContext::MD_prof || each.first == llvm::LLVMContext::MD_unpredictable;
  });
  return all;
}

bool same_callees(const llvm::CallBase& a, const llvm::CallBase& b) {
  const llvm::Function *one = a.getCalledFunction(), *other = b.getCalledFunction();
  if (one == other) return one != nullptr;
  return one != nullptr && other != nullptr && one->getName() == other->getName() &&
         one->getFunctionType() == other->getFunctionType() && one->getAttributes() == other->getAttributes();
}

/// The source's, without noalias that the target does not promise.
llvm::AttributeList attributes_in_common(const llvm::Function& source, const llvm::Function& target) {
  llvm::AttributeList attributes = source.getAttributes();
  for (unsigned i = 0; i < source.arg_size(); ++i)
    if (!target.hasParamAttribute(i, llvm::Attribute::NoAlias))
      attributes = attributes.removeParamAttribute(source.getContext(), i, llvm::Attribute::NoAlias);
  return attributes;
}

/// What of a function is the same for all that it does. `a`: the source.
bool same_frames(const llvm::Function& a, const llvm::Function& b) {
  const auto is_odd = [](const llvm::Function& f) {
    return f.isVarArg() || f.hasPersonalityFn() || f.hasGC() || f.hasFnAttribute(llvm::Attribute::StrictFP) ||
           f.hasPrefixData() || f.hasPrologueData() || f.size() > kMostBlocks || f.isPresplitCoroutine();
  };
  return a.getFunctionType() == b.getFunctionType() && attributes_in_common(a, b) == b.getAttributes() &&
         a.getCallingConv() == b.getCallingConv() && a.size() == b.size() && !is_odd(a) && !is_odd(b);
}

bool mentions_globals(const llvm::Constant& constant) {
  return llvm::isa<llvm::GlobalValue, llvm::BlockAddress>(constant) ||
         std::any_of(constant.op_begin(), constant.op_end(),
                     [](const llvm::Use& use) { return mentions_globals(*llvm::cast<llvm::Constant>(use)); });
}

/// Of two modules, by themselves: where one leads to others, nothing is said.
bool same_variables(const llvm::GlobalVariable& a, const llvm::GlobalVariable& b) {
  if (!ir::same_type(a.getValueType(), b.getValueType()) || a.isConstant() != b.isConstant() ||
      a.getLinkage() != b.getLinkage() || a.getAlign() != b.getAlign() || a.hasInitializer() != b.hasInitializer() ||
      a.isThreadLocal() != b.isThreadLocal())
    return false;
  if (!a.hasInitializer()) return true;
  return !mentions_globals(*a.getInitializer()) && ir::same_constant(a.getInitializer(), b.getInitializer());
}

bool is_commutative(const llvm::Instruction& instruction) {
  const auto* compare = llvm::dyn_cast<llvm::CmpInst>(&instruction);
  return compare != nullptr ? compare->isCommutative() : instruction.isCommutative();
}

}  // namespace

bool is_same_operation(const llvm::Instruction& a, const llvm::Instruction& b) {
  if (!a.isSameOperationAs(&b) || !a.hasSameSubclassOptionalData(&b)) return false;
  if (meaning_of_metadata(a) != meaning_of_metadata(b)) return false;
  const auto* call = llvm::dyn_cast<llvm::CallBase>(&a);
  return call == nullptr || same_callees(*call, *llvm::cast<llvm::CallBase>(&b));
}

StepsInCommon::StepsInCommon(const llvm::Function& source, const llvm::Function& target, bool assume)
    : source_(source), target_(target), assumes_(assume) {
  if (!same_frames(source, target)) return;
  for (unsigned i = 0; i < source.arg_size(); ++i) {
    const Number number = fresh();
    give(*source.getArg(i), number, kSource);
    give(*target.getArg(i), number, kTarget);
  }
  if (!pair_blocks() || !number_values(source, kSource) || !number_values(target, kTarget)) return;
  find_reached();
  compare_operands();
  holds_ = true;
}

StepsInCommon::Number StepsInCommon::fresh() {
  sides_.push_back(0);
  return static_cast<Number>(sides_.size() - 1);
}

void StepsInCommon::give(const llvm::Value& value, Number number, Side side) {
  numbers_[&value] = number;
  sides_[number] |= side;
}

void StepsInCommon::pair(const llvm::Instruction& source, const llvm::Instruction& target) {
  steps_.emplace_back(&source, &target);
  const Number number = fresh();
  give(source, number, kSource);
  give(target, number, kTarget);
}

/// Blocks are partners by their place.
bool StepsInCommon::pair_blocks() {
  for (const llvm::BasicBlock& block : source_) blocks_.try_emplace(&block, blocks_.size());
  for (const llvm::BasicBlock& block : target_) {
    blocks_[&block] = static_cast<unsigned>(target_blocks_.size());
    target_blocks_.push_back(&block);
  }
  for (const llvm::BasicBlock& block : source_)
    if (!pair_steps(block, *target_blocks_[blocks_[&block]])) return false;
  // Not before: what a phi starts from is compared as it stands.
  for (const auto& [phi, value] : assumed_) taken_for_[phi] = value;
  return true;
}

/// Each phi of the target is one of the source's: the first that starts from the same constants and arguments.
bool StepsInCommon::pair_phis(const llvm::BasicBlock& source, const llvm::BasicBlock& target) {
  std::vector<const llvm::PHINode*> open;
  for (const llvm::PHINode& phi : source.phis())
    if (!is_dropped(phi)) open.push_back(&phi);
  const auto likeness = [&](const llvm::PHINode& one, const llvm::PHINode& other) {
    int like = 0;
    for (unsigned i = 0; i < one.getNumIncomingValues(); ++i) {
      const llvm::BasicBlock* from = target_blocks_[blocks_.lookup(one.getIncomingBlock(i))];
      if (other.getBasicBlockIndex(from) < 0) return -1;
      const llvm::Value *a = plain(one.getIncomingValue(i)), *b = plain(other.getIncomingValueForBlock(from));
      const auto *x = llvm::dyn_cast<llvm::Argument>(a), *y = llvm::dyn_cast<llvm::Argument>(b);
      like += llvm::isa<llvm::Constant>(a) ? a == b : x != nullptr && y != nullptr && x->getArgNo() == y->getArgNo();
    }
    return like;
  };
  for (const llvm::PHINode& phi : target.phis()) {
    if (is_dropped(phi)) continue;
    auto best = open.end();
    int most = -1;
    for (auto each = open.begin(); each != open.end(); ++each) {
      const int like = is_same_operation(**each, phi) ? likeness(**each, phi) : -1;
      if (like > most) best = each, most = like;
    }
    if (best == open.end()) return false;
    pair(**best, phi);
    open.erase(best);
  }
  for (const llvm::PHINode* alone : open) assume(*alone);
  return true;
}

/// What is a number when its loop is entered may stay the same in all rounds.
void StepsInCommon::assume(const llvm::PHINode& phi) {
  if (!assumes_ || !phi.getType()->isIntegerTy()) return;
  const llvm::Value* entry = nullptr;
  for (const llvm::Value* value : phi.incoming_values()) {
    const llvm::Value* is = plain(value);
    if (!llvm::isa<llvm::ConstantInt, llvm::Argument>(is)) continue;
    if (entry != nullptr && entry != is) return;
    entry = is;
  }
  if (entry == nullptr) return;
  assumed_.emplace_back(&phi, entry);
}

bool StepsInCommon::pair_steps(const llvm::BasicBlock& source, const llvm::BasicBlock& target) {
  if (!pair_phis(source, target)) return false;
  auto from = source.begin(), to = target.begin();
  const auto skip = [&](auto& place, auto end) {
    while (place != end && (llvm::isa<llvm::PHINode>(*place) || normalize::is_expression(*place) ||
                            is_pointless(*place) || is_dropped(*place)))
      ++place;
    return place != end;
  };
  for (; skip(to, target.end()); ++to) {
    if (!is_known_step(*to)) return false;
    for (;; ++from) {
      if (!skip(from, source.end()) || !is_known_step(*from)) return false;
      const bool same =
          to->isTerminator() ? from->isTerminator() && same_exits(*from, *to) : is_same_operation(*from, *to);
      if (same) break;
      if (!leaves_no_trace(*from)) return false;
    }
    has_calls_ |= llvm::isa<llvm::CallInst>(*to) && !llvm::isa<llvm::IntrinsicInst>(*to);
    pair(*from++, *to);
  }
  return from == source.end();
}

bool StepsInCommon::same_exits(const llvm::Instruction& source, const llvm::Instruction& target) const {
  if (source.getOpcode() != target.getOpcode() || source.getNumSuccessors() != target.getNumSuccessors()) return false;
  if (!meaning_of_metadata(source).empty() || !meaning_of_metadata(target).empty()) return false;
  for (unsigned i = 0; i < source.getNumSuccessors(); ++i)
    if (blocks_.lookup(source.getSuccessor(i)) != blocks_.lookup(target.getSuccessor(i))) return false;
  const auto* choice = llvm::dyn_cast<llvm::SwitchInst>(&source);
  if (choice == nullptr) return true;
  const auto& other = *llvm::cast<llvm::SwitchInst>(&target);
  return std::equal(choice->case_begin(), choice->case_end(), other.case_begin(), other.case_end(),
                    [](const auto& a, const auto& b) { return a.getCaseValue() == b.getCaseValue(); });
}

/// False if there is something of which it is not known what it does.
bool StepsInCommon::number_values(const llvm::Function& function, Side side) {
  std::map<Key, unsigned> turns;
  std::size_t reached = 0;
  for (const llvm::BasicBlock* block : llvm::ReversePostOrderTraversal<const llvm::Function*>(&function)) {
    ++reached;
    for (const llvm::Instruction& instruction : *block) {
      if (instruction.getType()->isScalableTy() || instruction.getType()->isTokenTy()) return false;
      if (is_pointless(instruction) || is_dropped(instruction)) continue;
      if (normalize::is_expression(instruction))
        give(instruction, number_of_expression(instruction, side, turns), side);
      else if (!numbers_.contains(&instruction))
        give(instruction, fresh(), side);  // a load, division or phi of the source alone
    }
  }
  return reached == function.size();
}

/// A variable of the target is the source's of that name, if both are the same.
const llvm::Value& StepsInCommon::known_as(const llvm::Value& value) const {
  const auto* variable = llvm::dyn_cast<llvm::GlobalVariable>(&value);
  if (variable == nullptr || !variable->hasName()) return value;
  const llvm::GlobalVariable* other = source_.getParent()->getGlobalVariable(variable->getName(), true);
  return other != nullptr && same_variables(*other, *variable) ? *other : value;
}

StepsInCommon::Number StepsInCommon::number_of_operand(const llvm::Value& operand, Side side) {
  const llvm::Value& value = *plain(&operand);
  if (!llvm::isa<llvm::Constant>(value)) return numbers_.lookup(&value);
  const llvm::Value& known = known_as(value);
  if (!numbers_.contains(&known)) give(known, fresh(), side);
  const Number number = numbers_.lookup(&known);
  sides_[number] = kSource | kTarget;  // a constant is one everywhere
  numbers_[&value] = number;
  return number;
}

StepsInCommon::Number StepsInCommon::number_of_expression(const llvm::Instruction& instruction, Side side,
                                                          std::map<Key, unsigned>& turns) {
  Key key{instruction.getOpcode(), reinterpret_cast<std::uintptr_t>(instruction.getType())};
  const bool chooses = normalize::is_choosing(instruction);
  key.push_back(chooses ? 1 + blocks_.lookup(instruction.getParent()) : 0);
  const std::size_t first = key.size();
  const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
  const unsigned count = call != nullptr ? call->arg_size() : instruction.getNumOperands();
  for (unsigned i = 0; i < count; ++i) key.push_back(number_of_operand(*instruction.getOperand(i), side));
  if (is_commutative(instruction) && key[first] > key[first + 1]) std::swap(key[first], key[first + 1]);
  if (chooses) {
    const unsigned turn = turns[key]++;
    key.push_back(turn);
  }
  auto& known = expressions_[key];
  for (const auto& [other, number] : known)
    if (is_same_operation(*other, instruction)) return number;
  known.emplace_back(&instruction, fresh());
  return known.back().second;
}

void StepsInCommon::compare(const llvm::Value& source, const llvm::Value& target) {
  const Number one = number_of_operand(source, kSource), other = number_of_operand(target, kTarget);
  if (one != other && compared_.insert({one, other}).second) differences_.emplace_back(plain(&source), plain(&target));
}

/// Where the target never comes, nothing has to be the same: it takes the source's way, as long as what decides the way
/// is.
void StepsInCommon::find_reached() {
  std::vector<const llvm::BasicBlock*> open{&target_.getEntryBlock()};
  while (!open.empty()) {
    const llvm::BasicBlock* block = open.back();
    open.pop_back();
    if (!reached_.insert(block).second) continue;
    const auto* branch = llvm::dyn_cast<llvm::BranchInst>(block->getTerminator());
    const auto* known = branch != nullptr && branch->isConditional()
                            ? llvm::dyn_cast<llvm::ConstantInt>(plain(branch->getCondition()))
                            : nullptr;
    if (known != nullptr)
      open.push_back(branch->getSuccessor(known->isOne() ? 0 : 1));
    else
      open.insert(open.end(), llvm::succ_begin(block), llvm::succ_end(block));
  }
}

void StepsInCommon::compare_incoming(const llvm::PHINode& source, const llvm::PHINode& target) {
  for (unsigned i = 0; i < source.getNumIncomingValues(); ++i) {
    const llvm::BasicBlock* from = target_blocks_[blocks_.lookup(source.getIncomingBlock(i))];
    if (reached_.contains(from)) compare(*source.getIncomingValue(i), *target.getIncomingValueForBlock(from));
  }
}

void StepsInCommon::compare_operands() {
  for (const auto& [source, target] : steps_) {
    if (!reached_.contains(target->getParent())) continue;
    if (const auto* phi = llvm::dyn_cast<llvm::PHINode>(source)) {
      compare_incoming(*phi, *llvm::cast<llvm::PHINode>(target));
      continue;
    }
    const auto* call = llvm::dyn_cast<llvm::CallBase>(source);
    const unsigned count = call != nullptr ? call->arg_size() : source->getNumOperands();
    for (unsigned i = 0; i < count; ++i)
      if (!llvm::isa<llvm::BasicBlock>(source->getOperand(i)) && !llvm::isa<llvm::SwitchInst>(source))
        compare(*source->getOperand(i), *target->getOperand(i));
    if (const auto* choice = llvm::dyn_cast<llvm::SwitchInst>(source))
      compare(*choice->getCondition(), *llvm::cast<llvm::SwitchInst>(target)->getCondition());
  }
  for (const auto& [phi, value] : assumed_)
    for (const llvm::Value* incoming : phi->incoming_values()) compare(*incoming, *value);
}

}  // namespace assay::prove
