#include "services/worker/prove/parts/steps_in_common.h"

#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Operator.h>

#include <algorithm>

#include "services/worker/ir/ir.h"
#include "services/worker/ir/references.h"
#include "services/worker/ir/same_globals.h"
#include "services/worker/normalize/expressions.h"
#include "services/worker/prove/parts/exposures.h"
#include "services/worker/prove/parts/same_operation.h"
#include "services/worker/prove/parts/step_pairs.h"
#include "services/worker/semantics/progress.h"

namespace assay::prove {
namespace {

constexpr std::size_t kMostBlocks = 1024;

/// A call that does the same on both sides if its operands are the same.
bool is_known_call(const llvm::CallBase& call) {
  if (llvm::isa<llvm::CallBrInst>(call) || call.isMustTailCall() || call.hasFnAttr(llvm::Attribute::ReturnsTwice))
    return false;
  const auto* callee = llvm::dyn_cast<llvm::Function>(call.getCalledOperand());
  return callee == nullptr || !callee->hasFnAttribute(llvm::Attribute::ReturnsTwice);
}

/// A step that both functions may make, if they make it at the same place.
bool is_known_step(const llvm::Instruction& instruction) {
  if (llvm::isa<llvm::LoadInst, llvm::StoreInst, llvm::AtomicRMWInst, llvm::AtomicCmpXchgInst, llvm::FenceInst,
                llvm::AllocaInst, llvm::ReturnInst, llvm::BranchInst, llvm::SwitchInst, llvm::UnreachableInst,
                llvm::LandingPadInst, llvm::ResumeInst>(instruction))
    return true;
  // Of pointers it exposes them: an effect.
  if (normalize::is_division(instruction) || llvm::isa<llvm::PtrToIntInst, llvm::IntToPtrInst>(instruction))
    return true;
  const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
  return call != nullptr && is_known_call(*call);
}

bool is_pointless(const llvm::Instruction& instruction) { return llvm::isa<llvm::DbgInfoIntrinsic>(instruction); }

/// May somebody outside act or answer while the function makes the step?
bool is_seen_outside(const llvm::Instruction& step) {
  const auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(&step);
  if (call == nullptr) return llvm::isa<llvm::CallBase>(step) || step.isVolatile() || step.isAtomic();
  if (const auto* copy = llvm::dyn_cast<llvm::MemIntrinsic>(call)) return copy->isVolatile();
  return !llvm::isa<llvm::AssumeInst>(call) && !call->isLifetimeStartOrEnd();
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
    return f.isVarArg() || f.hasGC() || f.hasFnAttribute(llvm::Attribute::StrictFP) || f.hasPrefixData() ||
           f.hasPrologueData() || f.size() > kMostBlocks || f.isPresplitCoroutine();
  };
  return a.getFunctionType() == b.getFunctionType() &&
         ir::same_attributes(attributes_in_common(a, b), b.getAttributes()) &&
         a.getCallingConv() == b.getCallingConv() && a.size() == b.size() && !is_odd(a) && !is_odd(b) &&
         a.hasPersonalityFn() == b.hasPersonalityFn() && (!a.hasPersonalityFn() || ir::same_personality(a, b));
}

/// Of two modules. What they lead to is looked at by whoever asks.
bool same_variables(const llvm::GlobalVariable& a, const llvm::GlobalVariable& b) {
  if (!ir::same_type(a.getValueType(), b.getValueType()) || a.isConstant() != b.isConstant() ||
      a.getLinkage() != b.getLinkage() || a.getAlign() != b.getAlign() || a.hasInitializer() != b.hasInitializer() ||
      a.isThreadLocal() != b.isThreadLocal())
    return false;
  return !a.hasInitializer() || ir::same_constant(a.getInitializer(), b.getInitializer());
}

/// Does the load say something of the value that it gives?
bool promises_of_value(const llvm::Instruction& load) {
  return llvm::any_of(meaning_of_metadata(load), [](const auto& each) {
    switch (each.first) {
      case llvm::LLVMContext::MD_tbaa:
      case llvm::LLVMContext::MD_tbaa_struct:
      case llvm::LLVMContext::MD_alias_scope:
      case llvm::LLVMContext::MD_noalias:
      case llvm::LLVMContext::MD_access_group:
      case llvm::LLVMContext::MD_nontemporal:
        return false;
      default:
        return true;
    }
  });
}

/// The address itself, whatever is promised of it: LangRef, getelementptr.
bool is_step_by_nothing(const llvm::Instruction& instruction) {
  const auto* step = llvm::dyn_cast<llvm::GetElementPtrInst>(&instruction);
  return step != nullptr && step->getType() == step->getPointerOperandType() && step->hasAllZeroIndices();
}

bool is_commutative(const llvm::Instruction& instruction) {
  const auto* compare = llvm::dyn_cast<llvm::CmpInst>(&instruction);
  return compare != nullptr ? compare->isCommutative() : instruction.isCommutative();
}

}  // namespace

