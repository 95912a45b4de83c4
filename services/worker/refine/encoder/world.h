#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

#include "services/worker/refine/encoder/approximation.h"
#include "services/worker/refine/encoder/expressions.h"
#include "services/worker/refine/encoder/lane.h"
#include "services/worker/refine/encoder/memory/memory.h"
#include "services/worker/refine/encoder/memory/object.h"
#include "services/worker/refine/refine.h"
#include "services/worker/refine/smt/term_domain.h"
#include "services/worker/semantics/domain.h"
#include "services/worker/semantics/program.h"

namespace llvm {
class CallBase;
class Function;
}  // namespace llvm

namespace assay::refine {

class Machine;
using semantics::ArgumentFacts;
using semantics::CallFacts;

/// One lane of an argument, the same for both functions: poison, or undef (any pattern at each use), or the value.
struct InputLane {
  Term value;
  Term poison;  ///< false where an input can't be poison
  Term undef;   ///< likewise
  semantics::LaneType type;
};

/// An object that a pointer argument of a call leads to.
struct ArgumentBlock {
  Term block;
  std::vector<ByteRange> initialized;  ///< what is written through the argument before it is read
  bool is_unread = false;              ///< the callee does not look at what was there, through this argument
};

/// A call of an unknown function as it was encoded, for later calls to be compared with.
struct CallRecord {
  std::string key;                         ///< callee and signature
  const llvm::CallBase* call = nullptr;    ///< null: an event of another kind
  const llvm::Function* callee = nullptr;  ///< null: not known
  unsigned occasion = 0;                   ///< the value of `outcome` where no earlier call is the same
  std::vector<std::uint32_t> argument_of;  ///< per lane of `arguments`: the call's argument + 1; 0: none of them
  Machine* machine = nullptr;
  Term path;
  std::vector<semantics::Value<smt::TermDomain>> arguments;
  std::vector<semantics::Value<smt::TermDomain>> again;  ///< a second pick of each; differs where it was undef
  std::vector<Term> undef;                               ///< where each is wholly undef; null: not known, see `again`
  std::vector<semantics::LaneType> types;
  MemoryState before;
  std::uint32_t contents_after = 0;  ///< of memory, as MemoryState::contents
  std::vector<Term> alive_after;     ///< per object of the caller's
  std::vector<ArgumentBlock> argument_blocks;
  CallFacts facts;  ///< of `call`
  bool reads_all = false;
  bool reads_arguments = false;
  bool writes = false;
  semantics::OutsideKinds sees, changes;  ///< of the world outside
  Term choice;  ///< which of the things it does that are permitted; null: it always does the same (VAL-62)
  bool enters_module = true;  ///< it may call functions of the module, which know its inner variables
  /// Earlier calls of the same function's that it may be the same as: their numbers, and when but for memory.
  std::vector<std::pair<std::size_t, Term>> comparable;
  // Outcome.
  Term outcome;
  External external_after;
  Term returns;
  Term unwinds;    ///< if it does not return: it throws; else it never comes back
  Term exception;  ///< that it throws; null: none
  Term ub;
  Term accesses;  ///< it accesses what its arguments point to; null: it can't
  std::vector<semantics::Value<smt::TermDomain>> result;
  std::vector<semantics::LaneType> result_types;
};

/// The variable that stands for a va_list just started.
constexpr const char* kListAtStart = "va_list";

/// An argument that a va_arg takes of a list that nobody else touches.
struct TakenArgument {
  std::string type;  ///< semantics::taken_type
  Term path, where, next, exists;
  std::vector<InputLane> lanes;
};

/// A part of each half of the address space, told by so many leading bits, holds none of the caller's objects. The
/// source chooses places there for its own: the caller could leave it but one place, or one sign of addresses,
/// otherwise.
constexpr unsigned kRoomBits = 3;

/// What source and target share: the terms, the inputs, the caller's memory, and what is assumed of them.
struct World {
  explicit World(Terms& terms, const Options& options) : terms(terms), options(options), approximations(terms) {}
  Terms& terms;
  const Options& options;
  std::vector<std::vector<InputLane>> inputs;  ///< per argument
  std::vector<Term> axioms;
  std::vector<Term> address_axioms;  ///< needed only where addresses are looked at
  std::vector<Term> address_lemmas;  ///< what follows from them for pointers that are compared, and is hard to find
  std::unordered_map<Term, Pointer> pointers_at;  ///< pointers of which an instruction gives the address
  const Pointer* pointer_at(Term address) const {
    const auto found = pointers_at.find(address);
    return found == pointers_at.end() ? nullptr : &found->second;
  }
  std::vector<Term> cell_axioms;  ///< what callees see of memory, compared cell by cell: expensive, seldom needed
  SharedMemory memory;
  Approximations approximations;  ///< a counterexample counts where none of them holds
  bool chooses_places =
      false;  ///< the source chooses where its own objects stand; else they stand where the target's do
  /// Each such choice, and the value with which the object stands where the target's object of that number does.
  std::unordered_map<Term, Term> chosen_places;
  Term room(unsigned width) { return terms.concat(terms.variable("room", kRoomBits), terms.zero(width - kRoomBits)); }
  std::map<std::size_t, unsigned> own_object;  ///< arguments that point to a reserved object
  /// Functions of internal linkage that source and target have with different bodies.
  std::set<const llvm::Function*> changed_inside;
  bool initial_state = false;  ///< variables that the modules alone know hold what they are initialized with
  std::map<std::string, Term> type_numbers;  ///< of the types of exceptions
  /// If set: what the flags of floating-point expressions let a compiler write anew is told by what it says of real
  /// numbers. A proof holds, a counterexample is none.
  std::optional<Expressions> expressions;
  std::map<std::string, unsigned> block_numbers;  ///< of blocks that an address from elsewhere may lead to
  bool approximates = false;     ///< the target has operations whose flags permit other results than the exact one
  bool passes_pads = false;      ///< some exception may match no clause of a landing pad on its way
  bool enters_all_pads = false;  ///< exceptions enter landing pads of which they match no clause, too
  bool indirect_calls = false;   ///< some callee is given by a pointer: callees are compared by address
  /// Undef variables that were made to compare one cell and occur nowhere else; for each, what the other side's cell
  /// holds.
  std::unordered_map<Term, Term> cell_picks;
  /// May it give something else each time, by what its body shows?
  bool makes_choices(const llvm::Function& callee);
  std::map<const llvm::Function*, bool> chooses;  ///< the answers so far
  unsigned occasions = 0;                         ///< calls so far
  std::vector<CallRecord> calls;                  ///< in the order they were encoded, the source's first
  std::vector<TakenArgument> taken;               ///< likewise
  std::map<std::string, std::set<const llvm::GlobalValue*>> weak;  ///< extern_weak symbols, by name, of both modules
};

/// Makes the inputs for a pair of functions of the same signature. What `source` marks noundef is neither poison nor
/// undef, because the source is undefined for it.
void make_inputs(World& world, const semantics::Function& source);

}  // namespace assay::refine
