#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Intrinsics.h>
#include <llvm/IR/Metadata.h>

#include <numeric>

#include "services/worker/semantics/intrinsics.h"
#include "services/worker/semantics/lowering.h"

/// Intrinsics that are written in other operations, so that both machines know them when they know those.
namespace assay::semantics {

/// Attributes of arguments and of the result hold as everywhere: arguments are checked first, the result at last.
/// The alignment of a pointer to memory belongs to the access.
Status Lowering::add_composed_intrinsic(const llvm::CallBase& call,
                                        Status (Lowering::*write)(const llvm::CallBase&)) {
  const Slots result = slots_of(&call);
  std::vector<std::pair<const llvm::Value*, Slots>> before;
  for (unsigned i = 0; i < call.arg_size(); ++i) {
    Promises promises = promises_of(call.getAttributes().getParamAttrs(i), data_layout());
    promises.align = 0;
    const llvm::Value* argument = call.getArgOperand(i);
    if (promises.empty() || values_.count(argument) == 0) continue;
    before.emplace_back(argument, values_[argument]);
    values_[argument] = with_promises(values_[argument], std::move(promises), call);
  }
  Slots written = result;
  if (result.count != 0) {
    written = {static_cast<Slot>(out_.slots.size()), result.count};
    for (std::uint32_t i = 0; i < result.count; ++i) out_.slots.push_back(LaneType(out_.slots[result.first + i]));
    values_[&call] = written;
  }
  Status bad = (this->*write)(call);
  for (auto saved = before.rbegin(); saved != before.rend(); ++saved) values_[saved->first] = saved->second;
  if (result.count == 0 || bad) return bad;
  values_[&call] = result;
  Instruction copy = start(call, Op::Copy);
  Promises promises = promises_of(call.getAttributes().getRetAttrs(), data_layout());
  add_metadata_promises(call, promises);
  copy.promises = remember(std::move(promises));
  finish_permute(copy, {written}, identity_mask(result.count));
  return std::nullopt;
}

/// Any one value: what the compiler or the machine may answer as it likes.
Status Lowering::write_any_value(const llvm::CallBase& call) {
  const Slots result = slots_of(&call);
  emit(call, Op::Freeze, result, {poison_like(result)});
  return std::nullopt;
}

Status Lowering::write_first_argument(const llvm::CallBase& call) {
  const Slots result = slots_of(&call);
  emit_moves(call, result, {slots_of(call.getArgOperand(0))}, identity_mask(result.count));
  return std::nullopt;
}

Status Lowering::write_frexp(const llvm::CallBase& call) {
  const Slots value = slots_of(call.getArgOperand(0)), result = slots_of(&call);
  if (result.count != 2 * value.count) return Error{"types of llvm.frexp"};
  Details details;
  details.flags = fast_math_flags_of(call);
  emit(call, Op::FrexpFraction, {result.first, value.count}, {value}, details);
  emit(call, Op::FrexpExponent, {result.first + value.count, value.count}, {value});
  return std::nullopt;
}

Status Lowering::write_modf(const llvm::CallBase& call) {
  const Slots value = slots_of(call.getArgOperand(0)), result = slots_of(&call);
  Details details;
  details.flags = fast_math_flags_of(call);
  emit(call, Op::ModfFraction, {result.first, value.count}, {value}, details);
  emit(call, Op::FTrunc, {result.first + value.count, value.count}, {value}, details);
  return std::nullopt;
}

Status Lowering::write_sincos(const llvm::CallBase& call) {
  const bool of_pi = call.getIntrinsicID() == llvm::Intrinsic::sincospi;
  const Slots value = slots_of(call.getArgOperand(0)), result = slots_of(&call);
  Details details;
  details.flags = fast_math_flags_of(call);
  emit(call, of_pi ? Op::SinPi : Op::Sin, {result.first, value.count}, {value}, details);
  emit(call, of_pi ? Op::CosPi : Op::Cos, {result.first + value.count, value.count}, {value}, details);
  return std::nullopt;
}

/// convert.to.fp16 and convert.from.fp16: a half as the integer of its bits.
Status Lowering::write_half_conversion(const llvm::CallBase& call) {
  const Slots value = slots_of(call.getArgOperand(0)), result = slots_of(&call);
  const Slots half = new_slots(LaneType{LaneKind::Float, FloatFormat::Half, 16, 0}, value.count);
  if (call.getIntrinsicID() == llvm::Intrinsic::convert_to_fp16) {
    emit(call, Op::FPTrunc, half, {value});
    emit_moves(call, result, {half}, identity_mask(result.count));
  } else {
    emit_moves(call, half, {value}, identity_mask(result.count));
    emit(call, Op::FPExt, result, {half});
  }
  return std::nullopt;
}

Status Lowering::write_rounded_truncation(const llvm::CallBase& call) {
  const auto* wrapped = llvm::dyn_cast<llvm::MetadataAsValue>(call.getArgOperand(1));
  const auto* text = wrapped == nullptr ? nullptr : llvm::dyn_cast<llvm::MDString>(wrapped->getMetadata());
  const auto mode = text == nullptr ? std::nullopt : llvm::convertStrToRoundingMode(text->getString());
  const auto rounding = mode ? rounding_of(*mode) : std::nullopt;
  if (!rounding) return Error{"rounding mode"};
  Details details;
  details.rounding = *rounding;
  details.flags = fast_math_flags_of(call);
  emit(call, Op::FPTrunc, slots_of(&call), {slots_of(call.getArgOperand(0))}, details);
  return std::nullopt;
}

/// The pointer moved by (address & mask) - address, as LangRef expands it, but of one pointer if it is undef; the address
/// is looked at, not exposed.
Status Lowering::write_ptrmask(const llvm::CallBase& call) {
  const Slots pointer = slots_of(call.getArgOperand(0)), mask = slots_of(call.getArgOperand(1));
  const LaneType word(type_of(mask));
  if (word.bits != type_of(pointer).bits) return Error{"ptrmask with an index narrower than the pointer"};
  const auto* constant = llvm::dyn_cast<llvm::Constant>(call.getArgOperand(1));
  if (constant != nullptr && constant->isAllOnesValue()) {
    std::vector<std::int32_t> all(pointer.count);
    std::iota(all.begin(), all.end(), 0);
    emit_moves(call, slots_of(&call), {pointer}, std::move(all));
    return std::nullopt;
  }
  const auto word_of = [&](Op op, Slots a, Slots b) { return emit(call, op, new_slots(word, pointer.count), {a, b}); };
  const auto address_of = [&](Slots of) { return emit(call, Op::PtrToAddr, new_slots(word, pointer.count), {of}); };
  const Slots one = emit(call, Op::Freeze, new_slots(LaneType(type_of(pointer)), pointer.count), {pointer});
  const Slots address = address_of(one);
  const Slots distance = word_of(Op::Sub, word_of(Op::And, address, mask), address);
  // Freezing hides poison; a zero made of the pointer brings it back.
  const Slots poison = word_of(Op::And, address_of(pointer), number(word.bits, 0, pointer.count));
  emit_scaled_offset(call, slots_of(&call), one, word_of(Op::Or, distance, poison), 1);
  return std::nullopt;
}

/// The pointer moved by the 32-bit number that is stored at pointer + offset.
Status Lowering::write_relative_load(const llvm::CallBase& call) {
  const Slots pointer = slots_of(call.getArgOperand(0));
  const LaneType pointer_type(type_of(pointer));
  const Slots place =
      emit_scaled_offset(call, new_slots(pointer_type, 1), pointer, slots_of(call.getArgOperand(1)), 1);
  auto layout = layout_index(llvm::Type::getInt32Ty(call.getContext()));
  if (!layout) return Error{layout.error()};
  Instruction load;
  load.op = Op::Load;
  load.origin = &call;
  load.result = new_slots(LaneType{LaneKind::Integer, FloatFormat::None, 32, 0}, 1);
  load.detail = static_cast<std::uint32_t>(out_.accesses.size());
  out_.accesses.push_back({*layout, 4, false, false});
  finish(load, {place});
  emit_scaled_offset(call, slots_of(&call), pointer, load.result, 1);
  return std::nullopt;
}

Status Lowering::write_vscale(const llvm::CallBase& call) {
  const std::uint32_t bits = type_of(slots_of(&call)).bits;
  const bool fits = bits >= 64 || std::uint64_t{options_.vscale} >> bits == 0;
  emit_moves(call, slots_of(&call), {number(bits, options_.vscale)}, {fits ? 0 : -1});  // poison: LangRef
  return std::nullopt;
}

/// Numbered as FLT_ROUNDS is.
Status Lowering::write_rounding_mode(const llvm::CallBase& call) {
  std::uint64_t mode = 1;
  switch (options_.rounding) {
    case Rounding::TowardZero: mode = 0; break;
    case Rounding::NearestTiesToEven: mode = 1; break;
    case Rounding::TowardPositive: mode = 2; break;
    case Rounding::TowardNegative: mode = 3; break;
    case Rounding::NearestTiesToAway: mode = 4; break;
  }
  emit_moves(call, slots_of(&call), {number(type_of(slots_of(&call)).bits, mode)}, {0});
  return std::nullopt;
}

struct ComposedIntrinsics {
  using Write = Status (Lowering::*)(const llvm::CallBase&);
  struct Entry {
    llvm::Intrinsic::ID id;
    Write write;
  };
  static constexpr Entry kEntries[] = {
      {llvm::Intrinsic::allow_runtime_check, &Lowering::write_any_value},
      {llvm::Intrinsic::allow_ubsan_check, &Lowering::write_any_value},
      {llvm::Intrinsic::allow_sanitize_address, &Lowering::write_any_value},
      {llvm::Intrinsic::allow_sanitize_hwaddress, &Lowering::write_any_value},
      {llvm::Intrinsic::allow_sanitize_memory, &Lowering::write_any_value},
      {llvm::Intrinsic::allow_sanitize_thread, &Lowering::write_any_value},
      {llvm::Intrinsic::is_constant, &Lowering::write_any_value},
      {llvm::Intrinsic::experimental_widenable_condition, &Lowering::write_any_value},
      {llvm::Intrinsic::readcyclecounter, &Lowering::write_any_value},
      {llvm::Intrinsic::readsteadycounter, &Lowering::write_any_value},
      {llvm::Intrinsic::expect, &Lowering::write_first_argument},
      {llvm::Intrinsic::expect_with_probability, &Lowering::write_first_argument},
      {llvm::Intrinsic::ssa_copy, &Lowering::write_first_argument},
      {llvm::Intrinsic::annotation, &Lowering::write_first_argument},
      {llvm::Intrinsic::ptr_annotation, &Lowering::write_first_argument},
      {llvm::Intrinsic::launder_invariant_group, &Lowering::write_first_argument},
      {llvm::Intrinsic::strip_invariant_group, &Lowering::write_first_argument},
      {llvm::Intrinsic::arithmetic_fence, &Lowering::write_first_argument},
      {llvm::Intrinsic::threadlocal_address, &Lowering::write_first_argument},
      {llvm::Intrinsic::preserve_static_offset, &Lowering::write_first_argument},
      {llvm::Intrinsic::frexp, &Lowering::write_frexp},
      {llvm::Intrinsic::modf, &Lowering::write_modf},
      {llvm::Intrinsic::sincos, &Lowering::write_sincos},
      {llvm::Intrinsic::sincospi, &Lowering::write_sincos},
      {llvm::Intrinsic::convert_to_fp16, &Lowering::write_half_conversion},
      {llvm::Intrinsic::convert_from_fp16, &Lowering::write_half_conversion},
      {llvm::Intrinsic::fptrunc_round, &Lowering::write_rounded_truncation},
      {llvm::Intrinsic::ptrmask, &Lowering::write_ptrmask},
      {llvm::Intrinsic::load_relative, &Lowering::write_relative_load},
      {llvm::Intrinsic::vscale, &Lowering::write_vscale},
      {llvm::Intrinsic::get_rounding, &Lowering::write_rounding_mode},
      {llvm::Intrinsic::stepvector, &Lowering::write_stepvector},
      {llvm::Intrinsic::vector_splice_left, &Lowering::write_splice},
      {llvm::Intrinsic::vector_splice_right, &Lowering::write_splice},
      {llvm::Intrinsic::experimental_get_vector_length, &Lowering::write_vector_length},
      {llvm::Intrinsic::vector_partial_reduce_add, &Lowering::write_partial_reduction},
      {llvm::Intrinsic::matrix_transpose, &Lowering::write_transposed_matrix},
      {llvm::Intrinsic::matrix_multiply, &Lowering::write_matrix_product},
      {llvm::Intrinsic::masked_load, &Lowering::write_masked_load},
      {llvm::Intrinsic::masked_store, &Lowering::write_masked_store},
      {llvm::Intrinsic::masked_gather, &Lowering::write_gather},
      {llvm::Intrinsic::masked_scatter, &Lowering::write_scatter},
      {llvm::Intrinsic::masked_expandload, &Lowering::write_expanding_load},
      {llvm::Intrinsic::masked_compressstore, &Lowering::write_compressing_store},
      {llvm::Intrinsic::vp_load, &Lowering::write_masked_load},
      {llvm::Intrinsic::vp_store, &Lowering::write_masked_store},
      {llvm::Intrinsic::vp_gather, &Lowering::write_gather},
      {llvm::Intrinsic::vp_scatter, &Lowering::write_scatter},
      {llvm::Intrinsic::experimental_vp_strided_load, &Lowering::write_strided_load},
      {llvm::Intrinsic::experimental_vp_strided_store, &Lowering::write_strided_store},
      {llvm::Intrinsic::vp_select, &Lowering::write_predicated_select},
      {llvm::Intrinsic::vp_merge, &Lowering::write_predicated_select},
      {llvm::Intrinsic::experimental_vp_reverse, &Lowering::write_predicated_reverse},
      {llvm::Intrinsic::experimental_vp_splice, &Lowering::write_predicated_splice},
      {llvm::Intrinsic::vp_cttz_elts, &Lowering::write_predicated_count},
  };
  static Write find(llvm::Intrinsic::ID id) {
    for (const Entry& entry : kEntries)
      if (entry.id == id) return entry.write;
    if (!llvm::VPIntrinsic::isVPIntrinsic(id) || id == llvm::Intrinsic::vp_load_ff) return nullptr;
    return llvm::VPReductionIntrinsic::isVPReduction(id) ? &Lowering::write_predicated_reduction
                                                         : &Lowering::write_predicated;
  }
};

bool Lowering::add_if_composed(const llvm::CallBase& call, Status& status) {
  const auto write = ComposedIntrinsics::find(call.getIntrinsicID());
  if (write == nullptr) return false;
  status = add_composed_intrinsic(call, write);
  return true;
}

bool is_composed_intrinsic(llvm::Intrinsic::ID id) { return ComposedIntrinsics::find(id) != nullptr; }

}  // namespace assay::semantics
