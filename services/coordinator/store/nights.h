#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "services/common/fields.h"

/// What is remembered of nights (`assay nightly`). Each row is written when its step is done, so that a night that was
/// cut short goes on with the next one.
namespace assay::store {

enum class NightState { Running, Finished };
const char* name_of(NightState state);
std::optional<NightState> enumerator_of(std::string_view name, std::type_identity<NightState>);

struct Night {
  std::string id;    ///< "2026-11-22", with "-2" behind it for the second one of a day
  std::string plan;  ///< the plan's name
  NightState state = NightState::Running;
  std::uint64_t seed = 0;  ///< of its hunts
  std::string started_at;
  std::string finished_at;  ///< empty: it runs, or was cut short
  std::int64_t exit_code = 0;
  std::string report;  ///< JSON; empty until it is over
  bool operator==(const Night&) const = default;
};
ASSAY_FIELDS(Night, id, plan, state, seed, started_at, finished_at, exit_code, report);

enum class BranchState {
  Found,     ///< its opt was there
  Built,     ///< from `revision`
  LastGood,  ///< the build failed: an earlier one is hunted
  Missing,   ///< there is none to hunt
};
const char* name_of(BranchState state);
std::optional<BranchState> enumerator_of(std::string_view name, std::type_identity<BranchState>);

struct NightBranch {
  std::string night_id;
  std::string branch;
  BranchState state = BranchState::Missing;
  std::string opt;       ///< path of what is hunted; empty: nothing
  std::string compiler;  ///< its name (compiler_name)
  std::string revision;  ///< commit that it was built from; empty: not built here
  std::string failure;   ///< the failed command and the end of what it wrote; empty: none
  bool operator==(const NightBranch&) const = default;
};
ASSAY_FIELDS(NightBranch, night_id, branch, state, opt, compiler, revision, failure);

struct NightHunt {
  std::string night_id;
  std::string branch;
  std::string pipeline;
  std::string hunt_id;  ///< empty: it could not be hunted
  std::string failure;  ///< why
  bool operator==(const NightHunt&) const = default;
};
ASSAY_FIELDS(NightHunt, night_id, branch, pipeline, hunt_id, failure);

/// What a branch costs beside its baseline.
struct NightCosts {
  std::string night_id;
  std::string branch;
  std::string comparison;  ///< JSON of a compare::Comparison; empty: there is none
  std::string failure;     ///< why
  bool operator==(const NightCosts&) const = default;
};
ASSAY_FIELDS(NightCosts, night_id, branch, comparison, failure);

/// What a branch misses on mutants.
struct NightMissed {
  std::string night_id;
  std::string branch;
  std::string missed;   ///< JSON of an application::Missed; empty: there is none
  std::string failure;  ///< why
  bool operator==(const NightMissed&) const = default;
};
ASSAY_FIELDS(NightMissed, night_id, branch, missed, failure);

enum class NightStep {
  Verify,  ///< the bug was known when the night began
  Judge,   ///< the night met it
};
const char* name_of(NightStep step);
std::optional<NightStep> enumerator_of(std::string_view name, std::type_identity<NightStep>);

/// What a branch says to a bug's question.
enum class NightAnswer {
  Unasked,  ///< the empty word: there is nobody to ask
  Pending,  ///< nobody has asked yet
  Shows,
  Absent,
  Undecided,
};
const char* name_of(NightAnswer answer);
std::optional<NightAnswer> enumerator_of(std::string_view name, std::type_identity<NightAnswer>);

struct NightBug {
  std::string night_id;
  std::string branch;
  std::string bug_id;
  NightStep step = NightStep::Verify;
  NightAnswer answer = NightAnswer::Pending;
  NightAnswer baseline = NightAnswer::Unasked;  ///< the same of the branch's baseline
  std::string why;                              ///< one line, where something is undecided
  bool operator==(const NightBug&) const = default;
};
ASSAY_FIELDS(NightBug, night_id, branch, bug_id, step, answer, baseline, why);

}  // namespace assay::store
