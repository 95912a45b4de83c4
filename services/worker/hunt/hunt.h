#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "services/common/finding.h"
#include "services/common/status.h"
#include "services/common/work.h"
#include "services/worker/hunt/shared_counts.h"

/// The hunting pipeline: generate / mutate, optimize, check, reduce, triage, report. One batch of mutants at a time, in
/// child processes, so that whatever a pass or a solver does costs no other mutant.
namespace assay::hunt {

struct Limits {
  std::uint64_t slice = 64;  ///< mutants that go through a compiler together
  std::uint32_t optimize_ms =
      60'000;                       ///< for one slice; then its mutants are taken alone, which finds the one that hangs
  std::uint32_t check_ms = 30'000;  ///< for one pair; longer is counted as unknown
  std::uint32_t analyse_ms = 120'000;  ///< for reducing one finding; after it, it is reported unreduced
  std::uint32_t oracle_every = 512;    ///< one mutant in so many is judged by the costly oracles too; 0: none
  std::uint32_t memory_mb = 3'072;     ///< address space of a child beyond what it starts with
};

/// Folders of this machine that jobs share; empty: none.
struct Folders {
  std::string undecided;  ///< examples of pairs that were left undecided, a few of each reason
};

/// What a hunt tells while it runs. Called from the thread that calls run().
struct Events {
  std::function<void(const Finding&)> finding;                ///< as soon as it is analysed
  std::function<void(const HuntStatistics& delta)> progress;  ///< what came since the last call
  std::function<bool()> stop;                                 ///< asked often; true ends the batch early
};

/// How a batch ended for a job.
struct BatchEnd {
  enum class Kind {
    Completed,
    CannotRun,  ///< nothing was done: what the settings want is not here, or is refused; a user can mend it
    Died,       ///< the process that hunted; another one is there for the next batch
  };
  Kind kind = Kind::Completed;
  std::string reason;  ///< unless it was completed
};

/// A process that hunts batches. Start all of them before the first thread of the program: they are forked.
class Job {
 public:
  /// `shapes`: the kinds of findings that all jobs have met: what one has analysed is no news to the others. Null: of
  /// this job alone.
  static Result<std::unique_ptr<Job>> start(const Limits& limits, const Folders& folders = {},
                                            std::shared_ptr<SharedCounts> shapes = {});
  ~Job();
  Job(const Job&) = delete;
  Job& operator=(const Job&) = delete;

  /// Opens what hunts with these settings need, as run() does. The error is one that a user can mend: a compiler that
  /// is not there, a pipeline that it refuses, a folder without seeds, a profile that nobody knows.
  Status prepare(const HuntSettings& settings);
  /// Hunts one batch to its end or until asked to stop. The sum of the progress deltas is what was done.
  BatchEnd run(const WorkUnit& unit, const Events& events);

 private:
  class Keeper;
  explicit Job(std::unique_ptr<Keeper> keeper);
  std::unique_ptr<Keeper> keeper_;
};

}  // namespace assay::hunt
