// What each step of the hunt costs per mutant, in one process with the linked compiler:
//   bench_hunt [MUTANTS [SEED [PASSES [SEED_FOLDER [SMT_TIMEOUT_MS [FOLDER]]]]]]
// With PASSES "mix" batches of 256 mutants go through three pipelines each, as in a hunt with --passes=mix.
// Prints microseconds per mutant for each step, what each rung took and how many checks ended with it, how the checks
// were decided (the undecided by reason) and what they cost, and the slowest with the work that was counted. Pairs that
// end undecided or unsupported are written to FOLDER, for `assay check FOLDER/NAME.source.ll FOLDER/NAME.target.ll`.

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <map>
#include <vector>

#include "services/worker/check/check.h"
#include "services/worker/hunt/mutants.h"
#include "services/worker/hunt/slice.h"
#include "services/worker/ir/ir.h"
#include "services/worker/optimize/optimize.h"
#include "services/worker/refine/smt/work_clock.h"

namespace {

using assay::VerdictKind;
using assay::refine::smt::WorkClock;

/// Processor time, which other programs change little.
struct Stopwatch {
  double total = 0;
  static double now() {
    timespec time{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) * 1e-9;
  }
  template <class Step>
  auto operator()(Step&& step) {
    const double start = now();
    auto result = step();
    total += now() - start;
    return result;
  }
};

struct Checked {
  std::string name;
  assay::Verdict verdict;
  double seconds = 0;  ///< of the processor
  double counted = 0;  ///< seconds of work that the solver's limits are of
};

void print_rungs(const std::vector<Checked>& checks) {
  struct Spent {
    double all = 0, undecided = 0;
    std::size_t asked = 0, decided = 0;
  };
  std::map<assay::Rung, Spent> rungs;
  for (const Checked& c : checks) {
    const bool is_decided =
        c.verdict.kind == assay::VerdictKind::Correct || c.verdict.kind == assay::VerdictKind::Incorrect;
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
    by_method[how].push_back(c.seconds);
  }
  std::printf("%-32s %8s %12s %12s %12s\n", "checks", "count", "median us", "p90 us", "total ms");
  for (auto& [method, seconds] : by_method) {
    std::sort(seconds.begin(), seconds.end());
    double total = 0;
    for (double s : seconds) total += s;
    std::printf("%-32s %8zu %12.0f %12.0f %12.1f\n", method.c_str(), seconds.size(), seconds[seconds.size() / 2] * 1e6,
                seconds[seconds.size() * 9 / 10] * 1e6, total * 1e3);
  }
  std::sort(checks.begin(), checks.end(), [](const Checked& a, const Checked& b) { return a.seconds > b.seconds; });
  for (std::size_t i = 0; i < checks.size() && i < 30; ++i) {
    std::printf("slow %-8s %8.1f ms, counted for limits %8.1f ms: %s %s %s;", checks[i].name.c_str(),
                checks[i].seconds * 1e3, checks[i].counted * 1e3, assay::name_of(checks[i].verdict.kind),
                assay::name_of(checks[i].verdict.method), assay::name_of(checks[i].verdict.reason));
    for (const assay::RungCost& cost : checks[i].verdict.costs)
      if (cost.seconds > 0.01) std::printf(" %s %.0f", assay::name_of(cost.rung), cost.seconds * 1e3);
    std::printf("\n");
  }
}

void write_pair(const std::string& folder, const llvm::Function& before, const llvm::Function& after) {
  const std::string name = before.getName().str();
  for (const auto& [side, function] : {std::pair{".source.ll", &before}, std::pair{".target.ll", &after}})
    std::ofstream(folder + "/" + name + side)
        << assay::ir::print(*assay::ir::extract(*function->getParent(), name, true));
}

}  // namespace

