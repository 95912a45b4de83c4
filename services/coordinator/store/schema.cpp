#include "services/coordinator/store/schema.h"

#include <algorithm>
#include <cctype>
#include <map>
#include <mutex>
#include <utility>

namespace assay::store {
namespace {

constexpr std::int64_t kApplicationId = 0x41535359;  // "ASSY", in the file's header

Status step(Database& database, const char* script, int from, int to) {
  Transaction transaction(database);
  if (transaction.error()) return transaction.error();
  // Another process may have migrated while this one waited for the lock.
  auto found = schema_version(database);
  if (!found) return found.wrap("migration");
  if (*found != from) return {};
  if (auto error = database.execute(script)) return error;
  Query orphans(database,
                "PRAGMA foreign_key_check");  // a step that writes a table anew is not watched while it does so
  if (orphans.next()) return Error{database.path() + ": a row of " + orphans.text(0) + " would refer to nothing"};
  if (orphans.error()) return orphans.error();
  if (auto error = database.execute("PRAGMA application_id = " + std::to_string(kApplicationId))) return error;
  if (auto error = database.execute("PRAGMA user_version = " + std::to_string(to))) return error;
  return transaction.commit();
}

/// Of a statement what SQLite reads: without comments, and with one space for any white space.
std::string essence(const std::string& sql) {
  std::string text;
  for (std::size_t i = 0; i < sql.size(); ++i) {
    if (sql[i] == '-' && i + 1 < sql.size() && sql[i + 1] == '-') {
      i = std::min(sql.find('\n', i), sql.size()) - 1;
    } else if (std::isspace(static_cast<unsigned char>(sql[i])) != 0) {
      if (!text.empty() && text.back() != ' ') text += ' ';
    } else {
      text += sql[i];
    }
  }
  return text;
}

using Declared = std::map<std::string, std::string>;  // statements, by "kind name"

Result<Declared> declared_in(Database& database) {
  Query query(database, "SELECT type, name, COALESCE(sql, '') FROM sqlite_schema");
  Declared declared;
  while (query.next()) declared[query.text(0) + " " + query.text(1)] = essence(query.text(2));
  if (query.error()) return *query.error();
  return declared;
}

/// A schema's version and its statements, of one instant: another process may be migrating the file.
Result<std::pair<int, Declared>> schema_now(Database& database) {
  const Transaction reading(database, Transaction::Kind::Read);
  if (reading.error()) return *reading.error();
  auto version = schema_version(database);
  if (!version) return Error{version.error()};
  auto declared = declared_in(database);
  if (!declared) return Error{declared.error()};
  return std::pair(*version, std::move(*declared));
}

/// What Assay makes of an empty file, in a version. It is made once.
Result<Declared> made_by_assay(int version) {
  static std::mutex mutex;
  static std::map<int, Declared> made;
  const std::lock_guard lock(mutex);
  if (const auto known = made.find(version); known != made.end()) return known->second;
  auto own = Database::in_memory();
  if (!own) return Error{own.error()};
  if (Status failed = migrate(**own, version)) return *failed;
  auto declared = declared_in(**own);
  if (declared) made[version] = *declared;
  return declared;
}

}  // namespace

Status check_schema(Database& database) {
  const auto schema = schema_now(database);
  if (!schema) return Error{schema.error()};
  const auto& [version, found] = *schema;
  if (version == 0 || version > current_schema_version()) return {};  // empty; or refused by whoever migrates
  const auto expected = made_by_assay(version);
  if (!expected) return Error{expected.error()};
  const auto fault = [&](const std::string& name, const char* what) {
    return Error{database.path() + ": damaged, or not made by Assay: its " + name + what};
  };
  for (const auto& [name, sql] : *expected) {
    const auto there = found.find(name);
    if (there == found.end()) return fault(name, " is missing");
    if (there->second != sql) return fault(name, " is not as Assay makes it");
  }
  for (const auto& [name, sql] : found)
    if (name.starts_with("trigger ") && !expected->contains(name)) return fault(name, " is none of Assay's");
  return {};
}

int current_schema_version() { return migrations().back().version; }

Result<int> schema_version(Database& database) {
  // One statement, so that another process that is just making the schema is seen before or after, not between.
  Query query(database,
              "SELECT (SELECT application_id FROM pragma_application_id),"
              " (SELECT user_version FROM pragma_user_version), (SELECT COUNT(*) FROM sqlite_schema)");
  if (!query.next()) return Error{"not a usable database: " + query.error().value_or(Error{"no answer"}).message};
  const std::int64_t application = query.integer(0), version = query.integer(1), objects = query.integer(2);
  const bool empty = objects == 0 && version == 0;
  if (application == kApplicationId && version < 0)
    return Error{database.path() + ": damaged: its schema has version " + std::to_string(version) +
                 ", which no Assay writes"};
  if (application != kApplicationId && !empty)
    return Error{database.path() + ": a database of another program, not of Assay"};
  return static_cast<int>(version);
}

Status migrate(Database& database, int to) {
  const auto steps = migrations();
  if (auto error = database.execute("PRAGMA foreign_keys = OFF")) return error;  // for steps that write a table anew
  while (true) {
    auto version = schema_version(database);
    if (!version) return Error{version.error()};
    if (*version == to) return {};
    if (*version > current_schema_version())
      return Error{database.path() + ": a database from the future: its schema has version " +
                   std::to_string(*version) + ", this program expects version " +
                   std::to_string(current_schema_version()) + " or older; use a newer assay"};
    const bool forward = *version < to;
    const Migration& migration = steps[forward ? *version : *version - 1];
    const char* script = forward ? migration.up : migration.down;
    if (auto error = step(database, script, *version, forward ? *version + 1 : *version - 1))
      return Error{"migration " + std::string(migration.name) + ": " + error->message};
  }
}

Status check_integrity(Database& database) {
  Query query(database, "PRAGMA integrity_check(1)");
  if (query.next() && query.text(0) != "ok") return Error{database.path() + ": damaged: " + query.text(0)};
  if (query.error()) return query.error();
  Query orphans(database, "PRAGMA foreign_key_check");
  if (orphans.next()) return Error{database.path() + ": damaged: a row of " + orphans.text(0) + " refers to nothing"};
  return orphans.error();
}

}  // namespace assay::store
