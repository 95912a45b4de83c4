#include <sstream>

#include "services/common/confine.h"
#include "services/common/settings.h"
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

TEST_F(Command, HelpDocumentsTheExitCodes) {
  for (const char* verb : {"hunt", "bugs", "show", "replay", "export", "check", "run", "reduce", "serve", "work",
                           "codegen", "mark", "note", "merge", "split", "findings", "recheck", "verify", "sql"}) {
    const auto help = assay({verb, "--help"});
    EXPECT_EQ(help.code, 0) << verb;
    EXPECT_NE(help.output.find("Exit code"), std::string::npos) << verb;
  }
}

TEST_F(Command, AWordThatIsNoneIsAnsweredWithTheNearest) {
  EXPECT_NE(assay({"chek"}).error_output.find("did you mean 'check'?"), std::string::npos);
  EXPECT_NE(assay({"check", "--pases=gvn"}).error_output.find("did you mean '--passes'?"), std::string::npos);
  EXPECT_EQ(assay({"check", "--zzzzzz"}).error_output.find("did you mean"), std::string::npos);
}

TEST_F(Command, WhatIsWrongWithACommandLineIsOneLineThatBeginsWithTheProgramsName) {
  const auto said = [](const std::vector<std::string>& words) {
    const auto result = assay(words);
    EXPECT_EQ(result.code, 2) << result.output;
    return result.error_output;
  };
  EXPECT_EQ(said({"chek"}), "assay: 'chek' is no verb; did you mean 'check'?\n");
  EXPECT_EQ(said({"xyzzyx"}), "assay: 'xyzzyx' is no verb (assay help lists them)\n");
  EXPECT_EQ(said({"help", "chek"}), "assay: 'chek' is no verb; did you mean 'check'?\n");
  EXPECT_EQ(said({}), "assay: no verb is named (assay help lists them)\n");
  EXPECT_EQ(said({"hunts", "lsit"}),
            "assay: hunts: 'lsit' is none of list, show, surface, stop, resume; did you mean 'list'?\n");
  EXPECT_TRUE(said({"db"}).starts_with("assay: db: say which: check, ")) << said({"db"});
  EXPECT_EQ(said({"note", "b1"}), "assay: text is required (assay help note)\n");
  EXPECT_EQ(said({"man", "chek"}), "assay: man: 'chek' is no verb; did you mean 'check'?\n");
  EXPECT_EQ(said({"nightly", "--config=" + path("absent.yaml")}),
            "assay: " + path("absent.yaml") + ": can't be read: No such file or directory\n");
  EXPECT_EQ(said({"serve", "--http=nowhere"}), "assay: --http=nowhere: expected HOST:PORT, such as 127.0.0.1:7070\n");
  // The value of an option is no verb.
  EXPECT_EQ(said({"--log-level", "debug", "chek"}), "assay: 'chek' is no verb; did you mean 'check'?\n");
  EXPECT_EQ(said({"--log-level", "debug", "check", "--quite"}),
            "assay: The following argument was not expected: --quite; did you mean '--quiet'?\n");
  for (const std::vector<std::string>& words :
       std::vector<std::vector<std::string>>{{}, {"run"}, {"check", "--pases=gvn"}, {"hunt", "--jobs=none"}, {"db"}}) {
    const std::string line = said(words);
    EXPECT_TRUE(line.starts_with("assay: ")) << line;
    EXPECT_EQ(line.find('\n'), line.size() - 1) << line;
  }
}

TEST_F(Command, HelpOfAVerbIsWhatItsOwnOptionTells) {
  EXPECT_EQ(assay({"help", "reduce"}).output, assay({"reduce", "--help"}).output);
  EXPECT_EQ(assay({"help", "night", "show"}).output, assay({"night", "show", "--help"}).output);
  const auto all = assay({"help"});
  EXPECT_EQ(all.code, 0);
  EXPECT_EQ(all.output, assay({"--help"}).output);
  EXPECT_NE(all.output.find("assay help VERB"), std::string::npos) << all.output;
}

