#include "services/application/pr_comment.h"

#include <algorithm>
#include <cmath>

#include "services/common/fields_json.h"
#include "services/common/text.h"
#include "services/worker/hunt/surface.h"
#include "services/worker/report/report.h"

namespace assay::application {
namespace {

/// Text from a compiler or a patch, harmless inside of `…`.
std::string code(const std::string& text) {
  std::string plain = visible(text);
  std::replace(plain.begin(), plain.end(), '`', '\'');
  std::replace(plain.begin(), plain.end(), '\n', ' ');
  return "`" + plain + "`";
}

/// A fence longer than any run of backquotes in the text.
std::string block(const std::string& text) {
  std::size_t longest = 2, run = 0;
  for (const char c : text) {
    run = c == '`' ? run + 1 : 0;
    longest = std::max(longest, run);
  }
  const std::string fence(longest + 1, '`');
  return fence + "llvm\n" + visible(text) + (text.ends_with('\n') ? "" : "\n") + fence + "\n";
}

std::string capitalized(std::string sentence) {
  if (!sentence.empty()) sentence[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(sentence[0])));
  return sentence;
}

std::string plural(std::size_t count, const std::string& one, const std::string& many) {
  return std::to_string(count) + " " + (count == 1 ? one : many);
}

std::string reasons_text(const Counts& counts) {
  Counts sorted = counts;
  std::stable_sort(sorted.begin(), sorted.end(), [](const auto& a, const auto& b) { return a.second > b.second; });
  constexpr std::size_t kMost = 4;
  std::vector<std::string> words;
  for (std::size_t i = 0; i < sorted.size() && i < kMost; ++i)
    words.push_back(code(sorted[i].first) + " " + std::to_string(sorted[i].second));
  if (sorted.size() > kMost) words.push_back("and others");
  return words.empty() ? "" : " (" + joined(words, ", ") + ")";
}

/// Of what `assay hunt --json` says: the pairs that this judge decided, and that any did.
std::uint64_t judged_by(const nlohmann::json& hunt, const std::string& judge) {
  return hunt.value(nlohmann::json::json_pointer("/checked/" + judge), std::uint64_t{0});
}
std::uint64_t judged_in(const nlohmann::json& hunt) {
  return judged_by(hunt, "syntax") + judged_by(hunt, "exhaustive") + judged_by(hunt, "interpreter") +
         judged_by(hunt, "smt");
}

/// What it counted by words.
Counts counts_in(const nlohmann::json& hunt, const char* key) {
  Counts all;
  if (const auto found = hunt.find(key); found != hunt.end() && found->is_object())
    for (const auto& [word, count] : found->items()) all.emplace_back(word, count.get<std::uint64_t>());
  return all;
}

/// The tables of the validated surface, over tests and mutants.
std::string surface_text(const PrReport& report) {
  const Counts surface = report.surface();
  if (surface.empty()) return "";
  const auto table_text = [](std::vector<std::vector<std::string>> table) {
    std::string out;
    for (auto& row : table) {
      const bool head = &row == &table.front();
      if (!head) row.front() = code(row.front());
      out += "| " + joined(row, " | ") + " |\n";
      if (head) out += "|" + joined(std::vector<std::string>(row.size(), "---|"), "") + "\n";
    }
    return out;
  };
  return "\nChanged functions by pass and by what they are made of (one with several features counts for each): "
         "decided, and behind "
         "the stroke undecided.\n\n" +
         table_text(hunt::surface_by_feature(surface)) + "\nThe same by what judged them.\n\n" +
         table_text(hunt::surface_by_judge(surface));
}

std::string checked_text(const PrReport& report) {
  const TestsChecked& t = report.tests;
  std::vector<std::string> passes;
  for (const std::string& each : report.passes) passes.push_back(code(each));
  std::string out = "### What was checked\n\nPasses: " + joined(passes, ", ") +
                    "\n\n| | pairs | correct | wrong | not decided |\n|---|---|---|---|---|\n";
  out += "| the patch's tests (" + plural(report.functions, "function", "functions") + "; " +
         std::to_string(t.unchanged) + " pairs left as they were) | " +
         std::to_string(t.correct + t.incorrect + t.unknown) + " | " + std::to_string(t.correct) + " | " +
         std::to_string(t.incorrect) + " | " + std::to_string(t.unknown) + reasons_text(t.reasons) + " |\n";
  if (report.hunt.is_object()) {
    const auto n = [&](const char* key) { return report.hunt.value(key, std::uint64_t{0}); };
    const auto by = [&](const char* judge) { return judged_by(report.hunt, judge); };
    const std::uint64_t correct = judged_in(report.hunt);
    const auto counts = [&](const char* key) { return reasons_text(counts_in(report.hunt, key)); };
    out += "| " + std::to_string(n("mutants")) + " mutants of them (" + std::to_string(n("unchanged")) +
           " left as they were) | " + std::to_string(correct + n("unknown") + n("unsupported")) + " | " +
           std::to_string(correct - std::min(correct, n("findings"))) + " | " + std::to_string(n("findings")) + " | " +
           std::to_string(n("unknown") + n("unsupported")) + counts("unknown_reasons") + counts("unsupported_reasons") +
           " |\n";
    out += "\nOf the mutants' pairs " + std::to_string(by("exhaustive")) + " were decided on all inputs, " +
           std::to_string(by("smt")) + " by the solver, " + std::to_string(by("interpreter")) + " by runs, " +
           std::to_string(by("syntax")) + " were equal text.\n";
  }
  if (t.not_reached != 0) out += "\n" + plural(t.not_reached, "pair was", "pairs were") + " not reached in time.\n";
  out += surface_text(report);
  if (!report.skipped.empty()) {
    out += "\nNot used:\n";
    constexpr std::size_t kMost = 10;
    for (std::size_t i = 0; i < report.skipped.size() && i < kMost; ++i) out += "- " + code(report.skipped[i]) + "\n";
    if (report.skipped.size() > kMost) out += "- and " + std::to_string(report.skipped.size() - kMost) + " more\n";
  }
  return out;
}

std::string finding_text(const PrFinding& each, std::size_t number) {
  const Finding& finding = each.finding;
  std::string out = "#### " + std::to_string(number) + ". " + code(finding.title) + "\n\n" + name_of(finding.kind) +
                    " in " + code(finding.culprit.empty() ? finding.pipeline : finding.culprit) + ", shown by " +
                    each.from;
  out += each.baseline == Replay::Kind::Absent ? "; the baseline is right.\n\n"
                                               : "; the baseline gave no answer: " + code(each.why) + ".\n\n";
  if (finding.counterexample)
    out += visible(capitalized(report::counterexample_sentence(*finding.counterexample))) + "\n\n";
  out += code(report::command_line(finding)) + "\n\n" + block(finding.reduced);
  if (!finding.reduced_target.empty()) out += "\nbecomes\n\n" + block(finding.reduced_target);
  return out + "\n";
}

std::string line_of(const PrFinding& each) {
  return "- " + code(each.finding.title) + (each.known.empty() ? "" : " (" + code(each.known) + ")") + "\n";
}

std::string findings_text(const PrReport& report) {
  std::string news, old;
  std::size_t number = 0;
  for (const PrFinding& each : report.findings)
    if (report.is_new(each))
      news += finding_text(each, ++number);
    else
      old += line_of(each);
  std::string out;
  if (!news.empty()) out += "### New in the branch\n\n" + news;
  if (!old.empty()) out += "### Not new: the baseline does it too, or the root is known\n\n" + old + "\n";
  return out;
}

}  // namespace

