#include "services/worker/refine/smt/search.h"

#include <map>

namespace assay::refine::smt {

using llvm::APInt;

namespace {

APInt random_bits(unsigned width, Rng& rng) {
  APInt value(width, 0);
  for (unsigned low = 0; low < width; low += 64)
    value.insertBits(APInt(std::min(64u, width - low), rng(), false, true), low);
  return value;
}

class Picker {
 public:
  Picker(const Terms& terms, std::span<const Term> roots) {
    for (Term t : terms.nodes_of(roots))
      if (t.is_constant() && constants_[t.width()].size() < 64) constants_[t.width()].push_back(t.value());
  }
  APInt operator()(unsigned width, Rng& rng) const {
    switch (rng.below(8)) {
      case 0:
        return APInt(width, 0);
      case 1:
        return APInt::getAllOnes(width);
      case 2:
        return rng.chance(1, 2) ? APInt::getSignedMinValue(width) : APInt::getSignedMaxValue(width);
      case 3:
        return APInt(width, rng.below(9), false, true);
      case 4:
        return APInt::getOneBitSet(width, static_cast<unsigned>(rng.below(width)));
      case 5: {
        const auto found = constants_.find(width);
        if (found == constants_.end()) break;
        return rng.pick(found->second) + APInt(width, rng.below(3) - 1, true, true);
      }
      default:
        break;
    }
    return random_bits(width, rng);
  }

 private:
  std::map<unsigned, std::vector<APInt>> constants_;
};

}  // namespace

/// Most single bits say that something is unusual (poison, undef, memory exhausted): mostly they are left alone.
static bool is_calm(unsigned attempt, Term variable, Rng& rng) {
  return variable.width() == 1 && attempt % 4 != 3 && rng.chance(15, 16);
}

std::optional<Model> search_model(const Terms& terms, std::span<const Term> conjuncts, unsigned attempts, Rng& rng) {
  Evaluator evaluator(terms, conjuncts);
  const Picker pick(terms, conjuncts);
  for (unsigned attempt = 0; attempt < attempts; ++attempt) {
    Model model;
    for (Term v : evaluator.variables()) {
      if (v.is_array()) {
        model.set(v, ArrayValue{attempt == 0 ? APInt(v.width(), 0) : pick(v.width(), rng), {}});
      } else {
        if (attempt == 0) model.set(v, APInt(v.width(), 0));
        if (attempt == 1) model.set(v, APInt(v.width(), 1));
        if (attempt == 2) model.set(v, APInt::getAllOnes(v.width()));
        if (attempt > 2) model.set(v, is_calm(attempt, v, rng) ? APInt(v.width(), 0) : pick(v.width(), rng));
      }
    }
    if (evaluator.all_true(model)) return model;
  }
  return std::nullopt;
}

}  // namespace assay::refine::smt
