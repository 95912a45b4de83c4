#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "services/channel/child.h"
#include "services/channel/frames.h"
#include "services/common/status.h"

namespace assay {

/// Copies of this process that answer what its threads ask, several at a time. A question has a budget of processor
/// time; what costs more, crashes, is stopped or eats memory costs that one answer, and the next question has a new
/// copy. The copies are made by a keeper, a process that does nothing else and has one thread only.
class Crew {
 public:
  struct Limits {
    std::size_t members = 4;                       ///< that answer at the same time
    std::size_t waiting = 0;                       ///< questions that may wait for a member; 0: any number
    std::size_t answers = 0;                       ///< of a member, before a new one takes its place; 0: any number
    std::chrono::milliseconds processor{2'000};    ///< time for one question
    std::chrono::milliseconds clock{60'000};       ///< the same for one that waits; a busy machine keeps below it
    std::chrono::milliseconds patience{10'000};    ///< for a member that is free
    std::size_t memory_bytes = 0;                  ///< of a member, beyond what this process has mapped; 0: no limit
    std::size_t most_bytes = channel::kMostBytes;  ///< of a question, and of an answer
  };
  using Handler = std::function<std::string(const std::string& question)>;

  struct Answer {
    enum class End {
      Answered,
      OverBudget,  ///< of processor time
      OutOfTime,   ///< by the clock: it waited, or somebody had stopped it
      OutOfMemory,
      Died,
      Busy,  ///< no member was free in time, or none could be made: the question may be asked later
    };
    End end = End::Died;
    std::string text;     ///< the answer, if there is one
    std::string message;  ///< otherwise how it ended: "more than 2000 ms of processor time"
  };

  /// To be called before the first thread is started: it forks.
  static Result<std::unique_ptr<Crew>> start(Handler handler, Limits limits);
  /// Waits for the end of all.
  ~Crew();
  Crew(const Crew&) = delete;
  Crew& operator=(const Crew&) = delete;

  /// From any thread.
  Answer ask(const std::string& question);
  /// Ends all questions, and takes no more.
  void close();

 private:
  struct Member {
    pid_t process = 0;  ///< 0: none
    int socket = -1;
    std::size_t keeper = 0;  ///< which of the keepers, counted from 1, made it
    std::size_t answered = 0;
    std::unique_ptr<channel::FrameReader> reader;
    ~Member();
  };
  /// One member's turn, taken from the idle ones and given back.
  class Turn;

  Crew(Handler handler, Limits limits);
  Status start_keeper();
  void keep(int socket);
  void serve(int socket);
  /// A new member in place of one that is heard no more; `status` is how that one has ended, as waitpid tells it. One
  /// that should have ended long ago is killed.
  Status renew(Member& member, int& status, bool at_once = false);
  Status ask_keeper(Member& member, int& status, bool at_once);
  /// A member that can be asked; if there is none, why.
  Status prepare(Member& member);
  Answer ask_member(Member& member, const std::string& question);
  Answer answer_of_end(Member& member, channel::Heard last);

  Handler handler_;
  Limits limits_;
  std::mutex idle_mutex_;
  std::condition_variable idle_changed_;
  std::vector<std::unique_ptr<Member>> idle_;  ///< the one that answered last is asked first
  std::size_t waiting_ = 0;
  std::atomic<bool> closed_ = false;
  std::mutex keeper_mutex_;
  pid_t keeper_ = -1;
  int keeper_socket_ = -1;
  int keeper_life_ = -1;  ///< of a pipe into which nobody writes: a keeper ends when its other end does
  std::size_t keepers_ = 0;
  std::unique_ptr<channel::FrameReader> keeper_reader_;
};

}  // namespace assay
