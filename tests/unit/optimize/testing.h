#pragma once

#include <gtest/gtest.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

#include "services/worker/ir/ir.h"
#include "services/worker/optimize/optimize.h"

namespace assay::optimize::testing {

inline std::string opt_path(int version) { return "/usr/lib/llvm-" + std::to_string(version) + "/bin/opt"; }

/// An installed opt, or a skipped test.
#define ASSAY_OPEN_OR_SKIP(variable, version)                                                               \
  if (!std::filesystem::exists(::assay::optimize::testing::opt_path(version)))                              \
    GTEST_SKIP() << "opt " << (version) << " is not installed";                                             \
  auto variable##_result = ::assay::optimize::open_compiler(::assay::optimize::testing::opt_path(version)); \
  ASSERT_TRUE(variable##_result) << variable##_result.error();                                              \
  ::assay::optimize::Compiler& variable = **variable##_result

inline std::unique_ptr<llvm::Module> parse_or_die(llvm::LLVMContext& context, const std::string& text) {
  auto module = ir::parse(context, text, "test");
  if (!module) {
    ADD_FAILURE() << module.error() << "\n" << text;
    std::abort();
  }
  return std::move(*module);
}

/// A folder of the test's own, removed at the end.
class TemporaryFolder {
 public:
  TemporaryFolder() {
    std::string pattern = std::filesystem::temp_directory_path() / "assay-test-XXXXXX";
    path_ = mkdtemp(pattern.data());
  }
  ~TemporaryFolder() { std::filesystem::remove_all(path_); }
  const std::filesystem::path& path() const { return path_; }

  /// Writes an executable shell script and gives its path.
  std::string script(const std::string& name, const std::string& body) const {
    const auto file = path_ / name;
    std::ofstream(file) << "#!/bin/sh\n" << body;
    chmod(file.c_str(), 0755);
    return file;
  }

 private:
  std::filesystem::path path_;
};

inline constexpr const char* kAddSub = R"(define i8 @f(i8 %x) {
  %a = add i8 %x, 1
  %b = sub i8 %a, 1
  ret i8 %b
}
)";

/// Tests of each compiler that the parameter names by its version; 0 is the linked one. What is not installed is
/// skipped.
class EachCompiler : public ::testing::TestWithParam<int> {
 protected:
  std::string path() const { return GetParam() == 0 ? "linked" : opt_path(GetParam()); }
  void SetUp() override {
    if (GetParam() != 0 && !std::filesystem::exists(path())) GTEST_SKIP() << path() << " is not installed";
    auto opened = open_compiler(path());
    ASSERT_TRUE(opened) << opened.error();
    compiler_ = std::move(*opened);
  }
  std::unique_ptr<Compiler> compiler_;
};

}  // namespace assay::optimize::testing