/// The source's metadata and arguments may promise more.
bool StepsInCommon::is_same_step(const llvm::Instruction& source, const llvm::Instruction& target) {
  if (!is_refined_but_for_metadata(source, target)) return false;
  const Attachments before = meaning_of_metadata(source);
  for (const auto& [kind, node] : meaning_of_metadata(target)) {
    const auto same = llvm::find_if(before, [&](const auto& each) { return each.first == kind; });
    if (same == before.end() || !metadata_.pair(same->second, node)) return false;
  }
  const auto* call = llvm::dyn_cast<llvm::CallBase>(&source);
  if (call == nullptr) return true;
  const auto& other = llvm::cast<llvm::CallBase>(target);
  for (unsigned i = 0; i < call->data_operands_size(); ++i) {
    const auto* one = llvm::dyn_cast<llvm::MetadataAsValue>(call->getOperand(i));
    const auto* two = llvm::dyn_cast<llvm::MetadataAsValue>(other.getOperand(i));
    if (one == nullptr && two == nullptr) continue;
    if (one == nullptr || two == nullptr || !metadata_.pair(one->getMetadata(), two->getMetadata())) return false;
  }
  const auto *callee = call->getCalledFunction(), *of_target = other.getCalledFunction();
  return callee == nullptr || of_target == nullptr || same_bodies(*callee, *of_target);
}

/// May code of the module run when the functions are called, and is it the same?
bool StepsInCommon::same_bodies(const llvm::Function& source, const llvm::Function& target) {
  if (&source == &target || (source.isDeclaration() && target.isDeclaration())) return true;
  const auto [place, is_new] = same_bodies_.try_emplace({&source, &target}, false);
  if (!is_new) return place->second;
  const auto before = ir::bodies_needed_by(source), after = ir::bodies_needed_by(target);
  const auto is_same = [&](const llvm::Function* body) {
    const auto other = llvm::find_if(
        after, [&](const llvm::Function* each) { return body->hasName() && each->getName() == body->getName(); });
    return other != after.end() && body != &source_ && *other != &target_ && ir::same_text(*body, **other);
  };
  const bool same = before.size() == after.size() && llvm::all_of(before, is_same);
  return same_bodies_[{&source, &target}] = same;
}

StepsInCommon::StepsInCommon(const llvm::Function& source, const llvm::Function& target, bool assume, Exposes exposes)
    : source_(source), target_(target), assumes_(assume), exposes_(exposes), memory_(source) {
  if (!same_frames(source, target)) return;
  for (unsigned i = 0; i < source.arg_size(); ++i) {
    const Number number = fresh();
    give(*source.getArg(i), number, kSource);
    give(*target.getArg(i), number, kTarget);
  }
  if (!pair_blocks()) return;
  if (!number_values(source, kSource) || !number_values(target, kTarget)) return;
  if (exposes_ == Exposes::Sooner && !exposes_as_soon()) return;
  find_reached();
  compare_operands();
  holds_ = true;
}

bool StepsInCommon::exposes_as_soon() const {
  llvm::DenseMap<unsigned, const llvm::BasicBlock*> of_source;
  for (const llvm::BasicBlock& block : source_) of_source[blocks_.lookup(&block)] = &block;
  const auto partner_of = [&](const llvm::BasicBlock& block) -> const llvm::BasicBlock& {
    const unsigned number = blocks_.lookup(&block);
    return block.getParent() == &source_ ? *target_blocks_[number] : *of_source.lookup(number);
  };
  return prove::exposes_as_soon(source_, target_,
                                {[this](const llvm::Value& value) { return number_of(&value); }, partner_of});
}

