#pragma once

#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include "services/worker/refine/encoder/memory/object.h"
#include "services/worker/refine/encoder/memory/state.h"
#include "services/worker/refine/encoder/memory/versions.h"
#include "services/worker/semantics/program.h"

namespace assay::refine {

class Machine;

/// The objects of one side: the caller's, and the function's own. What a path changes of them (alive, escaped) is read
/// from `current`, memory's state on the path that is being encoded, where no other state is given.
class Objects {
 public:
  Objects(Machine& machine, SharedMemory& shared, MemoryState& current, Versions& versions);

  Term size_of(Term block) const;
  Term writable(Term block) const;
  Term heap(Term block) const;
  /// Of what the caller has allocated nobody knows who did.
  Maker maker(Term block) const;
  /// Is it an own object, and is it known who made it?
  Term has_known_maker(Term block) const;
  /// Is it an own object on the stack?
  Term is_stack(Term block) const;
  Term alive(const MemoryState& state, Term block) const;
  Term alive(Term block) const { return alive(state_, block); }
  Term escaped(const MemoryState& state, Term block) const;
  Term escaped(Term block) const { return escaped(state_, block); }
  Term address(const Pointer& p) const;
  /// As a number of that address space: where pointers are cast, an object may have another one in each (MEM-19).
  Term address_in(const Pointer& p, unsigned address_space) const;
  /// Is the address one of its object's bytes, which no other object has?
  Term inside(const Pointer& p) const;
  /// Is the address one of its object's bytes, or its end?
  Term within(const Pointer& p) const;
  /// Is it in an address space in which objects may stand at address zero?
  Term may_be_at_zero(Term block) const;
  /// How many bytes no other object ever has: none of an object whose place others may have before it lives.
  Term room_of(const Object& object) const;

  // What accesses ask.
  Term dereferenceable(const Pointer& p, Term size, bool null_is_valid) const;
  Term aligned(const Pointer& p, std::uint64_t align) const;
  /// The same by a number that is computed, of any width; one that is no power of two is the alignment of null alone.
  Term aligned(const Pointer& p, Term align) const;
  /// Is it a stack object whose lifetime is over, or has not begun?
  Term dead_stack(Term block) const;
  /// And its function has not returned: it may be read all the same.
  Term outside_lifetime(Term block) const;
  /// The alignment that an own stack object asks for.
  Term alignment_of(Term block) const;
  /// An own stack object that asks for less alignment than that. `is_looked_at`: one of those whose address matters
  /// other than for accesses; else one of the others.
  Term asks_for_less(Term block, std::uint64_t align, bool is_looked_at) const;

  // The function's own objects.
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
  /// The function that made the object has returned.
  void leave(unsigned number) { locals_[number].is_left = true; }

  // Pointers.
  Term own_block(std::size_t number) const { return refine::own_block(t_, number); }
  Term caller_block(std::size_t number) const { return refine::caller_block(t_, number); }
  /// Is there an object that one argument alone leads to, such as a `byval` copy?
  bool reserves_some() const {
    return std::ranges::any_of(shared_.objects, [](const Object& object) { return object.reserved; });
  }
  /// A pointer that the caller may have, for any bits: to none of the reserved objects.
  Term foreign_pointer(Term index_and_offset) const { return pointer_of(index_and_offset, {}); }
  /// The same, from somebody who may know what was given away in that state.
  Term returned_pointer(const MemoryState& known, Term index_and_offset) const {
    return pointer_of(index_and_offset, known.given);
  }
  Term returned_pointer(Term index_and_offset) const { return returned_pointer(state_, index_and_offset); }
  unsigned foreign_pointer_bits() const { return shared_.index_bits + shared_.shape.offset_bits; }
  /// A pointer made of an integer finds its object when it is used, if one of the functions makes such pointers. Others
  /// may have made those that come from outside, for both functions.
  Pointer resolve(const Pointer& p) const;
  /// Is it made of an integer, and may lead to an object that has both addresses, or one of them as its end? Which one
  /// it is based on is not known (MEM-18).
  Term may_hold(const Pointer& made, Term to) const;

 private:
  const MemoryShape& shape() const { return shared_.shape; }
  template <class Field>
  Term lookup(Term block, Term absent, const Field& field) const;
  Term address_of_block(Term block) const;
  Term is_made(const Pointer& p) const;
  Term alignment_mask(const std::string& site, bool may_be_seen) const;
  Term pointer_of(Term index_and_offset, const std::vector<Term>& given) const;

  Machine& machine_;
  smt::Terms& t_;
  SharedMemory& shared_;
  MemoryState& state_;
  Versions& versions_;
  std::vector<Object> locals_;            ///< by number
  std::map<std::string, unsigned> made_;  ///< how often a site has allocated
};

}  // namespace assay::refine
