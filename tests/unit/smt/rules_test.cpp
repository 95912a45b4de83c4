#include "services/worker/refine/smt/rules.h"

#include <gtest/gtest.h>

#include "services/common/rng.h"
#include "services/worker/refine/smt/model.h"
#include "tests/unit/smt/rule_sources.h"

/// Each rule by itself: terms on which it matches have the same value whether it is applied or not.
namespace assay::refine::smt {
namespace {

using llvm::APInt;
using test::Built;
using test::Source;

constexpr std::size_t kSamples = 10;  // of each rule, from each source

struct Sample {
  Source source;
  std::uint64_t seed;
};
using Samples = std::vector<std::vector<Sample>>;  // by rule

/// Looks for seeds whose terms a rule matches on.
const Samples& samples() {
  static const Samples found = [] {
    Samples result(kRules);
    for (const Source source : test::rule_sources()) {
      std::vector<std::size_t> count(kRules);
      for (std::uint64_t seed = 0; seed < 6'000; ++seed) {
        Terms terms;
        source(terms, seed);
        for (std::size_t i = 0; i < kRules; ++i) {
          if (count[i] == kSamples || !terms.was_used(static_cast<Rule>(i))) continue;
          ++count[i];
          result[i].push_back({source, seed});
        }
      }
    }
    return result;
  }();
  return found;
}

unsigned bits_of(Term variable) { return variable.width() << (variable.is_array() ? variable.index_width() : 0); }

APInt random_bits(unsigned width, Rng& rng) {
  const APInt corners[] = {APInt(width, 0),
                           APInt::getAllOnes(width),
                           APInt::getSignMask(width),
                           APInt(width, rng(), false, true),
                           APInt(width, rng(), false, true),
                           APInt(width, 0x7c00, false, true),
                           APInt(width, rng.below(4), false, true)};
  return corners[rng.below(7)];
}

void assign(Model& model, Term variable, const APInt& bits) {
  if (!variable.is_array()) {
    model.set(variable, bits);
    return;
  }
  ArrayValue value{APInt(variable.width(), 0), {}};
  for (unsigned i = 0; i < 1u << variable.index_width(); ++i)
    value.at[APInt(variable.index_width(), i)] = bits.extractBits(variable.width(), i * variable.width());
  model.set(variable, std::move(value));
}

/// Values of the variables in order: all there are, if they are few.
std::vector<std::vector<APInt>> assignments(const Built& built, std::uint64_t seed) {
  unsigned total = 0;
  for (Term variable : built.variables) total += bits_of(variable);
  Rng rng(seed);
  std::vector<std::vector<APInt>> result;
  const std::uint64_t count = total <= 10 ? 1ull << total : 200;
  for (std::uint64_t all = 0; all < count; ++all) {
    std::vector<APInt> values;
    std::uint64_t rest = all;
    for (Term variable : built.variables) {
      const unsigned width = bits_of(variable);
      values.push_back(total <= 10 ? APInt(width, rest, false, true) : random_bits(width, rng));
      rest >>= width;
    }
    result.push_back(std::move(values));
  }
  return result;
}

class Build {
 public:
  Build(const Sample& sample, std::optional<Rule> off) {
    if (off) terms_.switch_off(*off);
    built_ = sample.source(terms_, sample.seed);
    evaluator_.emplace(terms_, built_.roots);
  }
  const Built& built() const { return built_; }
  std::vector<APInt> values(const std::vector<APInt>& assignment) {
    Model model;
    for (std::size_t i = 0; i < assignment.size(); ++i) assign(model, built_.variables[i], assignment[i]);
    return evaluator_->evaluate(model);
  }
  std::string print(std::size_t root) const { return terms_.print(built_.roots[root]); }

 private:
  Terms terms_;
  Built built_;
  std::optional<Evaluator> evaluator_;
};

class EachRule : public testing::TestWithParam<std::size_t> {};

TEST_P(EachRule, KeepsTheValue) {
  const auto rule = static_cast<Rule>(GetParam());
  ASSERT_FALSE(samples()[GetParam()].empty()) << "no term is built that the rule matches: " << fact_of(rule);
  for (const Sample& sample : samples()[GetParam()]) {
    Build with(sample, std::nullopt), without(sample, rule);
    for (const std::vector<APInt>& assignment : assignments(with.built(), sample.seed)) {
      const std::vector<APInt> rewritten = with.values(assignment), plain = without.values(assignment);
      for (std::size_t i = 0; i < plain.size(); ++i)
        ASSERT_EQ(rewritten[i], plain[i]) << fact_of(rule) << "\nseed " << sample.seed << "\n"
                                          << with.print(i) << "\nwithout the rule\n"
                                          << without.print(i);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Rules, EachRule, testing::Range(std::size_t{0}, kRules),
                         [](const auto& info) { return std::string(name_of(static_cast<Rule>(info.param))); });

TEST(Rules, ThatAreOffLeaveTheTermAsItIs) {
  Terms terms;
  terms.switch_off(Rule::NotOfNot);
  const Term x = terms.variable("x", 8);
  EXPECT_NE(terms.bnot(terms.bnot(x)), x);
  EXPECT_TRUE(terms.was_used(Rule::NotOfNot));
  EXPECT_FALSE(terms.was_used(Rule::NotOfSum));
}

}  // namespace
}  // namespace assay::refine::smt
