#include "services/common/processors.h"

#include <gtest/gtest.h>
#include <sched.h>
#include <stdlib.h>

#include <filesystem>
#include <fstream>

namespace assay {
namespace {

namespace fs = std::filesystem;

class Processors : public testing::Test {
 protected:
  void SetUp() override {
    std::string name = (fs::temp_directory_path() / "assay-processors-XXXXXX").string();
    ASSERT_NE(mkdtemp(name.data()), nullptr);
    folder_ = name;
  }
  void TearDown() override { fs::remove_all(folder_); }
  void write(const std::string& name, const std::string& text) {
    fs::create_directories((folder_ / name).parent_path());
    std::ofstream(folder_ / name) << text;
  }
  unsigned granted(unsigned runnable) {
    return granted_processors(runnable, (folder_ / "membership").string(), (folder_ / "mounted").string());
  }
  fs::path folder_;
};

TEST_F(Processors, WithoutAGroupAllThatAreRunnableAreGranted) {
  EXPECT_EQ(granted(8), 8u);
  EXPECT_EQ(granted(0), 1u);
  write("membership", "0::/a\n");
  write("mounted/a/cpu.max", "max 100000\n");
  EXPECT_EQ(granted(8), 8u);
}

TEST_F(Processors, AQuotaOfVersion2LimitsThemRoundedUp) {
  write("membership", "0::/a/b\n");
  write("mounted/a/b/cpu.max", "150000 100000\n");
  EXPECT_EQ(granted(8), 2u);
  EXPECT_EQ(granted(1), 1u);
  write("mounted/a/b/cpu.max", "10000 100000\n");
  EXPECT_EQ(granted(8), 1u);
}

TEST_F(Processors, AGroupAboveLimitsThemToo) {
  write("membership", "0::/a/b\n");
  write("mounted/a/b/cpu.max", "max 100000\n");
  write("mounted/a/cpu.max", "300000 100000\n");
  EXPECT_EQ(granted(8), 3u);
}

TEST_F(Processors, AContainerThatSeesItsGroupAsTheRootReadsItThere) {
  write("membership", "0::/elsewhere\n");
  write("mounted/cpu.max", "200000 100000\n");
  EXPECT_EQ(granted(8), 2u);
}

TEST_F(Processors, AQuotaOfVersion1LimitsThem) {
  write("membership", "4:memory:/m\n1:cpu,cpuacct:/a\n");
  write("mounted/cpu,cpuacct/a/cpu.cfs_quota_us", "400000\n");
  write("mounted/cpu,cpuacct/a/cpu.cfs_period_us", "100000\n");
  write("mounted/memory/m/cpu.max", "100000 100000\n");
  EXPECT_EQ(granted(8), 4u);
  write("mounted/cpu,cpuacct/a/cpu.cfs_quota_us", "-1\n");
  EXPECT_EQ(granted(8), 8u);
}

TEST_F(Processors, WhatThisProcessMayRunOnIsCounted) {
  cpu_set_t before, one;
  ASSERT_EQ(sched_getaffinity(0, sizeof before, &before), 0);
  CPU_ZERO(&one);
  for (int i = 0; i < CPU_SETSIZE && CPU_COUNT(&one) == 0; ++i)
    if (CPU_ISSET(i, &before)) CPU_SET(i, &one);
  ASSERT_EQ(sched_setaffinity(0, sizeof one, &one), 0);
  EXPECT_EQ(granted_processors(), 1u);
  ASSERT_EQ(sched_setaffinity(0, sizeof before, &before), 0);
}

}  // namespace
}  // namespace assay
