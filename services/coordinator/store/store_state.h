#pragma once

#include <mutex>

#include "services/coordinator/store/bugs_table.h"
#include "services/coordinator/store/findings_table.h"
#include "services/coordinator/store/hunts_table.h"
#include "services/coordinator/store/leases_table.h"
#include "services/coordinator/store/store.h"
#include "services/coordinator/store/workers_table.h"

namespace assay::store {

/// One connection and its tables, behind one lock.
struct Store::State {
  explicit State(std::unique_ptr<Database> opened) : database(std::move(opened)) {}

  std::mutex mutex;
  std::unique_ptr<Database> database;
  BugsTable bugs{*database};
  FindingsTable findings{*database};
  WorkersTable workers{*database};
  HuntsTable hunts{*database};
  HuntStatisticsTable hunt_statistics{*database};
  LeasesTable leases{*database};

  /// Adds to a bug what its findings know.
  Status complete_bug(Bug& bug);
  /// Gives a bug the title of the case that represents it.
  Status take_title(const std::string& bug_id);
};

}  // namespace assay::store
