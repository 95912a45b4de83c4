// A night's report as text, Markdown and HTML: one walk, three pens.
#include <algorithm>
#include <cstdio>

#include "services/common/surface.h"
#include "services/common/text.h"
#include "services/nightly/report.h"
#include "services/worker/hunt/surface.h"

namespace assay::nightly {
namespace {

using Row = std::vector<std::string>;

/// What a report is made of.
class Pen {
 public:
  virtual ~Pen() = default;
  virtual void title(const std::string& text) = 0;
  virtual void heading(const std::string& text) = 0;
  virtual void paragraph(const std::string& text) = 0;
  virtual void item(const std::string& text, const std::vector<std::string>& beneath) = 0;
  virtual void table(const Row& head, const std::vector<Row>& rows) = 0;
  virtual std::string finish() { return std::move(text_); }

 protected:
  std::string text_;
};

class TextPen : public Pen {
 public:
  void title(const std::string& text) override { text_ += visible(text) + "\n" + std::string(text.size(), '=') + "\n"; }
  void heading(const std::string& text) override { text_ += "\n" + visible(text) + "\n"; }
  void paragraph(const std::string& text) override { text_ += visible(text) + "\n"; }
  void item(const std::string& text, const std::vector<std::string>& beneath) override {
    text_ += "  " + visible(text) + "\n";
    for (const std::string& line : beneath) text_ += "      " + visible(line) + "\n";
  }
  void table(const Row& head, const std::vector<Row>& rows) override {
    std::vector<std::size_t> widths;
    for (const std::string& cell : head) widths.push_back(cell.size());
    for (const Row& row : rows)
      for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], row[i].size());
    line(head, widths);
    for (const Row& row : rows) line(row, widths);
  }

 private:
  void line(const Row& row, const std::vector<std::size_t>& widths) {
    std::string line = " ";
    for (std::size_t i = 0; i < row.size(); ++i) line += " " + padded(visible(row[i]), widths[i]);
    text_ += line.substr(0, line.find_last_not_of(' ') + 1) + "\n";
  }
};

class MarkdownPen : public Pen {
 public:
  void title(const std::string& text) override { text_ += "# " + plain(text) + "\n"; }
  void heading(const std::string& text) override {
    end_list();
    text_ += "\n## " + plain(text) + "\n";
  }
  void paragraph(const std::string& text) override {
    end_list();
    text_ += "\n" + plain(text) + "\n";
  }
  void item(const std::string& text, const std::vector<std::string>& beneath) override {
    text_ += "\n- " + plain(text);
    for (const std::string& line : beneath) text_ += "\n  - " + plain(line);
  }
  void table(const Row& head, const std::vector<Row>& rows) override {
    end_list();
    text_ += "\n";
    line(head);
    text_ += "|";
    for (std::size_t i = 0; i < head.size(); ++i) text_ += "---|";
    text_ += "\n";
    for (const Row& row : rows) line(row);
  }
  std::string finish() override { return text_ + "\n"; }

 private:
  /// Items end where the next line begins; what follows a list needs an empty one between.
  void end_list() {
    if (!text_.empty() && text_.back() != '\n') text_ += "\n";
  }
  /// Characters that Markdown takes for markup, and links, are text.
  static std::string plain(const std::string& text) {
    std::string result;
    for (const char c : visible(text)) {
      if (std::string_view("\\`*_[]<>#|~&").find(c) != std::string_view::npos) result += '\\';
      result += c == '\n' ? ' ' : c;
    }
    return result;
  }
  void line(const Row& row) {
    text_ += "|";
    for (const std::string& cell : row) text_ += " " + plain(cell) + " |";
    text_ += "\n";
  }
};

class HtmlPen : public Pen {
 public:
  HtmlPen() {
    text_ =
        "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">"
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">\n"
        "<style>body{font:15px sans-serif;margin:2em;max-width:70em}table{border-collapse:collapse}td,th{border:1px "
        "solid #999;padding:.2em "
        ".5em;text-align:left}li{margin:.4em 0}small{color:#555}</style></head><body>\n";
  }
  void title(const std::string& text) override { text_ += "<h1>" + escaped(text) + "</h1>\n"; }
  void heading(const std::string& text) override { text_ += "<h2>" + escaped(text) + "</h2>\n"; }
  void paragraph(const std::string& text) override { text_ += "<p>" + escaped(text) + "</p>\n"; }
  void item(const std::string& text, const std::vector<std::string>& beneath) override {
    text_ += "<ul><li>" + escaped(text);
    for (const std::string& line : beneath) text_ += "<br><small>" + escaped(line) + "</small>";
    text_ += "</li></ul>\n";
  }
  void table(const Row& head, const std::vector<Row>& rows) override {
    text_ += "<table>\n<tr>";
    for (const std::string& cell : head) text_ += "<th>" + escaped(cell) + "</th>";
    text_ += "</tr>\n";
    for (const Row& row : rows) {
      text_ += "<tr>";
      for (const std::string& cell : row) text_ += "<td>" + escaped(cell) + "</td>";
      text_ += "</tr>\n";
    }
    text_ += "</table>\n";
  }
  std::string finish() override { return text_ + "</body></html>\n"; }

