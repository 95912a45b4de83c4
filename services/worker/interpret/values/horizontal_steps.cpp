#include <optional>
#include <set>
#include <utility>

#include "services/worker/interpret/program/next.h"
#include "services/worker/interpret/program/steps.h"
#include "services/worker/interpret/values/evaluate.h"
#include "services/worker/interpret/values/float_ops.h"
#include "services/worker/interpret/values/lanes.h"
#include "services/worker/semantics/named_lanes.h"
#include "services/worker/semantics/shift_counts.h"

/// Operations over all lanes of their operands.
namespace assay::interpret {
namespace {

using llvm::APInt;
using semantics::Value;

/// The lanes of the operands of an operation over all lanes: for each the values that it may have.
struct HorizontalOperands {
  using Members = std::vector<Value<WideDomain>>;
  std::vector<std::vector<Members>> all;  ///< per operand, per lane
  std::uint64_t combinations = 1;

  /// False if the members are too many. `counts`: how many of the least patterns matter, if the lane may be any; 0:
  /// all.
  bool add(const Machine& machine, std::size_t operand, const Lane& lane, unsigned width, std::uint64_t counts) {
    Members& members = all[operand].emplace_back();
    if (lane.state <= kPoison) {
      const bool lost = lane.state == kPoison;
      members.push_back({lost ? APInt(width, 0) : machine.lanes.pattern_of(lane, width), lost});
      return true;
    }
    const LaneSet set = machine.lanes.set_of(lane, width);
    const bool is_any = set.masked && set.free.isAllOnes();
    if (is_any && counts != 0) {
      for (std::uint64_t count = 0; count < counts; ++count) members.push_back({APInt(width, count), false});
    } else if (set.provenance != 0 || width > 64 || set.count(kMost + 1) > kMost) {
      return false;
    } else if (!set.only_poison()) {
      for (std::uint64_t pattern : set.list()) members.push_back({APInt(width, pattern), false});
    }
    if (set.poison) members.push_back({APInt(width, 0), true});
    combinations *= members.size();
    return combinations <= kMost;
  }
  /// Calls `visit` with every combination; stops when it gives false.
  template <class Visit>
  bool for_each(Visit&& visit) const {
    std::vector<std::vector<Value<WideDomain>>> chosen(all.size());
    for (std::uint64_t number = 0; number < combinations; ++number) {
      std::uint64_t rest = number;
      for (std::size_t i = 0; i < all.size(); ++i) {
        chosen[i].clear();
        for (const Members& members : all[i]) {
          chosen[i].push_back(members[rest % members.size()]);
          rest /= members.size();
        }
      }
      const std::vector<std::span<const Value<WideDomain>>> spans(chosen.begin(), chosen.end());
      if (!visit(spans)) return false;
    }
    return true;
  }
  /// Every combination makes all lanes of the result anew.
  bool are_few(std::uint64_t result_lanes) const { return combinations * result_lanes <= kMostLanes; }

 private:
  static constexpr std::uint64_t kMost = 1u << 14, kMostLanes = 1u << 16;
};

/// What the lanes of the result may be together.
class HorizontalResults {
 public:
  explicit HorizontalResults(std::size_t lanes) : patterns_(lanes), poison_(lanes, false) {}
  void add(const std::vector<Value<WideDomain>>& values) {
    std::vector<std::uint64_t> tuple;
    for (std::size_t lane = 0; lane < values.size(); ++lane) {
      tuple.push_back(values[lane].poison ? 1 : 0);
      tuple.push_back(values[lane].poison ? 0 : values[lane].bits.getZExtValue());
      if (values[lane].poison)
        poison_[lane] = true;
      else
        patterns_[lane].insert(values[lane].bits.getZExtValue());
    }
    tuples_.insert(std::move(tuple));
  }
  /// Does each lane vary on its own? Then a set for each says all.
  bool independent() const {
    std::uint64_t product = 1;
    for (std::size_t lane = 0; lane < patterns_.size(); ++lane) {
      product *= patterns_[lane].size() + (poison_[lane] ? 1 : 0);
      if (product > tuples_.size()) return false;
    }
    return product == tuples_.size();
  }
  LaneSet set_of(std::size_t lane, unsigned width) const {
    return LaneSet::of_list(width, {patterns_[lane].begin(), patterns_[lane].end()}, poison_[lane]);
  }

