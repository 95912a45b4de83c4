#include "services/worker/evidence/claim.h"

#include <gtest/gtest.h>

#include <set>

namespace assay::evidence {
namespace {

TEST(Assumption, EachRowHasANameOfItsOwnThatLeadsBack) {
  std::set<std::string> names;
  for (std::size_t i = 0; i < static_cast<std::size_t>(Assumed::Count); ++i) {
    const auto row = static_cast<Assumed>(i);
    EXPECT_TRUE(names.insert(row_of(row).name).second);
    EXPECT_EQ(assumed_of(row_of(row).name), row);
  }
  EXPECT_EQ(assumed_of("no such row"), std::nullopt);
}

TEST(Claim, AProofIsReadWithWhatItIsLimitedTo) {
  Claim claim = Claim::proved(Method::Smt);
  EXPECT_TRUE(claim.is_proved_without_limit());
  claim.assume({Assumed::LoopsUnrolled, "2"});
  ASSERT_NE(claim.proved(), nullptr);
  EXPECT_TRUE(claim.proved()->has(Assumed::LoopsUnrolled));
  EXPECT_FALSE(claim.is_proved_without_limit());
}

TEST(Claim, WhatIsVoidIsNeitherProvedNorRefuted) {
  Claim proof = Claim::proved(Method::Smt);
  proof.assume({Assumed::OwnConstants});
  EXPECT_EQ(proof.proved(), nullptr);
  EXPECT_FALSE(proof.is_decided());
  EXPECT_EQ(proof.reason(), Reason::ConstantsDiffer);
  Claim refutation = Claim::refuted(Method::Smt, {.reason = Reason::MoreUb});
  EXPECT_EQ(refutation.reason(), Reason::MoreUb);
  refutation.assume({Assumed::PlacedAlike});
  EXPECT_EQ(refutation.refuted(), nullptr);
  EXPECT_FALSE(refutation.is_decided());
  EXPECT_EQ(refutation.reason(), Reason::Approximation);
}

TEST(Claim, WhatIsVoidAlreadyRestsOnNothingMore) {
  Claim claim = Claim::refuted(Method::Smt, {}, {{Assumed::FastMath}});
  claim.assume({Assumed::Guards});
  EXPECT_EQ(claim.under().approximations(), "what fast-math flags permit");
  Claim nothing = Claim::inconclusive(Method::Smt, Inconclusive::TooManyBlocks);
  nothing.assume({Assumed::Guards});
  EXPECT_TRUE(nothing.under().empty());
}

TEST(Claim, ALimitOfTimeOrMemoryIsToldFromOtherGaps) {
  EXPECT_TRUE(Claim::gave_up(Reason::Timeout, "", "x").ran_out());
  EXPECT_TRUE(Claim::gave_up(Reason::MemoryLimit, "", "x").ran_out());
  EXPECT_FALSE(Claim::gave_up(Reason::Quantified, "", "x").ran_out());
  EXPECT_FALSE(Claim::proved(Method::Smt).ran_out());
  EXPECT_TRUE(Claim::inconclusive(Method::Smt, Inconclusive::ManyUsesOfUndef).is_unsupported());
  EXPECT_FALSE(Claim::inconclusive(Method::Smt, Inconclusive::TooManyBlocks).is_unsupported());
}

TEST(Claim, DecidedClaimsComeBackFromTheirText) {
  Counterexample seen;
  seen.inputs = {{"%x", "i8", "3"}};
  seen.confirmed_by = {Decider::Interpreter};
  for (const Claim& claim : {Claim::proved(Method::Smt, {{Assumed::LoopsUnrolled, "4"}, {Assumed::InitialState}}),
                             Claim::refuted(Method::Smt, {Reason::MoreUb, "told", seen}),
                             Claim::refuted(Method::Syntax, {.reason = Reason::Attributes})})
    EXPECT_EQ(claim_from_json(to_json(claim)), claim) << to_json(claim);
  for (const char* text : {"", "{}", R"({"by":"smt","under":[["no such row",""]]})", R"({"by":"nobody","under":[]})"})
    EXPECT_EQ(claim_from_json(text), std::nullopt) << text;
}

}  // namespace
}  // namespace assay::evidence
