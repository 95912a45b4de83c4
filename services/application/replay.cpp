#include "services/application/replay.h"

#include <nlohmann/json.hpp>

#include "services/channel/isolated.h"
#include "services/common/fields.h"
#include "services/common/text.h"
#include "services/worker/codegen/compiler.h"
#include "services/worker/optimize/optimize.h"

namespace assay::application {
namespace {

constexpr std::string_view kKinds[] = {"shows", "absent", "undecided"};

constexpr std::uint32_t kPatientSolver = default_of::smt_timeout_ms;
constexpr std::size_t kReplayMemory = std::size_t{4} << 30;
constexpr std::size_t kLongestWhy = 300;

std::string one_line(const std::string& text) {
  std::string line = visible(text.substr(0, text.find('\n')));
  if (line.size() > kLongestWhy) line.resize(kLongestWhy);
  return line;
}

Replay::Kind kind_of(hunt::Answer::Kind kind) {
  switch (kind) {
    case hunt::Answer::Kind::Reproduces:
      return Replay::Kind::Shows;
    case hunt::Answer::Kind::DoesNot:
      return Replay::Kind::Absent;
    case hunt::Answer::Kind::Undecided:
      break;
  }
  return Replay::Kind::Undecided;
}

/// What the compiler was not given of the case because its release can't read it; debug info changes no code.
std::string not_given(const optimize::OptimizeResult& run) {
  std::vector<std::string> missing = run.dropped;
  std::erase(missing, "debug info");
  return joined(missing, ", ");
}

Replay ask(optimize::Compiler& compiler, const Finding& finding, const Question& question) {
  const std::string pipeline = optimize::spell_pipeline(finding.reduced_pipeline, compiler.major_version());
  Replay said;
  said.answer = hunt::Asker(question, finding.kind).ask(compiler, finding.reduced, pipeline);
  said.kind = kind_of(said.answer.kind);
  said.unread = said.kind == Replay::Kind::Undecided && said.answer.run.end == optimize::OptimizeResult::End::Rejected;
  std::string why = said.answer.text;
  if (said.answer.verdict && said.kind == Replay::Kind::Undecided)
    why += " (" + reason_text(*said.answer.verdict) + ")";
  if (said.unread) why = said.answer.run.message;
  if (const std::string missing = not_given(said.answer.run); said.kind == Replay::Kind::Absent && !missing.empty()) {
    said.kind = Replay::Kind::Undecided;  // it is right about another case
    said.unread = true;
    why = "LLVM " + compiler.id().version + " can't read this of the case: " + missing + "; without that it is right";
  }
  said.why = one_line(why);
  return said;
}

Replay undecided(const std::string& why) {
  Replay said;
  said.why = one_line(why);
  return said;
}

}  // namespace

const char* name_of(Replay::Kind kind) { return kKinds[static_cast<int>(kind)].data(); }
std::optional<Replay::Kind> enumerator_of(std::string_view name, std::type_identity<Replay::Kind>) {
  return enumerator_in<Replay::Kind>(kKinds, name);
}

Replay replay(optimize::Compiler& compiler, const Finding& finding) {
  Replay first = ask(compiler, finding, finding.question);
  if (first.kind != Replay::Kind::Undecided || first.unread || finding.question.smt_timeout_ms >= kPatientSolver)
    return first;
  Question patient = finding.question;
  patient.smt_timeout_ms = kPatientSolver;
  return ask(compiler, finding, patient);
}

Replay replay_apart(const std::string& opt, const Finding& finding, std::uint32_t seconds) {
  IsolatedWorker worker(
      [&](const std::string&, const IsolatedWorker::Provisional&) {
        auto compiler = codegen::open_runner(opt, finding.reduced_pipeline);
        const Replay said = compiler ? replay(**compiler, finding) : undecided(compiler.error());
        return nlohmann::json{static_cast<int>(said.kind), said.why, said.unread}.dump(
            -1, ' ', false, nlohmann::json::error_handler_t::replace);
      },
      {std::chrono::seconds(seconds),
       codegen::is_code(finding.reduced_pipeline) ? codegen::kMemoryToJudge : kReplayMemory});
  const IsolatedWorker::Answer answer = worker.ask("");
  if (answer.end != IsolatedWorker::Answer::End::Answered) return undecided("no answer: " + one_line(answer.message));
  const auto json = nlohmann::json::parse(answer.text);
  Replay said;
  said.kind = static_cast<Replay::Kind>(json[0].get<int>());
  said.why = json[1].get<std::string>();
  said.unread = json[2].get<bool>();
  return said;
}

}  // namespace assay::application
