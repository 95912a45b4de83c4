#include <llvm/IR/Argument.h>

#include <algorithm>
#include <array>
#include <optional>

#include "services/worker/ir/newer_words.h"
#include "services/worker/refine/encoder/machine.h"
#include "services/worker/refine/encoder/memory/memory.h"

namespace assay::refine {

/// Has the object of `b` that both know by this number another maker, or a less aligned place? Others may free it, or
/// count on the place.
static Term is_made_otherwise(Machine& a, Machine& b, Term block) {
  Terms& t = a.terms();
  Term other = t.truth(false);
  if (&a == &b || is_local(t, block).is_false()) return other;
  const std::vector<Object>&before = a.memory().objects().locals(), &now = b.memory().objects().locals();
  for (std::size_t i = 0; i < std::min(before.size(), now.size()); ++i) {
    if (!before[i].maker.is_made() || !now[i].maker.is_made()) continue;
    const Term differs =
        t.lor(t.ne(before[i].maker.family, now[i].maker.family), t.ult(now[i].maker.align, before[i].maker.align));
    if (!differs.is_false()) other = t.lor(other, t.land(differs, t.eq(block, b.memory().objects().own_block(i))));
  }
  return other;
}

Term same_pointer(Machine& a, Term first, Machine& b, Term second) {
  Terms& t = a.terms();
  const Pointer p = split(t, first), q = split(t, second);
  Term same = t.land(t.eq(p.block, q.block), t.eq(p.offset, q.offset));
  if (!same.is_false()) same = t.land(same, t.lnot(is_made_otherwise(a, b, q.block)));
  if (same.is_true()) return same;
  const Term zero = t.zero(p.offset.width());
  return t.lor(same, t.land(t.eq(a.memory().objects().address(p), zero), t.eq(b.memory().objects().address(q), zero)));
}

/// A counterexample may hang on a wrong guess of which allocations of the two functions belong together.
static void doubt_own(Machine& a, Term first, Machine& b, Term second, Term condition) {
  Terms& t = a.terms();
  const Term source = split(t, first).block, target = split(t, second).block;
  const Term remade = t.land(t.eq(source, target), is_made_otherwise(a, b, target));
  a.world().approximations.add_where(t.land(condition, remade), Cause::PairedAllocations);
  if (!a.world().memory.has_unpaired) return;
  const auto on_heap = [&](Machine& m, Term block) {
    return t.land(is_local(t, block), m.memory().objects().heap(block));
  };
  const Term other = t.land(t.land(on_heap(a, source), on_heap(b, target)), t.ne(source, target));
  a.world().approximations.add_where(t.land(condition, other), Cause::PairedAllocations);
}

static Term leads_nowhere(Terms& t, const Pointer& pointer) { return t.eq(pointer.block, t.zero(kBlockBits)); }

/// One is a pointer made of an integer, the other leads to the object at that address: it may be based on that
/// (MEM-18).
static void doubt_made(Machine& a, const Pointer& p, Machine& b, const Pointer& q) {
  Terms& t = a.terms();
  const Term here = a.memory().objects().address(p), there = b.memory().objects().address(q);
  const Term one = t.bxor(leads_nowhere(t, p), leads_nowhere(t, q));
  const Term alike = t.land(t.eq(here, there), t.ne(here, t.zero(here.width())));
  a.world().approximations.add_where(t.land(one, alike), Cause::PointerOfInteger);
}

Term same_result(Machine& a, Term first, Machine& b, Term second) {
  Terms& t = a.terms();
  const Pointer p = split(t, first), q = split(t, second);
  doubt_own(a, first, b, second, t.truth(true));
  doubt_made(a, p, b, q);
  const Term gone = t.land(t.land(is_local(t, p.block), a.memory().objects().dead_stack(p.block)),
                           t.land(is_local(t, q.block), b.memory().objects().dead_stack(q.block)));
  if (gone.is_false()) return same_pointer(a, first, b, second);
  const Term alike = t.land(t.eq(p.offset, q.offset), t.ule(a.memory().objects().alignment_of(p.block),
                                                            b.memory().objects().alignment_of(q.block)));
  return t.lor(same_pointer(a, first, b, second), t.land(gone, alike));
}

/// Notes the undef variables of a cell that was read to be compared with `other`.
static void note_picks(World& world, const Cell& cell, Term other) {
  for (Term variable : cell.undef.variables()) {
    Term aim = other;
    while (aim.width() < variable.width()) aim = world.terms.concat(other, aim);
    world.cell_picks.emplace(variable, world.terms.slice(aim, 0, variable.width()));
  }
}

/// What others see of a cell that holds a pointer which must not be captured: poison when the function ends; before,
/// null is a number again. True if it is captured: then the function has ended.
static Term show_captured(Terms& t, Cell& cell, Moment moment) {
  const Pointer p = split(t, cell.pointer);
  const Term captured = t.land(cell.is_pointer, has_mark(t, p, kNoCapture));
  if (captured.is_false()) return captured;
  if (moment == Moment::End) {
    cell.poison = t.ite(captured, t.all_ones(cell.poison.width()), cell.poison);
    return captured;
  }
  cell.is_pointer = t.land(cell.is_pointer, t.lnot(is_null(t, p)));
  return t.truth(false);
}

Term cell_differs(Machine& a, const MemoryState& before, Machine& b, const MemoryState& after, Term block, Term offset,
                  Moment moment) {
  Terms& t = a.terms();
  const Term alive = a.memory().objects().alive(before, block);
  const Term inside = t.ult(offset, a.memory().objects().size_of(block));
  Cell x = a.choices().refresh(a.memory().read(before, block, offset));
  const Term still =
      t.land(b.memory().objects().alive(after, block), t.ult(offset, b.memory().objects().size_of(block)));
  Cell y = b.choices().refresh(b.memory().read(after, block, offset));
  const Term may_capture = show_captured(t, x, moment);
  const Term captures = show_captured(t, y, moment);
  note_picks(a.world(), x, y.value);
  note_picks(a.world(), y, x.value);
  doubt_own(a, x.pointer, b, y.pointer, t.land(x.is_pointer, y.is_pointer));
  // Poison allows anything. A piece of a pointer may replace the number that it shows, but not the other way round,
  // unless the pointer leads to no object.
  const Term same_piece = t.land(same_pointer(a, x.pointer, b, y.pointer), t.eq(x.piece, y.piece));
  const Term is_number = t.lor(t.lnot(x.is_pointer), leads_nowhere(t, split(t, x.pointer)));
  Term pointer_kept = t.lor(is_number, t.land(y.is_pointer, same_piece));
  const Term tag_kept = t.eq(x.tag, y.tag);
  // A copy by way of integers.
  if (a.function().variant.integer_memory) pointer_kept = t.lor(pointer_kept, t.lnot(y.is_pointer));
  const Term both = t.land(x.is_pointer, y.is_pointer);
  const unsigned bits = x.value.width();
  Term allowed;
  if (x.poison.width() == 1) {
    const Term value = t.lor(t.land(both, same_piece), t.eq(x.value, y.value));
    const Term kept = t.land(value, t.land(pointer_kept, tag_kept));
    const Term still_uneven = x.uneven == y.uneven ? t.truth(true) : y.uneven;
    allowed = t.ite(x.uneven, t.land(kept, t.implies(y.poison, still_uneven)),
                    t.lor(x.poison, t.land(t.lnot(y.poison), kept)));
  } else {
    const Term wrong = t.band(t.bnot(x.poison), t.bor(y.poison, t.bxor(x.value, y.value)));
    const Term value = t.lor(t.land(both, same_piece), t.eq(wrong, t.zero(bits)));
    allowed = t.lor(t.eq(x.poison, t.all_ones(bits)), t.land(value, t.land(pointer_kept, tag_kept)));
  }
  // A capture breaks a promise to the caller: poison in the source's memory does not allow it (ATTR-6).
  allowed = t.land(allowed, t.lor(may_capture, t.lnot(captures)));
  return t.land(t.land(alive, inside), t.lnot(t.land(still, allowed)));
}

Term some_block(Machine& machine, const char* name) {
  Terms& t = machine.terms();
  const unsigned index = machine.world().memory.index_bits;
  if (machine.memory().objects().has_own_objects() || index == 0) return t.fresh(name, kBlockBits);
  return t.zext(t.fresh(name, index), kBlockBits);
}

Term memory_differs(Machine& source, const MemoryState& before, Machine& target, const MemoryState& after,
                    Ending ending) {
  Terms& t = source.terms();
  if (!source.world().memory.active) return t.truth(false);
  const Term block = some_block(source, "look.block");
  const Term offset = t.variable("look.offset", source.memory().shape().offset_bits);
  for (Term witness : t.variables_of(std::array{block, offset}))
    source.world().memory.variable_kinds.emplace(witness, VariableKind::WitnessAddress);
  Term visible =
      t.land(t.lnot(is_local(t, block)), t.ult(block, t.constant(kBlockBits, source.world().memory.objects.size())));
  for (std::size_t i = 0; i < source.world().memory.objects.size(); ++i)
    if (!source.world().memory.objects[i].visible)
      visible = t.land(visible, t.ne(block, source.memory().objects().caller_block(i)));
  for (std::size_t i = 0; i < source.function().arguments.size(); ++i) {
    const auto* argument = llvm::dyn_cast_or_null<llvm::Argument>(source.function().arguments[i].origin);
    if (argument == nullptr) continue;
    const std::uint64_t dead = ir::dead_on_return(*argument);
    const bool is_dead = dead == ~std::uint64_t{0} ||
                         (ending == Ending::Unwind && argument->hasAttribute(llvm::Attribute::DeadOnUnwind));
    if (!is_dead && dead == 0) continue;
    for (const InputLane& input : source.world().inputs[i]) {
      const Pointer p = split(t, input.value);
      const Term beyond = is_dead ? t.truth(false) : t.ule(t.constant(p.offset.width(), dead), t.sub(offset, p.offset));
      visible = t.land(visible, t.lor(t.ne(block, p.block), beyond));
    }
  }
  // Own objects on the heap outlive the function; they are visible if others have pointers to them, or numbers of their
  // addresses, of which they may make some.
  std::vector<Term> live_on(before.escaped.size(), t.truth(false));
  for (std::size_t i = 0; i < source.memory().objects().locals().size(); ++i) {
    if (source.memory().objects().locals()[i].kind != Object::Kind::Heap || i >= before.escaped.size()) continue;
    live_on[i] = t.lor(before.escaped[i], before.exposed[i]);
    visible = t.lor(visible, t.land(live_on[i], t.eq(block, source.memory().objects().own_block(i))));
  }
  const Term alike = same_version(t, before, after, live_on);
  if (alike.is_true()) return t.truth(false);
  return t.land(t.lnot(alike),
                t.land(visible, cell_differs(source, before, target, after, block, offset, Moment::End)));
}

std::vector<Term> address_axioms(Machine& source, Machine& target) {
  Terms& t = source.terms();
  const SharedMemory& memory = source.world().memory;
  const unsigned width = memory.shape.offset_bits;
  std::vector<Term> axioms;
  struct Place {
    Term address, size;
    bool stack = false;
    bool may_be_at_zero = false;
    bool may_share = false;  ///< where it has no bytes, its address is another's, too
  };
  const auto in_space = [&](const Place& p) {
    if (!p.may_be_at_zero) axioms.push_back(t.ne(p.address, t.zero(width)));
    axioms.push_back(
        t.lnot(t.uadd_overflows(p.address, t.ite(t.eq(p.size, t.zero(width)), t.constant(width, 1), p.size))));
    axioms.push_back(t.sle(t.zero(width), p.size));
  };
  // Variables without bytes may share an address; functions and what is allocated have one of their own.
  const auto shares = [](const Object& o) { return o.kind == Object::Kind::Global || o.kind == Object::Kind::Stack; };
  const auto end_of = [&](const Place& p) {
    if (p.may_share) return t.add(p.address, p.size);
    return t.add(p.address, t.ite(t.eq(p.size, t.zero(width)), t.constant(width, 1), p.size));
  };
  const auto apart = [&](const Place& a, const Place& b) {
    axioms.push_back(t.lor(t.ule(end_of(a), b.address), t.ule(end_of(b), a.address)));
  };
  std::vector<Place> places;
  std::optional<std::size_t> last;  // of the interchangeable ones
  for (std::size_t i = 1; i < memory.count; ++i) {
    const Object& object = memory.objects[i];
    places.push_back({object.address, object.size, false, object.may_be_at_zero, shares(object)});
    in_space(places.back());
    const bool any = object.kind == Object::Kind::Unknown && !object.reserved;
    for (std::size_t j = 0; j + 1 < places.size(); ++j) {
      const Object& other = memory.objects[j + 1];
      // What a noalias argument leads to may be some other object, as long as nobody modifies what both reach.
      const auto by_promise = [](const Object& o) { return o.kind == Object::Kind::Unknown && o.hidden; };
      if (by_promise(object) || by_promise(other)) continue;
      if (!any || other.kind != Object::Kind::Unknown || other.reserved) apart(places[j], places.back());
    }
    // Nothing but the number tells these objects apart, so that they can be numbered in the order of their addresses.
    if (any && last) axioms.push_back(t.ule(end_of(places[*last]), places.back().address));
    if (any) last = places.size() - 1;
  }
  if (source.world().chooses_places) {
    const Term room = source.world().room(width);
    for (const llvm::APInt& half : {llvm::APInt(width, 0), llvm::APInt::getSignMask(width)}) {
      const Term begin = t.bxor(room, t.constant(half));
      const Term last_byte = t.bor(begin, t.zext(t.all_ones(width - kRoomBits), width));
      for (const Place& place : places)
        axioms.push_back(t.lor(t.ule(end_of(place), begin), t.ult(last_byte, place.address)));
    }
  }
  for (Machine* machine : {&source, &target}) {
    std::vector<Place> all = places;
    for (const Object& object : machine->memory().objects().locals()) {
      if (object.kind == Object::Kind::None) continue;
      const bool marked = object.kind == Object::Kind::Stack && object.alive.is_false();
      const Place place{
          object.address,
          object.kind == Object::Kind::Heap ? t.ite(object.alive, object.size, t.zero(width)) : object.size, marked,
          object.may_be_at_zero, shares(object)};
      in_space(place);
      for (const Place& other : all)
        if (!(place.stack && other.stack)) apart(other, place);
      all.push_back(place);
    }
  }
  return axioms;
}

}  // namespace assay::refine
