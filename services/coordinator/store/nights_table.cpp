#include "services/coordinator/store/nights_table.h"

#include <algorithm>

#include "services/coordinator/store/fields_sql.h"

namespace assay::store {
namespace {

constexpr std::string_view kNightStates[] = {"running", "finished"};
constexpr std::string_view kBranchStates[] = {"found", "built", "last-good", "missing"};
constexpr std::string_view kSteps[] = {"verify", "judge"};
constexpr std::string_view kAnswerWords[] = {"", "pending", "shows", "absent", "undecided"};

template <class R>
Status put_row(Database& database, const char* table, const R& row) {
  Query query(database, std::string("INSERT OR REPLACE INTO ") + table + " (" + columns<R>().list() + ") VALUES (" +
                            columns<R>().placeholders() + ")");
  columns<R>().bind(query, row);
  return query.run();
}

template <class R>
Result<std::vector<R>> read_all(Query& query, const Database& database) {
  std::vector<R> rows;
  while (query.next())
    if (Status bad = columns<R>().read(query, 0, rows.emplace_back()))
      return Error{database.path() + ": a night: " + bad->message};
  if (query.error()) return *query.error();
  return rows;
}

template <class R>
Result<std::vector<R>> rows_of(Database& database, const char* table, const char* order, const std::string& night_id) {
  Query query(database, "SELECT " + columns<R>().list() + " FROM " + table + " WHERE night_id = ? ORDER BY " + order);
  query.bind(night_id);
  return read_all<R>(query, database);
}

}  // namespace

const char* name_of(NightState state) { return kNightStates[static_cast<int>(state)].data(); }
std::optional<NightState> enumerator_of(std::string_view name, std::type_identity<NightState>) {
  return enumerator_in<NightState>(kNightStates, name);
}
const char* name_of(BranchState state) { return kBranchStates[static_cast<int>(state)].data(); }
std::optional<BranchState> enumerator_of(std::string_view name, std::type_identity<BranchState>) {
  return enumerator_in<BranchState>(kBranchStates, name);
}
const char* name_of(NightStep step) { return kSteps[static_cast<int>(step)].data(); }
std::optional<NightStep> enumerator_of(std::string_view name, std::type_identity<NightStep>) {
  return enumerator_in<NightStep>(kSteps, name);
}
const char* name_of(NightAnswer answer) { return kAnswerWords[static_cast<int>(answer)].data(); }
std::optional<NightAnswer> enumerator_of(std::string_view name, std::type_identity<NightAnswer>) {
  return enumerator_in<NightAnswer>(kAnswerWords, name);
}

/// Written anew in place: what refers to the night stays.
Status NightsTable::put(const Night& night) {
  Query query(database_,
              "INSERT INTO nights (" + columns<Night>().list() + ") VALUES (" + columns<Night>().placeholders() +
                  ") ON CONFLICT (id) DO UPDATE SET state = excluded.state, finished_at = excluded.finished_at,"
                  " exit_code = excluded.exit_code, report = excluded.report");
  columns<Night>().bind(query, night);
  return query.run();
}
Status NightsTable::put(const NightBranch& branch) { return put_row(database_, "night_branches", branch); }
Status NightsTable::put(const NightHunt& hunt) { return put_row(database_, "night_hunts", hunt); }
Status NightsTable::put(const NightCosts& costs) { return put_row(database_, "night_costs", costs); }
Status NightsTable::put(const NightMissed& missed) { return put_row(database_, "night_missed", missed); }
Status NightsTable::put(const NightBug& bug) { return put_row(database_, "night_bugs", bug); }

Result<std::vector<Night>> NightsTable::newest(const std::string& plan, std::uint32_t limit) {
  Query query(database_,
              "SELECT " + columns<Night>().list() +
                  " FROM nights WHERE ? = '' OR plan = ? ORDER BY started_at DESC, length(id) DESC, id DESC LIMIT ?");
  query.bind(plan).bind(plan).bind(limit);
  return read_all<Night>(query, database_);
}

Result<std::vector<NightBranch>> NightsTable::branches_of(const std::string& night_id) {
  return rows_of<NightBranch>(database_, "night_branches", "branch", night_id);
}
Result<std::vector<NightHunt>> NightsTable::hunts_of(const std::string& night_id) {
  return rows_of<NightHunt>(database_, "night_hunts", "branch, pipeline", night_id);
}
Result<std::vector<NightCosts>> NightsTable::costs_of(const std::string& night_id) {
  return rows_of<NightCosts>(database_, "night_costs", "branch", night_id);
}
Result<std::vector<NightMissed>> NightsTable::missed_of(const std::string& night_id) {
  return rows_of<NightMissed>(database_, "night_missed", "branch", night_id);
}
Result<std::vector<NightMissed>> NightsTable::missed_before(const Night& night) {
  Query query(database_, "SELECT " + columns<NightMissed>().list() +
                             " FROM night_missed JOIN nights ON nights.id = night_id"
                             " WHERE plan = ? AND nights.id <> ? AND state = 'finished' AND started_at <= ?");
  query.bind(night.plan).bind(night.id).bind(night.started_at);
  return read_all<NightMissed>(query, database_);
}
Result<std::vector<NightBug>> NightsTable::bugs_of(const std::string& night_id) {
  return rows_of<NightBug>(database_, "night_bugs", "branch, bug_id", night_id);
}

Result<std::vector<NightBug>> NightsTable::answers_before(const Night& night) {
  Query query(database_,
              "SELECT " + columns<NightBug>().list() +
                  " FROM night_bugs JOIN nights ON nights.id = night_id"
                  " WHERE plan = ? AND nights.id <> ? AND state = 'finished' AND answer IN ('shows', 'absent')"
                  " ORDER BY branch, bug_id, started_at DESC, length(nights.id) DESC, nights.id DESC");
  query.bind(night.plan).bind(night.id);
  auto all = read_all<NightBug>(query, database_);
  if (!all) return all;
  const auto same = [](const NightBug& a, const NightBug& b) { return a.branch == b.branch && a.bug_id == b.bug_id; };
  all->erase(std::unique(all->begin(), all->end(), same), all->end());
  return all;
}

}  // namespace assay::store
