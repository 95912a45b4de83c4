#include <llvm/IR/Argument.h>
#include <llvm/IR/ConstantRange.h>

#include "services/worker/refine/encoder/machine.h"

/// The arguments of the function compared.
namespace assay::refine {
namespace {

/// What attributes forbid for pointers based on the argument is marked in it.
Lane mark_argument(Terms& t, const semantics::Argument& argument, Lane lane) {
  const auto* origin = llvm::dyn_cast_or_null<llvm::Argument>(argument.origin);
  if (origin == nullptr || !origin->getType()->isPointerTy()) return lane;
  unsigned marks = 0;
  const auto mark = [&](llvm::Attribute::AttrKind kind, unsigned bits) {
    if (origin->hasAttribute(kind)) marks |= bits;
  };
  mark(llvm::Attribute::ReadOnly, 1u << kNoWrite);
  mark(llvm::Attribute::WriteOnly, 1u << kNoRead);
  mark(llvm::Attribute::ReadNone, 1u << kNoRead | 1u << kNoWrite);
  if (llvm::capturesNothing(origin->getAttributes().getCaptureInfo())) marks |= 1u << kNoCapture;
  lane.bits = add_marks(t, lane.bits, marks);
  return lane;
}

/// A lane as the caller gives it.
Lane given_lane(Machine& m, const InputLane& input, const std::string& name) {
  Lane lane{input.value, input.poison, {}};
  if (input.undef.is_false()) return lane;
  const bool pointer = input.type.kind == semantics::LaneKind::Pointer;
  const unsigned width = pointer ? m.memory().objects().foreign_pointer_bits() : input.value.width();
  const Term any = m.choices().undef_variable(width, name);
  lane.bits = m.terms().ite(input.undef, pointer ? m.memory().objects().foreign_pointer(any) : any, input.value);
  lane.wholly_undef = input.undef;
  lane.undef = UndefSet(any, input.undef);
  return lane;
}

/// What the function is going to initialize through an argument reads as poison before (LangRef, initializes).
void forget_initialized(Machine& m) {
  Terms& t = m.terms();
  World& world = m.world();
  std::size_t pointers = 0;
  for (const auto& lanes : world.inputs)
    for (const InputLane& lane : lanes) pointers += lane.type.kind == semantics::LaneKind::Pointer ? 1 : 0;
  for (const semantics::Argument& argument : m.function().arguments) {
    const auto* origin = llvm::dyn_cast_or_null<llvm::Argument>(argument.origin);
    if (origin == nullptr || !origin->hasAttribute(llvm::Attribute::Initializes)) continue;
    // Others may look at the bytes, and find what was there.
    if (pointers > 1 || world.memory.pointers_given || !world.memory.by_name.empty() || !m.function().calls.empty())
      world.approximations.add(Cause::InitializedBytes);
    const Pointer p = split(t, m.active().frame[argument.value.first].bits);
    for (const llvm::ConstantRange& range : origin->getAttribute(llvm::Attribute::Initializes).getInitializes()) {
      const Term from = t.constant(range.getLower().sextOrTrunc(p.offset.width()));
      const Term bytes = t.constant((range.getUpper() - range.getLower()).zextOrTrunc(p.offset.width()));
      m.memory().fill({p.marks, p.block, t.add(p.offset, from)}, bytes, m.memory().cells().poison());
    }
  }
}

}  // namespace

void enter_arguments(Machine& m) {
  Activation& active = m.active();
  for (std::size_t index = 0; index < m.function().arguments.size(); ++index) {
    const semantics::Argument& argument = m.function().arguments[index];
    for (std::uint32_t i = 0; i < argument.value.count; ++i) {
      const InputLane& input = m.world().inputs[index][i];
      const std::string name = "arg" + std::to_string(index) + "." + std::to_string(i);
      Lane lane = given_lane(m, input, name);
      const semantics::Slot slot = argument.value.first + i;
      if (input.type.kind == semantics::LaneKind::Pointer)
        active.argument_blocks.push_back(m.memory().objects().resolve(split(m.terms(), input.value)).block);
      lane = mark_argument(m.terms(), argument, std::move(lane));
      active.frame[slot] = keep_promises(m, argument.promises, m.function().slots[slot], std::move(lane));
    }
  }
  forget_initialized(m);
}

}  // namespace assay::refine
