#include <gtest/gtest.h>

#include <cadical.hpp>

#include <cstdio>
#include <memory>
#include <sstream>

#include "services/worker/refine/smt/sat/blaster.h"
#include "services/worker/refine/smt/sat/clauses.h"

namespace assay::refine::smt {
namespace {

using Clause = std::vector<int>;

/// Checks a proof forward: every clause that it adds must lead to a contradiction by unit propagation when it is
/// negated. What the proof deletes stays, which does no harm.
class ProofChecker {
 public:
  void add(const Clause& clause) {
    for (int literal : clause) {
      const std::size_t variable = static_cast<std::size_t>(std::abs(literal));
      if (values_.size() <= variable) values_.resize(variable + 1, 0);
      if (watches_.size() <= 2 * variable + 1) watches_.resize(2 * variable + 2);
    }
    clauses_.push_back(clause);
    const std::size_t index = clauses_.size() - 1;
    if (clause.size() < 2) {
      short_.push_back(index);
      return;
    }
    for (int i : {0, 1}) watches_[slot(clause[i])].push_back(index);
  }
  /// Does the clause follow by unit propagation?
  bool follows(const Clause& clause) {
    trail_.clear();
    bool conflict = false;
    for (int literal : clause) conflict = conflict || !assign(-literal);
    for (std::size_t index : short_) conflict = conflict || clauses_[index].empty() || !assign(clauses_[index][0]);
    for (std::size_t next = 0; next < trail_.size() && !conflict; ++next) conflict = !propagate(-trail_[next]);
    for (int literal : trail_) values_[static_cast<std::size_t>(std::abs(literal))] = 0;
    return conflict;
  }

 private:
  static std::size_t slot(int literal) {
    return 2 * static_cast<std::size_t>(std::abs(literal)) + (literal < 0 ? 1 : 0);
  }
  int value(int literal) const {
    const int v = values_[static_cast<std::size_t>(std::abs(literal))];
    return literal < 0 ? -v : v;
  }
  bool assign(int literal) {
    if (value(literal) != 0) return value(literal) > 0;
    values_[static_cast<std::size_t>(std::abs(literal))] = literal < 0 ? -1 : 1;
    trail_.push_back(literal);
    return true;
  }
  bool propagate(int falsified) {
    std::vector<std::size_t>& list = watches_[slot(falsified)];
    for (std::size_t i = 0; i < list.size();) {
      Clause& clause = clauses_[list[i]];
      if (clause[0] == falsified) std::swap(clause[0], clause[1]);
      std::size_t other = 2;
      while (other < clause.size() && value(clause[other]) < 0) ++other;
      if (value(clause[0]) <= 0 && other < clause.size()) {
        std::swap(clause[1], clause[other]);
        watches_[slot(clause[1])].push_back(list[i]);
        list[i] = list.back();
        list.pop_back();
        continue;
      }
      if (!assign(clause[0])) return false;
      ++i;
    }
    return true;
  }

  std::vector<Clause> clauses_;
  std::vector<std::size_t> short_;
  std::vector<std::vector<std::size_t>> watches_;
  std::vector<int> values_;
  std::vector<int> trail_;
};

/// Refutes the conjuncts with a proof that is checked. The number of its steps; 0 if something is wrong.
std::size_t checked_steps(const Terms& terms, const std::vector<Term>& conjuncts) {
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::tmpfile(), std::fclose);
  CaDiCaL::Solver solver;
  solver.set("binary", 0);
  solver.set("quiet", 1);
  solver.trace_proof(file.get(), "proof");
  ProofChecker checker;
  const auto add = [&](std::span<const int> clause) {
    checker.add({clause.begin(), clause.end()});
    for (int literal : clause) solver.add(literal);
    solver.add(0);
  };
  Circuit circuit;
  Blaster blaster(circuit);
  Clauses clauses(circuit, add);
  if (!blaster.build(terms, conjuncts)) return 0;
  for (Term t : conjuncts) {
    const int literal = clauses.literal(blaster.signals(t)[0]);
    add(std::span(&literal, 1));
  }
  if (solver.solve() != 20) return 0;
  solver.flush_proof_trace();
  std::rewind(file.get());
  std::size_t steps = 0;
  Clause clause;
  for (char word[32]; std::fscanf(file.get(), "%31s", word) == 1;) {
    if (word[0] == 'd') {
      for (int literal = 1; literal != 0;)
        if (std::fscanf(file.get(), "%d", &literal) != 1) return 0;
      continue;
    }
    if (const int literal = std::atoi(word); literal != 0) {
      clause.push_back(literal);
      continue;
    }
    if (!checker.follows(clause)) return 0;
    ++steps;
    if (clause.empty()) return steps;
    checker.add(clause);
    clause.clear();
  }
  return 0;  // the proof ends without a contradiction
}

TEST(SatProof, AWrongStepIsSeen) {
  ProofChecker checker;
  checker.add({1, 2});
  checker.add({-1, 2});
  EXPECT_TRUE(checker.follows({2}));
  EXPECT_FALSE(checker.follows({1}));
  EXPECT_FALSE(checker.follows({}));
  checker.add({-2});
  EXPECT_TRUE(checker.follows({}));
}

TEST(SatProof, RefutationsAreProvedStepByStep) {
  Terms t;
  const auto differ = [&](Term a, Term b) {
    return std::vector<Term>{t.make1(Kind::Not, 1, t.make2(Kind::Eq, 1, a, b))};
  };
  const auto two = [&](Kind kind, Term a, Term b) { return t.make2(kind, a.width(), a, b); };
  const Term x = t.variable("x", 24), y = t.variable("y", 24);
  const Term carry = two(Kind::Shl, two(Kind::And, x, y), t.constant(24, 1));
  EXPECT_GT(checked_steps(t, differ(two(Kind::Add, x, y), two(Kind::Add, two(Kind::Xor, x, y), carry))), 0u);
  const Term a = t.variable("a", 5), b = t.variable("b", 5);
  EXPECT_GT(checked_steps(t, differ(two(Kind::Mul, a, b), two(Kind::Mul, b, a))), 0u);
  const Term again = two(Kind::Add, two(Kind::Mul, two(Kind::UDiv, a, b), b), two(Kind::URem, a, b));
  EXPECT_GT(checked_steps(t, differ(again, a)), 0u);
  const Term wide = two(Kind::Mul, t.make1(Kind::SExt, 10, a), t.make1(Kind::SExt, 10, b));
  const Term fits = t.make2(Kind::Eq, 1, t.make1(Kind::SExt, 10, t.make1(Kind::Slice, 5, wide, 0)), wide);
  EXPECT_GT(checked_steps(t, {t.make2(Kind::Eq, 1, t.make2(Kind::SMulOverflow, 1, a, b), fits)}), 0u);
}

}  // namespace
}  // namespace assay::refine::smt
