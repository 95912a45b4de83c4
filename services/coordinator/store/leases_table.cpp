#include "services/coordinator/store/leases_table.h"

#include "services/coordinator/store/fields_sql.h"

namespace assay::store {
Status LeasesTable::insert(const Lease& lease) {
  static const std::string sql = "INSERT INTO leases (state, " + columns<Lease>().list() + ") VALUES ('leased', " +
                                 columns<Lease>().placeholders() + ")";
  Query query(database_, sql);
  columns<Lease>().bind(query, lease);
  return query.run();
}

Result<std::optional<Lease>> LeasesTable::first_expired(const std::string& hunt_id, std::int64_t now_ms) {
  static const std::string sql = "SELECT " + columns<Lease>().list() +
                                 " FROM leases WHERE state = 'leased' AND expires_ms < ? AND hunt_id = ?"
                                 " ORDER BY expires_ms, batch LIMIT 1";
  Query query(database_, sql);
  std::optional<Lease> lease;
  if (query.bind(now_ms).bind(hunt_id).next())
    if (Status bad = columns<Lease>().read(query, 0, lease.emplace())) return *bad;
  if (query.error()) return *query.error();
  return lease;
}

Status LeasesTable::hand_over(const Lease& lease) {
  Query query(database_,
              "UPDATE leases SET worker_id = ?, attempt = ?, expires_ms = ? WHERE hunt_id = ? AND batch = ?"
              " AND state = 'leased'");
  query.bind(lease.worker_id).bind(lease.attempt).bind(lease.expires_ms);
  return query.bind(lease.hunt_id).bind(lease.batch).run();
}

Status LeasesTable::abandon(const std::string& hunt_id, std::uint64_t batch) {
  Query query(database_, "UPDATE leases SET state = 'abandoned' WHERE hunt_id = ? AND batch = ? AND state = 'leased'");
  return query.bind(hunt_id).bind(batch).run();
}

Status LeasesTable::abandon_expired(const std::string& hunt_id, std::int64_t now_ms) {
  Query query(database_,
              "UPDATE leases SET state = 'abandoned' WHERE hunt_id = ? AND state = 'leased' AND expires_ms < ?");
  return query.bind(hunt_id).bind(now_ms).run();
}

Result<bool> LeasesTable::renew(const Lease& lease, std::int64_t expires_ms) {
  Query query(database_,
              "UPDATE leases SET expires_ms = ? WHERE hunt_id = ? AND batch = ? AND worker_id = ? AND attempt = ?"
              " AND state = 'leased'");
  query.bind(expires_ms).bind(lease.hunt_id).bind(lease.batch).bind(lease.worker_id).bind(lease.attempt);
  if (auto error = query.run()) return *error;
  return database_.changes() == 1;
}

Status LeasesTable::renew_all(std::int64_t expires_ms) {
  return Query(database_, "UPDATE leases SET expires_ms = ? WHERE state = 'leased' AND expires_ms <> 0")
      .bind(expires_ms)
      .run();
}

Result<std::optional<Lease>> LeasesTable::find(const std::string& hunt_id, std::uint64_t batch) {
  static const std::string sql = "SELECT " + columns<Lease>().list() + " FROM leases WHERE hunt_id = ? AND batch = ?";
  Query query(database_, sql);
  std::optional<Lease> lease;
  if (query.bind(hunt_id).bind(batch).next())
    if (Status bad = columns<Lease>().read(query, 0, lease.emplace())) return *bad;
  if (query.error()) return *query.error();
  return lease;
}

Result<bool> LeasesTable::finish(const Lease& lease) {
  Query query(database_,
              "UPDATE leases SET state = 'done' WHERE hunt_id = ? AND batch = ? AND worker_id = ? AND attempt = ?"
              " AND state = 'leased'");
  query.bind(lease.hunt_id).bind(lease.batch).bind(lease.worker_id).bind(lease.attempt);
  if (auto error = query.run()) return *error;
  return database_.changes() == 1;
}

Result<bool> LeasesTable::is_finished(const Lease& lease) {
  Query query(database_,
              "SELECT 1 FROM leases WHERE hunt_id = ? AND batch = ? AND worker_id = ? AND attempt = ?"
              " AND state = 'done'");
  const bool found = query.bind(lease.hunt_id).bind(lease.batch).bind(lease.worker_id).bind(lease.attempt).next();
  if (query.error()) return *query.error();
  return found;
}

Status LeasesTable::forget_done(const std::string& hunt_id, std::int64_t before_ms) {
  Query query(database_, "DELETE FROM leases WHERE state = 'done' AND expires_ms < ? AND hunt_id = ?");
  return query.bind(before_ms).bind(hunt_id).run();
}

Result<LeaseCounts> LeasesTable::counts(const std::string& hunt_id) {
  // Done are all the others that were ever handed out, since their rows may be forgotten.
  Query query(database_,
              "SELECT next_batch, (SELECT COUNT(*) FROM leases WHERE hunt_id = hunts.id AND state = 'leased'),"
              " (SELECT COUNT(*) FROM leases WHERE hunt_id = hunts.id AND state = 'abandoned')"
              " FROM hunts WHERE id = ?");
  LeaseCounts counts;
  if (query.bind(hunt_id).next()) {
    counts.leased = query.number(1);
    counts.abandoned = query.number(2);
    counts.done = query.number(0) - counts.leased - counts.abandoned;
  }
  if (query.error()) return *query.error();
  return counts;
}

}  // namespace assay::store