 private:
  static std::string escaped(const std::string& text) {
    std::string result;
    for (const char c : visible(text)) {
      switch (c) {
        case '&':
          result += "&amp;";
          break;
        case '<':
          result += "&lt;";
          break;
        case '>':
          result += "&gt;";
          break;
        case '"':
          result += "&quot;";
          break;
        case '\n':
          result += "<br>";
          break;
        default:
          result += c;
      }
    }
    return result;
  }
};

std::string n(std::uint64_t number) { return std::to_string(number); }
std::string plural(std::uint64_t number, const std::string& word) {
  return n(number) + " " + word + (number == 1 ? "" : "s");
}

void write_bugs(Pen& pen, const std::string& heading, const std::vector<ReportedBug>& bugs) {
  if (bugs.empty()) return;
  pen.heading(heading + " (" + n(bugs.size()) + ")");
  for (const ReportedBug& bug : bugs) {
    std::vector<std::string> beneath{bug.kind + " in " + joined(bug.branches, ", ") + ", shown by " + bug.pipeline};
    if (!bug.note.empty()) beneath.push_back(bug.note);
    pen.item(bug.bug_id + "  " + (bug.culprit.empty() ? "?" : bug.culprit) + ": " + bug.title, beneath);
  }
}

void write_branches(Pen& pen, const NightReport& report) {
  pen.heading("Branches");
  std::vector<Row> rows;
  for (const ReportedBranch& branch : report.branches) {
    const bool replaced = !branch.before.empty() && branch.before != branch.compiler;
    rows.push_back({branch.name, branch.state, branch.compiler.empty() ? "-" : branch.compiler,
                    replaced ? branch.before : "", branch.revision.substr(0, 12),
                    branch.baseline.empty() ? "-" : branch.baseline,
                    branch.baseline.empty() ? "-" : n(branch.in_baseline)});
  }
  pen.table({"branch", "state", "compiler", "before", "commit", "baseline", "bugs in both"}, rows);
  for (const ReportedBranch& branch : report.branches)
    if (!branch.failure.empty()) pen.item(branch.name + " (" + branch.state + ")", lines_of(branch.failure));
}

void write_surface(Pen& pen, const NightReport& report) {
  Counts surface;
  std::uint64_t gained = 0, lost = 0;
  for (const SurfaceCell& cell : report.surface) {
    if (cell.feature == SurfaceWord::kAny) continue;
    const bool judged = cell.judge != "unknown" && cell.judge != "unsupported";
    if (judged && !report.previous.empty()) gained += cell.before == 0 ? 1 : 0, lost += cell.pairs == 0 ? 1 : 0;
    if (cell.pairs != 0) surface.emplace_back(cell.feature + " " + cell.judge + " " + cell.pipeline, cell.pairs);
  }
  const auto write = [&](const std::vector<Row>& table) { pen.table(table.front(), {table.begin() + 1, table.end()}); };
  pen.heading("What was checked");
  pen.paragraph(
      "Changed functions by pass and by what they are made of (one with several features counts for each): how many "
      "were decided, and after the \"/\" how many were not.");
  write(hunt::surface_by_feature(surface));
  pen.paragraph("The same by what judged them, each function once for each of its features.");
  write(hunt::surface_by_judge(surface));
  if (!report.previous.empty())
    pen.paragraph("Against the night " + report.previous + ": " + plural(gained, "cell") +
                  " of pass, feature and judge more, " + n(lost) + " fewer.");
}

void write_hunts(Pen& pen, const NightReport& report) {
  pen.heading("Hunts");
  std::vector<Row> rows;
  for (const ReportedHunt& hunt : report.hunts) {
    char rate[32];
    std::snprintf(rate, sizeof rate, "%.1f", hunt.seconds > 0 ? static_cast<double>(hunt.mutants) / hunt.seconds : 0.0);
    rows.push_back(
        {hunt.branch, hunt.pipeline, n(hunt.mutants), n(hunt.judged), n(hunt.unknown), n(hunt.unsupported), rate});
  }
  pen.table({"branch", "passes", "mutants", "decided", "unknown", "unsupported", "mutants/s"}, rows);
  if (report.left_out.empty()) return;
  pen.heading("What was not checked");
  rows.clear();
  for (const LeftOut& left : report.left_out) rows.push_back({n(left.count), left.what});
  pen.table({"times", "what"}, rows);
}

/// The table of measures, with the ratio of the night before where there is one.
void write_measures(Pen& pen, const ReportedCosts& costs) {
  compare::Table table = compare::summary_table(*costs.comparison);
  if (!costs.before.empty()) {
    compare::Comparison before;
    before.summaries = costs.before;
    const compare::Table earlier = compare::summary_table(before);
    constexpr std::size_t kRatio = 4;
    for (std::size_t i = 0; i < table.size() && i < earlier.size(); ++i)
      table[i].insert(table[i].begin() + kRatio + 1, i == 0 ? "the night before" : earlier[i][kRatio]);
  }
  pen.table(table.front(), {table.begin() + 1, table.end()});
}

