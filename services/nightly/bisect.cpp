#include "services/nightly/bisect.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>

#include "services/application/replay.h"
#include "services/common/fields_json.h"
#include "services/common/subprocess.h"
#include "services/common/text.h"
#include "services/nightly/branches.h"
#include "services/worker/optimize/optimize.h"

namespace assay::nightly {
namespace {

namespace fs = std::filesystem;
using application::Replay;
using application::replay_apart;

constexpr int kTries = 3;
constexpr std::string_view kStates[] = {"good", "bad", "skip"};

Result<std::string> git(const std::string& folder, std::vector<std::string> words) {
  words.insert(words.begin(), {"git", "-C", folder});
  const SubprocessResult result = run_subprocess({words, {}, std::chrono::minutes(10)});
  if (result.succeeded()) return result.output.substr(0, result.output.find_last_not_of('\n') + 1);
  return Error{joined(words, " ") + ": " + visible(result.error_output)};
}

/// The last good and the first bad one behind it.
std::pair<std::size_t, std::size_t> ends_of(const CommitStates& states) {
  std::size_t bad = 0;
  while (bad + 1 < states.size() && states[bad] != CommitState::Bad) ++bad;
  std::size_t good = bad;
  while (good > 0 && states[good] != CommitState::Good) --good;
  return {good, bad};
}

class Bisection {
 public:
  Bisection(const Plan& plan, const Branch& branch, const std::string& bug_id, const Finding& finding,
            const BisectOptions& options)
      : plan_(plan),
        branch_(branch),
        finding_(finding),
        options_(options),
        name_("bisect-" + branch.name),
        tree_(fs::path(plan.state) / name_),
        log_(fs::path(plan.state) / (name_ + "-" + bug_id + ".log")) {}

  Result<BisectResult> run() {
    if (Status bad = prepare()) return *bad;
    if (Status bad = list_commits()) return *bad;
    for (const std::size_t end : {commits_.size() - 1, std::size_t{0}})
      if (!states_[end] || states_[end] == CommitState::Skip)
        if (Status bad = ask(end)) return *bad;
    if (states_.back() != CommitState::Bad)
      return Error{"it does not show in " + commits_.back().substr(0, 12) + ": " + how_of(commits_.back())};
    if (states_.front() != CommitState::Good)
      return Error{"it is not absent in " + commits_.front().substr(0, 12) + ": " + how_of(commits_.front()) +
                   "; name an older one that is good"};
    while (const auto next = next_to_ask(states_))
      if (Status bad = ask(*next)) return *bad;
    return finish();
  }

 private:
  Status prepare() {
    std::error_code error;
    fs::create_directories(plan_.state, error);
    if (options_.restart) fs::remove(log_, error);
    std::ifstream log(log_);
    for (std::string line; std::getline(log, line);) {
      const auto json = nlohmann::json::parse(line, nullptr, false);  // the last line may have been cut short
      if (!json.is_object()) continue;
      try {
        steps_.push_back(json.get<BisectStep>());
      } catch (const nlohmann::json::exception& bad) {
        return Error{log_.string() + ": " + bad.what()};
      }
    }
    for (const BisectStep& mark : options_.marks) {
      auto commit = git(branch_.checkout, {"rev-parse", "--verify", mark.commit + "^{commit}"});
      if (!commit) return Error{commit.error()};
      if (Status bad = note({*commit, mark.state, "marked by hand"})) return bad;
    }
    if (fs::exists(tree_ / ".git")) return std::nullopt;
    (void)git(branch_.checkout, {"worktree", "prune"});
    auto made = git(branch_.checkout, {"worktree", "add", "--detach", "--force", tree_.string()});
    return made ? Status() : Status(Error{made.error()});
  }

  /// The good end, and what came after it up to the bad end.
  Status list_commits() {
    auto bad =
        git(branch_.checkout, {"rev-parse", "--verify", (options_.bad.empty() ? "HEAD" : options_.bad) + "^{commit}"});
    if (!bad) return Error{bad.error()};
    std::vector<std::string> words{"rev-list", "--first-parent", "--reverse", *bad};
    if (!options_.good.empty()) {
      auto good = git(branch_.checkout, {"rev-parse", "--verify", options_.good + "^{commit}"});
      if (!good) return Error{good.error()};
      commits_.push_back(*good);
      words.push_back("^" + *good);
    }
    auto list = git(branch_.checkout, words);
    if (!list) return Error{list.error()};
    for (const std::string& commit : lines_of(*list)) commits_.push_back(commit);
    if (commits_.size() < 2) return Error{"there are no commits between the good and the bad one"};
    states_.resize(commits_.size());
    std::map<std::string, CommitState> known;
    for (const BisectStep& step : steps_) known[step.commit] = step.state;
    for (std::size_t i = 0; i < commits_.size(); ++i)
      if (const auto found = known.find(commits_[i]); found != known.end()) states_[i] = found->second;
    return std::nullopt;
  }

  Status note(const BisectStep& step) {
    std::ofstream log(log_, std::ios::app);
    log << json_text(step) << std::endl;
    if (!log) return Error{log_.string() + ": can't be written"};
    steps_.push_back(step);
    return std::nullopt;
  }

