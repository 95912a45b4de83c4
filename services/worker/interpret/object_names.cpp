#include "services/worker/interpret/object_names.h"

#include <utility>

#include "services/worker/interpret/machine.h"

namespace assay::interpret {

ObjectNames::ObjectNames(const Machine& machine, const Input& input) {
  if (machine.world != nullptr) {
    const auto& objects = machine.world->environment().objects();
    for (std::size_t i = 0; i < objects.size() && i < machine.surroundings.count; ++i)
      if (!objects[i].is_label) add(Memory::environment(i), objects[i].address, "@" + objects[i].name);
  }
  const auto& blocks = machine.surroundings.of_input;
  for (std::size_t i = 0; i < blocks.size() && i < input.memory.size(); ++i)
    if (const Block* block = machine.memory.find(blocks[i]); block != nullptr)
      add(blocks[i], block->base, block_name(input, static_cast<semantics::InputBlockNumber>(i + 1)));
}

void ObjectNames::add(std::uint32_t provenance, std::uint64_t address, std::string name) {
  objects_[provenance] = {address, std::move(name)};
}

std::optional<std::string> ObjectNames::pointer(std::uint32_t provenance, std::uint64_t address) const {
  const auto found = objects_.find(provenance);
  if (found == objects_.end()) return std::nullopt;
  return pointer_text(found->second.name, static_cast<std::int64_t>(address - found->second.address));
}

std::optional<std::string> ObjectNames::object(std::uint32_t provenance) const {
  const auto found = objects_.find(provenance);
  return found == objects_.end() ? std::nullopt : std::optional(found->second.name);
}

std::optional<std::string> ObjectNames::at(std::uint64_t address) const {
  for (const auto& [provenance, object] : objects_)
    if (object.address == address) return object.name;
  return std::nullopt;
}

std::string print(const LaneSet& lane, const semantics::LaneType& type, const ObjectNames& names) {
  const bool is_one = lane.masked && lane.free.isZero() && !lane.poison && lane.width <= 64;
  if (!is_one || lane.provenance == 0) return print(lane, type);
  const std::uint64_t address = lane.fixed.getZExtValue();
  if (const auto pointer = names.pointer(lane.provenance, address)) return "ptr " + *pointer;
  const auto own = lane.provenance == kLocalBlock ? names.at(address) : std::nullopt;
  return own ? "ptr " + pointer_text(*own, 0) : print(lane, type);
}

std::string pointer_text(const std::string& object, std::int64_t offset) {
  const std::uint64_t distance =
      offset < 0 ? std::uint64_t{0} - static_cast<std::uint64_t>(offset) : static_cast<std::uint64_t>(offset);
  return object + (offset < 0 ? " - " : " + ") + std::to_string(distance);
}

std::string block_name(const Input& input, semantics::InputBlockNumber number) {
  const InputBlock& block = input.memory[number - 1];
  if (!block.name.empty()) return "@" + block.name;
  return block.is_function ? semantics::name_of_function(number) : "block " + std::to_string(number);
}

}  // namespace assay::interpret
