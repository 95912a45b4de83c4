#include "services/cli/hunt_missed.h"

#include <cstdio>
#include <nlohmann/json.hpp>
#include <random>

#include "services/application/missed.h"
#include "services/application/regressions.h"
#include "services/cli/output.h"
#include "services/cli/render.h"
#include "services/cli/signals.h"
#include "services/common/fields_json.h"
#include "services/common/text.h"
#include "services/common/user_words.h"
#include "services/nightly/record.h"

namespace assay::cli {
namespace {

using application::Missed;

void print_progress(const Missed& missed, bool json) {
  if (json) return;
  const auto n = [](std::uint64_t number) { return static_cast<unsigned long long>(number); };
  std::fprintf(stderr, "assay: %llu mutants  %llu searched  %llu folds  %zu rules  %llu compared  %zu regressions\n",
               n(missed.mutants), n(missed.searched), n(missed.folds), missed.rules.size(), n(missed.compared),
               missed.regressions.size());
}

void print_found(const std::string& compiler, const std::string& baseline, const nightly::ReportedMissed& told) {
  const Missed& missed = told.missed;
  std::string text;
  for (const application::RuleTold& rule : missed.rules)
    text += "----------------------------------------\nmissed by " + compiler + ": " + rule.rule.text + "\n      " +
            rules::widths_text(rule.rule) + "; " + std::to_string(rule.folds) + " folds, first in " + rule.first +
            "\n" + rule.pair + "\n";
  for (const application::MissedRegression& regression : missed.regressions)
    text += "----------------------------------------\ndearer by " + compiler + " than by " + baseline + ": " +
            regression.key + "\n" + regression.source + "\n";
  print(text);
}

void print_counts(const std::string& who, const nightly::NightReport& report, const nightly::ReportedMissed& told) {
  const Missed& missed = told.missed;
  const auto n = [](std::uint64_t number) { return static_cast<unsigned long long>(number); };
  std::printf(
      "========================================\n%s\nmutants      %llu\nsearched     %llu\nfolds        %llu\n"
      "rules        %zu new, %llu known\ncompared     %llu\nregressions  %zu new, %llu known\nundecided    %llu\n"
      "not begun    %llu\nrecorded     %s (assay night show %s)\n",
      who.c_str(), n(missed.mutants), n(missed.searched), n(missed.folds), missed.rules.size(), n(told.known_rules),
      n(missed.compared), missed.regressions.size(), n(told.known_regressions), n(missed.undecided),
      n(missed.not_begun), report.night.c_str(), report.night.c_str());
}

/// "opt 22.1.8", or "opt 22.1.8 against opt 19.1.7", as improve and regressions name what they asked.
std::string name_of_search(const CompilerId& compiler, const std::optional<CompilerId>& baseline) {
  return compiler_name(compiler) + (baseline ? " against " + compiler_name(*baseline) : "");
}

}  // namespace

int hunt_missed(application::HuntRequest request, const MissedOptions& options, const std::string& database,
                bool json) {
  HuntSettings& settings = request.settings;
  if (settings.passes.empty()) settings.passes = {"default<O2>"};
  if (settings.passes.size() != 1) return refuse("--passes: --missed and --regressions take one pipeline");
  if (settings.compilers.empty()) settings.compilers = {"linked"};
  std::optional<CompilerId> baseline;
  if (!options.baseline.empty()) {
    auto build = application::regression_build(options.baseline);
    if (!build) return refuse("--regressions: " + build.error());
    baseline = build->opt;
  }
  const std::uint64_t seed = request.seed ? *request.seed : std::random_device()();
  if (!json) std::fprintf(stderr, "assay: hunting with seed %llu\n", static_cast<unsigned long long>(seed));
  nlohmann::json searches = nlohmann::json::array();
  for (const std::string& compiler : settings.compilers) {
    const auto build = application::regression_build(compiler);
    if (!build) return refuse("--compiler: " + build.error());
    application::MissedRequest wanted;
    wanted.settings = settings;
    wanted.settings.compilers = {compiler};
    wanted.folds = options.folds;
    wanted.baseline = options.baseline;
    wanted.mutants = request.mutants;
    wanted.seed = seed;
    wanted.jobs = request.jobs;
    wanted.seconds = request.seconds;
    wanted.stop = &stop_on_signals();
    const std::string started_at = utc_now();
    auto missed = application::find_missed(wanted, [&](const Missed& now) { print_progress(now, json); });
    if (!missed) return refuse(missed.error());
    const std::string who = name_of_search(build->opt, baseline);
    const auto report =
        nightly::record_search(database, {"hunt", who, build->opt, started_at, seed, std::move(*missed)});
    if (!report) return refuse("--db: " + report.error());
    const nightly::ReportedMissed& told = report->missed.front();
    searches.push_back({{"compiler", build->opt},
                        {"baseline", baseline},
                        {"night", report->night},
                        {"missed", told.missed},
                        {"known_rules", told.known_rules},
                        {"known_regressions", told.known_regressions}});
    if (json) continue;
    print_found(compiler_name(build->opt), baseline ? compiler_name(*baseline) : "", told);
    print_counts(who, *report, told);
  }
  if (json) std::printf("%s\n", dump({{"seed", seed}, {"searches", searches}}).c_str());
  return kSuccess;
}

}  // namespace assay::cli
