#pragma once

#include <llvm/IR/Attributes.h>
#include <llvm/Support/ModRef.h>

#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "services/worker/refine/encoder/callees.h"
#include "services/worker/refine/encoder/plan.h"
#include "services/worker/refine/encoder/world.h"
#include "services/worker/refine/smt/term_domain.h"
#include "services/worker/semantics/domain.h"

namespace llvm {
class BasicBlock;
class LandingPadInst;
class Value;
}

namespace assay::refine {

using Domain = smt::TermDomain;
using Picked = semantics::Value<Domain>;  ///< a lane that was looked at: one member of its set

/// A variable that one side is free to choose: a pick of undef bits, a frozen value, an address. Choices of source and
/// target with equal keys were made for the same reason, and are tried as equal first.
struct ChoiceVariable {
  Term variable;
  std::string key;
  std::string place;       ///< the instruction that made it
  std::string spoken_key;  ///< a looser key, by the name of the instruction; tried where no `key` is equal
  Term base;  ///< of a pick: the first pick that it was copied from (itself, or one of an operand's operand)
};

/// What one function does, as terms over the inputs and its choices.
struct Behaviour {
  Term ub;        ///< undefined behaviour happens on the path taken
  Term unroll_exceeded;  ///< the path taken runs a loop more often than the unroll bound allows
  Term returned;  ///< the function returns
  std::vector<Lane> result;
  MemoryState memory;  ///< when it returns
  Term noreturn_exit;  ///< the path taken ends in a call that does not come back
  Term external_at_exit;  ///< what the rest of the world has seen by then
  Term unwound;        ///< an exception leaves it
  Term exception;      ///< where it is; null if none ever does
  MemoryState unwound_memory;  ///< when it unwinds
  Term unwound_unseen;         ///< what threw wrote nothing: nobody is taken to look at memory
};

/// What a call adds to what a function's own attributes say.
struct CallTerms {
  llvm::MemoryEffects effects = llvm::MemoryEffects::unknown();
  bool may_free = true;
  bool will_return = false;
  bool is_tail = false;  ///< the caller's allocas are not accessed
};

/// Runs one lowered function symbolically: all paths at once, each block under the condition that it is reached.
class Machine {
 public:
  Machine(World& world, const Callees& callees, std::string side);
  Machine(const Machine&) = delete;
  Machine& operator=(const Machine&) = delete;

  /// Runs the function. An error is the name of an unsupported feature.
  Result<Behaviour> run(const Plan& plan);

  /// Runs another function where the current one calls it; the path goes on where it returns, with the lanes that it
  /// returns (none if it never does). `arguments` has the lanes of all arguments.
  std::vector<Lane> call(const Callees::Body& body, const std::vector<Lane>& arguments, const CallTerms& terms);
  /// The body to run for a call of `callee`; null if the call is one of an unknown function.
  const Callees::Body* body_of(const llvm::Function& callee);

