#include "services/worker/rules/rules.h"

#include <gtest/gtest.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

#include <algorithm>

#include "services/worker/interpret/interpret.h"
#include "services/worker/ir/ir.h"
#include "services/worker/semantics/semantics.h"

namespace assay::rules {
namespace {

llvm::Value& result_of(llvm::Function& function) {
  return *llvm::cast<llvm::ReturnInst>(function.getEntryBlock().getTerminator())->getReturnValue();
}

/// Runs the rule's module on all inputs and constants, poison and undef included: no solver, no rung of the ladder.
void expect_holds_for_all_constants(const Rule& rule) {
  llvm::LLVMContext context;
  const auto module = ir::parse(context, rule.module, "rule");
  ASSERT_TRUE(module) << module.error() << rule.module;
  const auto source = semantics::lower(*(*module)->getFunction("src"));
  const auto target = semantics::lower(*(*module)->getFunction("tgt"));
  ASSERT_TRUE(source && target) << rule.module;
  interpret::CheckOptions options;
  options.budget = 400'000'000;
  const auto result = interpret::check_exhaustively(*source, *target, options);
  ASSERT_TRUE(result) << "too many inputs: " << rule.module;
  EXPECT_EQ(result->kind, interpret::CheckResult::Kind::Proved) << rule.module;
}

/// Of the results of @src and @tgt.
Result<Rule> rule_of(const std::string& text) {
  llvm::LLVMContext context;
  const auto module = ir::parse(context, text, "pair");
  if (!module) return Error{module.error()};
  return generalize(result_of(*(*module)->getFunction("src")), result_of(*(*module)->getFunction("tgt")), {});
}

struct Known {
  const char* name;
  const char* type;
  const char* source;
  const char* target;
  const char* rule;
};

const Known kKnown[] = {
    {"NoConstants", "i3", "%a = and i3 %x, %y\n %o = or i3 %x, %y\n %r = sub i3 %o, %a", "%r = xor i3 %x, %y",
     "sub (or x, y), (and x, y) => xor x, y"},
    {"AConstantIsMadeOfTwo", "i4", "%a = and i4 %x, 6\n %r = and i4 %a, 12", "%r = and i4 %x, 4",
     "and (and x, C1), C2 => and x, (C1 & C2)"},
    {"SumOfAmountsIsLimited", "i4", "%a = shl i4 %x, 1\n %r = shl i4 %a, 2", "%r = shl i4 %x, 3",
     "shl (shl x, C1), C2 => shl x, (C1 + C2), if C1 + C2 u< W"},
    {"APowerOfTwo", "i4", "%a = mul i4 %x, 4\n %r = add i4 %a, 0", "%r = shl i4 %x, 2",
     "add (mul x, C), 0 => shl x, log2(C), if isPowerOf2(C)"},
    {"DividedAndMultipliedByOne", "i4", "%a = udiv i4 %x, 4\n %r = mul i4 %a, 4", "%r = and i4 %x, -4",
     "mul (udiv x, C1), C2 => and x, -C1, if isPowerOf2(C1) and C1 == C2"},
    {"OneIsTheOthersNot", "i4", "%a = and i4 %x, 3\n %b = and i4 %x, 12\n %r = or i4 %a, %b", "%r = or i4 %x, 0",
     "or (and x, C1), (and x, C2) => or x, 0, if (C1 | C2) == -1"},
    {"Disjoint", "i4", "%a = and i4 %x, 3\n %r = and i4 %a, 12", "%r = and i4 0, 0",
     "and (and x, C1), C2 => and 0, 0, if (C1 & C2) == 0"},
    {"SumsDoNotWrap", "i4", "%a = and i4 %x, 3\n %r = add i4 %a, 1", "%a = and i4 %x, 3\n %r = add nuw nsw i4 %a, 1",
     "add (and x, C1), C2 => add nsw nuw (and x, C1), C2, if C1 u<= C1 + C2 and C1 u<= SMAX - C2"},
    {"LeavesAreCutOff", "i3", "%m = mul i3 %x, %y\n %n = xor i3 %m, -1\n %r = and i3 %n, %m", "%r = and i3 0, 0",
     "and (xor x, -1), x => and 0, 0"},
    {"FlagsThatAreNotNeededGo", "i4", "%a = add nuw i4 %x, 3\n %r = sub nsw i4 %a, 3", "%r = add i4 %x, 0",
     "sub (add x, C1), C2 => add x, (C1 - C2)"},
    {"FlagsThatAreNeededStay", "i4", "%a = shl nuw i4 %x, 1\n %r = lshr i4 %a, 1", "%r = or i4 %x, 0",
     "lshr (shl nuw x, C1), C2 => or x, 0, if C1 == C2"},
    {"SignBit", "i4", "%a = lshr i4 %x, 3\n %r = sub i4 0, %a", "%r = ashr i4 %x, 3",
     "sub 0, (lshr x, (W - 1)) => ashr x, (W - 1)"},
};

std::string pair_of(const Known& known) {
  const std::string type = known.type;
  const auto function = [&](const std::string& name, const std::string& body) {
    return "define " + type + " @" + name + "(" + type + " %x, " + type + " %y) {\n " + body + "\n ret " + type +
           " %r\n}\n";
  };
  return function("src", known.source) + function("tgt", known.target);
}

const Known& known(std::string_view name) {
  return *std::ranges::find(kKnown, name, [](const Known& each) { return std::string_view(each.name); });
}

class KnownRule : public testing::TestWithParam<Known> {};

TEST_P(KnownRule, IsToldAndHolds) {
  const auto rule = rule_of(pair_of(GetParam()));
  ASSERT_TRUE(rule) << rule.error();
  EXPECT_EQ(rule->text, GetParam().rule);
  expect_holds_for_all_constants(*rule);
  for (std::uint32_t width = 4; width <= 8; ++width)
    EXPECT_NE(std::ranges::find(rule->proved, Widths{width}), rule->proved.end()) << width;
}
INSTANTIATE_TEST_SUITE_P(Rules, KnownRule, testing::ValuesIn(kKnown), [](const auto& test) { return test.param.name; });

TEST(Rules, WidthsOfBothSidesOfACastAreFree) {
  const auto rule = rule_of(
      "define i4 @src(i4 %x) {\n %w = zext i4 %x to i8\n %m = and i8 %w, 15\n %r = trunc i8 %m to i4\n ret i4 %r\n}\n"
      "define i4 @tgt(i4 %x) {\n ret i4 %x\n}\n");
  ASSERT_TRUE(rule) << rule.error();
  EXPECT_EQ(rule->text, "trunc (and (zext x to W2), C) to W1 => x, if trunc(C) == -1");
  EXPECT_NE(std::ranges::find(rule->proved, Widths{8, 16}), rule->proved.end());
  EXPECT_NE(std::ranges::find(rule->proved, Widths{3, 7}), rule->proved.end());
}

TEST(Rules, VectorsAreTheirLanes) {
  const auto rule = rule_of(
      "define <2 x i4> @src(<2 x i4> %x) {\n %a = xor <2 x i4> %x, <i4 5, i4 6>\n"
      " %r = xor <2 x i4> %a, <i4 5, i4 6>\n ret <2 x i4> %r\n}\n"
      "define <2 x i4> @tgt(<2 x i4> %x) {\n ret <2 x i4> %x\n}\n");
  ASSERT_TRUE(rule) << rule.error();
  EXPECT_EQ(rule->text, "xor (xor x, C1), C2 => x, if C1 == C2");
}

TEST(Rules, OperandsInAnotherOrderMakeTheSameRule) {
  const auto pair = [](const char* compare, const char* select) {
    return "declare i4 @llvm.umax.i4(i4, i4)\ndefine i4 @src(i4 %x, i4 %y) {\n %c = icmp " + std::string(compare) +
           "\n %m = call i4 @llvm.umax.i4(i4 %x, i4 %y)\n %r = select i1 %c, " + select +
           "\n ret i4 %r\n}\ndefine i4 @tgt(i4 %x, i4 %y) {\n %m = call i4 @llvm.umax.i4(i4 %x, i4 %y)\n ret i4 "
           "%m\n}\n";
  };
  const auto one = rule_of(pair("ugt i4 %x, %y", "i4 %x, i4 %m"));
  const auto other = rule_of(pair("ult i4 %x, %y", "i4 %y, i4 %m"));
  ASSERT_TRUE(one && other);
  EXPECT_EQ(one->text, other->text);
}

TEST(Rules, WhatHoldsByItsFunctionAloneIsNone) {
  const auto rule =
      rule_of("define i4 @src(i4 %x) {\n %r = and i4 %x, 3\n ret i4 %r\n}\ndefine i4 @tgt(i4 %x) {\n ret i4 %x\n}\n");
  ASSERT_FALSE(rule);
  EXPECT_EQ(rule.error(), "it holds only where it stands");
}

TEST(Rules, OfWhatNoRulesAreMadeIsNamed) {
  const auto rule = rule_of(
      "define i4 @src(ptr %p) {\n %a = load i4, ptr %p\n %r = and i4 %a, %a\n ret i4 %r\n}\n"
      "define i4 @tgt(ptr %p) {\n %a = load i4, ptr %p\n ret i4 %a\n}\n");
  ASSERT_FALSE(rule);
  EXPECT_EQ(rule.error(), "load, of which no rules are made");
}

/// Operations of @f at which the rule is found.
std::vector<Match> matches_of(const Rule& rule, const std::string& function) {
  llvm::LLVMContext context;
  const auto module = ir::parse(context, function, "code");
  EXPECT_TRUE(module) << module.error();
  std::vector<Match> found;
  if (!module) return found;
  for (const llvm::BasicBlock& block : *(*module)->getFunction("f"))
    for (const llvm::Instruction& instruction : block)
      if (const auto match = rules::match(rule, instruction)) found.push_back(*match);
  return found;
}

/// shl (shl x, C1), C2 => shl x, (C1 + C2), if C1 + C2 u< W
class Occurrence : public testing::Test {
 protected:
  static void SetUpTestSuite() { rule_ = *rule_of(pair_of(known("SumOfAmountsIsLimited"))); }
  static Rule rule_;
};
Rule Occurrence::rule_;

TEST_F(Occurrence, IsFoundWithOtherConstantsWidthsAndInVectors) {
  const auto found = matches_of(rule_,
                                "define <2 x i32> @f(<2 x i32> %x) {\n %a = shl nuw <2 x i32> %x, <i32 7, i32 7>\n"
                                " %r = shl <2 x i32> %a, <i32 9, i32 9>\n ret <2 x i32> %r\n}\n");
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].gone, 2u);
  EXPECT_EQ(found[0].made, 1u);
}

