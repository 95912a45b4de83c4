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
  if (mode != FeedbackMode::Off) feedback->statistics_ = std::make_unique<optimize::Statistics>();
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

std::vector<std::uint64_t> Feedback::newly_moved() {
  std::vector<std::uint64_t> moved;
  if (statistics_) moved = statistics_->take_moved();
  std::erase_if(moved, [&](std::uint64_t each) { return features_.contains(each); });
  return moved;
}

// The breakpoints that the slice hit are planted again, and each function runs alone: what it hits then is its own.
std::vector<Feedback::Shown> Feedback::shown_inside(const llvm::Module& slice, optimize::PassRunner& runner,
                                                    const std::string& pipeline) {
  std::vector<Shown> found;
  const std::vector<std::uint32_t> blocks = coverage_ ? coverage_->take_new() : std::vector<std::uint32_t>();
  const std::vector<std::uint64_t> moved = newly_moved();
  if (blocks.empty() && moved.empty()) return found;
  if (coverage_) coverage_->rearm(blocks);
  std::size_t claimed = 0;
  for (const llvm::Function& function : slice) {
    if (function.isDeclaration() || function.hasLocalLinkage()) continue;
    auto alone = module_of(function);
    if (!alone || runner.run_passes(*alone, pipeline)) continue;
    const std::size_t reached = coverage_ ? coverage_->take_new().size() : 0;
    std::vector<std::uint64_t> own = newly_moved();
    know(own);
    claimed += reached;
    if (reached != 0 || !own.empty()) found.emplace_back(&function, std::move(own));
    if (moved.empty() && claimed >= blocks.size()) return found;
  }
  // What only shows where functions run together is credited to none of them.
  know(moved);
  if (claimed >= blocks.size()) return found;
  auto together = ir::clone(slice);
  (void)runner.run_passes(*together, pipeline);
  coverage_->take_new();
  return found;
}

void Feedback::run_guide(const llvm::Module& slice, const std::string& pipeline) {
  if (!coverage_) return;  // statistics alone do not justify another run
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
