#include "services/worker/ir/targeted.h"

#include <gmock/gmock.h>

#include <set>

#include "tests/unit/optimize/testing.h"

namespace assay::hunt {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

constexpr const char* kLoop = R"(
define void @f(ptr noalias %p, ptr noalias %q, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %from = getelementptr inbounds i32, ptr %p, i64 %i
  %x = load i32, ptr %from
  %y = add i32 %x, 1
  %to = getelementptr inbounds i32, ptr %q, i64 %i
  store i32 %y, ptr %to
  %next = add nuw nsw i64 %i, 1
  %done = icmp eq i64 %next, %n
  br i1 %done, label %end, label %loop
end:
  ret void
}
declare void @g()
)";

Environment named(const std::string& name) { return parse_environments(name)->front(); }

std::string loop_for(const std::string& name) {
  llvm::LLVMContext context;
  auto module = optimize::testing::parse_or_die(context, kLoop);
  ir::set_environment(*module, named(name));
  return ir::print(*module);
}

TEST(Environments, AreChosenByName) {
  EXPECT_EQ(parse_environments("")->size(), 1u);
  EXPECT_TRUE(parse_environments("")->front().triple.empty());
  EXPECT_EQ(parse_environments("avx2,sve2")->at(1).name, "sve2");
  EXPECT_EQ(parse_environments("all")->size(), environments().size());
  EXPECT_THAT(parse_environments("avx3").error(), HasSubstr("avx2"));
  std::set<std::string_view> names;
  for (const Environment& each : environments()) EXPECT_TRUE(names.insert(each.name).second) << each.name;
}

class EachTarget : public optimize::testing::EachCompiler {};
INSTANTIATE_TEST_SUITE_P(Compilers, EachTarget, ::testing::Values(0, 14, 15, 16, 19, 22));

TEST_P(EachTarget, CompilesForEachEnvironment) {
  for (const Environment& each : environments()) {
    const auto result = compiler_->run(loop_for(std::string(each.name)), "loop-vectorize", {});
    EXPECT_EQ(result.end, optimize::OptimizeResult::End::Ok) << each.name << result.message;
    EXPECT_THAT(result.ir, HasSubstr("target datalayout = \"" + std::string(each.layout) + "\""));
  }
}

TEST_P(EachTarget, KnowsWhatVectorsTheProcessorHas) {
  const auto ir = [&](const char* name) { return compiler_->run(loop_for(name), "loop-vectorize", {}).ir; };
  EXPECT_THAT(ir("none"), Not(HasSubstr("x i32>")));
  EXPECT_THAT(ir("x86-64"), HasSubstr("<4 x i32>"));
  EXPECT_THAT(ir("avx2"), HasSubstr("<8 x i32>"));
  EXPECT_THAT(ir("sve2"), HasSubstr("<vscale x 4 x i32>"));
  for (const char* name : {"aarch64", "armv7", "systemz", "ppc64", "wasm32"})
    EXPECT_THAT(ir(name), HasSubstr("<4 x i32>")) << name;
}

TEST(Targeted, WhatAFunctionSaysOfItselfStays) {
  llvm::LLVMContext context;
  auto module = optimize::testing::parse_or_die(
      context, "define void @f() \"target-cpu\"=\"znver4\" vscale_range(4,4) {\n ret void\n}\n");
  ir::set_environment(*module, named("sve2"));
  const std::string text = ir::print(*module);
  EXPECT_THAT(text, HasSubstr("znver4"));
  EXPECT_THAT(text, HasSubstr("vscale_range(4,4)"));
  EXPECT_THAT(text, HasSubstr("+sve2"));
}

TEST(Targeted, WithoutItsEnvironmentACaseNamesNoTarget) {
  const auto plain = ir::without_environment(loop_for("riscv64"));
  ASSERT_TRUE(plain);
  for (const char* word : {"triple", "target-features", "vscale_range"}) EXPECT_THAT(*plain, Not(HasSubstr(word)));
  EXPECT_THAT(*plain, HasSubstr(std::string(without_target().layout)));
  EXPECT_FALSE(ir::without_environment(*plain));
  EXPECT_FALSE(ir::without_environment(loop_for("none")));
}

}  // namespace
}  // namespace assay::hunt
