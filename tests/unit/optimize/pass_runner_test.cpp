#include <llvm/IR/InstIterator.h>

#include "services/worker/optimize/pipeline.h"
#include "tests/unit/optimize/testing.h"

namespace assay::optimize {
namespace {

using testing::kAddSub;
using testing::parse_or_die;

TEST(PassRunner, SimplifiesInProcess) {
  llvm::LLVMContext context;
  auto module = parse_or_die(context, kAddSub);
  PassRunner runner;
  EXPECT_FALSE(runner.run_passes(*module, "instcombine"));
  EXPECT_EQ(module->getFunction("f")->getInstructionCount(), 1u);
}

TEST(PassRunner, ServesManyModulesAndContexts) {
  PassRunner runner;
  for (int i = 0; i < 3; ++i) {
    llvm::LLVMContext context;
    for (const char* pipeline : {"default<O2>", "instcombine", "gvn,licm"}) {
      auto module = parse_or_die(context, kAddSub);
      EXPECT_FALSE(runner.run_passes(*module, pipeline));
      EXPECT_FALSE(ir::verify(*module));
    }
  }
}

TEST(PassRunner, RefusesAnUnknownPassAndLeavesTheModule) {
  llvm::LLVMContext context;
  auto module = parse_or_die(context, kAddSub);
  const std::string before = ir::print(*module);
  PassRunner runner;
  const Status status = runner.run_passes(*module, "instcombine,no-such-pass");
  ASSERT_TRUE(status);
  EXPECT_NE(status->message.find("no-such-pass"), std::string::npos) << status->message;
  EXPECT_EQ(ir::print(*module), before);
}

TEST(PassRunner, LeavesFunctionsMarkedOptnone) {
  llvm::LLVMContext context;
  auto module = parse_or_die(context, std::string(kAddSub).insert(std::string(kAddSub).find('{'), "noinline optnone "));
  PassRunner runner;
  EXPECT_FALSE(runner.run_passes(*module, "instcombine"));
  EXPECT_EQ(module->getFunction("f")->getInstructionCount(), 3u);
}

TEST(PassRunner, GateSeesEachPassByItsPipelineNameAndCanSkipIt) {
  llvm::LLVMContext context;
  auto module = parse_or_die(context, kAddSub);
  PassRunner runner;
  std::vector<std::string> seen;
  runner.set_gate([&](std::string_view pass, std::string_view unit) {
    seen.push_back(std::string(pass) + " on " + std::string(unit));
    return false;
  });
  EXPECT_FALSE(runner.run_passes(*module, "function(instcombine,gvn)"));
  EXPECT_EQ(seen, (std::vector<std::string>{"instcombine on f", "gvn on f"}));
  EXPECT_EQ(module->getFunction("f")->getInstructionCount(), 3u);
}

TEST(PassRunner, ExpandsPipelinesAsOpt22Does) {
  ASSAY_OPEN_OR_SKIP(opt, 22);
  PassRunner runner;
  for (const char* pipeline : {"default<O2>", "default<O3>", "instcombine", "function(gvn),licm"}) {
    const auto linked = runner.expand(pipeline);
    const auto external = opt.expand(pipeline);
    ASSERT_TRUE(linked && external);
    EXPECT_EQ(*linked, *external);
  }
}

TEST(Pipeline, FixpointCheckIsSwitchedOffFromVersion18On) {
  EXPECT_EQ(spell_pipeline("instcombine", 17), "instcombine");
  EXPECT_EQ(spell_pipeline("instcombine", 18), "instcombine<no-verify-fixpoint>");
  EXPECT_EQ(spell_pipeline("function<eager-inv>(sroa<modify-cfg>,instcombine<max-iterations=2>,gvn)", 22),
            "function<eager-inv>(sroa<modify-cfg>,instcombine<max-iterations=2;no-verify-fixpoint>,gvn)");
  EXPECT_EQ(spell_pipeline("instcombine<verify-fixpoint>", 22), "instcombine<verify-fixpoint>");
  EXPECT_EQ(spell_pipeline("aggressive-instcombine,default<O2>", 22), "aggressive-instcombine,default<O2>");
}

TEST(Pipeline, PeopleWriteItWithTheFixpointCheck) {
  EXPECT_EQ(plain_pipeline("function(gvn,instcombine<no-verify-fixpoint>)"), "function(gvn,instcombine)");
  EXPECT_EQ(plain_pipeline("instcombine<max-iterations=2;no-verify-fixpoint>"), "instcombine<max-iterations=2>");
  EXPECT_EQ(plain_pipeline("early-cse<>,licm"), "early-cse<>,licm");
  for (const char* pipeline : {"instcombine", "instcombine<no-verify-fixpoint>"}) {
    const std::string checked = pipeline_with_fixpoint_check(pipeline);
    EXPECT_EQ(checked, "instcombine<verify-fixpoint>");
    EXPECT_EQ(spell_pipeline(checked, 22), checked);
  }
}

TEST(Pipeline, TextSurvivesParsingAndPrinting) {
  const std::string text = "require<globals-aa>,cgscc(devirt<4>(inline,function<eager-inv>(early-cse<>,gvn))),verify";
  const auto pipeline = parse_pipeline(text);
  ASSERT_TRUE(pipeline);
  EXPECT_EQ(print_pipeline(*pipeline), text);
  EXPECT_EQ(count_passes(*pipeline), 5u);
  EXPECT_EQ(print_pipeline(select_passes(*pipeline, {false, false, false, true, false})),
            "cgscc(devirt<4>(function<eager-inv>(gvn)))");
}

TEST(Pipeline, MalformedTextIsAnError) {
  for (const char* text : {"", "a,,b", "function(", "function(a))", "sroa<modify", ","})
    EXPECT_FALSE(parse_pipeline(text)) << text;
}

bool unchanged_after(const std::string& before, const std::string& after) {
  llvm::LLVMContext context;
  return unchanged(*parse_or_die(context, before), *parse_or_die(context, after));
}

TEST(Unchanged, SeesFlagsThatAStructuralHashOverlooks) {
  const std::string text = "define i8 @f(i8 %x) {\n  %a = add i8 %x, 1\n  ret i8 %a\n}\n";
  std::string flagged = text;
  flagged.insert(flagged.find(" i8 %x, 1"), " nsw");
  EXPECT_TRUE(unchanged_after(text, text));
  EXPECT_FALSE(unchanged_after(text, flagged));
}

TEST(Unchanged, SeesAttributesAndMetadataBehindTheirNumbers) {
  const std::string with = "define i8 @f(ptr %p) #0 {\n  %a = load i8, ptr %p, !range !0\n  ret i8 %a\n}\n";
  const std::string tail = "attributes #0 = { nounwind }\n!0 = !{i8 0, i8 4}\n";
  EXPECT_TRUE(unchanged_after(with + tail, with + tail));
  EXPECT_FALSE(unchanged_after(with + tail, with + "attributes #0 = { willreturn }\n!0 = !{i8 0, i8 4}\n"));
  EXPECT_FALSE(unchanged_after(with + tail, with + "attributes #0 = { nounwind }\n!0 = !{i8 0, i8 5}\n"));
}

TEST(Unchanged, OverlooksTheNumberingOfOtherThingsInTheModule) {
  const std::string function = "define void @f() #N {\n  call void @g() #M\n  ret void\n}\ndeclare void @g()\n";
  std::string a = function, b = "define void @other() #0 {\n  ret void\n}\n" + function;
  a.replace(a.find("#N"), 2, "#0").replace(a.find("#M"), 2, "#1");
  a += "attributes #0 = { nounwind }\nattributes #1 = { willreturn }\n";
  b.replace(b.find("#N"), 2, "#1").replace(b.find("#M"), 2, "#2");
  b += "attributes #0 = { cold }\nattributes #1 = { nounwind }\nattributes #2 = { willreturn }\n";
  llvm::LLVMContext context;
  const auto first = parse_or_die(context, a), second = parse_or_die(context, b);
  EXPECT_TRUE(unchanged(*first->getFunction("f"), *second->getFunction("f")));
}

TEST(Unchanged, SeesAChangedGlobal) {
  const std::string function = "define void @f() {\n  ret void\n}\n";
  EXPECT_FALSE(unchanged_after("@g = global i8 1\n" + function, "@g = global i8 2\n" + function));
}

}  // namespace
}  // namespace assay::optimize
