#include "services/worker/interpret/memory/memory_access.h"
#include "services/worker/interpret/memory/memory_steps.h"
#include "services/worker/interpret/memory/plain_access.h"
#include "services/worker/interpret/program/next.h"
#include "services/worker/interpret/program/steps.h"
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
  /// Nothing but the bounds of an object decides whether it is poison.
  bool is_outside() const { return !broken_ && poison(); }
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
  if (base.provenance == 0 && how.null_is_valid && sum.is_outside()) {
    machine.stop(EndKind::Inconclusive, kObjectAtZero, step->instruction);
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

/// Does comparing for equality give the same wherever the function's own blocks stand? In address spaces other than 0
/// that may be at null.
bool surely_different(const Machine& machine, const Lane& a, const Lane& b, unsigned address_space) {
  const Block* x = machine.memory.find(a.provenance);
  const Block* y = machine.memory.find(b.provenance);
  const auto within = [](const Block* block, const Lane& lane, bool end) {
    return block != nullptr && lane.bits >= block->base && lane.bits - block->base < block->size + (end ? 1 : 0);
  };
  const auto is_null = [](const Lane& lane) { return lane.bits == 0 && lane.provenance == 0; };
  if ((is_null(a) || is_null(b)) && address_space != 0) return false;
  if (is_null(a)) return within(y, b, true);
  if (is_null(b)) return within(x, a, true);
  return within(x, a, false) && within(y, b, false) && x->live && y->live;
}

/// Does the order of the two addresses depend on where an object of the function's own stands? Behind its end, and
/// before its start, they may wrap.
bool order_depends_on_place(const Machine& machine, const Lane& a, const Lane& b) {
  if (a.provenance == 0 || a.provenance != b.provenance || machine.is_shared(a.provenance)) return false;
  const Block* block = machine.memory.find(a.provenance);
  const auto is_inside = [&](const Lane& lane) { return lane.bits - block->base <= block->size; };
  return block == nullptr || !is_inside(a) || !is_inside(b);
}

bool compare_lane(Machine& machine, const Step* step, Lane* frame, std::uint32_t k) {
  const Lane& a = frame[step->a + k * step->stride_a];
  const Lane& b = frame[step->b + k * step->stride_b];
  const bool equality = step->info->predicate == Predicate::Eq || step->info->predicate == Predicate::Ne;
  if (a.state == kDefined && b.state == kDefined && !equality && order_depends_on_place(machine, a, b))
    machine.result.address_observed = true;
  if (a.state == kDefined && b.state == kDefined && a.provenance != b.provenance) {
    const bool local = (a.provenance != 0 && !machine.is_shared(a.provenance)) ||
                       (b.provenance != 0 && !machine.is_shared(b.provenance));
    const unsigned address_space = machine.program->types[step->a].address_space;
    if (local && !(equality && surely_different(machine, a, b, address_space))) machine.result.address_observed = true;
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

/// The pointer to the masked address, of the same object. Bits above the mask's width stay.
bool mask_lane(Machine& machine, const Step* step, Lane* frame, std::uint32_t k) {
  const Lane base = frame[step->a + k * step->stride_a], mask = frame[step->b + k * step->stride_b];
  Lane& out = frame[step->to + k];
  if (base.state == kPoison || mask.state == kPoison) {
    out = kPoisonLane;
    return true;
  }
  const bool is_set = base.state != kDefined || mask.state != kDefined;
  if (is_set && machine.lanes.lost == LostSets::Widen) {
    out = widened(machine, step->width_a, may_be_poison(machine, base) || may_be_poison(machine, mask));
    return true;
  }
  if (step->width_a > 64 || (is_set && machine.lanes.lost == LostSets::End)) {
    machine.stop(EndKind::Inconclusive, "an address that is one of several", step->instruction);
    return false;
  }
  const Provenance provenance = base.state == kSet ? machine.lanes.set_at(base).provenance : base.provenance;
  observe(machine, provenance);
  const Lane one = pick(machine, base, step->width_a), bits = pick(machine, mask, step->width_b);
  const std::uint64_t kept = step->width_b >= 64 ? 0 : ~std::uint64_t{0} << step->width_b;
  out = {one.bits & (bits.bits | kept), kDefined, provenance};
  if (one.state == kPoison || bits.state == kPoison) out = kPoisonLane;
  return true;
}

bool pointer_mask(Machine& machine, const Step* step, Lane* frame) {
  for (std::uint32_t k = 0; k < step->lanes; ++k)
    if (!mask_lane(machine, step, frame, k)) return false;
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

/// The same place, if the pointer leads to an object: one of the worlds in which the other address space reaches it
/// (MEM-19). What a cast makes of other pointers is the target's affair.
bool address_space_cast(Machine& machine, const Step* step, Lane* frame) {
  const unsigned to = step->info->result.bits;
  for (std::uint32_t k = 0; k < step->lanes; ++k) {
    const Lane& from = frame[step->a + k];
    const Block* block = from.state == kDefined ? machine.memory.find(from.provenance) : nullptr;
    const bool leads_there =
        block != nullptr && from.bits - block->base <= block->size && (to >= 64 || from.bits >> to == 0);
    if (from.state != kPoison && !leads_there) {
      machine.stop(EndKind::Inconclusive, "a pointer to no object, in another address space", step->instruction);
      return false;
    }
    frame[step->to + k] = from;
  }
  return true;
}

}  // namespace

ASSAY_STEP(step_pointer_compare, pointer_compare)
ASSAY_STEP(step_pointer_to_int, pointer_to_int)
ASSAY_STEP(step_pointer_mask, pointer_mask)
ASSAY_STEP(step_int_to_pointer, int_to_pointer)
ASSAY_STEP(step_address_space_cast, address_space_cast)
ASSAY_STEP(step_address, address)

namespace {

/// Moves a pointer inside of the object that it leads to: there nothing wraps, and no flag but nuw can be broken. False
/// if it leaves the object, or needs a closer look.
inline bool move_inside(const Block* block, const Lane& base, std::int64_t offset, Lane& to) {
  constexpr std::uint64_t kMost = std::uint64_t{1} << 62;
  if (base.state != kDefined || block == nullptr || block->size > kMost) return false;
  const std::uint64_t before = base.bits - block->base, after = before + static_cast<std::uint64_t>(offset);
  if (before > block->size || after > block->size) return false;
  to = {base.bits + static_cast<std::uint64_t>(offset), kDefined, base.provenance};
  return true;
}

/// The bytes that an index stands for. False if they need a closer look. cost[0]: scale, cost[1]: 1 for nuw.
template <unsigned kWidth>
inline bool scaled(const Step* step, const Lane& index, std::int64_t& bytes) {
  const auto number = static_cast<std::int64_t>(index.bits << (64 - kWidth)) >> (64 - kWidth);
  return index.state == kDefined && !__builtin_mul_overflow(number, std::int64_t{step->cost[0]}, &bytes) &&
         (bytes >= 0 || step->cost[1] == 0);
}

template <unsigned kWidth>
void step_indexed_address(Machine& machine, const Step* step, Lane* frame) {
  const Lane& base = frame[step->a];
  std::int64_t bytes;
  if (scaled<kWidth>(step, frame[step->b], bytes) &&
      move_inside(machine.memory.find(base.provenance), base, bytes, frame[step->to])) [[likely]]
    ASSAY_NEXT;
  [[clang::musttail]] return step_address(machine, step, frame);
}

/// The next step loads a number from there.
template <unsigned kWidth, class Word>
void step_indexed_load(Machine& machine, const Step* step, Lane* frame) {
  const Lane& base = frame[step->a];
  std::int64_t bytes;
  const Block* block = machine.memory.find(base.provenance);
  Lane pointer;
  if (!scaled<kWidth>(step, frame[step->b], bytes) || !move_inside(block, base, bytes, pointer)) [[unlikely]]
    [[clang::musttail]] return step_address(machine, step, frame);
  frame[step->to] = pointer;
  const Step* load = step + 1;
  Word value;
  if (is_plain_access<sizeof(Word), Purpose::Read>(*block, pointer.bits, load->cost[0]) &&
      block->read_number(pointer.bits - block->base, value)) [[likely]] {
    frame[load->to] = {value, kDefined, 0};
    ASSAY_GO(step + 2);
  }
  ASSAY_NEXT;
}

template <unsigned kWidth>
Handler indexed_load(const Step& load) {
  if (load.run == plain_load_handler(1)) return step_indexed_load<kWidth, std::uint8_t>;
  if (load.run == plain_load_handler(2)) return step_indexed_load<kWidth, std::uint16_t>;
  if (load.run == plain_load_handler(4)) return step_indexed_load<kWidth, std::uint32_t>;
  if (load.run == plain_load_handler(8)) return step_indexed_load<kWidth, std::uint64_t>;
  return nullptr;
}

/// cost: the two halves of a constant distance.
std::int64_t distance_of(const Step* step) {
  return static_cast<std::int64_t>(std::uint64_t{step->cost[1]} << 32 | step->cost[0]);
}
void step_moved_address(Machine& machine, const Step* step, Lane* frame) {
  const Lane& base = frame[step->a];
  if (move_inside(machine.memory.find(base.provenance), base, distance_of(step), frame[step->to])) [[likely]]
    ASSAY_NEXT;
  [[clang::musttail]] return step_address(machine, step, frame);
}

/// Several constants and indices, of which each leads to a place inside.
bool move_stepwise(Machine& machine, const Step* step, const AddressComputation& how, const Lane* frame, Lane& to) {
  const Block* block = machine.memory.find(frame[step->a].provenance);
  const bool no_negative = (step->info->flags & semantics::NoUnsignedWrap) != 0;
  Lane at = frame[step->a];
  for (const auto& each : how.steps) {
    std::int64_t bytes = each.constant;
    if (!each.is_constant) {
      const auto& term = how.terms[each.term];
      const Lane& index = frame[term.index.first];
      const unsigned width = machine.program->types[term.index.first].bits;
      if (index.state != kDefined || width > 64 || term.scale >> 31 != 0) return false;
      const auto number = static_cast<std::int64_t>(index.bits << (64 - width)) >> (64 - width);
      if (__builtin_mul_overflow(number, static_cast<std::int64_t>(term.scale), &bytes)) return false;
    }
    if ((no_negative && bytes < 0) || !move_inside(block, at, bytes, at)) return false;
  }
  to = at;
  return true;
}

void step_stepwise_address(Machine& machine, const Step* step, Lane* frame) {
  const AddressComputation& how = machine.program->function.addresses[step->detail];
  if (move_stepwise(machine, step, how, frame, frame[step->to])) [[likely]]
    ASSAY_NEXT;
  [[clang::musttail]] return step_address(machine, step, frame);
}

}  // namespace

void set_address_step(const semantics::Function& function, const AddressComputation& how, Step& step) {
  step.run = step_address;
  if (step.lanes != 1 || how.index_bits != 64) return;
  step.run = step_stepwise_address;
  const bool no_negative = (step.info->flags & semantics::NoUnsignedWrap) != 0;
  if (how.steps.size() > 1) return;
  if (how.terms.empty() && (how.constant >= 0 || !no_negative)) {
    const auto distance = static_cast<std::uint64_t>(how.constant);
    step.cost[0] = static_cast<std::uint32_t>(distance);
    step.cost[1] = static_cast<std::uint32_t>(distance >> 32);
    step.run = step_moved_address;
  } else if (how.terms.size() == 1 && how.constant == 0 && how.terms[0].scale >> 31 == 0) {
    const unsigned width = function.slots[how.terms[0].index.first].bits;
    step.b = how.terms[0].index.first;
    step.cost[0] = static_cast<std::uint32_t>(how.terms[0].scale);
    step.cost[1] = no_negative ? 1 : 0;
    if (width == 64) step.run = step_indexed_address<64>;
    if (width == 32) step.run = step_indexed_address<32>;
  }
}

Handler address_and_load_handler(const Step& address, const Step& load) {
  if (load.a != address.to) return nullptr;
  if (address.run == step_indexed_address<64>) return indexed_load<64>(load);
  if (address.run == step_indexed_address<32>) return indexed_load<32>(load);
  return nullptr;
}

}  // namespace assay::interpret
