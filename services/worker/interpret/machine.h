#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <unordered_map>
#include <vector>

#include "services/worker/interpret/memory/alias_log.h"
#include "services/worker/interpret/choices.h"
#include "services/worker/interpret/inputs/environment.h"
#include "services/worker/interpret/values/frame_lane.h"
#include "services/worker/interpret/interpret.h"
#include "services/worker/interpret/memory/memory.h"
#include "services/worker/interpret/calls/outcomes.h"
#include "services/worker/interpret/watch.h"
#include <llvm/Support/ModRef.h>

#include "services/worker/semantics/meaning.h"

/// The machine's inside: frames of lanes, and steps that are threaded together by tail calls.
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
  /// A guarded one asks before each access whether a function that is running forbids it (Machine::Guard).
  Program(const semantics::Function& function, bool traced, bool guarded = false);
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
  };
  std::vector<AccessNote> access_notes;
  bool has_invariants = false;             ///< has loads with !invariant.load
  bool acts = false;                       ///< accesses memory or makes calls
  bool uses_memory = false;                ///< has pointers, memory operations or calls
  std::vector<semantics::LaneType> types;  ///< of every lane of the frame: the function's slots, then spare ones
};

/// One module's functions, lowered when they are first called, and the environment that they run in.
class World {
 public:
  /// Callees are lowered for the same environment as the function that is run.
  World(const llvm::Module& module, std::shared_ptr<const Environment> environment,
        const semantics::LowerOptions& options = {})
      : module_(module), environment_(std::move(environment)), options_(options) {}
  const Environment& environment() const { return *environment_; }
  const llvm::Module& module() const { return module_; }
  /// The program of a definition, read like its caller, or nothing, with `why` naming the unsupported feature.
  const Program* program_of(const llvm::Function& function, const semantics::Variant& variant, bool guarded,
                            std::string& why);
  /// The function with that address in the environment, as this module has it; null if it hasn't.
  const llvm::Function* function_at(std::size_t object) const;
  /// The block with that address; null for what is no block of this module.
  const llvm::BasicBlock* block_at(std::size_t object) const;

 private:
  struct Entry {
    std::unique_ptr<semantics::Function> function;
    std::unique_ptr<Program> program;
    std::unique_ptr<Program> guarded;
    std::string error;
  };
  const llvm::Module& module_;
  std::shared_ptr<const Environment> environment_;
  semantics::LowerOptions options_;
  std::unordered_map<const llvm::Function*, Entry> entries_;
};

/// The arguments behind the fixed ones of a running function, in memory as the target's ABI has them.
struct VariableArguments {
  std::uint32_t general = 0;  ///< where the first of them stands in the register area: numbers and addresses
  std::uint32_t vector = 0;   ///< floating-point numbers and vectors
  Provenance register_area = 0;
  Provenance overflow_area = 0;
};

/// A frame on the stack of calls.
struct Frame {
  const Program* program = nullptr;
  Lane* lanes = nullptr;
  const Step* resume = nullptr;    ///< the call in the caller
  std::vector<Provenance> blocks;  ///< of its allocas, dead when it returns
  std::unique_ptr<VariableArguments> variable;
  std::uint64_t activation = 0;  ///< the how manieth call of the run it is
  std::uint64_t born = 0;        ///< Memory::allocated() when it was entered
  std::vector<std::pair<const llvm::Value*, Lane>> pads;  ///< cleanup pads that were entered, for which exception
};

/// Runs one program again and again; the frame and the pools are kept.
class Machine {
 public:
  /// `world` may be null for programs that don't use memory.
  explicit Machine(const Program& program, World* world = nullptr);

