#include "services/application/pr_comment.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "services/common/fields_json.h"
#include "services/common/sort_stably.h"
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
  sort_stably(sorted, [](const auto& a, const auto& b) { return a.second > b.second; });
  constexpr std::size_t kMost = 4;
  std::vector<std::string> words;
  for (std::size_t i = 0; i < sorted.size() && i < kMost; ++i)
    words.push_back(code(sorted[i].first) + " " + std::to_string(sorted[i].second));
  if (sorted.size() > kMost) words.push_back("and others");
  return words.empty() ? "" : " (" + joined(words, ", ") + ")";
}

/// Of what the hunts say: the pairs that this judge decided, and that any did.
std::uint64_t judged_by(const PrReport& report, const std::string& judge) {
  std::uint64_t sum = 0;
  for (const nlohmann::json& hunt : report.hunts)
    sum += hunt.value(nlohmann::json::json_pointer("/checked/" + judge), std::uint64_t{0});
  return sum;
}
std::uint64_t judged_in_hunts(const PrReport& report) {
  return judged_by(report, "syntax") + judged_by(report, "exhaustive") + judged_by(report, "interpreter") +
         judged_by(report, "smt");
}

/// What the hunts counted by words.
Counts counts_in(const PrReport& report, const char* key) {
  Counts all;
  for (const nlohmann::json& hunt : report.hunts) {
    Counts of_hunt;
    if (const auto found = hunt.find(key); found != hunt.end() && found->is_object())
      for (const auto& [word, count] : found->items()) of_hunt.emplace_back(word, count.get<std::uint64_t>());
    add_counts(all, of_hunt);
  }
  return all;
}
/// A number that each of them tells.
std::uint64_t sum_of(const PrReport& report, const char* key) {
  std::uint64_t sum = 0;
  for (const nlohmann::json& hunt : report.hunts) sum += hunt.value(key, std::uint64_t{0});
  return sum;
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
  return "\nChanged functions by pass and by what they are made of: how many were decided/undecided. A function with "
         "several features counts for each.\n\n" +
         table_text(hunt::surface_by_feature(surface)) + "\nThe same functions by what judged them.\n\n" +
         table_text(hunt::surface_by_judge(surface));
}

/// What is folded away until somebody wants it.
std::string folded(const std::string& summary, const std::string& text) {
  return "<details><summary>" + summary + "</summary>\n\n" + text + "\n</details>\n";
}

std::string passes_text(const PrReport& report) {
  std::vector<std::string> passes;
  for (const std::string& each : report.passes) passes.push_back(code(each));
  return "Passes: " + joined(passes, ", ") + "\n\n";
}

/// Of the tests, or of the mutants.
struct Judged {
  std::uint64_t pairs = 0, wrong = 0, open = 0;
};
Judged mutants_judged(const PrReport& report) {
  const std::uint64_t open = sum_of(report, "unknown") + sum_of(report, "unsupported");
  return {judged_in_hunts(report) + open, sum_of(report, "failures"), open};
}
Judged tests_judged(const PrReport& report) {
  const TestsChecked& t = report.tests;
  return {t.correct + t.incorrect + t.unknown, t.incorrect, t.unknown};
}

std::string row_of(const std::string& what, const Judged& judged, const std::string& reasons) {
  const std::uint64_t decided = judged.pairs - judged.open;
  return "| " + what + " | " + std::to_string(judged.pairs) + " | " +
         std::to_string(decided - std::min(decided, judged.wrong)) + " | " + std::to_string(judged.wrong) + " | " +
         std::to_string(judged.open) + reasons + " |\n";
}

