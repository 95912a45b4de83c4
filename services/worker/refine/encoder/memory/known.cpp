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

/// What is stored in an own object that they come to know is known to them, too, and so on. A chain of objects need not
/// come to one twice.
template <class Note>
void Known::spread(Term block, Term condition, std::vector<Term>& known, const Note& note) {
  std::vector<std::pair<Term, Term>> pointers = {{block, condition}};
  for (std::size_t length = 0; length <= known.size() && !pointers.empty(); ++length) {
    std::vector<Term> newly(known.size(), t_.truth(false));
    for (const auto& [pointer, when] : pointers) {
      mark_given(pointer, when);
      for (std::size_t i = 0; i < known.size(); ++i)
        newly[i] = t_.lor(newly[i], t_.land(when, t_.eq(pointer, own_block(t_, i))));
    }
    pointers.clear();
    for (unsigned i = 0; i < known.size(); ++i) {
      const Term before = known[i];
      known[i] = t_.lor(before, newly[i]);
      note(i, newly[i]);
      if (known[i] == before) continue;
      tells_places_ = true;
      const auto held = held_by(i, newly[i]);
      pointers.insert(pointers.end(), held.begin(), held.end());
    }
  }
}

void Known::mark_escaped(Term block, Term condition) {
  MemoryState& state = memory_.state();
  spread(block, condition, state.escaped,
         [&](unsigned i, Term newly) { state.unwritten[i] = t_.land(state.unwritten[i], t_.lnot(newly)); });
}

void Known::mark_exposed(Term block, Term condition) {
  spread(block, condition, memory_.state().exposed, [](unsigned, Term) {});
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

std::vector<std::pair<Term, Term>> Known::held_by(unsigned number, Term condition) const {
  const auto found = holds_.find(number);
  if (found == holds_.end() || condition.is_false()) return {};
  auto pointers = found->second;
  for (auto& [pointer, when] : pointers) when = t_.land(condition, when);
  return pointers;
}

void Known::mark_read(Term block, Term condition) {
  for (unsigned number = 0; number < memory_.objects().locals().size(); ++number)
    for (const auto& [pointer, when] : held_by(number, t_.land(condition, t_.eq(block, own_block(t_, number)))))
      mark_escaped(pointer, when);
}

void Known::mark_copied(Term into, Term from, Term condition) {
  for (unsigned number = 0; number < memory_.objects().locals().size(); ++number) {
    for (const auto& [pointer, when] : held_by(number, t_.land(condition, t_.eq(from, own_block(t_, number)))))
      mark_stored(into, pointer, when);
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

void Known::mark_located(Term block, Term condition) {
  if (!is_local(t_, block).is_false() && !condition.is_false()) located_.emplace_back(block, condition);
}

Term Known::located(Term block) const {
  Term known = memory_.objects().escaped(block);
  for (const auto& [other, when] : located_) known = t_.lor(known, t_.land(when, t_.eq(block, other)));
  return known;
}

}  // namespace assay::refine