TEST_F(Occurrence, IsNoneWhereTheConditionDoesNotHold) {
  EXPECT_TRUE(
      matches_of(rule_, "define i8 @f(i8 %x) {\n %a = shl i8 %x, 6\n %r = shl i8 %a, 2\n ret i8 %r\n}\n").empty());
  EXPECT_TRUE(matches_of(rule_,
                         "define <2 x i8> @f(<2 x i8> %x) {\n %a = shl <2 x i8> %x, <i8 1, i8 2>\n"
                         " %r = shl <2 x i8> %a, <i8 1, i8 1>\n ret <2 x i8> %r\n}\n")
                  .empty());
}

TEST_F(Occurrence, WhatIsUsedElsewhereDoesNotGo) {
  const auto found = matches_of(
      rule_, "define i8 @f(i8 %x) {\n %a = shl i8 %x, 1\n %b = shl i8 %a, 2\n %r = mul i8 %a, %b\n ret i8 %r\n}\n");
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].gone, 1u);
}

TEST(Rules, AnOccurrenceMayHaveItsOperandsInAnyOrder) {
  const auto rule = rule_of(pair_of(known("NoConstants")));
  ASSERT_TRUE(rule) << rule.error();
  for (const char* both : {"%x, %y", "%y, %x"})
    EXPECT_EQ(matches_of(*rule, "define i8 @f(i8 %x, i8 %y) {\n %a = and i8 " + std::string(both) +
                                    "\n %o = or i8 %x, %y\n %r = sub i8 %o, %a\n ret i8 %r\n}\n")
                  .size(),
              1u);
  EXPECT_TRUE(matches_of(*rule,
                         "define i8 @f(i8 %x, i8 %y, i8 %z) {\n %a = and i8 %x, %z\n %o = or i8 %x, %y\n"
                         " %r = sub i8 %o, %a\n ret i8 %r\n}\n")
                  .empty());
}

