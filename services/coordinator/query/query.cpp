#include "services/coordinator/query/query.h"

#include <signal.h>
#include <sys/resource.h>
#include <sys/time.h>

#include "assay/v1/internal/query.pb.h"
#include "services/common/confine.h"
#include "services/common/subprocess.h"
#include "services/coordinator/query/convert.h"

namespace assay::query {
namespace {

using std::chrono::milliseconds;
using Asking = Crew::Answer::End;

constexpr std::size_t kAtOnce = 4;
constexpr std::size_t kWaiting = 4;                      // who waits holds a thread that others need
constexpr milliseconds kPatience{3'000};                 // of who waits
constexpr std::size_t kMemory = std::size_t{128} << 20;  // beyond what a limit on the answer asks for
constexpr rlim_t kTemporaryFile = rlim_t{256} << 20;     // such as of a sort
constexpr milliseconds kGrace{500};                      // beyond the time, in which SQLite ends by itself

/// What SQLite does not notice ends the process.
void limit_this_process(const v1::internal::Question& question) {
  const std::uint64_t ms = question.time_ms() + static_cast<std::uint64_t>(kGrace.count());
  itimerval timer{};
  timer.it_value.tv_sec = static_cast<time_t>(ms / 1000);
  timer.it_value.tv_usec = static_cast<suseconds_t>(ms % 1000 * 1000);
  setitimer(ITIMER_REAL, &timer, nullptr);
  const rlimit files{kTemporaryFile, kTemporaryFile};
  setrlimit(RLIMIT_FSIZE, &files);
  signal(SIGXFSZ, SIG_IGN);
  // An answer stands in memory four times: as values, as a message, and as its bytes, alone and in what is sent.
  limit_own_memory(kMemory + 4 * question.answer_bytes() + 2 * question.value_bytes());
  forbid_sockets();
}

/// In a process that answers nothing else.
std::string answer_to(const std::string& asked) {
  v1::internal::Question question;
  v1::internal::Answer answer;
  if (!question.ParseFromString(asked)) return {};
  limit_this_process(question);
  store::SqlLimits limits;
  limits.time = milliseconds(question.time_ms());
  limits.rows = question.rows();
  limits.value_bytes = question.value_bytes();
  limits.answer_bytes = question.answer_bytes();
  const auto found = store::answer_sql(question.file(), question.sql(), limits);
  if (found)
    *answer.mutable_answer() = to_proto(*found);
  else
    answer.set_error(found.error());
  return answer.SerializeAsString();
}

}  // namespace

Result<std::unique_ptr<Desk>> Desk::start(milliseconds longest) {
  Crew::Limits limits;
  limits.members = kAtOnce;
  limits.waiting = kWaiting;
  limits.answers = 1;  // what a question leaves behind is nobody else's
  limits.processor = limits.clock = longest + kGrace;
  limits.patience = kPatience;
  auto crew = Crew::start(answer_to, limits);
  if (!crew) return Error{crew.error()};
  return std::unique_ptr<Desk>(new Desk(std::move(*crew)));
}

Result<store::SqlAnswer> Desk::answer(const std::string& file, const std::string& sql, const store::SqlLimits& limits) {
  v1::internal::Question question;
  question.set_file(file);
  question.set_sql(sql);
  question.set_time_ms(static_cast<std::uint64_t>(limits.time.count()));
  question.set_rows(limits.rows);
  question.set_value_bytes(limits.value_bytes);
  question.set_answer_bytes(limits.answer_bytes);
  const Crew::Answer told = crew_->ask(question.SerializeAsString());
  v1::internal::Answer answer;
  switch (told.end) {
    case Asking::Answered:
      if (!answer.ParseFromString(told.text)) return Error{"the answer is no message"};
      if (!answer.error().empty()) return Error{answer.error()};
      return from_proto(answer.answer());
    case Asking::OverBudget:
    case Asking::OutOfTime: {
      store::SqlAnswer cut;
      cut.cut = "time";
      return cut;
    }
    case Asking::OutOfMemory:
      return Error{"the query takes too much memory"};
    case Asking::Busy:
      return Error{kBusy};
    case Asking::Died:
      break;
  }
  return Error{"the query was given up: " + told.message};
}

}  // namespace assay::query