int main(int argc, char** argv) {
  const std::uint64_t mutants = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 2000;
  const std::uint64_t seed = argc > 2 ? std::strtoull(argv[2], nullptr, 10) : 1;
  const std::string wanted = argc > 3 ? argv[3] : "instcombine";
  llvm::LLVMContext context;
  assay::hunt::InputOptions inputs;
  if (argc > 4) inputs.seeds.push_back(argv[4]);
  auto source = assay::hunt::MutantSource::open(context, inputs);
  if (!source) {
    std::fprintf(stderr, "%s\n", source.error().c_str());
    return 2;
  }
  const bool is_mix = wanted == "mix";
  std::vector<std::string> all{wanted};
  if (is_mix) all = assay::hunt::pipeline_mix();
  for (std::string& each : all)  // in this process, where options of passes can't be given
    each = assay::optimize::spell_pipeline(assay::optimize::parse_invocation(each).passes, 22);
  assay::optimize::PassRunner runner;
  assay::check::Options options;
  options.undef_inputs = false;
  options.learn = options.confirmed_only = true;  // as in a hunt
  options.smt_timeout_ms = argc > 5 ? static_cast<unsigned>(std::strtoul(argv[5], nullptr, 10)) : 50;
  assay::check::Checker checker(options);
  Stopwatch make, clone, optimize, compare, check;
  std::vector<Checked> checks;
  constexpr std::uint64_t kSlice = 64, kBatch = 256;
  std::vector<std::string> pipelines;
  const auto begin_batch = [&](std::uint64_t batch_seed) {
    pipelines.clear();
    for (const std::size_t index : assay::hunt::draw_pipelines(batch_seed, std::vector<std::uint64_t>(all.size(), 1)))
      pipelines.push_back(all[index]);
    (*source)->begin_batch(batch_seed, assay::hunt::mix_for(pipelines));
  };
  const auto check_slice = [&](const llvm::Module& slice, const std::string& passes) {
    const auto after = clone([&] { return assay::ir::clone(slice); });
    if (optimize([&] { return runner.run_passes(*after, passes); })) return;
    for (const llvm::Function& function : slice) {
      if (!assay::hunt::is_judged_alone(function)) continue;
      const llvm::Function* partner = after->getFunction(function.getName());
      if (partner == nullptr || partner->isDeclaration()) continue;
      if (compare([&] { return assay::ir::same_text(function, *partner); })) continue;
      const double before = check.total;
      const auto counted = WorkClock::now();
      checks.push_back({function.getName().str(), check([&] { return checker.check(function, *partner); })});
      checks.back().seconds = check.total - before;
      checks.back().counted = std::chrono::duration<double>(WorkClock::now() - counted).count();
      const VerdictKind kind = checks.back().verdict.kind;
      if (argc > 6 && (kind == VerdictKind::Unknown || kind == VerdictKind::Unsupported))
        write_pair(argv[6], function, *partner);
    }
  };
  begin_batch(seed);
  for (std::uint64_t first = 0; first < mutants; first += kSlice) {
    if (is_mix && first % kBatch == 0) begin_batch(seed + first / kBatch);
    llvm::Module slice("slice", context);
    for (std::uint64_t i = first; i < std::min(first + kSlice, mutants); ++i)
      make([&] { return (*source)->make(slice, i, "f" + std::to_string(i)); });
    for (const std::string& passes : pipelines) check_slice(slice, passes);
  }
  const double total = make.total + clone.total + optimize.total + compare.total + check.total;
  std::printf("assay %s, %llu mutants, seed %llu, -passes=%s: %.0f mutants per second of processor time\n",
              assay::assay_version(), static_cast<unsigned long long>(mutants), static_cast<unsigned long long>(seed),
              wanted.c_str(), static_cast<double>(mutants) / total);
  const std::pair<const char*, double> steps[] = {{"make", make.total},
                                                  {"clone", clone.total},
                                                  {"optimize", optimize.total},
                                                  {"compare", compare.total},
                                                  {"check", check.total}};
  for (const auto& [name, seconds] : steps)
    std::printf("%-28s %8.1f us per mutant %5.1f %%\n", name, seconds / static_cast<double>(mutants) * 1e6,
                seconds / total * 100);
  print_rungs(checks);
  print_checks(std::move(checks));
}
