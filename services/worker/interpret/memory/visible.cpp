#include "services/worker/interpret/memory/visible.h"

namespace assay::interpret {
namespace {

/// Of the surroundings' blocks that are memory and can be written: all, or only those that unknown functions may know.
enum class Who : std::uint8_t { Caller, Unknown, UnknownThatCallsBack };

template <class Each>
void for_each_block(const Machine& machine, Who who, const Each& each) {
  const bool for_unknown = who != Who::Caller;
  const std::size_t named = machine.surroundings.environment.size();
  for (std::size_t i = 0; i < machine.surroundings.count; ++i) {
    const Block& block = machine.memory.at(i);
    if (block.kind == Block::Kind::Function || !block.writable) continue;
    const Environment::Object* object = i < named ? &machine.world->environment().objects()[i] : nullptr;
    if (object != nullptr && object->is_unread) continue;
    // A refutation takes into account that the unknown function may call one which reads it.
    const bool is_read_back =
        machine.calls.is_to_refute && who == Who::UnknownThatCallsBack && object != nullptr && object->is_read_back;
    const bool is_private = !block.escaped || (object != nullptr && object->is_private);
    if (for_unknown && is_private && !is_read_back) continue;
    VisibleBlock seen;
    if (object != nullptr) seen.name = object->name;
    seen.size = block.size;
    seen.address = block.base;
    if (block.live) seen.bytes = seen_bytes(machine, block, 0);
    for (const Surroundings::Uninitialized& byte : machine.surroundings.unseen)
      if (byte.block == Memory::environment(i) && byte.offset < seen.bytes.size() &&
          seen.bytes[byte.offset] == MemoryByte::unseen())
        seen.bytes[byte.offset] = byte.before;
    each(block, std::move(seen));
  }
}

}  // namespace

LaneSet seen_lane(const Machine& machine, const Lane& lane, unsigned width) {
  LaneSet set = machine.lanes.set_of(lane, width);
  if (set.provenance != 0 && !machine.is_shared(set.provenance)) set.provenance = kLocalBlock;
  return set;
}

std::vector<MemoryByte> seen_bytes(const Machine& machine, const Block& block, std::uint64_t from) {
  std::vector<MemoryByte> bytes;
  for (std::uint64_t offset = from; offset < block.held(); ++offset) {
    bytes.push_back(block.get(offset));
    MemoryByte& byte = bytes.back();
    if (byte.owner != 0 && !machine.is_shared(byte.owner)) byte.owner = kLocalBlock;
  }
  return bytes;
}

bool is_not_captured(const Machine& machine, Provenance provenance) {
  if (provenance == 0 || provenance == kLocalBlock) return false;
  const Block* block = machine.memory.find(provenance);
  return block != nullptr && block->not_captured;
}

std::vector<VisibleBlock> memory_for_caller(const Machine& machine) {
  std::vector<VisibleBlock> blocks;
  for_each_block(machine, Who::Caller, [&](const Block& block, VisibleBlock seen) {
    for (MemoryByte& byte : seen.bytes)
      if (is_not_captured(machine, byte.owner)) byte = MemoryByte::captured();
    const bool is_dead = block.dead_at_end || (machine.result.unwound && block.dead_at_unwind);
    if (is_dead && block.live) seen.bytes.assign(block.held(), MemoryByte::all_poison());
    for (std::uint64_t at = block.dead_from; at < seen.bytes.size() && at - block.dead_from < block.dead_bytes; ++at)
      seen.bytes[at] = MemoryByte::all_poison();
    blocks.push_back(std::move(seen));
  });
  return blocks;
}

std::vector<VisibleBlock> memory_for_unknown(const Machine& machine, bool calls_back) {
  std::vector<VisibleBlock> blocks;
  for_each_block(machine, calls_back ? Who::UnknownThatCallsBack : Who::Unknown,
                 [&](const Block&, VisibleBlock seen) { blocks.push_back(std::move(seen)); });
  return blocks;
}

}  // namespace assay::interpret
