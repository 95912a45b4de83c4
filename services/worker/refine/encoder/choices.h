#pragma once

#include <span>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "services/worker/refine/encoder/activation.h"
#include "services/worker/refine/encoder/lane.h"
#include "services/worker/refine/encoder/memory/cell.h"
#include "services/worker/refine/smt/term_domain.h"
#include "services/worker/semantics/domain.h"

namespace assay::refine {

using smt::Terms;
using Domain = smt::TermDomain;
using Picked = semantics::Value<Domain>;  ///< a lane that was looked at: one member of its set

/// Whose machine runs.
enum class Side : bool { Source, Target };
/// How the names of its variables begin: "s" or "t".
constexpr const char* name_of(Side side) { return side == Side::Source ? "s" : "t"; }

/// A variable that one side is free to choose: a pick of undef bits, a frozen value, an address. Choices of source and
/// target with equal keys were made for the same reason, and are tried as equal first.
struct ChoiceVariable {
  Term variable;
  std::string key;
  std::string place;       ///< the instruction that made it
  std::string spoken_key;  ///< a looser key, by the name of the instruction; tried where no `key` is equal
  std::string kind;        ///< the loosest: why there is a choice; tried last
  Term where;              ///< what `key` is made of beside the kind; null: something else
  Term base;      ///< of a pick: the first pick that it was copied from (itself, or one of an operand's operand)
  Term unfrozen;  ///< of what freeze gives in place of poison: what it would have given if it had not been poison
  Term poison;    ///< and when it is
};
/// The key of a choice of the kind that depends on a term.
std::string key_of(Terms& terms, const std::string& kind, Term where);

/// The choices of one side in the order in which they are made, and the picks of undef values among them.
class ChoiceLog {
 public:
  /// The instruction that `stack` runs is the place of a choice.
  ChoiceLog(Terms& terms, Side side, const CallStack& stack);

  /// A new variable of this side's choosing.
  Term choose(unsigned width, const std::string& key, const std::string& spoken_key = {}, const std::string& kind = {});
  /// The value with a choice where it is poison.
  Term freeze(const Picked& value, const std::string& key);
  /// A choice made while computing with a member of an undef lane: another one for each member. `where` is what it
  /// depends on, if that is known.
  Term choose_for_member(unsigned width, semantics::Choice why, Term where);

  /// A choice that a function makes by what it sees: the same where an earlier call of it has seen the same (CALL-4).
  Term choose_by(unsigned width, const std::string& key, const std::string& function, std::vector<Term> seen);

  /// Which of the results that its flags permit an operation gives: each execution chooses for itself, but for those of
  /// which only one is in a run. `results` stands for the operation and its operands, `path` says when it is executed.
  /// Of operands that are undef the choice is one for each member: the operation is a function of it and of them.
  Term choose_permitted(Term results, Term path);

  /// A new variable for undef bits that every use picks anew.
  Term undef_variable(unsigned width, const std::string& key, const std::string& spoken_key = {});
  /// A member of the lane's set, another one at every call.
  Picked pick(const Lane& lane);
  /// The cell with undef variables of its own.
  Cell refresh(const Cell& cell);
  /// The same; of cells that are refreshed with one record of new variables, those that shared one still do.
  Cell refresh(const Cell& cell, std::unordered_map<Term, Term>& renamed);
  /// The lane with undef variables of its own.
  Lane refresh(const Lane& lane);
  /// The undef variables of what was picked since the last call: the lanes that were computed from it depend on them.
  UndefSet take_picked() { return std::exchange(picked_, {}); }

  const std::vector<ChoiceVariable>& list() const { return list_; }
  /// More choices were asked for than are kept; nothing was picked since.
  bool is_full() const { return full_; }

 private:
  /// Other picks of those variables of a set that some terms depend on.
  struct Renaming {
    std::unordered_map<Term, Term> to;
    UndefSet picks;
  };
  Renaming pick_anew(const UndefSet& undef, std::span<const Term> parts,
                     const std::unordered_map<Term, Term>& known = {});
  Term pick_anew(Term undef);

  struct MadeBySight {
    std::string function;
    std::vector<Term> seen;
    Term choice;
  };

  /// Executions of like operations, never two of them in one run.
  struct Permitted {
    Term path;
    Term choice;
  };

  Terms& t_;
  Side side_;
  const CallStack& stack_;
  std::vector<ChoiceVariable> list_;
  std::vector<MadeBySight> made_by_sight_;
  std::unordered_map<std::string, std::vector<Permitted>> permitted_;   ///< by key
  std::unordered_map<Term, std::pair<std::string, std::string>> keys_;  ///< of undef variables, as choose() takes them
  std::unordered_map<Term, Term> bases_;                                ///< see ChoiceVariable::base
  UndefSet picked_;
  bool full_ = false;
};

}  // namespace assay::refine
