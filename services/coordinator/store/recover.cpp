#include <unistd.h>

#include <algorithm>
#include <limits>

#include "services/common/records.h"
#include "services/coordinator/store/access_table.h"
#include "services/coordinator/store/sqlite.h"
#include "services/coordinator/store/store.h"
#include "services/coordinator/store/upkeep.h"

namespace assay::store {
namespace {

/// What is kept, those that others refer to first. What is not named is made anew.
constexpr const char* kTables[] = {"bugs",           "findings",    "bug_care",        "bug_tags",     "bug_events",
                                   "workers",        "hunts",       "hunt_statistics", "hunt_reasons", "leases",
                                   "tokens",         "lasting",     "audit",           "hunt_surface", "nights",
                                   "night_branches", "night_hunts", "night_costs",     "night_bugs"};

/// Of the rows that were read: no row refers to what was lost, and each finding has its bug.
constexpr const char* kMend = R"sql(
INSERT OR IGNORE INTO bugs (id, signature, title, status, kind, culprit, count, first_seen, last_seen)
SELECT bug_id, signature, MAX(title), 'new', kind, culprit, COUNT(*), MIN(found_at), MAX(found_at)
FROM findings WHERE bug_id NOT IN (SELECT id FROM bugs) GROUP BY bug_id;
DELETE FROM findings WHERE bug_id NOT IN (SELECT id FROM bugs);
DELETE FROM bugs WHERE id NOT IN (SELECT bug_id FROM findings);
DELETE FROM bug_care WHERE bug_id NOT IN (SELECT id FROM bugs);
DELETE FROM bug_tags WHERE bug_id NOT IN (SELECT id FROM bugs);
DELETE FROM bug_compilers WHERE bug_id NOT IN (SELECT id FROM bugs);
DELETE FROM bug_events WHERE bug_id NOT IN (SELECT id FROM bugs);
DELETE FROM leases WHERE hunt_id NOT IN (SELECT id FROM hunts) OR worker_id NOT IN (SELECT id FROM workers);
DELETE FROM hunt_statistics WHERE hunt_id NOT IN (SELECT id FROM hunts);
DELETE FROM hunt_surface WHERE hunt_id NOT IN (SELECT id FROM hunts);
DELETE FROM night_branches WHERE night_id NOT IN (SELECT id FROM nights);
DELETE FROM night_hunts WHERE night_id NOT IN (SELECT id FROM nights);
DELETE FROM night_costs WHERE night_id NOT IN (SELECT id FROM nights);
DELETE FROM night_bugs WHERE night_id NOT IN (SELECT id FROM nights);
DELETE FROM hunt_reasons WHERE hunt_id NOT IN (SELECT id FROM hunts);
INSERT OR IGNORE INTO hunt_statistics
SELECT id, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0 FROM hunts;
INSERT INTO bug_numbers (bug_id) SELECT id FROM bugs;
INSERT INTO bug_search (rowid, title, signature, reduced)
SELECT number, title, signature,
       COALESCE((SELECT reduced FROM findings WHERE findings.bug_id = bugs.id ORDER BY checked DESC, reduced_size, unfinished, id LIMIT 1), '')
FROM bug_numbers JOIN bugs ON bugs.id = bug_id;
INSERT OR IGNORE INTO ir_wanted (bug_id) SELECT id FROM bugs;
)sql";

std::vector<std::string> columns_of(Database& database, const char* table) {
  Query query(database, "SELECT name FROM pragma_table_info(?)");
  query.bind(table);
  std::vector<std::string> names;
  while (query.next()) names.push_back(query.text(0));
  return names;
}

/// Else its rows may be without end, as those of a view may.
bool is_table(Database& database, const char* table) {
  Query query(database, "SELECT 1 FROM pragma_table_list WHERE schema = 'main' AND name = ? AND type = 'table'");
  return query.bind(table).next();
}

/// The schema's version in the file's header; 0 where it can't be read.
std::int64_t version_of(Database& database) {
  const auto version = database.number("PRAGMA user_version");
  return version ? *version : 0;
}

/// Is it known that a schema of this version has no such table?
bool is_too_old(std::int64_t version, const std::string& table) {
  constexpr std::int64_t kTokens = 12, kLasting = 19;
  const std::int64_t first = table == "lasting" ? kLasting : table == "tokens" || table == "audit" ? kTokens : 0;
  return version > 0 && version < first;
}

/// Copies the rows of one table that can be read. Where one can't, the walk goes on behind it, in growing steps.
class TableCopy {
 public:
  TableCopy(Database& from, Database& to, const char* table) : from_(from), to_(to) {
    const std::vector<std::string> old = is_table(from, table) ? columns_of(from, table) : std::vector<std::string>();
    std::string names, places;
    for (const std::string& name : columns_of(to, table)) {
      if (std::find(old.begin(), old.end(), name) == old.end()) continue;  // its default
      names += (names.empty() ? "" : ", ") + name;
      places += places.empty() ? "?" : ", ?";
      ++columns_;
    }
    if (columns_ == 0) return;
    read_ = "SELECT rowid, " + names + " FROM " + table + " WHERE rowid >= ? ORDER BY rowid";
    write_ = std::string("INSERT OR IGNORE INTO ") + table + " (" + names + ") VALUES (" + places + ")";
  }

