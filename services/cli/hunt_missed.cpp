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
#include "services/coordinator/store/store.h"
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

application::MissedRequest request_for(const std::string& compiler, const application::HuntRequest& hunt,
                                       const MissedOptions& options, std::uint64_t seed) {
  application::MissedRequest wanted;
  wanted.settings = hunt.settings;
  wanted.settings.compilers = {compiler};
  wanted.folds = options.folds;
  wanted.baseline = options.baseline;
  wanted.mutants = hunt.mutants;
  wanted.seed = seed;
  wanted.jobs = hunt.jobs;
  wanted.seconds = hunt.seconds;
  wanted.stop = &stop_on_signals();
  return wanted;
}

/// Searches with one compiler, records what was found and, unless for a program, prints it. For a program: what was
/// found. In error: what was given and what is wrong with it.
Result<nlohmann::json> search(const application::MissedRequest& wanted, const CompilerId& compiler,
                              const std::optional<CompilerId>& baseline, const std::string& database, bool json) {
  const std::string started_at = utc_now();
  auto missed = application::find_missed(wanted, [&](const Missed& now) { print_progress(now, json); });
  if (!missed) return Error{missed.error()};
  const std::string who = name_of_search(compiler, baseline);
  const auto report =
      nightly::record_search(database, {"hunt", who, compiler, started_at, wanted.seed, std::move(*missed)});
  if (!report) return Error{"--db: " + report.error()};
  const nightly::ReportedMissed& told = report->missed.front();
  if (!json) {
    print_found(compiler_name(compiler), baseline ? compiler_name(*baseline) : "", told);
    print_counts(who, *report, told);
  }
  return nlohmann::json{{"compiler", compiler},
                        {"baseline", baseline},
                        {"night", report->night},
                        {"missed", told.missed},
                        {"known_rules", told.known_rules},
                        {"known_regressions", told.known_regressions}};
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
  // A file that is no database ends the hunt before it has begun.
  if (const auto store = store::Store::open(database); !store) return refuse("--db: " + store.error());
  nlohmann::json searches = nlohmann::json::array();
  for (const std::string& compiler : settings.compilers) {
    if (stop_on_signals()) break;
    const auto build = application::regression_build(compiler);
    if (!build) return refuse("--compiler: " + build.error());
    auto found = search(request_for(compiler, request, options, seed), build->opt, baseline, database, json);
    if (!found) return refuse(found.error());
    searches.push_back(std::move(*found));
  }
  if (json) std::printf("%s\n", dump({{"seed", seed}, {"searches", searches}}).c_str());
  return kSuccess;
}

}  // namespace assay::cli
