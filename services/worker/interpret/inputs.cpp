#include "services/worker/interpret/inputs.h"

#include <llvm/ADT/STLExtras.h>

#include "services/worker/interpret/promise_steps.h"

namespace assay::interpret {
namespace {

using llvm::APInt;
using semantics::Function;

APInt random_pattern(Rng& rng, unsigned width) {
  APInt value(width, 0);
  for (unsigned low = 0; low < width; low += 64) {
    const unsigned take = std::min(64u, width - low);
    value.insertBits(rng() >> (64 - take), low, take);
  }
  return value;
}

}  // namespace

bool ArgumentLane::allows(const APInt& pattern) const { return keeps_promises(*promises, type, pattern); }

std::vector<ArgumentLane> argument_lanes(const Function& function) {
  std::vector<ArgumentLane> lanes;
  for (std::uint32_t i = 0; i < function.arguments.size(); ++i) {
    const semantics::Argument& argument = function.arguments[i];
    for (std::uint32_t lane = 0; lane < argument.value.count; ++lane)
      lanes.push_back(
          {i, lane, argument.value.first + lane, function.slots[argument.value.first + lane], &argument.promises});
  }
  return lanes;
}

std::optional<std::string> mismatch(const Function& source, const Function& target) {
  if (source.arguments.size() != target.arguments.size()) return "different parameters";
  const auto left = argument_lanes(source);
  const auto right = argument_lanes(target);
  if (left.size() != right.size()) return "different parameters";
  for (std::size_t i = 0; i < left.size(); ++i)
    if (left[i].argument != right[i].argument || !(left[i].type == right[i].type)) return "different parameters";
  if (source.result_lanes != target.result_lanes) return "different return types";
  return std::nullopt;
}

std::optional<std::string> unsupported_argument(const Function& function) {
  for (const ArgumentLane& lane : argument_lanes(function))
    if (lane.type.kind == semantics::LaneKind::Pointer) return "pointer argument";
  return std::nullopt;
}

InputSampler::InputSampler(const Function& source, const Function& target, const CheckOptions& options)
    : options_(options), lanes_(argument_lanes(source)), rng_(options.seed), arguments_(source.arguments.size()) {
  mine(source);
  mine(target);
}

void InputSampler::mine(const Function& function) {
  constexpr std::size_t kEnough = 256;
  for (const semantics::ConstantLane& constant : function.constants) {
    if (constant.kind != semantics::ConstantLane::Kind::Bits || constants_.size() >= kEnough) continue;
    if (!llvm::any_of(constants_, [&](const APInt& known) {
          return known.getBitWidth() == constant.bits.getBitWidth() && known == constant.bits;
        }))
      constants_.push_back(constant.bits);
  }
}

APInt InputSampler::pattern(unsigned width) {
  const std::uint64_t way = rng_.below(10);
  if (way < 3 && !constants_.empty()) {
    APInt value = rng_.pick(constants_).zextOrTrunc(width);
    switch (rng_.below(8)) {
      case 0:
        return value + 1;
      case 1:
        return value - 1;
      case 2:
        return ~value;
      case 3:
        return -value;
      default:
        return value;
    }
  }
  if (way < 6) {
    switch (rng_.below(7)) {
      case 0:
        return APInt(width, 0);
      case 1:
        return APInt(width, 1);
      case 2:
        return APInt::getAllOnes(width);
      case 3:
        return APInt::getSignedMinValue(width);
      case 4:
        return APInt::getSignedMaxValue(width);
      case 5:
        return APInt::getOneBitSet(width, static_cast<unsigned>(rng_.below(width)));
      default:
        return APInt(64, rng_.below(std::uint64_t{width} + 2)).zextOrTrunc(width);
    }
  }
  if (way < 7) return APInt::getLowBitsSet(width, static_cast<unsigned>(rng_.below(std::uint64_t{width} + 1)));
  return random_pattern(rng_, width);
}

InputLane InputSampler::draw(const ArgumentLane& lane, const Input& so_far) {
  if (may_be_poison(lane) && rng_.chance(1, 16)) return InputLane::poison();
  if (may_be_undef(lane) && rng_.chance(1, 24)) return InputLane::undef();
  const unsigned width = lane.type.bits;
  constexpr int kTries = 16;
  APInt value(width, 0);
  for (int i = 0; i < kTries; ++i) {
    value = pattern(width);
    // Equal operands, or related ones, are where folds go wrong.
    if (rng_.chance(1, 8) && !so_far.arguments.empty()) {
      const auto& other = so_far.arguments[rng_.below(so_far.arguments.size())];
      if (!other.empty() && other[0].kind == InputLane::Kind::Bits) value = other[0].bits.zextOrTrunc(width);
    }
    if (lane.allows(value)) break;
  }
  return InputLane::of(value);
}

InputLane InputSampler::uniform(const ArgumentLane& lane, const APInt& pattern) const {
  return InputLane::of(pattern.sextOrTrunc(lane.type.bits));
}

Input InputSampler::next() {
  Input input;
  input.arguments.resize(arguments_);
  const std::uint64_t number = count_++;
  constexpr std::uint64_t kFirst = 2;
  for (std::size_t i = 0; i < lanes_.size(); ++i) {
    const ArgumentLane& lane = lanes_[i];
    InputLane value;
    if (number == 0)
      value = uniform(lane, APInt(1, 0));
    else if (number == 1)
      value = uniform(lane, APInt::getAllOnes(1));
    else if (number >= kFirst && number < kFirst + 2 * lanes_.size() && (number - kFirst) / 2 == i)
      value = (number - kFirst) % 2 == 0 ? (may_be_poison(lane) ? InputLane::poison() : draw(lane, input))
                                         : (may_be_undef(lane) ? InputLane::undef() : draw(lane, input));
    else
      value = draw(lane, input);
    input.arguments[lane.argument].push_back(std::move(value));
  }
  return input;
}

}  // namespace assay::interpret
