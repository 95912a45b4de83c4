#include <CLI/CLI.hpp>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>

#include "services/cli/render.h"
#include "services/cli/verbs.h"
#include "services/common/outcome.h"
#include "services/common/status.h"

namespace assay::cli {
namespace {

struct PluginArguments {
  std::vector<std::string> folders;
  bool json = false;
  bool strict = false;
};

/// What the pass plugin said of changes, added up over compilations.
struct Totals {
  using Counts = std::map<std::string, std::uint64_t>;
  Counts all;                             ///< by verdict
  std::map<std::string, Counts> by_pass;  ///< the same of each
  std::vector<nlohmann::json> wrong;
  std::uint64_t bounded = 0;           ///< correct within limits
  std::uint64_t unreadable = 0;        ///< lines; of a compiler that was killed, say
  std::uint64_t begun = 0, ended = 0;  ///< compilations
  double seconds = 0;                  ///< of processor time

  /// Those that were killed, or still run: what they have not decided yet is in no report.
  std::uint64_t unended() const { return begun > ended ? begun - ended : 0; }

  std::uint64_t of(VerdictKind kind) const {
    const auto found = all.find(name_of(kind));
    return found == all.end() ? 0 : found->second;
  }
  std::uint64_t changes() const {
    std::uint64_t sum = 0;
    for (const auto& [verdict, count] : all) sum += count;
    return sum;
  }
};

/// The text of a field; empty where it has none.
std::string text_of(const nlohmann::json& row, const char* field) {
  const auto found = row.find(field);
  return found != row.end() && found->is_string() ? found->get<std::string>() : "";
}

void add_line(Totals& totals, const std::string& line, const std::string& folder) {
  const nlohmann::json row = nlohmann::json::parse(line, nullptr, false);
  if (const std::string state = text_of(row, "compilation"); !state.empty()) {
    totals.begun += state == "begun";
    totals.ended += state == "ended";
    return;
  }
  const std::string pass = text_of(row, "pass"), verdict = text_of(row, "verdict");
  if (pass.empty() || verdict.empty()) {
    ++totals.unreadable;
    return;
  }
  ++totals.all[verdict];
  ++totals.by_pass[pass][verdict];
  totals.bounded += verdict == name_of(VerdictKind::Correct) && !text_of(row, "bound").empty();
  if (const auto seconds = row.find("seconds"); seconds != row.end() && seconds->is_number())
    totals.seconds += seconds->get<double>();
  if (verdict != name_of(VerdictKind::Incorrect)) return;
  nlohmann::json wrong = row;
  wrong["folder"] = folder;
  totals.wrong.push_back(std::move(wrong));
}

Status read_folder(Totals& totals, const std::string& folder) {
  const std::filesystem::path path = std::filesystem::path(folder) / "verdicts.jsonl";
  std::ifstream file(path);
  if (!file) return Error{path.string() + ": there is no report of the pass plugin (ASSAY_TV_REPORT)"};
  for (std::string line; std::getline(file, line);) add_line(totals, line, folder);
  return std::nullopt;
}

std::string list_of(const Totals::Counts& counts) {
  std::string text;
  for (const auto& [verdict, count] : counts)
    text += (text.empty() ? "" : ", ") + std::to_string(count) + " " + verdict;
  return text;
}

void print_totals(const Totals& totals) {
  for (const nlohmann::json& wrong : totals.wrong) {
    const std::string base = text_of(wrong, "folder") + "/" + text_of(wrong, "case");
    print("INCORRECT: " + text_of(wrong, "pass") + " on @" + text_of(wrong, "function") + ": " +
          text_of(wrong, "reason") + "\n  assay check " + base + ".src.ll " + base + ".tgt.ll\n");
  }
  for (const auto& [pass, counts] : totals.by_pass) {
    std::uint64_t all = 0;
    for (const auto& [verdict, count] : counts) all += count;
    char number[32];
    std::snprintf(number, sizeof number, "%7llu  ", static_cast<unsigned long long>(all));
    print(number + pass + ": " + list_of(counts) + "\n");
  }
  const std::uint64_t decided = totals.of(VerdictKind::Correct) + totals.of(VerdictKind::Incorrect);
  const std::uint64_t changes = totals.changes();
  std::printf("%llu changes, %llu decided (%.0f %%)", static_cast<unsigned long long>(changes),
              static_cast<unsigned long long>(decided),
              changes == 0 ? 0.0 : 100.0 * static_cast<double>(decided) / static_cast<double>(changes));
  print(": " + list_of(totals.all));
  std::printf("; %.1f s of processor time\n", totals.seconds);
  if (totals.bounded != 0)
    std::printf("%llu of them correct within limits only\n", static_cast<unsigned long long>(totals.bounded));
  if (totals.unreadable != 0)
    std::printf("%llu lines can't be read\n", static_cast<unsigned long long>(totals.unreadable));
  if (totals.unended() != 0)
    std::printf("%llu of %llu compilations did not end: what they had not decided is not counted\n",
                static_cast<unsigned long long>(totals.unended()), static_cast<unsigned long long>(totals.begun));
}

int run_plugin(const PluginArguments& arguments) {
  Totals totals;
  for (const std::string& folder : arguments.folders)
    if (Status bad = read_folder(totals, folder)) return refuse(bad->message);
  if (arguments.json)
    std::printf("%s\n", dump({{"changes", totals.changes()},
                              {"verdicts", totals.all},
                              {"passes", totals.by_pass},
                              {"incorrect", totals.wrong},
                              {"bounded", totals.bounded},
                              {"unreadable", totals.unreadable},
                              {"compilations", totals.begun},
                              {"unended", totals.unended()},
                              {"seconds", totals.seconds}})
                            .c_str());
  else
    print_totals(totals);
  if (!totals.wrong.empty()) return kNegative;
  const std::uint64_t right = totals.of(VerdictKind::Correct) - (arguments.strict ? totals.bounded : 0);
  const bool all_correct = totals.changes() != 0 && right == totals.changes();
  return all_correct && totals.unreadable == 0 && totals.unended() == 0 ? kSuccess : kInconclusive;
}

}  // namespace

void add_plugin(CLI::App& app, Action& action) {
  auto arguments = std::make_shared<PluginArguments>();
  CLI::App* verb = app.add_subcommand("plugin", "add up what the pass plugin found");
  verb->description(
      "Adds up the reports of the pass plugin (docs/opt-plugin.md), of one compilation or of a whole build: what was\n"
      "judged of each pass, what was incorrect, and the command that shows it again.\n\n"
      "Exit code: 0 all changes correct, 1 some incorrect, 2 no report, 3 some undecided or not checked,\n"
      "or, with --strict, correct only within limits; also for a report without changes, or with lines that can't be\n"
      "read, or of compilations that did not end.");
  verb->add_option("folders", arguments->folders, "what ASSAY_TV_REPORT named")->required()->expected(1, -1);
  verb->add_flag("--json", arguments->json, "print one JSON object");
  verb->add_flag("--strict", arguments->strict, "a proof within limits (of loops, inputs, threads) is inconclusive");
  verb->callback([arguments, &action] { action = [arguments] { return run_plugin(*arguments); }; });
}

}  // namespace assay::cli
