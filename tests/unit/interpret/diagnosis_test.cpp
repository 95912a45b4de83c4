#include "services/worker/interpret/diagnosis.h"

#include "tests/unit/interpret/testing.h"

/// What is told of undefined behaviour: where, of which object, and where poison came from.
namespace assay::interpret {
namespace {

/// Runs @main and says what there is to say, a line each.
std::string told(const std::string& text) {
  llvm::LLVMContext context;
  auto module = ir::parse(context, text, "test.ll");
  if (!module) return module.error();
  const auto lowered = semantics::lower(*(*module)->getFunction("main"));
  if (!lowered) return lowered.error();
  Trace trace;
  RunOptions options;
  options.trace = &trace;
  options.traces_callees = true;
  options.allocations_succeed = true;
  const Behaviour behaviour = run(*lowered, {}, options);
  const Diagnosis diagnosis = diagnose(*lowered, behaviour, &trace);
  std::string lines;
  for (const CodePlace& each : diagnosis.places) lines += "at " + text_of(each) + "\n";
  if (!behaviour.reason.empty()) lines += behaviour.reason + "\n";
  if (diagnosis.access)
    lines += std::to_string(diagnosis.access->bytes) + " bytes at " + std::to_string(diagnosis.access->offset) +
             " of " + diagnosis.access->name + ", " + std::to_string(diagnosis.access->size) + " bytes\n";
  if (diagnosis.object && diagnosis.object->allocated)
    lines += "made by " + text_of(*diagnosis.object->allocated) + "\n";
  if (diagnosis.object && diagnosis.object->ended)
    lines += (diagnosis.object->is_left ? "left by " : "ended by ") + text_of(*diagnosis.object->ended) + "\n";
  if (diagnosis.argument) lines += "argument " + std::to_string(*diagnosis.argument) + "\n";
  for (const OriginStep& step : diagnosis.origin) lines += step.what + ": " + text_of(step.place) + "\n";
  return lines;
}

const std::string kHeap =
    "declare ptr @malloc(i64) allockind(\"alloc,uninitialized\") allocsize(0) \"alloc-family\"=\"malloc\"\n"
    "declare void @free(ptr) allockind(\"free\") \"alloc-family\"=\"malloc\"\n";

TEST(Diagnosis, AnAccessIsToldWithItsObject) {
  EXPECT_EQ(told("@g = global [4 x i8] zeroinitializer\ndefine i32 @main() {\n  store i8 1, ptr getelementptr (i8, ptr "
                 "@g, i64 6)\n  ret i32 0\n}\n"),
            "at store i8 1, ptr getelementptr (i8, ptr @g, i64 6), align 1 in @main\n1 bytes at 6 of g, 4 bytes\n");
  EXPECT_EQ(
      told(kHeap + "define i32 @main() {\n  %p = call ptr @malloc(i64 8)\n  %q = getelementptr i8, ptr %p, i64 -1\n"
                   "  %v = load i16, ptr %q, align 1\n  ret i32 0\n}\n"),
      "at %v = load i16, ptr %q, align 1 in @main\n2 bytes at -1 of , 8 bytes\n"
      "made by %p = call ptr @malloc(i64 8) in @main\n");
  EXPECT_EQ(told("define i32 @main() {\n  store i32 1, ptr null\n  ret i32 0\n}\n"),
            "at store i32 1, ptr null, align 4 in @main\n4 bytes at 0 of , 0 bytes\n");
}

TEST(Diagnosis, AnObjectThatIsGoneIsToldWithWhereItEnded) {
  EXPECT_EQ(
      told(kHeap +
           "define internal void @done(ptr %x) {\n  call void @free(ptr %x)\n  ret void\n}\n"
           "define i32 @main() {\n  %n = add i64 4, 4\n  %p = call ptr @malloc(i64 %n)\n  call void @done(ptr %p)\n"
           "  %q = getelementptr i8, ptr %p, i64 2\n  store i8 1, ptr %q\n  ret i32 0\n}\n"),
      "at store i8 1, ptr %q, align 1 in @main\n1 bytes at 2 of , 8 bytes\n"
      "made by %p = call ptr @malloc(i64 %n) in @main\nended by call void @free(ptr %x) in @done\n");
  EXPECT_EQ(told("define internal ptr @leak() {\n  %x = alloca i32\n  ret ptr %x\n}\n"
                 "define i32 @main() {\n  %p = call ptr @leak()\n  store i32 1, ptr %p\n  ret i32 0\n}\n"),
            "at store i32 1, ptr %p, align 4 in @main\n4 bytes at 0 of , 4 bytes\nmade by %x = alloca i32, align 4 in "
            "@leak\nleft by %p = call ptr @leak() in @main\n");
  EXPECT_EQ(told(kHeap + "define i32 @main() {\n  %p = call ptr @malloc(i64 8)\n  call void @free(ptr %p)\n"
                         "  call void @free(ptr %p)\n  ret i32 0\n}\n"),
            "at call void @free(ptr %p) in @main\n0 bytes at 0 of , 8 bytes\n"
            "made by %p = call ptr @malloc(i64 8) in @main\nended by call void @free(ptr %p) in @main\n");
}

TEST(Diagnosis, PoisonIsFollowedThroughMemoryCallsAndPhisToWhatMadeIt) {
  EXPECT_EQ(told("define internal i32 @next(i32 %x) {\n  %r = add nsw i32 %x, 1\n  ret i32 %r\n}\n"
                 "define i32 @main() {\n  %m = alloca [2 x i32]\n  %to = getelementptr i32, ptr %m, i64 1\n"
                 "  %v = call i32 @next(i32 2147483647)\n  store i32 0, ptr %m\n  store i32 %v, ptr %to\n"
                 "  store i32 1, ptr %m\n  %l = load i32, ptr %to\n  br label %next\n"
                 "next:\n  %p = phi i32 [ %l, %0 ]\n  %c = icmp eq i32 %p, 0\n  br i1 %c, label %a, label %b\n"
                 "a:\n  ret i32 0\nb:\n  ret i32 1\n}\n"),
            "at br i1 %c, label %a, label %b in @main\n"
            "poison was computed from poison: %c = icmp eq i32 %p, 0 in @main\n"
            "poison was computed from poison: %p = phi i32 [ %l, %0 ] in @main\n"
            "poison was loaded: %l = load i32, ptr %to, align 4 in @main\n"
            "it was stored: store i32 %v, ptr %to, align 4 in @main\n"
            "poison was returned: %v = call i32 @next(i32 2147483647) in @main\n"
            "poison was made: %r = add nsw i32 %x, 1 in @next\n");
}

TEST(Diagnosis, WhatNobodyWroteIsToldWithItsAllocation) {
  const std::string body =
      "  call void @llvm.memcpy.p0.p0.i64(ptr %b, ptr %a, i64 8, i1 false)\n  %q = getelementptr i8, ptr %b, i64 4\n"
      "  %v = load i32, ptr %q\n  %r = call i32 @use(i32 7, i32 %v)\n  ret i32 %r\n}\n";
  EXPECT_EQ(told("define internal i32 @use(i32 %x, i32 noundef %y) {\n  ret i32 %y\n}\n"
                 "define i32 @main() {\n  %a = alloca i64\n  %b = alloca i64\n  store i32 1, ptr %a\n" +
                 body),
            "at %r = call i32 @use(i32 7, i32 %v) in @main\nargument 2\n"
            "undef was loaded: %v = load i32, ptr %q, align 4 in @main\n"
            "it was copied: call void @llvm.memcpy.p0.p0.i64(ptr %b, ptr %a, i64 8, i1 false) in @main\n"
            "nothing was written there since it was allocated: %a = alloca i64, align 8 in @main\n");
  EXPECT_EQ(
      told(
          "define i32 @main() {\n  %a = alloca i32\n  %v = load i32, ptr %a, !noundef !0\n  ret i32 %v\n}\n!0 = !{}\n"),
      "at %v = load i32, ptr %a, align 4, !noundef !0 in @main\n"
      "nothing was written there since it was allocated: %a = alloca i32, align 4 in @main\n");
}

TEST(Diagnosis, AnotherArgumentThatIsPoisonIsNotBlamedForAnAccess) {
  EXPECT_EQ(told("@g = global i8 0\ndefine i32 @main() {\n  %q = getelementptr i8, ptr @g, i64 1\n"
                 "  store i8 poison, ptr %q\n  ret i32 0\n}\n"),
            "at store i8 poison, ptr %q, align 1 in @main\n1 bytes at 1 of g, 1 bytes\n");
}

TEST(Diagnosis, PlacesInTheSourceAreThoseOfDebugInformationWithInlining) {
  const std::string debug =
      "!llvm.module.flags = !{!0}\n!llvm.dbg.cu = !{!1}\n!0 = !{i32 2, !\"Debug Info Version\", i32 3}\n"
      "!1 = distinct !DICompileUnit(language: DW_LANG_C, file: !2, emissionKind: FullDebug)\n"
      "!2 = !DIFile(filename: \"a.c\", directory: \"/\")\n"
      "!3 = distinct !DISubprogram(name: \"main\", file: !2, line: 4, unit: !1, spFlags: DISPFlagDefinition)\n"
      "!4 = distinct !DISubprogram(name: \"half\", file: !2, line: 1, unit: !1, spFlags: DISPFlagDefinition)\n"
      "!5 = !DILocation(line: 5, column: 7, scope: !3)\n"
      "!6 = !DILocation(line: 2, column: 12, scope: !4, inlinedAt: !5)\n";
  EXPECT_EQ(told("define i32 @main() !dbg !3 {\n  %z = sub i32 1, 1, !dbg !5\n  %r = udiv i32 1, %z, !dbg !6\n"
                 "  ret i32 %r, !dbg !5\n}\n" +
                 debug),
            "at a.c:2:12 in half, inlined at a.c:5:7 in main\n");
}

TEST(Diagnosis, AConversionOfPrintfIsToldWithItsArgument) {
  const auto printed = [](const std::string& format, const std::string& arguments) {
    const std::string lines =
        told("@f = constant [" + std::to_string(format.size() + 1) + " x i8] c\"" + format +
             "\\00\"\ndeclare i32 @printf(ptr, ...)\ndefine i32 @main() {\n  %r = call i32 (ptr, ...) @printf(ptr @f" +
             arguments + ")\n  ret i32 0\n}\n");
    const std::size_t first = lines.find('\n') + 1;
    return lines.substr(first, lines.find('\n', first) - first);
  };
  EXPECT_EQ(printed("%d %s", ", i32 1, double 2.0"),
            "conversion 2, %s: argument 3 is a floating-point number of 64 bits, not a pointer");
  EXPECT_EQ(printed("a %5.1f", ", i32 1"),
            "conversion 1, %5.1f: argument 2 is an integer of 32 bits, not a floating-point number of 64 bits");
  EXPECT_EQ(printed("%ld", ", i32 1"),
            "conversion 1, %ld: argument 2 is an integer of 32 bits, not an integer of 64 bits");
  EXPECT_EQ(printed("%% %d %d", ", i32 1"), "conversion 3, %d: there is no argument 3");
  EXPECT_EQ(printed("%d", ", i32 poison"), "conversion 1, %d: argument 2 is poison");
}

}  // namespace
}  // namespace assay::interpret
