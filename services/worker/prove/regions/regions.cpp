#include "services/worker/prove/regions/regions.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

#include <algorithm>
#include <utility>

#include "services/worker/ir/ir.h"
#include "services/worker/ir/references.h"
#include "services/worker/ir/same_globals.h"
#include "services/worker/prove/regions/region.h"
#include "services/worker/prove/rounds/rounds.h"
#include "services/worker/prove/rounds/whole_run_promises.h"
#include "services/worker/semantics/progress.h"

namespace assay::prove {
namespace {

using llvm::BasicBlock;
using llvm::Instruction;
using llvm::PHINode;
using llvm::Value;

constexpr std::size_t kMostRegions = 64;
constexpr unsigned kMostTurns = 256;
/// Of expressions outside that are computed again.
constexpr unsigned kMostDepth = 4;
constexpr unsigned kReaches[] = {0, 2};
/// Of all instructions: what is larger is asked about as a whole.
constexpr double kMostOfWhole = 0.75;

/// Blocks that are to be in one region.
struct Members {
  llvm::SetVector<const BasicBlock*> source, target;
  bool have_reached = false;  ///< blocks before that were asked for
  bool add(const Members& others) {
    const std::size_t before = source.size() + target.size();
    source.insert(others.source.begin(), others.source.end());
    target.insert(others.target.begin(), others.target.end());
    have_reached |= others.have_reached;
    return source.size() + target.size() != before;
  }
};

class Finder {
 public:
  Finder(const Whole& source, const Whole& target, const MatchedBlocks& blocks, unsigned reach)
      : source_(source), target_(target), blocks_(blocks), reach_(reach) {}

  bool run() {
    if (!seed()) return false;
    for (unsigned turn = 0; turn < kMostTurns; ++turn) {
      if (regions_.size() > kMostRegions) return false;
      bool is_settled = true;
      for (std::size_t i = 0; is_settled && i < regions_.size(); ++i) {
        const Step step = look_at(i);
        if (step == Step::Fails) return false;
        is_settled = step == Step::Done;
      }
      if (is_settled) is_settled = has_same_phis_outside();
      if (is_settled) return true;
    }
    return false;
  }
  std::vector<Region>& regions() { return regions_; }

 private:
  enum class Step { Done, Changed, Fails };

  /// Blocks that differ and follow one another are in one region.
  bool seed() {
    const auto differs = [&](const BasicBlock& block) {
      return blocks_.is_changed(block) || !blocks_.has_same_phis(block);
    };
    for (const Whole* whole : {&target_, &source_})
      for (const BasicBlock& block : whole->function) {
        if (!whole->tree.isReachableFromEntry(&block)) return false;
        if (differs(block)) add_seed(with_partner(block));
      }
    for (const Whole* whole : {&target_, &source_})
      for (const BasicBlock& block : whole->function)
        for (const BasicBlock* next : llvm::successors(&block))
          if (differs(block) && differs(*next)) join(place_of(block), place_of(*next));
    return !regions_.empty();
  }
  Members with_partner(const BasicBlock& block) const {
    Members both;
    for (const BasicBlock* each : {&block, blocks_.partner(block)})
      if (each != nullptr) (each->getParent() == &source_.function ? both.source : both.target).insert(each);
    return both;
  }
  void add_seed(const Members& seed) {
    for (Members& each : members_)
      if (llvm::any_of(seed.target, [&](auto* one) { return each.target.contains(one); }) ||
          llvm::any_of(seed.source, [&](auto* one) { return each.source.contains(one); })) {
        each.add(seed);
        return;
      }
    members_.push_back(seed);
    regions_.emplace_back();
  }
  /// The number of the region that it is to be in; none: the number of regions.
  std::size_t place_of(const BasicBlock& block) const {
    const auto has = [&](const Members& each) { return each.source.contains(&block) || each.target.contains(&block); };
    return static_cast<std::size_t>(llvm::find_if(members_, has) - members_.begin());
  }
  void join(std::size_t a, std::size_t b) {
    if (a == b) return;
    if (b < a) std::swap(a, b);
    members_[a].add(members_[b]);
    members_.erase(members_.begin() + static_cast<std::ptrdiff_t>(b));
    regions_.erase(regions_.begin() + static_cast<std::ptrdiff_t>(b));
  }

