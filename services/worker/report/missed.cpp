#include "services/worker/report/missed.h"

#include <algorithm>
#include <cstdio>
#include <string_view>

#include "services/common/explorer.h"
#include "services/worker/report/words.h"

namespace assay::report {
namespace {

std::string cost_table(const CostComparison& costs, const char* now, const char* better) {
  if (costs.now.empty()) return "";
  std::string text = std::string("| | ") + now + " | " + better + " |\n|---|---|---|\n";
  for (const cost::Cost& each : costs.now) {
    const auto other = cost::value_of(costs.better, each.measure);
    if (!other) continue;
    const cost::Row& row = cost::row_of(each.measure);
    const bool is_count = row.unit == row.name || row.measure == cost::Measure::MachineInstructions;
    char line[160];
    std::snprintf(line, sizeof line, "| %s%s | %g | %g |\n", std::string(row.name).c_str(),
                  is_count ? "" : (" (" + std::string(row.unit) + ")").c_str(), each.value, *other);
    text += line;
  }
  if (cost::value_of(costs.now, cost::Measure::Executed).has_value())
    text += "\nWhat is executed is counted where both are run with the same inputs.\n";
  return (costs.target.empty() ? "" : "For `" + costs.target + "`, by LLVM's own models:\n\n") + text + "\n";
}

std::string opt_command(const std::string& passes) {
  if (passes == "default<O2>") return "`opt -O2`";
  return "`opt -passes=" + (is_one_word(passes) ? passes : "'" + passes + "'") + "`";
}

/// " ([Alive2](…))".
std::string shown_by_alive(const std::string& pair) {
  const std::string link = alive_link(pair);
  return link.empty() ? "" : " ([Alive2](" + link + "))";
}

/// The file without its folders: those are the finder's.
std::string place_text(const std::string& place) {
  const std::size_t end = place.find(": @");
  const std::size_t slash = place.rfind('/', end);
  const std::string shown = slash == std::string::npos ? place : place.substr(slash + 1);
  return "`" + shown + "`";
}

std::string occurrence_text(const MissedFold& fold) {
  std::string text;
  if (fold.occurrences != 0 && !fold.places.empty()) {
    text = "It is in " + (fold.places.size() == 1 ? std::string() : "real code such as ");
    for (std::size_t i = 0; i < fold.places.size(); ++i) text += (i == 0 ? "" : ", ") + place_text(fold.places[i]);
    text += ".";
  }
  if (fold.weighed_operations != 0)
    text += (text.empty() ? "" : " ") + std::string("In ") + std::to_string(fold.weighed_operations) +
            " instructions of optimized code it occurs " + std::to_string(fold.weighed_occurrences) +
            " times and would save " + std::to_string(fold.saved) + ".";
  return text.empty() ? "" : text + "\n\n";
}

std::string finder(const std::string& compiler) { return "Found by search, in " + compiler + ".\n"; }

}  // namespace

std::string issue_text(const MissedFold& fold) {
  const char* alone = fold.is_done_alone ? "It is done where the expression stands alone, not here.\n\n" : "";
  const bool is_general = !fold.general.empty() && fold.general != fold.pair;
  return "# [" + std::string(fold.is_known ? "InstSimplify" : "InstCombine") + "] Missed fold: " + fold.rule + "\n\n" +
         opt_command(fold.passes) + " leaves `@src` as it is. It could be `@tgt`" + shown_by_alive(fold.pair) +
         ":\n\n" + block(fold.pair, "llvm") + "\n" + alone + "It holds " + fold.proof + ". In general:\n\n" +
         block(fold.rule) + "\n" + (fold.widths.empty() ? "" : "This is " + fold.widths + " (bits of `W`)") +
         (is_general ? shown_by_alive(fold.general) : "") + ".\n\n" + cost_table(fold.costs, "`@src`", "`@tgt`") +
         occurrence_text(fold) + (fold.test.empty() ? "" : "A test:\n\n" + block(fold.test, "llvm") + "\n") +
         "- labels: `" + (fold.is_known ? "llvm:instsimplify" : "llvm:instcombine") + "`, `missed-optimization`\n\n" +
         finder(fold.compiler);
}

std::string issue_text(const DearerCode& code) {
  const std::string title = code.pass.empty() ? "Regression" : "[" + code.pass + "] Regression";
  return "# " + title + ": " + code.branch_compiler + " leaves dearer code than " + code.baseline_compiler + "\n\n" +
         block(code.source, "llvm") + "\n" + opt_command(code.passes) + " of " + code.baseline_compiler +
         " makes of it:\n\n" + block(code.baseline, "llvm") + "\nand of " + code.branch_compiler + ":\n\n" +
         block(code.branch, "llvm") + "\nBoth results are proved to refine the source, " +
         (code.limits.empty() ? "for all inputs" : "within limits: " + code.limits) + ".\n\n" +
         cost_table(code.costs, code.branch_compiler.c_str(), code.baseline_compiler.c_str()) +
         (code.cause.empty() ? "" : code.cause + "\n\n") +
         "- labels: " + (code.pass == "instcombine" ? "`llvm:instcombine`, " : "") + "`missed-optimization`\n\n" +
         finder(code.branch_compiler);
}

}  // namespace assay::report