 private:
  std::vector<std::set<std::uint64_t>> patterns_;
  std::vector<bool> poison_;
  std::set<std::vector<std::uint64_t>> tuples_;
};

constexpr const char* kLanesAreSets = "an operation over lanes that are sets of values";

const semantics::Instruction& instruction_of(const Machine& machine, const Step* step) {
  return machine.program->function.instructions[step->detail];
}

/// Calls `visit(operand, slot, lane)` for each lane of the operands; stops when it gives false.
template <class Visit>
bool for_each_lane(const Machine& machine, const Step* step, const Lane* frame, Visit&& visit) {
  const semantics::Instruction& instruction = instruction_of(machine, step);
  std::size_t operand = 0;
  for (const semantics::Slots& slots : machine.program->function.operands_of(instruction)) {
    const bool names = semantics::names_lanes(instruction.op, operand);
    for (semantics::Slot slot = slots.first; slot < slots.first + slots.count; ++slot)
      if (!visit(operand, slot, names && frame[slot].state == kUndef ? kPoisonLane : frame[slot])) return false;
    ++operand;
  }
  return true;
}

/// The lanes' members, or one of each lane's. False if they are too many.
bool list_members(Machine& machine, const Step* step, const Lane* frame, bool picks, HorizontalOperands& operands) {
  const semantics::Instruction& instruction = instruction_of(machine, step);
  operands.all.resize(machine.program->function.operands_of(instruction).size());
  return for_each_lane(machine, step, frame,
                       [&](std::size_t operand, semantics::Slot slot, const Lane& lane) {
                         const unsigned width = width_at(machine, slot);
                         return operands.add(machine, operand, picks ? pick(machine, lane, width) : lane, width,
                                             semantics::counts_that_matter(*step->info, operand, width));
                       }) &&
         operands.are_few(instruction.result.count);
}

/// Some lanes are sets: every combination is tried. False if the lanes of the result depend on each other, or the
/// operation chooses; the run has ended if some combination is undefined.
bool horizontal_sets(Machine& machine, const Step* step, Lane* frame, const HorizontalOperands& operands,
                     semantics::Slots result) {
  HorizontalResults results(result.count);
  for (std::uint32_t i = 0; i < result.count; ++i)
    if (width_at(machine, result.first + i) > 64) return false;
  const bool all = operands.for_each([&](const auto& spans) {
    std::vector<Value<WideDomain>> out;
    for (std::uint32_t i = 0; i < result.count; ++i)
      out.push_back({APInt(width_at(machine, result.first + i), 0), false});
    WideDomain domain;
    semantics::evaluate_horizontal<WideDomain>(domain, *step->info, spans, out);
    machine.picks_used += result.count;
    if (domain.broken()) machine.stop_ub(domain.rule(), step->instruction);
    if (domain.broken() || domain.chose()) return false;
    results.add(out);
    return true;
  });
  if (!all || !results.independent()) return false;
  for (std::uint32_t i = 0; i < result.count; ++i)
    frame[result.first + i] = machine.lanes.lane_of(results.set_of(i, width_at(machine, result.first + i)));
  return true;
}

/// Pointers are only moved. Which comes where is seen where each has its number, from 1, in the place of its address.
class NumberedPointers {
 public:
  NumberedPointers(Machine& machine, const Step* step, const Lane* frame, HorizontalOperands operands)
      : numbered_(std::move(operands)) {
    std::vector<std::size_t> next(numbered_.all.size(), 0);
    for_each_lane(machine, step, frame, [&](std::size_t operand, semantics::Slot slot, const Lane& lane) {
      Value<WideDomain>& value = numbered_.all[operand][next[operand]++].front();
      if (machine.program->types[slot].kind != semantics::LaneKind::Pointer || value.poison) return true;
      are_plain_ &= lane.state == kDefined;
      pointers_.push_back(lane);
      value.bits = APInt(value.bits.getBitWidth(), pointers_.size());
      return true;
    });
  }
  const HorizontalOperands& operands() const { return numbered_; }
  bool are_plain() const { return are_plain_; }
  const Lane* find(const APInt& number) const {
    const bool is_one = !number.isZero() && number.ule(pointers_.size());
    return is_one ? &pointers_[number.getZExtValue() - 1] : nullptr;
  }

