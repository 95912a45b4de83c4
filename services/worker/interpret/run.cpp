#include "services/worker/interpret/collect.h"
#include "services/worker/interpret/stage.h"
#include "services/worker/interpret/values/mathematics.h"

namespace assay::interpret {

Behaviour run(const semantics::Function& function, const Input& input, const RunOptions& options) {
  CallOutcomes outcomes;
  return run_with(outcomes, function, input, options);
}

Behaviour run_with(CallOutcomes& outcomes, const semantics::Function& function, const Input& input,
                   const RunOptions& options) {
  const RealMathematics real(options.real_functions);
  Program::Kind kind{.traced = options.trace != nullptr, .doubts = false};
  Stage stage(function, kind);
  Machine& machine = stage.open(outcomes);
  machine.calls.allocations_succeed = options.allocations_succeed;
  machine.calls.invents = options.invents;
  machine.calls.input = &options.input;
  kind.traced &= options.traces_callees;
  if (machine.world != nullptr) machine.world->set_kind_of_callees(kind);
  machine.choices = Choices(options.choices);
  if (options.seed) machine.choices.sample(*options.seed);
  machine.begin();
  set_input(machine, input);
  machine.run(options.limits, options.trace);
  return behaviour_of(machine);
}

Result<Input> main_input(const semantics::Function& main, const std::vector<std::string>& arguments) {
  Input input;
  const auto lane_type = [&](std::size_t i) { return main.slots[main.arguments[i].value.first]; };
  if (main.arguments.empty()) return input;
  const bool fits = main.arguments.size() <= 3 && main.arguments.size() >= 2 &&
                    lane_type(0).kind == semantics::LaneKind::Integer &&
                    lane_type(1).kind == semantics::LaneKind::Pointer;
  if (!fits) return Error{"@main takes no argument, or a number, a pointer and perhaps one more pointer"};
  // The strings, then the array of pointers to them, which a null pointer ends.
  const std::size_t pointer_bytes = lane_type(1).bits / 8;
  constexpr std::uint64_t kFirst = 0x4000'0000, kApart = 0x10'0000;
  InputBlock table;
  table.align = 16;
  for (const std::string& argument : arguments) {
    InputBlock text;
    text.size = argument.size() + 1;
    text.address = kFirst + kApart * input.memory.size();
    for (char c : argument) text.bytes.push_back(InputByte::of(static_cast<std::uint8_t>(c)));
    text.bytes.push_back(InputByte::of(0));
    for (std::size_t i = 0; i < pointer_bytes; ++i)
      table.bytes.push_back(InputByte::of_pointer(input.memory.size(), 0, i));
    input.memory.push_back(std::move(text));
  }
  table.bytes.resize(table.bytes.size() + pointer_bytes, InputByte::of(0));
  table.size = table.bytes.size();
  table.address = kFirst + kApart * input.memory.size();
  const std::uint64_t end = table.size - pointer_bytes;
  input.memory.push_back(std::move(table));
  const std::size_t block = input.memory.size() - 1;
  input.arguments.push_back({InputLane::of(llvm::APInt(lane_type(0).bits, arguments.size()))});
  input.arguments.push_back({InputLane::pointer(block, llvm::APInt(lane_type(1).bits, 0))});
  if (main.arguments.size() == 3)
    input.arguments.push_back({InputLane::pointer(block, llvm::APInt(lane_type(2).bits, end))});
  return input;
}

std::optional<int> exit_code_of(const semantics::Function& main, const Behaviour& behaviour) {
  if (behaviour.end != EndKind::Returned) return std::nullopt;
  if (behaviour.exit_code) return behaviour.exit_code;
  if (behaviour.exception) return kAborted;  // std::terminate
  if (main.result_lanes.empty()) return 0;
  if (behaviour.result.size() != 1 || !behaviour.result[0].is_single()) return std::nullopt;
  return static_cast<int>(behaviour.result[0].single().getZExtValue() & 0xff);
}

Behaviours behaviours(const semantics::Function& function, const Input& input, const Limits& limits) {
  CallOutcomes outcomes;
  return behaviours_with(outcomes, function, input, limits);
}

Behaviours behaviours_with(CallOutcomes& outcomes, const semantics::Function& function, const Input& input,
                           const Limits& limits) {
  Stage stage(function);
  return collect(stage.open(outcomes), limits, [&](Machine& machine) { set_input(machine, input); });
}

std::vector<std::uint64_t> addresses_of(const semantics::Function& source, const semantics::Function& target,
                                        const Input& input) {
  const bool has_text = source.origin != nullptr && target.origin != nullptr;
  const Environment environment = has_text ? Environment(*source.origin, target.origin) : Environment();
  std::vector<std::uint64_t> addresses;
  for (const InputBlock& block : input.memory) {
    const auto object = block.name.empty() ? std::nullopt : environment.index_of(block.name);
    addresses.push_back(object ? environment.objects()[*object].address
                               : environment.address_of(block, addresses.size()));
  }
  return addresses;
}

}  // namespace assay::interpret
