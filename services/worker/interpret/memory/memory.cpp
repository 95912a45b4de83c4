#include "services/worker/interpret/memory/memory.h"

#include <algorithm>
#include <cstring>

namespace assay::interpret {

std::uint64_t Block::held() const {
  if (kind != Kind::Large) return size;
  std::uint64_t sum = 0;
  for (const auto& [first, count] : parts) sum += count;
  return sum;
}

std::optional<std::uint64_t> Block::place_of(std::uint64_t offset, std::uint64_t count) const {
  if (kind != Kind::Large) return offset;
  std::uint64_t before = 0;
  for (const auto& [first, there] : parts) {
    if (offset >= first && offset - first <= there && count <= there - (offset - first)) return before + offset - first;
    before += there;
  }
  return std::nullopt;
}

void Block::make_unwritten(bool poison) {
  const std::uint64_t count = held();
  bytes_.resize(2 * count);
  std::fill_n(bytes_.begin(), count, std::uint8_t{0});
  std::fill_n(bytes_.begin() + static_cast<std::ptrdiff_t>(count), count, poison ? kPoisonByte : kUndefByte);
  detail_.clear();
}

void Block::make_plain(const std::uint8_t* bytes) {
  bytes_.assign(bytes, bytes + size);
  bytes_.resize(2 * size, kPlain);
  detail_.clear();
}

MemoryByte Block::get(std::uint64_t offset) const {
  switch (states()[offset]) {
    case kPlain:
      return MemoryByte::of(bytes_[offset]);
    case kUndefByte:
      return MemoryByte::all_undef();
    case kPoisonByte:
      return MemoryByte::all_poison();
    default:
      return detail_[offset];
  }
}

void Block::set(std::uint64_t offset, const MemoryByte& byte) {
  std::uint8_t& state = states()[offset];
  if (byte == MemoryByte::all_poison()) {
    state = kPoisonByte;
  } else if (byte.owner == 0 && byte.undef == 0xff) {
    state = kUndefByte;
  } else if (byte.owner == 0 && byte.poison == 0 && byte.undef == 0) {
    state = kPlain;
    bytes_[offset] = byte.value;
  } else {
    if (detail_.empty()) detail_.resize(bytes_.size() / 2);
    state = kDetailed;
    bytes_[offset] = byte.value;
    detail_[offset] = byte;
  }
}

void Block::write_pointer(std::uint64_t offset, std::uint64_t address, Provenance owner) {
  if (detail_.empty()) detail_.resize(bytes_.size() / 2);
  std::memcpy(bytes_.data() + offset, &address, sizeof address);
  std::memcpy(states() + offset, &kPieces, sizeof kPieces);
  for (std::uint8_t i = 0; i < sizeof address; ++i)
    detail_[offset + i] = {static_cast<std::uint8_t>(address >> (8 * i)), 0, 0, i, owner};
}

void Block::fill(std::uint64_t offset, std::uint64_t count, const MemoryByte& byte) {
  if (count == 0) return;
  set(offset, byte);
  const std::uint8_t state = states()[offset];
  if (state == kDetailed) {
    for (std::uint64_t i = 1; i < count; ++i) set(offset + i, byte);
    return;
  }
  std::memset(bytes_.data() + offset, bytes_[offset], count);
  std::memset(states() + offset, state, count);
}

void Block::copy(std::uint64_t offset, const Block& from, std::uint64_t at, std::uint64_t count) {
  const auto is_simple = [&] {
    const std::uint8_t* first = from.states() + at;
    return from.detail_.empty() ||
           std::all_of(first, first + count, [](std::uint8_t state) { return state < kDetailed; });
  };
  if (is_simple()) {
    std::memmove(states() + offset, from.states() + at, count);
    std::memmove(bytes_.data() + offset, from.bytes_.data() + at, count);
    return;
  }
  const auto copy_byte = [&](std::uint64_t i) { set(offset + i, from.get(at + i)); };
  const auto copy_pointer = [&](std::uint64_t i) {
    if (!from.is_pointer_at(at + i)) return false;
    std::uint64_t address;
    std::memcpy(&address, from.bytes_.data() + at + i, sizeof address);
    write_pointer(offset + i, address, from.detail_[at + i].owner);
    return true;
  };
  constexpr std::uint64_t kPointer = sizeof kPieces;
  if (offset <= at) {  // what is overwritten was read before
    for (std::uint64_t i = 0; i < count;) {
      if (count - i >= kPointer && copy_pointer(i))
        i += kPointer;
      else
        copy_byte(i++);
    }
    return;
  }
  for (std::uint64_t end = count; end > 0;) {
    if (end >= kPointer && copy_pointer(end - kPointer))
      end -= kPointer;
    else
      copy_byte(--end);
  }
}

bool Block::holds_what(const Block& other) const {
  if (generation != other.generation || live != other.live || lifetime_ended != other.lifetime_ended ||
      escaped != other.escaped || bytes_.size() != other.bytes_.size())
    return false;
  for (std::uint64_t i = 0; i < bytes_.size() / 2; ++i)
    if (!(get(i) == other.get(i))) return false;
  return true;
}

void Block::release() {
  if (bytes_.capacity() > kSmall) {
    bytes_ = {};
    detail_ = {};
  }
  bytes_.clear();
  detail_.clear();
}

void Block::renew() {
  release();
  Block fresh;
  fresh.bytes_.swap(bytes_);
  fresh.detail_.swap(detail_);
  *this = std::move(fresh);
}

void Memory::restart(const std::vector<Block>& environment) {
  if (blocks_.size() < environment.size()) blocks_.resize(environment.size());
  std::copy(environment.begin(), environment.end(), blocks_.begin());
  free_.clear();
  freed_.clear();
  count_ = environment.size();
  used_ = 0;
  next_stack_ = next_heap_ = allocated_ = 0;
}

Block& Memory::next_block() {
  if (count_ == blocks_.size()) {
    blocks_.emplace_back();
  } else {
    blocks_[count_].renew();
  }
  return blocks_[count_++];
}

Provenance Memory::add(Block::Kind kind, std::uint64_t base, std::uint64_t size, std::uint64_t align) {
  Block& block = next_block();
  block.kind = kind;
  block.base = base;
  block.size = size;
  block.align = align;
  block.live = true;
  block.escaped = true;
  return static_cast<Provenance>(count_);
}

Provenance Memory::allocate(Block::Kind kind, std::uint64_t size, std::uint64_t align, std::uint32_t depth) {
  constexpr std::uint64_t kCost = 64;  // of a block itself
  if (size > limit || used_ + size + kCost > limit) return 0;
  if (next_heap_ == 0) {
    next_heap_ = narrow ? 0x8000'0000 : 0x10'0000'0000;
    next_stack_ = narrow ? 0xc000'0000 : 0x7000'0000'0000;
    constexpr std::uint64_t kStride = 0x10'0d10;  // several alignments, and much room
    next_heap_ += shift * kStride;
    next_stack_ += shift * kStride;
  }
  const std::uint64_t end = narrow ? (kind == Block::Kind::Heap ? 0xc000'0000 : 0xffff'0000) : ~std::uint64_t{0};
  std::uint64_t& next = kind == Block::Kind::Heap ? next_heap_ : next_stack_;
  // Odd multiples of the alignment, with a gap: nothing is adjacent or better aligned by chance.
  constexpr std::uint64_t kGap = 16;
  if (align > end / 4) return 0;
  const std::uint64_t step = 2 * align, past = next + kGap + step - 1;
  const std::uint64_t base = (std::has_single_bit(step) ? past & ~(step - 1) : past / step * step) + align;
  if (base < next || base > end || size > end - base) return 0;
  next = base + size;
  std::uint32_t index;
  if (!free_.empty()) {
    index = free_.back();
    free_.pop_back();
  } else {
    if (count_ >= kBlockMask) return 0;
    index = static_cast<std::uint32_t>(count_);
    next_block();
  }
  used_ += size + kCost;
  Block& block = blocks_[index];
  block.base = base;
  block.size = size;
  block.align = align;
  block.depth = depth;
  block.serial = ++allocated_;
  block.family = 0;
  block.kind = kind;
  block.live = true;
  block.lifetime_ended = false;
  block.writable = true;
  block.escaped = false;
  block.deny_read = block.deny_write = block.is_reached_otherwise = false;
  block.make_unwritten(unwritten_is_poison);
  return (index + 1) | block.generation << kBlockBits;
}

void Memory::kill(Provenance provenance) {
  Block* block = find(provenance);
  if (block == nullptr || !block->live) return;
  constexpr std::uint64_t kCost = 64;
  used_ -= block->size + kCost;
  block->live = false;
  block->release();
  const std::uint32_t index = (provenance & kBlockMask) - 1;
  if (block->kind != Block::Kind::Heap) return use_again(index);
  constexpr std::size_t kRemembered = 1024;
  freed_.push_back(index);
  if (freed_.size() <= kRemembered) return;
  use_again(freed_.front());
  freed_.pop_front();
}

void Memory::use_again(std::uint32_t index) {
  // A number whose generations are used up is retired.
  constexpr std::uint32_t kGenerations = 1u << (32 - kBlockBits);
  Block& block = blocks_[index];
  if (block.generation + 1 == kGenerations) return;
  ++block.generation;
  free_.push_back(index);
}

Provenance Memory::find_exposed(std::uint64_t address) const {
  Provenance at_end = 0;
  for (std::size_t i = 0; i < count_; ++i) {
    const Block& block = blocks_[i];
    if (!block.live || !block.escaped || address < block.base || address > block.base + block.size) continue;
    const auto provenance = static_cast<Provenance>(i + 1) | block.generation << kBlockBits;
    if (address < block.base + block.size) return provenance;
    at_end = provenance;
  }
  return at_end;
}

bool Memory::may_reach(std::uint64_t address) const {
  return std::any_of(blocks_.begin(), blocks_.begin() + static_cast<std::ptrdiff_t>(count_),
                     [&](const Block& block) { return block.may_be_larger && block.escaped && block.base <= address; });
}

}  // namespace assay::interpret
