// What a filter may ask for.
#include <algorithm>
#include <chrono>

#include "services/coordinator/store/bug_filter.h"
#include "services/coordinator/store/dates.h"
#include "services/coordinator/store/store.h"
#include "services/coordinator/store/store_state.h"

namespace assay::store {
namespace {

/// Nothing if the query has a row for the values; otherwise the error with what `all` gives.
Result<Status> look_up(Database& database, const std::string& field, const std::string& value, const SqlCondition& one,
                       std::string_view all) {
  Query query(database, one.sql);
  for (const std::string& each : one.values) query.bind(each);
  if (query.next()) return Status();
  if (query.error()) return *query.error();
  auto known = Query(database, all).texts();
  if (!known) return Error{known.error()};
  return Status(unknown_value(field, value, *known));
}

/// What a filter compares with, where only what the database holds makes sense.
Result<Status> check_values(Database& database, const FilterTerm& term) {
  for (const FilterTerm& part : term.parts) {
    auto bad = check_values(database, part);
    if (!bad || *bad) return bad;
  }
  if (term.kind != FilterTerm::Kind::Compare || term.value.empty()) return Status();
  const std::string& value = term.value;
  if (term.field == "pass" && term.comparator != ":")
    return look_up(database, "pass", value, {"SELECT 1 FROM bugs WHERE culprit = ? LIMIT 1", {value}},
                   "SELECT DISTINCT culprit FROM bugs WHERE culprit <> '' ORDER BY culprit");
  if (term.field == "compiler") {
    SqlCondition compiler = compiler_condition(value);
    compiler.sql = "SELECT 1 FROM bug_compilers WHERE " + compiler.sql + " LIMIT 1";
    return look_up(
        database, "compiler", value, compiler,
        "SELECT CASE compiler_build WHEN '' THEN compiler_version ELSE compiler_version || '@' || compiler_build END"
        " FROM bug_compilers GROUP BY compiler_version, compiler_build");
  }
  if (term.field == "assignee")
    return look_up(database, "assignee", value, {"SELECT 1 FROM bug_care WHERE assignee = ? LIMIT 1", {value}},
                   "SELECT DISTINCT assignee FROM bug_care WHERE assignee <> '' ORDER BY assignee");
  if (term.field == "tag")
    return look_up(database, "tag", value, {"SELECT 1 FROM bug_tags WHERE tag = ? LIMIT 1", {value}},
                   "SELECT DISTINCT tag FROM bug_tags ORDER BY tag");
  if (term.field == "hunt")
    return look_up(database, "hunt", value, {"SELECT 1 FROM hunts WHERE id = ?", {value}},
                   "SELECT id FROM hunts ORDER BY created_at DESC, id");
  return Status();
}

}  // namespace

Result<Status> Store::resolve(BugFilter& filter) {
  Status bad;  // text of a database holds no NUL, and SQLite's full-text search ends a phrase there
  each_field(filter, [&]<class T>(const char* field, const T& value) {
    if constexpr (std::is_same_v<T, std::string>)
      if (!bad && value.find('\0') != std::string::npos) bad = Error{std::string(field) + ": holds a NUL byte"};
  });
  if (bad) return bad;
  if (auto fault = sort_fault(filter.sort)) return fault;
  const auto now = std::chrono::system_clock::now();
  for (const auto& [field, time] : {std::pair("since", &filter.since), std::pair("until", &filter.until)}) {
    if (time->empty()) continue;
    auto utc = utc_of(*time, now);
    if (!utc) return Status(utc.wrap(field));
    *time = std::move(*utc);
  }
  if (!filter.filter.empty())  // by itself, so that places in it are those of what was written
    if (const auto term = parse_filter(filter.filter); !term) return Status(Error{term.error()});
  const auto term = parse_filter(filter_text_of(filter));
  if (!term) return Status(Error{term.error()});
  if (auto fault = fault_of(*term)) return fault;
  auto reading = state_->snapshot();
  if (!reading) return Error{reading.error()};
  Database& database = *(*reading)->database;
  auto bugs = database.number("SELECT EXISTS (SELECT 1 FROM bugs)");
  if (!bugs) return Error{bugs.error()};
  if (*bugs == 0) return Status();  // nothing is known yet, and nothing is there to be hidden by a mistake
  return check_values(database, *term);
}

}  // namespace assay::store
