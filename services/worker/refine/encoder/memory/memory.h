#pragma once

#include <algorithm>
#include <unordered_map>

#include "services/worker/refine/encoder/memory/object.h"
#include "services/worker/refine/encoder/memory/state.h"
#include "services/worker/semantics/program.h"

namespace assay::refine {

class Machine;

/// Bytes of an object that are known by another pointer.
struct ByteRange {
  Term from, count;
};

/// The memory of one side. Contents are a chain of writes, oldest last; a read walks it and asks each write whether it
/// was to the address. Where paths meet, the chain forks under the path's condition.
class Memory {
 public:
  Memory(Machine& machine, SharedMemory& shared);

  const MemoryShape& shape() const { return shared_.shape; }
  SharedMemory& shared() { return shared_; }
  /// Memory on the path that is being encoded.
  MemoryState& state() { return state_; }
  /// Memory where paths meet: each state under the condition of its path, the last where no other's holds.
  MemoryState merge(const std::vector<StateOnPath>& states);

  // Objects.
  Term size_of(Term block) const;
  Term address_of_block(Term block) const;
  Term writable(Term block) const;
  Term heap(Term block) const;
  Term alive(const MemoryState& state, Term block) const;
  Term alive(Term block) const { return alive(state_, block); }
  Term address(const Pointer& p) const;
  Term escaped(const MemoryState& state, Term block) const;
  Term escaped(Term block) const { return escaped(state_, block); }
  /// Is the address one of its object's bytes, which no other object has?
  Term inside(const Pointer& p) const;
  /// Is the address one of its object's bytes, or its end?
  Term within(const Pointer& p) const;
  /// How many bytes no other object ever has: none of an object whose place others may have before it lives.
  Term room_of(const Object& object) const;
  const std::vector<Object>& locals() const { return locals_; }
  bool has_own_objects() const {
    return std::any_of(locals_.begin(), locals_.end(), [](const Object& o) { return o.kind != Object::Kind::None; });
  }
  /// What allocations of source and target that belong together have in common; of others the side's name.
  std::string site_of(const semantics::Instruction& allocation) const;
  /// Makes an own object for such a site.
  unsigned allocate(const std::string& site, Object object);
  /// The name that the next object of the site will have; the same for source and target.
  std::string next_name(const std::string& site) { return site + "." + std::to_string(made_[site]); }
  void set_alive(Term block, Term condition, Term alive);
  void mark_escaped(Term block, Term condition);
  /// A pointer to `block` is stored in `into`: who may read that object may know this one.
  void mark_stored(Term into, Term block, Term condition);
  /// What is in `from` is copied to `into`.
  void mark_copied(Term into, Term from, Term condition);
  /// A callee may read `block`: it comes to know the objects that pointers stored there lead to.
  void mark_read(Term block, Term condition);
  void mark_exposed(Term block, Term condition);
  /// Others know where `block` is, but have no pointer to access it by.
  void mark_located(Term block, Term condition);
  Term located(Term block) const;
  /// May others come to know where some own object stands?
  bool tells_places() const { return tells_places_ || !located_.empty(); }
  /// The block of an own object, and of one of the caller's.
  Term own_block(std::size_t number) const { return t_.constant(kBlockBits, number | (1u << kLocalBit)); }
  Term caller_block(std::size_t number) const { return t_.constant(kBlockBits, number); }
  /// A pointer that the caller may have, for any bits: to none of the reserved objects.
  Term foreign_pointer(Term index_and_offset);
  /// The same, from somebody who may know what was given away in that state.
  Term returned_pointer(const MemoryState& known, Term index_and_offset);
  Term returned_pointer(Term index_and_offset) { return returned_pointer(state_, index_and_offset); }
  unsigned foreign_pointer_bits() const { return shared_.index_bits + shared_.shape.offset_bits; }

  // Contents.
  /// A cell of some contents. What others have written there may point to what they know in `known`.
  Cell read(std::uint32_t contents, const MemoryState& known, Term block, Term offset);
  Cell read(const MemoryState& state, Term block, Term offset) { return read(state.contents, state, block, offset); }
  Cell read(Term block, Term offset) { return read(state_, block, offset); }
  void write(const Pointer& to, std::vector<Cell> cells);
  void fill(const Pointer& to, Term length, Cell cell);
  void copy(const Pointer& to, const Pointer& from, Term length);
  /// A call has replaced what some blocks hold: it is a function of the call's outcome now.
  struct Havoc {
    bool restricted = false;        ///< only these blocks are changed; else all that others know
    std::vector<Term> only_blocks;
    std::vector<Term> escaped;      ///< own objects at the time of the call
    std::vector<Term> given;        ///< the caller's objects
    Term outcome;
    bool may_leave = false;  ///< some bytes may stay as they were
    struct Written {
      Term block, when;
      ByteRange bytes;
    };
    std::vector<Written> written;  ///< all of these are replaced
    bool sees_all = false;  ///< the outcome is equal to another call's only if that saw the same memory
  };
  void havoc(Havoc havoc);
  Cell uninitialized();
  Cell zero_cell();
  Cell poison_cell();
  Cell integer_cell(Term value);
  Cell choose_cell(Term condition, const Cell& a, const Cell& b);

