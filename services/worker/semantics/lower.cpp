#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/Module.h>

#include "services/worker/semantics/lowering.h"
#include "services/worker/semantics/meaning.h"

namespace assay::semantics {

Result<Function> lower(const llvm::Function& function, const LowerOptions& options) {
  return Lowering(function, options).run();
}

ValueInfo info_of(const Function& function, const Instruction& instruction) {
  ValueInfo info;
  info.op = instruction.op;
  info.predicate = instruction.predicate;
  info.rounding = instruction.rounding;
  info.flags = instruction.flags;
  info.immediate = instruction.immediate;
  const auto operands = function.operands_of(instruction);
  if (instruction.result.count != 0) info.result = function.slots[instruction.result.first];
  if (!operands.empty() && operands[0].count != 0) info.operand = function.slots[operands[0].first];
  return info;
}

Result<Function> Lowering::run() {
  if (source_.isDeclaration()) return Error{"declaration"};
  denormals_ = source_.getDenormalMode(llvm::APFloat::IEEEdouble());
  denormals_of_single_ = source_.getDenormalMode(llvm::APFloat::IEEEsingle());
  out_.options = options_;
  out_.name = source_.getName().str();
  out_.origin = &source_;
  out_.big_endian = data_layout().isBigEndian();
  out_.variant = options_.variant;
  for (const llvm::BasicBlock* block : llvm::ReversePostOrderTraversal<const llvm::Function*>(&source_)) {
    blocks_[block] = static_cast<std::uint32_t>(order_.size());
    order_.push_back(block);
  }
  if (Status bad = add_constants()) return *bad;
  if (Status bad = add_arguments()) return *bad;
  auto result_lanes = lanes_of(module_, source_.getReturnType(), options_);
  if (!result_lanes) return Error{result_lanes.error()};
  out_.result_lanes = std::move(*result_lanes);
  auto result_layout = layout_index(source_.getReturnType());
  if (!result_layout) return Error{result_layout.error()};
  out_.result_layout = *result_layout;
  out_.result_promises = promises_of(source_.getAttributes().getRetAttrs(), data_layout());
  // Registers get their slots first, because phis refer to later ones.
  for (const llvm::BasicBlock* block : order_) {
    for (const llvm::Instruction& instruction : *block) {
      if (instruction.getType()->isVoidTy() || instruction.getType()->isTokenTy() ||
          instruction.getType()->isMetadataTy())
        continue;
      auto slots = new_slots(instruction.getType());
      if (!slots) return Error{slots.error()};
      values_[&instruction] = *slots;
    }
  }
  for (std::uint32_t i = 0; i < order_.size(); ++i)
    if (Status bad = add_block(*order_[i], i)) return *bad;
  if (refused_) return Error{*refused_};
  place_late_constants();
  if (Status bad = misshapen(out_)) return *bad;
  return std::move(out_);
}

Slots Lowering::new_slots(const LaneType& lane, std::uint32_t count) {
  const Slots slots{static_cast<Slot>(out_.slots.size()), count};
  out_.slots.insert(out_.slots.end(), count, lane);
  return slots;
}

Result<Slots> Lowering::new_slots(llvm::Type* type) {
  auto lanes = lanes_of(module_, type, options_);
  if (!lanes) return Error{lanes.error()};
  const Slots slots{static_cast<Slot>(out_.slots.size()), static_cast<std::uint32_t>(lanes->size())};
  out_.slots.insert(out_.slots.end(), lanes->begin(), lanes->end());
  return slots;
}

Slots Lowering::slots_of(const llvm::Value* value) const {
  const auto found = values_.find(value);
  return found == values_.end() ? Slots{} : found->second;
}

Result<std::uint32_t> Lowering::layout_index(llvm::Type* type) {
  auto layout = layout_of(module_, type, options_);
  if (!layout) return Error{layout.error()};
  out_.layouts.push_back(std::move(*layout));
  return static_cast<std::uint32_t>(out_.layouts.size() - 1);
}

/// Plain constants become constant slots; those that need computing become instructions of the entry block.
Status Lowering::add_constants() {
  llvm::SmallPtrSet<const llvm::Constant*, 32> seen;
  for (const llvm::BasicBlock* block : order_)
    for (const llvm::Instruction& instruction : *block) {
      if (Status bad = add_constants_of_bundles(instruction)) return bad;
      for (const llvm::Use& use : instruction.operands()) {
        const auto* constant = llvm::dyn_cast<llvm::Constant>(use);
        const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
        const bool is_direct_callee = call != nullptr && call->isCallee(&use) && llvm::isa_and_nonnull<llvm::Function>(constant);
        if (constant == nullptr || is_direct_callee || !seen.insert(constant).second) continue;
        if (Status bad = add_constant(*constant)) return bad;
      }
    }
  return std::nullopt;
}

Status Lowering::add_constant(const llvm::Constant& constant) {
  if (values_.count(&constant) != 0 || constant.getType()->isTokenTy()) return std::nullopt;
  auto lanes = constant_lanes(module_, constant, options_);
  if (lanes) {
    auto slots = new_slots(constant.getType());
    if (!slots) return Error{slots.error()};
    values_[&constant] = *slots;
    out_.constants.insert(out_.constants.end(), lanes->begin(), lanes->end());
    return std::nullopt;
  }
  if (lanes.error() != "constant expression") return Error{lanes.error()};
  for (const llvm::Use& use : constant.operands())
    if (const auto* operand = llvm::dyn_cast<llvm::Constant>(use))
      if (Status bad = add_constant(*operand)) return bad;
  pending_expressions_.push_back(&constant);
  return std::nullopt;
}

/// Computes a constant that holds constant expressions, at the start of the entry block; operands come first.
Status Lowering::materialize(const llvm::Constant& constant) {
  if (values_.count(&constant) != 0) return std::nullopt;
  auto slots = new_slots(constant.getType());
  if (!slots) return Error{slots.error()};
  if (const auto* expression = llvm::dyn_cast<llvm::ConstantExpr>(&constant)) {
    llvm::Instruction* computed = expression->getAsInstruction();
    values_[computed] = *slots;
    in_expression_ = true;
    Status bad = add_instruction(*computed);
    in_expression_ = false;
    values_.erase(computed);
    computed->deleteValue();
    values_[&constant] = *slots;
    return bad;
  }
  Instruction instruction;
  instruction.op = Op::Copy;
  instruction.result = *slots;
  std::vector<Slots> operands;
  std::vector<std::int32_t> mask;
  for (const llvm::Use& use : constant.operands()) operands.push_back(slots_of(use.get()));
  for (std::uint32_t lane = 0; lane < slots->count; ++lane) mask.push_back(static_cast<std::int32_t>(lane));
  finish_permute(instruction, operands, std::move(mask));
  values_[&constant] = *slots;
  return std::nullopt;
}

Status Lowering::add_arguments() {
  for (const llvm::Argument& argument : source_.args()) {
    auto slots = new_slots(argument.getType());
    if (!slots) return Error{slots.error()};
    auto layout = layout_index(argument.getType());
    if (!layout) return Error{layout.error()};
    values_[&argument] = *slots;
    const auto promises = promises_of(source_.getAttributes().getParamAttrs(argument.getArgNo()), data_layout());
    out_.arguments.push_back({*slots, *layout, promises, &argument});
  }
  return std::nullopt;
}

Status Lowering::add_block(const llvm::BasicBlock& block, std::uint32_t index) {
  const auto first = static_cast<std::uint32_t>(out_.instructions.size());
  out_.blocks.emplace_back();
  out_.blocks.back().first = first;
  out_.blocks.back().origin = &block;
  for (const llvm::BasicBlock* successor : llvm::successors(&block)) {
    out_.blocks.back().successors.push_back(block_index(successor));
    if (block_index(successor) <= index) out_.has_loop = true;
  }
  llvm::SmallPtrSet<const llvm::BasicBlock*, 8> seen;
  for (const llvm::BasicBlock* predecessor : llvm::predecessors(&block))
    if (blocks_.count(predecessor) != 0 && seen.insert(predecessor).second)
      out_.blocks.back().predecessors.push_back(block_index(predecessor));
  if (index == 0) {
    for (const llvm::Constant* constant : pending_expressions_)
      if (Status bad = materialize(*constant)) return bad;
  }
  for (const llvm::Instruction& instruction : block) {
    if (llvm::isa<llvm::PHINode>(instruction)) ++out_.blocks.back().phis;
    if (Status bad = add_instruction(instruction)) return bad;
  }
  out_.blocks.back().count = static_cast<std::uint32_t>(out_.instructions.size()) - first;
  return std::nullopt;
}

Instruction Lowering::start(const llvm::Instruction& origin, Op op) {
  Instruction instruction;
  instruction.op = op;
  instruction.result = slots_of(&origin);
  instruction.origin = in_expression_ ? nullptr : &origin;
  return instruction;
}

void Lowering::finish(Instruction instruction, llvm::ArrayRef<Slots> operands) {
  if (finish_with_flushes(instruction, operands)) return;
  append(instruction, operands);
}

void Lowering::append(Instruction instruction, llvm::ArrayRef<Slots> operands) {
  instruction.first_operand = static_cast<std::uint32_t>(out_.operands.size());
  instruction.operand_count = static_cast<std::uint32_t>(operands.size());
  out_.operands.insert(out_.operands.end(), operands.begin(), operands.end());
  out_.instructions.push_back(instruction);
}

void Lowering::finish_permute(Instruction instruction, llvm::ArrayRef<Slots> operands, std::vector<std::int32_t> mask) {
  instruction.detail = static_cast<std::uint32_t>(out_.masks.size());
  out_.masks.push_back(std::move(mask));
  finish(instruction, operands);
}

std::uint32_t Lowering::remember(Promises promises) {
  if (promises.empty()) return 0;
  out_.promises.push_back(std::move(promises));
  return static_cast<std::uint32_t>(out_.promises.size());
}

/// The value with promises checked: a copy that carries them.
Slots Lowering::with_promises(Slots value, Promises promises, const llvm::Instruction& origin) {
  if (promises.empty() || value.count == 0) return value;
  Instruction copy;
  copy.op = Op::Copy;
  copy.origin = &origin;
  copy.result = {static_cast<Slot>(out_.slots.size()), value.count};
  std::vector<std::int32_t> mask;
  for (std::uint32_t lane = 0; lane < value.count; ++lane) {
    out_.slots.push_back(LaneType(type_of({value.first + lane, 1})));
    mask.push_back(static_cast<std::int32_t>(lane));
  }
  copy.promises = remember(std::move(promises));
  finish_permute(copy, {value}, std::move(mask));
  return copy.result;
}

/// A value that is computed on the way, of one lane.
Slots Lowering::compute(const llvm::Instruction& origin, Op op, const LaneType& type, llvm::ArrayRef<Slots> operands,
                        Predicate predicate) {
  Instruction instruction;
  instruction.op = op;
  instruction.origin = &origin;
  instruction.predicate = predicate;
  instruction.result = new_slots(type, 1);
  finish(instruction, operands);
  return instruction.result;
}

}  // namespace assay::semantics
