#include "services/worker/semantics/synchronization.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/ADT/StringExtras.h>
#include <llvm/Analysis/AliasAnalysis.h>
#include <llvm/Analysis/CaptureTracking.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/AtomicOrdering.h>

#include <optional>
#include <set>
#include <vector>

#include "services/worker/semantics/crossed_barriers.h"
#include "services/worker/semantics/introduced_stores.h"
#include "services/worker/semantics/shared_memory.h"
#include "services/worker/semantics/torn_accesses.h"

namespace assay::semantics {
namespace {

using llvm::AtomicOrdering;

constexpr std::size_t kMostSteps = 4'096;    ///< of one function, with those that it calls
constexpr std::size_t kMostStates = 20'000;  ///< of the two functions side by side
constexpr unsigned kMostCalls = 8;           ///< one within the other

/// Where the call of a pointer may lead, within the module.
std::vector<const llvm::Function*> called_by_pointer(const llvm::Module& module) {
  std::vector<const llvm::Function*> all;
  for (const llvm::Function& function : module)
    if (!function.isDeclaration() && function.hasAddressTaken()) all.push_back(&function);
  return all;
}

bool is_as_strong(const Operation& target, const Operation& source) {
  return llvm::isAtLeastOrStrongerThan(target.order, source.order) &&
         (source.kind != OperationKind::Exchange || target.kind != OperationKind::Exchange ||
          llvm::isAtLeastOrStrongerThan(target.failure, source.failure)) &&
         (target.scope == source.scope || target.scope == llvm::SyncScope::System);
}

/// An update whose result nobody uses is a store where it orders nothing after it; one that changes nothing is a load
/// where it orders nothing before it. That the values are the same is the machines' business.
bool is_of_kind(const Operation& target, const Operation& source) {
  if (target.bytes != source.bytes) return false;
  if (target.kind == source.kind) return true;
  if (source.kind != OperationKind::Update) return false;
  if (target.kind == OperationKind::Store) return !llvm::isAcquireOrStronger(source.order);
  return target.kind == OperationKind::Load && !llvm::isReleaseOrStronger(source.order);
}

/// Two constants, or two arguments, are taken for two numbers; a constant may be what an argument is known to be.
bool may_be_same(const Number& target, const Number& source) {
  const auto is_argument = [](const Number& number) { return number.starts_with("%"); };
  return target.empty() || source.empty() || is_argument(target) != is_argument(source) || target == source;
}

/// May the update do the same? With what the memory then certainly holds, or with what changes nothing, it may be
/// written as another one (xchg, or).
bool may_be_same_update(const Operation& target, const Operation& source) {
  if (target.update == source.update) return may_be_same(target.number, source.number);
  return target.update == llvm::AtomicRMWInst::Xchg || target.update == llvm::AtomicRMWInst::Or;
}

/// May it be the same place, and the same numbers? An argument or a variable is taken to be no other.
bool may_be_same(const Operation& target, const Operation& source) {
  if (!target.place.base.empty() && !source.place.base.empty() && !target.place.is(source.place)) return false;
  if (target.kind != source.kind) return true;
  if (target.kind == OperationKind::Update) return may_be_same_update(target, source);
  return may_be_same(target.number, source.number) && may_be_same(target.expected, source.expected);
}

bool stands_for(const Operation& target, const Operation& source) {
  return is_of_kind(target, source) && is_as_strong(target, source) && may_be_same(target, source);
}

/// Does it order accesses, at the address that an argument gives? Where nobody else has that address while the function
/// runs (noalias) it is no concern of other threads until then, but what it has published they may read afterwards.
bool orders_by_argument(const llvm::Instruction& instruction) {
  const auto is_such = [](const llvm::Value* pointer, AtomicOrdering order) {
    return llvm::isStrongerThanMonotonic(order) && llvm::isa<llvm::Argument>(llvm::getUnderlyingObject(pointer));
  };
  if (const auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction))
    return is_such(load->getPointerOperand(), load->getOrdering());
  if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction))
    return is_such(store->getPointerOperand(), store->getOrdering());
  if (const auto* update = llvm::dyn_cast<llvm::AtomicRMWInst>(&instruction))
    return is_such(update->getPointerOperand(), update->getOrdering());
  const auto* exchange = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(&instruction);
  return exchange != nullptr && is_such(exchange->getPointerOperand(), exchange->getMergedOrdering());
}

