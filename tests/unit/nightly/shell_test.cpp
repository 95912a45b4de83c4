#include "services/nightly/shell.h"

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "tests/support/wait_for.h"

namespace assay::nightly {
namespace {

class Shell : public testing::Test {
 protected:
  void SetUp() override {
    std::string name = (std::filesystem::temp_directory_path() / "assay-shell-XXXXXX").string();
    ASSERT_NE(mkdtemp(name.data()), nullptr);
    folder_ = name;
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }
  ShellResult run(const std::string& command, std::uint32_t seconds = 60, const std::string& input = {}) {
    return run_shell(command, folder_.string(), seconds, (folder_ / "log").string(), input);
  }
  /// The process whose number the file holds; 0 as long as there is none.
  pid_t process_in(const char* file) const {
    pid_t process = 0;
    std::ifstream(folder_ / file) >> process;
    return process;
  }
  std::filesystem::path folder_;
};

bool is_gone(pid_t process) { return kill(process, 0) != 0; }

TEST_F(Shell, RunsInItsFolderAndReadsItsInput) {
  const ShellResult result = run("cat > told; pwd", 60, "the report");
  EXPECT_TRUE(result.succeeded) << result.how;
  EXPECT_EQ(result.output, std::filesystem::canonical(folder_).string() + "\n");
  std::string told;
  std::getline(std::ifstream(folder_ / "told"), told);
  EXPECT_EQ(told, "the report");
}

TEST_F(Shell, AFailureIsToldWithWhatWasWritten) {
  const ShellResult result = run("echo one; echo two >&2; exit 3");
  EXPECT_FALSE(result.succeeded);
  EXPECT_EQ(result.how, "exit status 3");
  EXPECT_EQ(result.output, "one\ntwo\n");
}

TEST_F(Shell, WhenItsTimeIsOverAllThatItStartedEnds) {
  // On a busy machine the other process may not be there within a second.
  for (std::uint32_t seconds = 1; seconds < 120 && process_in("other") == 0; seconds *= 2) {
    const ShellResult result = run("(setsid sh -c 'echo $$ > other; exec sleep 1000') & sleep 1000", seconds);
    EXPECT_EQ(result.how, "took longer than " + std::to_string(seconds) + " s");
  }
  ASSERT_NE(process_in("other"), 0);
  EXPECT_TRUE(is_gone(process_in("other")));
}

TEST_F(Shell, WhenItsParentIsKilledAllThatItStartedEnds) {
  const pid_t parent = fork();
  if (parent == 0) {
    run("(setsid sh -c 'echo $$ > other; exec sleep 1000') & echo $$ > shell; sleep 1000", 600);
    _exit(0);
  }
  EXPECT_TRUE(wait_for([&] { return process_in("shell") != 0 && process_in("other") != 0; }));
  kill(parent, SIGKILL);
  waitpid(parent, nullptr, 0);
  EXPECT_TRUE(wait_for([&] { return is_gone(process_in("shell")) && is_gone(process_in("other")); }));
}

}  // namespace
}  // namespace assay::nightly
