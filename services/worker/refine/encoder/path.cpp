#include "services/worker/refine/encoder/path.h"

#include <algorithm>

namespace assay::refine {

Path::AtPlace& Path::bounded(Place place) {
  const auto found = std::ranges::find(bounded_, place, &AtPlace::place);
  return found != bounded_.end() ? *found : bounded_.emplace_back(AtPlace{place, 0, {}, {}});
}

void Path::scan(Place place, unsigned bytes, Term exceeds) {
  AtPlace& at = bounded(place);
  at.bytes = std::max(at.bytes, bytes);
  note(t_.truth(true), at.entered);
  note(exceeds, at.exceeded);
  restrict(t_.lnot(exceeds));
}

void Path::tell_bounds(Behaviour& behaviour) const {
  std::vector<Term> all;
  for (const AtPlace& at : bounded_) {
    const Term exceeded = t_.any_of(at.exceeded);
    if (exceeded.is_false()) continue;
    behaviour.bounded.push_back({at.bytes, t_.any_of(at.entered), exceeded});
    all.push_back(exceeded);
  }
  behaviour.unroll_exceeded = t_.any_of(all);
}

void Path::exit_without_return(Term condition, const External& seen) {
  const Term happens = t_.land(condition_, condition);
  if (!happens.is_false()) exits_.emplace_back(happens, seen);
  restrict(t_.lnot(condition));
}

void Path::tell_exits(Behaviour& behaviour) const {
  behaviour.noreturn_exit = t_.truth(false);
  behaviour.external_at_exit = same_everywhere(t_.zero(kWorldBits));
  for (const auto& [condition, seen] : exits_) {
    behaviour.noreturn_exit = t_.lor(behaviour.noreturn_exit, condition);
    for (std::size_t kind = 0; kind < seen.size(); ++kind)
      behaviour.external_at_exit[kind] = t_.ite(condition, seen[kind], behaviour.external_at_exit[kind]);
  }
}

}  // namespace assay::refine
