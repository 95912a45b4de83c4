#include "services/channel/crew.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <climits>
#include <cstring>
#include <new>
#include <set>
#include <utility>

#include "assay/v1/internal/processes.pb.h"
#include "services/channel/timer.h"
#include "services/common/subprocess.h"

namespace assay {

using channel::Heard;
using channel::Sent;
using v1::internal::Copied;
using v1::internal::MemberMade;
using v1::internal::MemberWanted;

namespace {

constexpr int kNoMemory = 77;      ///< exit status of a member that could not allocate
constexpr int kTooLong = 78;       ///< and of one whose answer is longer than it may be
constexpr int kMomentMs = 5'000;   ///< from the end of a member's socket to its own, on a busy machine
constexpr int kKeeperMs = 10'000;  ///< for what the keeper does, which is little
constexpr unsigned kLastFile = ~0U;
constexpr int kSocket = STDERR_FILENO + 1;  ///< in the keeper
constexpr int kLife = STDERR_FILENO + 2;    ///< there, the end of a pipe that nobody writes into

void close_if_open(int& descriptor) {
  if (descriptor >= 0) ::close(descriptor);
  descriptor = -1;
}

/// How a process of ours has ended that is heard no more; it is killed if it does not end soon.
int end_of(pid_t process) {
  int status = 0;
  for (int rest = kMomentMs; rest > 0; --rest) {
    const pid_t ended = waitpid(process, &status, WNOHANG);
    if (ended == process || (ended < 0 && errno != EINTR)) return status;
    usleep(1'000);
  }
  kill(process, SIGKILL);
  while (waitpid(process, &status, 0) < 0 && errno == EINTR) {
  }
  return status;
}

/// The kernel kills this process once nobody can write into the pipe any more: whoever holds its other end has ended,
/// however that happened. What runs here need not do anything, and may have been stopped.
bool end_with_writers_of(int pipe) {
  return fcntl(pipe, F_SETOWN, getpid()) == 0 && fcntl(pipe, F_SETSIG, SIGKILL) == 0 &&
         fcntl(pipe, F_SETFL, fcntl(pipe, F_GETFL) | O_ASYNC) == 0;
}

/// A keeper in place of one that was killed is a copy of a process with threads: it has none of these, and nothing of
/// what they had open.
void become_keeper(int socket, int life) {
  const int far_socket = fcntl(socket, F_DUPFD, kLife + 1), far_life = fcntl(life, F_DUPFD, kLife + 1);
  if (dup2(far_socket, kSocket) < 0 || dup2(far_life, kLife) < 0) _exit(1);
  close_range(kLife + 1, kLastFile, 0);
  for (const int each : {SIGINT, SIGTERM}) signal(each, SIG_IGN);  // it ends with its socket
  if (!end_with_writers_of(kLife)) _exit(1);
}

/// Whoever kills a member's keeper kills the member, too, even a stopped one. A keeper has one thread only, or the end
/// of the one that forked would do it.
void end_with_keeper(pid_t keeper) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != keeper) _exit(1);
}

}  // namespace

Crew::Member::~Member() { close_if_open(socket); }

class Crew::Turn {
 public:
  /// Waits for an idle member as long as the crew's patience lasts, if not too many wait already.
  explicit Turn(Crew& crew) : crew_(crew) {
    std::unique_lock lock(crew.idle_mutex_);
    const auto ready = [&] { return crew.closed_ || !crew.idle_.empty(); };
    if (!ready() && crew.limits_.waiting != 0 && crew.waiting_ == crew.limits_.waiting) return;
    ++crew.waiting_;
    const bool in_time = crew.idle_changed_.wait_for(lock, crew.limits_.patience, ready);
    --crew.waiting_;
    if (!in_time || crew.closed_) return;
    member_ = std::move(crew.idle_.back());
    crew.idle_.pop_back();
  }
  ~Turn() {
    if (!member_) return;
    {
      const std::lock_guard lock(crew_.idle_mutex_);
      crew_.idle_.push_back(std::move(member_));
    }
    crew_.idle_changed_.notify_one();
  }
  Member* member() { return member_.get(); }

 private:
  Crew& crew_;
  std::unique_ptr<Member> member_;
};

Crew::Crew(Handler handler, Limits limits) : handler_(std::move(handler)), limits_(limits) {
  for (std::size_t i = 0; i < limits_.members; ++i) idle_.push_back(std::make_unique<Member>());
}

Result<std::unique_ptr<Crew>> Crew::start(Handler handler, Limits limits) {
  std::unique_ptr<Crew> crew(new Crew(std::move(handler), limits));
  if (Status bad = crew->start_keeper()) return *bad;
  return crew;
}

