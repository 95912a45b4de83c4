#include "services/coordinator/store/hunts_table.h"

#include "services/coordinator/store/fields_sql.h"

namespace assay::store {
namespace {

constexpr std::string_view kStateNames[] = {"running", "finished", "stopped", "failed"};

// What workers say is kept for ever and shown on every page of a hunt, so it has limits. Honest reasons are words of
// some dozen letters, some dozens in a hunt.
constexpr std::size_t kLongestReason = 200;
constexpr std::uint64_t kMostReasons = 500, kMostCells = 20'000;  // of a hunt
constexpr const char* kOthers = "others";

std::string shortened(const std::string& text, std::size_t most) {
  return text.size() <= most ? text : text.substr(0, most) + "...";
}

}  // namespace

const char* name_of(HuntState state) { return kStateNames[static_cast<int>(state)].data(); }

std::optional<HuntState> enumerator_of(std::string_view name, std::type_identity<HuntState>) {
  return enumerator_in<HuntState>(kStateNames, name);
}

Result<bool> HuntsTable::insert(const Hunt& hunt) {
  static const std::string sql = "INSERT INTO hunts (" + columns<Hunt>().list() + ") VALUES (" +
                                 columns<Hunt>().placeholders() + ") ON CONFLICT (id) DO NOTHING";
  Query query(database_, sql);
  columns<Hunt>().bind(query, hunt);
  if (auto error = query.run()) return *error;
  return database_.changes() == 1;
}

Result<std::vector<Hunt>> HuntsTable::read_all(Query& query) {
  std::vector<Hunt> hunts;
  while (query.next())
    if (Status bad = columns<Hunt>().read(query, 0, hunts.emplace_back()))
      return Error{database_.path() + ": hunt " + hunts.back().id + ": " + bad->message};
  if (query.error()) return *query.error();
  return hunts;
}

Result<std::optional<Hunt>> HuntsTable::find(const std::string& id) {
  static const std::string sql = "SELECT " + columns<Hunt>().list() + " FROM hunts WHERE id = ?";
  Query query(database_, sql);
  query.bind(id);
  auto hunts = read_all(query);
  if (!hunts) return Error{hunts.error()};
  if (hunts->empty()) return std::optional<Hunt>();
  return std::optional<Hunt>(std::move(hunts->front()));
}

Result<std::vector<Hunt>> HuntsTable::open() {
  static const std::string sql = "SELECT " + columns<Hunt>().list() +
                                 " FROM hunts WHERE state = 'running' AND exclusive = 0 ORDER BY created_at, id";
  Query query(database_, sql);
  return read_all(query);
}

const Vocabulary& HuntsTable::vocabulary() {
  static const Vocabulary all =
      Vocabulary()
          .text("id", "id")
          .text("failure", "failure")
          .word("state", "state", {std::begin(kStateNames), std::end(kStateNames)})
          .time("created_at", "created_at")
          .number("mutants", "(SELECT mutants FROM hunt_statistics WHERE hunt_id = hunts.id)");
  return all;
}

Result<std::vector<Hunt>> HuntsTable::newest(std::uint32_t limit, std::uint32_t offset, const SqlCondition& condition) {
  Query query(database_, "SELECT " + columns<Hunt>().list() + " FROM hunts" +
                             (condition.sql.empty() ? "" : " WHERE " + condition.sql) +
                             " ORDER BY created_at DESC, id LIMIT ? OFFSET ?");
  for (const std::string& value : condition.values) query.bind(value);
  query.bind(limit).bind(offset);
  return read_all(query);
}

Status HuntsTable::set_state(const std::string& id, HuntState state, const std::string& failure) {
  Query query(database_, "UPDATE hunts SET state = ?, failure = ? WHERE id = ?");
  return query.bind(name_of(state)).bind(failure).bind(id).run();
}

Result<bool> HuntsTable::advance(const std::string& id, std::uint64_t batch, std::uint64_t mutants) {
  Query query(database_,
              "UPDATE hunts SET next_batch = next_batch + 1, mutants_leased = mutants_leased + ?"
              " WHERE id = ? AND next_batch = ?");
  if (auto error = query.bind(mutants).bind(id).bind(batch).run()) return *error;
  return database_.changes() == 1;
}

Status HuntStatisticsTable::insert_zero(const std::string& hunt_id) {
  static const std::string sql = "INSERT INTO hunt_statistics (hunt_id, " + columns<HuntStatistics>().list() +
                                 ") VALUES (?, " + columns<HuntStatistics>().placeholders() + ")";
  Query query(database_, sql);
  query.bind(hunt_id);
  columns<HuntStatistics>().bind(query, {});
  return query.run();
}

Status HuntStatisticsTable::add(const std::string& hunt_id, const HuntStatistics& statistics) {
  static const std::string sql =
      "UPDATE hunt_statistics SET " + columns<HuntStatistics>().additions() + " WHERE hunt_id = ?";
  Query query(database_, sql);
  columns<HuntStatistics>().bind(query, statistics);
  if (auto error = query.bind(hunt_id).run()) return error;
  if (auto error = add_reasons(hunt_id, "unknown", statistics.unknown_reasons)) return error;
  if (auto error = add_reasons(hunt_id, "unsupported", statistics.unsupported_reasons)) return error;
  return add_surface(hunt_id, statistics.surface);
}

Status HuntStatisticsTable::add_reasons(const std::string& hunt_id, const char* verdict, const Counts& reasons) {
  if (reasons.empty()) return {};
  std::uint64_t known = 0;
  {
    Query count(database_, "SELECT COUNT(*) FROM hunt_reasons WHERE hunt_id = ?");
    if (count.bind(hunt_id).next()) known = count.number(0);
    if (count.error()) return *count.error();
  }
  for (const auto& [given, count] : reasons) {
    const std::string reason = shortened(given, kLongestReason);
    Query met(database_, "UPDATE hunt_reasons SET count = count + ? WHERE hunt_id = ? AND verdict = ? AND reason = ?");
    if (auto error = met.bind(count).bind(hunt_id).bind(verdict).bind(reason).run()) return error;
    if (database_.changes() == 1) continue;
    Query query(database_,
                "INSERT INTO hunt_reasons (hunt_id, verdict, reason, count) VALUES (?, ?, ?, ?)"
                " ON CONFLICT (hunt_id, verdict, reason) DO UPDATE SET count = count + excluded.count");
    query.bind(hunt_id).bind(verdict).bind(known < kMostReasons ? reason : std::string(kOthers));
    if (auto error = query.bind(count).run()) return error;
    ++known;
  }
  return {};
}

/// "memory smt function(gvn, dse)": feature, judge, and the rest is the pipeline.
Status HuntStatisticsTable::add_surface(const std::string& hunt_id, const Counts& surface) {
  if (surface.empty()) return {};
  std::uint64_t known = 0;
  {
    Query count(database_, "SELECT COUNT(*) FROM hunt_surface WHERE hunt_id = ?");
    if (count.bind(hunt_id).next()) known = count.number(0);
    if (count.error()) return *count.error();
  }
  for (const auto& [words, count] : surface) {
    const auto judge = words.find(' '), pipeline = words.find(' ', judge + 1);
    if (judge == std::string::npos || pipeline == std::string::npos)
      continue;  // of a worker that says nothing sensible
    Query query(database_,
                "INSERT INTO hunt_surface (hunt_id, pipeline, feature, judge, count) VALUES (?, ?, ?, ?, ?)"
                " ON CONFLICT (hunt_id, pipeline, feature, judge) DO UPDATE SET count = count + excluded.count");
    // A hunt has some dozens of each, so more of them together are nobody's honest account.
    const bool is_other = known >= kMostCells || pipeline > kLongestReason || judge == 0;
    query.bind(hunt_id)
        .bind(is_other ? std::string(kOthers) : words.substr(pipeline + 1))
        .bind(is_other ? std::string(kOthers) : words.substr(0, judge))
        .bind(is_other ? std::string(kOthers) : words.substr(judge + 1, pipeline - judge - 1));
    if (auto error = query.bind(count).run()) return error;
    known += is_other ? 0 : 1;
  }
  return {};
}

Result<HuntStatistics> HuntStatisticsTable::read(const std::string& hunt_id) {
  HuntStatistics statistics;
  static const std::string sql =
      "SELECT " + columns<HuntStatistics>().list() + " FROM hunt_statistics WHERE hunt_id = ?";
  Query row(database_, sql);
  if (row.bind(hunt_id).next())
    if (Status bad = columns<HuntStatistics>().read(row, 0, statistics)) return *bad;
  if (row.error()) return *row.error();
  Query reasons(database_, "SELECT verdict, reason, count FROM hunt_reasons WHERE hunt_id = ? ORDER BY reason");
  reasons.bind(hunt_id);
  while (reasons.next()) {
    auto& into = reasons.text(0) == "unknown" ? statistics.unknown_reasons : statistics.unsupported_reasons;
    into.emplace_back(reasons.text(1), reasons.number(2));
  }
  if (reasons.error()) return *reasons.error();
  Query surface(database_,
                "SELECT feature || ' ' || judge || ' ' || pipeline AS words, count FROM hunt_surface WHERE hunt_id = ? "
                "ORDER BY words");
  surface.bind(hunt_id);
  while (surface.next()) statistics.surface.emplace_back(surface.text(0), surface.number(1));
  if (surface.error()) return *surface.error();
  return statistics;
}

}  // namespace assay::store
