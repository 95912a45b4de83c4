#include "services/worker/check/value_flow.h"

#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>

#include <algorithm>

namespace assay::check {
namespace {

/// Is its result computed of what it looks at, each time anew?
bool passes_on(const llvm::Instruction& user) {
  if (llvm::isa<llvm::FreezeInst>(user) || user.getType()->isVoidTy()) return false;
  const auto* call = llvm::dyn_cast<llvm::CallBase>(&user);
  if (call == nullptr) return !user.mayReadOrWriteMemory();
  return llvm::isa<llvm::ConstrainedFPIntrinsic>(call) ||
         (llvm::isa<llvm::IntrinsicInst>(call) && call->doesNotAccessMemory());
}

/// What the instruction writes to memory.
std::vector<const llvm::Value*> written_values(const llvm::Instruction& write) {
  if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(&write)) return {store->getValueOperand()};
  if (const auto* update = llvm::dyn_cast<llvm::AtomicRMWInst>(&write)) return {update->getValOperand()};
  if (const auto* exchange = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(&write)) return {exchange->getNewValOperand()};
  if (const auto* fill = llvm::dyn_cast<llvm::MemSetInst>(&write)) return {fill->getValue()};
  std::vector<const llvm::Value*> values;
  if (const auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(&write))
    for (const llvm::Value* value : call->args())
      if (!value->getType()->isPtrOrPtrVectorTy()) values.push_back(value);
  return values;
}

}  // namespace

ValueFlow::ValueFlow(const llvm::Function& function) : frames_(function), memory_(frames_) {
  for (const auto& frame : frames_.all()) add_nodes_of(*frame);
  for (const auto& frame : frames_.all()) {
    connect_parameters(*frame);
    for (const llvm::Instruction& each : llvm::instructions(*frame->body)) connect(*frame, each);
  }
}

unsigned ValueFlow::number_of(ValueAt value) const {
  const auto known = values_.find(value.key());
  return known == values_.end() ? kNone : known->second;
}

std::vector<bool> ValueFlow::computed_of(const std::vector<unsigned>& values) const {
  std::vector<bool> found(size());
  std::vector<unsigned> left = values;
  while (!left.empty()) {
    const unsigned value = left.back();
    left.pop_back();
    if (found[value]) continue;
    found[value] = true;
    left.insert(left.end(), nodes_[value].users.begin(), nodes_[value].users.end());
  }
  return found;
}

unsigned ValueFlow::add(ValueAt at) {
  nodes_.push_back({.at = at});
  return static_cast<unsigned>(nodes_.size() - 1);
}

void ValueFlow::take(unsigned user, unsigned operand) {
  if (operand != kNone) nodes_[operand].users.push_back(user);
  if (operand != kNone || nodes_[user].sees == Sees::Choice) nodes_[user].operands.push_back(operand);
}

void ValueFlow::add_nodes_of(const Frame& frame) {
  const auto add_value = [&](const llvm::Value& value) {
    const ValueAt at{&frame, &value};
    values_[at.key()] = add(at);
  };
  for (const llvm::Argument& argument : frame.body->args()) add_value(argument);
  for (const llvm::Instruction& each : llvm::instructions(*frame.body)) {
    if (!each.getType()->isVoidTy()) add_value(each);
    const ValueAt at{&frame, &each};
    if (!llvm::isa<llvm::MemTransferInst>(each) && memory_.written_by({&frame, &each}).to_own)
      writes_[at.key()] = add(at);
  }
}

void ValueFlow::connect_parameters(const Frame& frame) {
  if (frame.caller == nullptr) return;
  for (const llvm::Argument& argument : frame.body->args())
    take(number_of({&frame, &argument}), number_of({frame.caller, frame.call->getArgOperand(argument.getArgNo())}));
}

void ValueFlow::connect(const Frame& frame, const llvm::Instruction& instruction) {
  const unsigned number = number_of({&frame, &instruction});
  if (const Frame* callee = frame.followed(instruction)) {
    if (number == kNone) return;
    nodes_[number].sees = Sees::One;
    for (const llvm::Value* value : callee->returned()) take(number, number_of({callee, value}));
  } else if (llvm::isa<llvm::ReturnInst>(instruction) && frame.caller != nullptr) {
    return;
  } else if (passes_on(instruction)) {
    if (llvm::isa<llvm::PHINode>(instruction)) nodes_[number].sees = Sees::One;
    if (llvm::isa<llvm::SelectInst>(instruction)) nodes_[number].sees = Sees::Choice;
    llvm::SmallPtrSet<const llvm::Value*, 4> of_phi;
    for (const llvm::Value* operand : instruction.operands())
      if (!llvm::isa<llvm::PHINode>(instruction) || of_phi.insert(operand).second)
        take(number, number_of({&frame, operand}));
  } else {
    connect_read(frame, instruction);
    add_end(frame, instruction);
    connect_write(frame, instruction);
  }
}

void ValueFlow::connect_read(const Frame& frame, const llvm::Instruction& instruction) {
  const unsigned number = number_of({&frame, &instruction});
  bool reads_others = false;
  for (const llvm::Value* place : read_places(instruction)) {
    const OwnMemory::Seen seen = memory_.seen_by({&frame, &instruction}, *place);
    reads_others |= seen.others;
    nodes_[number].sees = Sees::One;
    for (const InstructionAt& write : seen.writes) take(number, writes_.at({write.frame, write.instruction}));
  }
  if (reads_others) reads_of_others_.push_back({&frame, &instruction});
}

void ValueFlow::connect_write(const Frame& frame, const llvm::Instruction& instruction) {
  const auto write = writes_.find(ValueAt{&frame, &instruction}.key());
  if (write == writes_.end()) return;
  for (const llvm::Value* value : written_values(instruction)) take(write->second, number_of({&frame, value}));
}

/// What is left in own objects alone is not looked at by that.
void ValueFlow::add_end(const Frame& frame, const llvm::Instruction& instruction) {
  const OwnMemory::Leads leads = memory_.written_by({&frame, &instruction});
  std::vector<const llvm::Value*> kept;
  if (leads.to_own && !leads.to_others) kept = written_values(instruction);
  std::vector<unsigned> operands;
  for (const llvm::Value* operand : instruction.operands())
    if (const unsigned value = number_of({&frame, operand}); value != kNone && !llvm::is_contained(kept, operand))
      operands.push_back(value);
  if (const auto* copy = llvm::dyn_cast<llvm::MemTransferInst>(&instruction); copy != nullptr && leads.to_others)
    for (const InstructionAt& write : memory_.seen_by({&frame, &instruction}, *copy->getRawSource()).writes)
      operands.push_back(writes_.at({write.frame, write.instruction}));
  if (operands.empty()) return;
  const unsigned end = add({&frame, &instruction});
  nodes_[end].is_end = true;
  for (const unsigned operand : operands) take(end, operand);
}

}  // namespace assay::check
