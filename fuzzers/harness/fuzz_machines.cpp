// The symbolic machine, evaluated at concrete inputs and choices, against the interpreter: the bytes are a seed for a
// function of some profile and for its input, or for a pair of functions that call others. A contradiction ends the
// run, and prints both; a run that ends otherwise prints how much was compared. ASSAY_FUZZ_SHOW=1 prints each function
// first.

#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>

#include <cstdio>
#include <cstdlib>
#include <map>
#include <string>
#include <unordered_set>

#include "fuzzers/harness/calls_duel.h"
#include "fuzzers/harness/machines_duel.h"
#include "services/worker/ir/ir.h"

namespace {

using assay::harness::CallsDuel;
using assay::harness::Duel;

constexpr unsigned kCalls = 8;  ///< one of so many seeds is a pair of functions that call unknown ones

/// What the process has done so far, told when it exits.
struct Tally {
  std::unordered_set<std::uint64_t> seeds;  ///< of functions, without repetition
  std::uint64_t agreed = 0, undefined = 0, undecided = 0, questions = 0;
  std::map<std::string, std::uint64_t> skipped;  ///< by reason
  std::uint64_t calls = 0, calls_agreed = 0, calls_told = 0;

  void add(const Duel& duel) {
    questions += duel.questions;
    switch (duel.kind) {
      case Duel::Kind::Skipped:
        ++skipped[duel.report];
        break;
      case Duel::Kind::Undecided:
        ++undecided;
        break;
      default:
        duel.undefined ? ++undefined : ++agreed;
    }
  }
  void add(const CallsDuel& duel) {
    ++calls;
    calls_agreed += duel.kind == CallsDuel::Kind::Agreed;
    calls_told += duel.is_told;
  }
  ~Tally() {
    const auto tell = [](const std::string& what, std::uint64_t count) {
      std::fprintf(stderr, "%s: %llu\n", what.c_str(), static_cast<unsigned long long>(count));
    };
    tell("functions", seeds.size());
    tell("results agree", agreed);
    tell("undefined behaviour agrees", undefined);
    tell("not all decided", undecided);
    tell("questions decided", questions);
    tell("pairs of calls", calls);
    tell("pairs of calls decided", calls_agreed);
    tell("pairs of calls of which LangRef says whether they are right", calls_told);
    for (const auto& [reason, count] : skipped) tell("not compared, " + reason, count);
  }
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace assay;
  std::uint64_t seed = size;
  for (std::size_t i = 0; i < size; ++i) seed = seed * 0x100000001b3 ^ data[i];
  static Tally tally;
  if (!tally.seeds.insert(seed).second) return 0;
  Rng rng(seed);
  if (rng.chance(1, kCalls)) {
    const CallsDuel duel = harness::duel_of_calls(rng);
    tally.add(duel);
    if (duel.kind != CallsDuel::Kind::Contradiction) return 0;
    std::fprintf(stderr, "seed %llu:\n%s\n", static_cast<unsigned long long>(seed), duel.report.c_str());
    std::abort();
  }
  llvm::LLVMContext context;
  llvm::Module module("m", context);
  const generate::Profile profile = harness::draw_profile(rng);
  llvm::Function& function = generate::generate_function(module, rng, profile, "f");
  if (std::getenv("ASSAY_FUZZ_SHOW") != nullptr) std::fprintf(stderr, "%s\n", ir::print(module).c_str());
  const Duel duel = harness::duel(function, rng);
  tally.add(duel);
  if (duel.kind != Duel::Kind::Contradiction) return 0;
  std::fprintf(stderr, "seed %llu: %s\n", static_cast<unsigned long long>(seed), duel.report.c_str());
  std::abort();
}
