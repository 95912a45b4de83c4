#include <gmock/gmock.h>

#include <chrono>
#include <filesystem>
#include <fstream>

#include "tests/e2e/running.h"

namespace assay::e2e {
namespace {

using ::testing::HasSubstr;

class Improve : public TestWithFolder {};

/// What every optimizer knows, and a function that is left alone.
constexpr const char* kTwo = R"(define i8 @known(i8 %x, i8 %y) {
  %a = and i8 %x, %y
  %o = or i8 %x, %y
  %r = sub i8 %o, %a
  ret i8 %r
}
declare i8 @out()
define i8 @calls(i8 %x) {
  %r = call i8 @out()
  ret i8 %r
}
)";

TEST_F(Improve, TellsAFoldAsAPairThatCheckProvesAgain) {
  const std::string file = write("two.ll", kTwo);
  const auto result = assay({"improve", file, "--passes=none", "--json"});
  ASSERT_EQ(result.code, 1) << result.output << result.error_output;
  const auto functions = json_of(result)["functions"];
  ASSERT_EQ(functions.size(), 2u);
  const auto folds = functions[0]["looked"]["folds"];
  ASSERT_EQ(folds.size(), 1u) << folds.dump(1);
  EXPECT_EQ(folds[0]["kind"], "operation");
  const std::string pair = folds[0]["pair"];
  EXPECT_THAT(pair, HasSubstr("xor i8 %x, %y"));
  EXPECT_EQ(assay({"check", write("pair.ll", pair)}).code, 0);
  EXPECT_EQ(functions[1]["looked"]["left_alone"], "calls");
}

TEST_F(Improve, MakesRulesOfFoldsAndTestsOfRules) {
  const std::string file = write("two.ll", R"(define i8 @one(i8 %x) {
  %a = and i8 %x, 6
  %r = and i8 %a, 12
  ret i8 %r
}
define i16 @other(i16 %x) {
  %a = and i16 %x, 3
  %r = and i16 %a, 5
  ret i16 %r
}
)");
  const auto result = assay({"improve", file, "--passes=none", "--json", "--tests=" + path("tests")});
  ASSERT_EQ(result.code, 1) << result.output << result.error_output;
  const auto rules = json_of(result)["rules"];
  ASSERT_EQ(rules.size(), 1u) << rules.dump(1);
  EXPECT_EQ(rules[0]["folds"], 2);
  EXPECT_EQ(rules[0]["rule"]["text"], "and (and x, C1), C2 => and x, (C1 & C2)");
  EXPECT_EQ(assay({"check", write("rule.ll", rules[0]["rule"]["module"].get<std::string>())}).code, 0);
  std::ifstream file_of_test(path("tests/rule-1.ll"));
  const std::string test{std::istreambuf_iterator<char>(file_of_test), {}};
  EXPECT_EQ(rules[0]["test"], test);
  EXPECT_THAT(test, HasSubstr("[[TMP1:%.*]] = and i8 [[X]], 4"));
  const auto without = assay({"improve", file, "--passes=none", "--json", "--no-rules"});
  EXPECT_TRUE(json_of(without)["rules"].empty());
}

TEST_F(Improve, TellsWhatTheCompilerLeavesOfTheSameValueComputedAnotherWay) {
  const std::string file = write("select.ll", R"(define i32 @pick(i1 %c, i32 %x, i32 %y) {
  %r = select i1 %c, i32 %x, i32 %y
  ret i32 %r
}
)");
  const auto result = assay({"improve", file, "--inverse", "--json", "--passes=instsimplify"});
  ASSERT_EQ(result.code, 1) << result.output << result.error_output;
  const auto folds = json_of(result)["functions"][0]["looked"]["folds"];
  ASSERT_FALSE(folds.empty());
  for (const auto& fold : folds) {
    EXPECT_EQ(fold["kind"], "inverse");
    EXPECT_EQ(assay({"check", write("pair.ll", fold["pair"].get<std::string>())}).code, 0) << fold.dump(1);
  }
  EXPECT_EQ(assay({"improve", file, "--inverse"}).code, 0) << "O2 finds its way back";
  EXPECT_EQ(assay({"improve", file, "--inverse", "--passes=none"}).code, 2);
}

