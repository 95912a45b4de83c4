#include <gtest/gtest.h>

#include "services/worker/refine/smt/solver.h"

namespace assay::refine::smt {
namespace {

class ExistsForallTest : public testing::Test {
 protected:
  Term constant(std::uint64_t value) { return terms.constant(32, value); }
  Outcome ask(std::vector<Term> assertions, std::vector<Term> inner, Term body, std::vector<Instance> candidates = {},
              unsigned rounds = 32, std::vector<Term> witnesses = {}) {
    ExistsForall problem{std::move(assertions), std::move(inner), body,
                         std::move(candidates), rounds,           std::move(witnesses)};
    return solver.check(terms, problem, Limits{});
  }
  Terms terms;
  Solver solver;
  Term x = terms.variable("x", 32), y = terms.variable("y", 32), u = terms.variable("u", 32);
};

TEST_F(ExistsForallTest, FindsTheNeutralElement) {
  const Outcome outcome = ask({}, {u}, terms.eq(terms.mul(u, x), u));
  ASSERT_EQ(outcome.answer, Answer::Sat);
  EXPECT_TRUE(outcome.model.get(x).isOne());
}

TEST_F(ExistsForallTest, RefutesWithAFewInstances) {
  // No number is above all others.
  EXPECT_EQ(ask({terms.ult(x, constant(1000))}, {u}, terms.ult(u, x)).answer, Answer::Unsat);
}

TEST_F(ExistsForallTest, AGivenInstanceOverOuterVariablesDecides) {
  // For each x the inner x itself refutes; by values it would take 2^32 rounds.
  const Term body = terms.ne(terms.mul(u, u), terms.mul(x, x));
  Instance instance{{u, x}};
  EXPECT_EQ(ask({}, {u}, body, {instance}, 2).answer, Answer::Unsat);
}

TEST_F(ExistsForallTest, TheOuterAssertionsHoldInTheModel) {
  const Outcome outcome =
      ask({terms.ult(constant(10), x)}, {u}, terms.eq(terms.band(terms.band(u, x), constant(0xff)), terms.zero(32)));
  ASSERT_EQ(outcome.answer, Answer::Sat);
  EXPECT_EQ(outcome.model.get(x).getZExtValue() & 0xff, 0u);
  EXPECT_GT(outcome.model.get(x).getZExtValue(), 10u);
}

TEST_F(ExistsForallTest, AWitnessMayBeAnotherForEachInnerValueSoThatOneThatFailsRefutesNothing) {
  const Term two = terms.band(u, constant(3));
  const Term found = terms.eq(y, two), always = terms.land(found, terms.ne(two, constant(2)));
  EXPECT_EQ(ask({}, {u}, found).answer, Answer::Unsat);
  EXPECT_EQ(ask({}, {u}, found, {}, 32, {y}).answer, Answer::Unknown);
  EXPECT_EQ(ask({}, {u}, found, {}, 1, {y}).answer, Answer::Unknown);
  EXPECT_EQ(ask({}, {u}, always, {{{u, constant(1)}}, {{u, constant(2)}}}, 32, {y}).answer, Answer::Unsat);
}

// u = 1 fails for odd witnesses, u = 2 for even ones; for each x there is another u that fails for none.
TEST_F(ExistsForallTest, AnInstanceIsSearchedForThatRefutesAllWitnesses) {
  const Term even = terms.eq(terms.slice(y, 0, 1), terms.zero(1)), third = terms.add(x, constant(3));
  const Term refuted =
      terms.any_of(std::array{terms.land(terms.eq(u, constant(1)), even),
                              terms.land(terms.eq(u, constant(2)), terms.lnot(even)), terms.eq(u, third)});
  const Term few = terms.ult(x, constant(8));
  const std::vector<Instance> candidates{{{u, constant(1)}}, {{u, constant(2)}}};
  EXPECT_EQ(ask({few}, {u}, terms.lnot(refuted), candidates, 32, {y}).answer, Answer::Unsat);
  EXPECT_EQ(ask({few}, {u}, terms.lnot(refuted), candidates, 4, {y}).answer, Answer::Unknown);
}

TEST_F(ExistsForallTest, FunctionsAndArraysAreOuter) {
  // Some function and array exist for which f(u) = a[u] everywhere.
  const Term a = terms.array_variable("a", 32, 8);
  const Term fu = terms.uninterpreted("f", 8, std::span(&u, 1));
  EXPECT_EQ(ask({terms.ne(terms.select(a, x), terms.zero(8))}, {u},
                terms.lor(terms.eq(fu, terms.select(a, u)), terms.ult(constant(3), u)))
                .answer,
            Answer::Sat);
}

TEST_F(ExistsForallTest, TheWholeGraphOfAFunctionIsPartOfTheModel) {
  // No few values of u tell what f gives elsewhere.
  const Term on_number = terms.uninterpreted("f", 32, std::span(&u, 1));
  const Term on_bit = terms.uninterpreted("g", 1, std::span(&u, 1));
  const std::vector<Term> both{u, x};
  const Term of_two = terms.uninterpreted("h", 16, both);
  EXPECT_EQ(ask({}, {u}, terms.ne(on_number, y)).answer, Answer::Sat);
  EXPECT_EQ(ask({}, {u}, on_bit).answer, Answer::Sat);
  EXPECT_EQ(ask({terms.eq(x, constant(3))}, {u}, terms.ne(of_two, terms.zero(16))).answer, Answer::Sat);
  EXPECT_NE(ask({}, {u}, terms.land(on_bit, terms.ne(on_number, on_number))).answer, Answer::Sat);
}

TEST_F(ExistsForallTest, RunningOutOfRoundsAsksTheQuantifier) {
  // x * u = y * u for all u means x = y; by values one round is not enough.
  const Outcome outcome = ask({terms.ne(x, y)}, {u}, terms.eq(terms.mul(x, u), terms.mul(y, u)), {}, 1);
  EXPECT_NE(outcome.answer, Answer::Sat);
}

}  // namespace
}  // namespace assay::refine::smt
