#include "services/common/subprocess.h"

#include <gtest/gtest.h>

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

TEST(Subprocess, AProgramThatWaitsForEverEndsUnderALimitOnProcessorTimeToo) {
  const SubprocessResult ended = run("exec sleep 60", 100, true);
  EXPECT_EQ(ended.end, End::TimedOut);
  EXPECT_LT(ended.seconds, 30);
}

}  // namespace
}  // namespace assay
