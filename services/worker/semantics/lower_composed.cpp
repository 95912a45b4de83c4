#include "services/worker/semantics/lower_composed.h"

#include <llvm/Analysis/ConstantFolding.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Intrinsics.h>
#include <llvm/IR/IntrinsicsAArch64.h>

#include "services/worker/semantics/emit.h"
#include "services/worker/semantics/intrinsics.h"
#include "services/worker/semantics/lower_promises.h"

namespace assay::semantics {

/// Any one value: what the compiler or the machine may answer as it likes.
Status write_any_value(Emitter& out, const llvm::CallBase& call) {
  const Slots result = out.slots_of(&call);
  emit(out, call, Op::Freeze, result, {out.poison_like(result)});
  return std::nullopt;
}

/// Is it made of literals (LangRef, llvm.is.constant)? False of what refers to a global; of undef, nothing is known.
std::optional<bool> is_manifest(const llvm::Constant& constant) {
  if (llvm::isa<llvm::GlobalValue, llvm::BlockAddress>(constant)) return false;
  if (llvm::isa<llvm::UndefValue>(constant)) return std::nullopt;
  std::optional<bool> all = true;
  for (const llvm::Use& operand : constant.operands()) {
    const std::optional<bool> one = is_manifest(*llvm::cast<llvm::Constant>(operand));
    if (one == false) return false;
    if (!one) all = std::nullopt;
  }
  return all;
}

/// Of what is no constant, what the compiler finds out.
Status write_is_constant(Emitter& out, const llvm::CallBase& call) {
  const auto* constant = llvm::dyn_cast<llvm::Constant>(call.getArgOperand(0));
  const std::optional<bool> manifest = constant == nullptr ? std::nullopt : is_manifest(*constant);
  if (!manifest) return write_any_value(out, call);
  emit_moves(out, call, out.slots_of(&call), {out.number(1, *manifest ? 1 : 0)}, identity_mask(1));
  return std::nullopt;
}

Status write_first_argument(Emitter& out, const llvm::CallBase& call) {
  const Slots result = out.slots_of(&call);
  emit_moves(out, call, result, {out.slots_of(call.getArgOperand(0))}, identity_mask(result.count));
  return std::nullopt;
}

/// An operation of its own, which reads pointer and mask once; a mask of ones leaves even the address alone.
Status write_ptrmask(Emitter& out, const llvm::CallBase& call) {
  const Slots pointer = out.slots_of(call.getArgOperand(0)), mask = out.slots_of(call.getArgOperand(1));
  const auto* constant = llvm::dyn_cast<llvm::Constant>(call.getArgOperand(1));
  if (constant != nullptr && constant->isAllOnesValue())
    emit_moves(out, call, out.slots_of(&call), {pointer}, identity_mask(pointer.count));
  else
    emit(out, call, Op::PtrMask, out.slots_of(&call), {pointer, mask});
  return std::nullopt;
}

/// What is stored in the table at the offset, if that is relative to the table.
static const llvm::Constant* named_at(llvm::Constant* table, const llvm::APInt& offset,
                                      const llvm::DataLayout& layout) {
  const auto operand = [](const llvm::Value* value, unsigned opcode, unsigned i) -> llvm::Constant* {
    const auto* expression = llvm::dyn_cast_or_null<llvm::ConstantExpr>(value);
    return expression != nullptr && expression->getOpcode() == opcode ? expression->getOperand(i) : nullptr;
  };
  const llvm::Constant* stored =
      llvm::ConstantFoldLoadFromConstPtr(table, llvm::Type::getInt32Ty(table->getContext()), offset, layout);
  const llvm::Constant* wide = operand(stored, llvm::Instruction::Trunc, 0);
  const llvm::Constant* distance = wide == nullptr ? stored : wide;
  const bool is_from_table =
      operand(operand(distance, llvm::Instruction::Sub, 1), llvm::Instruction::PtrToInt, 0) == table;
  return is_from_table ? operand(operand(distance, llvm::Instruction::Sub, 0), llvm::Instruction::PtrToInt, 0)
                       : nullptr;
}

Result<std::vector<NamedByTable>> named_by_table(const llvm::CallBase& call) {
  constexpr std::int64_t kMostEntries = 64, kEntryBytes = 4;
  std::vector<NamedByTable> found;
  auto* table = llvm::dyn_cast<llvm::Constant>(call.getArgOperand(0));
  if (table == nullptr) return found;
  const llvm::DataLayout& layout = call.getDataLayout();
  const unsigned bits = layout.getIndexTypeSizeInBits(table->getType());
  llvm::APInt begin(bits, 0);
  const auto* variable = llvm::dyn_cast<llvm::GlobalVariable>(
      table->stripAndAccumulateConstantOffsets(layout, begin, /*AllowNonInbounds=*/true));
  if (variable == nullptr || !variable->isConstant() || !variable->hasDefinitiveInitializer()) return found;
  const auto add = [&](std::int64_t offset) {
    const llvm::APInt place(bits, static_cast<std::uint64_t>(offset), /*isSigned=*/true, /*implicitTrunc=*/true);
    if (const llvm::Constant* named = named_at(table, place, layout)) found.push_back({offset, named});
  };
  if (const auto* offset = llvm::dyn_cast<llvm::ConstantInt>(call.getArgOperand(1))) {
    add(offset->getValue().sextOrTrunc(64).getSExtValue());
    return found;
  }
  const auto size = static_cast<std::int64_t>(layout.getTypeAllocSize(variable->getValueType()).getFixedValue());
  if (size > kMostEntries * kEntryBytes) return Error{"llvm.load.relative of a large table"};
  for (std::int64_t at = 0; at + kEntryBytes <= size; at += kEntryBytes) add(at - begin.getSExtValue());
  return found;
}

/// The pointer moved by the 32-bit number that is stored at pointer + offset; where a constant table names a variable
/// there, the variable itself (LangRef: the call is folded to it).
Status write_relative_load(Emitter& out, const llvm::CallBase& call) {
  const auto entries = named_by_table(call);
  if (!entries) return Error{entries.error()};
  if (llvm::isa<llvm::ConstantInt>(call.getArgOperand(1)) && !entries->empty()) {
    emit_moves(out, call, out.slots_of(&call), {out.slots_of(entries->front().named)}, identity_mask(1));
    return std::nullopt;
  }
  const Slots pointer = out.slots_of(call.getArgOperand(0)), offset = out.slots_of(call.getArgOperand(1));
  const LaneType pointer_type = out.type_of(pointer), offset_type = out.type_of(offset);
  const Slots place = emit_scaled_offset(out, call, out.new_slots(pointer_type, 1), pointer, offset, 1);
  auto layout = out.add_layout(llvm::Type::getInt32Ty(call.getContext()));
  if (!layout) return Error{layout.error()};
  const Slots distance =
      emit_access(out, call, Op::Load, {*layout, 4, false, false}, out.new_slots(integer_lane(32), 1), {place});
  Slots found = emit_scaled_offset(out, call, out.new_slots(pointer_type, 1), pointer, distance, 1);
  Details same;
  same.predicate = Predicate::Eq;
  for (const NamedByTable& entry : *entries) {
    const llvm::APInt number(offset_type.bits, static_cast<std::uint64_t>(entry.offset), /*isSigned=*/true,
                             /*implicitTrunc=*/true);
    if (number.getSExtValue() != entry.offset) continue;
    const Slots is_there = emit(out, call, Op::ICmp, out.new_slots(kTruth, 1),
                                {offset, out.number(offset_type.bits, number.getZExtValue())}, same);
    found = emit(out, call, Op::Select, out.new_slots(pointer_type, 1), {is_there, out.slots_of(entry.named), found});
  }
  emit_moves(out, call, out.slots_of(&call), {found}, identity_mask(1));
  return std::nullopt;
}

Status write_vscale(Emitter& out, const llvm::CallBase& call) {
  const std::uint32_t bits = out.type_of(out.slots_of(&call)).bits;
  const bool fits = bits >= 64 || std::uint64_t{out.options().vscale} >> bits == 0;
  emit_moves(out, call, out.slots_of(&call), {out.number(bits, out.options().vscale)},
             {fits ? 0 : -1});  // poison: LangRef
  return std::nullopt;
}

/// Is the mode that was read handed to llvm.set.rounding and nothing else?
static bool is_only_put_back(const llvm::CallBase& read) {
  return llvm::all_of(read.users(), [](const llvm::User* user) {
    const auto* call = llvm::dyn_cast<llvm::CallBase>(user);
    return call != nullptr && call->getIntrinsicID() == llvm::Intrinsic::set_rounding;
  });
}

Status write_rounding_mode(Emitter& out, const llvm::CallBase& call) {
  const auto state = out.roundings().before(call);
  if (!state) return Error{"a rounding mode that depends on the path"};
  if (!state->known && !is_only_put_back(call)) return Error{"a rounding mode that a called function may have set"};
  const unsigned bits = out.type_of(out.slots_of(&call)).bits;
  emit_moves(out, call, out.slots_of(&call), {out.number(bits, number_of(state->mode))}, {0});
  return std::nullopt;
}

/// Nothing by itself: the operations behind it are lowered for the mode that it sets.
Status write_change_of_rounding(Emitter& out, const llvm::CallBase& call) {
  out.append(out.start(call, Op::Nothing), {});
  return std::nullopt;
}

namespace {

Status lower_composed(Emitter& out, const llvm::CallBase& call, Write write) {
  PromisesAround promises(out, call);
  if (Status bad = write(out, call)) {
    promises.give_up();
    return bad;
  }
  promises.finish();
  return std::nullopt;
}

struct Entry {
  llvm::Intrinsic::ID id;
  Write write;
};
constexpr Entry kEntries[] = {
    {llvm::Intrinsic::allow_runtime_check, write_any_value},
    {llvm::Intrinsic::allow_ubsan_check, write_any_value},
    {llvm::Intrinsic::allow_sanitize_address, write_any_value},
    {llvm::Intrinsic::allow_sanitize_hwaddress, write_any_value},
    {llvm::Intrinsic::allow_sanitize_memory, write_any_value},
    {llvm::Intrinsic::allow_sanitize_thread, write_any_value},
    {llvm::Intrinsic::is_constant, write_is_constant},
    {llvm::Intrinsic::experimental_widenable_condition, write_any_value},
    {llvm::Intrinsic::readcyclecounter, write_any_value},
    {llvm::Intrinsic::readsteadycounter, write_any_value},
    {llvm::Intrinsic::callbr_landingpad, write_first_argument},  // the value of the callbr, on its other edges
    {llvm::Intrinsic::expect, write_first_argument},
    {llvm::Intrinsic::expect_with_probability, write_first_argument},
    {llvm::Intrinsic::ssa_copy, write_first_argument},
    {llvm::Intrinsic::annotation, write_first_argument},
    {llvm::Intrinsic::ptr_annotation, write_first_argument},
    {llvm::Intrinsic::launder_invariant_group, write_first_argument},
    {llvm::Intrinsic::strip_invariant_group, write_first_argument},
    {llvm::Intrinsic::arithmetic_fence, write_first_argument},
    {llvm::Intrinsic::threadlocal_address, write_first_argument},
    {llvm::Intrinsic::preserve_static_offset, write_first_argument},
    {llvm::Intrinsic::frexp, write_frexp},
    {llvm::Intrinsic::modf, write_modf},
    {llvm::Intrinsic::sincos, write_sincos},
    {llvm::Intrinsic::sincospi, write_sincos},
    {llvm::Intrinsic::convert_to_fp16, write_half_conversion},
    {llvm::Intrinsic::convert_from_fp16, write_half_conversion},
    {llvm::Intrinsic::fptrunc_round, write_rounded_truncation},
    {llvm::Intrinsic::ptrmask, write_ptrmask},
    {llvm::Intrinsic::load_relative, write_relative_load},
    {llvm::Intrinsic::vscale, write_vscale},
    {llvm::Intrinsic::get_rounding, write_rounding_mode},
    {llvm::Intrinsic::set_rounding, write_change_of_rounding},
    {llvm::Intrinsic::stepvector, write_stepvector},
    {llvm::Intrinsic::vector_splice_left, write_splice},
    {llvm::Intrinsic::vector_splice_right, write_splice},
    {llvm::Intrinsic::experimental_get_vector_length, write_vector_length},
    {llvm::Intrinsic::vector_partial_reduce_add, write_partial_reduction},
    {llvm::Intrinsic::matrix_transpose, write_transposed_matrix},
    {llvm::Intrinsic::matrix_multiply, write_matrix_product},
    {llvm::Intrinsic::aarch64_sve_ptrue, write_pattern_of_lanes},
    {llvm::Intrinsic::experimental_vector_histogram_add, write_histogram},
    {llvm::Intrinsic::experimental_vector_histogram_uadd_sat, write_histogram},
    {llvm::Intrinsic::experimental_vector_histogram_umax, write_histogram},
    {llvm::Intrinsic::experimental_vector_histogram_umin, write_histogram},
    {llvm::Intrinsic::loop_dependence_war_mask, write_dependence_mask},
    {llvm::Intrinsic::loop_dependence_raw_mask, write_dependence_mask},
    {llvm::Intrinsic::masked_load, write_masked_load},
    {llvm::Intrinsic::masked_store, write_masked_store},
    {llvm::Intrinsic::masked_gather, write_gather},
    {llvm::Intrinsic::masked_scatter, write_scatter},
    {llvm::Intrinsic::masked_expandload, write_expanding_load},
    {llvm::Intrinsic::masked_compressstore, write_compressing_store},
    {llvm::Intrinsic::vp_load, write_masked_load},
    {llvm::Intrinsic::vp_store, write_masked_store},
    {llvm::Intrinsic::vp_gather, write_gather},
    {llvm::Intrinsic::vp_scatter, write_scatter},
    {llvm::Intrinsic::experimental_vp_strided_load, write_strided_load},
    {llvm::Intrinsic::experimental_vp_strided_store, write_strided_store},
    {llvm::Intrinsic::vp_select, write_predicated_select},
    {llvm::Intrinsic::vp_merge, write_predicated_select},
    {llvm::Intrinsic::experimental_vp_reverse, write_predicated_reverse},
    {llvm::Intrinsic::experimental_vp_splice, write_predicated_splice},
    {llvm::Intrinsic::vp_cttz_elts, write_predicated_count},
};

/// Those of which only the short ones are: the others are calls of which the attributes are known.
constexpr Entry kShortEntries[] = {
    {llvm::Intrinsic::experimental_memset_pattern, write_pattern_fill},
    {llvm::Intrinsic::memcpy_element_unordered_atomic, write_unordered_copy},
    {llvm::Intrinsic::memmove_element_unordered_atomic, write_unordered_copy},
    {llvm::Intrinsic::memset_element_unordered_atomic, write_unordered_copy},
    {llvm::Intrinsic::matrix_column_major_load, write_matrix_access},
    {llvm::Intrinsic::matrix_column_major_store, write_matrix_access},
};

/// Nothing if the intrinsic is not written in other operations.
Write find_write(llvm::Intrinsic::ID id) {
  for (const Entry& entry : kEntries)
    if (entry.id == id) return entry.write;
  if (is_segmented(id)) return write_segments;
  if (!llvm::VPIntrinsic::isVPIntrinsic(id) || id == llvm::Intrinsic::vp_load_ff) return nullptr;
  return llvm::VPReductionIntrinsic::isVPReduction(id) ? write_predicated_reduction : write_predicated;
}

}  // namespace

std::optional<Status> lower_if_composed(Emitter& out, const llvm::CallBase& call) {
  Write write = find_write(call.getIntrinsicID());
  for (const Entry& entry : kShortEntries)
    if (entry.id == call.getIntrinsicID() && is_short(call)) write = entry.write;
  if (write == nullptr) return std::nullopt;
  return lower_composed(out, call, write);
}

bool is_composed_intrinsic(llvm::Intrinsic::ID id) { return find_write(id) != nullptr; }

}  // namespace assay::semantics