TEST_F(Command, TheOverviewHasEveryVerbOnceWithAnExampleWhoseOptionsThereAre) {
  std::istringstream lines(assay({"--help"}).output);
  std::multiset<std::string> verbs;
  std::string line, verb;
  while (std::getline(lines, line)) {
    if (line.size() > 2 && line.starts_with("  ") && std::islower(line[2])) {
      verb = line.substr(2, line.find(' ', 2) - 2);
      verbs.insert(verb);
    }
    const std::size_t example = line.find("$ assay ");
    if (example == std::string::npos) continue;
    std::istringstream words(line.substr(example + 8));
    std::string word, called;
    words >> called;
    EXPECT_EQ(called, verb) << line;
    const std::string help = assay({verb, "--help"}).output;
    while (words >> word)
      if (word.starts_with("-")) EXPECT_NE(help.find(word.substr(0, word.find('='))), std::string::npos) << line;
    std::istringstream help_lines(help);
    for (std::string each; std::getline(help_lines, each);) {  // an option that must be given is given
      if (!each.starts_with("  -") || !each.ends_with(" REQUIRED")) continue;
      std::istringstream names(each.substr(2, each.find(' ', 2) - 2));
      bool is_given = false;
      for (std::string name; std::getline(names, name, ',');) is_given |= line.find(" " + name) != std::string::npos;
      EXPECT_TRUE(is_given) << line << each;
    }
  }
  EXPECT_GT(verbs.size(), 30u);
  for (const std::string& each : verbs) EXPECT_EQ(verbs.count(each), 1u) << each;
  ASSERT_EQ(assay({"man", "--output=" + path("man")}).code, 0);  // a page for each verb, and the program's own
  const auto pages = std::filesystem::directory_iterator(path("man"));
  EXPECT_EQ(static_cast<std::size_t>(std::distance(begin(pages), end(pages))), verbs.size() + 1);
}

TEST_F(Command, HelpFitsEightyColumns) {
  std::istringstream lines(assay({"--help"}).output);
  std::string line;
  std::vector<std::string> verbs;
  while (std::getline(lines, line)) {
    EXPECT_LE(line.size(), 80u) << line;
    if (line.size() > 2 && line.starts_with("  ") && std::islower(line[2]))
      verbs.push_back(line.substr(2, line.find(' ', 2) - 2));
  }
  EXPECT_GT(verbs.size(), 30u);
  std::size_t words_of_verbs = 0;
  for (const std::string& verb : verbs) {
    std::vector<std::vector<std::string>> asked{{verb, "--help"}};
    for (std::size_t i = 0; i < asked.size(); ++i) {
      std::istringstream help(assay(asked[i]).output);
      bool are_words = false;  // of a verb with words of its own: db check, hunts list
      while (std::getline(help, line)) {
        EXPECT_LE(line.size(), 80u) << verb << ": " << line;
        if (i == 0 && are_words && line.starts_with("  ") && std::islower(line[2]))
          asked.push_back({verb, line.substr(2, line.find(' ', 2) - 2), "--help"});
        are_words = are_words ? !line.empty() : line == "Subcommands:";
      }
    }
    words_of_verbs += asked.size() - 1;
  }
  EXPECT_GT(words_of_verbs, 15u);
}

TEST_F(Command, OneNotationOfDurationsIsUnderstoodEverywhere) {
  const std::string file =
      write("a.ll", "define i8 @src(i8 %x) {\n  ret i8 %x\n}\ndefine i8 @tgt(i8 %x) {\n  ret i8 %x\n}\n");
  for (const char* timeout : {"90", "90s", "5m", "2h", "1.5m", "500ms"})
    EXPECT_EQ(assay({"check", file, "--timeout=" + std::string(timeout), "--smt-timeout=" + std::string(timeout)}).code,
              0)
        << timeout;
  const std::vector<std::vector<std::string>> wrong{{"check", file, "--timeout=5x"},
                                                    {"check", file, "--smt-timeout=x"},
                                                    {"hunt", "--time=1 hour"},
                                                    {"hunt", "--finish=-1s"},
                                                    {"codegen", file, "--timeout=soon"},
                                                    {"reduce", file, "--passes=gvn", "--time-limit=1y"},
                                                    {"serve", "--lease=m"},
                                                    {"sql", "SELECT 1", "--time=never"}};
  for (const auto& words : wrong) {
    const auto result = assay(words);
    EXPECT_EQ(result.code, 2) << words[0];
    EXPECT_NE(result.error_output.find("is no duration: expected 90, 90s, 5m or 2h"), std::string::npos)
        << result.error_output;
  }
}

