#include "services/worker/refine/encoder/memory/invariants.h"

#include "services/worker/refine/encoder/machine.h"

namespace assay::refine {

/// Does the cell hold another value now? What was undef and still is counts as the same in a source, and
/// as any two values in a target.
static Term differs(Machine& m, const Cell& before, const Cell& now) {
  Terms& t = m.terms();
  const auto differ = [&](const Cell& a, const Cell& b) {
    return t.lor(t.ne(a.value, b.value), t.ne(a.poison, b.poison));
  };
  const Term as_they_stand = differ(before, now);
  if (as_they_stand.is_false() || (before.undef.empty() && now.undef.empty())) return as_they_stand;
  if (!m.is_source()) return differ(m.choices().refresh(before), m.choices().refresh(now));
  const Term varied = t.any_of(before.undef.where()), varies = t.any_of(now.undef.where());
  return t.lor(t.ne(varied, varies), t.land(as_they_stand, t.lnot(t.lor(varied, varies))));
}

void InvariantLoads::add(const Pointer& p, std::uint64_t size) {
  reads_.push_back({m_.path().condition(), p, size});
  check(reads_.back());
}

void InvariantLoads::check() {
  for (const Read& read : reads_) check(read);
}

void InvariantLoads::check(const Read& read) {
  Terms& t = m_.terms();
  Memory& memory = m_.memory();
  const Term asked =
      t.land(t.land(read.path, t.lnot(is_local(t, read.from.block))), memory.objects().alive(read.from.block));
  if (t.land(m_.path().condition(), asked).is_false()) return;
  Term changed = t.truth(false);
  for (std::uint64_t at = 0; at < read.size; at += memory.shape().cell_bytes) {
    const Term offset = t.add(read.from.offset, t.constant(read.from.offset.width(), at));
    changed = t.lor(changed,
                    differs(m_, memory.read_at_start(read.from.block, offset), memory.read(read.from.block, offset)));
  }
  const Term broken = t.land(asked, changed);
  m_.ub(broken);
  // The source may have changed the memory too, and changed it back before anybody looked.
  if (!m_.is_source() && !broken.is_false())
    m_.world().approximations.add_where(t.land(m_.path().condition(), broken), Cause::InvariantLoads);
}

}  // namespace assay::refine
