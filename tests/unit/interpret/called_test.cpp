#include "tests/unit/interpret/testing.h"

/// What attributes of functions that are called, and of their parameters, forbid in them.
namespace assay::interpret {
namespace {

using testing::HasSubstr;

/// @f calls @in, which has a body and attributes; @g is 5 before.
std::string calling(const std::string& body, const std::string& attributes, const std::string& parameter = "ptr %p") {
  return "@g = global i8 5\n@c = constant i8 3\ndeclare void @unknown()\ndefine internal void @deep() {\n  store i8 1, ptr @g\n  ret void\n}\n"
         "define i8 @in(" + parameter + ") " + attributes + " {\n  %own = alloca i8\n  store i8 2, ptr %own\n" + body +
         "}\ndefine i8 @f() {\n  %a = alloca i8\n  store i8 4, ptr %a\n  %r = call i8 @in(ptr %a)\n  ret i8 %r\n}\n";
}
std::string called(const std::string& body, const std::string& attributes) { return behaviours_of(calling(body, attributes)); }

TEST(InterpretCalledFunctions, MemoryAttributesForbidAccessesToWhatWasThereBefore) {
  const std::string reads = "  %v = load i8, ptr @g\n  ret i8 %v\n", writes = "  store i8 1, ptr @g\n  ret i8 6\n";
  EXPECT_EQ(called(reads, "memory(read)"), "returns i8 5");
  EXPECT_THAT(called(reads, "memory(none)"), HasSubstr("read that an attribute forbids"));
  EXPECT_THAT(called(writes, "memory(read)"), HasSubstr("write that an attribute forbids"));
  EXPECT_EQ(called(writes, "memory(write)"), "returns i8 6");
  EXPECT_EQ(called(writes, ""), "returns i8 6");
}

TEST(InterpretCalledFunctions, AReplaceableBodyIsRunWhereItIsToBeInlined) {
  const auto of = [](const std::string& attribute, const std::string& target) {
    return outcome("define weak i8 @g() " + attribute + " {\n  ret i8 3\n}\ndefine i8 @src() {\n  %v = call i8 @g()\n  ret i8 %v\n}\n"
                   "define i8 @tgt() {\n  ret i8 " + target + "\n}\n");
  };
  EXPECT_EQ(of("alwaysinline", "3"), "passed");
  EXPECT_EQ(of("alwaysinline", "4"), "value-mismatch");
  EXPECT_NE(of("", "3"), "passed");
}

TEST(InterpretCalledFunctions, OwnObjectsAndConstantsAreTheirs) {
  EXPECT_EQ(called("  %v = load i8, ptr %own\n  store i8 %v, ptr %own\n  ret i8 %v\n", "memory(none)"), "returns i8 2");
  EXPECT_EQ(called("  %v = load i8, ptr @c\n  ret i8 %v\n", "memory(none)"), "returns i8 3");
}

TEST(InterpretCalledFunctions, ArgumentMemoryIsWhatArgumentsPointTo) {
  EXPECT_EQ(called("  %v = load i8, ptr %p\n  ret i8 %v\n", "memory(argmem: read)"), "returns i8 4");
  EXPECT_THAT(called("  %v = load i8, ptr @g\n  ret i8 %v\n", "memory(argmem: read)"), HasSubstr("read that an attribute"));
  EXPECT_THAT(called("  store i8 1, ptr %p\n  ret i8 1\n", "memory(argmem: read)"), HasSubstr("write that an attribute"));
}

TEST(InterpretCalledFunctions, TheirCalleesAreBoundToo) {
  EXPECT_THAT(called("  call void @deep()\n  ret i8 1\n", "memory(read)"), HasSubstr("write that an attribute forbids"));
  EXPECT_EQ(called("  call void @deep()\n  ret i8 1\n", ""), "returns i8 1");
}

TEST(InterpretCalledFunctions, AfterTheReturnNothingIsForbidden) {
  EXPECT_EQ(behaviours_of("@g = global i8 5\ndefine i8 @in() memory(none) {\n  %own = alloca i8\n  store i8 2, ptr %own\n  ret i8 2\n}\n"
                          "define void @out() {\n  %r = call i8 @in()\n  store i8 %r, ptr @g\n  ret void\n}\n"
                          "define i8 @f() {\n  call void @out()\n  %r = load i8, ptr @g\n  ret i8 %r\n}\n"),
            "returns i8 2");
}

std::string not_judged(const std::string& text) {
  std::string source = text;
  source.replace(source.find("@f()"), 4, "@src()");
  return outcome(source + "define i8 @tgt() {\n  ret i8 77\n}\n");
}

TEST(InterpretCalledFunctions, WhatCannotBeToldIsNotJudged) {
  EXPECT_EQ(not_judged(calling("  store i8 1, ptr %p\n  ret i8 1\n", "", "ptr readonly %p")),
            "not judged: an access that a parameter's attributes or memory(...) may forbid");
  EXPECT_EQ(not_judged(calling("  %v = load i8, ptr %p\n  ret i8 1\n", "", "ptr writeonly %p")),
            "not judged: an access that a parameter's attributes or memory(...) may forbid");
  EXPECT_EQ(not_judged(calling("  %v = load i8, ptr %p\n  ret i8 1\n", "", "ptr readonly %p")), "value-mismatch");
  EXPECT_EQ(not_judged(calling("  call void @unknown() nounwind willreturn\n  ret i8 1\n", "memory(read)")),
            "not judged: a call that memory(...) of a function around it may forbid");
}

TEST(InterpretCalledFunctions, AReturnedArgumentIsReturned) {
  const auto given = [](const std::string& result) {
    return not_judged("define i8 @in(i8 returned %x) {\n  ret i8 " + result + "\n}\ndefine i8 @f() {\n  %r = call i8 @in(i8 3)\n  ret i8 %r\n}\n");
  };
  EXPECT_EQ(given("%x"), "value-mismatch");
  EXPECT_EQ(given("4"), "not judged: something else than the returned argument is returned");
}

TEST(InterpretCalledFunctions, ANorecurseFunctionDoesNotRecurse) {
  const auto recursive = [](const std::string& attribute) {
    return not_judged("define i8 @in(i8 %x) " + attribute + " {\n  %z = icmp eq i8 %x, 0\n  br i1 %z, label %a, label %b\na:\n  ret i8 1\n"
                      "b:\n  %r = call i8 @in(i8 0)\n  ret i8 %r\n}\ndefine i8 @f() {\n  %r = call i8 @in(i8 3)\n  ret i8 %r\n}\n");
  };
  EXPECT_EQ(recursive(""), "value-mismatch");
  EXPECT_EQ(recursive("norecurse"), "not judged: a norecurse function recurses");
}

TEST(InterpretCalledFunctions, AnIndirectCallReachesWhatItsCalleesAre) {
  const auto reached = [](const std::string& list) {
    return behaviours_of("@t = constant ptr @a\ndefine i8 @a() {\n  ret i8 1\n}\ndefine i8 @b() {\n  ret i8 2\n}\n"
                         "define i8 @f() {\n  %p = load ptr, ptr @t\n  %r = call i8 %p(), !callees !0\n  ret i8 %r\n}\n!0 = !{" +
                         list + "}\n");
  };
  EXPECT_EQ(reached("ptr @a, ptr @b"), "returns i8 1");
  EXPECT_THAT(reached("ptr @b"), HasSubstr("immediate undefined behaviour"));
}

TEST(InterpretInvariantGroups, AccessesOfAPlaceSeeOneValue) {
  const auto loaded = [](const std::string& between, const std::string& group = ", !invariant.group !0") {
    return not_judged("@g = global i8 5\ndefine i8 @f() {\n  %a = load i8, ptr @g" + group + "\n" + between +
                      "  %b = load i8, ptr @g" + group + "\n  ret i8 %b\n}\n!0 = !{}\n");
  };
  EXPECT_EQ(loaded(""), "value-mismatch");
  EXPECT_EQ(loaded("  store i8 5, ptr @g\n"), "value-mismatch");
  EXPECT_EQ(loaded("  store i8 6, ptr @g\n"), "not judged: accesses with !invariant.group see different values");
  EXPECT_EQ(loaded("  store i8 6, ptr @g, !invariant.group !0\n"), "not judged: accesses with !invariant.group see different values");
  EXPECT_EQ(loaded("  store i8 6, ptr @g\n", ""), "value-mismatch");
}

}  // namespace
}  // namespace assay::interpret
