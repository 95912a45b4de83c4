#pragma once

#include <optional>
#include <string>
#include <vector>

#include "services/worker/refine/encoder/activation.h"
#include "services/worker/refine/encoder/algebra.h"
#include "services/worker/refine/encoder/behaviour.h"
#include "services/worker/refine/encoder/callees.h"
#include "services/worker/refine/encoder/choices.h"
#include "services/worker/refine/encoder/memory/access.h"
#include "services/worker/refine/encoder/memory/invariant_groups.h"
#include "services/worker/refine/encoder/memory/invariants.h"
#include "services/worker/refine/encoder/path.h"
#include "services/worker/refine/encoder/plan.h"
#include "services/worker/refine/encoder/world.h"
#include "services/worker/refine/smt/term_domain.h"

namespace assay::refine {

/// Runs one lowered function symbolically: all paths at once, each block under the condition that it is reached. It
/// holds the parts that the encoders of instructions work on (path, choices, memory, the functions that run) and the
/// registers of the function that runs.
class Machine {
 public:
  Machine(World& world, const Callees& callees, Side side);
  Machine(const Machine&) = delete;
  Machine& operator=(const Machine&) = delete;

  /// Runs the function. Nothing: it failed().
  std::optional<Behaviour> run(const Plan& plan);
  /// Runs another function where the current one calls it; the path goes on where it returns, with the lanes that it
  /// returns (none if it never does). `arguments` has the lanes of all arguments.
  std::vector<Lane> call(const Callees::Body& body, const std::vector<Lane>& arguments, const CallTerms& terms);
  /// The body to run for a call of `callee`; null if the call is one of an unknown function.
  const Callees::Body* body_of(const llvm::Function& callee);

  // The parts.
  World& world() { return world_; }
  Terms& terms() const { return terms_; }
  Domain& domain() { return domain_; }
  Memory& memory() { return memory_; }
  const Memory& memory() const { return memory_; }
  InvariantLoads& invariant_loads() { return invariant_loads_; }
  InvariantGroups& invariant_groups() { return invariant_groups_; }
  Algebra& algebra() { return algebra_; }
  Path& path() { return path_; }
  ChoiceLog& choices() { return choices_; }
  const CallStack& stack() const { return stack_; }
  /// The function that is being run: the one compared, or one that it calls.
  Activation& active() { return stack_.running(); }
  const Activation& active() const { return stack_.running(); }
  const semantics::Function& function() const { return *active().function; }
  Side side() const { return side_; }
  bool is_source() const { return side_ == Side::Source; }

  // Registers.
  const Lane& lane(semantics::Slot slot) const;
  void set(semantics::Slot slot, Lane lane);
  /// Picks a member of the lane's set, anew at every call.
  Picked use(const Lane& lane) { return choices_.pick(lane); }
  Picked use(semantics::Slot slot) { return use(lane(slot)); }
  /// The lane's one value; that it is poison, or could be picked in several ways, is undefined behaviour.
  Term use_defined(const Lane& lane);
  /// Of a pointer; its marks do not count as value.
  Pointer use_defined_pointer(const Lane& lane);
  /// An address to access; poison and undef are undefined behaviour.
  Pointer use_address(semantics::Slot slot) { return memory_.objects().resolve(use_defined_pointer(lane(slot))); }
  /// The address space of a pointer.
  unsigned space_of(semantics::Slot slot) const { return function().slots[slot].address_space; }
  /// One member of the lane's set for all uses; any pattern where it is poison.
  Term use_frozen(semantics::Slot slot, const char* what);
  /// nnan, ninf and nsz of a select, phi or call.
  Lane with_fast_math(const semantics::Instruction& instruction, Lane lane);
  /// Promises of the instruction's result.
  void keep_result_promises(const semantics::Instruction& instruction);

  // Values that are no register's.
  unsigned width_of(const semantics::LaneType& type) const;
  Lane poison_lane(const semantics::LaneType& type) const;
  Lane lane_of(const semantics::ConstantLane& constant, const semantics::LaneType& type);

