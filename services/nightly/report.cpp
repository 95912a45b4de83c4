#include "services/nightly/report.h"

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "services/common/fields_json.h"
#include "services/common/records.h"
#include "services/common/surface.h"
#include "services/nightly/costs.h"
#include "services/nightly/missed.h"

namespace assay::nightly {
namespace {

using store::NightAnswer;
using Answers = std::map<std::pair<std::string, std::string>, const store::NightBug*>;  // by branch and bug

Answers by_branch_and_bug(const std::vector<store::NightBug>& rows) {
  Answers answers;
  for (const store::NightBug& row : rows) answers[{row.branch, row.bug_id}] = &row;
  return answers;
}

constexpr const char* kGoneUnfixed =
    "absent in the very compiler that showed it: what judges it has changed, or it comes and goes (assay mark ID "
    "invalid, if it was a false alarm)";

/// The compilers of branches in nights.
using Compilers = std::map<std::pair<std::string, std::string>, std::string>;  // by night and branch

Result<Compilers> compilers_of(store::Store& store, const std::vector<store::NightBug>& now,
                               const std::vector<store::NightBug>& before) {
  std::set<std::string> nights;
  for (const auto* rows : {&now, &before})
    for (const store::NightBug& row : *rows) nights.insert(row.night_id);
  Compilers compilers;
  for (const std::string& night : nights) {
    auto branches = store.branches_of_night(night);
    if (!branches) return Error{branches.error()};
    for (const store::NightBranch& branch : *branches) compilers[{night, branch.branch}] = branch.compiler;
  }
  return compilers;
}

/// What became of one bug in one branch.
enum class Fate {
  New,
  Regressed,
  Fixed,
  Open,
  InBaseline,
  Undecided,
  OfBaseline,
  Analysing,
  GoneUnfixed,
  Unanswered,
  Nothing
};

/// Sorts the answers of a night.
class Sorter {
 public:
  Sorter(const Plan& plan, const std::vector<store::NightBug>& now, const std::vector<store::NightBug>& before,
         Compilers compilers)
      : plan_(plan),
        compilers_(std::move(compilers)),
        now_(by_branch_and_bug(now)),
        before_(by_branch_and_bug(before)) {
    for (const store::NightBug& row : now)
      if (row.step == store::NightStep::Verify) known_.insert(row.bug_id);
  }

  Fate fate_of(const store::NightBug& row) const {
    const auto earlier = before_.find({row.branch, row.bug_id});
    const NightAnswer before = earlier == before_.end() ? NightAnswer::Unasked : earlier->second->answer;
    const bool showed = before == NightAnswer::Shows;
    if (row.answer == NightAnswer::Absent) {
      if (!showed) return Fate::Nothing;
      return is_of_one_compiler(row, *earlier->second) ? Fate::GoneUnfixed : Fate::Fixed;
    }
    if (row.answer != NightAnswer::Shows) return showed ? Fate::Undecided : Fate::Unanswered;
    if (before == NightAnswer::Absent) return Fate::Regressed;
    if (baseline_answer(row) == NightAnswer::Shows) return Fate::InBaseline;
    if (known_.contains(row.bug_id)) return Fate::Open;
    const Branch* branch = plan_.branch(row.branch);
    return branch != nullptr && plan_.is_only_baseline(*branch) ? Fate::OfBaseline : Fate::New;
  }
  /// What the branch's baseline says: asked when the bug was met, or, of bugs that were known, in its own row of this
  /// night.
  NightAnswer baseline_answer(const store::NightBug& row) const {
    if (row.baseline != NightAnswer::Unasked) return row.baseline;
    const Branch* branch = plan_.branch(row.branch);
    const Branch* baseline = branch == nullptr ? nullptr : plan_.baseline_of(*branch);
    if (baseline == nullptr) return NightAnswer::Unasked;
    const auto there = now_.find({baseline->name, row.bug_id});
    return there == now_.end() ? NightAnswer::Unasked : there->second->answer;
  }

 private:
  bool is_of_one_compiler(const store::NightBug& row, const store::NightBug& other) const {
    const auto here = compilers_.find({row.night_id, row.branch});
    const auto there = compilers_.find({other.night_id, other.branch});
    return here != compilers_.end() && there != compilers_.end() && !here->second.empty() &&
           here->second == there->second;
  }

