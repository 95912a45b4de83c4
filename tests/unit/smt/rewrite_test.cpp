#include <gtest/gtest.h>

#include "services/worker/refine/smt/model.h"
#include "tests/unit/smt/random_term.h"

namespace assay::refine::smt {
namespace {

using llvm::APInt;
using test::Generator;
using test::Pair;

/// Every assignment if there are few, else corners and random ones.
std::vector<std::vector<std::uint64_t>> assignments(unsigned width, unsigned variables, Rng& rng) {
  std::vector<std::vector<std::uint64_t>> result;
  if (width * variables <= 8) {
    for (std::uint64_t all = 0; all < 1ull << (width * variables); ++all) {
      std::vector<std::uint64_t> values;
      for (unsigned i = 0; i < variables; ++i) values.push_back(all >> (i * width) & test::mask_of(width));
      result.push_back(std::move(values));
    }
    return result;
  }
  for (int i = 0; i < 60; ++i) {
    std::vector<std::uint64_t> values;
    for (unsigned j = 0; j < variables; ++j) {
      const std::uint64_t corner[] = {0, 1, ~0ull, 1ull << (width - 1), (1ull << (width - 1)) - 1, rng(), rng(), rng()};
      values.push_back(corner[rng.below(8)] & test::mask_of(width));
    }
    result.push_back(std::move(values));
  }
  return result;
}

void expect_same(Terms& terms, const Pair& pair, unsigned variables, unsigned width, const Generator& generator,
                 Rng& rng, std::uint64_t seed) {
  Evaluator evaluator(terms, std::span(&pair.term, 1));
  for (const std::vector<std::uint64_t>& values : assignments(width, variables, rng)) {
    Model model;
    for (unsigned i = 0; i < variables; ++i) model.set(generator.leaves()[i].term, APInt(width, values[i]));
    const std::uint64_t got = evaluator.evaluate(model)[0].getZExtValue();
    const std::uint64_t expected = pair.naive(values);
    ASSERT_EQ(got, expected) << "seed " << seed << " width " << width << " v0=" << values[0] << " v1=" << values[1]
                             << "\n"
                             << terms.print(pair.term);
  }
}

class RandomTerms : public testing::TestWithParam<unsigned> {};

TEST_P(RandomTerms, SimplifiedTermsKeepTheirValues) {
  const unsigned width = GetParam();
  for (std::uint64_t seed = 0; seed < 12'000; ++seed) {
    Rng rng(seed * 64 + width);
    Terms terms;
    Generator generator(terms, rng, width, 2);
    const Pair pair = rng.chance(1, 3) ? generator.truth(1 + rng.below(4)) : generator.bits(width, 1 + rng.below(4));
    expect_same(terms, pair, 2, width, generator, rng, seed);
    if (HasFatalFailure()) return;
  }
}

INSTANTIATE_TEST_SUITE_P(Widths, RandomTerms, testing::Values(1, 2, 3, 4, 7, 8, 12, 16));

}  // namespace
}  // namespace assay::refine::smt
