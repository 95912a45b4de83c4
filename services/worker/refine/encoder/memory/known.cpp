#include "services/worker/refine/encoder/memory/known.h"

#include <algorithm>

#include "services/worker/refine/encoder/memory/memory.h"

namespace assay::refine {

/// Only hidden objects of the caller's: the others are known to everybody.
void Known::mark_given(Term block, Term condition) {
  MemoryState& state = memory_.state();
  for (std::size_t i = 0; i < state.given.size(); ++i) {
    if (!memory_.shared().objects[i].hidden) continue;
    const Term here = t_.land(condition, t_.eq(block, caller_block(t_, i)));
    state.given[i] = t_.lor(state.given[i], here);
  }
}

void Known::mark_escaped(Term block, Term condition) {
  MemoryState& state = memory_.state();
  mark_given(block, condition);
  for (std::size_t i = 0; i < state.escaped.size(); ++i) {
    const Term here = t_.land(condition, t_.eq(block, own_block(t_, i)));
    const Term before = state.escaped[i];
    state.escaped[i] = t_.lor(before, here);
    state.unwritten[i] = t_.land(state.unwritten[i], t_.lnot(here));
    if (state.escaped[i] == before) continue;
    tells_places_ = true;
    mark_held(static_cast<unsigned>(i), here);
  }
}

void Known::mark_readable(Term block, Term condition) {
  MemoryState& state = memory_.state();
  const std::vector<Term> before = state.escaped, unwritten = state.unwritten;
  mark_escaped(block, condition);
  // What they had no pointer to, or one of this kind.
  for (std::size_t i = 0; i < before.size(); ++i) {
    const Term here = t_.land(condition, t_.eq(block, own_block(t_, i)));
    const Term no_other = t_.lor(t_.lnot(before[i]), unwritten[i]);
    state.unwritten[i] = t_.ite(here, no_other, unwritten[i]);
  }
}

/// Others know the own object: they know what the pointers that were stored there lead to.
void Known::mark_held(unsigned number, Term condition) {
  const auto held = holds_.find(number);
  if (held == holds_.end() || condition.is_false()) return;
  const auto pointers = held->second;
  for (const auto& [pointer, when] : pointers) mark_escaped(pointer, t_.land(condition, when));
}

void Known::mark_read(Term block, Term condition) {
  for (unsigned number = 0; number < memory_.objects().locals().size(); ++number)
    mark_held(number, t_.land(condition, t_.eq(block, own_block(t_, number))));
}

void Known::mark_copied(Term into, Term from, Term condition) {
  for (unsigned number = 0; number < memory_.objects().locals().size(); ++number) {
    const auto held = holds_.find(number);
    const Term here = t_.land(condition, t_.eq(from, own_block(t_, number)));
    if (held == holds_.end() || here.is_false()) continue;
    const auto pointers = held->second;
    for (const auto& [pointer, when] : pointers) mark_stored(into, pointer, t_.land(here, when));
  }
}

void Known::mark_stored(Term into, Term block, Term condition) {
  MemoryState& state = memory_.state();
  const bool is_hidden = std::any_of(memory_.shared().objects.begin(), memory_.shared().objects.end(),
                                     [](const Object& o) { return o.hidden; });
  if (is_local(t_, block).is_false() && !is_hidden) return;
  mark_escaped(block, t_.land(condition, t_.land(t_.lnot(is_local(t_, into)), memory_.objects().alive(into))));
  for (unsigned number = 0; number < memory_.objects().locals().size(); ++number) {
    const Term here = t_.land(condition, t_.eq(into, own_block(t_, number)));
    if (here.is_false()) continue;
    holds_[number].emplace_back(block, here);
    if (number < state.escaped.size()) mark_escaped(block, t_.land(here, state.escaped[number]));
    if (number < state.exposed.size()) mark_exposed(block, t_.land(here, state.exposed[number]));
  }
}

void Known::mark_exposed(Term block, Term condition) {
  MemoryState& state = memory_.state();
  for (std::size_t i = 0; i < state.exposed.size(); ++i) {
    const Term here = t_.land(condition, t_.eq(block, own_block(t_, i)));
    const Term before = state.exposed[i];
    state.exposed[i] = t_.lor(before, here);
    tells_places_ |= state.exposed[i] != before;
    const auto held = holds_.find(static_cast<unsigned>(i));
    if (state.exposed[i] == before || held == holds_.end()) continue;
    // Who may find the object by its address may find what its pointers lead to.
    const auto pointers = held->second;
    for (const auto& [pointer, when] : pointers) mark_exposed(pointer, t_.land(here, when));
  }
  mark_given(block, condition);
}

void Known::mark_located(Term block, Term condition) {
  if (!is_local(t_, block).is_false() && !condition.is_false()) located_.emplace_back(block, condition);
}

Term Known::located(Term block) const {
  Term known = memory_.objects().escaped(block);
  for (const auto& [other, when] : located_) known = t_.lor(known, t_.land(when, t_.eq(block, other)));
  return known;
}

}  // namespace assay::refine
