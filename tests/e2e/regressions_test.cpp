#include <gmock/gmock.h>

#include <filesystem>
#include <fstream>

#include "tests/e2e/command.h"

namespace assay::e2e {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

const std::string k19 = "--baseline=/usr/lib/llvm-19/bin/opt", k22 = "--branch=/usr/lib/llvm-22/bin/opt";

/// LLVM 19 sees that the select is not needed, LLVM 22 does not; and what both compile alike.
std::string body(const std::string& name) {
  return "define i32 @" + name + R"((i32 %x, i32 %y, i32 %z) {
  %a = and i32 %x, %y
  %c = icmp eq i32 %a, %z
  %o = or i32 %x, %y
  %n = xor i32 %x, %y
  %b = or i32 %n, %z
  %r = select i1 %c, i32 %o, i32 %b
  ret i32 %r
}
)";
}
const std::string kAlike = "define i32 @alike(i32 %x) {\n  %r = add i32 %x, 1\n  ret i32 %r\n}\n";

class Regressions : public TestWithFolder {};

TEST_F(Regressions, AreToldWithCostsProofsAndTheRootAndOnceForEachRoot) {
  const std::string file = write("three.ll", body("one") + kAlike + body("two"));
  const auto result = assay({"regressions", file, k19, k22});
  EXPECT_EQ(result.code, 1) << result.output << result.error_output;
  EXPECT_THAT(result.output, HasSubstr("@one: dearer: the branch misses what instcombine of the baseline does"));
  EXPECT_THAT(result.output, Not(HasSubstr("@two: dearer")));
  EXPECT_THAT(result.output, HasSubstr("machine-instructions"));
  EXPECT_THAT(result.output, HasSubstr("the baseline: correct"));
  EXPECT_THAT(result.output, HasSubstr("the branch: correct"));
  EXPECT_THAT(result.output, HasSubstr("cause: missed instcombine: ret(select("));
  EXPECT_THAT(result.output, HasSubstr("1 same"));
  EXPECT_THAT(result.output, HasSubstr("1 duplicate"));
}

TEST_F(Regressions, AreHuntedOnMutantsAgainstAnotherOpt) {
  const std::string idle = script("opt", "exec /usr/lib/llvm-22/bin/opt -opt-bisect-limit=0 \"$@\"\n");
  const auto result =
      assay({"hunt", "--regressions=/usr/lib/llvm-22/bin/opt", "--compiler=" + idle, "--passes=instcombine",
             "--profile=peephole", "--seed=37", "--mutants=20", "--json", "--db=" + path("found.db")});
  ASSERT_EQ(result.code, 0) << result.output << result.error_output;
  const auto search = json_of(result)["searches"][0];
  EXPECT_EQ(search["missed"]["mutants"], 20);
  EXPECT_EQ(search["missed"]["compared"], 20);
  EXPECT_EQ(search["missed"]["searched"], 0);
  ASSERT_FALSE(search["missed"]["regressions"].empty());
  const std::string source = search["missed"]["regressions"][0]["source"];
  EXPECT_EQ(assay({"regressions", write("source.ll", source), "--baseline=/usr/lib/llvm-22/bin/opt", "--branch=" + idle,
                   "--passes=instcombine"})
                .code,
            1)
      << source;
}

TEST_F(Regressions, AreWrittenAsIssuesEachRootOnce) {
  const auto result = assay(
      {"regressions", write("two.ll", body("one") + body("two")), k19, k22, "--quiet", "--issues=" + path("issues")});
  ASSERT_EQ(result.code, 1) << result.output << result.error_output;
  std::ifstream file(path("issues/regression-1.md"));
  const std::string issue{std::istreambuf_iterator<char>(file), {}};
  EXPECT_THAT(issue, testing::StartsWith("# [instcombine] Regression: LLVM 22"));
  for (const char* part : {"| machine-instructions |", "`opt -O2` of LLVM 19", "of the older one does it"})
    EXPECT_THAT(issue, HasSubstr(part));
  EXPECT_THAT(issue, HasSubstr("proved to refine the source, for all inputs."));
  EXPECT_THAT(issue, Not(HasSubstr("ModuleID")));
  EXPECT_FALSE(std::filesystem::exists(path("issues/regression-2.md")));
}

