#include "services/worker/check/doubts.h"

#include <llvm/IR/Module.h>

#include <memory>
#include <utility>
#include <vector>

#include "services/worker/check/preconditions.h"
#include "services/worker/check/verdicts.h"
#include "services/worker/ir/ir.h"
#include "services/worker/normalize/guards.h"
#include "services/worker/normalize/merged_constants.h"
#include "services/worker/semantics/initialized_arguments.h"

namespace assay::check {
namespace {

Verdict doubted(const Verdict& verdict, const char* why) {
  return verdict_of(VerdictKind::Unknown, verdict.method, Reason::Approximation, why);
}

/// Constants may be merged: what refines the source with merged ones refines the source.
Verdict judge_merged(const llvm::Function& source, const llvm::Function& target, const Judge& judge, bool stands) {
  const normalize::MergedConstants merged = normalize::merge_constants_as_in(target, source);
  if (!merged.module) return judge(source, target, stands);
  Verdict verdict = judge(*merged.function, target, false);
  if (verdict.kind != VerdictKind::Incorrect) return verdict;
  if (merged.is_only_way && judge(source, target, false).kind == VerdictKind::Incorrect) return verdict;
  return doubted(verdict, "only for one of the ways in which the target's constants can have been merged");
}

/// The module without each `initializes` that says nothing; null if there is none.
std::unique_ptr<llvm::Module> without_kept_initializes(const llvm::Module& module, const llvm::Function& source,
                                                       const llvm::Function& target) {
  std::vector<const llvm::Argument*> kept;
  for (const llvm::Function& function : module)
    if (&function == &source || &function == &target || function.hasExactDefinition())
      for (const llvm::Argument& argument : function.args())
        if (argument.hasAttribute(llvm::Attribute::Initializes) && semantics::keeps_initializes(argument))
          kept.push_back(&argument);
  if (kept.empty()) return nullptr;
  std::unique_ptr<llvm::Module> copy = ir::clone(module);
  for (const llvm::Argument* argument : kept)
    ir::same_in(*copy, *argument->getParent())->removeParamAttr(argument->getArgNo(), llvm::Attribute::Initializes);
  return copy;
}

Verdict judge_without_guards(const llvm::Function& source, const llvm::Function& target, const Judge& judge,
                             bool stands) {
  if (!normalize::has_guards(*source.getParent()) && !normalize::has_guards(*target.getParent()))
    return judge_merged(source, target, judge, stands);
  const auto explicit_source = normalize::with_explicit_guards(*source.getParent()),
             explicit_target = normalize::with_explicit_guards(*target.getParent());
  return judge_merged(*ir::same_in(*explicit_source, source), *ir::same_in(*explicit_target, target), judge, stands);
}

}  // namespace

static Verdict judge_needed_promises(const llvm::Function& source, const llvm::Function& target, const Judge& judge) {
  const char* unknown = known_to_optimizers_alone(*source.getParent(), *target.getParent());
  const std::vector<unsigned> initialized = initialized_but_read_otherwise(source, target);
  Verdict verdict = judge_without_guards(source, target, judge, unknown == nullptr && initialized.empty());
  if (verdict.kind != VerdictKind::Incorrect) return verdict;
  if (unknown != nullptr) return doubted(verdict, unknown);
  if (initialized.empty()) return verdict;
  const std::unique_ptr<llvm::Module> copy = ir::clone(*target.getParent());
  llvm::Function& without = *ir::same_in(*copy, target);
  for (const unsigned argument : initialized) without.removeParamAttr(argument, llvm::Attribute::Initializes);
  if (judge_without_guards(source, without, judge, false).kind == VerdictKind::Incorrect) return verdict;
  return doubted(verdict,
                 "only in a model that knows too little of through which pointers bytes are read that are going to be "
                 "initialized");
}

Verdict judge_with_doubts(const llvm::Function& source, const llvm::Function& target, const Judge& judge) {
  const llvm::Module &before = *source.getParent(), &after = *target.getParent();
  const auto plain_before = without_kept_initializes(before, source, target);
  const auto plain_after = &before == &after ? nullptr : without_kept_initializes(after, source, target);
  llvm::Module* const of_target = &before == &after ? plain_before.get() : plain_after.get();
  return judge_needed_promises(plain_before ? *ir::same_in(*plain_before, source) : source,
                               of_target != nullptr ? *ir::same_in(*of_target, target) : target, judge);
}

}  // namespace assay::check
