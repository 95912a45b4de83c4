#include "services/worker/semantics/counterparts.h"

#include <llvm/ADT/Hashing.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SetVector.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/GlobalValue.h>
#include <llvm/IR/InlineAsm.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/ValueSymbolTable.h>

#include <algorithm>
#include <string>
#include <utility>

#include "services/worker/ir/ir.h"
#include "services/worker/ir/steps_to_object.h"
#include "services/worker/semantics/convention.h"

namespace assay::semantics {
namespace {

using llvm::Value;

constexpr unsigned kDepth = 4;

Match match_values(const Value& a, const Value& b, unsigned depth);

Match match_globals(const Value& a, const Value& b) {
  return a.getValueID() == b.getValueID() && a.getName() == b.getName() ? Match::Yes : Match::No;
}

Match match_constants(const Value& a, const Value& b) {
  if (llvm::isa<llvm::GlobalValue>(a) && llvm::isa<llvm::GlobalValue>(b)) return match_globals(a, b);
  if (&a == &b) return Match::Yes;
  return llvm::isa<llvm::ConstantData>(a) && llvm::isa<llvm::ConstantData>(b) ? Match::No : Match::Maybe;
}

Match match_operands(const llvm::User& a, const llvm::User& b, unsigned depth, bool swapped) {
  Match least = Match::Yes;
  const unsigned count = a.getNumOperands();
  for (unsigned i = 0; i < count; ++i)
    least = std::min(least, match_values(*a.getOperand(i), *b.getOperand(swapped ? count - 1 - i : i), depth));
  return least;
}

/// Whatever the other is, it is not seen whether the two are one value.
bool is_unsure(const Value& value) {
  const auto* instruction = llvm::dyn_cast<llvm::Instruction>(&value);
  return instruction != nullptr && (llvm::isa<llvm::PHINode, llvm::AllocaInst, llvm::CallBase>(instruction) ||
                                    instruction->mayReadOrWriteMemory());
}

Match match_values(const Value& a, const Value& b, unsigned depth) {
  const auto *first = llvm::dyn_cast<llvm::Argument>(&a), *second = llvm::dyn_cast<llvm::Argument>(&b);
  if (first != nullptr && second != nullptr) return first->getArgNo() == second->getArgNo() ? Match::Yes : Match::No;
  const bool is_constant = llvm::isa<llvm::Constant>(a), other_is_constant = llvm::isa<llvm::Constant>(b);
  if (is_constant && other_is_constant) return match_constants(a, b);
  if ((is_constant && second != nullptr) || (other_is_constant && first != nullptr)) return Match::No;
  const auto *one = llvm::dyn_cast<llvm::Instruction>(&a), *other = llvm::dyn_cast<llvm::Instruction>(&b);
  if (one == nullptr || other == nullptr || depth == 0 || !one->isSameOperationAs(other)) return Match::Maybe;
  if (is_unsure(*one)) return Match::Maybe;
  return match_operands(*one, *other, depth - 1, false) == Match::Yes ? Match::Yes : Match::Maybe;
}

/// Objects of which it is certain that they are several ones: arguments, variables.
Match match_places(const llvm::Instruction& a, const llvm::Instruction& b) {
  const llvm::DataLayout& layout = a.getDataLayout();
  const llvm::TypeSize size = layout.getTypeStoreSize(llvm::getLoadStoreType(&a)),
                       other_size = layout.getTypeStoreSize(llvm::getLoadStoreType(&b));
  if (size != other_size) return Match::No;
  const Value *pointer = llvm::getLoadStorePointerOperand(&a), *other = llvm::getLoadStorePointerOperand(&b);
  const Value *object = llvm::getUnderlyingObject(pointer, ir::kStepsToObject),
              *other_object = llvm::getUnderlyingObject(other, ir::kStepsToObject);
  const bool is_own = llvm::isa<llvm::AllocaInst>(object), other_is_own = llvm::isa<llvm::AllocaInst>(other_object);
  const auto is_others = [](const Value* each) { return llvm::isa<llvm::Argument, llvm::GlobalValue>(each); };
  if ((is_own && is_others(other_object)) || (other_is_own && is_others(object))) return Match::No;
  const Match of_objects = match_values(*object, *other_object, kDepth);
  if (of_objects != Match::Yes || !pointer->getType()->isPointerTy() || !other->getType()->isPointerTy())
    return of_objects;
  llvm::APInt offset(layout.getIndexTypeSizeInBits(pointer->getType()), 0), other_offset = offset;
  if (pointer->stripAndAccumulateConstantOffsets(layout, offset, true) != object ||
      other->stripAndAccumulateConstantOffsets(layout, other_offset, true) != other_object)
    return match_values(*pointer, *other, kDepth) == Match::Yes ? Match::Yes : Match::Maybe;
  return offset == other_offset ? Match::Yes : Match::No;
}

Match match_calls(const llvm::CallBase& a, const llvm::CallBase& b) {
  if (!may_be_of_one_callee(a, b) || a.arg_size() != b.arg_size()) return Match::No;
  Match least = Match::Yes;
  for (unsigned i = 0; i < a.arg_size(); ++i) {
    const Value &argument = *a.getArgOperand(i), &other = *b.getArgOperand(i);
    if (llvm::isa<llvm::MetadataAsValue>(argument)) continue;
    least = std::min(least, match_values(argument, other, kDepth));
  }
  const bool is_computed = !llvm::isa<llvm::Constant, llvm::Argument, llvm::InlineAsm>(a.getCalledOperand());
  return is_computed ? std::min(least, Match::Maybe) : least;
}

/// Equal for values that match as arguments or as variables do; none for what is computed.
std::optional<llvm::hash_code> key_of_value(const Value& value) {
  if (const auto* argument = llvm::dyn_cast<llvm::Argument>(&value))
    return llvm::hash_combine(value.getValueID(), argument->getArgNo());
  if (llvm::isa<llvm::GlobalValue>(value)) return llvm::hash_combine(value.getValueID(), value.getName());
  return std::nullopt;
}

std::optional<llvm::hash_code> key_of_place(const llvm::Instruction& access, const Value& pointer) {
  if (!pointer.getType()->isPointerTy()) return std::nullopt;
  const llvm::DataLayout& layout = access.getDataLayout();
  llvm::APInt offset(layout.getIndexTypeSizeInBits(pointer.getType()), 0);
  const Value* object = pointer.stripAndAccumulateConstantOffsets(layout, offset, true);
  if (object != llvm::getUnderlyingObject(&pointer, ir::kStepsToObject)) return std::nullopt;
  const std::optional<llvm::hash_code> key = key_of_value(*object);
  if (!key) return std::nullopt;
  const llvm::TypeSize size = layout.getTypeStoreSize(llvm::getLoadStoreType(&access));
  return llvm::hash_combine(*key, offset, size.getKnownMinValue(), size.isScalable());
}

}  // namespace

std::string name_of_callee(const llvm::CallBase& call) {
  const Value& callee = *call.getCalledOperand();
  if (const auto* assembly = llvm::dyn_cast<llvm::InlineAsm>(&callee)) return assembly->getAsmString().str();
  if (const auto* argument = llvm::dyn_cast<llvm::Argument>(&callee))
    return "argument " + std::to_string(argument->getArgNo());
  return llvm::isa<llvm::GlobalValue>(callee) ? callee.getName().str() : "a pointer";
}

std::string callee_that_lost(llvm::ArrayRef<const llvm::Function*> source, const llvm::Function& target,
                             llvm::function_ref<bool(const llvm::CallBase&)> has,
                             llvm::function_ref<bool(const llvm::CallBase&)> lacks) {
  std::vector<const llvm::CallBase*> calls;
  for (const llvm::Function* body : source)
    for (const llvm::Instruction& each : llvm::instructions(*body))
      if (const auto* call = llvm::dyn_cast<llvm::CallBase>(&each)) calls.push_back(call);
  if (llvm::none_of(calls, [&](const llvm::CallBase* each) { return has(*each); })) return {};
  std::vector<const llvm::CallBase*> calls_now;
  for (const llvm::Instruction& each : llvm::instructions(target))
    if (const auto* call = llvm::dyn_cast<llvm::CallBase>(&each)) calls_now.push_back(call);
  for (const llvm::CallBase* call : calls_now) {
    if (!lacks(*call)) continue;
    const auto are_same = [&](const llvm::CallBase* each) { return match(*each, *call) == Match::Yes; };
    const auto is_same_callee = [&, name = name_of_callee(*call)](const llvm::CallBase* each) {
      return name_of_callee(*each) == name;
    };
    const auto those_with = [&](const auto& all, const auto& are_alike) {
      return llvm::count_if(all, [&](const llvm::CallBase* each) { return are_alike(each) && has(*each); });
    };
    const auto is_lost = [&](const auto& are_alike) {
      const auto all = llvm::count_if(calls, are_alike), with = those_with(calls, are_alike);
      const auto without_now = llvm::count_if(calls_now, are_alike) - those_with(calls_now, are_alike);
      return all == with || (with > those_with(calls_now, are_alike) && without_now > all - with);
    };
    if (llvm::any_of(calls, are_same) ? is_lost(are_same)
                                      : llvm::any_of(calls, is_same_callee) && is_lost(is_same_callee))
      return name_of_callee(*call);
  }
  return {};
}

bool may_be_of_one_callee(const llvm::CallBase& a, const llvm::CallBase& b) {
  const Value &one = *a.getCalledOperand(), &other = *b.getCalledOperand();
  if (llvm::isa<llvm::GlobalValue>(one) || llvm::isa<llvm::GlobalValue>(other))
    return match_globals(one, other) == Match::Yes;
  const auto *first = llvm::dyn_cast<llvm::Argument>(&one), *second = llvm::dyn_cast<llvm::Argument>(&other);
  if (first != nullptr && second != nullptr) return first->getArgNo() == second->getArgNo();
  const auto *assembly = llvm::dyn_cast<llvm::InlineAsm>(&one), *of_other = llvm::dyn_cast<llvm::InlineAsm>(&other);
  if (assembly == nullptr || of_other == nullptr) return assembly == of_other;
  return name_of_assembly(*assembly) == name_of_assembly(*of_other);
}

bool may_match_surely(const llvm::Instruction& instruction) {
  const Value* pointer = llvm::getLoadStorePointerOperand(&instruction);
  return pointer == nullptr || !is_unsure(*llvm::getUnderlyingObject(pointer, ir::kStepsToObject));
}

Match match_operand(const Value& a, const Value& b) { return match_values(a, b, kDepth); }

Match match(const llvm::Instruction& a, const llvm::Instruction& b) {
  if (a.getOpcode() != b.getOpcode()) return Match::No;
  if (const auto* call = llvm::dyn_cast<llvm::CallBase>(&a)) return match_calls(*call, llvm::cast<llvm::CallBase>(b));
  if (llvm::getLoadStorePointerOperand(&a) != nullptr) return match_places(a, b);
  if (a.getNumOperands() != b.getNumOperands() || !a.isSameOperationAs(&b)) return Match::No;
  const Match straight = match_operands(a, b, kDepth, false);
  return a.isCommutative() && a.getNumOperands() == 2 ? std::max(straight, match_operands(a, b, kDepth, true))
                                                      : straight;
}

Counterparts::Counterparts(const llvm::Function& function) {
  for (const llvm::Instruction& each : llvm::instructions(function)) {
    by_opcode_[each.getOpcode()].push_back(&each);
    const std::optional<std::uint64_t> key = key_of(each);
    (key ? keyed_[*key] : without_key_[each.getOpcode()]).push_back(&each);
    if (!may_match_surely(each)) continue;
    sure_[each.getOpcode()].push_back(&each);
    if (!key) sure_without_key_[each.getOpcode()].push_back(&each);
  }
}

unsigned Counterparts::opcode_of(const llvm::Instruction& instruction) { return instruction.getOpcode(); }

std::optional<std::uint64_t> Counterparts::key_of(const llvm::Instruction& instruction) {
  std::optional<llvm::hash_code> key;
  if (const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction))
    key = key_of_value(*call->getCalledOperand());
  else if (const Value* pointer = llvm::getLoadStorePointerOperand(&instruction))
    key = key_of_place(instruction, *pointer);
  if (!key) return std::nullopt;
  // The two greatest numbers are DenseMap's own.
  return static_cast<std::size_t>(llvm::hash_combine(instruction.getOpcode(), *key)) >> 1;
}

bool OnEachWay::operator()(const llvm::Instruction& runs, const llvm::Instruction& wherever) {
  if (!before_) {
    auto& function = const_cast<llvm::Function&>(function_);
    before_.emplace(function);
    behind_.emplace(function);
  }
  if (before_->dominates(&runs, &wherever)) return true;
  return behind_->dominates(&runs, &wherever) && goes_on(wherever, runs);
}

bool OnEachWay::goes_on(const llvm::Instruction& from, const llvm::Instruction& to) {
  constexpr unsigned kLimit = 1000;
  if (from.getParent() == to.getParent() && from.comesBefore(&to))
    return llvm::isGuaranteedToTransferExecutionToSuccessor(from.getIterator(), to.getIterator(), kLimit);
  if (!always_goes_on_) {
    always_goes_on_ =
        !ir::has_cycle(function_) && llvm::all_of(llvm::instructions(function_), [](const llvm::Instruction& each) {
          return (each.isTerminator() && !llvm::isa<llvm::CallBase>(each)) ||
                 llvm::isGuaranteedToTransferExecutionToSuccessor(&each);
        });
  }
  return *always_goes_on_;
}

}  // namespace assay::semantics
