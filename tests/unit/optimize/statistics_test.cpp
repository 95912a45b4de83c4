#include "services/worker/optimize/statistics.h"

#include <gtest/gtest.h>
#include <llvm/ADT/Statistic.h>

#define DEBUG_TYPE "assay-test"
ALWAYS_ENABLED_STATISTIC(NumOfTest, "counted by a test");

namespace assay::optimize {
namespace {

TEST(Statistics, TellWhichHaveMovedAndHowFarRoughly) {
  Statistics statistics;
  EXPECT_TRUE(statistics.take_moved().empty());
  NumOfTest += 1;
  const auto one = statistics.take_moved();
  ASSERT_EQ(one.size(), 1u);
  EXPECT_TRUE(statistics.take_moved().empty()) << "nothing has moved since";
  NumOfTest += 5;
  const auto some = statistics.take_moved();
  NumOfTest += 7;
  EXPECT_EQ(statistics.take_moved(), some) << "the same power of two";
  EXPECT_NE(some, one);
  NumOfTest = 0;
  EXPECT_TRUE(statistics.take_moved().empty());
}

}  // namespace
}  // namespace assay::optimize
