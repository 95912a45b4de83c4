#include "services/cli/check_pipe.h"

#include <unistd.h>

#include <nlohmann/json.hpp>

#include "assay/v1/internal/processes.pb.h"
#include "services/channel/frames.h"
#include "services/cli/render.h"
#include "services/cli/verbs.h"
#include "services/common/subprocess.h"
#include "services/worker/evidence/settle.h"

namespace assay::cli {
namespace {

/// By the clock, for a judge with a few milliseconds of processor time: a busy machine may let it wait much longer.
constexpr unsigned kMomentMs = 10'000;

using channel::Heard;
using v1::internal::CheckAnswered;
using v1::internal::CheckAsked;

CheckAnswered answer_of(const Verdict& verdict, const std::string& name) {
  const nlohmann::json json = to_json(verdict, name);
  CheckAnswered answer;
  answer.set_verdict(json.value("verdict", ""));
  answer.set_reason(json.value("reason", ""));
  answer.set_text(render(verdict));
  answer.set_json(json.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace));
  return answer;
}

}  // namespace

int answer_requests(const check::Options& options, const check::HardLimits& limits) {
  check::HardLimits own = limits;
  own.processor_ms = limits.timeout_ms;  // many compilers at a time make a busy machine, and that is no time-out
  if (limits.timeout_ms != 0) own.timeout_ms = kMomentMs + kWallPerProcessorTime * limits.timeout_ms;
  check::IsolatedChecker checker(options, own);
  channel::FrameReader reader(STDIN_FILENO);
  Heard heard = Heard::Nothing;
  for (CheckAsked asked; (heard = reader.next(asked, -1)) == Heard::Message;)
    if (channel::write_message(STDOUT_FILENO, answer_of(checker.check(asked.source(), asked.target()), asked.name())) !=
        channel::Sent::All)
      return kSuccess;  // nobody hears it
  if (heard == Heard::Closed) return kSuccess;
  const std::string fault =
      std::string("what comes is no CheckAsked with its length before it: ") + channel::name_of(heard);
  channel::write_message(STDOUT_FILENO, answer_of(evidence::settle(evidence::Claim::inconclusive(
                                                      Method::None, evidence::Inconclusive::MalformedQuestion, fault)),
                                                  ""));
  return refuse("--pipe: " + fault);
}

}  // namespace assay::cli
