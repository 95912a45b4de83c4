// What the jobs of a worker count together.
#include "services/worker/hunt/shared_counts.h"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <string>

namespace assay::hunt {
namespace {

TEST(SharedCounts, AreSeenByAllProcesses) {
  const auto counts = SharedCounts::make();
  ASSERT_TRUE(counts);
  EXPECT_FALSE(counts->contains("one"));
  EXPECT_EQ(counts->add("one"), 1u);
  const pid_t child = fork();
  if (child == 0) _exit(counts->add("one") == 2 && counts->add("two") == 1 && !counts->contains("three") ? 0 : 1);
  int status = 0;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  EXPECT_EQ(status, 0);
  EXPECT_TRUE(counts->contains("two"));
  EXPECT_EQ(counts->add("two"), 2u);
  EXPECT_EQ(counts->add("one"), 3u);
}

TEST(SharedCounts, ForgetSomeOfVeryManyThings) {
  const auto counts = SharedCounts::make();
  ASSERT_TRUE(counts);
  for (int i = 0; i < 200'000; ++i) EXPECT_EQ(counts->add(std::to_string(i)), 1u);
  int known = 0;
  for (int i = 0; i < 200'000; ++i) known += counts->contains(std::to_string(i)) ? 1 : 0;
  EXPECT_GT(known, 60'000);
  EXPECT_TRUE(counts->contains("199999"));
}

}  // namespace
}  // namespace assay::hunt
