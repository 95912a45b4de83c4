#include <gtest/gtest.h>

#include <string>

#include "tests/unit/check/pairs.h"

/// MEM-31: inputs without poison or undef have none in the memory that is there when the function is entered.
namespace assay::check {
namespace {

constexpr Oracles kEach[] = {Oracles::All, Oracles::Interpreter, Oracles::Smt};

std::string judged(const std::string& module, bool undef, bool poison, Oracles oracles) {
  Options options;
  options.undef_inputs = undef;
  options.poison_inputs = poison;
  options.oracles = oracles;
  return word(judge(module, options));
}

/// A value that must be zero, of a load that may be used twice.
std::string zero(const std::string& global, const std::string& place = "@g", const std::string& argument = "") {
  return global + "\ndefine i32 @src(" + argument + ") {\n  %a = load i32, ptr " + place +
         "\n  ret i32 0\n}\ndefine i32 @tgt(" + argument + ") {\n  %a = load i32, ptr " + place +
         "\n  %x = xor i32 %a, %a\n  ret i32 %x\n}\n";
}

struct Place {
  std::string global, place = "@g", argument{};
};
const Place kPlaces[] = {
    {"@g = global i32 undef"},
    {"@g = global i32 poison"},
    {"@g = weak global i32 undef"},
    {"@g = internal global i32 undef"},
    {"@g = internal global i32 poison"},
    {"@g = external global i32"},
    {"@g = external constant i32"},
    {"@g = global {i8, i32} {i8 1, i32 undef}", "getelementptr (i8, ptr @g, i64 4)"},
    {"@g = internal global {i32, double} {i32 1, double 2.0}", "getelementptr (i8, ptr @g, i64 4)"},
    {"", "%p", "ptr %p"},
    {"", "%p", "ptr byval(i32) %p"},
};

TEST(InitialMemory, HoldsNeitherWhereInputsHoldNeither) {
  for (const auto& [global, place, argument] : kPlaces)
    for (const Oracles oracles : kEach) {
      const std::string word = judged(zero(global, place, argument), false, false, oracles);
      EXPECT_EQ(word, oracles == Oracles::Interpreter ? "unknown: sampled" : "correct") << global << argument;
    }
}

// With either of them the same pairs are wrong, so that the test above proves something.
TEST(InitialMemory, HoldsWhatInputsMayHold) {
  for (const auto& [global, place, argument] : kPlaces) {
    const std::string module = zero(global, place, argument);
    EXPECT_TRUE(judged(module, true, true, Oracles::All).starts_with("incorrect: more-")) << global << argument;
    const bool is_internal = global.starts_with("@g = internal");  // it starts with what the module says
    if (is_internal) continue;
    EXPECT_EQ(judged(module, false, true, Oracles::All), "incorrect: more-poisonous") << global << argument;
  }
}

TEST(InitialMemory, HoldsUndefInThePlaceOfPoison) {
  EXPECT_EQ(judged(zero("@g = global i32 poison"), true, false, Oracles::All), "incorrect: more-undefined");
  const std::string frozen =
      "define i32 @src() {\n  %a = load i32, ptr @g\n  %f = freeze i32 %a\n  ret i32 %f\n}\n"
      "define i32 @tgt() {\n  %a = load i32, ptr @g\n  ret i32 %a\n}\n";
  for (const char* global : {"@g = global i32 poison\n", "@g = internal global i32 poison\n"}) {
    EXPECT_EQ(judged(global + frozen, false, true, Oracles::All), "incorrect: more-poisonous") << global;
    EXPECT_EQ(judged(global + frozen, false, false, Oracles::All), "correct") << global;
  }
}

// What the module fixes is no input.
TEST(InitialMemory, OfConstantsIsWhatTheModuleSays) {
  for (const Oracles oracles : kEach) {
    EXPECT_EQ(judged(zero("@g = constant i32 undef"), false, false, oracles), "incorrect: more-undefined");
    EXPECT_EQ(judged(zero("@g = constant i32 poison"), false, false, oracles), "incorrect: more-poisonous");
    EXPECT_EQ(judged(zero("@g = internal constant i32 undef"), false, false, oracles), "incorrect: more-undefined");
  }
}

// Nor is what the function itself leaves unwritten, or what a call writes.
TEST(InitialMemory, IsNoOtherMemory) {
  const std::string own =
      "define i32 @src() {\n  ret i32 0\n}\ndefine i32 @tgt() {\n  %p = alloca i32\n  %a = load i32, ptr %p\n"
      "  %x = xor i32 %a, %a\n  ret i32 %x\n}\n";
  const std::string written =
      "declare void @f(ptr)\ndefine i32 @src(ptr %p) {\n  call void @f(ptr %p)\n  %a = load i32, ptr %p\n"
      "  %x = freeze i32 %a\n  ret i32 %x\n}\ndefine i32 @tgt(ptr %p) {\n  call void @f(ptr %p)\n"
      "  %a = load i32, ptr %p\n  ret i32 %a\n}\n";
  for (const Oracles oracles : kEach) EXPECT_EQ(judged(own, false, false, oracles), "incorrect: more-undefined");
  EXPECT_EQ(judged(written, false, false, Oracles::Smt), "incorrect: more-poisonous");
}

// MEM-32: where no byte is poison a load and a store are a copy.
TEST(InitialMemory, IsCopiedByALoadAndAStoreWhereNothingIsPoison) {
  for (const std::string bytes : {"2", "4", "8"}) {
    const std::string type = "i" + std::to_string(8 * std::stoi(bytes));
    const std::string module =
        "declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)\n"
        "define void @src(ptr noalias %p, ptr noalias %q) {\n"
        "  call void @llvm.memcpy.p0.p0.i64(ptr align 4 %p, ptr align 4 %q, i64 " +
        bytes + ", i1 false)\n  ret void\n}\ndefine void @tgt(ptr noalias %p, ptr noalias %q) {\n  %v = load " + type +
        ", ptr %q, align 1\n  store " + type + " %v, ptr %p, align 1\n  ret void\n}\n";
    EXPECT_EQ(judged(module, false, false, Oracles::All), "correct") << type;
    EXPECT_EQ(judged(module, false, true, Oracles::All), "incorrect: memory-mismatch") << type;
  }
}

}  // namespace
}  // namespace assay::check
