#include "services/worker/hunt/feedback.h"

#include <algorithm>

#include "fuzzers/mutate/corpus.h"
#include "services/worker/ir/ir.h"

namespace assay::hunt {

Result<FeedbackMode> parse_feedback(const std::string& text) {
  if (text.empty() || text == "off") return FeedbackMode::Off;
  if (text == "features") return FeedbackMode::Features;
  if (text == "coverage") return FeedbackMode::Coverage;
  return Error{"'" + text + "': expected off, features or coverage"};
}

namespace {

// Much cheaper than a clone of the module of which all else is left out.
std::unique_ptr<llvm::Module> module_of(const llvm::Function& function) {
  auto alone = std::make_unique<llvm::Module>("alone", function.getContext());
  alone->setDataLayout(function.getParent()->getDataLayout());
  alone->setTargetTriple(function.getParent()->getTargetTriple());
  if (mutate::copy_function(function, *alone, function.getName().str(), true) == nullptr) return nullptr;
  return alone;
}

}  // namespace

std::string text_alone(const llvm::Function& function) {
  const auto alone = module_of(function);
  return alone ? ir::print(*alone) : std::string();
}

Result<std::unique_ptr<Feedback>> Feedback::open(FeedbackMode mode) {
  std::unique_ptr<Feedback> feedback(new Feedback(mode));
  if (mode != FeedbackMode::Coverage) return feedback;
  auto coverage = optimize::BlockCoverage::plant();
  if (!coverage) return coverage.wrap("--feedback=coverage");
  feedback->coverage_ = std::move(*coverage);
  return feedback;
}

std::vector<std::uint64_t> Feedback::new_features(const llvm::Function& before, const llvm::Function& after,
                                                  const std::string& pipeline) {
  std::vector<std::uint64_t> fresh;
  if (mode_ == FeedbackMode::Off) return fresh;
  for (const std::uint64_t feature : mutate::rewrite_features(before, after, pipeline))
    if (features_.insert(feature).second) fresh.push_back(feature);
  return fresh;
}

void Feedback::know(const std::vector<std::uint64_t>& features) { features_.insert(features.begin(), features.end()); }

// All that was new is forgotten and asked of each function alone.
std::vector<const llvm::Function*> Feedback::reached_new_blocks(const llvm::Module& slice, optimize::PassRunner& runner,
                                                                const std::string& pipeline) {
  std::vector<const llvm::Function*> found;
  if (!coverage_) return found;
  std::vector<std::uint32_t> fresh = coverage_->take_new();
  if (fresh.empty()) return found;
  const std::size_t all = fresh.size();
  coverage_->rearm(fresh);
  std::size_t claimed = 0;
  for (const llvm::Function& function : slice) {
    if (function.isDeclaration() || function.hasLocalLinkage()) continue;
    auto alone = module_of(function);
    if (!alone || runner.run_passes(*alone, pipeline)) continue;
    const std::size_t reached = coverage_->take_new().size();
    if (reached != 0) found.push_back(&function);
    claimed += reached;
    if (claimed >= all) return found;
  }
  // What only shows in company is nobody's.
  auto together = ir::clone(slice);
  (void)runner.run_passes(*together, pipeline);
  coverage_->take_new();
  return found;
}

void Feedback::run_guide(const llvm::Module& slice, const std::string& pipeline) {
  if (!coverage_) return;
  auto copy = ir::clone(slice);
  (void)guide().run_passes(*copy, pipeline);
}

optimize::PassRunner& Feedback::guide() {
  if (!guide_) guide_ = std::make_unique<optimize::PassRunner>();
  return *guide_;
}

void Feedback::catch_up() {
  if (coverage_) coverage_->catch_up();
}

}  // namespace assay::hunt