void Crew::close() {
  {
    const std::lock_guard lock(idle_mutex_);
    closed_ = true;
  }
  idle_changed_.notify_all();
  const std::lock_guard lock(keeper_mutex_);
  shutdown(keeper_socket_, SHUT_RDWR);  // the keeper ends its members, and with them the waits for them
}

Crew::~Crew() {
  idle_.clear();  // the members end with their sockets, the keeper after them
  close_if_open(keeper_socket_);
  if (keeper_ > 0) end_of(keeper_);
  close_if_open(keeper_life_);
}

Status Crew::start_keeper() {
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0)
    return Error{std::string("socketpair: ") + strerror(errno)};
  int life[2];
  if (pipe2(life, O_CLOEXEC) != 0) {
    const int reason = errno;
    for (const int end : ends) ::close(end);
    return Error{std::string("pipe: ") + strerror(reason)};
  }
  const pid_t process = fork();
  if (process == 0) {
    become_keeper(ends[1], life[0]);
    keep(kSocket);
    _exit(0);
  }
  const int reason = errno;
  for (const int end : {ends[1], life[0]}) ::close(end);
  if (process < 0) {
    for (const int end : {ends[0], life[1]}) ::close(end);
    return Error{std::string("fork: ") + strerror(reason)};
  }
  close_if_open(keeper_socket_);
  close_if_open(keeper_life_);
  keeper_ = process;
  ++keepers_;
  keeper_socket_ = ends[0];
  keeper_life_ = life[1];
  keeper_reader_ = std::make_unique<channel::FrameReader>(keeper_socket_);
  return std::nullopt;
}

/// In the keeper. When nobody is left who could hear an answer, members that still work at one are killed.
void Crew::keep(int socket) {
  channel::FrameReader reader(socket);
  const pid_t keeper = getpid();
  std::set<pid_t> members;
  for (MemberWanted wanted; reader.next(wanted, -1) == Heard::Message;) {
    MemberMade made;
    if (const auto ended = static_cast<pid_t>(wanted.ended()); ended != 0) {
      if (wanted.at_once()) kill(ended, SIGKILL);
      made.set_status(static_cast<std::uint32_t>(end_of(ended)));
      members.erase(ended);
    }
    int ends[2] = {-1, -1};
    const pid_t process = socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) == 0 ? fork() : -1;
    if (process == 0) {
      end_with_keeper(keeper);
      for (const int each : {socket, kLife, ends[0]}) ::close(each);
      serve(ends[1]);
      _exit(0);
    }
    close_if_open(ends[1]);
    if (process > 0) {
      made.set_process(static_cast<std::uint32_t>(process));
      members.insert(process);
    }
    const Sent sent = channel::write_message(socket, made, -1, std::span(ends, process > 0 ? 1 : 0));
    close_if_open(ends[0]);
    if (sent != Sent::All) break;
  }
  for (const pid_t member : members) kill(member, SIGKILL);
  while (waitpid(-1, nullptr, 0) > 0 || errno == EINTR) {
  }
}

/// In a member.
void Crew::serve(int socket) {
  const rlimit no_core{0, 0};
  setrlimit(RLIMIT_CORE, &no_core);
  if (limits_.memory_bytes != 0) limit_own_memory(limits_.memory_bytes);
  std::set_new_handler([] { _exit(kNoMemory); });
  channel::FrameReader reader(socket, limits_.most_bytes);
  std::size_t answered = 0;
  for (Copied asked; reader.next(asked, -1) == Heard::Message;) {
    channel::set_timer(ITIMER_PROF, limits_.processor);
    channel::set_timer(ITIMER_REAL, limits_.clock);
    Copied answer;
    answer.set_answer(handler_(asked.question()));
    for (const auto which : {ITIMER_PROF, ITIMER_REAL}) channel::set_timer(which, std::chrono::milliseconds(0));
    const Sent sent = channel::write_message(socket, answer, -1, {}, limits_.most_bytes);
    if (sent == Sent::TooLong) _exit(kTooLong);
    if (sent != Sent::All) break;
    if (++answered == limits_.answers) break;
  }
}

