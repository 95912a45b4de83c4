#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>

#include <algorithm>

#include "services/worker/semantics/intrinsics.h"
#include "services/worker/semantics/lower_constants.h"
#include "services/worker/semantics/lower_instruction.h"
#include "services/worker/semantics/lower_shapes.h"
#include "services/worker/semantics/meaning.h"
#include "services/worker/semantics/promises.h"

namespace assay::semantics {
namespace {

Status lower_arguments(Emitter& out) {
  const llvm::AttributeList attributes = out.source().getAttributes();
  for (const llvm::Argument& argument : out.source().args()) {
    auto slots = out.new_slots(argument.getType());
    if (!slots) return Error{slots.error()};
    auto layout = out.add_layout(argument.getType());
    if (!layout) return Error{layout.error()};
    out.set_slots(&argument, *slots);
    auto promises = promises_of(attributes.getParamAttrs(argument.getArgNo()), out.data_layout());
    if (argument.hasByValAttr())
      promises.align = alignment_of_copy(promises, *argument.getParamByValType(), out.data_layout());
    out.function().arguments.push_back({*slots, *layout, promises, &argument});
  }
  return std::nullopt;
}

Status lower_result(Emitter& out) {
  llvm::Type* type = out.source().getReturnType();
  auto lanes = lanes_of(out.module(), type, out.options());
  if (!lanes) return Error{lanes.error()};
  auto layout = out.add_layout(type);
  if (!layout) return Error{layout.error()};
  out.function().result_lanes = std::move(*lanes);
  out.function().result_layout = *layout;
  out.function().result_promises = promises_of(out.source().getAttributes().getRetAttrs(), out.data_layout());
  return std::nullopt;
}

/// Tokens that calls of a runtime's functions give each other are numbers that nobody knows.
bool is_runtime_token(const llvm::Instruction& instruction) {
  const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
  return call != nullptr && call->getType()->isTokenTy() && is_known_by_attributes(call->getIntrinsicID());
}

/// Registers get their slots before any instruction is lowered, because phis refer to later ones.
Status add_registers(Emitter& out) {
  for (const llvm::BasicBlock* block : out.blocks()) {
    for (const llvm::Instruction& instruction : *block) {
      const llvm::Type* type = instruction.getType();
      if (is_runtime_token(instruction)) out.set_slots(&instruction, out.new_slots(integer_lane(64), 1));
      if (type->isVoidTy() || type->isTokenTy() || type->isMetadataTy()) continue;
      auto slots = out.new_slots(instruction.getType());
      if (!slots) return Error{slots.error()};
      out.set_slots(&instruction, *slots);
    }
  }
  return std::nullopt;
}

void add_edges(Emitter& out, const llvm::BasicBlock& block, Block& lowered) {
  for (const llvm::BasicBlock* successor : llvm::successors(&block)) {
    lowered.successors.push_back(out.block_index(successor));
    if (out.block_index(successor) <= out.block_index(&block)) out.function().has_loop = true;
  }
  llvm::SmallPtrSet<const llvm::BasicBlock*, 8> seen;
  for (const llvm::BasicBlock* predecessor : llvm::predecessors(&block))
    if (out.is_reachable(predecessor) && seen.insert(predecessor).second)
      lowered.predecessors.push_back(out.block_index(predecessor));
}

/// `computed_first` are constants that need instructions, which the entry block starts with.
Status lower_block(Emitter& out, const llvm::BasicBlock& block, llvm::ArrayRef<const llvm::Constant*> computed_first) {
  const auto written = [&] { return static_cast<std::uint32_t>(out.function().instructions.size()); };
  Block lowered;
  lowered.first = written();
  lowered.origin = &block;
  add_edges(out, block, lowered);
  for (const llvm::Constant* constant : computed_first)
    if (Status bad = lower_constant_expression(out, *constant)) return bad;
  for (const llvm::Instruction& instruction : block) {
    if (llvm::isa<llvm::PHINode>(instruction)) ++lowered.phis;
    if (Status bad = lower_instruction(out, instruction)) return bad;
  }
  lowered.count = written() - lowered.first;
  out.function().blocks.push_back(std::move(lowered));
  return std::nullopt;
}

}  // namespace

static bool null_may_be_valid(const Function& lowered) {
  const auto is_elsewhere = [](const LaneType& type) {
    return type.kind == LaneKind::Pointer && type.address_space != 0;
  };
  return lowered.origin->nullPointerIsDefined() ||
         std::any_of(lowered.slots.begin(), lowered.slots.end(), is_elsewhere);
}

bool Function::null_is_valid(unsigned address_space) const { return llvm::NullPointerIsDefined(origin, address_space); }

Result<Function> lower(const llvm::Function& function, const LowerOptions& options) {
  if (function.isDeclaration()) return Error{"declaration"};
  if (function.hasFnAttribute(llvm::Attribute::Naked)) return Error{"naked function"};  // its assembly returns, or not
  Emitter out(function, options);
  if (out.roundings().leaves_another_mode()) return Error{"a rounding mode that others get to see"};
  auto expressions = add_constants(out);
  if (!expressions) return Error{expressions.error()};
  if (Status bad = lower_arguments(out)) return *bad;
  if (Status bad = lower_result(out)) return *bad;
  if (Status bad = add_registers(out)) return *bad;
  for (const llvm::BasicBlock* block : out.blocks()) {
    for (const llvm::Instruction& each : *block)
      if (const auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(&each))
        if (Status bad = misshapen(*call)) return *bad;
    if (Status bad = lower_block(out, *block, *expressions)) return *bad;
    expressions->clear();
  }
  auto lowered = out.take();
  if (!lowered) return lowered;
  if (Status bad = misshapen(*lowered)) return *bad;
  lowered->null_may_be_valid = null_may_be_valid(*lowered);
  return lowered;
}

ValueInfo info_of(const Function& function, const Instruction& instruction) {
  ValueInfo info;
  info.op = instruction.op;
  info.predicate = instruction.predicate;
  info.rounding = instruction.rounding;
  info.flags = instruction.flags | (function.variant.signaling_nans ? 0u : SignalingIsQuiet);
  info.immediate = instruction.immediate;
  const auto operands = function.operands_of(instruction);
  if (instruction.result.count != 0) info.result = function.slots[instruction.result.first];
  if (!operands.empty() && operands[0].count != 0) info.operand = function.slots[operands[0].first];
  return info;
}

bool is_approximate(const Instruction& instruction) {
  if ((instruction.flags & kApproximationFlags) == 0) return false;
  switch (instruction.op) {
    case Op::FNeg:
    case Op::FAbs:
    case Op::CopySign:
    case Op::FCmp:
    case Op::Select:
    case Op::Phi:
    case Op::FPExt:
    case Op::SIToFP:
    case Op::UIToFP:
      return false;
    default:
      return true;
  }
}

bool may_create_poison(const ValueInfo& info) {
  constexpr Flags kHarmless = NoSignedZeros | kApproximationFlags | Saturating | SignalingIsQuiet | QuietNaNs;
  if ((info.flags & ~kHarmless) != 0) return true;
  switch (info.op) {
    case Op::Shl:
    case Op::LShr:
    case Op::AShr:
    case Op::SShlSat:
    case Op::UShlSat:
    case Op::SMulFix:
    case Op::UMulFix:
    case Op::SDivFix:
    case Op::UDivFix:
    case Op::FPToUI:
    case Op::FPToSI:
    case Op::FrexpExponent:
    case Op::LRint:
    case Op::LLRint:
    case Op::LRound:
    case Op::LLRound:
    case Op::GetActiveLaneMask:
    case Op::CttzElts:
    case Op::GetVectorLength:
    case Op::PredicatedCttzElts:
    case Op::ExtractElementAt:
    case Op::InsertElementAt:
      return true;
    default:
      return false;
  }
}

}  // namespace assay::semantics
