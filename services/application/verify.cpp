#include "services/application/verify.h"

#include "services/application/replay.h"
#include "services/worker/hunt/equipment.h"
#include "services/worker/triage/standing.h"

namespace assay::application {
namespace {

Status recheck_one(store::Store& store, const Bug& bug, Rechecked& counts) {
  auto findings = store.findings_of(bug.id);
  if (!findings) return Error{findings.error()};
  for (const Finding& finding : *findings) {
    if (finding.checked) break;  // smaller ones were asked before
    auto compiler = hunt::installed_compiler(finding.compiler);
    if (!compiler) {
      ++counts.no_compiler;
      continue;
    }
    if (replay(**compiler, finding).kind != Replay::Kind::Shows) {
      ++counts.not_confirmed;
      continue;
    }
    if (Status bad = store.set_checked(finding.id())) return bad;
    ++counts.confirmed;
    break;
  }
  return {};
}

bool is_gone_where_found(const Finding& finding) {
  const auto compiler = hunt::installed_compiler(finding.compiler);
  return compiler && replay(**compiler, finding).kind == Replay::Kind::Absent;
}

store::BugChange change_for(const Bug& bug, const Releases& releases) {
  store::BugChange change;
  change.bug_id = bug.id;
  change.who = "assay verify";
  change.why = releases.text();
  const std::string fixed = releases.fixed_in();
  const bool open = !triage::is_settled(bug.status) || bug.status == BugStatus::Reported;
  if (open && !fixed.empty()) {
    change.status = BugStatus::Fixed;
    change.fixed_in = fixed;
  } else if (bug.status == BugStatus::New && !releases.first_bad().empty()) {
    change.status = BugStatus::Confirmed;
  }
  return change;
}

Result<std::vector<Bug>> bugs_to_verify(rpc::CoordinatorLink& link, const std::string& bug) {
  std::vector<Bug> bugs;
  if (!bug.empty()) {
    auto found = link.find_bug(bug);
    if (!found) return Error{found.error()};
    bugs.push_back(std::move(*found));
    return bugs;
  }
  store::BugFilter all;
  all.limit = ~0u;
  auto page = link.list_bugs(all);
  if (!page) return Error{page.error()};
  bugs = std::move(page->bugs);
  std::erase_if(bugs, [](const Bug& each) { return triage::is_dismissed(each.status); });
  return bugs;
}

}  // namespace

Result<Rechecked> recheck(store::Store& store, const std::string& bug) {
  std::vector<Bug> bugs;
  if (!bug.empty()) {
    auto found = store.find_bug(bug);
    if (!found) return Error{found.error()};
    bugs.push_back(std::move(*found));
  } else {
    store::BugFilter all;
    all.limit = ~0u;
    auto found = store.list_bugs(all);
    if (!found) return Error{found.error()};
    bugs = std::move(*found);
  }
  Rechecked counts;
  for (const Bug& each : bugs)
    if (Status bad = recheck_one(store, each, counts)) return *bad;
  return counts;
}

Status verify(rpc::CoordinatorLink& link, const std::string& bug, bool changes,
              const std::function<void(const Verified&)>& told) {
  auto bugs = bugs_to_verify(link, bug);
  if (!bugs) return Error{bugs.error()};
  for (Bug& each : *bugs) {
    Releases releases = ask_releases(each.best);
    store::BugChange change = change_for(each, releases);
    const bool gone = is_gone_where_found(each.best);
    if (gone) change.status.reset(), change.fixed_in.clear();
    if (changes && change.status)
      if (Status bad = link.change_bug(change)) return bad;
    told({std::move(each), std::move(releases), std::move(change), gone});
  }
  return {};
}

}  // namespace assay::application