TEST_F(Regressions, AnIssueAboutALoopSaysThatItsProofsLeaveUndefOut) {
  const std::string loop = write("loop.ll", R"(target triple = "x86_64-unknown-linux-gnu"
define i32 @sum(ptr %p, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %s = phi i32 [ 0, %entry ], [ %more, %loop ]
  %q = getelementptr inbounds i32, ptr %p, i64 %i
  %v = load i32, ptr %q
  %more = add i32 %s, %v
  %next = add nuw nsw i64 %i, 1
  %c = icmp ult i64 %next, %n
  br i1 %c, label %loop, label %exit
exit:
  ret i32 %more
}
)");
  const std::string scalar = script("opt", "exec /usr/lib/llvm-22/bin/opt -vectorize-loops=0 \"$@\"\n");
  const auto result = assay({"regressions", loop, "--baseline=/usr/lib/llvm-22/bin/opt", "--branch=" + scalar,
                             "--reduce-time=0", "--quiet", "--issues=" + path("issues")});
  ASSERT_EQ(result.code, 1) << result.output << result.error_output;
  EXPECT_THAT(result.output, HasSubstr("(by what runs execute)"));
  std::ifstream file(path("issues/regression-1.md"));
  const std::string issue{std::istreambuf_iterator<char>(file), {}};
  EXPECT_THAT(issue,
              HasSubstr("proved to refine the source, within limits: inputs that are not undef, memory of the "));
  EXPECT_THAT(issue, Not(HasSubstr("for all inputs")));
  EXPECT_THAT(issue, HasSubstr("What is executed is counted where both are run with the same inputs."));
}

TEST_F(Regressions, OfAnEarlierRunAreKnown) {
  const std::string file = write("one.ll", body("one"));
  const auto first = assay({"regressions", file, k19, k22, "--json", "--reduce-time=0"});
  ASSERT_EQ(first.code, 1) << first.output << first.error_output;
  const auto json = json_of(first);
  EXPECT_EQ(json["functions"][0]["news"], "new");
  EXPECT_EQ(json["functions"][0]["looked"]["kind"], "regression");
  EXPECT_EQ(json["settings"]["target"], "x86-64");
  EXPECT_THAT(json["branch"]["opt"]["version"].get<std::string>(), HasSubstr("22"));
  // What either leaves is a module that check proves to refine the source.
  const auto regression = json["functions"][0]["looked"]["regression"];
  const std::string source = write("source.ll", regression["source"]);
  for (const char* side : {"baseline", "branch"})
    EXPECT_EQ(assay({"check", source, write(std::string(side) + ".ll", regression[side]["text"])}).code, 0) << side;
  const std::string known = write("known.json", first.output);
  const auto again = assay({"regressions", file, k19, k22, "--reduce-time=0", "--known=" + known});
  EXPECT_EQ(again.code, 1);
  EXPECT_THAT(again.output, HasSubstr("(known)"));
  EXPECT_THAT(again.output, HasSubstr("1 known"));
}

TEST_F(Regressions, AreNoneWhereNothingIsDearerOnAnyTarget) {
  const std::string file = write("alike.ll", kAlike);
  for (const char* target : {"none", "x86-64", "aarch64", "riscv64"})
    EXPECT_EQ(assay({"regressions", file, k19, k22, std::string("--target=") + target}).code, 0) << target;
}

TEST_F(Regressions, SaysWhatIsWrongWithWhatItIsGiven) {
  const std::string file = write("alike.ll", kAlike);
  const auto refused = [&](std::vector<std::string> arguments, const char* word) {
    arguments.insert(arguments.begin(), "regressions");
    const auto result = assay(arguments);
    EXPECT_EQ(result.code, 2) << word << result.output;
    EXPECT_THAT(result.error_output, HasSubstr(word));
  };
  refused({file, k19, "--branch=/nowhere/opt"}, "--branch");
  refused({file, "--baseline=/nowhere/opt", k22}, "--baseline");
  refused({file, k19, k22, "--target=vax"}, "vax");
  refused({file, k19, k22, "--known=" + file}, "alike.ll");
  refused({file, k19, k22, "--opt-args=-load=x"}, "-load");
  refused({path("absent.ll"), k19, k22}, "absent.ll");
  refused({write("broken.ll", "words\n"), k19, k22}, "broken.ll");
}

}  // namespace
}  // namespace assay::e2e
