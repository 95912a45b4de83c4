#include "services/worker/reduce/reduce.h"

#include <gmock/gmock.h>
#include <llvm/IR/LLVMContext.h>

#include <filesystem>
#include <set>

#include "services/worker/ir/ir.h"
#include "services/worker/optimize/optimize.h"
#include "services/worker/reduce/passes.h"

namespace assay::reduce {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

// Arithmetic around one multiplication by 8, over branches, a loop, a switch, vectors and undefined values.
constexpr const char* kHaystack = R"(
source_filename = "haystack"
target datalayout = "e-m:e-i64:64-n8:16:32:64-S128"

@unused = global i32 7

define i32 @helper(i32 %a) {
  ret i32 %a
}

define noundef i32 @mutant.17(i32 noundef %in0, i32 %in1, <4 x i32> %in2, i1 %in3) nounwind "no-trapping-math"="true" {
start:
  %v0 = add nuw nsw i32 %in0, 77
  %v1 = xor i32 %v0, undef
  %lane = extractelement <4 x i32> %in2, i64 2
  %v2 = call i32 @llvm.umax.i32(i32 %v1, i32 %lane)
  br i1 %in3, label %left, label %right
left:
  %v3 = sub i32 %v2, %in1
  %v4 = mul nsw i32 %v3, 8
  %v5 = and i32 %v4, 65535
  br label %join
right:
  %v6 = udiv exact i32 %v2, 3
  switch i32 %v6, label %join [ i32 1, label %one
                                i32 2, label %join ]
one:
  br label %join
join:
  %p = phi i32 [ %v5, %left ], [ %v6, %right ], [ %v6, %right ], [ 4, %one ]
  br label %loop
loop:
  %i = phi i32 [ 0, %join ], [ %next, %loop ]
  %next = add i32 %i, 1
  %done = icmp uge i32 %next, %p
  br i1 %done, label %exit, label %loop
exit:
  %w = or disjoint i32 %next, %v1
  %call = call i32 @helper(i32 %w)
  %s = select i1 %in3, i32 %call, i32 poison
  %r = add i32 %s, %p
  ret i32 %r
}

declare i32 @llvm.umax.i32(i32, i32)
)";

// InstCombine makes a shift of the multiplication.
bool multiplication_becomes_shift(const std::string& text) {
  llvm::LLVMContext context;
  auto module = ir::parse(context, text, "case");
  if (!module || text.find("shl") != std::string::npos) return false;
  optimize::PassRunner runner;
  if (runner.run_passes(**module, "instcombine")) return false;
  return ir::print(**module).find("shl") != std::string::npos;
}

bool is_valid(const std::string& text) {
  llvm::LLVMContext context;
  auto module = ir::parse(context, text, "case");
  return module && !ir::verify(**module);
}

TEST(Reduce, FindsTheNeedle) {
  const auto reduction = reduce(kHaystack, multiplication_becomes_shift);
  ASSERT_TRUE(reduction) << reduction.error();
  EXPECT_TRUE(reduction->complete);
  EXPECT_LE(reduction->instructions_after, 2u) << reduction->text;
  EXPECT_LT(reduction->instructions_after, reduction->instructions_before);
  EXPECT_THAT(reduction->text, HasSubstr("mul i4 %x,"));
  EXPECT_TRUE(multiplication_becomes_shift(reduction->text));
  EXPECT_THAT(reduction->text, ::testing::StartsWith("define i4 @f(i4 %x) {\n"));
  for (const char* noise :
       {"undef", "poison", "nsw", "unused", "helper", "nounwind", "noundef", "phi", "mutant", "umax"})
    EXPECT_THAT(reduction->text, Not(HasSubstr(noise)));
}

TEST(Reduce, IsDeterministic) {
  const auto once = reduce(kHaystack, multiplication_becomes_shift);
  const auto twice = reduce(kHaystack, multiplication_becomes_shift);
  ASSERT_TRUE(once && twice);
  EXPECT_EQ(once->text, twice->text);
  EXPECT_EQ(once->tests, twice->tests);
}

TEST(Reduce, AsksOnceForEachTextAndOnlyForValidOnes) {
  std::set<std::string> asked;
  const auto reduction = reduce(kHaystack, [&](const std::string& text) {
    EXPECT_TRUE(asked.insert(text).second) << "asked twice for\n" << text;
    EXPECT_TRUE(is_valid(text)) << text;
    return multiplication_becomes_shift(text);
  });
  ASSERT_TRUE(reduction);
  EXPECT_EQ(reduction->tests, asked.size());
}