/// What a shell prints; empty, and said, where it is not installed.
std::string said_by(const std::vector<std::string>& shell) {
  const SubprocessResult result = run_to_its_end(shell);
  EXPECT_EQ(result.end, SubprocessResult::End::Exited) << shell[0] << ": " << result.error_output;
  EXPECT_EQ(result.error_output, "");
  return result.output;
}

TEST_F(Command, CompletionKnowsVerbsAndTheirOptions) {
  const auto script = assay({"completion"});
  EXPECT_EQ(script.code, 0);
  EXPECT_EQ(said_by({"/bin/bash", "-c",
                     script.output + "COMP_WORDS=(assay che); COMP_CWORD=1; _assay; echo ${COMPREPLY[@]}\n"
                                     "COMP_WORDS=(assay check --bidi); COMP_CWORD=2; _assay; echo ${COMPREPLY[@]}\n"
                                     "COMP_WORDS=(assay db b); COMP_CWORD=2; _assay; echo ${COMPREPLY[@]}\n"}),
            "check\n--bidirectional\nbackup\n");
  EXPECT_EQ(assay({"completion", "tcsh"}).code, 2);
}

TEST_F(Command, CompletionKnowsThemInFishToo) {
  const std::string file = write("assay.fish", assay({"completion", "fish"}).output);
  const auto completed = [&](const std::string& line) {
    return said_by({"fish", "--no-config", "-c", "source " + file + "; complete -C '" + line + "'"});
  };
  EXPECT_NE(completed("assay che").find("check\tChecks whether"), std::string::npos) << completed("assay che");
  EXPECT_NE(completed("assay check --bidi").find("--bidirectional\t"), std::string::npos);
  EXPECT_NE(completed("assay codegen --part ").find("code"), std::string::npos);
  EXPECT_NE(completed("assay db b").find("backup"), std::string::npos);
}

TEST_F(Command, CompletionIsAScriptForZsh) {
  const std::string file = write("_assay", assay({"completion", "zsh"}).output);
  EXPECT_EQ(said_by({"zsh", "-fc", "autoload -U compinit; compinit -D -u; source " + file + "; echo ${_comps[assay]}"}),
            "_assay\n");
  // What the function would offer, by what it calls.
  EXPECT_EQ(said_by({"zsh", "-fc",
                     "compdef() {}; _describe() { print -l ${verbs[(r)check:*]%%:*} }\n"
                     "_arguments() { print -l -- ${${@[(r)--bidirectional*]}%%\\[*} }\nsource " +
                         file + "\nCURRENT=2; words=(assay che); _assay; CURRENT=3; words=(assay check --b); _assay"}),
            "check\n--bidirectional\n");
}

TEST_F(Command, CompletionKnowsValuesInBash) {
  const std::string script = assay({"completion", "bash"}).output;
  const auto completed = [&](const std::string& words) {
    return said_by({"/bin/bash", "-c",
                    script + "COMP_WORDS=(" + binary() + " " + words +
                        "); COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); _assay; echo ${COMPREPLY[@]}"});
  };
  EXPECT_EQ(completed("check --passes = gvn"), "gvn gvn-hoist gvn-sink\n");
  EXPECT_EQ(completed("check --passes gvn-"), "gvn-hoist gvn-sink\n");
  EXPECT_EQ(completed("generate --profile lo"), "loops\n");
  EXPECT_EQ(completed("bugs --status = re"), "reported regressed\n");
  EXPECT_EQ(completed("replay --compiler li"), "linked\n");
  EXPECT_EQ(completed("mark 1234 inv"), "invalid\n");
  EXPECT_EQ(completed("codegen --part = i"), "ir\n");
}

TEST_F(Command, CompletionOfIdsIsSilentWhereThereIsNoDatabase) {
  const std::string none = path("none.db");
  const auto absent = assay({"completion", "ids", "--", "show", "--db", none});
  EXPECT_EQ(absent.code, 0);
  EXPECT_EQ(absent.output + absent.error_output, "");
  EXPECT_FALSE(std::filesystem::exists(none));
}