TEST_F(Improve, RecordsRulesInADatabaseAndTellsThemOnce) {
  const std::string file = write("two.ll", kTwo), database = "--db=" + path("found.db");
  const auto first = assay({"improve", file, "--passes=none", "--json", database});
  ASSERT_EQ(first.code, 1) << first.output << first.error_output;
  EXPECT_EQ(json_of(first)["rules"].size(), 1u);
  const auto again = assay({"improve", file, "--passes=none", database});
  EXPECT_EQ(again.code, 1);
  EXPECT_THAT(again.output, HasSubstr("0 new rules, 1 known"));
  const auto rows = assay({"sql", database, "SELECT rule, folds FROM night_rules"});
  EXPECT_THAT(rows.output, HasSubstr("sub (or x, y), (and x, y) => xor x, y")) << rows.error_output;
  const auto night = assay({"night", "show", database, json_of(first)["night"].get<std::string>()});
  EXPECT_THAT(night.output, HasSubstr("sub (or x, y), (and x, y) => xor x, y")) << night.error_output;
}

TEST_F(Improve, WritesAnIssueOfEachRuleThatProvesItself) {
  const std::string file = write("two.ll", kTwo);
  const auto result = assay({"improve", file, "--passes=none", "--no-flags", "--issues=" + path("issues")});
  ASSERT_EQ(result.code, 1) << result.output << result.error_output;
  std::ifstream file_of_issue(path("issues/rule-1.md"));
  const std::string issue{std::istreambuf_iterator<char>(file_of_issue), {}};
  EXPECT_THAT(issue, testing::StartsWith("# [InstCombine] Missed fold: sub (or x, y), (and x, y) => xor x, y\n"));
  for (const char* part : {"define i8 @tgt(", "proved for 1 to 16, 32, 64", "| instructions |", "`two.ll: @known`",
                           "; RUN: opt", "`missed-optimization`", "undef and poison included"})
    EXPECT_THAT(issue, HasSubstr(part));
  for (const char* own : {"Assay", "assay", "/tmp"}) EXPECT_THAT(issue, testing::Not(HasSubstr(own)));
  const auto start = issue.find("```llvm\n") + 8;
  EXPECT_EQ(assay({"check", write("pair.ll", issue.substr(start, issue.find("```", start) - start))}).code, 0);
}

TEST_F(Improve, WeighsRulesByTheCodeThatHasThem) {
  const std::string folds = write("folds.ll", R"(define i8 @twice(i8 %x) {
  %a = and i8 %x, 6
  %r = and i8 %a, 12
  ret i8 %r
}
)"),
                    known = write("two.ll", kTwo);
  std::filesystem::create_directory(path("code"));
  write("code/a.ll", std::string(kTwo) +
                         "define i32 @again(i32 %x, i32 %y) {\n  %o = or i32 %y, %x\n"
                         "  %a = and i32 %x, %y\n  %r = sub i32 %o, %a\n  ret i32 %r\n}\n");
  write("code/broken.ll", "words\n");
  const auto result = assay({"improve", folds, known, "--passes=none", "--json", "--weigh=" + path("code")});
  ASSERT_EQ(result.code, 1) << result.output << result.error_output;
  const auto rules = json_of(result)["rules"];
  ASSERT_EQ(rules.size(), 2u) << rules.dump(1);
  EXPECT_EQ(rules[0]["rule"]["text"], "sub (or x, y), (and x, y) => xor x, y");
  EXPECT_EQ(rules[0]["weight"]["occurrences"], 2);
  EXPECT_EQ(rules[0]["weight"]["saved"], 4);
  EXPECT_EQ(rules[1]["weight"]["occurrences"], 0);
  EXPECT_EQ(json_of(result)["weighed"]["functions"], 3);
  EXPECT_EQ(json_of(result)["weighed"]["unread"], 1);
  EXPECT_EQ(assay({"improve", folds, "--passes=none", "--weigh=" + path("absent")}).code, 2);
}

