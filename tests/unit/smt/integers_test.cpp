#include <gtest/gtest.h>

#include "services/worker/refine/smt/solver.h"
#include "services/worker/refine/smt/z3/backend.h"
#include "tests/unit/smt/operations.h"

namespace assay::refine::smt {
namespace {

using llvm::APInt;

struct Question {
  Terms terms;
  Watchdog watchdog;
  Z3Backend z3;
  Answer ask(std::vector<Term> conjuncts) {
    const Budget budget{WorkClock::now() + std::chrono::seconds(10), 1'024};
    return z3.refute_as_integers(terms, conjuncts, budget, watchdog).answer;
  }
};

TEST(Integers, LoseNoSolutionOfAnyOperation) {
  Rng rng(3);
  unsigned refuted = 0;
  for (unsigned width = 1; width <= 70; width += width < 10 ? 1 : 6) {
    Question q;
    Terms& t = q.terms;
    const Term x = t.variable("x", width), y = t.variable("y", width), p = t.variable("p", 1);
    std::vector<Term> all = test::operations(t, x, y, p, rng);
    const Term constant = t.constant(test::random_number(width, rng));
    for (Term of_constant : test::operations(t, x, constant, p, rng)) all.push_back(of_constant);
    const std::size_t simple = all.size();
    for (std::size_t i = 0; i < simple; ++i)  // and as operands of another
      if (all[i].width() == width) {
        const std::vector<Term> nested = test::operations(t, all[i], rng.chance(1, 2) ? y : x, p, rng);
        all.push_back(rng.pick(nested));
      }
    for (Term operation : all) {
      Model model;
      std::vector<Term> question;
      for (Term variable : {x, y, p}) {
        model.set(variable, test::random_number(variable.width(), rng));
        question.push_back(t.make2(Kind::Eq, 1, variable, t.constant(model.get(variable))));
      }
      const Term right = t.make2(Kind::Eq, 1, operation, t.constant(evaluate(t, operation, model)));
      question.push_back(right);
      ASSERT_NE(q.ask(question), Answer::Unsat) << t.print(t.all_of(question));
      question.back() = t.make1(Kind::Not, 1, right);
      refuted += q.ask(question) == Answer::Unsat ? 1 : 0;
    }
  }
  EXPECT_GT(refuted, 300u);
}

/// The end of a loop that counts down by 255, computed in two ways.
std::vector<Term> ends_of_loop(Terms& t, std::uint64_t less) {
  const Term x = t.variable("x", 64), rest = t.sub(x, t.constant(64, 270)), most = t.constant(64, 254);
  const Term one = t.sub(t.sub(x, t.constant(64, 16)), t.ite(t.ult(rest, most), rest, most));
  const Term count = t.udiv(one, t.constant(64, 255)), other = t.udiv(rest, t.constant(64, 255));
  const Term end = t.sub(rest, t.mul(count, t.constant(64, 255)));
  return {t.ult(t.constant(64, 269), x), t.ne(t.sub(end, rest), t.mul(other, t.constant(64, 0 - less)))};
}

TEST(Integers, AreAskedFirstAboutQuotientsByConstants) {
  Limits limits;
  limits.milliseconds = 30;
  for (const auto& [less, answer] : {std::pair(255, Answer::Unsat), std::pair(254, Answer::Sat)}) {
    Terms terms;
    Solver solver{Solver::Options()};
    const std::vector<Term> question = ends_of_loop(terms, static_cast<std::uint64_t>(less));
    EXPECT_EQ(solver.check(terms, question, limits).answer, answer) << less;
  }
}

TEST(Integers, KnowHowOftenASumMayWrap) {
  // How often a loop comes back that counts down by 1,020, and from the next round.
  Terms t;
  const auto number = [&](std::uint64_t value) { return t.constant(32, value); };
  const auto times = [&](Term x) {
    const Term next = t.sub(x, number(1'020)), most = number(1'019);
    return t.udiv(t.sub(t.sub(x, number(1)), t.ite(t.ult(next, most), next, most)), number(1'020));
  };
  const Term x = t.variable("x", 32), next = t.sub(x, number(1'020));
  Limits limits;
  limits.milliseconds = 12;
  Solver solver{Solver::Options()};
  const std::vector<Term> question{t.ult(number(1'019), next), t.ne(times(x), t.add(times(next), number(1)))};
  EXPECT_EQ(solver.check(t, question, limits).answer, Answer::Unsat);
}

TEST(Integers, ProveThatWhatIsInsideAnObjectDoesNotWrap) {
  Question q;
  Terms& t = q.terms;
  const Term base = t.variable("base", 64), size = t.variable("size", 64), offset = t.variable("offset", 64);
  const Term fits = t.lnot(t.uadd_overflows(base, size)), inside = t.ule(offset, size);
  const Term after = t.ult(t.add(base, size), t.add(base, offset));
  EXPECT_EQ(q.ask({fits, inside, after}), Answer::Unsat);
  EXPECT_EQ(q.ask({inside, after}), Answer::Unknown);  // it may wrap, but only bits say so
  EXPECT_EQ(q.ask({fits, after}), Answer::Unknown);
}

TEST(Integers, ProveSumsThatBitsTakeLongFor) {
  Terms t;
  Solver solver;
  std::vector<Term> question;
  Term forward = t.zero(64);
  for (int i = 0; i < 8; ++i) {
    const Term part = t.variable("x" + std::to_string(i), 64), end = t.variable("e" + std::to_string(i), 64);
    question.push_back(t.eq(end, t.add(forward, t.mul(part, t.constant(64, 3)))));
    question.push_back(t.ule(forward, end));
    question.push_back(t.ult(part, t.constant(64, 1u << 20)));
    forward = end;
  }
  question.push_back(t.ult(t.constant(64, 24u << 20), forward));
  Limits limits;
  limits.milliseconds = 20'000;
  EXPECT_EQ(solver.check(t, question, limits).answer, Answer::Unsat);
}

}  // namespace
}  // namespace assay::refine::smt
