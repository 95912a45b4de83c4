// What it costs to keep a compiler from sockets and files: the same runs with and without, in turn, in processor time
// of the children.
//   bench_confine RUNS PROGRAM ARGUMENTS...     e.g. 200 /usr/lib/llvm-19/bin/opt -passes=instcombine -S FILE.ll
#include <sys/resource.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include "services/common/confine.h"
#include "services/common/subprocess.h"

namespace {

double ms_of_children() {
  rusage usage{};
  getrusage(RUSAGE_CHILDREN, &usage);
  const auto ms = [](const timeval& time) {
    return static_cast<double>(time.tv_sec) * 1e3 + static_cast<double>(time.tv_usec) / 1e3;
  };
  return ms(usage.ru_utime) + ms(usage.ru_stime);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 3) {
    std::fprintf(stderr, "usage: bench_confine RUNS PROGRAM ARGUMENTS...\n");
    return 2;
  }
  assay::SubprocessOptions options;
  options.arguments.assign(argv + 2, argv + argc);
  std::vector<double> ms[2];
  for (int i = 0; i < 2 * std::atoi(argv[1]); ++i) {
    options.confined = i % 2 == 1;
    const double before = ms_of_children();
    const assay::SubprocessResult result = assay::run_subprocess(options);
    if (!result.succeeded()) {
      std::fprintf(stderr, "%s\n", result.error_output.c_str());
      return 1;
    }
    ms[i % 2].push_back(ms_of_children() - before);
  }
  for (auto& each : ms) std::sort(each.begin(), each.end());
  const auto median = [&](int which) { return ms[which][ms[which].size() / 2]; };
  std::printf("free: median %.2f ms, least %.2f; confined: median %.2f ms, least %.2f; files: %s\n", median(0),
              ms[0].front(), median(1), ms[1].front(),
              assay::can_confine_files() ? "kept by Landlock" : "no Landlock in this kernel");
  return 0;
}
