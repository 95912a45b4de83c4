#include "services/worker/interpret/memory/memory_access.h"
#include "services/worker/interpret/memory/memory_steps.h"
#include "services/worker/interpret/program/next.h"
#include "services/worker/interpret/values/evaluate.h"
#include "services/worker/interpret/values/lanes.h"

/// Addresses: getelementptr, comparisons, conversions.
namespace assay::interpret {
namespace {

using llvm::APInt;
using semantics::AddressComputation;
using semantics::Op;
using semantics::Predicate;
using semantics::ValueInfo;
using Signed = __int128;

/// Adds up offsets and watches for what the flags forbid.
class OffsetSum {
 public:
  OffsetSum(const Block* block, std::uint64_t base, unsigned bits, semantics::Flags flags)
      : block_(block),
        base_(base),
        bits_(bits),
        signed_((flags & (semantics::InBounds | semantics::NoUnsignedSignedWrap)) != 0),
        unsigned_((flags & semantics::NoUnsignedWrap) != 0),
        inbounds_((flags & semantics::InBounds) != 0),
        address_(base & mask()) {}

  /// An index of any width, times a scale.
  void add(const APInt& index, std::uint64_t scale) {
    const APInt cut = index.sextOrTrunc(bits_);
    if (index.getBitWidth() > bits_) {
      if (signed_ && cut.sext(index.getBitWidth()) != index) broken_ = true;
      if (unsigned_ && cut.zext(index.getBitWidth()) != index) broken_ = true;
    }
    const APInt factor(bits_, scale & mask());
    bool overflows = false;
    const APInt product = cut.smul_ov(factor, overflows);
    if (signed_ && overflows) broken_ = true;
    (void)cut.umul_ov(factor, overflows);
    if (unsigned_ && overflows) broken_ = true;
    add_offset(product, !index.isZero());
  }
  void add_constant(std::int64_t bytes) {
    add_offset(APInt(64, static_cast<std::uint64_t>(bytes)).sextOrTrunc(bits_), bytes != 0);
  }

  bool poison() const { return broken_ || (inbounds_ && moved_ && out_of_bounds_); }
  /// Nothing but the size of an object that may be larger decides whether it is poison.
  bool is_open() const { return !poison() && inbounds_ && moved_ && past_declaration_; }
  /// Bits of the address above the index width stay.
  std::uint64_t address() const { return (base_ & ~mask()) | address_; }

 private:
  std::uint64_t mask() const { return bits_ >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << bits_) - 1; }

  void add_offset(const APInt& offset, bool moves) {
    if (moves && !moved_) {
      moved_ = true;
      look();
    }
    bool overflows = false;
    sum_ = started_ ? sum_.sadd_ov(offset, overflows) : offset;
    started_ = true;
    if (signed_ && overflows) broken_ = true;
    const Signed next = static_cast<Signed>(address_) + offset.getSExtValue();
    const Signed top = static_cast<Signed>(mask());
    if (signed_ && (next < 0 || next > top)) broken_ = true;
    if (unsigned_ && static_cast<Signed>(address_) + static_cast<Signed>(offset.getZExtValue()) > top) broken_ = true;
    address_ = static_cast<std::uint64_t>(next) & mask();
    look();
  }
  void look() {
    const std::uint64_t at = address();
    if (block_ != nullptr && block_->contains(at - block_->base, 0)) return;
    const bool is_open = block_ != nullptr && block_->may_contain(at - block_->base, 0);
    (is_open ? past_declaration_ : out_of_bounds_) = true;
  }

