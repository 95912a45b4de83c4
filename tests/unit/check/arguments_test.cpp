// What only an argument leads to: both machines must know who may look at it, and when.

#include <gtest/gtest.h>

#include "tests/unit/check/pairs.h"

namespace assay::check {
namespace {

// ATTR-32
TEST(OnlyWritten, IsPoisonUntilItWasWrittenAndMayBeReadBackThen) {
  struct Way {
    std::string head, parameter, pointer;
  };
  const Way ways[] = {{"", "(ptr writeonly noundef dereferenceable(8) %p)", "%p"},
                      {"", "(ptr noundef dereferenceable(8) %p) memory(argmem: write)", "%p"},
                      {"@g = global [8 x i8] zeroinitializer, align 8 ", "() memory(write)", "@g"}};
  struct Value {
    std::string type, one;
  };
  const Value values[] = {{"i8", "1"}, {"i32", "1"}, {"<2 x i16>", "splat (i16 1)"}, {"float", "1.0"}};
  for (const Way& way : ways)
    for (const auto& [type, one] : values) {
      const auto judged = [&](const std::string& source, const std::string& target, Oracles oracles) {
        Options options;
        options.oracles = oracles;
        options.samples = 256;
        const auto function = [&](const std::string& name, const std::string& body) {
          return "define " + type + " @" + name + way.parameter + " { " + body + " } ";
        };
        const Verdict verdict = judge(way.head + function("src", source) + function("tgt", target), options);
        const bool passed = verdict.kind == VerdictKind::Correct || verdict.reason == Reason::Sampled;
        return passed ? std::string("correct") : verdict.kind == VerdictKind::Incorrect ? "incorrect" : word(verdict);
      };
      const std::string store = "store " + type + " " + one + ", ptr " + way.pointer + ", align 1 ";
      const std::string load = "%v = load " + type + ", ptr " + way.pointer + ", align 1 ";
      const std::string back = store + load + "ret " + type + " %v", plain = store + "ret " + type + " " + one;
      const std::string size = std::to_string(type == "i8" ? 1 : 4),
                        next = "%n = getelementptr i8, ptr " + way.pointer + ", i64 " + size + " store i8 1, ptr %n ";
      const auto copy = [&](const std::string& to, const std::string& from) {
        return "call void @llvm.memcpy.p0.p0.i64(ptr " + to + ", ptr " + from + ", i64 " + size + ", i1 false) ";
      };
      const std::string there_and_back = "%a = alloca i64 " + copy("%a", way.pointer) + copy(way.pointer, "%a");
      const std::string first = load + "ret " + type + " %v", zero = "ret " + type + " zeroinitializer";
      for (const Oracles oracles : {Oracles::All, Oracles::Interpreter}) {
        // What was written may be read: neither is undefined.
        EXPECT_EQ(judged(back, plain, oracles), "correct") << back;
        EXPECT_EQ(judged(plain, back, oracles), oracles == Oracles::All ? "unknown: approximation" : "correct") << back;
        EXPECT_EQ(judged(back, store + zero, oracles), "incorrect") << back;
        EXPECT_EQ(judged(back, "unreachable", oracles), "incorrect") << back;
        // What was not is poison, but no undefined behaviour.
        EXPECT_EQ(judged(first, "unreachable", oracles), "incorrect") << first;
        EXPECT_EQ(judged(zero, first, oracles), "incorrect") << first;
        EXPECT_EQ(judged(load + zero, zero, oracles), "correct") << first;
        EXPECT_EQ(judged(zero, load + zero, oracles), "correct") << first;
        // Others see what was there.
        EXPECT_EQ(judged(zero, store + zero, oracles), "incorrect") << first;
        // Who copies it and copies it back has written poison.
        EXPECT_EQ(judged(zero, there_and_back + zero, oracles), "incorrect") << there_and_back;
        EXPECT_EQ(judged(there_and_back + zero, next + zero, oracles), "incorrect") << there_and_back;
        EXPECT_EQ(judged(there_and_back + zero, store + zero, oracles),
                  oracles == Oracles::All ? "unknown: approximation" : "correct")
            << there_and_back;
        EXPECT_EQ(judged(there_and_back + zero, zero, oracles), "correct") << there_and_back;
      }
      EXPECT_EQ(judged(plain, back, Oracles::Interpreter), "correct") << back;
      EXPECT_EQ(judged(first, zero, Oracles::Interpreter), "correct") << first;
      EXPECT_EQ(judged(there_and_back + zero, store + zero, Oracles::Interpreter), "correct") << there_and_back;
      EXPECT_EQ(judged(back, plain, Oracles::Smt), "correct") << back;
      EXPECT_EQ(judged(plain, back, Oracles::Smt), "unknown: approximation") << back;
      EXPECT_EQ(judged(back, store + zero, Oracles::Smt), "unknown: approximation") << back;
      EXPECT_EQ(judged(back, "unreachable", Oracles::Smt), "unknown: approximation") << back;
      EXPECT_EQ(judged(zero, first, Oracles::Smt), "unknown: approximation") << first;
    }
}

}  // namespace
}  // namespace assay::check
