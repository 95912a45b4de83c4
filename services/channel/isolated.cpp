#include "services/channel/isolated.h"

#include <signal.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <new>

#include "assay/v1/internal/processes.pb.h"
#include "services/channel/timer.h"
#include "services/common/subprocess.h"

namespace assay {
namespace {

using Clock = std::chrono::steady_clock;
using channel::Heard;
using channel::Sent;
using v1::internal::Copied;

constexpr int kOutOfMemory = 77;  ///< exit status of a child that could not allocate

/// Milliseconds that are left of a limit (0: none), as a wait of the channel.
int left_of(std::chrono::milliseconds limit, Clock::time_point begun) {
  if (limit.count() <= 0) return -1;
  const auto left = std::chrono::ceil<std::chrono::milliseconds>(begun + limit - Clock::now()).count();
  return static_cast<int>(std::clamp<std::int64_t>(left, 0, 1'000'000'000));
}

}  // namespace

IsolatedWorker::IsolatedWorker(Handler handler, Limits limits) : handler_(std::move(handler)), limits_(limits) {}

IsolatedWorker::~IsolatedWorker() = default;

void IsolatedWorker::serve(int socket) noexcept {
  const rlimit no_core{0, 0};
  setrlimit(RLIMIT_CORE, &no_core);
  if (limits_.memory_bytes != 0) limit_own_memory(limits_.memory_bytes);
  std::set_new_handler([] { _exit(kOutOfMemory); });
  channel::FrameReader reader(socket, limits_.most_bytes);
  const auto say = [&](const Copied& said) {
    return channel::write_message(socket, said, -1, {}, limits_.most_bytes) == Sent::All;
  };
  for (Copied request; reader.next(request, -1) == Heard::Message;) {
    Copied answer;
    channel::set_timer(ITIMER_PROF, limits_.processor);
    answer.set_answer(handler_(request.question(), [&](const std::string& text) {
      Copied provisional;
      provisional.set_provisional(text);
      say(provisional);
    }));
    channel::set_timer(ITIMER_PROF, std::chrono::milliseconds(0));
    if (!say(answer)) break;
  }
}

void IsolatedWorker::end(Answer& answer, const channel::End& how) {
  using Kind = channel::End::Kind;
  child_.reset();
  answer.end = how.kind == Kind::OutOfTime ? Answer::End::TimedOut : Answer::End::Died;
  answer.message = how.text();
  const double most = std::chrono::duration<double>(limits_.processor).count();
  if (how.kind == Kind::OutOfTime) {
    answer.message = "no answer after " + std::to_string(limits_.time.count()) + " ms";
    answer.seconds = std::min(std::chrono::duration<double>(limits_.time).count(), most);
  }
  if (how.kind == Kind::Exited && how.code == kOutOfMemory) {
    answer.end = Answer::End::OutOfMemory;
    answer.message = "out of memory";
  }
  if (how.kind == Kind::Killed && how.code == SIGPROF && limits_.processor.count() != 0) {
    answer.end = Answer::End::TimedOut;
    answer.message = "no answer after " + std::to_string(limits_.processor.count()) + " ms of processor time";
    answer.seconds = most;
  }
}

void IsolatedWorker::follow(Answer& answer, Clock::time_point begun) {
  for (;;) {
    Copied said;
    const Heard heard = child_->reader().next(said, left_of(limits_.time, begun));
    if (heard != Heard::Message) return end(answer, child_->end(heard));
    if (said.has_provisional()) {
      answer.provisional = std::move(*said.mutable_provisional());
      continue;
    }
    answer.end = Answer::End::Answered;
    answer.text = std::move(*said.mutable_answer());
    ++answered_;
    return;
  }
}

IsolatedWorker::Answer IsolatedWorker::ask_once(const std::string& request) {
  Answer answer;
  const auto begun = Clock::now();
  if (!child_) {
    auto child = channel::Child::copy([this](int socket) { serve(socket); }, limits_.most_bytes);
    if (!child) {
      answer.message = child.error();
      return answer;
    }
    child_ = std::move(*child);
    answered_ = 0;
  }
  Copied question;
  question.set_question(request);
  const auto left = left_of(limits_.time, begun);
  switch (channel::write_message(child_->socket(), question, left, {}, limits_.most_bytes)) {
    case Sent::All:
      follow(answer, begun);
      break;
    case Sent::TooLong:
      answer.message = "the request is longer than " + std::to_string(limits_.most_bytes) + " bytes";
      break;
    case Sent::OutOfTime:
      end(answer, child_->end(Heard::Nothing));
      break;
    case Sent::Gone:
      end(answer, child_->end(Heard::Closed));
      break;
  }
  if (answer.seconds == 0) answer.seconds = std::chrono::duration<double>(Clock::now() - begun).count();
  return answer;
}

IsolatedWorker::Answer IsolatedWorker::ask(const std::string& request) {
  const bool used = child_ != nullptr && answered_ > 0;
  Answer answer = ask_once(request);
  if (used && answer.end == Answer::End::OutOfMemory) answer = ask_once(request);
  return answer;
}

}  // namespace assay
