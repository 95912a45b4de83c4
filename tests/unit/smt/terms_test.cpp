#include "services/worker/refine/smt/terms.h"

#include <gtest/gtest.h>

#include "services/worker/refine/smt/fold.h"
#include "services/worker/refine/smt/model.h"
#include "services/worker/refine/smt/term_domain.h"
#include "services/worker/refine/smt/work_clock.h"
#include "services/worker/semantics/eval.h"
#include "tests/unit/smt/operations.h"
#include "tests/unit/smt/random_term.h"

namespace assay::refine::smt {
namespace {

using llvm::APInt;

TEST(Terms, EqualOperationsAreOneNode) {
  Terms terms;
  const Term x = terms.variable("x", 8), y = terms.variable("y", 8);
  const Term product = terms.mul(x, y);
  const std::size_t before = terms.node_count();
  EXPECT_EQ(terms.mul(y, x), product);
  EXPECT_EQ(terms.node_count(), before);
}

TEST(Terms, FreshVariablesAreNobodyElses) {
  Terms terms;
  const Term taken = terms.variable("x!0", 8);
  const Term fresh = terms.fresh("x", 8);
  EXPECT_NE(fresh, taken);
  EXPECT_NE(terms.fresh("x", 8), fresh);
}

TEST(Terms, ClearingStartsANewGeneration) {
  Terms terms;
  terms.variable("x", 8);
  const std::uint64_t before = terms.generation();
  terms.clear();
  EXPECT_EQ(terms.node_count(), 0u);
  EXPECT_NE(terms.generation(), before);
}

TEST(Terms, DeepTermsDoNotOverflowTheStack) {
  Terms terms;
  Term t = terms.variable("x", 64);
  for (int i = 0; i < 50'000; ++i) t = terms.mul(terms.bxor(t, terms.variable("y", 64)), terms.variable("z", 64));
  const Term low = terms.trunc(t, 8);
  EXPECT_EQ(evaluate(terms, low, Model()).getZExtValue(), 0u);
  EXPECT_EQ(terms.substitute(t, {{terms.variable("z", 64), terms.zero(64)}}), terms.zero(64));
}

TEST(Terms, ComparisonsOfLongChainsOfSelectsDoNotOverflowTheStack) {
  Terms terms;
  const Term x = terms.variable("x", 32);
  Term t = terms.variable("y", 32);
  for (unsigned i = 0; i < 50'000; ++i)
    t = terms.ite(terms.eq(terms.mul(x, x), terms.constant(32, i * 8 + 1)), terms.constant(32, i), t);
  Model model;
  model.set(x, APInt(32, 3));
  EXPECT_TRUE(evaluate(terms, terms.eq(t, terms.constant(32, 1)), model).isOne());
  EXPECT_TRUE(evaluate(terms, terms.ult(t, terms.constant(32, 3)), model).isOne());
  EXPECT_TRUE(evaluate(terms, terms.slt(terms.constant(32, 3), t), model).isZero());
}

TEST(Terms, ComplementsOfSumsOfAnyLengthAreMade) {
  Terms terms;
  Model model;
  Term sum = terms.constant(32, 7);
  for (unsigned i = 0; i < 40; ++i) {
    const Term variable = terms.variable("v" + std::to_string(i), 32);
    model.set(variable, APInt(32, 3 * i + 1));
    sum = terms.add(sum, variable);
    EXPECT_EQ(evaluate(terms, terms.bnot(sum), model), ~evaluate(terms, sum, model)) << i;
    EXPECT_EQ(evaluate(terms, terms.sub(terms.constant(32, 5), sum), model), 5 - evaluate(terms, sum, model)) << i;
    const Term multiple = terms.mul(terms.constant(32, 12), sum);
    EXPECT_EQ(evaluate(terms, terms.bnot(multiple), model), ~evaluate(terms, multiple, model)) << i;
  }
}

TEST(Terms, SharedTermsAreSlicedOnce) {
  // Each step uses the one before twice; without sharing the low part would take 2^60 steps.
  Terms terms;
  Term t = terms.variable("x", 32);
  for (int i = 0; i < 60; ++i) t = terms.add(terms.mul(t, terms.variable("y", 32)), terms.mul(t, t));
  EXPECT_EQ(terms.trunc(t, 8).width(), 8u);
}

TEST(Terms, SubstitutionIsSimultaneous) {
  Terms terms;
  const Term x = terms.variable("x", 8), y = terms.variable("y", 8);
  EXPECT_EQ(terms.substitute(terms.sub(x, y), {{x, y}, {y, x}}), terms.sub(y, x));
}

TEST(Terms, SubstitutionKeepsTheMeaning) {
  for (std::uint64_t seed = 0; seed < 3'000; ++seed) {
    Rng rng(seed);
    Terms terms;
    test::Generator generator(terms, rng, 4, 2);
    const test::Pair pair = generator.bits(4, 4);
    const std::vector<std::uint64_t> values = {rng.below(16), rng.below(16)};
    std::unordered_map<Term, Term> map;
    for (std::size_t i = 0; i < 2; ++i) map.emplace(generator.leaves()[i].term, terms.constant(4, values[i]));
    ASSERT_EQ(terms.substitute(pair.term, map), terms.constant(4, pair.naive(values))) << seed;
  }
}

TEST(Terms, ASubstitutionThatIsUsedAgainGivesWhatAFreshOneGives) {
  for (std::uint64_t seed = 0; seed < 1'000; ++seed) {
    Rng rng(seed);
    Terms terms;
    test::Generator generator(terms, rng, 4, 3);
    const std::unordered_map<Term, Term> map{{generator.leaves()[0].term, generator.leaves()[1].term},
                                             {generator.leaves()[1].term, terms.constant(4, rng.below(16))}};
    Substitution again(map);
    Term term = generator.bits(4, 3).term;
    for (int i = 0; i < 4; ++i) {
      ASSERT_EQ(terms.substitute(term, again), terms.substitute(term, map)) << seed;
      term = terms.add(terms.mul(term, generator.bits(4, 2).term), terms.substitute(term, again));
    }
  }
}

TEST(Terms, WhatTermsShareIsSubstitutedOnce) {
  Terms terms;
  const Term x = terms.variable("x", 8), y = terms.variable("y", 8);
  Term t = x;
  for (int i = 0; i < 1'000; ++i) t = terms.mul(terms.bxor(t, y), terms.add(t, terms.variable("z", 8)));
  Substitution substitution({{x, y}});
  const auto work_for = [&](Term of) {
    const auto before = WorkClock::now();
    terms.substitute(of, substitution);
    return WorkClock::now() - before;
  };
  const auto first = work_for(t);
  EXPECT_LT(work_for(terms.udiv(t, y)), first / 100);
}

TEST(Terms, ArraysBehaveLikeMaps) {
  for (std::uint64_t seed = 0; seed < 500; ++seed) {
    Rng rng(seed);
    Terms terms;
    Model model;
    std::map<std::uint64_t, std::uint64_t> naive;
    Term array = terms.array_constant(4, terms.constant(8, 9));
    std::vector<std::pair<Term, std::uint64_t>> indices;
    for (int i = 0; i < 4; ++i) {
      indices.emplace_back(terms.variable("i" + std::to_string(i), 4), rng.below(16));
      model.set(indices.back().first, APInt(4, indices.back().second));
      indices.emplace_back(terms.add(indices.back().first, terms.constant(4, 1)), (indices.back().second + 1) % 16);
    }
    for (int step = 0; step < 10; ++step) {
      const auto& [index, at] = rng.pick(indices);
      const std::uint64_t value = rng.below(256);
      array = terms.store(array, index, terms.constant(8, value));
      naive[at] = value;
      const auto& [read, from] = rng.pick(indices);
      const std::uint64_t expected = naive.contains(from) ? naive[from] : 9;
      ASSERT_EQ(evaluate(terms, terms.select(array, read), model).getZExtValue(), expected) << seed;
    }
  }
}

TEST(Terms, VariablesAreListedOnce) {
  Terms terms;
  const Term x = terms.variable("x", 8), y = terms.variable("y", 8);
  const Term a = terms.array_variable("a", 8, 8);
  const Term t = terms.mul(terms.select(a, terms.mul(x, y)), terms.bxor(x, y));
  EXPECT_EQ(terms.variables_of(t), (std::vector<Term>{x, y, a}));
}

TEST(TermDomain, MeaningOfAddWithNswIsSumAndOverflow) {
  using semantics::Value;
  Terms terms;
  TermDomain domain(
      terms, [](Term, semantics::Rule) {},
      [&](unsigned n, semantics::Choice, Term) { return terms.fresh("choice", n); });
  const Value<TermDomain> x{terms.variable("x", 32), terms.truth(false)},
      y{terms.variable("y", 32), terms.truth(false)};
  semantics::ValueInfo info;
  info.op = semantics::Op::Add;
  info.flags = semantics::NoSignedWrap;
  info.result.bits = info.operand.bits = 32;
  const Value<TermDomain> in[] = {x, y};
  const Value<TermDomain> sum = semantics::evaluate(domain, info, std::span<const Value<TermDomain>>(in));
  EXPECT_EQ(sum.bits, terms.add(x.bits, y.bits));
  EXPECT_EQ(sum.poison, terms.sadd_overflows(x.bits, y.bits));
}

TEST(TermDomain, DivisionReportsUndefinedBehaviour) {
  using semantics::Value;
  Terms terms;
  std::vector<std::pair<Term, semantics::Rule>> seen;
  TermDomain domain(
      terms, [&](Term condition, semantics::Rule rule) { seen.emplace_back(condition, rule); },
      [&](unsigned n, semantics::Choice, Term) { return terms.fresh("choice", n); });
  const Value<TermDomain> x{terms.variable("x", 32), terms.truth(false)},
      y{terms.variable("y", 32), terms.truth(false)};
  semantics::ValueInfo info;
  info.op = semantics::Op::UDiv;
  info.result.bits = info.operand.bits = 32;
  const Value<TermDomain> in[] = {x, y};
  (void)semantics::evaluate(domain, info, std::span<const Value<TermDomain>>(in));
  ASSERT_EQ(seen.size(), 1u);
  EXPECT_EQ(seen[0].first, terms.eq(y.bits, terms.zero(32)));
  EXPECT_EQ(seen[0].second, semantics::Rule::DivisionByZero);
}

TEST(Terms, ShapeIgnoresWhichChoiceAndTheOrderOfCommutingOperands) {
  Terms terms;
  const Term x = terms.variable("x", 32), y = terms.variable("y", 32);
  const Term mine = terms.fresh("source", 32, 7), theirs = terms.fresh("target", 32, 7),
             other = terms.fresh("target", 32, 8);
  const auto sum = [&](Term a, Term b) { return terms.fadd(FloatFormat::Single, Rounding::NearestTiesToEven, a, b); };
  EXPECT_EQ(terms.shape(sum(x, mine)), terms.shape(sum(theirs, x)));
  EXPECT_EQ(terms.shape(terms.ult(sum(x, mine), y)), terms.shape(terms.ult(sum(theirs, x), y)));
  EXPECT_NE(terms.shape(sum(x, mine)), terms.shape(sum(x, other)));
  EXPECT_NE(terms.shape(terms.ult(x, mine)), terms.shape(terms.ult(theirs, x)));
  EXPECT_NE(terms.shape(terms.ult(x, y)), terms.shape(terms.ult(y, x)));
}

TEST(Terms, ArithmeticDoesNotLookAtWhichNanItIsGiven) {
  Terms terms;
  const FloatFormat f = FloatFormat::Half;
  const Rounding r = Rounding::NearestTiesToEven;
  const Term x = terms.variable("x", 16), y = terms.variable("y", 16), z = terms.variable("z", 16);
  const Term sum = terms.fadd(f, r, x, y);
  const Term nan = terms.bor(terms.variable("payload", 16), terms.quiet_nan(f));
  const Term any = terms.ite(terms.is_nan(f, sum), nan, sum);
  terms.note_nan_core(f, any, sum);
  EXPECT_EQ(terms.fmul(f, r, any, z), terms.fmul(f, r, sum, z));
  EXPECT_EQ(terms.flt(f, z, any), terms.flt(f, z, sum));
  const Term p = terms.variable("p", 1);
  EXPECT_EQ(terms.fdiv(f, r, terms.ite(p, any, z), y), terms.fdiv(f, r, terms.ite(p, sum, z), y));
  EXPECT_NE(terms.fmul(FloatFormat::BFloat, r, any, z), terms.fmul(FloatFormat::BFloat, r, sum, z));
  // A substitution keeps it.
  const Term moved = terms.substitute(any, {{x, z}});
  EXPECT_EQ(terms.fmul(f, r, moved, y), terms.fmul(f, r, terms.fadd(f, r, z, y), y));
}

// A term of 80 levels whose operands share operands has 2^80 paths: who walked them all would not come to an end.
Term with_shared_operands(Terms& terms, Term start, Term other) {
  Term shared = start;
  for (unsigned i = 0; i < 80; ++i) {
    const auto condition = [&](const char* name) { return terms.variable(name + std::to_string(i), 1); };
    shared =
        terms.ite(condition("p"), terms.ite(condition("q"), shared, other), terms.ite(condition("r"), other, shared));
  }
  return shared;
}

TEST(Terms, FewNodesAreThoseBelowARootOrNoneIfThereAreMore) {
  Terms terms;
  const Term x = terms.fresh("x", 8), y = terms.fresh("y", 8);
  Term t = terms.mul(x, y);
  t = terms.bxor(t, terms.mul(t, x));
  const std::size_t all = terms.size_of(std::span(&t, 1));
  EXPECT_TRUE(terms.few_nodes_of(t, all - 1).empty());
  std::vector<Term> few = terms.few_nodes_of(t, all), nodes = terms.nodes_of(std::span(&t, 1));
  EXPECT_EQ(few.front(), t);
  std::ranges::sort(few, {}, [](Term each) { return each.id(); });
  EXPECT_EQ(few, nodes);
}

TEST(Terms, NoOperationWalksAllPathsOfSharedOperands) {
  Rng rng(20261128);
  for (const unsigned width : {1u, 8u}) {
    Terms terms;
    const auto variable = [&](const char* name) { return terms.variable(name, width); };
    const Term a = with_shared_operands(terms, variable("x"), variable("y"));
    const Term b = with_shared_operands(terms, variable("v"), variable("w"));
    const Term p = terms.variable("p", 1);
    for (const Term other : {b, terms.constant(width, 1), variable("x")})
      for (const Term each : test::operations(terms, a, other, p, rng)) {
        std::vector<Term> operands;
        for (unsigned i = 0; i < each.arity(); ++i) operands.push_back(each.operand(i));
        const Term simplified = terms.rebuild(each, operands);
        EXPECT_EQ(terms.substitute(simplified, {{variable("x"), variable("v")}}).width(), each.width());
      }
  }
}

TEST(Terms, NanCoresAreLookedForOnceInEachTerm) {
  Terms terms;
  const FloatFormat f = FloatFormat::Half;
  const Rounding r = Rounding::NearestTiesToEven;
  const Term x = terms.variable("x", 16), y = terms.variable("y", 16);
  terms.number_or_nan(f, terms.fadd(f, r, x, y));  // there is a core of something
  const Term shared = with_shared_operands(terms, x, y);
  const Term product = terms.fmul(f, r, shared, y);
  EXPECT_EQ(terms.fmul(f, r, terms.nan_core(f, shared), y), product);
}

}  // namespace
}  // namespace assay::refine::smt
