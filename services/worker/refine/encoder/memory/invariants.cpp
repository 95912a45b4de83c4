#include "services/worker/refine/encoder/memory/invariants.h"

#include <algorithm>
#include <array>

#include "services/worker/refine/encoder/machine.h"

namespace assay::refine {

namespace {

/// Does a cell hold another value now? Any value of a set that is another one counts; but what was undef from the start
/// may have been copied over itself: then `perhaps`, in a source.
struct Difference {
  Term surely, perhaps;
};

Difference difference(Machine& m, const Cell& before, const Cell& now) {
  Terms& t = m.terms();
  const auto differ = [&](const Cell& a, const Cell& b) {
    return t.lor(t.ne(a.value, b.value), t.ne(a.poison, b.poison));
  };
  const Term as_they_stand = differ(before, now), never = t.truth(false);
  if (as_they_stand.is_false() || (before.undef.empty() && now.undef.empty())) return {as_they_stand, never};
  if (!m.is_source()) return {differ(m.choices().refresh(before), m.choices().refresh(now)), never};
  const Term varied = t.any_of(before.undef.where());
  return {t.land(as_they_stand, t.lnot(varied)), t.land(as_they_stand, varied)};
}

}  // namespace

void InvariantLoads::add(const Pointer& p, std::uint64_t size) {
  reads_.push_back({m_.path().condition(), p, size});
  check_own(reads_.back());
  check(reads_.back(), here());
  for (const Moment& earlier : moments_) check(reads_.back(), earlier);
}

void InvariantLoads::check() {
  const auto is_invariant = [](const semantics::MemoryAccess& access) { return access.is_invariant; };
  if (std::ranges::none_of(m_.function().accesses, is_invariant)) return;
  for (const Read& read : reads_) check(read, here());
  moments_.push_back(here());
}

InvariantLoads::Moment InvariantLoads::here() const { return {m_.path().condition(), m_.memory().state().contents}; }

void InvariantLoads::check(const Read& read, const Moment& moment) {
  Terms& t = m_.terms();
  Memory& memory = m_.memory();
  const Term asked = t.all_of(std::array{moment.path, read.path, t.lnot(is_local(t, read.from.block)),
                                         memory.objects().alive(read.from.block)});
  if (t.land(m_.path().condition(), asked).is_false()) return;
  Term changed = t.truth(false), perhaps = t.truth(false);
  for (std::uint64_t at = 0; at < read.size; at += memory.shape().cell_bytes) {
    const Term offset = t.add(read.from.offset, t.constant(read.from.offset.width(), at));
    const Difference one = difference(m_, memory.read_at_start(read.from.block, offset),
                                      memory.read(moment.contents, memory.state(), read.from.block, offset));
    changed = t.lor(changed, one.surely);
    perhaps = t.lor(perhaps, one.perhaps);
  }
  const Term broken = t.land(asked, changed);
  m_.ub(broken);
  // A callee of the source may have changed the memory too, and changed it back before anybody looked.
  const Term doubtful = m_.is_source() ? t.land(asked, perhaps) : broken;
  if (!doubtful.is_false())
    m_.world().approximations.add_where(t.land(m_.path().condition(), doubtful), Cause::InvariantLoads);
}

/// Is one of the cells neither undef nor poison?
void InvariantLoads::check_own(const Read& read) {
  Terms& t = m_.terms();
  const Objects& objects = m_.memory().objects();
  const Term is_own = t.land(is_local(t, read.from.block), objects.alive(read.from.block));
  if (is_own.is_false()) return;
  Term stored = t.truth(false);
  for (std::uint64_t at = 0; at < read.size; at += m_.memory().shape().cell_bytes) {
    const Term offset = t.add(read.from.offset, t.constant(read.from.offset.width(), at));
    const Cell cell = m_.memory().read(read.from.block, offset);
    const Term varies = t.any_of(cell.undef.where());
    stored = t.lor(stored, t.land(t.lnot(varies), t.eq(cell.poison, t.zero(cell.poison.width()))));
  }
  const Term broken = t.land(is_own, stored), on_heap = objects.heap(read.from.block);
  m_.ub(t.land(broken, t.lnot(on_heap)));
  // What an allocation function gives may hold something from the start.
  const Term doubtful = m_.is_source() ? t.land(broken, on_heap) : broken;
  if (!doubtful.is_false())
    m_.world().approximations.add_where(t.land(m_.path().condition(), doubtful), Cause::InvariantLoads);
}

}  // namespace assay::refine
