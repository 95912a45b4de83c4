#include "tests/e2e/command.h"

namespace assay::e2e {
namespace {

class Inputs : public TestWithFolder {
 protected:
  std::size_t files_in(const std::string& name) const {
    std::size_t count = 0;
    for (const auto& entry : std::filesystem::directory_iterator(path(name)))
      count += entry.path().extension() == ".ll";
    return count;
  }
};

constexpr const char* kSeed = R"(
define i8 @seed(i8 %x, i8 %y) {
  %a = add nsw i8 %x, 7
  %b = udiv i8 %a, 3
  %c = icmp ult i8 %b, %y
  %d = select i1 %c, i8 %a, i8 %y
  ret i8 %d
}
)";

TEST_F(Inputs, GenerateMakesTheSameFunctionsFromTheSameSeed) {
  const auto first = assay({"generate", "--profile=memory", "--seed=5", "--count=4"});
  EXPECT_EQ(first.code, 0) << first.error_output;
  EXPECT_EQ(first.output, assay({"generate", "--profile=memory", "--seed=5", "--count=4"}).output);
  EXPECT_NE(first.output, assay({"generate", "--profile=memory", "--seed=6", "--count=4"}).output);
  EXPECT_NE(first.output.find("--seed=5"), std::string::npos) << "the seed is printed";
}

TEST_F(Inputs, GenerateObeysItsOptions) {
  const auto json = json_of(
      assay({"generate", "--json", "--count=20", "--seed=1", "--widths=13", "--size=2..3", "--weight=division=500"}));
  ASSERT_EQ(json["functions"].size(), 20u);
  std::string all;
  for (const auto& function : json["functions"]) all += function["ir"].get<std::string>();
  EXPECT_NE(all.find("i13"), std::string::npos);
  EXPECT_NE(all.find("div i13"), std::string::npos);
  EXPECT_EQ(all.find("i32 %"), std::string::npos);
  EXPECT_EQ(assay({"generate", "--count=3", "--seed=1", "-o", path("out")}).code, 0);
  EXPECT_EQ(files_in("out"), 3u);
  for (const char* bad :
       {"--profile=none", "--size=9..3", "--widths=0", "--widths=8:x", "--weight=division", "--weight=none=1"})
    EXPECT_EQ(assay({"generate", bad}).code, 2) << bad;
}

TEST_F(Inputs, AProgramIsMadeAndRunAndHasNoProfile) {
  const auto made = assay({"generate", "--programs", "--count=1", "--seed=3"});
  EXPECT_EQ(made.code, 0) << made.error_output;
  const auto run = assay({"run", write("program.ll", made.output)});
  EXPECT_EQ(run.code, 0) << run.error_output;
  EXPECT_FALSE(run.output.empty());
  EXPECT_EQ(assay({"generate", "--programs", "--count=2"}).code, 2) << "they are no one module";
  for (const std::vector<std::string>& words :
       std::vector<std::vector<std::string>>{{"generate", "--programs", "--count=1", "--size=3"},
                                             {"hunt", "--programs", "--profile=memory"},
                                             {"hunt", "--programs=nobody"},
                                             {"hunt", "--programs=csmith", "--target=aarch64"}})
    EXPECT_EQ(assay(words).code, 2) << words.back();
}

TEST_F(Inputs, GeneratedFunctionsAreSeedsAndArePairsOfThemselves) {
  ASSERT_EQ(assay({"generate", "--count=5", "--seed=3", "-o", path("out")}).code, 0);
  const auto json = json_of(assay({"corpus", "stats", "--json", path("out")}));
  EXPECT_EQ(json["functions"], 5);
  EXPECT_EQ(json["skipped"].size(), 0u);
}

TEST_F(Inputs, MutateChangesAFunctionInTheSameWayForTheSameSeed) {
  const std::string file = write("seed.ll", kSeed);
  const auto first = assay({"mutate", "--seed=9", "--count=6", file});
  EXPECT_EQ(first.code, 0) << first.error_output;
  EXPECT_EQ(first.output, assay({"mutate", "--seed=9", "--count=6", file}).output);
  EXPECT_NE(first.error_output.find("seed 9"), std::string::npos);
  const auto json = json_of(assay({"mutate", "--json", "--seed=9", "--count=6", file}));
  EXPECT_EQ(json["mutants"].size(), 6u);
  EXPECT_EQ(json["statistics"]["kept"], 6);
  EXPECT_EQ(json["statistics"]["discarded"], 0);
}

TEST_F(Inputs, MutateUsesOnlyTheMutatorsNamed) {
  const std::string file = write("seed.ll", kSeed);
  const auto json =
      json_of(assay({"mutate", "--json", "--seed=1", "--count=10", "--edits=1", "--mutators=toggle-flags", file}));
  EXPECT_EQ(json["statistics"]["mutators"].size(), 1u);
  EXPECT_NE(json["statistics"]["mutators"]["toggle-flags"]["applied"], 0);
  EXPECT_EQ(assay({"mutate", "--mutators=none", file}).code, 2);
  EXPECT_EQ(assay({"mutate", path("absent.ll")}).code, 2);
  EXPECT_EQ(assay({"mutate"}).code, 2);
  EXPECT_NE(assay({"mutate", "--list"}).output.find("toggle-flags"), std::string::npos);
}

TEST_F(Inputs, ABadFileInACorpusIsNamedAndPassedBy) {
  std::filesystem::create_directory(folder_ / "in");
  write("in/good.ll", kSeed);
  write("in/bad.ll", "define i8 @f( {\n");
  write("in/cut.bc", std::string("BC\xC0\xDE\x01", 5));
  const auto json = json_of(assay({"corpus", "stats", "--json", path("in")}));
  EXPECT_EQ(json["functions"], 1);
  ASSERT_EQ(json["skipped"].size(), 2u);
  EXPECT_NE(json["skipped"][0]["origin"].get<std::string>().find("bad.ll"), std::string::npos);
  EXPECT_EQ(json["counts"]["flag"]["add nsw"], 1);
  const auto mutated = assay({"mutate", "--seed=1", path("in")});
  EXPECT_EQ(mutated.code, 0);
  EXPECT_NE(mutated.error_output.find("bad.ll"), std::string::npos);
}

TEST_F(Inputs, MergeWritesEachFunctionOnceAndDistillAFew) {
  std::filesystem::create_directory(folder_ / "in");
  write("in/a.ll", kSeed);
  write("in/b.ll",
        "define i8 @other(i8 %x) {\n  ret i8 %x\n}\ndefine i8 @third(i8 %x) {\n  %a = add nsw i8 %x, 7\n  ret i8 "
        "%a\n}\n");
  EXPECT_EQ(json_of(assay({"corpus", "merge", "--json", path("in"), "-o", path("out")}))["written"], 3);
  const auto again = json_of(assay({"corpus", "merge", "--json", path("in"), path("out"), "-o", path("out")}));
  EXPECT_EQ(again["written"], 0);
  EXPECT_EQ(files_in("out"), 3u);
  const auto few = json_of(assay({"corpus", "distill", "--json", path("in"), path("out"), "-o", path("few")}));
  EXPECT_LT(few["kept"].get<int>(), few["functions"].get<int>());
  EXPECT_EQ(assay({"corpus", "stats", path("absent")}).code, 2);
  EXPECT_EQ(assay({"corpus"}).code, 2);
}

TEST_F(Inputs, AHuntOfAPatchTakesItsTestsAndTheirPasses) {
  const std::string patch = write("change.patch", R"(--- a/llvm/test/Transforms/Sample/new.ll
+++ b/llvm/test/Transforms/Sample/new.ll
@@ -0,0 +1,7 @@
+; RUN: opt < %s -passes=reassociate -S | FileCheck %s
+define i8 @added(i8 %x, i8 %y) {
+  %a = sub i8 %x, %y
+  %b = add i8 %a, %y
+  %c = mul i8 %b, 3
+  ret i8 %c
+}
)");
  const auto json = json_of(
      assay({"hunt", "--json", "--diff=" + patch, "--mutants=60", "--jobs=1", "--seed=2", "--db=" + path("a.db")}));
  EXPECT_EQ(json["passes"], nlohmann::json::array({"reassociate"}));
  EXPECT_EQ(json["mutants"], 60);
  const auto none = assay({"hunt", "--diff=" + write("no.patch", "nothing"), "--db=" + path("a.db")});
  EXPECT_EQ(none.code, 2);
  EXPECT_NE(none.error_output.find("no.patch"), std::string::npos) << none.error_output;
}

TEST_F(Inputs, AHuntMayBeToldWhatItsInputsAreLike) {
  const auto json = json_of(assay({"hunt", "--json", "--profile=memory:2,loops", "--passes=dse", "--mutants=50",
                                   "--jobs=1", "--seed=2", "--db=" + path("a.db")}));
  EXPECT_EQ(json["mutants"], 50);
  EXPECT_EQ(assay({"hunt", "--profile=none", "--mutants=10", "--db=" + path("a.db")}).code, 2);
}

TEST_F(Inputs, AHuntKeepsExamplesOfWhatItLeftUndecided) {
  const auto hunt = [&](const std::string& folder, const std::string& seed) {
    return assay({"hunt", "--json", "--seeds=" + std::string(std::getenv("ASSAY_SOURCE")) + "/corpus/seeds",
                  "--passes=instcombine", "--mutants=600", "--smt-timeout=1", "--jobs=2", "--finish=0",
                  "--undecided=" + folder, "--seed=" + seed, "--db=" + path("a.db")});
  };
  const auto found = hunt(path("left"), "5");
  ASSERT_EQ(found.code, 0) << found.error_output;
  const std::size_t kept = files_in("left") / 2;
  ASSERT_GT(kept, 0u) << "nothing was left undecided: " << found.output;
  std::map<std::string, int> of_reason;
  for (const auto& entry : std::filesystem::directory_iterator(path("left"))) {
    std::string source = entry.path().string();
    if (!source.ends_with(".source.ll")) continue;
    std::string target = source;
    target.replace(target.size() - 10, 10, ".target.ll");
    const int code = assay({"check", source, target}).code;
    EXPECT_TRUE(code == 0 || code == 1 || code == 3) << source << " has the exit code " << code;
    const std::string name = entry.path().filename().string();
    ++of_reason[name.substr(0, name.find('.'))];
  }
  for (const auto& [reason, count] : of_reason) EXPECT_LE(count, 10) << reason;
  ASSERT_EQ(hunt(path("left"), "6").code, 0) << "a folder that is there is filled up";
  EXPECT_GE(files_in("left") / 2, kept);
  write("file", "");
  EXPECT_EQ(hunt(path("file"), "5").code, 2) << "no folder";
}

TEST_F(Inputs, HelpDocumentsTheExitCodes) {
  for (const std::vector<std::string>& verb : std::vector<std::vector<std::string>>{
           {"generate"}, {"mutate"}, {"corpus"}, {"corpus", "stats"}, {"corpus", "distill"}, {"corpus", "merge"}}) {
    auto arguments = verb;
    arguments.push_back("--help");
    const auto help = assay(arguments);
    EXPECT_EQ(help.code, 0) << verb.back();
    EXPECT_NE(help.output.find("Exit code"), std::string::npos) << verb.back();
  }
}

}  // namespace
}  // namespace assay::e2e
