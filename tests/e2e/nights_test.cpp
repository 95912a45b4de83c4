// Nights: branches of LLVM's releases, and one that is built from source.
#include <algorithm>
#include <map>

#include "services/coordinator/store/store.h"
#include "tests/e2e/command.h"
#include "tests/e2e/known_cases.h"
#include "tests/e2e/running.h"

namespace assay::e2e {
namespace {

namespace fs = std::filesystem;

std::string opt(int version) { return "/usr/lib/llvm-" + std::to_string(version) + "/bin/opt"; }

/// What instcombine of 19 and 22 miscompiles, and that of 16 does not.
constexpr const char* kSeed = R"(define i9 @f(i9 noundef %x) {
  %c = icmp ne i9 %x, 4
  %a = call i9 @llvm.abs.i9(i9 %x, i1 false), !range !0
  %r = select i1 %c, i9 %a, i9 4
  ret i9 %r
}
declare i9 @llvm.abs.i9(i9, i1)
!0 = !{i9 1, i9 2}
)";

/// What the wrong commit puts in the place of a comment.
constexpr const char* kSigned = "// SIGNED";
constexpr const char* kWrong =
    "if (half == nullptr && PatternMatch::match(&instruction, PatternMatch::m_SDiv(PatternMatch::m_Value(dividend), "
    "PatternMatch::m_SpecificInt(2)))) half = builder.CreateAShr(dividend, 1);";

class Nights : public TestWithFolder {
 protected:
  SubprocessResult night(const std::string& plan) { return assay({"nightly", "--config=" + plan, "--format=json"}); }

  /// Two releases, the first of which is the baseline of the second. All bugs are news: no rule is known.
  std::string plan_of_releases(const std::string& name, const std::string& baseline, const std::string& branch) {
    write("none.yaml", "[]\n");
    fs::create_directories(path("seeds"));
    write("seeds/abs.ll", kSeed);
    return write(name + ".yaml",
                 "name: releases\ndatabase: " + name + ".db\nbaseline: old\nbranches:\n  - {name: old, opt: " +
                     baseline + "}\n  - {name: new, opt: " + branch +
                     "}\npasses:\n  - {pipeline: instcombine, branches: [new]}\nbudget: {mutants: 120, jobs: 1}\n"
                     "costs: {runs: 1, passes: instcombine}\nmissed: {mutants: 6, passes: instcombine}\nseeds: "
                     "seeds\nseed: 4\nknown-roots: none.yaml\ntolerate: []\n"
                     "tell:\n  - {command: 'cat > " +
                     path(name) + ".told', format: markdown}\n");
  }

  /// What a report says, without dates and rates, and without what a query's time limit may move from one judge to
  /// another.
  static std::string lasting(const nlohmann::json& report) {
    nlohmann::json lasts;
    for (const char* key :
         {"night", "plan", "exit_code", "branches", "new_bugs", "regressed", "fixed", "open", "known"})
      lasts[key] = report[key];
    for (const auto& hunt : report["hunts"]) lasts["mutants"].push_back(hunt["mutants"]);
    std::map<std::string, std::uint64_t> pairs;
    for (const auto& cell : report["surface"])
      pairs[cell["pipeline"].get<std::string>() + " " + cell["feature"].get<std::string>()] +=
          cell["pairs"].get<std::uint64_t>();
    lasts["pairs"] = pairs;
    return lasts.dump(1);
  }

  std::string git(std::vector<std::string> words) {
    words.insert(words.begin(), {"git", "-C", path("src"), "-c", "user.name=a", "-c", "user.email=a@example.org"});
    const auto result = run_to_its_end(words);
    EXPECT_TRUE(result.succeeded()) << result.error_output;
    return result.output.substr(0, result.output.find('\n'));
  }
  void replace(const std::string& what, const std::string& with) {
    std::ifstream in(path("src/halve.cpp"));
    std::string text{std::istreambuf_iterator<char>(in), {}};
    const auto at = text.find(what);
    ASSERT_NE(at, std::string::npos) << what;
    std::ofstream(path("src/halve.cpp")) << text.replace(at, what.size(), with);
  }
  std::string commit(const std::string& subject) {
    git({"commit", "--all", "--quiet", "--message=" + subject});
    return git({"rev-parse", "HEAD"});
  }

