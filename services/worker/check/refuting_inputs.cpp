#include "services/worker/check/refuting_inputs.h"

#include <llvm/IR/Value.h>

#include <algorithm>

namespace assay::check {
namespace {

constexpr std::size_t kMost = 4;

std::string name_of(const semantics::Argument& argument) {
  return argument.origin == nullptr ? "" : argument.origin->getName().str();
}

bool fits(const std::vector<semantics::InputLane>& lanes, const semantics::Function& source,
          const semantics::Argument& argument) {
  if (lanes.size() != argument.value.count) return false;
  for (std::uint32_t i = 0; i < argument.value.count; ++i) {
    const semantics::LaneType& type = source.slots[argument.value.first + i];
    const semantics::InputLane& lane = lanes[i];
    if (lane.kind == semantics::InputLane::Kind::Bits && lane.bits.getBitWidth() != type.bits) return false;
    if (lane.block != 0 && type.kind != semantics::LaneKind::Pointer) return false;
  }
  return true;
}

}  // namespace

void RefutingInputs::remember(const semantics::Function& source, const semantics::Input& input) {
  std::erase_if(all_, [&](const Remembered& each) { return each.input == input; });
  std::vector<std::string> names;
  for (const semantics::Argument& argument : source.arguments) names.push_back(name_of(argument));
  all_.push_front({std::move(names), input});
  if (all_.size() > kMost) all_.pop_back();
}

std::optional<semantics::Input> RefutingInputs::fitted(const Remembered& remembered,
                                                       const semantics::Function& source) {
  semantics::Input input = remembered.input;
  input.arguments.clear();
  for (std::size_t i = 0; i < source.arguments.size(); ++i) {
    const std::string name = name_of(source.arguments[i]);
    const auto named = std::find(remembered.names.begin(), remembered.names.end(), name);
    const std::size_t from = name.empty() ? i : static_cast<std::size_t>(named - remembered.names.begin());
    if (from >= remembered.input.arguments.size() ||
        !fits(remembered.input.arguments[from], source, source.arguments[i]))
      return std::nullopt;
    input.arguments.push_back(remembered.input.arguments[from]);
  }
  return input;
}

std::vector<semantics::Input> RefutingInputs::inputs_for(const semantics::Function& source) const {
  std::vector<semantics::Input> inputs;
  for (const Remembered& each : all_)
    if (auto input = fitted(each, source)) inputs.push_back(std::move(*input));
  return inputs;
}

}  // namespace assay::check
