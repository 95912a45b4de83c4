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

TEST(InterpretCalls, OutputIsCollected) {
  Code code(
      "@s = constant [7 x i8] c\"%d-%s\\0A\\00\"\n@t = constant [3 x i8] c\"ab\\00\"\ndeclare i32 @printf(ptr, ...)\n"
      "define i32 @f() {\n %r = call i32 (ptr, ...) @printf(ptr @s, i32 -5, ptr @t)\n ret i32 %r\n}");
  const Behaviour behaviour = run(code["f"], {});
  EXPECT_EQ(behaviour.output, "-5-ab\n");
  EXPECT_EQ(describe(code["f"], behaviour), "returns i32 6");
}

TEST(InterpretCalls, TheCalleeOfATailCallLeavesItsCallersAllocasAlone) {
  const auto called = [](const std::string& tail) {
    return behaviours_of(
        "define i8 @g(ptr %p) {\n %v = load i8, ptr %p\n ret i8 %v\n}\ndefine i8 @f() {\n"
        " %a = alloca i8\n store i8 5, ptr %a\n %r = " +
        tail + " call i8 @g(ptr %a)\n ret i8 %r\n}");
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
