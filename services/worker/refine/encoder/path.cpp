#include "services/worker/refine/encoder/path.h"

namespace assay::refine {

void Path::exceed_unroll(Term condition) {
  note(condition, unroll_exceeded_);
  restrict(t_.lnot(condition));
}

void Path::exit_without_return(Term condition, Term seen) {
  const Term happens = t_.land(condition_, condition);
  if (!happens.is_false()) exits_.emplace_back(happens, seen);
  restrict(t_.lnot(condition));
}

void Path::tell_exits(Behaviour& behaviour) const {
  behaviour.noreturn_exit = t_.truth(false);
  behaviour.external_at_exit = t_.zero(16);
  for (const auto& [condition, seen] : exits_) {
    behaviour.noreturn_exit = t_.lor(behaviour.noreturn_exit, condition);
    behaviour.external_at_exit = t_.ite(condition, seen, behaviour.external_at_exit);
  }
}

}  // namespace assay::refine