  std::string how_of(const std::string& commit) const {
    for (auto step = steps_.rbegin(); step != steps_.rend(); ++step)
      if (step->commit == commit) return step->how;
    return "";
  }

  Status ask(std::size_t place) {
    const BisectStep step = measure(commits_[place]);
    states_[place] = step.state;
    if (Status bad = note(step)) return bad;
    const auto [good, bad] = ends_of(states_);
    if (options_.tell) options_.tell(step, bad - good);
    return std::nullopt;
  }

  BisectStep measure(const std::string& commit) const {
    auto there = git(tree_.string(), {"checkout", "--quiet", "--detach", "--force", commit});
    if (!there) return {commit, CommitState::Skip, there.error()};
    // What was built of another commit must not stand in for what was not built of this one.
    std::error_code ignored;
    const std::string opt = (tree_ / branch_.opt).string();
    for (const std::string& old : {opt, optimize::llc_beside(opt)}) fs::remove(old, ignored);
    if (Status bad = build(plan_, branch_, tree_.string()))
      return {commit, CommitState::Skip, bad->message.substr(0, bad->message.find('\n'))};
    Replay said;
    for (int i = 0; i < kTries && said.kind == Replay::Kind::Undecided; ++i)
      said = replay_apart(opt, finding_, plan_.budget.verify_s);
    if (said.kind == Replay::Kind::Undecided) return {commit, CommitState::Skip, said.why};
    // A failure that comes and goes shows, however seldom.
    for (int i = 1; i < kTries && said.kind == Replay::Kind::Absent && is_flaky(); ++i)
      said = replay_apart(opt, finding_, plan_.budget.verify_s);
    if (said.kind == Replay::Kind::Undecided) return {commit, CommitState::Skip, said.why};
    return {commit, said.kind == Replay::Kind::Shows ? CommitState::Bad : CommitState::Good, said.why};
  }
  bool is_flaky() const {
    return finding_.kind == FindingKind::Nondeterminism || finding_.kind == FindingKind::Hang ||
           finding_.kind == FindingKind::Crash;
  }

  Result<BisectResult> finish() const {
    BisectResult result;
    const auto [good, bad] = ends_of(states_);
    result.suspects.assign(commits_.begin() + static_cast<std::ptrdiff_t>(good) + 1,
                           commits_.begin() + static_cast<std::ptrdiff_t>(bad) + 1);
    result.log = steps_;
    if (result.suspects.size() != 1) return result;
    result.first_bad = result.suspects.front();
    auto subject = git(branch_.checkout, {"log", "-1", "--format=%s (%cs)", result.first_bad});
    if (subject) result.subject = visible(*subject);
    return result;
  }

  const Plan& plan_;
  const Branch& branch_;
  const Finding& finding_;
  const BisectOptions& options_;
  std::string name_;
  fs::path tree_, log_;
  std::vector<std::string> commits_;  ///< oldest first
  CommitStates states_;               ///< of each
  std::vector<BisectStep> steps_;
};

}  // namespace

const char* name_of(CommitState state) { return kStates[static_cast<int>(state)].data(); }
std::optional<CommitState> enumerator_of(std::string_view name, std::type_identity<CommitState>) {
  return enumerator_in<CommitState>(kStates, name);
}

std::optional<std::size_t> next_to_ask(const CommitStates& states) {
  const auto [good, bad] = ends_of(states);
  const std::size_t middle = good + (bad - good) / 2;
  std::optional<std::size_t> nearest;
  const auto far = [&](std::size_t place) { return place > middle ? place - middle : middle - place; };
  for (std::size_t place = good + 1; place < bad; ++place)
    if (!states[place] && (!nearest || far(place) < far(*nearest))) nearest = place;
  return nearest;
}

Result<BisectResult> bisect(const Plan& plan, const Branch& branch, const std::string& bug_id, const Finding& finding,
                            const BisectOptions& options) {
  if (!branch.is_built()) return Error{"branch '" + branch.name + "' has no checkout with a build command"};
  return Bisection(plan, branch, bug_id, finding, options).run();
}

Result<std::string> last_good(const Plan& plan, const std::string& branch, const std::string& bug_id) {
  auto store = store::Store::open(plan.database, {.create = false});
  if (!store) return Error{store.error()};
  auto nights = store->list_nights(plan.name, ~0u);
  if (!nights) return Error{nights.error()};
  for (const store::Night& night : *nights) {
    auto bugs = store->bugs_of_night(night.id);
    auto branches = store->branches_of_night(night.id);
    if (!bugs || !branches) return Error{bugs ? branches.error() : bugs.error()};
    for (const store::NightBug& row : *bugs)
      if (row.bug_id == bug_id && row.branch == branch && row.answer == store::NightAnswer::Absent)
        for (const store::NightBranch& built : *branches)
          if (built.branch == branch && !built.revision.empty()) return built.revision;
  }
  return std::string();
}

store::BugChange note_of(const BisectResult& result, const Branch& branch, const std::string& bug_id) {
  store::BugChange note;
  note.bug_id = bug_id;
  note.who = "assay bisect";
  note.why = "first bad commit of " + branch.name + ": " + result.first_bad + " " + result.subject;
  return note;
}

}  // namespace assay::nightly
