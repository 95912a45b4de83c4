#include "services/worker/semantics/notes.h"

#include <gtest/gtest.h>
#include <llvm/IR/Module.h>

#include "services/worker/ir/ir.h"

namespace assay::semantics {
namespace {

TEST(Notes, EveryAttributeOfLlvmIsListed) {
  for (int kind = llvm::Attribute::None + 1; kind < llvm::Attribute::EndAttrKinds; ++kind) {
    const auto attribute = static_cast<llvm::Attribute::AttrKind>(kind);
    EXPECT_NE(note_of(attribute).kind, NoteKind::Unlisted) << llvm::Attribute::getNameFromAttrKind(attribute).str();
  }
}

TEST(Notes, EveryFixedMetadataKindOfLlvmIsListed) {
  llvm::LLVMContext context;
  llvm::SmallVector<llvm::StringRef, 64> kinds;
  context.getMDKindNames(kinds);
  for (llvm::StringRef kind : kinds) EXPECT_NE(note_of_metadata(kind).kind, NoteKind::Unlisted) << kind.str();
}

TEST(Notes, MetadataWhoseBreachIsNotLookedForIsNamed) {
  llvm::LLVMContext context;
  auto module = ir::parse(context,
                          "define i8 @f(ptr %p) {\n  %r = load i8, ptr %p, !nofree !0, !range !1, !mine !0\n"
                          "  ret i8 %r\n}\n!0 = !{}\n!1 = !{i8 0, i8 9}\n",
                          "test");
  ASSERT_TRUE(module) << module.error();
  EXPECT_EQ(unfollowed_metadata((*module)->getFunction("f")->front().front()),
            std::vector<std::string>{"nofree"});
}

}  // namespace
}  // namespace assay::semantics
