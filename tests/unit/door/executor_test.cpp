#include "services/coordinator/door/executor.h"

#include <gtest/gtest.h>

#include <atomic>
#include <future>

namespace assay::door {
namespace {

TEST(Executor, RunsWhatItTookAndRefusesWhatIsTooMuch) {
  std::atomic<int> done{0};
  int taken = 0;
  {
    std::promise<void> gate;
    const auto open = gate.get_future().share();
    Executor executor(1, 3);
    std::promise<void> begun;
    ASSERT_TRUE(executor.run([&, open] {
      begun.set_value();
      open.wait();
      ++done;
    }));
    begun.get_future().wait();
    for (int i = 0; i < 5; ++i) taken += executor.run([&] { ++done; }) ? 1 : 0;
    EXPECT_EQ(taken, 3);
    gate.set_value();
  }
  EXPECT_EQ(done, 4) << "what was taken is run before the end";
}

}  // namespace
}  // namespace assay::door
