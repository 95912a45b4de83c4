#include "services/coordinator/store/bugs_table.h"

namespace assay::store {
namespace {

Result<Bug> read_bug(const Query& row) {
  Bug bug;
  bug.id = row.text(0);
  bug.signature = row.text(1);
  bug.title = row.text(2);
  bug.status = row.text(3);
  const auto kind = finding_kind_of(row.text(4));
  if (!kind) return Error{"bug " + bug.id + " has the unknown kind '" + row.text(4) + "'"};
  bug.kind = *kind;
  bug.culprit = row.text(5);
  bug.count = row.number(6);
  bug.first_seen = row.text(7);
  bug.last_seen = row.text(8);
  return bug;
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
  Query query(database_,
              "INSERT INTO bugs (id, signature, title, status, kind, culprit, count, first_seen, last_seen)"
              " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)");
  query.bind(bug.id).bind(bug.signature).bind(bug.title).bind(bug.status).bind(name_of(bug.kind)).bind(bug.culprit);
  return query.bind(bug.count).bind(bug.first_seen).bind(bug.last_seen).run();
}

Status BugsTable::count_up(const std::string& id, const std::string& seen_at) {
  Query query(database_,
              "UPDATE bugs SET count = count + 1, first_seen = MIN(first_seen, ?), last_seen = MAX(last_seen, ?)"
              " WHERE id = ?");
  return query.bind(seen_at).bind(seen_at).bind(id).run();
}

Result<std::optional<Bug>> BugsTable::find(const std::string& id) {
  Query query(database_,
              "SELECT id, signature, title, status, kind, culprit, count, first_seen, last_seen FROM bugs"
              " WHERE id = ?");
  std::optional<Bug> found;
  if (query.bind(id).next()) {
    auto bug = read_bug(query);
    if (!bug) return bug.wrap(database_.path());
    found = std::move(*bug);
  }
  if (query.error()) return *query.error();
  return found;
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
  std::string sql =
      "SELECT id, signature, title, status, kind, culprit, count, first_seen, last_seen FROM bugs WHERE 1 = 1";
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
  std::vector<Bug> bugs;
  while (query.next()) {
    auto bug = read_bug(query);
    if (!bug) return bug.wrap(database_.path());
    bugs.push_back(std::move(*bug));
  }
  if (query.error()) return *query.error();
  return bugs;
}

Result<bool> BugsTable::set_status(const std::string& id, const std::string& status) {
  Query query(database_, "UPDATE bugs SET status = ? WHERE id = ?");
  if (auto error = query.bind(status).bind(id).run()) return *error;
  return database_.changes() == 1;
}

Result<std::vector<std::pair<std::string, std::uint64_t>>> BugsTable::count_by(std::string_view sql) {
  Query query(database_, sql);
  std::vector<std::pair<std::string, std::uint64_t>> counts;
  while (query.next()) counts.emplace_back(query.text(0), query.number(1));
  if (query.error()) return *query.error();
  return counts;
}

Result<std::vector<std::pair<std::string, std::uint64_t>>> BugsTable::count_by_status() {
  return count_by("SELECT status, COUNT(*) FROM bugs GROUP BY status ORDER BY status");
}
Result<std::vector<std::pair<std::string, std::uint64_t>>> BugsTable::count_by_kind() {
  return count_by("SELECT kind, COUNT(*) FROM bugs GROUP BY kind ORDER BY kind");
}
Result<std::vector<std::pair<std::string, std::uint64_t>>> BugsTable::count_by_culprit() {
  return count_by("SELECT culprit, COUNT(*) FROM bugs GROUP BY culprit ORDER BY COUNT(*) DESC, culprit");
}

}  // namespace assay::store
