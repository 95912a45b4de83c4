#include "services/worker/improve/improve.h"

#include <llvm/IR/InstIterator.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>

#include <algorithm>
#include <ctime>

#include "services/worker/improve/candidates.h"
#include "services/worker/improve/inverse.h"
#include "services/worker/improve/pair.h"
#include "services/worker/improve/price.h"
#include "services/worker/improve/scope.h"
#include "services/worker/ir/ir.h"

namespace assay::improve {
namespace {

constexpr std::string_view kKinds[] = {"constant", "value", "operation", "operations", "flags", "inverse"};

double processor_seconds() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

std::size_t count_of_unset_flags(const llvm::Function& function) {
  std::size_t count = 0;
  for (const llvm::Instruction& instruction : llvm::instructions(function)) count += unset_flags(instruction).size();
  return count;
}

/// One search after the other in one function, which becomes what was found.
class Search {
 public:
  Search(llvm::Function& function, const Options& options)
      : function_(&function), options_(options), checker_(options.judge) {}

  Looked run() {
    if (auto reason = reason_to_leave(*function_)) {
      looked_.left_alone = *reason;
      return looked_;
    }
    for (unsigned step = 0; step < options_.steps; ++step)
      if (!find_one()) break;
    return looked_;
  }

 private:
  struct Built {
    Edit edit;
    Applied applied;
    Price price;
    std::size_t place;  ///< among all, by increasing effort
  };

  /// The cheapest function that is found and proved takes the place of the one that is looked at.
  bool find_one() {
    auto values = Values::of(*function_, options_);
    if (!values) {
      looked_.left_alone = values.error();
      return false;
    }
    checks_left_ = options_.checks;
    price_ = price_of(*function_);
    Candidates candidates(*function_, *values, options_);
    std::vector<Edit> edits = candidates.known_values();
    if (options_.operations >= 1) std::ranges::move(candidates.operations(1), std::back_inserter(edits));
    bool found = take_cheaper(edits);
    if (!found && options_.operations >= 2) found = take_cheaper(candidates.operations(2));
    if (!found && options_.flags) take_flags(candidates.flags());
    looked_.tried.evaluated += candidates.evaluated();
    looked_.exhausted = looked_.exhausted && !candidates.ended_early();
    return found;
  }

  bool take_cheaper(const std::vector<Edit>& edits) {
    std::vector<Built> built;
    for (const Edit& edit : edits) {
      const Applied made = apply(edit, *function_);
      if (made.function == nullptr) continue;
      const Price price = price_of(*made.function);
      if (is_cheaper(price, price_))
        built.push_back({edit, made, price, built.size()});
      else
        made.function->eraseFromParent();
    }
    std::ranges::sort(built, [](const Built& a, const Built& b) {
      if (is_cheaper(a.price, b.price)) return true;
      return !is_cheaper(b.price, a.price) && a.place < b.place;
    });
    std::optional<Verdict> proof;
    const auto best = std::ranges::find_if(built, [&](const Built& each) {
      proof = prove(*each.applied.function);
      return proof.has_value();
    });
    for (auto each = built.begin(); each != built.end(); ++each)
      if (each != best) each->applied.function->eraseFromParent();
    if (proof) tell(*best, *proof);
    return proof.has_value();
  }

  /// All flags that hold together; else those that hold beside the ones before.
  void take_flags(const std::vector<Edit>& edits) {
    Edit all{Kind::Flags, nullptr, {}, {}, {}};
    for (const Edit& edit : edits) {
      Edit more = all;
      more.flags.push_back(edit.flags.front());
      llvm::Function* made = apply(more, *function_).function;
      if (made == nullptr) continue;
      const auto proof = prove(*made);
      if (proof) {
        all = more;
        last_flags_ = *proof;
      }
      made->eraseFromParent();
    }
    if (all.flags.empty()) return;
    const Applied made = apply(all, *function_);
    tell({all, made, price_of(*made.function), 0}, last_flags_);
  }

  bool is_impatient() const { return options_.patience_s > 0 && processor_seconds() - start_ > options_.patience_s; }

