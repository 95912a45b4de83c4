// What is proved of the parts that were cut out, against what is found in the whole: functions and mutants of them,
// which are mostly wrong.

#include <gtest/gtest.h>

#include <cstdlib>

#include "fuzzers/generate/generate.h"
#include "fuzzers/mutate/mutate.h"
#include "services/worker/check/check.h"
#include "services/worker/ir/ir.h"
#include "services/worker/normalize/normalize.h"
#include "services/worker/prove/parts/parts.h"

namespace assay {
namespace {

/// ASSAY_PARTS: more of them.
unsigned function_count() {
  const char* asked = std::getenv("ASSAY_PARTS");
  return asked == nullptr ? 1'500 : static_cast<unsigned>(std::strtoul(asked, nullptr, 10));
}

TEST(Parts, WhatTheyProveNoInputOfTheWholeRefutes) {
  check::Options parts, whole;
  parts.samples = 0;  // nobody but the solver speaks, of parts first
  parts.quick_budget = parts.exhaustive_budget = 0;
  parts.smt_timeout_ms = 200;
  whole.cut = false;
  whole.smt_timeout_ms = 200;
  parts.trust_text = whole.trust_text = false;
  unsigned cut = 0, proved = 0, refuted = 0;
  for (unsigned i = 0; i < function_count(); ++i) {
    llvm::LLVMContext context;
    llvm::Module module("m", context);
    Rng rng = Rng(20261122).fork(i);
    parts.undef_inputs = whole.undef_inputs = rng.chance(1, 2);
    mutate::Options edits;
    edits.max_edits = 2;
    const auto profile = generate::profile_named(rng.pick(generate::profile_names()));
    ASSERT_TRUE(profile);
    edits.profile = *profile;
    const llvm::Function& source = generate::generate_function(module, rng, edits.profile, "f");
    mutate::Mutator mutator(edits);
    const llvm::Function* target = mutator.mutant_of(source, module, rng, "g");
    if (target == nullptr || target->getFunctionType() != source.getFunctionType()) continue;
    const auto believes = [](const llvm::Function&, const llvm::Function&) { return true; };
    const normalize::NormalPair normal(source, *target);
    if (!prove::is_proved_by_parts(normal.source(), normal.target(), parts.undef_inputs, believes)) continue;
    ++cut;
    const Verdict by_parts = check::Checker(parts).check(source, *target);
    // What only holds for some rounds of a loop was proved of the whole.
    if (by_parts.kind != VerdictKind::Correct || !by_parts.bound.empty()) continue;
    ++proved;
    const Verdict by_whole = check::Checker(whole).check(source, *target);
    if (by_whole.kind != VerdictKind::Incorrect) continue;
    ++refuted;
    ADD_FAILURE() << i << ": " << by_whole.detail << "\n" << ir::print(module);
  }
  EXPECT_GT(cut, function_count() / 20);
  EXPECT_GT(proved, function_count() / 100);
  RecordProperty("cut", static_cast<int>(cut));
  std::printf("%u cut, %u proved, %u refuted\n", cut, proved, refuted);
}

}  // namespace
}  // namespace assay
