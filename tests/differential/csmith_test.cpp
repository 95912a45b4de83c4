#include <gtest/gtest.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>

#include <filesystem>
#include <fstream>

#include <unistd.h>

#include "services/common/subprocess.h"
#include "services/worker/interpret/interpret.h"
#include "services/worker/ir/ir.h"

/// Whole C programs: what csmith writes and clang compiles at O0 prints the same checksum here as natively.
namespace assay::differential {
namespace {

namespace fs = std::filesystem;

SubprocessResult command(std::vector<std::string> arguments, int seconds) {
  SubprocessOptions options;
  options.arguments = std::move(arguments);
  options.time_limit = std::chrono::seconds(seconds);
  return run_subprocess(options);
}

std::string csmith_headers() {
  for (const char* path : {"/usr/include/csmith", "/usr/include/csmith-2.3.0"})
    if (fs::exists(fs::path(path) / "csmith.h")) return path;
  return "";
}

class CsmithPrograms : public testing::Test {
 protected:
  void SetUp() override {
    headers_ = csmith_headers();
    if (headers_.empty() || !fs::exists("/usr/bin/csmith")) GTEST_SKIP() << "csmith is not installed";
    folder_ = fs::temp_directory_path() / ("assay-csmith-" + std::to_string(::getpid()));
    fs::create_directories(folder_);
  }
  void TearDown() override {
    if (!folder_.empty()) fs::remove_all(folder_);
  }
  std::string path(const char* name) const { return (folder_ / name).string(); }

  /// The native output, or nothing for a program that can't be made or runs too long.
  std::optional<std::string> compile_and_run(int seed) {
    const auto source = command({"env", "-C", folder_.string(), "csmith", "--seed", std::to_string(seed), "--bitfields",
                                 "--no-argc", "--max-funcs", "5"},
                                20);
    if (!source.succeeded()) return std::nullopt;
    std::ofstream(path("p.c")) << source.output;
    for (const auto& extra :
         std::vector<std::vector<std::string>>{{"-o", path("p")}, {"-S", "-emit-llvm", "-o", path("p.ll")}}) {
      std::vector<std::string> arguments = {"clang-22", "-w", "-O0", "-I" + headers_, path("p.c")};
      arguments.insert(arguments.end(), extra.begin(), extra.end());
      if (!command(arguments, 60).succeeded()) return std::nullopt;
    }
    const auto native = command({path("p")}, 2);
    if (!native.succeeded()) return std::nullopt;
    return native.output;
  }

  std::string headers_;
  fs::path folder_;
};

TEST_F(CsmithPrograms, PrintTheSameChecksum) {
  constexpr int kSeeds = 12;
  int compared = 0;
  for (int seed = 1; seed <= kSeeds; ++seed) {
    const auto native = compile_and_run(seed);
    if (!native) continue;
    llvm::LLVMContext context;
    auto module = ir::parse_file(context, path("p.ll"));
    ASSERT_TRUE(module) << module.error();
    auto main = semantics::lower(*(*module)->getFunction("main"));
    ASSERT_TRUE(main) << main.error();
    auto input = interpret::main_input(*main, {"p"});
    ASSERT_TRUE(input) << input.error();
    interpret::RunOptions options;
    options.limits.steps = 400'000'000;
    const auto behaviour = interpret::run(*main, *input, options);
    if (behaviour.end == interpret::EndKind::OutOfSteps) continue;
    EXPECT_EQ(behaviour.end, interpret::EndKind::Returned) << interpret::describe(*main, behaviour);
    EXPECT_EQ(behaviour.output, *native) << "seed " << seed;
    ++compared;
  }
  EXPECT_GT(compared, 0);
}

}  // namespace
}  // namespace assay::differential