TEST(Reduce, KeepsControlFlowThatMatters) {
  const auto has_loop = [](const std::string& text) {
    llvm::LLVMContext context;
    auto module = ir::parse(context, text, "case");
    return text.find("phi") != std::string::npos && text.find("icmp") != std::string::npos &&
           text.find("udiv") != std::string::npos && module;
  };
  const auto reduction = reduce(kHaystack, has_loop);
  ASSERT_TRUE(reduction) << reduction.error();
  EXPECT_LE(reduction->instructions_after, 8u) << reduction->text;
}

TEST(Reduce, NarrowsWidthsAndLengths) {
  const char* text =
      "define <8 x i64> @g(<8 x i64> %a, <8 x i64> %b) {\n"
      "  %c = call <8 x i64> @llvm.umax.v8i64(<8 x i64> %a, <8 x i64> %b)\n"
      "  %d = shl <8 x i64> %c, splat (i64 63)\n  %e = lshr <8 x i64> %d, splat (i64 63)\n  ret <8 x i64> %e\n}\n"
      "declare <8 x i64> @llvm.umax.v8i64(<8 x i64>, <8 x i64>)\n";
  const auto shift_pair = [](const std::string& text) {
    return text.find("= call") != std::string::npos && text.find("shl") != std::string::npos &&
           text.find("lshr") != std::string::npos;
  };
  const auto reduction = reduce(text, shift_pair);
  ASSERT_TRUE(reduction) << reduction.error();
  EXPECT_THAT(reduction->text, HasSubstr("@llvm.umin.i8(i8 ")) << "no odd width, since there was none";
  EXPECT_THAT(reduction->text, Not(HasSubstr("i64")));
}

TEST(Reduce, KeepsNoPartsOfBytesInMemoryUnlessTheCaseDoes) {
  const auto loads = [](const std::string& text) { return text.find("load") != std::string::npos; };
  const auto reduction = reduce("define i64 @g(ptr %p) {\n  %v = load i64, ptr %p\n  ret i64 %v\n}\n", loads);
  ASSERT_TRUE(reduction) << reduction.error();
  EXPECT_THAT(reduction->text, HasSubstr("load i8, ptr"));
  const auto of_bits = reduce("define i5 @g(ptr %p) {\n  %v = load i5, ptr %p\n  ret i5 %v\n}\n", loads);
  ASSERT_TRUE(of_bits) << of_bits.error();
  EXPECT_THAT(of_bits->text, HasSubstr("load i4, ptr"));
}

TEST(Reduce, LeavesNoResultThatNothingHangsOn) {
  const auto stores = [](const std::string& text) { return text.find("store i8 7") != std::string::npos; };
  const auto reduction = reduce(
      "define dso_local noundef ptr @g(ptr %p, i8 %x) local_unnamed_addr {\n"
      "  store i8 7, ptr %p\n  ret ptr %p\n}\n",
      stores);
  ASSERT_TRUE(reduction) << reduction.error();
  EXPECT_EQ(reduction->text, "define void @f(ptr %x) {\n  store i8 7, ptr %x, align 1\n  ret void\n}\n");
}

// One mistake, met in many forms, ends as one case.
TEST(Reduce, OfOperationsOfAKindTheFirstIsTaken) {
  const auto reduced = [](const char* text, const char* needle) {
    return reduce(text,
                  [&](const std::string& candidate) {
                    return candidate.find(needle) != std::string::npos &&
                           candidate.find("ret i8 %") != std::string::npos;
                  })
        ->text;
  };
  const std::string choice = reduced(
      "define i8 @f(i8 %x, i8 %y) {\n  %c = icmp ne i8 %x, %y\n  %s = select i1 %c, i8 3, i8 %x\n  ret i8 %s\n}\n",
      "icmp");
  EXPECT_THAT(choice, HasSubstr("icmp eq"));
  EXPECT_THAT(reduced("define i8 @f(i8 %x, i8 %y) {\n  %a = srem i8 %x, %y\n  ret i8 %a\n}\n", "i8 %x, %"),
              HasSubstr("udiv i8"));
  EXPECT_THAT(reduced("define i8 @f(i8 %x, i8 %y) {\n  %a = mul nuw i8 %x, %y\n  ret i8 %a\n}\n", "w i8 %x"),
              HasSubstr("add nsw i8"));
  EXPECT_THAT(reduced("declare i8 @llvm.smax.i8(i8, i8)\ndefine i8 @f(i8 %x) {\n  %a = call i8 @llvm.smax.i8(i8 %x, i8 "
                      "%x)\n  ret i8 %a\n}\n",
                      "call i8"),
              HasSubstr("@llvm.umin.i8("));
}

