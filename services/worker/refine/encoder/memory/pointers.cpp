#include <llvm/IR/Instructions.h>

#include <array>

#include "services/worker/refine/encoder/machine.h"
#include "services/worker/refine/encoder/memory/memory.h"
#include "services/worker/refine/encoder/memory/pointers.h"

/// Instructions that make pointers of others, and those that look at where they lead without an access.
namespace assay::refine {

using semantics::Instruction;
using semantics::Predicate;
using semantics::Slots;

namespace {

/// The offset of a getelementptr as it is summed up, with what its flags call poison.
class AddressSum {
 public:
  AddressSum(Machine& m, const Instruction& i, const Pointer& base, const semantics::AddressComputation& how)
      : m_(m),
        t_(m.terms()),
        flags_(i.flags),
        base_(base),
        index_bits_(how.index_bits),
        null_is_valid_(how.null_is_valid),
        poison_(t_.truth(false)),
        moves_(t_.truth(false)) {
    if (inbounds()) require_inside(base.offset);
  }
  /// An index, and the bytes that it stands for.
  void add(Term index, Term bytes) {
    if (bytes.is_zero()) return;
    moves_ = t_.lor(moves_, t_.ne(index, t_.zero(index.width())));
    const Term before = offset();
    if (nuw()) {
      // Between two places in one object, which does not wrap around, an offset wraps if it is negative.
      const bool in_object = inbounds() && index_bits_ == base_.offset.width() && index_bits_ == bytes.width();
      poison_ = t_.lor(poison_,
                       in_object ? t_.slt(bytes, t_.zero(index_bits_)) : t_.uadd_overflows(low_address(before), bytes));
    }
    if (nusw() && !inbounds()) {
      // The address as an unsigned number plus the offset as a signed one.
      const unsigned w = bytes.width();
      const Term exact = t_.add(t_.zext(low_address(before), w + 2), t_.sext(bytes, w + 2));
      poison_ = t_.lor(poison_, t_.ne(t_.slice(exact, w, 2), t_.zero(2)));
    }
    if (nusw() && total_) poison_ = t_.lor(poison_, t_.sadd_overflows(total_, bytes));
    total_ = total_ ? t_.add(total_, bytes) : bytes;
    if (inbounds()) require_inside(offset());
  }
  void scale_wraps(Term index, Term scale) {
    if (nusw()) poison_if(t_.smul_overflows(index, scale));
    if (nuw()) poison_if(t_.umul_overflows(index, scale));
  }
  /// The index counts as one that moves the pointer, even if nothing is left of it.
  void poison_if(Term condition) {
    poison_ = t_.lor(poison_, condition);
    moves_ = t_.lor(moves_, condition);
  }
  bool nusw() const { return (flags_ & (semantics::InBounds | semantics::NoUnsignedSignedWrap)) != 0; }
  bool nuw() const { return (flags_ & semantics::NoUnsignedWrap) != 0; }
  Pointer result() const { return {base_.marks, base_.block, offset()}; }
  /// Indices that are all zero keep any pointer as it is.
  Term poison() const { return t_.land(moves_, poison_); }

 private:
  bool inbounds() const { return (flags_ & semantics::InBounds) != 0; }
  Term address(Term offset) const { return m_.memory().objects().address({base_.marks, base_.block, offset}); }
  Term low_address(Term offset) const { return t_.trunc(address(offset), index_bits_); }
  /// Of an address wider than indices the low bits move, and do not carry. Where narrow pointers have wider addresses
  /// than there are, none carries within an object, either.
  Term offset() const {
    if (!total_) return base_.offset;
    const unsigned width = base_.offset.width();
    if (index_bits_ == width) return t_.add(base_.offset, total_);
    const Term from = address(base_.offset);
    const Term high = t_.slice(from, index_bits_, width - index_bits_);
    const Term to = t_.concat(high, t_.add(t_.trunc(from, index_bits_), total_));
    const Term wrapped = t_.add(base_.offset, t_.sub(to, from));
    if (!m_.memory().shape().mixed) return wrapped;
    const Pointer plain{base_.marks, base_.block, t_.add(base_.offset, t_.sext(total_, width))};
    const Objects& objects = m_.memory().objects();
    return t_.ite(t_.land(objects.within(base_), objects.within(plain)), plain.offset, wrapped);
  }
  /// LangRef, getelementptr: in the default address space nothing but null is in bounds of null. A pointer made of an
  /// integer is in bounds of the object that it leads to (MEM-68).
  void require_inside(Term offset) {
    Term size = m_.memory().objects().size_of(base_.block);
    if (!null_is_valid_) size = t_.ite(t_.eq(base_.block, t_.zero(kBlockBits)), t_.zero(size.width()), size);
    const Term null = t_.zero(offset.width());
    const Term is_made = t_.land(t_.eq(base_.block, t_.zero(kBlockBits)), t_.ne(base_.offset, null));
    const Term outside = t_.ult(size, offset), begins_outside = t_.land(is_made, t_.ult(size, base_.offset));
    const Term held = m_.memory().objects().may_hold(base_, offset);
    poison_ = t_.lor(poison_, t_.land(t_.lor(outside, begins_outside), t_.lnot(held)));
  }

