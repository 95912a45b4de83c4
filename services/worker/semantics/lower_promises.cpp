#include "services/worker/semantics/lower_promises.h"

#include <llvm/ADT/STLExtras.h>

#include "services/worker/semantics/emit.h"
#include "services/worker/semantics/lower_rows.h"

namespace assay::semantics {

Promises result_promises_of(const Emitter& out, const llvm::CallBase& call) {
  Promises promises = promises_of(call.getAttributes().getRetAttrs(), out.data_layout());
  add_metadata_promises(call, promises);
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