// What is done with a wrong value is no part of the mistake: it is stored in a loop, and a branch hangs on it.
TEST(Reduce, AWrongValueIsReturned) {
  const auto reduction = reduce(
      "define void @f(i8 %x, ptr %p) {\nentry:\n  br label %loop\nloop:\n  %a = mul i8 %x, %x\n  store i8 %a, ptr %p\n"
      "  %b = icmp eq i8 %a, 4\n  br i1 %b, label %loop, label %end\nend:\n  ret void\n}\n",
      [](const std::string& text) { return text.find("= mul i8 %x, %x") != std::string::npos; });
  ASSERT_TRUE(reduction) << reduction.error();
  EXPECT_EQ(reduction->text, "define i8 @f(i8 %x) {\n  %a = mul i8 %x, %x\n  ret i8 %a\n}\n");
}

TEST(Reduce, ACountThatHasLostItsLoopIsWhereItBegan) {
  llvm::LLVMContext context;
  auto module =
      ir::parse(context,
                "define i32 @f() {\nentry:\n  br label %loop\nloop:\n  %i = phi i16 [ -12, %entry ], [ %next, %loop ]\n"
                "  %next = add i16 %i, 1\n  br i1 false, label %loop, label %end\nend:\n  ret i32 7\n}\n",
                "case");
  ASSERT_TRUE(module) << module.error();
  Oracle first(0, 1);
  return_earlier(**module, first);
  EXPECT_FALSE(ir::verify(**module));
  EXPECT_THAT(ir::print(**module), HasSubstr("define i16 @f() {\nentry:\n  br label %loop\n\nloop:"));
  EXPECT_THAT(ir::print(**module), HasSubstr("ret i16 -12"));
}

TEST(Reduce, ANumberBecomesOneArgumentWhereverItStands) {
  llvm::LLVMContext context;
  auto module = ir::parse(context,
                          "define i8 @f(i8 %x) {\n  %a = icmp ult i8 %x, 77\n  %b = select i1 %a, i8 1, i8 77\n  %c = "
                          "add i8 %b, 33\n  ret i8 %c\n}\n",
                          "case");
  ASSERT_TRUE(module) << module.error();
  Oracle first(0, 1);
  replace_constant_by_new_argument(**module, first);
  EXPECT_EQ(first.asked(), 2u) << "77 and 33: 1 is plain";
  EXPECT_THAT(ir::print(**module), HasSubstr("define i8 @f(i8 %x, i8 %0) {\n  %a = icmp ult i8 %x, %0\n  %b = select "
                                             "i1 %a, i8 1, i8 %0\n  %c = add i8 %b, 33\n"));
}

TEST(Reduce, AUsualPredicateIsTriedWithTheArmsExchangedToo) {
  llvm::LLVMContext context;
  auto module = ir::parse(
      context,
      "define i8 @f(i8 %x, i8 %y) {\n  %c = icmp sgt i8 %x, %y\n  %s = select i1 %c, i8 3, i8 %x\n  ret i8 %s\n}\n",
      "case");
  ASSERT_TRUE(module) << module.error();
  Oracle second(1, 2);
  usual_operations(**module, second);
  EXPECT_EQ(second.asked(), 6u) << "eq, ult and slt, each with its arms as they are and exchanged";
  EXPECT_THAT(ir::print(**module), HasSubstr("%c = icmp eq i8 %x, %y\n  %s = select i1 %c, i8 %x, i8 3\n"));
}

TEST(Reduce, NeighboursHaveOneThingLessEach) {
  const std::string text = "define i8 @f(i8 %x) {\n  %a = add nsw i8 %x, 3\n  %b = mul i8 %a, 5\n  ret i8 %b\n}\n";
  const auto near = neighbours(text, 100);
  EXPECT_THAT(near, ::testing::Contains(HasSubstr("%a = add i8 %x, 3\n  %b = mul i8 %a, 5")));
  std::set<std::string> different(near.begin(), near.end());
  EXPECT_EQ(different.size(), near.size());
  for (const std::string& each : near) EXPECT_TRUE(is_valid(each)) << each;
  EXPECT_EQ(neighbours(text, 2).size(), 2u);
}

