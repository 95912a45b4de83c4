#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <thread>

#include "services/coordinator/store/store.h"
#include "tests/e2e/command.h"

namespace assay::e2e {
namespace {

constexpr const char* kOpt14 = "/usr/lib/llvm-14/bin/opt";

class Hunt : public TestWithFolder {
 protected:
  // A seed that opt 14's instcombine miscompiles after few edits: nsw of one subtraction is kept for its negation.
  std::string seeds() {
    std::filesystem::create_directory(folder_ / "seeds");
    write("seeds/negated.ll", R"(
define i4 @negated(i1 %x, i4 %y) {
  %a = sub nsw i4 0, %y
  %b = select i1 %x, i4 %y, i4 %a
  %c = sub i4 0, %b
  ret i4 %c
}
)");
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
  const auto result =
      hunt({std::string("--compiler=") + kOpt14, "--mutants=200", "--jobs=2", "--db=" + path("a.db")});
  ASSERT_EQ(result.code, 0) << result.error_output;
  const auto json = json_of(result);
  EXPECT_EQ(json["mutants"], 200);
  std::string id;  // a bug that is there in 14 and fixed in 22, as this seed's is
  for (const auto& bug : json["bugs"]) {
    EXPECT_EQ(bug["best"]["reduced"].get<std::string>().find("undef"), std::string::npos);
    if (bug["culprit"] == "instcombine" &&
        bug["best"]["reduced"].get<std::string>().find("sub nsw") != std::string::npos)
      id = bug["id"];
  }
  ASSERT_NE(id, "") << result.output;

  EXPECT_NE(assay({"bugs", "--db=" + path("a.db"), "--pass=instcombine"}).output.find(id), std::string::npos);
  EXPECT_NE(assay({"show", id, "--db=" + path("a.db")}).output.find("Source:"), std::string::npos);
  EXPECT_EQ(assay({"replay", id, "--db=" + path("a.db")}).code, 0) << "still there in the compiler it was found in";
  EXPECT_EQ(assay({"replay", id, "--db=" + path("a.db"), "--compiler=linked"}).code, 1) << "fixed in LLVM 22";
  ASSERT_EQ(assay({"export", id, "--db=" + path("a.db"), "-o", path("bundle")}).code, 0);
  EXPECT_EQ(assay({"replay", path("bundle")}).code, 0);
}

TEST_F(Hunt, TheSameSeedFindsTheSame) {
  const auto first = json_of(hunt({"--compiler=linked", "--mutants=150", "--jobs=1", "--db=" + path("b.db")}));
  const auto second = json_of(hunt({"--compiler=linked", "--mutants=150", "--jobs=2", "--db=" + path("c.db")}));
  for (const char* field : {"mutants", "executions", "unchanged", "findings", "discarded"})
    EXPECT_EQ(first[field], second[field]) << field;
}

TEST_F(Hunt, SeveralCompilersSeeTheSameMutants) {
  const auto json =
      json_of(hunt({"--compiler=linked", "--compiler=/usr/lib/llvm-19/bin/opt", "--mutants=100", "--jobs=2", "--db=" + path("a.db")}));
  EXPECT_EQ(json["executions"].get<int>(), 2 * json["mutants"].get<int>());
}

TEST_F(Hunt, MistakesAreNamed) {
  EXPECT_EQ(hunt({"--compiler=/no/such/opt", "--mutants=10", "--db=" + path("a.db")}).code, 2);
  EXPECT_EQ(hunt({"--passes=no-such-pass", "--mutants=10", "--db=" + path("a.db")}).code, 2);
  EXPECT_EQ(assay({"hunt", "--time=soon"}).code, 2);
  EXPECT_EQ(assay({"bugs", "--db=" + path("absent.db")}).code, 2);
}

/// A process that goes on until it is killed.
class Running {
 public:
  explicit Running(std::vector<std::string> arguments) {
    pid_ = fork();
    if (pid_ != 0) return;
    arguments.insert(arguments.begin(), binary());
    std::vector<char*> argv;
    for (std::string& argument : arguments) argv.push_back(argument.data());
    argv.push_back(nullptr);
    execv(argv[0], argv.data());
    _exit(127);
  }
  ~Running() { end(SIGKILL); }
  int end(int signal) {
    if (pid_ <= 0) return -1;
    kill(pid_, signal);
    int status = 0;
    waitpid(pid_, &status, 0);
    pid_ = 0;
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  }

 private:
  pid_t pid_;
};

void wait_for(const std::function<bool()>& condition) {
  for (int i = 0; i < 600 && !condition(); ++i) std::this_thread::sleep_for(std::chrono::milliseconds(100));
}

TEST_F(Hunt, InterruptEndsItWithTheSummary) {
  Running running({"hunt", "--passes=instcombine", "--compiler=linked", "--db=" + path("a.db"), "--jobs=1"});
  wait_for([&] { return std::filesystem::exists(path("a.db")); });
  std::this_thread::sleep_for(std::chrono::seconds(1));
  EXPECT_EQ(running.end(SIGINT), 0);
}

TEST_F(Hunt, WorkersHuntForACoordinatorAndOneThatIsKilledCostsNothing) {
  // Two leases, the second one of 200. Beside seeds that are compiled right, so that few findings have to be reduced.
  const std::string folder = seeds();
  for (const char* operation : {"add", "mul", "xor", "or", "and", "shl", "lshr"})
    write(std::string("seeds/") + operation + ".ll", std::string("define i8 @f(i8 %x, i8 %y) {\n  %a = ") + operation +
                                                         " i8 %x, %y\n  %b = icmp ult i8 %a, %x\n"
                                                         "  %c = zext i1 %b to i8\n  ret i8 %c\n}\n");
  const std::string address = "127.0.0.1:" + std::to_string(20000 + getpid() % 20000);
  Running coordinator({"serve", "--db=" + path("a.db"), "--listen=" + address});
  wait_for([&] { return assay({"health", "--coordinator=" + address}).code == 0; });
  Running doomed({"work", "--coordinator=" + address, "--jobs=1"});
  std::vector<std::string> arguments{"hunt", "--json", "--passes=instcombine", "--compiler=" + std::string(kOpt14),
                                     "--coordinator=" + address, "--mutants=1200", "--seed=7", "--jobs=1",
                                     "--seeds=" + folder};
  SubprocessResult result;
  std::thread hunting([&] { result = assay(arguments); });
  std::this_thread::sleep_for(std::chrono::seconds(2));
  doomed.end(SIGKILL);
  hunting.join();
  ASSERT_EQ(result.code, 0) << result.error_output;
  EXPECT_EQ(json_of(result)["mutants"], 1200);
  coordinator.end(SIGKILL);  // what was acknowledged must be in the file all the same
  auto store = store::Store::open(path("a.db"), {.create = false});
  ASSERT_TRUE(store) << store.error();
  EXPECT_FALSE(store->verify());
  auto bugs = store->list_bugs({});
  ASSERT_TRUE(bugs);
  EXPECT_FALSE(bugs->empty());
}

}  // namespace
}  // namespace assay::e2e
