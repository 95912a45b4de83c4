#include "services/worker/interpret/duel.h"
#include "tests/unit/interpret/testing.h"

namespace assay::interpret {
namespace {

using Kind = CheckResult::Kind;

TEST(InterpretCheck, ALargeSpaceIsNotEnumerated) {
  Code code("define i64 @src(i64 %x) {\n ret i64 %x\n}\ndefine i64 @tgt(i64 %x) {\n ret i64 %x\n}");
  EXPECT_FALSE(check_exhaustively(code["src"], code["tgt"]).has_value());
}

TEST(InterpretCheck, SamplesFindAWrongConstant) {
  Code code(
      "define i1 @src(i64 %x) {\n %r = icmp eq i64 %x, 123456789\n ret i1 %r\n}\n"
      "define i1 @tgt(i64 %x) {\n ret i1 false\n}");
  const CheckResult result = check_sampled(code["src"], code["tgt"]);
  EXPECT_EQ(result.kind, Kind::Refuted);
  EXPECT_EQ(result.reason, Reason::ValueMismatch);
  ASSERT_TRUE(result.input.has_value());
  EXPECT_EQ(check_input(code["src"], code["tgt"], *result.input).kind, Kind::Refuted);
}

TEST(InterpretCheck, SamplesAreAFunctionOfTheSeed) {
  Code code(
      "define i8 @src(i64 %x) {\n %r = trunc i64 %x to i8\n ret i8 %r\n}\n"
      "define i8 @tgt(i64 %x) {\n %a = and i64 %x, 127\n %r = trunc i64 %a to i8\n ret i8 %r\n}");
  CheckOptions options;
  options.seed = 7;
  const auto first = check_sampled(code["src"], code["tgt"], options);
  const auto second = check_sampled(code["src"], code["tgt"], options);
  EXPECT_EQ(first.input, second.input);
  EXPECT_EQ(first.inputs, second.inputs);
}

TEST(InterpretCheck, LanesAndChoicesUseUpTheBudgetOfSamples) {
  const auto tried = [](const std::string& type, const std::string& what) {
    const std::string body = "(" + type + " %x) {\n %r = " + what + "\n ret " + type + " %r\n}\n";
    Code code("define " + type + " @src" + body + "define " + type + " @tgt" + body);
    CheckOptions options;
    options.budget = 20'000;
    return check_sampled(code["src"], code["tgt"], options).inputs;
  };
  const auto one = tried("i64", "add i64 %x, 1");
  EXPECT_EQ(one, CheckOptions().samples);
  const auto wide = tried("<64 x i64>", "add <64 x i64> %x, %x");
  EXPECT_LT(wide, one / 4);
  EXPECT_LT(tried("<64 x double>", "fadd <64 x double> %x, %x"), wide) << "NaNs are choices";
}

TEST(InterpretCheck, VariablesThatWouldTakeAllMemoryAreNotSetUp) {
  const auto judged = [](std::uint64_t bytes) {
    const std::string type = "[" + std::to_string(bytes) + " x i8]";
    Code code("@v = global " + type + " zeroinitializer\n" +
              "define i8 @src(i64 %x) {\n %r = load i8, ptr @v\n ret i8 %r\n}\n"
              "define i8 @tgt(i64 %x) {\n %r = load i8, ptr @v\n %w = xor i8 %r, 1\n ret i8 %w\n}");
    return check_sampled(code["src"], code["tgt"]);
  };
  EXPECT_EQ(judged(1u << 20).kind, Kind::Refuted);
  const CheckResult large = judged(std::uint64_t{1} << 40);
  EXPECT_EQ(large.kind, Kind::Inconclusive);
  EXPECT_EQ(large.detail, "variables of more than 16 MB");
  EXPECT_EQ(large.inputs, 0u);
}

TEST(InterpretCheck, VscaleIsTheSameNumberInEveryTypeThatHoldsIt) {
  for (unsigned bits = 2; bits <= 130; ++bits) {
    const std::string type = "i" + std::to_string(bits), name = "@llvm.vscale." + type;
    Code code("declare " + type + " " + name + "()\ndefine " + type + " @src() {\n ret " + type + " 1\n}\ndefine " +
              type + " @tgt() {\n %r = call " + type + " " + name + "()\n ret " + type + " %r\n}");
    EXPECT_EQ(check_sampled(code["src"], code["tgt"]).kind, Kind::Passed) << bits;
  }
}

TEST(InterpretCheck, PointersInMemoryLeadSomewhereInEveryLayout) {
  for (const char* layout : {"e-p:64:64", "E-p:64:64", "e-p:32:32", "E-p:32:32"}) {
    Code code(
        "target datalayout = \"" + std::string(layout) + "\"\n" +
        "define i8 @src(ptr %p) {\n %q = load ptr, ptr %p\n %r = load i8, ptr %q\n ret i8 %r\n}\n"
        "define i8 @tgt(ptr %p) {\n %q = load ptr, ptr %p\n %r = load i8, ptr %q\n %s = xor i8 %r, 1\n ret i8 %s\n}");
    EXPECT_EQ(check_sampled(code["src"], code["tgt"]).kind, Kind::Refuted) << layout;
  }
}

TEST(InterpretCheck, ARunThatEndsInACalleeLeavesTheNextOneItsMemory) {
  // Where %x leads nowhere the run ends in @h, which has an alloca.
  Code code(
      "declare void @g()\ndefine void @h(ptr %x) {\n %a = alloca i8\n %b = load i8, ptr %x\n ret void\n}\n"
      "define void @src(ptr %x) {\n call void @g()\n call void @h(ptr %x)\n ret void\n}\n"
      "define void @tgt(ptr %x) {\n call void @g()\n ret void\n}");
  CheckOptions options;
  options.samples = 400;
  EXPECT_EQ(check_sampled(code["src"], code["tgt"], options).kind, Kind::Passed);
}

TEST(InterpretCheck, ASourceWithUnseenChoicesIsNeverRefuted) {
  Code code(
      "define i64 @src(i64 %x) {\n %r = freeze i64 poison\n ret i64 %r\n}\ndefine i64 @tgt(i64 %x) {\n ret i64 "
      "12345\n}");
  EXPECT_NE(check_sampled(code["src"], code["tgt"]).kind, Kind::Refuted);
}

TEST(InterpretCheck, ACounterexampleReadsWell) {
  Code code(
      "define i8 @src(i8 %x) {\n %r = shl i8 %x, 1\n ret i8 %r\n}\n"
      "define i8 @tgt(i8 %x) {\n %d = udiv i8 %x, %x\n %r = shl i8 %x, 1\n ret i8 %r\n}");
  const auto result = check_exhaustively(code["src"], code["tgt"]);
  ASSERT_TRUE(result && result->input);
  const Counterexample example = explain(code["src"], code["tgt"], *result->input);
  ASSERT_EQ(example.inputs.size(), 1u);
  EXPECT_EQ(example.inputs[0].name, "%x");
  EXPECT_EQ(example.inputs[0].value, "0");
  EXPECT_EQ(example.source_result, "returns i8 0");
  EXPECT_THAT(example.target_result,
              testing::StartsWith("immediate undefined behaviour: division by zero at %d = udiv"));
  EXPECT_THAT(example.confirmed_by, testing::ElementsAre(Decider::Interpreter));
}

/// How many instructions the trace of the source leaves out.
std::uint64_t left_out(const Counterexample& example) {
  for (const TraceLine& line : example.source_trace)
    if (line.instruction.starts_with("… ")) return std::stoull(line.instruction.substr(std::string("… ").size()));
  return 0;
}

TEST(InterpretCheck, ARunWithoutAnEndIsToldByItsFirstRounds) {
  Code code(
      "define void @src() { e: br label %l l: %i = phi i8 [ 0, %e ], [ %j, %l ] %j = add i8 %i, 1 br label %l } "
      "define void @tgt() { unreachable }");
  const Counterexample example = explain(code["src"], code["tgt"], code.input("src", ""));
  EXPECT_THAT(example.confirmed_by, testing::ElementsAre(Decider::Interpreter));
  EXPECT_GT(left_out(example), 1'000u);
  EXPECT_LT(left_out(example), 100'000u);
}

TEST(InterpretCheck, ALongRunThatEndsIsToldToItsEnd) {
  const auto loop = [](const std::string& name, const std::string& result) {
    return "define i32 @" + name +
           "() { e: br label %l l: %i = phi i32 [ 0, %e ], [ %j, %l ] %j = add i32 %i, 1 %c = icmp eq i32 %j, 50000 "
           "br i1 %c, label %x, label %l x: ret i32 " +
           result + " } ";
  };
  Code code(loop("src", "%i") + loop("tgt", "%j") + loop("same", "%i"));
  const Counterexample example = explain(code["src"], code["tgt"], code.input("src", ""));
  EXPECT_THAT(example.confirmed_by, testing::ElementsAre(Decider::Interpreter));
  EXPECT_EQ(example.source_result, "returns i32 49999 (0xc34f)");
  EXPECT_GT(left_out(example), 100'000u);
  EXPECT_THAT(explain(code["src"], code["same"], code.input("src", "")).confirmed_by, testing::IsEmpty());
}

// Undefined behaviour covers the runs of other choices, which took their time all the same.
TEST(InterpretCheck, RunsThatAreCoveredAreCounted) {
  Code code(
      "define void @f() { %a = freeze i8 undef %c = icmp eq i8 %a, 200 br i1 %c, label %u, label %x u: unreachable "
      "x: ret void }");
  EXPECT_GT(check_input(code["f"], code["f"], code.input("f", ""), {}).executed, 400u);
}

TEST(InterpretCheck, TheChoicesOfOneInputAreBounded) {
  const std::string loop =
      "() { e: %a = freeze i8 undef %b = freeze i8 undef br label %l l: %i = phi i32 [ 0, %e ], [ %j, %l ] "
      "%j = add i32 %i, 1 %c = icmp eq i32 %j, 3000 br i1 %c, label %x, label %l x: %r = xor i8 %a, %b ret i8 ";
  Code code("define i8 @src" + loop + "%r } define i8 @tgt" + loop + "%a } ");
  CheckOptions options;
  options.budget = 20'000;
  const auto executed_within = [&](std::uint64_t bound) {
    Duel duel(code["src"], code["tgt"], options);
    duel.bound_choices(bound);
    EXPECT_TRUE(duel.try_input(code.input("src", "")));
    EXPECT_NE(duel.result().kind, CheckResult::Kind::Refuted);
    return duel.result().executed;
  };
  EXPECT_LT(executed_within(100'000), 400'000u);
  EXPECT_GT(executed_within(1'000'000), 1'000'000u);
  // Whoever judges a single input, as a replay of a model does, has the check's budget for them.
  EXPECT_LT(check_input(code["src"], code["tgt"], code.input("src", ""), options).executed, 200'000u);
  EXPECT_FALSE(check_exhaustively(code["src"], code["tgt"], options));  // neither a proof nor a refutation
}

TEST(InterpretCheck, AVolatileFillMayBecomeVolatileStoresOfAnySize) {
  const auto kind = [](const std::string& source) {
    Code code("declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)\n@g = global i8 0\ndefine void @src() {\n " + source +
              "\n ret void\n}\ndefine void @tgt() {\n store volatile i8 1, ptr @g\n ret void\n}");
    return check_sampled(code["src"], code["tgt"]).kind;
  };
  EXPECT_EQ(kind("call void @llvm.memset.p0.i64(ptr @g, i8 1, i64 1, i1 true)"), Kind::Inconclusive);
  EXPECT_EQ(kind("call void @llvm.memset.p0.i64(ptr @g, i8 1, i64 1, i1 false)"), Kind::Refuted);
}

}  // namespace
}  // namespace assay::interpret
