#include <gtest/gtest.h>

#include "tests/unit/refine/pair.h"

/// What a bound says: its own limit, only where some run meets it, and no proof where every run goes beyond it.
namespace assay::refine {
namespace {

Options unrolled(unsigned times) {
  Options options;
  options.unroll = times;
  return options;
}

constexpr const char* kEight = "correct: up to 8 iterations of each loop";
constexpr const char* kTwelveBytes = "correct: up to 12 bytes looked at by each library function";
constexpr const char* kNoProof = "unknown: unroll-bound";

/// A loop in which %j counts from one to `n`, which is given as text; then `rest`. It begins in the block `from`.
std::string counting(const std::string& n, const std::string& rest, const std::string& from = "entry") {
  return "loop: %i = phi i16 [ 0, %" + from + " ], [ %j, %loop ] %j = add i16 %i, 1 %more = icmp ult i16 %j, " + n +
         " br i1 %more, label %loop, label %exit exit: " + rest;
}
std::string function(const std::string& head, const std::string& body) {
  return "define " + head + " { " + body + " } ";
}

// Library functions

const std::string kStrings =
    "@word = constant [4 x i8] c\"abc\\00\" declare i64 @strlen(ptr) declare i32 @memcmp(ptr, ptr, i64) "
    "declare ptr @strchr(ptr, i32) declare i32 @bcmp(ptr, ptr, i64) ";
const std::string kLength = "%n = call i64 @strlen(ptr %p) ";
/// The same as a branch on the first byte.
const std::string kLengthByCases =
    "%b = load i8, ptr %p %z = icmp eq i8 %b, 0 br i1 %z, label %none, label %some none: ret i64 0 "
    "some: %n = call i64 @strlen(ptr %p) ret i64 %n";

TEST(Bounds, ALibraryFunctionSaysItsOwn) {
  const std::string length = function("i64 @src(ptr %p)", kLength + "ret i64 %n"),
                    by_cases = function("i64 @tgt(ptr %p)", kLengthByCases);
  EXPECT_EQ(bound(kStrings + length + by_cases), kTwelveBytes);
  EXPECT_EQ(bound(kStrings + length + by_cases, unrolled(3)), kTwelveBytes) << "it is no loop";
  const std::string compare = " %c = call i32 @memcmp(ptr %p, ptr %q, i64 %n) %e = icmp eq i32 %c, 0 ret i1 %e";
  const std::string compare_bytes = " %c = call i32 @bcmp(ptr %q, ptr %p, i64 %n) %e = icmp eq i32 %c, 0 ret i1 %e";
  EXPECT_EQ(bound(kStrings + function("i1 @src(ptr %p, ptr %q, i64 noundef %n)", compare) +
                  function("i1 @tgt(ptr %p, ptr %q, i64 noundef %n)", compare_bytes)),
            kTwelveBytes);
  EXPECT_EQ(bound(kStrings + function("ptr @src(ptr %p)", "%r = call ptr @strchr(ptr %p, i32 0) ret ptr %r") +
                  function("ptr @tgt(ptr %p)", kLength + "%r = getelementptr i8, ptr %p, i64 %n ret ptr %r")),
            kTwelveBytes);
}

TEST(Bounds, OfALibraryFunctionIsToldOnlyWhereARunMeetsIt) {
  EXPECT_EQ(bound(kStrings + function("i64 @src()", "%n = call i64 @strlen(ptr @word) ret i64 %n") +
                  function("i64 @tgt()", "ret i64 3")),
            "correct");
  const std::string
      few = "%m = and i64 %n, 7 %c = call i32 @memcmp(ptr %p, ptr %q, i64 %m) %e = icmp eq i32 %c, 0 ret i1 %e",
      few_bytes = "%m = and i64 %n, 7 %c = call i32 @bcmp(ptr %q, ptr %p, i64 %m) %e = icmp eq i32 %c, 0 ret i1 %e";
  EXPECT_EQ(bound(kStrings + function("i1 @src(ptr %p, ptr %q, i64 noundef %n)", few) +
                  function("i1 @tgt(ptr %p, ptr %q, i64 noundef %n)", few_bytes)),
            "correct");
  EXPECT_EQ(
      bound(kStrings +
            function("i64 @src(ptr %p)",
                     "%e = getelementptr i8, ptr %p, i64 3 store i8 0, ptr %e " + kLength + "ret i64 %n") +
            function("i64 @tgt(ptr %p)", "%e = getelementptr i8, ptr %p, i64 3 store i8 0, ptr %e " + kLengthByCases)),
      "correct")
      << "the string ends before";
}

TEST(Bounds, ALibraryFunctionThatEveryRunHasLookBeyondItsLimitProvesNothing) {
  const std::string compare = "%c = call i32 @memcmp(ptr %p, ptr %q, i64 200) %e = icmp eq i32 %c, 0 ";
  const std::string head = "(ptr dereferenceable(200) %p, ptr dereferenceable(200) %q, i1 noundef %x)";
  EXPECT_EQ(bound(kStrings + function("i1 @src" + head, compare + "ret i1 %e") +
                  function("i1 @tgt" + head, compare + "ret i1 true")),
            kNoProof);
  const std::string perhaps = "br i1 %x, label %looks, label %not not: ret i1 false looks: " + compare;
  EXPECT_EQ(bound(kStrings + function("i1 @src" + head, perhaps + "ret i1 %e") +
                  function("i1 @tgt" + head, perhaps + "ret i1 true")),
            kNoProof)
      << "the other runs say nothing of it";
}

TEST(Bounds, OfLoopsAndOfLibraryFunctionsAreToldBeside) {
  const std::string loop =
      "entry: " + kLength + "%m = trunc i64 %n to i16 br label %loop " + counting("%k", "ret i16 %j");
  EXPECT_EQ(bound(kStrings + function("i16 @src(ptr %p, i16 noundef %k)", loop) +
                      function("i16 @tgt(ptr %p, i16 noundef %k)", "entry: " + kLength + "br label %loop " +
                                                                       counting("%k", "%r = add i16 %i, 1 ret i16 %r")),
                  unrolled(8)),
            "correct: up to 8 iterations of each loop, up to 12 bytes looked at by each library function");
}

// Loops

TEST(Bounds, OfALoopIsToldOnlyWhereARunMeetsIt) {
  const auto pair = [](const std::string& n) {
    const std::string start = "entry: %few = and i16 %n, 7 br label %loop ";
    return function("i16 @src(i16 noundef %n)", start + counting(n, "ret i16 %j")) +
           function("i16 @tgt(i16 noundef %n)", start + counting(n, "%r = add i16 %i, 1 ret i16 %r"));
  };
  EXPECT_EQ(bound(pair("%n"), unrolled(8)), kEight);
  EXPECT_EQ(bound(pair("%few"), unrolled(8)), "correct") << "it never goes round more often";
}

/// A function that goes round `times` times where %x holds, and then returns `then`.
std::string perhaps_counting(const std::string& name, const std::string& times, const std::string& then) {
  return function("i16 @" + name + "(i1 noundef %x, i16 noundef %n)",
                  "entry: br i1 %x, label %loop, label %not not: ret i16 0 " + counting(times, "ret i16 " + then));
}

TEST(Bounds, ALoopThatEveryRunExceedsProvesNothing) {
  const std::string source = perhaps_counting("src", "100", "100"), right = perhaps_counting("tgt", "100", "%j"),
                    wrong = perhaps_counting("tgt", "100", "99");
  EXPECT_EQ(bound(source + right, unrolled(8)), kNoProof);
  EXPECT_EQ(bound(source + wrong, unrolled(8)), kNoProof) << "the runs that leave early say nothing of it";
  EXPECT_EQ(bound(source + right, unrolled(100)), "correct");
  EXPECT_EQ(bound(source + wrong, unrolled(100)), "incorrect: value-mismatch");
  EXPECT_EQ(bound(source + right), "correct") << "the bound grows until it is left";
  EXPECT_EQ(bound(source + wrong), "incorrect: value-mismatch");
  EXPECT_EQ(bound(perhaps_counting("src", "%n", "%j") + perhaps_counting("tgt", "%n", "%j"), unrolled(8)), kEight)
      << "some runs leave it";
}

TEST(Bounds, ALoopOfTheTargetAloneProvesNothingEither) {
  const std::string source = function("i16 @src()", "ret i16 50");
  const auto target = [](const std::string& then) {
    return function("i16 @tgt()", "entry: br label %loop " + counting("50", "ret i16 " + then));
  };
  EXPECT_EQ(bound(source + target("%j"), unrolled(8)), kNoProof);
  EXPECT_EQ(bound(source + target("%i"), unrolled(8)), kNoProof);
  EXPECT_EQ(bound(source + target("%j")), "correct");
  EXPECT_EQ(bound(source + target("%i")), "incorrect: value-mismatch");
}

TEST(Bounds, OfALoopInALoopCountsToo) {
  const auto nested = [](const std::string& name, const std::string& then) {
    return function("i16 @" + name + "(i16 noundef %n)",
                    "entry: br label %outer outer: %o = phi i16 [ 0, %entry ], [ %next, %exit ] "
                    "%again = icmp ult i16 %o, %n br i1 %again, label %loop, label %end end: ret i16 %o " +
                        counting("20", then + "br label %outer", "outer"));
  };
  const std::string source = nested("src", "%next = add i16 %o, 1 "), target = nested("tgt", "%next = add i16 1, %o ");
  EXPECT_EQ(bound(source + target, unrolled(8)), kNoProof)
      << "only runs without a round of the outer loop were compared";
  EXPECT_EQ(bound(source + target, unrolled(20)), "correct: up to 20 iterations of each loop");
}

TEST(Bounds, OfALoopInAFunctionCalledCountsToo) {
  const std::string callee = function("internal i16 @long()", "entry: br label %loop " + counting("40", "ret i16 %j"));
  const auto caller = [](const std::string& name, const std::string& body) {
    return function("i16 @" + name + "(i1 noundef %x)",
                    "br i1 %x, label %calls, label %not not: ret i16 0 calls: " + body);
  };
  const std::string pair = callee + caller("src", "%r = call i16 @long() ret i16 %r") + caller("tgt", "ret i16 41");
  EXPECT_EQ(bound(pair, unrolled(8)), kNoProof);
  EXPECT_EQ(bound(pair), "incorrect: value-mismatch");
}

TEST(Bounds, ALoopThatNoRunComesToLimitsNothing) {
  const auto pair = [](const std::string& square) {
    const auto one = [&](const std::string& name, const std::string& last) {
      return function("i16 @" + name + "(i16 noundef %n)", "entry: %s = mul i16 %n, %n %c = icmp eq i16 %s, " + square +
                                                               " br i1 %c, label %loop, label %not not: ret i16 0 " +
                                                               counting("100", "ret i16 " + last));
    };
    return one("src", "%j") + one("tgt", "%i");
  };
  EXPECT_EQ(bound(pair("3"), unrolled(8)), "correct") << "3 is no square";
  EXPECT_EQ(bound(pair("4"), unrolled(8)), kNoProof);
}

TEST(Bounds, ALoopThatOnlyLongRunsComeToIsFollowedUntilTheyDo) {
  const auto head = [](const std::string& name) { return "i16 @" + name + "(i16 noundef %n)"; };
  const std::string source = function(head("src"), "entry: br label %loop " + counting("%n", "ret i16 %j"));
  // The loop of the target is for sixteen rounds or more.
  const auto target = [&](const std::string& many) {
    return function(head("tgt"),
                    "entry: %few = icmp ult i16 %n, 16 br i1 %few, label %short, label %loop "
                    "short: %z = icmp eq i16 %n, 0 %r = select i1 %z, i16 1, i16 %n ret i16 %r " +
                        counting("%n", "ret i16 " + many));
  };
  EXPECT_EQ(bound(source + target("%j"), unrolled(8)), kNoProof);
  EXPECT_EQ(bound(source + target("%i"), unrolled(8)), kNoProof);
  EXPECT_EQ(bound(source + target("%j"), unrolled(16)), "correct: up to 16 iterations of each loop");
  EXPECT_EQ(bound(source + target("%i"), unrolled(16)), "incorrect: value-mismatch");
}

}  // namespace
}  // namespace assay::refine
