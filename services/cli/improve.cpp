#include "services/application/improve.h"

#include <CLI/CLI.hpp>
#include <cstdio>
#include <map>
#include <nlohmann/json.hpp>

#include "services/application/missed_issues.h"
#include "services/application/regressions.h"
#include "services/cli/options.h"
#include "services/cli/render.h"
#include "services/cli/signals.h"
#include "services/cli/verbs.h"
#include "services/common/fields_json.h"
#include "services/common/records_json.h"
#include "services/common/user_words.h"
#include "services/nightly/record.h"

namespace assay::cli {
namespace {

using application::ImprovedFunction;
using improve::Fold;

struct ImproveArguments {
  application::ImproveRequest request;
  Question question = [] {
    Question asked = question_by(AskedBy::Check);
    asked.smt_timeout_ms = 3'000;  // many candidates are asked about
    return asked;
  }();
  double timeout_s = 30;
  std::string time;
  bool excerpts = false;
  std::size_t operations = 8;  ///< of an excerpt at most
  bool json = false;
  bool quiet = false;
  std::string database;            ///< empty: none
  std::string tests, issues;       ///< folders
  std::vector<std::string> weigh;  ///< files and folders
};

/// What became of all functions.
struct ImproveTally {
  std::size_t functions = 0, searched = 0, better = 0, ended_early = 0;
  std::uint64_t occurrences = 0;
  application::NotBegun left;
  std::map<std::string, int> kinds;       ///< of folds
  std::map<std::string, int> left_alone;  ///< functions, by the reason
  std::map<std::string, int> errors;
  improve::Tried tried;
  double seconds = 0;

