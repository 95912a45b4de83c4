#include "services/channel/large_pages.h"

#include <gtest/gtest.h>
#include <sys/mman.h>
#include <sys/utsname.h>

#include <cstring>
#include <fstream>
#include <string>

namespace assay::channel {
namespace {

/// Kilobytes of large pages that this process has, as the kernel counts them.
long large_pages_kb() {
  std::ifstream file("/proc/self/smaps_rollup");
  for (std::string word; file >> word;)
    if (word == "AnonHugePages:") {
      long kilobytes = 0;
      file >> kilobytes;
      return kilobytes;
    }
  return -1;
}

TEST(LargePages, HoldWhatWasInMemoryAsItWas) {
  constexpr std::size_t kBytes = std::size_t{64} << 20;
  void* memory = mmap(nullptr, kBytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  ASSERT_NE(memory, MAP_FAILED);
  auto* bytes = static_cast<unsigned char*>(memory);
  for (std::size_t i = 0; i < kBytes; i += 64) bytes[i] = static_cast<unsigned char>(i / 4096 % 251);
  use_large_pages();
  bool same = true;
  for (std::size_t i = 0; i < kBytes; i += 64) same = same && bytes[i] == static_cast<unsigned char>(i / 4096 % 251);
  EXPECT_TRUE(same);
  const long kilobytes = large_pages_kb();
  munmap(memory, kBytes);
  if (kilobytes <= 0) GTEST_SKIP() << "this kernel gives none";
  EXPECT_GT(kilobytes, 32 * 1024);
}

}  // namespace
}  // namespace assay::channel
