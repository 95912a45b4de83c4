#include "tests/unit/interpret/testing.h"

namespace assay::interpret {
namespace {

TEST(InterpretMain, ArgumentsStandInMemory) {
  Code code(R"(
declare i32 @puts(ptr)
define i32 @main(i32 %argc, ptr %argv) {
  %p = getelementptr ptr, ptr %argv, i64 1
  %s = load ptr, ptr %p
  %r = call i32 @puts(ptr %s)
  %q = getelementptr ptr, ptr %argv, i64 2
  %e = load ptr, ptr %q
  %c = icmp eq ptr %e, null
  %n = zext i1 %c to i32
  %x = add i32 %n, %argc
  ret i32 %x
})");
  const auto input = main_input(code["main"], {"prog", "hello"});
  ASSERT_TRUE(input) << input.error();
  const Behaviour behaviour = run(code["main"], *input);
  EXPECT_EQ(behaviour.output, "hello\n");
  EXPECT_EQ(exit_code_of(code["main"], behaviour), 3);
}

TEST(InterpretMain, ExitEndsTheProgram) {
  Code code("declare void @exit(i32)\ndefine i32 @main() {\n call void @exit(i32 7)\n unreachable\n}");
  const Behaviour behaviour = run(code["main"], {});
  EXPECT_EQ(exit_code_of(code["main"], behaviour), 7);
}

TEST(InterpretMain, OtherParametersAreRefused) {
  Code code("define i32 @main(float %x) {\n ret i32 0\n}");
  EXPECT_FALSE(main_input(code["main"], {}));
}

TEST(InterpretMain, UndefinedBehaviourInACalleeIsReportedThereWithTheCall) {
  Code code(
      "define i32 @g(i32 %x) {\n %r = udiv i32 1, %x\n ret i32 %r\n}\n"
      "define i32 @main() {\n %r = call i32 @g(i32 0)\n ret i32 %r\n}");
  const Behaviour behaviour = run(code["main"], {});
  EXPECT_THAT(
      describe(code["main"], behaviour),
      testing::HasSubstr("division by zero at %r = udiv i32 1, %x in @g, called at %r = call i32 @g(i32 0) in @main"));
  EXPECT_FALSE(exit_code_of(code["main"], behaviour).has_value());
}

}  // namespace
}  // namespace assay::interpret
