#pragma once

#include <optional>
#include <string>
#include <vector>

#include "services/coordinator/store/conditions.h"
#include "services/coordinator/store/sqlite.h"
#include "services/coordinator/store/store.h"

namespace assay::store {

/// The table hunts. A Hunt read here lacks its statistics.
class HuntsTable {
 public:
  explicit HuntsTable(Database& database) : database_(database) {}

  /// False if the id was known; then nothing changed.
  Result<bool> insert(const Hunt& hunt);
  Result<std::optional<Hunt>> find(const std::string& id);
  Result<std::vector<Hunt>> open();
  Result<std::vector<Hunt>> newest(std::uint32_t limit, std::uint32_t offset, const SqlCondition& condition);
  /// What a list of hunts can be filtered by.
  static const Vocabulary& vocabulary();
  Status set_state(const std::string& id, HuntState state, const std::string& failure);
  /// Moves past a batch of so many mutants; false if `batch` is not the hunt's next.
  Result<bool> advance(const std::string& id, std::uint64_t batch, std::uint64_t mutants);

 private:
  Result<std::vector<Hunt>> read_all(Query& query);
  Database& database_;
};

/// The tables hunt_statistics, hunt_reasons and hunt_surface, which hold one HuntStatistics per hunt.
class HuntStatisticsTable {
 public:
  explicit HuntStatisticsTable(Database& database) : database_(database) {}

  Status insert_zero(const std::string& hunt_id);
  Status add(const std::string& hunt_id, const HuntStatistics& statistics);
  Result<HuntStatistics> read(const std::string& hunt_id);

 private:
  Status add_reasons(const std::string& hunt_id, const char* verdict, const Counts& reasons);
  Status add_surface(const std::string& hunt_id, const Counts& surface);
  Database& database_;
};

}  // namespace assay::store
