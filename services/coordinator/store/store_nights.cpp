// The store's members about nights.
#include "services/coordinator/store/store.h"
#include "services/coordinator/store/store_state.h"

namespace assay::store {

Status Store::put(const Night& night) {
  const std::lock_guard lock(state_->mutex);
  return state_->nights.put(night);
}

Status Store::put(const NightBranch& branch) {
  const std::lock_guard lock(state_->mutex);
  return state_->nights.put(branch);
}

Status Store::put(const NightHunt& hunt) {
  const std::lock_guard lock(state_->mutex);
  return state_->nights.put(hunt);
}

Status Store::put(const NightCosts& costs) {
  const std::lock_guard lock(state_->mutex);
  return state_->nights.put(costs);
}

Status Store::put(const NightMissed& missed) {
  const std::lock_guard lock(state_->mutex);
  return state_->nights.put(missed);
}

Status Store::put(const std::vector<NightBug>& bugs) {
  const std::lock_guard lock(state_->mutex);
  Transaction transaction(*state_->database);
  if (transaction.error()) return transaction.error();
  for (const NightBug& bug : bugs)
    if (auto error = state_->nights.put(bug)) return error;
  return transaction.commit();
}

Status Store::begin_night(const Night& night, const std::vector<NightBug>& bugs) {
  const std::lock_guard lock(state_->mutex);
  Transaction transaction(*state_->database);
  if (transaction.error()) return transaction.error();
  if (auto error = state_->nights.put(night)) return error;
  for (const NightBug& bug : bugs)
    if (auto error = state_->nights.put(bug)) return error;
  return transaction.commit();
}

Result<std::vector<Night>> Store::list_nights(const std::string& plan, std::uint32_t limit) {
  auto reading = state_->snapshot();
  if (!reading) return Error{reading.error()};
  return (*reading)->nights.newest(plan, limit);
}

Result<std::vector<NightBranch>> Store::branches_of_night(const std::string& night_id) {
  auto reading = state_->snapshot();
  if (!reading) return Error{reading.error()};
  return (*reading)->nights.branches_of(night_id);
}

Result<std::vector<NightHunt>> Store::hunts_of_night(const std::string& night_id) {
  auto reading = state_->snapshot();
  if (!reading) return Error{reading.error()};
  return (*reading)->nights.hunts_of(night_id);
}

Result<std::vector<NightCosts>> Store::costs_of_night(const std::string& night_id) {
  auto reading = state_->snapshot();
  if (!reading) return Error{reading.error()};
  return (*reading)->nights.costs_of(night_id);
}

Result<std::vector<NightMissed>> Store::missed_of_night(const std::string& night_id) {
  auto reading = state_->snapshot();
  if (!reading) return Error{reading.error()};
  return (*reading)->nights.missed_of(night_id);
}

Result<std::vector<NightMissed>> Store::missed_before(const Night& night) {
  auto reading = state_->snapshot();
  if (!reading) return Error{reading.error()};
  return (*reading)->nights.missed_before(night);
}

Result<std::vector<NightBug>> Store::bugs_of_night(const std::string& night_id) {
  auto reading = state_->snapshot();
  if (!reading) return Error{reading.error()};
  return (*reading)->nights.bugs_of(night_id);
}

Result<std::vector<NightBug>> Store::answers_before(const Night& night) {
  auto reading = state_->snapshot();
  if (!reading) return Error{reading.error()};
  return (*reading)->nights.answers_before(night);
}

}  // namespace assay::store
