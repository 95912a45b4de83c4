#include "services/worker/semantics/intrinsics.h"

#include <gtest/gtest.h>
#include <llvm/IR/IntrinsicsAMDGPU.h>

#include "services/worker/semantics/semantics.h"
#include "tests/unit/semantics/intrinsic_call.h"

namespace assay::semantics {
namespace {

std::vector<llvm::Intrinsic::ID> all_intrinsics() {
  std::vector<llvm::Intrinsic::ID> all;
  for (llvm::Intrinsic::ID id = 1; id < llvm::Intrinsic::num_intrinsics; ++id) all.push_back(id);
  return all;
}

std::string name_of(llvm::Intrinsic::ID id) { return llvm::Intrinsic::getBaseName(id).str(); }

TEST(Intrinsics, EveryTargetIndependentOneIsListed) {
  for (llvm::Intrinsic::ID id : all_intrinsics()) EXPECT_NE(note_of(id).kind, IntrinsicClass::Unlisted) << name_of(id);
}

TEST(Intrinsics, OneThatIsListedAsUnsupportedHasAReason) {
  for (llvm::Intrinsic::ID id : all_intrinsics())
    if (note_of(id).kind == IntrinsicClass::Unsupported) EXPECT_FALSE(note_of(id).reason.empty()) << name_of(id);
}

/// Operands that only make sense in a special place: a block address, a declared global, a catch, a callbr.
bool needs_context(llvm::Intrinsic::ID id) {
  return id == llvm::Intrinsic::threadlocal_address || id == llvm::Intrinsic::dbg_assign ||
         id == llvm::Intrinsic::dbg_declare || id == llvm::Intrinsic::dbg_value || id == llvm::Intrinsic::dbg_label ||
         id == llvm::Intrinsic::experimental_noalias_scope_decl || id == llvm::Intrinsic::lifetime_start ||
         id == llvm::Intrinsic::lifetime_end || id == llvm::Intrinsic::invariant_end ||
         id == llvm::Intrinsic::vastart || id == llvm::Intrinsic::set_rounding ||
         id == llvm::Intrinsic::callbr_landingpad;
}

TEST(Intrinsics, WhatIsListedAsKnownIsLoweredAndWhatIsNotIsRefusedByName) {
  for (llvm::Intrinsic::ID id : all_intrinsics()) {
    const IntrinsicNote note = note_of(id);
    if (note.kind == IntrinsicClass::OfTarget || note.kind == IntrinsicClass::ByAttributes || needs_context(id))
      continue;
    const IntrinsicCall call(id);
    const bool known = note.kind != IntrinsicClass::Unsupported;
    if (call.function() == nullptr) {
      EXPECT_FALSE(known) << "no call could be made of " << name_of(id);
      continue;
    }
    const auto lowered = lower(*call.function());
    EXPECT_EQ(static_cast<bool>(lowered), known) << name_of(id) << (lowered ? "" : ": " + lowered.error());
  }
}

TEST(Intrinsics, ThoseKnownByAttributesAreCallsWhereverOneCanBeMade) {
  unsigned lowered = 0;
  for (llvm::Intrinsic::ID id : all_intrinsics()) {
    if (note_of(id).kind != IntrinsicClass::ByAttributes) continue;
    const IntrinsicCall call(id);
    if (call.function() == nullptr) continue;  // arguments that only a coroutine has
    const auto function = lower(*call.function());
    EXPECT_TRUE(function) << name_of(id) << ": " << function.error();
    ++lowered;
  }
  EXPECT_GT(lowered, 30u);
}

TEST(Intrinsics, ThoseOfTargetsAreCallsUnlessThreadsOrExceptionsTakePart) {
  unsigned lowered = 0;
  for (llvm::Intrinsic::ID id : all_intrinsics()) {
    if (note_of(id).kind != IntrinsicClass::OfTarget) continue;
    const IntrinsicCall call(id);
    if (call.function() == nullptr) continue;
    const auto function = lower(*call.function());
    if (function) ++lowered;
    const std::string name = name_of(id);
    if (name.starts_with("llvm.wasm.") && !name.starts_with("llvm.wasm.trunc.")) EXPECT_FALSE(function) << name;
  }
  EXPECT_GT(lowered, 1000u);
  const IntrinsicCall vote(llvm::Intrinsic::amdgcn_ballot);
  ASSERT_NE(vote.function(), nullptr);
  const auto refused = lower(*vote.function());
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error(), "intrinsic llvm.amdgcn.ballot");
}

}  // namespace
}  // namespace assay::semantics
