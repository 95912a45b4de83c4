#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>

#include "services/worker/improve/improve.h"
#include "services/worker/ir/ir.h"

namespace assay::improve {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

std::vector<std::string> excerpts(const std::string& text, std::size_t most = 8) {
  llvm::LLVMContext context;
  const auto module = ir::parse(context, text, "the module");
  EXPECT_TRUE(module) << module.error();
  if (!module) return {};
  std::vector<std::string> found;
  for (std::string& excerpt : excerpts_of(*(*module)->getFunction("f"), most)) {
    llvm::LLVMContext own;
    const auto alone = ir::parse(own, excerpt, "the excerpt");
    EXPECT_TRUE(alone) << alone.error() << excerpt;
    if (alone) EXPECT_FALSE(ir::verify(**alone)) << excerpt;
    found.push_back(excerpt.substr(excerpt.find("define")));
  }
  return found;
}

TEST(Excerpts, WhatIsLoadedOrComesRoundALoopIsAnArgument) {
  EXPECT_THAT(excerpts(R"(define void @f(ptr %p) {
entry:
  br label %body
body:
  %i = phi i32 [ 0, %entry ], [ %next, %body ]
  %x = load i32, ptr %p
  %m = mul i32 %x, %i
  %s = xor i32 %m, %x
  store i32 %s, ptr %p
  %next = add i32 %i, 1
  br label %body
})"),
              ElementsAre("define i32 @excerpt(i32 %0, i32 %1) {\n  %3 = mul i32 %0, %1\n  %4 = xor i32 %3, %0\n"
                          "  ret i32 %4\n}\n"));
}

TEST(Excerpts, EqualOnesHaveEqualTextsWhateverStandsBetween) {
  const auto one = excerpts("define i8 @f(i8 %x, i8 %y) {\n %a = add i8 %x, 1\n %b = sub i8 %a, %y\n ret i8 %b\n}");
  const auto other = excerpts(
      "declare i8 @g(i8)\ndefine void @f(ptr %p) {\n %l = load i8, ptr %p\n %s = add i8 %l, 1\n"
      " %c = call i8 @g(i8 0)\n %t = sub i8 %s, %c\n store i8 %t, ptr %p\n ret void\n}");
  ASSERT_EQ(one.size(), 1u);
  EXPECT_EQ(one, other);
}

TEST(Excerpts, WhatIsUsedElsewhereIsAResult) {
  const auto found = excerpts(
      "define i8 @f(ptr %p, i8 %x) {\n %a = add i8 %x, 1\n store i8 %a, ptr %p\n %b = xor i8 %a, %x\n ret i8 %b\n}");
  ASSERT_EQ(found.size(), 1u);
  EXPECT_THAT(found[0], HasSubstr("define { i8, i8 } @excerpt(i8 %0)"));
}

/// If the quotient were computed on the way to what else is used, that could rely on %y being no zero.
TEST(Excerpts, WhatMayBeUndefinedVouchesForNothingThatRunsWithoutIt) {
  const auto found = excerpts(R"(define i8 @f(i8 %x, i8 %y, ptr %p) {
  %z = icmp eq i8 %y, 0
  store i1 %z, ptr %p
  br i1 %z, label %a, label %b
a:
  ret i8 0
b:
  %w = zext i1 %z to i8
  %q = udiv i8 %x, %y
  %s = add i8 %q, %w
  ret i8 %s
})");
  ASSERT_FALSE(found.empty());
  EXPECT_THAT(found[0], HasSubstr("udiv"));
  EXPECT_THAT(found[0], Not(HasSubstr("icmp")));
}

TEST(Excerpts, PointersAddressesAndSingleOperationsAreNone) {
  EXPECT_THAT(excerpts("@g = global i8 0\ndefine i64 @f(ptr %p) {\n %a = ptrtoint ptr %p to i64\n"
                       " %b = add i64 %a, ptrtoint (ptr @g to i64)\n %c = mul i64 %b, 3\n ret i64 %c\n}"),
              IsEmpty());
}

TEST(Excerpts, OfALargeExpressionEachOperationStandsInOne) {
  const auto found = excerpts(
      "define i8 @f(i8 %x) {\n %a = add i8 %x, 1\n %b = mul i8 %a, 3\n %c = xor i8 %b, 5\n %d = sub i8 %c, 7\n"
      " ret i8 %d\n}",
      2);
  ASSERT_EQ(found.size(), 3u);
  EXPECT_THAT(found[0], HasSubstr("sub i8 %2, 7"));
  EXPECT_THAT(found[2], HasSubstr("mul i8 %2, 3"));
}

}  // namespace
}  // namespace assay::improve
