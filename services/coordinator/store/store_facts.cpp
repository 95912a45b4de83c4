#include "services/coordinator/store/store_state.h"

namespace assay::store {

Result<std::vector<FactsWanted>> Store::facts_wanted(std::uint32_t limit) {
  auto reading = state_->snapshot();
  if (!reading) return Error{reading.error()};
  auto ids = (*reading)->ir_facts.wanted(limit);
  if (!ids) return Error{ids.error()};
  std::vector<FactsWanted> wanted;
  for (const std::string& id : *ids) {
    auto best = (*reading)->findings.best_of(id);
    if (!best) return Error{best.error()};
    if (*best) wanted.push_back({id, (*best)->id(), (*best)->reduced, (*best)->reduced_target});
  }
  return wanted;
}

Status Store::record_facts(const std::vector<ModuleFacts>& modules) {
  const std::lock_guard lock(state_->mutex);
  Transaction transaction(*state_->database);
  if (transaction.error()) return transaction.error();
  for (const ModuleFacts& facts : modules) {
    if (auto error =
            facts.bug_id.empty() ? state_->ir_facts.remove_file(facts.name) : state_->ir_facts.remove_bug(facts.bug_id))
      return error;
    if (facts.bug_id.empty()) continue;
    if (auto error = state_->ir_facts.no_longer_want(facts.bug_id)) return error;
  }
  for (const ModuleFacts& facts : modules)
    if (auto error = state_->ir_facts.insert(facts)) return error;
  // Another case may represent the bug by now.
  for (const ModuleFacts& facts : modules) {
    if (facts.bug_id.empty()) continue;
    auto best = state_->findings.best_of(facts.bug_id);
    if (!best) return Error{best.error()};
    if (!*best) continue;
    if (auto error = state_->ir_facts.want(facts.bug_id, (*best)->id())) return error;
  }
  return transaction.commit();
}

}  // namespace assay::store
