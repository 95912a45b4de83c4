#include "services/worker/semantics/gained_metadata.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/DenseSet.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/STLFunctionalExtras.h>
#include <llvm/ADT/SetVector.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Metadata.h>

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <optional>
#include <vector>

#include "services/common/sort_stably.h"
#include "services/worker/semantics/counterparts.h"
#include "services/worker/semantics/same_places.h"

namespace assay::semantics {
namespace {

using llvm::LLVMContext;
using llvm::MDNode;

/// What metadata says of a whole program, and not of a run: no machine sees it broken.
bool speaks_of_the_program(const llvm::Instruction& load) {
  const llvm::Value* pointer = llvm::getLoadStorePointerOperand(&load);
  const auto* variable =
      pointer == nullptr ? nullptr : llvm::dyn_cast<llvm::GlobalVariable>(llvm::getUnderlyingObject(pointer));
  return variable == nullptr || !variable->isConstant();
}

MetadataNodes unseen_metadata(bool FollowedBy::*machine, const llvm::Instruction& instruction) {
  MetadataNodes nodes = metadata_beyond(machine, instruction);
  constexpr unsigned kInvariant = LLVMContext::MD_invariant_load;
  const MDNode* invariant = instruction.getMetadata(kInvariant);
  if (invariant != nullptr && speaks_of_the_program(instruction)) nodes.emplace_back(kInvariant, invariant);
  return nodes;
}

/// Metadata of one kind and contents, and who says it.
struct Said {
  unsigned kind;
  const MDNode* node;
  std::vector<const llvm::Instruction*> by;
};

std::vector<Said> said_in(const llvm::Function& function, bool FollowedBy::*machine) {
  std::vector<Said> all;
  llvm::DenseMap<std::pair<unsigned, const MDNode*>, std::size_t> numbers;
  for (const llvm::Instruction& instruction : llvm::instructions(function))
    for (const auto& [kind, node] : unseen_metadata(machine, instruction)) {
      const auto [number, is_new] = numbers.try_emplace({kind, node}, all.size());
      if (is_new) all.push_back({kind, node, {}});
      all[number->second].by.push_back(&instruction);
    }
  return all;
}

bool has_all(const MDNode& of, const MDNode& among) {
  return llvm::all_of(of.operands(), [&](const llvm::MDOperand& each) {
    return llvm::any_of(among.operands(), [&](const llvm::MDOperand& other) { return other.get() == each.get(); });
  });
}

/// Does the one node promise all that the other does? Passes keep what two accesses have in common.
bool says_as_much(unsigned kind, const MDNode& more, const MDNode& less) {
  if (kind == LLVMContext::MD_tbaa)
    return MDNode::getMostGenericTBAA(const_cast<MDNode*>(&more), const_cast<MDNode*>(&less)) == &less;
  if (kind == LLVMContext::MD_noalias || kind == LLVMContext::MD_access_group) return has_all(less, more);
  return kind == LLVMContext::MD_alias_scope && has_all(more, less);
}

/// What of the source's metadata the target's stands for.
class StandsFor {
 public:
  StandsFor(const std::vector<Said>& source, const std::vector<Said>& target) : source_(source), target_(target) {}

  /// The first of the target's for which there is nothing.
  std::optional<unsigned> find_all() {
    if (place(0)) return std::nullopt;
    return target_[furthest_].kind;
  }
  const MDNode& operator()(const MDNode& target) const { return *source_of_.lookup(&target); }

 private:
  /// What is said of the same access comes first.
  std::vector<const Said*> candidates_for(const Said& said) const {
    std::vector<const Said*> of_kind;
    for (const Said& each : source_)
      if (each.kind == said.kind) of_kind.push_back(&each);
    if (of_kind.size() < 2) return of_kind;
    const auto is_of_same = [&](const Said* each) {
      return llvm::any_of(each->by,
                          [&](const llvm::Instruction* by) { return match(*said.by.front(), *by) == Match::Yes; });
    };
    put_first(of_kind, is_of_same);
    return of_kind;
  }

  bool place(std::size_t number) {
    if (number == target_.size()) return true;
    furthest_ = std::max(furthest_, number);
    for (const Said* candidate : candidates_for(target_[number])) {
      if (--steps_left_ < 0) return false;
      const std::size_t before = paired_.size();
      if (pair(target_[number].node, candidate->node)) {
        // Where nothing distinct was paired, another node of the same contents would not help.
        const bool is_only_way = !has_paired_distinct(before);
        if (place(number + 1)) return true;
        take_back(before);
        if (is_only_way) return false;
      } else {
        take_back(before);
      }
    }
    return false;
  }