  /// Members grow until the region is closed.
  Step look_at(std::size_t number) {
    Region& region = regions_[number];
    const unsigned reach = std::exchange(members_[number].have_reached, true) ? 0 : reach_;
    if (!find_blocks(members_[number], reach, region)) return Step::Fails;
    Members all;
    for (const RegionSide* side : {&region.source, &region.target})
      for (const BasicBlock* block : side->blocks) all.add(with_partner(*block));
    for (const RegionSide* side : {&region.source, &region.target})
      for (const BasicBlock* exit : side->exits())
        if (exit != side->entry && !blocks_.has_same_phis(*exit)) all.add(with_partner(*exit));
    if (members_[number].add(all)) {
      join_all_with(number);
      return Step::Changed;
    }
    return find_values(number);
  }
  void join_all_with(std::size_t number) {
    const Members all = members_[number];
    for (std::size_t other = members_.size(); other-- > 0;) {
      if (other == number) continue;
      const Members& its = members_[other];
      if (llvm::none_of(its.target, [&](auto* each) { return all.target.contains(each); }) &&
          llvm::none_of(its.source, [&](auto* each) { return all.source.contains(each); }))
        continue;
      join(number, other);
      if (other < number) number = other;
    }
  }

  /// The nearest block that dominates all members, of both functions, and what lies between.
  bool find_blocks(const Members& members, unsigned reach, Region& region) const {
    if (members.target.empty()) return false;
    const BasicBlock* entry = members.target.front();
    for (const BasicBlock* each : members.target) entry = target_.tree.findNearestCommonDominator(entry, each);
    const auto fits = [&](const BasicBlock& block) {
      const BasicBlock* other = blocks_.partner(block);
      return other != nullptr && blocks_.has_same_phis(block) &&
             llvm::all_of(members.source, [&](auto* each) { return source_.tree.dominates(other, each); });
    };
    while (entry != nullptr && !fits(*entry)) {
      const auto* above = target_.tree.getNode(entry)->getIDom();
      entry = above == nullptr ? nullptr : above->getBlock();
    }
    for (unsigned more = reach; entry != nullptr && more != 0;) {
      const auto* above = target_.tree.getNode(entry)->getIDom();
      if (above == nullptr) break;
      entry = above->getBlock();
      if (fits(*entry)) --more;
    }
    if (entry == nullptr || !fits(*entry)) return false;
    fill(region.target, *entry, members.target);
    fill(region.source, *blocks_.partner(*entry), members.source);
    return true;
  }
  static void fill(RegionSide& side, const BasicBlock& entry, const llvm::SetVector<const BasicBlock*>& members) {
    side.entry = &entry;
    side.blocks.clear();
    side.blocks.insert(&entry);
    side.blocks.insert(members.begin(), members.end());
    for (std::size_t i = 1; i < side.blocks.size(); ++i)
      for (const BasicBlock* before : llvm::predecessors(side.blocks[i])) side.blocks.insert(before);
  }

