#include <gmock/gmock.h>

#include "tests/unit/optimize/testing.h"

namespace assay::optimize {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

/// Failures that show in (source, target) of runs that end well.
RunPredicate when_ok(std::function<bool(const std::string& source, const std::string& target)> predicate) {
  return [predicate = std::move(predicate)](const OptimizeResult& result) {
    return result.end == OptimizeResult::End::Ok && predicate(result.given, result.ir);
  };
}

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

TEST_P(EachCulprit, FailsAloneAndNothingElseDoes) {
  const auto culprit =
      find_culprit(*compiler_, kMultiplication, "function(adce,sccp,instcombine,adce)", kBecameShift, Limits());
  ASSERT_TRUE(culprit) << culprit.error();
  EXPECT_EQ(culprit->suspects, std::vector<std::string>{"instcombine"});
  EXPECT_TRUE(culprit->needed);
}

TEST_P(EachCulprit, AreAllThatAreNeededWhereNoneFailsAlone) {
  // The operand is constant only once the variable is a register.
  const char* text = R"(define i32 @f(i32 %x, i32 %c) {
entry:
  %v = alloca i32
  switch i32 %c, label %d [ i32 1, label %a
                            i32 2, label %b ]
a:
  store i32 8, ptr %v
  br label %e
b:
  store i32 8, ptr %v
  br label %e
d:
  store i32 8, ptr %v
  br label %e
e:
  %l = load i32, ptr %v
  %m = mul i32 %x, %l
  ret i32 %m
}
)";
  const RunPredicate whole_way = when_ok([](const std::string& source, const std::string& target) {
    return source.find("alloca") != std::string::npos && target.find("shl") != std::string::npos;
  });
  const auto culprit = find_culprit(*compiler_, text, "function(adce,mem2reg,instcombine,adce)", whole_way, Limits());
  ASSERT_TRUE(culprit) << culprit.error();
  EXPECT_THAT(culprit->suspects, ::testing::ElementsAre("mem2reg", "instcombine"));
}

// The judge can tell only later: as a check that runs out of time, until a pass has made the module simpler.
TEST_P(EachCulprit, IsThePassThatFailsAloneNotTheOneAfterWhichItShows) {
  const char* text =
      "define i32 @f(i32 %x) {\n  %a = mul i32 %x, 8\n  %dead = add i32 %a, 1\n  %b = sdiv i32 %dead, 7\n  ret i32 "
      "%a\n}\n";
  const RunPredicate fickle = [](const OptimizeResult& result) {
    return kBecameShift(result) && result.ir.find("sdiv") == std::string::npos;
  };
  const auto culprit = find_culprit(*compiler_, text, "function(reassociate,instcombine,adce)", fickle, Limits());
  ASSERT_TRUE(culprit) << culprit.error();
  EXPECT_THAT(culprit->suspects, ::testing::ElementsAre(culprit->pass));
  EXPECT_TRUE(fickle(compiler_->run(culprit->source, culprit->pipeline, Limits())));
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
