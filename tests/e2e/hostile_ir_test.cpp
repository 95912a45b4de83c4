// Modules that somebody has made to break what reads them: each ends with a verdict, or with an error that names the
// file; no command crashes, goes on for ever, or takes more memory than it may.

#include <sys/resource.h>

#include "tests/e2e/command.h"

namespace assay::e2e {
namespace {

std::string repeated(const std::string& text, int times) {
  std::string all;
  for (int i = 0; i < times; ++i) all += text;
  return all;
}

/// A type that holds two of the one before it, which does, ...
std::string doubled_types(int depth) {
  std::string text = "%t0 = type { i32, i32 }\n";
  for (int i = 1; i <= depth; ++i) {
    const std::string inner = "%t" + std::to_string(i - 1);
    text += "%t" + std::to_string(i) + " = type { " + inner + ", " + inner + " }\n";
  }
  return text;
}

std::string nested_constant() {
  constexpr int kDeep = 40'000;
  return "@g = global i32 0\ndefine i64 @src() {\n  ret i64 ptrtoint (ptr " +
         repeated("getelementptr (i8, ptr ", kDeep) + "@g" + repeated(", i32 1)", kDeep) +
         " to i64)\n}\ndefine i64 @tgt() {\n  ret i64 0\n}\n";
}

std::string nested_metadata() {
  constexpr int kDeep = 200'000;
  std::string text = "define i32 @src() {\n  ret i32 0\n}\ndefine i32 @tgt() {\n  ret i32 0\n}\n!n = !{!0}\n";
  for (int i = 0; i < kDeep; ++i) text += "!" + std::to_string(i) + " = !{!" + std::to_string(i + 1) + "}\n";
  return text + "!" + std::to_string(kDeep) + " = !{}\n";
}

class HostileIr : public TestWithFolder {
 protected:
  /// With 3 GB of addresses, as `ulimit -v` gives them.
  static SubprocessResult held(const std::vector<std::string>& arguments) {
    std::vector<std::string> all{"sh", "-c", "ulimit -c 0; ulimit -v 3000000; exec \"$@\"", "sh", binary()};
    all.insert(all.end(), arguments.begin(), arguments.end());
    return run_to_its_end(all);
  }
};

TEST_F(HostileIr, OneThatNestsTooDeeplyIsAnErrorThatNamesTheFile) {
  for (const std::string& module : {nested_constant(), nested_metadata()}) {
    const std::string file = write("deep.ll", module);
    for (const char* verb : {"check", "run", "facts", "mutate"}) {
      const auto result = held({verb, file});
      EXPECT_EQ(result.end, SubprocessResult::End::Exited) << verb;
      EXPECT_EQ(result.code, 2) << verb << result.error_output;
      EXPECT_NE(result.error_output.find(file + ": reading it crashed (signal 11): expected a module"),
                std::string::npos)
          << verb << ": " << result.error_output.substr(0, 500);
    }
  }
}

TEST_F(HostileIr, ATypeOfVeryManyPartsIsLookedAtOnce) {
  const std::string file = write("doubled.ll", doubled_types(60) +
                                                   "define i32 @src() {\n  %p = alloca %t60\n  ret i32 1\n}\n"
                                                   "define i32 @tgt() {\n  %p = alloca %t60\n  ret i32 1\n}\n");
  const auto run = held({"run", file, "--function=src"});
  EXPECT_EQ(run.code, 3) << run.error_output;
  EXPECT_NE(run.output.find("memory limit"), std::string::npos) << run.output << run.error_output;
  EXPECT_EQ(held({"check", file}).code, 0);
}

TEST_F(HostileIr, WhatAProgramPrintsCountsAsItsMemory) {
  const char* loop = R"(@f = constant [5 x i8] c"%*d\0A\00"
declare i32 @printf(ptr, ...)
define i32 @main() {
  br label %again
again:
  %p = call i32 (ptr, ...) @printf(ptr @f, i32 60000, i32 1)
  br label %again
}
)";
  const auto result = held({"run", write("loop.ll", loop), "--memory=32"});
  EXPECT_EQ(result.code, 3) << result.error_output;
  EXPECT_NE(result.error_output.find("memory limit"), std::string::npos) << result.error_output;
  EXPECT_LT(result.output.size(), std::size_t{40} << 20);
}

TEST_F(HostileIr, AWidthOfPrintfHasALimit) {
  for (const char* width : {"2000000000", "-2147483648"}) {
    const std::string text =
        "@f = constant [5 x i8] c\"%*d\\0A\\00\"\ndeclare i32 @printf(ptr, ...)\n"
        "define i32 @main() {\n  %p = call i32 (ptr, ...) @printf(ptr @f, i32 " +
        std::string(width) + ", i32 1)\n  ret i32 0\n}\n";
    const auto result = held({"run", write("width.ll", text)});
    EXPECT_EQ(result.code, 3) << width;
    EXPECT_NE(result.error_output.find("width or precision of printf over a million"), std::string::npos)
        << result.error_output;
  }
}

TEST_F(HostileIr, AProgramThatAllocatesForEverEndsAtTheLimit) {
  const char* loop = R"(define i32 @src() {
  br label %again
again:
  %p = alloca [1048576 x i8]
  store i8 1, ptr %p
  br label %again
}
)";
  const auto result = held({"run", write("loop.ll", loop), "--function=src", "--memory=256"});
  EXPECT_EQ(result.code, 3) << result.error_output;
  EXPECT_NE(result.output.find("memory limit"), std::string::npos) << result.output << result.error_output;
}

TEST_F(HostileIr, AVariableThatNoMemoryHoldsIsAnError) {
  const std::string file = write("huge.ll",
                                 "@g = global [4294967295 x i64] zeroinitializer\ndefine i32 @src() {\n"
                                 "  %v = load i32, ptr @g\n  ret i32 %v\n}\n");
  const auto result = held({"run", file, "--function=src"});
  EXPECT_EQ(result.code, 3) << result.error_output;
  EXPECT_NE(result.error_output.find(file + ": running it took more memory than there is"), std::string::npos)
      << result.error_output;
}

TEST_F(HostileIr, APromiseThatNoMemoryKeepsIsJudged) {
  const char* pair = R"(
define i32 @src(ptr dereferenceable(9223372036854775807) %p) {
  %v = load i32, ptr %p
  %z = add i32 %v, 1
  ret i32 %z
}
define i32 @tgt(ptr dereferenceable(9223372036854775807) %p) {
  %v = load i32, ptr %p
  %z = sub i32 %v, -1
  ret i32 %z
}
)";
  const auto result = held({"check", write("promise.ll", pair), "--memory=2048"});
  EXPECT_EQ(result.code, 0) << result.output << result.error_output;
}

}  // namespace
}  // namespace assay::e2e
