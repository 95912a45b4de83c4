#include "services/worker/oracles/oracles.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tests/unit/optimize/testing.h"

namespace assay::oracles {
namespace {

using optimize::testing::kAddSub;
using optimize::testing::TemporaryFolder;
using ::testing::HasSubstr;
using End = optimize::OptimizeResult::End;

constexpr const char* kFakeHead =
    "case \"$*\" in *--version*) echo 'LLVM version 22.1.0'; exit 0;; *-passes=verify*) cat; exit 0;; esac\n";

/// A pipe with a name, from which each run of a script may read its line: a compiler under test can't write files that
/// would tell its runs apart.
class LinesForRuns {
 public:
  LinesForRuns(std::string path, const std::string& lines) : path_(std::move(path)) {
    EXPECT_EQ(mkfifo(path_.c_str(), 0600), 0);
    end_ = open(path_.c_str(), O_RDWR);
    EXPECT_EQ(write(end_, lines.data(), lines.size()), static_cast<ssize_t>(lines.size()));
  }
  ~LinesForRuns() { close(end_); }
  const std::string& path() const { return path_; }

 private:
  std::string path_;
  int end_ = -1;
};

struct Judged {
  FindingKind kind = FindingKind::Miscompile;
  optimize::OptimizeResult result;
  Oracle::Judgement judgement;
};

Judged judge(const Oracle& oracle, const std::string& compiler_path, const std::string& ir = kAddSub,
             const std::string& pipeline = "instcombine",
             const optimize::Limits& limits = {std::chrono::milliseconds(5000), 0}) {
  auto compiler = optimize::open_compiler(compiler_path);
  EXPECT_TRUE(compiler) << compiler.error();
  Judged judged;
  judged.kind = oracle.kind();
  judged.result = (*compiler)->run(ir, pipeline, limits);
  judged.judgement = oracle.judge({**compiler, ir, pipeline, limits, judged.result});
  return judged;
}

TEST(Oracles, NoneComplainsOfASoundRun) {
  auto oracles = cheap_oracles();
  for (auto& oracle : costly_oracles()) oracles.push_back(std::move(oracle));
  const char* text =
      "define i32 @f(i32 %x, i1 %c) {\nentry:\n  %m = mul i32 %x, 8\n  br i1 %c, label %a, label %b\na:\n"
      "  %n = add i32 %m, 1\n  br label %b\nb:\n  %p = phi i32 [ %m, %entry ], [ %n, %a ]\n  ret i32 %p\n}\n";
  for (const auto& oracle : oracles) {
    for (const char* pipeline : {"instcombine", "default<O2>"}) {
      const auto judged = judge(*oracle, "linked", text, pipeline);
      EXPECT_FALSE(judged.judgement.complaint) << oracle->name() << judged.judgement.complaint->detail;
      EXPECT_EQ(judged.judgement.unsupported, "") << oracle->name();
    }
  }
}

TEST(Oracles, EachIsFoundByItsName) {
  for (auto oracles : {cheap_oracles, costly_oracles})
    for (const auto& oracle : oracles()) {
      const auto found = oracle_named(oracle->name());
      ASSERT_TRUE(found) << oracle->name();
      EXPECT_EQ(found->kind(), oracle->kind());
    }
  EXPECT_FALSE(oracle_named("refinement"));
}

TEST(Oracles, CrashNamesTheFunctionThatCrashed) {
  TemporaryFolder folder;
  const auto path =
      folder.script("opt", std::string(kFakeHead) +
                               "echo ' #0 0x0000000012345678 llvm::sys::PrintStackTrace(llvm::raw_ostream&, int) "
                               "(/lib/x86_64-linux-gnu/libLLVM.so+0x99)' >&2\n"
                               "echo ' #1 0x0000000012345679 llvm::InstCombiner::visit(llvm::Value*) "
                               "(/lib/x86_64-linux-gnu/libLLVM.so+0x98)' >&2\nkill -SEGV $$\n");
  const auto judged = judge(*make_crash_oracle(), path);
  ASSERT_TRUE(judged.judgement.complaint);
  EXPECT_EQ(judged.kind, FindingKind::Crash);
  EXPECT_THAT(judged.judgement.complaint->headline, HasSubstr("in llvm::InstCombiner::visit"));
}

TEST(Oracles, HangIsReportedOnlyIfPatienceDoesNotHelp) {
  TemporaryFolder folder;
  const optimize::Limits limits{std::chrono::milliseconds(200), 0};
  const auto forever = folder.script("forever", std::string(kFakeHead) + "sleep 1000\n");
  auto judged = judge(*make_hang_oracle(), forever, kAddSub, "instcombine", limits);
  ASSERT_TRUE(judged.judgement.complaint);
  EXPECT_EQ(judged.kind, FindingKind::Hang);
  // The first run takes long, the second one does not.
  const LinesForRuns runs(folder.path() / "runs", "hang\nwork\nwork\n");
  const auto once = folder.script(
      "once", std::string(kFakeHead) + "read run < " + runs.path() + "\n[ $run = work ] || sleep 1000\ncat\n");
  judged = judge(*make_hang_oracle(), once, kAddSub, "instcombine", limits);
  EXPECT_EQ(judged.result.end, End::TimedOut);
  EXPECT_FALSE(judged.judgement.complaint);
}

TEST(Oracles, InvalidOutputIsReportedWithTheVerifiersWords) {
  TemporaryFolder folder;
  const auto path = folder.script(
      "opt",
      std::string(kFakeHead) +
          "printf 'define i8 @f(i1 %%c) {\\n  br i1 %%c, label %%a, label %%b\\na:\\n  %%x = add i8 1, 2\\n  br label "
          "%%b\\nb:\\n  ret i8 %%x\\n}\\n'\n");
  const auto judged = judge(*make_verifier_oracle(), path);
  ASSERT_TRUE(judged.judgement.complaint);
  EXPECT_EQ(judged.kind, FindingKind::InvalidIr);
  EXPECT_EQ(judged.judgement.complaint->headline, "Instruction does not dominate all uses!");
}

TEST(Oracles, NondeterminismIsSeenByRunningAgain) {
  TemporaryFolder folder;
  const LinesForRuns runs(folder.path() / "runs", "same\nother\nother\n");
  const auto path = folder.script("opt", std::string(kFakeHead) + "read run < " + runs.path() +
                                             "\nif [ $run = other ]; then sed s/add/or/; else cat; fi\n");
  const auto judged = judge(*make_nondeterminism_oracle(1), path);
  ASSERT_TRUE(judged.judgement.complaint);
  EXPECT_EQ(judged.kind, FindingKind::Nondeterminism);
}

TEST(Oracles, CodeThatDependsOnDebugInfoIsSeen) {
  TemporaryFolder folder;
  const auto path = folder.script(
      "opt",
      std::string(kFakeHead) +
          "text=$(cat)\ncase \"$text\" in *dbg*) printf '%s\\n' \"$text\" | sed 's/= sub i8 %a, 1/= sub i8 %a, 2/';; "
          "*) printf '%s\\n' \"$text\";; esac\n");
  const auto judged = judge(*make_debug_invariance_oracle(), path);
  ASSERT_TRUE(judged.judgement.complaint) << judged.judgement.unsupported;
  EXPECT_EQ(judged.kind, FindingKind::DebugVariance);
  EXPECT_EQ(judged.judgement.complaint->headline, "debug info changes the code");
}

TEST(Oracles, DebugInfoThatChangesCodeWithoutAnyPassIsNotBlamedOnPasses) {
  TemporaryFolder folder;
  const auto path = folder.script(
      "opt",
      "case \"$*\" in *--version*) echo 'LLVM version 22.1.0'; exit 0;; esac\n"
      "text=$(cat)\ncase \"$text\" in *dbg*) printf '%s\\n' \"$text\" | sed 's/= sub i8 %a, 1/= sub i8 %a, 2/';; "
      "*) printf '%s\\n' \"$text\";; esac\n");
  const auto judged = judge(*make_debug_invariance_oracle(), path);
  EXPECT_FALSE(judged.judgement.complaint);
  EXPECT_EQ(judged.judgement.unsupported, "debug info changes the code without any pass");
}

TEST(Oracles, NamesOfValuesAndStructuresAreNoCode) {
  TemporaryFolder folder;
  const std::string text =
      "%pair = type { i8, %inner }\n%inner = type { i16 }\n"
      "@0 = private unnamed_addr constant [2 x ptr] [ptr @1, ptr @1]\n@1 = private constant %pair zeroinitializer\n"
      "define ptr @f(i64 %a) {\n  %p = getelementptr %pair, ptr @1, i64 %a\n  %q = load ptr, ptr @0\n"
      "  %d = sub i64 %a, 1\n  %r = getelementptr %pair, ptr %q, i64 %d\n  ret ptr %r\n}\n";
  const auto renaming = folder.script(
      "opt",
      std::string(kFakeHead) +
          "text=$(cat)\ncase \"$text\" in *dbg*) printf '%s\\n' \"$text\" | sed 's/%pair/%pair.7/g; s/%d/%d1/g';; "
          "*) printf '%s\\n' \"$text\";; esac\n");
  const auto judged = judge(*make_debug_invariance_oracle(), renaming, text);
  EXPECT_FALSE(judged.judgement.complaint) << judged.judgement.complaint->detail;
  EXPECT_EQ(judged.judgement.unsupported, "");
  // The same where the code is another one.
  const auto changing = folder.script(
      "changing", std::string(kFakeHead) +
                      "text=$(cat)\ncase \"$text\" in *dbg*) printf '%s\\n' \"$text\" | sed 's/%pair/%pair.7/g; "
                      "s/ptr @1, ptr @1/ptr @1, ptr null/';; *) printf '%s\\n' \"$text\";; esac\n");
  EXPECT_TRUE(judge(*make_debug_invariance_oracle(), changing, text).judgement.complaint);
}

TEST(Oracles, WhatIsInvalidWithoutAnyPassIsNotBlamedOnPasses) {
  TemporaryFolder folder;
  const auto path = folder.script(
      "opt",
      "case \"$*\" in *--version*) echo 'LLVM version 22.1.0'; exit 0;; esac\ntext=$(cat)\n"
      "case \"$text\" in *sub*) printf 'define i8 @f(i1 %%c) {\\n  br i1 %%c, label %%a, label %%b\\na:\\n"
      "  %%x = add i8 1, 2\\n  br label %%b\\nb:\\n  ret i8 %%x\\n}\\n';; *) printf '%s\\n' \"$text\";; esac\n");
  const auto judged = judge(*make_verifier_oracle(), path);
  EXPECT_EQ(judged.result.end, End::InvalidIr);
  EXPECT_FALSE(judged.judgement.complaint);
  EXPECT_EQ(judged.judgement.unsupported, "the input does not pass the verifier");
}

TEST(Oracles, DebugInvarianceSaysWhereItCannotJudge) {
  const std::string path = optimize::testing::opt_path(16);
  if (!std::filesystem::exists(path)) GTEST_SKIP() << path << " is not installed";
  const auto judged = judge(*make_debug_invariance_oracle(), path);
  EXPECT_FALSE(judged.judgement.complaint);
  EXPECT_THAT(judged.judgement.unsupported, HasSubstr("so old a release"));
}

TEST(Oracles, DebugInvarianceComparesOperandsThatAreMetadata) {
  const char* text =
      "declare double @llvm.experimental.constrained.fadd.f64(double, double, metadata, metadata)\n"
      "define double @f(double %x) strictfp {\n"
      "  %a = call double @llvm.experimental.constrained.fadd.f64(double %x, double 1.0, metadata !\"round.dynamic\", "
      "metadata !\"fpexcept.strict\") strictfp\n  ret double %a\n}\n";
  const auto judged = judge(*make_debug_invariance_oracle(), "linked", text);
  EXPECT_FALSE(judged.judgement.complaint);
  EXPECT_EQ(judged.judgement.unsupported, "");
}

TEST(Oracles, DebugInfoThatIsEmbeddedWithTheInputIsNoCode) {
  const auto judged =
      judge(*make_debug_invariance_oracle(), "linked", "define void @f() {\n  ret void\n}\n", "embed-bitcode");
  EXPECT_FALSE(judged.judgement.complaint);
  EXPECT_EQ(judged.judgement.unsupported, "the output holds its input as bitcode");
}

TEST(Oracles, DebugInfoOfScalableVectorsIsNotWritten) {
  const auto judged = judge(*make_debug_invariance_oracle(), "linked",
                            "define <vscale x 2 x i8> @f(<vscale x 2 x i8> %x) {\n"
                            "  %a = add <vscale x 2 x i8> %x, %x\n  ret <vscale x 2 x i8> %a\n}\n");
  EXPECT_FALSE(judged.judgement.complaint);
  EXPECT_EQ(judged.judgement.unsupported, "debug info does not tell scalable sizes");
}

TEST(CrashHeadline, OfAnAssertionIsItsCondition) {
  EXPECT_EQ(
      crash_headline("opt: /build/llvm/lib/X.cpp:123: void f(): Assertion `isa<X>(Val) && \"cast\"' failed.\nmore"),
      "assertion: isa<X>(Val) && \"cast\"");
}

// opt prints so when only the first steps of a pipeline are to run, as in the search for the culprit.
TEST(VerifierHeadline, IsTheSameWhereStepsAreCounted) {
  EXPECT_EQ(
      verifier_headline("BISECT: running pass (1) VectorCombinePass on f\nInvalid operands!\n  %a = add i8 %x, 1\n"),
      "Invalid operands!");
}

TEST(CrashHeadline, OfAFatalErrorHasNoNamesAndNumbers) {
  EXPECT_EQ(crash_headline("LLVM ERROR: bad thing in %v17 of @mutant after 12 steps\nPLEASE submit"),
            "fatal error: bad thing in %_ of @_ after N steps");
}

TEST(CrashHeadline, IsTheSameForOtherAddressesAndTemplateArguments) {
  const std::string one =
      " #0 0x00007f1 llvm::sys::RunSignalHandlers() (/lib/libLLVM-14.so.1+0x1)\n"
      " #1 0x00007f2 (anonymous namespace)::Folder::fold(llvm::Value*) (/lib/libLLVM-14.so.1+0x2)\n"
      " #2 0x00007f3 bool llvm::match<llvm::Value, X<1> >(int) (/lib/libLLVM-14.so.1+0x3)\n";
  const std::string other =
      "crashed with SIGSEGV while running pass 'gvn' on 'f'\n  #0 ?\n  #1 ::Folder::fold(llvm::Value&)\n"
      "  #2 bool llvm::match<Y>(int)\n";
  EXPECT_EQ(crash_headline(one), "crash in ::Folder::fold < llvm::match");
  EXPECT_EQ(crash_headline(other), "crash in ::Folder::fold < llvm::match");
}

TEST(CrashHeadline, ReadsAStackThatNoSymbolizerHasSeen) {
  EXPECT_EQ(
      crash_headline("Stack dump:\n0.\tProgram arguments: opt -\n2.\tRunning pass \"gvn\" on function \"f\"\n"
                     "0  libLLVM.so.22.1 0x00007fd2 llvm::sys::PrintStackTrace(llvm::raw_ostream&, int) + 54\n"
                     "1  libLLVM.so.22.1 0x00007fd3\n"
                     "2  libLLVM.so.22.1 0x00007fd4 llvm::GVNPass::runImpl(llvm::Function&) + 51\n"
                     "10 opt             0x00007fd5 llvm::PassManager<llvm::Function>::run(llvm::Function&) + 5\n"),
      "crash in llvm::GVNPass::runImpl < llvm::PassManager::run");
}

}  // namespace
}  // namespace assay::oracles
