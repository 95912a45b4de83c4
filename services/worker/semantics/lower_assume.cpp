#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>

#include "services/worker/semantics/emit.h"
#include "services/worker/semantics/lower_call.h"

namespace assay::semantics {
namespace {

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

/// "align"(pointer, alignment, offset) in general: the address less the offset is a multiple of the alignment, or zero
/// if the alignment is no power of two (LangRef, assume operand bundles). Written in ordinary operations.
Status lower_aligned_assumption(Emitter& out, const llvm::CallBase& call, const llvm::OperandBundleUse& bundle) {
  llvm::Type* pointer = bundle.Inputs[0]->getType();
  if (!pointer->isPointerTy() || bundle.Inputs.size() < 2) return Error{"assume bundle align"};
  const LaneType word = integer_lane(out.data_layout().getPointerTypeSizeInBits(pointer));
  const auto number = [&](std::uint64_t value) { return out.number(word.bits, value); };
  const auto widened = [&](unsigned operand, Op extension) -> std::optional<Slots> {
    const Slots value = out.slots_of(bundle.Inputs[operand].get());
    const std::uint32_t bits = out.type_of(value).bits;
    if (bits > word.bits) return std::nullopt;
    return bits == word.bits ? value : compute(out, call, extension, word, {value});
  };
  const auto align = widened(1, Op::ZExt);
  if (!align) return Error{"assume bundle align"};
  Slots address = compute(out, call, Op::PtrToAddr, word, {out.slots_of(bundle.Inputs[0].get())});
  if (bundle.Inputs.size() == 3) {
    const auto offset = widened(2, Op::SExt);
    if (!offset) return Error{"assume bundle align"};
    address = compute(out, call, Op::Sub, word, {address, *offset});
  }
  const Slots mask = compute(out, call, Op::Sub, word, {*align, number(1)});
  const Slots rest = compute(out, call, Op::And, word, {address, mask});
  const Slots multiple = compute(out, call, Op::ICmp, kTruth, {rest, number(0)}, Predicate::Eq);
  const Slots ones = compute(out, call, Op::CtPop, word, {*align});
  const Slots power_of_two = compute(out, call, Op::ICmp, kTruth, {ones, number(1)}, Predicate::Eq);
  const Slots zero = compute(out, call, Op::ICmp, kTruth, {address, number(0)}, Predicate::Eq);
  const Slots holds = compute(out, call, Op::Select, kTruth, {power_of_two, multiple, zero});
  emit(out, call, Op::Assume, Slots{}, {holds});
  return std::nullopt;
}

/// A bundle of an assumption promises something of its first operand; a broken promise is undefined behaviour.
Status lower_assume_bundle(Emitter& out, const llvm::CallBase& call, const llvm::OperandBundleUse& bundle) {
  const llvm::StringRef tag = bundle.getTagName();
  if (tag == "ignore" || tag == "cold") return std::nullopt;
  if (tag == "align" && !is_plain_alignment(bundle)) return lower_aligned_assumption(out, call, bundle);
  Promises promises;
  promises.noundef = true;
  if (tag == "separate_storage" && bundle.Inputs.size() == 2) {
    std::vector<Slots> pointers;
    for (const llvm::Use& input : bundle.Inputs)
      pointers.push_back(with_promises(out, out.slots_of(input.get()), promises, call));
    emit(out, call, Op::SeparateStorage, Slots{}, pointers);
    return std::nullopt;
  }
  if (tag == "nonnull" && bundle.Inputs.size() == 1) {
    promises.nonnull = true;
  } else if (tag == "align") {
    promises.align = *number_in(bundle, 1);
  } else if (tag == "dereferenceable" && number_in(bundle, 1)) {
    promises.dereferenceable = *number_in(bundle, 1);
  } else if (tag == "dereferenceable" && bundle.Inputs.size() == 2) {
    promises.computed_dereferenceable = out.slots_of(bundle.Inputs[1].get()).first;
  } else if (tag == "dereferenceable_or_null" && number_in(bundle, 1)) {
    promises.dereferenceable_or_null = *number_in(bundle, 1);
  } else if (tag != "noundef" || bundle.Inputs.size() != 1) {
    return Error{"assume bundle " + tag.str()};
  }
  with_promises(out, out.slots_of(bundle.Inputs[0].get()), std::move(promises), call);
  return std::nullopt;
}

}  // namespace

Status lower_assumption(Emitter& out, const llvm::CallBase& call) {
  out.append(out.start(call, Op::Assume), {out.slots_of(call.getArgOperand(0))});
  for (unsigned i = 0; i < call.getNumOperandBundles(); ++i)
    if (Status bad = lower_assume_bundle(out, call, call.getOperandBundleAt(i))) return bad;
  return std::nullopt;
}

}  // namespace assay::semantics
