#include <gmock/gmock.h>

#include "tests/unit/optimize/testing.h"

namespace assay::optimize {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

class EachCulprit : public testing::EachCompiler {};
INSTANTIATE_TEST_SUITE_P(Compilers, EachCulprit, ::testing::Values(0, 14, 15, 16, 19, 22));

// Only instcombine turns a multiplication by a power of two into a shift.
constexpr const char* kMultiplication = "define i32 @f(i32 %x) {\n  %a = mul i32 %x, 8\n  ret i32 %a\n}\n";
const RunPredicate kBecameShift = when_ok([](const std::string& source, const std::string& target) {
  return source.find("shl") == std::string::npos && target.find("shl") != std::string::npos;
});

TEST_P(EachCulprit, IsFoundInALongPipelineAndRunsAlone) {
  const auto culprit = find_culprit(*compiler_, kMultiplication, "default<O2>", kBecameShift, Limits());
  ASSERT_TRUE(culprit) << culprit.error();
  EXPECT_EQ(culprit->pass, "instcombine");
  EXPECT_GT(culprit->step, 1u);
  EXPECT_EQ(culprit->pipeline, "instcombine");
  EXPECT_EQ(culprit->source, kMultiplication);
  EXPECT_THAT(culprit->before, HasSubstr("mul i32 %x, 8"));
  EXPECT_THAT(culprit->after, HasSubstr("shl i32 %x, 3"));
}

TEST_P(EachCulprit, IsTheSharedFolderWhereThatAloneFails) {
  const RunPredicate lost_subtraction = when_ok([](const std::string& source, const std::string& target) {
    return source.find("sub") != std::string::npos && target.find("sub") == std::string::npos;
  });
  const auto culprit = find_culprit(*compiler_, "define i8 @f(i8 %x) {\n  %a = sub i8 %x, %x\n  ret i8 %a\n}\n",
                                    "instcombine", lost_subtraction, Limits());
  ASSERT_TRUE(culprit) << culprit.error();
  EXPECT_EQ(culprit->pass, "instsimplify");
  EXPECT_EQ(culprit->pipeline, "instsimplify");
}

TEST_P(EachCulprit, PipelineKeepsThePassesThatPrepareTheGround) {
  // The multiplication's operand is constant only after sccp.
  const char* text = R"(define i32 @f(i32 %x, i1 %c) {
entry:
  br i1 %c, label %a, label %b
a:
  br label %b
b:
  %p = phi i32 [ 8, %entry ], [ 8, %a ]
  %m = mul i32 %x, %p
  ret i32 %m
}
)";
  const RunPredicate without_phi = when_ok([](const std::string& source, const std::string& target) {
    return source.find("phi") != std::string::npos && target.find("phi") == std::string::npos &&
           target.find("shl") != std::string::npos;
  });
  const auto culprit =
      find_culprit(*compiler_, text, "function(adce,sccp,reassociate,instcombine,adce)", without_phi, Limits());
  ASSERT_TRUE(culprit) << culprit.error();
  EXPECT_EQ(culprit->pass, "instcombine");
  const OptimizeResult again = compiler_->run(culprit->source, culprit->pipeline, Limits());
  EXPECT_TRUE(without_phi(again)) << culprit->pipeline;
  EXPECT_THAT(culprit->pipeline, Not(HasSubstr("adce")));
}

TEST_P(EachCulprit, IsAnErrorWhereThePipelineDoesNotFail) {
  const auto culprit = find_culprit(*compiler_, kMultiplication, "adce", kBecameShift, Limits());
  ASSERT_FALSE(culprit);
  EXPECT_THAT(culprit.error(), HasSubstr("does not show the failure"));
}

TEST(Culprit, OfACrashIsThePassThatRanLast) {
  testing::TemporaryFolder folder;
  // Crashes when gvn is to run: counts passes as opt does, two of them before gvn.
  const auto path = folder.script("opt", R"SH(
case "$*" in
  *--version*) echo 'LLVM version 22.1.0'; exit 0;;
  *-print-pipeline-passes*) echo 'function(adce,sccp,gvn,dce)'; exit 0;;
  *bisect-limit=0*|*bisect-limit=1\ *|*bisect-limit=2\ *) cat; exit 0;;
  *-passes=gvn*|*bisect*)
    cat > /dev/null
    for p in 1:ADCEPass 2:SCCPPass 3:GVNPass; do echo "BISECT: running pass (${p%:*}) ${p#*:} on f" >&2; done
    kill -SEGV $$;;
  *) cat;;
esac
)SH");
  auto compiler = open_compiler(path);
  ASSERT_TRUE(compiler) << compiler.error();
  const auto culprit = find_culprit(
      **compiler, kMultiplication, "function(adce,sccp,gvn,dce)",
      [](const OptimizeResult& result) { return result.end == OptimizeResult::End::Crashed; }, Limits());
  ASSERT_TRUE(culprit) << culprit.error();
  EXPECT_EQ(culprit->pass, "gvn");
  EXPECT_EQ(culprit->pipeline, "gvn");
}

}  // namespace
}  // namespace assay::optimize
