#include "services/coordinator/rpc/coordinator.h"

#include <algorithm>
#include <chrono>
#include <thread>

#include "services/common/hash.h"
#include "services/common/log.h"
#include "services/common/rng.h"
#include "services/coordinator/rpc/validate.h"

namespace assay::rpc {
namespace {

constexpr std::size_t kIdDigits = 16;
constexpr std::size_t kLongestRefusal = 1'000;  // bytes that are kept of one
constexpr int kSilentLeases = 2;                // a worker that was silent for so many lengths of a lease is gone

std::string lease_id_of(const store::Lease& lease) {
  return lease.hunt_id + "." + std::to_string(lease.batch) + "." + std::to_string(lease.attempt);
}

}  // namespace

std::uint64_t batch_seed(std::uint64_t hunt_seed, std::uint64_t batch) { return Rng(hunt_seed).fork(batch)(); }

std::string hunt_id_of(const std::string& token) { return content_id(token).substr(0, kIdDigits); }

/// While no coordinator ran nobody could renew a lease, and the clock may have been set meanwhile.
Coordinator::Coordinator(store::Store store, CoordinatorOptions options)
    : store_(std::move(store)), options_(std::move(options)) {
  if (Status bad = store_.renew_all_leases(now() + options_.lease_ms))
    log_event(LogLevel::Warning, "leases-not-renewed", "error=" + bad->message);
}

std::int64_t Coordinator::now() const {
  if (options_.now_ms) return options_.now_ms();
  const auto since_1970 = begun_at_.time_since_epoch() + (std::chrono::steady_clock::now() - begun_);
  return std::chrono::duration_cast<std::chrono::milliseconds>(since_1970).count();
}

Result<std::string> Coordinator::register_worker(const WorkerInfo& worker, const std::string& who) {
  if (auto error = validate(worker)) return *error;
  const std::string id = content_id(worker.name + '\0' + worker.token).substr(0, kIdDigits);
  const std::string time = utc_now();
  if (auto error =
          store_.register_worker({id, worker.name, worker.version, worker.jobs, time, time, worker.offer, who}))
    return *error;
  hear_of(id);
  log_event(LogLevel::Info, "worker-registered", "worker=" + id + " jobs=" + std::to_string(worker.jobs));
  return id;
}

Result<bool> Coordinator::may_speak_for(const std::string& worker_id, const std::string& who) {
  if (who.empty()) return true;
  auto worker = store_.find_worker(worker_id);
  if (!worker) return Error{worker.error()};
  return !*worker || (*worker)->registered_by.empty() || (*worker)->registered_by == who;
}

Result<Status> Coordinator::implausible(const std::string& lease_id, const HuntStatistics& statistics) {
  const auto named = parse_lease_id(lease_id, "");
  if (!named) return validate_lease_id(lease_id);
  auto lease = store_.find_lease(named->hunt_id, named->batch);
  if (!lease) return Error{lease.error()};
  auto hunt = store_.find_hunt(named->hunt_id);
  if (!hunt) return Error{hunt.error()};
  if (!*lease || !*hunt) return Status();
  return validate_amounts(statistics, **lease, (*hunt)->settings);
}

void Coordinator::hear_of(const std::string& worker_id, const std::string* asks_for) {
  const std::lock_guard lock(workers_);
  Seen& seen = seen_[worker_id];
  seen.at_ms = now();
  if (asks_for != nullptr) seen.hunt_id = *asks_for;
}

/// The workers that take batches of a hunt; of any, if `hunt_id` is empty.
Result<std::vector<store::Worker>> Coordinator::connected(const std::string& hunt_id) {
  std::vector<std::string> ids;
  {
    const std::lock_guard lock(workers_);
    const std::int64_t gone = now() - std::int64_t{kSilentLeases} * options_.lease_ms;
    std::erase_if(seen_, [&](const auto& entry) { return entry.second.at_ms < gone; });
    for (const auto& [id, seen] : seen_)
      if (hunt_id.empty() || seen.hunt_id.empty() || seen.hunt_id == hunt_id) ids.push_back(id);
  }
  std::vector<store::Worker> workers;
  for (const std::string& id : ids) {
    auto worker = store_.find_worker(id);
    if (!worker) return Error{worker.error()};
    if (*worker) workers.push_back(std::move(**worker));
  }
  return workers;
}

Result<Status> Coordinator::unrunnable(const HuntSettings& settings) {
  auto workers = connected("");
  if (!workers) return Error{workers.error()};
  Status missing;
  std::set<std::string> known;
  for (const store::Worker& worker : *workers) {
    missing = missing_of(worker.offer, settings);
    if (!missing) return Status();
    for (const CompilerId& compiler : worker.offer.compilers) known.insert(compiler_name(compiler));
    known.insert(worker.offer.seeds.begin(), worker.offer.seeds.end());
  }
  if (!missing) return Status();
  std::string names;
  for (const std::string& name : known) names += (names.empty() ? "" : ", ") + name;
  return Status(Error{missing->message + ": no connected worker can run the hunt; known are " + names});
}

Result<Status> Coordinator::unrunnable_by(const std::string& worker_id, const std::string& hunt_id) {
  auto worker = store_.find_worker(worker_id);
  if (!worker) return Error{worker.error()};
  auto hunt = store_.find_hunt(hunt_id);
  if (!hunt) return Error{hunt.error()};
  if (!*worker || !*hunt || (*hunt)->state != store::HuntState::Running) return Status();
  if (auto missing = missing_of((*worker)->offer, (*hunt)->settings)) return missing;
  const std::lock_guard lock(workers_);
  const auto refused = refusals_.find(hunt_id);
  if (refused == refusals_.end() || refused->second.workers.count(worker_id) == 0) return Status();
  return Status(Error{"hunt_id: the worker has refused this hunt: " + refused->second.reason});
}

/// To be called with handing_out_ held.
Status Coordinator::fail_if_nobody_is_left(const store::Hunt& hunt) {
  if (hunt.state != store::HuntState::Running) return {};
  Refusals refusals;
  {
    const std::lock_guard lock(workers_);
    const auto found = refusals_.find(hunt.id);
    if (found == refusals_.end()) return {};
    refusals = found->second;
  }
  // An exclusive hunt is that of one process: others never ask for it.
  if (!hunt.exclusive) {
    auto workers = connected(hunt.id);
    if (!workers) return Error{workers.error()};
    for (const store::Worker& worker : *workers)
      if (refusals.workers.count(worker.id) == 0 && !missing_of(worker.offer, hunt.settings)) return {};
  }
  log_event(LogLevel::Warning, "hunt-failed", "hunt=" + hunt.id + " reason=" + refusals.reason);
  return store_.set_hunt_state(hunt.id, store::HuntState::Failed, refusals.reason);
}

Status Coordinator::refuse_work(const std::string& worker_id, const std::string& lease_id, const std::string& reason) {
  if (auto error = validate_lease_id(lease_id)) return error;
  if (auto error = validate_reason(reason)) return error;
  const auto lease = parse_lease_id(lease_id, worker_id);
  hear_of(worker_id);
  const std::lock_guard lock(handing_out_);
  auto held = store_.give_back(*lease);
  if (!held) return Error{held.error()};
  if (!*held) return {};
  log_event(LogLevel::Warning, "work-refused", "lease=" + lease_id + " worker=" + worker_id + " reason=" + reason);
  {
    const std::lock_guard also(workers_);
    Refusals& refusals = refusals_[lease->hunt_id];
    refusals.workers.insert(worker_id);
    if (refusals.reason.empty()) refusals.reason = reason.substr(0, kLongestRefusal);
  }
  auto hunt = store_.find_hunt(lease->hunt_id);
  if (!hunt) return Error{hunt.error()};
  return *hunt ? fail_if_nobody_is_left(**hunt) : Status();
}

bool Coordinator::has_more_batches(const store::Hunt& hunt) const {
  if (hunt.deadline_ms != 0 && now() >= hunt.deadline_ms) return false;
  return hunt.mutant_limit == 0 || hunt.mutants_leased < hunt.mutant_limit;
}

/// Where the number of mutants is known the last batches are smaller, so that all jobs come to their end at about the
/// same time. That depends on the hunt alone: however many share it, the batches are the same.
std::uint64_t Coordinator::mutants_of_next_batch(const store::Hunt& hunt) {
  constexpr std::uint64_t kLeast = 128, kShare = 4;
  if (hunt.mutant_limit == 0) return hunt.batch_size;
  const std::uint64_t left = hunt.mutant_limit - hunt.mutants_leased;
  return std::min({hunt.batch_size, left, std::max(kLeast, left / kShare)});
}

Result<std::optional<store::Lease>> Coordinator::new_batch(const store::Hunt& hunt, const std::string& worker_id) {
  store::Lease lease;
  lease.hunt_id = hunt.id;
  lease.batch = hunt.next_batch;
  lease.seed = batch_seed(hunt.seed, lease.batch);
  lease.mutants = mutants_of_next_batch(hunt);
  lease.worker_id = worker_id;
  lease.expires_ms = now() + options_.lease_ms;
  if (auto error = store_.add_lease(lease)) return *error;
  return std::optional<store::Lease>(lease);
}

Result<std::optional<WorkUnit>> Coordinator::next_unit(const store::Hunt& hunt, const std::string& worker_id) {
  const std::optional<WorkUnit> none;
  if (hunt.state != store::HuntState::Running) return none;
  if (hunt.deadline_ms != 0 && now() >= hunt.deadline_ms) {
    if (auto error = store_.abandon_expired(hunt.id, now())) return *error;
    if (auto error = finish_if_done(hunt.id)) return *error;
    return none;
  }
  auto lease = store_.retake_expired(hunt.id, worker_id, now(), now() + options_.lease_ms, options_.max_attempts);
  if (lease && *lease)
    log_event(LogLevel::Warning, "lease-handed-out-again", "lease=" + lease_id_of(**lease) + " worker=" + worker_id);
  if (lease && !*lease && has_more_batches(hunt)) lease = new_batch(hunt, worker_id);
  if (!lease) return Error{lease.error()};
  if (!*lease) {
    if (auto error = finish_if_done(hunt.id)) return *error;
    return none;
  }
  WorkUnit unit;
  unit.lease_id = lease_id_of(**lease);
  unit.hunt_id = hunt.id;
  unit.settings = hunt.settings;
  unit.batch = (*lease)->batch;
  unit.seed = (*lease)->seed;
  unit.mutants = (*lease)->mutants;
  unit.attempt = (*lease)->attempt;
  unit.lease_ms = options_.lease_ms;
  return std::optional<WorkUnit>(std::move(unit));
}

Status Coordinator::finish_if_done(const std::string& hunt_id) {
  auto hunt = store_.find_hunt(hunt_id);
  if (!hunt) return Error{hunt.error()};
  if (!*hunt || (*hunt)->state != store::HuntState::Running || has_more_batches(**hunt)) return {};
  auto counts = store_.lease_counts(hunt_id);
  if (!counts) return Error{counts.error()};
  if (counts->leased != 0) return {};
  log_event(LogLevel::Info, "hunt-finished", "hunt=" + hunt_id);
  return store_.set_hunt_state(hunt_id, store::HuntState::Finished);
}

Result<LeaseAnswer> Coordinator::lease_work(const std::string& worker_id, const std::string& hunt_id) {
  auto worker = store_.find_worker(worker_id);
  if (!worker) return Error{worker.error()};
  LeaseAnswer answer;
  answer.kind = LeaseAnswer::Kind::UnknownWorker;
  if (!*worker) return answer;
  if (auto error = store_.touch_worker(worker_id)) return *error;
  hear_of(worker_id, &hunt_id);

  const std::lock_guard lock(handing_out_);
  std::vector<store::Hunt> hunts;
  if (hunt_id.empty()) {
    auto open = store_.open_hunts();
    if (!open) return Error{open.error()};
    hunts = std::move(*open);
  } else {
    auto hunt = store_.find_hunt(hunt_id);
    if (!hunt) return Error{hunt.error()};
    if (!*hunt) return Error{"hunt_id: no hunt has the id '" + hunt_id + "'"};
    hunts.push_back(std::move(**hunt));
  }
  for (std::size_t i = 0; i < hunts.size(); ++i) {
    const store::Hunt& hunt = hunts[(next_hunt_ + i) % hunts.size()];
    auto unable = unrunnable_by(worker_id, hunt.id);
    if (!unable) return Error{unable.error()};
    if (*unable) {
      if (auto error = fail_if_nobody_is_left(hunt)) return *error;
      if (!hunt_id.empty()) return **unable;
      continue;
    }
    auto unit = next_unit(hunt, worker_id);
    if (!unit) return Error{unit.error()};
    if (!*unit) continue;
    next_hunt_ = (next_hunt_ + i + 1) % hunts.size();
    answer.kind = LeaseAnswer::Kind::Leased;
    answer.unit = std::move(**unit);
    return answer;
  }
  answer.kind = LeaseAnswer::Kind::Wait;
  answer.retry_after_ms = options_.wait_ms;
  if (hunt_id.empty()) return answer;
  auto hunt = store_.find_hunt(hunt_id);  // the search may just have ended it
  if (!hunt) return Error{hunt.error()};
  if (!*hunt || (*hunt)->state != store::HuntState::Running) answer.kind = LeaseAnswer::Kind::Ended;
  return answer;
}

Result<LeaseState> Coordinator::heartbeat(const std::string& worker_id, const std::string& lease_id) {
  if (auto error = validate_lease_id(lease_id)) return *error;
  const auto lease = parse_lease_id(lease_id, worker_id);
  if (auto error = store_.touch_worker(worker_id)) return *error;
  hear_of(worker_id);
  auto held = store_.renew(*lease, now() + options_.lease_ms);
  if (!held) return Error{held.error()};
  if (!*held) return LeaseState::Lost;
  auto hunt = store_.find_hunt(lease->hunt_id);
  if (!hunt) return Error{hunt.error()};
  return *hunt && (*hunt)->state != store::HuntState::Running ? LeaseState::Stopped : LeaseState::Held;
}

Result<store::Completion> Coordinator::complete_work(const std::string& worker_id, const std::string& lease_id,
                                                     const HuntStatistics& statistics) {
  if (auto error = validate(statistics)) return *error;
  auto misfit = implausible(lease_id, statistics);
  if (!misfit) return Error{misfit.error()};
  if (*misfit) return **misfit;
  const auto lease = parse_lease_id(lease_id, worker_id);
  auto completion = store_.complete(*lease, statistics, now() - options_.remember_ms);
  if (!completion) return completion;
  const std::lock_guard lock(handing_out_);
  if (auto error = finish_if_done(lease->hunt_id)) return *error;
  return completion;
}

Result<Status> Coordinator::admit(const Finding& finding) {
  if (auto error = validate(finding)) return error;
  if (!finding.hunt_id.empty()) {
    auto hunt = store_.find_hunt(finding.hunt_id);
    if (!hunt) return Error{hunt.error()};
    if (!*hunt) return Status(Error{"hunt_id: no hunt has the id '" + finding.hunt_id + "'"});
  }
  if (!finding.worker_id.empty()) {
    auto worker = store_.find_worker(finding.worker_id);
    if (!worker) return Error{worker.error()};
    if (!*worker) return Status(Error{"worker_id: no worker has the id '" + finding.worker_id + "'"});
  }
  return Status();
}

Result<Status> Coordinator::examine(Finding& finding) {
  finding.checked = !options_.examine;
  if (!options_.examine) return finding.signature.empty() ? Status(Error{"signature: is empty"}) : Status();
  auto examined = options_.examine(finding);
  if (!examined) return Error{examined.error()};
  if (!examined->fault.empty()) return Status(Error{examined->fault});
  finding.signature = examined->signature;
  finding.title = examined->title;
  finding.found_at = utc_now();
  return Status();
}

Result<store::Recorded> Coordinator::record(const Finding& finding) {
  auto recorded = store_.record_finding(finding);
  if (recorded && recorded->is_new_finding)
    log_event(LogLevel::Info, recorded->is_new_bug ? "bug-found" : "bug-seen-again",
              "bug=" + recorded->bug_id + " finding=" + finding.id());
  return recorded;
}

Result<HandedIn> Coordinator::hand_in(const Finding& reported) {
  Finding finding = reported;
  auto refused = admit(finding);
  if (refused && !*refused) refused = examine(finding);
  if (!refused) return Error{refused.error()};
  if (*refused) return HandedIn{{}, (*refused)->message};
  auto recorded = record(finding);
  if (!recorded) return Error{recorded.error()};
  return HandedIn{*recorded, {}};
}

Result<std::string> Coordinator::create_hunt(const NewHunt& request) {
  if (auto error = validate(request)) return *error;
  auto unable = unrunnable(request.settings);
  if (!unable) return Error{unable.error()};
  if (*unable) return **unable;
  store::Hunt hunt;
  hunt.id = hunt_id_of(request.token);
  hunt.settings = request.settings;
  hunt.seed = request.seed;
  hunt.mutant_limit = request.mutant_limit;
  if (request.time_limit_s != 0) hunt.deadline_ms = now() + std::int64_t{request.time_limit_s} * 1000;
  hunt.batch_size = request.batch_size == 0 ? options_.batch_size : request.batch_size;
  hunt.exclusive = request.exclusive;
  hunt.created_at = utc_now();
  if (auto error = store_.create_hunt(hunt)) return *error;
  log_event(LogLevel::Info, "hunt-created", "hunt=" + hunt.id + " seed=" + std::to_string(hunt.seed));
  return hunt.id;
}

Result<HuntReport> Coordinator::report_on(store::Hunt hunt) {
  auto counts = store_.lease_counts(hunt.id);
  if (!counts) return Error{counts.error()};
  auto bugs = store_.bugs_of_hunt(hunt.id);
  if (!bugs) return Error{bugs.error()};
  return HuntReport{std::move(hunt), *counts, *bugs};
}

Result<std::optional<HuntReport>> Coordinator::find_hunt(const std::string& hunt_id) {
  auto hunt = store_.find_hunt(hunt_id);
  if (!hunt) return Error{hunt.error()};
  if (!*hunt) return std::optional<HuntReport>();
  auto report = report_on(std::move(**hunt));
  if (!report) return Error{report.error()};
  return std::optional<HuntReport>(std::move(*report));
}

Result<std::vector<HuntReport>> Coordinator::list_hunts(std::uint32_t limit, std::uint32_t offset,
                                                        const std::string& filter) {
  auto hunts = store_.list_hunts(limit, offset, filter);
  if (!hunts) return Error{hunts.error()};
  std::vector<HuntReport> reports;
  for (store::Hunt& hunt : *hunts) {
    auto report = report_on(std::move(hunt));
    if (!report) return Error{report.error()};
    reports.push_back(std::move(*report));
  }
  return reports;
}

Status Coordinator::stop_hunt(const std::string& hunt_id) {
  const std::lock_guard lock(handing_out_);
  auto hunt = store_.find_hunt(hunt_id);
  if (!hunt) return Error{hunt.error()};
  if (!*hunt) return Error{"hunt_id: no hunt has the id '" + hunt_id + "'"};
  if ((*hunt)->state != store::HuntState::Running) return {};
  return store_.set_hunt_state(hunt_id, store::HuntState::Stopped);
}

Status Coordinator::unresumable(const store::Hunt& hunt) const {
  if (hunt.state == store::HuntState::Finished) return Error{"hunt_id: hunt " + hunt.id + " has finished"};
  if (hunt.deadline_ms != 0 && now() >= hunt.deadline_ms)
    return Error{"hunt_id: the time of hunt " + hunt.id + " is over"};
  return {};
}

Status Coordinator::resume_hunt(const std::string& hunt_id) {
  const std::lock_guard lock(handing_out_);
  auto hunt = store_.find_hunt(hunt_id);
  if (!hunt) return Error{hunt.error()};
  if (!*hunt) return Error{"hunt_id: no hunt has the id '" + hunt_id + "'"};
  if (auto error = unresumable(**hunt)) return error;
  {
    const std::lock_guard also(workers_);
    refusals_.erase(hunt_id);
  }
  return store_.set_hunt_state(hunt_id, store::HuntState::Running);
}

Result<BugPage> Coordinator::list_bugs(const store::BugFilter& asked) {
  store::BugFilter filter = asked;
  auto unknown = store_.resolve(filter);
  if (!unknown) return Error{unknown.error()};
  if (*unknown) return **unknown;
  auto selection = store_.select_bugs(filter);
  if (!selection) return Error{selection.error()};
  auto bugs = selection->part(filter);
  if (!bugs) return Error{bugs.error()};
  auto total = selection->total();
  if (!total) return Error{total.error()};
  return BugPage{std::move(*bugs), *total};
}
Result<Bug> Coordinator::find_bug(const std::string& id_or_prefix) { return store_.find_bug(id_or_prefix); }
Result<std::vector<Finding>> Coordinator::findings_of(const std::string& bug_id, std::uint32_t limit,
                                                      const std::string& filter) {
  return store_.findings_of(bug_id, limit, 0, filter);
}
Status Coordinator::change_bug(const store::BugChange& change) {
  auto refused = store_.change_bug(change);
  if (!refused) return Error{refused.error()};
  return *refused;
}
Result<store::BugCare> Coordinator::care_of(const std::string& bug_id) { return store_.care_of(bug_id); }

Result<std::vector<store::Worker>> Coordinator::list_workers() { return store_.list_workers(); }
Result<store::Statistics> Coordinator::statistics() { return store_.statistics(); }
Result<store::SqlAnswer> Coordinator::ask(const std::string& sql, const store::SqlLimits& limits) {
  return options_.ask ? options_.ask(sql, limits) : store::answer_sql(store_.path(), sql, limits);
}

Status Coordinator::watch_news(const store::BugFilter& asked,
                               const std::function<bool(const std::vector<store::News>&)>& told) {
  constexpr std::chrono::milliseconds kBetweenLooks{200};
  constexpr std::uint32_t kAtATime = 200;
  store::BugFilter filter = asked;
  auto unknown = store_.resolve(filter);
  if (!unknown) return Error{unknown.error()};
  if (*unknown) return *unknown;
  const auto span = store_.news_span();
  if (!span) return Error{span.error()};
  bool goes_on = told({});
  for (std::uint64_t last = span->last; goes_on; std::this_thread::sleep_for(kBetweenLooks)) {
    auto part = store_.news_after(last, filter, kAtATime);
    if (!part) return Error{part.error()};
    last = part->last;
    if (!part->news.empty()) goes_on = told(part->news);
  }
  return {};
}

}  // namespace assay::rpc
