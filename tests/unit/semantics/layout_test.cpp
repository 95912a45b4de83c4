#include <gtest/gtest.h>
#include <llvm/AsmParser/Parser.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/Support/SourceMgr.h>

#include "services/worker/ir/ir.h"
#include "services/worker/semantics/semantics.h"

namespace assay::semantics {
namespace {

class LayoutTest : public testing::Test {
 protected:
  Layout of(const std::string& type) {
    auto parsed = ir::parse(
        context_, "target datalayout = \"e-p:64:64-i64:64-i128:128-f80:128\"\n@g = external global " + type + "\n",
        "test");
    if (!parsed) ADD_FAILURE() << parsed.error();
    module_ = std::move(*parsed);
    auto layout = layout_of(*module_, module_->getGlobalVariable("g")->getValueType());
    if (!layout) ADD_FAILURE() << layout.error();
    return *layout;
  }
  llvm::LLVMContext context_;
  std::unique_ptr<llvm::Module> module_;
};

TEST_F(LayoutTest, AnOddIntegerIsOneChunkOfWholeBytes) {
  const Layout layout = of("i17");
  ASSERT_EQ(layout.chunks.size(), 1u);
  EXPECT_EQ(layout.chunks[0].bytes, 3u);
  EXPECT_EQ(layout.store_size, 3u);
  EXPECT_EQ(layout.alloc_size, 4u);
}

TEST_F(LayoutTest, AVectorOfBitsIsPackedIntoOneChunk) {
  const Layout layout = of("<3 x i5>");
  ASSERT_EQ(layout.chunks.size(), 1u);
  EXPECT_EQ(layout.chunks[0].lanes, 3u);
  EXPECT_EQ(layout.chunks[0].bytes, 2u);
}

TEST_F(LayoutTest, AVectorOfBytesHasAChunkForEachLaneWithoutPaddingBetween) {
  const Layout layout = of("<3 x i24>");
  ASSERT_EQ(layout.chunks.size(), 3u);
  EXPECT_EQ(layout.chunks[2].offset, 6u);
}

TEST_F(LayoutTest, AStructHasPaddingBetweenItsChunks) {
  const Layout layout = of("{ i8, i32, i8 }");
  ASSERT_EQ(layout.chunks.size(), 3u);
  EXPECT_EQ(layout.chunks[1].offset, 4u);
  EXPECT_EQ(layout.chunks[2].offset, 8u);
  EXPECT_EQ(layout.alloc_size, 12u);
}

TEST_F(LayoutTest, APackedStructHasNoPadding) {
  const Layout layout = of("<{ i8, i32, i8 }>");
  EXPECT_EQ(layout.chunks[1].offset, 1u);
  EXPECT_EQ(layout.store_size, 6u);
}

TEST_F(LayoutTest, LanesAreFlattenedThroughNestedAggregates) {
  EXPECT_EQ(of("{ [2 x { i8, <2 x i16> }], double }").lanes, 7u);
}

TEST_F(LayoutTest, ATypeThatIsNotSupportedIsNamed) {
  auto parsed = ir::parse(context_, "@g = external global ppc_fp128\n", "test");
  ASSERT_TRUE(parsed);
  auto layout = layout_of(**parsed, (*parsed)->getGlobalVariable("g")->getValueType());
  ASSERT_FALSE(layout);
  EXPECT_EQ(layout.error(), "ppc_fp128");
}

}  // namespace
}  // namespace assay::semantics