  /// What the region needs and gives. What is another region's in one of the functions alone joins both.
  Step find_values(std::size_t number) {
    Region& region = regions_[number];
    region.parameters.clear();
    region.computed.clear();
    region.results.clear();
    for (const Value* needed : region.target.needed()) {
      const Value* of_source = blocks_.source_of(*needed);
      if (of_source == nullptr || region.source.contains(*of_source)) return with_place_of(number, *needed);
      if (!is_known_at(region.source, *of_source)) return Step::Fails;
      compute(region, *needed, *of_source, kMostDepth);
    }
    for (const Value* needed : region.source.needed()) {
      if (is_given(region, *needed)) continue;
      if (!is_known_at(region.source, *needed)) return Step::Fails;
      compute(region, *needed, kMostDepth);
    }
    for (const Instruction* given : region.target.given()) {
      const auto* of_source = llvm::dyn_cast_or_null<Instruction>(blocks_.source_of(*given));
      if (of_source == nullptr) return with_users_of(number, *given);
      if (!region.source.contains(*of_source)) return with_place_of(number, *of_source);
      region.results.emplace_back(given, of_source);
    }
    return Step::Done;
  }
  static bool is_given(const Region& region, const Value& of_source) {
    const auto is_it = [&](const auto& each) { return each.second == &of_source; };
    return llvm::any_of(region.parameters, is_it) || llvm::any_of(region.computed, is_it);
  }
  /// A parameter, or what is computed of such outside. Whatever an operand may be is picked anew at each use, here as
  /// there.
  void compute(Region& region, const Value& of_target, const Value& of_source, unsigned depth) const {
    const auto is_it = [&](const auto& each) { return each.first == &of_target; };
    if (llvm::any_of(region.parameters, is_it) || llvm::any_of(region.computed, is_it)) return;
    const auto *own = llvm::dyn_cast<Instruction>(&of_target), *its = llvm::dyn_cast<Instruction>(&of_source);
    const bool is_same =
        own != nullptr && its != nullptr && depth != 0 && is_outside(*own->getParent()) && can_be_computed_again(*its);
    if (!is_same) {
      region.parameters.emplace_back(&of_target, &of_source);
      return;
    }
    for (const auto& [operand, other] : llvm::zip_equal(own->operand_values(), its->operand_values()))
      if (!llvm::isa<llvm::Constant>(operand)) compute(region, *operand, *other, depth - 1);
    region.computed.emplace_back(&of_target, &of_source);
  }
  /// The same of what the source alone needs. It may be more defined here: the address that a step leads to is a sum.
  void compute(Region& region, const Value& of_source, unsigned depth) const {
    if (is_given(region, of_source)) return;
    const auto* its = llvm::dyn_cast<Instruction>(&of_source);
    if (its == nullptr || depth == 0 || !can_be_computed_again(*its)) {
      region.parameters.emplace_back(nullptr, &of_source);
      return;
    }
    const llvm::GetElementPtrInst* step = step_to_number(*its);
    for (const Value* operand : (step != nullptr ? step : its)->operand_values())
      if (!llvm::isa<llvm::Constant>(operand)) compute(region, *operand, depth - 1);
    region.computed.emplace_back(nullptr, &of_source);
  }
  /// Are the block and its partner the same, step by step?
  bool is_outside(const BasicBlock& block) const { return !blocks_.is_changed(block); }
  bool is_known_at(const RegionSide& side, const Value& value) const {
    const auto* instruction = llvm::dyn_cast<Instruction>(&value);
    if (instruction == nullptr) return llvm::isa<llvm::Argument>(value);
    if (instruction->getParent() == side.entry) return llvm::isa<PHINode>(instruction);
    return source_.tree.dominates(instruction->getParent(), side.entry);
  }
  /// The block of the value is in the region, too.
  Step with_place_of(std::size_t number, const Value& value) {
    const auto* instruction = llvm::dyn_cast<Instruction>(&value);
    if (instruction == nullptr || !members_[number].add(with_partner(*instruction->getParent()))) return Step::Fails;
    join_all_with(number);
    return Step::Changed;
  }
  Step with_users_of(std::size_t number, const Instruction& value) {
    Members users;
    for (const llvm::User* user : value.users()) users.add(with_partner(*llvm::cast<Instruction>(user)->getParent()));
    if (!members_[number].add(users)) return Step::Fails;
    join_all_with(number);
    return Step::Changed;
  }

