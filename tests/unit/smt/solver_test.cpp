#include "services/worker/refine/smt/solver.h"

#include <gtest/gtest.h>

#include <llvm/ADT/StringRef.h>

#include <atomic>
#include <chrono>
#include <thread>
#include <vector>

#include "tests/unit/smt/random_term.h"

namespace assay::refine::smt {
namespace {

using llvm::APInt;

Outcome ask(Solver& solver, Terms& terms, std::vector<Term> assertions, Limits limits = {}) {
  return solver.check(terms, assertions, limits);
}

/// No searching by evaluation, so that a solver has to answer.
Solver::Options only_solver() {
  Solver::Options options;
  options.random_models = 0;
  return options;
}

TEST(Solver, ContradictionIsDecidedWithoutSolver) {
  Terms terms;
  Solver solver;
  const Term x = terms.variable("x", 32);
  const Outcome outcome = ask(solver, terms, {terms.ult(x, x)});
  EXPECT_EQ(outcome.answer, Answer::Unsat);
  EXPECT_EQ(outcome.stage, Stage::Simplification);
  EXPECT_EQ(solver.statistics().contexts, 0u);
}

TEST(Solver, NoAssertionsAreSatisfiable) {
  Terms terms;
  Solver solver;
  EXPECT_EQ(ask(solver, terms, {}).answer, Answer::Sat);
}

TEST(Solver, FindsTheOnlyFactorsOfANumber) {
  Terms terms;
  Solver solver(only_solver());
  const Term x = terms.variable("x", 12), y = terms.variable("y", 12);
  const Term product = terms.mul(terms.zext(x, 24), terms.zext(y, 24));
  const Outcome outcome =
      ask(solver, terms,
          {terms.eq(product, terms.constant(24, 10403)), terms.ult(terms.constant(12, 1), x), terms.ult(x, y)});
  ASSERT_EQ(outcome.answer, Answer::Sat);
  EXPECT_EQ(outcome.model.get(x).getZExtValue(), 101u);
  EXPECT_EQ(outcome.model.get(y).getZExtValue(), 103u);
  EXPECT_EQ(outcome.stage, Stage::Solver);
}

TEST(Solver, EliminatedVariablesAreInTheModel) {
  Terms terms;
  Solver solver(only_solver());
  const Term x = terms.variable("x", 16), y = terms.variable("y", 16), z = terms.variable("z", 16);
  const Outcome outcome = ask(solver, terms,
                              {terms.eq(x, terms.mul(y, y)), terms.eq(y, terms.add(z, terms.constant(16, 3))),
                               terms.eq(z, terms.constant(16, 4))});
  ASSERT_EQ(outcome.answer, Answer::Sat);
  EXPECT_EQ(outcome.model.get(x).getZExtValue(), 49u);
}

TEST(Solver, FunctionsGiveEqualResultsForEqualArguments) {
  Terms terms;
  Solver solver(only_solver());
  const Term x = terms.variable("x", 32), y = terms.variable("y", 32);
  const Term fx = terms.uninterpreted("f", 8, std::span(&x, 1)), fy = terms.uninterpreted("f", 8, std::span(&y, 1));
  EXPECT_EQ(ask(solver, terms, {terms.eq(terms.bxor(x, y), terms.zero(32)), terms.ne(fx, fy)}).answer, Answer::Unsat);
  const Outcome different = ask(solver, terms, {terms.ult(x, y), terms.ult(fy, fx)});
  ASSERT_EQ(different.answer, Answer::Sat);
  EXPECT_TRUE(evaluate(terms, terms.ult(fy, fx), different.model).isOne());
}

TEST(Solver, ArrayReadsSeeTheLastWrite) {
  Terms terms;
  Solver solver(only_solver());
  const Term a = terms.array_variable("a", 32, 8);
  const Term i = terms.variable("i", 32), j = terms.variable("j", 32), k = terms.variable("k", 32);
  const Term b = terms.store(terms.store(a, i, terms.constant(8, 1)), j, terms.constant(8, 2));
  const Term read = terms.select(b, k);
  EXPECT_EQ(ask(solver, terms, {terms.eq(k, j), terms.ne(read, terms.constant(8, 2))}).answer, Answer::Unsat);
  EXPECT_EQ(ask(solver, terms,
                {terms.eq(terms.mul(k, k), terms.mul(i, i)), terms.eq(terms.add(k, j), terms.add(i, j)), terms.ne(j, k),
                 terms.ne(read, terms.constant(8, 1))})
                .answer,
            Answer::Unsat);
  const Outcome other = ask(solver, terms, {terms.ne(k, i), terms.ne(k, j), terms.eq(read, terms.constant(8, 77))});
  ASSERT_EQ(other.answer, Answer::Sat);
  EXPECT_EQ(other.model.array(a).get(other.model.get(k)).getZExtValue(), 77u);
}

TEST(Solver, ManyArrayAccessesAreDecidedByTheTheoryOfArrays) {
  Terms terms;
  Solver solver(only_solver());
  const Term a = terms.array_variable("a", 16, 8);
  std::vector<Term> assertions;
  for (int i = 0; i < 250; ++i) {
    const Term index = terms.variable("r" + std::to_string(i), 16);
    assertions.push_back(terms.ult(terms.constant(8, 100), terms.select(a, index)));
    assertions.push_back(terms.ult(terms.constant(16, 7), index));
  }
  const Outcome outcome = ask(solver, terms, assertions);
  EXPECT_EQ(outcome.answer, Answer::Sat) << name_of(outcome.reason);
  const Term index = terms.variable("r0", 16);
  assertions.push_back(terms.eq(terms.select(a, terms.variable("r1", 16)), terms.constant(8, 101)));
  assertions.push_back(
      terms.eq(terms.mul(index, terms.constant(16, 3)), terms.mul(terms.variable("r1", 16), terms.constant(16, 3))));
  assertions.push_back(terms.eq(terms.select(a, index), terms.constant(8, 102)));
  EXPECT_EQ(ask(solver, terms, assertions).answer, Answer::Unsat);
}

/// The product of two primes of 64 bits.
Term hard_problem(Terms& terms) {
  const Term x = terms.variable("x", 64), y = terms.variable("y", 64);
  const Term product = terms.mul(terms.zext(x, 128), terms.zext(y, 128));
  const APInt semiprime(128, llvm::StringRef("146705638295486184716578823323373373061"), 10);
  return terms.all_of(std::vector<Term>{terms.eq(product, terms.constant(semiprime)),
                                        terms.ult(terms.constant(64, 1), x), terms.ult(terms.constant(64, 1), y)});
}

TEST(Solver, TimeLimitEndsAQuery) {
  Terms terms;
  Solver solver;
  Limits limits;
  limits.milliseconds = 60;  // without the limit it takes hours
  const Outcome outcome = ask(solver, terms, {hard_problem(terms)}, limits);
  EXPECT_EQ(outcome.answer, Answer::Unknown);
  EXPECT_EQ(outcome.reason, Reason::Timeout);
  // And the solver is as good as new.
  const Term z = terms.variable("z", 8);
  EXPECT_EQ(ask(solver, terms, {terms.eq(terms.mul(z, z), terms.constant(8, 49))}).answer, Answer::Sat);
}

/// The work that a hard question about sums, products, an array and floating point was given up after.
WorkClock::duration work_of_hard_questions() {
  Solver solver;
  const WorkClock::time_point start = WorkClock::now();
  for (const unsigned milliseconds : {1u, 5u, 20u, 60u}) {
    Terms terms;
    Limits limits;
    limits.milliseconds = milliseconds;
    EXPECT_EQ(ask(solver, terms, {hard_problem(terms)}, limits).reason, Reason::Timeout);
    const Term x = terms.variable("f", 64), y = terms.variable("g", 64);
    const Term root = terms.fsqrt(FloatFormat::Double, Rounding::NearestTiesToEven,
                                  terms.fmul(FloatFormat::Double, Rounding::NearestTiesToEven, x, y));
    (void)ask(solver, terms, {terms.eq(terms.slice(root, 0, 40), terms.constant(40, 12'345'678)), terms.ult(x, y)},
              limits);
  }
  return WorkClock::now() - start;
}

TEST(Solver, ABusyMachineChangesNothingAboutWhereAQueryEnds) {
  const WorkClock::duration alone = work_of_hard_questions();
  std::atomic<bool> over{false};
  std::vector<std::thread> others;
  for (unsigned i = 0; i < 2 * std::thread::hardware_concurrency(); ++i)
    others.emplace_back([&] {
      while (!over) {
      }
    });
  EXPECT_EQ(work_of_hard_questions(), alone);
  over = true;
  for (std::thread& other : others) other.join();
}

TEST(Solver, ManyProductsThatAreComparedWithEachOtherTakeNoMoreThanTheirTime) {
  Solver solver;
  for (const unsigned milliseconds : {5u, 20u, 50u}) {
    Terms terms;
    Term left = terms.variable("x", 32), right = terms.variable("y", 32);
    for (unsigned i = 0; i < 120; ++i) {
      left = terms.mul(terms.add(left, terms.constant(32, 1)), left);
      right = terms.mul(right, terms.add(right, terms.constant(32, 3)));
    }
    Limits limits;
    limits.milliseconds = milliseconds;
    const WorkClock::time_point start = WorkClock::now();
    const Outcome outcome = ask(solver, terms, {terms.ne(left, right), terms.eq(left, terms.bnot(right))}, limits);
    EXPECT_EQ(outcome.reason, Reason::Timeout) << milliseconds;
    // What is done before the question is put to a solver is not limited.
    EXPECT_LT(WorkClock::now() - start, std::chrono::milliseconds(2 * milliseconds + 30)) << milliseconds;
  }
}

TEST(Solver, MemoryLimitEndsAQuery) {
  Terms terms;
  Solver solver;
  Limits limits;
  limits.milliseconds = 120'000;
  limits.megabytes = 20;
  const Term x = terms.variable("x", 1500), y = terms.variable("y", 1500);
  const Outcome outcome = ask(solver, terms,
                              {terms.eq(terms.mul(x, y), terms.constant_signed(1500, 0u - 12345u)),
                               terms.ult(terms.constant(1500, 1u << 20), x), terms.ult(x, y)},
                              limits);
  EXPECT_EQ(outcome.answer, Answer::Unknown);
  EXPECT_EQ(outcome.reason, Reason::MemoryLimit);
}

TEST(Solver, AnswersAreTheSameForNewFactories) {
  Solver solver(only_solver());
  for (int i = 0; i < 300; ++i) {
    Terms terms;
    const Term x = terms.variable("x", 8 + i % 3), y = terms.variable("y", 8 + i % 3);
    EXPECT_EQ(ask(solver, terms, {terms.eq(terms.mul(x, x), y), terms.ult(terms.constant(8 + i % 3, 3), y)}).answer,
              Answer::Sat);
    EXPECT_EQ(ask(solver, terms, {terms.eq(terms.mul(x, x), terms.constant(8 + i % 3, 3))}).answer, Answer::Unsat);
  }
}

/// Z3's own predicates are not trusted with this: every pair of small numbers, as constants that only Z3 finds out.
TEST(Solver, KnowsWhichSmallOperationsOverflow) {
  Solver solver(only_solver());
  for (unsigned width = 2; width <= 4; ++width) {
    Terms terms;
    const Term x = terms.variable("x", width), y = terms.variable("y", width);
    const auto is = [&](Term t, Term value) { return terms.land(terms.ule(t, value), terms.ule(value, t)); };
    for (std::uint64_t all = 0; all < 1ull << (2 * width); ++all) {
      const Term a = terms.constant(width, all), b = terms.constant(width, all >> width);
      const std::pair<Term, Term> cases[] = {{terms.smul_overflows(x, y), terms.smul_overflows(a, b)},
                                             {terms.umul_overflows(x, y), terms.umul_overflows(a, b)},
                                             {terms.sadd_overflows(x, y), terms.sadd_overflows(a, b)},
                                             {terms.ssub_overflows(x, y), terms.ssub_overflows(a, b)}};
      for (const auto& [open, folded] : cases)
        ASSERT_EQ(ask(solver, terms, {is(x, a), is(y, b), terms.ne(open, folded)}).answer, Answer::Unsat)
            << terms.print(open) << " at " << terms.print(a) << " " << terms.print(b);
    }
  }
}

/// The naive semantics decides by trying all inputs; the solver must agree, and its models must be right.
TEST(Solver, AgreesWithExhaustiveSearchOnRandomProblems) {
  Solver searching, solving(only_solver());
  for (std::uint64_t seed = 0; seed < 700; ++seed) {
    assay::Rng rng(seed);
    Terms terms;
    const unsigned width = 1 + static_cast<unsigned>(rng.below(4));
    test::Generator generator(terms, rng, width, 2);
    const test::Pair problem = generator.truth(2 + rng.below(4)), other = generator.truth(2);
    bool satisfiable = false;
    for (std::uint64_t all = 0; all < 1ull << (2 * width) && !satisfiable; ++all) {
      const std::vector<std::uint64_t> values = {all & test::mask_of(width), all >> width};
      satisfiable = problem.naive(values) == 1 && other.naive(values) == 1;
    }
    for (Solver* solver : {&searching, &solving}) {
      const Outcome outcome = ask(*solver, terms, {problem.term, other.term});
      ASSERT_EQ(outcome.answer, satisfiable ? Answer::Sat : Answer::Unsat) << seed << name_of(outcome.reason);
      if (!satisfiable) continue;
      std::vector<std::uint64_t> values;
      for (const test::Pair& leaf : generator.leaves()) values.push_back(outcome.model.get(leaf.term).getZExtValue());
      ASSERT_TRUE(problem.naive(values) == 1 && other.naive(values) == 1) << seed;
    }
  }
}

TEST(Solver, QuotientsThatDoNotMatterAreNotComputed) {
  Terms terms;
  Solver solver(only_solver());
  const Term one = terms.constant(64, 42);
  const auto quotient = [&](const char* name) { return terms.udiv(one, terms.variable(name, 64)); };
  const Term x = quotient("x"), y = quotient("y"), z = quotient("z");
  const Term a = terms.bor(terms.bxor(terms.band(x, y), z), y), b = terms.bor(z, y);
  const Outcome outcome = ask(solver, terms, {terms.ne(a, b)});
  EXPECT_EQ(outcome.answer, Answer::Unsat);
  EXPECT_EQ(outcome.stage, Stage::Abstraction);
}

/// What is stated of the variables that stand for products and quotients must be true of these values: no model may be
/// lost.
void facts_hold(const APInt& a, const APInt& b) {
  Terms terms;
  Solver solver(only_solver());
  const unsigned width = a.getBitWidth();
  const Term x = terms.variable("x", width), y = terms.variable("y", width);
  const Term operations[] = {terms.mul(x, y), terms.udiv(x, y), terms.urem(x, y), terms.sdiv(x, y), terms.srem(x, y)};
  std::vector<Term> assertions;
  Model model;
  model.set(x, a);
  model.set(y, b);
  for (Term operation : operations)  // hides the values from simplification
    assertions.push_back(terms.eq(operation, terms.constant(evaluate(terms, operation, model))));
  assertions.push_back(terms.eq(terms.band(x, terms.constant(width, 0xff)), terms.constant(a & 0xff)));
  assertions.push_back(terms.eq(terms.band(y, terms.constant(width, 0xff)), terms.constant(b & 0xff)));
  EXPECT_NE(ask(solver, terms, assertions).answer, Answer::Unsat) << a.getZExtValue() << " and " << b.getZExtValue();
}

TEST(Solver, FactsAboutProductsAndQuotientsHoldOfThem) {
  constexpr unsigned kWidth = 16;
  assay::Rng rng(1);
  for (unsigned i = 0; i < 200; ++i) facts_hold(APInt(kWidth, rng(), false, true), APInt(kWidth, rng(), false, true));
  for (const std::uint64_t a : {0u, 1u, 2u, 7u, 0x7fffu, 0x8000u, 0x8001u, 0xfffeu, 0xffffu})
    for (const std::uint64_t b : {0u, 1u, 2u, 3u, 0x7fffu, 0x8000u, 0x8001u, 0xfffdu, 0xffffu})
      facts_hold(APInt(kWidth, a), APInt(kWidth, b));
}

}  // namespace
}  // namespace assay::refine::smt