Status Crew::ask_keeper(Member& member, int& status, bool at_once) {
  MemberWanted wanted;
  wanted.set_ended(static_cast<std::uint32_t>(std::exchange(member.process, 0)));
  wanted.set_at_once(at_once);
  if (channel::write_message(keeper_socket_, wanted, kKeeperMs) != Sent::All) return Error{"the keeper is gone"};
  MemberMade made;
  if (keeper_reader_->next(made, kKeeperMs) != Heard::Message) return Error{"the keeper is gone"};
  if (wanted.ended() != 0) status = static_cast<int>(made.status());
  if (made.process() == 0) return Error{"no process can be made"};
  member.socket = keeper_reader_->take_descriptor();
  member.process = static_cast<pid_t>(made.process());
  member.keeper = keepers_;
  member.reader = std::make_unique<channel::FrameReader>(member.socket, limits_.most_bytes);
  return std::nullopt;
}

Status Crew::renew(Member& member, int& status, bool at_once) {
  status = SIGKILL;  // what somebody has killed together with the keeper
  member.reader.reset();
  close_if_open(member.socket);
  member.answered = 0;
  const std::lock_guard lock(keeper_mutex_);
  if (closed_) return Error{"no more questions are answered"};
  if (!ask_keeper(member, status, at_once)) return std::nullopt;
  kill(keeper_, SIGKILL);
  waitpid(keeper_, nullptr, 0);
  if (Status bad = start_keeper()) return bad;
  return ask_keeper(member, status, at_once);
}

Crew::Answer Crew::answer_of_end(Member& member, Heard last) {
  using End = Answer::End;
  if (last == Heard::TooLong || last == Heard::Broken) shutdown(member.socket, SHUT_RDWR);  // which ends it
  int status = 0;
  const std::size_t keeper = member.keeper;
  (void)renew(member, status, last == Heard::Nothing);  // if it can't be, the next turn tries again
  const channel::End end = channel::end_of_status(status);
  const bool killed = end.kind == channel::End::Kind::Killed;
  Answer answer;
  answer.message = end.text();
  if (killed && end.code == SIGPROF) {
    answer = {End::OverBudget, "", "more than " + std::to_string(limits_.processor.count()) + " ms of processor time"};
  } else if (last == Heard::Nothing || (killed && end.code == SIGALRM)) {
    answer = {End::OutOfTime, "", "more than " + std::to_string(limits_.clock.count()) + " ms"};
  } else if (!killed && end.code == kNoMemory) {
    answer = {End::OutOfMemory, "", "out of memory"};
  } else if (killed && end.code == SIGKILL && member.keeper != keeper) {
    answer = {End::Busy, "", "the process that makes those that answer was killed"};
  } else if (last == Heard::TooLong || (!killed && end.code == kTooLong)) {
    answer.message = "the answer is longer than " + std::to_string(limits_.most_bytes) + " bytes";
  }
  return answer;
}

Status Crew::prepare(Member& member) {
  const bool spent = limits_.answers != 0 && member.answered >= limits_.answers;
  if (member.process != 0 && !spent) return std::nullopt;
  int status = 0;
  return renew(member, status);
}

Crew::Answer Crew::ask_member(Member& member, const std::string& question) {
  using End = Answer::End;
  if (Status bad = prepare(member)) return {End::Busy, "", bad->message};
  Copied asked, answered;
  asked.set_question(question);
  // Its own timers end it; twice their time is for one that somebody has stopped.
  const int longest = static_cast<int>(std::min<std::int64_t>(2 * limits_.clock.count(), INT_MAX));
  const Sent sent = channel::write_message(member.socket, asked, longest, {}, limits_.most_bytes);
  if (sent == Sent::TooLong)
    return {End::Died, "", "the question is longer than " + std::to_string(limits_.most_bytes) + " bytes"};
  Heard heard = sent == Sent::OutOfTime ? Heard::Nothing : Heard::Closed;
  if (sent == Sent::All) heard = member.reader->next(answered, longest);
  if (heard != Heard::Message) return answer_of_end(member, heard);
  ++member.answered;
  return {End::Answered, std::move(*answered.mutable_answer()), ""};
}

Crew::Answer Crew::ask(const std::string& question) {
  Turn turn(*this);
  Member* member = turn.member();
  if (closed_) return {Answer::End::Busy, "", "no more questions are answered"};
  if (member == nullptr) return {Answer::End::Busy, "", "none of " + std::to_string(limits_.members) + " is free"};
  // What a member that had answered others could not bear may be their doing, or somebody has killed it meanwhile.
  const bool used = member->answered > 0 && !closed_;
  Answer answer = ask_member(*member, question);
  using End = Answer::End;
  if (used && (answer.end == End::OutOfMemory || answer.end == End::Died || answer.end == End::Busy))
    answer = ask_member(*member, question);
  return answer;
}

}  // namespace assay
