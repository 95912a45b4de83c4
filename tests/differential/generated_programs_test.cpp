#include <gtest/gtest.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>

#include <filesystem>
#include <fstream>

#include "fuzzers/generate/program.h"
#include "services/common/scratch_folder.h"
#include "services/common/subprocess.h"
#include "services/worker/interpret/interpret.h"
#include "services/worker/ir/ir.h"

/// Programs that are made for hunts print the same here and natively, compiled without optimization: they rely on
/// nothing that is undefined, or a processor would know it otherwise.
namespace assay::differential {
namespace {

SubprocessResult command(std::vector<std::string> arguments, int seconds) {
  SubprocessOptions options;
  options.arguments = std::move(arguments);
  options.time_limit = std::chrono::seconds(seconds);
  return run_subprocess(options);
}

TEST(GeneratedPrograms, PrintTheSameAsNatively) {
  const ScratchFolder folder("assay-generated-");
  for (std::uint64_t seed = 1; seed <= 30; ++seed) {
    llvm::LLVMContext context;
    llvm::Module module("program", context);
    Rng rng(seed);
    generate::generate_program(module, rng);
    std::ofstream(folder.file("p.ll")) << ir::print(module);
    const auto compiled = command({"clang-22", "-w", "-O0", folder.file("p.ll"), "-o", folder.file("p")}, 120);
    ASSERT_TRUE(compiled.succeeded()) << "seed " << seed << ": " << compiled.error_output;
    const auto native = command({folder.file("p")}, 20);
    ASSERT_TRUE(native.succeeded()) << "seed " << seed;
    const auto main = semantics::lower(*module.getFunction("main"));
    ASSERT_TRUE(main) << main.error();
    EXPECT_EQ(interpret::run(*main, {}, {}).output, native.output) << "seed " << seed;
  }
}

}  // namespace
}  // namespace assay::differential
