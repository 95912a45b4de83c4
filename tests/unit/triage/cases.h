#pragma once

#include <string>

#include "services/worker/triage/known_roots.h"

/// Findings as rules see them.
namespace assay::triage {

constexpr const char* kToday = "2026-11-22";

/// Of those that come with Assay; empty: none knows the finding.
inline std::string id_of_rule(const Finding& finding) {
  const KnownRoot* rule = KnownRoots::shipped().match(finding, kToday);
  return rule == nullptr ? "" : rule->id;
}

/// A finding, as far as rules look at it, and the rule that it is to fall under.
struct Case {
  const char *rule, *pass, *version, *reduced, *target, *detail = "";
};

inline std::string rule_of(const Case& each, FindingKind kind = FindingKind::Miscompile) {
  Finding finding;
  finding.kind = kind;
  finding.culprit = each.pass;
  finding.compiler.version = each.version;
  finding.reduced = each.reduced;
  finding.reduced_target = each.target;
  finding.detail = each.detail;
  return id_of_rule(finding);
}

inline std::string rule_of_what_happens(const char* pass, const char* reduced, const char* target, const char* says) {
  return rule_of({"", pass, "22.1.8", reduced, target, says});
}

}  // namespace assay::triage
