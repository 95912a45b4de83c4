#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "services/worker/refine/encoder/memory/cell.h"
#include "services/worker/refine/encoder/memory/pointer.h"
#include "services/worker/semantics/program.h"

namespace llvm {
class Function;
class GlobalValue;
class GlobalVariable;
}  // namespace llvm

namespace assay::refine {

inline constexpr unsigned kFamilyBits = 16;

/// Who allocated an object of the heap, and what was asked for: who frees it must be of the same family, and may be
/// told of size and alignment.
struct Maker {
  Term family;  ///< its number; 0: nobody may free it
  Term size, align;
  bool is_made() const { return static_cast<bool>(family); }
};

/// One object of memory: the caller's are known to both functions, a function's own to it alone.
struct Object {
  enum class Kind : std::uint8_t { None, Global, Function, Label, Unknown, ByValue, Stack, Heap };
  Kind kind = Kind::None;
  std::uint64_t align = 0;   ///< of a stack object: what it asks for; another side's may ask for more
  bool is_left = false;      ///< of a stack object: the function that made it has returned
  bool is_looked_at = true;  ///< something may depend on its address beside accesses
  Term size;                 ///< bytes, in the width of offsets
  Term address;              ///< of its first byte
  Term writable;
  Term heap;                                       ///< may be freed
  Maker maker;                                     ///< of an own object on the heap
  Term alive;                                      ///< when the function is entered
  bool may_be_at_zero = false;                     ///< it is in an address space other than 0
  bool visible = true;                             ///< the caller can look at it after the return
  bool is_inner = false;                           ///< a variable that only the module's own functions reach
  bool is_unread = false;                          ///< and none of the target's reads it
  bool reserved = false;                           ///< only one argument points to it
  bool hidden = false;                             ///< nobody outside has a pointer to it until it is passed one
  std::string name;                                ///< of a global
  const llvm::GlobalVariable* contents = nullptr;  ///< a variable that holds what its initializer says
  bool is_partly_open = false;                     ///< but where that is undef anything that is not
};

/// What a variable stands for, where a question has to know.
enum class VariableKind : std::uint8_t {
  ObjectAddress,
  WitnessAddress,  ///< names the cell in which the memory of the two functions differs
};

/// What addrspacecast was given.
struct CastPointer {
  Lane before;
  unsigned address_space = 0;
};

/// The caller's memory and what else is fixed for both functions.
struct SharedMemory {
  MemoryShape shape;
  std::vector<Object> objects;  ///< by block; as many as a power of two
  unsigned index_bits = 0;      ///< of the caller's blocks
  unsigned count = 0;           ///< of objects; no object has this number or a higher one
  std::map<std::string, unsigned> by_name;
  std::map<std::string, unsigned> families;  ///< of allocation functions: their numbers, from 1
  unsigned family(const std::string& name) {
    return families.try_emplace(name, static_cast<unsigned>(families.size()) + 1).first->second;
  }
  std::pair<const llvm::Function*, const llvm::Function*> compared;  ///< source and target
  std::map<std::string, unsigned> labels;                            ///< blocks whose addresses are taken
  /// Own objects of the two functions that were made for the same reason share a number, and so the address.
  std::map<std::pair<std::string, unsigned>, unsigned> local_numbers;
  std::vector<Term> local_addresses;                                     ///< by number
  std::unordered_map<const semantics::Instruction*, std::string> sites;  ///< of instructions that allocate
  std::map<std::string, std::uint64_t> site_alignment;                   ///< the greater one of both sides
  std::map<std::string, std::uint64_t> target_alignment;                 ///< what the target's site asks for
  std::unordered_map<Term, VariableKind> variable_kinds;
  bool is(Term variable, VariableKind kind) const {
    const auto found = variable_kinds.find(variable);
    return found != variable_kinds.end() && found->second == kind;
  }
  std::map<std::vector<std::uint32_t>, std::uint32_t> versions;  ///< numbers of what was done to memory
  /// One function allocates on the heap what the other does not: which allocations belong together is a guess.
  bool has_unpaired = false;
  bool active = false;        ///< the pair uses pointers or memory
  bool has_inner = false;     ///< nobody outside has a pointer to some variable, so that not all contents may come up
  bool writes_inner = false;  ///< the source's module writes such a variable, so that it may hold something else later
  bool has_internal = false;  ///< no name outside leads to some variable, though a pointer may
  bool makes_pointers = false;     ///< one of the functions makes pointers of integers
  std::set<unsigned> cast_spaces;  ///< address spaces from which or to which one of the functions casts pointers
  std::unordered_map<Term, CastPointer> casts;  ///< by the bits of the result
  bool pointers_given = false;  ///< a load, a call or the like may give a pointer to where an argument points
};

/// How both modules of a pair know a global.
std::string key_of(const llvm::GlobalValue& global);
/// Does somebody define the extern_weak symbol?
Term presence_of(Terms& terms, const std::string& key);

}  // namespace assay::refine
