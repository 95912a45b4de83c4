#pragma once

#include <cstdint>
#include <vector>

#include "services/worker/interpret/choices.h"
#include "services/worker/interpret/interpret.h"
#include "services/worker/semantics/meaning.h"

/// The machine's inside: frames of lanes, and steps that are threaded together by tail calls.
namespace assay::interpret {

/// State of a lane in a frame.
enum LaneState : std::uint32_t {
  kDefined = 0,  ///< one pattern: `bits`, or for widths above 64 an index into Machine::wide
  kPoison = 1,
  kUndef = 2,  ///< every pattern
  kSet = 3,    ///< any other set: `bits` is an index into Machine::sets
};

struct Lane {
  std::uint64_t bits = 0;
  std::uint32_t state = kDefined;
  std::uint32_t provenance = 0;
};

class Machine;
struct Step;
using Handler = void (*)(Machine&, const Step*, Lane*);

/// A lane moved from one slot to another, or poison.
struct Move {
  semantics::Slot to = 0;
  std::int64_t from = 0;  ///< -1: poison
};

/// One step of the compact form. A step runs, then calls the next one by a tail call.
struct Step {
  Handler run = nullptr;
  semantics::Slot to = 0;
  semantics::Slot a = 0, b = 0, c = 0;
  std::uint32_t lanes = 1;
  std::uint8_t stride_a = 1, stride_b = 1, stride_c = 1;  ///< 0: one lane serves all
  std::uint8_t operands = 0;
  std::uint32_t width_a = 0, width_b = 0, width_c = 0;
  std::uint32_t instruction = kNoInstruction;
  std::uint32_t detail = 0;  ///< index into the table that the handler uses
  const semantics::ValueInfo* info = nullptr;
  const Step* target[2] = {nullptr, nullptr};  ///< jumps
  std::uint32_t cost[2] = {0, 0};              ///< instructions of the block jumped to
};

/// A function in compact form.
class Program {
 public:
  Program(const semantics::Function& function, bool traced);
  Program(const Program&) = delete;
  Program& operator=(const Program&) = delete;

  struct SwitchTable {
    std::vector<std::pair<std::uint64_t, const Step*>> cases;  ///< sorted; widths up to 64
    std::vector<std::pair<llvm::APInt, const Step*>> wide_cases;
    const Step* fallback = nullptr;
  };

  const semantics::Function& function;
  std::vector<Step> steps;
  std::vector<semantics::ValueInfo> infos;
  std::vector<std::vector<Move>> moves;
  std::vector<SwitchTable> switches;
  struct Promised {
    const semantics::Promises* promises;
    semantics::Rule rule;  ///< broken by poison or undef where noundef is promised
  };
  std::vector<Promised> promises;
  std::vector<semantics::LaneType> types;  ///< of every lane of the frame: the function's slots, then spare ones
};

/// Runs one program again and again; the frame and the pools are kept.
class Machine {
 public:
  explicit Machine(const Program& program);

  /// Forgets the sets and wide patterns of the last run; before the arguments are set.
  void begin();
  void set_argument(semantics::Slot slot, const InputLane& lane);
  Lane* frame() { return frame_.data(); }
  const Lane* frame() const { return frame_.data(); }
  /// Runs from the start with the arguments that stand in the frame. Arguments survive unless they carry promises.
  void run(const Limits& limits, Trace* trace = nullptr);

  // How it ended.
  EndKind end = EndKind::Returned;
  semantics::Rule rule = semantics::Rule::RuleCount;
  std::uint32_t at = kNoInstruction;
  const char* reason = "";
  const Lane* result = nullptr;  ///< the returned lanes
  std::uint64_t executed() const { return static_cast<std::uint64_t>(budget_ - steps_left) + picks_used; }

  // For the steps.
  void stop_ub(semantics::Rule broken, std::uint32_t instruction) {
    end = EndKind::UndefinedBehaviour;
    rule = broken;
    at = instruction;
  }
  void stop(EndKind kind, const char* why, std::uint32_t instruction) {
    end = kind;
    reason = why;
    at = instruction;
  }
  LaneSet set_of(const Lane& lane, unsigned width) const;
  Lane lane_of(LaneSet set);
  Lane lane_of_pattern(const llvm::APInt& pattern);
  llvm::APInt pattern_of(const Lane& lane, unsigned width) const;
  const LaneSet& set_at(const Lane& lane) const { return sets_[lane.bits]; }
  /// Called where all live lanes are in the frame: drops what no lane refers to when a pool has grown large.
  void make_room() {
    if (sets_.size() + wide_.size() > room_) compact();
  }

  const Program& program;
  Choices choices;
  std::int64_t steps_left = 0;
  std::uint64_t picks_used = 0;
  std::uint64_t pick_limit = 0;
  Trace* trace = nullptr;

 private:
  std::vector<Lane> frame_;
  std::vector<llvm::APInt> wide_;
  std::vector<LaneSet> sets_;
  std::size_t constant_wide_ = 0;
  void compact();
  std::int64_t budget_ = 0;
  std::size_t room_ = kInitialRoom;
  static constexpr std::size_t kInitialRoom = 1u << 14;
};

/// The machine's lanes at the end of a run, as a record.
Behaviour behaviour_of(const Machine& machine);

/// Runs all combinations of choices with the arguments that `prepare` writes before each run.
template <class Prepare>
Behaviours collect(Machine& machine, const Limits& limits, Prepare&& prepare) {
  Behaviours result;
  machine.choices.clear();
  for (std::uint64_t runs = 0; runs < limits.behaviours; ++runs) {
    machine.begin();
    prepare(machine);
    machine.choices.rewind();
    machine.run(limits);
    result.all.push_back(behaviour_of(machine));
    if (machine.end == EndKind::UndefinedBehaviour) {
      if (result.all.size() > 1) std::swap(result.all.front(), result.all.back());
      result.all.resize(1);
      return result;
    }
    if (!machine.choices.advance()) return result;
  }
  result.complete = false;
  return result;
}

}  // namespace assay::interpret