  std::optional<Verdict> prove(llvm::Function& candidate) {
    Tried& tried = looked_.tried;
    ++tried.candidates;
    if (checker_.refuted_as_before(*function_, candidate)) {
      ++tried.refuted_again;
      return std::nullopt;
    }
    if (checks_left_ == 0 || is_impatient()) {
      looked_.exhausted = false;
      return std::nullopt;
    }
    --checks_left_;
    const Verdict verdict = checker_.check(*function_, candidate);
    if (verdict.kind == VerdictKind::Correct && verdict.bound.empty()) {
      ++tried.proved;
      const std::optional<bool> stays = stays_with_compiler(candidate);
      if (stays.value_or(false)) return verdict;
      ++(stays ? tried.undone : tried.undecided);
      return std::nullopt;
    }
    ++(verdict.kind == VerdictKind::Correct     ? tried.limited
       : verdict.kind == VerdictKind::Incorrect ? tried.refuted
                                                : tried.undecided);
    return std::nullopt;
  }

  /// Is it still better once the compiler has seen it? Flags can't be told by the price: they must be there. Nothing:
  /// the compiler fails on it.
  std::optional<bool> stays_with_compiler(const llvm::Function& candidate) const {
    if (!options_.compile) return true;
    const auto alone = ir::extract(*candidate.getParent(), candidate.getName().str());
    const auto text = options_.compile(ir::print(*alone));
    if (!text) return std::nullopt;
    llvm::LLVMContext context;
    const auto made = ir::parse(context, *text, "what the compiler makes of a fold");
    const llvm::Function* function = made ? (*made)->getFunction(candidate.getName()) : nullptr;
    if (function == nullptr || function->isDeclaration()) return std::nullopt;
    const Price price = price_of(*function);
    const bool has_flags = price == price_ && price_of(candidate) == price_ &&
                           count_of_unset_flags(*function) <= count_of_unset_flags(candidate);
    return is_cheaper(price, price_) || has_flags;
  }

  /// Keeps the fold with the pair as a module of its own, and goes on from the new function.
  void tell(const Built& built, const Verdict& proof) {
    llvm::Module& module = *function_->getParent();
    llvm::Function* made = built.applied.function;
    made->setName("tgt");
    looked_.folds.push_back(
        {built.edit.kind, describe(built.edit), text_of_pair(module), proof, price_, built.price, {}, {}, false});
    if (options_.rules && !is_impatient())
      generalize(looked_.folds.back(), built);
    else if (options_.rules)
      looked_.folds.back().no_rule = "no time was left";
    function_->eraseFromParent();
    function_ = made;
    function_->setName("src");
  }

  /// What the edit changes, or, where that holds by what is made of it only, what is returned.
  void generalize(Fold& fold, const Built& built) const {
    auto rule = rules::generalize(place_of(built.edit), *built.applied.value, options_.judge);
    for (const auto& [source, target] : results_of(*function_, *built.applied.function))
      if (!rule && source != &place_of(built.edit))
        if (auto whole = rules::generalize(*source, *target, options_.judge)) rule = std::move(whole);
    if (rule) {
      fold.rule = std::move(*rule);
      fold.done_alone = is_done_alone(rules::example_of(*fold.rule), options_);
    } else {
      fold.no_rule = rule.error();
    }
  }

  llvm::Function* function_;
  const Options& options_;
  const double start_ = processor_seconds();
  check::Checker checker_;
  Looked looked_;
  Price price_;
  std::uint64_t checks_left_ = 0;
  Verdict last_flags_;
};

}  // namespace

const char* name_of(Kind kind) { return kKinds[static_cast<int>(kind)].data(); }
std::optional<Kind> enumerator_of(std::string_view name, std::type_identity<Kind>) {
  return enumerator_in<Kind>(kKinds, name);
}

Result<Looked> improve(const std::string& module_text, const std::string& function, const Options& options) {
  const double start = processor_seconds();
  llvm::LLVMContext context;
  auto whole = ir::parse(context, module_text, "the module");
  if (!whole) return Error{whole.error()};
  if (Status bad = ir::verify(**whole)) return *bad;
  const llvm::Function* found = (*whole)->getFunction(function);
  if (found == nullptr || found->isDeclaration()) return Error{"@" + function + " is not defined"};
  const auto module = ir::extract(**whole, function);
  Looked looked = options.inverses ? find_by_inverses(*module->getFunction(function), options)
                                   : Search(*alone(*module, function, "src"), options).run();
  looked.name = function;
  looked.seconds = processor_seconds() - start;
  return looked;
}

}  // namespace assay::improve
