#include "services/worker/refine/encoder/labels.h"

#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>

#include <algorithm>
#include <array>

#include "services/worker/refine/encoder/control.h"
#include "services/worker/semantics/library_functions.h"

/// Addresses of blocks. Each is an object without bytes that nobody else points to.
namespace assay::refine {
namespace {

using semantics::Op;
using Seen = llvm::SmallPtrSet<const llvm::Value*, 16>;

constexpr unsigned kNumberBits = 32;

bool is_chosen(const llvm::Value& value, Seen& seen);

/// A place in a variable of the function's own that only it reads and writes, and where it has stored such addresses
/// only.
bool holds_chosen(const llvm::Instruction& place, Seen& seen) {
  return std::all_of(place.user_begin(), place.user_end(), [&](const llvm::User* user) {
    if (llvm::isa<llvm::LoadInst, llvm::LifetimeIntrinsic>(user)) return true;
    if (const auto* inside = llvm::dyn_cast<llvm::GetElementPtrInst>(user)) return holds_chosen(*inside, seen);
    const auto* store = llvm::dyn_cast<llvm::StoreInst>(user);
    return store != nullptr && store->getPointerOperand() == &place && is_chosen(*store->getValueOperand(), seen);
  });
}

bool is_chosen(const llvm::Value& value, Seen& seen) {
  if (!seen.insert(&value).second) return true;
  if (llvm::isa<llvm::Constant>(value)) return !llvm::isa<llvm::GlobalValue>(value);
  if (llvm::isa<llvm::IntToPtrInst>(value)) return true;  // an address is looked for
  if (const auto* phi = llvm::dyn_cast<llvm::PHINode>(&value))
    return std::all_of(phi->op_begin(), phi->op_end(), [&](const llvm::Use& use) { return is_chosen(*use, seen); });
  if (const auto* select = llvm::dyn_cast<llvm::SelectInst>(&value))
    return is_chosen(*select->getTrueValue(), seen) && is_chosen(*select->getFalseValue(), seen);
  if (const auto* freeze = llvm::dyn_cast<llvm::FreezeInst>(&value)) return is_chosen(*freeze->getOperand(0), seen);
  if (const auto* address = llvm::dyn_cast<llvm::GetElementPtrInst>(&value))
    return is_chosen(*address->getPointerOperand(), seen);
  const auto* load = llvm::dyn_cast<llvm::LoadInst>(&value);
  if (load == nullptr) return false;
  const llvm::Value* object = llvm::getUnderlyingObject(load->getPointerOperand());
  if (const auto* table = llvm::dyn_cast<llvm::GlobalVariable>(object))
    return table->isConstant() && table->hasDefinitiveInitializer();
  const auto* variable = llvm::dyn_cast<llvm::AllocaInst>(object);
  return variable != nullptr && holds_chosen(*variable, seen);
}

/// Is it the address of a block, or does it lead to one, through variables too?
bool leads_to_label(const llvm::Constant& constant, Seen& seen) {
  if (!seen.insert(&constant).second) return false;
  if (llvm::isa<llvm::BlockAddress>(constant)) return true;
  if (llvm::isa<llvm::Function>(constant)) return false;
  return std::any_of(constant.op_begin(), constant.op_end(),
                     [&](const llvm::Use& use) { return leads_to_label(*llvm::cast<llvm::Constant>(use), seen); });
}

/// Is it a call of a function of which nobody knows what it does with its arguments?
bool calls_anything(const llvm::Instruction& instruction) {
  const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
  const llvm::Function* callee = call == nullptr ? nullptr : call->getCalledFunction();
  return callee != nullptr && callee->isDeclaration() && !callee->isIntrinsic() &&
         !semantics::is_library_function(*callee);
}

/// Does the function do nothing with addresses of blocks but branch to them and pass them to functions that nobody
/// knows? Then it can't compare one that comes from elsewhere with one that it names.
bool only_passes_labels(const Machine& m) {
  const llvm::Function* function = m.function().origin;
  if (function == nullptr) return false;
  Seen seen;
  for (const llvm::Instruction& instruction : llvm::instructions(*function)) {
    if (calls_anything(instruction) || llvm::isa<llvm::IndirectBrInst>(instruction)) continue;
    const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
    const llvm::Function* callee = call == nullptr ? nullptr : call->getCalledFunction();
    const bool is_open = call == nullptr || call->isIndirectCall() || (callee != nullptr && callee->isDeclaration());
    if (!is_open) return false;  // what it does is looked at elsewhere
    for (const llvm::Use& operand : instruction.operands()) {
      const auto* constant = llvm::dyn_cast<llvm::Constant>(operand);
      if (constant != nullptr && leads_to_label(*constant, seen)) return false;
    }
  }
  return true;
}

/// Operations that only pass on what they are given.
bool passes_on(Op op) { return op == Op::Phi || op == Op::Select || op == Op::Freeze || op == Op::Copy; }

}  // namespace

std::string key_of(const llvm::BasicBlock& block, const SharedMemory& memory) {
  const llvm::Function& function = *block.getParent();
  const bool compared = &function == memory.compared.first || &function == memory.compared.second;
  std::string key = compared ? "" : function.getName().str();
  if (block.hasName()) return key + "%" + block.getName().str();
  std::size_t position = 0;
  for (const llvm::BasicBlock& other : function) {
    if (&other == &block) break;
    if (!other.hasName()) ++position;
  }
  return key + "#" + std::to_string(position);
}

bool gives_labels_away(const semantics::Function& f) {
  std::vector<bool> holds(f.slots.size());
  for (std::size_t slot = 0; slot < f.constants.size(); ++slot)
    holds[slot] = f.constants[slot].kind == semantics::ConstantLane::Kind::BlockAddress;
  if (std::none_of(holds.begin(), holds.end(), [](bool each) { return each; })) return false;
  const auto any = [&](const semantics::Slots& slots) {
    for (std::uint32_t lane = 0; lane < slots.count; ++lane)
      if (holds[slots.first + lane]) return true;
    return false;
  };
  for (bool changed = true; changed;) {
    changed = false;
    for (const semantics::Instruction& i : f.instructions) {
      const auto operands = f.operands_of(i);
      bool given = std::any_of(operands.begin(), operands.end(), any);
      if (i.op == Op::Phi)
        for (const semantics::Incoming& incoming : f.incomings[i.detail]) given |= any(incoming.value);
      if (!given || i.op == Op::IndirectBr) continue;
      if (!passes_on(i.op)) return true;
      for (std::uint32_t lane = 0; lane < i.result.count; ++lane) {
        changed |= !holds[i.result.first + lane];
        holds[i.result.first + lane] = true;
      }
    }
  }
  return false;
}

bool is_chosen_label(const llvm::Value& address) {
  Seen seen;
  return is_chosen(address, seen);
}

/// The condition under which the address of a block that the function has chosen is this block's; null: never.
static Term is_label(Machine& m, const Pointer& p, const std::string& key) {
  Terms& t = m.terms();
  const SharedMemory& shared = m.world().memory;
  const auto label = shared.labels.find(key);
  if (label == shared.labels.end()) return {};
  const Term known =
      t.land(t.eq(p.block, m.memory().objects().caller_block(label->second)), t.eq(p.offset, t.zero(p.offset.width())));
  const Term number = t.land(t.eq(p.block, t.zero(kBlockBits)), t.eq(p.offset, shared.objects[label->second].address));
  return t.lor(known, number);
}

/// The same of an address from elsewhere: no input is the address of a block. Which block it leads to nobody knows, but
/// it is the same one in both functions.
static Term is_block_at(Machine& m, const Pointer& p, const std::string& key) {
  Terms& t = m.terms();
  const std::array<Term, 2> place{p.block, p.offset};
  auto& numbers = m.world().block_numbers;
  const unsigned number = numbers.try_emplace(key, static_cast<unsigned>(numbers.size())).first->second;
  return t.eq(t.uninterpreted("block at", kNumberBits, place), t.constant(kNumberBits, number));
}

void encode_indirect_branch(Machine& m, const semantics::Instruction& instruction) {
  const bool is_chosen = instruction.origin != nullptr && is_chosen_label(*instruction.origin->getOperand(0));
  if (!is_chosen && !only_passes_labels(m)) return m.unsupported("indirectbr to an address from elsewhere");
  if (!is_chosen) m.world().approximations.add(Cause::BlockAddresses);
  Terms& t = m.terms();
  const Pointer p = m.use_defined_pointer(m.lane(m.function().operands_of(instruction)[0].first));
  const std::vector<std::uint32_t>& successors = m.active().block().successors;
  Term none = t.truth(true);
  for (std::size_t i = 0; i < successors.size(); ++i) {
    const auto before = successors.begin() + static_cast<std::ptrdiff_t>(i);
    if (std::find(successors.begin(), before, successors[i]) != before) continue;
    const std::string key = key_of(*m.function().blocks[successors[i]].origin, m.world().memory);
    const Term here = is_chosen ? is_label(m, p, key) : is_block_at(m, p, key);
    if (!here) continue;
    branch(m, i, here);
    none = t.land(none, t.lnot(here));
  }
  m.ub(none);
}

}  // namespace assay::refine
