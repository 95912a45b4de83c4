#include "services/coordinator/query/query.h"

#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "assay/v1/internal/query.pb.h"
#include "services/channel/child.h"
#include "services/common/confine.h"
#include "services/common/subprocess.h"
#include "services/coordinator/query/convert.h"

namespace assay::query {
namespace {

using std::chrono::milliseconds;
using Clock = std::chrono::steady_clock;

constexpr int kAtOnce = 4;
constexpr int kWaiting = 4;                              // who waits holds a thread that others need
constexpr std::size_t kMemory = std::size_t{128} << 20;  // beyond what a limit on the answer asks for
constexpr rlim_t kTemporaryFile = rlim_t{256} << 20;     // such as of a sort
constexpr milliseconds kGrace{500};                      // beyond the time, in which SQLite ends by itself
constexpr milliseconds kMoment{5'000};                   // to start, and to tell, on a busy machine

/// What SQLite does not notice ends the process.
void limit_this_process(const v1::internal::Question& question) {
  const std::uint64_t ms = question.time_ms() + static_cast<std::uint64_t>(kGrace.count());
  itimerval timer{};
  timer.it_value.tv_sec = static_cast<time_t>(ms / 1000);
  timer.it_value.tv_usec = static_cast<suseconds_t>(ms % 1000 * 1000);
  signal(SIGALRM, SIG_DFL);
  setitimer(ITIMER_REAL, &timer, nullptr);
  const rlim_t seconds = ms / 1000 + 1;
  const rlimit processor{seconds, seconds}, files{kTemporaryFile, kTemporaryFile}, cores{0, 0};
  setrlimit(RLIMIT_CPU, &processor);
  setrlimit(RLIMIT_FSIZE, &files);
  setrlimit(RLIMIT_CORE, &cores);
  signal(SIGXFSZ, SIG_IGN);
  // An answer stands in memory three times: as values, as a message, and as its bytes.
  limit_own_memory(kMemory + 3 * question.answer_bytes() + 2 * question.value_bytes());
}

void answer_one(const v1::internal::Question& question, int socket) {
  limit_this_process(question);
  v1::internal::Answer answer;
  try {
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
  } catch (const std::bad_alloc&) {
    answer.Clear();
    answer.set_error("the question takes too much memory");
  }
  channel::write_message(socket, answer);
}

/// The process that takes questions: it only forks, so it stays small, and quick to fork.
void take_questions(int socket) {
  setpgid(0, 0);             // its children end with it, and signals of a terminal are not for it
  signal(SIGCHLD, SIG_IGN);  // nobody waits for them
  forbid_sockets();
  channel::FrameReader reader(socket);
  v1::internal::Question question;
  while (reader.next(question, -1) == channel::Heard::Message) {
    const int answers = reader.take_descriptor();
    if (answers < 0) continue;
    if (fork() == 0) {
      prctl(PR_SET_PDEATHSIG, SIGKILL);
      ::close(socket);
      answer_one(question, answers);
      _exit(0);
    }
    ::close(answers);
  }
  kill(0, SIGKILL);
}

class End {
 public:
  explicit End(int descriptor) : descriptor_(descriptor) {}
  ~End() { close(); }
  End(const End&) = delete;
  End& operator=(const End&) = delete;
  int get() const { return descriptor_; }
  void close() {
    if (descriptor_ >= 0) ::close(descriptor_);
    descriptor_ = -1;
  }

 private:
  int descriptor_;
};

}  // namespace

Result<std::unique_ptr<Desk>> Desk::start() {
  auto clerk = channel::Child::copy(take_questions);
  if (!clerk) return Error{clerk.error()};
  return std::unique_ptr<Desk>(new Desk(std::move(*clerk)));
}

Desk::Desk(std::unique_ptr<channel::Child> clerk) : clerk_(std::move(clerk)) {}
Desk::~Desk() { close(); }

void Desk::close() {
  {
    const std::lock_guard lock(mutex_);
    closed_ = true;
  }
  free_.notify_all();
  shutdown(clerk_->socket(), SHUT_RDWR);  // it ends its children, and with them the waits for them
}

Result<store::SqlAnswer> Desk::answer(const std::string& file, const std::string& sql, const store::SqlLimits& limits) {
  {
    std::unique_lock lock(mutex_);
    if (under_way_ == kAtOnce && waiting_ == kWaiting) return Error{kBusy};
    ++waiting_;
    const bool has_place = free_.wait_for(lock, limits.time, [this] { return closed_ || under_way_ < kAtOnce; });
    --waiting_;
    if (!has_place) return Error{kBusy};
    if (closed_) return Error{"no more questions are answered"};
    ++under_way_;
  }
  auto answer = ask(file, sql, limits);
  {
    const std::lock_guard lock(mutex_);
    --under_way_;
  }
  free_.notify_one();
  return answer;
}

Result<store::SqlAnswer> Desk::ask(const std::string& file, const std::string& sql, const store::SqlLimits& limits) {
  int both[2];
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, both) != 0)
    return Error{std::string("socketpair: ") + strerror(errno)};
  const End own(both[0]);
  End other(both[1]);
  v1::internal::Question question;
  question.set_file(file);
  question.set_sql(sql);
  question.set_time_ms(static_cast<std::uint64_t>(limits.time.count()));
  question.set_rows(limits.rows);
  question.set_value_bytes(limits.value_bytes);
  question.set_answer_bytes(limits.answer_bytes);
  const int sent[] = {other.get()};
  {
    const std::lock_guard lock(telling_);
    if (channel::write_message(clerk_->socket(), question, static_cast<int>(kMoment.count()), sent) !=
        channel::Sent::All)
      return Error{"the process that has SQL answered is gone"};
  }
  other.close();
  const auto begun = Clock::now();
  channel::FrameReader reader(own.get());
  v1::internal::Answer answer;
  const auto wait = limits.time + kGrace + kMoment;
  const channel::Heard heard = reader.next(answer, static_cast<int>(wait.count()));
  if (heard == channel::Heard::Message) {
    if (!answer.error().empty()) return Error{answer.error()};
    return from_proto(answer.answer());
  }
  if (heard == channel::Heard::Nothing || Clock::now() - begun >= limits.time) {
    store::SqlAnswer cut;
    cut.cut = "time";
    return cut;
  }
  return Error{"the question was given up: it took too much memory, or the desk was closed"};
}

}  // namespace assay::query
