#include <sstream>
#include <thread>

#include "services/common/records_json.h"
#include "services/coordinator/rpc/rpc.h"
#include "services/coordinator/store/store.h"
#include "tests/e2e/command.h"
#include "tests/e2e/running.h"
#include "tests/support/wait_for.h"

namespace assay::e2e {
namespace {

constexpr const char* kOpt14 = "/usr/lib/llvm-14/bin/opt";

// A seed that opt 14's instcombine miscompiles: nsw of one subtraction is kept for its negation.
constexpr const char* kNegated = R"(
define i4 @negated(i1 %x, i4 %y) {
  %a = sub nsw i4 0, %y
  %b = select i1 %x, i4 %y, i4 %a
  %c = sub i4 0, %b
  ret i4 %c
}
)";

class Hunt : public TestWithFolder {
 protected:
  std::string seeds() {
    std::filesystem::create_directory(folder_ / "seeds");
    write("seeds/negated.ll", kNegated);
    return path("seeds");
  }
  SubprocessResult hunt(std::vector<std::string> more) {
    std::vector<std::string> arguments{"hunt", "--json", "--seed=7", "--seeds=" + seeds()};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return assay(arguments);
  }
};

TEST_F(Hunt, FindsReducesStoresAndReplaysARealMiscompile) {
  if (!std::filesystem::exists(kOpt14)) FAIL() << "the packages of deploy/install-packages.sh are missing: " << kOpt14;
  const auto result = hunt({std::string("--compiler=") + kOpt14, "--mutants=200", "--jobs=2", "--db=" + path("a.db")});
  ASSERT_EQ(result.code, 0) << result.error_output;
  const auto json = json_of(result);
  EXPECT_EQ(json["mutants"], 200);
  std::string id;  // a bug that is there in 14 and fixed in 22, as this seed's is
  for (const auto& bug : json["bugs"]) {
    EXPECT_EQ(bug["best"]["reduced"].get<std::string>().find("undef"), std::string::npos);
    EXPECT_EQ(bug["title"], bug["best"]["title"]);
    EXPECT_EQ(bug["best"]["question"]["confirmed_only"], true) << "what the hunt asked goes with the finding";
    if (bug["culprit"] == "instcombine" &&
        bug["best"]["reduced"].get<std::string>().find("sub nsw") != std::string::npos)
      id = bug["id"];
  }
  ASSERT_NE(id, "") << result.output;
  EXPECT_EQ(std::to_string(json["findings"].get<int>()), Rows(path("a.db")).ask("SELECT COUNT(*) FROM findings"))
      << "what the summary counts is what the database holds";
  EXPECT_GT(json["failures"].get<int>(), 0);

  EXPECT_NE(assay({"bugs", "--db=" + path("a.db"), "--pass=instcombine"}).output.find(id), std::string::npos);
  EXPECT_NE(assay({"show", id, "--db=" + path("a.db")}).output.find("Source:"), std::string::npos);
  for (const std::vector<std::string>& line :
       {std::vector<std::string>{"--db=" + path("a.db")}, {"--db", path("a.db")}, {"--db", "=", path("a.db")}}) {
    std::vector<std::string> words{"completion", "ids", "--", "show"};
    words.insert(words.end(), line.begin(), line.end());
    EXPECT_NE(assay(words).output.find(id + "\n"), std::string::npos) << "what a shell offers";
  }
  EXPECT_EQ(assay({"replay", id, "--db=" + path("a.db")}).code, 0) << "still there in the compiler it was found in";
  EXPECT_EQ(assay({"replay", id, "--db=" + path("a.db"), "--compiler=linked"}).code, 1) << "fixed in LLVM 22";
  ASSERT_EQ(assay({"export", id, "--db=" + path("a.db"), "-o", path("bundle")}).code, 0);
  EXPECT_EQ(assay({"replay", path("bundle")}).code, 0);

  // Reported by somebody else, the same case is taken for what it is once it was checked here.
  {
    Coordinator coordinator(path("other.db"), path("serve"));
    rpc::ClientOptions options;
    options.address = coordinator.address();
    Finding finding = json_of(assay({"show", id, "--json", "--db=" + path("a.db")}))["best"].get<Finding>();
    finding.hunt_id = finding.worker_id = "";
    auto recorded = rpc::CoordinatorClient(options).report_finding(finding);
    ASSERT_TRUE(recorded) << recorded.error();
    EXPECT_EQ(recorded->bug_id, id) << "the coordinator works out the same signature";
    const auto shown = [&] { return assay({"show", id, "--db=" + path("other.db")}).output; };
    EXPECT_NE(shown().find("as it was reported"), std::string::npos);
    EXPECT_EQ(json_of(assay({"recheck", id, "--json", "--db=" + path("other.db")}))["confirmed"], 1);
    EXPECT_EQ(shown().find("as it was reported"), std::string::npos);
  }
  const auto sound = assay({"db", "check", "--json", "--db=" + path("a.db")});
  EXPECT_EQ(sound.code, 0) << sound.error_output;
  EXPECT_EQ(json_of(sound)["bugs"], json["bugs"].size());
}

// Plays an opt 22 that is wrong for one target only.
TEST_F(Hunt, AFindingsTargetGoesWithItsCase) {
  const std::string opt = script("opt",
                                 "case \"$*\" in *--version*) echo 'LLVM version 22.1.0'; exit 0;; esac\n"
                                 "sed '/target triple = \"s390x/,$ s/ret i4 .*/ret i4 1/'\n");
  const std::string db = "--db=" + path("a.db"), compiler = "--compiler=" + opt;
  const auto result = hunt({compiler, "--passes=gvn", "--target=none,systemz,avx2", "--mutants=12000", "--jobs=1",
                            "--oracle-every=4294967295", db});
  ASSERT_EQ(result.code, 0) << result.error_output;
  const auto found = json_of(result)["bugs"];
  ASSERT_FALSE(found.empty()) << result.output;
  for (const auto& bug : found)
    EXPECT_NE(bug["best"]["reduced"].get<std::string>().find("s390x"), std::string::npos) << bug["best"]["reduced"];
  EXPECT_EQ(assay({"replay", found[0]["id"], db, compiler}).code, 0);
  EXPECT_EQ(hunt({"--target=vax", "--mutants=1", db}).code, 2);
}

// Plays an opt 22 that is wrong under one option only.
TEST_F(Hunt, OptionsOfPassesGoWithTheFindingToReplayAndBundle) {
  const std::string opt =
      script("opt",
             "case \"$*\" in *--version*) echo 'LLVM version 22.1.0'; exit;; esac\n"
             "edit=; case \"$*\" in *-force-vector-width=4*) edit='s/ret i4 .*/ret i4 1/';; esac\n"
             "case \"$*\" in *'case.ll -o '*) for written; do :; done; exec < case.ll > \"$written\";; esac\n"
             "sed \"$edit\"\n");
  const std::string db = "--db=" + path("a.db"), compiler = "--compiler=" + opt;
  const auto plain = json_of(hunt({compiler, "--passes=gvn", "--mutants=20", "--jobs=1", "--db=" + path("plain.db")}));
  EXPECT_EQ(plain["bugs"].size(), 0u);
  const auto result = hunt({compiler, "--passes=gvn -slp-threshold=-100", "--opt-args=-force-vector-width=4",
                            "--mutants=20", "--jobs=1", db});
  ASSERT_EQ(result.code, 0) << result.error_output;
  const auto found = json_of(result)["bugs"];
  ASSERT_FALSE(found.empty()) << result.output;
  const std::string id = found[0]["id"];
  EXPECT_EQ(found[0]["best"]["question"]["opt_args"], "-force-vector-width=4") << "the other one is not needed";
  const std::string shown = assay({"show", id, db}).output;
  EXPECT_NE(shown.find(" -force-vector-width=4\n"), std::string::npos) << shown;
  EXPECT_EQ(assay({"replay", id, db, compiler}).code, 0);
  EXPECT_EQ(assay({"replay", id, db, compiler, "--opt-args=-force-vector-width=8"}).code, 1);
  ASSERT_EQ(assay({"export", id, db, "-o", path("bundle")}).code, 0);
  EXPECT_EQ(assay({"replay", path("bundle"), compiler}).code, 0);
  const std::string script =
      "ASSAY=" + std::filesystem::absolute(binary()).string() + " sh " + path("bundle/run.sh") + " ";
  EXPECT_EQ(std::system((script + opt + " > /dev/null").c_str()), 0);
  const auto refused = hunt({compiler, "--passes=gvn", "--opt-args=-info-output-file=x", "--mutants=20", db});
  EXPECT_EQ(refused.code, 2);
  EXPECT_NE(refused.error_output.find("-info-output-file"), std::string::npos) << refused.error_output;
}

TEST_F(Hunt, TheSameSeedFindsTheSame) {
  const auto first = json_of(hunt({"--compiler=linked", "--mutants=150", "--jobs=1", "--db=" + path("b.db")}));
  const auto second = json_of(hunt({"--compiler=linked", "--mutants=150", "--jobs=2", "--db=" + path("c.db")}));
  for (const char* field : {"mutants", "executions", "unchanged", "failures", "discarded"})
    EXPECT_EQ(first[field], second[field]) << field;
}

TEST_F(Hunt, SeveralCompilersSeeTheSameMutants) {
  const auto json = json_of(hunt({"--compiler=linked", "--compiler=/usr/lib/llvm-19/bin/opt", "--mutants=100",
                                  "--jobs=2", "--db=" + path("a.db")}));
  EXPECT_EQ(json["executions"].get<int>(), 2 * json["mutants"].get<int>());
}

TEST_F(Hunt, MistakesAreNamed) {
  EXPECT_EQ(hunt({"--compiler=/no/such/opt", "--mutants=10", "--db=" + path("a.db")}).code, 2);
  EXPECT_EQ(hunt({"--passes=no-such-pass", "--mutants=10", "--db=" + path("a.db")}).code, 2);
  EXPECT_EQ(assay({"hunt", "--time=soon"}).code, 2);
  EXPECT_EQ(assay({"bugs", "--db=" + path("absent.db")}).code, 2);
}

TEST_F(Hunt, InterruptEndsItWithTheSummary) {
  Running running({"hunt", "--json", "--compiler=linked", "--seeds=" + seeds(), "--db=" + path("a.db"), "--jobs=1"},
                  path("hunt"));
  Rows leases(path("a.db"));
  ASSERT_TRUE(wait_for([&] { return leases.ask("SELECT 1 FROM leases WHERE state = 'done'") == "1"; }))
      << running.errors();
  EXPECT_EQ(running.end(SIGINT), 0);
  const auto summary = nlohmann::json::parse(running.output(), nullptr, false);
  ASSERT_FALSE(summary.is_discarded()) << running.output();
  EXPECT_GE(summary["mutants"], 1000) << "a batch was completed before the interrupt";
  EXPECT_EQ(summary["passes"], nlohmann::json({"instcombine"}));
  EXPECT_EQ(leases.ask("SELECT state FROM hunts"), "stopped");
}

TEST_F(Hunt, ABugThatWasLeftUnreducedIsReducedByItsIdAndTheDatabaseKnows) {
  // As a hunt leaves it that ends before the analysis does.
  const std::string seed = write("seed.ll",
                                 "define i4 @f(i1 %x, i4 %y, i4 %z) {\n  %a = sub nsw i4 0, %y\n"
                                 "  %b = select i1 %x, i4 %y, i4 %a\n  %c = sub i4 0, %b\n  %d = xor i4 %z, %z\n"
                                 "  %e = or i4 %c, %d\n  ret i4 %e\n}\n");
  const auto seen = assay({"reduce", seed, "--compiler=" + std::string(kOpt14), "--json"});
  ASSERT_EQ(seen.code, 0) << seen.error_output;
  Finding finding = json_of(seen).get<Finding>();
  finding.pipeline = finding.reduced_pipeline = "instcombine";
  finding.reduced = finding.original;
  finding.culprit.clear();
  finding.unfinished = finding.checked = true;
  finding.signature = "unreduced " + finding.id();
  std::string id;
  {
    auto store = store::Store::open(path("a.db"));
    ASSERT_TRUE(store) << store.error();
    auto recorded = store->record_finding(finding);
    ASSERT_TRUE(recorded) << recorded.error();
    id = recorded->bug_id;
  }
  const auto bugs = [&] { return assay({"bugs", "--db=" + path("a.db")}); };
  EXPECT_TRUE(bugs().output.starts_with("still being analysed\n  " + id)) << bugs().output;
  EXPECT_NE(bugs().error_output.find("0 new, 0 known, 0 tolerated, 1 still being analysed"), std::string::npos);

  const auto first = assay({"reduce", id, "--db=" + path("a.db"), "--json"});
  ASSERT_EQ(first.code, 0) << first.error_output;
  EXPECT_EQ(json_of(first)["recorded"], true);
  const std::string reduced = json_of(first)["bug"];
  EXPECT_NE(first.error_output.find("of bug " + reduced), std::string::npos) << first.error_output;
  const auto shown = json_of(assay({"show", reduced, "--db=" + path("a.db"), "--json"}));
  EXPECT_EQ(shown["culprit"], "instcombine");
  EXPECT_EQ(shown["best"]["reduced"], json_of(first)["reduced"]);
  EXPECT_LT(shown["best"]["reduced"].get<std::string>().size(), finding.original.size());
  EXPECT_EQ(json_of(assay({"show", id, "--db=" + path("a.db"), "--json"}))["status"], "duplicate");
  EXPECT_TRUE(bugs().output.starts_with("new\n  " + reduced)) << bugs().output;
  EXPECT_EQ(bugs().output.find(id), std::string::npos) << bugs().output;
  EXPECT_EQ(bugs().error_output,
            "1 bug: 1 new, 0 known, 0 tolerated; left out: 1 duplicate (--status=duplicate lists it)\n");
  const auto duplicates = assay({"bugs", "--status=duplicate", "--db=" + path("a.db")});
  EXPECT_NE(duplicates.output.find(id), std::string::npos) << duplicates.output;
  const auto filtered = assay({"bugs", "--filter=kind = miscompile OR count > 5", "--db=" + path("a.db")});
  EXPECT_EQ(filtered.output, bugs().output);
  EXPECT_EQ(assay({"bugs", "--filter=pass = gvm", "--db=" + path("a.db")}).error_output,
            "assay: pass: 'gvm' is not known; known: instcombine\n");

  const auto again = assay({"reduce", reduced, "--db=" + path("a.db")});
  EXPECT_EQ(again.code, 0);
  EXPECT_NE(again.error_output.find(reduced + " is reduced already"), std::string::npos) << again.error_output;
  EXPECT_EQ(json_of(assay({"show", reduced, "--db=" + path("a.db"), "--json"}))["count"], 1);
}

TEST_F(Hunt, WhatIsNoBugForReduceIsToldApart) {
  const std::string compiler = "--compiler=" + std::string(kOpt14);
  const std::string wrong = seeds() + "/negated.ll";
  const auto otherwise = assay({"reduce", wrong, compiler, "--passes=gvn"});
  EXPECT_EQ(otherwise.code, 1);
  EXPECT_NE(otherwise.error_output.find("with -passes='gvn' shows no failure, but with --passes='default<O2>' it shows "
                                        "one (miscompile, more-poisonous): give that"),
            std::string::npos)
      << otherwise.error_output;
  const std::string right = write("right.ll", "define i8 @f(i8 %x) {\n  %a = add i8 %x, 0\n  ret i8 %a\n}\n");
  const auto nothing = assay({"reduce", right, compiler});
  EXPECT_EQ(nothing.code, 1);
  EXPECT_NE(nothing.error_output.find("compiles it correctly, also with default<O2>. Name what it was"),
            std::string::npos)
      << nothing.error_output;
  const std::string help = assay({"help", "reduce"}).output;
  std::istringstream told(nothing.error_output);
  for (std::string word; told >> word;)
    if (word.starts_with("--"))
      EXPECT_NE(help.find("  " + word.substr(0, word.find_first_of(",.;")) + "="), std::string::npos) << word;
  const auto from_input = assay({"reduce", "-", compiler, "--passes=gvn"}, kNegated);
  EXPECT_NE(from_input.error_output.find("but with --passes='default<O2>'"), std::string::npos)
      << "standard input can be read once: " << from_input.error_output;
}

TEST_F(Hunt, WorkersHuntForACoordinatorAndOneThatIsKilledCostsNothing) {
  // Beside seeds that are compiled right, so that few findings have to be reduced.
  const std::string folder = seeds();
  for (const char* operation : {"add", "mul", "xor", "or", "and", "shl", "lshr"})
    write(std::string("seeds/") + operation + ".ll", std::string("define i8 @f(i8 %x, i8 %y) {\n  %a = ") + operation +
                                                         " i8 %x, %y\n  %b = icmp ult i8 %a, %x\n"
                                                         "  %c = zext i1 %b to i8\n  ret i8 %c\n}\n");
  Coordinator coordinator(path("a.db"), path("serve"));
  const std::string address = coordinator.address();
  EXPECT_EQ(assay({"health", "--coordinator=" + address}).code, 0);
  Running doomed({"work", "--coordinator=" + address, "--jobs=1", "--name=doomed", "--compiler=" + std::string(kOpt14),
                  "--seeds=" + folder},
                 path("work"));
  Rows leases(path("a.db"));
  const std::string worker = "SELECT id FROM workers WHERE name = 'doomed'";
  ASSERT_TRUE(wait_for([&] { return !leases.ask(worker).empty(); })) << doomed.errors();
  SubprocessResult result;
  std::thread hunting([&] {
    result = assay({"hunt", "--json", "--passes=instcombine", "--compiler=" + std::string(kOpt14),
                    "--coordinator=" + address, "--mutants=2000", "--seed=7", "--jobs=1", "--seeds=" + folder});
  });
  std::string batch;
  EXPECT_TRUE(wait_for([&] {
    batch = leases.ask("SELECT batch FROM leases WHERE state = 'leased' AND worker_id = (" + worker + ")");
    return !batch.empty();
  }));
  doomed.end(SIGKILL);
  leases.ask("UPDATE leases SET expires_ms = 0 WHERE state = 'leased' AND batch = " + batch);  // a minute of silence
  hunting.join();
  ASSERT_EQ(result.code, 0) << result.error_output;
  EXPECT_EQ(json_of(result)["mutants"], 2000) << "each batch counts once";
  EXPECT_EQ(leases.ask("SELECT state, attempt FROM leases WHERE worker_id <> (" + worker + ") AND batch = " + batch),
            "done|2");
  EXPECT_EQ(leases.ask("SELECT SUM(mutants), MIN(state), MAX(state) FROM leases"), "2000|done|done");
  coordinator.end(SIGKILL);  // what was acknowledged must be in the file all the same
  EXPECT_EQ(leases.ask("PRAGMA integrity_check"), "ok");
  EXPECT_NE(leases.ask("SELECT COUNT(*) FROM bugs"), "0");
}

}  // namespace
}  // namespace assay::e2e
