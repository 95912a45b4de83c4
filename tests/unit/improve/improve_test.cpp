#include "services/worker/improve/improve.h"

#include <gtest/gtest.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>

#include "services/worker/interpret/interpret.h"
#include "services/worker/ir/ir.h"
#include "services/worker/semantics/semantics.h"

namespace assay::improve {
namespace {

/// Runs both functions of a fold on all inputs, poison and undef included: no solver, no rung of the ladder.
void expect_holds_for_all_inputs(const Fold& fold) {
  llvm::LLVMContext context;
  const auto module = ir::parse(context, fold.pair, "pair");
  ASSERT_TRUE(module) << module.error() << fold.pair;
  const auto source = semantics::lower(*(*module)->getFunction("src"));
  const auto target = semantics::lower(*(*module)->getFunction("tgt"));
  ASSERT_TRUE(source && target) << fold.pair;
  const auto result = interpret::check_exhaustively(*source, *target);
  ASSERT_TRUE(result) << "too many inputs: " << fold.pair;
  EXPECT_EQ(result->kind, interpret::CheckResult::Kind::Proved) << fold.pair;
}

Looked look_at(const std::string& function, Options options = {}) {
  const auto looked = improve(function, "f", options);
  EXPECT_TRUE(looked) << looked.error() << function;
  if (!looked) return {};
  for (const Fold& fold : looked->folds) {
    EXPECT_EQ(fold.proof.kind, VerdictKind::Correct);
    EXPECT_EQ(fold.proof.bound, "");
    expect_holds_for_all_inputs(fold);
  }
  return *looked;
}

struct Known {
  const char* name;
  Kind kind;
  const char* function;
  const char* left;  ///< stands in the last target
};

/// Folds that LLVM knows, each with one step undone.
const Known kKnown[] = {
    {"NotAndItself", Kind::Constant, "define i4 @f(i4 %x) {\n %n = xor i4 %x, -1\n %r = and i4 %n, %x\n ret i4 %r\n}",
     "ret i4 0"},
    {"CompareOfMasked", Kind::Constant,
     "define i1 @f(i4 %x) {\n %m = and i4 %x, 3\n %r = icmp ult i4 %m, 4\n ret i1 %r\n}", "ret i1 true"},
    {"PoisonAlways", Kind::Constant, "define i4 @f(i4 %x) {\n %r = shl i4 %x, 4\n ret i4 %r\n}", "ret i4 poison"},
    {"OrOfParts", Kind::Value,
     "define i4 @f(i4 %x, i4 %y) {\n %a = and i4 %x, %y\n %s = sub i4 %x, %a\n %r = or i4 %s, %a\n ret i4 %r\n}",
     "ret i4 %x"},
    {"SelectOfEqual", Kind::Value,
     "define i4 @f(i4 %x, i4 %y) {\n %c = icmp eq i4 %x, %y\n %r = select i1 %c, i4 %x, i4 %y\n ret i4 %r\n}",
     "ret i4 %y"},
    {"FreezeOfNoundef", Kind::Value,
     "define i4 @f(i4 noundef %x) {\n %z = freeze i4 %x\n %r = add i4 %z, 1\n ret i4 %r\n}", "add i4 %x, 1"},
    {"TruncOfZext", Kind::Value,
     "define i4 @f(i4 %x) {\n %w = zext i4 %x to i8\n %r = trunc i8 %w to i4\n ret i4 %r\n}", "ret i4 %x"},
    {"XorOfOrAndAnd", Kind::Operation,
     "define i4 @f(i4 %x, i4 %y) {\n %a = and i4 %x, %y\n %o = or i4 %x, %y\n %r = sub i4 %o, %a\n ret i4 %r\n}",
     "xor i4"},
    {"MasksMeet", Kind::Operation, "define i4 @f(i4 %x) {\n %a = and i4 %x, 6\n %r = and i4 %a, 12\n ret i4 %r\n}",
     "and i4 %x, 4"},
    {"ShiftsAddUp", Kind::Operation, "define i4 @f(i4 %x) {\n %a = shl i4 %x, 1\n %r = shl i4 %a, 2\n ret i4 %r\n}",
     "shl i4 %x, 3"},
    {"SelectIsMinimum", Kind::Operation,
     "define i4 @f(i4 %x, i4 %y) {\n %c = icmp ult i4 %x, %y\n %r = select i1 %c, i4 %x, i4 %y\n ret i4 %r\n}",
     "@llvm.umin.i4"},
    {"SumOfMinimumAndMaximum", Kind::Operation,
     "declare i4 @llvm.umin.i4(i4, i4)\ndeclare i4 @llvm.umax.i4(i4, i4)\n"
     "define i4 @f(i4 %x, i4 %y) {\n %a = call i4 @llvm.umin.i4(i4 %x, i4 %y)\n"
     " %b = call i4 @llvm.umax.i4(i4 %x, i4 %y)\n %r = add i4 %a, %b\n ret i4 %r\n}",
     "add i4"},
    {"VectorsToo", Kind::Operation,
     "define <2 x i2> @f(<2 x i2> %x, <2 x i2> %y) {\n %a = and <2 x i2> %x, %y\n %o = or <2 x i2> %x, %y\n"
     " %r = sub <2 x i2> %o, %a\n ret <2 x i2> %r\n}",
     "xor <2 x i2>"},
    {"OrOfXorAndAnd", Kind::Operation,
     "define i4 @f(i4 %x, i4 %y) {\n %a = xor i4 %x, %y\n %b = and i4 %x, %y\n %c = xor i4 %a, %b\n"
     " %d = and i4 %c, 7\n ret i4 %d\n}",
     "or i4"},
    {"NotOfAndWithNot", Kind::Operations,
     "define i4 @f(i4 %x, i4 %y) {\n %n = xor i4 %x, -1\n %a = and i4 %n, %y\n %r = xor i4 %a, -1\n ret i4 %r\n}",
     "or i4"},
    {"DifferenceThatSaturates", Kind::Operation,
     "declare i4 @llvm.umin.i4(i4, i4)\ndefine i4 @f(i4 %x, i4 %y) {\n %m = call i4 @llvm.umin.i4(i4 %x, i4 %y)\n"
     " %r = sub i4 %x, %m\n ret i4 %r\n}",
     "@llvm.usub.sat.i4"},
    {"ComparedWithAConstant", Kind::Operation,
     "define i1 @f(i4 %x) {\n %s = lshr i4 %x, 3\n %t = trunc i4 %s to i1\n ret i1 %t\n}", "icmp slt i4 %x, 0"},
    {"NegatedTwice", Kind::Value, "define half @f(half %x) {\n %n = fneg half %x\n %r = fneg half %n\n ret half %r\n}",
     "ret half %x"},
    {"NoAbsoluteValueIsNegative", Kind::Constant,
     "declare half @llvm.fabs.f16(half)\ndefine i1 @f(half %x) {\n %a = call half @llvm.fabs.f16(half %x)\n"
     " %r = fcmp olt half %a, 0.0\n ret i1 %r\n}",
     "ret i1 false"},
    {"OrderedAndNotLess", Kind::Operation,
     "define i1 @f(half %x) {\n %o = fcmp ord half %x, 0.0\n %g = fcmp uge half %x, 1.0\n %r = and i1 %o, %g\n"
     " ret i1 %r\n}",
     "fcmp oge half %x, 0xH3C00"},
    {"NoWrapOfMasked", Kind::Flags, "define i4 @f(i4 %x) {\n %m = and i4 %x, 3\n %r = add i4 %m, 1\n ret i4 %r\n}",
     "add nuw nsw i4 %m, 1"},
    {"ExactOfShifted", Kind::Flags, "define i4 @f(i4 %x) {\n %s = shl i4 %x, 2\n %r = lshr i4 %s, 1\n ret i4 %r\n}",
     "exact"},
    {"DisjointOfMasks", Kind::Flags,
     "define i4 @f(i4 %x, i4 %y) {\n %a = and i4 %x, 12\n %b = and i4 %y, 3\n %r = or i4 %a, %b\n ret i4 %r\n}",
     "or disjoint"},
    {"NonNegativeZext", Kind::Flags, "define i8 @f(i4 %x) {\n %m = and i4 %x, 5\n %r = zext i4 %m to i8\n ret i8 %r\n}",
     "zext nneg"},
};

class KnownFold : public testing::TestWithParam<Known> {};

TEST_P(KnownFold, IsFoundAndHolds) {
  const Looked looked = look_at(GetParam().function);
  ASSERT_FALSE(looked.folds.empty()) << looked.left_alone;
  EXPECT_EQ(looked.folds.front().kind, GetParam().kind) << looked.folds.front().what;
  const std::string& pair = looked.folds.back().pair;
  EXPECT_NE(pair.substr(pair.find("@tgt")).find(GetParam().left), std::string::npos) << pair;
}
INSTANTIATE_TEST_SUITE_P(Improve, KnownFold, testing::ValuesIn(kKnown),
                         [](const auto& test) { return test.param.name; });

struct NearMiss {
  const char* name;
  const char* function;
};

/// Beside a known fold, but for something that makes it wrong; and what is as good as can be.
const NearMiss kNearMisses[] = {
    {"FreezeOfAnything", "define i4 @f(i4 %x) {\n %z = freeze i4 %x\n ret i4 %z\n}"},
    {"FreezeOfWhatMayBePoison",
     "define i4 @f(i4 noundef %x) {\n %a = add nsw i4 %x, 1\n %z = freeze i4 %a\n ret i4 %z\n}"},
    {"SelectGuardsPoison", "define i1 @f(i1 noundef %c, i1 %x) {\n %r = select i1 %c, i1 %x, i1 false\n ret i1 %r\n}"},
    {"WrapsForOneInput", "define i4 @f(i4 noundef %x) {\n %r = add i4 %x, 1\n ret i4 %r\n}"},
    {"MayOverlap", "define i4 @f(i4 %x, i4 %y) {\n %r = or i4 %x, %y\n ret i4 %r\n}"},
    {"SignOfZero", "define half @f(half noundef %x) {\n %r = fadd half %x, 0.0\n ret half %r\n}"},
    {"NotANumber", "define i1 @f(half noundef %x) {\n %r = fcmp oeq half %x, %x\n ret i1 %r\n}"},
    {"UndefTwice", "define i4 @f(i4 %x) {\n %r = add i4 %x, %x\n ret i4 %r\n}"},
};

class Best : public testing::TestWithParam<NearMiss> {};

TEST_P(Best, HasNoFold) {
  const Looked looked = look_at(GetParam().function);
  EXPECT_EQ(looked.left_alone, "");
  for (const Fold& fold : looked.folds) ADD_FAILURE() << fold.what << "\n" << fold.pair;
}
INSTANTIATE_TEST_SUITE_P(Improve, Best, testing::ValuesIn(kNearMisses),
                         [](const auto& test) { return test.param.name; });

TEST(Improve, StepsFollowOneAnotherUntilNothingIsLeft) {
  const Looked looked = look_at(
      "define i4 @f(i4 %x, i4 %y) {\n %n = xor i4 %x, -1\n %a = and i4 %n, %x\n %s = or i4 %y, %a\n"
      " %m = and i4 %s, 3\n %r = add i4 %m, 1\n ret i4 %r\n}");
  ASSERT_EQ(looked.folds.size(), 2u);
  EXPECT_EQ(looked.folds[1].kind, Kind::Flags);
  EXPECT_EQ(looked.folds[0].after, looked.folds[1].before);
}

TEST(Improve, LeavesAloneWhatItSaysAndNamesWhy) {
  const std::pair<const char*, const char*> kLeft[] = {
      {"loops",
       "define i4 @f(i4 %x) {\ne:\n br label %l\nl:\n %i = phi i4 [ %x, %e ], [ %n, %l ]\n %n = add i4 %i, 1\n"
       " %c = icmp eq i4 %n, 0\n br i1 %c, label %d, label %l\nd:\n ret i4 %n\n}"},
      {"memory", "@g = global i8 0\ndefine i8 @f() {\n %r = load i8, ptr @g\n ret i8 %r\n}"},
      {"calls", "declare i4 @g(i4)\ndefine i4 @f(i4 %x) {\n %r = call i4 @g(i4 %x)\n ret i4 %r\n}"},
      {"pointers", "define i4 @f(ptr %p, i4 %x) {\n %r = add i4 %x, %x\n ret i4 %r\n}"},
      {"no result", "define void @f(i4 %x) {\n ret void\n}"},
      {"no operation", "define i4 @f(i4 %x) {\n ret i4 %x\n}"},
      {"no operation on numbers", "define ptr @f(i4 %x) {\n %r = inttoptr i4 %x to ptr\n ret ptr %r\n}"},
  };
  for (const auto& [reason, function] : kLeft) {
    const Looked looked = look_at(function);
    EXPECT_EQ(looked.left_alone, reason);
    EXPECT_EQ(looked.tried, Tried()) << reason;
  }
}

/// "@tgt": the function that a compiler is given.
std::string name_in(const std::string& module) {
  const std::size_t at = module.find('@', module.find("define "));
  return module.substr(at, module.find('(', at) - at);
}

TEST(Improve, WhatTheCompilerUndoesIsNotTold) {
  const std::string function = "define i4 @f(i1 %x) {\n %n = xor i1 %x, true\n %r = zext i1 %n to i4\n ret i4 %r\n}";
  ASSERT_FALSE(look_at(function).folds.empty());
  Options options;
  std::size_t asked = 0;
  options.compile = [&](const std::string& module) {
    ++asked;
    return "define i4 " + name_in(module) + "(i1 %x) {\n %n = xor i1 %x, true\n %r = zext i1 %n to i4\n ret i4 %r\n}";
  };
  const Looked looked = look_at(function, options);
  EXPECT_TRUE(looked.folds.empty());
  EXPECT_GT(asked, 0u);
  EXPECT_EQ(looked.tried.undone, asked);
}

TEST(Improve, FlagsThatTheCompilerTakesOffAreNotTold) {
  const auto with = [](const std::string& module, const std::string& flags) {
    return "define i4 " + name_in(module) + "(i4 %x) {\n %m = and i4 %x, 3\n %r = add " + flags +
           "i4 %m, 1\n ret i4 %r\n}";
  };
  Options options;
  options.compile = [&](const std::string& module) { return with(module, ""); };
  const std::string function = "define i4 @f(i4 %x) {\n %m = and i4 %x, 3\n %r = add i4 %m, 1\n ret i4 %r\n}";
  const Looked taken_off = look_at(function, options);
  EXPECT_TRUE(taken_off.folds.empty());
  EXPECT_GT(taken_off.tried.undone, 0u);
  options.compile = [&](const std::string& module) { return with(module, "nuw nsw "); };
  EXPECT_EQ(look_at(function, options).folds.size(), 1u);
}

TEST(Improve, AFoldOnWhichTheCompilerFailsIsUndecided) {
  Options options;
  options.compile = [](const std::string&) { return std::nullopt; };
  const Looked looked = look_at(kKnown[0].function, options);
  EXPECT_TRUE(looked.folds.empty());
  EXPECT_GT(looked.tried.undecided, 0u);
  EXPECT_EQ(looked.tried.undone, 0u);
}

TEST(Improve, WhatServesAnAssumptionAloneStays) {
  const Looked looked = look_at(
      "declare void @llvm.assume(i1)\ndefine i4 @f(i4 %x) {\n %c = icmp ne i4 %x, 0\n"
      " call void @llvm.assume(i1 %c)\n ret i4 %x\n}");
  EXPECT_EQ(looked.left_alone, "");
  EXPECT_TRUE(looked.folds.empty());
}

TEST(Improve, WhatAnUnknownFunctionIsGivenStays) {
  const auto looked = improve(
      "declare void @use(i4)\ndefine void @f(i4 %x, i4 %y) {\n %a = and i4 %x, %y\n call void @use(i4 %a)\n"
      " %o = or i4 %x, %y\n %r = sub i4 %o, %a\n call void @use(i4 %r)\n ret void\n}",
      "f", {});
  ASSERT_TRUE(looked) << looked.error();
  ASSERT_EQ(looked->folds.size(), 1u) << looked->left_alone;
  const std::string target = looked->folds[0].pair.substr(looked->folds[0].pair.find("@tgt"));
  EXPECT_NE(target.find("@use(i4 %a)"), std::string::npos) << target;
  EXPECT_NE(target.find("xor i4 %x, %y"), std::string::npos) << target;
}

TEST(Improve, AfterItsPatienceNothingIsBegun) {
  Options options;
  options.patience_s = 1e-9;
  const Looked looked = look_at(kKnown[7].function, options);
  EXPECT_TRUE(looked.folds.empty());
  EXPECT_FALSE(looked.exhausted);
}

TEST(Improve, LimitsAreTold) {
  Options options;
  options.evaluations = 1;
  const Looked looked = look_at(kKnown[7].function, options);
  EXPECT_TRUE(looked.folds.empty());
  EXPECT_FALSE(looked.exhausted);
}

TEST(Improve, WhatCanNotBeReadIsAnError) {
  EXPECT_FALSE(improve("define i4 @f(", "f", {}));
  EXPECT_FALSE(improve("declare i4 @f()", "f", {}));
}

}  // namespace
}  // namespace assay::improve
