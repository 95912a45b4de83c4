// Does a proof hang on a rewrite rule that is wrong? Pairs of a hunt that the solver proves are asked again with each
// rule off that matched:
//   bench_rules_off [PAIRS [SEED [PASSES [SEED_FOLDER]]]]
// Without a rule a proof may take too long, but it never becomes a refutation. A counterexample counts as in a check:
// one that the interpreter runs and that does not hold refutes nothing. Hunts with the linked compiler until so many
// pairs were proved, and prints the rules without which one is refuted, with the pair (exit code 1), and how often each
// was off.

#include <array>
#include <cstdio>
#include <cstdlib>

#include "services/worker/refine/refine.h"
#include "services/worker/validate/validate.h"
#include "tests/bench/hunt/changed_pairs.h"

namespace {

using namespace assay;
using refine::smt::kRules;
using refine::smt::Rule;
using refine::smt::RuleSwitches;

class RulesOff {
 public:
  void ask(const llvm::Function& before, const llvm::Function& after) {
    auto source = semantics::lower(before), target = semantics::lower(after);
    if (!source || !target) return;
    RuleSwitches all;
    if (judge(*source, *target, all).claim.proved() == nullptr) return;
    ++proved_;
    for (std::size_t i = 0; i < kRules; ++i) {
      const auto rule = static_cast<Rule>(i);
      if (!all.was_used(rule)) continue;
      RuleSwitches others;
      others.switch_off(rule);
      const refine::RefineResult result = judge(*source, *target, others);
      ++off_[i];
      if (result.claim.refuted() == nullptr) {
        ++(result.claim.proved() != nullptr ? again_ : undecided_);
        continue;
      }
      if (validate::replay(*source, *target, result, {}).outcome == validate::Outcome::Spurious) {
        ++spurious_;
        continue;
      }
      ++lost_;
      std::printf("refuted without %s (%s):\n%s%s", std::string(name_of(rule)).c_str(),
                  std::string(fact_of(rule)).c_str(), ir::print(before).c_str(), ir::print(after).c_str());
    }
  }
  std::uint64_t proved() const { return proved_; }
  std::uint64_t lost() const { return lost_; }

  void print() const {
    std::size_t seen = 0;
    for (const std::uint64_t times : off_) seen += times != 0 ? 1 : 0;
    std::printf(
        "%llu pairs proved; %zu of %zu rules matched; without one of them: %llu proved again, %llu undecided, %llu "
        "with a counterexample that does not hold, %llu refuted\n",
        static_cast<unsigned long long>(proved_), seen, kRules, static_cast<unsigned long long>(again_),
        static_cast<unsigned long long>(undecided_), static_cast<unsigned long long>(spurious_),
        static_cast<unsigned long long>(lost_));
    std::fflush(stdout);
  }
  void print_rules() const {
    for (std::size_t i = 0; i < kRules; ++i)
      std::printf("%8llu %s\n", static_cast<unsigned long long>(off_[i]),
                  std::string(name_of(static_cast<Rule>(i))).c_str());
  }

 private:
  refine::RefineResult judge(const semantics::Function& source, const semantics::Function& target,
                             RuleSwitches& rules) {
    refine::Options options;
    options.smt_timeout_ms = 50;
    options.rules = &rules;
    return refine::refine(source, target, options, solver_);
  }

  refine::smt::Solver solver_;
  std::uint64_t proved_ = 0, again_ = 0, undecided_ = 0, spurious_ = 0, lost_ = 0;
  std::array<std::uint64_t, kRules> off_{};
};

}  // namespace

int main(int argc, char** argv) {
  const std::uint64_t pairs = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 300;
  std::uint64_t seed = argc > 2 ? std::strtoull(argv[2], nullptr, 10) : 1;
  const std::string passes = optimize::spell_pipeline(argc > 3 ? argv[3] : "instcombine", 22);
  llvm::LLVMContext context;
  hunt::InputOptions inputs;
  if (argc > 4) inputs.seeds.push_back(argv[4]);
  auto source = hunt::MutantSource::open(context, inputs);
  if (!source) {
    std::fprintf(stderr, "%s\n", source.error().c_str());
    return 2;
  }
  optimize::PassRunner runner;
  RulesOff rules;
  const auto ask = [&](const llvm::Function& before, const llvm::Function& after) { rules.ask(before, after); };
  const auto enough = [&] { return rules.proved() >= pairs; };
  for (; !enough(); ++seed) {
    if (!bench::visit_changed_pairs(**source, runner, passes, seed, ask, enough)) return 2;
    rules.print();
  }
  rules.print_rules();
  return rules.lost() == 0 ? 0 : 1;
}
