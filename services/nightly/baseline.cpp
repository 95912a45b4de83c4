#include "services/nightly/baseline.h"

#include <nlohmann/json.hpp>

#include "services/common/isolated.h"
#include "services/common/text.h"
#include "services/worker/hunt/ask.h"
#include "services/worker/optimize/optimize.h"

namespace assay::nightly {
namespace {

constexpr std::uint32_t kPatientSolver = 10'000;  // milliseconds
constexpr std::size_t kMemory = std::size_t{4} << 30;
constexpr std::size_t kLongestWhy = 300;

std::string one_line(const std::string& text) {
  std::string line = visible(text.substr(0, text.find('\n')));
  if (line.size() > kLongestWhy) line.resize(kLongestWhy);
  return line;
}

Replay replay_of(const hunt::Answer& answer) {
  const bool refused = answer.run.end == optimize::OptimizeResult::End::Rejected;
  std::string why = answer.text;
  if (answer.verdict && answer.kind == hunt::Answer::Kind::Undecided) why += " (" + reason_text(*answer.verdict) + ")";
  if (refused) why = answer.run.message;
  switch (answer.kind) {
    case hunt::Answer::Kind::Reproduces:
      return {Replay::Kind::Shows, one_line(why)};
    case hunt::Answer::Kind::DoesNot:
      return {Replay::Kind::Absent, one_line(why)};
    case hunt::Answer::Kind::Undecided:
      break;
  }
  return {Replay::Kind::Undecided, one_line(why), refused};
}

}  // namespace

const char* name_of(Replay::Kind kind) {
  switch (kind) {
    case Replay::Kind::Shows:
      return "shows";
    case Replay::Kind::Absent:
      return "absent";
    case Replay::Kind::Undecided:
      return "undecided";
  }
  return "undecided";
}

Replay replay(optimize::Compiler& compiler, const Finding& finding) {
  const std::string pipeline = optimize::spell_pipeline(finding.reduced_pipeline, compiler.major_version());
  Question question = finding.question;
  Replay first = replay_of(hunt::Asker(question, finding.kind).ask(compiler, finding.reduced, pipeline));
  if (first.kind != Replay::Kind::Undecided || first.unread || question.smt_timeout_ms >= kPatientSolver) return first;
  question.smt_timeout_ms = kPatientSolver;
  return replay_of(hunt::Asker(question, finding.kind).ask(compiler, finding.reduced, pipeline));
}

Replay replay_apart(const std::string& opt, const Finding& finding, std::uint32_t seconds) {
  IsolatedWorker worker(
      [&](const std::string&, const IsolatedWorker::Provisional&) {
        auto compiler = optimize::open_compiler(opt);
        const Replay said =
            compiler ? replay(**compiler, finding) : Replay{Replay::Kind::Undecided, one_line(compiler.error()), false};
        return nlohmann::json{static_cast<int>(said.kind), said.why, said.unread}.dump(
            -1, ' ', false, nlohmann::json::error_handler_t::replace);
      },
      {std::chrono::seconds(seconds), kMemory});
  const IsolatedWorker::Answer answer = worker.ask("");
  if (answer.end != IsolatedWorker::Answer::End::Answered)
    return {Replay::Kind::Undecided, "no answer: " + one_line(answer.message), false};
  const auto json = nlohmann::json::parse(answer.text);
  return {static_cast<Replay::Kind>(json[0].get<int>()), json[1].get<std::string>(), json[2].get<bool>()};
}

}  // namespace assay::nightly
