#include <fcntl.h>
#include <gmock/gmock.h>
#include <llvm/Support/ErrorHandling.h>
#include <signal.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdio>

#include "services/common/conduct.h"
#include "services/common/confine.h"
#include "services/worker/optimize/forked.h"
#include "services/worker/optimize/unread.h"
#include "tests/unit/optimize/testing.h"

namespace assay::optimize {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;
using testing::kAddSub;
using ::testing::Not;
using testing::TemporaryFolder;
using End = OptimizeResult::End;

// The part of a fake opt that makes it one for open_compiler.
constexpr const char* kFakeHead =
    "case \"$*\" in *--version*) echo 'Some LLVM version 16.0.6'; exit 0;; *-passes=verify*) cat; exit 0;; esac\n";

Limits short_limits() { return {std::chrono::milliseconds(300), 0}; }

class EachCompiler : public testing::EachCompiler {};
INSTANTIATE_TEST_SUITE_P(Compilers, EachCompiler, ::testing::Values(0, 14, 15, 16, 19, 22));

TEST_P(EachCompiler, SaysItsVersion) {
  EXPECT_EQ(compiler_->major_version(), GetParam() == 0 ? 22 : GetParam());
  EXPECT_THAT(compiler_->id().version, ::testing::StartsWith(std::to_string(compiler_->major_version()) + "."));
}

TEST_P(EachCompiler, OptimizesAndGivesTextThatTheLinkedLlvmReads) {
  const OptimizeResult result = compiler_->run(kAddSub, "instcombine", Limits());
  ASSERT_EQ(result.end, End::Ok) << result.message;
  EXPECT_THAT(result.ir, HasSubstr("ret i8 %x"));
  EXPECT_THAT(result.given, HasSubstr("sub i8 %a, 1"));
  EXPECT_THAT(result.dropped, IsEmpty());
}

TEST_P(EachCompiler, RunsWholePipelines) {
  const OptimizeResult result = compiler_->run(kAddSub, "default<O2>", Limits());
  ASSERT_EQ(result.end, End::Ok) << result.message;
  EXPECT_THAT(result.ir, HasSubstr("ret i8 %x"));
}

TEST_P(EachCompiler, RejectsAnUnknownPass) {
  const OptimizeResult result = compiler_->run(kAddSub, "no-such-pass", Limits());
  EXPECT_EQ(result.end, End::Rejected);
  EXPECT_THAT(result.message, HasSubstr("no-such-pass"));
}

TEST_P(EachCompiler, RejectsTextThatIsNoIr) {
  const OptimizeResult result = compiler_->run("define i8 @f( {", "instcombine", Limits());
  EXPECT_EQ(result.end, End::Rejected);
  EXPECT_THAT(result.message, HasSubstr("expected type"));
}

TEST_P(EachCompiler, RejectsInvalidInput) {
  const OptimizeResult result = compiler_->run(
      "define i8 @f(i1 %c) {\n  br i1 %c, label %a, label %b\na:\n  %x = add i8 1, 2\n  br label %b\nb:\n  ret i8 "
      "%x\n}\n",
      "instcombine", Limits());
  EXPECT_EQ(result.end, End::Rejected);
  EXPECT_THAT(result.message, HasSubstr("dominate"));
}

TEST_P(EachCompiler, StopsAfterTheFirstSteps) {
  const char* pipeline = "instsimplify,instcombine,gvn";
  const OptimizeResult none = compiler_->run_first(kAddSub, pipeline, 0, Limits());
  ASSERT_EQ(none.end, End::Ok) << none.message;
  EXPECT_THAT(none.ir, HasSubstr("sub i8"));
  EXPECT_EQ(none.executed.size(), 3u);
  const OptimizeResult two = compiler_->run_first(kAddSub, pipeline, 2, Limits());
  EXPECT_THAT(two.ir, HasSubstr("ret i8 %x"));
}

TEST(OpenCompiler, SaysWhatIsWrongWithAPath) {
  TemporaryFolder folder;
  EXPECT_THAT(open_compiler("/no/such/opt").error(), HasSubstr("no such file"));
  EXPECT_THAT(open_compiler(folder.path()).error(), HasSubstr("not an executable file"));
  EXPECT_THAT(open_compiler("/bin/true").error(), HasSubstr("does not name a version of LLVM"));
  EXPECT_THAT(open_compiler(folder.script("opt", "echo LLVM version 9.0.1\n")).error(), HasSubstr("too old"));
  if (std::filesystem::exists("/usr/lib/llvm-22/bin/llc"))
    EXPECT_THAT(open_compiler("/usr/lib/llvm-22/bin/llc").error(), HasSubstr("does not run passes"));
}

TEST(ExternalCompiler, CrashOfTheProcessIsACrash) {
  TemporaryFolder folder;
  auto compiler = open_compiler(
      folder.script("opt", std::string(kFakeHead) + "echo 'Assertion `x > 0 failed.' >&2\nkill -SEGV $$\n"));
  ASSERT_TRUE(compiler) << compiler.error();
  const OptimizeResult result = (*compiler)->run(kAddSub, "instcombine", Limits());
  EXPECT_EQ(result.end, End::Crashed);
  EXPECT_THAT(result.message, HasSubstr("Assertion"));
}

// vector-combine of 22 takes an index of -1 for a lane (fixed in 23).
TEST(ExternalCompiler, CrashTellsItsStackThoughItIsConfined) {
  const auto compiler = open_compiler("/usr/lib/llvm-22/bin/opt");
  if (!compiler || (*compiler)->id().version != "22.1.8") GTEST_SKIP() << "no opt that is known to crash";
  const OptimizeResult result = (*compiler)->run(
      "define i4 @f() {\n  %a = extractelement <2 x i4> zeroinitializer, i16 -1\n  %b = extractelement <2 x i4> "
      "zeroinitializer, i16 0\n"
      "  %c = shl i4 %a, %b\n  ret i4 %c\n}\n",
      "vector-combine", Limits());
  EXPECT_EQ(result.end, End::Crashed);
  EXPECT_THAT(result.message, HasSubstr("VectorCombinePass::run"));
}

TEST(ExternalCompiler, CrashOfTheReaderIsARejection) {
  TemporaryFolder folder;
  const std::string head = "case \"$*\" in *--version*) echo 'Some LLVM version 16.0.6'; exit 0;; esac\n";
  auto compiler = open_compiler(folder.script("opt", head + "grep -q i8 && kill -SEGV $$\necho '; empty'\n"));
  ASSERT_TRUE(compiler) << compiler.error();
  const OptimizeResult result = (*compiler)->run(kAddSub, "instcombine", Limits());
  EXPECT_EQ(result.end, End::Rejected);
  EXPECT_THAT(result.message, HasSubstr("when it reads"));
}

constexpr const char* kNewerWords =
    "case \" $* \" in *' -S '*) /usr/lib/llvm-22/bin/opt \"$@\" | sed 's/^define i/define newword i/'; exit 0;; esac\n";

TEST(ExternalCompiler, WhatItWritesInNewerWordsIsAskedForAsBitcode) {
  TemporaryFolder folder;
  auto compiler =
      open_compiler(folder.script("opt", std::string(kNewerWords) + "exec /usr/lib/llvm-22/bin/opt \"$@\"\n"));
  ASSERT_TRUE(compiler) << compiler.error();
  const OptimizeResult result = (*compiler)->run(kAddSub, "instcombine", Limits());
  EXPECT_EQ(result.end, End::Ok) << result.message;
  EXPECT_THAT(result.ir, HasSubstr("define"));
}

TEST(ExternalCompiler, WhatOnlyItsDebugInfoMakesUnreadableItLowersItself) {
  TemporaryFolder folder;
  const char* kLowers =
      "case \"$*\" in *--version*) exec /usr/lib/llvm-22/bin/opt \"$@\";;\n"
      "*strip-debug*) sed 's/newword //' | /usr/lib/llvm-22/bin/opt \"$@\"; exit;; esac\necho BC, but newer\n";
  auto compiler = open_compiler(folder.script("opt", std::string(kNewerWords) + kLowers));
  ASSERT_TRUE(compiler) << compiler.error();
  const OptimizeResult result = (*compiler)->run(kAddSub, "instcombine", Limits());
  EXPECT_EQ(result.end, End::Ok) << result.message;
  EXPECT_THAT(result.ir, HasSubstr("define i"));
}

TEST(ExternalCompiler, WhatCanNotBeReadEitherWayIsNamed) {
  TemporaryFolder folder;
  auto compiler = open_compiler(
      folder.script("opt", std::string(kNewerWords) +
                               "case \"$*\" in *--version*) exec /usr/lib/llvm-22/bin/opt --version;; esac\nexit 1\n"));
  ASSERT_TRUE(compiler) << compiler.error();
  const OptimizeResult result = (*compiler)->run(kAddSub, "instcombine", Limits());
  EXPECT_EQ(result.end, End::Rejected);
  EXPECT_THAT(result.message, ::testing::StartsWith(kUnreadOutput));
  EXPECT_THAT(result.message, HasSubstr("newword"));
}

TEST(ExternalCompiler, FatalErrorWithAnOrdinaryExitIsACrash) {
  TemporaryFolder folder;
  auto compiler = open_compiler(folder.script("opt", std::string(kFakeHead) + "echo 'LLVM ERROR: no' >&2\nexit 1\n"));
  ASSERT_TRUE(compiler) << compiler.error();
  EXPECT_EQ((*compiler)->run(kAddSub, "instcombine", Limits()).end, End::Crashed);
}

TEST(ExternalCompiler, HangIsEndedAtTheTimeLimit) {
  TemporaryFolder folder;
  auto compiler = open_compiler(folder.script("opt", std::string(kFakeHead) + "sleep 1000\n"));
  ASSERT_TRUE(compiler) << compiler.error();
  EXPECT_EQ((*compiler)->run(kAddSub, "instcombine", short_limits()).end, End::TimedOut);
}

TEST(ExternalCompiler, OneThatPrintsWithoutEndIsEndedWhateverItIsAskedFor) {
  const TemporaryFolder folder;
  EXPECT_THAT(open_compiler(folder.script("endless", "exec yes LLVM version 19.1.7\n")).error(),
              HasSubstr("--version"));
  for (const char* prints : {"yes\n", "yes >&2\n", "yes >&2 &\nyes\n"}) {
    auto compiler = open_compiler(folder.script("opt", std::string(kFakeHead) + prints));
    ASSERT_TRUE(compiler) << compiler.error();
    EXPECT_EQ((*compiler)->run(kAddSub, "instcombine", {std::chrono::minutes(10), 0}).end, End::TimedOut) << prints;
  }
}

TEST(ExternalCompiler, BrokenOutputIsInvalidIr) {
  TemporaryFolder folder;
  auto compiler = open_compiler(
      folder.script("opt", std::string(kFakeHead) + "case \"$*\" in *-disable-verify*) echo broken; exit 0;; esac\n"
                                                    "echo 'LLVM ERROR: Broken module found' >&2\nkill -ABRT $$\n"));
  ASSERT_TRUE(compiler) << compiler.error();
  const OptimizeResult result = (*compiler)->run(kAddSub, "instcombine", Limits());
  EXPECT_EQ(result.end, End::InvalidIr);
  EXPECT_EQ(result.ir, "broken\n");
}

/// A run in a process of its own, then the same often enough to be one of the compiler that waits in front of its main.
void expect_the_same_prestarted(Compiler& compiler, const std::string& ir, const std::string& pipeline) {
  Limits own;
  own.own_addresses = true;
  const OptimizeResult started = compiler.run(ir, pipeline, own);
  for (int i = 0; i < 3; ++i) {
    const OptimizeResult again = compiler.run(ir, pipeline, Limits());
    EXPECT_EQ(again.end, started.end) << pipeline << ": " << again.message;
    EXPECT_EQ(again.ir, started.ir) << pipeline;
    EXPECT_EQ(again.given, started.given);
  }
}

TEST(ExternalCompiler, EveryReleaseThatWaitsInFrontOfItsMainDoesWhatAStartDoes) {
  for (const int version : {14, 15, 16, 19, 22}) {
    if (!std::filesystem::exists(testing::opt_path(version))) continue;
    auto compiler = open_compiler(testing::opt_path(version));
    ASSERT_TRUE(compiler) << compiler.error();
    unsigned files = 0;
    for (const auto& file :
         std::filesystem::recursive_directory_iterator(std::string(getenv("ASSAY_SOURCE")) + "/corpus/seeds")) {
      if (file.path().extension() != ".ll" || ++files % 12 != 0) continue;
      std::ifstream stream(file.path());
      const std::string text(std::istreambuf_iterator<char>(stream), {});
      for (const char* pipeline : {"gvn", "default<O2>"}) expect_the_same_prestarted(**compiler, text, pipeline);
    }
    EXPECT_GT(files, 24u);
    expect_the_same_prestarted(**compiler, kAddSub, "no-such-pass");
    EXPECT_EQ((*compiler)->run_first(kAddSub, "instsimplify,instcombine,gvn", 0, Limits()).executed.size(), 3u);
  }
}

TEST(ExternalCompiler, AReleaseThatWaitsKeepsTheLimitsOfEachRun) {
  ASSAY_OPEN_OR_SKIP(compiler, 19);
  Limits little;
  little.memory_bytes = std::size_t{64} << 20;
  for (int i = 0; i < 3; ++i) {
    EXPECT_EQ(compiler.run(kAddSub, "gvn", Limits()).end, End::Ok);
    EXPECT_NE(compiler.run(kAddSub, "gvn", little).end, End::Ok);
  }
}

TEST(ForkedChild, ResultComesBackWhole) {
  const std::string large(3'000'000, 'x');
  const ChildResult result = run_in_child([&] { return large; }, Limits());
  ASSERT_EQ(result.end, ChildResult::End::Finished) << result.message;
  EXPECT_EQ(result.output, large);
}

TEST(LinkedCompiler, ACopyOfTheProcessAnswersAsTheProcess) {
  const auto fresh = open_compiler("linked"), kept = open_compiler("linked");
  ASSERT_TRUE(fresh && kept);
  (*kept)->keep_copy();
  // The second crashes vector-combine of 22, which takes an index of -1 for a lane.
  const std::string crash =
      "define i4 @f() {\n  %a = extractelement <2 x i4> zeroinitializer, i16 -1\n  %b = extractelement <2 x i4> "
      "zeroinitializer, i16 0\n  %c = shl i4 %a, %b\n  ret i4 %c\n}\n";
  for (const std::string& ir : {std::string(kAddSub), crash, std::string("no module"), std::string(kAddSub)}) {
    for (const char* pipeline : {"instcombine", "vector-combine", "no-such-pass"}) {
      const OptimizeResult one = (*fresh)->run(ir, pipeline, Limits()), other = (*kept)->run(ir, pipeline, Limits());
      EXPECT_EQ(one.end, other.end) << ir << pipeline;
      EXPECT_EQ(one.ir, other.ir);
      EXPECT_EQ(one.message.substr(0, 40), other.message.substr(0, 40));
    }
  }
  const OptimizeResult steps = (*kept)->run_first(kAddSub, "instcombine,early-cse", 1, Limits());
  EXPECT_EQ(steps.executed, (*fresh)->run_first(kAddSub, "instcombine,early-cse", 1, Limits()).executed);
  (*kept)->drop_copy();
  EXPECT_EQ((*kept)->run(kAddSub, "instcombine", Limits()).end, End::Ok);
}

[[gnu::noinline]] std::string crash_on_purpose() {
  raise(SIGSEGV);
  return "survived";
}

TEST(ForkedChild, CrashTellsActivityAndFrames) {
  const ChildResult result = run_in_child(
      [] {
        note_activity("pass 'x' on 'f'");
        return crash_on_purpose();
      },
      Limits());
  EXPECT_EQ(result.end, ChildResult::End::Crashed);
  EXPECT_THAT(result.message, HasSubstr("crashed with SIGSEGV while running pass 'x' on 'f'"));
  EXPECT_THAT(result.message, HasSubstr("crash_on_purpose"));
}

TEST(ForkedChild, FatalErrorOfLlvmIsACrashWithItsWords) {
  const ChildResult result =
      run_in_child([]() -> std::string { llvm::report_fatal_error("as if a pass gave up"); }, Limits());
  EXPECT_EQ(result.end, ChildResult::End::Crashed);
  EXPECT_THAT(result.message, HasSubstr("as if a pass gave up"));
  EXPECT_THAT(result.message, HasSubstr("llvm::report_fatal_error"));
  EXPECT_THAT(result.message, Not(HasSubstr("assay::"))) << "who called LLVM tells nothing of the crash";
}

// Else a child would hold the pipes of its siblings open, and their parents would wait for it too.
TEST(ForkedChild, HoldsNoDescriptorsOfItsParent) {
  const int of_parent = fcntl(STDIN_FILENO, F_DUPFD, 100);
  const ChildResult result = run_in_child(
      [of_parent] { return std::string(fcntl(of_parent, F_GETFD) == -1 && errno == EBADF ? "closed" : "open"); },
      Limits());
  close(of_parent);
  EXPECT_EQ(result.output, "closed") << result.message;
}

TEST(ForkedChild, HangIsEndedAtTheTimeLimit) {
  const ChildResult result = run_in_child(
      [] {
        for (;;) usleep(1000);
        return std::string();
      },
      short_limits());
  EXPECT_EQ(result.end, ChildResult::End::TimedOut);
}

#if !__has_feature(address_sanitizer)
[[gnu::noinline]] int recurse(int depth) {
  volatile char frame[4096];
  frame[0] = static_cast<char>(depth);
  return depth < 1 << 30 ? recurse(depth + 1) + frame[0] : 0;
}

TEST(ForkedChild, OneThatPrintsWithoutEndIsEnded) {
  const auto prints = []() -> std::string {
    const std::string much(1 << 16, 'x');  // nothing keeps it together: each is a call of the system
    for (;;) std::fputs(much.c_str(), stderr);
  };
  const ChildResult result = run_in_child(prints, {std::chrono::minutes(10), 0});
  EXPECT_EQ(result.end, ChildResult::End::TimedOut);
  EXPECT_LT(result.message.size(), kMostOutput + 100'000);
}

TEST(ForkedChild, IsHeldAsACompilerIs) {
  const std::string parent = std::to_string(getpid());
  const auto attacks = [&] {
    const bool done = kill(std::stoi(parent), 0) == 0 || setsid() >= 0 || chmod("/proc/self/exe", 0777) == 0 ||
                      open(("/tmp/assay-held-" + parent).c_str(), O_CREAT | O_WRONLY, 0600) >= 0 ||
                      execl("/bin/true", "true", nullptr) == 0;
    return std::string(done ? "done" : "refused");
  };
  const ChildResult result = run_in_child(attacks, {std::chrono::minutes(1), 0});
  EXPECT_EQ(result.output, can_confine_files() ? "refused" : result.output) << result.message;
}

TEST(ForkedChild, StackOverflowIsACrash) {
  const ChildResult result = run_in_child([] { return std::to_string(recurse(0)); }, Limits());
  EXPECT_EQ(result.end, ChildResult::End::Crashed);
  EXPECT_THAT(result.message, HasSubstr("SIGSEGV"));
}

TEST(ForkedChild, MemoryLimitIsNotACrash) {
  const ChildResult result = run_in_child(
      [] {
        std::vector<std::string> all;
        for (;;) all.emplace_back(1 << 24, 'x');
        return all.front();
      },
      Limits{std::chrono::milliseconds(20000), std::size_t{1} << 28});
  EXPECT_EQ(result.end, ChildResult::End::OutOfMemory) << result.message;
}
#endif

TEST(ForkedChild, PackedTextsComeBack) {
  const std::vector<std::string> texts{"", "3:abc", "a\nb", std::string(1000, 'x')};
  EXPECT_EQ(unpack(pack(texts)), texts);
  EXPECT_THAT(unpack("12:too short"), IsEmpty());
}

}  // namespace
}  // namespace assay::optimize
