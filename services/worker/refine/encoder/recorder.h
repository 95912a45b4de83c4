#pragma once

#include <string>
#include <utility>
#include <vector>

#include "services/worker/refine/encoder/machine.h"

namespace assay::refine {

constexpr unsigned kWorldBits = 16;

/// What the rest of the world sees happen, a call or a volatile access, beside what it has seen before: the same
/// happens where the same is seen.
class Recorder {
 protected:
  explicit Recorder(Machine& m);
  /// To be called when the arguments are there: whom the callee knows.
  void see_what_is_known();
  void add_value(const Lane& lane, const semantics::LaneType& type);
  /// Where it is the same as an earlier one of the other function's (or, if it has no effects, of the same function's).
  std::vector<std::pair<Term, const CallRecord*>> find_matches();

  Machine& m_;
  Terms& t_;
  CallRecord record_;
  bool sees_world_ = false;

 private:
  /// Where the arguments are the same, and where they are but for own objects that they point to.
  struct Likeness {
    Term same;
    Term but_for_own;
  };
  Term is_own(Term block) const;
  Likeness arguments_refine(const CallRecord& earlier) const;
  std::vector<Term> own_seen(const CallRecord& earlier) const;
  Term same_memory(const CallRecord& earlier, Term given);
  void keep_apart(const std::vector<std::pair<Term, const CallRecord*>>& matches);
};

/// An event of the given name and values, in the order of all that the world sees.
void encode_event(Machine& machine, const std::string& name,
                  const std::vector<std::pair<Lane, semantics::LaneType>>& values);

}  // namespace assay::refine