  Machine& m_;
  Terms& t_;
  semantics::Flags flags_;
  Pointer base_;
  unsigned index_bits_;
  bool null_is_valid_;
  Term total_;
  Term poison_;
  Term moves_;  ///< some index is not zero
};

/// An index in the width of offsets; a truncation that loses bits breaks nusw or nuw.
Term fit_index(Terms& t, Term index, unsigned width, AddressSum& sum) {
  if (index.width() <= width) return t.sext(index, width);
  const Term narrow = t.trunc(index, width);
  if (sum.nusw()) sum.poison_if(t.ne(t.sext(narrow, index.width()), index));
  if (sum.nuw()) sum.poison_if(t.ne(t.zext(narrow, index.width()), index));
  return narrow;
}

/// Pointers that are compared.
struct Compared {
  Pointer a, b;
  Term same_block, x, y;  ///< x, y: their addresses
};

/// Equal addresses of different objects are told apart where that follows from what is known of objects. What else
/// follows, and the solver finds hard to see, is said as a lemma.
Term are_equal(Machine& m, const Compared& c) {
  Terms& t = m.terms();
  const Memory& memory = m.memory();
  const auto& [a, b, same, x, y] = c;
  // An own object that nobody knows of is nowhere that a caller's pointer could point to.
  const Term hidden_a = t.land(is_local(t, a.block), t.lnot(memory.known().located(a.block)));
  const Term hidden_b = t.land(is_local(t, b.block), t.lnot(memory.known().located(b.block)));
  const Term apart =
      t.lor(t.land(hidden_a, t.lnot(is_local(t, b.block))), t.land(hidden_b, t.lnot(is_local(t, a.block))));
  // Nor do two objects have a byte in common.
  const Term places = t.land(memory.objects().inside(a), memory.objects().inside(b));
  // Nor has one a byte, or an end, where null is, in address space 0.
  const auto not_at_null = [&](const Pointer& null, const Pointer& p) {
    return t.land(is_null(t, null),
                  t.land(memory.objects().within(p), t.lnot(memory.objects().may_be_at_zero(p.block))));
  };
  const Term not_null = t.lor(not_at_null(a, b), not_at_null(b, a));
  const Term differ = t.lor(t.lor(apart, places), not_null);
  m.world().address_lemmas.push_back(
      t.ite(same, t.eq(t.eq(x, y), t.eq(a.offset, b.offset)), t.lnot(t.land(places, t.eq(x, y)))));
  return t.ite(same, t.eq(a.offset, b.offset), t.land(t.lnot(differ), t.eq(x, y)));
}

/// Order as unsigned numbers: within one object that of the offsets, because none wraps around the end of the address
/// space.
template <class Compare>
Term are_ordered(Machine& m, const Compared& c, const Compare& compare_terms) {
  Terms& t = m.terms();
  const Term in_one = t.land(c.same_block, t.land(m.memory().objects().within(c.a), m.memory().objects().within(c.b)));
  const Term of_addresses = compare_terms(c.x, c.y), of_offsets = compare_terms(c.a.offset, c.b.offset);
  m.world().address_lemmas.push_back(t.lor(t.lnot(in_one), t.eq(of_addresses, of_offsets)));
  return t.ite(in_one, of_offsets, of_addresses);
}

/// `x`, `y`: their addresses.
Term compare(Machine& m, Predicate predicate, const Pointer& a, const Pointer& b, Term x, Term y) {
  Terms& t = m.terms();
  const Term same_block = t.eq(a.block, b.block);
  const Compared c{a, b, same_block, x, y};
  switch (predicate) {
    case Predicate::Eq:
      return are_equal(m, c);
    case Predicate::Ne:
      return t.lnot(are_equal(m, c));
    case Predicate::Ugt:
      return are_ordered(m, c, [&](Term p, Term q) { return t.ult(q, p); });
    case Predicate::Uge:
      return are_ordered(m, c, [&](Term p, Term q) { return t.ule(q, p); });
    case Predicate::Ult:
      return are_ordered(m, c, [&](Term p, Term q) { return t.ult(p, q); });
    case Predicate::Ule:
      return are_ordered(m, c, [&](Term p, Term q) { return t.ule(p, q); });
    case Predicate::Sgt:
      return t.slt(y, x);
    case Predicate::Sge:
      return t.sle(y, x);
    case Predicate::Slt:
      return t.slt(x, y);
    default:
      return t.sle(x, y);
  }
}

}  // namespace

void encode_address(Machine& m, const Instruction& instruction) {
  Terms& t = m.terms();
  const semantics::AddressComputation& address = m.function().addresses[instruction.detail];
  const Slots base_slots = m.function().operands_of(instruction)[0];
  for (std::uint32_t lane = 0; lane < instruction.result.count; ++lane) {
    const Picked base = m.use(base_slots.first + (base_slots.count == 1 ? 0 : lane));
    const unsigned width = address.index_bits;
    AddressSum sum(m, instruction, split(t, base.bits), address);
    Term poison = base.poison;
    for (const auto& step : address.steps) {
      if (step.is_constant) {
        const Term bytes = t.constant_signed(width, static_cast<std::uint64_t>(step.constant));
        sum.add(bytes, bytes);
        continue;
      }
      const auto& term = address.terms[step.term];
      const Picked index = m.use(term.index.first + (term.index.count == 1 ? 0 : lane));
      poison = t.lor(poison, index.poison);
      const Term narrow = fit_index(t, index.bits, width, sum);
      const Term scale = t.constant(width, term.scale);
      if (term.scale != 1) sum.scale_wraps(narrow, scale);
      sum.add(index.bits, t.mul(narrow, scale));
    }
    m.set(instruction.result.first + lane,
          {join(t, sum.result()), t.lor(poison, sum.poison()), m.choices().take_picked()});
  }
}

void encode_pointer_to_integer(Machine& m, const Instruction& instruction) {
  Terms& t = m.terms();
  const bool exposes = instruction.op == semantics::Op::PtrToInt;
  const Slots operand = m.function().operands_of(instruction)[0];
  for (std::uint32_t lane = 0; lane < instruction.result.count; ++lane) {
    const Picked in = m.use(operand.first + lane);
    const Pointer p = split(t, in.bits);
    if (exposes) m.memory().known().mark_exposed(p.block, t.land(m.path().condition(), t.lnot(in.poison)));
    const auto& slots = m.function().slots;
    const semantics::LaneType& type = slots[operand.first + lane];
    const Term whole = m.memory().objects().address_in(p, type.address_space);
    m.world().pointers_at.emplace(whole, p);
    const Term address = t.trunc(whole, type.bits);
    const unsigned width = slots[instruction.result.first].bits;
    const Term bits = width <= address.width() ? t.trunc(address, width) : t.zext(address, width);
    m.set(instruction.result.first + lane, {bits, in.poison, m.choices().take_picked()});
  }
}

/// LangRef, ptrmask: moved by (address & mask) - address in the width of indices; the address is looked at, not
/// exposed.
void encode_pointer_mask(Machine& m, const Instruction& instruction) {
  Terms& t = m.terms();
  const auto operands = m.function().operands_of(instruction);
  const auto& slots = m.function().slots;
  semantics::AddressComputation moved;
  moved.index_bits = slots[operands[1].first].bits;
  for (std::uint32_t lane = 0; lane < instruction.result.count; ++lane) {
    const Picked base = m.use(operands[0].first + (operands[0].count == 1 ? 0 : lane));
    const Picked mask = m.use(operands[1].first + (operands[1].count == 1 ? 0 : lane));
    const Pointer p = split(t, base.bits);
    const Term whole = m.memory().objects().address_in(p, slots[operands[0].first].address_space);
    const Term address = t.trunc(whole, moved.index_bits);
    const Term distance = t.sub(t.band(address, mask.bits), address);
    AddressSum sum(m, instruction, p, moved);
    sum.add(distance, distance);
    m.set(instruction.result.first + lane,
          {join(t, sum.result()), t.lor(base.poison, mask.poison), m.choices().take_picked()});
  }
}

void encode_integer_to_pointer(Machine& m, const Instruction& instruction) {
  Terms& t = m.terms();
  const Slots operand = m.function().operands_of(instruction)[0];
  const unsigned address_space = m.function().slots[instruction.result.first].address_space;
  if (address_space != 0 && m.world().memory.cast_spaces.contains(address_space))
    return m.unsupported("pointers made of integers, in an address space that pointers are cast to");
  for (std::uint32_t lane = 0; lane < instruction.result.count; ++lane) {
    const Picked in = m.use(operand.first + lane);
    const unsigned width = m.function().slots[instruction.result.first + lane].bits;
    const Term number = in.bits.width() >= width ? t.trunc(in.bits, width) : in.bits;
    const Pointer p{t.zero(kMarkBits), t.zero(kBlockBits), t.zext(number, m.memory().shape().offset_bits)};
    m.set(instruction.result.first + lane, {join(t, p), in.poison, m.choices().take_picked()});
  }
}

void encode_compare(Machine& m, const Instruction& instruction) {
  Terms& t = m.terms();
  const auto operands = m.function().operands_of(instruction);
  for (std::uint32_t lane = 0; lane < instruction.result.count; ++lane) {
    const Picked a = m.use(operands[0].first + (operands[0].count == 1 ? 0 : lane));
    const Picked b = m.use(operands[1].first + (operands[1].count == 1 ? 0 : lane));
    const Pointer p = split(t, a.bits), q = split(t, b.bits);
    const unsigned address_space = m.function().slots[operands[0].first].address_space;
    const Term x = m.memory().objects().address_in(p, address_space),
               y = m.memory().objects().address_in(q, address_space);
    Term poison = t.lor(a.poison, b.poison);
    if ((instruction.flags & semantics::SameSign) != 0) {
      const Term differs = t.bxor(x, y);
      poison = t.lor(poison, t.slt(differs, t.zero(differs.width())));
    }
    m.set(instruction.result.first + lane,
          {compare(m, instruction.predicate, p, q, x, y), poison, m.choices().take_picked()});
  }
}

/// Where the pointer leads to an object that the other address space reaches, the same place there. Else any pointer
/// that leads nowhere, the same one for the same pointer, or poison (MEM-19).
static Lane cast_lane(Machine& m, const Picked& in, const std::string& name) {
  Terms& t = m.terms();
  const Pointer p = split(t, in.bits);
  const Objects& objects = m.memory().objects();
  // Stack objects of one address space are reached alike.
  const Term key = t.ite(objects.is_stack(p.block), own_block(t, 0), p.block);
  const Term lands = t.land(objects.within(p), t.uninterpreted(name + " reaches", 1, std::span<const Term>(&key, 1)));
  const std::array<Term, 2> place{p.block, p.offset};
  // Of a block that is no object: null's may be one there.
  const Pointer elsewhere{p.marks, caller_block(t, kNoBlock),
                          t.uninterpreted(name, p.offset.width(), std::span<const Term>(place))};
  const Term fails = t.uninterpreted(name + " is poison", 1, std::span<const Term>(place));
  m.world().approximations.add_where(t.land(m.path().condition(), t.lnot(t.lor(in.poison, lands))),
                                     Cause::PointerWidths);
  return {t.ite(lands, in.bits, join(t, elsewhere)), t.lor(in.poison, t.land(t.lnot(lands), fails)),
          m.choices().take_picked()};
}

void encode_address_space_cast(Machine& m, const Instruction& instruction) {
  const Slots from = m.function().operands_of(instruction)[0];
  const auto& slots = m.function().slots;
  auto& casts = m.world().memory.casts;
  for (std::uint32_t lane = 0; lane < instruction.result.count; ++lane) {
    const unsigned before = slots[from.first + lane].address_space,
                   after = slots[instruction.result.first + lane].address_space;
    const auto there = casts.find(m.lane(from.first + lane).bits);
    if (there != casts.end() && there->second.address_space == after) {  // and back: casts are reversible
      m.set(instruction.result.first + lane, there->second.before);
      continue;
    }
    const std::string name = "address space " + std::to_string(before) + " to " + std::to_string(after);
    const Lane whole = m.lane(from.first + lane);
    Lane result = cast_lane(m, m.use(from.first + lane), name);
    casts.emplace(result.bits, CastPointer{whole, before});
    m.set(instruction.result.first + lane, std::move(result));
  }
}

}  // namespace assay::refine