TEST(Reduce, TidiedTextHasNoHeadersAndNoAttributesOfIntrinsics) {
  EXPECT_EQ(
      tidied(
          "; ModuleID = 'x'\nsource_filename = \"x\"\n\ndefine i8 @f(i8 %x) {\n  %a = call i8 @llvm.ctpop.i8(i8 %x)\n"
          "  ret i8 %a\n}\n\ndeclare i8 @llvm.ctpop.i8(i8) #0\n\nattributes #0 = { nounwind }\n"),
      "define i8 @f(i8 %x) {\n  %a = call i8 @llvm.ctpop.i8(i8 %x)\n  ret i8 %a\n}\n\ndeclare i8 @llvm.ctpop.i8(i8)\n");
  EXPECT_EQ(tidied("no module"), "no module");
}

TEST(Reduce, WidthOfAShiftFollowsTheType) {
  const char* text = "define i32 @g(i32 %a) {\n  %d = lshr i32 %a, 31\n  %e = and i32 %d, 1\n  ret i32 %e\n}\n";
  // Interesting: the shift leaves the sign bit, whatever the width.
  const auto reduction = reduce(text, [](const std::string& text) {
    return text.find("lshr i32 %") != std::string::npos
               ? text.find(", 31") != std::string::npos
               : text.find("lshr i4 %") != std::string::npos && text.find(", 3\n") != std::string::npos;
  });
  ASSERT_TRUE(reduction) << reduction.error();
  EXPECT_THAT(reduction->text, HasSubstr("lshr i4 %x, 3"));
}

TEST(Reduce, StopsAtItsLimitWithTheBestSoFar) {
  Options options;
  options.most_tests = 5;
  const auto reduction = reduce(kHaystack, multiplication_becomes_shift, options);
  ASSERT_TRUE(reduction);
  EXPECT_FALSE(reduction->complete);
  EXPECT_LE(reduction->tests, 7u);
  EXPECT_TRUE(multiplication_becomes_shift(reduction->text));
}

TEST(Reduce, UninterestingOrInvalidTextIsAnError) {
  EXPECT_FALSE(reduce(kHaystack, [](const std::string&) { return false; }));
  EXPECT_FALSE(reduce("define", [](const std::string&) { return true; }));
}

TEST(Reduce, WorksThroughAnExternalCompiler) {
  const std::string path = "/usr/lib/llvm-14/bin/opt";
  if (!std::filesystem::exists(path)) GTEST_SKIP() << path << " is not installed";
  auto compiler = optimize::open_compiler(path);
  ASSERT_TRUE(compiler) << compiler.error();
  const auto becomes_shift = [&](const std::string& text) {
    if (text.find("shl") != std::string::npos) return false;
    const auto result = (*compiler)->run(text, "instcombine", optimize::Limits());
    return result.end == optimize::OptimizeResult::End::Ok && result.ir.find("shl") != std::string::npos;
  };
  const auto reduction = reduce(kHaystack, becomes_shift);
  ASSERT_TRUE(reduction) << reduction.error();
  EXPECT_LE(reduction->instructions_after, 2u) << reduction->text;
}

class EachPass : public ::testing::TestWithParam<std::size_t> {
 protected:
  const Pass& pass() const { return all_passes()[GetParam()]; }
};
INSTANTIATE_TEST_SUITE_P(Passes, EachPass, ::testing::Range<std::size_t>(0, all_passes().size()));

TEST_P(EachPass, LeavesTheModuleAloneWhenAllIsKept) {
  llvm::LLVMContext context;
  auto module = ir::parse(context, kHaystack, "case");
  ASSERT_TRUE(module);
  const std::string before = ir::print(**module);
  Oracle oracle;
  pass().run(**module, oracle);
  EXPECT_EQ(ir::print(**module), before) << pass().name;
}

TEST_P(EachPass, AsksTheSameNumberWhateverTheAnswers) {
  llvm::LLVMContext context;
  auto module = ir::parse(context, kHaystack, "case");
  ASSERT_TRUE(module);
  Oracle count;
  pass().run(*ir::clone(**module), count);
  for (std::size_t i = 0; i < count.asked(); ++i) {
    Oracle oracle(i, i + 1);
    const auto copy = ir::clone(**module);
    pass().run(*copy, oracle);
    EXPECT_GE(oracle.asked(), i + 1) << pass().name;
  }
}

}  // namespace
}  // namespace assay::reduce