/// Is there anything atomic in one of them, or in functions of their module that they call?
bool may_synchronize(llvm::ArrayRef<const llvm::Function*> functions) {
  llvm::SmallPtrSet<const llvm::Function*, 8> seen;
  llvm::SmallVector<const llvm::Function*, 8> open;
  const auto visit = [&](const llvm::Function& function) {
    if (!function.isDeclaration() && seen.insert(&function).second) open.push_back(&function);
  };
  for (const llvm::Function* function : functions) visit(*function);
  while (!open.empty())
    for (const llvm::Instruction& instruction : llvm::instructions(*open.pop_back_val())) {
      if (is_atomic_access(instruction)) return true;
      const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
      if (call == nullptr) continue;
      if (const llvm::Function* callee = call->getCalledFunction()) visit(*callee);
      if (call->isIndirectCall())
        for (const llvm::Function* each : called_by_pointer(*instruction.getModule())) visit(*each);
    }
  return false;
}

/// The paths through a function: a graph whose edges do one operation, or none.
class Paths {
 public:
  struct Edge {
    std::size_t to = 0;
    std::optional<Operation> operation;
  };
  struct Step {
    std::vector<Edge> edges;
    bool returns = false;
  };

  explicit Paths(const llvm::Function& function) {
    const std::size_t last = add(function, 0);
    steps_[last].returns = true;
  }
  bool whole() const { return whole_; }  ///< else it has too many steps, or recursion
  const Step& at(std::size_t step) const { return steps_[step]; }
  const std::vector<Operation>& operations() const { return operations_; }

 private:
  std::size_t step() {
    if (steps_.size() >= kMostSteps)
      whole_ = false;
    else
      steps_.emplace_back();
    return steps_.size() - 1;
  }
  void join(std::size_t from, std::size_t to, std::optional<Operation> operation = {}) {
    if (operation) operations_.push_back(*operation);
    steps_[from].edges.push_back({to, std::move(operation)});
  }
  // Adds the function's paths behind a new step and gives the one at which it returns.
  std::size_t add(const llvm::Function& function, unsigned calls) {
    const std::size_t entry = step(), end = step();
    llvm::DenseMap<const llvm::BasicBlock*, std::size_t> starts;
    for (const llvm::BasicBlock& block : function) starts[&block] = step();
    join(entry, starts[&function.getEntryBlock()]);
    for (const llvm::BasicBlock& block : function) {
      if (!whole_) return end;
      std::size_t here = starts[&block];
      for (const llvm::Instruction& instruction : block) here = pass(here, instruction, calls);
      if (llvm::isa<llvm::ReturnInst, llvm::ResumeInst>(block.getTerminator())) join(here, end);
      for (const llvm::BasicBlock* next : llvm::successors(&block)) join(here, starts[next]);
    }
    return end;
  }
  std::size_t pass(std::size_t here, const llvm::Instruction& instruction, unsigned calls) {
    if (auto operation = operation_of(instruction)) {
      if (calls != 0) operation->forget_arguments();
      const std::size_t next = step();
      join(here, next, std::move(operation));
      return next;
    }
    const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
    if (call == nullptr || !whole_) return here;
    if (call->isIndirectCall() && may_synchronize(called_by_pointer(*instruction.getModule()))) {
      const std::size_t next = step();
      join(here, next, Operation{.kind = OperationKind::IndirectCall});
      return next;
    }
    const llvm::Function* callee = call->getCalledFunction();
    if (callee == nullptr || callee->isDeclaration()) return here;
    if (calls == kMostCalls) {
      whole_ = false;
      return here;
    }
    const std::size_t entry = steps_.size();
    const std::size_t end = add(*callee, calls + 1);
    if (whole_) join(here, entry);
    return end;
  }

  std::vector<Step> steps_;
  std::vector<Operation> operations_;
  bool whole_ = true;
};

using Steps = std::set<std::size_t>;

/// With these, all steps that the source reaches by doing nothing that the target has to do.
Steps closed(Steps steps, const Paths& source) {
  std::vector<std::size_t> open(steps.begin(), steps.end());
  while (!open.empty()) {
    const std::size_t here = open.back();
    open.pop_back();
    for (const Paths::Edge& edge : source.at(here).edges)
      if ((!edge.operation || edge.operation->may_go) && steps.insert(edge.to).second) open.push_back(edge.to);
  }
  return steps;
}

