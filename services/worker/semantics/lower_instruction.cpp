#include <llvm/IR/DataLayout.h>
#include <llvm/IR/Module.h>

#include "services/worker/semantics/lowering.h"

namespace assay::semantics {

Predicate predicate_of(llvm::CmpInst::Predicate predicate) {
  switch (predicate) {
    case llvm::CmpInst::ICMP_EQ: return Predicate::Eq;
    case llvm::CmpInst::ICMP_NE: return Predicate::Ne;
    case llvm::CmpInst::ICMP_UGT: return Predicate::Ugt;
    case llvm::CmpInst::ICMP_UGE: return Predicate::Uge;
    case llvm::CmpInst::ICMP_ULT: return Predicate::Ult;
    case llvm::CmpInst::ICMP_ULE: return Predicate::Ule;
    case llvm::CmpInst::ICMP_SGT: return Predicate::Sgt;
    case llvm::CmpInst::ICMP_SGE: return Predicate::Sge;
    case llvm::CmpInst::ICMP_SLT: return Predicate::Slt;
    case llvm::CmpInst::ICMP_SLE: return Predicate::Sle;
    case llvm::CmpInst::FCMP_FALSE: return Predicate::False;
    case llvm::CmpInst::FCMP_OEQ: return Predicate::Oeq;
    case llvm::CmpInst::FCMP_OGT: return Predicate::Ogt;
    case llvm::CmpInst::FCMP_OGE: return Predicate::Oge;
    case llvm::CmpInst::FCMP_OLT: return Predicate::Olt;
    case llvm::CmpInst::FCMP_OLE: return Predicate::Ole;
    case llvm::CmpInst::FCMP_ONE: return Predicate::One;
    case llvm::CmpInst::FCMP_ORD: return Predicate::Ord;
    case llvm::CmpInst::FCMP_UNO: return Predicate::Uno;
    case llvm::CmpInst::FCMP_UEQ: return Predicate::Ueq;
    case llvm::CmpInst::FCMP_UGT: return Predicate::FUgt;
    case llvm::CmpInst::FCMP_UGE: return Predicate::FUge;
    case llvm::CmpInst::FCMP_ULT: return Predicate::FUlt;
    case llvm::CmpInst::FCMP_ULE: return Predicate::FUle;
    case llvm::CmpInst::FCMP_UNE: return Predicate::Une;
    case llvm::CmpInst::FCMP_TRUE: return Predicate::True;
    default: return Predicate::None;
  }
}

namespace {

Flags flags_of(const llvm::Instruction& instruction) {
  Flags flags = 0;
  const auto set = [&](bool condition, Flag flag) {
    if (condition) flags |= flag;
  };
  if (const auto* wrapping = llvm::dyn_cast<llvm::OverflowingBinaryOperator>(&instruction)) {
    set(wrapping->hasNoSignedWrap(), NoSignedWrap);
    set(wrapping->hasNoUnsignedWrap(), NoUnsignedWrap);
  }
  if (const auto* trunc = llvm::dyn_cast<llvm::TruncInst>(&instruction)) {
    set(trunc->hasNoSignedWrap(), NoSignedWrap);
    set(trunc->hasNoUnsignedWrap(), NoUnsignedWrap);
  }
  if (const auto* exact = llvm::dyn_cast<llvm::PossiblyExactOperator>(&instruction)) set(exact->isExact(), Exact);
  if (const auto* disjoint = llvm::dyn_cast<llvm::PossiblyDisjointInst>(&instruction))
    set(disjoint->isDisjoint(), Disjoint);
  if (llvm::isa<llvm::PossiblyNonNegInst>(instruction)) set(instruction.hasNonNeg(), NonNegative);
  if (const auto* compare = llvm::dyn_cast<llvm::ICmpInst>(&instruction)) set(compare->hasSameSign(), SameSign);
  flags |= fast_math_flags_of(instruction);
  return flags;
}

std::optional<Op> value_op(unsigned opcode) {
  switch (opcode) {
    case llvm::Instruction::Add: return Op::Add;
    case llvm::Instruction::Sub: return Op::Sub;
    case llvm::Instruction::Mul: return Op::Mul;
    case llvm::Instruction::UDiv: return Op::UDiv;
    case llvm::Instruction::SDiv: return Op::SDiv;
    case llvm::Instruction::URem: return Op::URem;
    case llvm::Instruction::SRem: return Op::SRem;
    case llvm::Instruction::Shl: return Op::Shl;
    case llvm::Instruction::LShr: return Op::LShr;
    case llvm::Instruction::AShr: return Op::AShr;
    case llvm::Instruction::And: return Op::And;
    case llvm::Instruction::Or: return Op::Or;
    case llvm::Instruction::Xor: return Op::Xor;
    case llvm::Instruction::FNeg: return Op::FNeg;
    case llvm::Instruction::FAdd: return Op::FAdd;
    case llvm::Instruction::FSub: return Op::FSub;
    case llvm::Instruction::FMul: return Op::FMul;
    case llvm::Instruction::FDiv: return Op::FDiv;
    case llvm::Instruction::FRem: return Op::FRem;
    case llvm::Instruction::Freeze: return Op::Freeze;
    default: return std::nullopt;
  }
}

std::optional<Op> cast_op(unsigned opcode) {
  switch (opcode) {
    case llvm::Instruction::Trunc: return Op::Trunc;
    case llvm::Instruction::ZExt: return Op::ZExt;
    case llvm::Instruction::SExt: return Op::SExt;
    case llvm::Instruction::FPTrunc: return Op::FPTrunc;
    case llvm::Instruction::FPExt: return Op::FPExt;
    case llvm::Instruction::FPToUI: return Op::FPToUI;
    case llvm::Instruction::FPToSI: return Op::FPToSI;
    case llvm::Instruction::UIToFP: return Op::UIToFP;
    case llvm::Instruction::SIToFP: return Op::SIToFP;
    case llvm::Instruction::PtrToInt: return Op::PtrToInt;
    case llvm::Instruction::PtrToAddr: return Op::PtrToAddr;
    case llvm::Instruction::IntToPtr: return Op::IntToPtr;
    case llvm::Instruction::AddrSpaceCast: return Op::AddrSpaceCast;
    default: return std::nullopt;
  }
}

}  // namespace

std::optional<Op> op_of_opcode(unsigned opcode) {
  const auto op = value_op(opcode);
  return op ? op : cast_op(opcode);
}

std::vector<std::int32_t> identity_mask(std::uint32_t count) {
  std::vector<std::int32_t> mask(count);
  for (std::uint32_t i = 0; i < count; ++i) mask[i] = static_cast<std::int32_t>(i);
  return mask;
}

Status Lowering::add_instruction(const llvm::Instruction& instruction) {
  if (const auto op = value_op(instruction.getOpcode())) return add_value_instruction(instruction, *op);
  if (instruction.isTerminator()) return add_terminator(instruction);
  if (const auto* cast = llvm::dyn_cast<llvm::CastInst>(&instruction)) return add_cast(*cast);
  switch (instruction.getOpcode()) {
    case llvm::Instruction::ICmp:
    case llvm::Instruction::FCmp: return add_compare(llvm::cast<llvm::CmpInst>(instruction));
    case llvm::Instruction::PHI: return add_phi(llvm::cast<llvm::PHINode>(instruction));
    case llvm::Instruction::Select: return add_select(llvm::cast<llvm::SelectInst>(instruction));
    case llvm::Instruction::ShuffleVector: return add_shuffle(llvm::cast<llvm::ShuffleVectorInst>(instruction));
    case llvm::Instruction::ExtractElement:
      return add_extract_element(llvm::cast<llvm::ExtractElementInst>(instruction));
    case llvm::Instruction::InsertElement: return add_insert_element(llvm::cast<llvm::InsertElementInst>(instruction));
    case llvm::Instruction::ExtractValue: return add_extract_value(llvm::cast<llvm::ExtractValueInst>(instruction));
    case llvm::Instruction::InsertValue: return add_insert_value(llvm::cast<llvm::InsertValueInst>(instruction));
    case llvm::Instruction::Call: return add_call(llvm::cast<llvm::CallBase>(instruction));
    case llvm::Instruction::LandingPad: return add_landing_pad(llvm::cast<llvm::LandingPadInst>(instruction));
    default: return add_memory(instruction);
  }
}

Status Lowering::add_value_instruction(const llvm::Instruction& instruction, Op op) {
  Instruction lowered = start(instruction, op);
  lowered.flags = flags_of(instruction);
  std::vector<Slots> operands;
  for (const llvm::Use& use : instruction.operands()) operands.push_back(slots_of(use.get()));
  finish(lowered, operands);
  return std::nullopt;
}

Status Lowering::add_cast(const llvm::CastInst& cast) {
  if (cast.getOpcode() == llvm::Instruction::BitCast) return add_bitcast(cast);
  const auto op = cast_op(cast.getOpcode());
  if (!op) return Error{cast.getOpcodeName()};
  return add_value_instruction(cast, *op);
}

Status Lowering::add_bitcast(const llvm::Instruction& cast) {
  const Slots from = slots_of(cast.getOperand(0));
  const Slots to = slots_of(&cast);
  const bool same_lanes =
      from.count == to.count && (from.count == 0 || out_.slots[from.first].bits == out_.slots[to.first].bits);
  if (same_lanes) {
    finish_permute(start(cast, Op::Copy), {from}, identity_mask(to.count));
    return std::nullopt;
  }
  if (!out_.big_endian) {
    finish(start(cast, Op::BitCast), {from});
    return std::nullopt;
  }
  // Big-endian layouts put element 0 at the high end: reverse the lanes, cast, reverse again.
  const auto reversed = [&](Slots value, Slots into) {
    std::vector<std::int32_t> mask = identity_mask(value.count);
    std::reverse(mask.begin(), mask.end());
    Instruction reverse = start(cast, Op::Copy);
    reverse.result = into;
    finish_permute(reverse, {value}, std::move(mask));
    return into;
  };
  const Slots swapped = reversed(from, new_slots(LaneType(out_.slots[from.first]), from.count));
  Instruction middle = start(cast, Op::BitCast);
  middle.result = new_slots(LaneType(out_.slots[to.first]), to.count);
  finish(middle, {swapped});
  reversed(middle.result, to);
  return std::nullopt;
}

Status Lowering::add_compare(const llvm::CmpInst& compare) {
  const bool of_pointers = compare.getOperand(0)->getType()->isPtrOrPtrVectorTy();
  const Op op = llvm::isa<llvm::FCmpInst>(compare) ? Op::FCmp : of_pointers ? Op::ICmpPointer : Op::ICmp;
  Instruction lowered = start(compare, op);
  lowered.predicate = predicate_of(compare.getPredicate());
  lowered.flags = flags_of(compare);
  finish(lowered, {slots_of(compare.getOperand(0)), slots_of(compare.getOperand(1))});
  return std::nullopt;
}

Status Lowering::add_phi(const llvm::PHINode& phi) {
  Instruction lowered = start(phi, Op::Phi);
  lowered.flags = flags_of(phi);
  lowered.detail = static_cast<std::uint32_t>(out_.incomings.size());
  std::vector<Incoming> incomings;
  for (unsigned i = 0; i < phi.getNumIncomingValues(); ++i) {
    const llvm::BasicBlock* block = phi.getIncomingBlock(i);
    if (blocks_.count(block) == 0) continue;
    const std::uint32_t index = block_index(block);
    const bool seen = llvm::any_of(incomings, [&](const Incoming& incoming) { return incoming.block == index; });
    if (!seen) incomings.push_back({index, slots_of(phi.getIncomingValue(i))});
  }
  out_.incomings.push_back(std::move(incomings));
  finish(lowered, {});
  return std::nullopt;
}

Status Lowering::add_select(const llvm::SelectInst& select) {
  Instruction lowered = start(select, Op::Select);
  lowered.flags = flags_of(select);
  const Slots condition = slots_of(select.getCondition());
  finish(lowered, {condition, slots_of(select.getTrueValue()), slots_of(select.getFalseValue())});
  return std::nullopt;
}

Status Lowering::add_shuffle(const llvm::ShuffleVectorInst& shuffle) {
  const Slots first = slots_of(shuffle.getOperand(0));
  const Slots second = slots_of(shuffle.getOperand(1));
  const Slots result = slots_of(&shuffle);
  std::vector<std::int32_t> mask;
  if (llvm::isa<llvm::ScalableVectorType>(shuffle.getType())) {
    // Only splats of element 0 and poison masks exist for scalable vectors.
    mask.assign(result.count, shuffle.getShuffleMask()[0]);
  } else {
    for (int lane : shuffle.getShuffleMask()) mask.push_back(lane);
  }
  finish_permute(start(shuffle, Op::ShuffleVector), {first, second}, std::move(mask));
  return std::nullopt;
}

Status Lowering::add_extract_element(const llvm::ExtractElementInst& extract) {
  const Slots vector = slots_of(extract.getVectorOperand());
  if (const auto* index = llvm::dyn_cast<llvm::ConstantInt>(extract.getIndexOperand())) {
    const bool inside = index->getValue().ult(vector.count);
    const std::int32_t lane = inside ? static_cast<std::int32_t>(index->getZExtValue()) : -1;
    finish_permute(start(extract, Op::ExtractElement), {vector}, {lane});
    return std::nullopt;
  }
  finish(start(extract, Op::ExtractElementAt), {vector, slots_of(extract.getIndexOperand())});
  return std::nullopt;
}

Status Lowering::add_insert_element(const llvm::InsertElementInst& insert) {
  const Slots vector = slots_of(insert.getOperand(0));
  const Slots element = slots_of(insert.getOperand(1));
  if (const auto* index = llvm::dyn_cast<llvm::ConstantInt>(insert.getOperand(2))) {
    std::vector<std::int32_t> mask(vector.count, -1);
    if (index->getValue().ult(vector.count)) {
      mask = identity_mask(vector.count);
      mask[index->getZExtValue()] = static_cast<std::int32_t>(vector.count);
    }
    finish_permute(start(insert, Op::InsertElement), {vector, element}, std::move(mask));
    return std::nullopt;
  }
  finish(start(insert, Op::InsertElementAt), {vector, element, slots_of(insert.getOperand(2))});
  return std::nullopt;
}

/// The first lane of the member that the indices name.
Result<std::uint32_t> Lowering::first_lane(llvm::Type* type, llvm::ArrayRef<unsigned> indices) {
  std::uint32_t lane = 0;
  for (unsigned index : indices) {
    for (unsigned before = 0; before < index; ++before) {
      llvm::Type* member = type->isStructTy() ? type->getStructElementType(before) : type->getArrayElementType();
      auto lanes = lanes_of(module_, member, options_);
      if (!lanes) return Error{lanes.error()};
      lane += static_cast<std::uint32_t>(lanes->size()) * (type->isStructTy() ? 1 : index);
      if (!type->isStructTy()) break;
    }
    type = type->isStructTy() ? type->getStructElementType(index) : type->getArrayElementType();
  }
  return lane;
}

Status Lowering::add_extract_value(const llvm::ExtractValueInst& extract) {
  auto first = first_lane(extract.getAggregateOperand()->getType(), extract.getIndices());
  if (!first) return Error{first.error()};
  std::vector<std::int32_t> mask = identity_mask(slots_of(&extract).count);
  for (std::int32_t& lane : mask) lane += static_cast<std::int32_t>(*first);
  finish_permute(start(extract, Op::ExtractValue), {slots_of(extract.getAggregateOperand())}, std::move(mask));
  return std::nullopt;
}

Status Lowering::add_insert_value(const llvm::InsertValueInst& insert) {
  auto first = first_lane(insert.getAggregateOperand()->getType(), insert.getIndices());
  if (!first) return Error{first.error()};
  const Slots aggregate = slots_of(insert.getAggregateOperand());
  const Slots member = slots_of(insert.getInsertedValueOperand());
  std::vector<std::int32_t> mask = identity_mask(aggregate.count);
  for (std::uint32_t lane = 0; lane < member.count; ++lane)
    mask[*first + lane] = static_cast<std::int32_t>(aggregate.count + lane);
  finish_permute(start(insert, Op::InsertValue), {aggregate, member}, std::move(mask));
  return std::nullopt;
}

/// What personalities of the Itanium kind give: a pointer to the exception and a number that selects the handler.
bool Lowering::is_exception(Slots value) const {
  return value.count == 2 && out_.slots[value.first].kind == LaneKind::Pointer &&
         out_.slots[value.first + 1].kind == LaneKind::Integer && out_.slots[value.first + 1].bits == 32;
}

Status Lowering::add_landing_pad(const llvm::LandingPadInst& pad) {
  if (!is_exception(slots_of(&pad))) return Error{"landingpad of this type"};
  finish(start(pad, Op::LandingPad), {});
  return std::nullopt;
}

Status Lowering::add_terminator(const llvm::Instruction& terminator) {
  switch (terminator.getOpcode()) {
    case llvm::Instruction::Ret: {
      const bool has_value = terminator.getNumOperands() == 1;
      Instruction lowered = start(terminator, Op::Ret);
      if (has_value) finish(lowered, {slots_of(terminator.getOperand(0))});
      if (!has_value) finish(lowered, {});
      return std::nullopt;
    }
    case llvm::Instruction::Br: {
      const auto& branch = llvm::cast<llvm::BranchInst>(terminator);
      if (branch.isConditional())
        finish(start(terminator, Op::CondBr), {slots_of(branch.getCondition())});
      else
        finish(start(terminator, Op::Br), {});
      return std::nullopt;
    }
    case llvm::Instruction::Switch: {
      const auto& choice = llvm::cast<llvm::SwitchInst>(terminator);
      Instruction lowered = start(terminator, Op::SwitchOp);
      lowered.detail = static_cast<std::uint32_t>(out_.switches.size());
      Switch table;
      for (const auto& entry : choice.cases())
        table.cases.emplace_back(entry.getCaseValue()->getValue(), block_index(entry.getCaseSuccessor()));
      table.default_block = block_index(choice.getDefaultDest());
      out_.switches.push_back(std::move(table));
      finish(lowered, {slots_of(choice.getCondition())});
      return std::nullopt;
    }
    case llvm::Instruction::Unreachable: finish(start(terminator, Op::Unreachable), {}); return std::nullopt;
    case llvm::Instruction::IndirectBr:
      finish(start(terminator, Op::IndirectBr), {slots_of(terminator.getOperand(0))});
      return std::nullopt;
    case llvm::Instruction::Invoke:
      if (Status bad = add_call(llvm::cast<llvm::CallBase>(terminator))) return bad;
      // An intrinsic that is no call goes on to where an invoke returns.
      if (out_.instructions.back().op != Op::Invoke) finish(start(terminator, Op::Br), {});
      return std::nullopt;
    case llvm::Instruction::CallBr: return add_call(llvm::cast<llvm::CallBase>(terminator));
    case llvm::Instruction::CatchSwitch: finish(start(terminator, Op::CatchSwitch), {}); return std::nullopt;
    case llvm::Instruction::CatchRet: finish(start(terminator, Op::CatchRet), {}); return std::nullopt;
    case llvm::Instruction::CleanupRet: finish(start(terminator, Op::CleanupRet), {}); return std::nullopt;
    case llvm::Instruction::Resume:
      if (!is_exception(slots_of(terminator.getOperand(0)))) return Error{"resume of this type"};
      finish(start(terminator, Op::Resume), {slots_of(terminator.getOperand(0))});
      return std::nullopt;
    default: return Error{terminator.getOpcodeName()};
  }
}

}  // namespace assay::semantics
