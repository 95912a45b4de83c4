#include "services/worker/report/report.h"

#include <sys/stat.h>

#include <gmock/gmock.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "services/common/fields_json.h"
#include "services/common/subprocess.h"
#include "tests/unit/optimize/testing.h"

namespace assay::report {
namespace {

using optimize::testing::TemporaryFolder;
using ::testing::HasSubstr;
using ::testing::Not;

constexpr const char* kCase = "define i8 @f(i8 %x) {\n  %a = shl i8 %x, 1\n  %b = udiv i8 %a, 2\n  ret i8 %b\n}\n";
constexpr const char* kTarget = "define i8 @f(i8 %x) {\n  ret i8 %x\n}\n";

Finding finding() {
  Finding f;
  f.kind = FindingKind::Miscompile;
  f.compiler = {optimize::testing::opt_path(16), "16.0.6", "", ""};
  f.pipeline = "default<O2>";
  f.culprit = "instcombine";
  f.function = "f";
  f.original = std::string("; hunted\n") + kCase;
  f.reduced = kCase;
  f.reduced_target = kTarget;
  f.reduced_pipeline = "instcombine";
  f.reason = "value-mismatch";
  f.method = Method::Exhaustive;
  f.detail = "the target returns 128, the source 0";
  f.counterexample = Counterexample{{{"%x", "i8", "128 (0x80)"}},
                                    {{"%a = shl i8 %x, 1", "0"}, {"%b = udiv i8 %a, 2", "0"}},
                                    {},
                                    "returns i8 0",
                                    "returns i8 128",
                                    {Decider::Interpreter}};
  f.signature = "miscompile instcombine value-mismatch: ret(udiv(shl(a,C),C)) => argument";
  f.title = "[InstCombine] Miscompile of shl, udiv (value mismatch)";
  f.question.oracle = "refinement";
  f.question.seed = 3;
  f.seed = 18446744073709551615u;
  f.found_at = "2026-11-21T10:00:00Z";
  f.assay_version = "0.1.0";
  return f;
}

std::string read(const std::filesystem::path& path) {
  std::ostringstream text;
  text << std::ifstream(path).rdbuf();
  return text.str();
}

// Everything of a finding, for comparison.
std::string all_of(const Finding& f) { return nlohmann::json(f).dump(); }

TEST(Bundle, ComesBackAsItWasWritten) {
  TemporaryFolder folder;
  const std::string path = folder.path() / "new" / "bundle";
  const Status failed = write_bundle(finding(), path);
  ASSERT_FALSE(failed) << failed->message;
  for (const std::string& way : {path, path + "/bundle.json"}) {
    const auto loaded = load_bundle(way);
    ASSERT_TRUE(loaded) << loaded.error();
    EXPECT_EQ(all_of(*loaded), all_of(finding()));
    EXPECT_EQ(loaded->id(), finding().id());
  }
}

TEST(Bundle, OfAnOlderVersionAsksTheDefaultQuestion) {
  TemporaryFolder folder;
  ASSERT_FALSE(write_bundle(finding(), folder.path()));
  auto bundle = nlohmann::json::parse(read(folder.path() / "bundle.json"));
  bundle.erase("question");
  bundle.erase("title");
  std::ofstream(folder.path() / "bundle.json") << bundle.dump();
  const auto loaded = load_bundle(folder.path());
  ASSERT_TRUE(loaded) << loaded.error();
  EXPECT_EQ(loaded->question, Question());
  EXPECT_EQ(loaded->title, finding().title);
}

TEST(Bundle, ErrorsNameTheFile) {
  TemporaryFolder folder;
  EXPECT_THAT(load_bundle(folder.path()).error(), HasSubstr("bundle.json"));
  std::ofstream(folder.path() / "bundle.json") << "{\"format\": 1}";
  EXPECT_THAT(load_bundle(folder.path()).error(), HasSubstr("kind"));
  std::ofstream(folder.path() / "bundle.json") << "{\"format\": 99}";
  EXPECT_THAT(load_bundle(folder.path()).error(), HasSubstr("format 99"));
  std::ofstream(folder.path() / "bundle.json") << "nonsense";
  EXPECT_THAT(load_bundle(folder.path()).error(), HasSubstr("bundle.json"));
  ASSERT_FALSE(write_bundle(finding(), folder.path()));
  auto bundle = nlohmann::json::parse(read(folder.path() / "bundle.json"));
  bundle["kind"] = "surprise";
  std::ofstream(folder.path() / "bundle.json") << bundle.dump();
  EXPECT_THAT(load_bundle(folder.path()).error(), HasSubstr("surprise"));
  ASSERT_FALSE(write_bundle(finding(), folder.path()));
  std::filesystem::remove(folder.path() / "case.ll");
  EXPECT_THAT(load_bundle(folder.path()).error(), HasSubstr("case.ll"));
  EXPECT_TRUE(write_bundle(finding(), "/proc/no/such/place"));
}

TEST(Bundle, OfAStrangerIsReadWithinLimitsAndLeadsNowhere) {
  TemporaryFolder folder;
  const auto json = folder.path() / "bundle.json", module = folder.path() / "case.ll";
  const std::string level(1'000'000, '[');
  std::ofstream(json) << "{\"a\": " << level << std::string(level.size(), ']') << "}";
  EXPECT_THAT(load_bundle(folder.path()).error(), HasSubstr("nested too deeply"));
  std::ofstream(json) << level;
  EXPECT_FALSE(load_bundle(folder.path()));
  std::ofstream(json).put('x');
  std::filesystem::resize_file(json, std::uintmax_t{5} << 30);  // takes no room
  EXPECT_THAT(load_bundle(folder.path()).error(), HasSubstr("is larger than"));
  for (const auto& file : {json, module}) {
    ASSERT_FALSE(write_bundle(finding(), folder.path()));
    ASSERT_TRUE(load_bundle(folder.path()));
    const auto elsewhere = folder.path() / "elsewhere";
    std::filesystem::remove(elsewhere);
    std::filesystem::rename(file, elsewhere);
    std::filesystem::create_symlink(elsewhere, file);
    EXPECT_THAT(load_bundle(folder.path()).error(), HasSubstr("is no regular file"));
    std::filesystem::remove(file);
    ASSERT_EQ(mkfifo(file.c_str(), 0600), 0);  // whoever opens it waits
    EXPECT_THAT(load_bundle(folder.path()).error(), HasSubstr("is no regular file"));
    std::filesystem::remove(file);
  }
}

TEST(Bundle, CaseAndOriginalAreWrittenInTheReleasesWords) {
  TemporaryFolder folder;
  Finding f = finding();
  f.reduced =
      "define <2 x i1> @f(<2 x i8> %x) {\n  %a = icmp samesign ult <2 x i8> %x, splat (i8 3)\n  ret <2 x i1> %a\n}\n";
  ASSERT_FALSE(write_bundle(f, folder.path()));
  f.original = f.reduced;
  ASSERT_FALSE(write_bundle(f, folder.path()));
  for (const char* name : {"case.ll", "original.ll"})
    EXPECT_THAT(read(folder.path() / name), HasSubstr("icmp ult <2 x i8> %x, <i8 3, i8 3>")) << name;
  const auto loaded = load_bundle(folder.path());
  ASSERT_TRUE(loaded) << loaded.error();
  EXPECT_EQ(loaded->id(), f.id());
}

class RunScript : public ::testing::Test {
 protected:
  // Writes the bundle and runs its script with an opt and an assay written here; gives the exit code.
  int run(const Finding& f, const std::string& opt, const std::string& check) {
    EXPECT_FALSE(write_bundle(f, folder_.path() / "bundle"));
    const std::string assay = folder_.script("assay", check);
    SubprocessOptions options;
    options.arguments = {"/usr/bin/env", "ASSAY=" + assay, "LIMIT=1", folder_.path() / "bundle" / "run.sh", opt};
    options.time_limit = std::chrono::seconds(60);
    const SubprocessResult result = run_subprocess(options);
    EXPECT_EQ(result.end, SubprocessResult::End::Exited);
    output_ = result.output + result.error_output;
    return result.code;
  }
  std::string fake_opt(const std::string& body) {
    return folder_.script("fake-opt", "case \"$*\" in *--version*) echo 'LLVM version 19.1.0'; exit 0;; esac\n" + body);
  }
  TemporaryFolder folder_;
  std::string output_;
};

// Stands for `assay check`: the check itself is tested elsewhere. Sees to it that both files are there.
constexpr const char* kIncorrect = "[ \"$1\" = check ] && [ -s \"$2\" ] && [ -s \"$3\" ] && exit 1\nexit 2\n";

TEST_F(RunScript, OfAMiscompileFollowsTheVerdictOfTheCheck) {
  for (int version : {14, 16, 19, 22}) {
    const std::string opt = optimize::testing::opt_path(version);
    if (!std::filesystem::exists(opt)) continue;
    EXPECT_EQ(run(finding(), opt, kIncorrect), 0) << version << output_;
    EXPECT_EQ(run(finding(), opt, "exit 0\n"), 1) << version << output_;
    EXPECT_EQ(run(finding(), opt, "exit 3\n"), 3) << version << output_;
    EXPECT_EQ(run(finding(), opt, "exit 2\n"), 2) << version << output_;
  }
}

TEST_F(RunScript, OfAMiscompileAsksTheQuestion) {
  Finding f = finding();
  f.question.confirmed_only = false;
  f.question.poison_inputs = false;
  const std::string opt = optimize::testing::opt_path(22);
  if (!std::filesystem::exists(opt)) GTEST_SKIP() << opt << " is not installed";
  EXPECT_EQ(run(f, opt, "echo \"$*\"; exit 0\n"), 1) << output_;
  for (const char* option : {"--semantics=langref", "--no-undef-input", "--no-poison-input", "--unroll=0", "--seed=3",
                             "--samples=48", "--unconfirmed=report", "--smt-timeout=10000", "--smt-memory=2048",
                             "--quick-budget=20000", "--exhaustive-budget=4000000"})
    EXPECT_THAT(output_, HasSubstr(option));
}

TEST_F(RunScript, GivesOptTheOptionsOfPasses) {
  Finding f = finding();
  f.question.opt_args = "-force-vector-width=4 -slp-threshold=-100";
  const std::string tells =
      "case \"$*\" in *'-force-vector-width=4 -slp-threshold=-100'*) ;; *) exit 1;; esac\n"
      "for written; do :; done\ncp case.ll \"$written\"\n";
  EXPECT_EQ(run(f, fake_opt(tells), kIncorrect), 0) << output_;
  EXPECT_EQ(run(finding(), fake_opt(tells), kIncorrect), 2) << output_;
  f.question.opt_args = "-load=evil.so";
  EXPECT_EQ(run(f, fake_opt("exit 0\n"), kIncorrect), 2) << "no option that loads code comes into a script";
  EXPECT_EQ(run_script(f).find("evil"), std::string::npos);
}

TEST_F(RunScript, NamesPassesOnceWhereAllReleasesSpellThemAlike) {
  Finding f = finding();
  f.reduced_pipeline = "instcombine";
  EXPECT_THAT(run_script(f), HasSubstr("-lt 18"));
  f.reduced_pipeline = "gvn";
  EXPECT_EQ(run_script(f).find("-lt 18"), std::string::npos);
  EXPECT_THAT(run_script(f), HasSubstr("passes='gvn'\n"));
}

TEST_F(RunScript, OfAMiscompileIsUndecidedWhereOptCrashes) {
  EXPECT_EQ(run(finding(), fake_opt("kill -SEGV $$\n"), kIncorrect), 3) << output_;
  EXPECT_EQ(run(finding(), fake_opt("echo 'unknown pass' >&2; exit 1\n"), kIncorrect), 2) << output_;
}

TEST_F(RunScript, OfADebugVarianceAsksAssay) {
  Finding f = finding();
  f.kind = FindingKind::DebugVariance;
  for (int code : {0, 1, 2, 3})
    EXPECT_EQ(run(f, fake_opt("exit 0\n"), "[ \"$1\" = replay ] && exit " + std::to_string(code) + "\nexit 9\n"), code);
}

TEST_F(RunScript, OfACrashExpectsOne) {
  Finding f = finding();
  f.kind = FindingKind::Crash;
  EXPECT_EQ(run(f, fake_opt("kill -SEGV $$\n"), ""), 0) << output_;
  EXPECT_EQ(run(f, fake_opt("exit 0\n"), ""), 1) << output_;
  EXPECT_EQ(run(f, fake_opt("echo 'unknown pass' >&2; exit 1\n"), ""), 2) << output_;
}

TEST_F(RunScript, OfAHangExpectsOne) {
  Finding f = finding();
  f.kind = FindingKind::Hang;
  EXPECT_EQ(run(f, fake_opt("exec sleep 100\n"), ""), 0) << output_;
  EXPECT_EQ(run(f, fake_opt("exit 0\n"), ""), 1) << output_;
}

TEST_F(RunScript, TakesAPipelineForWhatItIsAndNotForShell) {
  Finding f = finding();
  f.reduced_pipeline = "x'; touch " + (folder_.path() / "harm").string() + "; echo '";
  f.compiler.version = "16.0.6\ntouch " + (folder_.path() / "harm").string();
  run(f, fake_opt("exit 0\n"), kIncorrect);
  EXPECT_FALSE(std::filesystem::exists(folder_.path() / "harm"));
}

TEST(Issue, TellsWhatAMaintainerNeeds) {
  triage::KnownRoot known;
  known.id = "shift-and-back";
  known.state = "open";
  known.upstream = "https://github.com/llvm/llvm-project/issues/1";
  known.reason = "a shift and its way back are taken for nothing";
  Context context;
  context.known = &known;
  context.place = {"InstCombinerImpl::visitUDiv"};
  context.releases = {{"14.0.6", false, false}, {"16.0.6", true, true}, {"22.1.8", true, false}};
  const std::string text = issue_text(finding(), context);
  EXPECT_THAT(text, ::testing::StartsWith("# [InstCombine] Miscompile of shl, udiv (value mismatch)\n"));
  for (const char* part :
       {"`opt -S -passes=instcombine case.ll` changes what the function does", "define i8 @src(i8 %x) {\n  %a = shl",
        "define i8 @tgt(i8 %x) {\n  ret i8 %x\n}",
        "with `i8 %x` = `128 (0x80)`, the source returns i8 0; the target returns i8 128.", "- affected: 16.0.6\n",
        "- not affected: 22.1.8\n", "- could not be tried: 14.0.6\n",
        "- looks like https://github.com/llvm/llvm-project/issues/1\n",
        "- suspected function: `InstCombinerImpl::visitUDiv`\n", "- labels: `miscompilation`, `llvm:instcombine`\n",
        "Found by a fuzzer", "in LLVM 16.0.6", "[Alive2](https://alive2.llvm.org/ce/clientstate/",
        "[Compiler Explorer](https://godbolt.org/clientstate/", "%a = shl i8 %x, 1    ; = 0"})
    EXPECT_THAT(text, HasSubstr(part));
  for (const char* ours : {"shift-and-back", "@f(", "interpreter", "smt", "seed"})
    EXPECT_THAT(text, Not(HasSubstr(ours))) << "a word of this house, or the case twice";
  context.place.push_back("InstCombinerImpl::visitShl");
  EXPECT_THAT(issue_text(finding(), context), Not(HasSubstr("suspected"))) << "it is not certain which";
}

TEST(Issue, CommandIsWhatTheReleaseUnderstands) {
  Finding f = finding();
  f.compiler.version = "14.0.6";
  EXPECT_EQ(command_line(f), "opt -opaque-pointers -S -passes=instcombine case.ll");
  f.compiler.version = "22.1.8";
  EXPECT_EQ(command_line(f), "opt -S -passes='instcombine<no-verify-fixpoint>' case.ll");
  Context context;
  context.passes = "instcombine";
  EXPECT_EQ(command_line(f, context), "opt -S -passes=instcombine case.ll") << "which was seen to show it, too";
}

TEST(Issue, SaysWhatARelaxationTakesForGrantedAndHowBytesAreWritten) {
  Finding f = finding();
  f.explained_by = "undef-store=nothing,memory=integers";
  f.title = "[InstCombine] Miscompile of memcpy (memory mismatch), allowed by " + f.explained_by;
  f.reason = "memory-mismatch";
  f.counterexample->target_result = "returns, with block 1 = xx 0b0000000x";
  const std::string text = issue_text(f);
  EXPECT_THAT(text, HasSubstr("# [InstCombine] Miscompile of memcpy (memory mismatch)\n"));
  EXPECT_THAT(text, HasSubstr("The transformation would be correct if a store of undef leaves memory as it is and "
                              "poison is never stored, and integers may be loaded from the bytes of pointers, which "
                              "LangRef does not say.\n"));
  EXPECT_THAT(text, HasSubstr("**Counterexample** (mismatch in memory)"));
  EXPECT_THAT(text, HasSubstr("In memory `xx` is a byte of poison, in `0b…` an `x` is a bit of poison"));
  EXPECT_THAT(text, Not(HasSubstr("memory=integers")));
}

TEST(Issue, OfACrashShowsItsWords) {
  Finding f = finding();
  f.kind = FindingKind::Crash;
  f.title = "[InstCombine] Crash: assertion: x";
  f.detail = "Assertion `x' failed.\n```\nin the text";
  const std::string text = issue_text(f);
  EXPECT_THAT(text, HasSubstr("# [InstCombine] Crash: assertion: x"));
  EXPECT_THAT(text, HasSubstr("````\nAssertion `x' failed."));
  EXPECT_THAT(text, Not(HasSubstr("Counterexample")));
}

TEST(RegressionTest, OfAMiscompileNeedsOptAndFileCheckAlone) {
  const std::string left_alone = regression_test(finding());
  EXPECT_THAT(left_alone, HasSubstr("; RUN: opt < %s -S -passes=instcombine | FileCheck %s\n"));
  EXPECT_THAT(left_alone, HasSubstr("; CHECK-LABEL: define i8 @f(\n; CHECK-SAME: i8 [[X:%.*]]) {\n"
                                    "; CHECK-NEXT:    [[A:%.*]] = shl i8 [[X]], 1\n"
                                    "; CHECK-NEXT:    [[B:%.*]] = udiv i8 [[A]], 2\n"
                                    "; CHECK-NEXT:    ret i8 [[B]]\n;\n"));
  EXPECT_THAT(left_alone, Not(HasSubstr("assay check")));
  Context context;
  context.right = "define i8 @f(i8 %x) {\n  %m = and i8 %x, 127\n  ret i8 %m\n}\n";
  EXPECT_THAT(regression_test(finding(), context), HasSubstr("; CHECK-NEXT:    [[M:%.*]] = and i8 [[X]], 127\n"));
}

TEST(RegressionTest, SaysWhatItsChecksWantAndWhoWroteThem) {
  EXPECT_THAT(regression_test(finding()), HasSubstr("; The checks want the input as it is: no release that was tried "
                                                    "compiles it correctly.\n; They were written without "
                                                    "utils/update_test_checks.py, which was not found.\n"));
  Context context;
  context.right = kTarget;
  context.right_release = "22.1.8";
  context.update_test_checks = "/nowhere/update_test_checks.py";
  EXPECT_THAT(regression_test(finding(), context), HasSubstr("; The checks want what LLVM 22.1.8 gives.\n\n"));
  TemporaryFolder folder;
  std::vector<std::string> notes;
  ASSERT_FALSE(write_bundle(finding(), folder.path(), context, &notes));
  ASSERT_EQ(notes.size(), 1u);
  EXPECT_THAT(notes.front(), HasSubstr("/nowhere/update_test_checks.py: "));
  EXPECT_THAT(read(folder.path() / "test.ll"), HasSubstr("which was not found"));
}

TEST(RegressionTest, HasTheChecksThatLlvmsScriptWrites) {
  const char* script = std::getenv("ASSAY_UPDATE_TEST_CHECKS");
  if (script == nullptr) GTEST_SKIP() << "ASSAY_UPDATE_TEST_CHECKS names no update_test_checks.py";
  TemporaryFolder folder;
  Context context;
  context.update_test_checks = script;
  std::vector<std::string> notes;
  ASSERT_FALSE(write_bundle(finding(), folder.path(), context, &notes));
  EXPECT_THAT(notes, ::testing::IsEmpty());
  const std::string by_script = read(folder.path() / "test.ll"), ours = regression_test(finding());
  EXPECT_THAT(by_script, HasSubstr("; NOTE: Assertions have been autogenerated by utils/update_test_checks.py"));
  const auto checks = [](const std::string& text) { return text.substr(text.find("define i8 @f(i8 %x)")); };
  EXPECT_EQ(checks(by_script), checks(ours)) << "our own are written in its style";
}

TEST(RegressionTest, FailsWhileTheBugIsThere) {
  const std::string opt = optimize::testing::opt_path(22), file_check = "/usr/lib/llvm-22/bin/FileCheck";
  if (!std::filesystem::exists(opt) || !std::filesystem::exists(file_check))
    GTEST_SKIP() << "no LLVM 22 with FileCheck";
  TemporaryFolder folder;
  Finding f = finding();
  f.reduced =
      "define i8 @f(i8 %x, i1 %c) {\nentry:\n  br i1 %c, label %a, label %b\n\na:\n  ret i8 %x\n\nb:\n  %m = mul i8 "
      "%x, 8\n  ret i8 %m\n}\n";
  const auto passes = [&](const std::string& pipeline) {
    f.reduced_pipeline = pipeline;
    f.compiler.version = "22.1.8";
    const std::string test = folder.path() / "test.ll";
    std::ofstream(test) << regression_test(f);
    SubprocessOptions command;
    command.arguments = {"/bin/sh", "-c",
                         opt + " < " + test + " -S -passes='" + pipeline + "' | " + file_check + " " + test};
    return run_subprocess(command).code == 0;
  };
  EXPECT_TRUE(passes("adce")) << "which leaves it alone";
  EXPECT_FALSE(passes("instcombine<no-verify-fixpoint>")) << "which makes a shift of the multiplication";
}

TEST(RegressionTest, IsAModuleItself) {
  llvm::LLVMContext context;
  for (FindingKind kind : {FindingKind::Miscompile, FindingKind::Crash, FindingKind::Hang, FindingKind::InvalidIr,
                           FindingKind::Nondeterminism, FindingKind::DebugVariance}) {
    Finding f = finding();
    f.kind = kind;
    f.signature += "\nwith a second line";
    EXPECT_TRUE(ir::parse(context, regression_test(f), "test")) << name_of(kind);
  }
}

}  // namespace
}  // namespace assay::report
