// The words of the command line: help, complaints, completion in shells, manual pages.
#include <sstream>

#include "services/common/settings.h"
#include "tests/e2e/command.h"

namespace assay::e2e {
namespace {

class Words : public TestWithFolder {};

TEST_F(Words, HelpDocumentsTheExitCodes) {
  for (const char* verb : {"hunt", "bugs", "show", "replay", "export", "check", "run", "reduce", "serve", "work",
                           "codegen", "mark", "note", "merge", "split", "findings", "recheck", "verify", "sql"}) {
    const auto help = assay({verb, "--help"});
    EXPECT_EQ(help.code, 0) << verb;
    EXPECT_NE(help.output.find("Exit code"), std::string::npos) << verb;
  }
}

TEST_F(Words, AWordThatIsNoneIsAnsweredWithTheNearest) {
  EXPECT_NE(assay({"chek"}).error_output.find("did you mean 'check'?"), std::string::npos);
  EXPECT_NE(assay({"check", "--pases=gvn"}).error_output.find("did you mean '--passes'?"), std::string::npos);
  EXPECT_NE(assay({"check", "--time=3"}).error_output.find("did you mean '--timeout'?"), std::string::npos);
  EXPECT_EQ(assay({"check", "--zzzzzz"}).error_output.find("did you mean"), std::string::npos);
}

TEST_F(Words, WhatIsWrongWithACommandLineIsOneLineThatBeginsWithTheProgramsName) {
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
  EXPECT_EQ(said({"note", "b1"}), "assay: text must be given (assay help note)\n");
  EXPECT_EQ(said({"plugin"}), "assay: folders must be given (assay help plugin)\n");
  EXPECT_EQ(said({"nightly"}), "assay: --config must be given (assay help nightly)\n");
  EXPECT_EQ(said({"check", "a.ll", "--passes="}), "assay: --passes: its value is missing (assay help check)\n");
  EXPECT_EQ(said({"man", "chek"}), "assay: man: 'chek' is no verb; did you mean 'check'?\n");
  EXPECT_EQ(said({"nightly", "--config=" + path("absent.yaml")}),
            "assay: " + path("absent.yaml") + ": can't be read: No such file or directory\n");
  EXPECT_EQ(said({"serve", "--http=nowhere"}), "assay: --http=nowhere: expected HOST:PORT, such as 127.0.0.1:7070\n");
  EXPECT_EQ(said({"check", "a.ll", "--oracle=both"}),
            "assay: --oracle: 'both' is none of all, interpreter, smt (assay help check)\n");
  EXPECT_EQ(said({"completion", "tcsh"}).substr(0, 59), "assay: shell: 'tcsh' is none of bash, zsh, fish, ids, statu");
  EXPECT_EQ(said({"check", "a.ll", "--unroll=-1"}),
            "assay: --unroll: '-1' is no number that it takes (assay help check)\n");
  EXPECT_EQ(said({"generate", "--count=-1"}),
            "assay: --count: '-1' is no number from 1 to 10000000 (assay help generate)\n");
  // Neither a second "-" that would find nothing left to read, nor a limit that would be none.
  for (const char* verb : {"check", "codegen", "improve"})
    EXPECT_EQ(said({verb, "-", "-"}), std::string("assay: files: standard input (-) is named twice, and can be read ") +
                                          "once (assay help " + verb + ")\n");
  EXPECT_TRUE(said({"hunt", "--mutants=0"}).starts_with("assay: --mutants: '0' is no number from 1 to "));
  EXPECT_EQ(said({"note", "b1", ""}), "assay: text: the note is empty (assay help note)\n");
  const std::string long_value(100000, ':');
  EXPECT_EQ(said({"check", "a.ll", "--oracle=" + long_value}),
            "assay: --oracle: '" + long_value + "' is none of all, interpreter, smt (assay help check)\n");
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

TEST_F(Words, HelpOfAVerbIsWhatItsOwnOptionTells) {
  EXPECT_EQ(assay({"help", "reduce"}).output, assay({"reduce", "--help"}).output);
  EXPECT_EQ(assay({"help", "night", "show"}).output, assay({"night", "show", "--help"}).output);
  const auto all = assay({"help"});
  EXPECT_EQ(all.code, 0);
  EXPECT_EQ(all.output, assay({"--help"}).output);
  EXPECT_NE(all.output.find("assay help VERB"), std::string::npos) << all.output;
}

TEST_F(Words, TheOverviewHasEveryVerbOnceWithAnExampleWhoseOptionsThereAre) {
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
    std::string option;
    for (std::string each; std::getline(help_lines, each);) {  // an option that must be given is given
      if (each.starts_with("  -")) option = each;
      if (each.find("; must be given") == std::string::npos) continue;
      std::istringstream names(option.substr(2, option.find_first_of(" =[", 2) - 2));
      bool is_given = false;
      for (std::string name; std::getline(names, name, ',');) is_given |= line.find(" " + name) != std::string::npos;
      EXPECT_TRUE(is_given) << line << option;
    }
  }
  EXPECT_GT(verbs.size(), 30u);
  for (const std::string& each : verbs) EXPECT_EQ(verbs.count(each), 1u) << each;
  ASSERT_EQ(assay({"man", "--output=" + path("man")}).code, 0);  // a page for each verb, and the program's own
  const auto pages = std::filesystem::directory_iterator(path("man"));
  EXPECT_EQ(static_cast<std::size_t>(std::distance(begin(pages), end(pages))), verbs.size() + 1);
}

TEST_F(Words, OptionsAreToldAsTheyAreWritten) {
  const std::string hunt = assay({"hunt", "--help"}).output;
  for (const char* part :
       {"  --passes=TEXT ", "  --codegen[=TEXT] ", "  --programs[=own|csmith] mutants", "  --db=TEXT ",
        "SQLite file (assay.db)", "not with --missed, --regressions", "variable ASSAY_TLS_CA"})
    EXPECT_NE(hunt.find(part), std::string::npos) << part << "\n" << hunt;
  const std::string check = assay({"check", "--help"}).output;
  EXPECT_NE(check.find("--oracle=all|interpreter|smt\n"), std::string::npos) << check;
  EXPECT_NE(check.find("--timeout=DURATION "), std::string::npos) << check;
  EXPECT_NE(assay({"pr", "--help"}).output.find("without the change; must be given"), std::string::npos);
  EXPECT_NE(assay({"improve", "--help"}).output.find("\n  --no-flags "), std::string::npos);
}

TEST_F(Words, HelpFitsEightyColumns) {
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

TEST_F(Words, OneNotationOfDurationsIsUnderstoodEverywhere) {
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

TEST_F(Words, CompletionKnowsVerbsAndTheirOptions) {
  const auto script = assay({"completion"});
  EXPECT_EQ(script.code, 0);
  EXPECT_EQ(said_by({"/bin/bash", "-c",
                     script.output + "COMP_WORDS=(assay che); COMP_CWORD=1; _assay; echo ${COMPREPLY[@]}\n"
                                     "COMP_WORDS=(assay check --bidi); COMP_CWORD=2; _assay; echo ${COMPREPLY[@]}\n"
                                     "COMP_WORDS=(assay db b); COMP_CWORD=2; _assay; echo ${COMPREPLY[@]}\n"}),
            "check\n--bidirectional\nbackup\n");
  EXPECT_EQ(assay({"completion", "tcsh"}).code, 2);
}

TEST_F(Words, CompletionKnowsThemInFishToo) {
  const std::string file = write("assay.fish", assay({"completion", "fish"}).output);
  const auto completed = [&](const std::string& line) {
    return said_by({"fish", "--no-config", "-c", "source " + file + "; complete -C '" + line + "'"});
  };
  EXPECT_NE(completed("assay che").find("check\tChecks whether"), std::string::npos) << completed("assay che");
  EXPECT_NE(completed("assay check --bidi").find("--bidirectional\t"), std::string::npos);
  EXPECT_NE(completed("assay codegen --part ").find("code"), std::string::npos);
  EXPECT_NE(completed("assay db b").find("backup"), std::string::npos);
}

TEST_F(Words, CompletionIsAScriptForZsh) {
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

TEST_F(Words, CompletionKnowsValuesInBash) {
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

TEST_F(Words, CompletionOfIdsIsSilentWhereThereIsNoDatabase) {
  const std::string none = path("none.db");
  const auto absent = assay({"completion", "ids", "--", "show", "--db", none});
  EXPECT_EQ(absent.code, 0);
  EXPECT_EQ(absent.output + absent.error_output, "");
  EXPECT_FALSE(std::filesystem::exists(none));
}

TEST_F(Words, CompletionKnowsValuesInFishAndZsh) {
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
                         "_arguments() { print -l -- ${(M)@:#*:what:*} }; CURRENT=3; words=(assay mark ''); _assay; "
                         "CURRENT=3; words=(assay show ''); _assay"}),
            "peephole\n1:what:{_assay_values ids}\n2:what:{_assay_values statuses}\n1:what:{_assay_values ids}\n");
}

/// As man shows it, in wide lines; groff's complaints fail the test.
std::string manual_page(const std::string& file) {
  return said_by({"env", "MANWIDTH=200", "man", "--warnings", "--nj", "--nh", "-l", file});
}

TEST_F(Words, EveryVerbHasAManualPageWithItsOptionsAndExitCodes) {
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
  for (const char* part : {"--passes=TEXT", "--jobs=N", "--programs[=own|csmith]", "EXIT STATUS"})
    EXPECT_NE(hunt.find(part), std::string::npos) << part << hunt;
  EXPECT_NE(manual_page(path("man/assay.1")).find("assay-hunt(1)"), std::string::npos);
  EXPECT_EQ(assay({"man", "nonsense"}).code, 2);
}

TEST_F(Words, WhatCouldNotBePrintedIsToldAndIsNoSuccess) {
  const std::string file = write("a.ll", "define i8 @f(i8 %x) {\n  ret i8 %x\n}\n");
  for (const std::string& words :
       std::vector<std::string>{"help", "man hunt", "generate --seed=1", "check --passes=gvn " + file}) {
    const auto result = run_to_its_end({"/bin/sh", "-c", binary() + " " + words + " > /dev/full"});
    EXPECT_EQ(result.code, 2) << words;
    EXPECT_NE(result.error_output.find("assay: standard output: can't be written"), std::string::npos)
        << words << result.error_output;
  }
}

TEST_F(Words, AFileThatIsNoIrIsNamedOnce) {
  const std::string file = write("a.ll", "int main;\n");
  const auto result = assay({"mutate", file});
  EXPECT_EQ(result.code, 2);
  EXPECT_NE(result.error_output.find("\nassay: " + file + ":1:1: "), std::string::npos) << result.error_output;
}

TEST_F(Words, VersionNamesWhatIsLinkedIn) {
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
        const std::string name = "  " + std::string(flag.substr(0, flag.find('=')));
        for (const char* behind : {" ", "=", "["})
          if (!flag.empty() && help.find(name + behind) != std::string::npos) return true;
        return false;
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