TEST(Rules, FlagsOfTheSourceMustBeThere) {
  const auto rule = rule_of(pair_of(known("FlagsThatAreNeededStay")));
  ASSERT_TRUE(rule) << rule.error();
  for (const auto& [flags, count] : {std::pair("nuw ", 1u), std::pair("nuw nsw ", 1u), std::pair("nsw ", 0u)})
    EXPECT_EQ(matches_of(*rule, "define i8 @f(i8 %x) {\n %a = shl " + std::string(flags) +
                                    "i8 %x, 3\n %r = lshr i8 %a, 3\n ret i8 %r\n}\n")
                  .size(),
              count)
        << flags;
}

TEST(Rules, ATestHasOtherWidthsAVectorAndWhatTheConditionExcludes) {
  const auto rule = rule_of(pair_of(known("SumOfAmountsIsLimited")));
  ASSERT_TRUE(rule) << rule.error();
  ASSERT_FALSE(rule->against.empty());
  const LitTest test = test_of(*rule);
  llvm::LLVMContext context;
  const auto before = ir::parse(context, test.before, "before"), after = ir::parse(context, test.after, "after");
  ASSERT_TRUE(before && after);
  EXPECT_EQ((*before)->size(), 5u);
  EXPECT_EQ((*after)->size(), 4u);
  check::Checker checker{check::Options()};
  for (llvm::Function& target : **after) {
    const llvm::Function* source = (*before)->getFunction(target.getName());
    ASSERT_NE(source, nullptr);
    EXPECT_EQ(source->getInstructionCount(), 3u);
    EXPECT_EQ(target.getInstructionCount(), 2u);
    EXPECT_EQ(checker.check(*source, target).kind, VerdictKind::Correct) << target.getName().str();
  }
  const auto excluded = (*before)->getFunction("not_rule_4"), shift = (*after)->getFunction("rule_4");
  ASSERT_TRUE(excluded != nullptr && shift != nullptr);
  EXPECT_NE(checker.check(*excluded, *shift).kind, VerdictKind::Correct);
}

}  // namespace
}  // namespace assay::rules
