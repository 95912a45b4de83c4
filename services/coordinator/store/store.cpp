#include "services/coordinator/store/store.h"

#include <chrono>
#include <thread>

#include "services/common/hash.h"
#include "services/coordinator/store/bug_filter.h"
#include "services/coordinator/store/schema.h"
#include "services/coordinator/store/store_state.h"

namespace assay::store {
namespace {

constexpr std::size_t kBugIdDigits = 12;
constexpr std::size_t kIdleReaders = 16;
constexpr std::string_view kCompletions[] = {"counted", "counted-before", "lost"};

Bug bug_of(const Finding& finding) {
  Bug bug;
  bug.id = content_id(finding.signature).substr(0, kBugIdDigits);
  bug.signature = finding.signature;
  bug.title = finding.title.empty() ? finding.signature : finding.title;  // older workers give none
  bug.kind = finding.kind;
  bug.culprit = finding.culprit;
  bug.count = 1;
  bug.first_seen = bug.last_seen = finding.found_at;
  return bug;
}

}  // namespace

const char* name_of(Completion completion) { return kCompletions[static_cast<int>(completion)].data(); }
std::optional<Completion> enumerator_of(std::string_view name, std::type_identity<Completion>) {
  return enumerator_in<Completion>(kCompletions, name);
}

namespace {

/// Switches the file to a write-ahead log. Whoever opens the file at the same moment switches it too, and where two
/// wait for each other's lock SQLite tells one of them at once that the file is locked: that one asks again.
Status write_ahead(Database& database) {
  using Clock = std::chrono::steady_clock;
  const auto end = Clock::now() + std::chrono::seconds(10);
  while (true) {
    Status failed = database.execute("PRAGMA journal_mode = WAL");
    if (!failed || shortage_in(failed->message) != Shortage::Lock || Clock::now() > end) return failed;
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
}

}  // namespace

Shortage shortage_in(const std::string& error) {
  // The words are SQLite's own, for SQLITE_FULL, SQLITE_IOERR and SQLITE_BUSY.
  if (error.ends_with("database or disk is full") || error.ends_with("disk I/O error")) return Shortage::Space;
  return error.ends_with("database is locked") ? Shortage::Lock : Shortage::None;
}

Store::Store(std::unique_ptr<State> state) : state_(std::move(state)) {}
Store::Store(Store&&) noexcept = default;
Store& Store::operator=(Store&&) noexcept = default;
Store::~Store() = default;

Result<Store> Store::open(const std::string& path, const OpenOptions& options) {
  auto database = Database::open(path, options.create);
  if (!database) return Error{database.error()};
  // The version is asked first: a file that isn't ours must not be changed, not even to WAL.
  auto version = schema_version(**database);
  if (!version) return Error{version.error()};
  if (auto error = check_schema(**database)) return *error;
  if (*version <= current_schema_version()) {
    // FULL: in WAL mode a lesser setting may lose the last commits when the power fails.
    if (auto error = write_ahead(**database)) return *error;
    if (auto error = (*database)->execute("PRAGMA synchronous = FULL")) return *error;
  }
  if (auto error = migrate(**database, current_schema_version())) return *error;
  if (auto error = (*database)->execute("PRAGMA foreign_keys = ON")) return *error;
  return Store(std::make_unique<State>(std::move(*database)));
}

const std::string& Store::path() const { return state_->database->path(); }

Status Store::try_to_write() {
  const std::lock_guard lock(state_->mutex);
  Transaction transaction(*state_->database);
  if (transaction.error()) return transaction.error();
  if (auto error = state_->database->execute("PRAGMA user_version = " + std::to_string(current_schema_version())))
    return error;
  return transaction.commit();
}

Status Store::verify() {
  auto reading = state_->snapshot();
  if (!reading) return Error{reading.error()};
  return check_integrity(*(*reading)->database);
}

Status Connection::complete_bug(Bug& bug) {
  auto compilers = findings.compilers_of(bug.id);
  if (!compilers) return Error{compilers.error()};
  bug.compilers = std::move(*compilers);
  auto best = findings.best_of(bug.id);
  if (!best) return Error{best.error()};
  if (!*best) return Error{database->path() + ": bug " + bug.id + " has no finding"};
  bug.best = std::move(**best);
  return {};
}

Status Connection::represent(const std::string& bug_id, const std::string& finding_id, bool is_first) {
  if (!is_first) {
    const auto best_checked = findings.best_checked_of(bug_id);
    if (!best_checked) return Error{best_checked.error()};
    if (*best_checked != finding_id) return {};
  }
  auto best = findings.best_of(bug_id);
  if (!best) return Error{best.error()};
  if (!*best) return {};
  if (!(*best)->title.empty())
    if (auto error = bugs.set_title(bug_id, (*best)->title)) return error;
  if (auto error = ir_facts.want(bug_id, (*best)->id())) return error;
  if (auto error = bugs.ask_for_place(bug_id)) return error;  // until then it stays where it is
  return bugs.index(bug_id, (*best)->reduced);
}

Result<Store::State::Snapshot> Store::State::snapshot() {
  std::unique_ptr<Connection> connection;
  {
    const std::lock_guard lock(readers_);
    if (!idle_readers_.empty()) {
      connection = std::move(idle_readers_.back());
      idle_readers_.pop_back();
    }
  }
  if (!connection) {
    auto opened = Database::open(database->path(), false);
    if (!opened) return Error{opened.error()};
    if (auto error = (*opened)->execute("PRAGMA query_only = ON")) return *error;
    connection = std::make_unique<Connection>(std::move(*opened));
  }
  if (auto error = connection->database->execute("BEGIN")) return *error;
  return Snapshot(*this, std::move(connection));
}

Store::State::Snapshot::~Snapshot() {
  if (!connection_ || connection_->database->execute("ROLLBACK")) return;
  const std::lock_guard lock(state_->readers_);
  if (state_->idle_readers_.size() < kIdleReaders) state_->idle_readers_.push_back(std::move(connection_));
}

Status Store::set_checked(const std::string& finding_id) {
  const std::lock_guard lock(state_->mutex);
  Transaction transaction(*state_->database);
  if (transaction.error()) return transaction.error();
  auto bug = state_->findings.set_checked(finding_id);
  if (!bug) return Error{bug.error()};
  if (!*bug) return Error{"no finding has the id '" + finding_id + "'"};
  if (auto error = state_->represent(**bug, finding_id, false)) return error;
  auto compiler = state_->findings.compiler_of(finding_id);
  if (!compiler) return Error{compiler.error()};
  if (auto error = state_->notice_return(**bug, finding_id, *compiler)) return error;
  return transaction.commit();
}

Result<Recorded> Store::record_finding(const Finding& finding) {
  if (finding.signature.empty()) return Error{"finding " + finding.id() + ": its signature is empty"};
  if (finding.found_at.empty()) return Error{"finding " + finding.id() + ": the time found_at is empty"};
  const std::lock_guard lock(state_->mutex);
  Transaction transaction(*state_->database);
  if (transaction.error()) return *transaction.error();
  auto known = state_->findings.bug_of(finding.id());
  if (!known) return Error{known.error()};
  if (*known) return Recorded{**known, false, false};

  auto bug_id = state_->bugs.id_of_signature(finding.signature);
  if (!bug_id) return Error{bug_id.error()};
  Recorded recorded{"", !*bug_id, true};
  if (*bug_id) {
    recorded.bug_id = **bug_id;
    if (auto error = state_->bugs.count_up(recorded.bug_id, finding.found_at)) return *error;
  } else {
    const Bug bug = bug_of(finding);
    recorded.bug_id = bug.id;
    if (auto error = state_->bugs.insert(bug)) return *error;
  }
  if (auto error = state_->findings.insert(finding, recorded.bug_id)) return *error;
  if (auto error = state_->represent(recorded.bug_id, finding.id(), recorded.is_new_bug)) return *error;
  if (finding.checked)
    if (auto error = state_->notice_return(recorded.bug_id, finding.id(), compiler_name(finding.compiler)))
      return *error;
  if (auto error = transaction.commit()) return *error;
  return recorded;
}

Result<std::uint64_t> Store::place_bugs(const std::string& rules, const std::function<unsigned(const Bug&)>& place_of,
                                        std::uint32_t limit) {
  std::uint64_t placed = 0;
  for (const char* side : {"<", ">"}) {  // of the index, which "<>" would not use
    {
      auto reading = state_->snapshot();
      if (!reading) return Error{reading.error()};
      const auto some = (*reading)->bugs.placed_otherwise(rules, side, 1);
      if (!some) return Error{some.error()};
      if (some->empty()) continue;
    }
    const std::lock_guard lock(state_->mutex);
    Transaction transaction(*state_->database);
    if (transaction.error()) return *transaction.error();
    auto bugs = state_->bugs.placed_otherwise(rules, side, limit);
    if (!bugs) return Error{bugs.error()};
    for (Bug& bug : *bugs) {
      if (auto error = state_->complete_bug(bug)) return *error;
      if (auto error = state_->bugs.place(bug.id, place_of(bug), rules)) return *error;
    }
    if (auto error = transaction.commit()) return *error;
    placed += bugs->size();
  }
  return placed;
}

struct BugSelection::State {
  Store::State::Snapshot snapshot;
  SqlCondition condition;
};

BugSelection::BugSelection(std::unique_ptr<State> state) : state_(std::move(state)) {}
BugSelection::BugSelection(BugSelection&&) noexcept = default;
BugSelection::~BugSelection() = default;

Result<std::uint64_t> BugSelection::total() { return state_->snapshot->bugs.count(state_->condition); }

Result<std::string> BugSelection::value_of(const std::string& id, const BugFilter& place) {
  return state_->snapshot->bugs.value_of(id, place.sort);
}

Result<std::vector<Bug>> BugSelection::part(const BugFilter& place) {
  auto bugs = state_->snapshot->bugs.list(state_->condition, place);
  if (!bugs) return bugs;
  for (Bug& bug : *bugs)
    if (auto error = state_->snapshot->complete_bug(bug)) return *error;
  return bugs;
}

Result<BugSelection> Store::select_bugs(const BugFilter& filter) {
  auto reading = state_->snapshot();
  if (!reading) return Error{reading.error()};
  auto condition = condition_of(filter, *(*reading)->database);
  if (!condition) return Error{condition.error()};
  return BugSelection(
      std::make_unique<BugSelection::State>(BugSelection::State{std::move(*reading), std::move(*condition)}));
}

Result<std::vector<Bug>> Store::list_bugs(const BugFilter& filter) {
  auto selection = select_bugs(filter);
  if (!selection) return Error{selection.error()};
  return selection->part(filter);
}

Result<std::vector<std::string>> Store::bug_ids(const std::string& prefix, std::uint32_t limit) {
  auto reading = state_->snapshot();
  if (!reading) return Error{reading.error()};
  return (*reading)->bugs.ids_from(prefix, limit);
}

Result<std::vector<std::string>> Store::bugs_meant_by(const std::string& prefix) {
  auto reading = state_->snapshot();
  if (!reading) return Error{reading.error()};
  constexpr std::size_t kShortest = 6;  // with less a slip of the hand would find something
  auto ids = (*reading)->bugs.ids_from(prefix, 2);
  if (!ids || !ids->empty() || prefix.size() < kShortest) return ids;
  return (*reading)->findings.bugs_from(prefix, 2);
}

Result<Bug> Store::find_bug(const std::string& id_or_prefix) {
  if (id_or_prefix.empty()) return Error{"the id of a bug is empty"};
  auto ids = bugs_meant_by(id_or_prefix);
  if (!ids) return Error{ids.error()};
  if (ids->empty()) return Error{"no bug, and no finding, has the id or prefix '" + id_or_prefix + "'"};
  // A full id is also the prefix of longer ones, if there ever are any: the exact one comes first.
  if (ids->size() > 1 && ids->front() != id_or_prefix)
    return Error{"the prefix '" + id_or_prefix + "' fits several bugs, among them " + (*ids)[0] + " and " + (*ids)[1]};
  auto reading = state_->snapshot();
  if (!reading) return Error{reading.error()};
  auto bug = (*reading)->bugs.find(ids->front());
  if (!bug) return Error{bug.error()};
  if (!*bug) return Error{"no bug has the id '" + ids->front() + "'"};
  if (auto error = (*reading)->complete_bug(**bug)) return *error;
  return std::move(**bug);
}

Status Store::finding_filter_fault(const std::string& filter) {
  const auto condition = FindingsTable::vocabulary().condition_of(filter);
  return condition ? Status() : Error{condition.error()};
}

Result<std::vector<Finding>> Store::findings_of(const std::string& bug_id, std::uint32_t limit, std::uint32_t offset,
                                                const std::string& filter) {
  const auto condition = FindingsTable::vocabulary().condition_of(filter);
  if (!condition) return Error{condition.error()};
  auto reading = state_->snapshot();
  if (!reading) return Error{reading.error()};
  return (*reading)->findings.of_bug(bug_id, limit, offset, *condition);
}

Result<Statistics> Store::statistics() {
  auto reading = state_->snapshot();
  if (!reading) return Error{reading.error()};
  Statistics statistics;
  const std::pair<const char*, std::uint64_t*> totals[] = {{"SELECT COUNT(*) FROM bugs", &statistics.bugs},
                                                           {"SELECT COUNT(*) FROM findings", &statistics.findings},
                                                           {"SELECT COUNT(*) FROM hunts", &statistics.hunts},
                                                           {"SELECT COUNT(*) FROM workers", &statistics.workers}};
  for (const auto& [sql, into] : totals) {
    auto total = (*reading)->database->number(sql);
    if (!total) return Error{total.error()};
    *into = static_cast<std::uint64_t>(*total);
  }
  auto by_status = (*reading)->bugs.count_by_status();
  if (!by_status) return Error{by_status.error()};
  auto by_kind = (*reading)->bugs.count_by_kind();
  if (!by_kind) return Error{by_kind.error()};
  auto by_culprit = (*reading)->bugs.count_by_culprit();
  if (!by_culprit) return Error{by_culprit.error()};
  statistics.bugs_by_status = std::move(*by_status);
  statistics.bugs_by_kind = std::move(*by_kind);
  statistics.bugs_by_culprit = std::move(*by_culprit);
  return statistics;
}

}  // namespace assay::store
