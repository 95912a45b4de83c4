// What each step of the hunt costs per mutant, in one process with the linked compiler:
//   bench_hunt [MUTANTS [SEED [PASSES [SEED_FOLDER [SMT_TIMEOUT_MS]]]]]
// Prints microseconds per mutant for each step, what each rung took, how the checks were decided (the undecided by reason) and
// what they cost, and the slowest.

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <vector>

#include "services/worker/check/check.h"
#include "services/worker/hunt/mutants.h"
#include "services/worker/ir/ir.h"
#include "services/worker/optimize/optimize.h"

namespace {

using Clock = std::chrono::steady_clock;

struct Stopwatch {
  double total = 0;
  template <class Step>
  auto operator()(Step&& step) {
    const auto start = Clock::now();
    auto result = step();
    total += std::chrono::duration<double>(Clock::now() - start).count();
    return result;
  }
};

struct Checked {
  std::string name;
  assay::Verdict verdict;
};

void print_rungs(const std::vector<Checked>& checks) {
  std::map<assay::Rung, std::pair<double, double>> seconds;  // of all checks, of those that end undecided
  for (const Checked& c : checks)
    for (const assay::RungCost& cost : c.verdict.costs) {
      seconds[cost.rung].first += cost.seconds;
      if (c.verdict.kind == assay::VerdictKind::Unknown) seconds[cost.rung].second += cost.seconds;
    }
  for (const auto& [rung, spent] : seconds)
    std::printf("rung %-23s %12.1f ms, undecided %12.1f ms\n", assay::name_of(rung), spent.first * 1e3, spent.second * 1e3);
}

void print_checks(std::vector<Checked> checks) {
  std::map<std::string, std::vector<double>> by_method;
  for (const Checked& c : checks) {
    std::string how = std::string(assay::name_of(c.verdict.kind)) + " by " + assay::name_of(c.verdict.method);
    if (c.verdict.kind == assay::VerdictKind::Unknown) how += std::string(": ") + assay::name_of(c.verdict.reason);
    by_method[how].push_back(c.verdict.seconds);
  }
  std::printf("%-32s %8s %12s %12s %12s\n", "checks", "count", "median us", "p90 us", "total ms");
  for (auto& [method, seconds] : by_method) {
    std::sort(seconds.begin(), seconds.end());
    double total = 0;
    for (double s : seconds) total += s;
    std::printf("%-32s %8zu %12.0f %12.0f %12.1f\n", method.c_str(), seconds.size(), seconds[seconds.size() / 2] * 1e6,
                seconds[seconds.size() * 9 / 10] * 1e6, total * 1e3);
  }
  std::sort(checks.begin(), checks.end(),
            [](const Checked& a, const Checked& b) { return a.verdict.seconds > b.verdict.seconds; });
  for (std::size_t i = 0; i < checks.size() && i < 10; ++i)
    std::printf("slow %-8s %8.1f ms %s %s\n", checks[i].name.c_str(), checks[i].verdict.seconds * 1e3,
                assay::name_of(checks[i].verdict.kind), assay::name_of(checks[i].verdict.method));
}

}  // namespace

int main(int argc, char** argv) {
  const std::uint64_t mutants = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 2000;
  const std::uint64_t seed = argc > 2 ? std::strtoull(argv[2], nullptr, 10) : 1;
  const std::string passes = assay::optimize::spell_pipeline(argc > 3 ? argv[3] : "instcombine", 22);
  llvm::LLVMContext context;
  assay::hunt::InputOptions inputs;
  if (argc > 4) inputs.seeds.push_back(argv[4]);
  auto source = assay::hunt::MutantSource::open(context, inputs);
  if (!source) {
    std::fprintf(stderr, "%s\n", source.error().c_str());
    return 2;
  }
  (*source)->begin_batch(seed, assay::hunt::mix_for({passes}));
  assay::optimize::PassRunner runner;
  assay::check::Options options;
  options.undef_input = false;
  options.smt_timeout_ms = argc > 5 ? static_cast<unsigned>(std::strtoul(argv[5], nullptr, 10)) : 50;
  assay::check::Checker checker(options);
  Stopwatch make, clone, optimize, compare, check;
  std::vector<Checked> checks;
  constexpr std::uint64_t kSlice = 64;
  for (std::uint64_t first = 0; first < mutants; first += kSlice) {
    llvm::Module slice("slice", context);
    for (std::uint64_t i = first; i < std::min(first + kSlice, mutants); ++i)
      make([&] { return (*source)->make(slice, i, "f" + std::to_string(i)); });
    auto after = clone([&] { return assay::ir::clone(slice); });
    if (optimize([&] { return runner.run_passes(*after, passes); })) return 2;
    for (const llvm::Function& function : slice) {
      if (function.isDeclaration()) continue;
      const llvm::Function& partner = *after->getFunction(function.getName());
      if (compare([&] { return assay::ir::same_text(function, partner); })) continue;
      checks.push_back({function.getName().str(), check([&] { return checker.check(function, partner); })});
    }
  }
  const double all = make.total + clone.total + optimize.total + compare.total + check.total;
  std::printf("assay %s, %llu mutants, seed %llu, -passes=%s: %.0f mutants per second\n", assay::assay_version(),
              static_cast<unsigned long long>(mutants), static_cast<unsigned long long>(seed), passes.c_str(),
              static_cast<double>(mutants) / all);
  const std::pair<const char*, double> steps[] = {{"make", make.total},
                                                  {"clone", clone.total},
                                                  {"optimize", optimize.total},
                                                  {"compare", compare.total},
                                                  {"check", check.total}};
  for (const auto& [name, seconds] : steps)
    std::printf("%-28s %8.1f us per mutant %5.1f %%\n", name, seconds / static_cast<double>(mutants) * 1e6, seconds / all * 100);
  print_rungs(checks);
  print_checks(std::move(checks));
}
