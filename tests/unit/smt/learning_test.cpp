// A solver that learns which rung decides questions of a shape (Solver::Options::learns). What a question costs is
// counted work, so that it is the same in each run.
#include <gtest/gtest.h>

#include "services/worker/refine/smt/solver.h"

namespace assay::refine::smt {
namespace {

constexpr int kQuestions = 8;

Solver::Options learning(bool learns) {
  Solver::Options options;
  options.random_models = 0;
  options.learns = learns;
  return options;
}

/// Offsets that grow, which integers prove and bits take long for.
std::vector<Term> offsets(Terms& t, int which) {
  std::vector<Term> question;
  Term forward = t.zero(64);
  for (int i = 0; i < 8; ++i) {
    const Term part = t.variable("x" + std::to_string(i), 64), end = t.variable("e" + std::to_string(i), 64);
    question.push_back(t.eq(end, t.add(forward, t.mul(part, t.constant(64, static_cast<unsigned>(which + 3))))));
    question.push_back(t.ule(forward, end));
    question.push_back(t.ult(part, t.constant(64, 1u << 20)));
    forward = end;
  }
  question.push_back(t.ult(t.constant(64, static_cast<std::uint64_t>(which + 3) << 23), forward));
  return question;
}

/// Has a prime number factors? By sums that are chosen by bits: neither decides that soon.
std::vector<Term> factors(Terms& t, int which) {
  const Term x = t.variable("x", 31), y = t.variable("y", 31);
  Term product = t.constant(62, static_cast<unsigned>(which));
  for (unsigned i = 0; i < 31; ++i)
    product = t.add(product, t.ite(t.slice(x, i, 1), t.shl(t.zext(y, 62), t.constant(62, i)), t.zero(62)));
  const std::uint64_t prime = (std::uint64_t{1} << 61) - 1;
  return {t.eq(product, t.constant(62, prime + static_cast<unsigned>(which))), t.ult(x, y),
          t.ult(t.constant(31, 1), x)};
}

struct Asked {
  std::vector<Answer> answers;
  std::vector<WorkClock::duration> work;
  std::uint64_t as_integers = 0;
};

/// Questions one after the other, each of at most `milliseconds`.
Asked ask(std::vector<Term> (*question)(Terms&, int), bool learns, unsigned milliseconds) {
  Solver solver(learning(learns));
  Asked asked;
  for (int i = 0; i < kQuestions; ++i) {
    Terms terms;
    const std::vector<Term> conjuncts = question(terms, i);
    const auto start = WorkClock::now();
    Limits limits;
    limits.milliseconds = milliseconds;
    asked.answers.push_back(solver.check(terms, conjuncts, limits).answer);
    asked.work.push_back(WorkClock::now() - start);
  }
  asked.as_integers = solver.statistics().as_integers;
  return asked;
}

TEST(Learning, WhereIntegersDecideTheSatSolverIsNotWaitedFor) {
  const std::vector<Answer> unsat(kQuestions, Answer::Unsat);
  const Asked learned = ask(offsets, true, 400), fixed = ask(offsets, false, 400);
  EXPECT_EQ(learned.answers, unsat);
  EXPECT_EQ(fixed.answers, unsat);
  EXPECT_EQ(learned.as_integers, fixed.as_integers);
  EXPECT_LT(learned.work.back(), fixed.work.back());
}

TEST(Learning, WhatIntegersNeverDecideTheyAreSeldomAsked) {
  const std::vector<Answer> unknown(kQuestions, Answer::Unknown);
  const Asked learned = ask(factors, true, 40), fixed = ask(factors, false, 40);
  EXPECT_EQ(learned.answers, unknown);
  EXPECT_EQ(fixed.answers, unknown);
  EXPECT_EQ(fixed.as_integers, static_cast<std::uint64_t>(kQuestions));
  EXPECT_EQ(learned.as_integers, 4u) << "as often as a kind is tried at least (Experience)";
}

TEST(Learning, TheSameQuestionsTeachTheSame) { EXPECT_EQ(ask(offsets, true, 400).work, ask(offsets, true, 400).work); }

}  // namespace
}  // namespace assay::refine::smt
