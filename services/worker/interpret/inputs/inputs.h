#pragma once

#include <optional>
#include <vector>

#include "services/common/rng.h"
#include "services/worker/interpret/inputs/counts.h"
#include "services/worker/interpret/inputs/environment.h"
#include "services/worker/interpret/inputs/long_runs.h"
#include "services/worker/interpret/interpret.h"

/// Where the inputs of checks come from.
namespace assay::interpret {

/// One lane of the function's arguments in order, with what the argument promises.
struct ArgumentLane {
  std::uint32_t argument = 0;
  std::uint32_t lane = 0;
  semantics::Slot slot = 0;
  semantics::LaneType type;
  const semantics::Promises* promises = nullptr;
  const llvm::Value* origin = nullptr;
  bool allows(const llvm::APInt& pattern) const;
};
std::vector<ArgumentLane> argument_lanes(const semantics::Function& function);

/// What differs in the types of the functions' arguments and results, lane by lane; nothing if nothing does.
std::optional<std::string> mismatch(const semantics::Function& source, const semantics::Function& target);
/// Does the function, with those of its module that it calls, see nothing of its surroundings but its arguments, none
/// of which is a pointer?
bool is_closed(const semantics::Function& function);

/// Draws inputs: first corner cases in order (all zeros, all ones, all sign bits, then poison and undef lane by lane),
/// then mixtures of boundary values, special numbers of floating-point formats, constants of both functions with their
/// neighbours, and random patterns, some vectors with one value in all lanes; pointers to fresh, shared, null and
/// one-past blocks; memory with poison and undef bytes and pointers in it. With Drawing::LongRuns, mixtures only, in
/// which numbers are counts of rounds (long_runs.h) and memory is as long as so many rounds need; with Drawing::Counts
/// such as counts.h says. A function of the seed.
class InputSampler {
 public:
  /// `environment` may be null for functions without memory.
  InputSampler(const semantics::Function& source, const semantics::Function& target, const Environment* environment,
               const CheckOptions& options);
  Input next();

 private:
  InputLane draw(const ArgumentLane& lane, Input& input);
  InputLane draw_pointer(const ArgumentLane& lane, Input& input);
  InputLane uniform(const ArgumentLane& lane, std::uint64_t number, Input& input);
  llvm::APInt pattern(unsigned width);
  void mine(const semantics::Function& function);
  std::size_t add_block(Input& input, std::uint64_t size, std::uint64_t align);
  void fill(InputBlock& block);
  void link(InputBlock& block);
  void add_globals(Input& input);
  void add_functions(Input& input);
  llvm::APInt number(const ArgumentLane& lane);
  std::uint64_t size_of_block();
  bool runs_loops() const { return options_.drawing != Drawing::Mixtures; }
  bool may_be_poison(const ArgumentLane& lane) const { return options_.poison_input && !lane.promises->noundef; }
  bool may_be_undef(const ArgumentLane& lane) const { return options_.undef_input && !lane.promises->noundef; }

  CheckOptions options_;
  bool poison_in_memory_;
  const Environment* environment_;
  std::vector<ArgumentLane> lanes_;
  std::vector<llvm::APInt> constants_;
  std::vector<std::size_t> globals_;          ///< objects of the environment whose contents are drawn
  std::vector<std::size_t> weak_;             ///< extern_weak symbols that may be absent
  std::vector<std::size_t> named_functions_;  ///< objects of the environment that pointers may lead to
  bool returns_pointers_ = false;             ///< a function that is called gives one
  bool loads_pointers_ = false;               ///< the source loads one
  bool calls_pointers_ = false;               ///< a function is called by its address
  bool is_big_endian_ = false;
  std::uint64_t pointer_bytes_ = 8;
  Rng rng_;
  LongRuns long_runs_;
  Counts counts_of_rounds_;
  std::uint64_t count_ = 0;
  bool repeats_lanes_ = false;  ///< the argument being drawn has the value of its first lane in all of them
  bool takes_floats_ = false;
  std::optional<Rng> near_one_;  ///< floating-point numbers of the input being made are near one, by these
  std::size_t arguments_;
  std::vector<std::size_t> shareable_;  ///< blocks of the input being made that other arguments may lead to
  std::vector<std::size_t> functions_;  ///< and those that are functions
  std::vector<std::size_t> linked_;     ///< and those that pointers in memory may lead to
};

}  // namespace assay::interpret
