#include "tests/unit/interpret/testing.h"

/// Functions of the C library, and variable arguments.
namespace assay::interpret {
namespace {

const std::string kTarget =
    "target datalayout = \"e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128\"\n"
    "target triple = \"x86_64-unknown-linux-gnu\"\n";

std::string printed(const std::string& text) {
  Code code(kTarget + text);
  RunOptions options;
  options.allocations_succeed = true;
  const Behaviour behaviour = run(code["main"], {}, options);
  return behaviour.end == EndKind::Returned ? behaviour.output : describe(code["main"], behaviour);
}

TEST(InterpretLibrary, PrintfKnowsWidthsStarsAndPrecisions) {
  EXPECT_EQ(
      printed("@f = constant [38 x i8] c\"%-4d|%05d|%*d|%.2s|%c|%x|%ld|%5.1f|%p\\00\"\n@s = constant [4 x i8] "
              "c\"abc\\00\"\n"
              "declare i32 @printf(ptr, ...)\ndefine i32 @main() {\n"
              "  call i32 (ptr, ...) @printf(ptr @f, i32 7, i32 -3, i32 4, i32 9, ptr @s, i32 65, i32 255, i64 -1, "
              "double 2.25, ptr null)\n  ret i32 0\n}"),
      "7   |-0003|   9|ab|A|ff|-1|  2.2|(nil)");
}

TEST(InterpretLibrary, AMissingArgumentOfPrintfIsUndefined) {
  EXPECT_THAT(printed("@f = constant [3 x i8] c\"%d\\00\"\ndeclare i32 @printf(ptr, ...)\ndefine i32 @main() {\n"
                      "  call i32 (ptr, ...) @printf(ptr @f)\n  ret i32 0\n}"),
              testing::HasSubstr("va_arg"));
}

TEST(InterpretLibrary, StreamsAreToldApart) {
  Code code(kTarget +
            "@stdout = external global ptr\n@stderr = external global ptr\n@s = constant [4 x i8] c\"abc\\00\"\n"
            "declare i32 @fputs(ptr, ptr)\ndeclare i64 @fwrite(ptr, i64, i64, ptr)\ndeclare i32 @fputc(i32, ptr)\n"
            "define i32 @main() {\n  %o = load ptr, ptr @stdout\n  %e = load ptr, ptr @stderr\n"
            "  call i32 @fputs(ptr @s, ptr %o)\n  call i32 @fputc(i32 33, ptr %o)\n"
            "  call i64 @fwrite(ptr @s, i64 1, i64 2, ptr %e)\n  ret i32 0\n}");
  const Behaviour behaviour = run(code["main"], {});
  EXPECT_EQ(behaviour.output, "abc!");
  EXPECT_EQ(behaviour.errors, "ab");
}

TEST(InterpretLibrary, StringsAreCopiedSearchedAndCompared) {
  EXPECT_EQ(
      printed("@s = constant [6 x i8] c\"hello\\00\"\ndeclare ptr @strcpy(ptr, ptr)\ndeclare ptr @strcat(ptr, ptr)\n"
              "declare ptr @strchr(ptr, i32)\ndeclare ptr @strrchr(ptr, i32)\ndeclare i32 @puts(ptr)\n"
              "declare i32 @strncmp(ptr, ptr, i64)\n"
              "define i32 @main() {\n  %b = alloca [32 x i8]\n  call ptr @strcpy(ptr %b, ptr @s)\n"
              "  call ptr @strcat(ptr %b, ptr @s)\n  call i32 @puts(ptr %b)\n"
              "  %l = call ptr @strchr(ptr %b, i32 108)\n  call i32 @puts(ptr %l)\n"
              "  %r = call ptr @strrchr(ptr %b, i32 108)\n  call i32 @puts(ptr %r)\n"
              "  %c = call i32 @strncmp(ptr %b, ptr @s, i64 5)\n  %z = icmp eq i32 %c, 0\n"
              "  %p = select i1 %z, ptr @s, ptr %l\n  call i32 @puts(ptr %p)\n  ret i32 0\n}"),
      "hellohello\nllohello\nlo\nhello\n");
}

TEST(InterpretLibrary, WritingBehindABufferIsUndefined) {
  EXPECT_THAT(printed("@s = constant [6 x i8] c\"hello\\00\"\ndeclare ptr @strcpy(ptr, ptr)\ndefine i32 @main() {\n"
                      "  %b = alloca [5 x i8]\n  call ptr @strcpy(ptr %b, ptr @s)\n  ret i32 0\n}"),
              testing::HasSubstr("out of bounds"));
}

const std::string kSum =
    "declare void @llvm.va_start.p0(ptr)\ndeclare void @llvm.va_copy.p0(ptr, ptr)\ndeclare void @llvm.va_end.p0(ptr)\n"
    "define i32 @sum(i32 %n, ...) {\n  %list = alloca [24 x i8], align 8\n  %copy = alloca [24 x i8], align 8\n"
    "  call void @llvm.va_start.p0(ptr %list)\n  br label %loop\nloop:\n  %i = phi i32 [ 0, %0 ], [ %i1, %next ]\n"
    "  %s = phi i32 [ 0, %0 ], [ %s1, %next ]\n  %more = icmp ult i32 %i, %n\n  br i1 %more, label %next, label %done\n"
    "next:\n  %v = va_arg ptr %list, i32\n  %d = va_arg ptr %list, double\n  %w = fptosi double %d to i32\n"
    "  %vw = add i32 %v, %w\n  %s1 = add i32 %s, %vw\n  %i1 = add i32 %i, 1\n  br label %loop\n"
    "done:\n  call void @llvm.va_copy.p0(ptr %copy, ptr %list)\n  %last = va_arg ptr %copy, i32\n  %r = add i32 %s, "
    "%last\n"
    "  call void @llvm.va_end.p0(ptr %copy)\n  call void @llvm.va_end.p0(ptr %list)\n  ret i32 %r\n}\n";

TEST(InterpretVariableArguments, AListThatHasEndedGivesNothing) {
  const auto sum_with = [](const std::string& end) {
    std::string text = kSum;
    const std::string take = "  %last = va_arg";
    text.insert(text.find(take), end);
    return behaviours_of(kTarget + text +
                         "define i32 @f() {\n  %r = call i32 (i32, ...) @sum(i32 0, i32 7)\n  ret i32 %r\n}");
  };
  EXPECT_EQ(sum_with(""), "returns i32 7");
  EXPECT_EQ(sum_with("  call void @llvm.va_end.p0(ptr %list)\n"), "returns i32 7");
  EXPECT_THAT(sum_with("  call void @llvm.va_end.p0(ptr %copy)\n"), testing::HasSubstr("va_arg"));
}

// CALL-24
TEST(InterpretVariableArguments, OfTheFunctionThatIsRunAreNotKnownToOthers) {
  const auto run = [](const std::string& use) {
    return behaviours_of(kTarget +
                         "declare void @llvm.va_start.p0(ptr)\ndeclare i32 @see(ptr)\ndefine i32 @f(...) {\n"
                         "  %l = alloca [24 x i8], align 8\n  call void @llvm.va_start.p0(ptr %l)\n" +
                         use + "  ret i32 1\n}\n");
  };
  EXPECT_EQ(run(""), "returns i32 1");
  EXPECT_THAT(run("  %r = call i32 @see(ptr %l)\n"), testing::HasSubstr("unsupported"));
  EXPECT_THAT(run("  %r = load i32, ptr %l\n"), testing::HasSubstr("unsupported"));
}

// CALL-21
TEST(InterpretVariableArguments, AreTakenFromRegistersThenFromTheStack) {
  std::string arguments = "i32 10";
  for (int i = 1; i <= 10; ++i) arguments += ", i32 " + std::to_string(i) + ", double 1.0e2";
  EXPECT_EQ(behaviours_of(kTarget + kSum + "define i32 @f() {\n  %r = call i32 (i32, ...) @sum(" + arguments +
                          ", i32 5000)\n  ret i32 %r\n}"),
            "returns i32 6055 (0x17a7)");
}

TEST(InterpretVariableArguments, TakingMoreThanWasPassedGivesPoisonOrIsUndefined) {
  const auto with = [](const std::string& arguments) {
    return behaviours_of(kTarget + kSum + "define i32 @f() {\n  %r = call i32 (i32, ...) @sum(" + arguments +
                         ")\n  ret i32 %r\n}");
  };
  EXPECT_EQ(with("i32 2, i32 1"), "returns i32 poison");
  EXPECT_THAT(with("i32 20, i32 1"), testing::HasSubstr("undefined behaviour"));
}

TEST(InterpretStack, AllocasAreOutsideTheirLifetimeAfterStackrestore) {
  const std::string text =
      "declare ptr @llvm.stacksave.p0()\ndeclare void @llvm.stackrestore.p0(ptr)\ndefine i8 @f(i64 %n) {\n"
      "  %b = alloca i8\n  store i8 3, ptr %b\n  %s = call ptr @llvm.stacksave.p0()\n  %a = alloca i8, i64 %n\n"
      "  store i8 1, ptr %a\n  call void @llvm.stackrestore.p0(ptr %s)\n";
  EXPECT_EQ(behaviours_of(text + "  %v = load i8, ptr %b\n  ret i8 %v\n}", "4"), "returns i8 3");
  EXPECT_EQ(behaviours_of(text + "  %v = load i8, ptr %a\n  ret i8 %v\n}", "4"), "returns i8 poison");
  EXPECT_THAT(behaviours_of(text + "  store i8 1, ptr %a\n  ret i8 1\n}", "4"), testing::HasSubstr("dead object"));
}

TEST(InterpretExecutions, OutputAndExitCodeAreCompared) {
  const auto compared = [](const std::string& source, const std::string& target) {
    Code before(source), after(target);
    return compare_executions(before["main"], after["main"], {"p"});
  };
  const std::string hello =
      "@s = private constant [3 x i8] c\"hi\\00\"\ndeclare i32 @puts(ptr)\ndeclare void @exit(i32)\ndefine i32 @main() "
      "{\n"
      "  call i32 @puts(ptr @s)\n";
  using Kind = ExecutionComparison::Kind;
  EXPECT_EQ(compared(hello + "  ret i32 3\n}", hello + "  call void @exit(i32 3)\n  unreachable\n}").kind, Kind::Same);
  EXPECT_EQ(compared(hello + "  ret i32 3\n}", hello + "  ret i32 4\n}").kind, Kind::Different);
  EXPECT_EQ(compared(hello + "  ret i32 3\n}", "define i32 @main() {\n  ret i32 3\n}").kind, Kind::Different);
  EXPECT_FALSE(compared(hello + "  unreachable\n}", "define i32 @main() {\n  ret i32 3\n}").is_defined);
}

TEST(InterpretExecutions, ManyScatteredAccessesOfOneTypeLeaveNoDoubt) {
  const auto program = [](const std::string& index) {
    return "@table = global [4000 x i32] zeroinitializer\ndefine i32 @main() {\n  br label %l\nl:\n"
           "  %i = phi i32 [ 0, %0 ], [ %n, %l ]\n  %n = add i32 %i, 1\n  %k = " +
           index +
           "\n  %p = getelementptr i32, ptr @table, i32 %k\n  store i32 %i, ptr %p, !tbaa !2\n"
           "  %c = icmp eq i32 %n, 900\n  br i1 %c, label %e, label %l\ne:\n"
           "  %v = load float, ptr @table, !tbaa !3\n  %z = fcmp une float %v, 0.0\n  %r = zext i1 %z to i32\n"
           "  ret i32 %r\n}\n!0 = !{!\"root\"}\n!1 = !{!\"char\", !0, i64 0}\n!2 = !{!4, !4, i64 0}\n"
           "!3 = !{!5, !5, i64 0}\n!4 = !{!\"int\", !1, i64 0}\n!5 = !{!\"float\", !1, i64 0}\n";
  };
  const auto is_complete = [&](const std::string& index) {
    Code before(program(index)), after(program(index));
    return compare_executions(before["main"], after["main"], {"p"}).is_complete;
  };
  EXPECT_TRUE(is_complete("mul i32 %n, 4")) << "other elements than the float's";
  EXPECT_FALSE(is_complete("mul i32 %i, 4")) << "the first is the float's";
}

TEST(InterpretExecutions, OfMuchOutputTheLineThatDiffersIsTold) {
  const auto program = [](const std::string& last) {
    return "@line = private constant [16 x i8] c\"fifteen letters\\00\"\n@last = private constant [4 x i8] c\"" + last +
           "\\00\"\ndeclare i32 @puts(ptr)\ndefine i32 @main() {\n  br label %l\nl:\n"
           "  %i = phi i32 [ 0, %0 ], [ %n, %l ]\n  call i32 @puts(ptr @line)\n  %n = add i32 %i, 1\n"
           "  %c = icmp eq i32 %n, 50\n  br i1 %c, label %e, label %l\ne:\n  call i32 @puts(ptr @last)\n  ret i32 3\n}";
  };
  Code before(program("one")), after(program("two"));
  const ExecutionComparison compared = compare_executions(before["main"], after["main"], {"p"});
  EXPECT_EQ(compared.source_result, "prints ... \"one\\n\" (804 bytes) and exits with 3");
  EXPECT_EQ(compared.target_result, "prints ... \"two\\n\" (804 bytes) and exits with 3");
}

}  // namespace
}  // namespace assay::interpret
