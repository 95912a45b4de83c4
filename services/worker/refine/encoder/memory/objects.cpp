#include "services/worker/refine/encoder/memory/objects.h"

#include "services/worker/refine/encoder/machine.h"

namespace assay::refine {

Objects::Objects(Machine& machine, SharedMemory& shared, MemoryState& current, Versions& versions)
    : machine_(machine), t_(machine.terms()), shared_(shared), state_(current), versions_(versions) {}

/// The field of the object that `block` names; `absent` for own objects that were not made.
template <class Field>
Term Objects::lookup(Term block, Term absent, const Field& field) const {
  const Term local = is_local(t_, block);
  Term own = absent, foreign = absent;
  if (!local.is_false())
    for (std::size_t i = 0; i < locals_.size(); ++i)
      own = t_.ite(t_.eq(block, own_block(i)), field(locals_[i], i, true), own);
  if (!local.is_true())
    for (std::size_t i = 0; i < shared_.count; ++i)
      foreign = t_.ite(t_.eq(block, caller_block(i)), field(shared_.objects[i], i, false), foreign);
  return t_.ite(local, own, foreign);
}

Term Objects::size_of(Term block) const {
  return lookup(block, t_.zero(shape().offset_bits), [](const Object& o, std::size_t, bool) { return o.size; });
}
Term Objects::address_of_block(Term block) const {
  return lookup(block, t_.zero(shape().offset_bits), [](const Object& o, std::size_t, bool) { return o.address; });
}
Term Objects::writable(Term block) const {
  return lookup(block, t_.truth(false), [](const Object& o, std::size_t, bool) { return o.writable; });
}
Term Objects::heap(Term block) const {
  return lookup(block, t_.truth(false), [](const Object& o, std::size_t, bool) { return o.heap; });
}
Maker Objects::maker(Term block) const {
  const auto one = [&](const char* name, unsigned width, Term Maker::*part) {
    return lookup(block, t_.zero(width), [&](const Object& o, std::size_t i, bool local) {
      if (o.maker.is_made()) return o.maker.*part;
      const Term place = caller_block(i);
      return local ? t_.zero(width) : t_.uninterpreted(name, width, std::span<const Term>(&place, 1));
    });
  };
  return {one("maker.family", kFamilyBits, &Maker::family), one("maker.size", shape().offset_bits, &Maker::size),
          one("maker.align", shape().offset_bits, &Maker::align)};
}
Term Objects::has_known_maker(Term block) const {
  return lookup(block, t_.truth(false), [&](const Object& o, std::size_t, bool) {
    return t_.truth(o.maker.is_made() && o.maker.family.is_constant());
  });
}
Term Objects::is_stack(Term block) const {
  return lookup(block, t_.truth(false), [&](const Object& o, std::size_t, bool local) {
    return t_.truth(local && o.kind == Object::Kind::Stack);
  });
}
Term Objects::alive(const MemoryState& state, Term block) const {
  const Term no = t_.truth(false);
  return lookup(block, no, [&](const Object&, std::size_t i, bool local) {
    if (!local) return state.alive[i];
    return i < state.local_alive.size() ? state.local_alive[i] : no;
  });
}
Term Objects::dead_stack(Term block) const {
  const Term stack = lookup(block, t_.truth(false), [&](const Object& o, std::size_t, bool) {
    return t_.truth(o.kind == Object::Kind::Stack);
  });
  return t_.land(stack, t_.lnot(alive(block)));
}

Term Objects::outside_lifetime(Term block) const {
  const Term there = lookup(block, t_.truth(false), [&](const Object& o, std::size_t, bool) {
    return t_.truth(o.kind == Object::Kind::Stack && !o.is_left);
  });
  return t_.land(there, dead_stack(block));
}

Term Objects::alignment_of(Term block) const {
  return lookup(block, t_.zero(shape().offset_bits),
                [&](const Object& o, std::size_t, bool) { return t_.constant(shape().offset_bits, o.align); });
}

Term Objects::asks_for_less(Term block, std::uint64_t align, bool is_looked_at) const {
  return lookup(block, t_.truth(false), [&](const Object& o, std::size_t, bool) {
    return t_.truth(o.kind == Object::Kind::Stack && o.align < align && o.is_looked_at == is_looked_at);
  });
}

Term Objects::aligned(const Pointer& p, std::uint64_t align) const {
  unsigned low = 0;
  while ((std::uint64_t{1} << low) < align) ++low;
  if (low == 0) return t_.truth(true);
  low = std::min(low, shape().offset_bits);
  return t_.eq(t_.slice(address(p), 0, low), t_.zero(low));
}

Term Objects::aligned(const Pointer& p, Term align) const {
  const Term where = address(p), one = t_.constant(align.width(), 1), none = t_.zero(align.width());
  const Term is_power = t_.land(t_.ne(align, none), t_.eq(t_.band(align, t_.sub(align, one)), none));
  // A power that is larger than all addresses leaves zero, whose mask has all bits.
  const unsigned width = where.width();
  const Term low = align.width() < width ? t_.zext(align, width) : t_.slice(align, 0, width);
  const Term rest = t_.band(where, t_.sub(low, t_.constant(width, 1)));
  return t_.eq(t_.ite(is_power, rest, where), t_.zero(width));
}

Term Objects::dereferenceable(const Pointer& p, Term size, bool null_is_valid) const {
  const Term total = size_of(p.block);
  // Where there is a first byte, it is inside: the same term as comparisons of pointers use.
  const bool some = size.is_constant() && !size.is_zero();
  const Term begins = some ? t_.ult(p.offset, total) : t_.ule(p.offset, total);
  const Term fits = t_.land(begins, t_.ule(size, t_.sub(total, p.offset)));
  const Term there = t_.land(alive(p.block), fits);
  const bool is_known = null_is_valid || shared_.objects[0].alive.is_false();
  return is_known ? there : t_.land(there, t_.ne(p.block, t_.zero(kBlockBits)));
}

Term Objects::escaped(const MemoryState& state, Term block) const {
  const Term no = t_.truth(false);
  return lookup(block, no, [&](const Object&, std::size_t i, bool local) {
    if (!local) return state.given[i];
    return i < state.escaped.size() ? t_.lor(state.escaped[i], state.exposed[i]) : no;
  });
}

Term Objects::inside(const Pointer& p) const {
  const Term none = t_.zero(shape().offset_bits);
  const Term room = lookup(
      p.block, none, [&](const Object& o, std::size_t i, bool local) { return i == 0 && !local ? none : room_of(o); });
  return t_.ult(p.offset, room);
}

Term Objects::within(const Pointer& p) const {
  const Term none = t_.zero(shape().offset_bits);
  const Term size = lookup(p.block, none, [&](const Object& o, std::size_t, bool) {
    return o.kind == Object::Kind::Heap ? t_.ite(o.alive, o.size, none) : o.size;
  });
  return t_.land(t_.ne(p.block, t_.zero(kBlockBits)), t_.ule(p.offset, size));
}

Term Objects::may_be_at_zero(Term block) const {
  return lookup(block, t_.truth(false), [&](const Object& o, std::size_t, bool) { return t_.truth(o.may_be_at_zero); });
}

Term Objects::room_of(const Object& object) const {
  const Term none = t_.zero(shape().offset_bits);
  if (object.kind == Object::Kind::Stack && object.alive.is_false()) return none;
  return object.kind == Object::Kind::Heap ? t_.ite(object.alive, object.size, none) : object.size;
}

Term Objects::address(const Pointer& p) const { return t_.add(address_of_block(p.block), p.offset); }

Term Objects::address_in(const Pointer& p, unsigned address_space) const {
  const Term in_default = address(p);
  if (address_space == 0 || !shared_.cast_spaces.contains(address_space)) return in_default;
  const std::string name = "start in address space " + std::to_string(address_space);
  const Term away = t_.uninterpreted(name, shape().offset_bits, std::span<const Term>(&p.block, 1));
  return t_.add(in_default, t_.ite(t_.eq(p.block, t_.zero(kBlockBits)), t_.zero(shape().offset_bits), away));
}

std::string Objects::site_of(const semantics::Instruction& allocation) const {
  const auto found = shared_.sites.find(&allocation);
  return found == shared_.sites.end() ? name_of(machine_.side()) : found->second;
}

/// The low bits that the alignment of the site's objects fixes are zero. What the source asks for does not bind the
/// target, where that may be seen.
Term Objects::alignment_mask(const std::string& site, bool may_be_seen) const {
  const auto& known = machine_.is_source() || !may_be_seen ? shared_.site_alignment : shared_.target_alignment;
  const auto found = known.find(site);
  const std::uint64_t align = found == known.end() ? 1 : std::max<std::uint64_t>(1, found->second);
  return t_.bnot(t_.constant(shape().offset_bits, align - 1));
}

unsigned Objects::allocate(const std::string& site, Object object) {
  const std::pair<std::string, unsigned> key{site, made_[site]++};
  auto found = shared_.local_numbers.find(key);
  if (found == shared_.local_numbers.end()) {
    const unsigned number = static_cast<unsigned>(shared_.local_addresses.size());
    if (number >= 1u << kLocalBit) {
      machine_.unsupported("more than 128 own objects");
      return 0;
    }
    found = shared_.local_numbers.emplace(key, number).first;
    shared_.local_addresses.push_back(t_.variable("local" + std::to_string(number) + ".address", shape().offset_bits));
    shared_.variable_kinds.emplace(shared_.local_addresses.back(), VariableKind::ObjectAddress);
  }
  const unsigned number = found->second;
  const Term no = t_.truth(false);
  const Term zero = t_.zero(shape().offset_bits);
  while (locals_.size() <= number) {
    Object absent;
    absent.size = absent.address = zero;
    absent.writable = absent.heap = absent.alive = no;
    locals_.push_back(absent);
  }
  state_.local_alive.resize(locals_.size(), no);
  state_.escaped.resize(locals_.size(), no);
  state_.unwritten.resize(locals_.size(), no);
  state_.exposed.resize(locals_.size(), no);
  object.address = shared_.local_addresses[number];
  if (machine_.is_source() && machine_.world().chooses_places) {
    const Term room = machine_.world().room(shape().offset_bits);
    const Term place = machine_.choices().choose(shape().offset_bits, "place" + std::to_string(number));
    machine_.world().chosen_places.emplace(place, t_.sub(object.address, room));
    object.address = t_.add(room, place);
  }
  if (object.kind == Object::Kind::Stack || object.kind == Object::Kind::Heap) {
    // So that checks of alignment fold.
    object.address = t_.band(object.address, alignment_mask(site, object.is_looked_at));
  }
  state_.own_versions.resize(locals_.size(), versions_.first());
  state_.own_versions[number] = versions_.of_new(number, object);
  state_.local_alive[number] = object.alive;
  locals_[number] = std::move(object);
  machine_.active().own.push_back(number);
  return number;
}

void Objects::set_alive(Term block, Term condition, Term alive) {
  versions_.change(state_, block, {~3u, block.id(), condition.id(), alive.id()});
  const auto set = [&](Term& current, Term object) {
    const Term here = t_.land(condition, t_.eq(block, object));
    current = t_.ite(here, alive, current);
  };
  for (std::size_t i = 0; i < state_.alive.size(); ++i) set(state_.alive[i], caller_block(i));
  for (std::size_t i = 0; i < state_.local_alive.size(); ++i) set(state_.local_alive[i], own_block(i));
}

Term Objects::pointer_of(Term bits, const std::vector<Term>& given) const {
  const unsigned offset = shape().offset_bits;
  Term block = t_.zero(kBlockBits);
  if (shared_.index_bits != 0) block = t_.zext(t_.slice(bits, offset, shared_.index_bits), kBlockBits);
  // The bits may be a choice, so that nothing can be assumed of them: other blocks are replaced by null's.
  if (shared_.count < shared_.objects.size())
    block = t_.ite(t_.ult(block, t_.constant(kBlockBits, shared_.count)), block, t_.zero(kBlockBits));
  for (std::size_t i = 0; i < shared_.objects.size(); ++i) {
    if (!shared_.objects[i].reserved) continue;
    const bool may_be = shared_.objects[i].hidden && i < given.size();
    const Term here = t_.eq(block, caller_block(i));
    block = t_.ite(may_be ? t_.land(here, t_.lnot(given[i])) : here, t_.zero(kBlockBits), block);
  }
  return join(t_, {t_.zero(kMarkBits), block, t_.slice(bits, 0, offset)});
}

Term Objects::is_made(const Pointer& p) const {
  return t_.land(t_.eq(p.block, t_.zero(kBlockBits)), t_.ne(p.offset, t_.zero(p.offset.width())));
}

Term Objects::may_hold(const Pointer& made, Term to) const {
  const Term from_integer = is_made(made);
  Term held = t_.truth(false);
  if (!shared_.makes_pointers || from_integer.is_false()) return held;
  const auto consider = [&](const Object& object, Term block) {
    const auto within = [&](Term at) {  // no object wraps round
      return t_.land(t_.ule(object.address, at), t_.ule(t_.sub(at, object.address), object.size));
    };
    Term here = t_.land(within(made.offset), within(to));
    if (object.hidden || is_local(t_, block).is_true()) here = t_.land(here, escaped(block));
    held = t_.lor(held, here);
  };
  for (std::size_t i = 1; i < shared_.count; ++i)
    if (!shared_.objects[i].reserved || shared_.objects[i].hidden) consider(shared_.objects[i], caller_block(i));
  for (std::size_t i = 0; i < locals_.size(); ++i) consider(locals_[i], own_block(i));
  return t_.land(from_integer, held);
}

Pointer Objects::resolve(const Pointer& p) const {
  const Term from_integer = is_made(p);
  if (!shared_.makes_pointers || from_integer.is_false()) return p;
  Pointer found = p;
  const auto consider = [&](const Object& object, Term block) {
    const Term inside = t_.ult(t_.sub(p.offset, object.address), object.size);
    Term here = t_.land(from_integer, inside);
    if (object.hidden || is_local(t_, block).is_true()) here = t_.land(here, escaped(block));
    // What a noalias argument leads to may stand where another object does.
    if (object.hidden)
      machine_.world().approximations.add_where(
          t_.land(machine_.path().condition(), t_.land(here, t_.ne(found.block, p.block))), Cause::PointerOfInteger);
    found.block = t_.ite(here, block, found.block);
    found.offset = t_.ite(here, t_.sub(p.offset, object.address), found.offset);
  };
  for (std::size_t i = 1; i < shared_.count; ++i)
    if (!shared_.objects[i].reserved) consider(shared_.objects[i], caller_block(i));
  for (std::size_t i = 1; i < shared_.count; ++i)
    if (shared_.objects[i].hidden) consider(shared_.objects[i], caller_block(i));
  for (std::size_t i = 0; i < locals_.size(); ++i) consider(locals_[i], own_block(i));
  return found;
}

}  // namespace assay::refine
