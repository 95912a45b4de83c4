#include "services/worker/refine/encoder/library.h"

#include <llvm/IR/Function.h>
#include <llvm/IR/InstrTypes.h>

#include <cstdint>
#include <utility>
#include <vector>

#include "services/worker/refine/encoder/machine.h"
#include "services/worker/refine/encoder/memory/memory.h"
#include "services/worker/refine/encoder/memory/setup.h"
#include "services/worker/semantics/library_functions.h"

namespace assay::refine {
namespace {

using semantics::Instruction;

constexpr std::uint64_t kPlainAlignment = 16;  ///< of what is allocated without asking for one

class LibraryCall {
 public:
  LibraryCall(Machine& m, const Instruction& i) : m_(m), t_(m.terms()), i_(i), operands_(m.function().operands_of(i)) {}

  void allocate(const semantics::LibraryRow& row) {
    const semantics::AllocationArguments& asked = row.allocation;
    const bool moves = row.effect == semantics::LibraryEffect::Reallocate;
    Term size = number(static_cast<unsigned>(asked.size));
    Term fails = t_.slt(size, t_.zero(size.width()));
    if (asked.count >= 0) {
      const Term count = number(static_cast<unsigned>(asked.count));
      fails = t_.lor(fails, t_.umul_overflows(size, count));
      size = t_.mul(size, count);
      fails = t_.lor(fails, t_.slt(size, t_.zero(size.width())));
    }
    // Memory may be exhausted; a program may count on it not to be.
    if (asked.may_fail) {
      const std::string which = m_.memory().shared().has_unpaired
                                    ? "at all"
                                    : m_.memory().objects().next_name(m_.memory().objects().site_of(i_));
      const Term exhausted = t_.variable("exhausted." + which, 1);
      fails =
          t_.lor(fails, t_.land(exhausted, m_.choices().choose(1, "fails." + m_.memory().objects().next_name(
                                                                                 m_.memory().objects().site_of(i_)))));
    }
    Picked old;
    if (moves) old = pick(0);
    const Term align =
        asked.align < 0 ? t_.constant(size.width(), kPlainAlignment) : number(static_cast<unsigned>(asked.align));
    const unsigned own = m_.memory().objects().allocate(m_.memory().objects().site_of(i_),
                                                        object_of({family(), size, align}, t_.lnot(fails)));
    const unsigned width = size.width();
    const Pointer made{t_.zero(kMarkBits), m_.memory().objects().own_block(own), t_.zero(width)};
    if (asked.zeroed) m_.memory().fill(made, size, m_.memory().cells().zero());
    if (moves) move_contents(split(t_, old.bits), made, size, fails);
    m_.set(i_.result.first, {t_.ite(fails, null_pointer(t_, width), join(t_, made)), t_.truth(false), {}});
  }

  /// Writes no items: gives zero.
  void nothing() { m_.set(i_.result.first, {t_.zero(m_.function().slots[i_.result.first].bits), t_.truth(false), {}}); }

  void free() {
    const Picked in = pick(0);
    const Pointer p = split(t_, in.bits);
    release(p, t_.truth(true));
  }

  /// memset, memcpy and their kin: they give where they have written to, or the end of it.
  void write_bytes(llvm::LibFunc function) {
    if (function == llvm::LibFunc_memset)
      set_bytes(m_, operands_);
    else
      copy_bytes(m_, operands_, function == llvm::LibFunc_memmove);
    const Lane to = m_.lane(operands_[0].first);
    if (function != llvm::LibFunc_mempcpy) return m_.set(i_.result.first, to);
    const Pointer p = m_.use_defined_pointer(to);
    m_.set(i_.result.first, {join(t_, {p.marks, p.block, t_.add(p.offset, number(2))}), t_.truth(false), {}});
  }

