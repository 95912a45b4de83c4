#include "services/coordinator/store/bugs_table.h"

#include "services/coordinator/store/fields_sql.h"

namespace assay::store {
namespace {

// What the findings know is no column.
const Columns<Bug>& columns() {
  static const Columns<Bug> all;
  return all;
}

Result<std::vector<Bug>> read_all(Query& query, const Database& database) {
  std::vector<Bug> bugs;
  while (query.next())
    if (Status bad = columns().read(query, 0, bugs.emplace_back()))
      return Error{database.path() + ": bug " + bugs.back().id + ": " + bad->message};
  if (query.error()) return *query.error();
  return bugs;
}

// The text as a LIKE pattern that finds it anywhere; its own wildcards stand for themselves.
std::string pattern_of(const std::string& text) {
  std::string pattern = "%";
  for (const char c : text) {
    if (c == '%' || c == '_' || c == '\\') pattern += '\\';
    pattern += c;
  }
  return pattern + "%";
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
      "INSERT INTO bugs (" + columns().list() + ") VALUES (" + columns().placeholders() + ")";
  Query query(database_, sql);
  columns().bind(query, bug);
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
  static const std::string sql = "SELECT " + columns().list() + " FROM bugs WHERE id = ?";
  Query query(database_, sql);
  query.bind(id);
  auto bugs = read_all(query, database_);
  if (!bugs) return Error{bugs.error()};
  if (bugs->empty()) return std::optional<Bug>();
  return std::optional<Bug>(std::move(bugs->front()));
}

Result<std::vector<std::string>> BugsTable::ids_from(const std::string& prefix, std::uint32_t limit) {
  Query query(database_, "SELECT id FROM bugs WHERE substr(id, 1, length(?)) = ? ORDER BY id LIMIT ?");
  query.bind(prefix).bind(prefix).bind(limit);
  std::vector<std::string> ids;
  while (query.next()) ids.push_back(query.text(0));
  if (query.error()) return *query.error();
  return ids;
}

Result<std::vector<Bug>> BugsTable::list(const BugFilter& filter) {
  std::string sql = "SELECT " + columns().list() + " FROM bugs WHERE 1 = 1";
  std::vector<std::string> values;
  const auto add = [&](const char* condition, std::initializer_list<std::string> bound) {
    sql += condition;
    values.insert(values.end(), bound);
  };
  if (!filter.pass.empty()) add(" AND culprit = ?", {filter.pass});
  if (!filter.status.empty()) add(" AND status = ?", {filter.status});
  if (filter.kind) add(" AND kind = ?", {name_of(*filter.kind)});
  if (!filter.since.empty()) add(" AND last_seen >= ?", {filter.since});
  if (!filter.compiler.empty())
    add(" AND EXISTS (SELECT 1 FROM findings WHERE bug_id = bugs.id AND (compiler_version = ?"
        " OR substr(compiler_version, 1, length(?) + 1) = ? || '.' OR compiler_path = ?))",
        {filter.compiler, filter.compiler, filter.compiler, filter.compiler});
  if (!filter.hunt.empty())
    add(" AND EXISTS (SELECT 1 FROM findings WHERE hunt_id = ? AND bug_id = bugs.id)", {filter.hunt});
  if (!filter.text.empty()) {
    const std::string pattern = pattern_of(filter.text);
    add(" AND (title LIKE ? ESCAPE '\\' OR signature LIKE ? ESCAPE '\\'"
        " OR EXISTS (SELECT 1 FROM findings WHERE bug_id = bugs.id AND reduced LIKE ? ESCAPE '\\'))",
        {pattern, pattern, pattern});
  }
  sql += " ORDER BY last_seen DESC, id LIMIT ? OFFSET ?";
  Query query(database_, sql);
  for (const std::string& value : values) query.bind(value);
  query.bind(filter.limit).bind(filter.offset);
  return read_all(query, database_);
}

Result<bool> BugsTable::set_status(const std::string& id, const std::string& status) {
  Query query(database_, "UPDATE bugs SET status = ? WHERE id = ?");
  if (auto error = query.bind(status).bind(id).run()) return *error;
  return database_.changes() == 1;
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
