#pragma once

#include <llvm/ADT/APInt.h>

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "services/common/records.h"
#include "services/worker/refine/smt/solver.h"
#include "services/worker/semantics/program.h"

/// The symbolic machine: does the target refine the source?
namespace assay::refine {

struct RefineResult;

struct Options {
  /// How often a loop goes back to its head at most per entry. 0: the bound grows while it is cheap, from a low one.
  unsigned unroll = 0;
  /// Hears of each proof within a bound that may still grow: what stands if the solver never comes back.
  std::function<void(const RefineResult&)> proved;
  bool undef_input = true;           ///< arguments may be undef
  bool poison_input = true;          ///< arguments may be poison
  unsigned smt_timeout_ms = 10'000;  ///< per query
  unsigned memory_mb = 1'024;
  std::uint64_t rlimit = 0;       ///< Z3's deterministic limit per query; 0: none
  std::size_t max_steps = 4'000;  ///< blocks after unrolling
};

/// One lane of an argument in a counterexample.
struct InputValue {
  enum class Kind : std::uint8_t { Bits, Poison, Undef };
  Kind kind = Kind::Bits;
  llvm::APInt bits;         ///< of a pointer with a block: the offset into it; else the address
  std::uint32_t block = 0;  ///< of a pointer: 1 + index into CounterInput::memory; 0: nothing
};

/// One byte of a counterexample's memory.
struct CounterByte {
  std::uint8_t value = 0;
  bool poison = false;
  std::uint32_t block = 0;   ///< part of a pointer: 1 + index of the block that it leads to
  std::uint8_t piece = 0;    ///< which byte of it, from the low end
  std::uint64_t offset = 0;  ///< into that block
};

/// An object of the caller's: a global by its name, or what pointers lead to. Of large ones the beginning.
struct CounterBlock {
  std::string name;
  std::uint64_t align = 1;
  std::uint64_t address = 0;
  bool writable = true;
  std::vector<CounterByte> bytes;
};

/// What a call of an unknown function does in a counterexample.
struct CounterCall {
  struct Write {
    std::uint32_t block = 0;     ///< 1 + index into CounterInput::memory; 0: behind the argument's pointer
    std::uint32_t argument = 0;  ///< of the call
    std::uint64_t offset = 0;
    CounterByte byte;
  };
  std::string function;  ///< its name; empty: inline assembly
  std::vector<std::vector<std::optional<InputValue>>> arguments;  ///< per argument, per lane; nothing: not told
  bool returns = true;
  bool undefined = false;  ///< calling it so is undefined behaviour
  std::vector<InputValue> result;
  std::vector<std::uint32_t> result_of;  ///< per lane: 1 + the argument whose pointer `bits` is an offset from; 0: none
  std::vector<Write> writes;
};

/// An input on which the target does what the source can't. The target's choices are those that show it.
struct CounterInput {
  std::vector<std::vector<InputValue>> arguments;  ///< per argument, per lane
  std::vector<CounterBlock> memory;
  /// What is different from call to call, in the order in which the source makes them, then the target those that the
  /// source does not make.
  std::vector<CounterCall> calls;
  /// Something that arguments can't say, and memory only in part, may decide: addresses, results of calls.
  bool beyond_arguments = false;
};

struct RefineResult {
  VerdictKind kind = VerdictKind::Unknown;
  Reason reason = Reason::None;
  std::string feature;  ///< as in Verdict
  std::string detail;
  std::string bound;                  ///< for Correct: what the proof is limited to; empty: nothing
  bool cuts_loops = false;            ///< for Correct: the bound of loops is part of that
  std::optional<CounterInput> input;  ///< for Incorrect
};
inline std::string reason_text(const RefineResult& result) { return reason_text(result.kind, result.reason, result.feature); }

/// Checks one pair by one query per way to fail. Correct only if every query is unsatisfiable, incorrect only with a
/// model. The solver is reused from call to call.
RefineResult refine(const semantics::Function& source, const semantics::Function& target, const Options& options,
                    smt::Solver& solver);
RefineResult refine(const semantics::Function& source, const semantics::Function& target, const Options& options);

}  // namespace assay::refine
