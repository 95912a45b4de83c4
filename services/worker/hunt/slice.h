#pragma once

#include <llvm/IR/Module.h>

#include <memory>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

#include "services/common/environment.h"
#include "services/common/finding.h"
#include "services/common/work.h"
#include "services/worker/check/cache.h"
#include "services/worker/check/check.h"
#include "services/worker/check/refuting_inputs.h"
#include "services/worker/codegen/codegen.h"
#include "services/worker/hunt/analyse.h"
#include "services/worker/hunt/attention.h"
#include "services/worker/hunt/mutants.h"
#include "services/worker/hunt/shared_counts.h"
#include "services/worker/hunt/undecided.h"
#include "services/worker/optimize/optimize.h"
#include "services/worker/oracles/oracles.h"

namespace assay::hunt {

/// What a child is doing; its parent reads it when the child dies or is silent for too long.
enum class Phase : std::uint32_t { Make, Optimize, Check, Analyse, Done };

/// Who follows a slice through the pipeline.
class Observer {
 public:
  virtual ~Observer() = default;
  virtual void enter(Phase phase) = 0;
  /// An incorrect pair, before it is analysed: what is reported if the analysis does not come to an end.
  virtual void raw_finding(const Finding& finding) = 0;
  virtual void finding(const Finding& finding) = 0;
  /// The raw finding is taken back: it does not show again.
  virtual void withdrawn() = 0;
  /// The mutant that is about to be checked, where one is taken at a time.
  virtual void alone(const std::string& ir) = 0;
};

/// A compiler of the hunt and what it is asked to run.
struct Target {
  std::unique_ptr<optimize::Compiler> compiler;
  std::unique_ptr<optimize::PassRunner> linked;  ///< set for the linked LLVM: run in this process
  std::vector<optimize::Invocation> pipelines;   ///< with the options of the hunt's user
};
Result<std::vector<Target>> open_targets(const HuntSettings& settings);
/// The oldest release among them: mutants must be readable for it.
unsigned oldest_language(const std::vector<Target>& targets);

/// As people write it, with its options behind a blank.
std::string text_of(const optimize::Invocation& pipeline);

/// What mutants that follow each other in a batch have in common.
struct Draw {
  Environment environment;
  std::vector<std::size_t> pipelines;  ///< which of each target's
};
/// So many mutants share a draw.
inline constexpr std::uint64_t kMutantsOfDraw = 64;
/// Draws for mutant `index` of the batch and those about it, and has the source draw what they are made of.
Draw begin_draw(std::uint64_t batch_seed, std::uint64_t index, MutantSource& source, const std::vector<Target>& targets,
                const std::vector<Environment>& environments, const Weights& weights);
/// For hunts that have seen nothing yet.
Weights equal_weights(const std::vector<Target>& targets, const std::vector<Environment>& environments);
/// Mutants are told apart by their number in the batch.
std::string name_of_mutant(std::uint64_t index);

/// A function of local linkage may be changed in any way that its callers allow: it is judged within them.
inline bool is_judged_alone(const llvm::Function& function) {
  return !function.isDeclaration() && !function.hasLocalLinkage();
}

struct SliceOptions {
  Question question;                             ///< asked of every mutant; its oracle is the one that complains
  std::uint32_t oracle_every = 0;                ///< one mutant in so many is judged by the costly oracles too; 0: none
  const UndecidedExamples* undecided = nullptr;  ///< who keeps what was left undecided, if anybody does
  std::string hunt;                              ///< whose findings are counted
  std::vector<Environment> environments{without_target()};  ///< one of them is drawn
  Weights weights;                                          ///< of the draws; none: equal_weights()
};

/// Takes slices of a batch through the pipeline, in this process.
class SliceHunter {
 public:
  /// `shapes` counts the failures that this process and others have met, by the shape of their change.
  SliceHunter(MutantSource& source, std::vector<Target>& targets, const SliceOptions& options, Observer& observer,
              SharedCounts& shapes);

  void begin_batch(std::uint64_t batch_seed);
  /// Mutants [first, first + count) of the batch, which share a draw, through every compiler and the pipelines that are
  /// drawn for them, together or `singly`. Adds to `statistics` when all are done.
  void run(std::uint64_t first, std::uint64_t count, bool singly, HuntStatistics& statistics);

