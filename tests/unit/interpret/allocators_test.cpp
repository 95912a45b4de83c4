#include "tests/unit/interpret/testing.h"

/// Functions that allocate and free, by name and by attributes; sizes of objects.
namespace assay::interpret {
namespace {

using testing::HasSubstr;

constexpr const char* kOwn =
    "declare ptr @get(i64) allockind(\"alloc,uninitialized\") allocsize(0) \"alloc-family\"=\"own\"\n"
    "declare ptr @blank(i64, i64 allocalign) allockind(\"alloc,zeroed,aligned\") allocsize(0) "
    "\"alloc-family\"=\"own\"\n"
    "declare ptr @more(ptr allocptr, i64) allockind(\"realloc\") allocsize(1) \"alloc-family\"=\"own\"\n"
    "declare void @put(ptr allocptr) allockind(\"free\") \"alloc-family\"=\"own\"\n"
    "declare void @other(ptr allocptr) allockind(\"free\") \"alloc-family\"=\"other\"\n"
    "declare ptr @unsized() allockind(\"alloc,uninitialized\")\n"
    "declare ptr @plain(i64)\ndeclare void @drop(ptr)\n"
    "declare ptr @_Znwm(i64)\ndeclare void @_ZdlPv(ptr)\ndeclare void @free(ptr)\n";

std::string own(const std::string& body, const std::string& type = "void") {
  return kOwn + ("define " + type + " @f() {\n" + body + "}\n");
}

TEST(InterpretAllocators, AnAllocationMayFail) {
  EXPECT_EQ(behaviours_of(own("  %p = call ptr @get(i64 4)\n  %n = icmp eq ptr %p, null\n  ret i1 %n\n", "i1")),
            "returns i1 false | returns i1 true");
  EXPECT_EQ(behaviours_of(own("  %p = call nonnull ptr @get(i64 4)\n  %n = icmp eq ptr %p, null\n  ret i1 %n\n", "i1")),
            "returns i1 false");
}

TEST(InterpretAllocators, WhatIsAllocatedHasTheSizeAndContentsThatAttributesSay) {
  const std::string load = "  %n = icmp eq ptr %p, null\n  br i1 %n, label %a, label %b\na:\n  ret i8 7\nb:\n";
  EXPECT_EQ(behaviours_of(own("  %p = call ptr @blank(i64 4, i64 32)\n" + load +
                                  "  %q = getelementptr i8, ptr %p, i64 3\n  %v = load i8, ptr %q\n  ret i8 %v\n",
                              "i8")),
            "returns i8 0 | returns i8 7");
  EXPECT_THAT(behaviours_of(own("  %p = call ptr @blank(i64 4, i64 32)\n" + load +
                                    "  %q = getelementptr i8, ptr %p, i64 4\n  %v = load i8, ptr %q\n  ret i8 %v\n",
                                "i8")),
              HasSubstr("out of bounds"));
  EXPECT_EQ(behaviours_of(own("  %p = call nonnull ptr @get(i64 4)\n  store i8 9, ptr %p\n"
                              "  %q = call nonnull ptr @more(ptr %p, i64 8)\n  %v = load i8, ptr %q\n  ret i8 %v\n",
                              "i8")),
            "returns i8 9");
}

TEST(InterpretAllocators, WhatIsFreedIsGone) {
  EXPECT_THAT(
      behaviours_of(
          own("  %p = call nonnull ptr @get(i64 4)\n  call void @put(ptr %p)\n  call void @put(ptr %p)\n  ret void\n")),
      HasSubstr("free of something"));
  EXPECT_THAT(behaviours_of(own(
                  "  %p = call nonnull ptr @get(i64 4)\n  call void @put(ptr %p)\n  store i8 1, ptr %p\n  ret void\n")),
              HasSubstr("dead object"));
  EXPECT_EQ(behaviours_of(own("  call void @put(ptr null)\n  ret void\n")), "returns");
}

/// The i64 `%at` bytes behind the start of an object of 4 bytes that is gone, by a step in bounds.
std::string behind_what_is_gone(int at, const std::string& use) {
  return own(
      "  %p = call nonnull ptr @get(i64 4)\n  call void @put(ptr %p)\n  %q = getelementptr inbounds i8, ptr %p, i64 " +
          std::to_string(at) + "\n" + use,
      "i64");
}

TEST(InterpretAllocators, WhatIsFreedKeepsItsBounds) {
  const std::string difference =
      "  %a = ptrtoint ptr %p to i64\n  %b = ptrtoint ptr %q to i64\n  %d = sub i64 %b, %a\n  ret i64 %d\n";
  for (const int inside : {0, 1, 4})
    EXPECT_EQ(behaviours_of(behind_what_is_gone(inside, difference)), "returns i64 " + std::to_string(inside));
  for (const int outside : {-1, 5})
    EXPECT_EQ(behaviours_of(behind_what_is_gone(outside, difference)), "returns i64 poison");
  EXPECT_THAT(behaviours_of(behind_what_is_gone(2, "  %v = load i8, ptr %q\n  %w = zext i8 %v to i64\n  ret i64 %w\n")),
              HasSubstr("dead object"));
}

TEST(InterpretAllocators, AsManyObjectsAsOneLikesAreMadeAndFreedOneAfterTheOther) {
  const std::string loop =
      "  br label %l\nl:\n  %i = phi i64 [ 0, %0 ], [ %j, %l ]\n  %p = call nonnull ptr @get(i64 4)\n"
      "  call void @put(ptr %p)\n  %j = add i64 %i, 1\n  %c = icmp eq i64 %j, 5000\n"
      "  br i1 %c, label %x, label %l\nx:\n  ret i64 %j\n";
  EXPECT_EQ(behaviours_of(own(loop, "i64")), "returns i64 5000 (0x1388)");
}

TEST(InterpretAllocators, ANofreeFunctionThatIsCalledFreesNothingOfItsCallers) {
  const auto freed = [](const std::string& attribute) {
    return "declare ptr @malloc(i64)\ndeclare void @free(ptr)\ndefine void @in(ptr %p) " + attribute +
           " {\n  call void @free(ptr %p)\n  %q = call ptr @malloc(i64 1)\n  call void @free(ptr %q)\n  ret void\n}\n"
           "define void @f() {\n  %p = call nonnull ptr @malloc(i64 4)\n  call void @in(ptr %p)\n  ret void\n}\n";
  };
  EXPECT_THAT(behaviours_of(freed("nofree")), HasSubstr("free of something"));
  EXPECT_THAT(behaviours_of(freed("")), testing::Not(HasSubstr("free of something")));
}

std::string sized(const std::string& pointer, const std::string& flags = "i1 false, i1 false, i1 false") {
  return "declare i64 @llvm.objectsize.i64.p0(ptr, i1, i1, i1)\n@g = global [9 x i8] zeroinitializer\n@e = external "
         "global i8\n"
         "define i64 @f(i1 noundef %c) {\n  %a = alloca [4 x i8]\n  %b = getelementptr i8, ptr %a, i64 3\n"
         "  %s = select i1 %c, ptr %a, ptr @g\n  %r = call i64 @llvm.objectsize.i64.p0(ptr " +
         pointer + ", " + flags + ")\n  ret i64 %r\n}\n";
}

/// MEM-20. All choices are too many: the first ones are tried.
TEST(InterpretObjectSize, IsAnyBound) {
  const auto may_be = [](const std::string& pointer, const std::string& flags, const std::string& number) {
    const std::string all = behaviours_of(sized(pointer, flags), "true") + " | ";
    return all.find("returns i64 " + number + " ") != std::string::npos;
  };
  const std::string most = "i1 false, i1 false, i1 false", least = "i1 true, i1 false, i1 false";
  EXPECT_TRUE(may_be("%b", most, "1") && may_be("%b", most, "2") && !may_be("%b", most, "0"));
  EXPECT_TRUE(may_be("@g", most, "9") && may_be("@g", most, "10") && !may_be("@g", most, "8"));
  EXPECT_TRUE(may_be("@g", least, "9") && may_be("@g", least, "0") && !may_be("@g", least, "10"));
  EXPECT_TRUE(may_be("null", most, "0"));
  const std::string null_is_unknown = "i1 false, i1 true, i1 false";
  EXPECT_TRUE(may_be("null", null_is_unknown, "-1") && !may_be("null", null_is_unknown, "0"));
}

}  // namespace
}  // namespace assay::interpret
