// The hunt's own loop under libFuzzer: inputs are modules of one function, changed by Assay's mutators; each goes through the
// linked compiler and is checked. An incorrect verdict ends the run with the case on stderr, and libFuzzer keeps the input.
//   ASSAY_FUZZ_PASSES   -passes string (default: instcombine)

#include <llvm/IR/LLVMContext.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "fuzzers/generate/generate.h"
#include "fuzzers/mutate/mutate.h"
#include "services/worker/check/check.h"
#include "services/worker/ir/ir.h"
#include "services/worker/optimize/optimize.h"

namespace {

using namespace assay;

/// What lives as long as the process.
struct Loop {
  std::string pipeline = [] {
    const char* passes = std::getenv("ASSAY_FUZZ_PASSES");
    return optimize::spell_pipeline(passes != nullptr ? passes : "instcombine", 22);
  }();
  optimize::PassRunner runner;
  check::Checker checker{[] {
    check::Options options;
    options.undef_input = false;
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

}  // namespace

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size, std::size_t most, unsigned seed) {
  llvm::LLVMContext context;
  Rng rng(seed);
  auto before = module_of(context, data, size);
  llvm::Module after("mutant", context);
  mutate::Mutator mutator({});
  llvm::Function* start = before ? first_definition(*before) : nullptr;
  llvm::Function* mutant = start != nullptr && rng.chance(9, 10) ? mutator.mutant_of(*start, after, rng, "f") : nullptr;
  if (mutant == nullptr) generate::generate_function(after, rng, generate::peephole_profile(), "f");
  const std::string text = ir::print(after);
  if (text.size() > most) return size;
  std::memcpy(data, text.data(), text.size());
  return text.size();
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  llvm::LLVMContext context;
  auto source = module_of(context, data, size);
  if (!source) return -1;  // not kept in the corpus
  auto target = ir::clone(*source);
  if (loop().runner.run_passes(*target, loop().pipeline)) return -1;
  for (const auto& [before, after] : ir::pair_by_name(*source, *target)) {
    const Verdict verdict = loop().checker.check(*before, *after);
    if (verdict.kind != VerdictKind::Incorrect) continue;
    std::fprintf(stderr, "%s: %s\n%s=>\n%s", verdict.reason.c_str(), verdict.detail.c_str(), ir::print(*before).c_str(),
                 ir::print(*after).c_str());
    std::abort();
  }
  return 0;
}
