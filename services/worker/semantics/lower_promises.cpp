#include "services/worker/semantics/lower_promises.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/DerivedTypes.h>
#include <llvm/Support/MathExtras.h>

#include <algorithm>

#include "services/worker/semantics/emit.h"
#include "services/worker/semantics/library_functions.h"
#include "services/worker/semantics/lower_rows.h"

namespace assay::semantics {

Promises result_promises_of(const Emitter& out, const llvm::CallBase& call) {
  Promises promises = promises_of(call.getAttributes().getRetAttrs(), out.data_layout());
  add_metadata_promises(call, promises);
  return promises;
}

namespace {

/// The product of two integers, or 0 where it is too large for a number of 64 bits (of more, if one of them has more).
Slots product(Emitter& out, const llvm::CallBase& call, Slots a, Slots b) {
  const LaneType word = integer_lane(std::max({64u, out.type_of(a).bits, out.type_of(b).bits}));
  const auto widened = [&](Slots value) {
    return out.type_of(value).bits == word.bits ? value : compute(out, call, Op::ZExt, word, {value});
  };
  llvm::LLVMContext& context = call.getContext();
  llvm::Type* pair = llvm::StructType::get(llvm::Type::getIntNTy(context, word.bits), llvm::Type::getInt1Ty(context));
  const Slots both = emit(out, call, Op::UMulOverflow, *out.new_slots(pair), {widened(a), widened(b)});
  return compute(out, call, Op::Select, word, {lane(both, 1), out.number(word.bits, 0), lane(both, 0)});
}

/// The number, if it is written and has no more than 64 bits.
std::optional<std::uint64_t> number_of(const llvm::Value* value) {
  const auto* constant = llvm::dyn_cast<llvm::ConstantInt>(value);
  if (constant == nullptr || constant->getValue().getActiveBits() > 64) return std::nullopt;
  return constant->getZExtValue();
}

/// The arguments whose product allocsize names.
std::vector<const llvm::Value*> factors_of_size(const llvm::CallBase& call) {
  const llvm::Attribute sized = call.getFnAttr(llvm::Attribute::AllocSize);
  std::vector<const llvm::Value*> factors;
  if (!sized.isValid()) return factors;
  const auto [element, count] = sized.getAllocSizeArgs();
  for (const std::optional<unsigned> number : {std::optional(element), count})
    if (number && *number < call.arg_size()) factors.push_back(call.getArgOperand(*number));
  return factors;
}

}  // namespace

Promises allocation_promises(Emitter& out, const llvm::CallBase& call, const CallFacts& facts) {
  Promises promises;
  const LibraryRow* row = facts.library ? facts.known : nullptr;
  const bool allocates =
      facts.allocation.allocates || facts.allocation.reallocates || (row != nullptr && makes_object(*row));
  if (const llvm::Value* align = call.getArgOperandWithAttribute(llvm::Attribute::AllocAlign)) {
    const auto number = number_of(align);
    if (number && llvm::isPowerOf2_64(*number))
      promises.align = *number;
    else if (!allocates)
      promises.computed_align = out.slots_of(align).first;
  }
  const std::vector<const llvm::Value*> factors = factors_of_size(call);
  if (factors.empty()) return promises;
  const auto first = number_of(factors.front()), last = number_of(factors.back());
  if (first && last) {
    std::uint64_t bytes = *first;
    if (factors.size() > 1 && __builtin_mul_overflow(*first, *last, &bytes)) bytes = 0;
    promises.dereferenceable_or_null = bytes;
  } else if (!allocates) {
    Slots bytes = out.slots_of(factors.front());
    if (factors.size() > 1) bytes = product(out, call, bytes, out.slots_of(factors.back()));
    promises.computed_dereferenceable = bytes.first;
    promises.computed_or_null = true;
  }
  return promises;
}

Slots checked_argument(Emitter& out, const llvm::CallBase& call, unsigned index) {
  return with_promises(out, out.slots_of(call.getArgOperand(index)),
                       promises_of(call.getAttributes().getParamAttrs(index), out.data_layout()), call);
}

std::uint64_t classes_excluded_by(Flags flags) {
  return ((flags & NoNaNs) != 0 ? std::uint64_t{llvm::fcNan} : 0) |
         ((flags & NoInfs) != 0 ? std::uint64_t{llvm::fcInf} : 0);
}

Slots with_open_zeros(Emitter& out, const llvm::CallBase& call, Slots value) {
  Details open;
  open.flags = fast_math_flags_of(call) & NoSignedZeros;
  if (open.flags == 0 || value.count == 0 || out.type_of(value).kind != LaneKind::Float) return value;
  return emit(out, call, Op::Select, out.new_slots_like(value), {out.number(kTruth.bits, 1), value, value}, open);
}

PromisesAround::PromisesAround(Emitter& out, const llvm::CallBase& call)
    : out_(out), call_(call), result_(out.slots_of(&call)), promises_(result_promises_of(out, call)) {
  for (unsigned i = 0; i < call.arg_size(); ++i) {
    Promises promises = promises_of(call.getAttributes().getParamAttrs(i), out.data_layout());
    const llvm::Value* argument = call.getArgOperand(i);
    if (promises.empty() || !out.has_slots(argument)) continue;
    const Slots given = out.slots_of(argument);
    before_.emplace_back(argument, given);
    out.set_slots(argument, with_promises(out, given, std::move(promises), call));
  }
  const bool of_floats = result_.count != 0 && out.type_of(result_).kind == LaneKind::Float;
  if (of_floats) broken_ = classes_excluded_by(fast_math_flags_of(call));
  written_ = result_.count != 0 ? out.new_slots_like(result_) : result_;
  if (result_.count != 0) out.set_slots(&call, written_);
}

void PromisesAround::restore() {
  for (auto saved = before_.rbegin(); saved != before_.rend(); ++saved) out_.set_slots(saved->first, saved->second);
  before_.clear();
  if (result_.count != 0) out_.set_slots(&call_, result_);
}

void PromisesAround::give_up() { restore(); }

void PromisesAround::finish() {
  restore();
  if (result_.count == 0) return;
  Slots value = written_;
  if (broken_ != 0) {
    // A lane of an argument that breaks them and goes nowhere is not looked at: optimizers drop such lanes.
    Details classes;
    classes.immediate = broken_;
    const Slots breaks = emit(out_, call_, Op::IsFPClass, out_.new_slots(kTruth, value.count), {value}, classes);
    value = emit(out_, call_, Op::Select, out_.new_slots_like(value), {breaks, out_.poison_like(value), value});
  }
  value = with_open_zeros(out_, call_, value);
  Instruction copy = out_.start(call_, Op::Copy);
  copy.promises = out_.add_promises(std::move(promises_));
  append_permute(out_, copy, {value}, identity_mask(result_.count));
}

}  // namespace assay::semantics
