#include "services/worker/triage/standing.h"

#include <algorithm>
#include <sstream>

#include "services/common/fields.h"
#include "services/common/hash.h"
#include "services/common/records.h"
#include "services/worker/semantics/variant.h"

namespace assay::triage {
namespace {

constexpr std::size_t kDayDigits = 10;
constexpr std::string_view kStandings[] = {"new", "known", "tolerated", "still being analysed"};

bool contains(const std::vector<std::string>& list, const std::string& word) {
  return std::find(list.begin(), list.end(), word) != list.end();
}

/// Are all of the relaxations that explain a finding among these words? Not if none explains it.
bool tolerates(const std::vector<std::string>& words, const std::string& explained_by) {
  std::istringstream relaxations(explained_by);
  for (std::string word; std::getline(relaxations, word, ',');)
    if (!contains(words, word)) return false;
  return !explained_by.empty();
}

}  // namespace

const std::vector<std::string>& tolerated_by_default() {
  static const std::vector<std::string> words{"memory=integers", "undef-store=nothing", "nan=payload",
                                              "opt-14-typeless-accesses"};
  return words;
}

bool is_settled(BugStatus status) {
  return status != BugStatus::New && status != BugStatus::Confirmed && status != BugStatus::Regressed;
}
bool is_dismissed(BugStatus status) {
  return status == BugStatus::Invalid || status == BugStatus::Duplicate || status == BugStatus::WontFix;
}

const char* name_of(Standing::Kind kind) { return kStandings[static_cast<int>(kind)].data(); }
std::optional<Standing::Kind> enumerator_of(std::string_view name, std::type_identity<Standing::Kind>) {
  return enumerator_in<Standing::Kind>(kStandings, name);
}

unsigned place_of(Standing::Kind kind) {
  switch (kind) {
    case Standing::Kind::New:
      return 0;
    case Standing::Kind::Analysing:
      return 1;
    case Standing::Kind::Known:
      return 2;
    case Standing::Kind::Tolerated:
      return 3;
  }
  return 0;
}

const char* word_of(const Standing& standing, BugStatus status) {
  return status == BugStatus::New && standing.kind != Standing::Kind::New ? name_of(standing.kind) : name_of(status);
}

Result<Roots> Roots::open(const std::string& file, std::vector<std::string> tolerate) {
  Roots roots;
  roots.tolerate_ = std::move(tolerate);
  if (file.empty()) return roots;
  auto read = KnownRoots::open(file);
  if (!read) return Error{read.error()};
  roots.own_ = std::make_shared<const KnownRoots>(std::move(*read));
  return roots;
}

std::vector<std::string> Roots::words() const {
  std::vector<std::string> words;
  for (const auto& word : semantics::relaxations()) words.emplace_back(word);
  for (const KnownRoots* rules : {&this->rules(), &KnownRoots::shipped()})
    for (const KnownRoot& rule : rules->rules())
      if (!contains(words, rule.id)) words.push_back(rule.id);
  return words;
}

std::vector<std::string> Roots::unknown_words() const {
  const std::vector<std::string> known = words();
  std::vector<std::string> unknown;
  for (const std::string& word : tolerate_)
    if (!contains(known, word)) unknown.push_back(word);
  return unknown;
}

Standing Roots::standing_of(const Finding& finding, const std::string& day) const {
  Standing standing;
  standing.rule = rules().match(finding, day.empty() ? utc_now().substr(0, kDayDigits) : day);
  const bool explained = tolerates(tolerate_, finding.explained_by);
  if (finding.unfinished && finding.culprit.empty()) standing.kind = Standing::Kind::Analysing;
  if (standing.rule != nullptr) standing.kind = Standing::Kind::Known;
  if (explained || (standing.rule != nullptr && contains(tolerate_, standing.rule->id)))
    standing.kind = Standing::Kind::Tolerated;
  if (standing.rule != nullptr)
    standing.root = standing.rule->id;
  else if (explained)
    standing.root = finding.explained_by;
  return standing;
}

Standing Roots::standing_of(const Bug& bug, const std::string& day) const {
  Standing standing = standing_of(bug.best, day);
  const bool is_open = standing.kind == Standing::Kind::New || standing.kind == Standing::Kind::Analysing;
  if (is_open && is_settled(bug.status)) standing.kind = Standing::Kind::Known;
  return standing;
}

std::string Roots::edition(const std::string& day) const {
  const std::string today = day.empty() ? utc_now().substr(0, kDayDigits) : day;
  std::string all = std::string(assay_version()) + "\n" + rules().id();
  for (const std::string& word : tolerate_) all += "\n" + word;
  for (const KnownRoot& rule : rules().rules())
    if (!rule.expires.empty() && today > rule.expires) all += std::string("\nwithout ") + rule.id;
  return content_id(all);
}

std::vector<Roots::Group> Roots::groups_of(const std::vector<Bug>& bugs, Standing::Kind kind) const {
  std::vector<Group> groups;
  for (const Bug& bug : bugs) {
    const Standing standing = standing_of(bug);
    if (standing.kind != kind) continue;
    auto group = std::find_if(groups.begin(), groups.end(), [&](const Group& each) {
      return standing.rule != nullptr && each.rule == standing.rule;
    });
    if (group == groups.end()) group = groups.insert(groups.end(), {standing.rule, {}});
    group->bugs.push_back(&bug);
  }
  return groups;
}

}  // namespace assay::triage
