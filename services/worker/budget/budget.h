#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>

#include "services/worker/budget/solver.h"

/// What judging a pair may cost, and who gets how much of it. All such figures stand in this room: whoever works gets
/// its share as a value.
namespace assay::budget {

using std::chrono::milliseconds;

/// What a user sets.
struct Settings {
  unsigned query_ms = 10'000;               ///< of one query of the solver
  std::uint64_t quick_steps = 20'000;       ///< instructions that running all inputs may take at first
  std::uint64_t patient_steps = 4'000'000;  ///< the most that it may take at last
  std::uint64_t samples = 48;               ///< inputs that are drawn
  bool hunts = false;                       ///< many pairs: what seldom decides one gets less
};

/// What one run may do: the lesser of this and what the interpreter allows a run by itself.
struct OneRun {
  std::uint64_t steps = ~std::uint64_t{0};       ///< instructions
  std::uint64_t picks = ~std::uint64_t{0};       ///< combinations of members of operands
  std::uint64_t behaviours = ~std::uint64_t{0};  ///< runs made to enumerate choices
};

/// What many runs may do.
struct Runs {
  std::uint64_t steps = 0;    ///< of all of them
  std::uint64_t inputs = 0;   ///< that are drawn; 0 where none are
  std::uint64_t drawing = 0;  ///< which drawing it is: a larger one draws other inputs than a smaller one
  OneRun one = {};
};

/// What runs may do where the solver gave up.
struct Patience {
  Runs all_inputs;
  Runs many_inputs;
};

/// What runs of loops may do before anything is proved of them.
struct InputsOfLoops {
  Runs counts;
  Runs many;
};

/// What costs next to nothing.
struct Free {};

/// How much time a question about a segment of a loop is worth (prove/rounds).
enum class Effort : std::uint8_t {
  Brief,  ///< asked first: most segments differ in little, or in nothing
  Guess,  ///< about guessed invariants, which are many and mostly wrong
  Undef,  ///< for states that may hold undef, which is dear, after it is proved of the others
  Whole,  ///< the last time that this is asked
};

/// The shares of one pair, as pure functions of the settings.
class Budget {
 public:
  explicit constexpr Budget(const Settings& settings) : of_(settings) {}

  // Of the rungs that run inputs, in the order of the ladder.

  /// Each execution of two @main: exactly this.
  constexpr OneRun programs() const { return {.steps = 10 * of_.patient_steps, .behaviours = 16}; }
  constexpr Runs few_inputs() const {
    return {.steps = of_.quick_steps, .one = {.steps = of_.quick_steps, .picks = of_.quick_steps}};
  }
  constexpr Runs some_inputs() const { return sample(1, steps_of_a_query()); }
  /// Few inputs run a loop often. Most runs are short, and many of these cost less than a proof of what is wrong. Those
  /// of counts run all loops, so few are enough, and one of them may go through a matrix.
  constexpr InputsOfLoops inputs_of_loops() const {
    Runs many = sample(16, steps_of_a_query()), counts = many;
    counts.steps = many.steps / (of_.hunts ? 8 : 2);
    counts.inputs = std::min<std::uint64_t>(of_.samples, of_.hunts ? 16 : 64);
    counts.one.steps = counts.steps / 4;
    if (!of_.hunts) many.inputs *= 8;
    return {counts, many};
  }
  /// Inputs under which loops run long, up to 65,000 rounds of a small one. Much, because a step of a plain loop is
  /// cheap.
  constexpr Runs long_runs() const {
    OneRun one = kSampled;
    one.steps = 1u << 19;
    return {.steps = (of_.hunts ? 4 : 16) * patient_steps(), .inputs = of_.samples == 0 ? 0 : 160u, .one = one};
  }
  constexpr Patience patience() const {
    const std::uint64_t steps = patient_steps();
    return {{.steps = steps, .one = {.steps = steps, .picks = steps}}, sample(64, steps)};
  }

  // Of single inputs.

  /// Those that refuted other pairs.
  constexpr Runs remembered() const { return {.steps = 10 * of_.quick_steps, .one = kSampled}; }
  constexpr Runs replay() const { return {.steps = of_.patient_steps, .inputs = of_.samples}; }

  // Of the solver.

  constexpr Free recalled() const { return {}; }
  constexpr milliseconds query() const { return milliseconds(of_.query_ms); }
  /// Is there a moment only, for a pair of which a proof is wanted? (Hunts want refutations.) What is proved within
  /// limits is not asked about without them then, and of a large function no more runs are tried than those at first.
  constexpr bool is_moment() const { return !of_.hunts && query() < milliseconds(100); }
  /// The same where programs were executed alike: what is left are other command lines.
  constexpr milliseconds query_after_execution() const { return query() / 8; }
  /// A query that takes longer is decided late.
  constexpr milliseconds soon() const { return query() / 2; }
  /// All parts that were cut out.
  constexpr milliseconds parts() const { return query() / 4; }
  /// All segments of loops, and one of them.
  constexpr milliseconds rounds() const { return query() / (of_.hunts ? 4 : 1); }
  constexpr milliseconds segment(Effort effort) const {
    const int share = effort == Effort::Brief ? 100 : effort == Effort::Guess ? 25 : effort == Effort::Undef ? 9 : 3;
    return std::max(query() / share, milliseconds(1));
  }
  /// To see what the interpreter refutes: the verdict stands without it.
  constexpr milliseconds confirmation() const { return std::min(query(), milliseconds(2'000)); }
  /// Of the SAT solver: Z3 repeats one of so many.
  static constexpr unsigned proofs_per_second_opinion() { return 200; }

 private:
  /// One input with long loops and many choices must not cost seconds.
  static constexpr OneRun kSampled{.steps = 1u << 14, .picks = 1u << 10, .behaviours = 1u << 6};

  /// What the interpreter executes in the time of a query: by this, and not by a clock, so that a busy machine gives
  /// the same verdicts.
  constexpr std::uint64_t steps_of_a_query() const {
    constexpr std::uint64_t kStepsPerMs = 20'000;
    return std::min(of_.patient_steps, std::uint64_t{of_.query_ms} * kStepsPerMs);
  }
  /// Where the solver gave up. What it ever decided in hunts it decided within a quarter.
  constexpr std::uint64_t patient_steps() const { return steps_of_a_query() / (of_.hunts ? 4 : 1); }
  /// So many times the usual number of inputs, for ten times the quick steps each time.
  constexpr Runs sample(std::uint64_t times, std::uint64_t most_steps) const {
    return {.steps = std::min(times * 10 * of_.quick_steps, most_steps),
            .inputs = times * of_.samples,
            .drawing = times - 1,
            .one = kSampled};
  }

  Settings of_;
};

}  // namespace assay::budget
