// The store's members about hunts, workers and leases.
#include "services/coordinator/store/store.h"
#include "services/coordinator/store/store_state.h"

namespace assay::store {

Status Store::create_hunt(const Hunt& hunt) {
  if (hunt.id.empty()) return Error{"hunt: its id is empty"};
  const std::lock_guard lock(state_->mutex);
  Transaction transaction(*state_->database);
  if (transaction.error()) return transaction.error();
  auto inserted = state_->hunts.insert(hunt);
  if (!inserted) return Error{inserted.error()};
  if (!*inserted) return {};
  if (auto error = state_->hunt_statistics.insert_zero(hunt.id)) return error;
  if (auto error = state_->hunt_statistics.add(hunt.id, hunt.statistics)) return error;
  return transaction.commit();
}

Result<std::optional<Hunt>> Store::find_hunt(const std::string& id) {
  const std::lock_guard lock(state_->mutex);
  auto hunt = state_->hunts.find(id);
  if (!hunt || !*hunt) return hunt;
  auto statistics = state_->hunt_statistics.read(id);
  if (!statistics) return Error{statistics.error()};
  (*hunt)->statistics = std::move(*statistics);
  return hunt;
}

Result<std::vector<Hunt>> Store::open_hunts() {
  const std::lock_guard lock(state_->mutex);
  return state_->hunts.open();
}

Status Store::hunt_filter_fault(const std::string& filter) {
  const auto condition = HuntsTable::vocabulary().condition_of(filter);
  return condition ? Status() : Error{condition.error()};
}

Result<std::vector<Hunt>> Store::list_hunts(std::uint32_t limit, std::uint32_t offset, const std::string& filter) {
  const auto condition = HuntsTable::vocabulary().condition_of(filter);
  if (!condition) return Error{condition.error()};
  auto reading = state_->snapshot();
  if (!reading) return Error{reading.error()};
  auto hunts = (*reading)->hunts.newest(limit, offset, *condition);
  if (!hunts) return hunts;
  for (Hunt& hunt : *hunts) {
    auto statistics = (*reading)->hunt_statistics.read(hunt.id);
    if (!statistics) return Error{statistics.error()};
    hunt.statistics = std::move(*statistics);
  }
  return hunts;
}

Status Store::set_hunt_state(const std::string& id, HuntState state, const std::string& failure) {
  const std::lock_guard lock(state_->mutex);
  return state_->hunts.set_state(id, state, failure);
}

Result<HuntBugs> Store::bugs_of_hunt(const std::string& id) {
  auto reading = state_->snapshot();
  if (!reading) return Error{reading.error()};
  return (*reading)->findings.bugs_of_hunt(id);
}

Status Store::register_worker(const Worker& worker) {
  if (worker.id.empty()) return Error{"worker: its id is empty"};
  const std::lock_guard lock(state_->mutex);
  return state_->workers.put(worker);
}

Status Store::touch_worker(const std::string& id) {
  const std::lock_guard lock(state_->mutex);
  return state_->workers.touch(id, utc_now());
}

Result<std::optional<Worker>> Store::find_worker(const std::string& id) {
  const std::lock_guard lock(state_->mutex);
  return state_->workers.find(id);
}

Result<std::vector<Worker>> Store::list_workers(std::uint32_t limit, std::uint32_t offset) {
  auto reading = state_->snapshot();
  if (!reading) return Error{reading.error()};
  return (*reading)->workers.all(limit, offset);
}

Status Store::add_lease(const Lease& lease) {
  const std::lock_guard lock(state_->mutex);
  Transaction transaction(*state_->database);
  if (transaction.error()) return transaction.error();
  auto advanced = state_->hunts.advance(lease.hunt_id, lease.batch, lease.mutants);
  if (!advanced) return Error{advanced.error()};
  if (!*advanced) return Error{"hunt " + lease.hunt_id + ": batch " + std::to_string(lease.batch) + " is not its next"};
  if (auto error = state_->leases.insert(lease)) return error;
  return transaction.commit();
}

Result<std::optional<Lease>> Store::retake_expired(const std::string& hunt_id, const std::string& worker_id,
                                                   std::int64_t now_ms, std::int64_t expires_ms,
                                                   std::uint32_t max_attempts) {
  const std::lock_guard lock(state_->mutex);
  Transaction transaction(*state_->database);
  if (transaction.error()) return *transaction.error();
  while (true) {
    auto expired = state_->leases.first_expired(hunt_id, now_ms);
    if (!expired) return expired;
    if (*expired && (*expired)->attempt >= max_attempts) {
      if (auto error = state_->leases.abandon(hunt_id, (*expired)->batch)) return *error;
      continue;
    }
    if (*expired) {
      (*expired)->worker_id = worker_id;
      (*expired)->attempt += 1;
      (*expired)->expires_ms = expires_ms;
      if (auto error = state_->leases.hand_over(**expired)) return *error;
    }
    if (auto error = transaction.commit()) return *error;
    return expired;
  }
}

Status Store::abandon_expired(const std::string& hunt_id, std::int64_t now_ms) {
  const std::lock_guard lock(state_->mutex);
  return state_->leases.abandon_expired(hunt_id, now_ms);
}

Result<bool> Store::renew(const Lease& lease, std::int64_t expires_ms) {
  const std::lock_guard lock(state_->mutex);
  return state_->leases.renew(lease, expires_ms);
}

Status Store::renew_all_leases(std::int64_t expires_ms) {
  const std::lock_guard lock(state_->mutex);
  return state_->leases.renew_all(expires_ms);
}

Result<Completion> Store::complete(const Lease& lease, const HuntStatistics& statistics,
                                   std::int64_t forget_before_ms) {
  const std::lock_guard lock(state_->mutex);
  Transaction transaction(*state_->database);
  if (transaction.error()) return *transaction.error();
  auto finished = state_->leases.finish(lease);
  if (!finished) return Error{finished.error()};
  if (!*finished) {
    auto before = state_->leases.is_finished(lease);
    if (!before) return Error{before.error()};
    return *before ? Completion::CountedBefore : Completion::Lost;
  }
  if (auto error = state_->hunt_statistics.add(lease.hunt_id, statistics)) return *error;
  if (auto error = state_->leases.forget_done(lease.hunt_id, forget_before_ms)) return *error;
  if (auto error = transaction.commit()) return *error;
  return Completion::Counted;
}

Result<std::optional<Lease>> Store::find_lease(const std::string& hunt_id, std::uint64_t batch) {
  const std::lock_guard lock(state_->mutex);
  return state_->leases.find(hunt_id, batch);
}

Result<LeaseCounts> Store::lease_counts(const std::string& hunt_id) {
  const std::lock_guard lock(state_->mutex);
  return state_->leases.counts(hunt_id);
}

}  // namespace assay::store
