#include "services/worker/refine/encoder/library.h"

#include <algorithm>
#include <array>

#include "services/worker/refine/encoder/machine.h"
#include "services/worker/refine/encoder/memory/memory.h"
#include "services/worker/semantics/library_functions.h"

/// Functions of strings and bytes of the C library that optimizers exchange with one another. They look at bytes one by
/// one, up to a bound.
namespace assay::refine {
namespace {

using semantics::Instruction;

class TextCall {
 public:
  TextCall(Machine& m, const Instruction& i)
      : m_(m), t_(m.terms()), i_(i), operands_(m.function().operands_of(i)), width_(m.memory().shape().offset_bits) {}

  /// strnlen
  void length() { give(length_of(pointer(0), number(1))); }

  /// strchr, memchr: the first such byte.
  void find_first(bool in_text) {
    const Pointer p = pointer(0);
    const Term wanted = byte_argument(1), limit = in_text ? Term() : number(2);
    Term running = t_.truth(true), found = t_.truth(false), at = t_.zero(width_);
    for (unsigned i = 0; i < most(p) && !running.is_false(); ++i) {
      const Term looked = within(running, i, limit), byte = byte_at(p, i, looked);
      const Term hit = t_.land(looked, t_.eq(byte, wanted));
      found = t_.lor(found, hit);
      at = t_.ite(hit, t_.constant(width_, i), at);
      running = t_.land(running, t_.lnot(hit));
      if (in_text) running = t_.land(running, t_.lnot(ends(looked, byte)));
    }
    stop_beyond(p, running, limit);
    give_place(found, p, at);
  }

  /// strrchr
  void find_last_in_text() {
    const Pointer p = pointer(0);
    const Term wanted = byte_argument(1);
    Term running = t_.truth(true), found = t_.truth(false), at = t_.zero(width_);
    for (unsigned i = 0; i < most(p) && !running.is_false(); ++i) {
      const Term byte = byte_at(p, i, running);
      const Term hit = t_.land(running, t_.eq(byte, wanted));
      found = t_.lor(found, hit);
      at = t_.ite(hit, t_.constant(width_, i), at);
      running = t_.land(running, t_.lnot(ends(running, byte)));
    }
    stop_beyond(p, running, Term());
    give_place(found, p, at);
  }

  /// memrchr
  void find_last() {
    const Pointer p = pointer(0);
    const Term wanted = byte_argument(1), limit = number(2);
    stop_beyond(p, t_.truth(true), limit);
    Term running = t_.truth(true), found = t_.truth(false), at = t_.zero(width_);
    for (unsigned i = most(p); i-- > 0;) {
      const Term looked = within(running, i, limit);
      const Term hit = t_.land(looked, t_.eq(byte_at(p, i, looked), wanted));
      found = t_.lor(found, hit);
      at = t_.ite(hit, t_.constant(width_, i), at);
      running = t_.land(running, t_.lnot(hit));
    }
    give_place(found, p, at);
  }

  /// strcmp, strncmp: of the result only the sign is known.
  void compare(bool is_limited) {
    const Pointer p = pointer(0), q = pointer(1);
    const Term limit = is_limited ? number(2) : Term();
    const unsigned bound = std::min(most(p), most(q));
    Term running = t_.truth(true), differ = t_.truth(false), less = t_.truth(false);
    std::vector<Term> seen{p.block, p.offset, q.block, q.offset};
    if (is_limited) seen.push_back(limit);
    for (unsigned i = 0; i < bound && !running.is_false(); ++i) {
      const Term looked = within(running, i, limit);
      const Term x = byte_at(p, i, looked), y = byte_at(q, i, looked);
      for (const Term byte : {x, y}) seen.push_back(t_.ite(looked, byte, t_.zero(byte.width())));
      const Term differs = t_.land(looked, t_.ne(x, y));
      differ = t_.lor(differ, differs);
      less = t_.ite(differs, t_.ult(x, y), less);
      running = t_.all_of(std::array{running, t_.lnot(differs), t_.lnot(ends(looked, x))});
    }
    stop_beyond(most(p) < most(q) ? p : q, running, limit);
    const unsigned width = m_.function().slots[i_.result.first].bits;
    const Term zero = t_.zero(width);
    const Term any = m_.choices().choose_by(width, m_.active().key_of("compare"), is_limited ? "strncmp" : "strcmp",
                                            std::move(seen));
    const Term has_sign = t_.land(t_.ne(any, zero), t_.eq(t_.slt(any, zero), less));
    const Term other = t_.ite(has_sign, any, t_.ite(less, t_.all_ones(width), t_.constant(width, 1)));
    m_.set(i_.result.first, {t_.ite(differ, other, zero), t_.truth(false), m_.choices().take_picked()});
  }

