// A coordinator and its workers, with a client that asks for what nobody should.
#include <sys/stat.h>

#include "services/coordinator/rpc/rpc.h"
#include "tests/e2e/running.h"

namespace assay::e2e {
namespace {

constexpr const char* kOpt19 = "/usr/lib/llvm-19/bin/opt";
constexpr const char* kSeed = "define i8 @f(i8 %x) {\n  %a = add i8 %x, 1\n  %b = sub i8 %a, %x\n  ret i8 %b\n}\n";

class Farm : public TestWithFolder {
 protected:
  std::string script(const std::string& name, const std::string& text) {
    const std::string file = write(name, "#!/bin/sh\n" + text);
    chmod(file.c_str(), 0755);
    return file;
  }
  static rpc::NewHunt new_hunt(const std::string& token) {
    rpc::NewHunt hunt;
    hunt.settings.passes = {"instcombine"};
    hunt.settings.compilers = {"linked"};
    hunt.batch_size = 100;
    hunt.seed = 1;
    hunt.token = token;
    return hunt;
  }
};

TEST_F(Farm, SixKindsOfBadHuntsEndNoWorkerAndEachSaysWhy) {
  std::filesystem::create_directories(folder_ / "seeds");
  write("seeds/f.ll", kSeed);
  const std::string gone = script("gone", std::string("exec ") + kOpt19 + " \"$@\"\n");
  const std::string wrong = script("wrong", std::string("exec ") + kOpt19 + " \"$@\" # another\n");
  Coordinator coordinator(path("a.db"), path("serve"));
  Running worker({"work", "--coordinator=" + coordinator.address(), "--jobs=1", "--compiler=linked",
                  "--compiler=" + gone, "--compiler=" + wrong, "--seeds=" + path("seeds")},
                 path("work"));
  rpc::ClientOptions options;
  options.address = coordinator.address();
  rpc::CoordinatorClient client(options);
  rpc::NewHunt first = new_hunt("first");
  first.mutant_limit = 100;
  const std::string before = *client.create_hunt(first);
  const auto state = [&](const std::string& id) { return (**client.find_hunt(id)).hunt; };
  ASSERT_TRUE(wait_for([&] { return state(before).state == store::HuntState::Finished; })) << worker.errors();

  const auto offer = nlohmann::json::parse(Rows(path("a.db")).ask("SELECT offer FROM workers"));
  const auto name_of = [&](int compiler) {
    return offer["compilers"][compiler]["version"].get<std::string>() + "@" +
           offer["compilers"][compiler]["build"].get<std::string>();
  };
  const std::string seeds = offer["seeds"][0];
  // What the worker has offered is there no more.
  std::filesystem::remove(gone);
  script("wrong", "echo nonsense\n");
  std::filesystem::remove(path("seeds/f.ll"));

  const auto create = [&](const std::string& token, auto change) {
    rpc::NewHunt hunt = new_hunt(token);
    change(hunt.settings);
    auto id = client.create_hunt(hunt);
    EXPECT_TRUE(id) << id.error();
    return id ? *id : "";
  };
  const std::vector<std::pair<std::string, std::string>> bad = {
      {create("compiler", [&](HuntSettings& s) { s.compilers = {name_of(1)}; }), "no such file"},
      {create("opt", [&](HuntSettings& s) { s.compilers = {name_of(2)}; }), "version"},
      {create("pass", [](HuntSettings& s) { s.passes = {"no-such-pass"}; }), "no-such-pass"},
      {create("profile", [](HuntSettings& s) { s.profile = "no-such-profile"; }), "no-such-profile"},
      {create("seeds", [&](HuntSettings& s) { s.seeds = seeds; }), "no usable seed"},
  };
  const std::string good = *client.create_hunt(new_hunt("good"));
  for (const auto& [id, reason] : bad) {
    ASSERT_TRUE(wait_for([&] { return state(id).state == store::HuntState::Failed; }))
        << reason << ": " << worker.errors();
    EXPECT_NE(state(id).failure.find(reason), std::string::npos) << state(id).failure;
  }
  const std::uint64_t so_far = state(good).statistics.mutants;
  EXPECT_TRUE(wait_for([&] { return state(good).statistics.mutants > so_far; })) << "the good hunt goes on";

  // The sixth: a mistake on the command line, which nobody else hears of; and what no worker offers is not created.
  for (const std::string option :
       {"--passes=no-such-pass", "--compiler=/no/such/opt", "--seeds=/no/such/folder", "--profile=nonsense"})
    EXPECT_EQ(assay({"hunt", "--coordinator=" + coordinator.address(), "--jobs=1", option}).code, 2) << option;
  EXPECT_FALSE(client.create_hunt([] {
    rpc::NewHunt hunt = new_hunt("unknown compiler");
    hunt.settings.compilers = {"99"};
    return hunt;
  }()));
  EXPECT_EQ(client.list_hunts(100)->size(), 7u);
  EXPECT_TRUE(worker.runs()) << worker.errors();

  const std::string at = "--coordinator=" + coordinator.address();
  EXPECT_EQ(json_of(assay({"hunts", "list", at, "--json"}))["hunts"].size(), 7u);
  EXPECT_NE(assay({"hunts", "show", bad[2].first, at}).output.find("failed: "), std::string::npos);
  EXPECT_EQ(json_of(assay({"hunts", "stop", good.substr(0, 8), at, "--json"}))["state"], "stopped");
  EXPECT_EQ(json_of(assay({"hunts", "resume", good, at, "--json"}))["state"], "running");
  EXPECT_EQ(assay({"hunts", "resume", before, at}).code, 2) << "it has finished";
  EXPECT_EQ(assay({"hunts", "show", "nothing", at}).code, 2);
  EXPECT_EQ(worker.end(SIGTERM), 0) << worker.errors();
}

TEST_F(Farm, WhatAStrangerReportsIsNeitherRunNorBelieved) {
  const std::string mark = path("mark");
  Finding finding;
  finding.compiler = {script("opt", "touch " + mark + "\n"), "19.1.7", "000000000000", ""};
  finding.pipeline = finding.reduced_pipeline = "instcombine";
  finding.function = "f";
  finding.original = finding.reduced = finding.reduced_target = kSeed;
  finding.reason = "value-mismatch";
  finding.signature = finding.title = "claimed";
  finding.found_at = "2021-01-01T00:00:00Z";
  Coordinator coordinator(path("a.db"), path("serve"));
  rpc::ClientOptions options;
  options.address = coordinator.address();
  rpc::CoordinatorClient client(options);
  const auto refusal = [&](auto change) {
    Finding bad = finding;
    change(bad);
    auto recorded = client.report_finding(bad);
    EXPECT_FALSE(recorded);
    return recorded ? "" : recorded.error();
  };
  EXPECT_NE(refusal([](Finding& f) { f.original = "no module"; }).find("finding.original: is no module"),
            std::string::npos);
  EXPECT_NE(refusal([](Finding& f) { f.reduced = "@x = global i8 0\n"; }).find("finding.reduced: defines no function"),
            std::string::npos);
  EXPECT_NE(refusal([](Finding& f) { f.reduced_target = "define"; }).find("finding.reduced_target: is no module"),
            std::string::npos);
  EXPECT_NE(refusal([](Finding& f) { f.detail = "\x1b[2J"; }).find("finding.detail: holds control characters"),
            std::string::npos);
  EXPECT_NE(refusal([](Finding& f) { f.found_at = "2026-02-30T00:00:00Z"; }).find("finding.found_at"),
            std::string::npos);

  auto recorded = client.report_finding(finding);
  ASSERT_TRUE(recorded) << recorded.error();
  const std::string at = "--coordinator=" + coordinator.address();
  const auto bug = json_of(assay({"show", recorded->bug_id, at, "--json"}));
  EXPECT_NE(bug["signature"], "claimed");
  EXPECT_NE(bug["title"], "claimed");
  EXPECT_EQ(bug["best"]["checked"], false);
  EXPECT_GE(bug["first_seen"].get<std::string>(), "2025");
  const auto listed = json_of(assay({"findings", recorded->bug_id, at, "--json"}));
  ASSERT_EQ(listed["findings"].size(), 1u);
  EXPECT_EQ(assay({"show", recorded->bug_id, at, "--finding=" + listed["findings"][0]["id"].get<std::string>()}).code,
            0);
  EXPECT_EQ(assay({"show", recorded->bug_id, at, "--finding=zzz"}).code, 2);

  const auto replay = assay({"replay", recorded->bug_id, at});
  EXPECT_EQ(replay.code, 2);
  EXPECT_NE(replay.error_output.find("19.1.7@000000000000"), std::string::npos) << replay.error_output;
  EXPECT_NE(replay.error_output.find("--compiler"), std::string::npos) << replay.error_output;
  ASSERT_EQ(assay({"export", recorded->bug_id, at, "-o", path("bundle")}).code, 0);
  EXPECT_EQ(assay({"replay", path("bundle")}).code, 2);
  setenv("ASSAY", binary().c_str(), 1);
  run_to_its_end({path("bundle/run.sh")});
  EXPECT_EQ(json_of(assay({"recheck", "--db=" + path("a.db"), "--json"}))["no_compiler"], 1);
  EXPECT_FALSE(std::filesystem::exists(mark)) << "the reported path was run";
  EXPECT_EQ(coordinator.end(SIGTERM), 0);
}

TEST_F(Farm, MistakesInQueriesAreNamedWithWhatThereIs) {
  Coordinator coordinator(path("a.db"), path("serve"));
  Rows rows(path("a.db"));
  rows.ask(
      "INSERT INTO bugs (id, signature, title, status, kind, culprit, count, first_seen, last_seen) VALUES ('b1', 's', "
      "'-1+1,\"two\"', 'new', 'crash', 'gvn', 1, '2026-01-01T00:00:00Z', "
      "'2026-01-01T00:00:00Z')");
  rows.ask(
      "INSERT INTO findings (id, bug_id, kind, compiler_path, compiler_version, pipeline, culprit, function, original, "
      "reduced,"
      " reduced_size, reduced_target, reduced_pipeline, reason, method, detail, counterexample, signature, seed, "
      "found_at, assay_version)"
      " VALUES ('f', 'b1', 'crash', '', '19.1.7', '', '', 'f', 'o', 'r', 1, '', '', 'r', '', '', '', 's', 1, '2026', "
      "'')");
  for (const std::string& where : {"--db=" + path("a.db"), "--coordinator=" + coordinator.address()}) {
    for (const auto& [option, part] : {std::pair<std::string, std::string>{"--pass=gvm", "gvn"},
                                       {"--compiler=99", "19.1.7"},
                                       {"--status=opened", "new, confirmed"},
                                       {"--sort=colour", "last-seen"},
                                       {"--since=soon", "7d"},
                                       {"--kind=crush", "crash"}}) {
      const auto result = assay({"bugs", option, where});
      EXPECT_EQ(result.code, 2) << option;
      EXPECT_NE(result.error_output.find(part), std::string::npos) << result.error_output;
    }
    const auto json = json_of(assay({"bugs", "--json", "--limit=1", "--offset=1", where}));
    EXPECT_EQ(json["total"], 1);
    EXPECT_EQ(json["bugs"].size(), 0u);
    EXPECT_EQ(assay({"bugs", "--csv", "--all", where}).output,
              "id,status,kind,culprit,count,first_seen,last_seen,compilers,title\r\n\"b1\",\"new\",\"crash\",\"gvn\",1,"
              "\"2026-01-01T00:00:00Z\",\"2026-01-01T00:00:00Z\",\"19.1.7\",\"'-1+1,\"\"two\"\"\"\r\n");
  }
  for (const std::string address : {"nonsense", "host:", ":7070", "host:99999", "host:x", "a b:1"}) {
    const auto result = assay({"bugs", "--coordinator=" + address});
    EXPECT_EQ(result.code, 2) << address;
    EXPECT_NE(result.error_output.find("HOST:PORT"), std::string::npos) << result.error_output;
  }
  EXPECT_EQ(assay({"serve", "--listen=nonsense", "--db=" + path("b.db")}).code, 2);
  for (const std::string open : {"0.0.0.0:0", "[::]:0", "192.0.2.1:0", "128.0.0.1:0"}) {
    const auto result = assay({"serve", "--listen=" + open, "--db=" + path("b.db")});
    EXPECT_EQ(result.code, 2) << open;
    EXPECT_NE(result.error_output.find("--insecure"), std::string::npos) << result.error_output;
  }
  EXPECT_FALSE(std::filesystem::exists(path("b.db")));
}

TEST_F(Farm, ATokenSaysWhoMayCallWhileItIsServed) {
  Coordinator coordinator(path("a.db"), path("serve"));
  const std::string where = "--coordinator=" + coordinator.address();
  EXPECT_EQ(assay({"bugs", where}).code, 0);
  const auto made = assay({"token", "create", "reader", "--role=viewer", "--db=" + path("a.db")});
  ASSERT_EQ(made.code, 0) << made.error_output;
  const std::string file = write("reader.token", made.output);
  EXPECT_EQ(assay({"bugs", where}).code, 2);
  EXPECT_EQ(assay({"bugs", where, "--token-file=" + file}).code, 0);
  EXPECT_EQ(assay({"hunts", "stop", "none", where, "--token-file=" + file}).code, 2);
  EXPECT_EQ(assay({"health", where}).code, 0) << "health needs none";
  EXPECT_EQ(assay({"token", "create", "reader", "--role=admin", "--db=" + path("a.db")}).code, 2);
  EXPECT_EQ(assay({"token", "revoke", "reader", "--db=" + path("a.db")}).code, 0);
  const auto refused = assay({"bugs", where, "--token-file=" + file});
  EXPECT_EQ(refused.code, 2);
  EXPECT_NE(refused.error_output.find("revoked"), std::string::npos) << refused.error_output;
  EXPECT_NE(assay({"token", "list", "--db=" + path("a.db")}).output.find("reader  viewer  created"), std::string::npos);
  EXPECT_EQ(assay({"bugs", where, "--token-file=" + path("none")}).code, 2);
}

TEST_F(Farm, ListsOfNothingSaySoAndManyPassesAreCounted) {
  const Coordinator coordinator(path("a.db"), path("serve"));
  const std::string served = "--db=" + path("a.db"), hunts = "--db=" + path("b.db");
  EXPECT_EQ(assay({"hunts", "list", served}).output, "no hunts\n");
  EXPECT_EQ(assay({"night", "list", served}).output, "no nights (assay nightly makes them)\n");
  EXPECT_EQ(assay({"token", "list", served}).output, "no tokens (assay token create makes one)\n");
  ASSERT_EQ(assay({"hunt", hunts, "--passes=instcombine", "--passes=gvn", "--passes=sroa", "--passes=dse",
                   "--passes=sccp", "--mutants=1", "--jobs=1", "--finish=0"})
                .code,
            0);
  const std::string list = assay({"hunts", "list", hunts}).output;
  EXPECT_NE(list.find("instcombine, gvn, sroa and 2 more  ["), std::string::npos) << list;
}

TEST_F(Farm, ABugIsMarkedNotedMergedAndSplit) {
  Coordinator coordinator(path("a.db"), path("serve"));
  Rows rows(path("a.db"));
  for (const std::string id : {"b1", "c2"}) {
    rows.ask("INSERT INTO bugs (id, signature, title, status, kind, culprit, count, first_seen, last_seen) VALUES ('" +
             id + "', 's" + id + "', 't', 'new', 'crash', 'gvn', 1, '2026-01-01T00:00:00Z', '2026-01-01T00:00:00Z')");
    rows.ask(
        "INSERT INTO findings (id, bug_id, kind, compiler_path, compiler_version, pipeline, culprit, function, "
        "original, reduced,"
        " reduced_size, reduced_target, reduced_pipeline, reason, method, detail, counterexample, signature, seed, "
        "found_at, assay_version)"
        " VALUES ('f" +
        id + "', '" + id +
        "', 'crash', '', '19.1.7', '', '', 'f', 'o', 'r', 1, '', '', 'r', '', '', '', 's', 1, '2026', '')");
  }
  const std::string at = "--coordinator=" + coordinator.address();
  EXPECT_EQ(assay({"mark", "b1", "regressed", at}).code, 2) << "it was never fixed";
  EXPECT_EQ(assay({"mark", "b1", "reported", "--upstream=https://example.org/1", "--assignee=grace", "--tag=vectors",
                   "--by=ada", at})
                .code,
            0);
  EXPECT_EQ(assay({"note", "b1", "seen in the wild", "--by=ada", "--db=" + path("a.db")}).code, 0);
  EXPECT_EQ(assay({"merge", "c2", "--into=b1", at}).code, 0);
  const auto care = json_of(assay({"show", "b1", "--json", at}))["care"];
  EXPECT_EQ(care["assignee"], "grace");
  EXPECT_EQ(care["history"].size(), 5u);
  EXPECT_EQ(care["history"][4]["why"], "seen in the wild");
  EXPECT_NE(assay({"show", "b1", at}).output.find("ada  status new -> reported"), std::string::npos);
  EXPECT_EQ(json_of(assay({"bugs", "--tag=vectors", "--assignee=grace", "--json", at}))["total"], 1);
  EXPECT_EQ(json_of(assay({"show", "c2", "--json", at}))["care"]["duplicate_of"], "b1");
  EXPECT_EQ(assay({"split", "c2", at}).code, 0);
  EXPECT_EQ(json_of(assay({"show", "c2", "--json", at}))["status"], "new");
  EXPECT_NE(assay({"split", "b1", at}).error_output.find("b1 is reported"), std::string::npos) << "and stays so";
  EXPECT_NE(assay({"mark", "b1", at}).error_output.find("nothing to change"), std::string::npos);
  // What is missing or wrong is named as it is written on a command line, and not as a field.
  for (const std::string& where : {at, "--db=" + path("a.db")}) {
    const auto said = [&](std::vector<std::string> words) {
      words.push_back(where);
      return assay(words).error_output;
    };
    EXPECT_TRUE(said({"mark", "b1", "fixed"}).ends_with(": --in: in which compiler is it fixed?\n"));
    EXPECT_TRUE(said({"merge", "b1", "--into=b1"}).ends_with(": --into: a bug is not its own duplicate\n"));
    EXPECT_NE(said({"mark", "b1", "--tag=A b"}).find(": --tag: 'A b' is no tag"), std::string::npos);
  }
}

TEST_F(Farm, TheTerminalIsSafeFromWhatADatabaseHolds) {
  std::filesystem::create_directories(folder_ / "seeds");
  write("seeds/f.ll", kSeed);
  Coordinator(path("a.db"), path("serve")).end(SIGTERM);
  Rows rows(path("a.db"));
  rows.ask(
      "INSERT INTO bugs (id, signature, title, status, kind, culprit, count, first_seen, last_seen) VALUES ('b', 's' "
      "|| char(27), 't' || char(27, 155) || '[2J', 'new', 'crash', 'gvn' || char(7), "
      "1, '2026', '2026')");
  rows.ask(
      "INSERT INTO findings (id, bug_id, kind, compiler_path, compiler_version, pipeline, culprit, function, original, "
      "reduced,"
      " reduced_size, reduced_target, reduced_pipeline, reason, method, detail, counterexample, signature, seed, "
      "found_at, assay_version)"
      " VALUES ('f', 'b', 'crash', '', '19' || char(27), '', '', 'f', 'o', char(27) || '[31m', 1, '', '', 'r', '', '', "
      "'', 's', 1, '2026', '')");
  for (const std::vector<std::string>& verb :
       {std::vector<std::string>{"bugs"}, {"show", "b"}, {"findings", "b"}, {"replay", "b"}}) {
    auto arguments = verb;
    arguments.push_back("--db=" + path("a.db"));
    const auto result = assay(arguments);
    EXPECT_NE(result.output + result.error_output, "") << verb[0];
    EXPECT_EQ((result.output + result.error_output).find_first_of("\x1b\x07"), std::string::npos) << verb[0];
    EXPECT_EQ((result.output + result.error_output).find("\xc2\x9b"), std::string::npos) << verb[0];
  }
}

}  // namespace
}  // namespace assay::e2e