bool StepsInCommon::is_expression(const llvm::Instruction& instruction) const {
  return normalize::is_expression(instruction) ||
         (exposes_ == Exposes::Sooner && llvm::isa<llvm::PtrToIntInst>(instruction));
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
  partners_[&source] = &target;
  partners_[&target] = &source;
  const Number number = fresh();
  give(source, number, kSource);
  give(target, number, kTarget);
}

/// Partners are the entries, and what the ends of partners lead to, in their order.
bool StepsInCommon::pair_blocks() {
  std::vector<const llvm::BasicBlock*> order;
  const auto meet = [&](const llvm::BasicBlock& source, const llvm::BasicBlock& target) {
    const auto [place, is_new] = blocks_.try_emplace(&source, static_cast<unsigned>(order.size()));
    const auto [other, is_other_new] = blocks_.try_emplace(&target, place->second);
    if (is_new != is_other_new || other->second != blocks_.lookup(&source)) return false;
    if (!is_new) return true;
    order.push_back(&source);
    target_blocks_.push_back(&target);
    return true;
  };
  if (!meet(source_.getEntryBlock(), target_.getEntryBlock())) return false;
  for (std::size_t i = 0; i < order.size(); ++i) {
    const llvm::Instruction *from = order[i]->getTerminator(), *to = target_blocks_[i]->getTerminator();
    if (from->getNumSuccessors() != to->getNumSuccessors()) return false;
    for (unsigned way = 0; way < from->getNumSuccessors(); ++way)
      if (!meet(*from->getSuccessor(way), *to->getSuccessor(way))) return false;
  }
  if (order.size() != source_.size() || order.size() != target_.size()) return false;
  for (const llvm::BasicBlock& block : source_)
    if (!pair_steps(block, *target_blocks_[blocks_.lookup(&block)])) return false;
  // Not before: what a phi starts from is compared as it stands.
  for (const auto& [phi, value] : assumed_) taken_for_[phi] = value;
  return true;
}

