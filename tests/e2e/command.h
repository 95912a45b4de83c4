#pragma once

#include <gtest/gtest.h>
#include <stdlib.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "services/common/subprocess.h"

namespace assay::e2e {

/// The assay command that was built.
inline std::string binary() {
  const char* path = std::getenv("ASSAY_BINARY");
  const std::string named = path == nullptr ? "build/assay" : path;
  if (std::filesystem::exists(named)) return named;
  std::fprintf(stderr, "%s is no file: let ctest run these tests, or name the command in ASSAY_BINARY\n",
               named.c_str());
  std::_Exit(EXIT_FAILURE);
}

/// Runs a program. Its limit is there for hangs, so a busy machine has ten times as long.
inline SubprocessResult run_to_its_end(std::vector<std::string> arguments, const std::string& input = {}) {
  return run_subprocess({std::move(arguments), input, std::chrono::seconds(120), /*limit_processor_time=*/true});
}

/// Runs the assay command.
inline SubprocessResult assay(std::vector<std::string> arguments, const std::string& input = {}) {
  arguments.insert(arguments.begin(), binary());
  return run_to_its_end(std::move(arguments), input);
}

inline nlohmann::json json_of(const SubprocessResult& result) {
  const auto json = nlohmann::json::parse(result.output, nullptr, false);
  EXPECT_FALSE(json.is_discarded()) << result.output << result.error_output;
  return json;
}

/// A loop that the vectorizer takes with -force-vector-width=8.
constexpr const char* kVectorizableLoop = R"(define void @f(ptr noalias %p, ptr noalias %q) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %from = getelementptr inbounds i8, ptr %p, i64 %i
  %x = load i8, ptr %from
  %y = add i8 %x, 1
  %to = getelementptr inbounds i8, ptr %q, i64 %i
  store i8 %y, ptr %to
  %next = add nuw nsw i64 %i, 1
  %done = icmp eq i64 %next, 8
  br i1 %done, label %end, label %loop
end:
  ret void
}
)";

/// A folder that goes with the test.
class TestWithFolder : public testing::Test {
 protected:
  void SetUp() override {
    std::string name = (std::filesystem::temp_directory_path() / "assay-e2e-XXXXXX").string();
    ASSERT_NE(mkdtemp(name.data()), nullptr);
    folder_ = name;
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }
  std::string path(const std::string& name) const { return (folder_ / name).string(); }
  std::string write(const std::string& name, const std::string& text) const {
    std::ofstream(path(name)) << text;
    return path(name);
  }
  /// A program for /bin/sh.
  std::string script(const std::string& name, const std::string& lines) const {
    const std::string file = write(name, "#!/bin/sh\n" + lines);
    std::filesystem::permissions(file, std::filesystem::perms::owner_all);
    return file;
  }
  std::filesystem::path folder_;
};

}  // namespace assay::e2e
