#include "services/worker/prove/rounds/matched_state.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/DenseSet.h>

#include "services/worker/prove/rounds/scalar_evolution.h"

namespace assay::prove {

using llvm::Instruction;

namespace {

/// The name without what optimizers append to it.
llvm::StringRef stem(llvm::StringRef name) {
  const std::size_t dot = name.find('.', 1);
  return name.substr(0, dot).rtrim("0123456789");
}

/// Of the states at one cut.
class Matching {
 public:
  Matching(const State& source, const State& target) : source_(source), target_(target) {}

  /// False if some value of the target's has no partner.
  bool run(ScalarEvolutions& evolutions) {
    const auto same_type = [](const Instruction& s, const Instruction& t) { return s.getType() == t.getType(); };
    match([&](const Instruction& s, const Instruction& t) {
      return same_type(s, t) && t.hasName() && s.getName() == t.getName();
    });
    match([&](const Instruction& s, const Instruction& t) {
      return same_type(s, t) && t.hasName() && !stem(t.getName()).empty() && stem(s.getName()) == stem(t.getName());
    });
    derive(evolutions);
    match([&](const Instruction& s, const Instruction& t) {
      return same_type(s, t) && s.getOpcode() == t.getOpcode() && s.isSameOperationAs(&t);
    });
    match([&](const Instruction& s, const Instruction& t) { return same_type(s, t); });
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
      const llvm::Type* type = one.source->getType();
      if (type != t->getType())
        one.cast = type->getIntegerBitWidth() > t->getType()->getIntegerBitWidth() ? Instruction::Trunc : widening;
      result.push_back(one);
    }
    return result;
  }

 private:
  template <class Likeness>
  void match(const Likeness& is_like) {
    for (Instruction* t : target_) {
      if (found_.contains(t)) continue;
      for (Instruction* s : source_)
        if (!taken_.contains(s) && is_like(*s, *t)) {
          found_[t] = {s, t, std::nullopt, nullptr};
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
          found_[t] = {known.source, t, std::nullopt, more};
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

std::optional<Matched> match_states(const std::vector<State>& source, const std::vector<State>& target,
                                    llvm::Function& target_function, Instruction::CastOps widening) {
  ScalarEvolutions evolutions(target_function);
  Matched matched;
  for (std::size_t cut = 0; cut < target.size(); ++cut) {
    Matching matching(source[cut], target[cut]);
    if (!matching.run(evolutions)) return std::nullopt;
    matched.handed.push_back(matching.handed(widening));
    for (const Handed& each : matched.handed.back()) matched.has_widened |= each.cast && *each.cast == widening;
  }
  return matched;
}

}  // namespace assay::prove
