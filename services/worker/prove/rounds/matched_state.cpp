#include "services/worker/prove/rounds/matched_state.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/DenseSet.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/Constants.h>

#include "services/worker/prove/rounds/scalar_evolution.h"

namespace assay::prove {

using llvm::Instruction;

namespace {

/// Of the states at one cut.
class Matching {
 public:
  Matching(const State& source, const State& target) : source_(source), target_(target) {}

  /// The same if the target makes several rounds of the source's in one.
  void run(ScalarEvolutions& source, ScalarEvolutions& target, const Pairing& pairs, std::size_t cut) {
    const unsigned rounds = pairs.rounds[cut];
    const auto same_count = [&](Instruction& s, Instruction& t) {
      return s.getType() == t.getType() && s.getType()->isIntOrPtrTy() && counts_alike(source, s, target, t, rounds);
    };
    const bool counts = target.loops().isLoopHeader(pairs.target[cut]);
    const auto may_be = [&](Instruction& s, Instruction& t) {
      return s.getType() == t.getType() && t.hasName() &&
             (!counts || !llvm::isa<llvm::PHINode>(s) || !source.step(s) || same_count(s, t));
    };
    // An earlier loop may have the name, too.
    const llvm::BasicBlock& own = block_of_numbers(*pairs.target[cut]);
    const auto are_own = [&](const Instruction& s, const Instruction& t) {
      return llvm::isa<llvm::PHINode>(s) && llvm::isa<llvm::PHINode>(t) && s.getParent() == pairs.source[cut] &&
             t.getParent() == &own && !stem(t.getName()).empty();
    };
    match([&](Instruction& s, Instruction& t) { return are_own(s, t) && may_be(s, t) && s.getName() == t.getName(); });
    match([&](Instruction& s, Instruction& t) {
      return are_own(s, t) && may_be(s, t) && stem(s.getName()) == stem(t.getName());
    });
    match([&](Instruction& s, Instruction& t) { return may_be(s, t) && s.getName() == t.getName(); });
    match([&](Instruction& s, Instruction& t) {
      return may_be(s, t) && !stem(t.getName()).empty() && stem(s.getName()) == stem(t.getName());
    });
    match(same_count);
    for (auto& [t, found] : found_) found.more = found.source == nullptr ? nullptr : ahead(source, target, found);
    derive(target);
    match([&](const Instruction& s, const Instruction& t) {
      return s.getType() == t.getType() && !llvm::isa<llvm::PHINode>(t) && s.isSameOperationAs(&t);
    });
    match([&](Instruction& s, Instruction& t) {
      return s.getType() == t.getType() && llvm::isa<llvm::PHINode>(s) && llvm::isa<llvm::PHINode>(t) &&
             !source.step(s) && !target.step(t);
    });
    for (Instruction* t : target_)
      if (!found_.contains(t)) found_[t] = {.target = t};
  }
  /// False if some value of the target's has no partner.
  bool run(ScalarEvolutions& source, ScalarEvolutions& evolutions) {
    // What counts otherwise is never the same for long.
    const auto same_type = [&](Instruction& s, Instruction& t) {
      return s.getType() == t.getType() && source.step(s) == evolutions.step(t);
    };
    match([&](Instruction& s, Instruction& t) { return same_type(s, t) && t.hasName() && s.getName() == t.getName(); });
    match([&](Instruction& s, Instruction& t) {
      return same_type(s, t) && t.hasName() && !stem(t.getName()).empty() && stem(s.getName()) == stem(t.getName());
    });
    derive(evolutions);
    match([&](Instruction& s, Instruction& t) {
      return same_type(s, t) && s.getOpcode() == t.getOpcode() && s.isSameOperationAs(&t);
    });
    match(same_type);
    match([&](const Instruction& s, const Instruction& t) {
      return s.getType()->isIntegerTy() && t.getType()->isIntegerTy();
    });
    derive(evolutions);
    return found_.size() == target_.size();
  }
  std::vector<Handed> handed(Instruction::CastOps widening) const {
    std::vector<Handed> result;
    for (Instruction* t : target_) {
      Handed one = found_.lookup(t);
      const llvm::Type* type = one.source == nullptr ? t->getType() : one.source->getType();
      if (type != t->getType())
        one.cast = type->getIntegerBitWidth() > t->getType()->getIntegerBitWidth() ? Instruction::Trunc : widening;
      result.push_back(one);
    }
    return result;
  }

 private:
  /// Do both count from one number, the target's as far in a round as the source's in several?
  static bool counts_alike(ScalarEvolutions& source, Instruction& s, ScalarEvolutions& target, Instruction& t,
                           unsigned rounds) {
    const auto step = source.step(s), other = target.step(t);
    return step && other && step->getBitWidth() == other->getBitWidth() &&
           *step * llvm::APInt(step->getBitWidth(), rounds) == *other;
  }

