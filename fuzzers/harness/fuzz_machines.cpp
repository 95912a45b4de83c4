// The symbolic machine, evaluated at concrete inputs and choices, against the interpreter: the bytes are a seed for a
// function of some profile and for its input. A contradiction ends the run, and prints both. ASSAY_FUZZ_SHOW=1 prints
// each function first.

#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "fuzzers/generate/generate.h"
#include "fuzzers/harness/machines_duel.h"
#include "services/worker/ir/ir.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace assay;
  std::uint64_t seed = size;
  for (std::size_t i = 0; i < size; ++i) seed = seed * 0x100000001b3 ^ data[i];
  Rng rng(seed);
  llvm::LLVMContext context;
  llvm::Module module("m", context);
  const auto profile = generate::profile_named(rng.pick(generate::profile_names()));
  llvm::Function& function = generate::generate_function(module, rng, *profile, "f");
  if (std::getenv("ASSAY_FUZZ_SHOW") != nullptr) std::fprintf(stderr, "%s\n", ir::print(module).c_str());
  const harness::Duel duel = harness::duel(function, rng);
  if (duel.kind != harness::Duel::Kind::Contradiction) return 0;
  std::fprintf(stderr, "seed %llu: %s\n", static_cast<unsigned long long>(seed), duel.report.c_str());
  std::abort();
}
