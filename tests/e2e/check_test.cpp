// assay check from the outside: limits, cache, statistics, variants, a second opinion, the pipe.

#include <sys/stat.h>

#include "assay/v1/internal/processes.pb.h"
#include "services/channel/frames.h"
#include "tests/e2e/command.h"

namespace assay::e2e {
namespace {

class Check : public TestWithFolder {};

// The first pair is wrong only for the two factors of a product of large primes: no solver finds them within the limit.
constexpr const char* kPairs = R"(
define i1 @src_hard(i64 %x, i64 %y) {
  ret i1 false
}
define i1 @tgt_hard(i64 %x, i64 %y) {
  %a = zext i64 %x to i128
  %b = zext i64 %y to i128
  %p = mul i128 %a, %b
  %c = icmp eq i128 %p, 10752576689682090249414852591728410513
  ret i1 %c
}
define i8 @src_easy(i8 %x) {
  %r = mul i8 %x, 2
  ret i8 %r
}
define i8 @tgt_easy(i8 %x) {
  %r = shl i8 %x, 1
  ret i8 %r
}
)";

constexpr const char* kWrong = R"(
define i64 @src(i64 %x) {
  %r = add i64 %x, 1
  ret i64 %r
}
define i64 @tgt(i64 %x) {
  %r = add nsw i64 %x, 1
  ret i64 %r
}
)";

/// Which instsimplify compiles wrongly, in a way that a rule knows.
constexpr const char* kAbs = R"(
define i8 @f(i8 %x) {
  %a = call range(i8 5, 100) i8 @llvm.abs.i8(i8 %x, i1 false)
  %is4 = icmp eq i8 %x, 4
  %r = select i1 %is4, i8 4, i8 %a
  ret i8 %r
}
)";

// Solved by neither the text nor a run of all inputs.
constexpr const char* kForTheSolver = R"(
define i64 @src(i64 %x) {
  %a = and i64 %x, 255
  %b = and i64 %x, -256
  %r = add i64 %a, %b
  ret i64 %r
}
define i64 @tgt(i64 %x) {
  %f = freeze i64 %x
  ret i64 %f
}
)";

// Strings may be longer than the solver follows them.
constexpr const char* kWithinLimits = R"(
declare i64 @strlen(ptr)
define i64 @src(ptr %p) {
  %n = call i64 @strlen(ptr %p)
  ret i64 %n
}
define i64 @tgt(ptr %p) {
  %b = load i8, ptr %p
  %z = icmp eq i8 %b, 0
  br i1 %z, label %none, label %some
none:
  ret i64 0
some:
  %n = call i64 @strlen(ptr %p)
  ret i64 %n
}
)";

TEST_F(Check, WhatACompilerMakesWronglyHasItsKnownCause) {
  const std::string file = write("abs.ll", kAbs);
  const std::string rule = "= abs-with-range (unreported): a select becomes its other arm";
  for (const char* passes : {"--passes=instsimplify", "--passes=function(gvn,instsimplify)", "--passes=default<O2>"}) {
    const auto shown = assay({"check", file, passes});
    EXPECT_EQ(shown.code, 1) << passes;
    EXPECT_NE(shown.output.find("Known cause, by its rule:\n  " + rule), std::string::npos) << passes << shown.output;
  }
  EXPECT_NE(assay({"check", file, "--passes=instsimplify", "--quiet"}).output.find("\n  " + rule), std::string::npos);
  const auto json = json_of(assay({"check", file, "--passes=instsimplify", "--json"}));
  EXPECT_EQ(json["functions"][0]["known_root"]["id"], "abs-with-range");
  const std::string test = write("test.ll", std::string("; RUN: opt < %s -passes=instsimplify -S\n") + kAbs);
  EXPECT_NE(assay({"check", "--run-lines", test}).output.find(rule), std::string::npos);
  EXPECT_EQ(json_of(assay({"check", "--run-lines", test,
                           "--json"}))["files"][0]["runs"][0]["compiler"]["changed"][0]["known_root"]["id"],
            "abs-with-range");
  const std::string mine =
      write("mine.yaml", "- id: mine\n  passes: [instsimplify]\n  state: open\n  reason: it does\n");
  EXPECT_NE(assay({"check", file, "--passes=instsimplify", "--known=" + mine}).output.find("= mine (open): it does"),
            std::string::npos);
  const auto pair = json_of(assay({"check", write("pair.ll", kWrong), "--json"}));
  EXPECT_EQ(pair["functions"][0]["verdict"], "incorrect");
  EXPECT_TRUE(pair["functions"][0]["known_root"].is_null()) << "no compiler made it";
}

