#include "services/worker/interpret/profile.h"

#include <numeric>

#include "tests/unit/interpret/testing.h"

namespace assay::interpret {
namespace {

constexpr std::size_t kInputs = 16;

Limits short_runs() {
  Limits limits;
  limits.steps = 1u << 14;
  return limits;
}

/// How often the blocks of each name were executed.
std::map<std::string, std::uint64_t> by_name(const std::optional<ir::BlockCounts>& counts) {
  std::map<std::string, std::uint64_t> named;
  for (const auto& [block, times] : counts.value_or(ir::BlockCounts())) named[block->getName().str()] = times;
  return named;
}

constexpr const char* kLoops = R"(
define i32 @one(i8 %n) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %j, %loop ]
  %j = add i32 %i, 1
  %z = zext i8 %n to i32
  %c = icmp ult i32 %j, %z
  br i1 %c, label %loop, label %exit
exit:
  %r = add i32 %j, 0
  ret i32 %r
}
; Goes as many rounds, two at a time.
define i32 @two(i8 %n) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %j, %next ]
  %k = add i32 %i, 1
  %z = zext i8 %n to i32
  %c = icmp ult i32 %k, %z
  br i1 %c, label %next, label %exit
next:
  %j = add i32 %i, 2
  %d = icmp ult i32 %j, %z
  br i1 %d, label %loop, label %exit
exit:
  %r = phi i32 [ %k, %loop ], [ %j, %next ]
  ret i32 %r
}
define i32 @endless(i8 %n) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %j, %loop ]
  %j = add i32 %i, 1
  %c = icmp eq i32 %j, 0
  br i1 %c, label %exit, label %loop
exit:
  ret i32 %j
}
define i32 @undefined(i8 %n) {
  %r = udiv i32 1, 0
  ret i32 %r
}
)";

TEST(Profile, BlocksAreCountedOverAllRunsWithTheSameInputs) {
  Code code(kLoops);
  Profiler profiler(code["one"], kInputs, 7, short_runs());
  ASSERT_EQ(profiler.inputs(), kInputs);
  const auto one = by_name(profiler.run(code["one"])), two = by_name(profiler.run(code["two"]));
  EXPECT_EQ(one.at("exit"), kInputs) << "once in each run";
  EXPECT_GT(one.at("loop"), 5 * kInputs) << "runs are long";
  EXPECT_EQ(two.at("exit"), kInputs);
  EXPECT_EQ(two.at("loop") + two.at("next"), one.at("loop")) << "as many rounds in all";
  EXPECT_FALSE(one.contains("entry")) << "it does nothing but jump";
}

TEST(Profile, TheSameSeedCountsTheSame) {
  Code code(kLoops);
  const auto counted = [&](std::uint64_t seed) {
    return by_name(Profiler(code["one"], kInputs, seed, short_runs()).run(code["one"]));
  };
  EXPECT_EQ(counted(1), counted(1));
  EXPECT_NE(counted(1), counted(2));
}

TEST(Profile, WhatDoesNotReturnIsNotCounted) {
  Code code(kLoops);
  for (const char* name : {"endless", "undefined"}) {
    Profiler none(code[name], kInputs, 7, short_runs());
    EXPECT_EQ(none.inputs(), 0u) << name;
    EXPECT_FALSE(none.run(code["one"])) << name;
    EXPECT_FALSE(Profiler(code["one"], kInputs, 7, short_runs()).run(code[name])) << name;
  }
}

TEST(Profile, BlocksOfFunctionsThatAreCalledAreTheirs) {
  Code code(R"(
define i32 @callee(i32 %x) {
inside:
  %r = add i32 %x, 1
  ret i32 %r
}
define i32 @f(ptr %p) {
outside:
  %v = load i32, ptr %p
  %a = call i32 @callee(i32 %v)
  %b = call i32 @callee(i32 %a)
  ret i32 %b
}
)");
  Profiler profiler(code["f"], kInputs, 7, short_runs());
  ASSERT_GT(profiler.inputs(), 0u);
  EXPECT_EQ(by_name(profiler.run(code["f"])), (std::map<std::string, std::uint64_t>{{"outside", profiler.inputs()}}));
}

}  // namespace
}  // namespace assay::interpret
