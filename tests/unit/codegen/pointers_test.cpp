#include "tests/unit/codegen/testing.h"

/// Functions by their addresses, arguments by value, and arguments that the callee does not name.
namespace assay::codegen {
namespace {

using ::testing::Each;
using ::testing::ElementsAre;
using Kind = Judged::Kind;

constexpr const char* kRight = R"(
declare i32 @ext(i32)
declare i32 @other(i32)
declare void @many(i8, ...)
declare void @copied(ptr byval({ i32, i8, i64 }), i32)
@room = global [4 x i32] [i32 1, i32 2, i32 3, i32 4]
@first = alias i32, ptr @room
@double = alias i32 (i32), ptr @twice
@table = constant [2 x ptr] [ptr @twice, ptr @thrice]
define internal i32 @twice(i32 %x) {
  %r = shl i32 %x, 1
  ret i32 %r
}
define internal i32 @thrice(i32 %x) {
  %r = mul i32 %x, 3
  ret i32 %r
}
define i64 @through(ptr %f, i64 %a, i8 %b) {
  %x = call i64 %f(i64 %a, i8 zeroext %b)
  %y = call i64 %f(i64 %x, i8 zeroext 3)
  %r = sub i64 %y, %a
  ret i64 %r
}
define double @in_memory(ptr %p, double %a, ptr %q) {
  %f = load ptr, ptr %p
  %r = call double %f(double %a, ptr %q, float 1.0)
  ret double %r
}
define i32 @choice(i1 %c, i32 %x) {
  %f = select i1 %c, ptr @twice, ptr @ext
  %r = call i32 %f(i32 %x)
  ret i32 %r
}
define i32 @from_table(i1 %i, i32 %x) {
  %p = getelementptr ptr, ptr @table, i1 %i
  %f = load ptr, ptr %p, align 4
  %r = call i32 %f(i32 %x)
  ret i32 %r
}
define ptr @address(ptr %p) {
  store ptr @other, ptr %p
  ret ptr @thrice
}
define i1 @is_it(ptr %f) {
  %r = icmp eq ptr %f, @ext
  ret i1 %r
}
define i32 @by_aliases(ptr %p, i32 %x) {
  %v = load i32, ptr @first
  store i32 %x, ptr @first
  store ptr @double, ptr %p
  store ptr @first, ptr %p
  ret i32 %v
}
define i32 @direct_too(ptr %p, i32 %x) {
  store ptr @twice, ptr %p
  %a = call i32 @twice(i32 %x)
  %b = call i32 @ext(i32 %a)
  ret i32 %b
}
define i64 @by_value(ptr byval({ i32, i8, i64 }) %p, i32 %x) {
  %q = getelementptr i8, ptr %p, i64 8
  %y = load i64, ptr %q
  store i64 7, ptr %q
  %z = load i32, ptr %p
  %w = sext i32 %z to i64
  %r = mul i64 %w, %y
  ret i64 %r
}
define void @hands_a_copy(i32 %x, i64 %y) {
  %p = alloca { i32, i8, i64 }
  store { i32, i8, i64 } zeroinitializer, ptr %p
  store i32 %x, ptr %p
  %q = getelementptr i8, ptr %p, i64 8
  store i64 %y, ptr %q
  call void @copied(ptr byval({ i32, i8, i64 }) %p, i32 %x)
  store i64 0, ptr %q
  call void @copied(ptr byval({ i32, i8, i64 }) %p, i32 1)
  ret void
}
define void @hands_on(ptr byval({ i32, i8, i64 }) %p) {
  call void @copied(ptr byval({ i32, i8, i64 }) %p, i32 0)
  ret void
}
define void @variable(i32 %x, double %d, ptr %p, i64 %y) {
  call void (i8, ...) @many(i8 1, i32 %x, double %d, ptr %p, i64 %y)
  call void (i8, ...) @many(i8 2, i32 5, double 2.0, ptr null, i64 %y)
  ret void
}
define void @variable_of_other_types(float %f, i64 %x) {
  call void (i8, ...) @many(i8 3, float %f, i64 %x, i64 1, i64 2, i64 3, i64 4, i64 5, i64 6, i64 7, i64 %x, float 1.0)
  ret void
}
)";

class EachPointer : public ::testing::TestWithParam<std::tuple<const char*, const char*, unsigned, Selector>> {};
INSTANTIATE_TEST_SUITE_P(
    Ways, EachPointer,
    ::testing::Values(std::tuple{"22", "aarch64", 0, Selector::Default}, std::tuple{"22", "aarch64", 2, Selector::Dag},
                      std::tuple{"22", "x86-64", 0, Selector::Default}, std::tuple{"22", "x86-64", 2, Selector::Fast},
                      std::tuple{"22", "x86-64", 2, Selector::Dag}, std::tuple{"22", "riscv64", 0, Selector::Default},
                      std::tuple{"22", "riscv64", 2, Selector::Dag}, std::tuple{"22", "avx2", 2, Selector::Dag},
                      std::tuple{"22", "riscv64-v", 2, Selector::Dag}, std::tuple{"22", "sve2", 2, Selector::Dag},
                      std::tuple{"22", "systemz", 0, Selector::Default}, std::tuple{"22", "systemz", 2, Selector::Dag},
                      std::tuple{"22", "ppc64", 0, Selector::Default}, std::tuple{"22", "ppc64", 2, Selector::Dag},
                      std::tuple{"22", "ppc64le", 0, Selector::Default}, std::tuple{"22", "ppc64le", 2, Selector::Dag},
                      std::tuple{"22", "armv7", 0, Selector::Default}, std::tuple{"22", "armv7", 2, Selector::Dag},
                      std::tuple{"22", "i386", 0, Selector::Default}, std::tuple{"22", "i386", 2, Selector::Dag},
                      std::tuple{"14", "x86-64", 2, Selector::Default}, std::tuple{"15", "aarch64", 2, Selector::Dag},
                      std::tuple{"16", "riscv64", 2, Selector::Dag}));

TEST_P(EachPointer, LeadsWhereItMay) {
  const auto [release, target, level, selector] = GetParam();
  const auto judged = judged_by(release, kRight, configuration(target, level, selector));
  ASSERT_EQ(judged.size(), 15u);
  for (const Judged& each : judged) {
    EXPECT_EQ(each.kind, Kind::Agrees) << each.function << ": " << each.reason << " " << each.detail
                                       << (each.counterexample ? each.counterexample->source_result + " / " +
                                                                     each.counterexample->target_result
                                                               : "");
    EXPECT_EQ(each.open, 0u) << each.function << ": " << each.detail;
    EXPECT_GT(each.judged, 8u) << each.function;
  }
}

/// What is wrong, by what is done to the IR before it becomes code.
struct Wrong {
  const char* what;
  const char* filter;
  const char* text;
};
void PrintTo(const Wrong& wrong, std::ostream* out) { *out << wrong.what; }

class EachWrongPointer : public ::testing::TestWithParam<std::tuple<const char*, Wrong>> {};
INSTANTIATE_TEST_SUITE_P(
    Wrongs, EachWrongPointer,
    ::testing::Combine(
        ::testing::Values("aarch64", "x86-64", "riscv64", "avx2", "riscv64-v", "sve2", "systemz", "ppc64", "ppc64le",
                          "armv7", "i386"),
        ::testing::Values(
            Wrong{"argument of a call through a pointer", "sed 's/call i32 %f(i32 %x)/call i32 %f(i32 7)/'",
                  "define i32 @f(ptr %f, i32 %x) {\n  %r = call i32 %f(i32 %x)\n  ret i32 %r\n}\n"},
            Wrong{"another function of the input", "sed 's/call i32 %f(i32 %x)/call i32 %g(i32 %x)/'",
                  "define i32 @f(ptr %f, ptr %g, i32 %x) {\n  %r = call i32 %f(i32 %x)\n  %s = call i32 %g(i32 %r)\n"
                  "  ret i32 %s\n}\n"},
            Wrong{"left out", "sed 's/%s = call i32 %f(i32 %r)/%s = add i32 %r, 0/'",
                  "define i32 @f(ptr %f, i32 %x) {\n  %r = call i32 %f(i32 %x)\n  %s = call i32 %f(i32 %r)\n"
                  "  ret i32 %r\n}\n"},
            Wrong{"address", "sed 's/ret ptr @one/ret ptr @two/'",
                  "declare void @one()\ndeclare void @two()\ndefine ptr @f(ptr %p) {\n  store ptr @two, ptr %p\n"
                  "  ret ptr @one\n}\n"},
            Wrong{"a copy that is taken", "sed '/^define/,/^}/ s/i64 8/i64 9/'",
                  "define i8 @f(ptr byval([16 x i8]) %p) {\n  %q = getelementptr i8, ptr %p, i64 8\n"
                  "  %r = load i8, ptr %q\n  ret i8 %r\n}\n"},
            Wrong{"a copy that is handed over", "sed 's/store i64 %x/store i64 7/'",
                  "declare void @copied(ptr byval({ i64, i64 }))\ndefine void @f(i64 %x) {\n"
                  "  %p = alloca { i64, i64 }\n  store { i64, i64 } zeroinitializer, ptr %p\n"
                  "  store i64 %x, ptr %p\n  call void @copied(ptr byval({ i64, i64 }) %p)\n  ret void\n}\n"},
            Wrong{"a variable argument", "sed 's/double %d)$/double 1.0)/'",
                  "declare i32 @many(i32, ...)\ndefine i32 @f(i64 %x, double %d) {\n"
                  "  %r = call i32 (i32, ...) @many(i32 1, i64 %x, double %d)\n  ret i32 %r\n}\n"})));

TEST_P(EachWrongPointer, IsFound) {
  const auto& [target, wrong] = GetParam();
  const FalseLlc llc = FalseLlc::filtering(wrong.filter);
  const auto judged = judged_by(llc.open(), wrong.text, configuration(target)).back();
  EXPECT_EQ(judged.kind, Kind::Differs) << judged.reason << " " << judged.detail;
  const auto right = judged_by("22", wrong.text, configuration(target)).back();
  EXPECT_EQ(right.kind, Kind::Agrees) << right.reason << " " << right.detail;
}

TEST(Pointers, CodeThatHasNoRoomWhereTheFunctionStandsIsNotJudged) {
  std::string text =
      "define ptr @f(i1 %c) {\n  %r = select i1 %c, ptr @long, ptr @next\n  ret ptr %r\n}\n"
      "define ptr @g() {\n  ret ptr @next\n}\ndefine i8 @plain(i8 %x) {\n  ret i8 %x\n}\n"
      "define void @next() {\n  ret void\n}\ndefine void @long(ptr %p) {\n";
  for (int i = 0; i < 64; ++i) text += "  store volatile i64 " + std::to_string(i) + ", ptr %p, align 8\n";
  const std::string before = "define void @long(ptr %p)", after = "define void @next()";
  const auto next = text.find(after);
  // The long one first, so that the other one stands close behind it.
  text = text.substr(0, next) + text.substr(text.find(before)) + "  ret void\n}\n" +
         text.substr(next, text.find(before) - next);
  EXPECT_THAT(words_of(judged_by("22", text, configuration("x86-64"))),
              ElementsAre("not-judged: functions whose code has no room where they stand", "agrees", "agrees",
                          ::testing::_, "agrees"));
}

TEST(Pointers, AFastCallOutIsNotJudgedWhereTheLinkersTableTakesItsRegisters) {
  constexpr const char* kText = R"(
declare fastcc void @nine(i64, i64, i64, i64, i64, i64, i64, i64, i64)
define void @f(i64 %x) {
  call fastcc void @nine(i64 1, i64 2, i64 3, i64 4, i64 5, i64 6, i64 7, i64 8, i64 %x)
  ret void
}
)";
  EXPECT_THAT(words_of(judged_by("22", kText, configuration("riscv64"))),
              ElementsAre("not-judged: a calling convention"));
  EXPECT_THAT(words_of(judged_by("22", kText, configuration("aarch64"))), ElementsAre("agrees"));
}

