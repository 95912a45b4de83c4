// What each step of the hunt costs per mutant, in one process with the linked compiler:
//   bench_hunt [MUTANTS [SEED [PASSES [SEED_FOLDER [SMT_TIMEOUT_MS [FOLDER]]]]]]
// Prints microseconds per mutant for each step, what each rung took and how many checks ended with it, how the checks were
// decided (the undecided by reason) and what they cost, and the slowest. Pairs that end undecided or unsupported are written to FOLDER, for
// `assay check FOLDER/NAME.source.ll FOLDER/NAME.target.ll`.

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <fstream>
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
  struct Spent {
    double all = 0, undecided = 0;
    std::size_t asked = 0, decided = 0;
  };
  std::map<assay::Rung, Spent> rungs;
  for (const Checked& c : checks) {
    const bool is_decided = c.verdict.kind == assay::VerdictKind::Correct || c.verdict.kind == assay::VerdictKind::Incorrect;
    for (const assay::RungCost& cost : c.verdict.costs) {
      Spent& spent = rungs[cost.rung];
      spent.all += cost.seconds;
      if (!is_decided) spent.undecided += cost.seconds;
      ++spent.asked;
    }
    if (is_decided && !c.verdict.costs.empty()) ++rungs[c.verdict.costs.back().rung].decided;
  }
  for (const auto& [rung, spent] : rungs)
    std::printf("rung %-12s %12.1f ms, undecided %12.1f ms, asked %6zu times, the last of %6zu that were decided\n",
                assay::name_of(rung), spent.all * 1e3, spent.undecided * 1e3, spent.asked, spent.decided);
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

void write_pair(const std::string& folder, const llvm::Function& before, const llvm::Function& after) {
  const std::string name = before.getName().str();
  for (const auto& [side, function] : {std::pair{".source.ll", &before}, std::pair{".target.ll", &after}})
    std::ofstream(folder + "/" + name + side) << assay::ir::print(*assay::ir::extract(*function->getParent(), name, true));
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
  options.learn = true;
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
      if (argc > 6 && (checks.back().verdict.kind == assay::VerdictKind::Unknown || checks.back().verdict.kind == assay::VerdictKind::Unsupported)) write_pair(argv[6], function, partner);
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
