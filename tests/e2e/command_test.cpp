#include <sstream>

#include "services/common/confine.h"
#include "tests/e2e/command.h"

namespace assay::e2e {
namespace {

class Command : public TestWithFolder {};

constexpr const char* kCorrect = R"(
define i8 @src(i8 %x) {
  %r = mul i8 %x, 2
  ret i8 %r
}
define i8 @tgt(i8 %x) {
  %r = shl i8 %x, 1
  ret i8 %r
}
)";

constexpr const char* kWrong = R"(
define i8 @src(i8 %x) {
  %r = add i8 %x, 1
  ret i8 %r
}
define i8 @tgt(i8 %x) {
  %r = add nsw i8 %x, 1
  ret i8 %r
}
)";

TEST_F(Command, CheckOfACorrectPairExitsWithZero) {
  const auto result = assay({"check", "--json", write("a.ll", kCorrect)});
  EXPECT_EQ(result.code, 0) << result.error_output;
  const auto json = json_of(result);
  ASSERT_EQ(json["functions"].size(), 1u);
  EXPECT_EQ(json["functions"][0]["name"], "src");
  EXPECT_EQ(json["functions"][0]["verdict"], "correct");
  EXPECT_NE(json["functions"][0]["method"], "");
}

TEST_F(Command, CheckOfAWrongPairExitsWithOneAndGivesAConfirmedCounterexample) {
  const auto result = assay({"check", "--json", write("a.ll", kWrong)});
  EXPECT_EQ(result.code, 1);
  const auto function = json_of(result)["functions"][0];
  EXPECT_EQ(function["verdict"], "incorrect");
  EXPECT_EQ(function["reason"], "more-poisonous");
  EXPECT_EQ(function["counterexample"]["inputs"][0]["name"], "%x");
  EXPECT_EQ(function["counterexample"]["confirmed_by"].size(), 2u) << "both machines know this language";
}

