#include "services/worker/codegen/compiler.h"

#include "services/worker/evidence/settle.h"
#include "tests/unit/codegen/testing.h"

namespace assay::codegen {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using End = optimize::OptimizeResult::End;

constexpr const char* kFunction = "define i32 @f(i32 %x) {\n  %r = mul i32 %x, 5\n  ret i32 %r\n}\n";

TEST(LlcAsCompiler, AFunctionForOtherMachinesIsToldByConventionAddressSpaceAndIntrinsic) {
  const auto is_for_others_than = [](const std::vector<std::string>& pipelines, const std::string& text) {
    llvm::LLVMContext context;
    auto module = ir::parse(context, text, "test");
    EXPECT_TRUE(module) << text;
    const std::vector<const Target*> targets = targets_of(pipelines);
    return module && !targets.empty() && is_for_others(*(*module)->getFunction("f"), targets);
  };
  const std::vector<std::string> a64{"codegen<aarch64;O2;dag>"},
      both{"codegen<aarch64;O2;dag>", "codegen-ir<x86-64;O1;dag>"};
  const std::string x86 =
      "declare <4 x float> @llvm.x86.sse.min.ps(<4 x float>, <4 x float>)\ndefine <4 x float> @f(<4 x float> %x) {\n"
      "  %r = call <4 x float> @llvm.x86.sse.min.ps(<4 x float> %x, <4 x float> %x)\n  ret <4 x float> %r\n}\n";
  EXPECT_TRUE(is_for_others_than(a64, x86));
  EXPECT_FALSE(is_for_others_than(both, x86));
  EXPECT_FALSE(is_for_others_than({"codegen<x86-64;O2;dag>", "instcombine"}, x86)) << "opt takes it";
  EXPECT_TRUE(is_for_others_than(both, "define amdgpu_kernel void @f() {\n  ret void\n}\n"));
  EXPECT_TRUE(is_for_others_than(both, "define void @f(ptr addrspace(3) %p) {\n  ret void\n}\n"));
  EXPECT_FALSE(is_for_others_than(both, "define void @f(ptr %p) {\n  ret void\n}\n"));
  EXPECT_FALSE(is_for_others_than(
      both,
      "declare i8 @llvm.abs.i8(i8, i1)\ndefine i8 @f(i8 %x) {\n  %r = call i8 @llvm.abs.i8(i8 %x, i1 false)\n"
      "  ret i8 %r\n}\n"));
}

TEST(LlcAsCompiler, APipelineNamesItsConfiguration) {
  std::set<std::string> names;
  for (const Target& target : targets())
    for (unsigned level = 0; level <= 3; ++level)
      for (const Selector selector : target.selectors)
        for (const Part part : {Part::Ir, Part::Code}) {
          const std::string name = pipeline_of(configuration(target.name.data(), level, selector), part);
          EXPECT_TRUE(names.insert(name).second) << name;
          EXPECT_EQ(is_code(name), part == Part::Code);
          const auto parsed = parse_pipeline(name);
          ASSERT_TRUE(parsed && *parsed) << name;
          EXPECT_EQ((*parsed)->first.target, &target);
          EXPECT_EQ((*parsed)->first.level, level);
          EXPECT_EQ((*parsed)->first.selector, selector);
          EXPECT_EQ((*parsed)->second, part);
        }
  EXPECT_EQ(names.size(), 2u * 4 * (3 + 2 + 1 + 2 + 1 + 1 + 1 + 2 + 2 + 2 + 2));
}

TEST(LlcAsCompiler, WhatIsNoConfigurationIsToldFromAPipelineOfPasses) {
  const auto passes = parse_pipeline("instcombine<no-verify-fixpoint>,gvn");
  ASSERT_TRUE(passes);
  EXPECT_FALSE(*passes);
  const std::pair<const char*, const char*> mistakes[] = {
      {"codegen", "a configuration is expected"},
      {"codegen<aarch64;O2", "a configuration is expected"},
      {"codegen<vax;O2>",
       "known targets are aarch64, x86-64, riscv64, avx2, riscv64-v, sve2, systemz, ppc64, ppc64le, armv7 and i386"},
      {"codegen<aarch64>", "a level is expected"},
      {"codegen<aarch64;O4>", "a level is expected"},
      {"codegen<aarch64;O2;dag;more>", "a level is expected"},
      {"codegen-ir<x86-64;O2;global>", "not judged with the selector global"}};
  for (const auto& [text, what] : mistakes) {
    const auto parsed = parse_pipeline(text);
    ASSERT_FALSE(parsed) << text;
    EXPECT_THAT(parsed.error(), HasSubstr(what));
  }
}

TEST(LlcAsCompiler, AllConfigurationsOfTargetsAreHunted) {
  const auto all = pipelines_of("all");
  ASSERT_TRUE(all);
  EXPECT_EQ(
      all->size(),
      4u * (3 + 2 + 1 + 2 + 1 + 1 + 1 + 2 + 2 + 2 + 2) + 3u * 11);  // code at each level, IR at each but the lowest
  const auto two = pipelines_of("x86-64,riscv64");
  ASSERT_TRUE(two);
  for (const std::string& each : *two) EXPECT_THAT(each, Not(HasSubstr("aarch64")));
  EXPECT_THAT(
      pipelines_of("x86-64,vax").error(),
      HasSubstr(
          "'vax': known are aarch64, x86-64, riscv64, avx2, riscv64-v, sve2, systemz, ppc64, ppc64le, armv7 and i386"));
}

TEST(LlcAsCompiler, GivesAssemblyAndTheIrBeforeSelection) {
  for (const char* release : {"14", "15", "16", "19", "22"}) {
    auto compiler = open_compiler("llc:" + std::string(release));
    ASSERT_TRUE(compiler) << compiler.error();
    EXPECT_TRUE(is_llc((*compiler)->id()));
    const auto code = (*compiler)->run(kFunction, "codegen<x86-64;O2;dag>", {});
    ASSERT_EQ(code.end, End::Ok) << code.message;
    EXPECT_THAT(code.ir, HasSubstr("leal"));
    const auto ir = (*compiler)->run(kFunction, "codegen-ir<x86-64;O2;dag>", {});
    ASSERT_EQ(ir.end, End::Ok) << ir.message;
    EXPECT_THAT(ir.ir, HasSubstr("target triple = \"x86_64-unknown-linux-gnu\""));
    EXPECT_THAT(ir.ir, HasSubstr("mul i32 %x, 5"));
    const auto passes = (*compiler)->run(kFunction, "instcombine", {});
    EXPECT_EQ(passes.end, End::Rejected);
    EXPECT_THAT(passes.message, HasSubstr("an llc runs codegen<"));
  }
}

TEST(LlcAsCompiler, HowItEndedIsToldAsOfAnOpt) {
  const auto run = [](const std::string& script) {
    const FalseLlc llc = FalseLlc::doing(script);
    auto compiler = open_compiler("llc:" + llc.path());
    if (!compiler) throw std::runtime_error(compiler.error());
    optimize::Limits limits;
    limits.time = std::chrono::milliseconds(500);
    return (*compiler)->run(kFunction, "codegen<x86-64;O2;dag>", limits);
  };
  const auto crashed = run("echo 'LLVM ERROR: no' >&2; kill -ABRT $$");
  EXPECT_EQ(crashed.end, End::Crashed);
  EXPECT_THAT(crashed.message, HasSubstr("LLVM ERROR: no"));
  EXPECT_EQ(run("while :; do :; done").end, End::TimedOut);
  EXPECT_EQ(run("echo 'error: what' >&2; exit 1").end, End::Rejected);
}

TEST(LlcAsCompiler, OptionsOfPassesAreCheckedAsForAnOpt) {
  auto compiler = open_compiler("llc:22");
  ASSERT_TRUE(compiler);
  optimize::Limits limits;
  limits.opt_args = "-o=/somewhere";
  const auto result = (*compiler)->run(kFunction, "codegen<x86-64;O2;dag>", limits);
  EXPECT_EQ(result.end, End::Rejected);
  EXPECT_THAT(result.message, HasSubstr("-o=/somewhere"));
}

TEST(LlcAsCompiler, CodeThatAgreesIsCorrectForTheInputsThatWereRunAndNoMore) {
  Judged judged;
  judged.kind = Judged::Kind::Agrees;
  judged.judged = 17;
  const Verdict verdict = evidence::settle(claim_of(judged));
  EXPECT_EQ(verdict.kind, VerdictKind::Correct);
  EXPECT_THAT(verdict.bound, HasSubstr("17 inputs"));
}

TEST(LlcAsCompiler, CodeThatDiffersIsIncorrectWithItsCounterexample) {
  const FalseLlc llc = FalseLlc::filtering("sed 's/mul i32/add i32/'");
  const auto judged = judged_by(llc.open(), kFunction, configuration("x86-64")).front();
  const Verdict verdict = evidence::settle(claim_of(judged), /*only_confirmed=*/true);
  EXPECT_EQ(verdict.kind, VerdictKind::Incorrect);
  EXPECT_EQ(verdict.reason, Reason::ValueMismatch);
  ASSERT_TRUE(verdict.counterexample);
  EXPECT_FALSE(verdict.counterexample->inputs.empty());
}

TEST(LlcAsCompiler, CodeThatIsNotJudgedIsUnsupportedByItsReason) {
  for (const Judged::Kind kind : {Judged::Kind::NotJudged, Judged::Kind::Failed}) {
    Judged judged;
    judged.kind = kind;
    judged.reason = "a call of @g";
    const Verdict verdict = evidence::settle(claim_of(judged));
    EXPECT_EQ(verdict.kind, VerdictKind::Unsupported);
    EXPECT_EQ(verdict.feature, "machine code: a call of @g");
  }
}

TEST(LlcAsCompiler, ACommandLineShowsHowItIsCompiled) {
  EXPECT_EQ(command_line("codegen<riscv64;O1;dag>", 22, "-x"),
            "llc -mtriple=riscv64-unknown-linux-gnu -O1 -mattr=+m,+a,+f,+d,+c -target-abi=lp64d -global-isel=0 "
            "-fast-isel=0 -x");
  EXPECT_THAT(command_line("codegen-ir<aarch64;O2;dag>", 22, ""), HasSubstr("-stop-before=aarch64-isel"));
  EXPECT_EQ(command_line("instcombine", 22, ""), "");
}

}  // namespace
}  // namespace assay::codegen
