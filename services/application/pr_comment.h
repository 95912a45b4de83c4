#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "services/application/pr_findings.h"
#include "services/worker/compare/compare.h"

namespace assay::application {

/// What one look at a change came to.
struct PrReport {
  CompilerId baseline;
  CompilerId branch;
  std::vector<std::string> passes;
  std::size_t functions = 0;
  std::vector<std::string> skipped;
  TestsChecked tests;
  /// As `assay hunt --json` tells them: of passes first, of code generation. Empty: there was no time for any.
  std::vector<nlohmann::json> hunts;
  std::vector<PrFinding> findings;
  std::optional<compare::Comparison> costs;
  std::string no_costs;  ///< why there are none
  double seconds = 0;
  /// Not in the baseline, as far as is known, and of no known root.
  bool is_new(const PrFinding& each) const { return each.baseline != Replay::Kind::Shows && each.known.empty(); }
  /// What a test asserts is the patch's, whatever the baseline does, unless LLVM's developers live with it.
  bool is_wrong_test(const PrFinding& each) const {
    return each.is_test() && each.standing != triage::Standing::Kind::Tolerated;
  }
  /// Is there something that somebody should look at before the change lands?
  bool has_news() const;
  /// How many pairs somebody decided, of the tests and of the hunt.
  std::uint64_t judged() const;
  /// What was judged, of tests and mutants, by pass, feature and judge.
  Counts surface() const;
};

/// The comment for the change, in Markdown.
std::string comment_of(const PrReport& report);
nlohmann::json json_of(const PrReport& report);

}  // namespace assay::application
