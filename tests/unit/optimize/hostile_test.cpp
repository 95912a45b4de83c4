// Real "compilers" that attack files and processes, started and waiting ones: each attack works where nobody is held,
// and fails where it is.

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "services/common/conduct.h"
#include "services/common/confine.h"
#include "services/common/subprocess.h"
#include "services/worker/optimize/prestarted.h"

namespace assay::optimize {
namespace {

namespace fs = std::filesystem;
using End = SubprocessResult::End;

enum class Way { Free, Started, Waiting };

class Hostile : public testing::TestWithParam<Way> {
 protected:
  void SetUp() override {
    std::string pattern = (fs::temp_directory_path() / "assay-hostile-XXXXXX").string();
    ASSERT_NE(mkdtemp(pattern.data()), nullptr);
    folder_ = pattern;
    if (GetParam() == Way::Waiting) {
      waiting_ = PrestartedProgram::start(ASSAY_HOSTILE, true);
      ASSERT_NE(waiting_, nullptr);
    }
  }
  void TearDown() override { fs::remove_all(folder_); }

  bool is_held() const { return GetParam() != Way::Free; }
  SubprocessResult run(const std::string& attack, const std::string& on = "") {
    SubprocessOptions options;
    options.arguments = {ASSAY_HOSTILE, attack};
    if (!on.empty()) options.arguments.push_back(on);
    options.confined = is_held();
    options.time_limit = std::chrono::minutes(5);
    return waiting_ ? waiting_->run(options) : run_subprocess(options);
  }
  void expect_refused_if_held(const SubprocessResult& result, const std::string& attack) {
    EXPECT_EQ(result.end, End::Exited) << attack;
    EXPECT_EQ(result.code, is_held() ? 1 : 0) << attack << ": " << result.error_output;
  }

  fs::path folder_;
  std::unique_ptr<PrestartedProgram> waiting_;
};

/// Where nobody is held, these would end the test.
class HeldHostile : public Hostile {};

/// What the attacks on files change.
struct Facts {
  mode_t mode;
  time_t changed, modified;
  off_t size;
  bool operator==(const Facts&) const = default;
};
Facts facts_of(const std::string& file) {
  struct stat facts {};
  EXPECT_EQ(stat(file.c_str(), &facts), 0);
  return {facts.st_mode, facts.st_ctime, facts.st_mtime, facts.st_size};
}

TEST_P(Hostile, AFileKeepsItsModeOwnerTimesFlagsAndBytes) {
  for (const char* attack : {"chmod", "fchmod", "chown", "lchown", "fchown", "utimes", "utimensat", "futimens",
                             "truncate", "open-and-empty", "set-flags"}) {
    const std::string file = (folder_ / attack).string();
    std::ofstream(file) << "text";
    chmod(file.c_str(), 0600);
    const Facts before = facts_of(file);
    const SubprocessResult result = run(attack, file);
    if (std::string(attack) == "set-flags" && !is_held() && result.code == 1)
      continue;  // not every file system has any
    expect_refused_if_held(result, attack);
    if (is_held()) EXPECT_EQ(facts_of(file), before) << attack;
  }
}

/// A process that waits to be attacked, the leader of its group.
class Victim {
 public:
  Victim() : process_(fork()) {
    if (process_ == 0) {
      setpgid(0, 0);
      for (;;) pause();
    }
    setpgid(process_, process_);
  }
  ~Victim() { stop(); }
  std::string name() const { return std::to_string(process_); }
  /// Untouched by signals, limits and tracers?
  bool is_well() {
    int status = 0;
    return waitpid(process_, &status, WNOHANG | WUNTRACED) == 0;
  }
  void stop() {
    if (process_ <= 0) return;
    kill(process_, SIGKILL);
    waitpid(process_, nullptr, 0);
    process_ = -1;
  }