  void compare_bytes(bool ordered) {
    const Picked a = pick(0), b = pick(1);
    const Term length = number(2);
    const Pointer p = split(t_, a.bits), q = split(t_, b.bits);
    check_access(m_, p, length, 1, Access::Read);
    check_access(m_, q, length, 1, Access::Read);
    const auto most = static_cast<unsigned>(
        length.is_constant() ? std::min<std::uint64_t>(length.value().getLimitedValue(), kScannedKnown) : kScanned);
    m_.path().scan({&i_}, most, t_.ult(t_.constant(length.width(), most), length));
    Term equal = t_.truth(true), less = t_.truth(false), poison = t_.truth(false);
    std::vector<Term> seen{p.block, p.offset, q.block, q.offset, length};
    for (std::uint64_t i = 0; i < most; ++i) {
      const Term looked = t_.land(equal, t_.ult(t_.constant(length.width(), i), length));
      const Picked x = byte(p, i), y = byte(q, i);
      poison = t_.lor(poison, t_.land(looked, t_.lor(x.poison, y.poison)));
      for (const Picked& byte : {x, y}) seen.push_back(t_.ite(looked, byte.bits, t_.zero(byte.bits.width())));
      const Term differs = t_.land(looked, t_.ne(x.bits, y.bits));
      less = t_.ite(differs, t_.ult(x.bits, y.bits), less);
      equal = t_.land(equal, t_.lnot(differs));
    }
    const unsigned width = m_.function().slots[i_.result.first].bits;
    const Term any =
        m_.choices().choose_by(width, m_.active().key_of("compare"), ordered ? "memcmp" : "bcmp", std::move(seen));
    const Term sign = t_.slice(any, width - 1, 1);
    const Term positive = t_.ite(t_.lor(t_.eq(any, t_.zero(width)), t_.truth(false)), t_.constant(width, 1), any);
    Term other = positive;  // not zero
    if (ordered) other = t_.ite(t_.eq(sign, less), positive, t_.ite(less, t_.all_ones(width), t_.constant(width, 1)));
    m_.set(i_.result.first, {t_.ite(equal, t_.zero(width), other), poison, m_.choices().take_picked()});
  }

  void length() {
    const Picked in = pick(0);
    const Pointer p = split(t_, in.bits);
    const unsigned width = m_.function().slots[i_.result.first].bits;
    const unsigned most = p.block.is_constant() ? kScannedKnown : kScanned;
    Term running = t_.truth(true), result = t_.zero(width);
    for (unsigned i = 0; i < most && !running.is_false(); ++i) {
      const Pointer at{p.marks, p.block, t_.add(p.offset, t_.constant(p.offset.width(), i))};
      const Picked b = byte_at(at, running);
      const Term ends = t_.eq(b.bits, t_.zero(8));
      result = t_.ite(t_.land(running, ends), t_.constant(width, i), result);
      running = t_.land(running, t_.lnot(ends));
    }
    m_.path().scan({&i_}, most, running);
    m_.set(i_.result.first, {result, t_.truth(false), m_.choices().take_picked()});
  }