  /// By how much the target's number is above the source's, of another name, where both count from constants.
  static llvm::Constant* ahead(ScalarEvolutions& source, ScalarEvolutions& target, const Handed& handed) {
    auto *s = llvm::dyn_cast<llvm::PHINode>(handed.source), *t = llvm::dyn_cast<llvm::PHINode>(handed.target);
    if (s == nullptr || t == nullptr || !s->getType()->isIntegerTy() || s->getName() == t->getName()) return nullptr;
    if (stem(s->getName()) == stem(t->getName())) return nullptr;
    const auto from = source.start(*s), other = target.start(*t);
    return !from || !other || *from == *other ? nullptr : llvm::ConstantInt::get(s->getType(), *other - *from);
  }

  template <class Likeness>
  void match(const Likeness& is_like) {
    for (Instruction* t : target_) {
      if (found_.contains(t)) continue;
      for (Instruction* s : source_)
        if (!taken_.contains(s) && is_like(*s, *t)) {
          found_[t] = {.source = s, .target = t};
          taken_.insert(s);
          break;
        }
    }
  }

  /// Numbers of the target's that are always as far from one that has a partner.
  void derive(ScalarEvolutions& evolutions) {
    for (Instruction* t : target_) {
      if (found_.contains(t) || !t->getType()->isIntegerTy()) continue;
      for (Instruction* other : target_) {
        const Handed known = found_.lookup(other);
        if (known.source == nullptr || known.more != nullptr || known.source->getType() != t->getType() ||
            other->getType() != t->getType())
          continue;
        if (llvm::Constant* more = evolutions.difference(*t, *other)) {
          found_[t] = {.source = known.source, .target = t, .more = more->isNullValue() ? nullptr : more};
          break;
        }
      }
    }
  }

  const State& source_;
  const State& target_;
  llvm::DenseMap<const Instruction*, Handed> found_;
  llvm::DenseSet<const Instruction*> taken_;
};

}  // namespace

Matched match_more_rounds(llvm::ArrayRef<State> source, llvm::ArrayRef<State> target, llvm::Function& source_function,
                          llvm::Function& target_function, const Pairing& pairs, const ToldState& told) {
  ScalarEvolutions source_evolutions(source_function), target_evolutions(target_function);
  Matched matched;
  for (std::size_t cut = 0; cut < target.size(); ++cut) {
    State left = source[cut], own = target[cut];
    std::vector<Handed> others;
    for (const ToldState::Told& each : told.told)
      if (each.cut == cut && llvm::is_contained(left, each.source)) {
        std::erase(left, each.source);
        others.push_back({.source = each.source, .target = each.by, .told = true});
      }
    for (const ToldState::Tied& each : told.tied)
      if (each.cut == cut && llvm::is_contained(own, each.value)) {
        std::erase(own, each.value);
        others.push_back({.target = each.value, .tied = each.by, .number = each.number, .is_plain = each.is_plain});
      }
    Matching matching(left, own);
    matching.run(source_evolutions, target_evolutions, pairs, cut);
    matched.handed.push_back(matching.handed(Instruction::ZExt));
    matched.handed.back().insert(matched.handed.back().end(), others.begin(), others.end());
  }
  return matched;
}

bool Relation::tells(std::size_t cut, const Instruction& value) const {
  return llvm::any_of(handed[cut], [&](const Handed& each) { return each.told && each.source == &value; });
}

std::optional<Relation> relation_of(HandedAtCuts handed, llvm::ArrayRef<llvm::BasicBlock*> source_cuts) {
  Relation relation;
  relation.slots.resize(handed.size());
  for (std::size_t cut = 0; cut < handed.size(); ++cut) {
    const std::size_t shared =
        static_cast<std::size_t>(llvm::find(source_cuts, source_cuts[cut]) - source_cuts.begin());
    relation.shared.push_back(shared);
    std::vector<Slot>& slots = relation.slots[shared];
    std::vector<bool> taken(slots.size());
    for (Handed& each : handed[cut]) {
      if (each.source == nullptr) continue;
      for (each.slot = 0; each.slot < slots.size(); ++each.slot)
        if (!taken[each.slot] && slots[each.slot].holds(each)) break;
      if (each.slot == slots.size()) {
        slots.push_back({each.source, each.cast, each.target->getType()});
        taken.push_back(true);
      }
      taken[each.slot] = true;
    }
  }
  for (std::size_t cut = 0; cut < handed.size(); ++cut)
    for (const Slot& slot : relation.slots[relation.shared[cut]])
      if (llvm::none_of(handed[cut], [&](const Handed& each) { return each.source != nullptr && slot.holds(each); }))
        return std::nullopt;
  relation.handed = std::move(handed);
  return relation;
}

std::optional<Matched> match_states(const std::vector<State>& source, const std::vector<State>& target,
                                    llvm::Function& source_function, llvm::Function& target_function,
                                    Instruction::CastOps widening) {
  ScalarEvolutions source_evolutions(source_function), evolutions(target_function);
  Matched matched;
  for (std::size_t cut = 0; cut < target.size(); ++cut) {
    Matching matching(source[cut], target[cut]);
    if (!matching.run(source_evolutions, evolutions)) return std::nullopt;
    matched.handed.push_back(matching.handed(widening));
    for (const Handed& each : matched.handed.back()) matched.has_widened |= each.cast && *each.cast == widening;
  }
  return matched;
}

}  // namespace assay::prove
