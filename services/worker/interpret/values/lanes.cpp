#include "services/worker/interpret/values/lanes.h"

#include <llvm/ADT/SmallVector.h>

#include <algorithm>
#include <array>
#include <bit>
#include <iterator>
#include <optional>

#include "services/worker/interpret/values/enumerate.h"
#include "services/worker/interpret/values/evaluate.h"
#include "services/worker/interpret/values/masks.h"
#include "services/worker/semantics/shift_counts.h"

namespace assay::interpret {
namespace {

using llvm::APInt;
using semantics::Op;
using semantics::Rule;
using semantics::Value;
using semantics::ValueInfo;

constexpr const char* kSetTooLarge = "a set of values is too large to enumerate";

/// Ends of the range and their neighbours, for finding undefined behaviour among members that are too many.
void add_corners(Members& members, const LaneSet& set) {
  if (!set.masked) {
    members.patterns.push_back(set.patterns.front());
    members.patterns.push_back(set.patterns.back());
    return;
  }
  const std::uint64_t fixed = set.fixed.getZExtValue();
  const std::uint64_t free = set.free.getZExtValue();
  const std::uint64_t top = std::bit_floor(free);
  for (std::uint64_t pick : {std::uint64_t{0}, free, free & (~free + 1), top, free ^ top, free ^ (free & (~free + 1))})
    members.patterns.push_back(fixed | pick);
}

/// The members of the operand; of a count by which any number may be shifted, those that matter. False if they were too
/// many and only corners were taken.
bool list_members(const Machine& machine, const ValueInfo& info, std::span<const Operand> operands, std::size_t number,
                  Members& members) {
  const Operand& operand = operands[number];
  const std::uint64_t limit = machine.pick_limit;
  members.width = operand.width;
  switch (operand.lane->state) {
    case kDefined:
      members.patterns.push_back(operand.lane->bits);
      return true;
    case kPoison:
      members.poison = true;
      return true;
    default:
      break;
  }
  const LaneSet set = machine.lanes.set_of(*operand.lane, operand.width);
  members.poison = set.poison;
  const bool is_any = set.masked && set.free.isAllOnes();
  if (const std::uint64_t counts = is_any ? semantics::counts_that_matter(info, number, operand.width) : 0) {
    for (std::uint64_t count = 0; count < counts; ++count) members.patterns.push_back(count);
    return true;
  }
  if (set.count(limit + 1) > limit) {
    add_corners(members, set);
    return false;
  }
  const std::vector<std::uint64_t> all = set.list();
  members.patterns.assign(all.begin(), all.end());
  return true;
}

/// Calls `visit(values)` for every combination of members; stops when it gives false.
template <class Visit>
bool for_each_pick(std::span<const Members> members, std::span<const Operand> operands, Visit&& visit) {
  std::array<std::size_t, 3> index{};
  std::array<Value<Word>, 3> values{};
  const std::size_t count = operands.size();
  const auto load = [&](std::size_t i) {
    const bool poison = index[i] >= members[i].patterns.size();
    values[i] = {{poison ? 0 : members[i].patterns[index[i]], operands[i].width}, poison};
  };
  for (std::size_t i = 0; i < count; ++i) load(i);
  while (true) {
    if (!visit(std::span<const Value<Word>>(values.data(), count))) return false;
    std::size_t i = 0;
    for (; i < count; ++i) {
      if (++index[i] < members[i].size()) break;
      index[i] = 0;
      load(i);
    }
    if (i == count) return true;
    load(i);
  }
}

/// Keeps the list of patterns short while it is collected.
void add_pattern(std::vector<std::uint64_t>& patterns, std::uint64_t pattern) {
  constexpr std::size_t kTidy = 4096;
  if (!patterns.empty() && patterns.back() == pattern) return;
  patterns.push_back(pattern);
  if (patterns.size() >= kTidy && std::has_single_bit(patterns.size())) {
    std::sort(patterns.begin(), patterns.end());
    patterns.erase(std::unique(patterns.begin(), patterns.end()), patterns.end());
  }
}

bool is_wide(const ValueInfo& info, std::span<const Operand> operands) {
  if (info.result.bits > 64) return true;
  return std::any_of(operands.begin(), operands.end(), [](const Operand& operand) { return operand.width > 64; });
}

bool no_sets(std::span<const Operand> operands) {
  return std::all_of(operands.begin(), operands.end(),
                     [](const Operand& operand) { return operand.lane->state <= kPoison; });
}

/// Operands are patterns or poison: one evaluation.
bool single_lane(Machine& machine, const ValueInfo& info, std::span<const Operand> operands, Lane& out,
                 std::uint32_t instruction) {
  if (is_wide(info, operands)) {
    llvm::SmallVector<Value<WideDomain>, 3> values;
    for (const Operand& operand : operands) {
      const bool poison = operand.lane->state == kPoison;
      values.push_back(
          {poison ? APInt(operand.width, 0) : machine.lanes.pattern_of(*operand.lane, operand.width), poison});
    }
    WideDomain domain(&machine.choices);
    const Value<WideDomain> value = semantics::evaluate<WideDomain>(domain, info, values);
    if (domain.broken()) return machine.stop_ub(domain.rule(), instruction), false;
    out = value.poison ? kPoisonLane : machine.lanes.lane_of_pattern(value.bits);
    return true;
  }
  std::array<Value<Word>, 3> values{};
  for (std::size_t i = 0; i < operands.size(); ++i) {
    const bool poison = operands[i].lane->state == kPoison;
    values[i] = {{poison ? 0 : operands[i].lane->bits, operands[i].width}, poison};
  }
  Word domain(&machine.choices);
  const Value<Word> value = evaluate_word(domain, info, std::span(values.data(), operands.size()));
  if (domain.broken()) return machine.stop_ub(domain.rule(), instruction), false;
  out = {value.poison ? 0 : value.bits.bits, value.poison ? kPoison : kDefined, 0};
  return true;
}

/// Lists the members of all operands; false if they had to be cut to corners.
bool list_all(Machine& machine, const ValueInfo& info, std::span<const Operand> operands,
              std::array<Members, 3>& members) {
  bool complete = true;
  for (std::size_t i = 0; i < operands.size(); ++i) complete &= list_members(machine, info, operands, i, members[i]);
  std::uint64_t product = 1;
  for (std::size_t i = 0; i < operands.size(); ++i) product *= std::max<std::uint64_t>(members[i].size(), 1);
  if (complete && product > machine.pick_limit) {
    // Every list alone is short enough, together they are not: cut the longer ones.
    for (std::size_t i = 0; i < operands.size(); ++i) {
      constexpr std::size_t kCut = 64;
      if (members[i].patterns.size() <= kCut) continue;
      std::rotate(members[i].patterns.begin() + kCut / 2, members[i].patterns.end() - kCut / 2,
                  members[i].patterns.end());
      members[i].patterns.resize(kCut);
    }
    return false;
  }
  return complete;
}

bool may_be_undefined(const ValueInfo& info) {
  return info.op == Op::UDiv || info.op == Op::SDiv || info.op == Op::URem || info.op == Op::SRem;
}

/// The operation on one member of each operand.
bool picked_lane(Machine& machine, const ValueInfo& info, std::span<const Operand> operands, Lane& out,
                 std::uint32_t instruction) {
  std::array<Lane, 3> lanes{};
  llvm::SmallVector<Operand, 3> picked;
  for (std::size_t i = 0; i < operands.size(); ++i) {
    lanes[i] = pick(machine, *operands[i].lane, operands[i].width);
    picked.push_back({&lanes[i], operands[i].width});
  }
  return single_lane(machine, info, picked, out, instruction);
}

/// Members of the operands of a division for which it is undefined, if there are any.
std::optional<std::array<APInt, 2>> undefined_division(Machine& machine, const ValueInfo& info,
                                                       std::span<const Operand> operands) {
  if (!may_be_undefined(info)) return std::nullopt;
  const unsigned width = operands[0].width;
  const LaneSet dividend = machine.lanes.set_of(*operands[0].lane, width);
  const LaneSet divisor = machine.lanes.set_of(*operands[1].lane, width);
  const APInt zero = APInt::getZero(width), least = APInt::getSignedMinValue(width), minus = APInt::getAllOnes(width);
  if (divisor.contains(zero)) return std::array{zero, zero};
  const bool is_signed = info.op == Op::SDiv || info.op == Op::SRem;
  if (is_signed && divisor.contains(minus) && dividend.contains(least)) return std::array{least, minus};
  return std::nullopt;
}

bool may_give_poison(const Machine& machine, const ValueInfo& info, std::span<const Operand> operands) {
  return semantics::may_create_poison(info) || std::any_of(operands.begin(), operands.end(), [&](const Operand& each) {
           return may_be_poison(machine, *each.lane);
         });
}

/// Of a result that is too large to be known: what stands for it, if anything does. False if the run ended.
bool lost_lane(Machine& machine, const ValueInfo& info, std::span<const Operand> operands, Lane& out,
               std::uint32_t instruction) {
  if (const auto broken = undefined_division(machine, info, operands)) {
    const Lane dividend = machine.lanes.lane_of_pattern((*broken)[0]);
    const Lane divisor = machine.lanes.lane_of_pattern((*broken)[1]);
    const Operand picked[] = {{&dividend, operands[0].width}, {&divisor, operands[1].width}};
    return single_lane(machine, info, picked, out, instruction);
  }
  if (machine.lanes.lost == LostSets::Pick) return picked_lane(machine, info, operands, out, instruction);
  if (machine.lanes.lost == LostSets::End) return machine.stop(EndKind::Inconclusive, kSetTooLarge, instruction), false;
  out = widened(machine, info.result.bits, may_give_poison(machine, info, operands));
  return true;
}

}  // namespace

/// Of a comparison whose operands are single patterns or undef: what its results are, taken from the ends of the
/// ranges, says all.
static bool ends_say_all(Machine& machine, const ValueInfo& info, std::span<const Operand> operands, LaneSet& results) {
  using semantics::Predicate;
  if (info.op != Op::ICmp || info.flags != 0) return false;
  for (const Operand& each : operands)
    if (each.lane->state != kDefined && !machine.lanes.set_of(*each.lane, each.width).is_undef()) return false;
  if (info.predicate == Predicate::Eq || info.predicate == Predicate::Ne) results = LaneSet::of_undef(1);
  return true;
}

bool slow_lane(Machine& machine, const ValueInfo& info, std::span<const Operand> operands, Lane& out,
               std::uint32_t instruction) {
  if (no_sets(operands)) return single_lane(machine, info, operands, out, instruction);
  if (auto set = evaluate_masks(machine, info, operands)) {
    out = machine.lanes.lane_of(std::move(*set));
    return true;
  }
  if (is_wide(info, operands)) return lost_lane(machine, info, operands, out, instruction);
  std::array<Members, 3> members;
  const bool complete = list_all(machine, info, operands, members);
  Outcome outcome(info.result.bits);
  enumerate_picks(info, std::span(members.data(), operands.size()), outcome);
  machine.picks_used += outcome.picks;
  if (outcome.broken) return machine.stop_ub(outcome.rule, instruction), false;
  if (outcome.chose && machine.lanes.lost == LostSets::End)
    return machine.stop(EndKind::Inconclusive, "a choice for each member of a set", instruction), false;
  if (outcome.chose) return lost_lane(machine, info, operands, out, instruction);
  LaneSet set = LaneSet::of_list(info.result.bits, outcome.take_patterns(), outcome.poison);
  // Corners may have given everything already.
  const bool everything = set.masked && set.free.isAllOnes() && (set.poison || !semantics::may_create_poison(info));
  if (!complete && !everything && !ends_say_all(machine, info, operands, set))
    return lost_lane(machine, info, operands, out, instruction);
  out = machine.lanes.lane_of(std::move(set));
  return true;
}

namespace {

bool single_pair(Machine& machine, const ValueInfo& info, std::span<const Operand> operands, Lane& first, Lane& second,
                 std::uint32_t instruction) {
  const auto finish = [&](auto& domain, const auto& pair) {
    if (domain.broken()) return machine.stop_ub(domain.rule(), instruction), false;
    const auto lane = [&](const auto& value) {
      return value.poison ? kPoisonLane : machine.lanes.lane_of_pattern(to_pattern(value.bits));
    };
    first = lane(pair.first);
    second = lane(pair.second);
    return true;
  };
  if (is_wide(info, operands)) {
    llvm::SmallVector<Value<WideDomain>, 3> values;
    for (const Operand& operand : operands) {
      const bool poison = operand.lane->state == kPoison;
      values.push_back(
          {poison ? APInt(operand.width, 0) : machine.lanes.pattern_of(*operand.lane, operand.width), poison});
    }
    WideDomain domain(&machine.choices);
    return finish(domain, semantics::evaluate_pair<WideDomain>(domain, info, values));
  }
  std::array<Value<Word>, 3> values{};
  for (std::size_t i = 0; i < operands.size(); ++i)
    values[i] = {{operands[i].lane->bits, operands[i].width}, operands[i].lane->state == kPoison};
  Word domain(&machine.choices);
  return finish(domain, semantics::evaluate_pair<Word>(domain, info,
                                                       std::span<const Value<Word>>(values.data(), operands.size())));
}

}  // namespace

bool slow_pair(Machine& machine, const ValueInfo& info, std::span<const Operand> operands, Lane& first, Lane& second,
               bool apart, std::uint32_t instruction) {
  if (no_sets(operands)) return single_pair(machine, info, operands, first, second, instruction);
  std::array<Members, 3> members;
  const auto on_members = [&] {
    std::array<Lane, 3> lanes{};
    llvm::SmallVector<Operand, 3> picked;
    for (std::size_t i = 0; i < operands.size(); ++i) {
      lanes[i] = pick(machine, *operands[i].lane, operands[i].width);
      picked.push_back({&lanes[i], operands[i].width});
    }
    return single_pair(machine, info, picked, first, second, instruction);
  };
  const LostSets lost = machine.lanes.lost;
  const auto on_anything = [&] {
    const bool poison = may_give_poison(machine, info, operands);
    first = widened(machine, info.result.bits, poison);
    second = widened(machine, 1, poison);
    return true;
  };
  const auto without_sets = [&](const char* why) {
    if (lost == LostSets::End) return machine.stop(EndKind::Inconclusive, why, instruction), false;
    return lost == LostSets::Pick ? on_members() : on_anything();
  };
  if (is_wide(info, operands) || !list_all(machine, info, operands, members)) return without_sets(kSetTooLarge);
  // The second result is one bit: pairs are kept as two lists, one for each of its values.
  std::array<std::vector<std::uint64_t>, 2> firsts;
  bool poison = false;
  for_each_pick(members, operands, [&](std::span<const Value<Word>> values) {
    ++machine.picks_used;
    Word domain;
    const auto pair = semantics::evaluate_pair<Word>(domain, info, values);
    if (pair.first.poison)
      poison = true;
    else
      add_pattern(firsts[pair.second.bits.bits & 1], pair.first.bits.bits);
    return true;
  });
  const unsigned width = info.result.bits;
  LaneSet without = LaneSet::of_list(width, firsts[0], false);
  LaneSet with = LaneSet::of_list(width, firsts[1], false);
  const bool product =
      poison ? firsts[0].empty() && firsts[1].empty() : firsts[0].empty() || firsts[1].empty() || without == with;
  if (!product && !apart) return without_sets(kCorrelated);
  std::vector<std::uint64_t> flags;
  if (!firsts[0].empty()) flags.push_back(0);
  if (!firsts[1].empty()) flags.push_back(1);
  firsts[0].insert(firsts[0].end(), firsts[1].begin(), firsts[1].end());
  first = machine.lanes.lane_of(LaneSet::of_list(width, std::move(firsts[0]), poison));
  second = machine.lanes.lane_of(LaneSet::of_list(1, std::move(flags), poison));
  return true;
}

bool may_be_poison(const Machine& machine, const Lane& lane) {
  return lane.state == kPoison || (lane.state == kSet && machine.lanes.set_at(lane).poison);
}

Lane widened(Machine& machine, unsigned width, bool poison) {
  return machine.lanes.lane_of(LaneSet::of_mask(APInt(width, 0), APInt::getAllOnes(width), poison));
}

Lane pick(Machine& machine, const Lane& lane, unsigned width) {
  if (lane.state <= kPoison) return lane;
  LaneSet set = machine.lanes.set_of(lane, width);
  set.poison = false;
  return freeze(machine, machine.lanes.lane_of(std::move(set)), width);
}

Lane join(Machine& machine, const Lane& a, const Lane& b, unsigned width, bool poison, std::uint32_t instruction) {
  const auto lost = [&](const char* why) {
    if (machine.lanes.lost == LostSets::Pick) return machine.choices.index(1) == 0 ? a : b;
    machine.stop(EndKind::Inconclusive, why, instruction);
    return kPoisonLane;
  };
  LaneSet x = machine.lanes.set_of(a, width);
  LaneSet y = machine.lanes.set_of(b, width);
  const bool any_poison = x.poison || y.poison || poison;
  if ((x.provenance != 0 || y.provenance != 0) && x.is_single() && y.is_single() &&
      (x.provenance != y.provenance || x.fixed != y.fixed || any_poison))
    return lost("a pointer is one of several");
  if (y.only_poison() || (!x.only_poison() && y.patterns_within(x))) {
    x.poison = any_poison;
    return machine.lanes.lane_of(std::move(x));
  }
  if (x.only_poison() || x.patterns_within(y)) {
    y.poison = any_poison;
    return machine.lanes.lane_of(std::move(y));
  }
  const std::uint64_t limit = machine.pick_limit;
  if (width > 64 || x.count(limit) >= limit || y.count(limit) >= limit) {
    if (machine.lanes.lost != LostSets::Widen) return lost(kSetTooLarge);
    return widened(machine, width, any_poison);
  }
  std::vector<std::uint64_t> all = x.list();
  const std::vector<std::uint64_t> more = y.list();
  all.insert(all.end(), more.begin(), more.end());
  return machine.lanes.lane_of(LaneSet::of_list(width, std::move(all), any_poison));
}

Lane freeze(Machine& machine, const Lane& lane, unsigned width) {
  if (lane.state == kDefined) return lane;
  const bool anything = lane.state != kSet || machine.lanes.set_at(lane).poison;
  if (anything) return machine.lanes.lane_of_pattern(machine.choices.bits(width, semantics::Choice::Freeze));
  const LaneSet set = machine.lanes.set_at(lane);
  if (!set.masked) return {set.patterns[machine.choices.index(set.patterns.size() - 1)], kDefined, 0};
  APInt pattern = set.fixed;
  if (machine.choices.samples())
    return machine.lanes.lane_of_pattern(pattern | (machine.choices.bits(width, semantics::Choice::Freeze) & set.free));
  for (unsigned bit = 0; bit < width; ++bit)
    if (set.free[bit] && machine.choices.index(1) != 0) pattern.setBit(bit);
  return machine.lanes.lane_of_pattern(pattern);
}

}  // namespace assay::interpret
