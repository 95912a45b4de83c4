#pragma once

#include <optional>
#include <string>
#include <vector>

#include "services/coordinator/store/sqlite.h"
#include "services/coordinator/store/store.h"

namespace assay::store {

/// The table leases: one row per batch that was ever handed out and not yet forgotten.
class LeasesTable {
 public:
  explicit LeasesTable(Database& database) : database_(database) {}

  Status insert(const Lease& lease);
  /// The batch of a hunt whose lease ran out first, if one did.
  Result<std::optional<Lease>> first_expired(const std::string& hunt_id, std::int64_t now_ms);
  /// Gives a batch to another holder.
  Status hand_over(const Lease& lease);
  Status abandon(const std::string& hunt_id, std::uint64_t batch);
  Status abandon_expired(const std::string& hunt_id, std::int64_t now_ms);
  /// All that were not given back expire then.
  Status renew_all(std::int64_t expires_ms);
  /// Each of the following two changes a live lease only if worker and attempt match; false otherwise.
  Result<bool> renew(const Lease& lease, std::int64_t expires_ms);
  Result<std::optional<Lease>> find(const std::string& hunt_id, std::uint64_t batch);
  Result<bool> finish(const Lease& lease);
  /// Did this very lease finish before?
  Result<bool> is_finished(const Lease& lease);
  /// Removes the rows of batches that are done and whose leases would have run out before then.
  Status forget_done(const std::string& hunt_id, std::int64_t before_ms);
  Result<LeaseCounts> counts(const std::string& hunt_id);

 private:
  Database& database_;
};

}  // namespace assay::store
