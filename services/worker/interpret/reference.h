#pragma once

#include <llvm/ADT/APInt.h>

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "services/worker/interpret/interpret.h"

namespace llvm {
class CallBase;
}

/// What something else did with a function (machine code, say), judged by all that the function may do.
namespace assay::interpret {

/// Bytes at a place in memory.
struct PlacedBytes {
  std::uint64_t address = 0;
  std::vector<std::uint8_t> bytes;
};
/// A variable that a function can name, and where it stands.
struct PlacedVariable {
  std::string name;
  std::uint64_t address = 0;
  std::uint64_t size = 0;
};

/// A call, made elsewhere, of a function that nobody knows.
struct MadeCall {
  std::string function;
  bool acts = true;  ///< what it does others may see; else nothing but its result and what it writes through arguments
  std::vector<llvm::APInt> arguments;             ///< all lanes but those of arguments by value
  std::vector<std::vector<std::uint8_t>> copies;  ///< the bytes of those
  bool overflows = false;                         ///< bits beyond an argument's lane came with it
  std::vector<PlacedBytes> memory;                ///< what it could see there: Reference::answer() notes it
};
/// What such a call is to do.
struct CallAnswer {
  enum class End : std::uint8_t {
    Returns,
    Leaves,   ///< it never comes back
    NotMade,  ///< the function makes no such call
    Open,     ///< nobody knows: `why`
  };
  End end = End::Returns;
  std::string why;
  std::vector<llvm::APInt> result;  ///< lanes
  std::vector<PlacedBytes> writes;
};
/// Reads so many bytes at an address; gives fewer where no memory is.
using ReadMemory = std::function<std::vector<std::uint8_t>(std::uint64_t, std::size_t)>;

/// An access of memory that is not the function's own.
struct SeenAccess {
  bool is_store = false;
  PlacedBytes bytes;  ///< read or written
};

/// What was seen of one run elsewhere, with memory at the addresses that it has here.
struct Observed {
  std::string trap;                 ///< how it ended, if it did not return: "reads memory that is not there, at 0x10"
  std::vector<llvm::APInt> result;  ///< the lanes returned
  std::vector<bool> overflows;      ///< of each: bits beyond the lane's type came with it
  std::vector<PlacedBytes> memory;  ///< at the end; blocks that are not given count as unchanged
  std::vector<MadeCall> calls;      ///< in their order
  bool left = false;                ///< the last of them did not come back
  /// In their order, of a function with volatile accesses: all must be there.
  std::vector<SeenAccess> accesses;
  bool has_volatile_only = false;  ///< and there are to be no others
};

/// A function, inputs that are drawn for it, and all that it may do with each of them. No input has undef or poison: a
/// machine has none to give.
class Reference {
 public:
  Reference(const semantics::Function& function, std::uint64_t seed, const Limits& limits);
  ~Reference();
  Reference(const Reference&) = delete;
  Reference& operator=(const Reference&) = delete;

  /// The next input: as check_sampled() draws them.
  Input draw();
  /// The bits of a lane of an input; of a pointer, its address.
  llvm::APInt bits_of(const InputLane& lane, const Input& input) const;
  /// The blocks of an input, variables that it sets among them, in their order; then all other variables that
  /// the module only declares.
  std::vector<PlacedBytes> memory_of(const Input& input) const;
  std::vector<PlacedVariable> variables() const;
  /// The functions that it can name, and where they stand; what is there nobody reads.
  std::vector<PlacedVariable> functions() const;
  /// Where the functions stand that no module has and inputs hold the addresses of, in their order: for all inputs that
  /// are drawn from now on.
  void place_callees(std::vector<std::uint64_t> addresses);
  /// As a MadeCall names the function that the call reaches at that address.
  std::string name_of_callee(const llvm::CallBase& call, std::uint64_t address) const;

  /// Finds all that the function may do with the input, for what follows.
  void run(const Input& input);
  /// Is nothing asked, because the function is undefined on it?
  bool is_undefined() const;
  /// Why nothing that it does with this input can be judged; empty if it can.
  std::string why_open() const;
  /// Does it make volatile accesses of memory that is not its own?
  bool has_volatile_accesses() const;
  /// A run elsewhere begins, with this input, that makes calls.
  void begin_elsewhere();
  /// What the next of its calls is to do: what that of the function does.
  CallAnswer answer(MadeCall& call, const ReadMemory& read);
  /// The most instructions that it executes.
  std::uint64_t steps() const;
  /// May the function do what was seen?
  Comparison judge(const Observed& observed) const;
  /// The input, what the function may do, and what was seen.
  Counterexample explain(const Observed& observed) const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace assay::interpret
