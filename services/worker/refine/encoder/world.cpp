#include "services/worker/refine/encoder/world.h"

#include "services/worker/semantics/own_choices.h"

namespace assay::refine {
namespace {

/// Any pointer of the caller's: to one of its objects, or to none.
Term foreign(World& world, Term bits) {
  Terms& t = world.terms;
  const SharedMemory& memory = world.memory;
  const unsigned offset = memory.shape.offset_bits;
  Term block = t.zero(kBlockBits);
  if (memory.index_bits != 0) block = t.zext(t.slice(bits, offset, memory.index_bits), kBlockBits);
  if (memory.count < memory.objects.size()) world.axioms.push_back(t.ult(block, t.constant(kBlockBits, memory.count)));
  for (std::size_t i = 0; i < memory.objects.size(); ++i)
    if (memory.objects[i].reserved) world.axioms.push_back(t.ne(block, t.constant(kBlockBits, i)));
  return join(t, {t.zero(kMarkBits), block, t.slice(bits, 0, offset)});
}

}  // namespace

bool World::makes_choices(const llvm::Function& callee) {
  const auto [known, is_new] = chooses.try_emplace(&callee, false);
  if (is_new) known->second = semantics::makes_choices(callee);
  return known->second;
}

void make_inputs(World& world, const semantics::Function& source) {
  Terms& t = world.terms;
  const unsigned offset = world.memory.shape.offset_bits;
  for (std::size_t argument = 0; argument < source.arguments.size(); ++argument) {
    const semantics::Argument& from = source.arguments[argument];
    std::vector<InputLane> lanes;
    for (std::uint32_t lane = 0; lane < from.value.count; ++lane) {
      const semantics::LaneType type = source.slots[from.value.first + lane];
      const std::string name = "in" + std::to_string(argument) + "." + std::to_string(lane);
      bool defined = from.promises.noundef;
      InputLane input{Term(), t.truth(false), t.truth(false), type};
      const auto own = world.own_object.find(argument);
      if (type.kind != semantics::LaneKind::Pointer) {
        input.value = t.variable(name, type.bits);
      } else if (own == world.own_object.end()) {
        input.value = foreign(world, t.variable(name, world.memory.index_bits + offset));
      } else {
        const bool by_value = world.memory.objects[own->second].kind == Object::Kind::ByValue;
        const Term at = by_value ? t.zero(offset) : t.variable(name, offset);
        input.value = join(t, {t.zero(kMarkBits), t.constant(kBlockBits, own->second), at});
        // A noalias argument may also be null. Where null leads to an object, others may lead to it, too.
        const Term null = by_value ? t.truth(false) : t.variable(name + ".null", 1);
        if (!world.memory.objects[0].alive.is_false()) world.approximations.add_where(null, Cause::NullObject);
        input.value = t.ite(null, null_pointer(t, offset), input.value);
        defined = defined || by_value;
      }
      if (world.options.poison_input && !defined) input.poison = t.variable(name + ".poison", 1);
      if (world.options.undef_input && !defined) input.undef = t.variable(name + ".undef", 1);
      lanes.push_back(input);
    }
    world.inputs.push_back(std::move(lanes));
  }
}

}  // namespace assay::refine