 private:
  const semantics::CallFacts& facts() const { return m_.function().calls[i_.detail].facts; }
  /// Of the function called.
  Term family() { return t_.constant(kFamilyBits, m_.memory().shared().family(facts().allocation.family)); }
  Object object_of(const Maker& maker, Term alive) {
    Object object;
    object.kind = Object::Kind::Heap;
    object.maker = maker;
    object.size = maker.size;
    object.writable = object.heap = t_.truth(true);
    object.alive = alive;
    return object;
  }
  Picked pick(unsigned operand) { return {join(t_, m_.use_address(operands_[operand].first)), t_.truth(false)}; }
  /// A size: poison and undef are undefined behaviour.
  Term number(unsigned operand) {
    const Term bits = m_.use_defined(m_.lane(operands_[operand].first));
    const unsigned width = m_.memory().shape().offset_bits;
    return bits.width() >= width ? t_.trunc(bits, width) : t_.zext(bits, width);
  }
  Picked byte(const Pointer& p, std::uint64_t i) {
    const Cell cell = m_.memory().read(p.block, t_.add(p.offset, t_.constant(p.offset.width(), i)));
    return m_.use({cell.value, t_.ne(cell.poison, t_.zero(cell.poison.width())), cell.undef});
  }
  /// A byte that is looked at where the condition holds.
  Picked byte_at(const Pointer& p, Term condition) {
    const Path::Restricted restricted(m_.path(), condition);
    check_access(m_, p, t_.constant(p.offset.width(), 1), 1, Access::Read);
    const Picked b = byte(p, 0);
    m_.ub(b.poison);
    return b;
  }
  void release(const Pointer& p, Term condition) {
    const Term null = t_.eq(m_.memory().objects().address(p), t_.zero(p.offset.width()));
    // A pointer that was moved out of its object to address 0 is not null. It is taken that no source frees one; a
    // target may, after a comparison with null.
    if (m_.is_source()) m_.ub(t_.land(condition, t_.land(null, t_.lnot(is_null(t_, p)))));
    const Term happens = t_.land(condition, t_.lnot(null));
    const Term valid = t_.land(t_.eq(p.offset, t_.zero(p.offset.width())),
                               t_.land(m_.memory().objects().alive(p.block), m_.memory().objects().heap(p.block)));
    m_.ub(t_.land(happens, t_.lnot(valid)));
    m_.ub(t_.land(happens, t_.lnot(may_free(m_, p))));
    keep_to_family(p.block, t_.land(happens, valid));
    m_.memory().objects().set_alive(p.block, happens, t_.truth(false));
  }
  /// Who frees an object is of its maker's family, and tells the size and the alignment that were asked for (CALL-56).
  /// A source may free another family's, but of what it has not made itself it is taken that it does not.
  void keep_to_family(Term block, Term happens) {
    const Maker made = m_.memory().objects().maker(block);
    Term fits = t_.eq(made.family, family());
    if (const semantics::LibraryRow* row = facts().known; row != nullptr) {
      const semantics::AllocationArguments& told = row->allocation;
      const bool frees = row->effect == semantics::LibraryEffect::Free;
      if (frees && told.size >= 0) fits = t_.land(fits, t_.eq(made.size, number(static_cast<unsigned>(told.size))));
      if (frees && told.align >= 0) fits = t_.land(fits, t_.eq(made.align, number(static_cast<unsigned>(told.align))));
    }
    const Term wrong = t_.land(happens, t_.lnot(fits));
    if (wrong.is_false()) return;
    m_.world().approximations.add_where(t_.land(m_.path().condition(), wrong), Cause::LibraryArguments);
    m_.ub(m_.is_source() ? t_.land(wrong, t_.lnot(m_.memory().objects().has_known_maker(block))) : wrong);
  }
  void move_contents(const Pointer& old, const Pointer& made, Term size, Term fails) {
    const Term was_null =
        t_.land(t_.eq(old.block, t_.zero(kBlockBits)), t_.eq(old.offset, t_.zero(old.offset.width())));
    const Term before = m_.memory().objects().size_of(old.block);
    const Term moved = t_.ite(t_.ult(before, size), before, size);
    m_.memory().known().mark_copied(made.block, old.block, m_.path().condition());
    m_.memory().copy(made, old, t_.ite(was_null, t_.zero(size.width()), moved));
    const Term frees = t_.lor(t_.lnot(fails), t_.eq(size, t_.zero(size.width())));
    release(old, frees);
  }