  const Region* region_of(const BasicBlock& block) const {
    const auto has = [&](const Region& each) {
      return each.source.blocks.contains(&block) || each.target.blocks.contains(&block);
    };
    const auto found = llvm::find_if(regions_, has);
    return found == regions_.end() ? nullptr : &*found;
  }
  /// Is what comes into phis from outside of all regions the same? A block where it is not becomes part of a region,
  /// with what lies before it.
  bool has_same_phis_outside() {
    for (const BasicBlock& block : target_.function) {
      const Region* region = region_of(block);
      if ((region != nullptr && region->target.entry != &block) || has_same_ways_in(block)) continue;
      if (region == nullptr) add_seed(with_partner(block));
      const std::size_t number = place_of(block);
      members_[number].add(with_partner(*target_.tree.getNode(&block)->getIDom()->getBlock()));
      join_all_with(number);
      return false;
    }
    return true;
  }
  bool has_same_ways_in(const BasicBlock& block) const {
    const BasicBlock& other = *blocks_.partner(block);
    const auto from_outside = [&](const BasicBlock* each) { return region_of(*each) == nullptr; };
    llvm::SmallPtrSet<const BasicBlock*, 8> own, its;
    for (const BasicBlock* each : llvm::predecessors(&block))
      if (from_outside(each)) own.insert(blocks_.partner(*each));
    for (const BasicBlock* each : llvm::predecessors(&other))
      if (from_outside(each)) its.insert(each);
    if (own.size() != its.size() || !llvm::all_of(own, [&](auto* each) { return its.contains(each); })) return false;
    for (const PHINode& phi : block.phis())
      for (const BasicBlock* each : own) {
        const auto& of_source = llvm::cast<PHINode>(*blocks_.source_of(phi));
        if (!blocks_.corresponds(*phi.getIncomingValueForBlock(blocks_.partner(*each)),
                                 *of_source.getIncomingValueForBlock(each)))
          return false;
      }
    return true;
  }

