// What a filter may ask for.
#include <algorithm>
#include <chrono>

#include "services/coordinator/store/dates.h"
#include "services/coordinator/store/store.h"
#include "services/coordinator/store/store_state.h"

namespace assay::store {
namespace {

constexpr std::size_t kNamed = 40;  // of the known values, at most

Error unknown(const char* field, const std::string& value, const std::vector<std::string>& known) {
  std::string names;
  for (std::size_t i = 0; i < std::min(known.size(), kNamed); ++i) names += (i == 0 ? "" : ", ") + known[i];
  if (known.size() > kNamed) names += " and " + std::to_string(known.size() - kNamed) + " more";
  return Error{std::string(field) + ": '" + value.substr(0, 80) + "' is not known; " +
               (names.empty() ? "nothing is" : names + " are")};
}

Result<std::vector<std::string>> texts_of(Database& database, std::string_view sql) {
  Query query(database, sql);
  std::vector<std::string> texts;
  while (query.next()) texts.push_back(query.text(0));
  if (query.error()) return *query.error();
  return texts;
}

/// Nothing if the query has a row for the values; otherwise the error with what `all` gives.
Result<Status> look_up(Database& database, const char* field, const std::string& value,
                       const std::vector<std::string>& bound, std::string_view one, std::string_view all) {
  if (value.empty()) return Status();
  Query query(database, one);
  for (const std::string& each : bound) query.bind(each);
  if (query.next()) return Status();
  if (query.error()) return *query.error();
  auto known = texts_of(database, all);
  if (!known) return Error{known.error()};
  return Status(unknown(field, value, *known));
}

}  // namespace

Result<Status> Store::resolve(BugFilter& filter) {
  Status bad;  // text of a database holds no NUL, and SQLite's full-text search ends a phrase there
  each_field(filter, [&]<class T>(const char* field, const T& value) {
    if constexpr (std::is_same_v<T, std::string>)
      if (!bad && value.find('\0') != std::string::npos) bad = Error{std::string(field) + ": holds a NUL byte"};
  });
  if (bad) return bad;
  if (!filter.status.empty() && !is_bug_status(filter.status))
    return Status(unknown("status", filter.status, bug_statuses()));
  const auto orders = bug_orders();
  const std::string order = filter.sort.substr(filter.sort.starts_with("-") ? 1 : 0);
  if (!filter.sort.empty() && std::find(orders.begin(), orders.end(), order) == orders.end())
    return Status(unknown("sort", filter.sort, orders));
  const auto now = std::chrono::system_clock::now();
  for (const auto& [field, time] : {std::pair("since", &filter.since), std::pair("until", &filter.until)}) {
    if (time->empty()) continue;
    auto utc = utc_of(*time, now);
    if (!utc) return Status(utc.wrap(field));
    *time = std::move(*utc);
  }
  auto reading = state_->snapshot();
  if (!reading) return Error{reading.error()};
  Database& database = *(*reading)->database;
  auto bugs = database.number("SELECT EXISTS (SELECT 1 FROM bugs)");
  if (!bugs) return Error{bugs.error()};
  if (*bugs == 0) return Status();  // nothing is known yet, and nothing is there to be hidden by a mistake
  auto unknown_pass =
      look_up(database, "pass", filter.pass, {filter.pass}, "SELECT 1 FROM bugs WHERE culprit = ? LIMIT 1",
              "SELECT DISTINCT culprit FROM bugs WHERE culprit <> '' ORDER BY culprit");
  if (!unknown_pass || *unknown_pass) return unknown_pass;
  const CompilerCondition compiler(filter.compiler);
  auto unknown_compiler = look_up(
      database, "compiler", filter.compiler, compiler.values,
      "SELECT 1 FROM findings WHERE " + compiler.sql + " LIMIT 1",
      "SELECT CASE compiler_build WHEN '' THEN compiler_version ELSE compiler_version || '@' || compiler_build END"
      " FROM findings GROUP BY compiler_version, compiler_build");
  if (!unknown_compiler || *unknown_compiler) return unknown_compiler;
  auto unknown_assignee = look_up(database, "assignee", filter.assignee, {filter.assignee},
                                  "SELECT 1 FROM bug_care WHERE assignee = ? LIMIT 1",
                                  "SELECT DISTINCT assignee FROM bug_care WHERE assignee <> '' ORDER BY assignee");
  if (!unknown_assignee || *unknown_assignee) return unknown_assignee;
  auto unknown_tag = look_up(database, "tag", filter.tag, {filter.tag}, "SELECT 1 FROM bug_tags WHERE tag = ? LIMIT 1",
                             "SELECT DISTINCT tag FROM bug_tags ORDER BY tag");
  if (!unknown_tag || *unknown_tag) return unknown_tag;
  return look_up(database, "hunt", filter.hunt, {filter.hunt}, "SELECT 1 FROM hunts WHERE id = ?",
                 "SELECT id FROM hunts ORDER BY created_at DESC, id");
}

}  // namespace assay::store
