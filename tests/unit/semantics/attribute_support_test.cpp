#include "services/worker/semantics/attribute_support.h"

#include <gtest/gtest.h>
#include <llvm/IR/Module.h>

#include "services/worker/ir/ir.h"

namespace assay::semantics {
namespace {

// ATTR-29
TEST(AttributeSupport, EveryAttributeOfLlvmIsListed) {
  for (int kind = llvm::Attribute::None + 1; kind < llvm::Attribute::EndAttrKinds; ++kind) {
    const auto attribute = static_cast<llvm::Attribute::AttrKind>(kind);
    EXPECT_NE(support_of(attribute).kind, SupportKind::Unlisted)
        << llvm::Attribute::getNameFromAttrKind(attribute).str();
  }
}

TEST(AttributeSupport, EveryFixedMetadataKindOfLlvmIsListed) {
  llvm::LLVMContext context;
  llvm::SmallVector<llvm::StringRef, 64> kinds;
  context.getMDKindNames(kinds);
  for (llvm::StringRef kind : kinds) EXPECT_NE(support_of_metadata(kind).kind, SupportKind::Unlisted) << kind.str();
}

TEST(AttributeSupport, WhatNobodyFollowsIsUnfollowed) {
  llvm::LLVMContext context;
  llvm::SmallVector<llvm::StringRef, 64> kinds;
  context.getMDKindNames(kinds);
  for (llvm::StringRef kind : kinds) {
    const AttributeSupport support = support_of_metadata(kind);
    EXPECT_EQ(support.kind == SupportKind::Unfollowed, !support.followed_by.interpreter) << kind.str();
  }
}

TEST(AttributeSupport, AliasScopesAreFollowedByTheInterpreterOnly) {
  const FollowedBy followed = support_of_metadata("alias.scope").followed_by;
  EXPECT_TRUE(followed.interpreter);
  EXPECT_FALSE(followed.solver);
  EXPECT_TRUE(support_of_metadata("range").followed_by.solver);
}

TEST(AttributeSupport, OfAnInstructionsMetadataOnlyWhatAMachineDoesNotKnowIsBeyondIt) {
  llvm::LLVMContext context;
  auto module = ir::parse(context,
                          "define i8 @f(ptr %p) {\n  %r = load i8, ptr %p, !nofree !0, !range !1, !mine !0\n"
                          "  ret i8 %r\n}\n!0 = !{}\n!1 = !{i8 0, i8 9}\n",
                          "test");
  ASSERT_TRUE(module) << module.error();
  const llvm::Instruction& load = (*module)->getFunction("f")->front().front();
  EXPECT_EQ(metadata_beyond(&FollowedBy::interpreter, load),
            (MetadataNodes{{context.getMDKindID("nofree"), load.getMetadata("nofree")}}));
}

}  // namespace
}  // namespace assay::semantics
