#pragma once

#include <map>
#include <unordered_map>

#include "services/worker/refine/encoder/memory/cells.h"
#include "services/worker/refine/encoder/memory/known.h"
#include "services/worker/refine/encoder/memory/objects.h"
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

  Objects& objects() { return objects_; }
  const Objects& objects() const { return objects_; }
  Cells& cells() { return cells_; }

  // Contents.
  /// A cell of some contents. What others have written there may point to what they know in `known`.
  Cell read(std::uint32_t contents, const MemoryState& known, Term block, Term offset);
  Cell read(const MemoryState& state, Term block, Term offset) { return read(state.contents, state, block, offset); }
  Cell read(Term block, Term offset) { return read(state_, block, offset); }
  /// What the cell held when the function compared was called.
  Cell read_at_start(Term block, Term offset) { return read(0, state_, block, offset); }
  void write(const Pointer& to, std::vector<Cell> cells, const llvm::MDNode* type = nullptr);
  /// Was the cell last written by a store whose !tbaa can't be of the same memory as that of an access of this type?
  Term has_other_type(Term block, Term offset, const llvm::MDNode& type) {
    return has_types_ ? has_other_type(state_.contents, block, offset, type) : t_.truth(false);
  }
  void fill(const Pointer& to, Term length, Cell cell);
  void copy(const Pointer& to, const Pointer& from, Term length);
  void havoc(Havoc havoc);

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
  Cell read_node(std::uint32_t number, const MemoryState& known, Term block, Term offset);
  Term has_other_type(std::uint32_t number, Term block, Term offset, const llvm::MDNode& type);
  Cell read_initial(Term block, Term offset);
  Cell read_constants(Term block, Term offset, Cell otherwise);
  Cell as_input(const Object& object, const Cell& cell, const Cell& unknown);
  Cell unknown_cell(const Havoc* after, const MemoryState& known, Term block, Term offset);
  const std::vector<Cell>& initializer(const Object& object);
  Term changed_by(const Havoc& havoc, Term block) const;
  Term written_by(const Havoc& havoc, Term block, Term offset);
  void push(StoreNode node);

  Machine& machine_;
  Terms& t_;
  SharedMemory& shared_;
  Versions versions_;
  MemoryState state_;
  Known known_;
  Objects objects_;
  Cells cells_;
  std::vector<StoreNode> nodes_;
  std::map<std::uint32_t, std::unordered_map<Term, Term>> renamed_;  ///< by copy: the undef variables of what it copied
  std::unordered_map<Key, Cell, KeyHash> cache_;
  bool has_types_ = false;                                                             ///< some store has !tbaa
  std::map<const llvm::MDNode*, std::unordered_map<Key, Term, KeyHash>> other_types_;  ///< by the type of the access
  std::map<const llvm::GlobalVariable*, std::vector<Cell>> initializers_;
};

/// Copies the third operand's number of bytes from where the second points to where the first does; fills so many with
/// the second's low byte.
void copy_bytes(Machine& machine, llvm::ArrayRef<semantics::Slots> operands, bool may_overlap);
void set_bytes(Machine& machine, llvm::ArrayRef<semantics::Slots> operands);

/// Instructions of the shape Memory.
void encode_memory(Machine& machine, const semantics::Instruction& instruction);

}  // namespace assay::refine
