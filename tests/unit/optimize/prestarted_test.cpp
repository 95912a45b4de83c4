#include "services/worker/optimize/prestarted.h"

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <thread>

#include "services/worker/optimize/repeated.h"

namespace assay::optimize {
namespace {

using End = SubprocessResult::End;

constexpr const char* kShell = "/bin/sh";

SubprocessOptions script(const std::string& text, const std::string& input = "") {
  SubprocessOptions options;
  options.arguments = {kShell, "-c", text};
  options.input = input;
  return options;
}

std::unique_ptr<PrestartedProgram> shell() { return PrestartedProgram::start(kShell, false); }

TEST(Prestarted, EachRunHasItsArgumentsInputOutputsAndEnd) {
  const auto waiting = shell();
  ASSERT_NE(waiting, nullptr);
  for (int i = 0; i < 20; ++i) {
    const std::string number = std::to_string(i);
    const SubprocessResult result =
        waiting->run(script("cat; echo to error " + number + " >&2; exit " + number, "input " + number));
    EXPECT_EQ(result.end, End::Exited);
    EXPECT_EQ(result.code, i);
    EXPECT_EQ(result.output, "input " + number);
    EXPECT_EQ(result.error_output, "to error " + number + "\n");
  }
}

TEST(Prestarted, ARunSaysAndEndsAsAStartDoes) {
  const auto waiting = shell();
  ASSERT_NE(waiting, nullptr);
  const std::string large(3'000'000, 'x');
  for (const SubprocessOptions& options : {script("echo $0 $#; env | grep -c -e PRELOAD -e ASSAY_PRESTARTED"),
                                           script("kill -SEGV $$"), script("wc -c", large), script("cat", large),
                                           script("exec 1>&- 2>&-; exit 3"), script("nothing-of-this-name")}) {
    const SubprocessResult run = waiting->run(options), started = run_subprocess(options);
    EXPECT_EQ(run.end, started.end) << options.arguments[2];
    EXPECT_EQ(run.code, started.code) << options.arguments[2];
    EXPECT_EQ(run.output, started.output) << options.arguments[2];
    EXPECT_EQ(run.error_output, started.error_output) << options.arguments[2];
  }
}

TEST(Prestarted, LimitsAreThoseOfTheRun) {
  const auto waiting = shell();
  ASSERT_NE(waiting, nullptr);
  SubprocessOptions options = script("while :; do :; done");
  options.time_limit = std::chrono::milliseconds(200);
  options.limit_processor_time = true;
  EXPECT_EQ(waiting->run(options).end, End::TimedOut);
  options = script("sleep 1000 & sleep 1000");
  options.time_limit = std::chrono::milliseconds(100);
  EXPECT_EQ(waiting->run(options).end, End::TimedOut);
  options = script("ulimit -v");
  options.memory_limit_bytes = std::size_t{512} << 20;
  EXPECT_EQ(waiting->run(options).output, "524288\n");
  EXPECT_EQ(waiting->run(script("ulimit -v")).output, run_subprocess(script("ulimit -v")).output);
}

TEST(Prestarted, OneThatIsConfinedChangesNoFiles) {
  const auto waiting = PrestartedProgram::start(kShell, true);
  ASSERT_NE(waiting, nullptr);
  const std::string file =
      (std::filesystem::temp_directory_path() / ("assay-prestarted-" + std::to_string(getpid()))).string();
  EXPECT_NE(waiting->run(script("echo text > " + file)).code, 0);
  EXPECT_TRUE(!std::filesystem::exists(file) || std::filesystem::file_size(file) == 0);
  std::filesystem::remove(file);
}

TEST(Prestarted, WhatCanNotWaitIsRefused) {
  std::string folder = (std::filesystem::temp_directory_path() / "assay-test-XXXXXX").string();
  ASSERT_NE(mkdtemp(folder.data()), nullptr);
  const std::string file = folder + "/script";
  std::ofstream(file) << "#!/bin/sh\nexec " << kShell << " \"$@\"\n";
  chmod(file.c_str(), 0700);
  EXPECT_EQ(PrestartedProgram::start(file, false), nullptr);
  EXPECT_EQ(PrestartedProgram::start(folder + "/absent", false), nullptr);
  EXPECT_EQ(PrestartedProgram::start(folder, false), nullptr);
  std::filesystem::remove_all(folder);
}

TEST(Prestarted, WhatSomebodyLoadsIntoProgramsStays) {
  setenv("LD_PRELOAD", "libm.so.6", 1);
  const auto waiting = shell();
  unsetenv("LD_PRELOAD");
  EXPECT_EQ(waiting, nullptr);
}

TEST(Prestarted, ADeadOneSaysThatNothingWasStarted) {
  const auto waiting = shell();
  ASSERT_NE(waiting, nullptr);
  EXPECT_EQ(waiting->run(script("kill -KILL $PPID")).end, End::NotStarted);
  EXPECT_EQ(waiting->run(script("true")).end, End::NotStarted);
}

TEST(Prestarted, ACopyOfItsProcessLeavesItAlone) {
  auto waiting = shell();
  ASSERT_NE(waiting, nullptr);
  const pid_t copy = fork();
  if (copy == 0) {
    const bool refused = waiting->run(script("true")).end == End::NotStarted;
    waiting.reset();
    _exit(refused ? 0 : 1);
  }
  int status = -1;
  ASSERT_EQ(waitpid(copy, &status, 0), copy);
  EXPECT_EQ(status, 0);
  EXPECT_EQ(waiting->run(script("echo here")).output, "here\n");
}

/// Does a process of this number still run?
bool runs(pid_t process) {
  std::ifstream file("/proc/" + std::to_string(process) + "/stat");
  std::string number, name, state;
  return file >> number >> name >> state && state != "Z";
}

TEST(Prestarted, ItAndItsRunEndWithTheProcessThatStartedIt) {
  const pid_t runner = fork();
  if (runner == 0) {
    const auto waiting = shell();
    waiting->run(script("sleep 1000"));
    _exit(0);
  }
  // The runner's child waits; that one's child sleeps.
  const auto child_of = [](pid_t parent) -> pid_t {
    pid_t child = 0;
    std::ifstream("/proc/" + std::to_string(parent) + "/task/" + std::to_string(parent) + "/children") >> child;
    return child;
  };
  pid_t waiting = 0, run = 0;
  for (int i = 0; i < 6000 && run == 0; ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
    waiting = child_of(runner);
    if (waiting != 0) run = child_of(waiting);
  }
  ASSERT_NE(run, 0);
  kill(runner, SIGKILL);
  waitpid(runner, nullptr, 0);
  for (int i = 0; i < 6000 && (runs(waiting) || runs(run)); ++i)
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  EXPECT_FALSE(runs(waiting));
  EXPECT_FALSE(runs(run));
}

TEST(Repeated, WaitsFromTheSecondRunOnAndIsStartedAgainWhereThatDied) {
  RepeatedProgram program;
  const auto parent_of_run = [&](bool own_addresses = false) {
    return program.run(script("echo $PPID"), own_addresses).output;
  };
  const std::string own = std::to_string(getpid()) + "\n";
  EXPECT_EQ(parent_of_run(), own);
  const std::string waiting = parent_of_run();
  EXPECT_NE(waiting, own);
  EXPECT_EQ(parent_of_run(), waiting);
  EXPECT_EQ(parent_of_run(/*own_addresses=*/true), own);
  kill(std::stoi(waiting), SIGKILL);
  EXPECT_EQ(parent_of_run(), own);
  const std::string next = parent_of_run();
  EXPECT_TRUE(next != own && next != waiting) << next;
}

}  // namespace
}  // namespace assay::optimize