TEST_F(Check, AProofWithinLimitsIsHeadlinedAsOne) {
  const std::string file = write("pair.ll", kWithinLimits);
  const std::string limits = "up to 12 bytes looked at by each library function, memory of the caller holds no undef";
  const auto text = assay({"check", file});
  EXPECT_EQ(text.code, 0);
  EXPECT_NE(text.output.find("correct within limits (" + limits + "): "), std::string::npos) << text.output;
  EXPECT_NE(text.output.find("  1 correct\n    1 of them within limits\n"), std::string::npos) << text.output;
  const auto function = json_of(assay({"check", "--json", file}))["functions"][0];
  EXPECT_EQ(function["verdict"], "correct");
  EXPECT_EQ(function["bounded"], true);
  EXPECT_EQ(function["bound"], limits);
  EXPECT_EQ(assay({"check", "--strict", file}).code, 3);
}

TEST_F(Check, AProofWithoutLimitsIsStrictlyCorrect) {
  const std::string file = write("pair.ll", kForTheSolver);
  const auto text = assay({"check", "--strict", file});
  EXPECT_EQ(text.code, 0);
  EXPECT_EQ(text.output.find("limits"), std::string::npos) << text.output;
  EXPECT_EQ(json_of(assay({"check", "--json", file}))["functions"][0]["bounded"], false);
}

TEST_F(Check, APairThatBreaksTheTimeLimitIsUnknownAndTheOthersAreJudged) {
  const auto result = assay({"check", "--json", "--timeout=1", "--smt-timeout=600000", "--no-undef-input",
                             "--no-poison-input", write("a.ll", kPairs)});
  EXPECT_EQ(result.code, 3) << result.error_output;
  EXPECT_LT(result.seconds, 20);
  const auto functions = json_of(result)["functions"];
  ASSERT_EQ(functions.size(), 2u);
  EXPECT_EQ(functions[0]["verdict"], "unknown");
  EXPECT_EQ(functions[0]["reason"], "timeout");
  EXPECT_EQ(functions[1]["verdict"], "correct");
}

TEST_F(Check, OptionsOfPassesReachTheCompiler) {
  const std::string file = write("a.ll", kVectorizableLoop);
  for (const std::string compiler : {"linked", "/usr/lib/llvm-19/bin/opt"}) {
    const std::vector<std::string> ask{"check", file, "--passes=loop-vectorize", "--compiler=" + compiler};
    EXPECT_EQ(assay(ask).output.find("<8 x i8>"), std::string::npos) << compiler;
    std::vector<std::string> with = ask;
    with.push_back("--opt-args=-force-vector-width=8");
    const auto result = assay(with);
    EXPECT_EQ(result.code, 0) << compiler << result.output << result.error_output;
    EXPECT_NE(result.output.find("<8 x i8>"), std::string::npos) << compiler;
    // And in the way in which a bug's pipeline is written.
    const auto behind = assay({"check", file, "--passes=loop-vectorize -force-vector-width=8", ask.back()});
    EXPECT_NE(behind.output.find("<8 x i8>"), std::string::npos) << compiler << behind.error_output;
    with.back() = "--opt-args=-load=x.so";
    EXPECT_EQ(assay(with).code, 2) << compiler;
  }
}