  bool pair(const llvm::Metadata* target, const llvm::Metadata* source) {
    const auto* node = llvm::dyn_cast_or_null<MDNode>(target);
    const auto* other = llvm::dyn_cast_or_null<MDNode>(source);
    if (node == nullptr || other == nullptr) return target == source;
    const auto known = source_of_.find(node);
    if (known != source_of_.end()) return known->second == other;
    if (node->isDistinct() != other->isDistinct() || node->getNumOperands() != other->getNumOperands()) return false;
    source_of_[node] = other;
    paired_.push_back(node);
    for (unsigned i = 0; i < node->getNumOperands(); ++i)
      if (!pair(node->getOperand(i), other->getOperand(i))) return false;
    return true;
  }

  bool has_paired_distinct(std::size_t from) const {
    return std::any_of(paired_.begin() + static_cast<std::ptrdiff_t>(from), paired_.end(),
                       [](const MDNode* each) { return each->isDistinct(); });
  }

  void take_back(std::size_t to) {
    for (; paired_.size() > to; paired_.pop_back()) source_of_.erase(paired_.back());
  }

  const std::vector<Said>& source_;
  const std::vector<Said>& target_;
  std::size_t furthest_ = 0;
  int steps_left_ = 20'000;
  llvm::DenseMap<const MDNode*, const MDNode*> source_of_;
  std::vector<const MDNode*> paired_;
};

/// Where scopes are declared: each declaration says something of the accesses behind it, up to the next one.
class DeclaredScopes {
 public:
  explicit DeclaredScopes(const llvm::Function& function) {
    for (const llvm::Instruction& each : llvm::instructions(function)) {
      const auto* declared = llvm::dyn_cast<llvm::NoAliasScopeDeclInst>(&each);
      if (declared != nullptr) declared_[llvm::cast<MDNode>(declared->getScopeList()->getOperand(0))].push_back(&each);
      for (const unsigned kind : {LLVMContext::MD_alias_scope, LLVMContext::MD_noalias})
        if (const MDNode* scopes = each.getMetadata(kind))
          for (const llvm::MDOperand& scope : scopes->operands()) {
            (kind == LLVMContext::MD_noalias ? without_ : within_).insert(llvm::cast<MDNode>(scope));
            Instructions& own = named_[llvm::cast<MDNode>(scope)];
            if (own.empty() || own.back() != &each) own.push_back(&each);
          }
    }
  }
  std::size_t declarations(const MDNode& scope) const { return declared_.lookup(&scope).size(); }
  /// Are there accesses within it, and such as are apart from it? Else it says nothing.
  bool parts_accesses(const MDNode& scope) const { return within_.contains(&scope) && without_.contains(&scope); }
  /// How many accesses of that operation control may come to before the scope is declared anew; nothing: any number.
  std::optional<std::size_t> most_between(const MDNode& scope, unsigned opcode) const {
    std::size_t most = 0;
    const Instructions ends = declared_.lookup(&scope);
    const Instructions named = named_.lookup(&scope);
    for (const llvm::Instruction* access : named) {
      if (access->getOpcode() != opcode) continue;
      llvm::SmallPtrSet<const llvm::Instruction*, 16> reached;
      llvm::SmallSetVector<const llvm::BasicBlock*, 16> blocks;
      const auto go_through = [&](const llvm::BasicBlock& block, llvm::BasicBlock::const_iterator from) {
        for (; from != block.end(); ++from) {
          if (llvm::is_contained(ends, &*from)) return;
          if (from->getOpcode() == opcode && llvm::is_contained(named, &*from)) reached.insert(&*from);
        }
        blocks.insert(llvm::succ_begin(&block), llvm::succ_end(&block));
      };
      go_through(*access->getParent(), std::next(access->getIterator()));
      for (std::size_t i = 0; i < blocks.size(); ++i) go_through(*blocks[i], blocks[i]->begin());
      if (reached.contains(access)) return std::nullopt;
      most = std::max<std::size_t>(most, reached.size() + 1);
    }
    return most;
  }

 private:
  using Instructions = std::vector<const llvm::Instruction*>;
  llvm::DenseMap<const MDNode*, Instructions> declared_, named_;
  llvm::DenseSet<const MDNode*> within_, without_;
};

/// Who promises as much where both do the same, and who does not.
class Places {
 public:
  Places(const llvm::Function& source, const llvm::Function& target, const StandsFor& stands_for)
      : source_(source),
        in_source_(source),
        in_target_(target),
        scopes_(source),
        scopes_now_(target),
        stands_for_(stands_for),
        places_(source, target),
        is_on_each_way_(source) {
    for (const llvm::Instruction& each : llvm::instructions(source))
      if (const auto* call = llvm::dyn_cast<llvm::CallBase>(&each))
        if (call->getCalledFunction() == nullptr || !call->getCalledFunction()->isDeclaration())
          entering_.push_back(call);
  }

