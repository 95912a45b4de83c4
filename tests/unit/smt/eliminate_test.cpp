#include <gtest/gtest.h>

#include "services/common/rng.h"
#include "services/worker/refine/smt/eliminate.h"

namespace assay::refine::smt {
namespace {

using llvm::APInt;

/// Random statements over outer and inner variables of few bits, in which inner variables mostly occur once.
class Statements {
 public:
  Statements(Terms& terms, Rng& rng, unsigned width) : t_(terms), rng_(rng), width_(width) {
    for (const char* name : {"x", "y"}) outer.push_back(t_.variable(name, width));
    outer.push_back(t_.variable("flag", 1));
  }
  std::vector<Term> outer, inner;

  Term truth(unsigned depth) {
    if (depth == 0)
      return rng_.chance(1, 2) ? t_.slice(leaf(), static_cast<unsigned>(rng_.below(width_)), 1) : outer[2];
    switch (rng_.below(10)) {
      case 0:
        return t_.land(truth(depth - 1), truth(depth - 1));
      case 1:
        return t_.lor(truth(depth - 1), truth(depth - 1));
      case 2:
        return t_.lxor(truth(depth - 1), truth(depth - 1));
      case 3:
        return t_.ite(truth(depth - 1), truth(depth - 1), truth(depth - 1));
      case 4:
        return t_.ult(value(depth - 1), value(depth - 1));
      case 5:
        return t_.slt(value(depth - 1), value(depth - 1));
      case 6:
        return overflow(value(depth - 1), value(depth - 1));
      default:
        return rng_.chance(1, 2) ? t_.eq(value(depth - 1), value(depth - 1))
                                 : t_.ne(value(depth - 1), value(depth - 1));
    }
  }

 private:
  Term leaf() {
    switch (rng_.below(6)) {
      case 0:
        return t_.constant(width_, rng_());
      case 1:
        return outer[rng_.below(2)];
      default:
        break;
    }
    if (inner.size() >= kMostInner || (!inner.empty() && rng_.chance(1, 6))) return inner[rng_.below(inner.size())];
    inner.push_back(t_.variable("u" + std::to_string(inner.size()), width_));
    return rng_.chance(1, 2) ? inner.back() : t_.ite(outer[2], inner.back(), outer[rng_.below(2)]);
  }
  Term value(unsigned depth) {
    if (depth == 0) return leaf();
    const Term a = value(depth - 1);
    switch (rng_.below(5)) {
      case 0:
        return unary(a);
      case 1:
        return t_.ite(truth(depth - 1), a, value(depth - 1));
      default:
        return binary(a, value(depth - 1));
    }
  }
  Term unary(Term a) {
    const unsigned low = static_cast<unsigned>(rng_.below(width_));
    switch (rng_.below(8)) {
      case 0:
        return t_.bnot(a);
      case 1:
        return t_.neg(a);
      case 2:
        return t_.sext(t_.slice(a, low, 1), width_);
      case 3:
        return t_.zext(t_.slice(a, low, width_ - low), width_);
      case 4:
        return t_.ctpop(a);
      case 5:
        return rng_.chance(1, 2) ? t_.ctlz(a) : t_.cttz(a);
      case 6:
        return width_ == 1 ? a : t_.concat(t_.slice(a, 0, 1), t_.slice(t_.concat(a, leaf()), 1, width_ - 1));
      default:
        return t_.bitreverse(a);
    }
  }
  Term binary(Term a, Term b) {
    if (rng_.chance(1, 8)) {
      const Term less = rng_.chance(1, 2) ? t_.ult(a, b) : t_.slt(a, b);
      return rng_.chance(1, 2) ? t_.ite(less, a, b) : t_.ite(less, b, a);
    }
    const Term amount = rng_.chance(1, 2) ? outer[0] : t_.constant(width_, rng_.below(width_));
    switch (rng_.below(14)) {
      case 10:
        return t_.sdiv(a, t_.constant(width_, rng_.below(std::uint64_t{1} << width_)));
      case 11:
        return t_.srem(a, t_.constant(width_, rng_.below(std::uint64_t{1} << width_)));
      case 0:
        return t_.band(a, b);
      case 1:
        return t_.bor(a, b);
      case 2:
        return t_.bxor(a, b);
      case 3:
        return t_.sub(a, b);
      case 4:
        return t_.mul(a, b);
      case 5:
        return t_.udiv(a, b);
      case 6:
        return t_.urem(a, b);
      case 7:
        return t_.shl(a, amount);
      case 8:
        return t_.lshr(a, amount);
      case 9:
        return t_.ashr(a, amount);
      default:
        return t_.add(a, b);
    }
  }
  Term overflow(Term a, Term b) {
    switch (rng_.below(5)) {
      case 0:
        return t_.sadd_overflows(a, b);
      case 1:
        return t_.ssub_overflows(a, b);
      case 2:
        return t_.umul_overflows(a, b);
      case 3:
        return t_.smul_overflows(a, b);
      default:
        return t_.uadd_overflows(a, b);
    }
  }

