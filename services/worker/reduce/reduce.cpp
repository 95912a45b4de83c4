#include "services/worker/reduce/reduce.h"

#include <llvm/IR/LLVMContext.h>

#include <algorithm>
#include <unordered_set>

#include "services/common/hash.h"
#include "services/worker/ir/ir.h"
#include "services/worker/reduce/passes.h"
#include "services/worker/reduce/slips.h"

namespace assay::reduce {
namespace {

using Clock = std::chrono::steady_clock;
using ModulePtr = std::unique_ptr<llvm::Module>;

std::size_t count_instructions(const llvm::Module& module) {
  std::size_t count = 0;
  for (const llvm::Function& function : module) count += function.getInstructionCount();
  return count;
}

// Without the lines that say nothing: the module's name, comments about attributes.
std::string without_headers(const std::string& text) {
  std::string result;
  for (std::size_t start = 0; start < text.size();) {
    const auto end = std::min(text.find('\n', start), text.size());
    const std::string_view line(text.data() + start, end - start);
    start = end + 1;
    if (line.starts_with("; ModuleID") || line.starts_with("source_filename") || line.starts_with("; Function Attrs"))
      continue;
    if (line.empty() && (result.empty() || result.ends_with("\n\n"))) continue;
    result.append(line) += '\n';
  }
  return result;
}

// The search: knows modules as things to copy, print and test, and nothing of what the passes do to them.
class Search {
 public:
  Search(ModulePtr module, std::string text, const Interesting& interesting, const Options& options)
      : best_(std::move(module)),
        best_text_(std::move(text)),
        original_(oddities_of(*best_)),
        interesting_(interesting),
        options_(options),
        deadline_(Clock::now() + options.time_limit) {}

  void run() {
    for (bool progress = true; progress && !out_of_budget();) {
      progress = false;
      for (const Pass& pass : all_passes()) progress |= run_pass(pass);
    }
    if (options_.tidy_names) run_pass({"tidy names", tidy_names});
    complete_ = !out_of_budget();
  }

  Reduction result() const {
    Reduction reduction;
    reduction.text = without_headers(best_text_);
    reduction.instructions_after = count_instructions(*best_);
    reduction.tests = tests_;
    reduction.cache_hits = cache_hits_;
    reduction.complete = complete_;
    return reduction;
  }

 private:
  bool out_of_budget() const { return tests_ >= options_.most_tests || Clock::now() >= deadline_; }

  std::size_t count_features(const Pass& pass) const {
    Oracle oracle;
    const ModulePtr copy = ir::clone(*best_);
    pass.run(*copy, oracle);
    return oracle.asked();
  }

  // Delta debugging: all features at once, then halves, quarters, … down to single ones. From behind, because what
  // comes last in a function depends on the rest and goes most easily.
  bool run_pass(const Pass& pass) {
    bool progress = false;
    std::size_t features = count_features(pass);
    for (std::size_t chunk = features; chunk > 0; chunk /= 2) {
      for (std::size_t end = features; end > 0 && !out_of_budget();) {
        const std::size_t begin = end > chunk ? end - chunk : 0;
        if (try_without(pass, begin, end)) {
          progress = true;
          features = count_features(pass);
        }
        end = std::min(begin, features);
      }
    }
    return progress;
  }

  bool try_without(const Pass& pass, std::size_t begin, std::size_t end) {
    ModulePtr candidate = ir::clone(*best_);
    Oracle oracle(begin, end);
    pass.run(*candidate, oracle);
    if (ir::verify(*candidate) || original_.lacks(oddities_of(*candidate))) return false;
    std::string text = ir::print(*candidate);
    if (text == best_text_) return false;
    if (!tried_.insert(content_id(text)).second) {
      ++cache_hits_;
      return false;
    }
    ++tests_;
    if (!interesting_(text)) return false;
    best_ = std::move(candidate);
    best_text_ = std::move(text);
    return true;
  }

  ModulePtr best_;
  std::string best_text_;
  const Oddities original_;
  const Interesting& interesting_;
  const Options& options_;
  const Clock::time_point deadline_;
  std::unordered_set<std::string> tried_;
  std::size_t tests_ = 0, cache_hits_ = 0;
  bool complete_ = false;
};

}  // namespace

std::string tidied(const std::string& module_text) {
  llvm::LLVMContext context;
  auto module = ir::parse(context, module_text, "<case>");
  if (!module) return module_text;
  for (llvm::Function& function : **module)
    if (function.isIntrinsic()) function.setAttributes({});
  return without_headers(ir::print(**module));
}

std::vector<std::string> neighbours(const std::string& module_text, std::size_t most) {
  std::vector<std::string> texts;
  llvm::LLVMContext context;
  auto module = ir::parse(context, module_text, "<case>");
  if (!module) return texts;
  std::unordered_set<std::string> seen{ir::print(**module)};
  const auto passes = all_passes();
  for (auto pass = passes.rbegin(); pass != passes.rend(); ++pass) {  // those that cut most come first
    Oracle count;
    pass->run(*ir::clone(**module), count);
    for (std::size_t feature = 0; feature < count.asked() && texts.size() < most; ++feature) {
      const ModulePtr changed = ir::clone(**module);
      Oracle oracle(feature, feature + 1);
      pass->run(*changed, oracle);
      if (ir::verify(*changed)) continue;
      std::string text = ir::print(*changed);
      if (seen.insert(text).second) texts.push_back(std::move(text));
    }
  }
  return texts;
}

Result<Reduction> reduce(const std::string& module_text, const Interesting& interesting, const Options& options) {
  const auto start = Clock::now();
  llvm::LLVMContext context;
  auto module = ir::parse(context, module_text, "<case>");
  if (!module) return Error{module.error()};
  if (Status invalid = ir::verify(**module)) return Error{"the case is no valid module: " + invalid->message};
  const std::string text = ir::print(**module);
  if (!interesting(text)) return Error{"the case does not show what is looked for, so there is nothing to reduce"};
  const std::size_t before = count_instructions(**module);
  Search search(std::move(*module), text, interesting, options);
  search.run();
  Reduction reduction = search.result();
  reduction.instructions_before = before;
  reduction.tests += 1;
  reduction.seconds = std::chrono::duration<double>(Clock::now() - start).count();
  return reduction;
}

}  // namespace assay::reduce
