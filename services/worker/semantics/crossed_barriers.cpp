#include "services/worker/semantics/crossed_barriers.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>

#include <algorithm>
#include <map>
#include <set>
#include <vector>

#include "services/worker/ir/references.h"
#include "services/worker/semantics/counterparts.h"
#include "services/worker/semantics/shared_memory.h"

namespace assay::semantics {
namespace {

using llvm::BasicBlock;

constexpr unsigned kMostBarriers = 64;

/// "load of @g + 4", "store of *(%0)", "call of f".
using Access = std::string;
using Accesses = std::set<Access>;

Access access_to(bool writes, const llvm::Value& pointer, const llvm::DataLayout& layout) {
  if (is_private(pointer) || is_constant(pointer)) return {};
  return (writes ? "store of " : "load of ") + describe_place(pointer, layout);
}

std::vector<Access> accesses_of_call(const llvm::CallBase& call) {
  const llvm::DataLayout& layout = call.getDataLayout();
  if (const auto* memory = llvm::dyn_cast<llvm::AnyMemIntrinsic>(&call)) {
    std::vector<Access> accesses{access_to(true, *memory->getRawDest(), layout)};
    if (const auto* copy = llvm::dyn_cast<llvm::AnyMemTransferInst>(memory))
      accesses.push_back(access_to(false, *copy->getRawSource(), layout));
    return accesses;
  }
  if (call.doesNotAccessMemory() || call.onlyAccessesInaccessibleMemory()) return {};
  if (const auto* intrinsic = llvm::dyn_cast<llvm::IntrinsicInst>(&call);
      intrinsic != nullptr && intrinsic->isAssumeLikeIntrinsic())
    return {};
  Access access = "call of " + name_of_callee(call);
  for (const llvm::Value* argument : call.args())
    if (argument->getType()->isPointerTy()) access += " " + describe_place(*argument, layout);
  return {access};
}

/// What an instruction that orders nothing does to memory that other threads may reach, as far as it is seen: a number
/// that is loaded for nothing is not.
std::vector<Access> accesses_of(const llvm::Instruction& instruction) {
  if (const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction)) return accesses_of_call(*call);
  const llvm::Value* pointer = llvm::getLoadStorePointerOperand(&instruction);
  if (pointer == nullptr || instruction.hasMetadata(llvm::LLVMContext::MD_invariant_load)) return {};
  const auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction);
  const llvm::AtomicOrdering order =
      load != nullptr ? load->getOrdering() : llvm::cast<llvm::StoreInst>(instruction).getOrdering();
  if (llvm::isStrongerThanUnordered(order) || (load != nullptr && load->use_empty())) return {};
  return {access_to(load == nullptr, *pointer, instruction.getDataLayout())};
}

/// The barriers of one function, and all that is met on the ways around them.
class Barriers {
 public:
  /// What is done on ways to a barrier and from it.
  struct Around {
    Accesses before, behind;
    Accesses first;  ///< of what is before: on ways that have not yet met it
    Accesses last;   ///< of what is behind: on ways that do not meet it again
  };
  struct OfOneName {
    std::vector<const llvm::Instruction*> barriers;
    bool is_chain = false;  ///< each comes behind the one before, on all ways
  };

  explicit Barriers(const llvm::Function& function) {
    Accesses invariant;
    for (const llvm::Instruction& each : llvm::instructions(function))
      if (const auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(&each);
          call != nullptr && call->getIntrinsicID() == llvm::Intrinsic::invariant_start)
        invariant.insert(access_to(false, *call->getArgOperand(1), call->getDataLayout()));
    for (const llvm::Instruction& each : llvm::instructions(function))
      for (Access& access : accesses_of(each))
        if (!access.empty() && !invariant.contains(access)) accesses_[&each].push_back(std::move(access));
  }

