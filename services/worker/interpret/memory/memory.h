#pragma once

#include <bit>
#include <cstdint>
#include <cstring>
#include <deque>
#include <optional>
#include <string>
#include <utility>
#include <vector>

/// Blocks of bytes with provenance.
namespace assay::interpret {

/// One byte as seen from outside: per-bit undef and poison, or a fragment of a pointer.
struct MemoryByte {
  std::uint8_t value = 0;   ///< bits that are neither undef nor poison; of a fragment, the address's byte
  std::uint8_t undef = 0;   ///< bits that are undef
  std::uint8_t poison = 0;  ///< bits that are poison
  std::uint8_t piece = 0;   ///< of a fragment: which byte of the pointer, from the low end
  std::uint32_t owner = 0;  ///< of a fragment: the pointer's provenance; 0: no fragment
  bool operator==(const MemoryByte&) const = default;
  static MemoryByte of(std::uint8_t value) { return {value, 0, 0, 0, 0}; }
  static MemoryByte all_undef() { return {0, 0xff, 0, 0, 0}; }
  static MemoryByte all_poison() { return {0, 0, 0xff, 0, 0}; }
  /// What is left of a pointer that must not be captured: poison for who reads it.
  static MemoryByte captured() { return {0, 0, 0xff, 0xfd, 0}; }
  /// Poison for who reads it, but not written: others find what was there before.
  static MemoryByte unseen() { return {0, 0, 0xff, 0xfe, 0}; }
  /// `piece` of a byte of which some bits do not belong to the type that was stored: it can be read as that type.
  static constexpr std::uint8_t kPadded = 0xfc;
};

/// What a pointer may access. 0: nothing. Else the low bits number a block, from 1, and the high bits say how often
/// that number was used before, which tells pointers to a dead block from pointers to a later one.
using Provenance = std::uint32_t;
/// In records: a block that one side allocated, which the other side can't name.
constexpr Provenance kLocalBlock = ~Provenance{0};
constexpr unsigned kBlockBits = 20;
constexpr Provenance kBlockMask = (1u << kBlockBits) - 1;

static_assert(std::endian::native == std::endian::little);

class Block {
 public:
  /// Large: of the input, and only parts of it are held.
  enum class Kind : std::uint8_t { Global, Argument, Stack, Heap, Function, Large };
  // What a plain access looks at stands in one line of the cache; flags are bits, so that one test sees several.
  std::uint64_t base = 0;
  std::uint64_t size = 0;
  std::uint64_t align = 1;
  std::uint32_t generation = 0;
  Kind kind = Kind::Stack;
  bool live : 1 = false;            ///< false after free, return or lifetime.end
  bool lifetime_ended : 1 = false;  ///< dead only by its lifetime: loads give poison
  bool writable : 1 = true;
  bool deny_read : 1 = false;  ///< by attributes of the running function or of its argument
  bool deny_write : 1 = false;

 private:
  std::vector<std::uint8_t> bytes_;  ///< the values of the bytes that it holds, then their states

 public:
  std::uint32_t depth = 0;     ///< of the frame that it belongs to
  std::uint32_t family = 0;    ///< of allocation functions: which may free it
  std::uint64_t serial = 0;    ///< its number among the blocks that the run allocated, from 1; 0: it was there before
  bool is_unknown = false;     ///< its initial value is of a kind that can't be written
  bool may_be_larger = false;  ///< than `size`: what the linker puts in the place of a declaration
  /// A basic block's address: each side has its own, though they share places in the environment.
  bool is_label = false;
  /// A call has told the function of it, too: what an argument's attributes forbid need not bind an access.
  bool is_reached_otherwise = false;
  bool escaped = false;      ///< code outside may have a pointer to it, other than the caller of a noalias argument
  bool dead_at_end = false;  ///< of a dead_on_return argument: the caller does not look at it
  std::uint64_t dead_from = 0, dead_bytes = 0;  ///< the same, where only a part of it is
  bool dead_at_unwind = false;                  ///< of a dead_on_unwind argument: nor after an exception
  /// Only captures(none) arguments lead to it: pointers to it that are left at the end are poison.
  bool not_captured = false;
  /// Large: first offset and number of the bytes that are held, one part behind the other.
  std::vector<std::pair<std::uint64_t, std::uint64_t>> parts;

