#pragma once

#include <optional>
#include <string>

#include "services/coordinator/store/sqlite.h"
#include "services/coordinator/store/store.h"

namespace assay::store {

/// The table workers.
class WorkersTable {
 public:
  explicit WorkersTable(Database& database) : database_(database) {}

  /// Adds the worker, or renews what is known of it.
  Status put(const Worker& worker);
  Status touch(const std::string& id, const std::string& seen_at);
  Result<std::optional<Worker>> find(const std::string& id);
  /// Those that were seen last first.
  Result<std::vector<Worker>> all(std::uint32_t limit, std::uint32_t offset);

 private:
  Database& database_;
};

}  // namespace assay::store
