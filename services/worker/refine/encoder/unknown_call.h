#pragma once

#include <llvm/IR/Function.h>
#include <llvm/IR/InstrTypes.h>

#include <algorithm>

#include "services/worker/refine/encoder/recorder.h"

namespace assay::refine {

/// A call of an unknown function, inline assembly among them. What such a function does is a function of its arguments
/// and of what it can see of the world; a call that sees nothing else than an earlier one does the same.
class UnknownCall : Recorder {
 public:
  UnknownCall(Machine& m, const semantics::Instruction& i)
      : Recorder(m), i_(i), site_(m.function().calls[i.detail]), call_(*site_.call) {}
  void encode();

 private:
  /// The conditions that were added since then may be no undefined behaviour, for that cause.
  void approximate_ub_since(std::size_t count, Cause cause);

  void choose_what_it_does();

  // What is called, and what is known of it (calls.cpp).
  /// The function called, directly or through a pointer that can only be it.
  void find_callee();
  /// An optimizer may know more of it than its attributes say.
  void describe_intrinsic();
  /// Does the callee's name tell it from all others? Where there are calls of pointers, addresses do.
  bool is_named() const {
    return site_.callee != nullptr && (!m_.world().indirect_calls || site_.callee->isIntrinsic());
  }
  /// Operand 0 is the callee's address.
  bool is_indirect() const { return site_.callee == nullptr && !call_.isInlineAsm(); }
  /// Passes may drop what a call site says (calls are merged, moved past others), but the function does what it did.
  void keep_facts_of_source();
  bool enters_module() const;
  bool is_other_assembly() const;
  void describe();
  void name_call();
  /// The lanes that are passed; types of two modules may differ in their names.
  std::string shape_of_arguments() const;

  // What it is passed (call_arguments.cpp).
  void gather_arguments();
  /// The address must be that of a function that may be called so, or of one that is not known.
  void check_target(const Pointer& p);
  void add_argument(const semantics::Slots& value, std::size_t number);
  std::vector<ByteRange> initialized_through(const Pointer& p, const ArgumentFacts& facts) const;
  std::vector<ByteRange> written_on_entry(const Pointer& p, const semantics::Promises& promises) const;
  /// The callee gets a copy of the bytes.
  void pass_by_value(const Lane& lane, std::uint64_t size);

  // What it gives, and how it ends (call_outcome.cpp).
  /// The outcome of a call that is like no earlier one: a function of arguments and occasion.
  Term unknown(const std::string& what, unsigned width);
  void find_outcome(const std::vector<std::pair<Term, const CallRecord*>>& matches);
  /// Does it return, throw, or never come back? Of a call that is like no earlier one.
  void find_end();
  Term any_poison(const std::vector<Picked>& lanes) const;
  /// The functions that an indirect call may turn out to be one of, and where it does.
  std::vector<std::pair<const llvm::Function*, Term>> targets();
  /// Where the call is indirect: it is one of a function that never throws.
  Term targets_without_exceptions();
  /// The callee of a tail call does not access the caller's allocas (LangRef, call instruction).
  void keep_tail_promise();
  Picked unknown_result(std::uint32_t lane);
  void set_result();
  /// A noalias result is an object that nobody else has, or null.
  void set_own_object();
  /// Any, but no less than allocsize says.
  Maker maker_of_own_object(Term size);
  Term size_of_own_object();
  /// The object is as aligned as an argument says, which is a power of two unless there is no object (LangRef,
  /// allocalign).
  void align_own_object(Term address, Term none);

  // What it does to memory (call_effects.cpp).
  /// Which effects it has where: of cases that overlap the first counts. An earlier call that it is may promise more,
  /// and so may a function that an indirect call turns out to be one of.
  std::vector<std::pair<Term, llvm::MemoryEffects>> effects_by_case(
      const std::vector<std::pair<Term, const CallRecord*>>& matches);
  void change_memory(const std::vector<std::pair<Term, const CallRecord*>>& matches);
  void change_memory();
  /// What the callee writes through arguments that are dead_on_unwind is poison when it throws.
  void unwind_with_dead(Term throws, const MemoryState& before,
                        const std::vector<std::pair<Term, const CallRecord*>>& matches);
  void poison_dead();
  /// Is the object one that an argument leads to, through which the callee may so access it?
  Term is_passed(Term object, Access access);
  /// Who knows an object by a read-only argument alone does not write it during the call.
  Term to_write(unsigned number, Term object, const std::vector<Term>& now, const std::vector<Term>& before);
  bool hides_objects() const;
  void free_some(bool everything);

  const semantics::Instruction& i_;
  const semantics::CallSite& site_;
  const llvm::CallBase& call_;
  const llvm::Function* callee_ = nullptr;
  Lane target_lane_;
  CallFacts facts_;
  struct Passed {
    Term block;
    bool read_only = false;  ///< by this argument, or by all (memory(argmem: read) or none)
    bool dead_at_unwind = false;
    std::vector<ByteRange> entered{};  ///< written when the function is entered
  };
  /// May the callee write by it what stays?
  bool writes_by(const Passed& passed) const { return !passed.read_only && !(is_unwinding_ && passed.dead_at_unwind); }
  std::vector<Passed> passed_;
  std::vector<Term> dead_after_;
  struct GivenBack {
    Term block;
    bool is_to_read = false;  ///< captures(ret: read_provenance): to write by the result is undefined
  };
  std::vector<GivenBack> given_back_;
  std::vector<std::pair<Term, Term>> read_only_captured_;  ///< block, and when
  std::vector<std::pair<Term, Term>> unread_captured_;     ///< others may read it only when the call is over
  std::vector<Term> escaped_before_, given_before_;        ///< without those
  Term occasion_;
  bool is_unwinding_ = false;
};

}  // namespace assay::refine
