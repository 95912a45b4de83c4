#include "services/common/subprocess.h"

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <functional>
#include <thread>

#include "services/common/conduct.h"

namespace assay {
namespace {

using End = SubprocessResult::End;

SubprocessResult run(const std::string& script, int milliseconds, bool of_processor) {
  SubprocessOptions options;
  options.arguments = {"sh", "-c", script};
  options.time_limit = std::chrono::milliseconds(milliseconds);
  options.limit_processor_time = of_processor;
  return run_subprocess(options);
}

TEST(Subprocess, ALimitByTheClockEndsAProgramThatWaits) {
  EXPECT_EQ(run("exec sleep 30", 200, false).end, End::TimedOut);
}

TEST(Subprocess, ALimitOnProcessorTimeLetsAProgramWaitAndEndsOneThatComputes) {
  const SubprocessResult waited = run("sleep 0.5; echo done", 200, true);
  EXPECT_EQ(waited.end, End::Exited);
  EXPECT_EQ(waited.output, "done\n");
  EXPECT_EQ(run("while :; do :; done", 200, true).end, End::TimedOut);
}

TEST(Subprocess, AProgramThatPrintsWithoutEndIsKilledAndNoMoreIsKeptThanItMayPrint) {
  for (const char* script : {"yes", "yes >&2", "yes >&2 & yes"}) {
    const SubprocessResult killed = run(script, 300000, true);
    EXPECT_EQ(killed.end, End::TimedOut) << script;
    EXPECT_LE(killed.output.size(), kMostOutput) << script;
    EXPECT_LE(killed.error_output.size(), kMostOutput) << script;
    EXPECT_TRUE(killed.error_output.ends_with("killed: it printed more than 134217728 bytes")) << script;
  }
}

TEST(Subprocess, AllThatAProgramPrintsBelowTheLimitIsKept) {
  const SubprocessResult ended = run("head -c 100000000 /dev/zero; head -c 100000000 /dev/zero >&2", 300000, true);
  EXPECT_EQ(ended.end, End::Exited);
  EXPECT_EQ(ended.output.size(), 100000000u);
  EXPECT_EQ(ended.error_output.size(), 100000000u);
}

TEST(Subprocess, AProgramThatWaitsForEverEndsUnderALimitOnProcessorTimeToo) {
  EXPECT_EQ(run("exec sleep 100000", 100, true).end, End::TimedOut);
}

/// Is there such a process, which still runs?
bool runs(pid_t process) {
  std::ifstream file("/proc/" + std::to_string(process) + "/stat");
  std::string number, name, state;
  return file >> number >> name >> state && state != "Z";
}

/// Waits until the question is answered with yes, for as long as a busy machine may take.
bool comes_true(const std::function<bool()>& question) {
  for (int i = 0; i < 6000 && !question(); ++i) std::this_thread::sleep_for(std::chrono::milliseconds(10));
  return question();
}

TEST(Subprocess, AProgramEndsWithTheProcessThatRunsIt) {
  std::string folder = (std::filesystem::temp_directory_path() / "assay-test-XXXXXX").string();
  ASSERT_NE(mkdtemp(folder.data()), nullptr);
  const std::string told = folder + "/pid";
  const pid_t runner = fork();
  if (runner == 0) {
    run("echo $$ > " + told + ".new; mv " + told + ".new " + told + "; exec sleep 1000", 0, false);
    _exit(0);
  }
  ASSERT_TRUE(comes_true([&] { return std::filesystem::exists(told); }));
  pid_t program = 0;
  std::ifstream(told) >> program;
  ASSERT_TRUE(runs(program));
  kill(runner, SIGKILL);
  waitpid(runner, nullptr, 0);
  EXPECT_TRUE(comes_true([&] { return !runs(program); }));
  std::filesystem::remove_all(folder);
}

}  // namespace
}  // namespace assay