  // What the encoders of instructions use.
  World& world() { return world_; }
  Terms& terms() { return terms_; }
  Domain& domain() { return domain_; }
  /// The function that is being run: the one compared, or one that it calls.
  const semantics::Function& function() const { return *active_.function; }
  const std::string& side() const { return side_; }
  bool is_source() const { return side_ == "s"; }
  const Lane& lane(semantics::Slot slot) const;
  void set(semantics::Slot slot, Lane lane);
  /// Picks a member of the lane's set, anew at every call.
  Picked use(const Lane& lane);
  Picked use(semantics::Slot slot) { return use(lane(slot)); }
  /// A new variable for undef bits that every use picks anew.
  Term undef_variable(unsigned width, const std::string& key, const std::string& spoken_key = {});
  /// Another pick of what an undef variable stands for.
  Term pick_anew(Term undef);
  /// Other picks of those variables of the set that the parts depend on.
  struct Renaming {
    std::unordered_map<Term, Term> to;
    UndefSet picks;
  };
  Renaming pick_anew(const UndefSet& undef, std::span<const Term> parts);
  /// The cell with undef variables of its own.
  Cell refresh(const Cell& cell);
  Lane lane_of(const semantics::ConstantLane& constant, const semantics::LaneType& type);
  /// The undef variables of what was picked so far since the last call: the lanes that were computed from it depend on
  /// them.
  UndefSet take_picked();
  Term path() const { return path_; }
  void restrict_path(Term condition) { path_ = terms_.land(path_, condition); }
  void set_path(Term path) { path_ = path; }
  /// The current path, where `condition` holds, exceeds the unroll bound: it is not looked at further.
  void unroll_exceeded(Term condition);
  /// The current path, where `condition` holds, ends here without a return; `seen` is what the rest of the world sees
  /// of it.
  void noreturn_exit(Term condition, Term seen = Term());
  /// Has some function that is running to make progress: may it not stay in a call that does nothing?
  bool must_progress() const;
  /// The current call, where `condition` holds, throws the exception at that address.
  void unwind(Term condition, Term exception);
  /// The current path, where `condition` holds, has met an exception that was thrown without writing anything.
  void unseen(Term condition);
  /// Undefined behaviour if the current path is taken and `condition` holds.
  void ub(Term condition);
  /// How many conditions of undefined behaviour there are by now.
  std::size_t ub_count() const { return ub_.size(); }
  /// The conditions that were added since then may be no undefined behaviour, for that cause.
  void approximate_ub_since(std::size_t count, Cause cause);
  /// A new variable of this side's choosing.
  Term choose(unsigned width, const std::string& key, const std::string& spoken_key = {});
  /// A key for a choice made by the current instruction.
  std::string key_of(const char* what) const;
  /// What the current instruction is called in source and target.
  std::string place() const;
  /// The lane's one value; that it is poison, or could be picked in several ways, is undefined behaviour where
  /// `condition` (if given) holds.
  Term use_defined(const Lane& lane);
  /// One member of the lane's set for all uses; any pattern where it is poison.
  Term use_frozen(semantics::Slot slot, const char* what);
  /// Of a pointer; its marks do not count as value.
  Pointer use_defined_pointer(const Lane& lane);
  Lane poison_lane(const semantics::LaneType& type) const;
  bool has_attribute(llvm::Attribute::AttrKind kind) const;
  /// nnan, ninf and nsz of a select, phi or call.
  Lane with_fast_math(const semantics::Instruction& instruction, Lane lane);
  /// Promises of the instruction's result.
  void keep_result_promises(const semantics::Instruction& instruction);
  unsigned width_of(const semantics::LaneType& type) const;

  // Memory.
  Memory& memory() { return memory_; }
  /// An address to access; poison and undef are undefined behaviour.
  Pointer pick_address(semantics::Slot slot);
  std::string site_of(const semantics::Instruction& instruction) const;
  Term alignment_mask(const std::string& site) const;
  bool has_lifetime_start(const semantics::Instruction& alloca) const;
  /// An own object was made.
  void note_own_object(unsigned number);
  /// Those that were made since the function that is running was entered.
  const std::vector<unsigned>& own_objects() const { return active_.own; }
  /// Do the function's attributes allow this to memory that the caller knows?
  Term may_write(const Pointer& p) { return may_access(p, Access::Write); }
  Term may_read(const Pointer& p) { return may_access(p, Access::Read); }
  Term may_free(const Pointer& p);

  void unsupported(const std::string& feature);
  bool failed() const { return failure_.has_value(); }
  const std::optional<std::string>& failure() const { return failure_; }
  const std::vector<ChoiceVariable>& choices() const { return choices_; }

 private:
  struct Edge {
    Term condition;
    MemoryState memory;
    Term exception;          ///< that arrives; null: none does
    std::vector<Lane> phis;  ///< values of the target's phis, lane after lane
  };
  struct Return {
    Term condition;
    MemoryState memory;
    std::vector<Lane> lanes;
  };
  struct Unwound {
    Term condition;
    MemoryState memory;
    Term exception;
  };

  /// One function that has been entered and not yet left.
  struct Activation {
    const semantics::Function* function = nullptr;
    const Plan* plan = nullptr;
    CallTerms terms;
    std::vector<Lane> frame;
    std::vector<Lane> after_loop;  ///< for slots that are used outside their loop: the last executed value
    std::vector<bool> escapes;     ///< per slot
    std::vector<std::uint32_t> slot_loop;
    std::uint32_t current_loop = 0;
    const semantics::Instruction* current = nullptr;
    std::size_t step = 0;  ///< of the plan
    Term exception;        ///< that has arrived at the current block
    std::vector<std::vector<Edge>> incoming;  ///< per step
    std::vector<Return> returns;
    std::vector<Unwound> unwound;
    std::unordered_map<const llvm::Value*, Term> pads;  ///< cleanuppads that were entered: the exception that arrived
    std::vector<Term> argument_blocks;  ///< what its pointer arguments point to
    std::vector<unsigned> own;          ///< objects that were made since it was entered
    std::vector<unsigned> hidden;       ///< its caller's objects that it must not access
  };

