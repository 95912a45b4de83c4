#include <benchmark/benchmark.h>

#include "services/worker/refine/smt/solver.h"

/// What a check costs: pairs that simplify away, pairs that a model is found for by evaluation, pairs that need Z3.
namespace assay::refine::smt {
namespace {

/// Ten instructions in the manner of InstCombine's input, and what it makes of them.
struct Pair {
  Term source, source_poison;
  Term target, target_poison;
};

Pair ten_instructions(Terms& t, unsigned width, std::uint64_t salt) {
  const auto c = [&](std::uint64_t value) { return t.constant_signed(width, value); };
  const Term x = t.variable("x", width), y = t.variable("y", width), px = t.variable("px", 1);
  // a = x + 5 (nsw); b = a - 3 (nsw); c = b ^ -1; d = c + 1; e = d << 3; f = e * 2; g = y & 255; h = g | 256;
  // i = f + h; j = i == 0
  const Term a = t.add(x, c(5 + salt)), b = t.sub(a, c(3)), n = t.bxor(b, c(~0ull)), d = t.add(n, c(1));
  const Term e = t.shl(d, c(3)), f = t.mul(e, c(2)), g = t.band(y, c(255)), h = t.bor(g, c(256)), i = t.add(f, h);
  Pair pair;
  pair.source = t.eq(i, c(0));
  pair.source_poison = t.any_of(std::vector<Term>{px, t.sadd_overflows(x, c(5 + salt)), t.ssub_overflows(a, c(3))});
  const Term e2 = t.shl(t.sub(c(0), t.add(x, c(2 + salt))), c(4));
  pair.target = t.eq(t.neg(e2), t.add(t.zext(t.trunc(y, 8), width), c(256)));
  pair.target_poison = px;
  return pair;
}

std::vector<Term> refutation(Terms& t, const Pair& pair) {
  return {t.lnot(pair.source_poison), t.lor(pair.target_poison, t.ne(pair.source, pair.target))};
}

void PairThatSimplifiesAway(benchmark::State& state) {
  Solver solver;
  for (auto _ : state) {
    Terms terms;
    const Pair pair = ten_instructions(terms, 32, 0);
    const Outcome outcome = solver.check(terms, refutation(terms, pair), Limits{});
    if (outcome.stage != Stage::Simplification) state.SkipWithError("not simplified");
  }
}
BENCHMARK(PairThatSimplifiesAway);

void WrongPairFoundByEvaluation(benchmark::State& state) {
  Solver solver;
  for (auto _ : state) {
    Terms terms;
    Pair pair = ten_instructions(terms, 32, 0);
    pair.target = terms.ult(pair.target, terms.ult(terms.variable("y", 32), terms.constant(32, 7)));
    const Outcome outcome = solver.check(terms, refutation(terms, pair), Limits{});
    if (outcome.answer != Answer::Sat) state.SkipWithError("no model");
  }
}
BENCHMARK(WrongPairFoundByEvaluation);

/// x + y = (x ^ y) + 2 * (x & y): nothing that rewriting sees.
void IdentityThatNeedsTheSolver(benchmark::State& state) {
  const unsigned width = static_cast<unsigned>(state.range(0));
  Solver solver;
  for (auto _ : state) {
    Terms terms;
    const Term x = terms.variable("x", width), y = terms.variable("y", width);
    const Term carry = terms.shl(terms.band(x, y), terms.constant(width, 1));
    const Term differs = terms.ne(terms.add(x, y), terms.add(terms.bxor(x, y), carry));
    const Outcome outcome = solver.check(terms, std::span(&differs, 1), Limits{});
    if (outcome.answer != Answer::Unsat) state.SkipWithError("not proven");
  }
}
BENCHMARK(IdentityThatNeedsTheSolver)->Arg(8)->Arg(16)->Arg(32)->Arg(64)->Unit(benchmark::kMillisecond);

void DivisionByConstantIsMultiplication(benchmark::State& state) {
  Solver solver;
  for (auto _ : state) {
    Terms terms;
    const Term x = terms.variable("x", 8);
    const Term product = terms.mul(terms.zext(x, 16), terms.constant(16, 205));
    const Term high = terms.zext(terms.slice(product, 10, 6), 8);
    const Term differs = terms.ne(terms.udiv(x, terms.constant(8, 5)), high);
    const Outcome outcome = solver.check(terms, std::span(&differs, 1), Limits{});
    if (outcome.answer != Answer::Unsat) state.SkipWithError("not proven");
  }
}
BENCHMARK(DivisionByConstantIsMultiplication)->Unit(benchmark::kMillisecond);

void TrivialQueryForTheSolver(benchmark::State& state) {
  Solver::Options options;
  options.random_models = 0;
  Solver solver(options);
  for (auto _ : state) {
    Terms terms;
    const Term x = terms.variable("x", 32), y = terms.variable("y", 32);
    const Term list[] = {terms.ult(x, y), terms.ult(terms.bxor(y, terms.add(x, x)), x)};
    if (solver.check(terms, list, Limits{}).answer != Answer::Sat) state.SkipWithError("no model");
  }
}
BENCHMARK(TrivialQueryForTheSolver)->Unit(benchmark::kMicrosecond);

void HalfAdditionNeedsTheExactTheory(benchmark::State& state) {
  Solver solver;
  for (auto _ : state) {
    Terms terms;
    const FloatFormat f = FloatFormat::Half;
    const Term x = terms.variable("x", 16);
    const Term sum = terms.fsub(f, Rounding::NearestTiesToEven, x, x);
    const Term list[] = {terms.lnot(terms.is_nan(f, sum)), terms.ne(sum, terms.zero(16))};
    if (solver.check(terms, list, Limits{}).answer != Answer::Unsat) state.SkipWithError("not proven");
  }
}
BENCHMARK(HalfAdditionNeedsTheExactTheory)->Unit(benchmark::kMillisecond);

void EvaluationOfTenInstructions(benchmark::State& state) {
  Terms terms;
  Pair pair = ten_instructions(terms, 32, 0);
  const Term roots[] = {pair.source, pair.source_poison};
  Evaluator evaluator(terms, roots);
  Model model;
  std::uint64_t salt = 0;
  for (auto _ : state) {
    model.set(terms.variable("x", 32), llvm::APInt(32, ++salt & 0xffff));
    benchmark::DoNotOptimize(evaluator.evaluate(model));
  }
}
BENCHMARK(EvaluationOfTenInstructions);

}  // namespace
}  // namespace assay::refine::smt