  const Block* block_;
  std::uint64_t base_;
  unsigned bits_;
  bool signed_, unsigned_, inbounds_;
  std::uint64_t address_;
  APInt sum_;
  bool started_ = false;
  bool moved_ = false;
  bool broken_ = false;
  bool out_of_bounds_ = false;
  bool past_declaration_ = false;
};

/// The lane of a term for lane `k` of the result.
const Lane& term_lane(const Lane* frame, const AddressComputation::Term& term, std::uint32_t k) {
  return frame[term.index.first + (term.index.count == 1 ? 0 : k)];
}

/// The addresses for an index that is one of a few, if that is the only thing that varies, and none is poison.
bool several_addresses(Machine& machine, const Step* step, const AddressComputation& how, Lane* frame,
                       std::uint32_t k) {
  constexpr std::uint64_t kFew = 64;
  const Lane base = frame[step->a + (step->stride_a == 0 ? 0 : k)];
  if (how.terms.size() != 1) return false;
  const unsigned width = machine.program->types[how.terms[0].index.first].bits;
  const LaneSet indices = machine.lanes.set_of(term_lane(frame, how.terms[0], k), width);
  if (indices.poison || width > 64 || indices.count(kFew + 1) > kFew) return false;
  std::vector<std::uint64_t> addresses;
  for (const std::uint64_t index : indices.list()) {
    OffsetSum sum(machine.memory.find(base.provenance), base.bits, how.index_bits, step->info->flags);
    for (const auto& each : how.steps)
      if (each.is_constant)
        sum.add_constant(each.constant);
      else
        sum.add(APInt(width, index), how.terms[0].scale);
    if (sum.poison() || sum.is_open()) return false;
    addresses.push_back(sum.address());
  }
  LaneSet set = LaneSet::of_list(machine.program->types[step->to + k].bits, std::move(addresses), false);
  set.provenance = base.provenance;
  frame[step->to + k] = machine.lanes.lane_of(std::move(set));
  return true;
}

bool compute_address(Machine& machine, const Step* step, const AddressComputation& how, Lane* frame, std::uint32_t k) {
  const Lane base = frame[step->a + (step->stride_a == 0 ? 0 : k)];
  Lane& out = frame[step->to + k];
  std::uint32_t states = base.state;
  bool poison = base.state == kPoison;
  for (const auto& term : how.terms) {
    const Lane& index = term_lane(frame, term, k);
    states |= index.state;
    poison |= index.state == kPoison;
  }
  if (poison) {
    out = kPoisonLane;
    return true;
  }
  const Block* block = machine.memory.find(base.provenance);
  const bool lost = base.provenance != 0 && block == nullptr && (step->info->flags & semantics::InBounds) != 0;
  if (base.state == kUndef && states == kUndef && step->info->flags == 0) {
    out = base;  // any address, moved by a known distance, is any address
    return true;
  }
  const bool picks = machine.lanes.lost == LostSets::Pick && base.state == kDefined;
  if (states != kDefined && picks && !lost && several_addresses(machine, step, how, frame, k)) return true;
  if ((states != kDefined && !picks) || lost) {
    machine.stop(EndKind::Inconclusive, lost ? "an address in a dead object" : "an address that is one of several",
                 step->instruction);
    return false;
  }
  OffsetSum sum(block, base.bits, how.index_bits, step->info->flags);
  for (const auto& each : how.steps) {
    if (each.is_constant) {
      sum.add_constant(each.constant);
      continue;
    }
    const auto& term = how.terms[each.term];
    const unsigned width = machine.program->types[term.index.first].bits;
    sum.add(machine.lanes.pattern_of(pick(machine, term_lane(frame, term, k), width), width), term.scale);
  }
  if (sum.is_open()) {
    machine.stop(EndKind::Inconclusive, kPastDeclaration, step->instruction);
    return false;
  }
  out = sum.poison() ? kPoisonLane : Lane{sum.address(), kDefined, base.provenance};
  return true;
}

bool address(Machine& machine, const Step* step, Lane* frame) {
  const AddressComputation& how = machine.program->function.addresses[step->detail];
  for (std::uint32_t k = 0; k < step->lanes; ++k)
    if (!compute_address(machine, step, how, frame, k)) return false;
  return true;
}

/// Does comparing for equality give the same wherever the function's own blocks stand?
bool surely_different(const Machine& machine, const Lane& a, const Lane& b) {
  const Block* x = machine.memory.find(a.provenance);
  const Block* y = machine.memory.find(b.provenance);
  const auto within = [](const Block* block, const Lane& lane, bool end) {
    return block != nullptr && lane.bits >= block->base && lane.bits - block->base < block->size + (end ? 1 : 0);
  };
  const auto is_null = [](const Lane& lane) { return lane.bits == 0 && lane.provenance == 0; };
  if (is_null(a)) return within(y, b, true);
  if (is_null(b)) return within(x, a, true);
  return within(x, a, false) && within(y, b, false) && x->live && y->live;
}

bool compare_lane(Machine& machine, const Step* step, Lane* frame, std::uint32_t k) {
  const Lane& a = frame[step->a + k * step->stride_a];
  const Lane& b = frame[step->b + k * step->stride_b];
  if (a.state == kDefined && b.state == kDefined && a.provenance != b.provenance) {
    const bool local = (a.provenance != 0 && !machine.is_shared(a.provenance)) ||
                       (b.provenance != 0 && !machine.is_shared(b.provenance));
    const bool equality = step->info->predicate == Predicate::Eq || step->info->predicate == Predicate::Ne;
    if (local && !(equality && surely_different(machine, a, b))) machine.result.address_observed = true;
  }
  ValueInfo info = *step->info;
  info.op = Op::ICmp;
  const std::array<Operand, 2> operands{Operand{&a, step->width_a}, Operand{&b, step->width_b}};
  Lane out;
  if (!slow_lane(machine, info, operands, out, step->instruction)) return false;
  frame[step->to + k] = out;
  return true;
}

bool pointer_compare(Machine& machine, const Step* step, Lane* frame) {
  for (std::uint32_t k = 0; k < step->lanes; ++k)
    if (!compare_lane(machine, step, frame, k)) return false;
  return true;
}

bool pointer_to_int(Machine& machine, const Step* step, Lane* frame) {
  const unsigned to = step->info->result.bits;
  for (std::uint32_t k = 0; k < step->lanes; ++k) {
    const Lane& pointer = frame[step->a + k];
    if (pointer.state == kDefined) {
      observe(machine, pointer.provenance);
      if (step->info->op == Op::PtrToInt) escape(machine, pointer.provenance);
    }
    ValueInfo info = *step->info;
    info.op = to < step->width_a ? Op::Trunc : Op::ZExt;
    info.flags = 0;
    const std::array<Operand, 1> operand{Operand{&pointer, step->width_a}};
    Lane out;
    if (!slow_lane(machine, info, operand, out, step->instruction)) return false;
    frame[step->to + k] = out;
  }
  return true;
}

bool int_to_pointer(Machine& machine, const Step* step, Lane* frame) {
  const unsigned to = step->info->result.bits;
  for (std::uint32_t k = 0; k < step->lanes; ++k) {
    const Lane& number = frame[step->a + k];
    ValueInfo info = *step->info;
    info.op = to < step->width_a ? Op::Trunc : Op::ZExt;
    info.flags = 0;
    const std::array<Operand, 1> operand{Operand{&number, step->width_a}};
    Lane out;
    if (!slow_lane(machine, info, operand, out, step->instruction)) return false;
    if (out.state == kDefined) guess_provenance(machine, out);
    frame[step->to + k] = out;
  }
  return true;
}

}  // namespace

