#include "services/worker/rules/prove.h"

#include <algorithm>

#include "services/common/rng.h"
#include "services/worker/interpret/interpret.h"
#include "services/worker/rules/atoms.h"
#include "services/worker/rules/build.h"
#include "services/worker/rules/terms.h"
#include "services/worker/semantics/semantics.h"

namespace assay::rules {
namespace {

using llvm::APInt;

std::vector<std::uint32_t> of_family(const Pattern& pattern, Family family) {
  std::vector<std::uint32_t> found;
  for (std::uint32_t i = 0; i < pattern.types.size(); ++i)
    if (pattern.types[i].family == family) found.push_back(i);
  return found;
}

/// The fold's own widths with other ones for some types.
std::vector<Widths> with(const Pattern& pattern, const std::vector<std::uint32_t>& types,
                         const std::vector<Widths>& choices) {
  std::vector<Widths> all;
  for (const Widths& choice : choices) {
    Widths widths = own_widths(pattern);
    for (std::size_t i = 0; i < types.size(); ++i) widths[types[i]] = choice[i];
    all.push_back(std::move(widths));
  }
  return all;
}

/// Types that differ stay different, in the order of their widths.
std::vector<Widths> integer_ladder(std::size_t types) {
  std::vector<Widths> ladder;
  if (types == 1) {
    for (std::uint32_t width = 1; width <= 16; ++width) ladder.push_back({width});
    for (const std::uint32_t width : {32u, 64u}) ladder.push_back({width});
  } else if (types == 2) {
    for (std::uint32_t wide = 2; wide <= 8; ++wide)
      for (std::uint32_t narrow = 1; narrow < wide; ++narrow) ladder.push_back({narrow, wide});
    ladder.insert(ladder.end(), {{1, 16}, {4, 16}, {8, 16}, {12, 16}, {15, 16}, {8, 32}, {16, 32}, {32, 64}});
  } else if (types == 3) {
    ladder = {{1, 2, 3}, {1, 2, 4}, {2, 3, 4}, {1, 3, 5}, {2, 4, 5}, {2, 4, 8}, {3, 5, 7}, {4, 8, 16}, {8, 16, 32}};
  }
  return ladder;
}

std::vector<Widths> ladder_of(const Pattern& pattern) {
  const auto integers = of_family(pattern, Family::Integer), floats = of_family(pattern, Family::Float);
  std::vector<Widths> all{own_widths(pattern)};
  const auto add = [&](std::vector<Widths> more) {
    for (Widths& widths : more)
      if (std::ranges::find(all, widths) == all.end()) all.push_back(std::move(widths));
  };
  if (!integers.empty()) add(with(pattern, integers, integer_ladder(integers.size())));
  if (floats.size() == 1) add(with(pattern, floats, {{16}, {32}, {64}}));
  if (floats.size() == 2) add(with(pattern, floats, {{16, 32}, {16, 64}, {32, 64}}));
  std::ranges::sort(all);
  return all;
}

/// Values that a constant of this width is likely to need.
std::vector<APInt> pool_of(unsigned width, Rng& rng) {
  std::vector<APInt> pool{APInt::getZero(width), APInt(width, 1), APInt::getAllOnes(width),
                          APInt::getSignedMinValue(width), APInt::getSignedMaxValue(width)};
  for (int i = 0; i < 4; ++i) {
    const unsigned bit = static_cast<unsigned>(rng.below(width));
    pool.push_back(APInt::getOneBitSet(width, bit));
    pool.push_back(APInt::getLowBitsSet(width, bit));
    pool.push_back(APInt::getHighBitsSet(width, bit));
    pool.emplace_back(width, bit, false, /*implicitTrunc=*/true);
    pool.emplace_back(width, rng(), false, /*implicitTrunc=*/true);
  }
  return pool;
}

/// What one constant may have to be because of another.
std::vector<APInt> related_to(const APInt& other, unsigned width, Rng& rng) {
  const APInt of = other.zextOrTrunc(width);
  std::vector<APInt> all{of, ~of, -of, of + 1, of - 1, APInt(width, width, false, true) - of};
  if (of.ult(width)) {
    const unsigned amount = static_cast<unsigned>(of.getZExtValue());
    for (const APInt& made :
         {APInt::getOneBitSet(width, amount), APInt::getLowBitsSet(width, amount),
          APInt::getHighBitsSet(width, width - amount), APInt::getLowBitsSet(width, width - amount)})
      all.push_back(made);
  }
  if (of.isPowerOf2()) all.emplace_back(width, of.logBase2());
  const APInt drawn(width, rng(), false, /*implicitTrunc=*/true);
  for (const APInt& made : {of & drawn, of | drawn, drawn & ~of, other.sextOrTrunc(width)}) all.push_back(made);
  return all;
}

std::vector<std::vector<APInt>> drawn_constants(const Pattern& pattern, const Widths& widths, std::size_t most,
                                                std::uint64_t seed) {
  constexpr int kDraws = 20'000;
  Rng rng(seed);
  std::vector<std::vector<APInt>> found;
  for (int draw = 0; draw < kDraws && found.size() < most; ++draw) {
    std::vector<APInt> symbols;
    for (const std::uint32_t type : pattern.symbols) {
      std::vector<APInt> pool = pool_of(widths[type], rng);
      if (!symbols.empty() && rng.below(2) == 0)
        pool = related_to(symbols[rng.below(symbols.size())], widths[type], rng);
      symbols.push_back(pool[rng.below(pool.size())]);
    }
    if (holds(pattern.precondition, widths, symbols) && std::ranges::find(found, symbols) == found.end())
      found.push_back(std::move(symbols));
  }
  return found;
}

/// Nothing: it can't be run. What refutes it is told.
std::optional<bool> passes_sample(const Pattern& pattern, const Widths& widths, std::uint64_t seed) {
  constexpr std::size_t kConstants = 12;
  std::optional<bool> passes;
  for (const auto& symbols : constants_that_fit(pattern, widths, kConstants, seed)) {
    llvm::LLVMContext context;
    const auto instance = build(context, pattern, widths, symbols);
    if (!instance) continue;
    const auto source = semantics::lower(*instance->source), target = semantics::lower(*instance->target);
    if (!source || !target) continue;
    interpret::CheckOptions options;
    options.seed = seed;
    const auto result = interpret::check_sampled(*source, *target, options);
    if (result.kind == interpret::CheckResult::Kind::Refuted) return false;
    if (result.kind == interpret::CheckResult::Kind::Passed) passes = true;
  }
  return passes;
}

std::optional<bool> answer_of(const Verdict& verdict) {
  if (verdict.kind == VerdictKind::Incorrect) return false;
  if (verdict.kind == VerdictKind::Correct && verdict.bound.empty()) return true;
  return std::nullopt;
}

}  // namespace

std::vector<std::vector<APInt>> constants_that_fit(const Pattern& pattern, const Widths& widths, std::size_t most,
                                                   std::uint64_t seed) {
  constexpr std::size_t kFew = 4096;
  auto all = all_constants(pattern, widths, kFew);
  if (all.empty()) return drawn_constants(pattern, widths, most, seed);
  std::erase_if(all, [&](const auto& symbols) { return !holds(pattern.precondition, widths, symbols); });
  if (all.size() > most) {
    std::vector<std::vector<APInt>> spread;
    for (std::size_t i = 0; i < most; ++i) spread.push_back(all[i * all.size() / most]);
    return spread;
  }
  return all;
}

Proof prove(const Pattern& pattern, check::Checker& checker, std::uint64_t seed) {
  constexpr int kMostUndecided = 2;
  Proof proof;
  int undecided = 0;
  for (const Widths& widths : ladder_of(pattern)) {
    llvm::LLVMContext context;
    const auto instance = build_for_all(context, pattern, widths);
    // Where nothing meets the precondition, nothing is claimed.
    if (!instance || constants_that_fit(pattern, widths, 1, seed).empty()) continue;
    std::optional<bool> answer;
    if (undecided < kMostUndecided) answer = answer_of(checker.check(*instance->source, *instance->target));
    if (answer.value_or(false)) {
      proof.proved.push_back(widths);
      continue;
    }
    if (!answer) {
      ++undecided;
      const auto passes = passes_sample(pattern, widths, seed);
      if (passes.value_or(true)) {
        if (passes) proof.sampled.push_back(widths);
        continue;
      }
    }
    proof.refuted = widths;
    return proof;
  }
  return proof;
}

std::optional<bool> holds(const Pattern& pattern, const Widths& widths, std::span<const APInt> symbols,
                          check::Checker& checker) {
  llvm::LLVMContext context;
  const auto instance = build(context, pattern, widths, symbols);
  if (!instance) return std::nullopt;
  return answer_of(checker.check(*instance->source, *instance->target));
}

}  // namespace assay::rules
