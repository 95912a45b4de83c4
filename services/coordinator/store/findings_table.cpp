#include "services/coordinator/store/findings_table.h"

#include "services/coordinator/store/bug_filter.h"
#include "services/coordinator/store/fields_sql.h"

namespace assay::store {
Result<std::optional<std::string>> FindingsTable::bug_of(const std::string& finding_id) {
  Query query(database_, "SELECT bug_id FROM findings WHERE id = ?");
  std::optional<std::string> bug;
  if (query.bind(finding_id).next()) bug = query.text(0);
  if (query.error()) return *query.error();
  return bug;
}

Result<std::vector<std::string>> FindingsTable::bugs_from(const std::string& prefix, std::uint32_t limit) {
  static const std::string sql = "SELECT DISTINCT bug_id FROM findings WHERE " + begins_with_first("id") + " LIMIT ?2";
  return Query(database_, sql).bind(prefix).bind(limit).texts();
}

Status FindingsTable::insert(const Finding& finding, const std::string& bug_id) {
  static const std::string sql = "INSERT INTO findings (id, bug_id, reduced_size, " + columns<Finding>().list() +
                                 ") VALUES (?, ?, ?, " + columns<Finding>().placeholders() + ")";
  Query query(database_, sql);
  query.bind(finding.id()).bind(bug_id).bind(static_cast<std::uint64_t>(finding.reduced.size()));
  columns<Finding>().bind(query, finding);
  return query.run();
}

Result<std::vector<Finding>> FindingsTable::read_all(Query& query) {
  std::vector<Finding> findings;
  while (query.next())
    if (Status bad = columns<Finding>().read(query, 1, findings.emplace_back()))
      return Error{database_.path() + ": finding " + query.text(0) + ": " + bad->message};
  if (query.error()) return *query.error();
  return findings;
}

const Vocabulary& FindingsTable::vocabulary() {
  const auto compiler = [](const std::string& comparator, const std::string& name) -> Result<SqlCondition> {
    SqlCondition condition = compiler_condition(name);
    if (comparator == "!=") condition.sql = "NOT (" + condition.sql + ")";
    if (comparator == "=" || comparator == ":" || comparator == "!=") return condition;
    return Error{"'" + comparator + "' does not go with it; =, != and : do"};
  };
  const auto checked = [](const std::string& comparator, const std::string& value) -> Result<SqlCondition> {
    if (comparator != "=" || (value != "true" && value != "false"))
      return Error{"expected checked = true or checked = false"};
    return SqlCondition{"checked = " + std::string(value == "true" ? "1" : "0"), {}};
  };
  static const Vocabulary all = Vocabulary()
                                    .text("id", "id")
                                    .text("pipeline", "reduced_pipeline")
                                    .text("reason", "reason")
                                    .text("hunt", "hunt_id")
                                    .text("worker", "worker_id")
                                    .word("kind", "kind", finding_kind_names())
                                    .number("size", "reduced_size")
                                    .time("found_at", "found_at")
                                    .add("compiler", compiler)
                                    .add("checked", checked);
  return all;
}

Result<std::vector<Finding>> FindingsTable::of_bug(const std::string& bug_id, std::uint32_t limit, std::uint32_t offset,
                                                   const SqlCondition& condition) {
  Query query(database_, "SELECT id, " + columns<Finding>().list() + " FROM findings WHERE bug_id = ?" +
                             (condition.sql.empty() ? "" : " AND " + condition.sql) +
                             " ORDER BY checked DESC, reduced_size, unfinished, id LIMIT ? OFFSET ?");
  query.bind(bug_id);
  for (const std::string& value : condition.values) query.bind(value);
  query.bind(limit).bind(offset);
  return read_all(query);
}

Result<std::optional<Finding>> FindingsTable::best_of(const std::string& bug_id) {
  static const std::string any = "SELECT id, " + columns<Finding>().list() + " FROM findings WHERE bug_id = ?";
  static const std::string checked = any + " AND checked = 1 ORDER BY reduced_size, unfinished, id LIMIT 1";
  static const std::string first = any + " ORDER BY rowid LIMIT 1";
  for (const std::string& sql : {checked, first}) {
    Query query(database_, sql);
    query.bind(bug_id);
    auto findings = read_all(query);
    if (!findings) return Error{findings.error()};
    if (!findings->empty()) return std::optional<Finding>(std::move(findings->front()));
  }
  return std::optional<Finding>();
}

Result<std::string> FindingsTable::best_checked_of(const std::string& bug_id) {
  Query query(database_,
              "SELECT id FROM findings WHERE bug_id = ? AND checked = 1 ORDER BY reduced_size, unfinished, id LIMIT 1");
  std::string id;
  if (query.bind(bug_id).next()) id = query.text(0);
  if (query.error()) return *query.error();
  return id;
}

Result<std::vector<SeenIn>> FindingsTable::seen_in(const std::string& bug_id) {
  Query query(
      database_,
      "SELECT compiler_version, compiler_build, SUM(findings), MIN(first_seen), MAX(last_seen) FROM bug_compilers"
      " WHERE bug_id = ? GROUP BY compiler_version, compiler_build");
  query.bind(bug_id);
  std::vector<SeenIn> all;
  while (query.next())
    all.push_back(
        {compiler_name({"", query.text(0), query.text(1), ""}), query.number(2), query.text(3), query.text(4)});
  if (query.error()) return *query.error();
  return all;
}

Result<std::optional<std::string>> FindingsTable::set_checked(const std::string& finding_id) {
  Query query(database_, "UPDATE findings SET checked = 1 WHERE id = ?");
  if (auto error = query.bind(finding_id).run()) return *error;
  return bug_of(finding_id);
}

Result<std::string> FindingsTable::compiler_of(const std::string& finding_id) {
  Query query(database_, "SELECT compiler_version, compiler_build FROM findings WHERE id = ?");
  CompilerId compiler;
  if (query.bind(finding_id).next()) compiler = {"", query.text(0), query.text(1), ""};
  if (query.error()) return *query.error();
  return compiler_name(compiler);
}

Result<HuntBugs> FindingsTable::bugs_of_hunt(const std::string& hunt_id) {
  // A bug's first finding is the one that came first into the table. A duplicate of a bug that the hunt has found, too,
  // is that bug.
  Query query(database_,
              "SELECT COUNT(*), COALESCE(SUM(first.hunt_id = ?1), 0)"
              " FROM (SELECT DISTINCT bug_id FROM findings WHERE hunt_id = ?1) AS bug JOIN findings AS first"
              " ON first.rowid = (SELECT MIN(rowid) FROM findings WHERE bug_id = bug.bug_id)"
              " WHERE NOT EXISTS (SELECT 1 FROM bug_care JOIN findings AS same ON same.bug_id = bug_care.duplicate_of"
              " WHERE bug_care.bug_id = bug.bug_id AND bug_care.duplicate_of <> bug.bug_id AND same.hunt_id = ?1)");
  HuntBugs bugs;
  if (query.bind(hunt_id).next()) bugs = {0, query.number(0), query.number(1)};
  if (query.error()) return *query.error();
  Query findings(database_, "SELECT COUNT(*) FROM findings WHERE hunt_id = ?");
  if (findings.bind(hunt_id).next()) bugs.findings = findings.number(0);
  if (findings.error()) return *findings.error();
  return bugs;
}

Result<std::vector<std::string>> FindingsTable::compilers_of(const std::string& bug_id) {
  Query query(database_,
              "SELECT DISTINCT compiler_version FROM bug_compilers WHERE bug_id = ? ORDER BY compiler_version");
  return query.bind(bug_id).texts();
}

}  // namespace assay::store
