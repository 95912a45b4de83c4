#include "services/worker/refine/model_preferences.h"

#include <llvm/IR/Argument.h>
#include <llvm/IR/Function.h>

#include "services/worker/refine/counter_input.h"

namespace assay::refine {
namespace {

constexpr std::uint64_t kSmall = 64, kMedium = 4096;  ///< bytes of an object
constexpr std::uint64_t kLowest = 0x2000'0000,
                        kHighest = 0x3000'0000;  ///< addresses that the concrete machine has free

bool is_pointer(const semantics::LaneType& type) { return type.kind == semantics::LaneKind::Pointer; }

Term objects_up_to(World& world, std::uint64_t bytes) {
  Terms& t = world.terms;
  const unsigned width = world.memory.shape.offset_bits;
  std::vector<Term> all;
  for (unsigned i = 1; i < world.memory.count; ++i) {
    const Object& object = world.memory.objects[i];
    if (object.kind == Object::Kind::Function || object.size.is_constant()) continue;
    if (width >= 64 || bytes >> width == 0) all.push_back(t.ule(object.size, t.constant(width, bytes)));
  }
  return t.all_of(all);
}

/// Arguments point into small objects.
Term small_offsets(World& world) {
  Terms& t = world.terms;
  const unsigned width = world.memory.shape.offset_bits;
  std::vector<Term> all;
  for (const auto& lanes : world.inputs)
    for (const InputLane& lane : lanes) {
      if (!is_pointer(lane.type)) continue;
      const Pointer p = split(t, lane.value);
      all.push_back(t.lor(lane.poison, t.ule(p.offset, t.constant(width, kSmall))));
    }
  return t.all_of(all);
}

/// Arguments lead to objects that exist, or are null.
Term arguments_that_point(World& world) {
  Terms& t = world.terms;
  std::vector<Term> all;
  for (const auto& lanes : world.inputs)
    for (const InputLane& lane : lanes) {
      if (!is_pointer(lane.type)) continue;
      const Pointer p = split(t, lane.value);
      Term there = t.ne(p.block, t.zero(kBlockBits));
      for (unsigned i = 1; i < world.memory.count; ++i)
        there = t.land(there, t.implies(t.eq(p.block, t.constant(kBlockBits, i)), world.memory.objects[i].alive));
      all.push_back(t.any_of(std::vector<Term>{lane.poison, there, is_null(t, p)}));
    }
  return t.all_of(all);
}

/// No argument leads to a variable, whose address the concrete machine chooses for all runs: it is no more aligned than
/// it must be.
Term arguments_beside_variables(World& world) {
  Terms& t = world.terms;
  std::vector<Term> all;
  for (const auto& lanes : world.inputs)
    for (const InputLane& lane : lanes) {
      if (!is_pointer(lane.type)) continue;
      const Term block = split(t, lane.value).block;
      for (unsigned i = 1; i < world.memory.count; ++i)
        if (world.memory.objects[i].kind != Object::Kind::Unknown)
          all.push_back(t.lor(lane.poison, t.ne(block, t.constant(kBlockBits, i))));
    }
  return t.all_of(all);
}

/// No other argument leads to the object of a captures(none) argument: the concrete machine does not tell two pointers
/// to one object apart. Their addresses may still be the same, at the end of one object and the start of another.
Term uncaptured_alone(World& world) {
  Terms& t = world.terms;
  const llvm::Function* source = world.memory.compared.first;
  std::vector<Term> all;
  for (unsigned i = 0; source != nullptr && i < world.inputs.size() && i < source->arg_size(); ++i) {
    const bool is_pointer_alone = world.inputs[i].size() == 1 && is_pointer(world.inputs[i][0].type);
    if (!is_pointer_alone || !llvm::capturesNothing(source->getArg(i)->getAttributes().getCaptureInfo())) continue;
    for (unsigned k = 0; k < world.inputs.size(); ++k)
      for (const InputLane& other : world.inputs[k])
        if (k != i && is_pointer(other.type))
          all.push_back(t.ne(split(t, world.inputs[i][0].value).block, split(t, other.value).block));
  }
  return t.all_of(all);
}

/// The objects of the caller that nothing else is known of (`unknown`), or all others, have their addresses between
/// `lowest` and where the concrete machine can place them.
Term addresses_from(World& world, std::uint64_t lowest, bool unknown) {
  Terms& t = world.terms;
  const unsigned width = world.memory.shape.offset_bits;
  std::vector<Term> all;
  for (unsigned i = 1; i < world.memory.count && width >= 32; ++i) {
    const Object& object = world.memory.objects[i];
    if ((object.kind == Object::Kind::Unknown) != unknown || object.address.is_constant()) continue;
    all.push_back(t.ule(t.constant(width, lowest), object.address));
    all.push_back(t.ule(object.address, t.constant(width, kHighest)));
  }
  return t.all_of(all);
}

/// Numbers such as those of elements or bytes are so small that there is memory for them.
Term small_numbers(World& world) {
  Terms& t = world.terms;
  std::vector<Term> all;
  for (const auto& lanes : world.inputs)
    for (const InputLane& lane : lanes)
      if (lane.type.kind == semantics::LaneKind::Integer && lane.type.bits >= 16)
        all.push_back(t.ule(lane.value, t.constant(lane.type.bits, kSmall)));
  return t.all_of(all);
}

Term no_arguments(World& world, Term InputLane::*part) {
  std::vector<Term> all;
  for (const auto& lanes : world.inputs)
    for (const InputLane& lane : lanes) all.push_back(world.terms.lnot(lane.*part));
  return world.terms.all_of(all);
}

Term no_poison_results(World& world) {
  std::vector<Term> all;
  for (const CallRecord& call : world.calls)
    for (const auto& lane : call.result) all.push_back(world.terms.lnot(lane.poison));
  return world.terms.all_of(all);
}

/// Pointers that calls return lead into objects that exist, or are null.
Term results_that_point(World& world) {
  Terms& t = world.terms;
  const Term small = t.constant(world.memory.shape.offset_bits, kSmall);
  const auto is_there = [&](const Pointer& p) {
    Term there = t.land(t.ne(p.block, t.zero(kBlockBits)), t.ule(p.offset, small));
    for (unsigned i = 1; i < world.memory.count; ++i)
      there = t.land(there, t.implies(t.eq(p.block, t.constant(kBlockBits, i)), world.memory.objects[i].alive));
    return there;
  };
  std::vector<Term> all;
  for (const CallRecord& call : world.calls)
    for (std::size_t lane = 0; lane < call.result.size(); ++lane) {
      if (!is_pointer(call.result_types[lane])) continue;
      const Pointer p = split(t, call.result[lane].bits);
      all.push_back(t.lor(is_there(p), is_null(t, p)));
    }
  return t.all_of(all);
}

}  // namespace

std::vector<Term> model_preferences(World& world, Term wanted) {
  std::vector<Term> preferences;
  const auto add = [&](Term preference) {
    if (!preference.is_constant()) preferences.push_back(preference);
  };
  // Without picks of undef all other questions are easy.
  add(no_arguments(world, &InputLane::undef));
  add(wanted);
  for (const Term condition : world.approximations.conditions()) add(world.terms.lnot(condition));
  if (world.memory.active) {
    add(arguments_that_point(world));
    add(arguments_beside_variables(world));
    add(uncaptured_alone(world));
    add(objects_up_to(world, kRoom));
    add(objects_up_to(world, kMedium));
    add(objects_up_to(world, kSmall));
    add(small_offsets(world));
    add(addresses_from(world, kLowest, true));
    // A pointer behind an object at the end of the address space would be null.
    add(addresses_from(world, kSmall, false));
    add(results_that_point(world));
    add(small_numbers(world));
  }
  add(no_arguments(world, &InputLane::poison));
  add(no_poison_results(world));
  return preferences;
}

}  // namespace assay::refine
