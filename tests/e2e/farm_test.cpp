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
  Running worker({"work", "--coordinator=" + coordinator.address(), "--jobs=1", "--compiler=linked", "--compiler=" + gone,
                  "--compiler=" + wrong, "--seeds=" + path("seeds")},
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
    return offer["compilers"][compiler]["version"].get<std::string>() + "@" + offer["compilers"][compiler]["build"].get<std::string>();
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
    ASSERT_TRUE(wait_for([&] { return state(id).state == store::HuntState::Failed; })) << reason << ": " << worker.errors();
    EXPECT_NE(state(id).failure.find(reason), std::string::npos) << state(id).failure;
  }
  const std::uint64_t so_far = state(good).statistics.mutants;
  EXPECT_TRUE(wait_for([&] { return state(good).statistics.mutants > so_far; })) << "the good hunt goes on";

  // The sixth: a mistake on the command line, which nobody else hears of; and what no worker offers is not created.
  for (const std::string option : {"--passes=no-such-pass", "--compiler=/no/such/opt", "--seeds=/no/such/folder", "--profile=nonsense"})
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

}  // namespace
}  // namespace assay::e2e