TEST_F(Check, ASecondRunAnswersFromTheCache) {
  const std::string file = write("a.ll", kForTheSolver), cache = "--cache=" + path("cache");
  const auto first = json_of(assay({"check", "--json", "--no-undef-input", cache, file}))["functions"][0];
  const auto second = json_of(assay({"check", "--json", "--no-undef-input", cache, file}))["functions"][0];
  EXPECT_EQ(first["verdict"], "correct");
  EXPECT_EQ(first["cached"], false);
  EXPECT_EQ(second["verdict"], "correct");
  EXPECT_EQ(second["cached"], true);
  EXPECT_EQ(second["method"], first["method"]);
}

TEST_F(Check, StatsSayWhatDecided) {
  const auto result = assay({"check", "--stats", "--json", write("a.ll", kWrong)});
  const auto stats = json_of(result)["stats"];
  EXPECT_EQ(stats["checks"], 1);
  EXPECT_EQ(stats["decided_by"][0]["checks"], 1);
  EXPECT_FALSE(stats["rungs"].empty());
  EXPECT_NE(assay({"check", "--stats", write("a.ll", kWrong)}).output.find("decided by:"), std::string::npos);
}

TEST_F(Check, AVariantChangesTheVerdict) {
  const std::string file = write("a.ll", R"(
define i1 @src(i1 %c, i1 %x) {
  %r = select i1 %c, i1 true, i1 %x
  ret i1 %r
}
define i1 @tgt(i1 %c, i1 %x) {
  %r = or i1 %c, %x
  ret i1 %r
}
)");
  EXPECT_EQ(assay({"check", file}).code, 1);
  EXPECT_EQ(assay({"check", "--semantics=select=poison-arms", file}).code, 0);
  const auto bad = assay({"check", "--semantics=select=maybe", file});
  EXPECT_EQ(bad.code, 2);
  EXPECT_NE((bad.error_output + bad.output).find("select=ub-arms"), std::string::npos) << "says what it knows";
}

