#include "services/cli/roots.h"

#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <map>
#include <nlohmann/json.hpp>

#include "services/application/causes.h"
#include "services/cli/render.h"
#include "services/common/text.h"
#include "services/common/user_words.h"

namespace assay::cli {
namespace {

/// How wide columns must be for all bugs of a list.
struct Widths {
  std::size_t status = 0, culprit = 0, count = 0, compilers = 0;

  Widths(const triage::Roots& roots, const std::vector<Bug>& bugs) {
    for (const Bug& bug : bugs) {
      status = std::max(status, std::strlen(word_of(roots.standing_of(bug), bug.status)));
      culprit = std::max(culprit, culprit_of(bug).size());
      count = std::max(count, std::to_string(bug.count).size());
      compilers = std::max(compilers, joined(bug.compilers, ",").size());
    }
  }
  static std::string culprit_of(const Bug& bug) { return bug.culprit.empty() ? "?" : bug.culprit; }
  std::string line_of(const Bug& bug, const char* word) const {
    return "  " + bug.id + "  " + padded(word, status) + "  " + padded(culprit_of(bug), culprit) + "  " +
           padded(std::to_string(bug.count) + " x", count + 2) + "  " + bug.last_seen.substr(0, 16) + "  " +
           padded(joined(bug.compilers, ","), compilers) + "  " + bug.title + "\n";
  }
};

std::string line_of(const Finding& finding) {
  return "    " + finding.id().substr(0, 12) + "  " + (finding.checked ? "checked  " : "unchecked") + "  " +
         padded(std::to_string(finding.reduced.size()) + " bytes", 11) + " " + finding.found_at + "  " +
         finding.compiler.version + "  " + finding.reduced_run() +
         (finding.unfinished ? "  (reduction not finished)" : "") + "\n";
}

Status print_findings(rpc::CoordinatorLink& link, const Bug& bug, std::uint32_t most) {
  auto findings = link.findings_of(bug.id, most);
  if (!findings) return Error{findings.error()};
  for (const Finding& finding : *findings) print(line_of(finding));
  if (bug.count > findings->size())
    std::printf("    %llu more (assay findings %s)\n", static_cast<unsigned long long>(bug.count - findings->size()),
                bug.id.c_str());
  return {};
}

using triage::Standing;

constexpr Standing::Kind kKinds[] = {Standing::Kind::New, Standing::Kind::Analysing, Standing::Kind::Known,
                                     Standing::Kind::Tolerated};

}  // namespace

void add_root_options(CLI::App& verb, RootOptions& options) {
  verb.add_option("--known", options.known,
                  "YAML file of known causes (those that come with Assay; docs/known-roots.md)")
      ->check(CLI::ExistingFile);
  verb.add_option("--tolerate", options.tolerate,
                  "semantics variants and ids of known causes whose bugs are counted and listed last, or none\n"
                  "(" +
                      joined(options.tolerate, ",") + ")")
      ->delimiter(',')
      ->allow_extra_args(false);
}

Result<triage::Roots> open_roots(const RootOptions& options) {
  const bool none = options.tolerate == std::vector<std::string>{"none"};
  auto roots = triage::Roots::open(options.known, none ? std::vector<std::string>() : options.tolerate);
  if (!roots) return roots;
  if (const std::vector<std::string> unknown = roots->unknown_words(); !unknown.empty())
    return Error{"--tolerate=" + joined(unknown, ",") +
                 ": is neither a semantics variant (assay check --help) nor the id of a known cause, nor none" +
                 guess(unknown.front(), roots->words())};
  return roots;
}

Status print(const triage::Roots& roots, rpc::CoordinatorLink& link, const std::vector<Bug>& bugs,
             std::uint32_t findings) {
  const char* const format = isatty(STDOUT_FILENO) != 0 ? "%s\033[1m%s\033[0m\n" : "%s%s\n";
  const Widths widths(roots, bugs);
  bool first = true;
  for (const Standing::Kind kind : kKinds) {
    const auto groups = roots.groups_of(bugs, kind);
    if (groups.empty()) continue;
    std::printf(format, first ? "" : "\n", name_of(kind));
    first = false;
    for (const auto& [rule, members] : groups) {
      if (rule != nullptr) print("  " + render(application::known_cause(*rule)) + "\n");
      for (const Bug* bug : members) {
        print(widths.line_of(*bug, word_of(roots.standing_of(*bug), bug->status)));
        if ((kind == Standing::Kind::New || kind == Standing::Kind::Analysing) && findings != 0)
          if (Status bad = print_findings(link, *bug, findings)) return bad;
      }
    }
  }
  std::fflush(stdout);  // what stands on standard error comes behind it
  return {};
}

std::string summary(const triage::Roots& roots, const std::vector<Bug>& bugs) {
  std::map<Standing::Kind, std::size_t> counts;
  for (const Bug& bug : bugs) ++counts[roots.standing_of(bug).kind];
  std::string text;
  for (const Standing::Kind kind : {Standing::Kind::New, Standing::Kind::Known, Standing::Kind::Tolerated})
    text += (text.empty() ? "" : ", ") + std::to_string(counts[kind]) + " " + name_of(kind);
  if (const std::size_t open = counts[Standing::Kind::Analysing]; open != 0)
    text += ", " + std::to_string(open) + " " + name_of(Standing::Kind::Analysing);
  return text;
}

}  // namespace assay::cli
