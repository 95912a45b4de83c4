#pragma once

#include <mutex>
#include <vector>

#include "services/coordinator/store/access_table.h"
#include "services/coordinator/store/bugs_table.h"
#include "services/coordinator/store/care_table.h"
#include "services/coordinator/store/findings_table.h"
#include "services/coordinator/store/hunts_table.h"
#include "services/coordinator/store/ir_facts_table.h"
#include "services/coordinator/store/leases_table.h"
#include "services/coordinator/store/news_table.h"
#include "services/coordinator/store/nights_table.h"
#include "services/coordinator/store/store.h"
#include "services/coordinator/store/workers_table.h"

namespace assay::store {

/// One connection and its tables.
struct Connection {
  explicit Connection(std::unique_ptr<Database> opened) : database(std::move(opened)) {}

  std::unique_ptr<Database> database;
  BugsTable bugs{*database};
  FindingsTable findings{*database};
  WorkersTable workers{*database};
  HuntsTable hunts{*database};
  HuntStatisticsTable hunt_statistics{*database};
  LeasesTable leases{*database};
  CareTable care{*database};
  IrFactsTable ir_facts{*database};
  AccessTable access{*database};
  NewsTable news{*database};
  NightsTable nights{*database};

  /// Adds to a bug what its findings know.
  Status complete_bug(Bug& bug);
  /// A finding of the bug was added, as its first one, or checked. If it is what represents the bug from now on, the
  /// bug has its title, search finds its case, and the facts are to be its.
  Status represent(const std::string& bug_id, const std::string& finding_id, bool is_first);
  /// A fixed bug that shows in the compiler in which it was fixed, or in a newer one, has regressed.
  Status notice_return(const std::string& bug_id, const std::string& finding_id, const std::string& compiler);
};

/// The connection that writes, behind one lock, and others that only read: they never wait for it, nor it for them.
struct Store::State : Connection {
  using Connection::Connection;

  /// One state of the database, for as long as this object is there.
  class Snapshot {
   public:
    Snapshot(State& state, std::unique_ptr<Connection> connection)
        : state_(&state), connection_(std::move(connection)) {}
    Snapshot(Snapshot&&) = default;
    ~Snapshot();
    Connection* operator->() { return connection_.get(); }

   private:
    State* state_;
    std::unique_ptr<Connection> connection_;
  };
  Result<Snapshot> snapshot();

  std::mutex mutex;  ///< of the connection that writes

 private:
  std::mutex readers_;
  std::vector<std::unique_ptr<Connection>> idle_readers_;
};

}  // namespace assay::store