  /// Forgets the sets, wide patterns and memory of the last run; before the arguments are set. The environment's
  /// globals get their initial values.
  void begin();
  /// Memory of an input, after begin(): named blocks give globals their contents, the others are of arguments.
  void set_memory(const std::vector<InputBlock>& blocks);
  void set_argument(semantics::Slot slot, const InputLane& lane);
  /// A byte of an input; its memory must be set.
  MemoryByte byte_of(const InputByte& byte) const;
  /// Bytes that `initializes` promises to write and that are not written yet are as they were before: code outside may
  /// look at them, and find them so if the function does not return (LangRef, initializes).
  void restore_uninitialized();
  /// Does memory hold a pointer to the object when the function is entered?
  bool is_stored(Provenance provenance);
  /// What the function's attributes and its parameters' forbid, once the arguments stand.
  void apply_attributes();
  Lane* frame() { return stack_.get(); }
  /// Runs from the start with the arguments that stand in the frame. Arguments survive unless they carry promises.
  void run(const Limits& limits, Trace* trace = nullptr);

  // How it ended.
  EndKind end = EndKind::Returned;
  semantics::Rule rule = semantics::Rule::RuleCount;
  std::uint32_t at = kNoInstruction;
  std::string reason;
  const Lane* result = nullptr;  ///< the returned lanes
  /// The run looked at an address that another run may choose otherwise.
  bool address_observed = false;
  /// Why the run refutes nothing as a source and proves nothing as a target, where it is not for an address.
  const char* doubt = nullptr;
  std::vector<Event> events;
  std::string output;            ///< what the program printed to stdout
  std::string errors;            ///< and to stderr
  std::optional<int> exit_code;  ///< the program called exit, or kLeft
  bool is_trapped = false;       ///< it ended in a trap, which does not look at memory
  std::uint64_t executed() const { return static_cast<std::uint64_t>(budget_ - steps_left) + picks_used; }

