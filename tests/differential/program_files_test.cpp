#include <gtest/gtest.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "services/common/subprocess.h"
#include "services/worker/interpret/c_library.h"
#include "services/worker/interpret/interpret.h"
#include "services/worker/ir/ir.h"

/// CALL-35: the programs in programs/, of C and C++, as clang makes them with and without optimization: they print and
/// exit as natively. What they read on standard input is kInput.
namespace assay::differential {
namespace {

namespace fs = std::filesystem;

constexpr const char* kInput = "in put\nanother line\n42";

fs::path folder_of_programs() {
  const char* source = std::getenv("ASSAY_SOURCE");
  return fs::path(source == nullptr ? "." : source) / "tests" / "differential" / "programs";
}

/// A program and how it is optimized: "json.c -O2".
std::vector<std::string> cases() {
  std::vector<std::string> all;
  if (!fs::exists(folder_of_programs())) return all;
  for (const auto& file : fs::directory_iterator(folder_of_programs()))
    for (const char* level : {" -O0", " -O2"}) all.push_back(file.path().filename().string() + level);
  std::sort(all.begin(), all.end());
  return all;
}

SubprocessResult command(std::vector<std::string> arguments) {
  SubprocessOptions options;
  options.arguments = std::move(arguments);
  options.time_limit = std::chrono::seconds(60);
  return run_subprocess(options);
}

class ProgramFiles : public testing::TestWithParam<std::string> {
 protected:
  void SetUp() override {
    if (!fs::exists("/usr/bin/clang++-22")) GTEST_SKIP() << "clang++-22 is not installed";
    folder_ = fs::temp_directory_path() / ("assay-program-files-" + std::to_string(::getpid()));
    fs::create_directories(folder_);
  }
  void TearDown() override { fs::remove_all(folder_); }
  std::string path(const char* name) const { return (folder_ / name).string(); }

  /// The program, run by the interpreter.
  interpret::Behaviour interpreted(const std::string& source, const std::string& level, std::optional<int>& code) {
    const bool is_c = source.ends_with(".c");
    EXPECT_TRUE(command({is_c ? "clang-22" : "clang++-22", "-w", level, "-S", "-emit-llvm", source, "-o", path("p.ll")})
                    .succeeded());
    llvm::LLVMContext context;
    auto module = ir::parse_file(context, path("p.ll"));
    EXPECT_TRUE(module) << module.error();
    interpret::add_c_library(**module);
    EXPECT_FALSE(ir::verify(**module));
    auto main = semantics::lower(*(*module)->getFunction("main"));
    EXPECT_TRUE(main) << main.error();
    interpret::RunOptions options;
    options.limits.steps = 50'000'000;
    options.allocations_succeed = true;
    options.invents = false;
    options.real_functions = true;
    options.input = kInput;
    const auto behaviour = interpret::run(*main, *interpret::main_input(*main, {path("p"), "x"}), options);
    EXPECT_EQ(behaviour.end, interpret::EndKind::Returned) << interpret::describe(*main, behaviour);
    code = interpret::exit_code_of(*main, behaviour);
    return behaviour;
  }
  fs::path folder_;
};

TEST_P(ProgramFiles, PrintAndExitAsNatively) {
  const std::string& name = GetParam();
  const std::size_t space = name.find(' ');
  const std::string source = (folder_of_programs() / name.substr(0, space)).string(), level = name.substr(space + 1);
  const bool is_c = source.ends_with(".c");
  ASSERT_TRUE(command({is_c ? "clang-22" : "clang++-22", "-w", level, source, "-o", path("p"), "-lm"}).succeeded());
  std::ofstream(path("in")) << kInput;
  const std::string run = path("p") + " x < " + path("in") + " > " + path("out") + " 2> " + path("errors");
  const SubprocessResult native = command({"/bin/sh", "-c", run + "; echo $?"});
  std::optional<int> code;
  const auto behaviour = interpreted(source, level, code);
  const auto contents = [&](const char* file) {
    std::ifstream in(path(file));
    return std::string(std::istreambuf_iterator<char>(in), {});
  };
  EXPECT_EQ(behaviour.output, contents("out"));
  EXPECT_EQ(std::to_string(code.value_or(-1)) + "\n",
            native.output.substr(native.output.rfind('\n', native.output.size() - 2) + 1));
  const std::string errors = contents("errors");  // a shell may tell of a signal, too
  EXPECT_EQ(behaviour.errors, errors.substr(0, behaviour.errors.size()));
}
INSTANTIATE_TEST_SUITE_P(, ProgramFiles, testing::ValuesIn(cases()), [](const auto& info) {
  std::string name = info.param;
  std::replace_if(
      name.begin(), name.end(), [](char c) { return std::isalnum(static_cast<unsigned char>(c)) == 0; }, '_');
  return name;
});

}  // namespace
}  // namespace assay::differential
