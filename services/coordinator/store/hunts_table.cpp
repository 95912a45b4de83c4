#include "services/coordinator/store/hunts_table.h"

#include "services/coordinator/store/settings_json.h"

namespace assay::store {
namespace {

constexpr std::string_view kStateNames[] = {"running", "finished", "stopped"};

Result<Hunt> read_hunt(const Query& row) {
  Hunt hunt;
  hunt.id = row.text(0);
  bool known = false;
  for (int i = 0; i < 3; ++i) {
    if (kStateNames[i] != row.text(1)) continue;
    hunt.state = static_cast<HuntState>(i);
    known = true;
  }
  auto settings = settings_from_json(row.text(2));
  if (!known || !settings) return Error{"hunt " + hunt.id + " has a malformed state or settings"};
  hunt.settings = std::move(*settings);
  hunt.seed = row.number(3);
  hunt.mutant_limit = row.number(4);
  hunt.deadline_ms = row.integer(5);
  hunt.batch_size = row.number(6);
  hunt.exclusive = row.integer(7) != 0;
  hunt.next_batch = row.number(8);
  hunt.mutants_leased = row.number(9);
  hunt.created_at = row.text(10);
  return hunt;
}

constexpr std::uint64_t HuntStatistics::*kCounters[] = {&HuntStatistics::mutants,
                                                        &HuntStatistics::discarded,
                                                        &HuntStatistics::executions,
                                                        &HuntStatistics::unchanged,
                                                        &HuntStatistics::checked_syntax,
                                                        &HuntStatistics::checked_exhaustive,
                                                        &HuntStatistics::checked_interpreter,
                                                        &HuntStatistics::checked_smt,
                                                        &HuntStatistics::unknown,
                                                        &HuntStatistics::unsupported,
                                                        &HuntStatistics::findings};

}  // namespace

const char* name_of(HuntState state) { return kStateNames[static_cast<int>(state)].data(); }

Result<bool> HuntsTable::insert(const Hunt& hunt) {
  Query query(database_,
              "INSERT INTO hunts (id, state, settings, seed, mutant_limit, deadline_ms, batch_size, exclusive,"
              " next_batch, mutants_leased, created_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
              " ON CONFLICT (id) DO NOTHING");
  query.bind(hunt.id).bind(name_of(hunt.state)).bind(settings_to_json(hunt.settings)).bind(hunt.seed);
  query.bind(hunt.mutant_limit).bind(hunt.deadline_ms).bind(hunt.batch_size).bind(hunt.exclusive);
  query.bind(hunt.next_batch).bind(hunt.mutants_leased).bind(hunt.created_at);
  if (auto error = query.run()) return *error;
  return database_.changes() == 1;
}

Result<std::vector<Hunt>> HuntsTable::read_all(Query& query) {
  std::vector<Hunt> hunts;
  while (query.next()) {
    auto hunt = read_hunt(query);
    if (!hunt) return hunt.wrap(database_.path());
    hunts.push_back(std::move(*hunt));
  }
  if (query.error()) return *query.error();
  return hunts;
}

Result<std::optional<Hunt>> HuntsTable::find(const std::string& id) {
  Query query(database_,
              "SELECT id, state, settings, seed, mutant_limit, deadline_ms, batch_size, exclusive, next_batch,"
              " mutants_leased, created_at FROM hunts WHERE id = ?");
  query.bind(id);
  auto hunts = read_all(query);
  if (!hunts) return Error{hunts.error()};
  if (hunts->empty()) return std::optional<Hunt>();
  return std::optional<Hunt>(std::move(hunts->front()));
}

Result<std::vector<Hunt>> HuntsTable::open() {
  Query query(database_,
              "SELECT id, state, settings, seed, mutant_limit, deadline_ms, batch_size, exclusive, next_batch,"
              " mutants_leased, created_at FROM hunts WHERE state = 'running' AND exclusive = 0"
              " ORDER BY created_at, id");
  return read_all(query);
}

Result<std::vector<Hunt>> HuntsTable::newest(std::uint32_t limit) {
  Query query(database_,
              "SELECT id, state, settings, seed, mutant_limit, deadline_ms, batch_size, exclusive, next_batch,"
              " mutants_leased, created_at FROM hunts ORDER BY created_at DESC, id LIMIT ?");
  query.bind(limit);
  return read_all(query);
}

Status HuntsTable::set_state(const std::string& id, HuntState state) {
  Query query(database_, "UPDATE hunts SET state = ? WHERE id = ?");
  return query.bind(name_of(state)).bind(id).run();
}

Result<bool> HuntsTable::advance(const std::string& id, std::uint64_t batch, std::uint64_t mutants) {
  Query query(database_,
              "UPDATE hunts SET next_batch = next_batch + 1, mutants_leased = mutants_leased + ?"
              " WHERE id = ? AND next_batch = ?");
  if (auto error = query.bind(mutants).bind(id).bind(batch).run()) return *error;
  return database_.changes() == 1;
}

Status HuntStatisticsTable::insert_zero(const std::string& hunt_id) {
  Query query(database_,
              "INSERT INTO hunt_statistics (hunt_id, mutants, discarded, executions, unchanged, checked_syntax,"
              " checked_exhaustive, checked_interpreter, checked_smt, unknown, unsupported, findings, seconds)"
              " VALUES (?, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)");
  return query.bind(hunt_id).run();
}

Status HuntStatisticsTable::add(const std::string& hunt_id, const HuntStatistics& statistics) {
  Query query(database_,
              "UPDATE hunt_statistics SET mutants = mutants + ?, discarded = discarded + ?,"
              " executions = executions + ?, unchanged = unchanged + ?, checked_syntax = checked_syntax + ?,"
              " checked_exhaustive = checked_exhaustive + ?, checked_interpreter = checked_interpreter + ?,"
              " checked_smt = checked_smt + ?, unknown = unknown + ?, unsupported = unsupported + ?,"
              " findings = findings + ?, seconds = seconds + ? WHERE hunt_id = ?");
  for (const auto counter : kCounters) query.bind(statistics.*counter);
  if (auto error = query.bind(statistics.seconds).bind(hunt_id).run()) return error;
  if (auto error = add_reasons(hunt_id, "unknown", statistics.unknown_reasons)) return error;
  return add_reasons(hunt_id, "unsupported", statistics.unsupported_reasons);
}

Status HuntStatisticsTable::add_reasons(const std::string& hunt_id, const char* verdict,
                                        const std::vector<std::pair<std::string, std::uint64_t>>& reasons) {
  for (const auto& [reason, count] : reasons) {
    Query query(database_,
                "INSERT INTO hunt_reasons (hunt_id, verdict, reason, count) VALUES (?, ?, ?, ?)"
                " ON CONFLICT (hunt_id, verdict, reason) DO UPDATE SET count = count + excluded.count");
    if (auto error = query.bind(hunt_id).bind(verdict).bind(reason).bind(count).run()) return error;
  }
  return {};
}

Result<HuntStatistics> HuntStatisticsTable::read(const std::string& hunt_id) {
  HuntStatistics statistics;
  Query counters(database_,
                 "SELECT mutants, discarded, executions, unchanged, checked_syntax, checked_exhaustive,"
                 " checked_interpreter, checked_smt, unknown, unsupported, findings, seconds FROM hunt_statistics"
                 " WHERE hunt_id = ?");
  if (counters.bind(hunt_id).next()) {
    int column = 0;
    for (const auto counter : kCounters) statistics.*counter = counters.number(column++);
    statistics.seconds = counters.real(column);
  }
  if (counters.error()) return *counters.error();
  Query reasons(database_, "SELECT verdict, reason, count FROM hunt_reasons WHERE hunt_id = ? ORDER BY reason");
  reasons.bind(hunt_id);
  while (reasons.next()) {
    auto& into = reasons.text(0) == "unknown" ? statistics.unknown_reasons : statistics.unsupported_reasons;
    into.emplace_back(reasons.text(1), reasons.number(2));
  }
  if (reasons.error()) return *reasons.error();
  return statistics;
}

}  // namespace assay::store