  /// A branch of 16 commits: the 9th miscompiles, the 12th can't be built. What is checked out is the last one.
  std::vector<std::string> make_branch() {
    fs::copy(fs::path(std::getenv("ASSAY_SOURCE")) / "tests/e2e/small_opt", path("src"));
    write("src/.gitignore", "build\n");
    git({"init", "--quiet"});
    git({"add", "."});
    std::vector<std::string> commits{commit("the first one")};
    for (int i = 2; i <= 16; ++i) {
      if (i == 9) replace(kSigned, kWrong);
      if (i == 12) replace("#include \"halve.h\"", "#include \"nowhere.h\"");
      if (i == 13) replace("#include \"nowhere.h\"", "#include \"halve.h\"");
      replace("using namespace llvm;", "using namespace llvm;  // " + std::to_string(i));
      commits.push_back(commit("change " + std::to_string(i)));
    }
    return commits;
  }
};

TEST_F(Nights, WhatTheBaselineDoesTooIsNotNew) {
  const auto against_16 = night(plan_of_releases("a", opt(16), opt(22)));
  EXPECT_EQ(against_16.code, 1) << against_16.error_output;
  const auto news = json_of(against_16);
  EXPECT_FALSE(news["new_bugs"].empty()) << news.dump(1);
  EXPECT_EQ(news["branches"][1]["baseline"], "old");
  const auto against_19 = json_of(night(plan_of_releases("b", opt(19), opt(22))));
  EXPECT_LT(against_19["new_bugs"].size(), news["new_bugs"].size());
  EXPECT_GT(against_19["branches"][1]["in_baseline"], 0) << against_19.dump(1);
  // What it costs is told beside what it gets wrong.
  const auto missed = news["missed"][0]["missed"];
  EXPECT_GT(missed["mutants"], 0) << news["missed"].dump(1);
  EXPECT_EQ(missed["compared"], missed["mutants"]);
  const auto costs = news["costs"][0]["comparison"];
  EXPECT_EQ(costs["compared"], 1) << news["costs"].dump(1);
  EXPECT_EQ(costs["summaries"].size(), 4u);
  const auto sizes = assay(
      {"sql", "--db=" + path("a.db"), "--json", "SELECT inputs FROM night_measures WHERE measure = 'object-size'"});
  EXPECT_EQ(json_of(sizes)["rows"].dump(), "[[1]]") << sizes.error_output;
  // What was checked is told by pass, feature and judge; the report was sent to the plan's command.
  EXPECT_FALSE(news["surface"].empty());
  std::ifstream told(path("a.told"));
  const std::string text{std::istreambuf_iterator<char>(told), {}};
  EXPECT_TRUE(text.starts_with("# Night ")) << text;
  EXPECT_EQ(text, assay({"night", "show", "--db=" + path("a.db"), "--format=markdown"}).output);
  EXPECT_EQ(json_of(assay({"night", "list", "--db=" + path("a.db"), "--json"}))["nights"][0]["exit_code"], 1);
}

TEST_F(Nights, WhatANewerCompilerDoesRightIsFixedAndMayComeBack) {
  ASSERT_EQ(night(plan_of_releases("a", opt(14), opt(22))).code, 1);
  const auto second = json_of(night(plan_of_releases("a", opt(14), opt(16))));
  EXPECT_FALSE(second["fixed"].empty()) << second.dump(1);
  EXPECT_NE(second["branches"][1]["before"], second["branches"][1]["compiler"]);
  const std::string bug = second["fixed"][0]["bug_id"];
  EXPECT_EQ(json_of(assay({"show", bug, "--db=" + path("a.db"), "--json"}))["status"], "fixed");
  const auto third = night(plan_of_releases("a", opt(14), opt(22)));
  EXPECT_EQ(third.code, 1);
  EXPECT_NE(json_of(third)["regressed"].dump().find(bug), std::string::npos) << third.output;
}

