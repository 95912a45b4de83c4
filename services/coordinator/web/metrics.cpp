#include <cstdio>
#include <limits>

#include "services/coordinator/web/pages.h"

namespace assay::web {
namespace {

/// Writes metrics in the text format: names, types and help by Prometheus' rules.
class Exposition {
 public:
  void begin(const std::string& name, const char* type, const char* help) {
    name_ = name;
    text_ += "# HELP " + name + " " + help + "\n# TYPE " + name + " " + type + "\n";
  }
  void sample(double value, const char* label = nullptr, const std::string& of = {}) {
    char number[40];
    std::snprintf(number, sizeof number, "%.17g", value);
    text_ += name_;
    if (label != nullptr) text_ += std::string("{") + label + "=\"" + escaped(of) + "\"}";
    text_ += std::string(" ") + number + "\n";
  }
  void samples(const Counts& counts, const char* label) {
    for (const auto& [of, count] : counts) sample(static_cast<double>(count), label, of);
  }
  const std::string& text() const { return text_; }

 private:
  static std::string escaped(const std::string& value) {
    std::string result;
    for (const char c : value) {
      if (c == '\\' || c == '"') result += '\\';
      if (c == '\n')
        result += "\\n";
      else
        result += c;
    }
    return result;
  }

  std::string name_;
  std::string text_;
};

}  // namespace

Response metrics(const Context& context) {
  const Response unavailable{503, "text/plain; charset=utf-8", "", ""};
  const auto statistics = context.store.statistics();
  const auto hunts = context.store.list_hunts(std::numeric_limits<std::uint32_t>::max());
  if (!statistics || !hunts) return unavailable;
  HuntStatistics total;
  std::map<std::string, std::uint64_t> states;
  for (const char* state : {"running", "finished", "stopped", "failed"}) states[state] = 0;
  for (const store::Hunt& hunt : *hunts) {
    total.add(hunt.statistics);
    ++states[name_of(hunt.state)];
  }
  Exposition out;
  out.begin("assay_bugs", "gauge", "Bugs by status.");
  out.samples(statistics->bugs_by_status, "status");
  out.begin("assay_bugs_of_kind", "gauge", "Bugs by the kind of failure.");
  out.samples(statistics->bugs_by_kind, "kind");
  out.begin("assay_findings", "gauge", "Different failing cases.");
  out.sample(static_cast<double>(statistics->findings));
  out.begin("assay_hunts", "gauge", "Hunts by state.");
  for (const auto& [state, count] : states) out.sample(static_cast<double>(count), "state", state);
  out.begin("assay_workers", "gauge", "Workers that have ever registered.");
  out.sample(static_cast<double>(statistics->workers));
  out.begin("assay_mutants_total", "counter", "Mutants that hunts have made.");
  out.sample(static_cast<double>(total.mutants));
  out.begin("assay_optimizations_total", "counter", "Runs of a compiler on a mutant.");
  out.sample(static_cast<double>(total.executions));
  out.begin("assay_checks_total", "counter", "Checks by what decided them.");
  out.sample(static_cast<double>(total.checked_syntax), "method", "syntax");
  out.sample(static_cast<double>(total.checked_exhaustive), "method", "exhaustive");
  out.sample(static_cast<double>(total.checked_interpreter), "method", "interpreter");
  out.sample(static_cast<double>(total.checked_smt), "method", "smt");
  out.begin("assay_unknown_total", "counter", "Checks that nobody could decide, by reason.");
  out.samples(total.unknown_reasons, "reason");
  out.begin("assay_unsupported_total", "counter", "Checks of what is not supported, by feature.");
  out.samples(total.unsupported_reasons, "feature");
  out.begin("assay_hunting_seconds_total", "counter", "Time that processes have spent on hunts.");
  out.sample(total.seconds);
  return {200, "text/plain; version=0.0.4; charset=utf-8", out.text(), ""};
}

}  // namespace assay::web