std::string checked_text(const PrReport& report) {
  const TestsChecked& t = report.tests;
  std::string out = passes_text(report) + "| | pairs | correct | wrong | not decided |\n|---|---|---|---|---|\n" +
                    row_of("the patch's tests (" + plural(report.functions, "function", "functions") + "; " +
                               std::to_string(t.unchanged) + " pairs left as they were)",
                           tests_judged(report), reasons_text(t.reasons));
  if (!report.hunts.empty()) {
    const auto n = [&](const char* key) { return std::to_string(sum_of(report, key)); };
    const auto by = [&](const char* judge) { return std::to_string(judged_by(report, judge)); };
    const auto counts = [&](const char* key) { return reasons_text(counts_in(report, key)); };
    out += row_of(n("mutants") + " mutants of them (" + n("unchanged") + " left as they were)", mutants_judged(report),
                  counts("unknown_reasons") + counts("unsupported_reasons"));
    out += "\nOf the mutants' pairs " + by("exhaustive") + " were decided on all inputs, " + by("smt") +
           " by the solver, " + by("interpreter") + " by runs, " + by("syntax") + " were equal text.\n";
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

std::string what_happens(FindingKind kind) {
  switch (kind) {
    case FindingKind::Miscompile:
      return "is miscompiled";
    case FindingKind::Crash:
      return "crashes the compiler";
    case FindingKind::Hang:
      return "does not come out of the compiler";
    case FindingKind::InvalidIr:
      return "becomes invalid IR";
    case FindingKind::Nondeterminism:
      return "becomes something else when it is compiled again";
    case FindingKind::DebugVariance:
      return "becomes something else with debug info";
  }
  return "goes wrong";
}

std::string test_name(const PrFinding& each) { return code(each.function) + " of " + code(each.file); }

std::string baseline_text(const PrFinding& each) {
  std::string text = each.baseline == Replay::Kind::Absent  ? "the baseline is right"
                     : each.baseline == Replay::Kind::Shows ? "the baseline does it too"
                                                            : "the baseline gave no answer: " + code(each.why);
  return text + (each.known.empty() ? "" : ", known cause " + code(each.known));
}

std::string finding_text(const PrFinding& each, std::size_t number) {
  const Finding& finding = each.finding;
  std::string out = "#### " + std::to_string(number) + ". " + code(finding.title) + "\n\n" + name_of(finding.kind) +
                    " in " + code(finding.culprit.empty() ? finding.pipeline : finding.culprit) + ", shown by " +
                    (each.is_test() ? test_name(each) : each.from) + "; " + baseline_text(each) + ".\n\n";
  if (finding.counterexample)
    out += visible(capitalized(report::counterexample_sentence(*finding.counterexample))) + "\n\n";
  report::Context context;
  context.passes = each.passes;
  out += code(report::command_line(finding, context)) + "\n\n" + block(finding.reduced);
  if (!finding.reduced_target.empty()) out += "\nbecomes\n\n" + block(finding.reduced_target);
  return out + "\n";
}

std::string line_of(const PrFinding& each) {
  return "- " + code(each.finding.title) + (each.known.empty() ? "" : " (" + code(each.known) + ")") + "\n";
}

/// The failures by how much they concern the change.
struct Sorted {
  std::vector<const PrFinding*> tests, news, analysing, old;

  explicit Sorted(const PrReport& report) {
    for (const PrFinding& each : report.findings)
      (report.is_wrong_test(each)                           ? tests
       : !report.is_new(each)                               ? old
       : each.standing == triage::Standing::Kind::Analysing ? analysing
                                                            : news)
          .push_back(&each);
  }
};

std::string findings_text(const Sorted& sorted) {
  std::string out;
  const auto add = [&](const std::string& one, const std::string& many, const std::vector<const PrFinding*>& all,
                       bool whole) {
    if (all.empty()) return;
    std::string text;
    for (std::size_t i = 0; i < all.size(); ++i) text += whole ? finding_text(*all[i], i + 1) : line_of(*all[i]);
    out += folded(plural(all.size(), one, many), text);
  };
  add("test of the patch", "tests of the patch", sorted.tests, true);
  add("new failure of mutants", "new failures of mutants", sorted.news, true);
  add("failure still being analysed", "failures still being analysed", sorted.analysing, true);
  add("failure that is not new: the baseline does it too, or the cause is known",
      "failures that are not new: the baseline does them too, or the causes are known", sorted.old, false);
  return out;
}

std::string headline_of(const PrReport& report, const Sorted& sorted) {
  if (!sorted.tests.empty()) {
    const PrFinding& first = *sorted.tests.front();
    const std::size_t others = sorted.tests.size() + sorted.news.size() + sorted.analysing.size() - 1;
    const std::string& pass = first.finding.culprit;
    return test_name(first) + " " + what_happens(first.finding.kind) + (pass.empty() ? "" : " in " + code(pass)) +
           (others == 0 ? "" : ", and " + plural(others, "other failure", "other failures"));
  }
  if (!sorted.news.empty())
    return plural(sorted.news.size(), "new failure", "new failures") +
           (sorted.analysing.empty() ? "" : ", " + std::to_string(sorted.analysing.size()) + " still being analysed");
  if (!sorted.analysing.empty())
    return plural(sorted.analysing.size(), "failure", "failures") + " still being analysed";
  return report.judged() == 0 ? "nothing was judged" : "nothing new found";
}

/// How the first of the failures goes wrong, in a line; empty: there is none.
std::string example_text(const Sorted& sorted) {
  for (const auto* list : {&sorted.tests, &sorted.news, &sorted.analysing}) {
    if (list->empty()) continue;
    const PrFinding& first = *list->front();
    std::string example = first.example;
    if (!first.is_test()) {
      example = first.finding.counterexample ? report::counterexample_sentence(*first.finding.counterexample) : "";
      example = code(first.finding.title) + (example.empty() ? "." : ": " + example);
    }
    std::replace(example.begin(), example.end(), '\n', ' ');
    if (!example.empty() && !example.ends_with('.')) example += '.';
    return visible(capitalized(example)) + " " + capitalized(baseline_text(first)) + ".\n\n";
  }
  return "";
}

/// What is not alike, in a few words.
std::string costs_in_short(const PrReport& report) {
  if (!report.costs || report.costs->compared == 0) return "costs not compared";
  std::vector<std::string> unlike;
  for (const compare::Summary& each : report.costs->summaries) {
    char ratio[32];
    std::snprintf(ratio, sizeof ratio, "%.2f", each.ratio);
    if (each.inputs != 0 && std::string(ratio) != "1.00")
      unlike.push_back(name_of(each.measure) + (" ×" + std::string(ratio)));
  }
  if (!report.costs->outliers.empty()) unlike.push_back(plural(report.costs->outliers.size(), "outlier", "outliers"));
  return unlike.empty() ? "costs alike" : "costs: " + joined(unlike, ", ");
}

std::string counts_text(const PrReport& report) {
  const Judged tests = tests_judged(report), mutants = mutants_judged(report);
  return "Branch " + code(compiler_name(report.branch)) + " beside baseline " + code(compiler_name(report.baseline)) +
         ": " + plural(tests.pairs, "pair", "pairs") + " of the patch's tests and " + std::to_string(mutants.pairs) +
         " of mutants, " + std::to_string(tests.open + mutants.open) + " not decided; " + costs_in_short(report) +
         "; " + std::to_string(static_cast<long>(std::lround(report.seconds))) + " s.\n\n";
}

/// Where no input was compared, why: tables would be empty.
std::string not_compared(const compare::Comparison& costs) {
  std::map<std::string, std::size_t> reasons;
  for (const compare::NotCompared& each : costs.not_compared) ++reasons[each.reason];
  std::string text = "Not compared:";
  for (const auto& [reason, count] : reasons)
    text += " " + visible(reason) + " (" + plural(count, "input", "inputs") + ").";
  return text + (reasons.empty() ? " there are no inputs.\n" : "\n");
}

std::string costs_text(const PrReport& report) {
  if (!report.costs) return "Not compared: " + visible(report.no_costs) + ".\n";
  if (report.costs->compared == 0) return not_compared(*report.costs);
  const auto& summaries = report.costs->summaries;
  const bool untimed = std::any_of(summaries.begin(), summaries.end(), [&](const compare::Summary& each) {
    return each.measure == compare::Measure::CompileTime && each.inputs < report.costs->compared;
  });
  return compare::markdown_of(*report.costs, 10) +
         (untimed ? "\nOf inputs that take less than 10 ms time and memory say nothing: they are left out.\n" : "");
}

}  // namespace

bool PrReport::has_news() const {
  return std::any_of(findings.begin(), findings.end(),
                     [&](const PrFinding& each) { return is_new(each) || is_wrong_test(each); });
}

std::uint64_t PrReport::judged() const { return tests.correct + tests.incorrect + judged_in_hunts(*this); }

Counts PrReport::surface() const {
  Counts all = tests.surface;
  add_counts(all, counts_in(*this, "surface"));
  return all;
}

/// Three lines, the rest folded: it stands in a thread among others.
std::string comment_of(const PrReport& report) {
  const Sorted sorted(report);
  return "## Assay: " + headline_of(report, sorted) + "\n\n" + example_text(sorted) + counts_text(report) +
         findings_text(sorted) + folded("What was checked", checked_text(report)) + folded("Costs", costs_text(report));
}

nlohmann::json json_of(const PrReport& report) {
  nlohmann::json json{{"baseline", report.baseline},
                      {"branch", report.branch},
                      {"passes", report.passes},
                      {"functions", report.functions},
                      {"skipped", report.skipped},
                      {"hunts", report.hunts},
                      {"hunt", report.hunts.empty() ? nlohmann::json() : report.hunts.front()},
                      {"seconds", report.seconds},
                      {"costs", report.costs},
                      {"new", nlohmann::json::array()},
                      {"not_new", nlohmann::json::array()},
                      {"comment", comment_of(report)}};
  json["tests"] = {{"unchanged", report.tests.unchanged},     {"correct", report.tests.correct},
                   {"incorrect", report.tests.incorrect},     {"unknown", report.tests.unknown},
                   {"not_reached", report.tests.not_reached}, {"reasons", report.tests.reasons},
                   {"surface", report.tests.surface}};
  for (const PrFinding& each : report.findings) json[report.is_new(each) ? "new" : "not_new"].push_back(each);
  json["wrong_tests"] = nlohmann::json::array();
  for (const PrFinding& each : report.findings)
    if (report.is_wrong_test(each)) json["wrong_tests"].push_back(each);
  return json;
}

}  // namespace assay::application
