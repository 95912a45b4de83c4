#include "services/worker/validate/validate.h"

namespace assay::validate {
namespace {

using interpret::CheckResult;
using interpret::Input;
using interpret::InputLane;

Input to_input(const refine::CounterInput& counter) {
  Input input;
  for (const auto& argument : counter.arguments) {
    std::vector<InputLane>& lanes = input.arguments.emplace_back();
    for (const refine::InputValue& value : argument) {
      switch (value.kind) {
        case refine::InputValue::Kind::Bits:
          lanes.push_back(InputLane::of(value.bits));
          break;
        case refine::InputValue::Kind::Poison:
          lanes.push_back(InputLane::poison());
          break;
        case refine::InputValue::Kind::Undef:
          lanes.push_back(InputLane::undef());
          break;
      }
    }
  }
  return input;
}

/// What a lane may be replaced by, the simplest first; only what is simpler than it is now.
std::vector<InputLane> simpler(const InputLane& lane, unsigned width) {
  std::vector<InputLane> list{InputLane::of(llvm::APInt(width, 0))};
  if (width > 1) list.push_back(InputLane::of(llvm::APInt(width, 1)));
  if (lane.kind != InputLane::Kind::Bits) {
    list.push_back(InputLane::of(llvm::APInt::getAllOnes(width)));
    return list;
  }
  std::erase_if(list, [&](const InputLane& other) { return other.bits.uge(lane.bits); });
  // Fewer bits set: without the upper half, or a smooth number near it.
  for (unsigned keep : {4u, 8u, 16u, width / 2}) {
    if (keep == 0 || keep >= width) continue;
    const llvm::APInt low = lane.bits & llvm::APInt::getLowBitsSet(width, keep);
    if (low.ult(lane.bits) && !low.isZero()) list.push_back(InputLane::of(low));
  }
  return list;
}

}  // namespace

Validation validate(const semantics::Function& source, const semantics::Function& target,
                    const refine::CounterInput& counter, const Options& options) {
  Validation result;
  if (counter.beyond_arguments) {
    result.reason = "memory or calls decide";
    return result;
  }
  Input input = to_input(counter);
  const CheckResult first = interpret::check_input(source, target, input, options.check);
  switch (first.kind) {
    case CheckResult::Kind::Refuted:
      break;
    case CheckResult::Kind::Proved:
    case CheckResult::Kind::Passed:
      result.confirmation = Confirmation::Spurious;
      return result;
    case CheckResult::Kind::Inconclusive:
    case CheckResult::Kind::Unsupported:
      result.reason = first.reason;
      return result;
  }
  result.confirmation = Confirmation::Confirmed;
  result.reason = first.reason;
  unsigned tries = 0;
  for (std::size_t argument = 0; argument < input.arguments.size(); ++argument) {
    for (std::size_t lane = 0; lane < input.arguments[argument].size(); ++lane) {
      const unsigned width = counter.arguments[argument][lane].bits.getBitWidth();
      for (const InputLane& other : simpler(input.arguments[argument][lane], width)) {
        if (++tries > options.simplifications) break;
        Input changed = input;
        changed.arguments[argument][lane] = other;
        const CheckResult again = interpret::check_input(source, target, changed, options.check);
        if (again.kind != CheckResult::Kind::Refuted || again.reason != first.reason) continue;
        input = std::move(changed);
        break;
      }
    }
  }
  result.input = std::move(input);
  return result;
}

}  // namespace assay::validate