  /// Undefined behaviour if the current path is taken and the condition holds.
  void ub(Term condition) { path_.ub(condition); }
  void unsupported(const std::string& feature);
  /// Is there no time left? Where terms become large, writing them may take longer than to solve them: then they are
  /// unsupported. To be asked before each piece of the work.
  bool gives_up();
  bool failed() const { return failure_ || choices_.is_full(); }
  /// What is unsupported: the first feature that was met.
  evidence::Claim failure() const {
    using evidence::Inconclusive;
    return failure_ ? evidence::Claim::inconclusive(Method::Smt, Inconclusive::FeatureForSolver, *failure_)
                    : evidence::Claim::inconclusive(Method::Smt, Inconclusive::ManyUsesOfUndef);
  }

 private:
  void start(const Plan& plan);
  Lane address_of(const llvm::GlobalValue& global, unsigned width);
  Behaviour finish();

  World& world_;
  Terms& terms_;
  const Callees& callees_;
  Side side_;
  CallStack stack_;
  ChoiceLog choices_;
  Domain domain_;
  Memory memory_;
  InvariantLoads invariant_loads_{*this};
  InvariantGroups invariant_groups_{*this};
  Algebra algebra_{*this};
  Path path_;
  std::size_t steps_ = 0;  ///< blocks executed in calls
  std::optional<std::string> failure_;
};

/// A lane where paths meet: each under the condition of its path, the last where no other's holds.
Lane merge(Terms& terms, const std::vector<std::pair<Term, Lane>>& lanes);
/// Where a lane that is one of two is undef as a whole, if both know it of themselves.
Term merged_undef(Terms& terms, Term condition, const Lane& then, const Lane& otherwise);

/// The inputs become the arguments of the function compared.
void enter_arguments(Machine& machine);

/// Value operations: rows of the shapes Lanewise to Freeze.
void encode_value(Machine& machine, const semantics::Instruction& instruction);
/// Has the function operations whose flags permit other results than the exact one?
bool has_approximations(const semantics::Function& function);
/// What attributes or metadata promise of a lane: it becomes poison where they are broken; noundef makes it undefined
/// behaviour.
Lane keep_promises(Machine& machine, const semantics::Promises& promises, const semantics::LaneType& type, Lane lane);

/// Do the functions that are running, by their attributes, allow this access to memory that the caller knows?
Term may_access(Machine& machine, const Pointer& p, Access access);
/// The same of a volatile access where no object is: it touches memory, which memory(none) says that they do not
/// (MEM-33).
Term may_access_outside(Machine& machine, const Pointer& p, Access access);
/// Is it memory that they may write, but not see?
Term is_only_written(Machine& machine, const Pointer& p);
Term may_free(Machine& machine, const Pointer& p);

/// Is the cell at the address in `after` one that the same cell in `before` does not allow? (Nothing is asked of dead
/// memory.) At the end, pointers that must not be captured are poison.
enum class Moment { Call, End };
Term cell_differs(Machine& a, const MemoryState& before, Machine& b, const MemoryState& after, Term block, Term offset,
                  Moment moment);
/// Are the pointers the same, or both null in the sense of their address?
Term same_pointer(Machine& a, Term first, Machine& b, Term second);
/// The same of pointers that are returned: of own stack objects, which are gone, only addresses are left, and those are
/// each function's choice.
Term same_result(Machine& a, Term first, Machine& b, Term second);
/// Any block that the machine's memory may have, by a new variable.
Term some_block(Machine& machine, const char* name);
/// How a function ends for its caller.
enum class Ending { Return, Unwind };
/// Does some cell that the caller can see differ then?
Term memory_differs(Machine& source, const MemoryState& before, Machine& target, const MemoryState& after,
                    Ending ending);
/// Objects are within the address space and apart.
std::vector<Term> address_axioms(Machine& source, Machine& target);

/// The call of a function whose body is used.
void encode_defined_call(Machine& machine, const semantics::Instruction& instruction, const Callees::Body& body);
/// Is it an intrinsic of which no more is known than what its attributes say? Those of targets are, and those that deal
/// with variable arguments.
bool is_unknown_intrinsic(const llvm::Function& function);
/// Intrinsics that are lowered as calls. False if the call is no such, or one of a function that nobody knows.
bool encode_call_intrinsic(Machine& machine, const semantics::Instruction& instruction);
/// Calls. Those of functions whose bodies are used are run; else they are calls of unknown functions.
void encode_call(Machine& machine, const semantics::Instruction& instruction);

}  // namespace assay::refine
