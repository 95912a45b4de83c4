#include "services/worker/refine/encoder/memory/dead_arguments.h"

#include "services/worker/refine/encoder/machine.h"
#include "services/worker/semantics/pointer_basis.h"

namespace assay::refine {

Term in_cells(Machine& m, std::uint64_t bytes) {
  const std::uint64_t cell = m.memory().shape().cell_bytes;
  if (bytes % cell != 0) m.world().approximations.add(Cause::CalleePromises);
  return m.terms().constant(m.memory().shape().offset_bits, bytes / cell * cell);
}

void enter_with_dead(Machine& m, const semantics::CallSite& site) {
  Terms& t = m.terms();
  const auto& parameters = m.function().arguments;
  for (unsigned i = 0; i < site.facts.arguments.size() && i < parameters.size(); ++i) {
    if (!semantics::is_dead_at_unwind(*site.call, site.callee, i) || parameters[i].value.count != 1) continue;
    Activation::DeadArgument& dead = m.active().dead.emplace_back();
    dead.number = i;
    const semantics::Promises& promises = site.facts.arguments[i].promises;
    const Pointer to = split(t, m.lane(parameters[i].value.first).bits);
    if (promises.writable != 0) dead.writes.push_back({t.truth(true), to, in_cells(m, promises.writable)});
    if (promises.writable_or_null > promises.writable)
      dead.writes.push_back({t.lnot(is_null(t, to)), to, in_cells(m, promises.writable_or_null)});
  }
}

void note_write(Machine& m, const Pointer& to, Term length) {
  if (m.active().dead.empty()) return;
  const semantics::Instruction* current = m.active().current;
  if (current == nullptr || current->origin == nullptr) return;
  const semantics::Basis basis = semantics::basis_of(semantics::accessed_pointer(*current->origin, 0));
  for (Activation::DeadArgument& dead : m.active().dead)
    if (basis.is_on(dead.number)) dead.writes.push_back({m.path().condition(), to, length});
}

void bury_arguments(Machine& m, MemoryState& state) {
  if (m.active().dead.empty()) return;
  Terms& t = m.terms();
  const MemoryState running = m.memory().state();
  m.memory().state() = state;
  for (const Activation::DeadArgument& dead : m.active().dead)
    for (const auto& [when, to, length] : dead.writes)
      m.memory().fill(to, t.ite(when, length, t.zero(length.width())), m.memory().cells().poison());
  state = m.memory().state();
  m.memory().state() = running;
}

}  // namespace assay::refine
