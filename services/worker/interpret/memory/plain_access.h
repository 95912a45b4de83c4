#pragma once

#include "services/worker/interpret/machine.h"
#include "services/worker/interpret/memory/memory_access.h"

/// The short way of loads and stores.
namespace assay::interpret {

/// Where a plain access goes.
struct PlainPlace {
  Block* block = nullptr;
  std::uint64_t offset = 0;
};

/// Is the access of the block a plain one? Not if anything about it needs a closer look.
template <unsigned kBytes, Purpose kPurpose>
inline bool is_plain_access(const Block& block, std::uint64_t address, std::uint64_t align) {
  const bool allowed = kPurpose == Purpose::Write ? block.writable && !block.deny_write : !block.deny_read;
  if (!block.live || block.lifetime_ended || !allowed || block.kind >= Block::Kind::Function) return false;
  if (block.align < align && block.kind == Block::Kind::Stack) return false;
  return block.size >= kBytes && address - block.base <= block.size - kBytes && (address & (align - 1)) == 0;
}

template <unsigned kBytes, Purpose kPurpose>
inline bool is_plain_access(Machine& machine, const Lane& pointer, std::uint64_t align, PlainPlace& place) {
  Block* block = machine.memory.find(pointer.provenance);
  if (pointer.state != kDefined || block == nullptr) return false;
  if (!is_plain_access<kBytes, kPurpose>(*block, pointer.bits, align)) return false;
  place = {block, pointer.bits - block->base};
  return true;
}

}  // namespace assay::interpret
