#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>

#include "services/worker/semantics/lowering.h"

namespace assay::semantics {
namespace {

bool is_assumption(const llvm::Instruction& instruction) {
  const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
  return call != nullptr && call->getIntrinsicID() == llvm::Intrinsic::assume;
}

std::optional<std::uint64_t> number_in(const llvm::OperandBundleUse& bundle, unsigned operand) {
  if (bundle.Inputs.size() <= operand) return std::nullopt;
  const auto* constant = llvm::dyn_cast<llvm::ConstantInt>(bundle.Inputs[operand]);
  if (constant == nullptr) return std::nullopt;
  return constant->getZExtValue();
}

bool is_plain_alignment(const llvm::OperandBundleUse& bundle) {
  const auto align = number_in(bundle, 1);
  return bundle.Inputs.size() == 2 && align && llvm::isPowerOf2_64(*align);
}

}  // namespace

/// The numbers that add_aligned_assumption computes with.
Status Lowering::add_constants_of_bundles(const llvm::Instruction& instruction) {
  if (!is_assumption(instruction)) return std::nullopt;
  const auto& call = llvm::cast<llvm::CallBase>(instruction);
  for (unsigned i = 0; i < call.getNumOperandBundles(); ++i) {
    const llvm::OperandBundleUse bundle = call.getOperandBundleAt(i);
    if (bundle.getTagName() != "align" || is_plain_alignment(bundle)) continue;
    llvm::Type* word = data_layout().getIntPtrType(bundle.Inputs[0]->getType());
    for (std::uint64_t number : {0, 1})
      if (Status bad = add_constant(*llvm::ConstantInt::get(word, number))) return bad;
  }
  return std::nullopt;
}

/// A bundle of an assumption promises something of its first operand; a broken promise is undefined behaviour.
Status Lowering::add_assume_bundle(const llvm::CallBase& call, unsigned index) {
  const llvm::OperandBundleUse bundle = call.getOperandBundleAt(index);
  const llvm::StringRef tag = bundle.getTagName();
  if (tag == "ignore" || tag == "cold") return std::nullopt;
  if (tag == "align" && !is_plain_alignment(bundle)) return add_aligned_assumption(call, bundle);
  Promises promises;
  promises.noundef = true;
  if (tag == "nonnull" && bundle.Inputs.size() == 1) {
    promises.nonnull = true;
  } else if (tag == "align") {
    promises.align = *number_in(bundle, 1);
  } else if (tag == "dereferenceable" && number_in(bundle, 1)) {
    promises.dereferenceable = *number_in(bundle, 1);
  } else if (tag == "dereferenceable_or_null" && number_in(bundle, 1)) {
    promises.dereferenceable_or_null = *number_in(bundle, 1);
  } else if (tag != "noundef" || bundle.Inputs.size() != 1) {
    return Error{"assume bundle " + tag.str()};
  }
  with_promises(slots_of(bundle.Inputs[0].get()), std::move(promises), call);
  return std::nullopt;
}

/// "align"(pointer, alignment, offset) in general: the address less the offset is a multiple of the alignment, or zero if
/// the alignment is no power of two (LangRef, assume operand bundles). Written in ordinary operations.
Status Lowering::add_aligned_assumption(const llvm::CallBase& call, const llvm::OperandBundleUse& bundle) {
  llvm::Type* pointer = bundle.Inputs[0]->getType();
  if (!pointer->isPointerTy() || bundle.Inputs.size() < 2) return Error{"assume bundle align"};
  llvm::Type* word_type = data_layout().getIntPtrType(pointer);
  const LaneType word{LaneKind::Integer, FloatFormat::None, word_type->getIntegerBitWidth(), 0};
  const auto number = [&](std::uint64_t value) { return slots_of(llvm::ConstantInt::get(word_type, value)); };
  const auto widened = [&](unsigned operand, Op extension) -> std::optional<Slots> {
    const Slots value = slots_of(bundle.Inputs[operand].get());
    const std::uint32_t bits = out_.slots[value.first].bits;
    if (bits > word.bits) return std::nullopt;
    return bits == word.bits ? value : compute(call, extension, word, {value});
  };
  const auto align = widened(1, Op::ZExt);
  if (!align) return Error{"assume bundle align"};
  Slots address = compute(call, Op::PtrToInt, word, {slots_of(bundle.Inputs[0].get())});
  if (bundle.Inputs.size() == 3) {
    const auto offset = widened(2, Op::SExt);
    if (!offset) return Error{"assume bundle align"};
    address = compute(call, Op::Sub, word, {address, *offset});
  }
  const Slots mask = compute(call, Op::Sub, word, {*align, number(1)});
  const Slots rest = compute(call, Op::And, word, {address, mask});
  const Slots multiple = compute(call, Op::ICmp, kTruth, {rest, number(0)}, Predicate::Eq);
  const Slots ones = compute(call, Op::CtPop, word, {*align});
  const Slots power_of_two = compute(call, Op::ICmp, kTruth, {ones, number(1)}, Predicate::Eq);
  const Slots zero = compute(call, Op::ICmp, kTruth, {address, number(0)}, Predicate::Eq);
  const Slots holds = compute(call, Op::Select, kTruth, {power_of_two, multiple, zero});
  Instruction assumption;
  assumption.op = Op::Assume;
  assumption.origin = &call;
  finish(assumption, {holds});
  return std::nullopt;
}

}  // namespace assay::semantics
