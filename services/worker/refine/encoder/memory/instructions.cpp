#include <llvm/IR/Constants.h>
#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/Instructions.h>

#include "services/worker/refine/encoder/machine.h"
#include "services/worker/refine/encoder/memory/memory.h"
#include "services/worker/refine/encoder/memory/placement.h"
#include "services/worker/refine/encoder/memory/pointers.h"
#include "services/worker/refine/encoder/recorder.h"
#include "services/worker/refine/encoder/varargs.h"
#include "services/worker/semantics/accesses.h"
#include "services/worker/semantics/attribute_support.h"

/// Instructions that read, write or allocate.
namespace assay::refine {
namespace {

using semantics::Instruction;
using semantics::Op;
using semantics::Slots;

/// A volatile access is seen by the world: where, and the bytes there. Where a function has its own objects is its own
/// affair as long as nobody else has a pointer to them; of others the place in them is seen, too (MEM-61). Gives lanes
/// of the types asked for, which the world chooses.
std::vector<Lane> show_access(Machine& m, const semantics::MemoryAccess& access, bool writes, const Pointer& p,
                              const std::vector<semantics::LaneType>& given = {}) {
  const semantics::Layout& layout = m.function().layouts[access.layout];
  Terms& t = m.terms();
  semantics::LaneType type;
  type.kind = semantics::LaneKind::Pointer;
  type.bits = p.offset.width();
  const Pointer seen{t.zero(kMarkBits), p.block, p.offset};
  std::vector<std::pair<Lane, semantics::LaneType>> values;
  const Term own = is_local(t, p.block), nowhere = null_pointer(t, p.offset.width());
  values.push_back({{t.ite(own, nowhere, join(t, seen)), t.truth(false), {}}, type});
  // Poison in the source allows any place in the target.
  const Term hidden = m.is_source() ? t.land(own, t.lnot(m.memory().objects().escaped(p.block))) : t.truth(false);
  values.push_back({{t.ite(own, join(t, seen), nowhere), hidden, {}}, type});
  for (std::uint64_t at = 0; at < layout.store_size; at += m.memory().shape().cell_bytes) {
    const Cell cell = m.memory().read(p.block, t.add(p.offset, t.constant(p.offset.width(), at)));
    semantics::LaneType byte;
    byte.bits = cell.value.width();
    values.push_back({{cell.value, t.ne(cell.poison, t.zero(cell.poison.width())), cell.undef}, byte});
  }
  const std::string name = semantics::name_of_volatile(layout, access, writes);
  return encode_event(m, name + " " + std::to_string(layout.store_size), values, writes, given);
}

/// Bytes, as memory holds them.
std::vector<Cell> cells_of_bytes(Machine& m, const std::vector<Lane>& bytes) {
  std::vector<Cell> cells;
  const std::size_t size = m.memory().shape().cell_bytes;
  for (std::size_t first = 0; first + size <= bytes.size(); first += size) {
    Term value = bytes[first].bits;
    for (std::size_t i = 1; i < size; ++i) value = m.terms().concat(bytes[first + i].bits, value);
    cells.push_back(m.memory().cells().integer(value));
  }
  return cells;
}

/// Checks an access; gives where it leads to no object, as a volatile one may (MEM-33).
template <class Check>
Term check_place(Machine& m, const semantics::MemoryAccess& access, const Pointer& p, Term size, unsigned address_space,
                 Access kind, const Check& check) {
  Terms& t = m.terms();
  if (!access.is_volatile) {
    check();
    return t.truth(false);
  }
  const Objects& objects = m.memory().objects();
  const Term outside = t.land(t.eq(p.block, t.zero(kBlockBits)),
                              t.lnot(objects.dereferenceable(p, size, m.function().null_is_valid(address_space))));
  m.ub(t.land(outside, t.lnot(objects.aligned(p, access.align))));
  m.ub(t.land(outside, t.lnot(may_access_outside(m, p, kind))));
  const Path::Restricted inside(m.path(), t.lnot(outside));
  check();
  return outside;
}

/// A volatile load finds what the world puts there, where memory can be written or is not (MEM-25, MEM-33).
void change_by_load(Machine& m, const semantics::MemoryAccess& access, const Pointer& p, Term outside) {
  const semantics::Layout& layout = m.function().layouts[access.layout];
  const std::vector<Lane> given = show_access(m, access, false, p, semantics::lanes_from_outside(layout));
  if (given.empty()) {
    if (outside.is_true()) m.unsupported("a volatile load of a pointer where no memory is");
    m.world().approximations.add_where(m.terms().land(m.path().condition(), outside), Cause::PointerOfInteger);
    return;
  }
  const Term changes = access.finds_the_world ? m.memory().objects().writable(p.block) : m.terms().truth(false);
  const Term writable = m.terms().lor(outside, changes);
  if (writable.is_false()) return;
  const MemoryState before = m.memory().state();
  m.memory().write(p, semantics::fills_bytes(layout) ? cells_of_bytes(m, given) : cells_of(m, layout, given));
  if (writable.is_true()) return;
  const MemoryState after = m.memory().state();
  m.memory().state() = m.memory().merge({{writable, after}, {m.terms().lnot(writable), before}});
}

/// The !tbaa of the current instruction of a source; null: it has none. What a target says of its accesses is the
/// source's, or a promise that it has gained.
const llvm::MDNode* type_of_access(const Machine& m) {
  const Instruction* current = m.is_source() ? m.active().current : nullptr;
  if (current == nullptr || current->origin == nullptr) return nullptr;
  return current->origin->getMetadata(llvm::LLVMContext::MD_tbaa);
}

/// To read as one type what was last written as another is undefined, where the types can't be of one memory (ATTR-26).
void check_type(Machine& m, const Pointer& p, std::uint64_t size) {
  const llvm::MDNode* type = type_of_access(m);
  if (type == nullptr) return;
  Terms& t = m.terms();
  Term other = t.truth(false);
  for (std::uint64_t at = 0; at < size; at += m.memory().shape().cell_bytes)
    other = t.lor(other, m.memory().has_other_type(p.block, t.add(p.offset, t.constant(p.offset.width(), at)), *type));
  m.ub(other);
}

/// A number that is read of a pointer's bytes exposes the object as one that ptrtoint made does, unless it is only
/// compared (MEM-69).
void expose_what_is_read(Machine& m, const semantics::Layout& layout, const Pointer& p) {
  if (!m.memory().shape().pointers) return;
  const Instruction* current = m.active().current;
  const llvm::Instruction* origin = current == nullptr ? nullptr : current->origin;
  if (origin != nullptr &&
      llvm::all_of(origin->users(), [](const auto* user) { return llvm::isa<llvm::CmpInst>(user); }))
    return;
  Terms& t = m.terms();
  const unsigned g = m.memory().shape().cell_bytes;
  for (const semantics::Chunk& chunk : layout.chunks) {
    if (chunk.lane.kind == semantics::LaneKind::Pointer) continue;
    for (unsigned at = 0; at < chunk.bytes; at += g) {
      const Cell cell = m.memory().read(p.block, t.add(p.offset, t.constant(p.offset.width(), chunk.offset + at)));
      if (cell.is_pointer.is_false()) continue;
      m.memory().known().mark_exposed(split(t, cell.pointer).block, t.land(m.path().condition(), cell.is_pointer));
    }
  }
}

/// Reads a value; accessing what is not there is undefined behaviour on the current path.
std::vector<Lane> load(Machine& m, const semantics::MemoryAccess& access, semantics::Slot address) {
  const semantics::Layout& layout = m.function().layouts[access.layout];
  const Pointer p = m.use_address(address);
  const Term size = m.terms().constant(p.offset.width(), layout.store_size);
  const unsigned space = m.space_of(address);
  const Term outside =
      check_place(m, access, p, size, space, Access::Read, [&] { check_load(m, p, size, access.align, space); });
  if (access.is_volatile) change_by_load(m, access, p, outside);
  check_type(m, p, layout.store_size);
  if (access.is_invariant) m.invariant_loads().add(p, layout.store_size);
  std::vector<Lane> lanes = lanes_of(m, layout, p);
  expose_what_is_read(m, layout, p);
  const Term unseen = is_only_written(m, p);
  if (unseen.is_false()) return lanes;
  m.world().approximations.add_where(m.terms().land(m.path().condition(), unseen), Cause::InitializedBytes);
  for (Lane& lane : lanes)
    if (!m.is_source()) lane.poison = m.terms().lor(lane.poison, unseen);
  return lanes;
}

void encode_load(Machine& m, const Instruction& instruction) {
  const semantics::MemoryAccess& access = m.function().accesses[instruction.detail];
  std::vector<Lane> lanes = load(m, access, m.function().operands_of(instruction)[0].first);
  for (std::uint32_t lane = 0; lane < instruction.result.count; ++lane)
    m.set(instruction.result.first + lane, std::move(lanes[lane]));
}

/// Is a member of the lane's set, picked for this, poison?
Term may_be_poison(Machine& m, const Lane& lane) {
  const Picked member = m.use(lane);
  m.choices().take_picked();
  return member.poison;
}

void store(Machine& m, const semantics::MemoryAccess& access, Slots value, semantics::Slot address) {
  Terms& t = m.terms();
  const semantics::Layout& layout = m.function().layouts[access.layout];
  const Pointer p = m.use_address(address);
  const Term size = t.constant(p.offset.width(), layout.store_size);
  const unsigned space = m.space_of(address);
  check_place(m, access, p, size, space, Access::Write,
              [&] { check_access(m, p, size, access.align, Access::Write, space); });
  std::vector<Lane> lanes;
  for (std::uint32_t lane = 0; lane < value.count; ++lane) {
    lanes.push_back(m.lane(value.first + lane));
    if (m.function().variant.integer_memory) m.ub(may_be_poison(m, lanes.back()));
    if (m.function().slots[value.first + lane].kind != semantics::LaneKind::Pointer) continue;
    // A pointer that is stored where others may read it is known to them.
    const Pointer stored = split(t, lanes.back().bits);
    m.memory().known().mark_stored(p.block, stored.block, t.land(m.path().condition(), t.lnot(lanes.back().poison)));
  }
  if (!access.changes_nothing) m.memory().write(p, cells_of(m, layout, lanes), type_of_access(m));
  if (access.is_volatile) show_access(m, access, true, p);
}

void encode_store(Machine& m, const Instruction& instruction) {
  const semantics::MemoryAccess& access = m.function().accesses[instruction.detail];
  const auto operands = m.function().operands_of(instruction);
  if (m.is_source() && instruction.origin != nullptr && semantics::keeps_provenance_back(*instruction.origin))
    m.world().approximations.add_where(m.path().condition(), Cause::StoredPointer);
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

/// Where no byte is copied or set, pointers need not be well-defined (LangRef, llvm.memcpy). In a source they are taken
/// to be all the same, as optimizers and other checkers may (MEM-4).
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
  check_access(m, to, length, 1, Access::Write, m.space_of(operands[0].first));
  // A stack object outside of its lifetime holds poison (LangRef, object lifetime).
  const Term dead = m.memory().objects().outside_lifetime(from.block);
  check_load(m, from, length, 1, m.space_of(operands[1].first), Access::Read);
  if (!may_overlap) {
    // The two may be the same place, but may not overlap otherwise.
    const Term apart = t.lor(t.ule(length, t.sub(to.offset, from.offset)), t.eq(to.offset, from.offset));
    const Term other = t.lor(t.ule(length, t.sub(from.offset, to.offset)), t.eq(to.offset, from.offset));
    m.ub(t.land(some, t.land(t.eq(to.block, from.block), t.lnot(t.land(apart, other)))));
  }
  m.memory().known().mark_copied(to.block, from.block, t.land(m.path().condition(), some));
  m.memory().copy(to, from, length);
  if (!dead.is_false()) m.memory().fill(to, t.ite(dead, length, t.zero(length.width())), m.memory().cells().poison());
}

void set_bytes(Machine& m, llvm::ArrayRef<Slots> operands) {
  Terms& t = m.terms();
  const Term length = length_of(m, operands[2].first);
  const Pointer to = pick_address_if(m, operands[0].first, t.ne(length, t.zero(length.width())));
  check_access(m, to, length, 1, Access::Write, m.space_of(operands[0].first));
  const Lane byte = m.lane(operands[1].first);
  if (m.function().variant.integer_memory) m.ub(t.land(t.ne(length, t.zero(length.width())), may_be_poison(m, byte)));
  const unsigned bits = m.memory().shape().cell_bits();
  Term value = t.trunc(byte.bits, 8);
  UndefSet undef = byte.undef;
  while (value.width() < bits) {  // each byte of undef is another one
    const Lane next = byte.undef.empty() ? byte : m.choices().refresh(byte);
    value = t.concat(t.trunc(next.bits, 8), value);
    undef.add(next.undef);
  }
  Cell cell = m.memory().cells().integer(value);
  cell.poison = t.sext(byte.poison, m.memory().shape().poison_bits());
  cell.undef = undef;
  m.memory().fill(to, length, std::move(cell));
}

namespace {

/// A tail call does not access the allocas of its caller (LangRef, call instruction). `count` pointers come first among
/// the operands, then, as the third, how many bytes are accessed.
void keep_tail_promise(Machine& m, const Instruction& instruction, unsigned count) {
  const auto* call = llvm::dyn_cast_or_null<llvm::CallInst>(instruction.origin);
  if (call == nullptr || !call->isTailCall()) return;
  Terms& t = m.terms();
  const auto operands = m.function().operands_of(instruction);
  const Term length = length_of(m, operands[2].first);
  const Term some = t.ne(length, t.zero(length.width()));
  for (unsigned i = 0; i < count; ++i) {
    const Term block = split(t, m.lane(operands[i].first).bits).block;
    for (unsigned own : m.stack().running().own)
      if (m.memory().objects().locals()[own].kind == Object::Kind::Stack)
        m.ub(t.land(some, t.eq(block, m.memory().objects().own_block(own))));
  }
}

void encode_copy(Machine& m, const Instruction& instruction) {
  if (is_volatile(instruction)) return m.unsupported("volatile");
  keep_tail_promise(m, instruction, 2);
  copy_bytes(m, m.function().operands_of(instruction), instruction.op == Op::MemMove);
}

void encode_set(Machine& m, const Instruction& instruction) {
  if (is_volatile(instruction)) return m.unsupported("volatile");
  keep_tail_promise(m, instruction, 1);
  set_bytes(m, m.function().operands_of(instruction));
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
  object.may_be_at_zero = allocation.address_space != 0;
  const auto* variable = llvm::dyn_cast_or_null<llvm::AllocaInst>(instruction.origin);
  object.is_looked_at = variable == nullptr || is_looked_at(*variable);
  if (count.width() > width) m.ub(t.ne(t.zext(number, count.width()), count));
  m.ub(t.lor(t.umul_overflows(number, element), t.slt(object.size, t.zero(width))));
  const unsigned block = m.memory().objects().allocate(m.memory().objects().site_of(instruction), std::move(object));
  const Pointer p{t.zero(kMarkBits), m.memory().objects().own_block(block), t.zero(width)};
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
    m.memory().fill({p.marks, p.block, t.zero(p.offset.width())}, m.memory().objects().size_of(p.block),
                    m.memory().cells().uninitialized());
  m.memory().objects().set_alive(p.block, t.truth(true), t.truth(starts));
}

/// LangRef, assume: no pointer based on the one aliases any based on the other, so they lead to two objects.
void encode_separate_storage(Machine& m, const Instruction& instruction) {
  Terms& t = m.terms();
  const auto operands = m.function().operands_of(instruction);
  const auto object_of = [&](Slots pointer) {
    return m.memory().objects().resolve(split(t, m.use(pointer.first).bits)).block;
  };
  const Term one = object_of(operands[0]), other = object_of(operands[1]);
  m.choices().take_picked();
  m.ub(t.land(t.ne(one, t.zero(kBlockBits)), t.eq(one, other)));
}

}  // namespace

static void encode_operation(Machine& m, const Instruction& instruction) {
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
    case Op::PtrToAddr:
      encode_pointer_to_integer(m, instruction);
      break;
    case Op::PtrMask:
      encode_pointer_mask(m, instruction);
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
    case Op::SeparateStorage:
      encode_separate_storage(m, instruction);
      break;
    case Op::VaArg:
      encode_va_arg(m, instruction);
      break;
    default:
      return m.unsupported(std::string(semantics::row_of(instruction.op).spelling));
  }
  m.keep_result_promises(instruction);
}

void encode_memory(Machine& m, const Instruction& instruction) {
  encode_operation(m, instruction);
  m.invariant_groups().note(instruction);
  if (semantics::writes_memory(instruction.op)) m.invariant_loads().check();
}

}  // namespace assay::refine