  void add(const ImprovedFunction& function) {
    if (function.error.empty() || !function.looked.name.empty()) ++functions;  // else a file that can't be read
    if (!function.error.empty()) {
      ++errors[function.error];
      return;
    }
    occurrences += function.occurrences;
    const improve::Looked& looked = function.looked;
    seconds += looked.seconds;
    if (!looked.left_alone.empty()) ++left_alone[looked.left_alone];
    searched += looked.left_alone.empty();
    better += !looked.folds.empty();
    ended_early += !looked.exhausted;
    for (const Fold& fold : looked.folds) ++kinds[improve::name_of(fold.kind)];
    const improve::Tried& more = looked.tried;
    each_field(
        tried, [](const char*, std::uint64_t& sum, const std::uint64_t& one) { sum += one; }, more);
  }
};

std::string text_of(const improve::Price& before, const improve::Price& after) {
  char text[128];
  std::snprintf(text, sizeof text, "instructions %g -> %g, latency %g -> %g", before.instructions, after.instructions,
                before.latency, after.latency);
  return text;
}

/// "rule: and (and x, C1), C2 => and x, C1 & C2\n      proved for 1 to 16, 32, 64".
std::string rule_line(const Fold& fold) {
  if (fold.rule) return "rule: " + fold.rule->text + "\n      " + rules::widths_text(*fold.rule) + "\n";
  return fold.no_rule.empty() ? "" : "no rule: " + fold.no_rule + "\n";
}

std::string weight_line(const application::Weight& weight) {
  if (weight.occurrences == 0) return "      not in the code that was weighed\n";
  return "      saves " + std::to_string(weight.saved) + " operations at " + std::to_string(weight.occurrences) +
         " places in " + std::to_string(weight.functions) + " functions, first " + weight.first + "\n";
}

void print_rules(const std::vector<application::RuleTold>& rules, const application::Weighed* weighed) {
  if (rules.empty()) return;
  std::string text = "Rules:\n";
  for (const application::RuleTold& told : rules) {
    text += "  " + std::to_string(told.folds) + " " + told.rule.text + "\n      " + rules::widths_text(told.rule) +
            "; first in " + told.first + "\n";
    if (told.done_alone) text += "      done by the compiler where it stands alone\n";
    if (told.occurrences > told.folds) text += "      occurs " + std::to_string(told.occurrences) + " times\n";
    if (weighed != nullptr) text += weight_line(told.weight);
  }
  if (weighed != nullptr)
    text += "Weighed: " + std::to_string(weighed->operations) + " operations of " + std::to_string(weighed->functions) +
            " functions in " + std::to_string(weighed->files) + " files; not read: " + std::to_string(weighed->unread) +
            "\n";
  print(text);
}

void print_fold(const ImprovedFunction& function, const Fold& fold, bool quiet) {
  std::string proof = render(fold.proof);
  proof = proof.substr(0, proof.find('\n'));
  std::string text = quiet ? "" : "----------------------------------------\n";
  text += function.file + ": @" + function.looked.name + ": " + fold.what + "\n";
  if (!quiet) {
    text += fold.pair + "\n";
    print(text);
    std::printf("%s, for all inputs\n%s\n%s\n", in_colour(fold.proof.kind, proof).c_str(),
                text_of(fold.before, fold.after).c_str(), rule_line(fold).c_str());
    return;
  }
  print(text);
}

void print_counted(const char* title, const std::map<std::string, int>& counts) {
  if (counts.empty()) return;
  std::string text = std::string(title) + "\n";
  for (const auto& [name, count] : counts) text += "  " + std::to_string(count) + " " + name + "\n";
  print(text);
}

void print_summary(const ImproveTally& tally, bool are_excerpts) {
  const std::string what =
      !are_excerpts ? "functions" : "expressions, which occur " + std::to_string(tally.occurrences) + " times";
  std::printf("Summary:\n  %zu %s\n  %zu searched\n  %zu with folds\n", tally.functions, what.c_str(), tally.searched,
              tally.better);
  print_counted("Folds:", tally.kinds);
  print_counted("Left alone:", tally.left_alone);
  print_counted("Errors:", tally.errors);
  if (tally.left.all() != 0) print("Not begun before the end: " + application::text_of(tally.left) + "\n");
  std::printf(
      "Tried: %llu expressions, %llu candidates; refuted %llu, %llu more by their inputs; proved %llu, within limits "
      "%llu;\nundone by the compiler %llu; undecided %llu; searches that a limit ended %zu; %.2f s of the processor\n",
      static_cast<unsigned long long>(tally.tried.evaluated), static_cast<unsigned long long>(tally.tried.candidates),
      static_cast<unsigned long long>(tally.tried.refuted), static_cast<unsigned long long>(tally.tried.refuted_again),
      static_cast<unsigned long long>(tally.tried.proved), static_cast<unsigned long long>(tally.tried.limited),
      static_cast<unsigned long long>(tally.tried.undone), static_cast<unsigned long long>(tally.tried.undecided),
      tally.ended_early, tally.seconds);
}

int exit_code(const ImproveTally& tally) {
  if (tally.better != 0) return kNegative;
  if (tally.searched == 0 && tally.left_alone.empty()) return kUsage;
  const bool is_open = tally.left.all() != 0 || !tally.errors.empty() || tally.searched == 0 ||
                       tally.ended_early != 0 || tally.tried.undecided != 0 || tally.tried.limited != 0;
  return is_open ? kInconclusive : kSuccess;
}

Status write_files(const ImproveArguments& arguments, const std::vector<application::RuleTold>& rules,
                   const std::optional<application::Weighed>& weighed) {
  std::vector<std::string> tests;
  for (const application::RuleTold& told : rules) tests.push_back(told.test);
  if (!arguments.tests.empty())
    if (Status bad = application::write_numbered(tests, arguments.tests, "rule", ".ll"))
      return Error{"--tests: " + bad->message};
  if (!arguments.issues.empty())
    if (Status bad = application::write_issues(rules, weighed, arguments.request, arguments.issues))
      return Error{"--issues: " + bad->message};
  return std::nullopt;
}

/// As a night of its own; what an earlier one told of the compiler is known.
Result<nightly::NightReport> record(const ImproveArguments& arguments, const ImproveTally& tally,
                                    const std::vector<application::RuleTold>& rules, const std::string& started_at) {
  const application::ImproveRequest& request = arguments.request;
  CompilerId compiler;
  if (request.passes != "none") {
    const auto build = application::regression_build(request.compiler);
    if (!build) return Error{build.error()};
    compiler = build->opt;
  }
  application::Missed missed;
  missed.searched = tally.searched;
  missed.not_begun = tally.left.all();
  for (const auto& [why, count] : tally.errors) missed.undecided += static_cast<std::uint64_t>(count);
  for (const auto& [kind, count] : tally.kinds)
    if (kind != improve::name_of(improve::Kind::Flags)) missed.folds += static_cast<std::uint64_t>(count);
  missed.rules = rules;
  const std::string branch = request.passes == "none" ? "as it stands" : compiler_name(compiler);
  return nightly::record_search(arguments.database,
                                {"improve", branch, compiler, started_at, arguments.question.seed, std::move(missed)});
}

int run_improve(ImproveArguments arguments) {
  application::ImproveRequest& request = arguments.request;
  request.timeout = std::chrono::milliseconds(static_cast<std::int64_t>(arguments.timeout_s * 1000));
  request.opt_args = arguments.question.opt_args;
  request.options.judge = check::Options(arguments.question);
  if (!arguments.time.empty()) {
    const auto seconds = parse_duration(arguments.time);
    if (!seconds) return refuse(seconds.wrap("--time").message);
    request.limit_s = *seconds;
  }
  if (arguments.excerpts) request.excerpts = arguments.operations;
  request.stop = &stop_on_signals();
  const std::string started_at = utc_now();
  ImproveTally tally;
  application::RuleBook book;
  nlohmann::json functions = nlohmann::json::array();
  const auto left = application::improve_files(request, [&](ImprovedFunction function) {
    tally.add(function);
    book.add(function);
    if (arguments.json) {
      functions.push_back(function);
      return;
    }
    if (!function.error.empty())
      complain((function.looked.name.empty() ? "" : function.file + ": @" + function.looked.name + ": ") +
               function.error);
    for (const Fold& fold : function.looked.folds) print_fold(function, fold, arguments.quiet);
    std::fflush(stdout);
  });
  if (!left) return refuse(left.error());
  tally.left = *left;
  std::optional<application::Weighed> weighed;
  if (!arguments.weigh.empty()) {
    auto done = book.weigh(arguments.weigh, *request.stop);
    if (!done) return refuse("--weigh: " + done.error());
    weighed = *done;
  }
  std::vector<application::RuleTold> rules = book.rules();
  std::optional<nightly::NightReport> recorded;
  if (!arguments.database.empty()) {
    auto done = record(arguments, tally, rules, started_at);
    if (!done) return refuse("--db: " + done.error());
    recorded = std::move(*done);
    if (!recorded->missed.empty()) rules = recorded->missed.front().missed.rules;
  }
  if (Status unwritten = write_files(arguments, rules, weighed)) return refuse(unwritten->message);
  if (arguments.json) {
    std::printf("%s\n", dump({{"functions", functions},
                              {"rules", rules},
                              {"weighed", weighed},
                              {"left", tally.left},
                              {"night", recorded ? recorded->night : ""}})
                            .c_str());
  } else {
    print_rules(rules, weighed ? &*weighed : nullptr);
    if (tally.functions != 0 || tally.left.all() != 0) print_summary(tally, arguments.excerpts);
    if (recorded)
      std::printf("Recorded in %s as %s: %zu new rules, %llu known\n", arguments.database.c_str(),
                  recorded->night.c_str(), rules.size(),
                  static_cast<unsigned long long>(recorded->missed.empty() ? 0 : recorded->missed.front().known_rules));
  }
  return exit_code(tally);
}

std::string improve_help() {
  return "Looks for what an optimizer misses: for each function, as the compiler leaves it, a cheaper one that refines "
         "it for\n"
         "all inputs. An operation may turn out to be a constant, an argument, another value, or one or two new "
         "operations\n"
         "over what is there; or a flag holds that is not set. Each definition is optimized alone first; "
         "--passes=none\n"
         "takes it as it stands.\n\n"
         "--excerpts looks into real code, whatever its functions do: the expressions on numbers are cut out of loops, "
         "memory\n"
         "and calls; what these give are arguments, which may be anything, and what is used elsewhere stays computed. "
         "Each\n"
         "expression is optimized and searched once, those that occur most often first. Give it what a compiler "
         "leaves:\n"
         "functions are cut as they stand.\n\n"
         "--inverse goes the other way: one value of a function is computed with more operations (an exclusive or as "
         "the "
         "or less\n"
         "the and), both are compiled, and where that leaves dearer code, by IR and by the machine code of the llc "
         "that "
         "goes\n"
         "with the compiler, the fold from it to the cheaper one is told.\n\n"
         "What is told is proved without any limit, and is printed as @src and @tgt, which check proves again. A proof "
         "within\n"
         "limits counts as none. Functions with loops, memory, pointers or calls are left alone, and counted by their "
         "reason.\n\n"
         "A fold becomes a rule where it can: constants and widths are made symbolic, and a condition on them is "
         "found; it "
         "is\n"
         "proved for all constants at widths from 1 to 16, 32 and 64, and run on samples where that can't be decided. "
         "Equal rules\n"
         "are told once, with the number of their folds; --tests writes a test for lit of each, --issues\n"
         "a text for LLVM's tracker: an instance, proof, costs, places, test. --weigh counts how "
         "often "
         "code has\n"
         "what a rule is about, and what that saves; rules come in this order then.\n\n"
         "--json prints {\"functions\":[{\"file\",\"error\",\"looked\":{\"name\",\"left_alone\",\"folds\","
         "\"tried\",\"exhausted\",\n"
         "\"seconds\"},\"occurrences\",\"places\"}]}; a fold has kind (constant, value, operation, operations, flags, "
         "inverse), "
         "what, pair, proof, before, "
         "after, and\n"
         "rule or no_rule, which says why there is none; \"rules\" has each rule once with folds, occurrences, first, "
         "places,\n"
         "test and weight;\n"
         "\"weighed\" says what was weighed; \"left\" counts what was not begun; \"night\" is\n"
         "the id of the record in the database.\n\n"
         "Exit code: 0 all were searched to the end and nothing is missed, 1 folds are missed, 2 bad usage, or not one "
         "function\n"
         "could be read, 3 none is found, but some search was not to the end, or nothing was searched.";
}

}  // namespace

void add_improve(CLI::App& app, Action& action) {
  auto arguments = std::make_shared<ImproveArguments>();
  application::ImproveRequest& request = arguments->request;
  CLI::App* verb = app.add_subcommand("improve", "look for folds that an optimizer misses");
  verb->description(improve_help());
  stdin_once(verb->add_option("files", request.paths, ".ll and .bc files, and folders of them; - is standard input"))
      ->required();
  verb->add_option("--function", request.functions, "look at this function only (may be repeated)")
      ->allow_extra_args(false);
  verb->add_option("--compiler", request.compiler, "linked, or the path of an opt")->capture_default_str();
  verb->add_option("--passes", request.passes, "-passes string of what is run first; none: nothing")
      ->capture_default_str();
  verb->add_option("--opt-args", arguments->question.opt_args, "options of the compiler's passes");
  verb->add_option("--operations", request.options.operations, "new operations at most")
      ->check(CLI::Range(0u, 2u))
      ->capture_default_str();
  CLI::Option* excerpts =
      verb->add_flag("--excerpts", arguments->excerpts,
                     "look at the expressions of functions, cut out of loops, memory and calls, each one once");
  verb->add_option("--excerpt-size", arguments->operations, "operations of an expression at most")
      ->needs(excerpts)
      ->check(CLI::Range(2u, 64u))
      ->capture_default_str();
  verb->add_flag("--inverse", request.options.inverses,
                 "compute values in other ways, proved the same, of which the compiler makes dearer code");
  verb->add_flag("--no-flags{false}", request.options.flags, "don't look for flags that hold and are not set");
  verb->add_flag("--no-rules{false}", request.options.rules, "tell folds as they are, and make no rules of them");
  verb->add_option("--weigh", arguments->weigh,
                   "count in these .ll and .bc files, and folders of them, how often rules apply (may be repeated)")
      ->allow_extra_args(false);
  verb->add_option(
      "--db", arguments->database,
      "a database: rules are recorded there as a night's are, and those recorded before are not told again");
  verb->add_option("--tests", arguments->tests, "a folder: a test for lit of each rule is written there");
  verb->add_option("--issues", arguments->issues,
                   "a folder: an issue for LLVM's tracker of each rule is written there");
  verb->add_option("--seed", arguments->question.seed, "of the sampled inputs")->capture_default_str();
  verb->add_option("--samples", request.options.samples, "inputs on which candidates are tried first")
      ->check(CLI::Range(std::uint64_t{8}, std::uint64_t{100'000}))
      ->capture_default_str();
  as_duration(verb->add_option("--smt-timeout", arguments->question.smt_timeout_ms,
                               "for one solver query: 90s or 5m; a number alone is milliseconds"),
              1)
      ->capture_default_str();
  as_duration(
      verb->add_option(
          "--timeout", arguments->timeout_s,
          std::string("processor time for one function, after half of which nothing new is begun: ") + kDurations))
      ->check(CLI::Range(0.1, 3600.0))
      ->capture_default_str();
  verb->add_option("--time", arguments->time,
                   std::string("begin nothing new after so long: ") + kDurations + " (until all is done)");
  verb->add_option("--memory", request.memory_mb, "megabytes for one function")
      ->check(CLI::Range(64u, 1u << 20))
      ->capture_default_str();
  verb->add_option("--jobs", request.jobs, "functions that are looked at at the same time")
      ->check(CLI::Range(1, 1024))
      ->capture_default_str();
  verb->add_flag("--json", arguments->json, "print one JSON object");
  verb->add_flag("--quiet", arguments->quiet, "print one line for each fold, and the summary");
  verb->callback([arguments, &action] { action = [arguments] { return run_improve(*arguments); }; });
}

}  // namespace assay::cli