/// A fold in a loop, twice, and once where a value of it is needed elsewhere, too.
constexpr const char* kLoops = R"(define void @loop(ptr %p, i32 %n) {
entry:
  br label %body
body:
  %i = phi i32 [ 0, %entry ], [ %next, %body ]
  %slot = getelementptr i32, ptr %p, i32 %i
  %x = load i32, ptr %slot
  %a = and i32 %x, %n
  %o = or i32 %x, %n
  %r = sub i32 %o, %a
  store i32 %r, ptr %slot
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, %n
  br i1 %more, label %body, label %end
end:
  ret void
}
define void @again(ptr %p, i32 %n) {
  %x = load i32, ptr %p
  %a = and i32 %x, %n
  %o = or i32 %x, %n
  %r = sub i32 %o, %a
  store i32 %r, ptr %p
  ret void
}
define void @both(ptr %p, i32 %n) {
  %x = load i32, ptr %p
  %a = and i32 %x, %n
  store i32 %a, ptr %p
  %o = or i32 %x, %n
  %r = sub i32 %o, %a
  store volatile i32 %r, ptr %p
  ret void
}
)";

TEST_F(Improve, LooksIntoLoopsAndMemoryForExpressions) {
  const std::string file = write("loops.ll", kLoops);
  EXPECT_EQ(assay({"improve", file, "--passes=none"}).code, 3) << "left alone as a whole";
  const auto result = assay({"improve", file, "--passes=none", "--excerpts", "--no-flags", "--json"});
  ASSERT_EQ(result.code, 1) << result.output << result.error_output;
  const auto json = json_of(result);
  const auto& most = json["functions"][0];
  EXPECT_EQ(most["occurrences"], 2);
  EXPECT_EQ(most["looked"]["name"], "loop");
  EXPECT_EQ(most["places"], nlohmann::json::array({file + ": @loop", file + ": @again"}));
  ASSERT_EQ(most["looked"]["folds"].size(), 1u);
  EXPECT_EQ(most["looked"]["folds"][0]["after"]["instructions"], 2) << "of an exclusive or and a return";
  ASSERT_EQ(json["rules"].size(), 1u);
  EXPECT_EQ(json["rules"][0]["rule"]["text"], "sub (or x, y), (and x, y) => xor x, y");
  EXPECT_EQ(json["rules"][0]["occurrences"], 3);
  for (const auto& function : json["functions"])
    for (const auto& fold : function["looked"]["folds"])
      EXPECT_EQ(assay({"check", write("pair.ll", fold["pair"].get<std::string>())}).code, 0) << fold.dump(1);
}

TEST_F(Improve, WhatTheCompilerMakesOfAnExpressionIsNotMissed) {
  const auto result = assay({"improve", write("loops.ll", kLoops), "--excerpts", "--no-flags"});
  EXPECT_EQ(result.code, 0) << result.output << result.error_output;
  EXPECT_THAT(result.output, HasSubstr("expressions, which occur"));
}

TEST_F(Improve, WhatTheCompilerDoesIsNotMissed) {
  const auto result = assay({"improve", write("two.ll", kTwo), "--function=@known"});
  EXPECT_EQ(result.code, 0) << result.output << result.error_output;
  EXPECT_THAT(result.output, HasSubstr("0 with folds"));
}

