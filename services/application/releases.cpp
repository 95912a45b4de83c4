#include "services/application/releases.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <optional>
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

/// The linked LLVM where no opt of its release is installed, as is so where only the package is.
void add_linked(std::vector<std::unique_ptr<optimize::Compiler>>& compilers) {
  auto linked = optimize::open_compiler("linked");
  if (!linked) return;
  const auto same = [&](const auto& each) { return each->major_version() == (*linked)->major_version(); };
  if (std::ranges::none_of(compilers, same)) compilers.push_back(std::move(*linked));
}

/// The programs among the installed compilers that are of the finding's kind, oldest first.
std::vector<std::unique_ptr<optimize::Compiler>> installed(const Finding& finding) {
  std::vector<std::unique_ptr<optimize::Compiler>> compilers;
  if (is_llc(finding.compiler)) {
    for (const std::string& path : codegen::installed_llcs())
      if (auto compiler = codegen::open_compiler(path)) compilers.push_back(std::move(*compiler));
  } else {
    compilers = hunt::Equipment::open_installed();
    std::erase_if(compilers, [](const auto& each) { return each->id().path == "linked"; });
    add_linked(compilers);
  }
  std::sort(compilers.begin(), compilers.end(),
            [](const auto& a, const auto& b) { return a->major_version() < b->major_version(); });
  return compilers;
}

/// The installed compiler of the finding's version; null: there is none.
std::unique_ptr<optimize::Compiler> compiler_of(const Finding& finding) {
  for (auto& compiler : installed(finding))
    if (compiler->id().version == finding.compiler.version) return std::move(compiler);
  return nullptr;
}

std::optional<std::string> find_script(const std::string& name) {
  std::istringstream folders(std::getenv("PATH") == nullptr ? "" : std::getenv("PATH"));
  for (std::string folder; std::getline(folders, folder, ':');)
    if (std::filesystem::exists(folder + "/" + name)) return folder + "/" + name;
  return std::nullopt;
}

report::Context context_for(const Finding& finding, std::vector<std::string>& notes) {
  const Releases releases = ask_releases(finding);
  report::Context context;
  context.releases = releases.asked;
  context.right = releases.right;
  context.right_release = releases.right_release;
  if (const auto compiler = compiler_of(finding)) context.passes = plain_passes(*compiler, finding);
  context.known = triage::KnownRoots::shipped().match(finding, utc_now().substr(0, 10));
  if (finding.kind != FindingKind::Miscompile || is_llc(finding.compiler)) return context;  // an opt has places
  IsolatedWorker worker(
      [&](const std::string&, const IsolatedWorker::Provisional&) {
        const auto place = hunt::find_place(finding);
        return place ? "+" + joined(*place, "\n") : "-" + place.error();
      },
      {kPlaceTime, kPlaceMemory});
  const auto answer = worker.ask("");
  if (answer.text.starts_with('+'))
    context.place = lines_of(answer.text.substr(1));
  else
    notes.push_back("which function of LLVM makes the mistake is not known: " +
                    (answer.text.empty() ? answer.message : answer.text.substr(1)));
  return context;
}

}  // namespace

std::string plain_passes(optimize::Compiler& compiler, const Finding& finding) {
  const std::string plain = optimize::plain_pipeline(finding.reduced_pipeline);
  if (is_llc(finding.compiler) || plain.find("instcombine") == std::string::npos) return "";
  optimize::Limits limits;
  limits.opt_args = finding.question.opt_args;
  const auto usual = compiler.run(finding.reduced, finding.reduced_pipeline, limits);
  const auto checked =
      compiler.run(finding.reduced, optimize::pipeline_with_fixpoint_check(finding.reduced_pipeline), limits);
  const bool stopped_by_check = checked.message.find("did not reach a fixpoint") != std::string::npos;
  return usual.end == checked.end && usual.ir == checked.ir && !stopped_by_check ? plain : "";
}

Releases ask_releases(const Finding& finding) {
  Releases releases;
  for (const auto& compiler : installed(finding)) {
    const Replay said = replay(*compiler, finding);
    releases.asked.push_back(
        {compiler->id().version, said.kind != Replay::Kind::Undecided, said.kind == Replay::Kind::Shows});
    if (said.kind != Replay::Kind::Absent) continue;
    releases.right = said.answer.run.ir;
    releases.right_release = compiler->id().version;
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

Result<std::vector<std::string>> export_bundle(const Finding& finding, const std::string& folder,
                                               const std::string& update_test_checks) {
  std::error_code error;  // told before the compilers are asked, which takes its time
  std::filesystem::create_directories(folder, error);
  if (error) return Error{folder + ": " + error.message()};
  std::vector<std::string> notes;
  report::Context context = context_for(finding, notes);
  context.update_test_checks =
      update_test_checks.empty() ? find_script("update_test_checks.py").value_or("") : update_test_checks;
  if (Status bad = report::write_bundle(finding, folder, context, &notes)) return *bad;
  return notes;
}

}  // namespace assay::application