  Machine& m_;
  Terms& t_;
  const Instruction& i_;
  llvm::ArrayRef<semantics::Slots> operands_;
};

std::optional<llvm::APInt> constant_operand(const semantics::Function& function, const Instruction& instruction,
                                            unsigned operand) {
  const semantics::Slot slot = function.operands_of(instruction)[operand].first;
  if (slot >= function.constants.size() || function.constants[slot].kind != semantics::ConstantLane::Kind::Bits)
    return std::nullopt;
  return function.constants[slot].bits;
}

/// Does it do nothing but free what its first argument points to, as its attributes say?
bool only_frees(const semantics::CallSite& site) {
  return site.callee->isDeclaration() && site.facts.allocation.frees && site.facts.allocation.freed_argument == 0u &&
         site.call->getType()->isVoidTy();
}

KnownCall known_memory_function(llvm::LibFunc function) {
  switch (function) {
    case llvm::LibFunc_memset:
    case llvm::LibFunc_memcpy:
    case llvm::LibFunc_memmove:
    case llvm::LibFunc_mempcpy:
      return KnownCall::WriteBytes;
    case llvm::LibFunc_memcmp:
    case llvm::LibFunc_bcmp:
      return KnownCall::CompareBytes;
    case llvm::LibFunc_strlen:
      return KnownCall::Length;
    default:
      return is_text_function(function) ? KnownCall::Text : KnownCall::None;
  }
}

}  // namespace

KnownCall known_call(const semantics::Function& function, const Instruction& instruction) {
  if (instruction.op != semantics::Op::Call && instruction.op != semantics::Op::Invoke) return KnownCall::None;
  const semantics::CallSite& site = function.calls[instruction.detail];
  if (site.callee == nullptr || site.call == nullptr || site.facts.is_mismatched) return KnownCall::None;
  const semantics::LibraryRow* row = site.facts.known;
  if (row == nullptr) return only_frees(site) ? KnownCall::Free : KnownCall::None;
  const auto is_zero = [&](unsigned operand) {
    const auto value = constant_operand(function, instruction, operand);
    return value && value->isZero();
  };
  switch (row->effect) {
    case semantics::LibraryEffect::Allocate:
      // An alignment that is no power of two makes aligned_alloc fail, and the place of the object depend on it.
      if (row->function != llvm::LibFunc_aligned_alloc) return KnownCall::Allocate;
      if (const auto align = constant_operand(function, instruction, 0); align && align->isPowerOf2())
        return KnownCall::Allocate;
      return KnownCall::None;
    case semantics::LibraryEffect::Reallocate:
      return KnownCall::Reallocate;
    case semantics::LibraryEffect::Free:
      return KnownCall::Free;
    case semantics::LibraryEffect::Print:
      return row->function == llvm::LibFunc_fwrite && (is_zero(1) || is_zero(2)) ? KnownCall::WriteNothing
                                                                                 : KnownCall::None;
    default:
      return known_memory_function(row->function);
  }
}

bool allocates(const semantics::Function& function, const Instruction& instruction) {
  if (instruction.op != semantics::Op::Call && instruction.op != semantics::Op::Invoke) return false;
  const KnownCall known = known_call(function, instruction);
  if (known != KnownCall::None) return known == KnownCall::Allocate || known == KnownCall::Reallocate;
  const semantics::CallSite& site = function.calls[instruction.detail];
  return site.call != nullptr && site.call->getType()->isPointerTy() && site.facts.fresh_result;
}

bool reads_bytes(const semantics::Function& function, const Instruction& instruction) {
  switch (known_call(function, instruction)) {
    case KnownCall::WriteBytes:
    case KnownCall::CompareBytes:
    case KnownCall::Length:
    case KnownCall::Reallocate:
      return true;
    default:
      return false;
  }
}

bool copies_bytes(const semantics::Function& function, const Instruction& instruction) {
  return known_call(function, instruction) == KnownCall::WriteBytes &&
         function.calls[instruction.detail].facts.known->function != llvm::LibFunc_memset;
}

/// What the call site promises of its arguments. A pointer that breaks it is of no use to the function.
static void keep_argument_promises(Machine& m, const Instruction& instruction) {
  const semantics::CallSite& site = m.function().calls[instruction.detail];
  const auto operands = m.function().operands_of(instruction);
  for (std::size_t i = 0; i < site.arguments.size(); ++i) {
    if (site.arguments[i].empty()) continue;
    for (std::uint32_t lane = 0; lane < operands[i].count; ++lane) {
      const semantics::LaneType& type = m.function().slots[operands[i].first + lane];
      const Lane given = m.lane(operands[i].first + lane);
      const Lane kept = keep_promises(m, site.arguments[i], type, given);
      if (type.kind == semantics::LaneKind::Pointer) m.ub(m.terms().land(kept.poison, m.terms().lnot(given.poison)));
    }
  }
}

bool encode_library_call(Machine& machine, const Instruction& instruction) {
  const KnownCall known = known_call(machine.function(), instruction);
  if (known == KnownCall::None || (known == KnownCall::Text && !machine.memory().shape().texts)) return false;
  const semantics::LibraryRow* row = machine.function().calls[instruction.detail].facts.known;
  keep_argument_promises(machine, instruction);
  LibraryCall call(machine, instruction);
  switch (known) {
    case KnownCall::None:
      break;
    case KnownCall::Allocate:
    case KnownCall::Reallocate:
      call.allocate(*row);
      break;
    case KnownCall::Free:
      call.free();
      break;
    case KnownCall::WriteBytes:
      call.write_bytes(row->function);
      break;
    case KnownCall::CompareBytes:
      call.compare_bytes(row->function == llvm::LibFunc_memcmp);
      break;
    case KnownCall::Length:
      call.length();
      break;
    case KnownCall::Text:
      encode_text_call(machine, instruction, row->function);
      break;
    case KnownCall::WriteNothing:
      call.nothing();
      break;
  }
  machine.keep_result_promises(instruction);
  return true;
}

}  // namespace assay::refine
