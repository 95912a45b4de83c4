// Functions that call others of which only attributes are known, and edits of them: both machines, and what follows
// from LangRef's words by themselves.

#include <gtest/gtest.h>

#include "fuzzers/harness/calls_duel.h"

namespace assay {
namespace {

using harness::CallsDuel;

constexpr std::uint64_t kSeed = 20261125;
constexpr unsigned kPairs = 500, kLeastDecided = 200, kLeastTold = 50;

TEST(CallsOfUnknownFunctions, AreJudgedAlikeByBothMachinesAndByTheirAttributes) {
  unsigned decided = 0, told = 0;
  for (unsigned i = 0; i < kPairs; ++i) {
    Rng rng = Rng(kSeed).fork(i);
    const CallsDuel duel = harness::duel_of_calls(rng);
    EXPECT_NE(duel.kind, CallsDuel::Kind::Contradiction) << "pair " << i << "\n" << duel.report;
    decided += duel.kind == CallsDuel::Kind::Agreed;
    told += duel.is_told;
  }
  EXPECT_GE(decided, kLeastDecided);
  EXPECT_GE(told, kLeastTold);
}

}  // namespace
}  // namespace assay