/// Each phi of the target is one of the source's: the first that starts from the same constants and arguments, and
/// from values of the most names that they share.
bool StepsInCommon::pair_phis(const llvm::BasicBlock& source, const llvm::BasicBlock& target) {
  std::vector<const llvm::PHINode*> open;
  for (const llvm::PHINode& phi : source.phis())
    if (!is_dropped(phi)) open.push_back(&phi);
  const auto likeness = [&](const llvm::PHINode& one, const llvm::PHINode& other) {
    int like = 0, names = 0;
    for (unsigned i = 0; i < one.getNumIncomingValues(); ++i) {
      const llvm::BasicBlock* from = target_blocks_[blocks_.lookup(one.getIncomingBlock(i))];
      if (other.getBasicBlockIndex(from) < 0) return -1;
      const llvm::Value *a = plain(one.getIncomingValue(i)), *b = plain(other.getIncomingValueForBlock(from));
      const auto *x = llvm::dyn_cast<llvm::Argument>(a), *y = llvm::dyn_cast<llvm::Argument>(b);
      like += llvm::isa<llvm::Constant>(a) ? a == b : x != nullptr && y != nullptr && x->getArgNo() == y->getArgNo();
      names += has_same_stem(*a, *b) ? 1 : 0;
    }
    constexpr int kMoreThanNames = 1 << 16;
    return like * kMoreThanNames + names + (has_same_stem(one, other) ? 2 : 0);
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
  // Goes on to the next step that leaves a trace, which each block has at its end.
  const auto go_on = [&](const llvm::Instruction*& at) {
    ManySteps passed;
    for (;; at = at->getNextNode()) {
      if (llvm::isa<llvm::PHINode>(at) || is_expression(*at) || is_pointless(*at) || is_dropped(*at)) continue;
      if (!leaves_no_trace(*at)) return passed;
      passed.push_back(at);
    }
  };
  const auto is_same = [this](const llvm::Instruction& one, const llvm::Instruction& other) {
    return is_same_step(one, other);
  };
  for (const llvm::Instruction *from = &source.front(), *to = &target.front();;
       from = from->getNextNode(), to = to->getNextNode()) {
    const ManySteps passed = go_on(from), its = go_on(to), partners = partners_of(its, passed, is_same);
    if (partners.size() != its.size()) return false;
    for (std::size_t i = 0; i < its.size(); ++i) pair(*partners[i], *its[i]);
    if (!is_known_step(*from) || !is_known_step(*to)) return false;
    if (from->isTerminator() != to->isTerminator()) return false;
    if (to->isTerminator() ? !same_exits(*from, *to) : !is_same_step(*from, *to)) return false;
    has_calls_ |= is_seen_outside(*to);
    pair(*from, *to);
    if (to->isTerminator()) return true;
  }
}

bool StepsInCommon::same_exits(const llvm::Instruction& source, const llvm::Instruction& target) {
  if (source.getOpcode() != target.getOpcode() || source.getNumSuccessors() != target.getNumSuccessors()) return false;
  const bool is_call = llvm::isa<llvm::CallBase>(source);
  if (is_call ? !is_same_step(source, target) : !meaning_of_metadata(target).empty()) return false;
  if (semantics::asks_for_progress(*target.getParent()) && !semantics::asks_for_progress(*source.getParent()))
    return false;
  for (unsigned i = 0; i < source.getNumSuccessors(); ++i)
    if (blocks_.lookup(source.getSuccessor(i)) != blocks_.lookup(target.getSuccessor(i))) return false;
  const auto* choice = llvm::dyn_cast<llvm::SwitchInst>(&source);
  if (choice == nullptr) return true;
  const auto& other = *llvm::cast<llvm::SwitchInst>(&target);
  return std::equal(choice->case_begin(), choice->case_end(), other.case_begin(), other.case_end(),
                    [](const auto& a, const auto& b) { return a.getCaseValue() == b.getCaseValue(); });
}

/// Loads of one place of one memory read the same: that of the last store, if that is known. Not where the target's
/// load promises more than that.
StepsInCommon::Number StepsInCommon::number_of_load(const llvm::LoadInst& load) {
  const Number own = numbers_.contains(&load) ? numbers_.lookup(&load) : fresh();
  const llvm::Instruction* partner = partner_of(load);
  if (partner != nullptr && promises_of_value(*partner)) return own;
  const llvm::Value* memory = memory_.before(load);
  const Number address = number_of_operand(*load.getPointerOperand(), kSource);
  const auto* store = llvm::dyn_cast<llvm::StoreInst>(memory);
  if (store != nullptr && normalize::is_kept_whole(*store, load) &&
      number_of_operand(*store->getPointerOperand(), kSource) == address)
    return number_of_operand(*store->getValueOperand(), kSource);
  return loads_.try_emplace({memory, load.getType(), address}, own).first->second;
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
      if (is_expression(instruction))
        give(instruction, number_of_expression(instruction, side, turns), side);
      else if (const auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction); load != nullptr && load->isSimple())
        give(instruction, side == kSource ? number_of_load(*load) : numbers_.lookup(partner_of(*load)), side);
      else if (!numbers_.contains(&instruction))
        give(instruction, fresh(), side);  // a load, division or phi of the source alone
    }
  }
  return reached == function.size();
}

/// A variable or function of the target is the source's of that name, if both are the same, and a constant is the
/// source's that is made of these.
const llvm::Value& StepsInCommon::known_as(const llvm::Value& value) {
  if (const auto* made = llvm::dyn_cast<llvm::ConstantExpr>(&value)) {
    llvm::SmallVector<llvm::Constant*, 4> operands;
    for (const llvm::Use& operand : made->operands())
      operands.push_back(const_cast<llvm::Constant*>(llvm::cast<llvm::Constant>(&known_as(*operand))));
    return *made->getWithOperands(operands);
  }
  const auto* global = llvm::dyn_cast<llvm::GlobalObject>(&value);
  if (global == nullptr || !global->hasName() || global->getParent() == source_.getParent()) return value;
  const llvm::GlobalValue* named = source_.getParent()->getNamedValue(global->getName());
  if (const auto* variable = llvm::dyn_cast<llvm::GlobalVariable>(global)) {
    const auto* other = llvm::dyn_cast_or_null<llvm::GlobalVariable>(named);
    return other != nullptr && is_same(*other, *variable) ? *other : value;
  }
  const auto* function = llvm::dyn_cast<llvm::Function>(global);
  const auto* other = llvm::dyn_cast_or_null<llvm::Function>(named);
  const bool same = function != nullptr && other != nullptr &&
                    other->getFunctionType() == function->getFunctionType() &&
                    other->getAttributes() == function->getAttributes() &&
                    other->getLinkage() == function->getLinkage() && same_bodies(*other, *function);
  return same ? *other : value;
}