/// May the target do it where the source does not? A load may find something else than that of the source before it.
bool may_be_more(const Operation& operation, const Paths& source) {
  if (operation.order != AtomicOrdering::Unordered) return false;
  return operation.kind != OperationKind::Load || !operation.is_used ||
         llvm::none_of(source.operations(), [&](const Operation& other) {
           return other.kind == OperationKind::Load && operation.place.is(other.place);
         });
}

/// Does each path through the target do what some path through the source does, in the same order and as strongly? It
/// may do anything where the source does nothing.
bool follows(const Paths& target, const Paths& source) {
  if (source.operations().empty()) return true;
  std::set<std::pair<std::size_t, Steps>> seen;
  std::vector<std::pair<std::size_t, Steps>> open{{0, closed({0}, source)}};
  while (!open.empty()) {
    auto [here, allowed] = std::move(open.back());
    open.pop_back();
    if (allowed.empty() || seen.size() > kMostStates) return false;
    if (!seen.emplace(here, allowed).second) continue;
    if (target.at(here).returns && llvm::none_of(allowed, [&](std::size_t step) { return source.at(step).returns; }))
      return false;
    for (const Paths::Edge& edge : target.at(here).edges) {
      if (!edge.operation) {
        open.emplace_back(edge.to, allowed);
        continue;
      }
      Steps next;
      if (may_be_more(*edge.operation, source)) next = allowed;
      for (const std::size_t step : allowed)
        for (const Paths::Edge& choice : source.at(step).edges)
          if (choice.operation && stands_for(*edge.operation, *choice.operation)) next.insert(choice.to);
      open.emplace_back(edge.to, closed(std::move(next), source));
    }
  }
  return true;
}

/// Is there something in the target for each operation of the source? A path without it may be one that the source
/// takes, too.
bool has_all(const Paths& target, const Paths& source) {
  return llvm::all_of(source.operations(), [&](const Operation& needed) {
    return needed.may_go ||
           llvm::any_of(target.operations(), [&](const Operation& one) { return stands_for(one, needed); });
  });
}

/// Once in it, is the function there for ever, whatever other threads do? No way out depends on what the loop does, and
/// it does nothing that another thread would notice.
bool never_ends(const llvm::Loop& loop) {
  for (const llvm::BasicBlock* block : loop.blocks()) {
    for (const llvm::Instruction& each : *block)
      if (is_atomic_access(each) || (llvm::isa<llvm::CallBase>(each) && !llvm::isa<llvm::IntrinsicInst>(each)))
        return false;
    if (loop.isLoopExiting(block) && !llvm::isa<llvm::BranchInst, llvm::SwitchInst>(block->getTerminator()))
      return false;
    const auto* branch = llvm::dyn_cast<llvm::BranchInst>(block->getTerminator());
    const bool goes_one_way = branch != nullptr && branch->isUnconditional();
    if (!goes_one_way && loop.isLoopExiting(block) && !loop.isLoopInvariant(block->getTerminator()->getOperand(0)))
      return false;
  }
  return true;
}

/// Has the function such a loop? Where the source waits in each of its loops for what another thread stores, the target
/// must look again and again, too: a thread that reads a place repeatedly sees the store some time (LangRef, atomic
/// memory ordering constraints, monotonic). That is about runs without an end, which paths to a return do not show.
bool may_stick(const llvm::Function& function) {
  llvm::DominatorTree dominators(const_cast<llvm::Function&>(function));
  const llvm::LoopInfo loops(dominators);
  return llvm::any_of(loops.getLoopsInPreorder(), [](const llvm::Loop* loop) { return never_ends(*loop); });
}

/// One block, and nothing called that may do more: then all that stands there is done, if the function is defined.
bool is_straight(const llvm::Function& function) {
  return function.size() == 1 && llvm::none_of(llvm::instructions(function), [](const llvm::Instruction& each) {
           return llvm::isa<llvm::CallBase>(each) &&
                  !llvm::isa<llvm::DbgInfoIntrinsic, llvm::LifetimeIntrinsic, llvm::AnyMemIntrinsic>(each);
         });
}