TEST_F(Check, ACounterexampleShowsWhatIsStoredAndCalled) {
  const auto stored = assay({"check", write("a.ll", R"(
@g = global i8 5
define i8 @src(i8 %x) {
  store i8 1, ptr @g
  ret i8 %x
}
define i8 @tgt(i8 %x) {
  store i8 2, ptr @g
  ret i8 %x
}
)")});
  EXPECT_EQ(stored.code, 1);
  for (const char* part : {"memory-mismatch: the target leaves memory", "  store i8 1, ptr @g, align 1\n",
                           "with @g = 01\n", "with @g = 02\n"})
    EXPECT_NE(stored.output.find(part), std::string::npos) << part << stored.output;
  const auto called = assay({"check", write("b.ll", R"(
declare void @foo(i8)
define void @src(i8 %x) {
  call void @foo(i8 7)
  ret void
}
define void @tgt(i8 %x) {
  call void @foo(i8 9)
  ret void
}
)")});
  EXPECT_EQ(called.code, 1);
  for (const char* part : {"after calling @foo(7)", "after calling @foo(9)"})
    EXPECT_NE(called.output.find(part), std::string::npos) << part << called.output;
}

/// What `assay check --pipe` answers to so many bytes.
std::vector<v1::internal::CheckAnswered> answers_in(const std::string& bytes) {
  std::vector<v1::internal::CheckAnswered> answers;
  channel::FrameBuffer frames;
  frames.add(bytes);
  for (std::string_view body; frames.take(body) == channel::Heard::Message;)
    EXPECT_TRUE(answers.emplace_back().ParseFromArray(body.data(), static_cast<int>(body.size())));
  return answers;
}

TEST_F(Check, TheCommandAnswersOtherPrograms) {
  v1::internal::CheckAsked good, unreadable;
  good.set_name("f");
  good.set_source("define i8 @f(i8 %x) {\n  %r = add i8 %x, 1\n  ret i8 %r\n}\n");
  good.set_target("define i8 @f(i8 %x) {\n  %r = add nsw i8 %x, 1\n  ret i8 %r\n}\n");
  unreadable.set_source("nonsense");
  const std::string frame = channel::frame_of(good);
  const auto result = assay({"check", "--pipe"}, frame + channel::frame_of(unreadable) + frame);
  EXPECT_EQ(result.code, 0) << result.error_output;
  const auto answers = answers_in(result.output);
  ASSERT_EQ(answers.size(), 3u);
  EXPECT_EQ(answers[0].verdict(), "incorrect");
  EXPECT_EQ(answers[0].reason(), "more-poisonous");
  EXPECT_NE(answers[0].text().find("Example:"), std::string::npos);
  const auto json = nlohmann::json::parse(answers[0].json());
  EXPECT_EQ(json["name"], "f");
  EXPECT_EQ(json["reason"], "more-poisonous");
  EXPECT_EQ(answers[1].verdict(), "error");
  EXPECT_EQ(answers[2].reason(), "more-poisonous");
  for (const std::string& end : {std::string("nonsense"), frame.substr(0, frame.size() - 1)}) {
    const auto cut = assay({"check", "--pipe"}, frame + end);
    EXPECT_EQ(cut.code, 2) << "no question is guessed";
    const auto answers_to_it = answers_in(cut.output);
    ASSERT_EQ(answers_to_it.size(), 2u) << "what was asked before is answered";
    EXPECT_EQ(answers_to_it[1].verdict(), "error");
    EXPECT_EQ(answers_to_it[1].reason(), "malformed-request");
    EXPECT_NE(cut.error_output.find("is no CheckAsked"), std::string::npos) << cut.error_output;
  }
}

// Debian has no alive-tv. These stand in for it: they print what it is documented to print. What is proved is how its
// output is read and what is made of it, not that the real one is called rightly.
class SecondOpinion : public Check {
 protected:
  std::string stand_in(const std::string& output) {
    const std::string program = write("alive-tv", "#!/bin/sh\ncat <<'END'\n" + output + "\nEND\n");
    chmod(program.c_str(), 0755);
    return program;
  }
  nlohmann::json opinion(const std::string& output, const char* module) {
    const auto result =
        assay({"check", "--json", "--also=alive-tv", "--alive-tv=" + stand_in(output), write("a.ll", module)});
    code_ = result.code;
    return json_of(result)["functions"][0]["alive-tv"];
  }
  int code_ = -1;
};

TEST_F(SecondOpinion, AgreementIsNoContradiction) {
  const auto said = opinion("Transformation doesn't verify!\nERROR: Target is more poisonous than source\n", kWrong);
  EXPECT_EQ(said["verdict"], "incorrect");
  EXPECT_EQ(said["reason"], "Target is more poisonous than source");
  EXPECT_EQ(said["contradicts"], false);
  EXPECT_EQ(code_, 1);
}

TEST_F(SecondOpinion, AContradictionIsMarked) {
  const auto said = opinion("Transformation seems to be correct!\n", kWrong);
  EXPECT_EQ(said["verdict"], "correct");
  EXPECT_EQ(said["contradicts"], true);
  const auto text = assay({"check", "--also=alive-tv", "--alive-tv=" + path("alive-tv"), path("a.ll")});
  EXPECT_NE(text.output.find("CONTRADICTION"), std::string::npos) << text.output;
  opinion("Transformation doesn't verify!\nERROR: Value mismatch\n", kForTheSolver);
  EXPECT_EQ(code_, 3) << "correct here, incorrect there";
}

TEST_F(SecondOpinion, ItsTimeoutIsNoVerdict) {
  const auto said = opinion("ERROR: Timeout\n", kWrong);
  EXPECT_EQ(said["verdict"], "unknown");
  EXPECT_EQ(said["contradicts"], false);
}

TEST_F(SecondOpinion, WhereItIsNotInstalledTheErrorSaysSo) {
  const auto result = assay({"check", "--also=alive-tv", "--alive-tv=/nowhere/alive-tv", write("a.ll", kWrong)});
  EXPECT_EQ(result.code, 2);
  EXPECT_NE(result.error_output.find("--alive-tv=PATH"), std::string::npos) << result.error_output;
}

TEST_F(Check, TheTargetMayBeMadeByACompiler) {
  const std::string file = write("a.ll", "define i8 @f(i8 %x) {\n  %r = mul i8 %x, 2\n  ret i8 %r\n}\n");
  const auto quiet = assay({"check", file, "--passes=instcombine", "--quiet"});
  EXPECT_EQ(quiet.code, 0) << quiet.error_output;
  EXPECT_EQ(quiet.output.substr(0, 12), "@f: correct:");
  EXPECT_EQ(assay({"check", file, file, "--passes=instcombine"}).code, 2);
  const auto absent = assay({"check", file, "--passes=instcombine", "--compiler=/no/opt"});
  EXPECT_EQ(absent.code, 2);
  EXPECT_NE(absent.error_output.find("--compiler"), std::string::npos);
}

TEST_F(Check, OneLineNamesAllWhoSawTheCounterexample) {
  const std::string file = write("a.ll",
                                 "define i32 @src(i32 %x) {\n  ret i32 %x\n}\n"
                                 "define i32 @tgt(i32 %x) {\n  %y = add i32 %x, 1\n  ret i32 %y\n}\n");
  const auto text = assay({"check", file, "--quiet"});
  EXPECT_EQ(text.code, 1);
  const std::string line = text.output.substr(0, text.output.find('\n'));
  EXPECT_TRUE(line.starts_with("@src -> @tgt: INCORRECT: value-mismatch: ")) << line;
  EXPECT_TRUE(line.ends_with(", confirmed by interpreter, smt")) << line;
}

/// Types by name are others in a second module that is read beside the first one.
TEST_F(Check, WhatIsPassedByValueMayBeOfATypeWithAName) {
  const auto module = [this](const std::string& file, const std::string& type, const std::string& twice) {
    return write(file, "%s = type " + type +
                           "\ndeclare void @g(ptr byval(%s))\n"
                           "define void @f(ptr byval(%s) %v, ptr sret(%s) %r, i32 noundef %x, ptr %p) {\n"
                           "  br label %h\nh:\n  call void @g(ptr byval(%s) %v)\n  %y = " +
                           twice +
                           "\n  store i32 %y, ptr %p\n  %again = load volatile i1, ptr %r\n"
                           "  br i1 %again, label %h, label %o\no:\n  ret void\n}\n");
  };
  const std::string source = module("a.ll", "{ i32, ptr }", "mul i32 %x, 2");
  EXPECT_EQ(assay({"check", source, module("b.ll", "{ i32, ptr }", "shl i32 %x, 1"), "--timeout=2s", "--strict"}).code,
            0);
  EXPECT_NE(assay({"check", source, module("c.ll", "{ i32, ptr }", "shl i32 %x, 2"), "--timeout=2s"}).code, 0);
  EXPECT_NE(assay({"check", source, module("d.ll", "{ i64, ptr, ptr }", "shl i32 %x, 1"), "--timeout=2s"}).code, 0);
}

TEST_F(Check, ADefinitionThatOthersNeedIsMissed) {
  const std::string kept = "define i8 @f(i8 %x) {\n  ret i8 %x\n}\n";
  const std::string source = write("source.ll", kept +
                                                    "@v = global i8 1\n"
                                                    "define i8 @needed() {\n  ret i8 1\n}\n"
                                                    "define internal i8 @inner() {\n  ret i8 1\n}\n");
  const std::string target = write("target.ll", kept + "@v = global i8 1\ndeclare i8 @needed()\n");
  const auto text = assay({"check", source, target, "--quiet"});
  EXPECT_EQ(text.code, 1);
  EXPECT_NE(text.output.find("@f: correct"), std::string::npos) << text.output;
  EXPECT_NE(text.output.find("@needed: INCORRECT: link error: the target only declares this function (external)"),
            std::string::npos)
      << text.output;
  EXPECT_EQ(text.output.find("inner"), std::string::npos) << text.output;
  const auto all = assay({"check", source, target}).output;
  EXPECT_NE(all.find("\nno other module can name: 1 function of the source alone\n"), std::string::npos) << all;
  EXPECT_NE(text.output.find("1 lost or changed for other modules"), std::string::npos);
  const auto json = nlohmann::json::parse(assay({"check", source, target, "--json"}).output);
  ASSERT_EQ(json["symbols"].size(), 2u);
  EXPECT_EQ(json["symbols"][0]["name"], "needed");
  EXPECT_EQ(json["symbols"][0]["change"], "declared");
  EXPECT_EQ(json["symbols"][0]["verdict"], "incorrect");
  EXPECT_EQ(json["symbols"][1]["verdict"], "correct");
  EXPECT_EQ(assay({"check", source, target, "--function=f", "--quiet"}).code, 0);  // nothing else was asked
  // What is added harms nobody, what another module defines must not be defined again (CALL-67).
  const std::string more = write("more.ll", kept + "@v = global i8 1\ndefine i8 @added() {\n  ret i8 1\n}\n");
  const std::string less = write("less.ll", kept + "@v = global i8 1\n");
  EXPECT_EQ(assay({"check", less, more, "--quiet"}).code, 0);
  EXPECT_EQ(assay({"check", target, source, "--quiet"}).code, 1);
}

TEST_F(Check, VerdictsHaveColoursOnATerminalAlone) {
  const std::string file =
      write("a.ll", "define i8 @src(i8 %x) {\n  ret i8 %x\n}\ndefine i8 @tgt(i8 %x) {\n  ret i8 1\n}\n");
  const std::string green = "\x1b[32mcorrect: ", red = "\x1b[31mINCORRECT: ";
  const auto shown = [&](const std::string& before, const std::string& options, const std::string& behind = "") {
    const std::string command = before + binary() + " check " + options + " " + file + behind;
    return run_to_its_end({"script", "-qec", command, "/dev/null"}).output;
  };
  for (const char* option : {"", "--quiet"}) {
    EXPECT_NE(shown("", option).find(red), std::string::npos) << shown("", option);
    EXPECT_EQ(shown("NO_COLOR=1 ", option).find('\x1b'), std::string::npos);
    EXPECT_EQ(shown("", option, " | cat").find('\x1b'), std::string::npos);
    EXPECT_NE(shown("", option, " | cat").find("INCORRECT"), std::string::npos);
  }
  EXPECT_EQ(shown("", "--json").find('\x1b'), std::string::npos);
  EXPECT_NE(shown("", "--tgt-fn=src --src-fn=src").find(green), std::string::npos);
}

TEST_F(Check, ModulesWithNothingToJudgeInCommonAreNoSuccess) {
  const std::string one = write("one.ll", "define linkonce i8 @a() {\n  ret i8 1\n}\n");
  const std::string other = write("other.ll", "define i8 @b() {\n  ret i8 1\n}\n");
  const auto result = assay({"check", one, other});
  EXPECT_EQ(result.code, 2) << result.output;
  EXPECT_NE(result.error_output.find("is defined in both modules"), std::string::npos) << result.error_output;
}

TEST_F(Check, FunctionsOfAnyNamesAreJudgedInBothDirections) {
  const std::string file = write("a.ll",
                                 "define i8 @less(i8 %x) {\n  %r = add nsw i8 %x, 1\n  ret i8 %r\n}\n"
                                 "define i8 @more(i8 %x) {\n  %r = add i8 %x, 1\n  ret i8 %r\n}\n");
  const auto result = assay({"check", file, "--src-fn=@less", "--tgt-fn=more", "--bidirectional", "--quiet"});
  EXPECT_EQ(result.code, 1);
  EXPECT_NE(result.output.find("@less -> @more: correct"), std::string::npos) << result.output;
  EXPECT_NE(result.output.find("@more -> @less: INCORRECT: more-poisonous"), std::string::npos) << result.output;
  EXPECT_EQ(assay({"check", file, "--src-fn=@less", "--tgt-fn=absent"}).code, 2);
}

}  // namespace
}  // namespace assay::e2e