  const Plan& plan_;
  const Compilers compilers_;
  Answers now_, before_;
  std::set<std::string> known_;  ///< bugs that were there when the night began
};

/// Adds a bug, or the branch to a bug that is there.
void add(std::vector<ReportedBug>& list, const Bug& bug, const std::string& branch, const std::string& note) {
  auto found = std::find_if(list.begin(), list.end(), [&](const ReportedBug& each) { return each.bug_id == bug.id; });
  if (found == list.end())
    found =
        list.insert(list.end(), {bug.id, name_of(bug.kind), bug.culprit, bug.best.reduced_pipeline, bug.title, {}, ""});
  found->branches.push_back(branch);
  if (!note.empty() && found->note.empty()) found->note = branch + ": " + note;
}

void sort(std::vector<ReportedBug>& list) {
  std::sort(list.begin(), list.end(), [](const ReportedBug& a, const ReportedBug& b) {
    return std::tie(a.culprit, a.title, a.bug_id) < std::tie(b.culprit, b.title, b.bug_id);
  });
}

void add_known(std::vector<KnownBugs>& list, const triage::Standing& standing, const std::string& branch,
               std::set<std::string>& counted, const std::string& bug) {
  auto found =
      std::find_if(list.begin(), list.end(), [&](const KnownBugs& each) { return each.root == standing.root; });
  if (found == list.end())
    found = list.insert(list.end(), {standing.root, standing.rule == nullptr ? "" : standing.rule->upstream, 0, {}});
  if (std::find(found->branches.begin(), found->branches.end(), branch) == found->branches.end())
    found->branches.push_back(branch);
  if (counted.insert(standing.root + " " + bug).second) ++found->bugs;
}

void add_branches(NightReport& report, const Plan& plan, const std::vector<store::NightBranch>& now,
                  const std::vector<store::NightBranch>& before) {
  for (const Branch& branch : plan.branches) {
    ReportedBranch line;
    line.name = branch.name;
    if (const Branch* baseline = plan.baseline_of(branch)) line.baseline = baseline->name;
    for (const store::NightBranch& row : now)
      if (row.branch == branch.name)
        line.state = name_of(row.state), line.compiler = row.compiler, line.revision = row.revision,
        line.failure = row.failure;
    for (const store::NightBranch& row : before)
      if (row.branch == branch.name) line.before = row.compiler;
    report.branches.push_back(line);
  }
}

/// Pairs of a night by "FEATURE JUDGE PIPELINE".
Result<std::map<std::string, std::uint64_t>> surface_of(store::Store& store,
                                                        const std::vector<store::NightHunt>& hunts) {
  std::map<std::string, std::uint64_t> cells;
  for (const store::NightHunt& row : hunts) {
    if (row.hunt_id.empty()) continue;
    auto hunt = store.find_hunt(row.hunt_id);
    if (!hunt) return Error{hunt.error()};
    if (!*hunt) continue;
    for (const auto& [words, count] : (*hunt)->statistics.surface) cells[words] += count;
  }
  return cells;
}

/// Empty: something was. A hunt that ends without a verdict has found nothing, which says nothing.
std::string why_nothing_was_judged(const store::NightHunt& row, const std::optional<store::Hunt>& hunt) {
  if (!hunt) return row.hunt_id.empty() ? "" : "the database does not hold its hunt";
  const HuntStatistics& s = hunt->statistics;
  if (s.executions == 0) return "no mutant was made in its time";
  const std::uint64_t judged = s.checked_syntax + s.checked_exhaustive + s.checked_interpreter + s.checked_smt;
  if (judged != 0 || s.failures != 0 || s.unknown + s.unsupported == 0) return "";
  return "nothing could be judged: " + std::to_string(s.unknown) + " unknown, " + std::to_string(s.unsupported) +
         " unsupported";
}

Status add_hunts(NightReport& report, store::Store& store, const std::vector<store::NightHunt>& hunts) {
  std::map<std::string, std::uint64_t> left_out;
  for (const store::NightHunt& row : hunts) {
    ReportedHunt line;
    line.branch = row.branch;
    line.pipeline = row.pipeline;
    line.failure = row.failure;
    auto hunt = row.hunt_id.empty() ? Result<std::optional<store::Hunt>>(std::nullopt) : store.find_hunt(row.hunt_id);
    if (!hunt) return Error{hunt.error()};
    if (*hunt) {
      const HuntStatistics& s = (*hunt)->statistics;
      line.mutants = s.mutants;
      line.judged = s.checked_syntax + s.checked_exhaustive + s.checked_interpreter + s.checked_smt;
      line.unknown = s.unknown;
      line.unsupported = s.unsupported;
      line.seconds = s.seconds;
      for (const auto& [reason, count] : s.unknown_reasons) left_out["unknown: " + reason] += count;
      for (const auto& [reason, count] : s.unsupported_reasons)
        left_out[(reason.starts_with("compiler: its output") ? row.branch + ": " : "unsupported: ") + reason] += count;
    }
    if (line.failure.empty()) line.failure = why_nothing_was_judged(row, *hunt);
    if (!line.failure.empty()) ++left_out["not hunted: " + row.branch + ", " + row.pipeline + ": " + line.failure];
    report.hunts.push_back(line);
  }
  for (const auto& [what, count] : left_out) report.left_out.push_back({what, count});
  return std::nullopt;
}

Status add_surface(NightReport& report, store::Store& store, const std::vector<store::NightHunt>& now,
                   const std::vector<store::NightHunt>& before) {
  auto cells = surface_of(store, now), earlier = surface_of(store, before);
  if (!cells) return Error{cells.error()};
  if (!earlier) return Error{earlier.error()};
  for (const auto& [words, count] : *earlier) cells->emplace(words, 0);
  for (const auto& [words, count] : *cells) {
    const SurfaceWord word(words);
    SurfaceCell cell{word.pipeline, word.feature, word.judge};
    cell.pairs = count;
    if (const auto found = earlier->find(words); found != earlier->end()) cell.before = found->second;
    report.surface.push_back(cell);
  }
  std::sort(report.surface.begin(), report.surface.end(), [](const SurfaceCell& a, const SurfaceCell& b) {
    return std::tie(a.pipeline, a.feature, a.judge) < std::tie(b.pipeline, b.feature, b.judge);
  });
  return std::nullopt;
}

Status add_costs(NightReport& report, store::Store& store, const Plan& plan) {
  const auto now = store.costs_of_night(report.night), before = store.costs_of_night(report.previous);
  if (!now) return Error{now.error()};
  if (!before) return Error{before.error()};
  for (const Branch& branch : plan.branches)
    for (const store::NightCosts& row : *now) {
      const Branch* baseline = plan.baseline_of(branch);
      if (row.branch != branch.name || baseline == nullptr) continue;
      ReportedCosts costs{branch.name, baseline->name, row.failure, comparison_of(row), {}};
      if (costs.comparison) costs.comparison->inputs.clear();
      for (const store::NightCosts& earlier : *before)
        if (earlier.branch == branch.name)
          if (const auto comparison = comparison_of(earlier)) costs.before = comparison->summaries;
      if (!costs.failure.empty()) report.left_out.push_back({"costs of " + branch.name + ": " + costs.failure, 1});
      if (costs.comparison && !costs.comparison->not_compared.empty())
        report.left_out.push_back(
            {"costs of " + branch.name + ": inputs that were not compared", costs.comparison->not_compared.size()});
      report.costs.push_back(std::move(costs));
    }
  return std::nullopt;
}

/// Moves out what was told before, and counts it.
template <class T, class KeyOf>
std::uint64_t take_known(std::vector<T>& all, const std::vector<T>& before, KeyOf key_of) {
  std::set<std::string> known;
  for (const T& each : before) known.insert(key_of(each));
  return std::erase_if(all, [&](const T& each) { return known.contains(key_of(each)); });
}

Status add_missed(NightReport& report, store::Store& store, const Plan& plan, const store::Night& night) {
  const auto now = store.missed_of_night(night.id), before = store.missed_before(night);
  if (!now) return Error{now.error()};
  if (!before) return Error{before.error()};
  for (const Branch& branch : plan.branches)
    for (const store::NightMissed& row : *now) {
      if (row.branch != branch.name) continue;
      ReportedMissed missed{branch.name, row.failure, missed_of(row).value_or(application::Missed()), 0, 0};
      for (const store::NightMissed& earlier : *before) {
        const auto told = earlier.branch == branch.name ? missed_of(earlier) : std::nullopt;
        if (!told) continue;
        missed.known_rules +=
            take_known(missed.missed.rules, told->rules, [](const auto& each) { return each.rule.text; });
        missed.known_regressions +=
            take_known(missed.missed.regressions, told->regressions, [](const auto& each) { return each.key; });
      }
      if (!row.failure.empty()) report.left_out.push_back({"what " + branch.name + " misses: " + row.failure, 1});
      if (missed.missed.undecided != 0)
        report.left_out.push_back(
            {"what " + branch.name + " misses: functions without an answer", missed.missed.undecided});
      report.missed.push_back(std::move(missed));
    }
  return std::nullopt;
}

Status add_bugs(NightReport& report, store::Store& store, const Plan& plan, const triage::Roots& known,
                const std::vector<store::NightBug>& now, const std::vector<store::NightBug>& before) {
  auto compilers = compilers_of(store, now, before);
  if (!compilers) return Error{compilers.error()};
  const Sorter sorter(plan, now, before, std::move(*compilers));
  std::set<std::string> counted;
  std::map<std::string, std::uint64_t> unanswered;
  for (const Branch& branch : plan.branches)  // in the plan's order
    for (const store::NightBug& row : now) {
      if (row.branch != branch.name) continue;
      Fate fate = sorter.fate_of(row);
      if (fate == Fate::Nothing) continue;
      if (fate == Fate::Unanswered) {
        ++unanswered[branch.name];
        continue;
      }
      auto bug = store.find_bug(row.bug_id);
      if (!bug) return Error{bug.error()};
      if (fate == Fate::InBaseline) {
        for (ReportedBranch& line : report.branches) line.in_baseline += line.name == branch.name ? 1 : 0;
        continue;
      }
      const triage::Standing standing = known.standing_of(bug->best, report.started_at.substr(0, 10));
      if (!standing.root.empty() && (fate == Fate::New || fate == Fate::Open || fate == Fate::OfBaseline)) {
        add_known(report.known, standing, branch.name, counted, bug->id);
        continue;
      }
      if (fate == Fate::New && standing.kind == triage::Standing::Kind::Analysing) fate = Fate::Analysing;
      std::vector<ReportedBug>* const lists[] = {&report.new_bugs,     &report.regressed, &report.fixed,
                                                 &report.open,         nullptr,           &report.undecided,
                                                 &report.of_baselines, &report.analysing, &report.undecided};
      const std::string note = sorter.baseline_answer(row) == NightAnswer::Undecided
                                   ? "its baseline is undecided: " + row.why
                               : fate == Fate::Undecided   ? row.why
                               : fate == Fate::GoneUnfixed ? kGoneUnfixed
                                                           : "";
      add(*lists[static_cast<int>(fate)], *bug, branch.name, note);
    }
  for (const auto& [branch, count] : unanswered)
    report.left_out.push_back({"bugs of other branches that got no answer in " + branch, count});
  for (auto* list : {&report.new_bugs, &report.regressed, &report.fixed, &report.open, &report.undecided,
                     &report.analysing, &report.of_baselines})
    sort(*list);
  std::sort(report.known.begin(), report.known.end(),
            [](const KnownBugs& a, const KnownBugs& b) { return a.root < b.root; });
  return std::nullopt;
}

/// What is still being analysed may be new: nobody is to miss it.
std::int64_t exit_code_of(const NightReport& report) {
  const auto has_failed = [](const auto& line) { return !line.failure.empty(); };
  if (std::all_of(report.hunts.begin(), report.hunts.end(), has_failed)) return 2;
  const bool failed = std::any_of(report.branches.begin(), report.branches.end(), has_failed) ||
                      std::any_of(report.hunts.begin(), report.hunts.end(), has_failed);
  return report.new_bugs.empty() && report.regressed.empty() && report.analysing.empty() && !failed ? 0 : 1;
}

}  // namespace

Result<NightReport> make_report(store::Store& store, const Plan& plan, const store::Night& night) {
  NightReport report;
  report.night = night.id;
  report.plan = night.plan;
  report.started_at = night.started_at;
  report.finished_at = night.finished_at;
  report.assay_version = assay_version();
  const auto known = known_of(plan);
  if (!known) return Error{known.error()};
  auto nights = store.list_nights(night.plan, ~0u);
  if (!nights) return Error{nights.error()};
  auto at = std::find_if(nights->begin(), nights->end(), [&](const store::Night& each) { return each.id == night.id; });
  for (at = at == nights->end() ? at : at + 1; at != nights->end(); ++at)
    if (at->state == store::NightState::Finished) {
      report.previous = at->id;
      break;
    }
  const auto branches = store.branches_of_night(night.id), branches_before = store.branches_of_night(report.previous);
  const auto hunts = store.hunts_of_night(night.id), hunts_before = store.hunts_of_night(report.previous);
  const auto bugs = store.bugs_of_night(night.id), bugs_before = store.answers_before(night);
  for (const auto* rows : {&branches, &branches_before})
    if (!*rows) return Error{rows->error()};
  for (const auto* rows : {&hunts, &hunts_before})
    if (!*rows) return Error{rows->error()};
  for (const auto* rows : {&bugs, &bugs_before})
    if (!*rows) return Error{rows->error()};
  add_branches(report, plan, *branches, *branches_before);
  if (Status bad = add_bugs(report, store, plan, *known, *bugs, *bugs_before)) return *bad;
  if (Status bad = add_hunts(report, store, *hunts)) return *bad;
  if (Status bad = add_surface(report, store, *hunts, *hunts_before)) return *bad;
  if (Status bad = add_costs(report, store, plan)) return *bad;
  if (Status bad = add_missed(report, store, plan, night)) return *bad;
  report.exit_code = exit_code_of(report);
  return report;
}

std::string to_json_text(const NightReport& report) { return json_text(report); }

std::optional<NightReport> report_of_json(const std::string& text) {
  const auto json = nlohmann::json::parse(text, nullptr, false);
  if (!json.is_object()) return std::nullopt;
  try {
    return json.get<NightReport>();
  } catch (const nlohmann::json::exception&) {
    return std::nullopt;
  }
}

}  // namespace assay::nightly