  /// Does the target's access say what no access of the source says that it may be, or what those of some ways do not?
  /// Or is it made where the source makes none that says it, or does it hold for longer (ATTR-64)?
  bool gains(const llvm::Instruction& access, unsigned kind, const MDNode& node) {
    const MDNode& said = stands_for_(node);
    if (holds_for_longer(access, kind, node)) return true;
    const auto says_it = [&](const llvm::Instruction& each) {
      const MDNode* before = each.getMetadata(kind);
      return before != nullptr && says_as_much(kind, *before, said);
    };
    const Counterparts::Instructions without =
        in_source_.sure_of(access, [&](const llvm::Instruction& each) { return !says_it(each); });
    Counterparts::Instructions with;
    in_source_.any_of(access, [&](const llvm::Instruction& each, Match) {
      if (says_it(each)) with.push_back(&each);
      return false;
    });
    // Passes make fills of stores.
    const bool is_new_fill = with.empty() && llvm::isa<llvm::MemSetInst>(access);
    if ((is_new_fill || (!with.empty() && is_made_elsewhere(access, with))) && !is_made_of_stores(access, says_it))
      return true;
    if (without.empty()) return false;
    if (with.empty()) return true;
    // A promise is kept with the one that another was merged into: then no more say it.
    const auto after = in_target_.sure_of(access, [&](const llvm::Instruction& each) {
      const MDNode* now = each.getMetadata(kind);
      return now != nullptr && says_as_much(kind, stands_for_(*now), said);
    });
    const bool may_be_merged = after.size() <= with.size();
    return !llvm::all_of(without, [&](const llvm::Instruction* each) {
      return is_left(*each, kind, said) ||
             (may_be_merged && llvm::any_of(with, [&](const llvm::Instruction* other) {
                return match(*other, *each) == Match::Yes && is_on_each_way_(*other, *each);
              }));
    });
  }

 private:
  /// Is one of its scopes declared in the source, and not so often in the target, or more often, or does a declaration
  /// speak of more accesses there?
  bool holds_for_longer(const llvm::Instruction& access, unsigned kind, const MDNode& node) const {
    if (kind != LLVMContext::MD_alias_scope && kind != LLVMContext::MD_noalias) return false;
    return llvm::any_of(node.operands(), [&](const llvm::MDOperand& operand) {
      const auto& scope = *llvm::cast<MDNode>(operand);
      const MDNode& before = stands_for_(scope);
      const std::size_t declared = scopes_.declarations(before);
      if (declared == 0 || !scopes_now_.parts_accesses(scope)) return false;
      if (scopes_now_.declarations(scope) != declared) return true;
      const auto most = scopes_.most_between(before, access.getOpcode());
      const auto now = scopes_now_.most_between(scope, access.getOpcode());
      return most && (!now || *now > *most);
    });
  }
  /// Is it made where the source is followed to, and makes none of these whenever control comes there, nor enters a
  /// body that may make one?
  bool is_made_elsewhere(const llvm::Instruction& access, Counterparts::Instructions some) const {
    if (!access.mayReadOrWriteMemory()) return false;
    llvm::append_range(some, entering_);
    return llvm::any_of(places_.of(*access.getParent()), [&](const SamePlaces::Way& way) {
      return llvm::none_of(way, [&](const llvm::BasicBlock* place) { return is_run_with(*place, some); });
    });
  }
  /// May it be a fill or copy that passes have made of stores there, each of which says so?
  bool is_made_of_stores(const llvm::Instruction& access,
                         llvm::function_ref<bool(const llvm::Instruction&)> says_it) const {
    const auto* call = llvm::dyn_cast<llvm::AnyMemIntrinsic>(&access);
    if (call == nullptr) return false;
    Counterparts::Instructions with, without;
    for (const llvm::Instruction& each : llvm::instructions(source_)) {
      const auto* store = llvm::dyn_cast<llvm::StoreInst>(&each);
      if (store == nullptr || !may_be_part_of(*call, *store)) continue;
      const auto* load = llvm::dyn_cast<llvm::LoadInst>(store->getValueOperand());
      const bool says_both = says_it(*store) && (!llvm::isa<llvm::AnyMemTransferInst>(call) || says_it(*load));
      (says_both ? with : without).push_back(store);
    }
    const std::vector<SamePlaces::Way> ways = places_.of(*access.getParent());
    return !ways.empty() && llvm::all_of(ways, [&](const SamePlaces::Way& way) {
      const auto is_run = [&](llvm::ArrayRef<const llvm::Instruction*> some) {
        return llvm::any_of(way, [&](const llvm::BasicBlock* place) { return is_run_with(*place, some); });
      };
      return is_run(with) && llvm::none_of(without, [&](const llvm::Instruction* each) { return is_run(each); });
    });
  }
  static bool may_be_part_of(const llvm::AnyMemIntrinsic& call, const llvm::StoreInst& store) {
    llvm::Value* value = const_cast<llvm::Value*>(store.getValueOperand());
    if (llvm::isa<llvm::AnyMemTransferInst>(call)) return llvm::isa<llvm::LoadInst>(value);
    const llvm::Value* byte = llvm::isBytewiseValue(value, store.getDataLayout());
    return byte != nullptr && match_operand(*byte, *call.getArgOperand(1)) != Match::No;
  }
  /// Does the target have it without the promise?
  bool is_left(const llvm::Instruction& access, unsigned kind, const MDNode& said) {
    const auto is_any = [](const llvm::Instruction&) { return true; };
    return llvm::any_of(in_target_.sure_of(access, is_any), [&](const llvm::Instruction* each) {
      const MDNode* after = each->getMetadata(kind);
      return after == nullptr || !says_as_much(kind, stands_for_(*after), said);
    });
  }
  bool says_as_much(unsigned kind, const MDNode& more, const MDNode& less) {
    if (&more == &less) return true;
    const auto [known, is_new] = says_as_much_.try_emplace({kind, {&more, &less}}, false);
    return is_new ? known->second = semantics::says_as_much(kind, more, less) : known->second;
  }