#define ASSAY_STEP(name, function)                             \
  void name(Machine& machine, const Step* step, Lane* frame) { \
    machine.make_room();                                       \
    if (!function(machine, step, frame)) return;               \
    ASSAY_NEXT;                                                \
  }
ASSAY_STEP(step_pointer_compare, pointer_compare)
ASSAY_STEP(step_pointer_to_int, pointer_to_int)
ASSAY_STEP(step_int_to_pointer, int_to_pointer)
ASSAY_STEP(step_address_any, address)
#undef ASSAY_STEP

/// The common case is a scalar with at most one index and all defined.
void step_address(Machine& machine, const Step* step, Lane* frame) {
  const Lane& base = frame[step->a];
  const AddressComputation& how = machine.program->function.addresses[step->detail];
  if (step->lanes == 1 && base.state == kDefined && how.index_bits == 64 && base.provenance != 0) [[likely]] {
    const Block* block = machine.memory.find(base.provenance);
    Signed offset = how.constant;
    bool plain = block != nullptr && how.terms.size() <= 1 && how.steps.size() <= 1;
    if (plain && how.terms.size() == 1) {
      const Lane& index = frame[how.terms[0].index.first];
      const unsigned width = machine.program->types[how.terms[0].index.first].bits;
      plain = index.state == kDefined && width <= 64 && how.terms[0].scale < (std::uint64_t{1} << 31);
      if (plain)
        offset += static_cast<Signed>(static_cast<std::int64_t>(index.bits << (64 - width)) >> (64 - width)) *
                  static_cast<Signed>(how.terms[0].scale);
    }
    // Inside of the object nothing wraps, and no flag is broken; nuw is, by a negative offset.
    const Signed from = static_cast<Signed>(base.bits) - static_cast<Signed>(plain ? block->base : 0);
    const Signed to = from + offset;
    if (plain && from >= 0 && from <= static_cast<Signed>(block->size) && to >= 0 &&
        to <= static_cast<Signed>(block->size) && (offset >= 0 || (step->info->flags & semantics::NoUnsignedWrap) == 0))
        [[likely]] {
      frame[step->to] = {block->base + static_cast<std::uint64_t>(to), kDefined, base.provenance};
      ASSAY_NEXT;
    }
  }
  [[clang::musttail]] return step_address_any(machine, step, frame);
}

}  // namespace assay::interpret
