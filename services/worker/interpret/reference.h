#pragma once

#include <llvm/ADT/APInt.h>

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "services/worker/interpret/interpret.h"

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

/// What was seen of one run elsewhere, with memory at the addresses that it has here.
struct Observed {
  std::string trap;                 ///< how it ended, if it did not return: "reads memory that is not there, at 0x10"
  std::vector<llvm::APInt> result;  ///< the lanes returned
  std::vector<bool> overflows;      ///< of each: bits beyond the lane's type came with it
  std::vector<PlacedBytes> memory;  ///< at the end; blocks that are not given count as unchanged
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
  /// The blocks of an input, variables that it sets among them, in their order.
  std::vector<PlacedBytes> memory_of(const Input& input) const;
  std::vector<PlacedVariable> variables() const;

  /// Finds all that the function may do with the input, for what follows.
  void run(const Input& input);
  /// Is nothing asked, because the function is undefined on it?
  bool is_undefined() const;
  /// Why nothing that it does with this input can be judged; empty if it can.
  std::string why_open() const;
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
