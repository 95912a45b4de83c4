// What checks cost: judges every pair @src, @tgt below a folder, as `assay check` does, and prints which rung decided, the
// time in each, a histogram and the ten slowest.
//
//   bench_check FOLDER [SECONDS_PER_PAIR]

#include <llvm/IR/LLVMContext.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>

#include "services/worker/check/isolated_checker.h"
#include "services/worker/check/statistics.h"
#include "services/worker/ir/ir.h"

namespace fs = std::filesystem;
using namespace assay;

int main(int count, char** arguments) {
  if (count < 2) {
    std::fprintf(stderr, "usage: bench_check FOLDER [SECONDS_PER_PAIR]\n");
    return 2;
  }
  check::HardLimits limits;
  if (count > 2) limits.timeout_ms = static_cast<unsigned>(1000 * std::atof(arguments[2]));
  std::vector<fs::path> files;
  for (const auto& entry : fs::recursive_directory_iterator(arguments[1]))
    if (entry.path().extension() == ".ll") files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  check::Statistics statistics;
  std::size_t unreadable = 0;
  for (const fs::path& file : files) {
    llvm::LLVMContext context;
    auto module = ir::parse_file(context, file.string());
    if (!module || ir::verify(**module)) {
      ++unreadable;
      continue;
    }
    const auto pairs = ir::pair_by_prefix(**module);
    check::IsolatedChecker checker({}, limits, pairs);
    for (std::size_t i = 0; i < pairs.size(); ++i)
      statistics.add(fs::relative(file, arguments[1]).string() + ":" + pairs[i].first->getName().str(), checker.check(i));
  }
  std::printf("%zu files, %zu unreadable\n%s", files.size(), unreadable, check::render(statistics).c_str());
  return 0;
}