TEST_F(Nights, CodeGenerationIsThatOfTheLlcBesideTheOpt) {
  fs::create_directories(path("seeds"));
  write("seeds/rev16.ll", kWrongHalfIn14);
  const auto plan_for = [&](int release) {
    return write("code.yaml", "name: code\ndatabase: code.db\nbaseline: new\nbranches:\n  - {name: old, opt: " +
                                  opt(release) + "}\n  - {name: new, opt: " + opt(22) +
                                  "}\npasses:\n  - {pipeline: codegen=x86-64, branches: [old]}\n"
                                  "budget: {mutants: 40, jobs: 1}\nseeds: seeds\nseed: 5\n");
  };
  const auto first = json_of(night(plan_for(14)));
  ASSERT_FALSE(first["new_bugs"].empty()) << first.dump(1);
  EXPECT_NE(first["new_bugs"].dump().find("[SelectionDAG] Miscompile of lshr, shl, or, trunc, sext"), std::string::npos)
      << first["new_bugs"].dump(1);
  for (const auto& bug : first["new_bugs"]) EXPECT_EQ(bug["note"], "") << "the baseline's llc was asked, too";
  const auto second = json_of(night(plan_for(19)));
  EXPECT_TRUE(second["new_bugs"].empty()) << second["new_bugs"].dump(1);
  const std::string fixed = second["fixed"].dump();
  for (const auto& bug : first["new_bugs"])
    EXPECT_NE(fixed.find(bug["bug_id"].get<std::string>()), std::string::npos) << second.dump(1);
  // A plan names the targets that there are, and a branch has an llc.
  fs::create_directories(path("elsewhere"));
  script("elsewhere/opt", "exec " + opt(22) + " \"$@\"\n");
  const std::string bad = write("bad.yaml",
                                "database: bad.db\nbranches:\n  - {name: here, opt: elsewhere/opt}\n"
                                "passes:\n  - pipeline: codegen\n  - pipeline: codegen=vax\n"
                                "budget: {mutants: 1}\n");
  const auto refused = assay({"nightly", "--config=" + bad, "--check"});
  EXPECT_EQ(refused.code, 2);
  EXPECT_NE(refused.error_output.find("elsewhere/opt: no llc lies beside it"), std::string::npos)
      << refused.error_output;
  EXPECT_NE(refused.error_output.find("'codegen=vax': 'vax': known are"), std::string::npos) << refused.error_output;
}

TEST_F(Nights, AKilledNightGoesOnAndReportsTheSame) {
  const auto whole = json_of(night(plan_of_releases("a", opt(16), opt(22))));
  const std::string plan = plan_of_releases("b", opt(16), opt(22));
  Rows rows(path("b.db"));
  for (const char* moment :
       {"SELECT id FROM nights", "SELECT branch FROM night_branches", "SELECT id FROM hunts", "SELECT id FROM findings",
        "SELECT hunt_id FROM night_hunts", "SELECT bug_id FROM night_bugs WHERE step = 'judge'",
        "SELECT branch FROM night_costs", "SELECT branch FROM night_missed"}) {
    Running running({"nightly", "--config=" + plan}, path("killed"));
    EXPECT_TRUE(wait_for([&] { return !rows.ask(moment).empty() || !running.runs(); })) << moment;
    running.end(SIGKILL);
  }
  const auto resumed = json_of(night(plan));
  // The last one may have come to its end before it was killed: then this is the second night.
  const auto first = json_of(assay({"night", "show", resumed["previous"] == "" ? resumed["night"] : resumed["previous"],
                                    "--db=" + path("b.db"), "--format=json"}));
  EXPECT_EQ(lasting(first), lasting(whole));
}

TEST_F(Nights, AFindingOfAnotherHuntInTheSameMinutesIsNotTheNights) {
  const std::string plan = plan_of_releases("a", opt(16), opt(22));
  const auto first = json_of(night(plan));
  ASSERT_FALSE(first["new_bugs"].empty()) << first.dump(1);
  std::string stranger;
  {
    auto store = store::Store::open(path("a.db"));
    ASSERT_TRUE(store) << store.error();
    auto bug = store->find_bug(first["new_bugs"][0]["bug_id"].get<std::string>());
    ASSERT_TRUE(bug) << bug.error();
    Finding finding = bug->best;  // of the same compiler, by a hunt that is not one of the next night
    finding.signature = "miscompile nowhere";
    finding.original = finding.reduced = "define i9 @f(i9 %x) {\n  ret i9 %x\n}\n";  // nothing shows there
    finding.found_at = "2999-01-01T00:00:00Z";
    const auto recorded = store->record_finding(finding);
    ASSERT_TRUE(recorded) << recorded.error();
    stranger = recorded->bug_id;
  }
  const auto second = json_of(night(plan));
  EXPECT_FALSE(second["hunts"].empty());
  for (const char* list : {"new_bugs", "regressed", "open"})
    EXPECT_EQ(second[list].dump().find(stranger), std::string::npos) << list << "\n" << second.dump(1);
}