/// Plain accesses of a place: "load" or "store", or nothing.
std::string plain_access(const llvm::Function& function, const Place& place, bool writes) {
  for (const llvm::Instruction& instruction : llvm::instructions(function)) {
    if (instruction.isAtomic()) continue;
    const llvm::Value* pointer = llvm::getLoadStorePointerOperand(&instruction);
    if (pointer == nullptr || (writes && llvm::isa<llvm::LoadInst>(instruction))) continue;
    if (place_of(*pointer, function.getParent()->getDataLayout()).is(place))
      return llvm::isa<llvm::LoadInst>(instruction) ? "load" : "store";
  }
  return {};
}

std::vector<Operation> needed(const Paths& paths) {
  std::vector<Operation> all;
  llvm::copy_if(paths.operations(), std::back_inserter(all), [](const Operation& each) { return !each.may_go; });
  return all;
}

/// Is something atomic of memory whose address nobody else has?
bool keeps_to_itself(const llvm::Function& function) {
  return llvm::any_of(llvm::instructions(function),
                      [](const llvm::Instruction& each) { return each.isAtomic() && !operation_of(each); });
}

/// What is certainly lost between two straight functions: an ordering where all else is the same, or all
/// synchronization.
std::string surely_lost(const llvm::Function& source, const llvm::Function& target, const Paths& before,
                        const Paths& after) {
  if (!is_straight(source) || !is_straight(target)) return {};
  const std::vector<Operation> had = needed(before), has = needed(after);
  if (had.size() == has.size()) {
    std::string lost;
    for (std::size_t i = 0; i < had.size(); ++i) {
      if (had[i].kind != has[i].kind || had[i].bytes != has[i].bytes) return {};
      if (had[i].kind != OperationKind::Fence && !had[i].place.is(has[i].place)) return {};
      if (lost.empty() && !is_as_strong(has[i], had[i])) lost = describe(has[i]) + " instead of " + describe(had[i]);
    }
    return lost;
  }
  if (!after.operations().empty()) return {};
  for (const Operation& operation : had) {
    if (operation.is_own && keeps_to_itself(target)) continue;
    const bool writes = operation.kind != OperationKind::Load;
    if (operation.kind != OperationKind::Fence && plain_access(source, operation.place, false).empty())
      if (const std::string plain = plain_access(target, operation.place, writes); !plain.empty())
        return plain + " instead of " + describe(operation);
    if (operation.kind == OperationKind::Fence || (writes && llvm::isReleaseOrStronger(operation.order)))
      return "nothing instead of " + describe(operation);
  }
  return {};
}

}  // namespace

SynchronizationChange compare_synchronization(const llvm::Function& source, const llvm::Function& target) {
  SynchronizationChange change;
  const IntroducedStores stores = introduced_stores(source, target);
  change.exists = stores.possible || stores.likely;
  change.unmatched = stores.likely;
  change.lost = stores.certain;
  for (const llvm::Function* function : {&source, &target})
    change.exists |= llvm::any_of(llvm::instructions(*function), orders_by_argument);
  if (stores.likely || !may_synchronize({&source, &target})) return change;
  const Paths before(source), after(target);
  const bool whole = before.whole() && after.whole();
  const auto is_atomic_copy = [](const llvm::Instruction& each) {
    return llvm::isa<llvm::CallBase>(each) && is_atomic_access(each);
  };
  change.exists |= !whole || !before.operations().empty() || !after.operations().empty();
  for (const llvm::Function* function : {&source, &target})
    change.exists |= llvm::any_of(llvm::instructions(*function), is_atomic_copy);
  change.unmatched = !whole || !follows(after, before) || !has_all(after, before);
  change.unmatched |= !before.operations().empty() && may_stick(target) && !may_stick(source);
  if (whole && change.unmatched) change.lost = surely_lost(source, target, before, after);
  if (const TornAccess torn = torn_access(source, target); !torn.what.empty()) {
    change.unmatched = true;
    if (torn.certain && change.lost.empty() && is_straight(source) && is_straight(target)) change.lost = torn.what;
  }
  if (!change.unmatched) change.crossed = crossed_barrier(source, target);
  change.unmatched |= !change.crossed.empty();
  return change;
}

}  // namespace assay::semantics
