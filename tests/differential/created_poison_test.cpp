// Which operations never give poison of themselves, against what they give.

#include <gtest/gtest.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>

#include <set>
#include <string>

#include "fuzzers/generate/generate.h"
#include "services/common/rng.h"
#include "services/worker/interpret/values/evaluate.h"
#include "services/worker/semantics/semantics.h"

namespace assay::interpret {
namespace {

using semantics::Shape;
using Values = std::vector<semantics::Value<WideDomain>>;

llvm::APInt drawn(Rng& rng, unsigned width) {
  switch (rng.below(6)) {
    case 0:
      return llvm::APInt::getZero(width);
    case 1:
      return llvm::APInt::getAllOnes(width);
    case 2:
      return llvm::APInt::getSignedMinValue(width);
    case 3:
      return llvm::APInt(width, rng.below(4), false, /*implicitTrunc=*/true);
    default: {
      llvm::APInt value(width, 0);
      for (unsigned bit = 0; bit < width; ++bit) value.setBitVal(bit, rng.chance(1, 2));
      return value;
    }
  }
}

class Tried {
 public:
  explicit Tried(std::uint64_t seed) : rng_(seed) {}

  void all_of(const semantics::Function& function) {
    for (const semantics::Instruction& instruction : function.instructions) {
      const Shape shape = semantics::row_of(instruction.op).shape;
      if (shape != Shape::Lanewise && shape != Shape::LanewisePair && shape != Shape::Horizontal) continue;
      const semantics::ValueInfo info = info_of(function, instruction);
      if (may_create_poison(info)) continue;
      for (unsigned i = 0; i < 8; ++i) one(function, instruction, info, shape);
    }
  }
  const std::set<semantics::Op>& seen() const { return seen_; }

 private:
  void one(const semantics::Function& function, const semantics::Instruction& instruction,
           const semantics::ValueInfo& info, Shape shape) {
    std::vector<Values> operands;
    for (const semantics::Slots& slots : function.operands_of(instruction)) {
      Values& lanes = operands.emplace_back();
      for (std::uint32_t i = 0; i < (shape == Shape::Horizontal ? slots.count : 1); ++i)
        lanes.push_back({drawn(rng_, function.slots[slots.first + i].bits), false});
    }
    WideDomain domain;
    Values results;
    if (shape == Shape::Horizontal) {
      std::vector<std::span<const semantics::Value<WideDomain>>> spans(operands.begin(), operands.end());
      for (std::uint32_t i = 0; i < instruction.result.count; ++i)
        results.push_back({llvm::APInt(function.slots[instruction.result.first + i].bits, 0), false});
      semantics::evaluate_horizontal<WideDomain>(domain, info, spans, results);
    } else {
      Values first;
      for (const Values& lanes : operands) first.push_back(lanes.front());
      if (shape == Shape::Lanewise) {
        results.push_back(semantics::evaluate<WideDomain>(domain, info, first));
      } else {
        const auto pair = semantics::evaluate_pair<WideDomain>(domain, info, first);
        results.insert(results.end(), {pair.first, pair.second});
      }
    }
    if (domain.broken()) return;
    seen_.insert(instruction.op);
    for (const auto& value : results) ASSERT_FALSE(value.poison) << semantics::row_of(instruction.op).spelling;
  }

  Rng rng_;
  std::set<semantics::Op> seen_;
};

TEST(CreatedPoison, IsNeverMadeByOperationsThatAreSaidNotTo) {
  constexpr std::uint64_t kSeed = 20261129, kFunctions = 4'000;
  Tried tried(kSeed);
  for (const char* name : {"everything", "intrinsics"}) {
    generate::Profile profile = *generate::profile_named(name);
    for (std::uint64_t seed = kSeed; seed < kSeed + kFunctions; ++seed) {
      llvm::LLVMContext context;
      llvm::Module module("generated", context);
      Rng rng(seed);
      generate::generate_function(module, rng, profile, "f");
      if (const auto lowered = semantics::lower(*module.getFunction("f"))) tried.all_of(*lowered);
      if (HasFatalFailure()) FAIL() << "seed " << seed;
    }
  }
  EXPECT_GT(tried.seen().size(), 150u);
}

}  // namespace
}  // namespace assay::interpret
