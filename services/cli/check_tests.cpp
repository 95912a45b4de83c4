#include "services/cli/check_tests.h"

#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <map>
#include <nlohmann/json.hpp>

#include "services/cli/render.h"
#include "services/cli/verbs.h"
#include "services/common/records_json.h"

namespace assay::cli {
namespace {

using application::CompilerRun;
using application::TestFile;
using application::TestRun;

constexpr const char* kRule = "----------------------------------------\n";

/// Of all files.
struct Totals {
  std::size_t files = 0, runs = 0, functions = 0, changed = 0, bounded = 0, failed = 0;
  std::map<VerdictKind, std::size_t> verdicts;
  std::map<std::string, std::size_t> undecided, left_out, errors;
  std::size_t newly_wrong = 0, no_longer_wrong = 0, news_undecided = 0;

  std::size_t count(VerdictKind kind) const {
    const auto found = verdicts.find(kind);
    return found == verdicts.end() ? 0 : found->second;
  }
};
ASSAY_FIELDS(Totals, files, runs, functions, changed, bounded, failed, verdicts, undecided, left_out, errors,
             newly_wrong, no_longer_wrong, news_undecided);

void add(Totals& totals, const Verdict& verdict) {
  ++totals.verdicts[verdict.kind];
  totals.bounded += verdict.kind == VerdictKind::Correct && !verdict.bound.empty();
  if (verdict.kind != VerdictKind::Correct && verdict.kind != VerdictKind::Incorrect)
    ++totals.undecided[std::string(name_of(verdict.kind)) + ": " + reason_text(verdict)];
}

/// What a run's complaint is counted under: its first line, cut to a width. Without the file's name, which stands
/// elsewhere and may be as long as a line.
std::string kind_of(const std::string& error, const std::string& file) {
  constexpr std::size_t kWidth = 90;
  std::string line = error.substr(0, error.find('\n'));
  if (line.starts_with(file + ":")) line.erase(0, file.size() + 1);
  line.erase(0, line.find_first_not_of(' '));
  return line.size() > kWidth ? line.substr(0, kWidth) + "…" : line;
}

void add(Totals& totals, const TestFile& file) {
  ++totals.files;
  if (!file.error.empty()) ++totals.errors[kind_of(file.error, file.file)];
  for (const optimize::LeftOut& line : file.left_out) ++totals.left_out[line.why];
  for (const TestRun& run : file.runs) {
    ++totals.runs;
    totals.functions += run.compiler.functions;
    totals.changed += run.compiler.changed.size();
    if (!run.compiler.error.empty()) {
      ++totals.failed;
      ++totals.errors[kind_of(run.compiler.error, file.file)];
    }
    for (const auto& function : run.compiler.changed) add(totals, function.verdict);
    if (!run.baseline.error.empty()) ++totals.errors["baseline: " + kind_of(run.baseline.error, file.file)];
    const application::News news = news_of(run);
    totals.news_undecided += news.undecided.size();
    totals.newly_wrong += news.newly_wrong.size();
    totals.no_longer_wrong += news.no_longer_wrong.size();
  }
}

std::string number(std::size_t count, const char* one, const char* many) {
  return std::to_string(count) + " " + (count == 1 ? one : many);
}

std::string counts_of(const CompilerRun& run) {
  std::map<VerdictKind, std::size_t> kinds;
  for (const auto& function : run.changed) ++kinds[function.verdict.kind];
  std::string text =
      std::to_string(run.changed.size()) + " of " + number(run.functions, "function", "functions") + " changed";
  for (const auto& [kind, count] : kinds) text += ", " + std::to_string(count) + " " + name_of(kind);
  return text;
}

void print_verdict(const application::ChangedFunction& function, bool quiet) {
  const Verdict& verdict = function.verdict;
  if (verdict.kind == VerdictKind::Correct) return;
  const bool is_short = quiet || verdict.kind != VerdictKind::Incorrect;
  print("  @" + function.name + ": " + (is_short ? one_line(verdict) : render(verdict)) + "\n");
  if (function.cause) print("    " + render(*function.cause) + "\n");
}

void print_file(const TestFile& file, bool compares, bool quiet) {
  if (!file.error.empty()) print(file.file + ": not checked: " + kind_of(file.error, file.file) + "\n");
  for (const TestRun& run : file.runs) {
    const CompilerRun& made = run.compiler;
    const std::string place = file.file + ":" + std::to_string(run.run.line) + ": -passes=" + run.run.passes +
                              (run.run.opt_args.empty() ? "" : " " + run.run.opt_args);
    if (!made.error.empty()) {
      print(place + ": not checked: " + kind_of(made.error, file.file) + "\n");
      continue;
    }
    const bool tells = std::ranges::any_of(
        made.changed, [](const auto& function) { return function.verdict.kind != VerdictKind::Correct; });
    if (quiet && !tells) continue;
    print(place + ": " + counts_of(made) + "\n");
    for (const auto& function : made.changed) print_verdict(function, quiet);
    if (!compares) continue;
    const application::News news = news_of(run);
    for (const std::string& name : news.newly_wrong) print("  newly wrong: @" + name + "\n");
    for (const std::string& name : news.no_longer_wrong) print("  no longer wrong: @" + name + "\n");
    for (const std::string& name : news.undecided) print("  wrong by one, not decided of the other: @" + name + "\n");
  }
}

nlohmann::json json_of(const CompilerRun& run) {
  nlohmann::json json = run;
  json["changed"] = nlohmann::json::array();
  for (const auto& function : run.changed) {
    nlohmann::json verdict = function.verdict;
    verdict["bounded"] = !function.verdict.bound.empty();
    json["changed"].push_back(
        {{"name", function.name}, {"verdict", std::move(verdict)}, {"known_root", function.cause}});
  }
  return json;
}

nlohmann::json json_of(const TestFile& file, bool compares) {
  nlohmann::json json = file;
  json["runs"] = nlohmann::json::array();
  for (const TestRun& run : file.runs)
    json["runs"].push_back({{"run", run.run},
                            {"compiler", json_of(run.compiler)},
                            {"baseline", compares ? json_of(run.baseline) : nlohmann::json()}});
  return json;
}

void print_counts(const char* title, const std::map<std::string, std::size_t>& counts) {
  if (counts.empty()) return;
  print(std::string("  ") + title + "\n");
  for (const auto& [what, count] : counts) print("    " + std::to_string(count) + "  " + what + "\n");
}

void print_totals(const Totals& totals, bool compares) {
  print(std::string(kRule) + "Summary:\n  " + number(totals.files, "file", "files") + ", " +
        number(totals.runs, "run of opt", "runs of opt") + ", " + number(totals.functions, "function", "functions") +
        ", " + std::to_string(totals.changed) + " changed\n");
  for (const VerdictKind kind : {VerdictKind::Correct, VerdictKind::Incorrect, VerdictKind::Unknown,
                                 VerdictKind::Unsupported, VerdictKind::Error}) {
    print("  " + std::to_string(totals.count(kind)) + " " + name_of(kind) +
          (kind == VerdictKind::Error ? "s\n" : "\n"));
    if (kind == VerdictKind::Correct && totals.bounded != 0)
      print("    " + std::to_string(totals.bounded) + " of them within limits\n");
  }
  print_counts("not decided:", totals.undecided);
  print_counts("runs and files that were not checked:", totals.errors);
  print_counts("RUN lines that were not followed:", totals.left_out);
  if (compares)
    print("  " + std::to_string(totals.newly_wrong) + " newly wrong, " + std::to_string(totals.no_longer_wrong) +
          " no longer wrong\n");
  if (totals.news_undecided != 0)
    print("  " + std::to_string(totals.news_undecided) + " wrong by one compiler, not decided of the other\n");
}

class Progress {
 public:
  Progress(std::size_t files, bool silent) : files_(files), shows_(!silent && isatty(STDERR_FILENO) != 0) {}
  void clear() const {
    if (shows_) std::fputs("\r\033[K", stderr);
  }
  void show(const Totals& totals) const {
    if (!shows_) return;
    std::fprintf(stderr, "\r\033[K%zu of %zu files  %zu changed  %zu incorrect", totals.files, files_, totals.changed,
                 totals.count(VerdictKind::Incorrect));
    std::fflush(stderr);
  }