TEST_F(Command, CompletionKnowsValuesInFishAndZsh) {
  const std::string fish = write("assay.fish", assay({"completion", "fish"}).output);
  const auto completed = [&](const std::string& line) {
    return said_by({"fish", "--no-config", "-c",
                    "source " + fish + "; function assay; " + binary() + " $argv; end; complete -C '" + line + "'"});
  };
  EXPECT_NE(completed("assay bugs --status reg").find("regressed"), std::string::npos);
  EXPECT_NE(completed("assay check --passes=gvn-h").find("--passes=gvn-hoist"), std::string::npos);
  EXPECT_NE(completed("assay mark 12 inv").find("invalid"), std::string::npos);
  // What zsh would be given, by what the function calls.
  const std::string zsh = write("_assay", assay({"completion", "zsh"}).output);
  EXPECT_EQ(said_by({"zsh", "-fc",
                     "compdef() {}; compadd() { print -l -- ${(P)2} }; source " + zsh + "; assay_program=" + binary() +
                         "; words=(generate --profile); _assay_values profiles | head -1\n"
                         "_arguments() { print -l -- ${(M)@:#*:what:*} }; CURRENT=3; words=(assay mark ''); _assay"}),
            "peephole\n1:what:{_assay_values ids}\n2:what:{_assay_values statuses}\n");
}

/// As man shows it, in wide lines; groff's complaints fail the test.
std::string manual_page(const std::string& file) {
  return said_by({"env", "MANWIDTH=200", "man", "--warnings", "--nj", "--nh", "-l", file});
}

TEST_F(Command, EveryVerbHasAManualPageWithItsOptionsAndExitCodes) {
  ASSERT_EQ(assay({"man", "--output=" + path("man")}).code, 0);
  const std::string help = assay({"--help"}).output;
  std::istringstream lines(help);
  std::size_t pages = 0;
  std::string line;
  while (std::getline(lines, line)) {
    if (line.size() < 3 || !line.starts_with("  ") || !std::islower(line[2])) continue;  // no verb
    const std::string verb = line.substr(2, line.find(' ', 2) - 2);
    ++pages;
    const std::string page = manual_page(path("man/assay-" + verb + ".1"));
    EXPECT_NE(page.find("NAME\n       assay-" + verb + " - "), std::string::npos) << page;
    EXPECT_EQ(assay({"man", verb}).output.substr(0, 4), ".TH ");
  }
  EXPECT_GT(pages, 20u);
  const std::string hunt = manual_page(path("man/assay-hunt.1"));
  for (const char* part : {"--passes=TEXT", "--jobs=UINT", "--programs=own|csmith", "EXIT STATUS"})
    EXPECT_NE(hunt.find(part), std::string::npos) << part << hunt;
  EXPECT_NE(manual_page(path("man/assay.1")).find("assay-hunt(1)"), std::string::npos);
  EXPECT_EQ(assay({"man", "nonsense"}).code, 2);
}

TEST_F(Command, VersionNamesWhatIsLinkedIn) {
  const std::string text = assay({"--version"}).output;
  for (const char* part : {"LLVM 22.", "Z3 4.", "build "}) EXPECT_NE(text.find(part), std::string::npos) << text;
}

TEST(Flags, OfSettingsAreThoseOfTheTableInEveryVerb) {
  unsigned seen = 0;
  for (const auto& [verb, name] :
       {std::pair(kCheck, "check"), {kHunt, "hunt"}, {kReplay, "replay"}, {kReduce, "reduce"}, {kPr, "pr"}}) {
    const std::string help = assay({name, "--help"}).output;
    for (const SettingRow& row : kSettings) {
      const auto told = [&](std::string_view flag) {
        return !flag.empty() &&
               help.find("  " + std::string(flag.substr(0, flag.find('='))) + " ") != std::string::npos;
      };
      const bool offered = (row.offered & verb) != 0;
      if (!offered && row.name == "seed") continue;  // that of a hunt is another one
      EXPECT_EQ(offered, told(row.flag) || told(row.off)) << name << " " << row.name;
      seen += offered ? 1 : 0;
    }
  }
  EXPECT_GT(seen, 15u);
}

}  // namespace
}  // namespace assay::e2e
