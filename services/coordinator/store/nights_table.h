#pragma once

#include "services/coordinator/store/nights.h"
#include "services/coordinator/store/sqlite.h"

namespace assay::store {

/// The tables nights, night_branches, night_hunts, night_costs, night_missed and night_bugs. Rows are put: one with the
/// same key takes the other's place.
class NightsTable {
 public:
  explicit NightsTable(Database& database) : database_(database) {}

  Status put(const Night& night);
  Status put(const NightBranch& branch);
  Status put(const NightHunt& hunt);
  Status put(const NightCosts& costs);
  Status put(const NightMissed& missed);
  Status put(const NightBug& bug);
  Result<std::vector<Night>> newest(const std::string& plan, std::uint32_t limit);
  Result<std::vector<NightBranch>> branches_of(const std::string& night_id);
  Result<std::vector<NightHunt>> hunts_of(const std::string& night_id);
  Result<std::vector<NightCosts>> costs_of(const std::string& night_id);
  Result<std::vector<NightMissed>> missed_of(const std::string& night_id);
  /// Of all finished nights of the plan that began before this one.
  Result<std::vector<NightMissed>> missed_before(const Night& night);
  Result<std::vector<NightBug>> bugs_of(const std::string& night_id);
  /// The last decided answer of each branch to each bug, of finished nights of the same plan that began before.
  Result<std::vector<NightBug>> answers_before(const Night& night);

 private:
  Database& database_;
};

}  // namespace assay::store