std::size_t PrReport::new_ones() const {
  return static_cast<std::size_t>(
      std::count_if(findings.begin(), findings.end(), [&](const PrFinding& each) { return is_new(each); }));
}

std::uint64_t PrReport::judged() const {
  return tests.correct + tests.incorrect + (hunt.is_object() ? judged_in(hunt) : 0);
}

Counts PrReport::surface() const {
  Counts all = tests.surface;
  add_counts(all, counts_in(hunt, "surface"));
  return all;
}

std::string comment_of(const PrReport& report) {
  const std::size_t news = report.new_ones();
  std::string out = "## Assay: " +
                    (news != 0              ? plural(news, "new failure", "new failures")
                     : report.judged() == 0 ? "nothing was judged"
                                            : "nothing new found") +
                    "\n\n";
  out += "Branch " + code(compiler_name(report.branch)) + " beside baseline " + code(compiler_name(report.baseline)) +
         ", in " + std::to_string(static_cast<long>(std::lround(report.seconds))) + " s.\n\n";
  out += findings_text(report) + checked_text(report) + "\n### Costs\n\n";
  out += report.costs ? compare::markdown_of(*report.costs, 10) : "Not compared: " + visible(report.no_costs) + ".\n";
  return out;
}

nlohmann::json json_of(const PrReport& report) {
  nlohmann::json json{
      {"baseline", report.baseline},        {"branch", report.branch},      {"passes", report.passes},
      {"functions", report.functions},      {"skipped", report.skipped},    {"hunt", report.hunt},
      {"seconds", report.seconds},          {"costs", report.costs},        {"new", nlohmann::json::array()},
      {"not_new", nlohmann::json::array()}, {"comment", comment_of(report)}};
  json["tests"] = {{"unchanged", report.tests.unchanged},     {"correct", report.tests.correct},
                   {"incorrect", report.tests.incorrect},     {"unknown", report.tests.unknown},
                   {"not_reached", report.tests.not_reached}, {"reasons", report.tests.reasons},
                   {"surface", report.tests.surface}};
  for (const PrFinding& each : report.findings) json[report.is_new(each) ? "new" : "not_new"].push_back(each);
  return json;
}

}  // namespace assay::application