  // For the steps.
  void stop_ub(semantics::Rule broken, std::uint32_t instruction) {
    end = EndKind::UndefinedBehaviour;
    rule = broken;
    at = frames.size() > 1 ? frames[1].resume->instruction : instruction;
    stopped = true;
  }
  /// A run that was found to go on for ever.
  void stop_endless(std::uint32_t instruction);
  void stop(EndKind kind, std::string why, std::uint32_t instruction) {
    end = kind;
    reason = std::move(why);
    at = frames.size() > 1 ? frames[1].resume->instruction : instruction;
    stopped = true;
  }
  void raise_doubt(const char* why) {
    address_observed = true;
    doubt = why;
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
  std::uint64_t compactions() const { return compactions_; }
  /// After the step limit, at a jump to `next`: goes on for a while, to see whether the run is one without end. False: it
  /// is stopped.
  bool goes_on(const Step* step, const Step* next);
  /// Puts a frame for the program on the stack, constants filled in. Null if there is no room.
  Lane* push_frame(const Program& callee, const Step* resume);
  /// Ends the frame's allocas; gives the step to resume at.
  const Step* pop_frame();
  Watch watch;
  /// A lane as a record: blocks of this side's own are kLocalBlock.
  LaneSet seen_lane(const Lane& lane, unsigned width) const;
  std::vector<MemoryByte> seen_bytes(const Block& block, std::uint64_t from) const;
  /// Does memory that an !invariant.load has read still hold what it held at the start? Ends the run otherwise.
  bool keep_invariants(std::uint32_t instruction);
  /// Is it a variable that this module, if not the other, knows to be constant?
  bool is_constant_here(std::size_t block) const;
  /// The memory that the caller may see at the end; or what unknown functions may see, who know less.
  std::vector<VisibleBlock> visible_memory(bool for_unknown = false) const;
  /// True for a block of the environment or of an argument: its address is the same on both sides.
  /// Does it lead to an object that the function has promised not to capture?
  bool is_not_captured(Provenance provenance) const {
    if (provenance == 0 || provenance == kLocalBlock) return false;
    const Block* block = memory.find(provenance);
    return block != nullptr && block->not_captured;
  }
  bool is_shared(Provenance provenance) const {
    const std::uint32_t index = provenance & kBlockMask;
    return index <= shared_blocks && provenance >> kBlockBits == 0 && (index == 0 || !memory.at(index - 1).is_label);
  }

  const Program* program;  ///< of the running frame
  World* world;
  Memory memory;
  Choices choices;
  std::vector<Frame> frames;
  std::size_t shared_blocks = 0;            ///< of the environment and of arguments; labels among them are no such
  std::vector<Provenance> argument_blocks;  ///< of Input::memory in order
  bool stopped = false;
  std::int64_t steps_left = 0;
  std::uint64_t picks_used = 0;
  std::uint64_t pick_limit = 0;
  Trace* trace = nullptr;
  /// Bytes of a block that have been read by an !invariant.load.
  struct Invariant {
    std::size_t block = 0;
    std::uint64_t offset = 0;
    std::uint64_t size = 0;
  };
  std::vector<Invariant> invariants;
  AliasLog alias_log;
  /// What a called function's attributes say of memory that was there before the call.
  struct Guard {
    std::size_t depth = 0;  ///< of its frame
    std::uint64_t born = 0;
    llvm::MemoryEffects effects = llvm::MemoryEffects::unknown();
    std::vector<Provenance> arguments;  ///< what its arguments point to
    std::vector<Provenance> unread;     ///< those of writeonly and readnone parameters
    std::vector<Provenance> unwritten;  ///< those of readonly and readnone parameters
  };
  std::vector<Guard> guards;
  /// What accesses with !invariant.group saw, by place.
  std::map<std::pair<Provenance, std::uint64_t>, std::vector<MemoryByte>> groups;
  std::uint64_t branch_draw = 0;  ///< where the last callbr goes
  std::uint64_t calls_made = 0;      ///< of unknown functions
  std::uint64_t activations = 0;     ///< of functions that were entered
  std::uint64_t calls_drawn = 0;     ///< Input::call_seed
  const std::vector<ScriptedCall>* script = nullptr;  ///< Input::script
  CallOutcomes* outcomes = nullptr;  ///< of programs that make calls
  /// What a landing pad gives: what was thrown, and the number that selects its handler.
  Lane exception = kPoisonLane;
  std::uint32_t selector = 0;
  bool passed_by = false;        ///< since it was last reset: an exception met a landing pad that does not name it
  bool enters_all_pads = false;  ///< it enters it then
  bool allocations_succeed = false;  ///< malloc and its kin give memory always
  bool left_out_exhaustion = false;  ///< and did, where they might have given null
  bool unwound = false;              ///< the run ended because `exception` left the function

 private:
  struct Forgotten {
    Provenance block;
    std::uint64_t offset;
    MemoryByte before;
  };
  void forget_initialized(Provenance provenance, const llvm::Argument& parameter, std::uint64_t place);
  std::vector<Forgotten> forgotten_;
  void load_constants(const Program& loaded, Lane* lanes);
  void compact();
  const Program& top_;
  std::unique_ptr<Lane[]> stack_;
  std::size_t capacity_ = 0;
  std::size_t used_ = 0;
  std::vector<llvm::APInt> wide_;
  std::vector<llvm::APInt> wide_constants_;  ///< indices from kConstantBase on
  std::unordered_map<const Program*, std::vector<Lane>> constants_;
  std::vector<Block> start_;    ///< blocks when the run began, of programs with !invariant.load
  std::vector<Block> initial_;  ///< the environment's blocks before a run
  std::vector<LaneSet> sets_;
  std::int64_t budget_ = 0;
  std::uint64_t compactions_ = 0;  ///< of the pools: lanes' indices mean something else then
  bool narrow_ = false;  ///< pointers of 32 bits
  bool tiny_ = false;    ///< narrower ones
  std::size_t room_ = kInitialRoom;
  static constexpr std::size_t kInitialRoom = 1u << 14;
  static constexpr std::uint64_t kConstantBase = std::uint64_t{1} << 62;
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
    if (machine.address_observed) result.complete = false;
    if (machine.doubt != nullptr) result.doubt = machine.doubt;
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
