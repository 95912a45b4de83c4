#include <cstdio>
#include <map>

#include "services/common/surface.h"
#include "services/common/text.h"
#include "services/coordinator/web/pages.h"

namespace assay::web {
namespace {

constexpr std::uint32_t kHunts = 200;

std::string rate(const HuntStatistics& statistics) {
  if (statistics.seconds <= 0) return "";
  char number[32];
  std::snprintf(number, sizeof number, "%.1f", static_cast<double>(statistics.mutants) / statistics.seconds);
  return number;
}

Data row(const char* name, const Data& value) {
  Data entry;
  entry.set("name", name);
  entry.set("value", value);
  return entry;
}

Data reasons(const Counts& counts) {
  Data list{Data::type::list};
  for (const auto& [reason, count] : counts) {
    Data entry;
    entry.set("reason", text(reason));
    entry.set("count", grouped(count));
    list << entry;
  }
  return list;
}

Data trials_cell(const std::string& shown, const char* kind) {
  Data entry;
  entry.set("text", text(shown));
  entry.set("kind", kind);
  return entry;
}

/// How many functions a pass changed, and how many of these were decided; marked where that is not enough.
Data trials_cell(const PassTrials* trials) {
  if (trials == nullptr) return trials_cell("–", "none");
  const std::string decided =
      trials->changed == 0 ? "" : " · " + std::to_string(100 * trials->decided / trials->changed) + " %";
  return trials_cell(grouped(trials->changed) + decided, trials->is_covered() ? "" : "none");
}

/// Pass by environment.
void set_trials(Data& data, const Counts& surface) {
  const std::vector<PassTrials> all = trials_of(surface);
  std::map<std::string, std::map<std::string, const PassTrials*>> by_pass;
  for (const PassTrials& each : all) by_pass[each.pipeline][each.environment] = &each;
  const std::vector<std::string> columns = environments_of(all);
  Data heads{Data::type::list}, rows{Data::type::list};
  for (const std::string& column : columns) heads << trials_cell(column, "");
  for (const auto& [pass, of_pass] : by_pass) {
    const PassTrials& sum = *of_pass.at("");
    Data cells{Data::type::list};
    for (const std::string& column : columns) {
      const auto found = of_pass.find(column);
      cells << trials_cell(found == of_pass.end() ? nullptr : found->second);
    }
    Data entry;
    entry.set("pass", text(pass));
    entry.set("tried", grouped(sum.tried));
    entry.set("changed", trials_cell(&sum));
    entry.set("incorrect", grouped(sum.incorrect));
    entry.set("cells", cells);
    rows << entry;
  }
  data.set("environments", heads);
  data.set("trials", rows);
  data.set("any_trials", !all.empty());
}

}  // namespace

Response hunts_page(const Context& context) {
  const auto hunts = context.store.list_hunts(kHunts);
  if (!hunts) return failure(503, hunts.error());
  Data rows{Data::type::list};
  for (const store::Hunt& hunt : *hunts) {
    Data entry;
    entry.set("id", text(hunt.id));
    entry.set("state", name_of(hunt.state));
    entry.set("created_at", short_time(hunt.created_at));
    entry.set("passes", text(joined(hunt.settings.passes, " ")));
    entry.set("compilers", text(joined(hunt.settings.compilers, " ")));
    entry.set("mutants", grouped(hunt.statistics.mutants));
    entry.set("rate", text(rate(hunt.statistics)));
    entry.set("unknown", grouped(hunt.statistics.unknown + hunt.statistics.unsupported));
    entry.set("failures", grouped(hunt.statistics.failures));
    rows << entry;
  }
  Data data;
  data.set("hunts", rows);
  data.set("any", !hunts->empty());
  return page("Hunts", "Hunts", "hunts.mustache", data);
}

Response hunt_page(const Context& context, const std::string& id) {
  const auto found = context.store.find_hunt(id);
  if (!found) return failure(503, found.error());
  if (!*found) return failure(404, "No hunt has the id " + id + ".");
  const store::Hunt& hunt = **found;
  const auto bugs = context.store.bugs_of_hunt(id);
  if (!bugs) return failure(503, bugs.error());
  const auto leases = context.store.lease_counts(id);
  if (!leases) return failure(503, leases.error());
  const HuntStatistics& s = hunt.statistics;
  Data rows{Data::type::list};
  rows << row("State", name_of(hunt.state)) << row("Why it failed", text(hunt.failure))
       << row("Created", short_time(hunt.created_at)) << row("Passes", text(joined(hunt.settings.passes, " ")))
       << row("Compilers", text(joined(hunt.settings.compilers, " "))) << row("Seeds", text(hunt.settings.seeds))
       << row("Profile", text(hunt.settings.profile)) << row("Seed", std::to_string(hunt.seed))
       << row("Mutants", grouped(s.mutants) + (hunt.mutant_limit == 0 ? "" : " of " + grouped(hunt.mutant_limit)))
       << row("Mutants a second and process", text(rate(s))) << row("Optimizations", grouped(s.executions))
       << row("Unchanged", grouped(s.unchanged)) << row("Decided by the text", grouped(s.checked_syntax))
       << row("Decided by all inputs", grouped(s.checked_exhaustive))
       << row("Decided by the interpreter", grouped(s.checked_interpreter))
       << row("Decided by the solver", grouped(s.checked_smt)) << row("Judged by the costly oracles", grouped(s.judged))
       << row("Unknown", grouped(s.unknown)) << row("Unsupported", grouped(s.unsupported))
       << row("Failures", grouped(s.failures)) << row("Findings", grouped(bugs->findings))
       << row("Bugs", grouped(bugs->seen) + ", " + grouped(bugs->found) + " of them new")
       << row("Batches", grouped(leases->done) + " done, " + grouped(leases->leased) + " held, " +
                             grouped(leases->abandoned) + " abandoned");
  Data data;
  data.set("id", text(hunt.id));
  data.set("rows", rows);
  data.set("bugs_link", link("/bugs", {{"hunt", hunt.id}}));
  data.set("unknown_reasons", reasons(s.unknown_reasons));
  data.set("unsupported_reasons", reasons(s.unsupported_reasons));
  set_trials(data, s.surface);
  data.set("any_unknown", !s.unknown_reasons.empty());
  data.set("any_unsupported", !s.unsupported_reasons.empty());
  return page("Hunt " + hunt.id, "Hunts", "hunt.mustache", data);
}

Response workers_page(const Context& context) {
  const auto workers = context.store.list_workers();
  if (!workers) return failure(503, workers.error());
  Data rows{Data::type::list};
  for (const store::Worker& worker : *workers) {
    std::string compilers;
    for (const CompilerId& compiler : worker.offer.compilers)
      compilers += (compilers.empty() ? "" : " ") + compiler_name(compiler);
    Data entry;
    entry.set("name", text(worker.name));
    entry.set("jobs", std::to_string(worker.jobs));
    entry.set("version", text(worker.version));
    entry.set("last_seen", short_time(worker.last_seen));
    entry.set("registered_at", short_time(worker.registered_at));
    entry.set("compilers", text(compilers));
    entry.set("seeds", text(joined(worker.offer.seeds, " ")));
    rows << entry;
  }
  Data data;
  data.set("workers", rows);
  data.set("any", !workers->empty());
  return page("Workers", "Workers", "workers.mustache", data);
}

}  // namespace assay::web
