#pragma once

#include <llvm/IR/Function.h>
#include <llvm/IR/Module.h>

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <unordered_set>
#include <vector>

#include "services/common/status.h"
#include "services/worker/optimize/coverage.h"
#include "services/worker/optimize/optimize.h"
#include "services/worker/optimize/statistics.h"

/// What the optimizer did to mutants, and which of them have shown something new by it.
namespace assay::hunt {

enum class FeedbackMode { Off, Features, Coverage };
/// "off", "features", "coverage"; empty is off.
Result<FeedbackMode> parse_feedback(const std::string& text);

/// The function and the bodies it calls as a module's text; empty if it can't stand alone.
std::string text_alone(const llvm::Function& function);

/// Lives as long as a hunt's job; processes forked from it inherit what is known.
class Feedback {
 public:
  /// An error if coverage is asked for and breakpoints can't be planted in this program.
  static Result<std::unique_ptr<Feedback>> open(FeedbackMode mode);

  FeedbackMode mode() const { return mode_; }
  /// Features of the rewrite (see mutate::rewrite_features) that were not known yet. They are known from now on.
  std::vector<std::uint64_t> new_features(const llvm::Function& before, const llvm::Function& after,
                                          const std::string& pipeline);
  void know(const std::vector<std::uint64_t>& features);
  std::size_t known() const { return features_.size(); }

  /// A function of a slice that made the optimizer do something new, with the features of that; blocks alone have none.
  using Shown = std::pair<const llvm::Function*, std::vector<std::uint64_t>>;
  /// Which functions of a slice make the linked optimizer run blocks that have never run, or raise one of its
  /// statistics by more than ever. `runner` must just have run over all of them together.
  std::vector<Shown> shown_inside(const llvm::Module& slice, optimize::PassRunner& runner, const std::string& pipeline);
  /// Runs the pipeline in the linked optimizer to see what it does, where the hunt's compiler is another one.
  void run_guide(const llvm::Module& slice, const std::string& pipeline);
  optimize::PassRunner& guide();

  /// To be called before the next process is forked.
  void catch_up();
  std::size_t blocks_hit() const { return coverage_ ? coverage_->hits() : 0; }
  std::size_t blocks() const { return coverage_ ? coverage_->blocks() : 0; }

 private:
  explicit Feedback(FeedbackMode mode) : mode_(mode) {}
  std::vector<std::uint64_t> newly_moved();
  FeedbackMode mode_;
  std::unordered_set<std::uint64_t> features_;
  std::unique_ptr<optimize::BlockCoverage> coverage_;
  std::unique_ptr<optimize::PassRunner> guide_;
  std::unique_ptr<optimize::Statistics> statistics_;
};

}  // namespace assay::hunt