 private:
  std::size_t files_;
  bool shows_;
};

int exit_code(const Totals& totals, bool compares, bool strict) {
  if ((compares ? totals.newly_wrong : totals.count(VerdictKind::Incorrect)) != 0) return kNegative;
  if (!totals.undecided.empty() || !totals.errors.empty() || totals.functions == 0 || totals.news_undecided != 0)
    return kInconclusive;
  return strict && totals.bounded != 0 ? kInconclusive : kSuccess;
}

}  // namespace

int check_tests(const application::TestOptions& options, const TestsPrinted& printed) {
  const auto files = application::test_files(options.paths);
  if (!files) return refuse(files.error());
  const bool compares = !options.baseline.empty();
  Totals totals;
  nlohmann::json list = nlohmann::json::array();
  const Progress progress(files->size(), printed.json);
  progress.show(totals);
  const Status bad = application::check_test_files(options, *files, [&](const TestFile& file) {
    add(totals, file);
    progress.clear();
    if (printed.json)
      list.push_back(json_of(file, compares));
    else
      print_file(file, compares, printed.quiet);
    std::fflush(stdout);
    progress.show(totals);
  });
  progress.clear();
  if (bad) return refuse(bad->message);
  if (printed.json)
    std::printf("%s\n", dump({{"files", list}, {"summary", totals}}).c_str());
  else
    print_totals(totals, compares);
  return exit_code(totals, compares, printed.strict);
}

}  // namespace assay::cli