  Status run(Recovered& recovered) {
    if (columns_ == 0) {
      ++recovered.holes;
      return {};
    }
    std::int64_t next = std::numeric_limits<std::int64_t>::min();
    for (std::int64_t step = 1;;) {
      const std::int64_t before = next;
      bool readable = false;
      if (auto failed = copy_from(next, readable, recovered.rows)) return failed;
      if (readable) return {};
      if (next != before || step == 1) ++recovered.holes;
      step = next != before ? 1 : step * 2;
      if (next < 0) next = 0;  // ids are positive
      if (next > std::numeric_limits<std::int64_t>::max() - step || step > kLongestStep) return {};
      next += step;
    }
  }

 private:
  static constexpr std::int64_t kLongestStep = std::int64_t{1} << 40;

  /// Moves `next` behind the last row that was copied; `readable` says whether that was the table's end.
  Status copy_from(std::int64_t& next, bool& readable, std::uint64_t& rows) {
    sqlite3_stmt* row = nullptr;
    if (sqlite3_prepare_v2(from_.handle(), read_.c_str(), -1, &row, nullptr) != SQLITE_OK) return {};
    sqlite3_bind_int64(row, 1, next);
    Status failed;
    int code = SQLITE_DONE;
    while (!failed && (code = sqlite3_step(row)) == SQLITE_ROW) {
      sqlite3_stmt* written = nullptr;
      if (sqlite3_prepare_v2(to_.handle(), write_.c_str(), -1, &written, nullptr) != SQLITE_OK) failed = to_.failure();
      for (int i = 0; i < columns_ && !failed; ++i)
        sqlite3_bind_value(written, i + 1, sqlite3_column_value(row, i + 1));
      // A row that breaks a rule of the schema is damage, too, and is left out.
      if (!failed && sqlite3_step(written) == SQLITE_DONE)
        rows += static_cast<std::uint64_t>(sqlite3_changes(to_.handle()));
      sqlite3_finalize(written);
      next = sqlite3_column_int64(row, 0) + 1;
    }
    readable = code == SQLITE_DONE;
    sqlite3_finalize(row);
    return failed;
  }

  Database& from_;
  Database& to_;
  int columns_ = 0;
  std::string read_, write_;
};

/// Of these tables any says that there were tokens.
bool is_about_tokens(const std::string& table) { return table == "tokens" || table == "lasting" || table == "audit"; }

/// Once tokens, always tokens: also where only a trace of them is left, or where they may have stood in what is lost.
Status keep_tokens_wanted(Database& to, bool had_none, Recovered& recovered) {
  auto traces = to.number(
      "SELECT EXISTS (SELECT 1 FROM tokens) OR EXISTS (SELECT 1 FROM lasting WHERE what = 'tokens')"
      " OR EXISTS (SELECT 1 FROM audit WHERE action LIKE 'token %')");
  if (!traces) return Error{traces.error()};
  recovered.wants_tokens = *traces != 0 || (recovered.lost_tokens && !had_none);
  return recovered.wants_tokens ? AccessTable(to).want_tokens(utc_now()) : Status();
}

Status fill(Database& from, Database& to, bool had_no_tokens, Recovered& recovered) {
  if (auto error = to.execute("PRAGMA foreign_keys = OFF")) return error;
  Transaction transaction(to);
  if (transaction.error()) return transaction.error();
  const std::int64_t version = version_of(from);
  for (const char* table : kTables) {
    if (is_too_old(version, table)) continue;
    const std::uint64_t before = recovered.holes;
    if (auto error = TableCopy(from, to, table).run(recovered)) return error;
    if (recovered.holes > before && is_about_tokens(table)) recovered.lost_tokens = true;
  }
  if (auto error = to.execute(kMend)) return error;
  if (auto error = keep_tokens_wanted(to, had_no_tokens, recovered)) return error;
  return transaction.commit();
}

}  // namespace

Result<Recovered> recover(const std::string& damaged, const std::string& file, bool had_no_tokens) {
  auto from = Database::open_to_read(damaged);
  if (!from) return Error{from.error()};
  if (access(file.c_str(), F_OK) == 0) return Error{file + ": exists, and is not overwritten"};
  auto store = Store::open(file);
  if (!store) return Error{store.error()};
  Recovered recovered;
  Status failed;
  {
    auto to = Database::open(file, false);
    if (!to) return Error{to.error()};
    failed = fill(**from, **to, had_no_tokens, recovered);
  }
  if (!failed) failed = store->verify();
  if (failed) return *failed;
  return recovered;
}

}  // namespace assay::store
