#pragma once

#include <llvm/ADT/APInt.h>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "services/common/records.h"
#include "services/common/status.h"
#include "services/worker/interpret/memory/memory.h"
#include "services/worker/interpret/values/lane_set.h"
#include "services/worker/semantics/input.h"
#include "services/worker/semantics/permissions.h"
#include "services/worker/semantics/program.h"

/// The concrete machine: runs lowered functions on inputs, finds all their behaviours, and compares them.
namespace assay::interpret {

using semantics::Input;
using semantics::InputBlock;
using semantics::InputByte;
using semantics::InputLane;
using semantics::ScriptedCall;

/// A block of memory as code outside sees it: the caller at the end of a run, or an unknown function that is called.
struct VisibleBlock {
  std::string name;  ///< of the global; empty: it is no global's
  std::uint64_t size = 0;
  std::uint64_t address = 0;
  std::vector<MemoryByte> bytes;  ///< none: it was freed
};

/// What a run may cost; one that needs more ends as OutOfSteps or Inconclusive.
struct Limits {
  std::uint64_t steps = 1u << 20;       ///< instructions executed
  std::uint64_t picks = 1u << 16;       ///< combinations of members of the operands of one operation on one lane
  std::uint64_t behaviours = 1u << 10;  ///< runs made to enumerate choices
  std::uint64_t memory = 1u << 28;      ///< bytes allocated
};

/// Diverges: the run never ends, and from some point on code outside sees nothing of it. Found for loops and recursions
/// that come back to an earlier state; others are OutOfSteps.
enum class EndKind : std::uint8_t { Returned, UndefinedBehaviour, Diverges, OutOfSteps, Inconclusive, Unsupported };

/// The access that was undefined behaviour.
struct BadAccess {
  enum class Kind : std::uint8_t { None, Global, Argument, Stack, Heap, Function };
  Kind kind = Kind::None;    ///< of the object that the pointer leads to; None: no object, or nothing is left of it
  std::uint32_t object = 0;  ///< LaneSet::provenance of what leads to it
  std::string name;          ///< a global's or function's
  std::uint64_t size = 0;    ///< the object's
  std::int64_t offset = 0;   ///< of the access, from the object's start; of none: the address
  std::uint64_t bytes = 0;
  std::uint64_t align = 1;  ///< that was promised
  bool is_write = false;
};

/// No instruction: the rule was broken by an argument or at the call.
constexpr std::uint32_t kNoInstruction = ~std::uint32_t{0};

/// Something that code outside sees while the function runs: a call of an unknown function, a volatile access.
struct Event {
  std::string name;  ///< the function's, or "volatile load", "volatile store"
  std::vector<LaneSet> arguments;
  std::vector<VisibleBlock> memory;  ///< what the callee could see, if it reads memory
  /// The kinds of state that it changes: those who look at one of them see the events that change it, in their order.
  semantics::OutsideKinds changes = {semantics::Outside::Inaccessible, semantics::Outside::Others};
};

/// Behaviour::exit_code of a noreturn exit: the run ended in a call of an unknown function that does not return.
constexpr int kNoreturnExit = -1;
/// Exit code of a program that aborts.
constexpr int kAborted = 134;

/// How one run ended, for one script of choices. UndefinedBehaviour means that it is among what may happen.
struct Behaviour {
  EndKind end = EndKind::Returned;
  semantics::Rule rule = semantics::Rule::RuleCount;  ///< the rule broken by undefined behaviour
  std::uint32_t instruction = kNoInstruction;         ///< where it ended, into Function::instructions
  /// If it ended in a function that was called: the instruction there, the call of that function, the call of its
  /// caller, …
  std::vector<const llvm::Instruction*> chain;
  /// Inconclusive: why; Unsupported: the feature; Diverges: what may make that undefined; UndefinedBehaviour: more of
  /// what is wrong, if there is more
  std::string reason;
  std::optional<BadAccess> access;     ///< UndefinedBehaviour: if that is what is wrong
  std::vector<LaneSet> result;         ///< the lanes returned
  std::vector<std::uint64_t> choices;  ///< the script that gives this run again
  std::uint64_t places = 0;            ///< Memory::shift, where the run's objects stand
  bool guesses_provenance = false;     ///< a pointer was made of a number, or its bytes were read as one
  std::uint64_t steps = 0;             ///< instructions executed
  std::vector<VisibleBlock> memory;    ///< what the caller can see at the end
  std::vector<Event> events;
  std::string output;                ///< what the program printed to stdout
  std::string errors;                ///< and to stderr
  std::optional<int> exit_code;      ///< it called exit, or is @main and returned; or kNoreturnExit
  std::optional<LaneSet> exception;  ///< what was thrown, if it unwound instead of returning
};

/// What one executed instruction gave.
struct TracedValue {
  const llvm::Instruction* instruction = nullptr;
  std::size_t depth = 0;  ///< calls between the function that the run began with and the one that it stands in
  std::vector<LaneSet> lanes;
  std::vector<semantics::LaneType> types;
};
using Trace = std::vector<TracedValue>;

struct RunOptions {
  Limits limits;
  std::vector<std::uint64_t> choices;  ///< choices to begin with, as Behaviour::choices gives them
  std::optional<std::uint64_t> seed;   ///< draws the choices that `choices` leaves open; otherwise they are zero
  Trace* trace = nullptr;  ///< filled with every executed instruction that has a value, or to do with memory or calls
  bool allocations_succeed = false;  ///< malloc and its kin never give null
  bool invents =
      true;  ///< functions that nobody knows do what is drawn for them; else a call of one ends the run as unsupported
  bool real_functions = false;  ///< mathematical functions as in CheckOptions
  std::string input;            ///< what a program finds on its standard input
  bool traces_callees = false;  ///< the trace has what called functions execute, too
};

/// One run.
Behaviour run(const semantics::Function& function, const Input& input, const RunOptions& options = {});

/// The input of @main(argc, argv[, envp]) for these arguments; the program's name is the first. An empty environment.
/// The error says what is wrong with @main's parameters.
Result<Input> main_input(const semantics::Function& main, const std::vector<std::string>& arguments);
/// What a program that ended leaves its caller: exit's argument or @main's result; nothing if it did not end.
std::optional<int> exit_code_of(const semantics::Function& main, const Behaviour& behaviour);

/// Two executions of @main with the same arguments, as an observer outside of the process sees them.
struct ExecutionComparison {
  enum class Kind : std::uint8_t {
    Same,  ///< or the source's is undefined
    Different,
    Inconclusive,
  };
  Kind kind = Kind::Same;
  Reason reason = Reason::None;      ///< Different
  std::string detail;                ///< Inconclusive: why
  bool is_defined = true;            ///< the source's execution was; else it allows everything
  bool is_complete = true;           ///< all behaviours of the executions were run
  bool is_closed = true;             ///< nothing outside of the modules had to be thought up
  bool ran_out = false;              ///< Inconclusive: an execution took all of its steps
  bool has_endless_memory = false;   ///< what happens when memory is exhausted was left out
  bool leaves_out_volatile = false;  ///< volatile accesses were not compared: nobody says how a volatile copy accesses
  std::string source_result;         ///< "prints 12 bytes and exits with 3"
  std::string target_result;
};
/// Runs both modules from @main, with functions of the C library that are known. Memory is never exhausted.
ExecutionComparison compare_executions(const semantics::Function& source, const semantics::Function& target,
                                       const std::vector<std::string>& arguments, const Limits& limits = {});

/// The behaviours of a function on one input.
struct Behaviours {
  std::vector<Behaviour> all;         ///< behaviours after undefined behaviour was found are left out: it covers all
  bool complete = true;               ///< every combination of choices was run
  std::string doubt;                  ///< why the machine does not know what is allowed, if it is incomplete for that
  bool is_refuted_elsewhere = false;  ///< of a source: CheckOptions::refutes_only
  /// Why a source with these behaviours refutes nothing, if they are incomplete.
  std::string why_incomplete() const { return doubt.empty() ? "source has more choices than were enumerated" : doubt; }
};
Behaviours behaviours(const semantics::Function& function, const Input& input, const Limits& limits = {});

/// May the target do what it does, given what the source may do?
struct Comparison {
  enum class Kind : std::uint8_t { Allowed, Violated, Inconclusive };
  Kind kind = Kind::Allowed;
  Reason reason = Reason::None;  ///< of Violated
  std::string detail;            ///< of Inconclusive: why
  std::size_t source_index = 0;  ///< the source's behaviour to show beside the target's
  std::size_t target_index = 0;  ///< the behaviour that the source does not allow
  bool differs = false;          ///< of Inconclusive: the target differs, but that may be allowed
  void leave_open(std::string why) {
    kind = Kind::Inconclusive;
    reason = Reason::None;
    detail = std::move(why);
  }
  void leave_difference_open(std::string why) {
    leave_open(std::move(why));
    differs = true;
  }
};
/// A source with more behaviours than were enumerated never gives Violated.
Comparison compare(const Behaviours& source, const Behaviours& target);

/// Which inputs are drawn.
enum class Drawing : std::uint8_t {
  Mixtures,  ///< of all kinds of values
  LongRuns,  ///< under which loops run long
  Counts,    ///< all numbers are small counts, under which loops in loops run
};

struct CheckOptions {
  bool undef_input = true;
  bool poison_input = true;
  std::uint64_t budget = 4'000'000;  ///< instructions and picks that the check may execute
  std::uint64_t samples = 512;       ///< inputs that check_sampled tries
  std::uint64_t seed = 0;
  Drawing drawing = Drawing::Mixtures;  ///< check_sampled
  /// check_input, check_sampled and explain: mathematical functions that nobody rounds correctly (cos, exp2, …) give
  /// what this machine's library gives, for half, float and double. Else they are any functions.
  bool real_functions = false;
  /// check_input and explain: nothing but a refutation is asked for, by who knows from elsewhere that none of the
  /// source's choices allows what the target does. A sample of either side's choices and places stands for all; a set
  /// of values that can't be kept is a larger one in the source, and one of its members in the target; the world is one
  /// of those that may be: variables have the size that is known of them, memory of the caller that is freed came from
  /// malloc.
  bool refutes_only = false;
  /// refutes_only: what the target's choices are likely to be, in the order in which they are made.
  std::vector<llvm::APInt> suggested;
  bool allocations_succeed = false;  ///< check_input and explain: malloc and its kin never give null, on either side
  Limits limits = [] {
    Limits small;
    small.memory = 1u << 20;
    return small;
  }();
};

/// What a check on many inputs found.
struct CheckResult {
  enum class Kind : std::uint8_t {
    Proved,        ///< every input, every choice: correct
    Refuted,       ///< `input` shows that the target is wrong
    Passed,        ///< nothing wrong on the inputs tried, which were not all
    Inconclusive,  ///< some runs could not be judged, the others passed
    Unsupported,   ///< a feature that the machine does not have was reached; `detail` names it
  };
  Kind kind = Kind::Passed;
  Reason reason = Reason::None;  ///< Refuted
  std::string detail;            ///< Inconclusive and Unsupported: why
  std::uint64_t inputs = 0;      ///< tried
  std::uint64_t executed = 0;    ///< instructions and picks
  std::optional<Input> input;    ///< Refuted
  /// Inconclusive because of a part of a large block that the input does not hold: the block, and what it should hold.
  struct Missed {
    std::size_t block;  ///< index in Input::memory
    std::uint64_t offset, count;
  };
  std::optional<Missed> missed;
  bool is_left_open = false;  ///< Inconclusive: what some input shows may be allowed, because LangRef leaves it open
  bool precondition_met = false;  ///< some input made the source return without undefined behaviour
};

/// Runs both functions on every input, poison and undef inputs too as the options say. Nothing if there are more inputs
/// than the budget allows or the budget ran out before all were seen without a refutation.
std::optional<CheckResult> check_exhaustively(const semantics::Function& source, const semantics::Function& target,
                                              const CheckOptions& options = {});
/// Runs both on boundary values, constants of both functions and their neighbours, poison, undef and random values, a
/// function of the seed, until their lanes and picks have used up the budget. Never proves.
CheckResult check_sampled(const semantics::Function& source, const semantics::Function& target,
                          const CheckOptions& options = {});
/// Judges one input; validate/ asks for a solver's model. All choices of both sides are tried within the limits.
CheckResult check_input(const semantics::Function& source, const semantics::Function& target, const Input& input,
                        const CheckOptions& options = {});

/// Where the blocks of an input stand.
std::vector<std::uint64_t> addresses_of(const semantics::Function& source, const semantics::Function& target,
                                        const Input& input);

/// How many inputs check_exhaustively would run, at most `limit`.
std::uint64_t input_count(const semantics::Function& function, const CheckOptions& options, std::uint64_t limit);

/// The counterexample as a record: the inputs, both traces up to where they end, both results.
Counterexample explain(const semantics::Function& source, const semantics::Function& target, const Input& input,
                       const CheckOptions& options = {});

/// "returns i8 3", "immediate undefined behaviour: division by zero at %d = udiv i8 %a, %b", …
std::string describe(const semantics::Function& function, const Behaviour& behaviour);
/// The value of an argument, a register or a result, lanes in the form of its type: "<i8 1, i8 poison>".
std::string print_value(const std::vector<LaneSet>& lanes, const std::vector<semantics::LaneType>& types);
/// The trace as records, phis and all, constants and calls without value included only if they ran. Of a longer one
/// than `most` its beginning and its end, with a line that says how much is left out.
std::vector<TraceLine> print_trace(const Trace& trace, std::size_t most = std::numeric_limits<std::size_t>::max());

/// Reads arguments as `assay run --args` takes them, separated by commas at the top level: integers in decimal or
/// hexadecimal, true, false, poison, undef, floats as decimal or 0x-bits, aggregates in <…>, {…} or […]. Pointers:
/// null, the start of a block of memory that holds the bytes given ("[00 xx ??]", xx poison, ?? undef), "[…] + 1"
/// inside it, "block 1 + 1" into that of the first argument that brought one.
Result<Input> parse_arguments(const semantics::Function& function, const std::string& text);

}  // namespace assay::interpret
