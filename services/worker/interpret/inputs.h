#pragma once

#include <optional>
#include <vector>

#include "services/common/rng.h"
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
  bool allows(const llvm::APInt& pattern) const;
};
std::vector<ArgumentLane> argument_lanes(const semantics::Function& function);

/// Do both functions take and give lanes of the same types? Else what differs.
std::optional<std::string> mismatch(const semantics::Function& source, const semantics::Function& target);
/// A type of argument that the generators of inputs can't make, if there is one.
std::optional<std::string> unsupported_argument(const semantics::Function& function);

/// Draws inputs: first corner cases in order, then mixtures of boundary values, constants of both functions with their
/// neighbours, and random patterns. A function of the seed.
class InputSampler {
 public:
  InputSampler(const semantics::Function& source, const semantics::Function& target, const CheckOptions& options);
  Input next();

 private:
  InputLane draw(const ArgumentLane& lane, const Input& so_far);
  InputLane uniform(const ArgumentLane& lane, const llvm::APInt& pattern) const;
  llvm::APInt pattern(unsigned width);
  void mine(const semantics::Function& function);
  bool may_be_poison(const ArgumentLane& lane) const { return options_.poison_input && !lane.promises->noundef; }
  bool may_be_undef(const ArgumentLane& lane) const { return options_.undef_input && !lane.promises->noundef; }

  CheckOptions options_;
  std::vector<ArgumentLane> lanes_;
  std::vector<llvm::APInt> constants_;
  Rng rng_;
  std::uint64_t count_ = 0;
  std::size_t arguments_;
};

}  // namespace assay::interpret
