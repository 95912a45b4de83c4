#include "services/coordinator/store/upkeep.h"

#include <filesystem>
#include <variant>

#include "services/coordinator/store/schema.h"
#include "services/coordinator/store/store.h"

namespace assay::store {
namespace {

constexpr const char* kFindings = R"sql(
DELETE FROM findings WHERE id IN (
  SELECT id FROM (SELECT id, rowid AS number, MIN(rowid) OVER (PARTITION BY bug_id) AS first,
                         ROW_NUMBER() OVER (PARTITION BY bug_id ORDER BY checked DESC, reduced_size, unfinished, id) AS place FROM findings)
  WHERE place > ?1 AND number <> first))sql";

// A night that is behind the newest is not taken up again; with the newest finished one the next is compared.
const std::string kOldNights = R"sql(
(SELECT id FROM (SELECT id, started_at, state,
                        ROW_NUMBER() OVER (PARTITION BY plan ORDER BY started_at DESC, length(id) DESC, id DESC) AS place,
                        ROW_NUMBER() OVER (PARTITION BY plan, state ORDER BY started_at DESC, length(id) DESC, id DESC) AS place_in_state
                 FROM nights)
 WHERE started_at < ?1 AND place > 1 AND (state = 'running' OR place_in_state > 1)))sql";

// What a branch last said to a bug tells whether it came back or went; a bisection begins where the branch last did not
// show it.
const std::string kAnswers = "DELETE FROM night_bugs WHERE night_id IN " + kOldNights + R"sql( AND rowid NOT IN (
  SELECT row FROM (
    SELECT answer, b.rowid AS row,
           ROW_NUMBER() OVER (PARTITION BY plan, branch, bug_id ORDER BY started_at DESC, length(n.id) DESC, n.id DESC) AS place,
           ROW_NUMBER() OVER (PARTITION BY plan, branch, bug_id, answer ORDER BY started_at DESC, length(n.id) DESC, n.id DESC) AS place_in_answer
    FROM night_bugs AS b JOIN nights AS n ON n.id = night_id JOIN bugs ON bugs.id = bug_id
    WHERE n.state = 'finished' AND answer IN ('shows', 'absent') AND bugs.status NOT IN ('duplicate', 'invalid', 'wont-fix'))
  WHERE place = 1 OR (answer = 'absent' AND place_in_answer = 1)))sql";
const std::string kNights =
    "DELETE FROM nights WHERE id IN " + kOldNights + " AND id NOT IN (SELECT night_id FROM night_bugs)";
constexpr const char* kSurface =
    "DELETE FROM hunt_surface WHERE hunt_id IN (SELECT id FROM hunts WHERE created_at < ?1 AND state <> 'running')"
    " AND hunt_id NOT IN (SELECT hunt_id FROM night_hunts)";

/// A file of this schema, to be written.
Result<std::unique_ptr<Database>> open_current(const std::string& file) {
  if (auto store = Store::open(file, {.create = false}); !store) return Error{store.error()};
  auto database = Database::open(file, false);
  if (!database) return database;
  if (auto error = (*database)->execute("PRAGMA foreign_keys = ON")) return *error;
  return database;
}

}  // namespace

Result<Vacuumed> vacuum(const std::string& file) {
  auto database = open_current(file);
  if (!database) return Error{database.error()};
  Vacuumed sizes;
  std::error_code ignored;
  sizes.before = std::filesystem::file_size(file, ignored);
  for (const char* step :
       {"INSERT INTO bug_search (bug_search) VALUES ('optimize')", "VACUUM", "PRAGMA wal_checkpoint(TRUNCATE)"})
    if (auto error = (*database)->execute(step)) return *error;
  sizes.after = std::filesystem::file_size(file, ignored);
  return sizes;
}

Result<Migrated> migrate_file(const std::string& file, int to) {
  if (to == 0) to = current_schema_version();
  if (to < 1 || to > current_schema_version())
    return Error{"the versions of the schema are 1 to " + std::to_string(current_schema_version())};
  auto database = Database::open(file, false);
  if (!database) return Error{database.error()};
  auto version = schema_version(**database);
  if (!version) return Error{version.error()};
  if (auto error = migrate(**database, to)) return *error;
  return Migrated{*version, to};
}

Result<Pruned> prune(const std::string& file, const Retention& retention) {
  auto database = open_current(file);
  if (!database) return Error{database.error()};
  Transaction transaction(**database);
  if (transaction.error()) return *transaction.error();
  Pruned pruned;
  struct Step {
    bool wanted;
    std::uint64_t& removed;
    std::string sql;
    std::variant<std::uint32_t, std::string> limit;
  };
  const bool nights = !retention.nights_before.empty();
  const Step steps[] = {
      {retention.findings_of_a_bug != 0, pruned.findings, kFindings, retention.findings_of_a_bug},
      {!retention.audit_before.empty(), pruned.audit, "DELETE FROM audit WHERE at < ?1", retention.audit_before},
      {!retention.workers_before.empty(), pruned.workers,
       "DELETE FROM workers WHERE last_seen < ?1 AND id NOT IN (SELECT worker_id FROM leases)",
       retention.workers_before},
      {nights, pruned.answers, kAnswers, retention.nights_before},
      {nights, pruned.nights, kNights, retention.nights_before},
      {nights, pruned.surface, kSurface, retention.nights_before}};
  for (const Step& step : steps) {
    if (!step.wanted) continue;
    Query query(**database, step.sql);
    std::visit([&](const auto& limit) { query.bind(limit); }, step.limit);
    if (auto error = query.run()) return *error;
    step.removed = static_cast<std::uint64_t>((*database)->changes());
  }
  if (auto error = transaction.commit()) return *error;
  return pruned;
}

}  // namespace assay::store