TEST_F(Improve, AHuntForMissedFoldsIsRepeatableRecordedAndProvesEachAgain) {
  const std::vector<std::string> hunt{
      "hunt",         "--missed", "--passes=instsimplify",   "--profile=peephole", "--seed=37", "--jobs=2",
      "--mutants=40", "--json",   "--db=" + path("first.db")};
  const auto first = assay(hunt);
  ASSERT_EQ(first.code, 0) << first.output << first.error_output;
  const auto search = json_of(first)["searches"][0];
  EXPECT_EQ(search["missed"]["mutants"], 40);
  EXPECT_EQ(search["missed"]["compared"], 0);
  const auto rules = search["missed"]["rules"];
  ASSERT_FALSE(rules.empty());
  for (const auto& rule : rules)
    EXPECT_EQ(assay({"check", write("pair.ll", rule["pair"].get<std::string>())}).code, 0) << rule.dump(1);
  const auto again = assay(hunt);
  ASSERT_EQ(again.code, 0) << again.error_output;
  EXPECT_EQ(json_of(again)["searches"][0]["missed"]["folds"], search["missed"]["folds"]);
  EXPECT_EQ(json_of(again)["searches"][0]["known_rules"], rules.size()) << "told by the first";
  EXPECT_TRUE(json_of(again)["searches"][0]["missed"]["rules"].empty());
}

TEST_F(Improve, AHuntForWhatIsMissedTakesOnePipelineAndNoOptionsOfOtherHunts) {
  EXPECT_EQ(assay({"hunt", "--missed", "--passes=gvn", "--passes=sroa", "--mutants=1"}).code, 2);
  EXPECT_EQ(assay({"hunt", "--missed", "--passes=mix", "--mutants=1"}).code, 2);
  EXPECT_EQ(assay({"hunt", "--missed", "--codegen", "--mutants=1"}).code, 2);
  EXPECT_EQ(assay({"hunt", "--regressions=/nowhere/opt", "--mutants=1"}).code, 2);
}

TEST_F(Improve, AnInterruptEndsTheSearchAtOnceAndSaysWhatIsLeft) {
  std::filesystem::create_directories(folder_ / "many");
  std::string chain = "define i8 @f(i8 %x0, i8 %y) {\n";
  for (int i = 0; i < 24; ++i) {
    const std::string before = std::to_string(i), after = std::to_string(i + 1);
    chain += "  %a" + after + " = mul i8 %x" + before + ", %y\n  %x" + after + " = udiv i8 %a" + after + ", 7\n";
  }
  chain += "  ret i8 %x24\n}\n";
  for (int i = 0; i < 400; ++i) write("many/" + std::to_string(i) + ".ll", chain);
  for (const char* excerpts : {"--no-flags", "--excerpts"}) {
    Running running({"improve", path("many"), "--json", "--timeout=500", "--jobs=2", excerpts}, path("improve"));
    const std::string children =
        "/proc/" + std::to_string(running.process()) + "/task/" + std::to_string(running.process()) + "/children";
    ASSERT_TRUE(wait_for([&] { return std::ifstream(children).peek() != std::ifstream::traits_type::eof(); }))
        << "nobody searches";
    const auto begun = std::chrono::steady_clock::now();
    running.end(SIGINT);
    EXPECT_LT(std::chrono::steady_clock::now() - begun, std::chrono::seconds(10));
    const auto json = nlohmann::json::parse(running.output(), nullptr, false);
    ASSERT_FALSE(json.is_discarded()) << running.output() << running.errors();
    EXPECT_GT(json["left"]["functions"].get<int>() + json["left"]["files"].get<int>(), 0) << json.dump();
    for (const auto& function : json["functions"])
      EXPECT_EQ(function["error"], "") << "it was stopped, and has no fault";
  }
}

TEST_F(Improve, WhatCanNotBeReadIsToldAndNoSuccess) {
  const auto broken = assay({"improve", write("broken.ll", "words\n")});
  EXPECT_EQ(broken.code, 2) << broken.output << broken.error_output;
  EXPECT_THAT(broken.error_output, HasSubstr("broken.ll"));
  EXPECT_EQ(assay({"improve", path("absent.ll")}).code, 2);
  EXPECT_EQ(assay({"improve", write("two.ll", kTwo), "--compiler=/nowhere/opt"}).code, 2);
  EXPECT_EQ(assay({"improve", write("two.ll", kTwo), "--function=calls"}).code, 3) << "nothing was searched";
}

}  // namespace
}  // namespace assay::e2e
