#include "services/worker/refine/candidates.h"

namespace assay::refine {

Candidates::Candidates(World& world, const Behaviour& source, const Behaviour& target,
                       const std::vector<ChoiceVariable>& source_choices,
                       const std::vector<ChoiceVariable>& target_choices, const std::unordered_set<Term>& matter,
                       const std::unordered_set<Term>& occurs)
    : world_(world),
      terms_(world.terms),
      source_(source),
      target_(target),
      source_choices_(source_choices),
      target_choices_(target_choices) {
  for (const ChoiceVariable& choice : source_choices)
    if (matter.contains(choice.variable)) inner_.push_back(choice);
  for (const ChoiceVariable& choice : inner_) inner_key_.emplace(choice.variable, choice.key);
  for (const ChoiceVariable& choice : target_choices) {
    if (!occurs.contains(choice.variable)) continue;
    outer_.push_back(choice);
    outer_key_.emplace(choice.variable, choice.key);
  }
  inner_based_key_ = based_keys(inner_);
  outer_based_key_ = based_keys(outer_);
}

Candidates::BasedKeys Candidates::based_keys(const std::vector<ChoiceVariable>& choices) {
  std::map<Key, std::unordered_map<Term, std::size_t>> bases;
  BasedKeys keys;
  for (const ChoiceVariable& choice : choices) {
    auto& known = bases[{choice.key, choice.variable.width()}];
    const std::size_t number = choice.base ? known.emplace(choice.base, known.size()).first->second : known.size();
    keys.emplace(choice.variable, choice.key + "#" + std::to_string(number));
  }
  return keys;
}

std::vector<smt::Instance> Candidates::list() const {
  const Sites results = result_sites(), calls = call_sites();
  Sites all = results;
  all.insert(all.end(), calls.begin(), calls.end());
  const smt::Instance by_base = paired(all, true), by_order = paired({}, false), by_site = paired(all, false);
  // Choices on which the source's results and call arguments depend may be aimed at what the target returns and
  // passes: first only those that no choice of the target corresponds to, then all of them.
  smt::Instance filled = by_site, result = by_site, called = by_site, ones;
  aim(all, false, filled);
  aim(results, true, result);
  aim(calls, true, called);
  for (const ChoiceVariable& choice : inner_) {
    const auto cell = world_.cell_picks.find(choice.variable);
    ones[choice.variable] = cell == world_.cell_picks.end() ? terms_.all_ones(choice.variable.width()) : cell->second;
  }
  // What has no partner so, in the order of all of a kind: lanes of a vector are what calls one by one were.
  smt::Instance by_kind = by_site;
  const auto kind = [](const ChoiceVariable& choice) { return choice.kind; };
  pair_in_order(kind, kind, false, by_kind);
  smt::Instance completed = by_site;  // the rest set to ones: to fuse where the target has fused, for example
  completed.insert(ones.begin(), ones.end());
  std::vector<smt::Instance> list{
      as_if_not_poison(by_base), by_base, by_site, by_kind, filled, completed, by_order, result, called, {}, ones};
  for (smt::Instance& instance : list)
    for (const auto& [place, as_target] : world_.chosen_places) instance[place] = as_target;
  return list;
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

/// Pairs choices that were made for the same reason: first where both sides do the same, then at instructions of one
/// name, then in their order. With `by_base`, all picks of one undef value are paired with picks of one undef value.
smt::Instance Candidates::paired(const Sites& sites, bool by_base) const {
  smt::Instance instance;
  for (const auto& [from, to] : sites)
    pair_below(from, to, by_base ? inner_based_key_ : inner_key_, by_base ? outer_based_key_ : outer_key_, instance);
  const auto named = [](const BasedKeys& keys) {
    return [&keys](const ChoiceVariable& choice) { return keys.at(choice.variable); };
  };
  const auto spoken = [](const ChoiceVariable& choice) { return choice.spoken_key; };
  const auto pair_by = [&](const Name& inner_name, const Name& outer_name) {
    if (!sites.empty()) pair_in_order(inner_name, outer_name, true, instance);
    pair_in_order(inner_name, outer_name, false, instance);
  };
  if (by_base) pair_by(named(inner_based_key_), named(outer_based_key_));
  pair_by(named(inner_key_), named(outer_key_));
  pair_by(spoken, spoken);
  std::vector<Term> picks, cells;
  for (const ChoiceVariable& choice : inner_) {
    const auto cell = world_.cell_picks.find(choice.variable);
    if (cell == world_.cell_picks.end()) continue;
    picks.push_back(choice.variable);
    cells.push_back(cell->second);
  }
  cells = terms_.substitute(cells, instance);
  for (std::size_t i = 0; i < picks.size(); ++i) instance[picks[i]] = cells[i];
  return instance;
}

void Candidates::pair_below(Term from, Term to, const BasedKeys& inner, const BasedKeys& outer,
                            smt::Instance& instance) const {
  std::map<Key, std::vector<Term>> there;
  for (Term variable : terms_.variables_of(to))
    if (const auto key = outer.find(variable); key != outer.end())
      there[{key->second, variable.width()}].push_back(variable);
  std::map<Key, std::size_t> next;
  for (Term variable : terms_.variables_of(from)) {
    const auto key = inner.find(variable);
    if (key == inner.end()) continue;
    const Key full{key->second, variable.width()};
    const auto found = there.find(full);
    if (found == there.end()) continue;
    const std::size_t number = next[full]++;
    if (number < found->second.size()) instance.try_emplace(variable, found->second[number]);
  }
}

void Candidates::pair_in_order(const Name& inner_name, const Name& outer_name, bool by_place,
                               smt::Instance& instance) const {
  const auto key_of = [&](const ChoiceVariable& choice, const Name& name) {
    return Key{by_place ? name(choice) + "@" + choice.place : name(choice), choice.variable.width()};
  };
  std::map<Key, std::vector<Term>> there;
  for (const ChoiceVariable& choice : outer_) there[key_of(choice, outer_name)].push_back(choice.variable);
  std::map<Key, std::size_t> next;
  for (const ChoiceVariable& choice : inner_) {
    const auto found = there.find(key_of(choice, inner_name));
    if (found == there.end()) continue;
    const std::size_t number = next[found->first]++;
    if (by_place && number >= found->second.size()) continue;
    instance.try_emplace(choice.variable, found->second[std::min(number, found->second.size() - 1)]);
  }
}

/// What the source freezes is what it would have been without poison, but that what the target freezes, mostly nearer
/// to the inputs, is what the target has made of it. Where that says nothing (all of it is poison or undef) the n-th
/// such choice is the target's n-th. Choices that occur in no question are links between others.
smt::Instance Candidates::as_if_not_poison(const smt::Instance& others) const {
  std::unordered_map<Term, Term> frozen;
  std::map<unsigned, std::vector<Term>> blank;
  for (const ChoiceVariable& choice : target_choices_) {
    if (!choice.unfrozen) continue;
    if (choice.unfrozen.is_constant())
      blank[choice.variable.width()].push_back(choice.variable);
    else
      frozen.try_emplace(choice.unfrozen, terms_.ite(choice.poison, choice.variable, choice.unfrozen));
  }
  smt::Instance instance = others;
  std::map<unsigned, std::size_t> met;
  for (const ChoiceVariable& choice : source_choices_) {
    if (!choice.unfrozen) continue;
    if (!choice.unfrozen.is_constant()) {
      instance[choice.variable] = terms_.substitute(terms_.substitute(choice.unfrozen, instance), frozen);
      continue;
    }
    const auto& there = blank[choice.variable.width()];
    const std::size_t number = met[choice.variable.width()]++;
    if (!there.empty()) instance[choice.variable] = there[std::min(number, there.size() - 1)];
  }
  return instance;
}

/// Sets the choices that the source's term depends on so that it may become the target's term. Choices that already
/// have a value are set only if `replaces`.
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
