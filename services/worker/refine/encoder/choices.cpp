#include "services/worker/refine/encoder/choices.h"

#include <algorithm>
#include <array>
#include <functional>
#include <unordered_set>

namespace assay::refine {
namespace {

constexpr std::size_t kMostChoices = 50'000;  ///< each use of a value picks anew: x + x doubles them
constexpr unsigned kPermittedBits = 8;        ///< more results than executions that a run has of one operation

}  // namespace

std::string key_of(Terms& terms, const std::string& kind, Term where) {
  return kind + " " + std::to_string(terms.shape(where));
}

ChoiceLog::ChoiceLog(Terms& terms, Side side, const CallStack& stack) : t_(terms), side_(side), stack_(stack) {}

Term ChoiceLog::choose(unsigned width, const std::string& key, const std::string& spoken_key, const std::string& kind) {
  const Term variable = t_.fresh(name_of(side_) + std::string(".") + key + ".", width, std::hash<std::string>{}(key));
  const std::string& spoken = spoken_key.empty() ? key : spoken_key;
  list_.push_back({variable, key, stack_.running().place(), spoken, kind.empty() ? spoken : kind, {}, {}, {}, {}});
  return variable;
}

Term ChoiceLog::freeze(const Picked& value, const std::string& key) {
  if (value.poison.is_false()) {
    if (!list_.empty() && list_.back().variable == value.bits) list_.back().unfrozen = t_.zero(value.bits.width());
    return value.bits;
  }
  const Term any = choose(value.bits.width(), key);
  list_.back().unfrozen = value.bits;
  list_.back().poison = value.poison;
  return t_.ite(value.poison, any, value.bits);
}

Term ChoiceLog::choose_for_member(unsigned width, semantics::Choice why, Term where) {
  const std::string kind = "choice " + std::to_string(static_cast<int>(why));
  const std::string spoken = stack_.running().key_of(kind.c_str());
  // The same question asked of the same value, whatever its instruction is called.
  const std::string key = where ? key_of(t_, kind, where) : spoken;
  const Term fixed = choose(width, key, spoken, kind);
  list_.back().where = where;
  if (picked_.empty()) return fixed;
  const Term own = undef_variable(width, key, spoken);
  picked_.add(UndefSet(own, picked_));
  return t_.ite(t_.any_of(picked_.where()), own, fixed);
}

Term ChoiceLog::choose_by(unsigned width, const std::string& key, const std::string& function, std::vector<Term> seen) {
  Term choice = choose(width, key);
  if (!picked_.empty()) return choice;  // of undef bytes every look is another one
  for (const MadeBySight& earlier : made_by_sight_) {
    const auto same_width = [](Term a, Term b) { return a.width() == b.width(); };
    if (earlier.function != function || earlier.choice.width() != width ||
        !std::ranges::equal(earlier.seen, seen, same_width))
      continue;
    Term same = t_.truth(true);
    for (std::size_t i = 0; i < seen.size() && !same.is_false(); ++i)
      same = t_.land(same, t_.eq(earlier.seen[i], seen[i]));
    choice = t_.ite(same, earlier.choice, choice);
  }
  made_by_sight_.push_back({function, std::move(seen), choice});
  return choice;
}

Term ChoiceLog::choose_permitted(Term results, Term path) {
  const std::string kind = "permitted", key = key_of(t_, kind, results);
  std::vector<Permitted>& earlier = permitted_[key];
  for (Permitted& each : earlier) {
    if (!t_.land(each.path, path).is_false()) continue;
    each.path = t_.lor(each.path, path);
    return each.choice;
  }
  const std::string spoken = stack_.running().key_of(kind.c_str());
  // Told by how it differs from the first, so that what has no partner in the other function is the same as that.
  Term choice = choose(kPermittedBits, key, spoken, kind);
  if (!earlier.empty()) choice = t_.bxor(earlier.front().choice, choice);
  return earlier.emplace_back(path, choice).choice;
}

Term ChoiceLog::undef_variable(unsigned width, const std::string& key, const std::string& spoken_key) {
  const Term any = choose(width, key, spoken_key);
  keys_[any] = {key, spoken_key};
  return any;
}

Picked ChoiceLog::pick(const Lane& lane) {
  if (lane.undef.empty()) return {lane.bits, lane.poison};
  const auto [renaming, picks] = pick_anew(lane.undef, std::array{lane.bits, lane.poison});
  if (renaming.empty()) return {lane.bits, lane.poison};
  picked_.add(picks);
  const std::vector<Term> made = t_.substitute(std::array{lane.bits, lane.poison}, renaming);
  return {made[0], made[1]};
}

Lane ChoiceLog::refresh(const Lane& lane) {
  const auto [renaming, picks] = pick_anew(lane.undef, std::array{lane.bits, lane.poison});
  if (renaming.empty()) return lane;
  const std::vector<Term> made = t_.substitute(std::array{lane.bits, lane.poison}, renaming);
  return {made[0], made[1], picks, lane.wholly_undef};
}

Cell ChoiceLog::refresh(const Cell& cell) {
  std::unordered_map<Term, Term> renamed;
  return refresh(cell, renamed);
}

Cell ChoiceLog::refresh(const Cell& cell, std::unordered_map<Term, Term>& renamed) {
  if (cell.undef.empty()) return cell;
  const std::array parts{cell.value,   cell.poison, cell.tag,    cell.is_pointer,
                         cell.pointer, cell.piece,  cell.uneven, cell.unwritten};
  const auto [renaming, picks] = pick_anew(cell.undef, parts, renamed);
  renamed.insert(renaming.begin(), renaming.end());
  // All at once: they are computed of the same.
  const std::vector<Term> made = t_.substitute(parts, renaming);
  return {made[0], made[1], made[2], made[3], made[4], made[5], made[6], made[7], picks};
}

Term ChoiceLog::pick_anew(Term undef) {
  const auto [key, spoken] = keys_[undef];
  const Term pick = undef_variable(undef.width(), key, spoken);
  const auto copied = bases_.find(undef);
  list_.back().base = bases_[pick] = copied == bases_.end() ? pick : copied->second;
  return pick;
}

ChoiceLog::Renaming ChoiceLog::pick_anew(const UndefSet& undef, std::span<const Term> parts,
                                         const std::unordered_map<Term, Term>& known) {
  Renaming result;
  if (undef.empty()) return result;
  // Simplification may have kept few of the variables: the others decide nothing.
  const std::vector<Term> present = t_.variables_of(parts);
  const std::unordered_set<Term> occurs(present.begin(), present.end());
  std::vector<Term> kept = undef.variables(), picks;
  std::erase_if(kept, [&](Term variable) { return !occurs.contains(variable); });
  full_ = full_ || list_.size() + kept.size() > kMostChoices;
  if (full_ || kept.empty()) return result;
  for (Term variable : kept) {
    const auto found = known.find(variable);
    picks.push_back(result.to[variable] = found == known.end() ? pick_anew(variable) : found->second);
  }
  result.picks = UndefSet(std::move(picks), undef);
  return result;
}

}  // namespace assay::refine
