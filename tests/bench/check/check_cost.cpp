// What checks cost: judges every pair below a folder (@src and @tgt of one file, or functions of one name in X.src.ll
// and X.tgt.ll) as `assay check` does, and prints which rung decided, the time in each, a histogram and the ten
// slowest.
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

namespace {

/// A file, or two, with the pairs in them.
struct Case {
  llvm::LLVMContext context;
  std::vector<std::unique_ptr<llvm::Module>> modules;
  std::vector<ir::FunctionPair> pairs;

  bool read(const fs::path& path) {
    auto module = ir::parse_file(context, path.string());
    if (!module || ir::verify(**module)) return false;
    modules.push_back(std::move(*module));
    return true;
  }
  bool load(const fs::path& path) {
    const std::string name = path.string(), end = ".src.ll";
    if (!read(path)) return false;
    if (!name.ends_with(end)) {
      pairs = ir::pair_by_prefix(*modules[0]);
      return true;
    }
    if (!read(name.substr(0, name.size() - end.size()) + ".tgt.ll")) return false;
    pairs = ir::pair_by_name(*modules[0], *modules[1]);
    return true;
  }
};

}  // namespace

int main(int count, char** arguments) {
  if (count < 2) {
    std::fprintf(stderr, "usage: bench_check FOLDER [SECONDS_PER_PAIR]\n");
    return 2;
  }
  check::HardLimits limits;
  if (count > 2) limits.timeout_ms = static_cast<unsigned>(1000 * std::atof(arguments[2]));
  std::vector<fs::path> files;
  for (const auto& entry : fs::recursive_directory_iterator(arguments[1]))
    if (entry.path().extension() == ".ll" && !entry.path().string().ends_with(".tgt.ll")) files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  check::Statistics statistics;
  std::size_t unreadable = 0;
  for (const fs::path& file : files) {
    Case read;
    if (!read.load(file)) {
      ++unreadable;
      continue;
    }
    check::IsolatedChecker checker({}, limits, read.pairs);
    for (std::size_t i = 0; i < read.pairs.size(); ++i)
      statistics.add(fs::relative(file, arguments[1]).string() + ":" + read.pairs[i].first->getName().str(),
                     checker.check(i));
  }
  std::printf("%zu files, %zu unreadable\n%s", files.size(), unreadable, check::render(statistics).c_str());
  return 0;
}
