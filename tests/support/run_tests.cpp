#include "tests/support/run_tests.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdio>

namespace assay {

int run_tests(int argc, char** argv) {
  testing::InitGoogleMock(&argc, argv);
  const int failed = RUN_ALL_TESTS();
  if (failed != 0 || GTEST_FLAG_GET(list_tests)) return failed;
  const testing::UnitTest& program = *testing::UnitTest::GetInstance();
  if (program.successful_test_count() > 0) return 0;
  std::fprintf(stderr, "no test was run: %d of %d were selected, %d of those skipped\n", program.test_to_run_count(),
               program.total_test_count(), program.skipped_test_count());
  return 1;
}

}  // namespace assay
