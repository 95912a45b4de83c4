#pragma once

#include <sys/types.h>

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "services/channel/frames.h"
#include "services/common/status.h"

namespace assay::channel {

/// How a question to a child, or the child, ended.
struct End {
  enum class Kind {
    Answered,
    Exited,     ///< it ended by itself, without an answer
    Killed,     ///< by a signal
    OutOfTime,  ///< no answer in the time given; or it did not take the question
    TooLong,    ///< the answer is longer than the limit, or the question is
    Broken,     ///< what came is no such message
    Closed,     ///< it has closed its end, and did not end itself soon after
    NotStarted,
  };
  Kind kind = Kind::NotStarted;
  int code = 0;  ///< exit status, or number of the signal

  /// For a reader: "killed by signal 9".
  std::string text() const;
};

/// As waitpid tells it.
End end_of_status(int status);

/// A process of this program's, and the socket to it. `most`: bytes of a message, both ways.
class Child {
 public:
  /// A copy of this process, which does `work` with its end of the socket and exits with status 0 after it. It ends
  /// with this process's thread. To be called while this process has one thread only.
  static Result<std::unique_ptr<Child>> copy(const std::function<void(int socket)>& work,
                                             std::size_t most = kMostBytes);
  /// A program (searched in PATH) with its arguments, which hears on its standard input and speaks on its output.
  static Result<std::unique_ptr<Child>> program(const std::vector<std::string>& arguments,
                                                std::size_t most = kMostBytes);
  /// Kills it, unless its end was waited for.
  ~Child();
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;

  FrameReader& reader() { return reader_; }
  int socket() const { return socket_; }

  /// Tells and hears one message; whatever end but Answered is the child's: it is killed where it is not dead yet.
  template <Writable Question, Readable Answer>
  End ask(const Question& question, Answer& answer, int wait_ms) {
    if (const End told = tell(frame_of(question, most_), wait_ms); told.kind != End::Kind::Answered) return told;
    const Heard heard = reader_.next(answer, wait_ms);
    return heard == Heard::Message ? End{End::Kind::Answered} : end(heard);
  }
  /// The end of a child that can be heard no more: one that closed its end has a moment to end itself, others are
  /// killed.
  End end(Heard last);
  /// Closes the socket and waits for a child that ends with it.
  End dismiss();
  /// Waits for its end, for whatever reason, once this process's end of the socket was handed to another one.
  End await();

 private:
  Child(pid_t process, int socket, std::size_t most)
      : process_(process), socket_(socket), most_(most), reader_(socket, most) {}
  End tell(const std::string& frame, int wait_ms);
  void kill_it();
  bool has_ended_soon();
  void wait_for_it();

  pid_t process_;
  int socket_;
  std::size_t most_;
  FrameReader reader_;
  int status_ = 0;
};

}  // namespace assay::channel