void write_costs(Pen& pen, const NightReport& report) {
  constexpr std::size_t kOutliers = 50, kReasons = 5;
  const bool any = std::any_of(report.branches.begin(), report.branches.end(),
                               [](const ReportedBranch& branch) { return !branch.baseline.empty(); });
  if (!any) return;
  pen.heading("What the branches cost");
  if (report.costs.empty()) pen.paragraph("Not measured: the plan has no costs.");
  for (const ReportedCosts& costs : report.costs) {
    const std::string who = costs.branch + " beside " + costs.baseline + ": ";
    if (!costs.comparison) {
      pen.paragraph(who + "not measured: " + costs.failure);
      continue;
    }
    const compare::Comparison& comparison = *costs.comparison;
    pen.paragraph(who + compare::what_was_run(comparison) + ".");
    write_measures(pen, costs);
    const std::size_t outliers = comparison.outliers.size(), left = comparison.not_compared.size();
    if (outliers != 0) {
      const compare::Table table = compare::outlier_table(comparison, kOutliers);
      pen.paragraph(plural(outliers, "outlier") + ", those that cost more first" +
                    (outliers > kOutliers ? ", " + n(kOutliers) + " of them:" : ":"));
      pen.table(table.front(), {table.begin() + 1, table.end()});
    }
    if (left == 0) continue;
    std::vector<std::string> reasons;
    for (std::size_t i = 0; i < std::min(left, kReasons); ++i)
      reasons.push_back(comparison.not_compared[i].input + ": " + comparison.not_compared[i].reason);
    pen.item(plural(left, "input") + " not compared", reasons);
  }
}

void write_missed(Pen& pen, const NightReport& report) {
  constexpr std::size_t kMost = 50;
  if (report.missed.empty()) return;
  pen.heading("What the branches miss");
  for (const ReportedMissed& told : report.missed) {
    const application::Missed& missed = told.missed;
    if (!told.failure.empty()) {
      pen.paragraph(told.branch + ": not looked for: " + told.failure);
      continue;
    }
    pen.paragraph(told.branch + ", of " + plural(missed.mutants, "mutant") + ": " + n(missed.searched) + " searched, " +
                  plural(missed.folds, "fold") + ", " + plural(missed.rules.size(), "new rule") + ", " +
                  n(told.known_rules) + " known; " + n(missed.compared) + " compared with the baseline, " +
                  plural(missed.regressions.size(), "new regression") + ", " + n(told.known_regressions) + " known; " +
                  n(missed.undecided) + " undecided, " + n(missed.not_begun) + " not begun.");
    for (std::size_t i = 0; i < std::min(missed.rules.size(), kMost); ++i)
      pen.item(missed.rules[i].rule.text, {rules::widths_text(missed.rules[i].rule)});
    for (std::size_t i = 0; i < std::min(missed.regressions.size(), kMost); ++i)
      pen.item("regression: " + missed.regressions[i].key, {});
  }
}

std::string with(Pen& pen, const NightReport& report) {
  pen.title("Night " + report.night + " of " + report.plan);
  pen.paragraph(plural(report.new_bugs.size(), "new cause") + ", " + n(report.regressed.size()) + " regressed, " +
                n(report.fixed.size()) + " fixed, " + n(report.open.size()) + " still open, " +
                n(report.undecided.size()) + " undecided; " +
                (report.analysing.empty() ? "" : n(report.analysing.size()) + " still being analysed; ") +
                plural(report.known.size(), "known cause") + ".");
  pen.paragraph("From " + report.started_at + " to " + report.finished_at + ", assay " + report.assay_version +
                (report.previous.empty() ? ", the first night of this plan."
                                         : ", compared with the night " + report.previous + "."));
  write_bugs(pen, "New", report.new_bugs);
  write_bugs(pen, "Regressed", report.regressed);
  write_bugs(pen, "Fixed", report.fixed);
  write_bugs(pen, "Still open", report.open);
  write_bugs(pen, "Still being analysed", report.analysing);
  write_bugs(pen, "Undecided", report.undecided);
  write_bugs(pen, "Met in a baseline, so not of the branches' making", report.of_baselines);
  if (!report.known.empty()) {
    pen.heading("Known causes");
    for (const KnownBugs& known : report.known)
      pen.item(known.root + ": " + plural(known.bugs, "bug") + " in " + joined(known.branches, ", "),
               known.upstream.empty() ? Row{} : Row{known.upstream});
  }
  write_branches(pen, report);
  write_hunts(pen, report);
  write_surface(pen, report);
  write_costs(pen, report);
  write_missed(pen, report);
  return pen.finish();
}

}  // namespace

std::string render(const NightReport& report, ReportFormat format) {
  TextPen text;
  MarkdownPen markdown;
  HtmlPen html;
  switch (format) {
    case ReportFormat::Json:
      return to_json_text(report) + "\n";
    case ReportFormat::Markdown:
      return with(markdown, report);
    case ReportFormat::Html:
      return with(html, report);
    case ReportFormat::Text:
      break;
  }
  return with(text, report);
}

}  // namespace assay::nightly
