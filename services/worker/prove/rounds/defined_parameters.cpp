#include "services/worker/prove/rounds/defined_parameters.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SetVector.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/Instructions.h>

#include "services/worker/ir/ir.h"

namespace assay::prove {
namespace {

using llvm::BasicBlock;
using llvm::Instruction;
using llvm::Value;

using Parameters = llvm::SmallSetVector<llvm::Argument*, 8>;

bool is_sum(const Value& value) {
  const auto* sum = llvm::dyn_cast<llvm::BinaryOperator>(&value);
  return sum != nullptr && llvm::is_contained({Instruction::Add, Instruction::Sub, Instruction::Xor}, sum->getOpcode());
}

/// Is it, widened or not, shifted left? No bit that is lost is its lowest.
bool is_shifted(const Value& value) {
  const auto* shift = llvm::dyn_cast<llvm::BinaryOperator>(&value);
  const auto* by = shift == nullptr ? nullptr : llvm::dyn_cast<llvm::ConstantInt>(shift->getOperand(1));
  if (by == nullptr || shift->getOpcode() != Instruction::Shl || by->uge(shift->getType()->getIntegerBitWidth()))
    return false;
  const Value* shifted = shift->getOperand(0);
  if (const auto* wider = llvm::dyn_cast<llvm::CastInst>(shifted); wider && wider->isIntegerCast())
    shifted = wider->getOperand(0);
  return llvm::isa<llvm::Argument>(shifted);
}

/// Those of which each value makes this another one, whatever else is added: where they are undef it is any value.
/// `some`: where it is one of several, it is enough.
void add_deciding(Value* value, bool some, Parameters& found) {
  llvm::SmallSetVector<Value*, 8> reached;
  reached.insert(value);
  for (std::size_t i = 0; i < reached.size(); ++i) {
    auto* argument = llvm::dyn_cast<llvm::Argument>(reached[i]);
    if (argument != nullptr && argument->getType()->isIntegerTy()) found.insert(argument);
    const bool is_wider = llvm::isa<llvm::ZExtInst, llvm::SExtInst>(reached[i]);
    if (is_sum(*reached[i]) || (some && (is_wider || is_shifted(*reached[i]))))
      reached.insert_range(llvm::cast<Instruction>(reached[i])->operand_values());
  }
}

/// An equation may hold, or not, if one of its sides may be any value; and if both are one that may be another at each
/// use.
void add_branched_on(Value* condition, Parameters& found) {
  const auto* equation = llvm::dyn_cast<llvm::ICmpInst>(condition);
  if (equation == nullptr) return add_deciding(condition, false, found);
  if (!equation->isEquality()) return;
  const bool is_same = equation->getOperand(0) == equation->getOperand(1);
  for (const llvm::Use& side : equation->operands()) add_deciding(side, is_same, found);
}

/// What is accessed by an address that may be any is undefined.
void add_accessed(const Instruction& each, Parameters& found) {
  const auto* load = llvm::dyn_cast<llvm::LoadInst>(&each);
  const auto* store = llvm::dyn_cast<llvm::StoreInst>(&each);
  if ((load == nullptr || !load->isSimple()) && (store == nullptr || !store->isSimple())) return;
  const Value* address = ir::accessed_address(each);
  if (address == nullptr) return;
  while (const auto* moved = llvm::dyn_cast<llvm::GetElementPtrInst>(address)) address = moved->getPointerOperand();
  const auto* argument = llvm::dyn_cast<llvm::Argument>(address);
  if (argument != nullptr && argument->getType()->isPointerTy()) found.insert(const_cast<llvm::Argument*>(argument));
}

/// Where the branch leads if it is not to end at once in what is undefined; null: it may go on in two ways, or end.
const BasicBlock* only_way(const llvm::BranchInst& branch) {
  if (branch.isUnconditional()) return branch.getSuccessor(0);
  const auto is_never = [&](unsigned way) {
    return llvm::isa<llvm::UnreachableInst>(branch.getSuccessor(way)->front());
  };
  if (is_never(0) == is_never(1)) return nullptr;
  return branch.getSuccessor(is_never(0) ? 1 : 0);
}

}  // namespace

llvm::SmallSetVector<llvm::Argument*, 8> deciding_arguments(Value* condition) {
  Parameters found;
  add_branched_on(condition, found);
  return found;
}

void mark_defined_parameters(llvm::Function& before, llvm::Function& after) {
  Parameters found;
  llvm::SmallPtrSet<const BasicBlock*, 16> seen;
  const BasicBlock* block = &before.getEntryBlock();
  while (block != nullptr && seen.insert(block).second) {
    const BasicBlock* next = nullptr;
    for (const Instruction& each : *block) {
      add_accessed(each, found);
      if (each.mayHaveSideEffects()) break;
      const auto* branch = llvm::dyn_cast<llvm::BranchInst>(&each);
      if (branch == nullptr) continue;
      if (branch->isConditional()) add_branched_on(branch->getCondition(), found);
      next = only_way(*branch);
    }
    block = next;
  }
  for (const llvm::Argument* each : found)
    for (llvm::Function* function : {&before, &after})
      function->addParamAttr(each->getArgNo(), llvm::Attribute::NoUndef);
}

}  // namespace assay::prove