TEST_F(Command, CheckOfAWideWrongPairIsDecidedByTheSolverAndConfirmedByTheInterpreter) {
  const auto result = assay({"check", "--json", write("a.ll", R"(
define i64 @src(i64 %x) {
  %r = xor i64 %x, 81985529216486895
  ret i64 %r
}
define i64 @tgt(i64 %x) {
  %c = icmp eq i64 %x, 1147797409030816545
  %r = xor i64 %x, 81985529216486895
  %s = select i1 %c, i64 0, i64 %r
  ret i64 %s
}
)")});
  EXPECT_EQ(result.code, 1) << result.output;
  EXPECT_EQ(json_of(result)["functions"][0]["counterexample"]["inputs"][0]["value"].get<std::string>().substr(0, 19),
            "1147797409030816545");
}

TEST_F(Command, CheckOfSomethingUnsupportedExitsWithThreeAndNamesTheFeature) {
  const auto result = assay({"check", "--json", write("a.ll", R"(
define ppc_fp128 @src(ppc_fp128 %x) {
  %r = fneg ppc_fp128 %x
  ret ppc_fp128 %r
}
define ppc_fp128 @tgt(ppc_fp128 %x) {
  ret ppc_fp128 %x
}
)")});
  EXPECT_EQ(result.code, 3);
  EXPECT_EQ(json_of(result)["functions"][0]["verdict"], "unsupported");
  EXPECT_EQ(json_of(result)["functions"][0]["reason"], "ppc_fp128");
}

TEST_F(Command, CheckOfTwoFilesPairsFunctionsByName) {
  const std::string a = write("a.ll", "define i8 @f(i8 %x) {\n  ret i8 %x\n}\ndefine i8 @g(i8 %x) {\n  ret i8 1\n}\n");
  const std::string b = write("b.ll", "define i8 @g(i8 %x) {\n  ret i8 2\n}\ndefine i8 @f(i8 %x) {\n  ret i8 %x\n}\n");
  const auto json = json_of(assay({"check", "--json", a, b}));
  ASSERT_EQ(json["functions"].size(), 2u);
  EXPECT_EQ(json["functions"][0]["verdict"], "correct");
  EXPECT_EQ(json["functions"][1]["verdict"], "incorrect");
  EXPECT_EQ(json_of(assay({"check", "--json", "--function=f", a, b}))["functions"].size(), 1u);
}

// MEM-7
TEST_F(Command, ConstantsThatDifferAreNeverPassedOverInSilence) {
  const auto module = [&](const char* name, const char* value) {
    return write(name, std::string("@x = internal constant i32 ") + value +
                           "\ndeclare void @g(ptr)\ndefine void @f() {\n  call void @g(ptr @x)\n  ret void\n}\n");
  };
  const std::string a = module("a.ll", "0"), b = module("b.ll", "1");
  EXPECT_EQ(json_of(assay({"check", "--json", a, b}))["functions"][0]["reason"], "value-mismatch");
  const auto alone = assay({"check", "--json", "--oracle=interpreter", a, b});
  EXPECT_EQ(alone.code, 1);
  EXPECT_EQ(json_of(alone)["functions"][0]["reason"], "value-mismatch");
  // Only the module can see these: each function reads its own.
  const auto own = [&](const char* name, const char* value, const char* result) {
    return write(name, std::string("@x = internal constant i32 ") + value +
                           "\ndefine i32 @f() {\n  %a = load i32, ptr @x\n  ret i32 " + result + "\n}\n");
  };
  const std::string one = own("one.ll", "0", "%a");
  const auto same = json_of(assay({"check", "--json", one, own("same.ll", "1", "0")}))["functions"][0];
  EXPECT_EQ(same["reason"], "constants-differ") << "other functions may read it";
  const auto other = json_of(assay({"check", "--json", one, own("other.ll", "1", "%a")}))["functions"][0];
  EXPECT_EQ(other["verdict"], "incorrect");
  EXPECT_EQ(other["counterexample"]["confirmed_by"].size(), 2u) << other;
}

TEST_F(Command, UndefInputsCanBeSwitchedOff) {
  const std::string file = write("a.ll", R"(
define i8 @src(i8 %x) {
  %r = mul i8 %x, 2
  ret i8 %r
}
define i8 @tgt(i8 %x) {
  %r = add i8 %x, %x
  ret i8 %r
}
)");
  EXPECT_EQ(assay({"check", file}).code, 1) << "add of an undef value to itself may be odd";
  EXPECT_EQ(assay({"check", "--no-undef-input", file}).code, 0);
}

TEST_F(Command, BadInputIsAnErrorThatNamesTheFileAndTheLine) {
  const auto result = assay({"check", write("broken.ll", "define i8 @src(i8 %x) {\n  %r = ad i8 %x, 1\n}\n")});
  EXPECT_EQ(result.code, 2);
  EXPECT_NE(result.error_output.find("broken.ll:2"), std::string::npos) << result.error_output;
  EXPECT_EQ(assay({"check", path("absent.ll")}).code, 2);
  EXPECT_EQ(assay({"check", write("empty.ll", "")}).code, 2);
  EXPECT_EQ(assay({"check", write("cut.bc", std::string("BC\xC0\xDE\x01", 5))}).code, 2);
  EXPECT_EQ(assay({"check", "--no-such-option"}).code, 2);
}

TEST_F(Command, DebugInfoThatIsNotValidIsPassedBy) {
  const std::string unlisted = write("unlisted.ll", R"(
define i8 @src(i8 %x) !dbg !3 {
  ret i8 %x
}
define i8 @tgt(i8 %x) {
  %r = add i8 %x, 0
  ret i8 %r
}
!llvm.module.flags = !{!0}
!0 = !{i32 2, !"Debug Info Version", i32 3}
!1 = distinct !DICompileUnit(language: DW_LANG_C, file: !2, isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug)
!2 = !DIFile(filename: "a.c", directory: ".")
!3 = distinct !DISubprogram(name: "src", file: !2, line: 1, type: !4, unit: !1, spFlags: DISPFlagDefinition)
!4 = !DISubroutineType(types: !{})
)");
  const auto result = assay({"check", unlisted});
  EXPECT_EQ(result.code, 0) << result.output << result.error_output;
}

TEST_F(Command, RunShowsTheTraceAndReportsUndefinedBehaviourWithItsRule) {
  const std::string file = write("a.ll", "define i8 @f(i8 %x) {\n  %r = udiv i8 7, %x\n  ret i8 %r\n}\n");
  const auto fine = assay({"run", file, "--args=2", "--trace"});
  EXPECT_EQ(fine.code, 0) << fine.error_output;
  EXPECT_NE(fine.output.find("returns i8 3"), std::string::npos) << fine.output;
  const auto zero = assay({"run", file, "--args=0"});
  EXPECT_EQ(zero.code, 77);
  EXPECT_NE(zero.output.find("division by zero"), std::string::npos) << zero.output;
  const auto json = nlohmann::json::parse(assay({"run", file, "--args=0", "--json"}).output);
  EXPECT_EQ(json["end"], "undefined-behaviour");
  EXPECT_EQ(json["rule"]["message"], "division by zero");
  EXPECT_EQ(json["places"][0]["instruction"], "%r = udiv i8 7, %x");
  EXPECT_EQ(assay({"run", file, "--args=nonsense"}).code, 2);
}

TEST_F(Command, RunOfAProgramTellsTheObjectAndHasAnExitCodeForUndefinedBehaviourAlone) {
  const std::string head =
      "declare ptr @malloc(i64) allocsize(0)\ndeclare i32 @puts(ptr)\n@hi = constant [3 x i8] c\"hi\\00\"\n"
      "define i32 @main() {\n  %n = call i32 @puts(ptr @hi)\n";
  const std::string bad = write("bad.ll", head +
                                              "  %p = call ptr @malloc(i64 8)\n  %q = getelementptr i8, ptr %p, i64 8\n"
                                              "  store i16 1, ptr %q\n  ret i32 1\n}\n");
  const auto text = assay({"run", bad});
  EXPECT_EQ(text.code, 77);
  EXPECT_EQ(text.output, "hi\n");
  EXPECT_NE(text.error_output.find("\n  writes 2 bytes at offset 8 of an object of 8 bytes on the heap\n  it was "
                                   "allocated at %p = call ptr @malloc(i64 8) in @main\n"),
            std::string::npos)
      << text.error_output;
  const auto result = assay({"run", bad, "--json"});
  EXPECT_EQ(result.code, 77);
  const auto json = nlohmann::json::parse(result.output);
  EXPECT_EQ(json["output"], "hi\n");
  EXPECT_EQ(json["access"]["offset"], 8);
  EXPECT_EQ(json["access"]["bytes"], 2);
  EXPECT_EQ(json["access"]["object"]["kind"], "heap");
  EXPECT_EQ(json["access"]["object"]["allocated"]["function"], "main");
  // A program's own exit code stays its own.
  const auto unwritten = assay({"run", write("unwritten.ll", head + "  %p = alloca i32\n  %v = load i32, ptr %p\n"
                                                                    "  %w = add nsw i32 %v, 1\n  ret i32 %w\n}\n")});
  EXPECT_EQ(unwritten.code, 77);
  EXPECT_NE(unwritten.error_output.find("use of an uninitialized value at %w = add nsw i32 %v, 1 (what it gives can't "
                                        "be followed: "),
            std::string::npos)
      << unwritten.error_output;
  EXPECT_EQ(assay({"run", write("undef.ll", head + "  %w = add nsw i32 undef, 1\n  ret i32 %w\n}\n")}).code, 3);
  EXPECT_EQ(assay({"run", write("good.ll", head + "  ret i32 1\n}\n")}).code, 1);
  EXPECT_EQ(nlohmann::json::parse(assay({"run", write("good.ll", head + "  ret i32 1\n}\n"), "--json"}).output)
                .at("exit_code"),
            1);
}

TEST_F(Command, RunTakesTheLengthOfScalableVectors) {
  const std::string file =
      write("v.ll",
            "define <vscale x 1 x i8> @f() {\n  %r = call <vscale x 1 x i8> @llvm.stepvector.nxv1i8()\n"
            "  ret <vscale x 1 x i8> %r\n}\n");
  EXPECT_NE(assay({"run", file, "--vscale=3"}).output.find("<0, 1, 2>"), std::string::npos);
  EXPECT_EQ(assay({"run", file, "--vscale=0"}).code, 2);
}

TEST_F(Command, HealthOfThisMachineSaysWhatCompilersUnderTestCouldDo) {
  const auto result = assay({"health"});
  EXPECT_EQ(result.code, unheld().empty() ? 0 : 1);
  for (const std::string& each : unheld()) EXPECT_NE(result.output.find(each), std::string::npos) << result.output;
  EXPECT_NE(result.output, "");
}

}  // namespace
}  // namespace assay::e2e
