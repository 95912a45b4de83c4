// What generator and mutators make, measured; prints docs/inputs-coverage.md:
//   bench_inputs [FUNCTIONS [SEED_FOLDER [SEED]]] > docs/inputs-coverage.md
// Half of the functions are generated, in turn by all profiles, half are mutants of the seeds. One in sixteen of each
// may hold undef.

#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <memory>

#include "fuzzers/generate/generate.h"
#include "fuzzers/mutate/inventory.h"
#include "fuzzers/mutate/mutate.h"
#include "services/common/records.h"
#include "services/worker/interpret/interpret.h"
#include "services/worker/ir/ir.h"
#include "services/worker/optimize/optimize.h"
#include "services/worker/semantics/semantics.h"

namespace {

using namespace assay;
using Clock = std::chrono::steady_clock;
using Count = unsigned long long;

double seconds_since(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

constexpr const char* kPipelines[] = {"instcombine", "gvn", "default<O2>"};

/// What is measured of one way of making functions.
struct Tally {
  mutate::Inventory inventory;
  Count made = 0;
  Count invalid = 0;
  double seconds = 0;
  Count sampled = 0;  ///< the figures below are of every fiftieth function
  Count changed[std::size(kPipelines)] = {};
  Count lowered = 0;
  Count defined = 0;
};

class Meter {
 public:
  explicit Meter(llvm::LLVMContext& context) : context_(context) {}

  std::unique_ptr<llvm::Module> new_module() {
    auto module = std::make_unique<llvm::Module>("inputs", context_);
    module->setDataLayout("e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128");
    return module;
  }

  void take(const llvm::Module& module, const llvm::Function& function, Tally& tally) {
    ++tally.made;
    tally.inventory.add(module);
    if (const Status complaint = ir::verify(module)) {
      ++tally.invalid;
      std::fprintf(stderr, "%s\n%s\n", complaint->message.c_str(), ir::print(module).c_str());
    }
    if (tally.made % 50 != 0) return;
    ++tally.sampled;
    for (std::size_t index = 0; index < std::size(kPipelines); ++index) {
      auto after = ir::clone(module);
      if (runner_.run_passes(*after, kPipelines[index])) continue;
      const llvm::Function* partner = after->getFunction(function.getName());
      if (partner == nullptr || partner->isDeclaration() || !ir::same_text(function, *partner)) ++tally.changed[index];
    }
    const auto lowered = semantics::lower(function);
    if (!lowered) return;
    ++tally.lowered;
    interpret::CheckOptions options;
    options.undef_input = options.poison_input = false;
    options.samples = 64;
    options.budget = 100'000;
    if (interpret::check_sampled(*lowered, *lowered, options).precondition_met) ++tally.defined;
  }

 private:
  llvm::LLVMContext& context_;
  optimize::PassRunner runner_;
};

void generate_all(Count count, std::uint64_t seed, Tally& tally) {
  const auto& names = generate::profile_names();
  for (Count done = 0; done < count;) {
    llvm::LLVMContext context;  // types and metadata of a context are never freed
    Meter meter(context);
    for (const Count end = std::min(count, done + 5'000); done < end; ++done) {
      generate::Profile profile = *generate::profile_named(names[done % names.size()]);
      profile.allow_undef = done / names.size() % 16 == 0;
      auto module = meter.new_module();
      Rng rng = Rng(seed).fork(done);
      if (done % 3 == 0) profile = generate::swarm(profile, rng);
      const auto start = Clock::now();
      const llvm::Function& made = generate::generate_function(*module, rng, profile, "f");
      tally.seconds += seconds_since(start);
      meter.take(*module, made, tally);
    }
  }
}

Count mutate_all(Count count, const std::string& folder, std::uint64_t seed, Tally& tally, Count& discarded) {
  Count seeds_used = 0;
  for (Count done = 0, part = 0; done < count; ++part) {
    llvm::LLVMContext context;
    Meter meter(context);
    auto seeds = mutate::Seeds::load(context, {folder}, {});
    if (!seeds || seeds->empty()) return 0;
    seeds_used = seeds->size();
    mutate::Options options;
    options.profile = *generate::profile_named("everything");
    options.profile.allow_undef = part % 16 == 0;
    options.swarm = true;
    mutate::Mutator mutator(options, &*seeds);
    for (const Count end = std::min(count, done + 3'000); done < end; ++done) {
      Rng rng = Rng(seed).fork(~done);
      if (done % 500 == 0) mutator.begin_batch(rng);
      auto module = meter.new_module();
      const auto start = Clock::now();
      const llvm::Function* made = mutator.mutant_of(*rng.pick(seeds->all()).function, *module, rng, "f");
      tally.seconds += seconds_since(start);
      if (made != nullptr) meter.take(*module, *made, tally);
    }
    discarded += mutator.statistics().discarded;
  }
  return seeds_used;
}

double share(Count part, Count whole) {
  return whole == 0 ? 0 : 100.0 * static_cast<double>(part) / static_cast<double>(whole);
}

void print_figures(const Tally& generated, const Tally& mutated, Count discarded) {
  std::printf("| | generated | mutated |\n|---|---|---|\n");
  std::printf("| functions | %llu | %llu |\n", generated.made, mutated.made);
  std::printf("| kept ones that the verifier refuses | %llu | %llu |\n", generated.invalid, mutated.invalid);
  std::printf("| thrown away as ill-formed before that | 0 | %llu (%.3f %%) |\n", discarded,
              share(discarded, discarded + mutated.made));
  std::printf("| made per second and core, before any checking | %.0f | %.0f |\n",
              static_cast<double>(generated.made) / generated.seconds,
              static_cast<double>(mutated.made) / mutated.seconds);
  for (std::size_t index = 0; index < std::size(kPipelines); ++index)
    std::printf("| changed by %s | %.1f %% | %.1f %% |\n", kPipelines[index],
                share(generated.changed[index], generated.sampled), share(mutated.changed[index], mutated.sampled));
  std::printf("| that Assay can give a meaning to | %.1f %% | %.1f %% |\n", share(generated.lowered, generated.sampled),
              share(mutated.lowered, mutated.sampled));
  std::printf("| of these, with an input for which they return | %.1f %% | %.1f %% |\n",
              share(generated.defined, generated.lowered), share(mutated.defined, mutated.lowered));
}

void print_table(const Tally& generated, const Tally& mutated) {
  llvm::LLVMContext context;
  auto rows = mutate::everything_there_is(context);
  const auto from_nothing = mutate::by_kind(generated.inventory), from_seeds = mutate::by_kind(mutated.inventory);
  for (const auto& [item, count] : from_nothing) rows.emplace(item, 0);
  for (const auto& [item, count] : from_seeds) rows.emplace(item, 0);
  std::string group;
  const auto count_in = [](const std::map<mutate::Item, std::uint64_t>& counts, const mutate::Item& item) {
    const auto found = counts.find(item);
    return found == counts.end() ? 0ull : static_cast<Count>(found->second);
  };
  for (const auto& [item, zero] : rows) {
    if (item.first == "type") continue;
    if (item.first != group) {
      group = item.first;
      std::printf("\n## %s\n\n| | generated | mutated |\n|---|---|---|\n", group.c_str());
    }
    std::printf("| `%s` | %llu | %llu |\n", item.second.c_str(), count_in(from_nothing, item),
                count_in(from_seeds, item));
  }
}

}  // namespace

int main(int argc, char** argv) {
  const Count count = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 100'000;
  const std::string folder = argc > 2 ? argv[2] : "corpus/seeds";
  const std::uint64_t seed = argc > 3 ? std::strtoull(argv[3], nullptr, 10) : 1;
  Tally generated, mutated;
  Count discarded = 0;
  generate_all(count / 2, seed, generated);
  const Count seeds = mutate_all(count / 2, folder, seed, mutated, discarded);
  if (seeds == 0) {
    std::fprintf(stderr, "%s: no seeds\n", folder.c_str());
    return 2;
  }
  std::printf(
      "# What the inputs are made of\n\n"
      "Made by `bench_inputs %llu %s %llu` (tests/bench/inputs), assay %s: functions of all profiles in turn, and "
      "mutants of %llu "
      "seeds\nby all mutators. Numbers count occurrences; the figures on passes and meanings are of every fiftieth "
      "function.\n"
      "`assay corpus stats` counts the same for any folder.\n\n",
      count, folder.c_str(), static_cast<Count>(seed), assay_version(), seeds);
  print_figures(generated, mutated, discarded);
  print_table(generated, mutated);
}