  /// How many bytes it holds. get() and its kin count those.
  std::uint64_t held() const;
  /// Where a range stands in what it holds, if all of it is there.
  std::optional<std::uint64_t> place_of(std::uint64_t offset, std::uint64_t count) const;

  /// Does the range lie in the block? Both are as seen from its start; before its start is far behind it.
  bool contains(std::uint64_t offset, std::uint64_t count) const { return offset <= size && count <= size - offset; }
  /// If not, may it lie there all the same, because the block may be larger?
  bool may_contain(std::uint64_t offset, std::uint64_t count) const {
    constexpr std::uint64_t kHalf = ~std::uint64_t{0} >> 1;
    return may_be_larger && offset <= kHalf && count <= kHalf - offset;
  }

  /// Gives it `size` bytes that nobody has written: undef, or poison in a language without undef.
  void make_unwritten(bool poison = false);
  void make_plain(const std::uint8_t* bytes);
  MemoryByte get(std::uint64_t offset) const;
  void set(std::uint64_t offset, const MemoryByte& byte);
  void fill(std::uint64_t offset, std::uint64_t count, const MemoryByte& byte);
  /// Copies bytes from a block, which may be this one.
  void copy(std::uint64_t offset, const Block& from, std::uint64_t at, std::uint64_t count);
  /// Is the other one in the same state, with the same bytes?
  bool holds_what(const Block& other) const;
  /// Both live with the same bytes, in which pointers lead only to blocks that `is_known`; or neither lives?
  template <class IsKnown>
  bool has_same_bytes(const Block& other, const IsKnown& is_known) const {
    if (live != other.live || bytes_.size() != other.bytes_.size()) return false;
    if (!live) return true;
    if (detail_.empty() && bytes_ == other.bytes_) return true;
    for (std::uint64_t i = 0; i < bytes_.size() / 2; ++i) {
      const MemoryByte byte = get(i);
      if (!(byte == other.get(i)) || (byte.owner != 0 && !is_known(byte.owner))) return false;
    }
    return true;
  }
  /// Does it hold bytes that are more than a number, undef or poison, such as those of pointers?
  bool has_details() const { return !detail_.empty(); }

  // The short way of accesses, for a block that is not Large. A number's bytes are those of the machine that we run on:
  // a little-endian one.
  /// Reads a number. False if some byte is not a plain one.
  template <class Word>
  bool read_number(std::uint64_t offset, Word& number) const {
    Word state;
    std::memcpy(&state, bytes_.data() + size + offset, sizeof(Word));
    std::memcpy(&number, bytes_.data() + offset, sizeof(Word));
    return state == 0;
  }
  template <class Word>
  void write_number(std::uint64_t offset, Word number) {
    std::memcpy(bytes_.data() + offset, &number, sizeof(Word));
    std::memset(bytes_.data() + size + offset, kPlain, sizeof(Word));
  }
  /// Reads eight bytes that are null, or were written as one pointer. False if they are something else.
  bool read_pointer(std::uint64_t offset, std::uint64_t& address, Provenance& owner) const {
    std::uint64_t state;
    std::memcpy(&state, bytes_.data() + size + offset, sizeof state);
    std::memcpy(&address, bytes_.data() + offset, sizeof address);
    if (state == kPieces) {
      owner = detail_[offset].owner;
      return true;
    }
    owner = 0;
    return state == 0 && address == 0;
  }
  void write_pointer(std::uint64_t offset, std::uint64_t address, Provenance owner);

