#pragma once

#include <optional>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "services/channel/frames.h"
#include "services/common/finding.h"
#include "services/common/work.h"

/// What the processes of a hunt tell each other, over a channel. Both ends are the same program.
namespace assay::hunt {

/// To a job: hunt this batch. Answered by findings and progress, and in the end by Done.
struct HuntBatch {
  WorkUnit unit;
};
ASSAY_FIELDS(HuntBatch, unit);

/// To a job: open what hunts with these settings need. Answered by Done.
struct Prepare {
  HuntSettings settings;
};
ASSAY_FIELDS(Prepare, settings);

/// To a job: end the batch early.
struct Stop {};
ASSAY_NO_FIELDS(Stop);

/// To a job: end.
struct Quit {};
ASSAY_NO_FIELDS(Quit);

/// From a job: the batch is over; the error is empty, or one that a user can mend.
struct Done {
  std::string error;
};
ASSAY_FIELDS(Done, error);

/// From a job's keeper: the process that hunted died, another one takes its place.
struct Died {
  std::string how;
};
ASSAY_FIELDS(Died, how);

/// A finding, analysed.
struct Found {
  Finding finding;
};
ASSAY_FIELDS(Found, finding);

/// From a child: a finding whose analysis begins.
struct FoundRaw {
  Finding finding;
};
ASSAY_FIELDS(FoundRaw, finding);

/// From a child: the raw finding is taken back.
struct Withdrawn {};
ASSAY_NO_FIELDS(Withdrawn);

/// From a child that takes one mutant at a time: the one that is about to be checked.
struct Alone {
  std::string ir;
};
ASSAY_FIELDS(Alone, ir);

/// What was done since the last message of this kind; a child also says which mutant is next.
struct Progress {
  HuntStatistics delta;
  std::uint64_t next = 0;
};
ASSAY_FIELDS(Progress, delta, next);

/// From a job's keeper, with a descriptor: there is a process that hunts, at the other end of it.
struct Serving {};
ASSAY_NO_FIELDS(Serving);

using Message =
    std::variant<HuntBatch, Prepare, Stop, Quit, Done, Died, Found, FoundRaw, Withdrawn, Alone, Progress, Serving>;

/// Messages from a channel, which must outlive it.
class MessageReader {
 public:
  explicit MessageReader(channel::FrameReader& frames) : frames_(frames) {}
  /// The next message, waiting at most `wait_ms` for it (-1: as long as it takes); nothing if none came.
  std::optional<Message> next(int wait_ms);
  /// No more can come.
  bool ended() const { return last_ != channel::Heard::Message && last_ != channel::Heard::Nothing; }
  channel::Heard last() const { return last_; }

 private:
  channel::FrameReader& frames_;
  channel::Heard last_ = channel::Heard::Nothing;
};

/// False if the other end is gone.
bool write_message(int socket, const Message& message, std::span<const int> descriptors = {});

/// A visitor of a message: one function for each kind of interest, `[](const auto&) {}` for the others.
template <class... Functions>
struct Cases : Functions... {
  using Functions::operator()...;
};
template <class... Functions>
Cases(Functions...) -> Cases<Functions...>;

}  // namespace assay::hunt
