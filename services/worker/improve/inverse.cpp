#include "services/worker/improve/inverse.h"

#include <llvm/IR/InstIterator.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/NoFolder.h>
#include <llvm/IR/Verifier.h>
#include <llvm/Transforms/Utils/Cloning.h>

#include <ctime>
#include <set>

#include "services/worker/improve/pair.h"
#include "services/worker/improve/price.h"
#include "services/worker/improve/scope.h"
#include "services/worker/ir/ir.h"

namespace assay::improve {
namespace {

constexpr double kThreshold = 0.1;  // dearer by more than this part

/// What a compiler makes of both functions, which are called as check wants them.
struct Compiled {
  llvm::LLVMContext context;
  std::unique_ptr<llvm::Module> module;
  llvm::Function* source = nullptr;
  llvm::Function* target = nullptr;
};

class InverseSearch {
 public:
  InverseSearch(const llvm::Function& function, const Options& options)
      : function_(function), options_(options), checker_(options.judge) {}

  Looked run() {
    looked_.name = function_.getName();
    if (auto reason = reason_to_leave(function_)) {
      looked_.left_alone = *reason;
      return std::move(looked_);
    }
    std::size_t place = 0;
    for (const llvm::Instruction& instruction : llvm::instructions(function_)) {
      for (const Inverse& inverse : inverses())
        if (!instruction.use_empty() && inverse.fits(instruction)) look_at(place, inverse);
      ++place;
    }
    return std::move(looked_);
  }

 private:
  void look_at(std::size_t place, const Inverse& inverse) {
    if (options_.patience_s > 0 && static_cast<double>(std::clock()) / CLOCKS_PER_SEC - start_ > options_.patience_s) {
      looked_.exhausted = false;
      return;
    }
    ++looked_.tried.evaluated;
    std::string what;
    const std::string text = both_ways(place, inverse, what);
    Compiled made;
    if (text.empty() || !compile(text, made)) return;
    if (ir::same_text(*made.source, *made.target) || !is_dearer(made)) return;
    if (!seen_.insert(ir::print(*made.source)).second) return;
    ++looked_.tried.candidates;
    const Verdict verdict = checker_.check(*made.source, *made.target);
    if (verdict.kind == VerdictKind::Correct && verdict.bound.empty()) {
      ++looked_.tried.proved;
      tell(made, verdict, what);
    } else {
      ++(verdict.kind == VerdictKind::Correct     ? looked_.tried.limited
         : verdict.kind == VerdictKind::Incorrect ? looked_.tried.refuted
                                                  : looked_.tried.undecided);
    }
  }

  /// The function as @tgt, without the flags of the operation, which the other way can't keep; @src computes it so.
  std::string both_ways(std::size_t place, const Inverse& inverse, std::string& what) const {
    const auto module = ir::extract(*function_.getParent(), function_.getName().str());
    llvm::Function* target = alone(*module, function_.getName().str(), "tgt");
    llvm::Instruction& kept = *std::next(llvm::inst_begin(*target), static_cast<std::ptrdiff_t>(place));
    kept.dropPoisonGeneratingAnnotations();
    what = ir::print(kept) + ", " + inverse.name;
    llvm::ValueToValueMapTy copies;
    llvm::Function* source = llvm::CloneFunction(target, copies);
    source->setName("src");
    auto* root = llvm::cast<llvm::Instruction>(static_cast<llvm::Value*>(copies.lookup(&kept)));
    llvm::IRBuilder<llvm::NoFolder> builder(root->getNextNode());
    llvm::SmallVector<llvm::Use*> uses;
    for (llvm::Use& use : root->uses()) uses.push_back(&use);
    llvm::Value* made = inverse.make(*root, builder);
    for (llvm::Use* use : uses) use->set(made);
    if (root->use_empty()) root->eraseFromParent();
    return llvm::verifyFunction(*source) ? "" : ir::print(*module);
  }

  bool compile(const std::string& text, Compiled& made) {
    const auto compiled = options_.compile(text);
    auto module = compiled ? ir::parse(made.context, *compiled, "what the compiler makes of both ways")
                           : Result<std::unique_ptr<llvm::Module>>(Error{""});
    if (!module) {
      ++looked_.tried.undecided;
      return false;
    }
    made.module = std::move(*module);
    alone(*made.module, "src", "src");
    alone(*made.module, "tgt", "tgt");
    made.source = made.module->getFunction("src");
    made.target = made.module->getFunction("tgt");
    return true;
  }

  /// By IR, and by machine code where it can be measured.
  bool is_dearer(const Compiled& made) const {
    cost::Costs source = cost::ir_costs(*made.source), target = cost::ir_costs(*made.target);
    if (!cost::is_dearer(source, target, cost::Family::Ir, kThreshold)) return false;
    if (!options_.add_object_costs) return true;
    if (!options_.add_object_costs(*made.source, source) || !options_.add_object_costs(*made.target, target))
      return false;
    return cost::is_dearer(source, target, cost::Family::Object, kThreshold);
  }

  void tell(Compiled& made, const Verdict& proof, const std::string& what) {
    Fold fold;
    fold.kind = Kind::Inverse;
    fold.what = what;
    fold.pair = text_of_pair(*made.module);
    fold.proof = proof;
    fold.before = price_of(*made.source);
    fold.after = price_of(*made.target);
    if (options_.rules) {
      fold.no_rule = "it has no result of numbers";
      for (const auto& [source, target] : results_of(*made.source, *made.target))
        if (auto rule = rules::generalize(*source, *target, options_.judge)) {
          fold.rule = std::move(*rule);
          fold.no_rule.clear();
          fold.done_alone = is_done_alone(rules::example_of(*fold.rule), options_);
          break;
        } else {
          fold.no_rule = rule.error();
        }
    }
    looked_.folds.push_back(std::move(fold));
  }

  const llvm::Function& function_;
  const Options& options_;
  const double start_ = static_cast<double>(std::clock()) / CLOCKS_PER_SEC;
  check::Checker checker_;
  std::set<std::string> seen_;
  Looked looked_;
};

}  // namespace

Looked find_by_inverses(const llvm::Function& function, const Options& options) {
  return InverseSearch(function, options).run();
}

}  // namespace assay::improve