TEST_F(Nights, TwoNightsNeverRunAtTheSameTime) {
  const std::string plan = plan_of_releases("a", opt(16), opt(22));
  Running running({"nightly", "--config=" + plan}, path("first"));
  Rows rows(path("a.db"));
  ASSERT_TRUE(wait_for([&] { return !rows.ask("SELECT id FROM hunts").empty(); })) << running.errors();
  running.hold();  // a fast machine would be through before the second gives up
  const auto second = night(plan);
  EXPECT_EQ(second.code, 2);
  EXPECT_NE(second.error_output.find("another night runs"), std::string::npos) << second.error_output;
}

TEST_F(Nights, ABugOfABranchIsFoundAttributedToItsCommitAndReportedAsFixed) {
  const std::vector<std::string> commits = make_branch();
  fs::create_directories(path("seeds"));
  write("seeds/sdiv.ll",
        "define i8 @f(i8 %x) {\n  %r = sdiv i8 %x, 2\n  ret i8 %r\n}\ndefine i8 @g(i8 %x) {\n  %r = udiv i8 %x, 2\n  "
        "ret i8 %r\n}\n");
  const std::string plan =
      write("own.yaml",
            "database: own.db\nbranches:\n  - name: own\n    checkout: src\n    configure: cmake -S . -B build "
            "-DCMAKE_CXX_COMPILER=clang++-22\n    build: cmake --build build\n    opt: build/opt\n"
            "passes: [{pipeline: halve}]\nbudget: {mutants: 300}\nseeds: seeds\nseed: 1\n");
  // It is not there, it appears, it stays while the branch can't be built, it is gone.
  git({"checkout", "--quiet", commits[7]});
  const auto before = night(plan);
  EXPECT_EQ(before.code, 0) << before.output << before.error_output;
  git({"checkout", "--quiet", commits[15]});
  const auto found = night(plan);
  ASSERT_EQ(found.code, 1) << found.output << found.error_output;
  const auto bugs = json_of(found)["new_bugs"];
  ASSERT_FALSE(bugs.empty()) << found.output;
  const auto blamed_on_pass =
      std::find_if(bugs.begin(), bugs.end(), [](const auto& each) { return each["culprit"] == "halve"; });
  ASSERT_NE(blamed_on_pass, bugs.end()) << bugs.dump(1);  // a case whose reduction was cut short may have none
  const std::string bug = (*blamed_on_pass)["bug_id"];
  git({"checkout", "--quiet", commits[11]});
  const auto broken = json_of(night(plan));
  EXPECT_EQ(broken["branches"][0]["state"], "last-good");
  EXPECT_EQ(broken["branches"][0]["revision"], commits[15]);
  EXPECT_NE(broken["branches"][0]["failure"].dump().find("nowhere.h"), std::string::npos);
  EXPECT_NE(broken["open"].dump().find(bug), std::string::npos) << broken.dump(1);
  git({"checkout", "--quiet", commits[15]});

  const std::vector<std::string> bisect{"bisect", bug, "--config=" + plan, "--branch=own", "--good=" + commits[0],
                                        "--json"};
  const auto blamed = assay(bisect);
  ASSERT_EQ(blamed.code, 0) << blamed.error_output;
  EXPECT_EQ(json_of(blamed)["first_bad"], commits[8]) << blamed.output;
  EXPECT_LE(json_of(blamed)["log"].size(), 7u)
      << blamed.output;  // both ends, four halvings, perhaps the one that does not build
  // A step that is said to be wrong counts as marked, and nothing is built again.
  auto marked = bisect;
  marked.insert(marked.end(), {"--mark=" + commits[8] + "=good", "--mark=" + commits[9] + "=bad"});
  EXPECT_EQ(json_of(assay(marked))["first_bad"], commits[9]);

  replace(kWrong, kSigned);
  commit("signed division is left alone");
  const auto fixed = json_of(night(plan));
  EXPECT_NE(fixed["fixed"].dump().find(bug), std::string::npos) << fixed.dump(1);
  EXPECT_TRUE(fixed["open"].empty() && fixed["new_bugs"].empty()) << fixed.dump(1);
}

TEST_F(Nights, AllMistakesOfAPlanAreToldEachWithItsPlace) {
  const auto result = assay({"nightly", "--check", "--config=" + write("bad.yaml", "database: a.db\nbranchs: []\n")});
  EXPECT_EQ(result.code, 2);
  for (const char* mistake : {"bad.yaml:1:1: passes: is missing\n", "bad.yaml:1:1: budget: is missing\n",
                              "bad.yaml:2:1: branchs: unknown key; did you mean 'branches'?\n"})
    EXPECT_NE(result.error_output.find(mistake), std::string::npos) << mistake << result.error_output;
}

}  // namespace
}  // namespace assay::e2e