 private:
  pid_t process_;
};

TEST_P(Hostile, AnotherProcessIsNotKilledTracedReadLimitedOrSlowed) {
  for (const char* attack : {"kill", "kill-thread", "kill-group", "queue-signal", "signal-by-descriptor",
                             "signal-at-arrival", "trace", "read-memory", "limit-time", "priority", "affinity"}) {
    Victim victim;
    expect_refused_if_held(run(attack, victim.name()), attack);
    if (is_held()) EXPECT_TRUE(victim.is_well()) << attack;
  }
}

TEST_P(HeldHostile, TheProcessThatRunsItIsNotKilled) {
  for (const char* attack :
       {"kill", "kill-thread", "queue-signal", "signal-by-descriptor", "signal-at-arrival", "trace"})
    expect_refused_if_held(run(attack, std::to_string(getpid())), attack);
  if (!waiting_) return;
  EXPECT_EQ(run("leave").end, End::Exited) << "what waits still waits";
}

/// Does it run? A corpse does not.
bool runs(pid_t process) {
  std::ifstream file("/proc/" + std::to_string(process) + "/stat");
  std::string number, name, state;
  return file >> number >> name >> state && state != "Z";
}
bool runs_after_a_while(pid_t process) {
  for (int i = 0; i < 20'000 && runs(process); ++i) usleep(1'000);
  return runs(process);
}

TEST_P(Hostile, NothingIsLeftBehind) {
  for (const char* attack : {"leave", "leave-in-session", "leave-in-group"}) {
    const SubprocessResult result = run(attack);
    const pid_t left = std::atoi(result.output.c_str());
    ASSERT_GT(left, 0) << attack << result.error_output;
    if (is_held()) {
      EXPECT_FALSE(runs_after_a_while(left)) << attack;
    } else {
      EXPECT_TRUE(runs(left)) << attack;
      kill(left, SIGKILL);
    }
  }
}

TEST_P(HeldHostile, NoNamespaceIsItsOwn) { expect_refused_if_held(run("namespace"), "namespace"); }

TEST_P(Hostile, ACrashIsToldByItsSignalAllTheSame) {
  const SubprocessResult result = run("abort");
  EXPECT_EQ(result.end, End::Signalled);
  EXPECT_EQ(result.code, SIGABRT);
}

TEST_P(Hostile, OneThatPrintsForEverIsKilledAndNoMoreIsKept) {
  for (const char* attack : {"print", "print-errors"}) {
    const SubprocessResult result = run(attack);
    EXPECT_EQ(result.end, End::TimedOut) << attack;
    EXPECT_LE(result.output.size(), kMostOutput) << attack;
    EXPECT_LE(result.error_output.size(), kMostOutput) << attack;
    EXPECT_TRUE(result.error_output.ends_with("killed: it printed more than 134217728 bytes")) << attack;
  }
}

TEST(Held, ProcessesAreStartedUpToANumberOnlyUnlessTheyAreRoots) {
  constexpr int kMost = 6'000;
  const pid_t user = fork();
  if (user == 0) {
    if (geteuid() == 0 && (setgid(65534) != 0 || setuid(65534) != 0)) _exit(2);
    SubprocessOptions options;
    options.arguments = {ASSAY_HOSTILE, "breed", std::to_string(kMost)};
    options.confined = true;
    const SubprocessResult result = run_subprocess(options);
    const int made = std::atoi(result.output.c_str());
    _exit(made > 0 && made < kMost && result.code == 1 ? 0 : 1);
  }
  int status = -1;
  ASSERT_EQ(waitpid(user, &status, 0), user);
  if (WIFEXITED(status) && WEXITSTATUS(status) == 2) GTEST_SKIP() << "no other user to be";
  EXPECT_EQ(status, 0);
}

std::string name_of_way(const testing::TestParamInfo<Way>& way) {
  return way.param == Way::Free ? "Free" : way.param == Way::Started ? "Started" : "Waiting";
}
INSTANTIATE_TEST_SUITE_P(All, Hostile, testing::Values(Way::Free, Way::Started, Way::Waiting), name_of_way);
INSTANTIATE_TEST_SUITE_P(All, HeldHostile, testing::Values(Way::Started, Way::Waiting), name_of_way);

TEST(Held, WhatCouldNotBeHadIsSaidInWords) {
  for (const std::string& each : unheld()) EXPECT_NE(each.find('('), std::string::npos) << "it says why: " << each;
  EXPECT_EQ(unheld().empty(), geteuid() != 0 && can_confine_files());
}

}  // namespace
}  // namespace assay::optimize
