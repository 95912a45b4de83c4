#include "tests/unit/interpret/testing.h"

/// Attributes and metadata of memory, atomic operations, initial values.
namespace assay::interpret {
namespace {

using testing::HasSubstr;

// ATTR-23
TEST(InterpretInvariants, MemoryOfAnInvariantLoadMustNotChange) {
  const std::string global = "@g = global i8 1\n";
  EXPECT_THAT(
      behaviours_of(global + "define i8 @f() {\n store i8 2, ptr @g\n %v = load i8, ptr @g, !invariant.load !0\n"
                             " ret i8 %v\n}\n!0 = !{}"),
      HasSubstr("invariant memory changed"));
  EXPECT_THAT(
      behaviours_of(global + "define i8 @f() {\n %v = load i8, ptr @g, !invariant.load !0\n store i8 2, ptr @g\n"
                             " ret i8 %v\n}\n!0 = !{}"),
      HasSubstr("invariant memory changed"));
  EXPECT_EQ(behaviours_of(global + "define i8 @f() {\n %v = load i8, ptr @g, !invariant.load !0\n store i8 1, ptr @g\n"
                                   " ret i8 %v\n}\n!0 = !{}"),
            "returns i8 1");
}

// MEM-5
TEST(InterpretLibrary, CopiesThatOverlapAreNotJudged) {
  const auto copied = [](const std::string& function, const std::string& to) {
    return behaviours_of("declare ptr @" + function +
                         "(ptr, ptr, i64)\ndefine i8 @f() {\n  %p = alloca [4 x i8]\n  store i32 0, ptr %p, align 1\n"
                         "  %q = getelementptr i8, ptr %p, i64 " +
                         to + "\n  call ptr @" + function +
                         "(ptr %q, ptr %p, i64 2)\n"
                         "  %v = load i8, ptr %q\n  ret i8 %v\n}");
  };
  EXPECT_THAT(copied("memcpy", "1"), HasSubstr("overlapping memory"));
  EXPECT_EQ(copied("memcpy", "0"), "returns i8 0");
  EXPECT_EQ(copied("memmove", "1"), "returns i8 0");
}

// ATTR-9
TEST(InterpretAttributes, ANofreeFunctionFreesOnlyWhatItAllocated) {
  const std::string declare = "declare ptr @malloc(i64)\ndeclare void @free(ptr)\n";
  EXPECT_EQ(
      outcome(declare + "define void @src(ptr noundef nonnull %p) nofree {\n  call void @free(ptr %p)\n  ret void\n}\n"
                        "define void @tgt(ptr noundef nonnull %p) {\n  ret void\n}\n"),
      "vacuous");
  EXPECT_EQ(
      behaviours_of(declare + "define void @f() nofree {\n  %p = call ptr @malloc(i64 4)\n  call void @free(ptr %p)\n"
                              "  ret void\n}"),
      "returns | returns");
}

TEST(InterpretAttributes, AnUndefAddressThatMustBeAlignedIsAlignedOrPoison) {
  const std::string source =
      "define i1 @src(ptr align 8 %p) {\n  %a = ptrtoint ptr %p to i64\n  %b = and i64 %a, 7\n"
      "  %r = icmp eq i64 %b, 0\n  ret i1 %r\n}\n";
  EXPECT_EQ(outcome(source + "define i1 @tgt(ptr align 8 %p) {\n  ret i1 true\n}\n"), "passed");
  EXPECT_EQ(outcome(source + "define i1 @tgt(ptr align 8 %p) {\n  ret i1 false\n}\n"), "value-mismatch");
  EXPECT_EQ(behaviours_of("define void @f(ptr dereferenceable(4) %p) {\n  ret void\n}\n", "undef"),
            "immediate undefined behaviour: a dereferenceable pointer is not at the call (LangRef: dereferenceable)");
}

TEST(InterpretAttributes, WhatIsWritableIsNoConstant) {
  const auto passed = [](const std::string& attributes, const std::string& kind) {
    return behaviours_of("@c = " + kind + " i8 1\ndefine void @g(ptr " + attributes + " %p) {\n  ret void\n}\n" +
                         "define void @f() {\n  call void @g(ptr " + attributes + " @c)\n  ret void\n}\n");
  };
  EXPECT_THAT(passed("writable dereferenceable(1)", "constant"), HasSubstr("write to constant memory"));
  EXPECT_EQ(passed("writable dereferenceable(1)", "global"), "returns");
  EXPECT_EQ(passed("writable", "constant"), "returns");
  EXPECT_EQ(passed("dereferenceable(1)", "constant"), "returns");
}

TEST(InterpretAtomics, FloatingPointUpdatesFollowTheirInstructions) {
  const auto updated = [](const std::string& operation, const std::string& value) {
    return behaviours_of("@g = global float 2.5\ndefine float @f() {\n  %o = atomicrmw " + operation +
                         " ptr @g, float " + value + " seq_cst\n  %r = load float, ptr @g\n  ret float %r\n}");
  };
  EXPECT_THAT(updated("fadd", "1.0"), HasSubstr("3.5"));
  EXPECT_THAT(updated("fsub", "1.0"), HasSubstr("1.5"));
  EXPECT_THAT(updated("fmax", "4.0"), HasSubstr("4"));
  EXPECT_THAT(updated("fmin", "0x7FF8000000000000"), HasSubstr("2.5"));
  EXPECT_THAT(updated("fminimum", "-1.0"), HasSubstr("-1"));
}

TEST(InterpretAtomics, WrappingAndConditionalUpdates) {
  const auto updated = [](const std::string& operation, int value) {
    return behaviours_of("@g = global i8 7\ndefine i8 @f() {\n  %o = atomicrmw " + operation + " ptr @g, i8 " +
                         std::to_string(value) + " seq_cst\n  %r = load i8, ptr @g\n  ret i8 %r\n}");
  };
  EXPECT_EQ(updated("uinc_wrap", 7), "returns i8 0");
  EXPECT_EQ(updated("udec_wrap", 3), "returns i8 3");
  EXPECT_EQ(updated("usub_cond", 9), "returns i8 7");
  EXPECT_EQ(updated("usub_sat", 9), "returns i8 0");
  EXPECT_EQ(updated("nand", 3), "returns i8 -4 (0xfc, 252)");
}

TEST(InterpretPointers, AddressSpacesOfOneWidthShareAddresses) {
  EXPECT_EQ(behaviours_of("@g = global i8 9\ndefine i8 @f() {\n  %p = addrspacecast ptr @g to ptr addrspace(1)\n"
                          "  %v = load i8, ptr addrspace(1) %p\n  ret i8 %v\n}"),
            "returns i8 9");
}

TEST(InterpretGlobals, InitialValuesMayBeNumbersMadeOfAddresses) {
  EXPECT_EQ(
      behaviours_of("@a = constant [2 x i8] c\"xy\"\n"
                    "@d = constant i32 trunc (i64 sub (i64 ptrtoint (ptr getelementptr (i8, ptr @a, i64 1) to i64), "
                    "i64 ptrtoint (ptr @a to i64)) to i32)\n"
                    "define i32 @f() {\n  %v = load i32, ptr @d\n  ret i32 %v\n}"),
      "returns i32 1");
}

}  // namespace
}  // namespace assay::interpret
