#include <gmock/gmock.h>
#include <llvm/Demangle/Demangle.h>
#include <llvm/Support/CommandLine.h>

#include <typeinfo>

#include "tests/unit/optimize/testing.h"

namespace assay::optimize {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

constexpr const char* kLoop = R"(
define i32 @sum(ptr noalias %p, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %s = phi i32 [ 0, %entry ], [ %more, %loop ]
  %at = getelementptr inbounds i32, ptr %p, i64 %i
  %x = load i32, ptr %at, align 4
  %more = add i32 %s, %x
  %next = add nuw nsw i64 %i, 1
  %done = icmp eq i64 %next, %n
  br i1 %done, label %end, label %loop
end:
  ret i32 %more
}
)";

Limits with(const std::string& opt_args) {
  Limits limits;
  limits.opt_args = opt_args;
  return limits;
}

/// As the options' libraries tell it; empty where one does not.
std::string type_of(const llvm::cl::Option& option) {
  const std::type_info* type = (*reinterpret_cast<const std::type_info* const* const*>(&option))[-1];
  return type == nullptr ? "" : llvm::demangle(std::string("_Z") + type->name());
}

class EachWithOptions : public testing::EachCompiler {};
INSTANTIATE_TEST_SUITE_P(Compilers, EachWithOptions, ::testing::Values(0, 14, 15, 16, 19, 22));

TEST_P(EachWithOptions, MakesThePassDoWhatTheySay) {
  const OptimizeResult plain = compiler_->run(kLoop, "loop-vectorize", Limits());
  EXPECT_THAT(plain.ir, Not(HasSubstr("x i32>"))) << plain.message;
  const OptimizeResult four = compiler_->run(kLoop, "loop-vectorize", with("-force-vector-width=4"));
  EXPECT_EQ(four.end, OptimizeResult::End::Ok) << four.message;
  EXPECT_THAT(four.ir, HasSubstr("<4 x i32>"));
  const OptimizeResult both =
      compiler_->run(kLoop, "loop-vectorize", with("-force-vector-width=8  --force-vector-interleave=2"));
  EXPECT_THAT(both.ir, HasSubstr("<8 x i32>")) << both.message;
  EXPECT_THAT(compiler_->run(kLoop, "loop-vectorize", Limits()).ir, Not(HasSubstr("x i32>")))
      << "options end with the run";
}

TEST_P(EachWithOptions, CountsStepsWithThem) {
  const OptimizeResult none = compiler_->run_first(kLoop, "loop-vectorize", 0, with("-force-vector-width=4"));
  EXPECT_THAT(none.ir, Not(HasSubstr("x i32>"))) << none.message;
  EXPECT_THAT(compiler_->run_first(kLoop, "loop-vectorize", 100, with("-force-vector-width=4")).ir,
              HasSubstr("<4 x i32>"));
}

TEST_P(EachWithOptions, RefusesValuesThatTheOptionDoesNotHave) {
  const OptimizeResult result = compiler_->run(kLoop, "loop-vectorize", with("-force-vector-width=many"));
  EXPECT_EQ(result.end, OptimizeResult::End::Rejected) << name_of(result.end) << result.message;
}

TEST_P(EachWithOptions, IsNotEvenStartedWithWhatNamesAFile) {
  for (const char* word : {"-info-output-file=4", "-load=/tmp/evil.so", "-o=out", "-force-vector-width=/tmp/x", "file",
                           "-print-after-all", "-attributor-view-dep-graph", "-help", "-no-such-option"}) {
    const OptimizeResult result = compiler_->run(kLoop, "loop-vectorize", with(word));
    EXPECT_EQ(result.end, OptimizeResult::End::Rejected) << word;
    EXPECT_THAT(result.message, HasSubstr("option '")) << word;
  }
}

TEST(OptArgs, KeepsTheLinkedCompilersCopyClean) {
  auto compiler = open_compiler("linked");
  ASSERT_TRUE(compiler);
  (*compiler)->keep_copy();
  EXPECT_THAT((*compiler)->run(kLoop, "loop-vectorize", with("-force-vector-width=4")).ir, HasSubstr("<4 x i32>"));
  EXPECT_THAT((*compiler)->run(kLoop, "loop-vectorize", Limits()).ir, Not(HasSubstr("x i32>")));
  EXPECT_THAT((*compiler)->run(kLoop, "loop-vectorize", with("-force-vector-width=8")).ir, HasSubstr("<8 x i32>"));
  (*compiler)->drop_copy();
}

// The rule, tried on all options that there are: no option that holds text can be given, whatever its name is.
TEST(OptArgs, NoOptionThatHoldsTextIsAccepted) {
  unsigned texts = 0, accepted = 0;
  for (const auto& [name, option] : llvm::cl::getRegisteredOptions()) {
    const bool taken = !check_opt_args("-" + name.str() + "=1");
    accepted += taken ? 1 : 0;
    if (type_of(*option).find("basic_string") == std::string::npos) continue;
    ++texts;
    EXPECT_FALSE(taken) << name.str();
  }
  EXPECT_GT(texts, 20u) << "such options are found no more";
  EXPECT_GT(accepted, 300u) << "options of passes are found no more";
}

TEST(OptArgs, NumbersYesAndNoAndWordsOfTheOptionsAreAccepted) {
  for (const char* args :
       {"", "-force-vector-width=4", "--slp-threshold=-100", "-unroll-runtime", "-enable-loop-distribute=false",
        "-replexitval=always", "-force-vector-width=4 -force-vector-interleave=2"}) {
    const Status bad = check_opt_args(args);
    EXPECT_FALSE(bad) << args << ": " << (bad ? bad->message : "");
  }
}

TEST(OptArgs, StandBehindAPipelineAndAreJoined) {
  const Invocation pipeline = parse_invocation("loop-vectorize -force-vector-width=4  -x");
  EXPECT_EQ(pipeline.passes, "loop-vectorize");
  EXPECT_EQ(pipeline.opt_args, "-force-vector-width=4 -x");
  EXPECT_EQ(parse_invocation("function(sroa,gvn)").passes, "function(sroa,gvn)");
  EXPECT_EQ(parse_invocation("function(sroa, gvn)").passes, "function(sroa, gvn)");
  EXPECT_EQ(joined_args("", ""), "");
  EXPECT_EQ(joined_args("-a  -b", "-c"), "-a -b -c");
}

}  // namespace
}  // namespace assay::optimize