  const Whole &source_, &target_;
  const MatchedBlocks& blocks_;
  const unsigned reach_;
  std::vector<Members> members_;
  std::vector<Region> regions_;  ///< of the members of the same number
};

/// No other body of the modules can be entered or differs, and the frames are the same.
bool have_same_surroundings(const llvm::Function& source, const llvm::Function& target) {
  const auto is_other_body = [&](const llvm::Function& each) {
    return !each.isDeclaration() && &each != &source && &each != &target;
  };
  for (const llvm::Function* each : {&source, &target}) {
    const llvm::Module& module = *each->getParent();
    if (llvm::any_of(module, is_other_body) || !module.alias_empty() || !module.ifunc_empty()) return false;
    const auto needed = ir::globals_needed_by(*each, /*with_callees=*/true);
    if (needed.contains(&source) || needed.contains(&target)) return false;
    if (each->isVarArg() || each->hasGC() || each->isPresplitCoroutine() || each->hasPersonalityFn() ||
        each->hasFnAttribute(llvm::Attribute::StrictFP) || each->hasPrefixData() || each->hasPrologueData())
      return false;
    if (llvm::any_of(*each, [](const BasicBlock& block) { return block.hasAddressTaken() || block.isEHPad(); }))
      return false;
    if (llvm::any_of(each->args(), [](const llvm::Argument& argument) {
          return argument.hasPassPointeeByValueCopyAttr() || argument.hasByRefAttr() || argument.hasSwiftErrorAttr();
        }))
      return false;
  }
  for (const llvm::GlobalVariable& each : target.getParent()->globals()) {
    const llvm::GlobalVariable* other = source.getParent()->getNamedGlobal(each.getName());
    if (other != nullptr && other != &each && !ir::same_variable(*other, each)) return false;
  }
  return source.getFunctionType() == target.getFunctionType() && source.getCallingConv() == target.getCallingConv() &&
         ir::same_attributes(source.getAttributes(), target.getAttributes());
}

bool returns_twice(const llvm::Function& function) {
  return llvm::any_of(llvm::instructions(function), [](const Instruction& each) {
    const auto* call = llvm::dyn_cast<llvm::CallBase>(&each);
    return call != nullptr && call->hasFnAttr(llvm::Attribute::ReturnsTwice);
  });
}

bool promises_no_stack_objects(const Instruction& each) {
  const auto* call = llvm::dyn_cast<llvm::CallInst>(&each);
  return call != nullptr && call->mayReadOrWriteMemory() && call->isTailCall();
}
bool may_use_stack_objects(const Instruction& each) {
  const auto* call = llvm::dyn_cast<llvm::CallInst>(&each);
  return call != nullptr && call->mayReadOrWriteMemory() && !call->isTailCall();
}

template <class Holds>
bool any_step(const RegionSide& side, const Holds& holds) {
  return llvm::any_of(side.blocks, [&](const BasicBlock* block) {
    return llvm::any_of(*block, [&](const Instruction& each) { return side.contains(each) && holds(each); });
  });
}

bool is_reducible(const Whole& whole) { return ir::is_reducible(whole.function, llvm::LoopInfo(whole.tree)); }

/// A loop around that must make progress in the target must in the source. What leads out of a loop of the region's own
/// says so of that loop: only who leads back says something of the loop that it leads back to.
bool keeps_progress_around(const Region& region, const MatchedBlocks& blocks, const Whole& target) {
  std::optional<bool> has_natural_loops;
  const auto leads_back = [&](const BasicBlock& from, const BasicBlock& exit) {
    if (target.tree.dominates(&exit, &from)) return true;
    if (!has_natural_loops) has_natural_loops = is_reducible(target);
    return !*has_natural_loops;
  };
  const auto ways_to = [](const RegionSide& side, const BasicBlock& exit) {
    return llvm::make_filter_range(
        side.blocks, [&](const BasicBlock* from) { return llvm::is_contained(llvm::successors(from), &exit); });
  };
  return llvm::all_of(region.target.exits(), [&](const BasicBlock* exit) {
    const bool is_asked = llvm::any_of(ways_to(region.target, *exit), [&](const BasicBlock* from) {
      return semantics::asks_for_progress(*from) && leads_back(*from, *exit);
    });
    return !is_asked || llvm::all_of(ways_to(region.source, *blocks.partner(*exit)),
                                     [](const BasicBlock* from) { return semantics::asks_for_progress(*from); });
  });
}

/// A region that ends the whole function says nothing of what that promises of its result.
bool has_promised_result(const Region& region, const llvm::Function& whole) {
  const bool is_plain = llvm::all_of(whole.getAttributes().getRetAttrs(), [](const llvm::Attribute each) {
    return each.hasAttribute(llvm::Attribute::ZExt) || each.hasAttribute(llvm::Attribute::SExt) ||
           each.hasAttribute(llvm::Attribute::NoExt);
  });
  const auto returns = [](const Instruction& each) { return llvm::isa<llvm::ReturnInst>(each); };
  return !is_plain && (any_step(region.source, returns) || any_step(region.target, returns));
}

bool can_be_written(const Region& region, const MatchedBlocks& blocks, const Whole& source, const Whole& target) {
  for (const RegionSide* side : {&region.source, &region.target})
    if (any_step(*side, [](const Instruction& each) { return !can_be_cut_around(each); })) return false;
  if (has_promised_result(region, target.function)) return false;
  // Objects of the frame are parameters: that a call does not use them is not seen.
  if ((has_stack_objects(source.function) || has_stack_objects(target.function)) &&
      any_step(region.target, promises_no_stack_objects) && any_step(region.source, may_use_stack_objects))
    return false;
  return source.function.hasFnAttribute(llvm::Attribute::MustProgress) || keeps_progress_around(region, blocks, target);
}

/// Of the source's values: the target's need not be looked at. Where one has fewer values than any, it is more defined
/// than any, of which the region is proved. What is computed of parameters at the start has all its values there.
RegionPair::Undef in_region(const PartlyUndef& values, const Region& region) {
  const auto computes_one_of = [&](const llvm::DenseSet<const Value*>& some) {
    return any_step(region.source, [&](const Instruction& each) { return some.contains(&each); });
  };
  return {
      .comes_in = llvm::any_of(region.parameters, [&](const auto& pair) { return values.all.contains(pair.second); }),
      .is_handed_over = computes_one_of(values.handed_over),
      .reads_partly = computes_one_of(values.only_read)};
}

bool is_proved_by_segments(normalize::NormalPair normal, bool has_loop, const ProvesSegment& proves,
                           bool cuts_behind_reads) {
  if (has_loop) return is_proved_by_rounds(std::move(normal), proves, cuts_behind_reads);
  const normalize::NormalPair::Own own = std::move(normal).for_rounds();
  drop_promises_of_overlaps(*own.source);
  drop_promises_of_overlaps(*own.target);
  // Undef, too: without loops there is no reason to ask about less.
  return proves(*own.source, *own.target, Effort::Undef);
}

ProvedRegions proved(const RegionPair& region, const AsksOfRegions& asks) {
  using enum ProvedRegions;
  std::optional<normalize::NormalPair> normal(std::in_place, *region.source, *region.target);
  if (is_proved_by_parts(*normal, /*other_forms=*/true, asks.undef, asks.proves_part)) return All;
  const bool has_loop =
      !normalize::heads_of_loops(*region.source).empty() || !normalize::heads_of_loops(*region.target).empty();
  const auto by_segments = [&](const ProvesSegment& proves, const RegionPair::Undef& undef) {
    if (!normal) normal.emplace(*region.source, *region.target);
    return is_proved_by_segments(*std::exchange(normal, std::nullopt), has_loop, proves,
                                 /*cuts_behind_reads=*/!asks.undef || !undef.reads_partly);
  };
  const auto is_known = [&](const RegionPair::Undef& undef) {
    return !undef.comes_in && (!has_loop || !undef.is_handed_over);
  };
  if ((!asks.undef || is_known(region.of_anybody)) && by_segments(asks.proves, region.of_anybody)) return All;
  if (!asks.undef) return None;
  if (is_known(region.of_itself))
    return by_segments(asks.proves_defined, region.of_itself) ? WithoutUndefFromOutside : None;
  if (!is_known(region.of_constants)) return None;
  promise_defined_reads(*region.source);
  normal.emplace(*region.source, *region.target);
  return by_segments(asks.proves_read, region.of_constants) ? WithDefinedReads : None;
}

}  // namespace

std::vector<RegionPair> regions_that_differ(const llvm::Function& source, const llvm::Function& target,
                                            unsigned reach) {
  if (!have_same_surroundings(source, target) || returns_twice(source) || returns_twice(target) ||
      !keeps_whole_run_promises(source, target))
    return {};
  const Whole before(source), after(target);
  const MatchedBlocks blocks(source, target);
  Finder finder(before, after, blocks, reach);
  if (!finder.run()) return {};
  std::size_t size = 0;
  for (const Region& region : finder.regions())
    for (const BasicBlock* block : region.target.blocks) size += block->size();
  if (static_cast<double>(size) > kMostOfWhole * target.getInstructionCount()) return {};
  const PartlyUndef of_anybody = partly_undef_values(source, UndefFrom::Anybody);
  const PartlyUndef of_itself = partly_undef_values(source, UndefFrom::Itself);
  const PartlyUndef of_constants = partly_undef_values(source, UndefFrom::Constants);
  std::vector<RegionPair> pairs;
  for (const Region& region : finder.regions()) {
    std::optional<RegionPair> pair;
    if (can_be_written(region, blocks, before, after)) pair = write(region, blocks, before, after);
    if (!pair) return {};
    pair->of_anybody = in_region(of_anybody, region);
    pair->of_itself = in_region(of_itself, region);
    pair->of_constants = in_region(of_constants, region);
    pairs.push_back(std::move(*pair));
  }
  return pairs;
}

ProvedRegions proved_by_regions(const llvm::Function& source, const llvm::Function& target, const AsksOfRegions& asks) {
  // What is not known of a region alone may be seen in the blocks before.
  ProvedRegions best = ProvedRegions::None;
  for (const unsigned reach : kReaches) {
    const std::vector<RegionPair> regions = regions_that_differ(source, target, reach);
    if (regions.empty()) continue;
    ProvedRegions all = ProvedRegions::All;
    for (const RegionPair& each : regions) {
      all = std::min(all, asks.once(each, [&] { return proved(each, asks); }));
      if (all <= best) break;
    }
    best = std::max(best, all);
    if (best == ProvedRegions::All || (asks.in_a_hurry && best != ProvedRegions::None)) break;
  }
  return best;
}

}  // namespace assay::prove