  // What accesses ask.
  Term dead_stack(Term block) const;
  /// What an own stack object asks for.
  Term alignment_of(Term block) const;
  Term dereferenceable(const Pointer& p, Term size) const;
  Term aligned(const Pointer& p, std::uint64_t align) const;
  /// An own stack object that asks for less alignment than that. `is_looked_at`: one of those whose address matters other
  /// than for accesses; else one of the others.
  Term asks_for_less(Term block, std::uint64_t align, bool is_looked_at) const;
  /// A pointer made of an integer finds its object when it is used.
  Pointer resolve(const Pointer& p);

  void use_integers_as_pointers() { resolves_ = true; }

 private:
  struct Node {
    enum class Kind : std::uint8_t { Initial, Write, Fill, Copy, Havoc, Merge };
    Kind kind = Kind::Initial;
    std::uint32_t next = 0, other = 0;  ///< Merge: `other` where the condition holds; Copy: what was there
    Pointer to, from;
    Term length, condition;
    std::vector<Cell> cells;
    Havoc havoc;
  };
  struct Key {
    std::uint32_t node, block, offset;
    bool operator==(const Key&) const = default;
  };
  struct KeyHash {
    std::size_t operator()(const Key& k) const {
      return (std::size_t{k.node} * 1000003u ^ k.block) * 1000003u ^ k.offset;
    }
  };
  void mark_given(Term block, Term condition);
  void mark_held(unsigned number, Term condition);
  Term pointer_of(Term index_and_offset, const std::vector<Term>& given);
  template <class Field>
  Term lookup(Term block, Term absent, const Field& field) const;
  Cell read_node(const Node& node, const MemoryState& known, Term block, Term offset);
  Cell read_initial(Term block, Term offset);
  Cell read_constants(Term block, Term offset, Cell otherwise);
  Cell unknown_cell(const Havoc* after, const MemoryState& known, Term block, Term offset);
  const std::vector<Cell>& initializer(const Object& object);
  Term changed_by(const Havoc& havoc, Term block) const;
  Term written_by(const Havoc& havoc, Term block, Term offset);
  Term alignment_mask(const std::string& site) const;
  void push(Node node);
  Term numbered(std::vector<std::uint32_t> key);
  Term first_version();
  void add_to_version(Term block, std::vector<std::uint32_t> key);
  void version_after(const Node& node);
  void version_after_call(const Havoc& havoc);
  Term merge_versions(Term condition, Term then, Term otherwise);

  Machine& machine_;
  Terms& t_;
  SharedMemory& shared_;
  MemoryState state_;
  std::vector<Object> locals_;
  std::map<std::string, unsigned> made_;  ///< how often a site has allocated
  bool tells_places_ = false;  ///< some own object escapes or is exposed
  std::vector<std::pair<Term, Term>> located_;  ///< blocks whose address others have come to know, and when
  std::vector<Node> nodes_;
  std::unordered_map<Key, Cell, KeyHash> cache_;
  std::map<const llvm::GlobalVariable*, std::vector<Cell>> initializers_;
  bool resolves_ = false;
  std::map<unsigned, std::vector<std::pair<Term, Term>>>
      holds_;  ///< own objects: blocks that were stored there, and when
  friend struct MemoryComparison;
};

/// Where it holds, the second memory holds what the first allows: in the caller's objects, and in the own objects that
/// `own` names by number, where its conditions hold.
Term same_version(Terms& terms, const MemoryState& first, const MemoryState& second, const std::vector<Term>& own);

/// Copies the third operand's number of bytes from where the second points to where the first does; fills so many with the
/// second's low byte.
void copy_bytes(Machine& machine, llvm::ArrayRef<semantics::Slots> operands, bool may_overlap);
void set_bytes(Machine& machine, llvm::ArrayRef<semantics::Slots> operands);

/// Instructions of the shape Memory.
void encode_memory(Machine& machine, const semantics::Instruction& instruction);

}  // namespace assay::refine
