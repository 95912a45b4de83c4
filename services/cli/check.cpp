#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "services/application/pairs.h"
#include "services/application/second_opinion.h"
#include "services/cli/check_pipe.h"
#include "services/cli/check_tests.h"
#include "services/cli/file_guard.h"
#include "services/cli/options.h"
#include "services/cli/render.h"
#include "services/cli/settings.h"
#include "services/cli/verbs.h"
#include "services/common/records_json.h"
#include "services/common/text.h"
#include "services/worker/check/cache.h"
#include "services/worker/check/isolated_checker.h"
#include "services/worker/check/statistics.h"
#include "services/worker/ir/ir.h"

namespace assay::cli {
namespace {

struct CheckArguments {
  application::PairOptions pairs;
  Question question = question_by(AskedBy::Check);
  check::Oracles oracles = check::Oracles::All;
  check::HardLimits limits;
  double timeout_s = check::HardLimits().timeout_ms / 1000.0;
  std::string cache;  ///< folder; empty: none
  std::string also;
  std::string alive_tv = "alive-tv";
  bool pipe = false;
  bool json = false;
  bool quiet = false;
  bool stats = false;
  bool strict = false;
  bool run_lines = false;
  std::string baseline;
  std::string known;  ///< file of rules; empty: those that come with Assay
  std::shared_ptr<const triage::KnownRoots> rules;
  unsigned jobs = default_jobs();
};

/// All that was found out about the pairs.
struct Report {
  std::vector<VerdictKind> kinds;
  std::size_t bounded = 0;         ///< correct within limits
  std::size_t contradictions = 0;  ///< between Assay and the second opinion
  std::size_t lost = 0;            ///< definitions that other modules may refer to
  check::Statistics statistics;
  nlohmann::json functions = nlohmann::json::array();
};

/// `strict`: a proof within limits is none.
int exit_code(const Report& report, bool strict) {
  const auto any = [&](VerdictKind kind) {
    return std::find(report.kinds.begin(), report.kinds.end(), kind) != report.kinds.end();
  };
  if (any(VerdictKind::Incorrect) || report.lost != 0) return kNegative;
  if (any(VerdictKind::Error)) return kUsage;
  if (any(VerdictKind::Unknown) || any(VerdictKind::Unsupported) || report.contradictions != 0) return kInconclusive;
  if (strict && report.bounded != 0) return kInconclusive;
  return kSuccess;
}

std::string line_of(const application::Opinion& opinion, const Verdict& ours) {
  char seconds[32];
  std::snprintf(seconds, sizeof seconds, " (%.2f s)", opinion.seconds);
  return std::string(opinion.contradicts(ours) ? "CONTRADICTION: " : "") + "alive-tv says " + name_of(opinion.verdict) +
         (opinion.reason.empty() ? "" : ": " + opinion.reason) + seconds + "\n";
}

void print_pair(const ir::FunctionPair& pair, const Verdict& verdict, const std::optional<KnownCause>& cause,
                const std::optional<application::Opinion>& opinion) {
  const std::string text = render(verdict);
  const std::size_t head = text.find('\n');
  std::printf("----------------------------------------\n%s=>\n%s\n%s%s%s%s\n", ir::print(*pair.first).c_str(),
              ir::print(*pair.second).c_str(), in_colour(verdict.kind, text.substr(0, head)).c_str(),
              text.substr(head).c_str(),
              cause ? visible("\nKnown cause, by its rule:\n  " + render(*cause) + "\n").c_str() : "",
              opinion ? line_of(*opinion, verdict).c_str() : "");
}

/// "@f: correct (smt)", "@f -> @g: INCORRECT: …".
void print_line(const ir::FunctionPair& pair, const Verdict& verdict, const std::optional<KnownCause>& cause) {
  const std::string source = pair.first->getName().str(), target = pair.second->getName().str();
  print("@" + source + (source == target ? "" : " -> @" + target) + ": ");
  std::printf("%s\n", in_colour(verdict.kind, visible(one_line(verdict))).c_str());
  if (cause) print("  " + render(*cause) + "\n");
}

void print_summary(const Report& report, bool second_opinion) {
  const auto count = [&](VerdictKind kind) {
    return static_cast<int>(std::count(report.kinds.begin(), report.kinds.end(), kind));
  };
  std::printf("Summary:\n  %d correct\n", count(VerdictKind::Correct));
  if (report.bounded != 0) std::printf("    %zu of them within limits\n", report.bounded);
  std::printf("  %d incorrect\n  %d unknown\n  %d unsupported\n  %d errors\n", count(VerdictKind::Incorrect),
              count(VerdictKind::Unknown), count(VerdictKind::Unsupported), count(VerdictKind::Error));
  if (report.lost != 0) std::printf("  %zu lost or changed for other modules\n", report.lost);
  if (second_opinion) std::printf("  %zu contradicted by alive-tv\n", report.contradictions);
}

/// "@g: INCORRECT: link error: the target only declares this function (external)". What is wrong is told one by one;
/// what harms nobody only where others could have seen it, and of all else how much it is. If quiet, only what is
/// wrong.
void print_symbols(const std::vector<ir::SymbolDifference>& symbols, bool quiet) {
  std::string text;
  for (const ir::SymbolDifference& symbol : symbols)
    if (symbol.is_wrong || (!quiet && !symbol.is_local()))
      text += "@" + symbol.name + ": " + (symbol.is_wrong ? "INCORRECT: " : "") + ir::explain(symbol) + "\n";
  if (const std::string counts = ir::count_local(symbols); !quiet && !counts.empty()) text += counts + "\n";
  if (!text.empty()) print(text + "\n");
}

nlohmann::json json_of(const std::vector<ir::SymbolDifference>& symbols) {
  nlohmann::json list = nlohmann::json::array();
  for (const ir::SymbolDifference& symbol : symbols)
    list.push_back({{"name", symbol.name},
                    {"kind", symbol.kind},
                    {"linkage", symbol.linkage},
                    {"change", std::string(name_of(symbol.change))},
                    {"what", symbol.what},
                    {"verdict", name_of(symbol.is_wrong ? VerdictKind::Incorrect : VerdictKind::Correct)}});
  return list;
}

nlohmann::json list_of(const std::vector<check::Statistics::Share>& shares) {
  nlohmann::json list = nlohmann::json::array();
  for (const auto& share : shares)
    list.push_back({{"name", share.name}, {"checks", share.checks}, {"seconds", share.seconds}});
  return list;
}

nlohmann::json object_of(const check::Statistics& statistics) {
  return {{"checks", statistics.checks()},        {"seconds", statistics.seconds()},
          {"median", statistics.median()},        {"decided_by", list_of(statistics.deciders())},
          {"rungs", list_of(statistics.rungs())}, {"histogram", list_of(statistics.histogram())}};
}

/// Of a pair whose target a compiler made here.
std::optional<KnownCause> cause_of(const application::Pairs& pairs, const ir::FunctionPair& pair,
                                   const Verdict& verdict, const triage::KnownRoots& rules) {
  if (!pairs.made_by || pair.first->getParent() != pairs.modules.front().get()) return std::nullopt;
  return application::cause_of(*pairs.made_by, pair, verdict, rules);
}

/// Judges one pair after the other; text is printed as soon as it is known.
Report judge_all(const CheckArguments& arguments, const check::Options& options, const application::Pairs& pairs,
                 const std::optional<application::AliveTv>& alive_tv) {
  Report report;
  check::IsolatedChecker checker(options, arguments.limits, pairs.pairs);
  for (std::size_t i = 0; i < pairs.pairs.size(); ++i) {
    const ir::FunctionPair& pair = pairs.pairs[i];
    const Verdict verdict = checker.check(i);
    std::optional<application::Opinion> opinion;
    if (alive_tv) opinion = alive_tv->judge(pair, options, arguments.limits.timeout_ms);
    const bool contradicted = opinion && opinion->contradicts(verdict);
    report.contradictions += contradicted;
    report.kinds.push_back(verdict.kind);
    report.bounded += verdict.kind == VerdictKind::Correct && !verdict.bound.empty();
    report.statistics.add(pair.first->getName().str(), verdict);
    const std::optional<KnownCause> cause = cause_of(pairs, pair, verdict, *arguments.rules);
    if (arguments.json) {
      report.functions.push_back(to_json(verdict, pair.first->getName().str()));
      report.functions.back()["known_root"] = cause;
      if (opinion)
        report.functions.back()["alive-tv"] = {{"verdict", name_of(opinion->verdict)},
                                               {"reason", opinion->reason},
                                               {"seconds", opinion->seconds},
                                               {"contradicts", contradicted}};
    } else {
      arguments.quiet ? print_line(pair, verdict, cause) : print_pair(pair, verdict, cause, opinion);
      std::fflush(stdout);
    }
  }
  return report;
}

/// Two files are a pair, or two tests: who means tests says so, or names a folder or more files.
bool follows_run_lines(const CheckArguments& arguments) {
  const std::vector<std::string>& files = arguments.pairs.files;
  return arguments.run_lines || files.size() > 2 ||
         std::ranges::any_of(files, [](const std::string& file) { return std::filesystem::is_directory(file); });
}

int run_tests(const CheckArguments& arguments, const check::Options& judge) {
  const application::PairOptions& pairs = arguments.pairs;
  if (!pairs.passes.empty()) return refuse("--passes: RUN lines say which passes run; --opt-args adds options");
  if (!pairs.source_function.empty() || !pairs.target_function.empty() || pairs.bidirectional)
    return refuse("--src-fn, --tgt-fn and --bidirectional are not for RUN lines");
  if (!arguments.also.empty()) return refuse("--also is not for RUN lines");
  if (!arguments.cache.empty()) return refuse("--cache is not for RUN lines");
  application::TestOptions options;
  options.paths = pairs.files;
  options.functions = pairs.functions;
  options.compiler = pairs.compiler;
  options.baseline = arguments.baseline;
  options.opt_args = arguments.question.opt_args;
  options.judge = judge;
  options.limits = arguments.limits;
  options.jobs = arguments.jobs;
  options.rules = arguments.rules;
  return check_tests(options, {arguments.json, arguments.quiet, arguments.strict});
}

int run_check(CheckArguments arguments) {
  arguments.limits.timeout_ms = static_cast<unsigned>(arguments.timeout_s * 1000);
  check::Options options(arguments.question);
  options.oracles = arguments.oracles;
  std::unique_ptr<check::Cache> cache;
  if (!arguments.cache.empty()) {
    auto opened = check::Cache::open(arguments.cache);
    if (!opened) return refuse("--cache=" + opened.error());
    cache = std::move(*opened);
    options.cache = cache.get();
  }
  if (arguments.pipe) return answer_requests(options, arguments.limits);
  if (arguments.pairs.files.empty()) return refuse("no file is named; see assay check --help");
  auto rules =
      arguments.known.empty() ? Result(triage::KnownRoots::shipped()) : triage::KnownRoots::open(arguments.known);
  if (!rules) return refuse_each(rules.error());
  arguments.rules = std::make_shared<const triage::KnownRoots>(std::move(*rules));
  if (follows_run_lines(arguments)) return run_tests(arguments, options);
  if (!arguments.baseline.empty()) return refuse("--baseline compares what RUN lines do: --run-lines, or a folder");
  std::optional<application::AliveTv> alive_tv;
  if (!arguments.also.empty()) {
    auto found = application::AliveTv::find(arguments.alive_tv);
    if (!found) return refuse(found.error());
    alive_tv = std::move(*found);
  }
  arguments.pairs.opt_args = arguments.question.opt_args;
  application::Pairs pairs;
  {
    const FileGuard guard(arguments.pairs.files.front());
    if (Status bad = application::load_pairs(pairs, arguments.pairs)) return refuse(bad->message);
  }
  Report report = judge_all(arguments, options, pairs, alive_tv);
  report.lost = static_cast<std::size_t>(
      std::ranges::count_if(pairs.symbols, [](const ir::SymbolDifference& symbol) { return symbol.is_wrong; }));
  if (arguments.json) {
    nlohmann::json all{{"functions", report.functions}, {"symbols", json_of(pairs.symbols)}};
    if (arguments.stats) all["stats"] = object_of(report.statistics);
    std::printf("%s\n", dump(all).c_str());
  } else {
    print_symbols(pairs.symbols, arguments.quiet);
    print_summary(report, alive_tv.has_value());
    if (arguments.stats) std::printf("\n%s", check::render(report.statistics).c_str());
  }
  return exit_code(report, arguments.strict);
}

std::string help() {
  return "Checks whether functions of one module refine those of another.\n\n"
         "One file: pairs @src with @tgt, and src<suffix> with tgt<suffix>. One file and --passes: the file's "
         "functions "
         "with what the compiler makes of them. Two files: functions of the same name, the first file's being the "
         "source. Functions of internal linkage are judged through their callers, unless --function names them.\n\n"
         "Of two files, functions and variables that only one defines are told. One that other modules may refer to "
         "and "
         "the target lacks is a link error; so is a variable that the target changes in a way that they would notice. "
         "--quiet tells only such errors.\n\n"
         "Two @main are also executed as programs, with some command lines. If they print the same, and that is not "
         "proved for all command lines, the verdict is: correct for those that were run.\n\n"
         "Folders, more than two files, or --run-lines: LLVM's tests, and files like them. Each RUN line "
         "is followed, with its options and target, and every function that changed is judged. With --baseline another "
         "compiler follows them, too; then the exit code is 1 only for what is newly wrong.\n\n"
         "Each pair is judged in a child process, which is killed when it breaks --timeout or --memory; the next "
         "pairs are judged all the same.\n\n"
         "--json prints one object {\"functions\":[{\"name\",\"verdict\",\"reason\",\"method\",\"bound\",\"bounded\",\n"
         "\"detail\",\"counterexample\",\"seconds\",\"costs\",\"cached\",\"known_root\"}]}. verdict is correct, "
         "incorrect, unknown, "
         "unsupported "
         "or\n"
         "error. bound is what a correct verdict is limited to, bounded whether it is. costs lists what each strategy "
         "took, in "
         "seconds of processor time.\n"
         "known_root is the known cause whose rule an incorrect function falls under, where a compiler made the target "
         "(docs/known-roots.md).\n"
         "method is what decided: " +
         method_names() +
         ".\n"
         "reason, where the verdict is\n"
         "  incorrect: " +
         reason_names(VerdictKind::Incorrect) +
         "\n"
         "  unknown: " +
         reason_names(VerdictKind::Unknown) +
         "\n"
         "  unsupported: the name of the feature\n"
         "  error: " +
         reason_names(VerdictKind::Error) +
         "\n\n"
         "symbols lists what only one of two modules defines, and what others count on that the target changes: name, "
         "kind, linkage, change (dropped, declared, hidden, added, changed), what, verdict.\n"
         "With RUN lines: "
         "{\"files\":[{\"file\",\"error\",\"left_out\",\"runs\":[{\"run\",\"compiler\",\"baseline\"}]}],"
         "\"summary\"}.\n\n"
         "--pipe reads messages CheckAsked and answers each with a CheckAnswered "
         "(proto/assay/v1/internal/processes.proto). Before each message stands its length in four bytes, the lowest "
         "first. --timeout is processor time then.\n\n"
         "Exit code: 0 all correct, 1 some incorrect or not linkable, 2 bad input or usage, 3 none incorrect, but some "
         "unknown, unsupported, contradicted by alive-tv or, with --strict, correct only within limits.";
}

void add_limits(CLI::App& verb, const std::shared_ptr<CheckArguments>& arguments) {
  as_duration(verb.add_option("--timeout", arguments->timeout_s,
                              std::string("for one pair, in all: ") + kDurations + "; 0: none"))
      ->capture_default_str()
      ->check(CLI::Range(0.0, 4e6));
  verb.add_option("--memory", arguments->limits.memory_mb, "megabytes for the judging process; 0: no limit")
      ->capture_default_str();
}

}  // namespace

void add_check(CLI::App& app, Action& action) {
  auto arguments = std::make_shared<CheckArguments>();
  CLI::App* verb = app.add_subcommand("check", "check that one function refines another");
  verb->description(help());
  stdin_once(
      verb->add_option("files", arguments->pairs.files,
                       "A.ll [B.ll]: textual IR or bitcode; - is standard input. Or tests, and folders of tests"))
      ->expected(0, -1);
  verb->add_flag("--json", arguments->json, "print one JSON object");
  verb->add_flag("--quiet", arguments->quiet, "print one line for each pair, and the summary");
  verb->add_flag("--strict", arguments->strict, "a proof within limits (of loops, inputs, threads) is inconclusive");
  verb->add_flag("--stats", arguments->stats, "what decided, and what each strategy took");
  verb->add_option("--function", arguments->pairs.functions, "check this source function only (may be repeated)")
      ->allow_extra_args(false);
  verb->add_option("--passes", arguments->pairs.passes,
                   "-passes string: the target is what the compiler makes of the one file");
  verb->add_option("--compiler", arguments->pairs.compiler, "for --passes and RUN lines: linked, or the path of an opt")
      ->capture_default_str();
  verb->add_flag("--run-lines", arguments->run_lines, "follow the RUN lines of the files, as is done for folders");
  verb->add_option("--baseline", arguments->baseline, "for RUN lines: another compiler that does the same");
  verb->add_option("--jobs", arguments->jobs, "for RUN lines: files that are judged at the same time")
      ->check(CLI::Range(1, 1024))
      ->capture_default_str();
  verb->add_option("--src-fn", arguments->pairs.source_function, "the source function, whatever its name");
  verb->add_option("--tgt-fn", arguments->pairs.target_function, "the target function, whatever its name");
  verb->add_flag("--bidirectional", arguments->pairs.bidirectional, "judge each pair the other way round, too");
  add_settings(*verb, kCheck, arguments->question);
  add_limits(*verb, arguments);
  verb->add_option("--known", arguments->known,
                   "YAML file of known causes (those that come with Assay; docs/known-roots.md)")
      ->check(CLI::ExistingFile);
  verb->add_option("--cache", arguments->cache,
                   "folder of verdicts: pairs that are equal up to names are answered from it");
  const auto take_oracles = [arguments](const std::string& word) {
    arguments->oracles = word == "all"           ? check::Oracles::All
                         : word == "interpreter" ? check::Oracles::Interpreter
                                                 : check::Oracles::Smt;
  };
  verb->add_option_function<std::string>("--oracle", take_oracles, "who may judge (all)")
      ->check(CLI::IsMember({"all", "interpreter", "smt"}));
  verb->add_option("--also", arguments->also, "ask another checker too")->check(CLI::IsMember({"alive-tv"}));
  verb->add_option("--alive-tv", arguments->alive_tv, "where alive-tv is")->capture_default_str();
  verb->add_flag("--pipe", arguments->pipe, "judge what other programs ask on standard input");
  verb->callback([arguments, &action] { action = [arguments] { return run_check(*arguments); }; });
}

}  // namespace assay::cli
