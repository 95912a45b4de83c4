#include "services/worker/refine/candidates.h"

namespace assay::refine {

Candidates::Candidates(World& world, const Behaviour& source, const Behaviour& target,
                       const std::vector<ChoiceVariable>& source_choices,
                       const std::vector<ChoiceVariable>& target_choices, const std::unordered_set<Term>& occurs)
    : world_(world), terms_(world.terms), source_(source), target_(target), inner_(source_choices) {
  for (const ChoiceVariable& choice : inner_) inner_key_.emplace(choice.variable, choice.key);
  for (const ChoiceVariable& choice : target_choices) {
    if (!occurs.contains(choice.variable)) continue;
    outer_.push_back(choice);
    outer_key_.emplace(choice.variable, choice.key);
  }
}

std::vector<smt::Instance> Candidates::list() const {
  const Sites results = result_sites(), calls = call_sites();
  Sites all = results;
  all.insert(all.end(), calls.begin(), calls.end());
  const smt::Instance by_order = paired({}), by_site = paired(all);
  // What the target returns and passes on, for choices that the source's results and arguments depend on: first where no
  // choice of the target corresponds, then instead of those that do.
  smt::Instance filled = by_site, result = by_site, called = by_site, ones;
  aim(all, false, filled);
  aim(results, true, result);
  aim(calls, true, called);
  for (const ChoiceVariable& choice : inner_) {
    const auto cell = world_.cell_picks.find(choice.variable);
    ones[choice.variable] =
        cell == world_.cell_picks.end() ? terms_.all_ones(choice.variable.width()) : cell->second;
  }
  smt::Instance completed = by_site;  // such as fusing what the target has fused
  completed.insert(ones.begin(), ones.end());
  return {by_site, filled, completed, by_order, result, called, {}, ones};
}

Candidates::Sites Candidates::result_sites() const {
  Sites sites;
  for (std::size_t i = 0; i < source_.result.size() && i < target_.result.size(); ++i)
    sites.emplace_back(source_.result[i].bits, target_.result[i].bits);
  return sites;
}

/// Arguments of the n-th call of one function on either side.
Candidates::Sites Candidates::call_sites() const {
  std::map<std::string, std::vector<const CallRecord*>> of_source;
  std::map<std::string, std::size_t> met;
  Sites sites;
  for (const CallRecord& call : world_.calls) {
    if (call.machine == world_.calls.front().machine) {
      of_source[call.key].push_back(&call);
      continue;
    }
    const auto& list = of_source[call.key];
    const std::size_t number = met[call.key]++;
    if (number >= list.size()) continue;
    for (auto part : {&CallRecord::arguments, &CallRecord::again}) {
      const auto& from = list[number]->*part;
      const auto& to = call.*part;
      for (std::size_t i = 0; i < from.size() && i < to.size(); ++i) sites.emplace_back(from[i].bits, to[i].bits);
    }
  }
  return sites;
}

/// Choices made for the same reason are equal: first where both sides do the same, then at instructions of one name,
/// then in their order.
smt::Instance Candidates::paired(const Sites& sites) const {
  smt::Instance instance;
  for (const auto& [from, to] : sites) pair_below(from, to, instance);
  for (auto key : {&ChoiceVariable::key, &ChoiceVariable::spoken_key}) {
    if (!sites.empty()) pair_in_order(key, true, instance);
    pair_in_order(key, false, instance);
  }
  for (const ChoiceVariable& choice : inner_) {
    const auto cell = world_.cell_picks.find(choice.variable);
    if (cell != world_.cell_picks.end()) instance[choice.variable] = terms_.substitute(cell->second, instance);
  }
  return instance;
}

void Candidates::pair_below(Term from, Term to, smt::Instance& instance) const {
  std::map<Key, std::vector<Term>> there;
  for (Term variable : terms_.variables_of(to))
    if (const auto key = outer_key_.find(variable); key != outer_key_.end())
      there[{key->second, variable.width()}].push_back(variable);
  std::map<Key, std::size_t> next;
  for (Term variable : terms_.variables_of(from)) {
    const auto key = inner_key_.find(variable);
    if (key == inner_key_.end()) continue;
    const Key full{key->second, variable.width()};
    const auto found = there.find(full);
    if (found == there.end()) continue;
    const std::size_t number = next[full]++;
    if (number < found->second.size()) instance.try_emplace(variable, found->second[number]);
  }
}

void Candidates::pair_in_order(std::string ChoiceVariable::* key, bool by_place, smt::Instance& instance) const {
  const auto key_of = [&](const ChoiceVariable& choice) {
    return Key{by_place ? choice.*key + "@" + choice.place : choice.*key, choice.variable.width()};
  };
  std::map<Key, std::vector<Term>> there;
  for (const ChoiceVariable& choice : outer_) there[key_of(choice)].push_back(choice.variable);
  std::map<Key, std::size_t> next;
  for (const ChoiceVariable& choice : inner_) {
    const auto found = there.find(key_of(choice));
    if (found == there.end()) continue;
    const std::size_t number = next[found->first]++;
    if (by_place && number >= found->second.size()) continue;
    instance.try_emplace(choice.variable, found->second[std::min(number, found->second.size() - 1)]);
  }
}

/// Sets the choices that the source's term depends on so that it may become the target's; those that have a value only
/// if `replaces`.
void Candidates::aim(const Sites& sites, bool replaces, smt::Instance& instance) const {
  for (const auto& [from, to] : sites) {
    for (Term variable : terms_.variables_of(from)) {
      if (!inner_key_.contains(variable) || variable.width() > to.width()) continue;
      if (!replaces && instance.contains(variable)) continue;
      switch (variable.width()) {
        case 1:
          instance[variable] = terms_.slice(to, to.width() - 1, 1);
          break;  // the sign of a NaN
        case 2:
          instance[variable] = terms_.constant(2, 2);
          break;  // its payload: the operand's, unchanged
        default:
          instance[variable] = terms_.slice(to, 0, variable.width());
          break;
      }
    }
  }
}

}  // namespace assay::refine
