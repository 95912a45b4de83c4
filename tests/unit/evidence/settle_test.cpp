#include "services/worker/evidence/settle.h"

#include <gtest/gtest.h>

#include <vector>

namespace assay::evidence {
namespace {

Counterexample seen_by(std::vector<Decider> deciders) {
  Counterexample seen;
  seen.source_result = "returns i8 1";
  seen.confirmed_by = std::move(deciders);
  return seen;
}
Claim refuted_by(std::vector<Decider> deciders, Assumptions under = {}) {
  return Claim::refuted(Method::Smt, {Reason::ValueMismatch, "told", seen_by(std::move(deciders))}, std::move(under));
}
/// The rows that leave a proof, or a refutation, so much.
std::vector<Assumed> rows(Leaves AssumptionRow::*of, Leaves left) {
  std::vector<Assumed> found;
  for (std::size_t i = 0; i < static_cast<std::size_t>(Assumed::Count); ++i)
    if (row_of(static_cast<Assumed>(i)).*of == left) found.push_back(static_cast<Assumed>(i));
  return found;
}

TEST(Settle, AProofThatNothingLimitsIsCorrectWithoutABound) {
  const Verdict verdict = settle(Claim::proved(Method::Exhaustive));
  EXPECT_EQ(verdict.kind, VerdictKind::Correct);
  EXPECT_EQ(verdict.method, Method::Exhaustive);
  EXPECT_EQ(verdict.reason, Reason::None);
  EXPECT_EQ(verdict.bound, "");
}

TEST(Settle, AProofIsToldWithAllItsLimitsInOrder) {
  Claim proof = Claim::proved(Method::Smt);
  proof.assume({Assumed::LoopsUnrolled, "8"});
  for (int i = 0; i < 2; ++i) proof.assume({Assumed::NoUndefInputs});
  proof.assume({Assumed::FastMath});
  const Verdict verdict = settle(proof);
  EXPECT_EQ(verdict.kind, VerdictKind::Correct);
  EXPECT_EQ(verdict.bound, "up to 8 iterations of each loop, inputs that are not undef");
}

TEST(Settle, EachLimitOfAProofIsToldAndLeavesRefutations) {
  for (const Assumed row : rows(&AssumptionRow::of_proof, Leaves::Limited)) {
    const Verdict proof = settle(Claim::proved(Method::Smt, {{row, "2"}}));
    EXPECT_EQ(proof.kind, VerdictKind::Correct) << row_of(row).name;
    EXPECT_EQ(proof.bound, sentence_of({row, "2"}));
    const Verdict refutation = settle(refuted_by({Decider::Interpreter}, {{row, "2"}}));
    EXPECT_EQ(refutation.kind, VerdictKind::Incorrect) << row_of(row).name;
    EXPECT_EQ(refutation.bound, "");
  }
}

TEST(Settle, WhatVoidsAProofMakesItUnknownForTheRowsReason) {
  for (const Assumed row : rows(&AssumptionRow::of_proof, Leaves::Nothing)) {
    const Verdict proof = settle(Claim::proved(Method::Smt, {{Assumed::OneThread}, {row, "nsw"}}));
    EXPECT_EQ(proof.kind, VerdictKind::Unknown) << row_of(row).name;
    EXPECT_EQ(proof.reason, row_of(row).reason);
    EXPECT_EQ(proof.detail, sentence_of({row, "nsw"}));
    EXPECT_EQ(proof.feature, feature_of({row, "nsw"}));
    EXPECT_EQ(proof.bound, "");
    EXPECT_EQ(settle(refuted_by({Decider::Interpreter}, {{row, "nsw"}})).kind, VerdictKind::Incorrect);
  }
}

TEST(Settle, ARefutationIsIncorrectWithItsCounterexample) {
  const Verdict verdict = settle(refuted_by({Decider::Smt}));
  EXPECT_EQ(verdict.kind, VerdictKind::Incorrect);
  EXPECT_EQ(verdict.reason, Reason::ValueMismatch);
  EXPECT_EQ(verdict.detail, "told");
  EXPECT_EQ(verdict.counterexample, seen_by({Decider::Smt}));
}

TEST(Settle, WhatVoidsARefutationMakesItUnknownAndLeavesProofs) {
  const auto voids = rows(&AssumptionRow::of_refutation, Leaves::Nothing);
  EXPECT_GT(voids.size(), 30u);
  for (const Assumed row : voids) {
    const Verdict verdict = settle(refuted_by({Decider::Interpreter}, {{row, "it"}}));
    EXPECT_EQ(verdict.kind, VerdictKind::Unknown) << row_of(row).name;
    EXPECT_EQ(verdict.reason, row_of(row).reason);
    EXPECT_FALSE(verdict.counterexample);
    EXPECT_NE(verdict.detail.find(sentence_of({row, "it"})), std::string::npos) << verdict.detail;
    EXPECT_EQ(settle(Claim::proved(Method::Smt, {{row, "it"}})).kind, VerdictKind::Correct) << row_of(row).name;
  }
}

TEST(Settle, AllApproximationsThatVoidARefutationAreTold) {
  const Verdict verdict =
      settle(refuted_by({Decider::Interpreter},
                        {{Assumed::FastMath}, {Assumed::UnknownIntrinsic, "llvm.foo"}, {Assumed::BlockAddresses}}));
  EXPECT_EQ(verdict.detail,
            "only in a model that knows too little of what fast-math flags permit, the intrinsic llvm.foo and the "
            "addresses of blocks");
}

TEST(Settle, WhatTheSolverAloneHasSeenIsUnconfirmedWhereThatIsAsked) {
  const Verdict alone = settle(refuted_by({Decider::Smt}), /*only_confirmed=*/true);
  EXPECT_EQ(alone.kind, VerdictKind::Unknown);
  EXPECT_EQ(alone.reason, Reason::Unconfirmed);
  EXPECT_EQ(alone.detail, "the solver alone says value-mismatch: told");
  EXPECT_TRUE(alone.counterexample) << "it is told all the same";
  EXPECT_EQ(settle(refuted_by({Decider::Interpreter, Decider::Smt}), true).kind, VerdictKind::Incorrect);
  EXPECT_EQ(settle(refuted_by({}), true).kind, VerdictKind::Incorrect) << "a rule of the texts, which nobody runs";
}

TEST(Settle, AContradictionIsUnknownWithBothReasons) {
  for (const Reason reason : {Reason::OraclesDisagree, Reason::Spurious}) {
    const Verdict verdict =
        settle(Claim::contradicted(Method::Interpreter, {reason, "told", seen_by({Decider::Interpreter})}));
    EXPECT_EQ(verdict.kind, VerdictKind::Unknown);
    EXPECT_EQ(verdict.reason, reason);
    EXPECT_EQ(verdict.detail, "told");
    EXPECT_TRUE(verdict.counterexample);
  }
}

TEST(Settle, AContradictionThatAnAssumptionExplainsNamesIt) {
  for (const Assumed row : {Assumed::PartialBytes, Assumed::SameCallees}) {
    Claim claim = Claim::contradicted(Method::Smt, {Reason::OraclesDisagree, "told", seen_by({})});
    claim.assume({row});
    const Verdict verdict = settle(claim);
    EXPECT_EQ(verdict.kind, VerdictKind::Unknown);
    EXPECT_EQ(verdict.reason, Reason::Unsupported);
    EXPECT_EQ(verdict.feature, row_of(row).feature);
    EXPECT_EQ(verdict.detail, row_of(row).sentence);
  }
}

TEST(Settle, EachGapIsToldAsItsRowSays) {
  for (std::size_t i = 0; i < static_cast<std::size_t>(Inconclusive::Count); ++i) {
    const InconclusiveRow& row = row_of(static_cast<Inconclusive>(i));
    const Verdict verdict = settle(Claim::inconclusive(Method::Smt, static_cast<Inconclusive>(i), "it"));
    EXPECT_EQ(verdict.kind, row.verdict) << row.name;
    EXPECT_NE(verdict.kind, VerdictKind::Correct) << row.name;
    EXPECT_NE(verdict.kind, VerdictKind::Incorrect) << row.name;
    EXPECT_EQ(verdict.reason, row.reason) << row.name;
    EXPECT_EQ(verdict.detail.find("{}"), std::string::npos) << row.name;
  }
  const Verdict verdict = settle(Claim::inconclusive(Method::None, Inconclusive::FeatureOfSource, "callbr"));
  EXPECT_EQ(verdict.feature, "callbr");
  EXPECT_EQ(verdict.detail, "in the source");
}

TEST(Settle, WhatTheSolverSaysOfItsGivingUpIsTold) {
  const Verdict verdict = settle(Claim::gave_up(Reason::Solver, "canceled", "more-ub"));
  EXPECT_EQ(verdict.kind, VerdictKind::Unknown);
  EXPECT_EQ(verdict.reason, Reason::Solver);
  EXPECT_EQ(verdict.feature, "canceled");
  EXPECT_EQ(verdict.detail, "the solver gave up on more-ub");
  EXPECT_EQ(settle(Claim::gave_up(Reason::OraclesDisagree, "", "more-ub")).reason, Reason::OraclesDisagree);
}

TEST(Settle, NothingIsUnknown) { EXPECT_EQ(settle(Claim()).kind, VerdictKind::Unknown); }

TEST(Limits, ThoseOnUndefAreTold) {
  using Rows = std::initializer_list<Assumption>;
  const Assumption inputs{Assumed::NoUndefInputs}, memory{Assumed::NoUndefInMemory}, loops{Assumed::LoopsUnrolled, "8"};
  for (const Rows& rows : {Rows{inputs}, Rows{memory}, Rows{inputs, memory}, Rows{memory, inputs}, Rows{}})
    EXPECT_TRUE(leave_out_undef_only(Assumptions(rows).limits()));
  for (const Rows& rows : {Rows{loops}, Rows{inputs, loops}, Rows{inputs, memory, loops}})
    EXPECT_FALSE(leave_out_undef_only(Assumptions(rows).limits()));
}

}  // namespace
}  // namespace assay::evidence
