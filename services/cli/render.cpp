#include "services/cli/render.h"

#include "services/cli/verbs.h"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <utility>

#include "services/common/explorer.h"
#include "services/common/records_json.h"
#include "services/common/text.h"
#include "services/worker/report/report.h"

namespace assay::cli {
namespace {

/// Widest instruction that values of others are lined up behind.
constexpr std::size_t kWidest = 60;

/// The instructions with the values that they gave, in a column of their own.
std::string render_trace(const std::string& title, const std::vector<TraceLine>& trace, const std::string& result) {
  std::size_t column = 0;
  for (const TraceLine& line : trace)
    if (line.instruction.size() <= kWidest) column = std::max(column, line.instruction.size());
  std::string text = title + ":\n";
  for (const TraceLine& line : trace) {
    text += "  " + line.instruction;
    if (!line.value.empty()) {
      if (line.instruction.size() < column) text.append(column - line.instruction.size(), ' ');
      text += "  ; = " + line.value;
    }
    text += "\n";
  }
  return text + "  => " + result + "\n";
}

/// "  i8 %x = 3"; memory after what it is of: "  @g = 05 00 00 00  ; memory of 4 bytes, align 4".
std::string text_of(const Binding& input) {
  const bool value = input.name.starts_with("%") || input.type.empty();
  if (value) return "  " + input.type + (input.type.empty() ? "" : " ") + input.name + " = " + input.value + "\n";
  return "  " + input.name + " = " + input.value + "  ; " + input.type + "\n";
}

std::string text_of(const Counts& counts) {
  std::string text;
  for (const auto& [name, count] : counts) text += "    " + std::to_string(count) + "  " + name + "\n";
  return text;
}

/// Who has seen a counterexample; nothing where nobody has.
std::string confirmation(const Counterexample& counterexample, const char* words) {
  std::vector<std::string> machines;
  for (const Decider decider : counterexample.confirmed_by) machines.push_back(name_of(decider));
  return machines.empty() ? "" : words + joined(machines, ", ");
}

}  // namespace

void print(const std::string& text) { std::fputs(visible(text).c_str(), stdout); }

void complain(const std::string& message) {
  const std::string text = message.substr(0, message.find_last_not_of('\n') + 1);  // of what a compiler said
  std::fprintf(stderr, "assay: %s\n", visible(text).c_str());
}

int end_output(int code) {
  errno = 0;
  const bool written = std::fflush(stdout) == 0 && std::ferror(stdout) == 0;
  if (written) return code;
  return refuse("standard output: can't be written" + (errno == 0 ? "" : ": " + std::string(std::strerror(errno))));
}

int refuse(const std::string& message) {
  complain(message);
  return kUsage;
}

int refuse_each(const std::string& messages) {
  for (const std::string& message : lines_of(messages)) complain(message);
  return kUsage;
}

std::string in_colour(VerdictKind kind, const std::string& text) {
  const char* none = std::getenv("NO_COLOR");
  if ((none != nullptr && *none != '\0') || isatty(STDOUT_FILENO) == 0) return text;
  const char* colour = kind == VerdictKind::Correct ? "32" : kind == VerdictKind::Incorrect ? "31" : "33";
  return "\x1b[" + std::string(colour) + "m" + text + "\x1b[0m";
}

std::string csv_cell(const std::string& text) {
  std::string quoted = "\"";
  if (!text.empty() && std::string_view("=+-@\t\r").find(text[0]) != std::string_view::npos) quoted += "'";
  for (const char c : visible(text)) quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
  return quoted + "\"";
}

std::string render(const Counterexample& counterexample) {
  std::string text = "Example:\n";
  for (const Binding& input : counterexample.inputs) text += text_of(input);
  if (counterexample.inputs.empty()) text += "  (no inputs)\n";
  text += "\n" + render_trace("Source", counterexample.source_trace, counterexample.source_result);
  text += "\n" + render_trace("Target", counterexample.target_trace, counterexample.target_result);
  const std::string machines = confirmation(counterexample, "\nConfirmed by: ");
  return text + machines + (machines.empty() ? "" : "\n");
}

std::string one_line(const Verdict& verdict) {
  return headline(verdict) + (verdict.counterexample ? confirmation(*verdict.counterexample, ", confirmed by ") : "");
}

std::string render(const Verdict& verdict) {
  std::string text = headline(verdict) + "\n";
  const bool repeated = verdict.counterexample && verdict.detail == summary(*verdict.counterexample);
  if (!verdict.detail.empty() && !repeated) text += "  " + verdict.detail + "\n";
  if (verdict.counterexample) text += "\n" + render(*verdict.counterexample);
  return text;
}

std::string render(const HuntStatistics& s) {
  const std::uint64_t checked = s.checked_syntax + s.checked_exhaustive + s.checked_interpreter + s.checked_smt;
  char rate[64];
  std::snprintf(rate, sizeof rate, "%.0f", s.seconds > 0 ? static_cast<double>(s.mutants) / s.seconds : 0.0);
  char seconds[64];
  std::snprintf(seconds, sizeof seconds, "%.1f", s.seconds);
  const auto n = [](std::uint64_t number) { return std::to_string(number); };
  std::string text = "mutants      " + n(s.mutants) + " in " + seconds + " s (" + rate + " per second), " +
                     n(s.discarded) + " discarded as ill-formed\n";
  text += "optimized    " + n(s.executions) + ", unchanged " + n(s.unchanged) + "\n";
  text += "checked      " + n(checked) + " (syntax " + n(s.checked_syntax) + ", exhaustive " + n(s.checked_exhaustive) +
          ", interpreter " + n(s.checked_interpreter) + ", smt " + n(s.checked_smt) + ")\n";
  text += "judged       " + n(s.judged) + " by the oracles that run the compiler again\n";
  text += "unknown      " + n(s.unknown) + "\n" + text_of(s.unknown_reasons);
  text += "unsupported  " + n(s.unsupported) + "\n" + text_of(s.unsupported_reasons);
  text += "failures     " + n(s.failures) + "\n";
  return text;
}

std::string render(const Bug& bug) {
  const Finding& f = bug.best;
  std::string text = "bug " + bug.id + ": " + bug.title + "\n";
  text += std::string("status     ") + name_of(bug.status) + "\n";
  text += "kind       " + std::string(name_of(bug.kind)) + (f.reason.empty() ? "" : ", " + f.reason) + "\n";
  if (!f.explained_by.empty()) text += "explained  right if read with --semantics=" + f.explained_by + "\n";
  text += "culprit    " + (bug.culprit.empty() ? "not found" : bug.culprit) + "\n";
  text += "compilers  " + joined(bug.compilers, ", ") + "\n";
  text += "seen       " + std::to_string(bug.count) + (bug.count == 1 ? " time" : " times") + ", first " +
          bug.first_seen + ", last " + bug.last_seen + "\n";
  text += "signature  " + bug.signature + "\n";
  text += "pipeline   " + f.reduced_run() + "\n";
  text += "case       " + f.id() + (f.checked ? "" : ", as it was reported (assay recheck)") +
          (f.unfinished ? ", not reduced to the end (assay reduce " + bug.id + ")" : "") + "\n";
  text +=
      "found by   " + compiler_name(f.compiler) + (f.compiler.commit.empty() ? "" : ", commit " + f.compiler.commit) +
      (f.hunt_id.empty() ? "" : ", hunt " + f.hunt_id) + (f.worker_id.empty() ? "" : ", worker " + f.worker_id) + "\n";
  text += "seed       " + std::to_string(f.seed) + " (assay " + f.assay_version + ")\n\n";
  text += "; reduced case, as the compiler gets it\n" + f.reduced + "\n";
  if (!f.reduced_target.empty()) text += "; what " + f.compiler.version + " makes of it\n" + f.reduced_target + "\n";
  if (!f.detail.empty()) text += f.detail + "\n";
  if (f.counterexample) text += "\n" + render(*f.counterexample);
  if (const std::string link = explorer_link(f); !link.empty()) text += "\nCompiler Explorer: " + link + "\n";
  if (const std::string link = report::alive_link_of(f); !link.empty()) text += "\nAlive2: " + link + "\n";
  return text;
}

std::string render(const KnownCause& cause) {
  return "= " + cause.id + " (" + cause.state + (cause.upstream.empty() ? "" : ", " + cause.upstream) +
         "): " + cause.reason;
}

nlohmann::json to_json(const Verdict& verdict, const std::string& name) {
  nlohmann::json json = verdict;
  json["name"] = name;
  json["bounded"] = !verdict.bound.empty();
  return json;
}

std::string dump(const nlohmann::json& json) {
  return json.dump(2, ' ', false, nlohmann::json::error_handler_t::replace);
}

}  // namespace assay::cli