  const llvm::Function& source_;
  const Counterparts in_source_, in_target_;
  const DeclaredScopes scopes_, scopes_now_;
  Counterparts::Instructions entering_;  ///< calls of the source's that may run a body
  const StandsFor& stands_for_;
  const SamePlaces places_;
  OnEachWay is_on_each_way_;
  llvm::DenseMap<std::pair<unsigned, std::pair<const MDNode*, const MDNode*>>, bool> says_as_much_;
};

bool are_alike(const llvm::Instruction& a, const llvm::Instruction& b) {
  if (a.getOpcode() != b.getOpcode() || a.getType() != b.getType()) return false;
  if (const auto* call = llvm::dyn_cast<llvm::CallBase>(&a))
    return may_be_of_one_callee(*call, llvm::cast<llvm::CallBase>(b));
  return llvm::getLoadStorePointerOperand(&a) == nullptr || llvm::getLoadStoreType(&a) == llvm::getLoadStoreType(&b);
}

/// The kind of what is said in a function that only the target has, and not at some of the source's instructions of the
/// same kind, of which fewer are left: it may be one of these.
std::optional<unsigned> gained_in_new_body(const SaidBefore& source, const std::vector<Said>& after,
                                           const StandsFor& stands_for) {
  for (const Said& said : after) {
    const MDNode& before = stands_for(*said.node);
    for (const llvm::Instruction* by : said.by) {
      const auto says_less = [&](const llvm::Instruction& each) {
        const MDNode* node = each.getMetadata(said.kind);
        if (!are_alike(each, *by)) return false;
        return node == nullptr || (node != said.node && node != &before && !says_as_much(said.kind, *node, before) &&
                                   !says_as_much(said.kind, *node, *said.node));
      };
      if (source.fewer_are(says_less)) return said.kind;
    }
  }
  return std::nullopt;
}

}  // namespace

std::string gained_metadata(const llvm::Function& source, const llvm::Function& target, bool FollowedBy::*machine) {
  return gained_metadata({source, source, {&source}}, target, machine);
}

std::string gained_metadata(const SaidBefore& said, const llvm::Function& target, bool FollowedBy::*machine) {
  const std::vector<Said> after = said_in(target, machine);
  if (after.empty()) return {};
  llvm::SmallVector<llvm::StringRef, 64> kinds;
  target.getContext().getMDKindNames(kinds);
  std::vector<Said> before;
  for (const llvm::Function* body : said.bodies) llvm::append_range(before, said_in(*body, machine));
  StandsFor stands_for(before, after);
  if (const std::optional<unsigned> gained = stands_for.find_all()) return "!" + kinds[*gained].str();
  if (!said.is_by_source()) {
    const std::optional<unsigned> gained = gained_in_new_body(said, after, stands_for);
    return gained ? "!" + kinds[*gained].str() : "";
  }
  Places places(said.source, target, stands_for);
  for (const Said& each : after)
    for (const llvm::Instruction* access : each.by)
      if (places.gains(*access, each.kind, *each.node)) return "!" + kinds[each.kind].str();
  return {};
}

}  // namespace assay::semantics
