#include "tests/unit/interpret/testing.h"

/// Funclets, callbr, inline assembly, debugger traps.
namespace assay::interpret {
namespace {

using testing::AnyOf;
using testing::HasSubstr;
using testing::StartsWith;

constexpr const char* kDeclare =
    "declare i32 @__CxxFrameHandler3(...)\ndeclare i32 @__gxx_personality_v0(...)\n@T = external constant i8\n@U = "
    "external constant i8\n"
    "declare void @seen(i32) nounwind willreturn\ndeclare void @may()\n"
    "define void @thrower() personality ptr @__gxx_personality_v0 {\n"
    "  resume { ptr, i32 } { ptr inttoptr (i64 4096 to ptr), i32 0 }\n}\n";

/// A function that catches what @thrower throws in one of two pads, or lets it pass to `outer`.
std::string caught(const std::string& first, const std::string& second, const std::string& unwind,
                   const std::string& outer) {
  return kDeclare + ("define i32 @f() personality ptr @__CxxFrameHandler3 {\n  invoke void @thrower() to label %fine "
                     "unwind label %s\n"
                     "fine:\n  ret i32 0\ns:\n  %cs = catchswitch within none [label %a, label %b] unwind " +
                     unwind + "\na:\n  %p = catchpad within %cs [" + first +
                     "]\n  catchret from %p to label %first\n"
                     "b:\n  %q = catchpad within %cs [" +
                     second +
                     "]\n  catchret from %q to label %second\n"
                     "first:\n  ret i32 1\nsecond:\n  ret i32 2\n" +
                     outer + "}\n");
}

TEST(InterpretFunclets, TheFirstPadThatTakesTheExceptionHasIt) {
  const std::string t = behaviours_of(caught("ptr @T", "ptr @T", "to caller", ""));
  EXPECT_THAT(
      t, AnyOf("returns i32 1", StartsWith("unwinds at ")));  // never the second: it has the arguments of the first
  const std::string both = behaviours_of(caught("ptr @T", "ptr @U", "to caller", ""));
  const std::string swapped = behaviours_of(caught("ptr @U", "ptr @T", "to caller", ""));
  EXPECT_EQ(both.starts_with("unwinds"), swapped.starts_with("unwinds"));
}

TEST(InterpretFunclets, WhatNoPadTakesGoesOnToTheNextSwitchAndCleanup) {
  const std::string outer =
      "c:\n  %k = cleanuppad within none []\n  store i32 9, ptr @g\n  cleanupret from %k unwind to caller\n";
  bool passed = false, taken = false;
  for (int number = 0; number < 16; ++number) {
    const std::string pad = "i32 " + std::to_string(number);
    const std::string text = "@g = global i32 0\n" + caught(pad, pad, "label %c", outer);
    Code code(text);
    const Behaviour behaviour = run(code["f"], Input());
    ASSERT_EQ(behaviour.memory.size(), 1u);
    const bool unwinds = behaviour.exception.has_value();
    EXPECT_EQ(behaviour.memory[0].bytes[0].value, unwinds ? 9 : 0);
    (unwinds ? passed : taken) = true;
  }
  EXPECT_TRUE(passed && taken);
}

TEST(InterpretFunclets, CleanupsPassOnTheExceptionThatTheyGot) {
  EXPECT_EQ(behaviours_of(kDeclare +
                          std::string("define void @mid() personality ptr @__CxxFrameHandler3 {\n"
                                      "  invoke void @thrower() to label %fine unwind label %c\nfine:\n  ret void\n"
                                      "c:\n  %k = cleanuppad within none []\n  call void @seen(i32 1) [ "
                                      "\"funclet\"(token %k) ]\n  cleanupret from %k unwind to caller\n}\n"
                                      "define i64 @f() personality ptr @__gxx_personality_v0 {\n  invoke void @mid() "
                                      "to label %fine unwind label %l\n"
                                      "fine:\n  ret i64 0\nl:\n  %e = landingpad { ptr, i32 } catch ptr null\n  %p = "
                                      "extractvalue { ptr, i32 } %e, 0\n"
                                      "  %a = ptrtoint ptr %p to i64\n  ret i64 %a\n}\n")),
            "returns i64 4096 (0x1000)");
}

TEST(InterpretFunclets, NothingUnwindsToTheCallerFromAPadThatUnwindsElsewhere) {
  const auto twice = [](const std::string& destination) {
    return behaviours_of(
        kDeclare +
        ("define void @f() personality ptr @__CxxFrameHandler3 {\n  invoke void @thrower() to label %fine unwind label "
         "%c\n"
         "fine:\n  ret void\nc:\n  %k = cleanuppad within none []\n  call void @thrower() [ \"funclet\"(token %k) ]\n"
         "  cleanupret from %k unwind " +
         destination + "\nd:\n  %l = cleanuppad within none []\n  cleanupret from %l unwind to caller\n}\n"));
  };
  EXPECT_EQ(twice("to caller"), "unwinds at call void @thrower() [ \"funclet\"(token %k) ]");
  EXPECT_THAT(twice("label %d"), HasSubstr("undefined"));
}

TEST(InterpretFunclets, FiltersOfStructuredExceptionsAreNotJudged) {
  std::string text = caught("ptr @T", "ptr @U", "to caller", "");
  for (auto at = text.find("CxxFrameHandler3"); at != std::string::npos; at = text.find("CxxFrameHandler3"))
    text.replace(at, 16, "C_specific_handler");
  EXPECT_THAT(behaviours_of(text), HasSubstr("filters of structured exceptions"));
}

// CALL-10
TEST(InterpretTraps, ADebuggerIsToldAndTheProgramGoesOn) {
  const std::string declare = "declare void @llvm.debugtrap()\ndeclare void @llvm.ubsantrap(i8)\n";
  EXPECT_EQ(behaviours_of(declare + "define i8 @f() {\n  call void @llvm.debugtrap()\n  ret i8 1\n}\n"),
            "returns i8 1");
  EXPECT_EQ(
      outcome(
          declare +
          "define void @src() {\n  call void @llvm.debugtrap()\n  ret void\n}\ndefine void @tgt() {\n  ret void\n}\n"),
      "value-mismatch");
  EXPECT_THAT(behaviours_of(declare + "define i8 @f() {\n  call void @llvm.ubsantrap(i8 4)\n  ret i8 1\n}\n"),
              HasSubstr("134"));
}

}  // namespace
}  // namespace assay::interpret
