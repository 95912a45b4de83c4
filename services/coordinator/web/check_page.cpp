#include "services/coordinator/web/case_data.h"
#include "services/coordinator/web/pages.h"
#include "services/coordinator/web/pastes.h"

namespace assay::web {
namespace {

constexpr const char* kOff = "The operator of this server has turned off the page that judges pasted code.";

Data form_data(const Pasted& asked, const std::vector<std::string>& compilers) {
  Data data;
  for (const auto& [name, value] : {std::pair{"source", &asked.source},
                                    {"target", &asked.target},
                                    {"passes", &asked.passes},
                                    {"opt_args", &asked.opt_args}})
    data.set(name, text(*value));
  data.set("no_undef", !asked.undef_inputs);
  data.set("no_poison", !asked.poison_inputs);
  data.set("seconds", std::to_string(asked.seconds));
  data.set("most_seconds", std::to_string(Pastes::kMostSeconds));
  data.set("kilobytes", std::to_string(Pastes::kLongestText >> 10));
  Data list{Data::type::list};
  for (const std::string& compiler : compilers) {
    Data option;
    option.set("name", text(compiler));
    option.set("chosen", compiler == asked.compiler);
    list << option;
  }
  data.set("compilers", list);
  return data;
}

Data list_of(const std::vector<std::string>& texts) {
  Data list{Data::type::list};
  for (const std::string& each : texts) {
    Data entry;
    entry.set("text", text(each));
    list << entry;
  }
  return list;
}

/// The assumptions, as assay check spells them.
std::string assumptions_of(const Pasted& asked) {
  std::string flags;
  if (!asked.undef_inputs) flags += " --no-undef-input";
  if (!asked.poison_inputs) flags += " --no-poison-input";
  return flags;
}

std::string tone_of(VerdictKind kind) {
  return kind == VerdictKind::Correct ? "fixed" : kind == VerdictKind::Incorrect ? "new" : "confirmed";
}

/// Of an answer that is older than the rules, the cause may be called otherwise by now, and has no page then.
void set_cause(Data& entry, const std::optional<KnownCause>& cause, const Causes& causes) {
  entry.set("has_cause", cause.has_value());
  if (!cause) return;
  const bool has_page = causes.find(cause->id) != nullptr;
  entry.set("cause", text(cause->id));
  entry.set("cause_link", has_page ? Data(cause_link(cause->id)) : Data(false));
  entry.set("cause_state", text(cause->state));
  entry.set("cause_reason", text(cause->reason));
  entry.set("upstream", text(cause->upstream));
}

Data answer_data(const Pasted& asked, const PastedAnswer& answer, const Causes& causes) {
  Data pairs{Data::type::list}, steps{Data::type::list};
  for (const JudgedPair& pair : answer.pairs) {
    Data entry;
    entry.set("name", text(pair.name));
    entry.set("tone", tone_of(pair.kind));
    entry.set("kind", name_of(pair.kind));
    entry.set("headline", text(pair.headline));
    entry.set("detail", text(pair.detail));
    set_cause(entry, pair.cause, causes);
    entry.set("has_counterexample", pair.counterexample.has_value());
    if (pair.counterexample) entry.set("counterexample", counterexample_data(*pair.counterexample));
    pairs << entry;
  }
  for (const PassStep& step : answer.steps) {
    Data entry;
    entry.set("number", std::to_string(step.number));
    entry.set("pass", text(step.pass));
    entry.set("rows", side_by_side(step.before, step.after));
    steps << entry;
  }
  Data data;
  data.set("fault", text(answer.fault));
  data.set("judged", answer.fault.empty());
  data.set("pairs", pairs);
  data.set("symbols", list_of(answer.symbols));
  data.set("left_out", list_of(answer.left_out));
  data.set("steps", steps);
  data.set("any_step", !answer.steps.empty());
  data.set("passes_run", answer.passes_run == 0 ? Data(false) : Data(grouped(answer.passes_run)));
  data.set("compiler", text(answer.compiler));
  data.set("assay_version", text(answer.assay_version));
  data.set("assumptions", text(assumptions_of(asked)));
  data.set("has_target", !answer.target.empty());
  if (!answer.target.empty()) data.set("rows", side_by_side(answer.source, answer.target));
  return data;
}

Response form_page(Data data, int status) {
  for (const char* flag : {"known", "waits"})
    if (data.get(flag) == nullptr) data.set(flag, false);
  Response response = page("Check", "Check", "check.mustache", data);
  if (response.status == 200) response.status = status;
  return response;
}

}  // namespace

Response check_page(const Pastes& pastes) {
  if (!pastes.is_offered()) return failure(404, kOff);
  return form_page(form_data({}, pastes.compilers()), 200);
}

Response ask_check(Pastes& pastes, const Request& request, Headers& headers) {
  if (!pastes.is_offered()) return failure(404, kOff);
  auto pasted = pasted_of(request.form);
  if (!pasted) return failure(400, pasted.error());
  // As the form does where nothing is chosen, so that the page says who compiled it.
  if (!pasted->passes.empty() && pasted->compiler.empty() && !pastes.compilers().empty())
    pasted->compiler = pastes.compilers().front();
  const auto id = pastes.ask(*pasted, request.client);
  if (!id) {
    Data data = form_data(*pasted, pastes.compilers());
    data.set("failure", text(id.error().substr(4)));
    return form_page(std::move(data), std::stoi(id.error()));
  }
  headers.emplace_back("Location", "/check/" + *id);
  return {303, "text/plain; charset=utf-8", "/check/" + *id + "\n", ""};
}

Response checked_page(Pastes& pastes, const Causes& causes, const std::string& id, Headers& headers) {
  using State = Pastes::Looked::State;
  if (!pastes.is_offered()) return failure(404, kOff);
  const Pastes::Looked looked = pastes.look(id);
  if (looked.state == State::Unknown)
    return failure(404, "There is no such answer: it was never asked for here, or newer ones have taken its place.");
  Data data = form_data(looked.kept.asked, pastes.compilers());
  data.set("id", text(id));
  data.set("failure", text(looked.message));
  data.set("waits", looked.state == State::Waits);
  data.set("known", looked.state == State::Known);
  if (looked.state == State::Waits) headers.emplace_back("Refresh", "1");
  if (looked.state == State::Known) data.set("answer", answer_data(looked.kept.asked, looked.kept.answer, causes));
  return form_page(std::move(data), looked.state == State::Failed ? 503 : 200);
}

}  // namespace assay::web
