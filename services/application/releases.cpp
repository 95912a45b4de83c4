#include "services/application/releases.h"

#include <algorithm>
#include <sstream>

#include "services/application/replay.h"
#include "services/channel/isolated.h"
#include "services/common/text.h"
#include "services/worker/codegen/compiler.h"
#include "services/worker/hunt/equipment.h"
#include "services/worker/hunt/place.h"

namespace assay::application {
namespace {

constexpr std::chrono::seconds kPlaceTime{180};  // by the clock: an installed opt is started for each neighbour
constexpr std::size_t kPlaceMemory = std::size_t{2} << 30;

/// The programs among the installed compilers that are of the finding's kind, oldest first.
std::vector<std::unique_ptr<optimize::Compiler>> installed(const Finding& finding) {
  std::vector<std::unique_ptr<optimize::Compiler>> compilers;
  for (const std::string& path :
       is_llc(finding.compiler) ? codegen::installed_llcs() : hunt::Equipment::installed_compilers()) {
    if (path == "linked") continue;
    if (auto compiler = codegen::open_compiler(path)) compilers.push_back(std::move(*compiler));
  }
  std::sort(compilers.begin(), compilers.end(),
            [](const auto& a, const auto& b) { return a->major_version() < b->major_version(); });
  return compilers;
}

report::Context context_for(const Finding& finding, std::string& no_place) {
  const Releases releases = ask_releases(finding);
  no_place.clear();
  report::Context context;
  context.releases = releases.asked;
  context.right = releases.right;
  context.known = triage::KnownRoots::shipped().match(finding, utc_now().substr(0, 10));
  if (finding.kind != FindingKind::Miscompile || is_llc(finding.compiler)) return context;  // an opt has places
  IsolatedWorker worker(
      [&](const std::string&, const IsolatedWorker::Provisional&) {
        const auto place = hunt::find_place(finding);
        return place ? "+" + joined(*place, "\n") : "-" + place.error();
      },
      {kPlaceTime, kPlaceMemory});
  const auto answer = worker.ask("");
  if (!answer.text.starts_with('+')) {
    no_place =
        "the place in the compiler is not known: " + (answer.text.empty() ? answer.message : answer.text.substr(1));
    return context;
  }
  std::istringstream lines(answer.text.substr(1));
  for (std::string line; std::getline(lines, line);) context.place.push_back(line);
  return context;
}

}  // namespace

Releases ask_releases(const Finding& finding) {
  Releases releases;
  for (const auto& compiler : installed(finding)) {
    const Replay said = replay(*compiler, finding);
    releases.asked.push_back(
        {compiler->id().version, said.kind != Replay::Kind::Undecided, said.kind == Replay::Kind::Shows});
    if (said.kind == Replay::Kind::Absent) releases.right = said.answer.run.ir;
  }
  return releases;
}

std::string Releases::first_bad() const {
  for (const auto& release : asked)
    if (release.shows) return release.version;
  return "";
}

bool Releases::shows_in_oldest() const {
  for (const auto& release : asked)
    if (release.decided) return release.shows;
  return false;
}

std::string Releases::fixed_in() const {
  std::string fixed;
  bool bad = false;
  for (const auto& release : asked) {
    if (release.shows) fixed.clear();
    if (bad && release.decided && !release.shows && fixed.empty()) fixed = release.version;
    bad |= release.shows;
  }
  return fixed;
}

std::string Releases::text() const {
  std::string with, without;
  for (const auto& release : asked) {
    if (!release.decided) continue;
    std::string& list = release.shows ? with : without;
    list += (list.empty() ? "" : ", ") + release.version;
  }
  return (with.empty() ? "shows in none" : "shows in " + with) + (without.empty() ? "" : ", not in " + without);
}

Status export_bundle(const Finding& finding, const std::string& folder, std::string& no_place) {
  return report::write_bundle(finding, folder, context_for(finding, no_place));
}

}  // namespace assay::application