  /// strcpy, stpcpy, strcat.
  void copy(bool appends, bool gives_end) {
    const Pointer begin = pointer(0), from = pointer(1);
    const Pointer to = appends ? moved(begin, length_of(begin, Term())) : begin;
    const Term length = length_of(from, Term()), size = t_.add(length, t_.constant(width_, 1));
    write(to, size, from, size);
    m_.memory().copy(to, from, size);
    give_pointer(gives_end ? moved(to, length) : begin);
  }

  /// strncpy, stpncpy: what is left is filled with zeros.
  void copy_padded(bool gives_end) {
    const Pointer to = pointer(0), from = pointer(1);
    const Term size = number(2), length = length_of(from, size);
    write(to, size, from, t_.ite(t_.ult(length, size), t_.add(length, t_.constant(width_, 1)), size));
    m_.memory().copy(to, from, length);
    m_.memory().fill(moved(to, length), t_.sub(size, length), m_.memory().cells().zero());
    give_pointer(gives_end ? moved(to, length) : to);
  }

 private:
  unsigned most(const Pointer& p) const { return p.block.is_constant() ? kScannedKnown : kScanned; }
  Pointer pointer(unsigned operand) { return m_.use_address(operands_[operand].first); }
  Term number(unsigned operand) {
    const Term bits = m_.use_defined(m_.lane(operands_[operand].first));
    return bits.width() >= width_ ? t_.trunc(bits, width_) : t_.zext(bits, width_);
  }
  Term byte_argument(unsigned operand) { return t_.trunc(m_.use_defined(m_.lane(operands_[operand].first)), 8); }
  Pointer moved(const Pointer& p, Term by) const { return {p.marks, p.block, t_.add(p.offset, by)}; }

  Term within(Term running, unsigned i, Term limit) const {
    return limit ? t_.land(running, t_.ult(t_.constant(width_, i), limit)) : running;
  }
  Term ends(Term looked, Term byte) const { return t_.land(looked, t_.eq(byte, t_.zero(8))); }
  /// More bytes than are looked at exceed the bound.
  void stop_beyond(const Pointer& p, Term running, Term limit) {
    m_.path().scan({&i_}, most(p), limit ? t_.land(running, t_.ult(t_.constant(width_, most(p)), limit)) : running);
  }

  /// The byte, which must be there where it is looked at.
  Term byte_at(const Pointer& p, unsigned i, Term looked) {
    const Path::Restricted restricted(m_.path(), looked);
    const Pointer at = moved(p, t_.constant(width_, i));
    leave_stack(p, t_.truth(true));
    check_access(m_, at, t_.constant(width_, 1), 1, Access::Read);
    const Cell cell = m_.memory().read(at.block, at.offset);
    varies_ |= !cell.undef.empty();
    const Picked byte = m_.use({cell.value, t_.ne(cell.poison, t_.zero(cell.poison.width())), cell.undef});
    m_.ub(byte.poison);
    return byte.bits;
  }
  /// How many bytes there are before the first zero, or the limit.
  Term length_of(const Pointer& p, Term limit) {
    Term running = t_.truth(true), result = limit ? limit : t_.zero(width_);
    for (unsigned i = 0; i < most(p) && !running.is_false(); ++i) {
      const Term looked = within(running, i, limit);
      const Term end = ends(looked, byte_at(p, i, looked));
      result = t_.ite(end, t_.constant(width_, i), result);
      running = t_.land(running, t_.lnot(end));
    }
    stop_beyond(p, running, limit);
    return result;
  }
  /// Before `size` bytes are written there, of which so many are read from elsewhere. C leaves undefined what happens
  /// where the two overlap.
  void write(const Pointer& to, Term size, const Pointer& from, Term read) {
    // Each look at an undef byte may see another, but what is copied was looked at.
    if (varies_) m_.unsupported("a string of undef bytes");
    leave_stack(to, t_.ne(size, t_.zero(width_)));
    check_access(m_, to, size, 1, Access::Write);
    m_.ub(t_.all_of(std::array{t_.eq(to.block, from.block), t_.ult(t_.sub(to.offset, from.offset), read),
                               t_.ne(size, t_.zero(width_))}));
    m_.ub(t_.all_of(std::array{t_.eq(to.block, from.block), t_.ult(t_.sub(from.offset, to.offset), size),
                               t_.ne(read, t_.zero(width_))}));
    m_.memory().known().mark_copied(to.block, from.block, m_.path().condition());
  }
  /// The callee of a tail call does not access the caller's allocas (LangRef, call instruction).
  void leave_stack(const Pointer& p, Term accesses) {
    if (!m_.function().calls[i_.detail].facts.is_tail) return;
    for (const unsigned own : m_.stack().running().own)
      if (m_.memory().objects().locals()[own].kind == Object::Kind::Stack)
        m_.ub(t_.land(accesses, t_.eq(p.block, m_.memory().objects().own_block(own))));
  }

