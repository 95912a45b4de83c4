// The hunt's own loop under libFuzzer: inputs are modules of one function, changed by Assay's mutators; each goes
// through the linked compiler and is checked. An incorrect verdict ends the run with the case on stderr, and libFuzzer
// keeps the input. What steers it, beside the coverage of whatever is instrumented, are counters of our own: which
// features a pass took away and brought (mutate::rewrite_features), which of its statistics moved, if it has any, and,
// where asked for, which blocks of the linked optimizer ran for the first time (optimize::BlockCoverage). Run it with
// -fork=N to keep a crash of a pass from ending the run.
//   ASSAY_FUZZ_PASSES   -passes string (default: instcombine)
//   ASSAY_FUZZ_BLOCKS   1: count the optimizer's own blocks

#include <llvm/IR/LLVMContext.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "fuzzers/generate/generate.h"
#include "fuzzers/mutate/corpus.h"
#include "fuzzers/mutate/mutate.h"
#include "services/worker/check/check.h"
#include "services/worker/ir/ir.h"
#include "services/worker/optimize/coverage.h"
#include "services/worker/optimize/optimize.h"
#include "services/worker/optimize/statistics.h"

// libFuzzer reads and clears this section around every input.
__attribute__((section("__libfuzzer_extra_counters"))) static std::uint8_t counters[1 << 16];

namespace {

using namespace assay;

/// What lives as long as the process.
struct Loop {
  std::string pipeline = [] {
    const char* passes = std::getenv("ASSAY_FUZZ_PASSES");
    return optimize::spell_pipeline(passes != nullptr ? passes : "instcombine", 22);
  }();
  optimize::PassRunner runner;
  optimize::Statistics statistics;
  std::unique_ptr<optimize::BlockCoverage> blocks = [] {
    std::unique_ptr<optimize::BlockCoverage> none;
    if (std::getenv("ASSAY_FUZZ_BLOCKS") == nullptr) return none;
    auto planted = optimize::BlockCoverage::plant();
    if (!planted) std::fprintf(stderr, "%s\n", planted.error().c_str());
    return planted ? std::move(*planted) : std::move(none);
  }();
  check::Checker checker{[] {
    check::Options options;
    options.undef_inputs = false;
    options.smt_timeout_ms = 300;
    return options;
  }()};
};

Loop& loop() {
  static Loop& instance = *new Loop;
  return instance;
}

std::unique_ptr<llvm::Module> module_of(llvm::LLVMContext& context, const std::uint8_t* data, std::size_t size) {
  auto module = ir::parse(context, {reinterpret_cast<const char*>(data), size}, "input");
  if (!module || ir::verify(**module)) return nullptr;
  return std::move(*module);
}

llvm::Function* first_definition(llvm::Module& module) {
  for (llvm::Function& function : module)
    if (!function.isDeclaration()) return &function;
  return nullptr;
}

// Rewrites in the first quarter, blocks in the upper half.
void count_rewrite(const llvm::Function& before, const llvm::Function& after) {
  for (const std::uint64_t feature : mutate::rewrite_features(before, after, loop().pipeline))
    counters[feature % (std::size(counters) / 4)] = 1;
}

// Between the two.
void count_statistics() {
  for (const std::uint64_t moved : loop().statistics.take_moved())
    counters[std::size(counters) / 4 + moved % (std::size(counters) / 4)] = 1;
}

void count_blocks() {
  if (!loop().blocks) return;
  for (const std::uint32_t block : loop().blocks->take_new())
    counters[std::size(counters) / 2 + block % (std::size(counters) / 2)] = 1;
}

std::size_t give(const llvm::Module& module, std::uint8_t* data, std::size_t size, std::size_t most) {
  const std::string text = ir::print(module);
  if (text.size() > most) return size;
  std::memcpy(data, text.data(), text.size());
  return text.size();
}

}  // namespace

// The first input, with an expression of the second in place of one of its operands.
extern "C" std::size_t LLVMFuzzerCustomCrossOver(const std::uint8_t* one, std::size_t one_size, const std::uint8_t* two,
                                                 std::size_t two_size, std::uint8_t* out, std::size_t most,
                                                 unsigned seed) {
  llvm::LLVMContext context;
  auto before = module_of(context, one, one_size);
  mutate::Seeds donors;
  donors.add_text(context, std::string(reinterpret_cast<const char*>(two), two_size), "donor", {});
  llvm::Function* start = before ? first_definition(*before) : nullptr;
  if (start == nullptr || donors.empty()) return 0;
  mutate::Options options;
  options.only = {"splice-expression"};
  mutate::Mutator mutator(options, &donors);
  llvm::Module after("mutant", context);
  Rng rng(seed);
  return mutator.mutant_of(*start, after, rng, "f") == nullptr ? 0 : give(after, out, 0, most);
}

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size, std::size_t most, unsigned seed) {
  llvm::LLVMContext context;
  Rng rng(seed);
  auto before = module_of(context, data, size);
  llvm::Module after("mutant", context);
  mutate::Mutator mutator({});
  llvm::Function* start = before ? first_definition(*before) : nullptr;
  llvm::Function* mutant = start != nullptr && rng.chance(9, 10) ? mutator.mutant_of(*start, after, rng, "f") : nullptr;
  if (mutant == nullptr) generate::generate_function(after, rng, generate::peephole_profile(), "f");
  return give(after, data, size, most);
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  llvm::LLVMContext context;
  auto source = module_of(context, data, size);
  if (!source) return -1;  // not kept in the corpus
  auto target = ir::clone(*source);
  if (loop().runner.run_passes(*target, loop().pipeline)) return -1;
  count_blocks();
  count_statistics();
  for (const auto& [before, after] : ir::pair_by_name(*source, *target)) {
    count_rewrite(*before, *after);
    const Verdict verdict = loop().checker.check(*before, *after);
    if (verdict.kind != VerdictKind::Incorrect) continue;
    std::fprintf(stderr, "%s: %s\n%s=>\n%s", reason_text(verdict).c_str(), verdict.detail.c_str(),
                 ir::print(*before).c_str(), ir::print(*after).c_str());
    std::abort();
  }
  return 0;
}
