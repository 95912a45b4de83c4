#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "services/worker/refine/encoder/behaviour.h"
#include "services/worker/refine/smt/terms.h"

namespace assay::refine {

using smt::Terms;

/// The path that is being encoded: the condition under which it is taken. And how paths have ended by now, other than
/// by a return. All paths of a function are encoded at once, so that "the path" stands for those that lead here.
class Path {
 public:
  explicit Path(Terms& terms) : t_(terms), condition_(terms.truth(true)) {}
  Path(const Path&) = delete;
  Path& operator=(const Path&) = delete;

  Term condition() const { return condition_; }
  void set(Term condition) { condition_ = condition; }
  /// It goes on only where the condition holds, too.
  void restrict(Term condition) { condition_ = t_.land(condition_, condition); }

  /// It is restricted for as long as this lives.
  class Restricted {
   public:
    Restricted(Path& path, Term condition) : path_(path), before_(path.condition()) { path.restrict(condition); }
    ~Restricted() { path_.set(before_); }
    Restricted(const Restricted&) = delete;
    Restricted& operator=(const Restricted&) = delete;

   private:
    Path& path_;
    Term before_;
  };

  /// Undefined behaviour if it is taken and the condition holds.
  void ub(Term condition) { note(condition, ub_); }
  std::size_t ub_count() const { return ub_.size(); }
  /// The conditions of undefined behaviour that were added since there were so many.
  std::span<const Term> ub_since(std::size_t count) const { return std::span(ub_).subspan(count); }
  /// What may be followed only so often, wherever it is met: a loop of a function, or an instruction.
  struct Place {
    const void* what = nullptr;
    std::uint32_t loop = 0;  ///< of the function; else 0
    bool operator==(const Place&) const = default;
  };
  /// It comes to the place by an edge that is taken under that condition.
  void enter(Place place, Term taken) { bounded(place).entered.push_back(taken); }
  /// An edge that is taken under that condition goes on for longer than the place is followed.
  void exceed(Place place, Term taken) { bounded(place).exceeded.push_back(taken); }
  /// It comes to a call that looks at so many bytes at most. Where the condition holds, that is not enough: it is not
  /// followed further.
  void scan(Place place, unsigned bytes, Term exceeds);
  /// Where the condition holds, it ends without a return; `seen` is what the rest of the world has seen of it.
  void exit_without_return(Term condition, const External& seen);

  // How the paths have ended.
  Term any_ub() const { return t_.any_of(ub_); }
  /// Sets unroll_exceeded and bounded.
  void tell_bounds(Behaviour& behaviour) const;
  /// Sets noreturn_exit and external_at_exit.
  void tell_exits(Behaviour& behaviour) const;

 private:
  void note(Term condition, std::vector<Term>& list) {
    const Term happens = t_.land(condition_, condition);
    if (!happens.is_false()) list.push_back(happens);
  }

  struct AtPlace {
    Place place;
    unsigned bytes = 0;
    std::vector<Term> entered, exceeded;
  };
  AtPlace& bounded(Place place);

  Terms& t_;
  Term condition_;
  std::vector<Term> ub_;
  std::vector<AtPlace> bounded_;                  ///< in the order in which they were met
  std::vector<std::pair<Term, External>> exits_;  ///< condition, what the world has seen
};

}  // namespace assay::refine