  /// Its bytes are dropped.
  void release();
  /// A block like a new one, which keeps the room of a small one that was here before.
  void renew();

 private:
  /// Of a byte. From kPiece on: that byte of a pointer which was written as a whole. Where kPiece to kPiece + 7 follow
  /// each other, all are of one pointer, because whatever else is written there gives its bytes other states.
  enum State : std::uint8_t { kPlain = 0, kUndefByte = 1, kPoisonByte = 2, kDetailed = 3, kPiece = 8 };
  static constexpr std::uint64_t kPieces = 0x0f'0e'0d'0c'0b'0a'09'08;
  std::uint8_t* states() { return bytes_.data() + bytes_.size() / 2; }
  const std::uint8_t* states() const { return bytes_.data() + bytes_.size() / 2; }
  bool is_pointer_at(std::uint64_t offset) const {
    return std::memcmp(states() + offset, &kPieces, sizeof kPieces) == 0;
  }
  std::vector<MemoryByte> detail_;             ///< of bytes from kDetailed on; empty until there is one
  static constexpr std::size_t kSmall = 4096;  ///< bytes whose room is kept
};

/// All blocks of a run. The first ones are the environment's, in an order that both sides of a comparison share.
class Memory {
 public:
  /// Forgets all blocks but those of the environment, which are as they were before the first run.
  void restart(const std::vector<Block>& environment);
  /// A block of the environment at a given address.
  Provenance add(Block::Kind kind, std::uint64_t base, std::uint64_t size, std::uint64_t align);
  /// A new block of the stack or heap, unwritten, at an address of its own that is no more aligned than asked. Nothing
  /// if the memory limit is reached.
  Provenance allocate(Block::Kind kind, std::uint64_t size, std::uint64_t align, std::uint32_t depth);
  /// The block is dead from now on; its bytes are dropped.
  void kill(Provenance provenance);
  /// The block; null for nothing, and for a dead block whose number may be used again: one of the stack, or of the
  /// heap and freed long ago.
  Block* find(Provenance provenance) {
    const std::uint32_t index = provenance & kBlockMask;
    if (index - 1 >= count_) return nullptr;  // 0, too
    Block& block = blocks_[index - 1];
    return block.generation == provenance >> kBlockBits ? &block : nullptr;
  }
  const Block* find(Provenance provenance) const { return const_cast<Memory*>(this)->find(provenance); }
  /// The provenance of a live exposed block that holds the address or ends at it; 0 if there is none.
  Provenance find_exposed(std::uint64_t address) const;

  /// Is there an exposed block before the address that may be larger than it is here?
  bool may_reach(std::uint64_t address) const;

  std::size_t count() const { return count_; }
  std::uint64_t allocated() const { return allocated_; }  ///< blocks that the run allocated
  Block& at(std::size_t index) { return blocks_[index]; }
  const Block& at(std::size_t index) const { return blocks_[index]; }
  static Provenance environment(std::size_t index) { return static_cast<Provenance>(index + 1); }

  std::uint64_t limit = std::uint64_t{1} << 30;  ///< bytes
  std::uint64_t shift = 0;                       ///< other numbers give the run's objects other places
  bool narrow = false;                           ///< addresses have 32 bits
  bool unwritten_is_poison = false;              ///< Variant::undef is false

 private:
  Block& next_block();
  void use_again(std::uint32_t index);
  std::vector<Block> blocks_;        ///< those from count_ on are of earlier runs, kept for their room
  std::vector<std::uint32_t> free_;  ///< indices that may be used again
  /// Those of the heap that were freed last: `inbounds` holds in them as before (LangRef, getelementptr).
  std::deque<std::uint32_t> freed_;
  std::size_t count_ = 0;
  std::uint64_t used_ = 0;
  std::uint64_t allocated_ = 0;
  std::uint64_t next_stack_ = 0;  ///< 0: nothing was allocated yet
  std::uint64_t next_heap_ = 0;
};

}  // namespace assay::interpret