  /// By names that both functions know. Empty if there are too many.
  std::map<std::string, OfOneName> on(const llvm::Function& function, Side side) {
    std::map<std::string, OfOneName> all;
    unsigned count = 0;
    for (const llvm::Instruction& each : llvm::instructions(function))
      if (const std::string name = name_of(each, side); !name.empty()) {
        if (++count > kMostBarriers) return {};
        all[name].barriers.push_back(&each);
      }
    if (all.empty()) return all;
    const llvm::DominatorTree tree(const_cast<llvm::Function&>(function));
    for (auto& [name, one] : all) {
      one.is_chain = std::ranges::adjacent_find(one.barriers, [&](const auto* a, const auto* b) {
                       return !tree.dominates(a, b);
                     }) == one.barriers.end();
    }
    return all;
  }

  Around around(const llvm::Function& function, llvm::ArrayRef<const llvm::Instruction*> barriers) const {
    const auto to = [](const BasicBlock* of) { return llvm::predecessors(of); };
    const auto from = [](const BasicBlock* of) { return llvm::successors(of); };
    Around all;
    Parts heads, tails;
    for (const llvm::Instruction* each : barriers) {
      const BasicBlock& block = *each->getParent();
      const Part start = llvm::make_range(block.begin(), each->getIterator());
      const Part rest = llvm::make_range(std::next(each->getIterator()), block.end());
      all.before.merge(met(start, reached({&block}, to, {})));
      all.behind.merge(met(rest, reached({&block}, from, {})));
      heads.emplace(&block, start);
      tails.insert_or_assign(&block, rest);
    }
    Blocks ends, starts{&function.getEntryBlock()}, exits;
    for (const auto& [block, part] : heads) ends.insert(block);
    for (const BasicBlock& block : function)
      if (llvm::succ_empty(&block)) exits.insert(&block);
    all.first = met_once(heads, with_reached(starts, from, ends), with_reached(ends, to, ends));
    all.last = met_once(tails, with_reached(exits, to, ends), with_reached(ends, from, ends));
    return all;
  }

 private:
  using Blocks = std::set<const BasicBlock*>;
  using Part = llvm::iterator_range<BasicBlock::const_iterator>;
  using Parts = std::map<const BasicBlock*, Part>;

  /// The blocks at which ways from these arrive; at `ends` they end.
  static Blocks reached(const Blocks& blocks, const auto& next, const Blocks& ends) {
    Blocks seen;
    llvm::SmallVector<const BasicBlock*, 16> open(blocks.begin(), blocks.end());
    while (!open.empty())
      for (const BasicBlock* other : next(open.pop_back_val()))
        if (seen.insert(other).second && !ends.contains(other)) open.push_back(other);
    return seen;
  }
  /// With the blocks themselves, where ways either begin at the ends or stop there.
  static Blocks with_reached(const Blocks& blocks, const auto& next, const Blocks& ends) {
    Blocks open = blocks;
    if (blocks != ends) std::erase_if(open, [&](const BasicBlock* each) { return ends.contains(each); });
    Blocks all = reached(open, next, ends);
    all.insert(blocks.begin(), blocks.end());
    return all;
  }
  /// What is met between a barrier and where the function is entered or left, if no other barrier is.
  Accesses met_once(const Parts& parts, const Blocks& outer, const Blocks& inner) const {
    Accesses all;
    for (const BasicBlock* each : outer) {
      if (!inner.contains(each)) continue;
      const auto part = parts.find(each);
      all.merge(met(part == parts.end() ? Part(each->begin(), each->end()) : part->second, {}));
    }
    return all;
  }
  Accesses met(const Part& part, const Blocks& blocks) const {
    Accesses all;
    const auto take = [&](const auto& instructions) {
      for (const llvm::Instruction& each : instructions)
        if (const auto found = accesses_.find(&each); found != accesses_.end())
          all.insert(found->second.begin(), found->second.end());
    };
    take(part);
    for (const BasicBlock* each : blocks) take(*each);
    return all;
  }