  void prepare_frame();
  void find_escaping(const Plan& plan);
  void run_steps();
  Term may_access(const Activation& activation, const Pointer& p, Access access);
  Term is_own(const Activation& activation, Term block);
  void enter_arguments();
  void forget_initialized();
  Lane mark_argument(const semantics::Argument& argument, Lane lane);
  Term may_access(const Pointer& p, Access access);
  bool enter(std::size_t step);
  void execute(const Plan& plan, std::size_t step);
  void terminate(const Plan& plan, std::size_t step, const semantics::Instruction& instruction);
  void branch(const Plan& plan, std::size_t step, std::size_t successor, Term condition, Term exception = Term());
  /// What a branch decides by.
  Term use_condition(semantics::Slot slot);
  void encode_switch(const Plan& plan, std::size_t step, const semantics::Instruction& instruction);
  void encode_indirect_branch(const Plan& plan, std::size_t step, const semantics::Instruction& instruction);
  void encode_return(const semantics::Instruction& instruction);
  static constexpr unsigned kChoiceBits = 8;  ///< of which block inline assembly goes to
  void encode_call_branch(const Plan& plan, std::size_t step, const semantics::Instruction& instruction);
  std::size_t successor_at(const Plan& plan, std::size_t step, const llvm::BasicBlock* to) const;
  void encode_catch_switch(const Plan& plan, std::size_t step, const semantics::Instruction& instruction);
  void encode_cleanup_return(const Plan& plan, std::size_t step, const semantics::Instruction& instruction);
  void enter_cleanup(const semantics::Instruction& pad);
  void encode_landing_pad(const semantics::Instruction& instruction);
  void bury_stack(MemoryState& state);
  void leave_function(Term condition, Term exception);
  Term merge_unwound(const std::vector<Unwound>& unwound);
  Lane merge(const std::vector<std::pair<Term, Lane>>& lanes);
  Term choose_for_member(unsigned width, semantics::Choice why, Term where);
  Term merged_undef(Term condition, const Lane& a, const Lane& b);
  Term where_returned(const Activation& activation);
  std::vector<Lane> merge_returns(const Activation& activation);
  Behaviour finish();
  World& world_;
  Terms& terms_;
  const Callees& callees_;
  std::string side_;
  Domain domain_;
  Memory memory_;
  Term path_;
  std::vector<Term> ub_;
  std::vector<Term> unroll_exceeded_;
  Activation active_;
  std::vector<Activation> callers_;          ///< the outermost first
  std::size_t steps_ = 0;                    ///< blocks executed in calls
  std::vector<std::pair<Term, Term>> noreturn_exits_;  ///< condition, what the world has seen
  std::vector<Term> unseen_;
  std::vector<ChoiceVariable> choices_;
  std::unordered_map<Term, std::pair<std::string, std::string>> keys_;  ///< of undef variables, as choose() takes them
  std::unordered_map<Term, Term> bases_;  ///< see ChoiceVariable::base
  UndefSet picked_;
  std::optional<std::string> failure_;
};

/// Value operations: rows of the shapes Lanewise to Freeze.
void encode_value(Machine& machine, const semantics::Instruction& instruction);
/// What attributes or metadata promise of a lane: it becomes poison where they are broken; noundef makes it undefined
/// behaviour.
Lane keep_promises(Machine& machine, const semantics::Promises& promises, const semantics::LaneType& type, Lane lane);
/// What a landing pad makes of an exception.
struct Caught {
  Term takes;  ///< it takes it
  Term selector;
};
Caught caught_by(Machine& machine, const llvm::LandingPadInst& pad, Term exception);
/// llvm.eh.typeid.for: the selector of a type.
void encode_type_number(Machine& machine, const semantics::Instruction& instruction, const llvm::Value& type_info);

/// Is the cell at the address in `after` one that the same cell in `before` does not allow? (Nothing is asked of dead
/// memory.)
Term cell_differs(Machine& a, const MemoryState& before, Machine& b, const MemoryState& after, Term block, Term offset);
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
/// Intrinsics that are lowered as calls. False if the call is no such, or one of a function that nobody knows.
bool encode_call_intrinsic(Machine& machine, const semantics::Instruction& instruction);
/// Calls. Those of functions whose bodies are used are run; else they are calls of unknown functions.
void encode_call(Machine& machine, const semantics::Instruction& instruction);

}  // namespace assay::refine
