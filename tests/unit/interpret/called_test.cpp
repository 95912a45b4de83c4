#include "tests/unit/interpret/testing.h"

/// What attributes of functions that are called, and of their parameters, forbid in them.
namespace assay::interpret {
namespace {

using testing::HasSubstr;

/// @f calls @in, which has a body and attributes. @g holds 5 when @f starts.
std::string calling(const std::string& body, const std::string& attributes, const std::string& parameter = "ptr %p") {
  return "@g = global i8 5\n@c = constant i8 3\ndeclare void @unknown()\ndefine internal void @deep() {\n  store i8 1, "
         "ptr @g\n  ret void\n}\n"
         "define i8 @in(" +
         parameter + ") " + attributes + " {\n  %own = alloca i8\n  store i8 2, ptr %own\n" + body +
         "}\ndefine i8 @f() {\n  %a = alloca i8\n  store i8 4, ptr %a\n  %r = call i8 @in(ptr %a)\n  ret i8 %r\n}\n";
}
std::string called(const std::string& body, const std::string& attributes) {
  return behaviours_of(calling(body, attributes));
}

// ATTR-10
TEST(InterpretCalledFunctions, MemoryAttributesForbidAccessesToWhatWasThereBefore) {
  const std::string reads = "  %v = load i8, ptr @g\n  ret i8 %v\n", writes = "  store i8 1, ptr @g\n  ret i8 6\n";
  EXPECT_EQ(called(reads, "memory(read)"), "returns i8 5");
  EXPECT_THAT(called(reads, "memory(none)"), HasSubstr("read that an attribute forbids"));
  EXPECT_THAT(called(writes, "memory(read)"), HasSubstr("write that an attribute forbids"));
  EXPECT_EQ(called(writes, "memory(write)"), "returns i8 6");
  EXPECT_EQ(called(writes, ""), "returns i8 6");
}

TEST(InterpretCalledFunctions, OwnObjectsAndConstantsAreTheirs) {
  EXPECT_EQ(called("  %v = load i8, ptr %own\n  store i8 %v, ptr %own\n  ret i8 %v\n", "memory(none)"), "returns i8 2");
  EXPECT_EQ(called("  %v = load i8, ptr @c\n  ret i8 %v\n", "memory(none)"), "returns i8 3");
}

TEST(InterpretCalledFunctions, ArgumentMemoryIsWhatArgumentsPointTo) {
  EXPECT_EQ(called("  %v = load i8, ptr %p\n  ret i8 %v\n", "memory(argmem: read)"), "returns i8 4");
  EXPECT_THAT(called("  %v = load i8, ptr @g\n  ret i8 %v\n", "memory(argmem: read)"),
              HasSubstr("read that an attribute"));
  EXPECT_THAT(called("  store i8 1, ptr %p\n  ret i8 1\n", "memory(argmem: read)"),
              HasSubstr("write that an attribute"));
}

TEST(InterpretCalledFunctions, TheirCalleesAreBoundToo) {
  EXPECT_THAT(called("  call void @deep()\n  ret i8 1\n", "memory(read)"),
              HasSubstr("write that an attribute forbids"));
  EXPECT_EQ(called("  call void @deep()\n  ret i8 1\n", ""), "returns i8 1");
}

TEST(InterpretCalledFunctions, AfterTheReturnNothingIsForbidden) {
  EXPECT_EQ(behaviours_of("@g = global i8 5\ndefine i8 @in() memory(none) {\n  %own = alloca i8\n  store i8 2, ptr "
                          "%own\n  ret i8 2\n}\n"
                          "define void @out() {\n  %r = call i8 @in()\n  store i8 %r, ptr @g\n  ret void\n}\n"
                          "define i8 @f() {\n  call void @out()\n  %r = load i8, ptr @g\n  ret i8 %r\n}\n"),
            "returns i8 2");
}

// ATTR-18
TEST(InterpretCalledFunctions, AnIndirectCallReachesWhatItsCalleesAre) {
  const auto reached = [](const std::string& list) {
    return behaviours_of(
        "@t = constant ptr @a\ndefine i8 @a() {\n  ret i8 1\n}\ndefine i8 @b() {\n  ret i8 2\n}\n"
        "define i8 @f() {\n  %p = load ptr, ptr @t\n  %r = call i8 %p(), !callees !0\n  ret i8 %r\n}\n!0 = !{" +
        list + "}\n");
  };
  EXPECT_EQ(reached("ptr @a, ptr @b"), "returns i8 1");
  EXPECT_THAT(reached("ptr @b"), HasSubstr("immediate undefined behaviour"));
}

}  // namespace
}  // namespace assay::interpret
