#include <signal.h>
#include <sqlite3.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <iterator>
#include <regex>
#include <thread>

#include "tests/e2e/command.h"
#include "tests/support/wait_for.h"

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
    EXPECT_EQ(bug["title"], bug["best"]["title"]);
    EXPECT_EQ(bug["best"]["question"]["confirmed_only"], true) << "what the hunt asked goes with the finding";
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
  const auto sound = assay({"db", "check", "--json", "--db=" + path("a.db")});
  EXPECT_EQ(sound.code, 0) << sound.error_output;
  EXPECT_EQ(json_of(sound)["bugs"], json["bugs"].size());
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

/// The assay command in the background, until it is ended. What it writes goes into two files.
class Running {
 public:
  Running(std::vector<std::string> arguments, const std::string& files)
      : output_file_(files + ".out"), error_file_(files + ".err") {
    pid_ = fork();
    if (pid_ != 0) return;
    arguments.insert(arguments.begin(), binary());
    std::vector<char*> argv;
    for (std::string& argument : arguments) argv.push_back(argument.data());
    argv.push_back(nullptr);
    if (std::freopen(output_file_.c_str(), "w", stdout) == nullptr || std::freopen(error_file_.c_str(), "w", stderr) == nullptr)
      _exit(126);
    execv(argv[0], argv.data());
    _exit(127);
  }
  ~Running() { end(SIGKILL); }
  /// Its exit code; -1 if the signal killed it.
  int end(int signal) {
    if (pid_ <= 0) return -1;
    kill(pid_, signal);
    int status = 0;
    waitpid(pid_, &status, 0);
    pid_ = 0;
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  }
  std::string output() const { return text_of(output_file_); }
  std::string errors() const { return text_of(error_file_); }

 private:
  static std::string text_of(const std::string& path) {
    std::ifstream file(path);
    return {std::istreambuf_iterator<char>(file), {}};
  }
  std::string output_file_, error_file_;
  pid_t pid_;
};

/// A hunt's database, which processes under test have open at the same time.
class Leases {
 public:
  explicit Leases(const std::string& path) : path_(path) {}
  ~Leases() { sqlite3_close(database_); }
  /// The columns of the first row as text, with '|' between them; "" if there is no row, or no table yet.
  std::string ask(const std::string& statement) {
    if (database_ == nullptr) {
      if (sqlite3_open_v2(path_.c_str(), &database_, SQLITE_OPEN_READWRITE, nullptr) != SQLITE_OK) {
        sqlite3_close(database_);
        database_ = nullptr;
        return "";
      }
      sqlite3_busy_timeout(database_, 60'000);
    }
    sqlite3_stmt* query = nullptr;
    std::string row;
    if (sqlite3_prepare_v2(database_, statement.c_str(), -1, &query, nullptr) == SQLITE_OK && sqlite3_step(query) == SQLITE_ROW)
      for (int i = 0; i < sqlite3_column_count(query); ++i)
        row += (i == 0 ? "" : "|") + std::string(reinterpret_cast<const char*>(sqlite3_column_text(query, i)));
    sqlite3_finalize(query);
    return row;
  }

 private:
  std::string path_;
  sqlite3* database_ = nullptr;
};

TEST_F(Hunt, InterruptEndsItWithTheSummary) {
  Running running({"hunt", "--json", "--compiler=linked", "--seeds=" + seeds(), "--db=" + path("a.db"), "--jobs=1"}, path("hunt"));
  Leases leases(path("a.db"));
  ASSERT_TRUE(wait_for([&] { return leases.ask("SELECT 1 FROM leases WHERE state = 'done'") == "1"; })) << running.errors();
  EXPECT_EQ(running.end(SIGINT), 0);
  const auto summary = nlohmann::json::parse(running.output(), nullptr, false);
  ASSERT_FALSE(summary.is_discarded()) << running.output();
  EXPECT_GE(summary["mutants"], 1000) << "a batch was completed before the interrupt";
  EXPECT_EQ(summary["passes"], nlohmann::json({"instcombine"}));
  EXPECT_EQ(leases.ask("SELECT state FROM hunts"), "stopped");
}

TEST_F(Hunt, WorkersHuntForACoordinatorAndOneThatIsKilledCostsNothing) {
  // Beside seeds that are compiled right, so that few findings have to be reduced.
  const std::string folder = seeds();
  for (const char* operation : {"add", "mul", "xor", "or", "and", "shl", "lshr"})
    write(std::string("seeds/") + operation + ".ll", std::string("define i8 @f(i8 %x, i8 %y) {\n  %a = ") + operation +
                                                         " i8 %x, %y\n  %b = icmp ult i8 %a, %x\n"
                                                         "  %c = zext i1 %b to i8\n  ret i8 %c\n}\n");
  Running coordinator({"serve", "--db=" + path("a.db"), "--listen=127.0.0.1:0"}, path("serve"));
  std::smatch port;
  std::string said;
  ASSERT_TRUE(wait_for([&] {
    said = coordinator.errors();
    return std::regex_search(said, port, std::regex(R"(on port (\d+)\n)"));
  })) << said;
  const std::string address = "127.0.0.1:" + port[1].str();
  EXPECT_EQ(assay({"health", "--coordinator=" + address}).code, 0);
  Running doomed({"work", "--coordinator=" + address, "--jobs=1", "--name=doomed"}, path("work"));
  Leases leases(path("a.db"));
  const std::string worker = "SELECT id FROM workers WHERE name = 'doomed'";
  ASSERT_TRUE(wait_for([&] { return !leases.ask(worker).empty(); })) << doomed.errors();
  SubprocessResult result;
  std::thread hunting([&] {
    result = assay({"hunt", "--json", "--passes=instcombine", "--compiler=" + std::string(kOpt14), "--coordinator=" + address,
                    "--mutants=2000", "--seed=7", "--jobs=1", "--seeds=" + folder});
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
  EXPECT_EQ(leases.ask("SELECT state, attempt FROM leases WHERE worker_id <> (" + worker + ") AND batch = " + batch), "done|2");
  EXPECT_EQ(leases.ask("SELECT COUNT(*), MIN(state), MAX(state) FROM leases"), "2|done|done");
  coordinator.end(SIGKILL);  // what was acknowledged must be in the file all the same
  EXPECT_EQ(leases.ask("PRAGMA integrity_check"), "ok");
  EXPECT_NE(leases.ask("SELECT COUNT(*) FROM bugs"), "0");
}

}  // namespace
}  // namespace assay::e2e