/// Those that lead to each other are the same if nothing in them differs.
bool StepsInCommon::is_same(const llvm::GlobalVariable& source, const llvm::GlobalVariable& target) {
  const auto [place, is_new] = same_variables_.try_emplace(&target, true);
  if (!is_new) return place->second;
  const auto leads_to_same = [&](const auto& self, const llvm::Constant& constant) -> bool {
    if (llvm::isa<llvm::BlockAddress, llvm::GlobalAlias, llvm::GlobalIFunc>(constant)) return false;
    if (llvm::isa<llvm::GlobalObject>(constant)) return &known_as(constant) != &constant;
    return llvm::all_of(constant.operands(),
                        [&](const llvm::Use& each) { return self(self, *llvm::cast<llvm::Constant>(each)); });
  };
  const bool same = same_variables(source, target) &&
                    (!target.hasInitializer() || leads_to_same(leads_to_same, *target.getInitializer()));
  if (!same) same_variables_.clear();  // what was said of others may rest on it
  return same_variables_[&target] = same;
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
  if (is_step_by_nothing(instruction)) return number_of_operand(*instruction.getOperand(0), side);
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

void StepsInCommon::compare(const llvm::Value& source, const llvm::Value& target, const PathPlace& place) {
  const Number one = number_of_operand(source, kSource), other = number_of_operand(target, kTarget);
  if (one != other && compared_.insert({one, other, place}).second)
    differences_.push_back({plain(&source), plain(&target), place});
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
    if (reached_.contains(from))
      compare(*source.getIncomingValue(i), *target.getIncomingValueForBlock(from),
              {source.getIncomingBlock(i), source.getParent()});
  }
}

void StepsInCommon::compare_call(const llvm::CallBase& source, const llvm::CallBase& target, const PathPlace& place) {
  for (unsigned i = 0; i < source.data_operands_size(); ++i)
    if (!llvm::isa<llvm::MetadataAsValue>(source.getOperand(i)))
      compare(*source.getOperand(i), *target.getOperand(i), place);
  if (!source.isInlineAsm() && !llvm::isa<llvm::Function>(source.getCalledOperand()))
    compare(*source.getCalledOperand(), *target.getCalledOperand(), place);
}

void StepsInCommon::compare_operands() {
  for (const auto& [source, target] : steps_) {
    if (!reached_.contains(target->getParent())) continue;
    if (const auto* phi = llvm::dyn_cast<llvm::PHINode>(source)) {
      compare_incoming(*phi, *llvm::cast<llvm::PHINode>(target));
      continue;
    }
    const PathPlace place{source->getParent()};
    if (const auto* call = llvm::dyn_cast<llvm::CallBase>(source)) {
      compare_call(*call, *llvm::cast<llvm::CallBase>(target), place);
      continue;
    }
    for (unsigned i = 0; i < source->getNumOperands(); ++i)
      if (!llvm::isa<llvm::BasicBlock>(source->getOperand(i)) && !llvm::isa<llvm::SwitchInst>(source))
        compare(*source->getOperand(i), *target->getOperand(i), place);
    if (const auto* choice = llvm::dyn_cast<llvm::SwitchInst>(source))
      compare(*choice->getCondition(), *llvm::cast<llvm::SwitchInst>(target)->getCondition(), place);
  }
  for (const auto& [phi, value] : assumed_)
    for (unsigned i = 0; i < phi->getNumIncomingValues(); ++i)
      compare(*phi->getIncomingValue(i), *value, {phi->getIncomingBlock(i), phi->getParent()});
}

}  // namespace assay::prove
