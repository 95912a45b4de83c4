#include <algorithm>

#include "services/worker/interpret/calls/call_log.h"
#include "services/worker/interpret/calls/unknown_calls.h"
#include "services/worker/interpret/memory/visible.h"
#include "services/worker/interpret/values/lanes.h"

/// What a call of an unknown function sees.
namespace assay::interpret {
namespace {

/// The bytes of a byval argument.
void add_copy(const Machine& machine, const Block& block, const Lane& pointer, std::uint64_t size, Event& event) {
  VisibleBlock& seen = event.memory.emplace_back();
  seen.bytes = seen_bytes(machine, block, block.kind == Block::Kind::Large ? 0 : pointer.bits - block.base);
  if (seen.bytes.size() > size) seen.bytes.resize(size);
  seen.size = size;
}

/// The run's own objects that an earlier call was given to keep.
void add_given(const Machine& machine, const CallArguments& arguments, Event& event) {
  for (const CallState::Given& given : machine.calls.given) {
    const Block* block = machine.memory.find(given.pointer.provenance);
    VisibleBlock& seen = event.memory.emplace_back();
    const bool is_seen =
        given.pointer.state == kDefined && block != nullptr && block->live && !is_hidden(machine, arguments, *block);
    if (is_seen) seen.bytes = seen_bytes(machine, *block, 0);
    if (is_seen && block->lifetime_ended) std::ranges::fill(seen.bytes, MemoryByte::all_poison());
    seen.size = seen.bytes.size();
  }
}

}  // namespace

bool hash_arguments(Machine& machine, const CallArguments& arguments, UninterpretedHash& hash) {
  for (std::size_t i = 0; i < arguments.lanes.size(); ++i)
    for (std::size_t k = 0; k < arguments.lanes[i].size(); ++k) {
      const unsigned bits = arguments.types[i][k].bits;
      const bool picks = machine.lanes.lost == LostSets::Pick;
      const Lane lane = picks ? pick(machine, arguments.lanes[i][k], bits) : arguments.lanes[i][k];
      // With poison the function may do anything, whatever it does with what the source gives it.
      if (picks && lane.state == kPoison) {
        hash.add(~std::uint64_t{0});
        continue;
      }
      if (lane.state != kDefined)
        return give_up(machine, "an unknown function of an undefined value", arguments.instruction);
      if (lane.provenance != 0 && !machine.is_shared(lane.provenance))
        return give_up(machine, "an unknown function of a local address", arguments.instruction);
      hash.add(machine.lanes.pattern_of(lane, bits));
    }
  return true;
}

bool hash_pointed(Machine& machine, const CallArguments& arguments, UninterpretedHash& hash) {
  for (unsigned i = 0; i < arguments.lanes.size(); ++i) {
    if (is_unread(arguments, i)) continue;
    for (const Lane& lane : arguments.lanes[i]) {
      const Block* block = machine.memory.find(lane.provenance);
      if (lane.state != kDefined || block == nullptr || !block->live || block->kind == Block::Kind::Function) continue;
      for (std::uint64_t offset = 0; offset < block->held(); ++offset) {
        if (is_initialized_by(arguments, i, *block, offset)) continue;
        const MemoryByte byte = block->get(offset);
        if (byte.undef != 0 || byte.poison != 0 || (byte.owner != 0 && !machine.is_shared(byte.owner)))
          return give_up(machine, "an unknown function reads undefined memory", arguments.instruction);
        hash.add(std::uint64_t{byte.value});
      }
    }
  }
  return true;
}

bool hash_memory(Machine& machine, UninterpretedHash& hash, std::uint32_t instruction) {
  for (std::size_t i = 0; i < machine.memory.count(); ++i) {
    const Block& block = machine.memory.at(i);
    if (!block.live || !block.escaped || !block.writable || block.kind == Block::Kind::Function) continue;
    if (i >= machine.surroundings.count)
      return give_up(machine, "an unknown function may read a local object", instruction);
    for (std::uint64_t offset = 0; offset < block.held(); ++offset) {
      const MemoryByte byte = block.get(offset);
      if (byte.undef != 0 || byte.poison != 0 || (byte.owner != 0 && !machine.is_shared(byte.owner)))
        return give_up(machine, "an unknown function reads undefined memory", instruction);
      hash.add(std::uint64_t{byte.value});
    }
  }
  return true;
}

Event event_of(const Machine& machine, std::string_view name, const CallArguments& arguments,
               std::vector<std::size_t>* behind) {
  Event event;
  event.name = name;
  const bool reads_all = permissions_of(arguments).reads_others(), reads = permissions_of(arguments).reads_module();
  if (reads_all) event.memory = memory_for_unknown(machine, permissions_of(arguments).calls_back);
  for (std::size_t i = 0; i < arguments.lanes.size(); ++i) {
    for (std::size_t k = 0; k < arguments.lanes[i].size(); ++k) {
      const Lane& lane = arguments.lanes[i][k];
      const Block* block = machine.memory.find(lane.provenance);
      if (const auto size = arguments.facts->arguments[i].by_value;
          size && lane.state == kDefined && block != nullptr) {
        add_copy(machine, *block, lane, *size, event);  // where the original stands nobody sees
        if (behind != nullptr) {
          behind->resize(event.memory.size());
          behind->back() = kCopy;
        }
        continue;
      }
      event.arguments.push_back(seen_lane(machine, lane, arguments.types[i][k].bits));
      if (!reads || lane.state != kDefined || block == nullptr || !(block->live || block->lifetime_ended) ||
          (machine.is_shared(lane.provenance) && block->escaped && reads_all) || lane.bits < block->base ||
          is_hidden(machine, arguments, i) || arguments.facts->arguments[i].write_only ||
          !arguments.facts->reads_through(i))
        continue;
      VisibleBlock& seen = event.memory.emplace_back();
      // A refutation looks at all that the callee gets at. Else it is what stands behind the pointer: an optimizer may
      // split objects.
      const bool is_whole = block->kind == Block::Kind::Large || machine.calls.is_to_refute;
      const std::uint64_t from = is_whole ? 0 : lane.bits - block->base;
      seen.bytes = seen_bytes(machine, *block, from);
      for (std::uint64_t at = 0; at < seen.bytes.size(); ++at)
        if (is_initialized_by(arguments, static_cast<unsigned>(i), *block, from + at))
          seen.bytes[at] = MemoryByte::all_poison();
      if (block->lifetime_ended) std::ranges::fill(seen.bytes, MemoryByte::all_poison());
      seen.size = seen.bytes.size();
      if (behind != nullptr) {
        behind->resize(event.memory.size());
        behind->back() = event.arguments.size();
      }
    }
  }
  if (behind != nullptr) behind->resize(event.memory.size());
  if (reads_all && machine.calls.is_to_refute) add_given(machine, arguments, event);
  return event;
}

}  // namespace assay::interpret
