#include "services/nightly/night.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <numeric>
#include <random>
#include <set>
#include <thread>

#include "services/application/hunt.h"
#include "services/application/replay.h"
#include "services/common/hash.h"
#include "services/common/records.h"
#include "services/common/text.h"
#include "services/coordinator/rpc/rpc.h"
#include "services/nightly/branches.h"
#include "services/nightly/costs.h"
#include "services/nightly/faults.h"
#include "services/nightly/missed.h"
#include "services/nightly/record.h"
#include "services/nightly/shell.h"
#include "services/worker/optimize/optimize.h"

namespace assay::nightly {
namespace {

namespace fs = std::filesystem;
using application::Replay;
using store::NightAnswer;

constexpr std::uint32_t kAllBugs = ~0u;
/// For how long a hunt's end waits for reductions that were cut short: what is told of a night is told once.
constexpr std::chrono::minutes kFinish{10};
constexpr const char* kWho = "assay nightly";

/// One night at a time has it, for as long as its process lives and what is left of its builds. After a kill these end
/// within a moment, so one that is taken is waited for that long.
class Lock {
 public:
  static Result<Lock> take(const std::string& file) {
    Lock lock;
    lock.file_ = open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (lock.file_ < 0) return Error{file + ": " + strerror(errno)};
    for (int tries = 0; flock(lock.file_, LOCK_EX | LOCK_NB) != 0; ++tries) {
      if (errno != EWOULDBLOCK) return Error{file + ": " + strerror(errno)};
      if (tries == kTries) return Error{file + ": another night runs"};
      std::this_thread::sleep_for(std::chrono::milliseconds(100));
    }
    return lock;
  }
  Lock(Lock&& other) noexcept : file_(std::exchange(other.file_, -1)) {}
  ~Lock() {
    if (file_ >= 0) close(file_);
  }

 private:
  static constexpr int kTries = 50;
  Lock() = default;
  int file_ = -1;
};

/// Where there is nobody to ask.
Replay undecided(const std::string& why) {
  Replay said;
  said.why = why;
  return said;
}

NightAnswer answer_of(Replay::Kind kind) {
  switch (kind) {
    case Replay::Kind::Shows:
      return NightAnswer::Shows;
    case Replay::Kind::Absent:
      return NightAnswer::Absent;
    case Replay::Kind::Undecided:
      break;
  }
  return NightAnswer::Undecided;
}

/// A bug that the night's hunts met, and the smallest of their findings of it.
struct Met {
  Bug bug;
  Finding finding;
};

/// The steps of one night.
class Runner {
 public:
  Runner(const Plan& plan, const NightOptions& options, store::Store store)
      : plan_(plan), options_(options), store_(std::move(store)) {}

  Result<NightReport> run() {
    for (auto step : {&Runner::begin, &Runner::prepare_branches, &Runner::verify, &Runner::hunt, &Runner::judge,
                      &Runner::measure, &Runner::look_for_missed})
      if (Status bad = (this->*step)()) return *bad;
    return finish();
  }

 private:
  Status begin();
  Status begin_new(const std::vector<store::Night>& nights);
  Status prepare_branches();
  Status verify();
  Status hunt();
  Result<store::NightHunt> hunt_one(const store::NightBranch& branch, const Pass& pass);
  Result<application::HuntRequest> request_for(const store::NightBranch& branch, const Pass& pass) const;
  std::string token_of(const std::string& branch, const std::string& pipeline, int attempt) const;
  Result<std::vector<std::string>> hunts_of(const std::string& branch, const std::string& pipeline);
  Status judge();
  Result<std::vector<Met>> met_in(const std::string& branch);
  store::NightBug judge_one(const store::NightBranch& branch, const Met& met);
  Status measure();
  Status look_for_missed();
  Status update_states(const NightReport& report);
  Result<NightReport> finish();
  void send(const NightReport& report);