  void give(Term number) {
    const unsigned width = m_.function().slots[i_.result.first].bits;
    m_.set(i_.result.first, {width <= width_ ? t_.trunc(number, width) : t_.zext(number, width), t_.truth(false),
                             m_.choices().take_picked()});
  }
  void give_pointer(const Pointer& p) {
    m_.set(i_.result.first, {join(t_, p), t_.truth(false), m_.choices().take_picked()});
  }
  void give_place(Term found, const Pointer& p, Term at) {
    m_.set(i_.result.first, {t_.ite(found, join(t_, moved(p, at)), null_pointer(t_, width_)), t_.truth(false),
                             m_.choices().take_picked()});
  }

  Machine& m_;
  Terms& t_;
  const Instruction& i_;
  llvm::ArrayRef<semantics::Slots> operands_;
  const unsigned width_;
  bool varies_ = false;  ///< some byte that was looked at may be undef
};

/// What encodes a call of the function; null if it is not one of these.
using Encode = void (*)(TextCall&);
Encode encoder_of(llvm::LibFunc function) {
  switch (function) {
    case llvm::LibFunc_strnlen:
      return [](TextCall& call) { call.length(); };
    case llvm::LibFunc_strchr:
      return [](TextCall& call) { call.find_first(/*in_text=*/true); };
    case llvm::LibFunc_memchr:
      return [](TextCall& call) { call.find_first(/*in_text=*/false); };
    case llvm::LibFunc_strrchr:
      return [](TextCall& call) { call.find_last_in_text(); };
    case llvm::LibFunc_memrchr:
      return [](TextCall& call) { call.find_last(); };
    case llvm::LibFunc_strcmp:
      return [](TextCall& call) { call.compare(/*is_limited=*/false); };
    case llvm::LibFunc_strncmp:
      return [](TextCall& call) { call.compare(/*is_limited=*/true); };
    case llvm::LibFunc_strcpy:
      return [](TextCall& call) { call.copy(/*appends=*/false, /*gives_end=*/false); };
    case llvm::LibFunc_stpcpy:
      return [](TextCall& call) { call.copy(/*appends=*/false, /*gives_end=*/true); };
    case llvm::LibFunc_strcat:
      return [](TextCall& call) { call.copy(/*appends=*/true, /*gives_end=*/false); };
    case llvm::LibFunc_strncpy:
      return [](TextCall& call) { call.copy_padded(/*gives_end=*/false); };
    case llvm::LibFunc_stpncpy:
      return [](TextCall& call) { call.copy_padded(/*gives_end=*/true); };
    default:
      return nullptr;
  }
}

}  // namespace

bool is_text_function(llvm::LibFunc function) { return encoder_of(function) != nullptr; }

void encode_text_call(Machine& machine, const Instruction& instruction, llvm::LibFunc function) {
  TextCall call(machine, instruction);
  encoder_of(function)(call);
}

}  // namespace assay::refine