  /// The barrier that the instruction is, or that a function of the module has which it calls; empty: none.
  std::string name_of(const llvm::Instruction& instruction, Side side) {
    if (const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction)) {
      const llvm::Function* callee = call->getCalledFunction();
      if (callee == nullptr || callee->isDeclaration()) return {};
      const auto [known, is_new] = callees_.try_emplace(callee);
      if (is_new) known->second = sides_of(*callee);
      return known->second.contains(side) ? "call of " + callee->getName().str() : "";
    }
    const auto operation = operation_of(instruction);
    if (!operation || !operation->orders(side)) return {};
    if (operation->kind == OperationKind::Fence) return "a fence";
    const bool is_store = operation->kind == OperationKind::Store;
    return "an access of " + describe_place(*instruction.getOperand(is_store ? 1 : 0), instruction.getDataLayout());
  }
  static std::set<Side> sides_of(const llvm::Function& callee) {
    std::set<Side> sides;
    for (const llvm::Function* body : ir::bodies_needed_by(callee))
      for (const llvm::Instruction& each : llvm::instructions(*body))
        if (const auto operation = operation_of(each))
          for (const Side side : {Side::Acquire, Side::Release})
            if (operation->orders(side)) sides.insert(side);
    return sides;
  }

  llvm::DenseMap<const llvm::Instruction*, std::vector<Access>> accesses_;
  std::map<const llvm::Function*, std::set<Side>> callees_;
};

/// Both sides of a barrier as they are for an acquire: what stands in the critical section, and what outside.
struct Section {
  const Accesses& inside;   ///< must stay there
  const Accesses& outside;  ///< may come in
  const Accesses& certain;  ///< of what is outside: on ways that have not been inside
};
Section section(const Barriers::Around& around, Side side) {
  if (side == Side::Acquire) return {around.behind, around.before, around.first};
  return {around.before, around.behind, around.last};
}

/// The access that left the section; empty: none. `others_come_and_go`: there is a barrier of the other side, too, so
/// that others may have been there between two sections.
Access left(const Section& source, const Section& target, bool others_come_and_go) {
  for (const Access& each : target.certain)
    if (source.inside.contains(each) && !source.certain.contains(each)) return each;
  // None of the place is left inside, and one outside serves. What is stored inside may be known there; what is stored
  // outside races with what others store, unless they come and go.
  for (const Access& each : source.inside) {
    if (target.inside.contains(each)) continue;
    const bool writes = each.starts_with("store"), reads = each.starts_with("load");
    const Access store = writes || reads ? "store" + each.substr(each.find(" of ")) : "";
    const auto is_outside = [&](const Access& one) {
      return target.outside.contains(one) || (others_come_and_go && source.outside.contains(one));
    };
    if (writes && others_come_and_go && is_outside(each)) return each;
    if (reads && !source.inside.contains(store) && (is_outside(each) || (others_come_and_go && is_outside(store))))
      return each;
  }
  return {};
}

}  // namespace

std::string crossed_barrier(const llvm::Function& source, const llvm::Function& target) {
  Barriers of_source(source), of_target(target);
  for (const Side side : {Side::Acquire, Side::Release}) {
    const auto before = of_source.on(source, side);
    const bool others = !of_source.on(source, side == Side::Acquire ? Side::Release : Side::Acquire).empty();
    for (const auto& [name, in_target] : of_target.on(target, side)) {
      const auto known = before.find(name);
      if (known == before.end()) continue;
      const auto& in_source = known->second;
      const bool one_by_one =
          in_source.is_chain && in_target.is_chain && in_source.barriers.size() == in_target.barriers.size();
      const std::size_t count = one_by_one ? in_source.barriers.size() : 1;
      for (std::size_t i = 0; i < count; ++i) {
        const auto part = [&](const Barriers::OfOneName& all) {
          return one_by_one ? llvm::ArrayRef(all.barriers).slice(i, 1) : llvm::ArrayRef(all.barriers);
        };
        const Barriers::Around here = of_source.around(source, part(in_source)),
                               there = of_target.around(target, part(in_target));
        const Access crossed = left(section(here, side), section(there, side), others);
        if (crossed.empty()) continue;
        return "the " + crossed +
               (side == Side::Acquire ? " no longer stands behind an acquire" : " no longer stands before a release");
      }
    }
  }
  return {};
}

}  // namespace assay::semantics
