#include <algorithm>
#include <cstdio>

#include "services/common/text.h"
#include "services/worker/compare/compare.h"

namespace assay::compare {
namespace {

std::string number(double value, int digits) {
  char text[64];
  std::snprintf(text, sizeof text, "%.*f", digits, value);
  return text;
}

std::string value_of(Measure measure, double value) {
  switch (measure) {
    case Measure::CompileTime:
      return number(value, 1) + " ms";
    case Measure::PeakMemory:
      return number(value / 1024, 1) + " MB";
    case Measure::ObjectSize:
      return number(value, 0) + " B";
    case Measure::Instructions:
    case Measure::Count:
      break;
  }
  return number(value, 0);
}

std::string plain(const Table& table) {
  std::vector<std::size_t> widths(table.front().size());
  for (const auto& row : table)
    for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], row[i].size());
  std::string out;
  for (const auto& row : table) {
    for (std::size_t i = 0; i < row.size(); ++i) out += i + 1 == row.size() ? row[i] : padded(row[i], widths[i] + 2);
    out += "\n";
  }
  return out;
}

std::string marked_down(const Table& table, const std::string& quoted_last) {
  std::string out;
  for (const auto& row : table) {
    std::vector<std::string> cells = row;
    if (&row != &table.front() && !quoted_last.empty()) cells.back() = quoted_last + cells.back() + quoted_last;
    out += "| " + joined(cells, " | ") + " |\n";
    if (&row != &table.front()) continue;
    out += "|";
    for (std::size_t i = 0; i < row.size(); ++i) out += "---|";
    out += "\n";
  }
  return out;
}

std::string not_compared(const Comparison& comparison, const char* bullet) {
  constexpr std::size_t kMost = 5;
  std::string out;
  for (const NotCompared& each : comparison.not_compared) {
    if (&each - comparison.not_compared.data() == kMost) break;
    out += bullet + visible(each.input) + ": " + visible(each.reason) + "\n";
  }
  return out;
}

}  // namespace

Table summary_table(const Comparison& comparison) {
  Table table{{"measure", "inputs", "baseline", "branch", "median ratio", "spread", "worse", "better"}};
  for (const Summary& each : comparison.summaries) {
    table.push_back({name_of(each.measure), std::to_string(each.inputs), "-", "-", "-", "-", "-", "-"});
    if (each.inputs == 0) continue;
    table.back() = {name_of(each.measure),
                    std::to_string(each.inputs),
                    value_of(each.measure, each.baseline),
                    value_of(each.measure, each.branch),
                    number(each.ratio, 3),
                    number(each.spread, 3),
                    std::to_string(each.worse),
                    std::to_string(each.better)};
  }
  return table;
}

Table outlier_table(const Comparison& comparison, std::size_t most) {
  Table table{{"ratio", "measure", "baseline", "branch", "input"}};
  for (const Outlier& each : comparison.outliers) {
    if (table.size() > most) break;
    table.push_back({number(each.ratio, 2), name_of(each.measure), value_of(each.measure, each.baseline),
                     value_of(each.measure, each.branch), visible(each.input)});
  }
  return table;
}

std::string what_was_run(const Comparison& comparison) {
  return std::to_string(comparison.compared) + " inputs through " + visible(comparison.passes) +
         (comparison.no_objects.empty() ? " and llc -O2" : " (" + visible(comparison.no_objects) + ")") + ", " +
         std::to_string(comparison.runs) + (comparison.runs == 1 ? " run" : " runs") + " each; baseline " +
         compiler_name(comparison.baseline) + ", branch " + compiler_name(comparison.branch);
}

/// Nothing where there are none.
std::string freezes_of(const Comparison& comparison) {
  if (comparison.baseline_freezes + comparison.branch_freezes == 0) return "";
  constexpr const char* kOut[] = {"", "; those of the branch are taken out", "; all are taken out"};
  return "\nfreezes that opt leaves: " + std::to_string(comparison.baseline_freezes) + " by the baseline, " +
         std::to_string(comparison.branch_freezes) + " by the branch" +
         kOut[static_cast<std::size_t>(comparison.without_freezes)] + "\n";
}

std::string text_of(const Comparison& comparison, std::size_t most) {
  std::string out = what_was_run(comparison) + "\n\n" + plain(summary_table(comparison)) + freezes_of(comparison);
  if (!comparison.outliers.empty())
    out += "\n" + std::to_string(comparison.outliers.size()) + " outliers, those that cost more first\n" +
           plain(outlier_table(comparison, most));
  if (!comparison.not_compared.empty())
    out += "\n" + std::to_string(comparison.not_compared.size()) + " not compared\n" + not_compared(comparison, "  ");
  return out;
}

std::string markdown_of(const Comparison& comparison, std::size_t most) {
  std::string out = what_was_run(comparison) + ".\n\n" + marked_down(summary_table(comparison), "");
  if (!comparison.outliers.empty())
    out += "\n" + std::to_string(comparison.outliers.size()) + " outliers, those that cost more first:\n\n" +
           marked_down(outlier_table(comparison, most), "`");
  if (!comparison.not_compared.empty())
    out +=
        "\n" + std::to_string(comparison.not_compared.size()) + " not compared:\n\n" + not_compared(comparison, "- ");
  return out;
}

}  // namespace assay::compare
