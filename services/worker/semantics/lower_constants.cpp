#include "services/worker/semantics/lower_constants.h"

#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/IntrinsicInst.h>

#include "services/worker/semantics/emit.h"
#include "services/worker/semantics/lower_composed.h"
#include "services/worker/semantics/lower_instruction.h"

namespace assay::semantics {
namespace {

Status add_constant(Emitter& out, const llvm::Constant& constant, std::vector<const llvm::Constant*>& expressions) {
  if (out.has_slots(&constant) || constant.getType()->isTokenTy()) return std::nullopt;
  auto lanes = constant_lanes(out.module(), constant, out.options());
  if (lanes) {
    auto slots = out.new_slots(constant.getType());
    if (!slots) return Error{slots.error()};
    out.set_slots(&constant, *slots);
    auto& constants = out.function().constants;
    constants.insert(constants.end(), lanes->begin(), lanes->end());
    return std::nullopt;
  }
  if (lanes.error() != "constant expression") return Error{lanes.error()};
  for (const llvm::Use& use : constant.operands())
    if (const auto* operand = llvm::dyn_cast<llvm::Constant>(use))
      if (Status bad = add_constant(out, *operand, expressions)) return bad;
  expressions.push_back(&constant);
  return std::nullopt;
}

bool is_direct_callee(const llvm::Instruction& user, const llvm::Use& use) {
  const auto* call = llvm::dyn_cast<llvm::CallBase>(&user);
  return call != nullptr && call->isCallee(&use) && llvm::isa<llvm::Function>(use);
}

std::vector<NamedByTable> found_in_table(const llvm::Instruction& instruction) {
  const auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction);
  if (call == nullptr || call->getIntrinsicID() != llvm::Intrinsic::load_relative) return {};
  auto entries = named_by_table(*call);
  return entries ? *std::move(entries) : std::vector<NamedByTable>();
}

}  // namespace

Result<std::vector<const llvm::Constant*>> add_constants(Emitter& out) {
  std::vector<const llvm::Constant*> expressions;
  llvm::SmallPtrSet<const llvm::Constant*, 32> seen;
  for (const llvm::BasicBlock* block : out.blocks())
    for (const llvm::Instruction& instruction : *block) {
      for (const llvm::Use& use : instruction.operands()) {
        const auto* constant = llvm::dyn_cast<llvm::Constant>(use);
        if (constant == nullptr || is_direct_callee(instruction, use) || !seen.insert(constant).second) continue;
        if (Status bad = add_constant(out, *constant, expressions)) return *bad;
      }
      for (const NamedByTable& entry : found_in_table(instruction))
        if (seen.insert(entry.named).second)
          if (Status bad = add_constant(out, *entry.named, expressions)) return *bad;
    }
  return expressions;
}

Status lower_constant_expression(Emitter& out, const llvm::Constant& constant) {
  if (out.has_slots(&constant)) return std::nullopt;
  auto slots = out.new_slots(constant.getType());
  if (!slots) return Error{slots.error()};
  if (const auto* expression = llvm::dyn_cast<llvm::ConstantExpr>(&constant)) {
    llvm::Instruction* computed = expression->getAsInstruction();
    out.set_slots(computed, *slots);
    Status bad = lower_instruction(out, *computed);
    out.forget(computed);
    computed->deleteValue();
    out.set_slots(&constant, *slots);
    return bad;
  }
  Instruction copy;
  copy.op = Op::Copy;
  copy.result = *slots;
  std::vector<Slots> operands;
  for (const llvm::Use& use : constant.operands()) operands.push_back(out.slots_of(use.get()));
  append_permute(out, copy, operands, identity_mask(slots->count));
  out.set_slots(&constant, *slots);
  return std::nullopt;
}

}  // namespace assay::semantics
