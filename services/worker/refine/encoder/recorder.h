#pragma once

#include <string>
#include <utility>
#include <vector>

#include "services/worker/refine/encoder/machine.h"

namespace assay::refine {

/// An event: a call or a volatile access. Its outcome is a function of what its environment sees of it (arguments,
/// memory, earlier events): two events that look the same to the environment have the same outcome.
class Recorder {
 protected:
  explicit Recorder(Machine& m);
  /// Notes which objects the callee knows. To be called when the arguments have been added.
  void see_what_is_known();
  void add_value(const Lane& lane, const semantics::LaneType& type);
  /// Earlier events, each with the condition under which this event is the same: those of the other function and, if
  /// they have no effects, of this one.
  std::vector<std::pair<Term, const CallRecord*>> find_matches();

  Machine& m_;
  Terms& t_;
  /// The state of the world after an event with that outcome, which changes what record_ says.
  External changed_to(Term outcome) const;
  /// Are the states the same, of those kinds?
  Term same_outside(const External& a, const External& b, semantics::OutsideKinds kinds) const;

  CallRecord record_;

 private:
  /// The conditions under which the arguments are the same, and under which they differ at most in the function's own
  /// objects that they point to.
  struct Likeness {
    Term same;
    Term but_for_own;
  };
  Term is_own(Term block) const;
  Term keeps_alignment(const CallRecord& earlier, Term block) const;
  Likeness arguments_refine(const CallRecord& earlier) const;
  std::vector<Term> own_seen(const CallRecord& earlier) const;
  Term same_memory(const CallRecord& earlier, Term given);
  bool may_repeat(const CallRecord& earlier) const;
  void keep_apart(const std::vector<std::pair<Term, const CallRecord*>>& matches);
};

/// An event of the given name and values, ordered with all calls and events that see or change something outside, but
/// for errno and the target's state. `may_stay`: execution need not continue. Gives lanes of the types asked for, which
/// the world chooses.
std::vector<Lane> encode_event(Machine& machine, const std::string& name,
                               const std::vector<std::pair<Lane, semantics::LaneType>>& values, bool may_stay,
                               const std::vector<semantics::LaneType>& given = {});

}  // namespace assay::refine