  static constexpr std::size_t kMostInner = 3;
  Terms& t_;
  Rng& rng_;
  unsigned width_;
};

/// Every assignment of the variables, each bit of `number` one of theirs.
void assign(std::uint64_t number, const std::vector<Term>& variables, Model& model) {
  for (Term v : variables) {
    model.set(v, APInt(v.width(), number & ((std::uint64_t{1} << v.width()) - 1)));
    number >>= v.width();
  }
}
unsigned bits_of(const std::vector<Term>& variables) {
  unsigned bits = 0;
  for (Term v : variables) bits += v.width();
  return bits;
}

class Elimination : public testing::TestWithParam<unsigned> {};

TEST_P(Elimination, SaysWhatHoldsForAllInnerValues) {
  const unsigned width = GetParam();
  unsigned exact = 0, told = 0;
  for (std::uint64_t seed = 0; seed < (width < 3 ? 10'000 : 4'000); ++seed) {
    Rng rng(seed * 8 + width);
    Terms terms;
    Statements statements(terms, rng, width);
    const Term body = statements.truth(1 + static_cast<unsigned>(rng.below(3)));
    if (statements.inner.empty()) continue;
    Instance instance;
    for (Term v : statements.inner) instance.emplace(v, statements.outer[rng.below(2)]);
    const Eliminated all = for_all(terms, body, statements.inner, instance);
    const Term at_instance = terms.substitute(body, instance);
    exact += all.exact;
    Evaluator before(terms, std::span(&body, 1)), after(terms, std::span(&all.term, 1)),
        one(terms, std::span(&at_instance, 1));
    Model model;
    for (std::uint64_t outer = 0; outer < 1ull << bits_of(statements.outer); ++outer) {
      assign(outer, statements.outer, model);
      bool expected = true;
      for (std::uint64_t inner = 0; expected && inner < 1ull << bits_of(statements.inner); ++inner) {
        assign(inner, statements.inner, model);
        expected = before.all_true(model);
      }
      const bool got = after.all_true(model);
      told += all.exact && expected;
      ASSERT_TRUE(got || !expected) << "seed " << seed << "\n" << terms.print(body) << "\n" << terms.print(all.term);
      ASSERT_TRUE(!got || one.all_true(model)) << "weaker than the instance, seed " << seed << "\n"
                                               << terms.print(body);
      ASSERT_TRUE(!all.exact || got == expected) << "seed " << seed << "\n"
                                                 << terms.print(body) << "\n"
                                                 << terms.print(all.term);
    }
  }
  EXPECT_GT(exact, 100u);
  EXPECT_GT(told, 100u);
}

INSTANTIATE_TEST_SUITE_P(Widths, Elimination, testing::Values(1, 2, 3));

/// Each use of an undef value is an inner variable of its own.
class EliminationOf : public testing::Test {
 protected:
  Term u(unsigned i) {
    while (inner.size() <= i) inner.push_back(terms.variable("u" + std::to_string(inner.size()), 32));
    return inner[i];
  }
  Answer ask(Term body) {
    EXPECT_TRUE(for_all(terms, body, inner, {}).exact) << terms.print(body);
    ExistsForall problem;
    problem.inner = inner;
    problem.body = body;
    problem.rounds = 32;
    return solver.eliminate(terms, problem, Limits{}).answer;
  }
  Terms terms;
  Solver solver;
  std::vector<Term> inner;
  Term x = terms.variable("x", 32), y = terms.variable("y", 32), flag = terms.variable("flag", 1);
  Term may_be_undef(unsigned i) { return terms.ite(flag, u(i), x); }
};

TEST_F(EliminationOf, BitwiseFunctionsGiveEachBitForItself) {
  const Term picked = terms.bor(terms.band(u(0), x), terms.band(terms.bnot(u(1)), y));
  EXPECT_EQ(ask(terms.ne(picked, terms.bor(x, y))), Answer::Unsat);
  EXPECT_EQ(ask(terms.ne(picked, terms.band(terms.bxor(x, y), x))), Answer::Unsat);
  EXPECT_EQ(ask(terms.ne(picked, terms.bxor(x, terms.bnot(y)))), Answer::Sat);
}

TEST_F(EliminationOf, SumsAreIsolated) {
  const Term odd = terms.constant(32, 7);
  EXPECT_EQ(ask(terms.ne(terms.add(terms.mul(u(0), odd), x), y)), Answer::Unsat);
  EXPECT_EQ(ask(terms.ne(terms.mul(u(0), terms.constant(32, 6)), y)), Answer::Sat);
  EXPECT_EQ(ask(terms.ne(terms.add(terms.band(u(0), x), y), terms.add(x, y))), Answer::Unsat);
}

TEST_F(EliminationOf, CasesAreMadeOfWhatDecidesBetweenPicksAndValues) {
  // x - x of an undef x is any number, else zero.
  const Term difference = terms.sub(may_be_undef(0), may_be_undef(1));
  EXPECT_EQ(ask(terms.ne(difference, terms.zero(32))), Answer::Unsat);
  EXPECT_EQ(ask(terms.ne(difference, terms.ite(flag, y, terms.zero(32)))), Answer::Unsat);
  EXPECT_EQ(ask(terms.ne(difference, y)), Answer::Sat);
}

TEST_F(EliminationOf, MinimaAreRanges) {
  const auto least = [&](Term a, Term b) { return terms.ite(terms.ult(a, b), a, b); };
  EXPECT_EQ(ask(terms.land(terms.ult(y, x), terms.ne(least(u(0), x), y))), Answer::Unsat);
  EXPECT_EQ(ask(terms.ne(least(u(0), x), y)), Answer::Sat);
  EXPECT_EQ(ask(terms.ne(terms.bnot(least(terms.bnot(u(0)), u(1))), y)), Answer::Unsat);
}

TEST_F(EliminationOf, EveryPickObeysWhatABranchAsks) {
  const Term ten = terms.constant(32, 10);
  // All picks are below ten, or none is: then the value is no pick at all.
  const Term defined = terms.eq(terms.ult(terms.ite(flag, terms.zero(32), x), ten), terms.ult(may_be_undef(0), ten));
  EXPECT_EQ(ask(terms.land(defined, flag)), Answer::Unsat);
  EXPECT_EQ(ask(defined), Answer::Sat);
}

}  // namespace
}  // namespace assay::refine::smt
