#include "services/application/costs.h"

#include <CLI/CLI.hpp>
#include <cstdio>

#include "services/cli/options.h"
#include "services/cli/render.h"
#include "services/cli/verbs.h"
#include "services/common/fields_json.h"

namespace assay::cli {
namespace {

struct CompareArguments {
  application::CostsRequest request;
  double threshold = 5;
  std::string time;
  std::string without_freeze = "none";
  std::size_t most = 20;
  bool json = false;
};

int run_compare(CompareArguments arguments) {
  application::CostsRequest& request = arguments.request;
  if (!arguments.time.empty()) {
    const auto seconds = parse_duration(arguments.time);
    if (!seconds) return refuse(seconds.wrap("--time").message);
    request.seconds = *seconds;
  }
  request.options.threshold = arguments.threshold / 100;
  request.options.without_freezes = *enumerator_of(arguments.without_freeze, std::type_identity<compare::FreezesOut>());
  const auto comparison = application::compare_costs(request);
  if (!comparison) return refuse(comparison.error());
  if (arguments.json)
    std::printf("%s\n", json_text(*comparison).c_str());
  else
    print(compare::text_of(*comparison, arguments.most));
  if (comparison->compared == 0) return kInconclusive;
  return comparison->costs_more(request.options.threshold) ? kNegative : kSuccess;
}

}  // namespace

void add_compare(CLI::App& app, Action& action) {
  auto arguments = std::make_shared<CompareArguments>();
  CLI::App* verb = app.add_subcommand("compare");
  verb->description(
      "Runs two compilers over the same files and compares what they cost: processor time of opt and llc (without\n"
      "their start), peak memory, instructions of the optimized IR, and code and data in the object file. Each input\n"
      "is compiled several times by both in turn. Outliers are inputs on which the branch is farther from the "
      "baseline\n"
      "than on the others: by the threshold, by 3.5 robust standard deviations of all ratios, and by more than runs "
      "of\n"
      "the same differ.\n\n"
      "--without-freeze takes freezes out of what opt leaves: code that may be wrong, which tells what they cost. "
      "With\n"
      "one opt on both sides and --without-freeze=branch the table is that of freeze, on and off.\n\n"
      "Exit code: 0 the branch costs no more, 1 an input is an outlier that costs more, or the median of a measure is\n"
      "above the threshold, 2 bad usage, or a compiler that can't be run, 3 not one input could be compared.");
  verb->add_option("--baseline", arguments->request.baseline, "path of an opt; an llc beside it is compared, too")
      ->required();
  verb->add_option("--branch", arguments->request.branch, "the same of the compiler that is looked at")->required();
  verb->add_option("files", arguments->request.paths, ".ll and .bc files, and folders of them")->required();
  verb->add_option("--inputs", arguments->request.inputs,
                   "how many of the files at most, spread evenly over all (all)");
  verb->add_option("--passes", arguments->request.options.passes, "-passes string")->capture_default_str();
  verb->add_option("--runs", arguments->request.options.runs, "of each compiler on each input")
      ->check(CLI::Range(1u, 1000u))
      ->capture_default_str();
  verb->add_option("--without-freeze", arguments->without_freeze,
                   "whose freezes are taken out between opt and llc, to tell what they cost")
      ->check(CLI::IsMember({"none", "branch", "both"}))
      ->capture_default_str();
  verb->add_option("--threshold", arguments->threshold, "per cent")
      ->check(CLI::Range(0.0, 1000.0))
      ->capture_default_str();
  verb->add_option("--time", arguments->time,
                   std::string("how long: ") + kDurations + "; inputs that are left are told (no limit)");
  verb->add_option("--most", arguments->most, "how many outliers are shown")->capture_default_str();
  verb->add_flag("--json", arguments->json, "print one JSON object, with all inputs and outliers");
  verb->callback([arguments, &action] { action = [arguments] { return run_compare(*arguments); }; });
}

}  // namespace assay::cli
