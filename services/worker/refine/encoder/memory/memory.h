#pragma once

#include <algorithm>
#include <unordered_map>

#include "services/worker/refine/encoder/memory/known.h"
#include "services/worker/refine/encoder/memory/object.h"
#include "services/worker/refine/encoder/memory/state.h"
#include "services/worker/refine/encoder/memory/store.h"
#include "services/worker/refine/encoder/memory/versions.h"
#include "services/worker/semantics/program.h"

namespace assay::refine {

class Machine;

/// The memory of one side. Contents are a chain of writes, oldest last; a read walks it and asks each write whether it
/// was to the address. Where paths meet, the chain forks under the path's condition.
class Memory {
 public:
  Memory(Machine& machine, SharedMemory& shared);

  const MemoryShape& shape() const { return shared_.shape; }
  SharedMemory& shared() { return shared_; }
  /// Memory on the path that is being encoded.
  MemoryState& state() { return state_; }
  const MemoryState& state() const { return state_; }
  /// What others know of the objects on that path.
  Known& known() { return known_; }
  const Known& known() const { return known_; }
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
  Term own_block(std::size_t number) const { return refine::own_block(t_, number); }
  Term caller_block(std::size_t number) const { return refine::caller_block(t_, number); }
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
  /// What the cell held when the function compared was called.
  Cell read_at_start(Term block, Term offset) { return read(0, state_, block, offset); }
  void write(const Pointer& to, std::vector<Cell> cells);
  void fill(const Pointer& to, Term length, Cell cell);
  void copy(const Pointer& to, const Pointer& from, Term length);
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
  struct Key {
    std::uint32_t node, block, offset;
    bool operator==(const Key&) const = default;
  };
  struct KeyHash {
    std::size_t operator()(const Key& k) const {
      return (std::size_t{k.node} * 1000003u ^ k.block) * 1000003u ^ k.offset;
    }
  };
  Term pointer_of(Term index_and_offset, const std::vector<Term>& given);
  template <class Field>
  Term lookup(Term block, Term absent, const Field& field) const;
  Cell read_node(const StoreNode& node, const MemoryState& known, Term block, Term offset);
  Cell read_initial(Term block, Term offset);
  Cell read_constants(Term block, Term offset, Cell otherwise);
  Cell unknown_cell(const Havoc* after, const MemoryState& known, Term block, Term offset);
  const std::vector<Cell>& initializer(const Object& object);
  Term changed_by(const Havoc& havoc, Term block) const;
  Term written_by(const Havoc& havoc, Term block, Term offset);
  Term alignment_mask(const std::string& site) const;
  void push(StoreNode node);

  Machine& machine_;
  Terms& t_;
  SharedMemory& shared_;
  Versions versions_;
  MemoryState state_;
  Known known_;
  std::vector<Object> locals_;
  std::map<std::string, unsigned> made_;  ///< how often a site has allocated
  std::vector<StoreNode> nodes_;
  std::unordered_map<Key, Cell, KeyHash> cache_;
  std::map<const llvm::GlobalVariable*, std::vector<Cell>> initializers_;
  bool resolves_ = false;
};

/// Copies the third operand's number of bytes from where the second points to where the first does; fills so many with the
/// second's low byte.
void copy_bytes(Machine& machine, llvm::ArrayRef<semantics::Slots> operands, bool may_overlap);
void set_bytes(Machine& machine, llvm::ArrayRef<semantics::Slots> operands);

/// Instructions of the shape Memory.
void encode_memory(Machine& machine, const semantics::Instruction& instruction);

}  // namespace assay::refine
