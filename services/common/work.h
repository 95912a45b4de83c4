#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "services/common/compiler_id.h"
#include "services/common/fields.h"
#include "services/common/status.h"

/// The records of handing out work: what a hunt does, and the piece of it that one worker takes at a time.
namespace assay {

/// What every mutant of a hunt goes through. Zero in a number means the worker's own default.
struct HuntSettings {
  /// -passes strings, and kTests; mutants go through each, or through a few if there are many.
  std::vector<std::string> passes;
  /// Names of compilers (see is_named), so that nobody else's path is run; in the process that hunts, "linked" or paths
  /// of its own.
  std::vector<std::string> compilers;
  std::string seeds;  ///< name of a folder of seeds (see is_seeds_name), or its path there; empty: inputs are generated
  bool undef_inputs = false;         ///< may inputs hold undef values
  std::uint32_t unroll = 0;          ///< how often a loop is unrolled when checked
  std::uint32_t smt_timeout_ms = 0;  ///< limit of one solver query
  std::string profile{};  ///< profiles that inputs are made by, "memory:3,floats"; empty: what the passes look at
  std::uint32_t oracle_every = 0;  ///< one mutant in so many is judged by the costly oracles, too; kNever: none
  std::string opt_args{};          ///< options of the compiler's passes; each of `passes` may have more, behind a blank
  std::string targets{};  ///< environments that batches draw from, "avx2,sve2" or "all"; empty: none (environments.def)
  bool even = false;      ///< all passes and environments are drawn alike, whatever they bring
  bool operator==(const HuntSettings&) const = default;

  static constexpr std::uint32_t kNever = ~std::uint32_t{0};
  /// Among the passes: what the RUN lines of the seeds run.
  static constexpr const char* kTests = "tests";
  /// Among the passes, as people write them: the pipelines of the mix.
  static constexpr const char* kMix = "mix";
  /// Profiles by themselves: mutants are whole programs, Assay's own or csmith's.
  static constexpr const char* kPrograms = "programs";
  static constexpr const char* kCsmith = "csmith";
  static bool is_of_programs(const std::string& profile) { return profile == kPrograms || profile == kCsmith; }
};
ASSAY_FIELDS(HuntSettings, passes, compilers, seeds, undef_inputs, unroll, smt_timeout_ms, profile, oracle_every,
             opt_args, targets, even);

/// What a worker can hunt with.
struct WorkerOffer {
  std::vector<CompilerId> compilers;
  std::vector<std::string> seeds;  ///< names of folders
  bool operator==(const WorkerOffer&) const = default;
};
ASSAY_FIELDS(WorkerOffer, compilers, seeds);

/// Is the text "FOLDER@HASH", by which every machine knows a folder of seeds?
bool is_seeds_name(const std::string& text);
inline constexpr std::size_t kSeedsDigits = 12;

/// What of a hunt's settings the offer lacks, as an error that names it; nothing if the hunt can be run with it.
Status missing_of(const WorkerOffer& offer, const HuntSettings& settings);

/// Why a -passes string that came over the wire is not run: a pass of it opens files that nobody here has named, or
/// starts programs, or is told a file's name. Nothing if it may be run.
Status fault_of_foreign_pipeline(const std::string& pipeline);

/// One batch of a hunt, leased to a worker until it is completed or the lease runs out.
struct WorkUnit {
  std::string lease_id;  ///< names this lease alone: the same batch handed out again has another
  std::string hunt_id;
  HuntSettings settings;
  std::uint64_t batch = 0;     ///< number of the batch in its hunt, from 0
  std::uint64_t seed = 0;      ///< of the batch: a function of the hunt's seed and the batch's number alone
  std::uint64_t mutants = 0;   ///< how many to make
  std::uint32_t attempt = 1;   ///< 1, or more when earlier holders of the batch went silent
  std::uint32_t lease_ms = 0;  ///< time until the lease runs out unless a heartbeat renews it
  bool operator==(const WorkUnit&) const = default;
};
ASSAY_FIELDS(WorkUnit, lease_id, hunt_id, settings, batch, seed, mutants, attempt, lease_ms);

/// Words, such as the reasons of verdicts, and how often each was met.
using Counts = std::vector<std::pair<std::string, std::uint64_t>>;
void count_reason(Counts& counts, const std::string& reason);
/// Adds up word by word.
void add_counts(Counts& into, const Counts& from);

/// What a hunt has done so far; numbers add up over workers.
struct HuntStatistics {
  std::uint64_t mutants = 0;     ///< candidates made, each counted once whatever number of compilers saw it
  std::uint64_t discarded = 0;   ///< candidates that did not pass the verifier
  std::uint64_t executions = 0;  ///< candidate × compiler
  std::uint64_t unchanged = 0;
  std::uint64_t checked_syntax = 0;
  std::uint64_t checked_exhaustive = 0;
  std::uint64_t checked_interpreter = 0;
  std::uint64_t checked_smt = 0;
  std::uint64_t judged = 0;  ///< runs of a compiler on one mutant that the costly oracles judged
  std::uint64_t unknown = 0;
  std::uint64_t unsupported = 0;  ///< pairs that can't be checked, and runs that an oracle can't judge
  std::uint64_t failures = 0;     ///< incorrect verdicts and complaints of oracles; few become findings
  double seconds = 0;
  Counts unsupported_reasons{};
  Counts unknown_reasons{};
  Counts surface{};  ///< judged pairs by what they are made of: "FEATURE JUDGE PIPELINE", "memory smt gvn"
  void add(const HuntStatistics& other);
  bool operator==(const HuntStatistics&) const = default;
};
ASSAY_FIELDS(HuntStatistics, mutants, discarded, executions, unchanged, checked_syntax, checked_exhaustive,
             checked_interpreter, checked_smt, judged, unknown, unsupported, failures, seconds, unsupported_reasons,
             unknown_reasons, surface);

}  // namespace assay
