#include <llvm/IR/Constants.h>
#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/Instructions.h>

#include "services/worker/refine/encoder/machine.h"
#include "services/worker/refine/encoder/memory/exposure.h"
#include "services/worker/refine/encoder/memory/memory.h"
#include "services/worker/refine/encoder/memory/placement.h"
#include "services/worker/refine/encoder/recorder.h"
#include "services/worker/refine/encoder/varargs.h"

/// Instructions that read, write or make pointers.
namespace assay::refine {
namespace {

using semantics::Instruction;
using semantics::Op;
using semantics::Predicate;
using semantics::Slots;

/// The offset of a getelementptr as it is summed up, with what its flags call poison.
class AddressSum {
 public:
  AddressSum(Machine& m, const Instruction& i, const Pointer& base, unsigned index_bits)
      : m_(m), t_(m.terms()), flags_(i.flags), base_(base), index_bits_(index_bits), poison_(t_.truth(false)), moves_(t_.truth(false)) {
    if (inbounds()) require_inside(base.offset);
  }
  /// An index, and the bytes that it stands for.
  void add(Term index, Term bytes) {
    if (bytes.is_zero()) return;
    moves_ = t_.lor(moves_, t_.ne(index, t_.zero(index.width())));
    const Term before = offset();
    if ((flags_ & semantics::NoUnsignedWrap) != 0) {
      poison_ = t_.lor(poison_, t_.uadd_overflows(low_address(before), bytes));
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
    if (nusw()) poison_ = t_.lor(poison_, t_.smul_overflows(index, scale));
    if ((flags_ & semantics::NoUnsignedWrap) != 0) poison_ = t_.lor(poison_, t_.umul_overflows(index, scale));
  }
  void poison_if(Term condition) { poison_ = t_.lor(poison_, condition); }
  bool nusw() const { return (flags_ & (semantics::InBounds | semantics::NoUnsignedSignedWrap)) != 0; }
  bool nuw() const { return (flags_ & semantics::NoUnsignedWrap) != 0; }
  Pointer result() const { return {base_.marks, base_.block, offset()}; }
  /// Indices that are all zero keep any pointer as it is.
  Term poison() const { return t_.land(moves_, poison_); }

 private:
  bool inbounds() const { return (flags_ & semantics::InBounds) != 0; }
  Term address(Term offset) const { return m_.memory().address({base_.marks, base_.block, offset}); }
  Term low_address(Term offset) const { return t_.trunc(address(offset), index_bits_); }
  /// Of an address wider than indices the low bits move, and do not carry.
  Term offset() const {
    if (!total_) return base_.offset;
    const unsigned width = base_.offset.width();
    if (index_bits_ == width) return t_.add(base_.offset, total_);
    const Term from = address(base_.offset);
    const Term high = t_.slice(from, index_bits_, width - index_bits_);
    const Term to = t_.concat(high, t_.add(t_.trunc(from, index_bits_), total_));
    return t_.add(base_.offset, t_.sub(to, from));
  }
  void require_inside(Term offset) { poison_ = t_.lor(poison_, t_.ult(m_.memory().size_of(base_.block), offset)); }

  Machine& m_;
  Terms& t_;
  semantics::Flags flags_;
  Pointer base_;
  unsigned index_bits_;
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

void encode_address(Machine& m, const Instruction& instruction) {
  Terms& t = m.terms();
  const semantics::AddressComputation& address = m.function().addresses[instruction.detail];
  const Slots base_slots = m.function().operands_of(instruction)[0];
  for (std::uint32_t lane = 0; lane < instruction.result.count; ++lane) {
    const Picked base = m.use(base_slots.first + (base_slots.count == 1 ? 0 : lane));
    const unsigned width = address.index_bits;
    AddressSum sum(m, instruction, split(t, base.bits), width);
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

/// A volatile access is seen by the world: where, and the bytes there. Where a function has its own objects is its own
/// affair.
void show_access(Machine& m, const char* name, const Pointer& p, std::uint64_t size) {
  Terms& t = m.terms();
  semantics::LaneType type;
  type.kind = semantics::LaneKind::Pointer;
  type.bits = p.offset.width();
  const Pointer seen{t.zero(kMarkBits), p.block, p.offset};
  std::vector<std::pair<Lane, semantics::LaneType>> values;
  values.push_back(
      {{t.ite(is_local(t, p.block), null_pointer(t, p.offset.width()), join(t, seen)), t.truth(false), {}}, type});
  for (std::uint64_t at = 0; at < size; at += m.memory().shape().cell_bytes) {
    const Cell cell = m.memory().read(p.block, t.add(p.offset, t.constant(p.offset.width(), at)));
    semantics::LaneType byte;
    byte.bits = cell.value.width();
    values.push_back({{cell.value, t.ne(cell.poison, t.zero(cell.poison.width())), cell.undef}, byte});
  }
  encode_event(m, name + std::string(" ") + std::to_string(size), values);
}

/// Reads a value; accessing what is not there is undefined behaviour on the current path.
std::vector<Lane> load(Machine& m, const semantics::MemoryAccess& access, semantics::Slot address) {
  const semantics::Layout& layout = m.function().layouts[access.layout];
  const Pointer p = m.use_address(address);
  m.memory().check_load(p, m.terms().constant(p.offset.width(), layout.store_size), access.align);
  if (access.is_volatile) show_access(m, "volatile load", p, layout.store_size);
  return m.memory().lanes_of(layout, p);
}

void encode_load(Machine& m, const Instruction& instruction) {
  const semantics::MemoryAccess& access = m.function().accesses[instruction.detail];
  std::vector<Lane> lanes = load(m, access, m.function().operands_of(instruction)[0].first);
  for (std::uint32_t lane = 0; lane < instruction.result.count; ++lane)
    m.set(instruction.result.first + lane, std::move(lanes[lane]));
}

void store(Machine& m, const semantics::MemoryAccess& access, Slots value, semantics::Slot address) {
  Terms& t = m.terms();
  const semantics::Layout& layout = m.function().layouts[access.layout];
  const Pointer p = m.use_address(address);
  m.memory().check_access(p, t.constant(p.offset.width(), layout.store_size), access.align, Access::Write);
  std::vector<Lane> lanes;
  for (std::uint32_t lane = 0; lane < value.count; ++lane) {
    lanes.push_back(m.lane(value.first + lane));
    if (m.function().slots[value.first + lane].kind != semantics::LaneKind::Pointer) continue;
    // A pointer that is stored where others may read it is known to them.
    const Pointer stored = split(t, lanes.back().bits);
    m.memory().mark_stored(p.block, stored.block, t.land(m.path().condition(), t.lnot(lanes.back().poison)));
    m.ub(t.land(t.lnot(lanes.back().poison), t.land(has_mark(t, stored, kNoCapture), t.lnot(is_local(t, p.block)))));
  }
  m.memory().write(p, m.memory().cells_of(layout, lanes));
  if (access.is_volatile) show_access(m, "volatile store", p, layout.store_size);
}

void encode_store(Machine& m, const Instruction& instruction) {
  const semantics::MemoryAccess& access = m.function().accesses[instruction.detail];
  const auto operands = m.function().operands_of(instruction);
  store(m, access, operands[0], operands[1].first);
}

/// The access happens on the path where the condition holds.
void encode_masked_load(Machine& m, const Instruction& instruction) {
  Terms& t = m.terms();
  const auto operands = m.function().operands_of(instruction);
  const Term condition = m.use_defined(m.lane(operands[0].first));
  const Lane& otherwise = m.lane(operands[2].first);
  if (condition.is_false()) return m.set(instruction.result.first, otherwise);
  const Lane loaded = [&] {
    const Path::Restricted restricted(m.path(), condition);
    return load(m, m.function().accesses[instruction.detail], operands[1].first)[0];
  }();
  Lane result{t.ite(condition, loaded.bits, otherwise.bits), t.ite(condition, loaded.poison, otherwise.poison),
              loaded.undef};
  result.undef.add(otherwise.undef);
  m.set(instruction.result.first, std::move(result));
}

void encode_masked_store(Machine& m, const Instruction& instruction) {
  const auto operands = m.function().operands_of(instruction);
  const Term condition = m.use_defined(m.lane(operands[0].first));
  if (condition.is_false()) return;
  const MemoryState before = m.memory().state();
  {
    const Path::Restricted restricted(m.path(), condition);
    store(m, m.function().accesses[instruction.detail], operands[1], operands[2].first);
  }
  if (condition.is_true()) return;
  const MemoryState after = m.memory().state();
  m.memory().state() = m.memory().merge({{condition, after}, {m.terms().lnot(condition), before}});
}

void encode_pointer_to_integer(Machine& m, const Instruction& instruction, bool exposes) {
  Terms& t = m.terms();
  const bool is_known = instruction.origin == nullptr || contributes_elsewhere(*instruction.origin);
  const Slots operand = m.function().operands_of(instruction)[0];
  for (std::uint32_t lane = 0; lane < instruction.result.count; ++lane) {
    const Picked in = m.use(operand.first + lane);
    const Pointer p = split(t, in.bits);
    if (exposes && is_known) m.memory().mark_exposed(p.block, t.land(m.path().condition(), t.lnot(in.poison)));
    const Term address = m.memory().address(p);
    const unsigned width = m.function().slots[instruction.result.first].bits;
    const Term bits = width <= address.width() ? t.trunc(address, width) : t.zext(address, width);
    m.set(instruction.result.first + lane, {bits, in.poison, m.choices().take_picked()});
  }
}

void encode_integer_to_pointer(Machine& m, const Instruction& instruction) {
  Terms& t = m.terms();
  m.memory().use_integers_as_pointers();
  const Slots operand = m.function().operands_of(instruction)[0];
  for (std::uint32_t lane = 0; lane < instruction.result.count; ++lane) {
    const Picked in = m.use(operand.first + lane);
    const unsigned width = m.memory().shape().offset_bits;
    const Term offset = in.bits.width() >= width ? t.trunc(in.bits, width) : t.zext(in.bits, width);
    const Pointer p{t.zero(kMarkBits), t.zero(kBlockBits), offset};
    m.set(instruction.result.first + lane, {join(t, p), in.poison, m.choices().take_picked()});
  }
}

Term compare(Machine& m, Predicate predicate, const Pointer& a, const Pointer& b) {
  Terms& t = m.terms();
  const Term same = t.eq(a.block, b.block);
  const Term x = m.memory().address(a), y = m.memory().address(b);
  const auto ordered = [&](auto compare_terms) {
    // No object wraps around the end of the address space.
    const Term in_one = t.land(same, t.land(m.memory().within(a), m.memory().within(b)));
    const Term of_addresses = compare_terms(x, y), of_offsets = compare_terms(a.offset, b.offset);
    m.world().address_lemmas.push_back(t.lor(t.lnot(in_one), t.eq(of_addresses, of_offsets)));
    return t.ite(in_one, of_offsets, of_addresses);
  };
  const auto ordered_as_signed = [&](auto compare_terms) { return compare_terms(x, y); };
  switch (predicate) {
    case Predicate::Eq:
    case Predicate::Ne: {
      // An own object that nobody knows of is nowhere that a caller's pointer could point to.
      const Term hidden_a = t.land(is_local(t, a.block), t.lnot(m.memory().located(a.block)));
      const Term hidden_b = t.land(is_local(t, b.block), t.lnot(m.memory().located(b.block)));
      const Term apart =
          t.lor(t.land(hidden_a, t.lnot(is_local(t, b.block))), t.land(hidden_b, t.lnot(is_local(t, a.block))));
      // Nor do two objects have a byte in common.
      const Term places = t.land(m.memory().inside(a), m.memory().inside(b));
      // Nor has one a byte, or an end, where null is.
      const Term not_null =
          t.lor(t.land(is_null(t, a), m.memory().within(b)), t.land(is_null(t, b), m.memory().within(a)));
      const Term differ = t.lor(t.lor(apart, places), not_null);
      m.world().address_lemmas.push_back(
          t.ite(same, t.eq(t.eq(x, y), t.eq(a.offset, b.offset)), t.lnot(t.land(places, t.eq(x, y)))));
      const Term equal = t.ite(same, t.eq(a.offset, b.offset), t.land(t.lnot(differ), t.eq(x, y)));
      return predicate == Predicate::Eq ? equal : t.lnot(equal);
    }
    case Predicate::Ugt:
      return ordered([&](Term p, Term q) { return t.ult(q, p); });
    case Predicate::Uge:
      return ordered([&](Term p, Term q) { return t.ule(q, p); });
    case Predicate::Ult:
      return ordered([&](Term p, Term q) { return t.ult(p, q); });
    case Predicate::Ule:
      return ordered([&](Term p, Term q) { return t.ule(p, q); });
    case Predicate::Sgt:
      return ordered_as_signed([&](Term p, Term q) { return t.slt(q, p); });
    case Predicate::Sge:
      return ordered_as_signed([&](Term p, Term q) { return t.sle(q, p); });
    case Predicate::Slt:
      return ordered_as_signed([&](Term p, Term q) { return t.slt(p, q); });
    default:
      return ordered_as_signed([&](Term p, Term q) { return t.sle(p, q); });
  }
}

void encode_compare(Machine& m, const Instruction& instruction) {
  Terms& t = m.terms();
  const auto operands = m.function().operands_of(instruction);
  for (std::uint32_t lane = 0; lane < instruction.result.count; ++lane) {
    const Picked a = m.use(operands[0].first + (operands[0].count == 1 ? 0 : lane));
    const Picked b = m.use(operands[1].first + (operands[1].count == 1 ? 0 : lane));
    const Pointer p = split(t, a.bits), q = split(t, b.bits);
    Term poison = t.lor(a.poison, b.poison);
    if ((instruction.flags & semantics::SameSign) != 0) {
      const Term differs = t.bxor(m.memory().address(p), m.memory().address(q));
      poison = t.lor(poison, t.slt(differs, t.zero(differs.width())));
    }
    m.set(instruction.result.first + lane,
          {compare(m, instruction.predicate, p, q), poison, m.choices().take_picked()});
  }
}

/// A length in the width of offsets.
Term length_of(Machine& m, semantics::Slot slot) {
  Terms& t = m.terms();
  const Term bits = m.use_defined(m.lane(slot));
  const unsigned width = m.memory().shape().offset_bits;
  if (bits.width() <= width) return t.zext(bits, width);
  m.ub(t.ne(t.zext(t.trunc(bits, width), bits.width()), bits));
  return t.trunc(bits, width);
}

bool is_volatile(const Instruction& instruction) {
  const auto* call = llvm::dyn_cast_or_null<llvm::CallBase>(instruction.origin);
  if (call == nullptr || call->arg_size() < 4) return false;
  const auto* flag = llvm::dyn_cast<llvm::ConstantInt>(call->getArgOperand(3));
  return flag == nullptr || !flag->isZero();
}

/// Where no byte is copied or set, pointers need not be well-defined (LangRef, llvm.memcpy). In a source they are taken to
/// be all the same, as optimizers may.
Pointer pick_address_if(Machine& m, semantics::Slot slot, Term some) {
  if (m.is_source()) return m.use_address(slot);
  const Path::Restricted restricted(m.path(), some);
  return m.use_address(slot);
}

}  // namespace

void copy_bytes(Machine& m, llvm::ArrayRef<Slots> operands, bool may_overlap) {
  Terms& t = m.terms();
  const Term length = length_of(m, operands[2].first);
  const Term some = t.ne(length, t.zero(length.width()));
  const Pointer to = pick_address_if(m, operands[0].first, some);
  const Pointer from = pick_address_if(m, operands[1].first, some);
  m.memory().check_access(to, length, 1, Access::Write);
  m.memory().check_access(from, length, 1, Access::Read);
  if (!may_overlap) {
    // The two may be the same place, but may not overlap otherwise.
    const Term apart = t.lor(t.ule(length, t.sub(to.offset, from.offset)), t.eq(to.offset, from.offset));
    const Term other = t.lor(t.ule(length, t.sub(from.offset, to.offset)), t.eq(to.offset, from.offset));
    m.ub(t.land(some, t.land(t.eq(to.block, from.block), t.lnot(t.land(apart, other)))));
  }
  m.memory().mark_copied(to.block, from.block, t.land(m.path().condition(), some));
  m.memory().copy(to, from, length);
}

void set_bytes(Machine& m, llvm::ArrayRef<Slots> operands) {
  Terms& t = m.terms();
  const Term length = length_of(m, operands[2].first);
  const Pointer to = pick_address_if(m, operands[0].first, t.ne(length, t.zero(length.width())));
  m.memory().check_access(to, length, 1, Access::Write);
  const Lane byte = m.lane(operands[1].first);
  const unsigned bits = m.memory().shape().cell_bits();
  const Term one = t.trunc(byte.bits, 8);
  Term value = one;
  while (value.width() < bits) value = t.concat(one, value);
  Cell cell = m.memory().integer_cell(value);
  cell.poison = t.sext(byte.poison, m.memory().shape().poison_bits());
  cell.undef = byte.undef;
  m.memory().fill(to, length, std::move(cell));
}

namespace {

void encode_copy(Machine& m, const Instruction& instruction) {
  if (is_volatile(instruction)) return m.unsupported("volatile");
  copy_bytes(m, m.function().operands_of(instruction), instruction.op == Op::MemMove);
}

void encode_set(Machine& m, const Instruction& instruction) {
  if (is_volatile(instruction)) return m.unsupported("volatile");
  set_bytes(m, m.function().operands_of(instruction));
}

/// The same address and provenance, where the pointers have one width.
void encode_address_space_cast(Machine& m, const Instruction& instruction) {
  const Slots from = m.function().operands_of(instruction)[0];
  const auto& slots = m.function().slots;
  for (std::uint32_t lane = 0; lane < instruction.result.count; ++lane) {
    if (from.count != instruction.result.count || slots[from.first + lane].bits != slots[instruction.result.first + lane].bits)
      return m.unsupported("addrspacecast to another width");
    m.set(instruction.result.first + lane, m.lane(from.first + lane));
  }
}

void encode_alloca(Machine& m, const Instruction& instruction) {
  Terms& t = m.terms();
  const semantics::Allocation& allocation = m.function().allocations[instruction.detail];
  const unsigned width = m.memory().shape().offset_bits;
  const Term count = m.use_defined(m.lane(m.function().operands_of(instruction)[0].first));
  const Term number = count.width() >= width ? t.trunc(count, width) : t.zext(count, width);
  const Term element = t.constant(width, allocation.element_size);
  Object object;
  object.kind = Object::Kind::Stack;
  object.size = t.mul(number, element);
  object.writable = t.truth(true);
  object.heap = t.truth(false);
  object.alive = t.truth(instruction.origin == nullptr || !has_lifetime_start(*instruction.origin));
  object.visible = false;
  object.align = allocation.align;
  const auto* variable = llvm::dyn_cast_or_null<llvm::AllocaInst>(instruction.origin);
  object.is_looked_at = variable == nullptr || is_looked_at(*variable);
  m.ub(t.lor(t.umul_overflows(number, element), t.slt(object.size, t.zero(width))));
  const unsigned block = m.memory().allocate(m.memory().site_of(instruction), std::move(object));
  const Pointer p{t.zero(kMarkBits), m.memory().block_constant(block, true), t.zero(width)};
  m.set(instruction.result.first, {join(t, p), t.truth(false), {}});
}

/// Of a stack object; on anything else the markers mean nothing.
void encode_lifetime(Machine& m, const Instruction& instruction) {
  Terms& t = m.terms();
  const auto operands = m.function().operands_of(instruction);
  const Picked in = m.use(operands[operands.size() - 1].first);
  m.choices().take_picked();
  const Pointer p = split(t, in.bits);
  if (in.poison.is_true() || is_local(t, p.block).is_false()) return;
  if (!p.block.is_constant()) return m.unsupported("lifetime of an unknown object");
  const bool starts = instruction.op == Op::LifetimeStart;
  if (starts)
    m.memory().fill({p.marks, p.block, t.zero(p.offset.width())}, m.memory().size_of(p.block),
                    m.memory().uninitialized());
  m.memory().set_alive(p.block, t.truth(true), t.truth(starts));
}

}  // namespace

void encode_memory(Machine& m, const Instruction& instruction) {
  switch (instruction.op) {
    case Op::Alloca:
      encode_alloca(m, instruction);
      break;
    case Op::Load:
      encode_load(m, instruction);
      break;
    case Op::Store:
      encode_store(m, instruction);
      break;
    case Op::MaskedLoad:
      encode_masked_load(m, instruction);
      break;
    case Op::MaskedStore:
      encode_masked_store(m, instruction);
      break;
    case Op::GetElementPtr:
      encode_address(m, instruction);
      break;
    case Op::PtrToInt:
      encode_pointer_to_integer(m, instruction, true);
      break;
    case Op::PtrToAddr:
      encode_pointer_to_integer(m, instruction, false);
      break;
    case Op::IntToPtr:
      encode_integer_to_pointer(m, instruction);
      break;
    case Op::ICmpPointer:
      encode_compare(m, instruction);
      break;
    case Op::MemCpy:
    case Op::MemCpyInline:
    case Op::MemMove:
      encode_copy(m, instruction);
      break;
    case Op::MemSet:
    case Op::MemSetInline:
      encode_set(m, instruction);
      break;
    case Op::AddrSpaceCast:
      encode_address_space_cast(m, instruction);
      break;
    case Op::Fence:  // nobody else runs
      break;
    case Op::LifetimeStart:
    case Op::LifetimeEnd:
      encode_lifetime(m, instruction);
      break;
    case Op::VaArg:
      encode_va_arg(m, instruction);
      break;
    default:
      return m.unsupported(std::string(semantics::row_of(instruction.op).spelling));
  }
  m.keep_result_promises(instruction);
}

}  // namespace assay::refine
