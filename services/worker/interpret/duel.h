#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "services/worker/interpret/stage.h"

namespace assay::interpret {

/// Both functions of a pair, run on one input after the other and compared.
class Duel {
 public:
  /// With `must_refute`, an input on which the source's choices are too many to enumerate is given up at once: it can't
  /// refute.
  Duel(const semantics::Function& source, const semantics::Function& target, const CheckOptions& options,
       bool must_refute = false);

  /// Of all combinations of choices of one input that one side has, no more are run once so many instructions were.
  void bound_choices(std::uint64_t steps) { most_of_choices_ = steps; }
  /// Runs both on one input, whose arguments must fit. False if it refutes.
  bool try_input(const Input& input);
  /// What the inputs tried so far say; Passed if none refuted and all could be judged.
  const CheckResult& result() const { return result_; }
  /// What all runs have cost: lanes, picks, and what it costs to set up a run.
  std::uint64_t work() const { return work_; }
  /// Null where no memory is used.
  const Environment* environment() const { return environment_.get(); }

 private:
  /// One of the two functions.
  struct Side {
    explicit Side(const semantics::Function& function);
    Stage stage;
    std::uint64_t lanes_per_instruction;  ///< on average
  };
  void run_once(Side& side, const Input& input);
  void run_prepared(Side& side, const Input& input);
  /// Runs all combinations of the side's choices, within the bound.
  Behaviours all_behaviours(Side& side, const Input& input);
  bool differs_in_all_pads(const Input& input);
  bool same_result() const;
  bool same_memory() const;
  bool loses_captured(const Input& input) const;
  bool follows_captures_of_target() const;
  Behaviours source_behaviours(const Input& input);
  Behaviours target_behaviours(const Input& input);
  void add_sample(Side& side, const Input& input, Behaviours& behaviours);
  bool copies_volatile() const;
  bool may_end_otherwise(const Behaviours& source) const;
  bool judge(const Behaviours& source, const Behaviours& target, const Input& input);
  void count(const Side& side, std::uint64_t executed);
  void not_judged(CheckResult::Kind kind, const std::string& why);
  void not_judged(const RunResult& run);

  CheckOptions options_;
  bool must_refute_;
  CallOutcomes outcomes_;  ///< shared, so that the target's calls do what the source's did
  std::shared_ptr<const Environment> environment_;
  Side source_;
  Side target_;
  bool uses_memory_;  ///< of one of them: then both are run as if they did
  std::uint64_t bytes_of_variables_ = 0;
  std::uint64_t work_of_run_ = 16;
  std::uint64_t work_ = 0;
  std::uint64_t most_of_choices_ = ~std::uint64_t{0};
  CheckResult result_;
};

}  // namespace assay::interpret
