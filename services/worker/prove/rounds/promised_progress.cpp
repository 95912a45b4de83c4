#include "services/worker/prove/rounds/promised_progress.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Dominators.h>

#include "services/worker/ir/ir.h"
#include "services/worker/semantics/progress.h"

namespace assay::prove {
namespace {

using llvm::BasicBlock;

struct Loops {
  explicit Loops(const llvm::Function& function)
      : tree(const_cast<llvm::Function&>(function)), loops(tree), is_reducible(ir::is_reducible(function, loops)) {}
  llvm::DominatorTree tree;
  llvm::LoopInfo loops;
  bool is_reducible;
};

llvm::SmallVector<BasicBlock*, 4> ends_of_rounds(const llvm::Loop& loop) {
  llvm::SmallVector<BasicBlock*, 4> ends;
  loop.getLoopLatches(ends);
  return ends;
}
bool may_have_to_progress(const llvm::Loop& loop) {
  return llvm::any_of(ends_of_rounds(loop), [](const BasicBlock* end) { return semantics::asks_for_progress(*end); });
}
/// A block in which rounds of two loops end promises something of the inner one alone: the normal form may have put
/// there what ended the outer one's.
bool has_to_progress(const llvm::Loop& loop, const llvm::LoopInfo& loops) {
  return llvm::all_of(ends_of_rounds(loop), [&](const BasicBlock* end) {
    return semantics::asks_for_progress(*end) && loops.getLoopFor(end) == &loop;
  });
}

/// Does a run of the source that goes round the loop for ever stay in one that must make progress?
bool stays_in_promise(const llvm::Loop* loop, const llvm::LoopInfo& loops) {
  for (; loop != nullptr; loop = loop->getParentLoop())
    if (has_to_progress(*loop, loops)) return true;
  return false;
}

/// Does the source, going round the loop, come to a cut whose partners are outside of the target's loop?
bool is_left(const llvm::Loop& loop, const llvm::Loop& of_target, const Pairing& pairs) {
  bool is_cut = false;
  for (std::size_t i = 0; i < pairs.source.size(); ++i) {
    if (pairs.source[i] != loop.getHeader()) continue;
    if (of_target.contains(pairs.target[i]) || pairs.peeled[i] != 0) return false;
    is_cut = true;
  }
  return is_cut;
}

}  // namespace

bool promises_progress(const llvm::Function& source, const llvm::Function& target, const Pairing& pairs) {
  if (source.hasFnAttribute(llvm::Attribute::MustProgress)) return true;
  if (!semantics::has_loop_that_must_progress(target)) return true;
  const Loops before(source), after(target);
  if (!before.is_reducible || !after.is_reducible) return false;
  for (std::size_t i = 0; i < pairs.target.size(); ++i)
    for (const llvm::Loop* of_target = after.loops.getLoopFor(pairs.target[i]); of_target != nullptr;
         of_target = of_target->getParentLoop()) {
      if (!may_have_to_progress(*of_target)) continue;
      for (const llvm::Loop* loop = before.loops.getLoopFor(pairs.source[i]); loop != nullptr;
           loop = loop->getParentLoop())
        if (!stays_in_promise(loop, before.loops) && !is_left(*loop, *of_target, pairs)) return false;
    }
  return true;
}

}  // namespace assay::prove
