#include "services/coordinator/store/upkeep.h"

#include <filesystem>

#include "services/coordinator/store/schema.h"
#include "services/coordinator/store/store.h"

namespace assay::store {
namespace {

Result<std::uint64_t> remove(Database& database, std::string_view sql, const auto&... values) {
  Query query(database, sql);
  (query.bind(values), ...);
  if (auto error = query.run()) return *error;
  return static_cast<std::uint64_t>(database.changes());
}

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
  if (retention.findings_of_a_bug != 0) {
    auto removed = remove(
        **database,
        "DELETE FROM findings WHERE id IN (SELECT id FROM (SELECT id, rowid AS number, MIN(rowid) OVER (PARTITION BY "
        "bug_id) AS first,"
        " ROW_NUMBER() OVER (PARTITION BY bug_id ORDER BY checked DESC, reduced_size, id) AS place FROM findings)"
        " WHERE place > ? AND number <> first)",
        retention.findings_of_a_bug);
    if (!removed) return Error{removed.error()};
    pruned.findings = *removed;
  }
  if (!retention.audit_before.empty()) {
    auto removed = remove(**database, "DELETE FROM audit WHERE at < ?", retention.audit_before);
    if (!removed) return Error{removed.error()};
    pruned.audit = *removed;
  }
  if (!retention.workers_before.empty()) {
    auto removed =
        remove(**database, "DELETE FROM workers WHERE last_seen < ? AND id NOT IN (SELECT worker_id FROM leases)",
               retention.workers_before);
    if (!removed) return Error{removed.error()};
    pruned.workers = *removed;
  }
  if (auto error = transaction.commit()) return *error;
  return pruned;
}

}  // namespace assay::store
