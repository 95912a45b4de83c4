#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "services/worker/interpret/interpret.h"
#include "services/worker/interpret/memory/alias_log.h"
#include "services/worker/interpret/values/frame_lane.h"
#include "services/worker/semantics/meaning.h"
#include "services/worker/semantics/pointer_basis.h"
#include "services/worker/semantics/program.h"

/// The compact form of a function: steps that are threaded together by tail calls.
namespace assay::interpret {

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
  struct Kind {
    bool traced = false;   ///< records what each instruction gives
    bool guarded = false;  ///< asks before each access whether a function that is running forbids it (Guard)
    bool doubts = true;    ///< looks for what leaves the run in doubt, which matters where runs are compared
  };
  Program(const semantics::Function& function, Kind kind);
  Program(const Program&) = delete;
  Program& operator=(const Program&) = delete;

  struct SwitchTable {
    std::vector<std::pair<std::uint64_t, const Step*>> cases;  ///< sorted; widths up to 64
    std::vector<std::pair<llvm::APInt, const Step*>> wide_cases;
    const Step* fallback = nullptr;
    std::vector<std::pair<const llvm::BasicBlock*, const Step*>> blocks;  ///< of an indirectbr
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
  /// A call: where its arguments stand after what the call site promises of them was checked.
  struct Call {
    const semantics::CallSite* site;
    std::vector<semantics::Slots> arguments;
    semantics::Slots address;  ///< of an indirect callee
    semantics::Slots result;
    bool has_dead_arguments = false;  ///< some argument is dead_on_return
    bool may_guard = false;           ///< see may_guard; of a plain call
  };
  std::vector<Call> calls;
  /// An access under metadata that keeps it apart from others; slots count from 1, 0: none.
  struct AccessNote {
    AliasTags tags;
    std::uint64_t offset = 0;  ///< from where the pointer leads
    std::uint64_t size = 0;    ///< where no length is given
    bool is_write = false;
    semantics::Slot length = 0;
    semantics::Slot condition = 0;
    semantics::Basis basis;
  };
  std::vector<AccessNote> access_notes;
  bool has_dead_arguments = false;         ///< has parameters that are dead_on_return
  bool has_invariants = false;             ///< has loads with !invariant.load
  bool acts = false;                       ///< accesses memory or makes calls
  bool uses_memory = false;                ///< has pointers, memory operations or calls
  unsigned narrowest_pointer = 64;         ///< bits of the narrowest pointers that it has; 64: none is narrower
  unsigned widest_pointer = 64;            ///< 64: none is wider
  std::vector<semantics::LaneType> types;  ///< of every lane of the frame: the function's slots, then spare ones
};

}  // namespace assay::interpret
