#include <gtest/gtest.h>

#include "services/worker/ir/ir.h"
#include "services/worker/semantics/semantics.h"

namespace assay::semantics {
namespace {

class LoweringTest : public testing::Test {
 protected:
  Result<Function> lowered(const std::string& text) {
    auto parsed = ir::parse(context_, text, "test");
    if (!parsed) {
      ADD_FAILURE() << parsed.error();
      return Error{"parse"};
    }
    modules_.push_back(std::move(*parsed));
    return lower(*modules_.back()->getFunction("f"));
  }
  Function must_lower(const std::string& text) {
    auto function = lowered(text);
    if (!function) ADD_FAILURE() << function.error();
    return std::move(*function);
  }
  llvm::LLVMContext context_;
  std::vector<std::unique_ptr<llvm::Module>> modules_;
};

TEST_F(LoweringTest, ConstantsComeFirstInTheFrame) {
  const Function f = must_lower("define i8 @f(i8 %x) {\n  %r = add i8 %x, 7\n  ret i8 %r\n}\n");
  ASSERT_EQ(f.constants.size(), 1u);
  EXPECT_EQ(f.constants[0].bits, 7);
  EXPECT_EQ(f.arguments[0].value.first, 1u);
}

TEST_F(LoweringTest, UnreachableBlocksAndTheirPhiOperandsAreDropped) {
  const Function f = must_lower(R"(
define i8 @f(i8 %x) {
entry:
  br label %end
dead:
  br label %end
end:
  %p = phi i8 [ %x, %entry ], [ 1, %dead ]
  ret i8 %p
}
)");
  ASSERT_EQ(f.blocks.size(), 2u);
  EXPECT_EQ(f.incomings[0].size(), 1u);
  EXPECT_FALSE(f.has_loop);
}

TEST_F(LoweringTest, ALoopIsSeen) {
  EXPECT_TRUE(
      must_lower(
          "define void @f(i1 %c) {\nentry:\n  br label %l\nl:\n  br i1 %c, label %l, label %e\ne:\n  ret void\n}\n")
          .has_loop);
}

TEST_F(LoweringTest, AConstantIndexOutOfRangeIsAPoisonLane) {
  const Function f =
      must_lower("define i8 @f(<2 x i8> %v) {\n  %r = extractelement <2 x i8> %v, i32 5\n  ret i8 %r\n}\n");
  EXPECT_EQ(f.masks[0], std::vector<std::int32_t>{-1});
}

TEST_F(LoweringTest, ConstantExpressionsAreComputedInTheEntryBlock) {
  const Function f = must_lower(
      "@g = external global i32\ndefine i64 @f() {\n  ret i64 add (i64 ptrtoint (ptr @g to i64), i64 3)\n}\n");
  EXPECT_EQ(f.instructions[0].op, Op::PtrToInt);
  EXPECT_EQ(f.instructions[1].op, Op::Add);
}

TEST_F(LoweringTest, PromisesOfAnIntrinsicsOperandAreCheckedBeforeIt) {
  const Function f = must_lower(
      "define i8 @f(i8 %x) {\n  %r = call i8 @llvm.abs.i8(i8 noundef %x, i1 true)\n  ret i8 %r\n}\n"
      "declare i8 @llvm.abs.i8(i8, i1)\n");
  ASSERT_EQ(f.instructions[0].op, Op::Copy);
  EXPECT_TRUE(f.promises[f.instructions[0].promises - 1].noundef);
  EXPECT_EQ(f.instructions[1].flags, IntMinPoison);
}

TEST_F(LoweringTest, ElementsOfAggregatesAreFoundByTheirLanes) {
  const Function f = must_lower(
      "define i8 @f({ [2 x i16], { i8, i8 } } %s) {\n  %r = extractvalue { [2 x i16], { i8, i8 } } %s, 1, 1\n"
      "  ret i8 %r\n}\n");
  EXPECT_EQ(f.masks[0], std::vector<std::int32_t>{3});
}

TEST_F(LoweringTest, AnUnknownIntrinsicIsNamed) {
  auto f = lowered(
      "define i32 @f(i1 %x) {\n  %r = call i32 @llvm.amdgcn.ballot.i32(i1 %x)\n  ret i32 %r\n}\n"
      "declare i32 @llvm.amdgcn.ballot.i32(i1)\n");
  ASSERT_FALSE(f);
  EXPECT_EQ(f.error(), "intrinsic llvm.amdgcn.ballot");
}

TEST_F(LoweringTest, AVectorPredicatedOperationOnAnotherTypeThanItsNameSaysIsUnsupported) {
  const auto is_lowered = [&](const std::string& name, const std::string& type, const std::string& predicate) {
    const std::string result = predicate.empty() ? type : "<2 x i1>";
    const std::string word = predicate.empty() ? "" : "metadata !\"" + predicate + "\", ";
    const std::string callee = result + " @llvm.vp." + name + "(" + type;
    return bool(lowered("define " + result + " @f(" + type + " %a, <2 x i1> %m) { %r = call " + callee + " %a, " +
                        type + " %a, " + word + "<2 x i1> %m, i32 2) ret " + result + " %r } declare " + callee + ", " +
                        type + (predicate.empty() ? "" : ", metadata") + ", <2 x i1>, i32)"));
  };
  EXPECT_TRUE(is_lowered("icmp.v2p0", "<2 x ptr>", "eq"));
  EXPECT_TRUE(is_lowered("icmp.v2i8", "<2 x i8>", "eq"));
  EXPECT_TRUE(is_lowered("fcmp.v2f32", "<2 x float>", "oeq"));
  EXPECT_TRUE(is_lowered("fadd.v2f32", "<2 x float>", ""));
  EXPECT_FALSE(is_lowered("icmp.v2f32", "<2 x float>", "eq"));
  EXPECT_FALSE(is_lowered("fcmp.v2i8", "<2 x i8>", "oeq"));
  EXPECT_FALSE(is_lowered("fcmp.v2p0", "<2 x ptr>", "oeq"));
  EXPECT_FALSE(is_lowered("fadd.v2i32", "<2 x i32>", ""));
}

TEST_F(LoweringTest, EveryOperandOfAGeneralAlignAssumptionIsAValue) {
  const Function f = must_lower(
      "define void @f(ptr %p, i32 %a) {\n  call void @llvm.assume(i1 true) [ \"align\"(ptr %p, i32 %a, i64 3) ]\n"
      "  ret void\n}\ndeclare void @llvm.assume(i1)\n");
  EXPECT_GT(f.instructions.size(), 8u);
  for (const Instruction& instruction : f.instructions)
    for (const Slots& operand : f.operands_of(instruction))
      EXPECT_EQ(operand.count, 1u) << row_of(instruction.op).spelling;
}

TEST_F(LoweringTest, AnAddressKeepsItsStepsInOrder) {
  const Function f = must_lower(
      "define ptr @f(ptr %p, i64 %i) {\n  %r = getelementptr inbounds { i8, [4 x i32] }, ptr %p, i64 1, i32 1, i64 %i\n"
      "  ret ptr %r\n}\n");
  const AddressComputation& address = f.addresses[0];
  EXPECT_EQ(address.constant, 24);
  ASSERT_EQ(address.terms.size(), 1u);
  EXPECT_EQ(address.terms[0].scale, 4u);
  EXPECT_EQ(address.steps.size(), 3u);
}

}  // namespace
}  // namespace assay::semantics