 private:
  using Oracles = std::vector<std::unique_ptr<oracles::Oracle>>;
  struct Output {
    std::unique_ptr<llvm::Module> source;  ///< null: the same as the slice (nothing was respelled)
    std::unique_ptr<llvm::Module> target;
  };
  /// What a pipeline has made of one of the slice's functions, and what was said of it.
  struct Judged {
    const llvm::Function* after;
    Verdict verdict;
  };
  bool is_drawn(std::uint64_t mutant) const;
  void draw_for(std::uint64_t mutant);
  /// Calls run(target, pipeline) for each that is drawn, and counts what that takes.
  template <class Run>
  void for_each_pipeline(const Run& run);
  /// One program through every compiler and the batch's pipelines.
  void run_program(std::uint64_t index);
  Output optimize_slice(Target& target, const optimize::Invocation& pipeline, const llvm::Module& slice);
  /// The verdict on a pair. Of one of the slice's functions, what was said where a pipeline has made the same of it.
  Verdict judge(const llvm::Function& before, const llvm::Function& after);
  void check_pair(Target& target, const optimize::Invocation& pipeline, const llvm::Function& before,
                  const llvm::Function& after);
  void count_removed();
  void check_output(Target& target, const optimize::Invocation& pipeline, const llvm::Module& slice);
  void run_singly(Target& target, const optimize::Invocation& pipeline, const llvm::Module& slice);
  /// One mutant, in a module of its own.
  void run_alone(Target& target, const optimize::Invocation& pipeline, const std::string& function,
                 const std::string& module);
  void judge_code(Target& target, const optimize::Invocation& pipeline, const llvm::Module& slice);
  void take_code(Target& target, const optimize::Invocation& pipeline, const llvm::Function& function,
                 const codegen::Judged& judged);
  /// Of one run of a compiler.
  optimize::Limits limits_with(const optimize::Invocation& pipeline) const;
  void check_alone(Target& target, const oracles::Run& run, const std::string& function);
  void judge_drawn(Target& target, const optimize::Invocation& pipeline, const llvm::Module& slice);
  bool ask_oracles(const Oracles& oracles, const Target& target, const std::string& function, const oracles::Run& run);
  void ask_costly_oracles(const Target& target, const std::string& function, const oracles::Run& run);
  bool is_worth_analysing(const std::string& shape);
  bool was_met(const std::string& shape) const;
  /// What failures of the same root have as their shape; empty if nobody knows the root.
  std::string root_of(const Finding& finding) const;
  bool is_known(const Finding& finding);
  bool is_news(const Finding& finding);
  /// The function alone, or the program where its execution is wrong.
  void report(const Target& target, const optimize::Invocation& pipeline, const llvm::Function& before,
              const Verdict& verdict);
  Finding new_finding(const Target& target, const optimize::Invocation& pipeline, const std::string& function,
                      const std::string& module) const;
  void report_complaint(const Target& target, const std::string& function, const oracles::Run& run,
                        const oracles::Oracle& oracle, const oracles::Complaint& complaint);
  void finish(Finding& finding, const Target& target, const std::string& oracle, const Verdict* refutation = nullptr);
  void withdraw(const Finding& finding);

  MutantSource& source_;
  std::vector<Target>& targets_;
  check::Cache cache_;              ///< of cases that are reduced
  check::RefutingInputs refuting_;  ///< of what refuted the last pairs
  SliceOptions options_;
  check::Checker checker_;
  Oracles cheap_oracles_ = oracles::cheap_oracles();
  Oracles costly_oracles_ = oracles::costly_oracles();
  Observer& observer_;
  SharedCounts& shapes_;
  Attention attention_;
  HuntStatistics counted_;
  std::uint64_t batch_seed_ = 0;
  std::optional<std::uint64_t> draw_number_;
  Draw draw_{without_target(), {}};
  std::set<std::string> drawn_;          ///< the slice's mutants that the costly oracles judge, too
  const llvm::Module* slice_ = nullptr;  ///< that is hunted in
  std::vector<Output> outputs_;          ///< what was made of it
  std::unordered_map<const llvm::Function*, std::vector<Judged>> judged_;  ///< by the slice's function
};

}  // namespace assay::hunt