  const store::NightBranch* row_of(const std::string& branch) const {
    for (const store::NightBranch& row : branches_)
      if (row.branch == branch) return &row;
    return nullptr;
  }
  void tell(const std::string& what) const {
    if (options_.tell) options_.tell(what);
  }

  const Plan& plan_;
  const NightOptions& options_;
  std::optional<store::Store> store_;  ///< none while a child has the database
  store::Night night_;
  std::vector<store::NightBranch> branches_;
};

Status Runner::begin() {
  auto nights = store_->list_nights(plan_.name, kAllBugs);
  if (!nights) return Error{nights.error()};
  if (nights->empty() || nights->front().state == store::NightState::Finished) return begin_new(*nights);
  night_ = nights->front();
  tell("night " + night_.id + ": goes on where it was cut short");
  return std::nullopt;
}

/// The bugs to verify are written down with the night: what it finds itself is not among them, however often it is cut
/// short.
Status Runner::begin_new(const std::vector<store::Night>& nights) {
  night_.plan = plan_.name;
  night_.started_at = utc_now();
  night_.seed = plan_.seed ? *plan_.seed : std::random_device()();
  const std::string day = night_.started_at.substr(0, 10);
  auto everyones = store_->list_nights("", kAllBugs);
  if (!everyones) return Error{everyones.error()};
  night_.id = free_id(*everyones, day);
  store::BugFilter all;
  all.limit = kAllBugs;
  auto bugs = store_->list_bugs(all);
  if (!bugs) return Error{bugs.error()};
  std::vector<store::NightBug> rows;
  for (const Branch& branch : plan_.branches)
    for (const Bug& bug : *bugs)
      if (!triage::is_dismissed(bug.status))
        rows.push_back(
            {night_.id, branch.name, bug.id, store::NightStep::Verify, NightAnswer::Pending, NightAnswer::Unasked, ""});
  tell("night " + night_.id + ": begins, " + std::to_string(rows.size()) +
       " known bugs to ask about, each branch for itself");
  return store_->begin_night(night_, rows);
}

Status Runner::prepare_branches() {
  auto rows = store_->branches_of_night(night_.id);
  if (!rows) return Error{rows.error()};
  branches_ = std::move(*rows);
  for (const Branch& branch : plan_.branches) {
    if (row_of(branch.name) != nullptr) continue;
    store::NightBranch row = prepare(plan_, branch, night_.id);
    tell("branch " + branch.name + ": " + name_of(row.state) + " " + row.compiler +
         (row.failure.empty() ? "" : ": " + row.failure.substr(0, row.failure.find('\n'))));
    if (Status bad = store_->put(row)) return bad;
    branches_.push_back(std::move(row));
  }
  return std::nullopt;
}

Status Runner::verify() {
  auto rows = store_->bugs_of_night(night_.id);
  if (!rows) return Error{rows.error()};
  std::size_t asked = 0;
  for (store::NightBug& row : *rows) {
    if (row.answer != NightAnswer::Pending) continue;
    const store::NightBranch* branch = row_of(row.branch);
    Replay said = undecided("the branch has no compiler");
    if (branch != nullptr && !branch->opt.empty()) {
      auto bug = store_->find_bug(row.bug_id);
      said = bug ? application::replay_apart(branch->opt, bug->best, plan_.budget.verify_s) : undecided(bug.error());
    }
    row.answer = answer_of(said.kind);
    row.why = said.kind == Replay::Kind::Undecided ? said.why : "";
    if (Status bad = store_->put({row})) return bad;
    if (++asked % 100 == 0) tell("verified " + std::to_string(asked) + " of " + std::to_string(rows->size()));
  }
  if (asked != 0) tell("verified " + std::to_string(asked));
  return std::nullopt;
}

Result<application::HuntRequest> Runner::request_for(const store::NightBranch& branch, const Pass& pass) const {
  std::uint64_t shares = 0;
  for (const Branch& each : plan_.branches)
    for (const Pass& other : plan_.passes)
      if (other.is_hunted_in(each)) shares += other.share;
  const auto part = [&](std::uint64_t whole) { return std::max<std::uint64_t>(1, whole * pass.share / shares); };
  application::HuntRequest request;
  if (Status bad = application::hunt_in(request, branch.opt, pass.pipeline)) return *bad;
  request.settings.seeds = plan_.seeds;
  request.jobs = plan_.budget.jobs;
  request.seed = night_.seed;
  request.finish = kFinish;
  if (plan_.budget.time_s != 0) request.seconds = static_cast<std::uint32_t>(part(plan_.budget.time_s));
  if (plan_.budget.mutants != 0) request.mutants = part(plan_.budget.mutants);
  return request;
}

/// A hunt that was cut short is done again with the same seed, and what it had found is known by its content. So each
/// try has a token of its own, from which its id follows: the night's tries are those that the database has.
std::string Runner::token_of(const std::string& branch, const std::string& pipeline, int attempt) const {
  return content_id(night_.id + '\0' + night_.started_at + '\0' + branch + '\0' + pipeline + '\0' +
                    std::to_string(attempt));
}

/// All that were begun in this night for the branch, those that were cut short included.
Result<std::vector<std::string>> Runner::hunts_of(const std::string& branch, const std::string& pipeline) {
  std::vector<std::string> ids;
  for (int attempt = 1;; ++attempt) {
    std::string id = rpc::hunt_id_of(token_of(branch, pipeline, attempt));
    const auto hunt = store_->find_hunt(id);
    if (!hunt) return Error{hunt.error()};
    if (!*hunt) return ids;
    ids.push_back(std::move(id));
  }
}

/// The store is closed while a child hunts.
Result<store::NightHunt> Runner::hunt_one(const store::NightBranch& branch, const Pass& pass) {
  store::NightHunt row{night_.id, branch.branch, pass.pipeline, "", ""};
  if (branch.opt.empty()) {
    row.failure = "the branch has no compiler";
    return row;
  }
  const auto before = hunts_of(branch.branch, pass.pipeline);
  if (!before) return Error{before.error()};
  auto wanted = request_for(branch, pass);
  if (!wanted) {
    row.failure = wanted.error();
    return row;
  }
  application::HuntRequest request = std::move(*wanted);
  request.token = token_of(branch.branch, pass.pipeline, static_cast<int>(before->size()) + 1);
  store_.reset();
  const auto hunt =
      application::hunt_apart(request, plan_.database, static_cast<std::size_t>(plan_.budget.memory_mb) << 20);
  auto store = store::Store::open(plan_.database);
  if (!store) return Error{store.error()};
  store_ = std::move(*store);
  if (hunt)
    row.hunt_id = (*hunt)["hunt"].get<std::string>();
  else
    row.failure = hunt.error();
  return row;
}

Status Runner::hunt() {
  auto done = store_->hunts_of_night(night_.id);
  if (!done) return Error{done.error()};
  for (const Branch& branch : plan_.branches)
    for (const Pass& pass : plan_.passes) {
      const bool is_done = std::any_of(done->begin(), done->end(), [&](const store::NightHunt& row) {
        return row.branch == branch.name && row.pipeline == pass.pipeline;
      });
      if (is_done || !pass.is_hunted_in(branch)) continue;
      tell("hunts " + pass.pipeline + " of " + branch.name);
      const auto row = hunt_one(*row_of(branch.name), pass);
      if (!row) return Error{row.error()};
      if (!row->failure.empty()) tell(row->failure);
      if (Status bad = store_->put(*row)) return bad;
    }
  return std::nullopt;
}

/// What the night's own hunts met in a branch: by their ids, for others may find in the same minutes.
Result<std::vector<Met>> Runner::met_in(const std::string& branch) {
  std::vector<Met> all;
  for (const Pass& pass : plan_.passes) {
    const auto hunts = hunts_of(branch, pass.pipeline);
    if (!hunts) return Error{hunts.error()};
    for (const std::string& hunt_id : *hunts) {
      store::BugFilter of_hunt;
      of_hunt.hunt = hunt_id;
      of_hunt.limit = kAllBugs;
      auto bugs = store_->list_bugs(of_hunt);
      if (!bugs) return Error{bugs.error()};
      for (Bug& bug : *bugs) {
        if (std::any_of(all.begin(), all.end(), [&](const Met& each) { return each.bug.id == bug.id; })) continue;
        auto findings = store_->findings_of(bug.id, kAllBugs);
        if (!findings) return Error{findings.error()};
        const auto met = std::find_if(findings->begin(), findings->end(),
                                      [&](const Finding& finding) { return finding.hunt_id == hunt_id; });
        if (met != findings->end()) all.push_back({std::move(bug), std::move(*met)});
      }
    }
  }
  return all;
}

store::NightBug Runner::judge_one(const store::NightBranch& branch, const Met& met) {
  store::NightBug row{night_.id,          branch.branch,        met.bug.id, store::NightStep::Judge,
                      NightAnswer::Shows, NightAnswer::Unasked, ""};
  const Branch* baseline = plan_.baseline_of(*plan_.branch(branch.branch));
  const store::NightBranch* there = baseline == nullptr ? nullptr : row_of(baseline->name);
  if (there == nullptr) return row;
  const Replay said = there->opt.empty() ? undecided("the baseline has no compiler")
                                         : application::replay_apart(there->opt, met.finding, plan_.budget.verify_s);
  row.baseline = answer_of(said.kind);
  row.why = said.kind == Replay::Kind::Undecided ? said.why : "";
  return row;
}

Status Runner::judge() {
  auto rows = store_->bugs_of_night(night_.id);
  if (!rows) return Error{rows.error()};
  std::map<std::pair<std::string, std::string>, store::NightBug> asked;
  for (const store::NightBug& row : *rows) asked[{row.branch, row.bug_id}] = row;
  for (const store::NightBranch& branch : branches_) {
    if (branch.compiler.empty() || plan_.branch(branch.branch) == nullptr) continue;
    const auto all = met_in(branch.branch);
    if (!all) return Error{all.error()};
    for (const Met& met : *all) {
      if (triage::is_dismissed(met.bug.status)) continue;
      const auto before = asked.find({branch.branch, met.bug.id});
      if (before != asked.end() &&
          (before->second.step == store::NightStep::Judge || before->second.answer == NightAnswer::Shows))
        continue;
      store::NightBug row = judge_one(branch, met);
      // Known when the night began: only that it shows is news, in a case other than the stored one.
      if (before != asked.end()) row.step = store::NightStep::Verify;
      if (Status bad = store_->put({row})) return bad;
    }
  }
  return std::nullopt;
}

Status Runner::measure() {
  if (!plan_.costs.wanted) return std::nullopt;
  auto done = store_->costs_of_night(night_.id);
  if (!done) return Error{done.error()};
  for (const Branch& branch : plan_.branches) {
    const Branch* baseline = plan_.baseline_of(branch);
    const bool is_done =
        std::any_of(done->begin(), done->end(), [&](const auto& row) { return row.branch == branch.name; });
    if (baseline == nullptr || is_done) continue;
    tell("measures what " + branch.name + " costs");
    const store::NightCosts row = measure_costs(plan_, *row_of(branch.name), *row_of(baseline->name));
    if (!row.failure.empty()) tell(row.failure);
    if (Status bad = store_->put(row)) return bad;
  }
  return std::nullopt;
}

Status Runner::look_for_missed() {
  if (!plan_.missed.wanted) return std::nullopt;
  auto done = store_->missed_of_night(night_.id);
  if (!done) return Error{done.error()};
  for (const Branch& branch : plan_.branches) {
    const bool is_done =
        std::any_of(done->begin(), done->end(), [&](const auto& row) { return row.branch == branch.name; });
    if (is_done || plan_.is_only_baseline(branch)) continue;
    const Branch* baseline = plan_.baseline_of(branch);
    tell("looks for what " + branch.name + " misses");
    const store::NightMissed row = nightly::look_for_missed(plan_, night_.seed, *row_of(branch.name),
                                                            baseline == nullptr ? nullptr : row_of(baseline->name));
    if (!row.failure.empty()) tell(row.failure);
    if (Status bad = store_->put(row)) return bad;
  }
  return std::nullopt;
}

/// Fixed is what shows in no branch any more; regressed what was fixed and shows again.
Status Runner::update_states(const NightReport& report) {
  auto rows = store_->bugs_of_night(night_.id);
  if (!rows) return Error{rows.error()};
  std::set<std::string> not_gone;
  for (const store::NightBug& row : *rows)
    if (row.answer != NightAnswer::Absent) not_gone.insert(row.bug_id);
  const auto change = [&](const ReportedBug& reported, BugStatus status, const std::string& fixed_in) -> Status {
    auto bug = store_->find_bug(reported.bug_id);
    if (!bug) return Error{bug.error()};
    if (bug->status == status || store::forbidden(bug->status, status)) return std::nullopt;
    store::BugChange wanted;
    wanted.bug_id = reported.bug_id;
    wanted.who = kWho;
    wanted.why = "night " + night_.id + ", " + joined(reported.branches, ", ");
    wanted.status = status;
    wanted.fixed_in = fixed_in;
    auto refused = store_->change_bug(wanted);
    if (!refused) return Error{refused.error()};
    return *refused;
  };
  for (const ReportedBug& bug : report.fixed) {
    const store::NightBranch* branch = row_of(bug.branches.front());
    if (not_gone.contains(bug.bug_id) || branch == nullptr) continue;
    if (Status bad = change(bug, BugStatus::Fixed, branch->compiler)) return bad;
  }
  for (const ReportedBug& bug : report.regressed) {
    auto stored = store_->find_bug(bug.bug_id);
    if (stored && stored->status == BugStatus::Fixed)
      if (Status bad = change(bug, BugStatus::Regressed, "")) return bad;
  }
  return std::nullopt;
}

void Runner::send(const NightReport& report) {
  for (const Listener& listener : plan_.tell) {
    if (listener.when == Listener::When::News && report.exit_code == 0) continue;
    const ShellResult sent =
        run_shell(listener.command, plan_.state, 300, plan_.state + "/tell.log", render(report, listener.format));
    tell(sent.succeeded ? "told: " + listener.command
                        : "could not tell: `" + listener.command + "`: " + sent.how + "\n" + sent.output);
  }
}

/// Sent before it counts as finished: a report may come twice where the night was cut short between, but never not at
/// all.
Result<NightReport> Runner::finish() {
  night_.finished_at = utc_now();
  auto report = make_report(*store_, plan_, night_);
  if (!report) return report;
  if (Status bad = update_states(*report)) return *bad;
  send(*report);
  night_.state = store::NightState::Finished;
  night_.exit_code = report->exit_code;
  night_.report = to_json_text(*report);
  if (Status bad = store_->put(night_)) return *bad;
  return report;
}

}  // namespace

Result<NightReport> run_night(const Plan& plan, const NightOptions& options) {
  std::error_code error;
  fs::create_directories(plan.state, error);
  if (error) return Error{"state: " + plan.state + ": " + error.message()};
  auto lock = Lock::take(plan.database + ".night");
  if (!lock) return Error{lock.error()};
  if (const auto known = known_of(plan); !known) return Error{known.error()};
  documents::Mistakes missing(plan.file);
  find_missing_folders(plan, missing);
  if (!missing.none()) return Error{missing.text()};
  auto store = store::Store::open(plan.database);
  if (!store) return Error{store.error()};
  return Runner(plan, options, std::move(*store)).run();
}

}  // namespace assay::nightly
