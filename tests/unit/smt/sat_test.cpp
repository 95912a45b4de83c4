#include <gtest/gtest.h>

#include <llvm/ADT/StringExtras.h>

#include "services/worker/refine/smt/sat/backend.h"
#include "services/worker/refine/smt/sat/blaster.h"
#include "services/worker/refine/smt/z3/backend.h"
#include "tests/unit/smt/operations.h"

namespace assay::refine::smt {
namespace {

using llvm::APInt;
using test::operations;
using test::random_number;
using Clock = WorkClock;

Budget seconds(unsigned count) { return {Clock::now() + std::chrono::seconds(count), 1'024}; }

/// What each gate gives under these values of the variables.
std::vector<bool> simulate(const Circuit& circuit, const Blaster& blaster, const Model& model,
                           std::span<const Term> variables) {
  std::vector<bool> on(circuit.size(), false);
  for (Term variable : variables)
    for (unsigned i = 0; i < variable.width(); ++i) on[gate_of(blaster.signals(variable)[i])] = model.get(variable)[i];
  const auto is = [&](Signal s) { return on[gate_of(s)] != is_negated(s); };
  for (std::uint32_t i = 0; i < circuit.size(); ++i) {
    const Gate& g = circuit.gate(i);
    if (g.kind == GateKind::And) on[i] = is(g.a) && is(g.b);
    if (g.kind == GateKind::Xor) on[i] = is(g.a) != is(g.b);
    if (g.kind == GateKind::Mux) on[i] = is(g.a) ? is(g.b) : is(g.c);
    if (g.kind == GateKind::Majority) on[i] = is(g.a) + is(g.b) + is(g.c) >= 2;
  }
  return on;
}

APInt value_of(std::span<const Signal> signals, const std::vector<bool>& on) {
  APInt result(static_cast<unsigned>(signals.size()), 0);
  for (unsigned i = 0; i < signals.size(); ++i) result.setBitVal(i, on[gate_of(signals[i])] != is_negated(signals[i]));
  return result;
}

TEST(Sat, CircuitsComputeWhatTermsMean) {
  Rng rng(1);
  for (unsigned width = 1; width <= 70; ++width) {
    Terms terms;
    const Term x = terms.variable("x", width), y = terms.variable("y", width), p = terms.variable("p", 1);
    const Term constant = terms.constant(random_number(width, rng));
    std::vector<Term> all = operations(terms, x, y, p, rng);
    for (const auto& [a, b] : {std::pair(x, constant), std::pair(constant, x), std::pair(x, x)})
      for (Term t : operations(terms, a, b, p, rng)) all.push_back(t);
    Circuit circuit;
    Blaster blaster(circuit);
    all.insert(all.end(), {x, y, p});
    ASSERT_TRUE(blaster.build(terms, all));
    for (int round = 0; round < 6; ++round) {
      Model model;
      const Term variables[] = {x, y, p};
      for (Term variable : variables) model.set(variable, random_number(variable.width(), rng));
      const std::vector<bool> on = simulate(circuit, blaster, model, variables);
      const std::vector<APInt> right = Evaluator(terms, all).evaluate(model);
      for (std::size_t i = 0; i < all.size(); ++i)
        ASSERT_EQ(value_of(blaster.signals(all[i]), on), right[i])
            << terms.print(all[i]) << " at " << llvm::toString(model.get(x), 10, false) << ", "
            << llvm::toString(model.get(y), 10, false);
    }
  }
}

TEST(Sat, OperationsHaveTheirValueAndNoOther) {
  Rng rng(2);
  for (unsigned width = 1; width <= 70; width += width < 18 ? 1 : 7) {
    Terms terms;
    SatBackend sat;
    const Term x = terms.variable("x", width), y = terms.variable("y", width), p = terms.variable("p", 1);
    for (Term t : operations(terms, x, y, p, rng)) {
      Model model;
      std::vector<Term> question;
      for (Term variable : {x, y, p}) {
        model.set(variable, random_number(variable.width(), rng));
        question.push_back(terms.make2(Kind::Eq, 1, variable, terms.constant(model.get(variable))));
      }
      const Term right = terms.make2(Kind::Eq, 1, t, terms.constant(evaluate(terms, t, model)));
      question.push_back(right);
      EXPECT_EQ(sat.solve(terms, question, seconds(60)).answer, Answer::Sat) << terms.print(t);
      question.back() = terms.make1(Kind::Not, 1, right);
      EXPECT_EQ(sat.solve(terms, question, seconds(60)).answer, Answer::Unsat) << terms.print(t);
    }
  }
}

/// A random truth over variables of one width, up to 70 bits.
class WideGenerator {
 public:
  WideGenerator(Terms& terms, Rng& rng, unsigned width)
      : t_(terms), rng_(rng), x_(terms.variable("x", width)), y_(terms.variable("y", width)) {}
  Term bits(unsigned depth) {
    if (depth == 0)
      return rng_.chance(1, 3) ? t_.constant(random_number(x_.width(), rng_)) : rng_.chance(1, 2) ? x_ : y_;
    const Term a = bits(depth - 1), b = bits(depth - 1);
    std::vector<Term> made = operations(t_, a, b, truth(depth - 1), rng_);
    Term t = rng_.pick(made);
    // Wide products and quotients of unknowns are too hard to compare solvers by.
    while (t.kind() >= Kind::Mul && t.kind() <= Kind::SRem && x_.width() > 6) t = rng_.pick(made);
    return t.width() == x_.width() ? t : t.width() > x_.width() ? t_.trunc(t, x_.width()) : t_.sext(t, x_.width());
  }
  Term truth(unsigned depth) {
    if (depth == 0) return t_.ult(x_, y_);
    const Term a = bits(depth - 1), b = bits(depth - 1);
    switch (rng_.below(x_.width() > 6 ? 5 : 7)) {
      case 0:
        return t_.make2(Kind::Eq, 1, a, b);
      case 1:
        return t_.make2(Kind::Slt, 1, a, b);
      case 2:
        return t_.make2(Kind::SAddOverflow, 1, a, b);
      case 3:
        return t_.make2(Kind::SSubOverflow, 1, a, b);
      case 4:
        return t_.make2(Kind::Ult, 1, a, b);
      case 5:
        return t_.make2(Kind::UMulOverflow, 1, a, b);
      default:
        return t_.make2(Kind::SMulOverflow, 1, a, b);
    }
  }

 private:
  Terms& t_;
  Rng& rng_;
  Term x_, y_;
};

TEST(Sat, AgreesWithZ3OnRandomTermsOfManyWidths) {
  Watchdog watchdog;
  Z3Backend z3;
  unsigned sat = 0, unsat = 0;
  for (std::uint64_t seed = 0; seed < 280; ++seed) {
    Rng rng(seed);
    Terms terms;
    WideGenerator generator(terms, rng, 1 + static_cast<unsigned>(seed % 70));
    SatBackend backend;
    for (unsigned query = 0; query < 3; ++query) {  // the second and third meet what the solver has learnt
      const std::vector<Term> question{generator.truth(3), terms.lnot(generator.truth(2)), generator.truth(1)};
      const BackendResult ours = backend.solve(terms, question, seconds(1));
      const BackendResult theirs = z3.solve(terms, question, Engine::Bits, seconds(1), watchdog);
      if (ours.answer == Answer::Unknown || theirs.answer == Answer::Unknown) continue;
      ASSERT_EQ(ours.answer, theirs.answer) << seed << " " << query;
      ++(ours.answer == Answer::Sat ? sat : unsat);
      if (ours.answer == Answer::Sat)
        ASSERT_TRUE(Evaluator(terms, question).all_true(ours.model)) << seed << " " << query;
    }
  }
  EXPECT_GT(sat, 150u);
  EXPECT_GT(unsat, 150u);
}

TEST(Sat, WhatHasNoBitsMayBeAnything) {
  Terms terms;
  SatBackend sat;
  const Term x = terms.variable("x", 8), y = terms.variable("y", 8);
  const Term fx = terms.uninterpreted("f", 8, std::span(&x, 1)), fy = terms.uninterpreted("f", 8, std::span(&y, 1));
  const Term question[] = {terms.eq(x, y), terms.ult(fx, fy)};
  EXPECT_EQ(sat.solve(terms, question, seconds(10)).answer, Answer::Sat);
  const Term contradiction[] = {terms.ult(fx, fy), terms.ult(fy, fx)};
  EXPECT_EQ(sat.solve(terms, contradiction, seconds(10)).answer, Answer::Unsat);
}

TEST(Sat, ACircuitThatIsTooLargeIsGivenUpAndForgotten) {
  Terms terms;
  SatBackend sat;
  const Term x = terms.variable("x", 400), y = terms.variable("y", 400);
  const Term large = terms.eq(terms.mul(x, y), terms.constant(400, 12345)), small = terms.ult(x, y);
  Budget budget = seconds(60);
  budget.megabytes = 1;
  const BackendResult result = sat.solve(terms, std::span(&large, 1), budget);
  EXPECT_EQ(result.answer, Answer::Unknown);
  EXPECT_EQ(result.reason, Reason::MemoryLimit);
  EXPECT_EQ(sat.solve(terms, std::span(&small, 1), budget).answer, Answer::Sat);
}

}  // namespace
}  // namespace assay::refine::smt
