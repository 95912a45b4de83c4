// Do two back ends agree? The questions of a hunt, each of which the SAT solver proves and Z3 is asked again:
//   bench_two_back_ends [PROOFS [SEED [PASSES [SEED_FOLDER]]]]
// Hunts with the linked compiler until so many proofs were repeated, and prints how many questions there were, how many
// proofs were repeated, and the pairs about which the two disagree (exit code 1).

#include <cstdio>
#include <cstdlib>

#include "services/worker/refine/refine.h"
#include "tests/bench/hunt/changed_pairs.h"

int main(int argc, char** argv) {
  const std::uint64_t proofs = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 1'000;
  std::uint64_t seed = argc > 2 ? std::strtoull(argv[2], nullptr, 10) : 1;
  const std::string passes = assay::optimize::spell_pipeline(argc > 3 ? argv[3] : "instcombine", 22);
  constexpr unsigned kMilliseconds = 200;
  llvm::LLVMContext context;
  assay::hunt::InputOptions inputs;
  if (argc > 4) inputs.seeds.push_back(argv[4]);
  auto source = assay::hunt::MutantSource::open(context, inputs);
  if (!source) {
    std::fprintf(stderr, "%s\n", source.error().c_str());
    return 2;
  }
  assay::optimize::PassRunner runner;
  assay::refine::smt::Solver solver({.proofs_per_second_opinion = 1});
  assay::refine::Options options;
  options.smt_timeout_ms = kMilliseconds;
  std::uint64_t pairs = 0, disagreements = 0;
  const auto ask = [&](const llvm::Function& before, const llvm::Function& after) {
    auto one = assay::semantics::lower(before), other = assay::semantics::lower(after);
    if (!one || !other) return;
    ++pairs;
    if (assay::refine::refine(*one, *other, options, solver).claim.reason() != assay::Reason::OraclesDisagree) return;
    ++disagreements;
    std::printf("disagreement:\n%s%s", assay::ir::print(before).c_str(), assay::ir::print(after).c_str());
  };
  const auto enough = [&] { return solver.statistics().second_opinions >= proofs; };
  for (; !enough(); ++seed) {
    if (!assay::bench::visit_changed_pairs(**source, runner, passes, seed, ask, enough)) return 2;
    const auto& counted = solver.statistics();
    std::printf("%llu pairs, %llu questions, %llu of the solver, %llu proofs repeated, %llu disagreements\n",
                static_cast<unsigned long long>(pairs), static_cast<unsigned long long>(counted.queries),
                static_cast<unsigned long long>(counted.by_solver),
                static_cast<unsigned long long>(counted.second_opinions),
                static_cast<unsigned long long>(disagreements));
    std::fflush(stdout);
  }
  return disagreements == 0 ? 0 : 1;
}
