#include "services/cli/roots.h"

#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <nlohmann/json.hpp>

#include "services/cli/render.h"
#include "services/common/text.h"
#include "services/worker/semantics/variant.h"

namespace assay::cli {
namespace {

bool contains(const std::vector<std::string>& list, const std::string& word) {
  return std::find(list.begin(), list.end(), word) != list.end();
}

/// Somebody has dealt with it.
bool is_settled(const std::string& status) { return status != "new" && status != "confirmed" && status != "regressed"; }

/// How wide columns must be for all bugs of a list.
struct Widths {
  std::size_t status = 0, culprit = 0, count = 0, compilers = 0;

  explicit Widths(const std::vector<Bug>& bugs) {
    for (const Bug& bug : bugs) {
      status = std::max(status, bug.status.size());
      culprit = std::max(culprit, culprit_of(bug).size());
      count = std::max(count, std::to_string(bug.count).size());
      compilers = std::max(compilers, joined(bug.compilers, ",").size());
    }
  }
  static std::string culprit_of(const Bug& bug) { return bug.culprit.empty() ? "?" : bug.culprit; }
  std::string line_of(const Bug& bug) const {
    return "  " + bug.id + "  " + padded(bug.status, status) + "  " + padded(culprit_of(bug), culprit) + "  " +
           padded(std::to_string(bug.count) + " x", count + 2) + "  " + bug.last_seen.substr(0, 16) + "  " +
           padded(joined(bug.compilers, ","), compilers) + "  " + bug.title + "\n";
  }
};

std::string line_of(const Finding& finding) {
  return "    " + finding.id().substr(0, 12) + "  " + (finding.checked ? "checked  " : "unchecked") + "  " +
         padded(std::to_string(finding.reduced.size()) + " bytes", 11) + " " + finding.found_at + "  " +
         finding.compiler.version + "  " + finding.reduced_pipeline +
         (finding.unfinished ? "  (reduction not finished)" : "") + "\n";
}

std::string line_of(const triage::KnownRoot& rule) {
  return "  = " + rule.id + " (" + rule.state + (rule.upstream.empty() ? "" : ", " + rule.upstream) +
         "): " + rule.reason + "\n";
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

constexpr Standing::Kind kKinds[] = {Standing::Kind::New, Standing::Kind::Known, Standing::Kind::Tolerated};

}  // namespace

void add_root_options(CLI::App& verb, RootOptions& options) {
  verb.add_option("--known", options.known,
                  "YAML file of known roots (those that come with Assay; docs/known-roots.md)")
      ->check(CLI::ExistingFile);
  verb.add_option("--tolerate", options.tolerate,
                  "relaxations and ids of known roots whose bugs are counted and listed last, or none\n"
                  "(memory=integers,undef-store=nothing,opt-14-typeless-accesses)")
      ->delimiter(',')
      ->allow_extra_args(false);
}

const char* name_of(Standing::Kind kind) {
  switch (kind) {
    case Standing::Kind::New:
      return "new";
    case Standing::Kind::Known:
      return "known";
    case Standing::Kind::Tolerated:
      return "tolerated";
  }
  return "new";
}

Result<Roots> Roots::open(const RootOptions& options) {
  Roots roots;
  if (options.known.empty()) {
    roots.known_ = &triage::KnownRoots::shipped();
  } else {
    auto read = triage::KnownRoots::open(options.known);
    if (!read) return read.wrap("--known");
    roots.own_ = std::move(*read);
  }
  roots.tolerate_ = options.tolerate;
  if (roots.tolerate_ == std::vector<std::string>{"none"}) roots.tolerate_.clear();
  const auto& rules = (roots.known_ != nullptr ? *roots.known_ : roots.own_).rules();
  for (const std::string& word : roots.tolerate_) {
    const auto words = semantics::relaxations();
    const bool is_rule =
        std::any_of(rules.begin(), rules.end(), [&](const triage::KnownRoot& rule) { return rule.id == word; });
    const bool is_default = contains(RootOptions().tolerate, word);
    if (!is_rule && !is_default && std::find(words.begin(), words.end(), word) == words.end())
      return Error{"--tolerate=" + word +
                   ": is neither a relaxation (assay check --help) nor the id of a known root, nor none"};
  }
  return roots;
}

Standing Roots::standing_of(const Bug& bug) const {
  Standing standing;
  standing.rule = (known_ != nullptr ? *known_ : own_).match(bug.best, utc_now().substr(0, 10));
  if (triage::tolerates(tolerate_, bug.best.explained_by) ||
      (standing.rule != nullptr && contains(tolerate_, standing.rule->id)))
    standing.kind = Standing::Kind::Tolerated;
  else if (standing.rule != nullptr || is_settled(bug.status))
    standing.kind = Standing::Kind::Known;
  return standing;
}

Status Roots::print(rpc::CoordinatorLink& link, const std::vector<Bug>& bugs, std::uint32_t findings) const {
  const char* const format = isatty(STDOUT_FILENO) != 0 ? "%s\033[1m%s\033[0m\n" : "%s%s\n";
  const Widths widths(bugs);
  bool first = true;
  for (const Standing::Kind kind : kKinds) {
    // Bugs of one rule stand together, where the first of them would; those of no rule each by itself.
    std::vector<std::pair<const triage::KnownRoot*, std::vector<const Bug*>>> groups;
    for (const Bug& bug : bugs) {
      const Standing standing = standing_of(bug);
      if (standing.kind != kind) continue;
      auto group = std::find_if(groups.begin(), groups.end(), [&](const auto& entry) {
        return standing.rule != nullptr && entry.first == standing.rule;
      });
      if (group == groups.end()) group = groups.insert(groups.end(), {standing.rule, {}});
      group->second.push_back(&bug);
    }
    if (groups.empty()) continue;
    std::printf(format, first ? "" : "\n", name_of(kind));
    first = false;
    for (const auto& [rule, members] : groups) {
      if (rule != nullptr) cli::print(line_of(*rule));
      for (const Bug* bug : members) {
        cli::print(widths.line_of(*bug));
        if (kind == Standing::Kind::New && findings != 0)
          if (Status bad = print_findings(link, *bug, findings)) return bad;
      }
    }
  }
  std::fflush(stdout);  // what stands on standard error comes behind it
  return {};
}

std::string Roots::summary(const std::vector<Bug>& bugs) const {
  std::size_t counts[3] = {};
  for (const Bug& bug : bugs) ++counts[static_cast<int>(standing_of(bug).kind)];
  return std::to_string(counts[0]) + " new, " + std::to_string(counts[1]) + " known, " + std::to_string(counts[2]) +
         " tolerated";
}

nlohmann::json Roots::json_of(const Bug& bug) const {
  nlohmann::json json = to_json(bug);
  const Standing standing = standing_of(bug);
  json["standing"] = name_of(standing.kind);
  json["known_root"] = nullptr;
  if (standing.rule != nullptr)
    json["known_root"] = {
        {"id", standing.rule->id},         {"state", standing.rule->state}, {"upstream", standing.rule->upstream},
        {"reason", standing.rule->reason}, {"owner", standing.rule->owner}, {"expires", standing.rule->expires}};
  return json;
}

}  // namespace assay::cli
