#include "services/coordinator/store/bugs_table.h"

#include "services/coordinator/store/bug_filter.h"
#include "services/coordinator/store/fields_sql.h"

namespace assay::store {
namespace {

Result<std::vector<Bug>> read_bugs(Query& query, const Database& database) {
  std::vector<Bug> bugs;
  while (query.next())
    if (Status bad = columns<Bug>().read(query, 0, bugs.emplace_back()))
      return Error{database.path() + ": bug " + bugs.back().id + ": " + bad->message};
  if (query.error()) return *query.error();
  return bugs;
}

}  // namespace

Result<std::optional<std::string>> BugsTable::id_of_signature(const std::string& signature) {
  Query query(database_, "SELECT id FROM bugs WHERE signature = ?");
  std::optional<std::string> id;
  if (query.bind(signature).next()) id = query.text(0);
  if (query.error()) return *query.error();
  return id;
}

Status BugsTable::insert(const Bug& bug) {
  static const std::string sql =
      "INSERT INTO bugs (" + columns<Bug>().list() + ") VALUES (" + columns<Bug>().placeholders() + ")";
  Query query(database_, sql);
  columns<Bug>().bind(query, bug);
  return query.run();
}

Status BugsTable::count_up(const std::string& id, const std::string& seen_at) {
  Query query(database_,
              "UPDATE bugs SET count = count + 1, first_seen = MIN(first_seen, ?), last_seen = MAX(last_seen, ?)"
              " WHERE id = ?");
  return query.bind(seen_at).bind(seen_at).bind(id).run();
}

Status BugsTable::set_title(const std::string& id, const std::string& title) {
  Query query(database_, "UPDATE bugs SET title = ? WHERE id = ?");
  return query.bind(title).bind(id).run();
}

Result<std::optional<Bug>> BugsTable::find(const std::string& id) {
  static const std::string sql = "SELECT " + columns<Bug>().list() + " FROM bugs WHERE id = ?";
  Query query(database_, sql);
  query.bind(id);
  auto bugs = read_bugs(query, database_);
  if (!bugs) return Error{bugs.error()};
  if (bugs->empty()) return std::optional<Bug>();
  return std::optional<Bug>(std::move(bugs->front()));
}

Result<std::vector<std::string>> BugsTable::ids_from(const std::string& prefix, std::uint32_t limit) {
  static const std::string sql = "SELECT id FROM bugs WHERE " + begins_with_first("id") + " ORDER BY id LIMIT ?2";
  return Query(database_, sql).bind(prefix).bind(limit).texts();
}

Result<std::vector<Bug>> BugsTable::list(const SqlCondition& fits, const BugFilter& place) {
  SqlCondition condition = fits;
  const BugOrder order = order_of(place.sort);
  if (!place.after_id.empty()) {
    condition.sql += std::string(condition.sql.empty() ? "" : " AND ") + "(" + order.column + ", id) " +
                     (order.descending ? "<" : ">") + " (?, ?)";
    condition.values.insert(condition.values.end(), {place.after_value, place.after_id});
  }
  // Ids make the order the same every time, and go the way that the column's index goes.
  const std::string way = order.descending ? " DESC" : "";
  Query query(database_, "SELECT " + columns<Bug>().list() + " FROM bugs" +
                             (condition.sql.empty() ? "" : " WHERE " + condition.sql) + " ORDER BY " + order.column +
                             way + ", id" + way + " LIMIT ? OFFSET ?");
  for (const std::string& value : condition.values) query.bind(value);
  query.bind(place.limit).bind(place.offset);
  return read_bugs(query, database_);
}

Result<std::uint64_t> BugsTable::count(const SqlCondition& condition) {
  if (condition.rows) return *condition.rows;
  Query query(database_, "SELECT COUNT(*) FROM bugs" + (condition.sql.empty() ? "" : " WHERE " + condition.sql));
  for (const std::string& value : condition.values) query.bind(value);
  const std::uint64_t count = query.next() ? query.number(0) : 0;
  if (query.error()) return *query.error();
  return count;
}

Result<std::string> BugsTable::value_of(const std::string& id, const std::string& sort) {
  Query query(database_, "SELECT CAST(" + order_of(sort).column + " AS TEXT) FROM bugs WHERE id = ?");
  std::string value = query.bind(id).next() ? query.text(0) : "";
  if (query.error()) return *query.error();
  return value;
}

Result<std::vector<Bug>> BugsTable::placed_otherwise(const std::string& rules, const char* compare_with,
                                                     std::uint32_t limit) {
  Query query(database_, "SELECT " + columns<Bug>().list() + " FROM bugs WHERE placed_by " + compare_with +
                             " ? ORDER BY placed_by LIMIT ?");
  query.bind(rules).bind(limit);
  return read_bugs(query, database_);
}

Status BugsTable::place(const std::string& id, unsigned place, const std::string& rules) {
  Query query(database_, "UPDATE bugs SET place = ?, placed_by = ? WHERE id = ?");
  return query.bind(std::uint64_t{place}).bind(rules).bind(id).run();
}

Status BugsTable::ask_for_place(const std::string& id) {
  Query query(database_, "UPDATE bugs SET placed_by = '' WHERE id = ?");
  return query.bind(id).run();
}

Status BugsTable::index(const std::string& id, const std::string& reduced) {
  Query number(database_, "INSERT INTO bug_numbers (bug_id) VALUES (?) ON CONFLICT (bug_id) DO NOTHING");
  if (auto error = number.bind(id).run()) return error;
  Query entry(database_,
              "INSERT OR REPLACE INTO bug_search (rowid, title, signature, reduced)"
              " SELECT number, title, signature, ? FROM bug_numbers JOIN bugs ON bugs.id = bug_id WHERE bug_id = ?");
  return entry.bind(reduced).bind(id).run();
}

Result<bool> BugsTable::set_status(const std::string& id, BugStatus status) {
  Query query(database_, "UPDATE bugs SET status = ? WHERE id = ?");
  if (auto error = query.bind(name_of(status)).bind(id).run()) return *error;
  return database_.changes() == 1;
}

Result<std::vector<std::string>> BugsTable::duplicates_of(const std::string& id) {
  Query query(database_, "SELECT bug_id FROM bug_care WHERE duplicate_of = ? ORDER BY bug_id");
  return query.bind(id).texts();
}

Result<Counts> BugsTable::count_by(std::string_view sql) {
  Query query(database_, sql);
  Counts counts;
  while (query.next()) counts.emplace_back(query.text(0), query.number(1));
  if (query.error()) return *query.error();
  return counts;
}

Result<Counts> BugsTable::count_by_status() {
  return count_by("SELECT status, COUNT(*) FROM bugs GROUP BY status ORDER BY status");
}
Result<Counts> BugsTable::count_by_kind() {
  return count_by("SELECT kind, COUNT(*) FROM bugs GROUP BY kind ORDER BY kind");
}
Result<Counts> BugsTable::count_by_culprit() {
  return count_by("SELECT culprit, COUNT(*) FROM bugs GROUP BY culprit ORDER BY COUNT(*) DESC, culprit");
}

}  // namespace assay::store