 private:
  HorizontalOperands numbered_;
  std::vector<Lane> pointers_;
  bool are_plain_ = true;
};

/// The pointers among the results get their objects.
void move_objects(Machine& machine, const Step* step, Lane* frame, const NumberedPointers& pointers,
                  semantics::Slots result) {
  if (!pointers.are_plain()) return;
  WideDomain domain(&machine.choices);
  std::vector<Value<WideDomain>> numbers;
  for (std::uint32_t i = 0; i < result.count; ++i)
    numbers.push_back({APInt(width_at(machine, result.first + i), 0), false});
  pointers.operands().for_each([&](const auto& spans) {
    semantics::evaluate_horizontal<WideDomain>(domain, *step->info, spans, numbers);
    return true;
  });
  for (std::uint32_t i = 0; i < result.count; ++i) {
    if (machine.program->types[result.first + i].kind != semantics::LaneKind::Pointer || numbers[i].poison) continue;
    if (const Lane* moved = pointers.find(numbers[i].bits)) frame[result.first + i] = *moved;
  }
}

/// Operands are patterns or poison; false if the run ended.
bool horizontal_single(Machine& machine, const Step* step, Lane* frame, const HorizontalOperands& operands,
                       semantics::Slots result) {
  const bool has_pointers =
      result.count != 0 && machine.program->types[result.first].kind == semantics::LaneKind::Pointer;
  std::optional<NumberedPointers> pointers;
  if (has_pointers) pointers.emplace(machine, step, frame, operands);
  WideDomain domain(&machine.choices);
  std::vector<Value<WideDomain>> out;
  for (std::uint32_t i = 0; i < result.count; ++i)
    out.push_back({APInt(width_at(machine, result.first + i), 0), false});
  operands.for_each([&](const auto& spans) {
    semantics::evaluate_horizontal<WideDomain>(domain, *step->info, spans, out);
    return true;
  });
  if (domain.broken()) return machine.stop_ub(domain.rule(), step->instruction), false;
  for (std::uint32_t i = 0; i < result.count; ++i)
    frame[result.first + i] = out[i].poison ? kPoisonLane : machine.lanes.lane_of_pattern(out[i].bits);
  if (pointers) move_objects(machine, step, frame, *pointers, result);
  return true;
}

/// Is the result undef because a lane is of an operand that makes it so? Poison, where that may be, comes first.
bool is_made_undef(Machine& machine, const Step* step, Lane* frame, semantics::Slots result) {
  const semantics::Op op = instruction_of(machine, step).op;
  bool undef = false, poison = false, surely = false;
  for_each_lane(machine, step, frame, [&](std::size_t operand, semantics::Slot slot, const Lane& lane) {
    if (!semantics::makes_all_undef(op, operand)) return true;
    undef |= machine.lanes.set_of(lane, width_at(machine, slot)).count(2) > 1;
    poison |= may_be_poison(machine, lane);
    surely |= lane.state == kPoison;
    return true;
  });
  if (!undef || surely) return false;
  for (semantics::Slot slot = result.first; slot < result.first + result.count; ++slot)
    frame[slot] = widened(machine, width_at(machine, slot), poison);
  return true;
}

bool horizontal(Machine& machine, const Step* step, Lane* frame) {
  const semantics::Slots result = instruction_of(machine, step).result;
  if (is_made_undef(machine, step, frame, result)) return true;
  HorizontalOperands operands;
  const bool are_few = list_members(machine, step, frame, /*picks=*/false, operands);
  if (are_few && operands.combinations == 1) return horizontal_single(machine, step, frame, operands, result);
  if (are_few && horizontal_sets(machine, step, frame, operands, result)) return true;
  if (machine.stopped) return false;
  if (machine.lanes.lost == LostSets::End)
    return machine.stop(EndKind::Inconclusive, kLanesAreSets, step->instruction), false;
  if (machine.lanes.lost == LostSets::Pick) {
    HorizontalOperands picked;
    (void)list_members(machine, step, frame, /*picks=*/true, picked);
    return horizontal_single(machine, step, frame, picked, result);
  }
  const bool is_poison_free = for_each_lane(machine, step, frame, [&](std::size_t, semantics::Slot, const Lane& lane) {
    return !may_be_poison(machine, lane);
  });
  for (std::uint32_t i = 0; i < result.count; ++i)
    frame[result.first + i] = widened(machine, width_at(machine, result.first + i),
                                      !is_poison_free || semantics::may_create_poison(*step->info));
  return true;
}

}  // namespace

/// LangRef leaves open in which order lanes are reduced, which decides where one is a signaling NaN (VAL-58).
static bool is_order_open(const Machine& machine, const Step* step, const Lane* frame) {
  const semantics::Instruction& instruction = instruction_of(machine, step);
  const semantics::Slots lanes = machine.program->function.operands_of(instruction).front();
  if (!semantics::is_order_of_lanes_open(instruction.op) || lanes.count <= 2) return false;
  for (semantics::Slot slot = lanes.first; slot < lanes.first + lanes.count; ++slot) {
    const semantics::LaneType& type = machine.program->types[slot];
    if (frame[slot].state == kDefined &&
        (float_class(type.format, machine.lanes.pattern_of(frame[slot], type.bits)) & llvm::fcSNan) != 0)
      return true;
  }
  return false;
}

void step_horizontal(Machine& machine, const Step* step, Lane* frame) {
  machine.make_room();
  if (is_order_open(machine, step, frame))
    return machine.stop(EndKind::Inconclusive, "the order in which lanes with a signaling NaN are reduced",
                        step->instruction);
  if (!horizontal(machine, step, frame)) return;
  ASSAY_NEXT;
}

}  // namespace assay::interpret