TEST(Pointers, WhatDependsOnMoreIsNamed) {
  constexpr const char* kText = R"(
declare i64 @strlen(ptr)
declare i32 @strcmp(ptr, ptr)
declare i32 @printf(ptr, ...)
declare void @many(i8, ...)
@variable = global i32 0
@weak = weak alias i32, ptr @variable
define i32 @replaced() {
  %r = load i32, ptr @weak
  ret i32 %r
}
define ptr @of_the_library() {
  ret ptr @strcmp
}
define i32 @two_types(ptr %f) {
  %x = call i32 %f(i32 1)
  %y = call i32 %f(i64 2)
  ret i32 %y
}
define i64 @beside_the_library(ptr %f, ptr %p) {
  %n = call i64 @strlen(ptr %p)
  call void %f()
  ret i64 %n
}
define i64 @where_the_copy_is(ptr byval(i64) %p) {
  %r = ptrtoint ptr %p to i64
  ret i64 %r
}
define void @wide(i128 %x) {
  call void (i8, ...) @many(i8 1, i128 %x)
  ret void
}
define i32 @prints(ptr %p) {
  %r = call i32 (ptr, ...) @printf(ptr %p)
  ret i32 %r
}
)";
  EXPECT_THAT(words_of(judged_by("22", kText, configuration("x86-64"))),
              ElementsAre("not-judged: an alias that may be replaced",
                          "not-judged: the address of a function of the library, or that may be replaced",
                          "not-judged: indirect calls of several types",
                          "not-judged: indirect calls beside functions of the library",
                          "not-judged: an argument with byval whose address is used",
                          "not-judged: a variable argument of this type", "not-judged: a call of @printf"));
}

}  // namespace
}  // namespace assay::codegen
