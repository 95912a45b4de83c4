#include "tests/unit/interpret/testing.h"

namespace assay::interpret {
namespace {

using Kind = CheckResult::Kind;


TEST(InterpretCalls, DefinitionsAreEntered) {
  EXPECT_EQ(behaviours_of(
                "define i32 @fact(i32 %n) {\n %z = icmp eq i32 %n, 0\n br i1 %z, label %a, label %b\na:\n ret i32 1\n"
                "b:\n %m = sub i32 %n, 1\n %r = call i32 @fact(i32 %m)\n %p = mul i32 %r, %n\n ret i32 %p\n}\n"
                "define i32 @f(i32 %n) {\n %r = call i32 @fact(i32 %n)\n ret i32 %r\n}",
                "5"),
            "returns i32 120 (0x78)");
}

TEST(InterpretCalls, FunctionsAreCalledThroughPointers) {
  EXPECT_EQ(behaviours_of("@t = constant ptr @g\ndefine i8 @g(i8 %x) {\n %y = add i8 %x, 1\n ret i8 %y\n}\n"
                          "define i8 @f(i8 %x) {\n %p = load ptr, ptr @t\n %r = call i8 %p(i8 %x)\n ret i8 %r\n}",
                          "4"),
            "returns i8 5");
  EXPECT_THAT(
      behaviours_of(
          "define i8 @g(i8 %x) {\n ret i8 %x\n}\ndefine i8 @f(i8 %x) {\n %r = call i8 @g(i8 noundef %x)\n ret i8 %r\n}",
          "poison"),
      testing::HasSubstr("noundef parameter"));
}

TEST(InterpretCalls, UnknownCallsMustStayInOrderWithTheirArguments) {
  const std::string declare = "declare void @g(i32)\n";
  const std::string source =
      "define void @src(i32 noundef %x) {\n call void @g(i32 %x)\n call void @g(i32 1)\n ret void\n}\n";
  EXPECT_EQ(outcome(declare + source +
                    "define void @tgt(i32 noundef %x) {\n call void @g(i32 %x)\n call void @g(i32 1)\n ret void\n}"),
            "passed");
  EXPECT_EQ(outcome(declare + source +
                    "define void @tgt(i32 noundef %x) {\n call void @g(i32 1)\n call void @g(i32 %x)\n ret void\n}"),
            "value-mismatch");
  EXPECT_EQ(outcome(declare + source + "define void @tgt(i32 noundef %x) {\n call void @g(i32 %x)\n ret void\n}"),
            "value-mismatch");
}

TEST(InterpretCalls, ResultsOfUnknownCallsAreTheSameOnBothSides) {
  const std::string declare = "declare i32 @g()\n";
  EXPECT_EQ(outcome(declare + "define i32 @src() {\n %a = call i32 @g()\n %r = add i32 %a, %a\n ret i32 %r\n}\n"
                              "define i32 @tgt() {\n %a = call i32 @g()\n %r = shl i32 %a, 1\n ret i32 %r\n}"),
            "passed");
  EXPECT_EQ(
      outcome(declare +
              "define i32 @src() {\n %a = call i32 @g()\n %b = call i32 @g()\n %r = sub i32 %a, %b\n ret i32 %r\n}\n"
              "define i32 @tgt() {\n %a = call i32 @g()\n %b = call i32 @g()\n ret i32 0\n}"),
      "value-mismatch");
}

TEST(InterpretCalls, PureCallsMayBeDroppedAndMerged) {
  const std::string declare = "declare i32 @g(i32) memory(none) willreturn nounwind\n";
  EXPECT_EQ(
      outcome(declare + "define i32 @src(i32 noundef %x) {\n %a = call i32 @g(i32 %x)\n %b = call i32 @g(i32 %x)\n"
                        " %r = sub i32 %a, %b\n ret i32 %r\n}\n"
                        "define i32 @tgt(i32 noundef %x) {\n ret i32 0\n}"),
      "passed");
}

TEST(InterpretCalls, AStoreMayNotMoveAcrossACallThatReadsMemory) {
  const std::string declare = "declare void @g()\n@x = global i32 0\n";
  const std::string source =
      "define void @src() {\n store i32 1, ptr @x\n call void @g()\n store i32 2, ptr @x\n ret void\n}\n";
  EXPECT_EQ(outcome(declare + source + "define void @tgt() {\n call void @g()\n store i32 2, ptr @x\n ret void\n}"),
            "memory-mismatch");
  EXPECT_EQ(outcome(declare + source + "define void @tgt() {\n store i32 1, ptr @x\n call void @g()\n ret void\n}"),
            "memory-mismatch");
}

TEST(InterpretCalls, FinalMemoryOfArgumentsIsCompared) {
  EXPECT_EQ(outcome("define void @src(ptr %p) {\n store i8 1, ptr %p\n store i8 2, ptr %p\n ret void\n}\n"
                    "define void @tgt(ptr %p) {\n store i8 2, ptr %p\n ret void\n}"),
            "passed");
  EXPECT_EQ(outcome("define void @src(ptr %p) {\n store i8 2, ptr %p\n ret void\n}\n"
                    "define void @tgt(ptr %p) {\n store i8 1, ptr %p\n ret void\n}"),
            "memory-mismatch");
  EXPECT_THAT(
      outcome(
          "define void @src(ptr %p) {\n ret void\n}\ndefine void @tgt(ptr %p) {\n store i8 1, ptr %p\n ret void\n}"),
      testing::AnyOf("more-ub", "memory-mismatch"));
}

TEST(InterpretCalls, LoadsMayNotBeForwardedAcrossAStoreThatMayAlias) {
  const std::string source =
      "define i8 @src(ptr %p, ptr %q) {\n store i8 1, ptr %p\n store i8 2, ptr %q\n %v = load i8, ptr %p\n ret i8 "
      "%v\n}\n";
  EXPECT_EQ(
      outcome(source + "define i8 @tgt(ptr %p, ptr %q) {\n store i8 1, ptr %p\n store i8 2, ptr %q\n ret i8 1\n}"),
      "value-mismatch");
}

TEST(InterpretCalls, AddressesOfLocalsAreNotLookedThrough) {
  EXPECT_EQ(outcome("define i1 @src() {\n %p = alloca i8\n %i = ptrtoint ptr %p to i64\n %c = icmp ult i64 %i, 4096\n "
                    "ret i1 %c\n}\n"
                    "define i1 @tgt() {\n ret i1 true\n}")
                .substr(0, 10),
            "not judged");
}

TEST(InterpretCalls, AnAllocaThatIsPromotedIsProved) {
  const std::string text =
      "define i8 @src(i8 %x) {\n %p = alloca i8\n store i8 %x, ptr %p\n %a = load i8, ptr %p\n %r = add i8 %a, 1\n ret "
      "i8 %r\n}\n"
      "define i8 @tgt(i8 %x) {\n %r = add i8 %x, 1\n ret i8 %r\n}";
  EXPECT_EQ(exhaustive_kind(text), Kind::Proved);
}

TEST(InterpretCalls, ANewObjectMayBecomeAnArgumentThatNobodyKnowsButWhatItHoldsCounts) {
  const std::string of = "(ptr noalias noundef writable dereferenceable(4) %d) {\n";
  const auto slot = [&](const std::string& stored, const std::string& target) {
    return outcome("declare void @f(ptr) nounwind\ndefine void @src" + of + " %t = alloca i32\n" + stored +
                   " call void @f(ptr captures(none) %t)\n %v = load i32, ptr %t\n store i32 %v, ptr %d, align 1\n ret void\n}\n" +
                   "define void @tgt" + of + target + " call void @f(ptr captures(none) %d)\n ret void\n}\n");
  };
  EXPECT_THAT(slot("", ""), testing::StartsWith("not judged"));
  EXPECT_THAT(slot(" store i32 1, ptr %t\n", " store i32 1, ptr %d, align 1\n"), testing::StartsWith("not judged"));
  EXPECT_EQ(slot(" store i32 1, ptr %t\n", " store i32 2, ptr %d, align 1\n"), "memory-mismatch");
  EXPECT_EQ(slot(" store i32 1, ptr %t\n", ""), "memory-mismatch");
}

TEST(InterpretCalls, OutputIsCollected) {
  Code code(
      "@s = constant [7 x i8] c\"%d-%s\\0A\\00\"\n@t = constant [3 x i8] c\"ab\\00\"\ndeclare i32 @printf(ptr, ...)\n"
      "define i32 @f() {\n %r = call i32 (ptr, ...) @printf(ptr @s, i32 -5, ptr @t)\n ret i32 %r\n}");
  const Behaviour behaviour = run(code["f"], {});
  EXPECT_EQ(behaviour.output, "-5-ab\n");
  EXPECT_EQ(describe(code["f"], behaviour), "returns i32 6");
}

TEST(InterpretCalls, WhatAnUnknownFunctionReturnsMayBeUsed) {
  const std::string declare = "declare nonnull ptr @where() nounwind willreturn\n";
  const std::string source = "define i8 @src() {\n %p = call ptr @where()\n %v = load i8, ptr %p\n ret i8 %v\n}\n";
  EXPECT_EQ(outcome(declare + source + "define i8 @tgt() {\n %p = call ptr @where()\n %v = load i8, ptr %p\n ret i8 %v\n}"),
            "passed");
  EXPECT_THAT(outcome(declare + source + "define i8 @tgt() {\n %p = call ptr @where()\n ret i8 0\n}"),
              testing::AnyOf("value-mismatch", "more-undefined"));
  EXPECT_EQ(outcome("declare dereferenceable(4) ptr @where() nounwind willreturn\n" + source +
                    "define i8 @tgt() {\n %p = call ptr @where()\n ret i8 0\n}"),
            "value-mismatch");
}

TEST(InterpretCalls, TheCalleeOfATailCallLeavesItsCallersAllocasAlone) {
  const auto called = [](const std::string& tail) {
    return behaviours_of("define i8 @g(ptr %p) {\n %v = load i8, ptr %p\n ret i8 %v\n}\ndefine i8 @f() {\n"
                         " %a = alloca i8\n store i8 5, ptr %a\n %r = " + tail + " call i8 @g(ptr %a)\n ret i8 %r\n}");
  };
  EXPECT_EQ(called(""), "returns i8 5");
  EXPECT_THAT(called("tail"), testing::HasSubstr("immediate undefined behaviour"));
}

TEST(InterpretCalls, AllocasAreReachableAgainAfterATailCall) {
  EXPECT_EQ(behaviours_of("define void @g() {\n ret void\n}\ndefine i8 @f() {\n %a = alloca i8\n store i8 5, ptr %a\n"
                          " tail call void @g()\n %v = load i8, ptr %a\n ret i8 %v\n}"),
            "returns i8 5");
}

}  // namespace
}  // namespace assay::interpret
