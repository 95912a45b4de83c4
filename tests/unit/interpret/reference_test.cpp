#include "services/worker/interpret/reference.h"

#include "tests/unit/interpret/testing.h"

namespace assay::interpret {
namespace {

using Kind = Comparison::Kind;
using llvm::APInt;

Kind kind_of(const char* text, const char* arguments, Observed seen) {
  Code code(text);
  Reference reference(code["f"], 0, Limits());
  reference.run(code.input("f", arguments));
  seen.overflows.resize(seen.result.size(), false);
  return reference.judge(seen).kind;
}
Observed returning(std::vector<APInt> lanes) {
  Observed seen;
  seen.result = std::move(lanes);
  return seen;
}
Observed returning(unsigned bits, std::uint64_t value) { return returning({APInt(bits, value)}); }

TEST(Reference, AValueMustBeOneOfThoseThatMayBe) {
  constexpr const char* kText = "define i8 @f(i8 %a) {\n  %r = or i8 %a, undef\n  ret i8 %r\n}\n";
  EXPECT_EQ(kind_of(kText, "3", returning(8, 0x83)), Kind::Allowed);
  EXPECT_EQ(kind_of(kText, "3", returning(8, 3)), Kind::Allowed);
  EXPECT_EQ(kind_of(kText, "3", returning(8, 2)), Kind::Violated);
}

TEST(Reference, PoisonIsAnythingAndUndefinedBehaviourToo) {
  constexpr const char* kPoison = "define i8 @f(i8 %a) {\n  %r = add nuw i8 %a, 1\n  ret i8 %r\n}\n";
  EXPECT_EQ(kind_of(kPoison, "255", returning(8, 77)), Kind::Allowed);
  EXPECT_EQ(kind_of(kPoison, "254", returning(8, 77)), Kind::Violated);
  constexpr const char* kUndefined = "define i8 @f(i8 %a) {\n  %r = udiv i8 1, %a\n  ret i8 %r\n}\n";
  Observed trap = returning(8, 0);
  trap.trap = "raises an exception";
  EXPECT_EQ(kind_of(kUndefined, "0", trap), Kind::Allowed);
  EXPECT_EQ(kind_of(kUndefined, "1", trap), Kind::Violated);
}

TEST(Reference, ANanMayHaveOtherSignsAndSomePayloads) {
  constexpr const char* kText = "define float @f(float %a) {\n  %r = fadd float %a, %a\n  ret float %r\n}\n";
  for (const std::uint64_t bits : {0x7fc00000u, 0xffc00000u, 0x7fc00005u, 0xffc00005u})
    EXPECT_EQ(kind_of(kText, "0x7f800005", returning(32, bits)), Kind::Allowed) << bits;
  EXPECT_EQ(kind_of(kText, "0x7f800005", returning(32, 0x3f800000)), Kind::Violated);
}

TEST(Reference, BitsBeyondALaneCountUnlessItIsPoison) {
  constexpr const char* kText = "define i8 @f(i8 %a) {\n  %r = add nuw i8 %a, 1\n  ret i8 %r\n}\n";
  Observed seen = returning(8, 2);
  seen.overflows = {true};
  EXPECT_EQ(kind_of(kText, "1", seen), Kind::Violated);
  EXPECT_EQ(kind_of(kText, "255", seen), Kind::Allowed);
}

TEST(Reference, MemoryIsComparedWhereItStands) {
  constexpr const char* kText = "define void @f(ptr %p) {\n  store i8 7, ptr %p\n  ret void\n}\n";
  Code code(kText);
  Reference reference(code["f"], 0, Limits());
  const Input input = code.input("f", "[00 01]");
  reference.run(input);
  std::vector<PlacedBytes> memory = reference.memory_of(input);
  ASSERT_EQ(memory.size(), 1u);
  EXPECT_EQ(memory[0].bytes, (std::vector<std::uint8_t>{0, 1}));
  Observed seen;
  seen.memory = {{memory[0].address, {7, 1}}};
  EXPECT_EQ(reference.judge(seen).kind, Kind::Allowed);
  seen.memory = {{memory[0].address, {7, 2}}};
  EXPECT_EQ(reference.judge(seen).kind, Kind::Violated);
  seen.memory = {{memory[0].address, {0, 1}}};
  EXPECT_EQ(reference.judge(seen).kind, Kind::Violated);
  EXPECT_EQ(reference.explain(seen).inputs.size(), 2u);
}

TEST(Reference, PointersIntoGivenMemoryAreComparedAndThoseToTheStackAreNot) {
  constexpr const char* kGiven = "define ptr @f(ptr %p) {\n  %q = getelementptr i8, ptr %p, i64 1\n  ret ptr %q\n}\n";
  Code code(kGiven);
  Reference reference(code["f"], 0, Limits());
  const Input input = code.input("f", "[00 01]");
  reference.run(input);
  const APInt address = reference.bits_of(input.arguments[0][0], input);
  Observed seen = returning({address + 1});
  seen.overflows = {false};
  EXPECT_EQ(reference.judge(seen).kind, Kind::Allowed);
  seen.result = {address};
  EXPECT_EQ(reference.judge(seen).kind, Kind::Violated);
  constexpr const char* kStack = "define ptr @f() {\n  %p = alloca i8\n  ret ptr %p\n}\n";
  EXPECT_EQ(kind_of(kStack, "", returning(64, 0x3000)), Kind::Inconclusive);
}

TEST(Reference, OneOfTheChoicesIsEnough) {
  constexpr const char* kText = "define i1 @f() {\n  %r = freeze i1 undef\n  ret i1 %r\n}\n";
  EXPECT_EQ(kind_of(kText, "", returning(1, 0)), Kind::Allowed);
  EXPECT_EQ(kind_of(kText, "", returning(1, 1)), Kind::Allowed);
}

TEST(Reference, WhatItCanNotKnowIsSaid) {
  Code code("define void @f() {\n  call void @llvm.debugtrap()\n  ret void\n}\ndeclare void @llvm.debugtrap()\n");
  Reference reference(code["f"], 0, Limits());
  reference.run(code.input("f", ""));
  EXPECT_EQ(reference.why_open(), "what code outside sees");
  Code endless("define void @f() {\n  br label %l\nl:\n  br label %l\n}\n");
  Reference runs(endless["f"], 0, Limits());
  runs.run(endless.input("f", ""));
  EXPECT_EQ(runs.why_open(), "a run that never ends");
}

// Calls that are made elsewhere.
constexpr const char* kCalls =
    "declare i8 @g(i8)\ndeclare i8 @pure(i8) memory(none)\ndefine i8 @f(i8 %a) {\n  %x = call i8 @g(i8 %a)\n"
    "  %y = call i8 @g(i8 %x)\n  %z = call i8 @pure(i8 %y)\n  ret i8 %z\n}\n";
MadeCall made(std::string function, std::uint64_t argument, bool acts = true) {
  MadeCall call;
  call.function = std::move(function);
  call.acts = acts;
  call.arguments = {APInt(8, argument)};
  return call;
}
const ReadMemory kNoMemory = [](std::uint64_t, std::size_t) { return std::vector<std::uint8_t>(); };

TEST(Reference, CallsAreAnsweredAsThoseOfTheFunctionAreAndCompared) {
  Code code(kCalls);
  Reference reference(code["f"], 0, Limits());
  reference.run(code.input("f", "3"));
  const auto kind = [&](std::vector<MadeCall> calls) {
    reference.begin_elsewhere();
    APInt last(8, 3);
    for (MadeCall& call : calls) {
      const CallAnswer answer = reference.answer(call, kNoMemory);
      if (answer.end == CallAnswer::End::Returns) last = answer.result.front();
    }
    Observed seen = returning({last});
    seen.overflows = {false};
    seen.calls = std::move(calls);
    return reference.judge(seen).kind;
  };
  reference.begin_elsewhere();
  MadeCall first = made("g", 3);
  const std::uint64_t x = reference.answer(first, kNoMemory).result.front().getZExtValue();
  MadeCall second = made("g", x);
  const std::uint64_t y = reference.answer(second, kNoMemory).result.front().getZExtValue();
  EXPECT_EQ(kind({made("g", 3), made("g", x), made("pure", y, false)}), Kind::Allowed);
  EXPECT_EQ(kind({made("g", 3), made("pure", y, false), made("g", x), made("pure", y, false)}), Kind::Allowed)
      << "what does not act may be called whenever and how often one likes";
  EXPECT_EQ(kind({made("g", 4), made("g", x), made("pure", y, false)}), Kind::Violated);
  EXPECT_EQ(kind({made("g", 3), made("pure", y, false)}), Kind::Violated);
  EXPECT_EQ(kind({made("g", 3), made("g", x), made("g", x), made("pure", y, false)}), Kind::Violated);
  EXPECT_EQ(kind({made("g", 3), made("g", x), made("pure", y + 1, false)}), Kind::Violated);
  EXPECT_EQ(kind({made("g", 3), made("other", x), made("pure", y, false)}), Kind::Violated);
}

TEST(Reference, ACallThatTheFunctionDoesNotMakeIsNotAnswered) {
  Code code(kCalls);
  Reference reference(code["f"], 0, Limits());
  reference.run(code.input("f", "3"));
  reference.begin_elsewhere();
  MadeCall other = made("other", 0), quiet = made("other", 0, /*acts=*/false);
  EXPECT_EQ(reference.answer(other, kNoMemory).end, CallAnswer::End::NotMade);
  EXPECT_EQ(reference.answer(quiet, kNoMemory).end, CallAnswer::End::Open);
}

TEST(Reference, ACallWritesWhereItIsToldAndSeesWhatIsThere) {
  Code code(
      "declare void @g(ptr)\ndefine i8 @f(i8 %a) {\n  %p = alloca [16 x i8]\n  store i8 %a, ptr %p\n"
      "  call void @g(ptr %p)\n  call void @g(ptr null)\n  %r = load i8, ptr %p\n  ret i8 %r\n}\n");
  Reference reference(code["f"], 0, Limits());
  reference.run(code.input("f", "3"));
  reference.begin_elsewhere();
  MadeCall call;
  call.function = "g";
  call.arguments = {APInt(64, 0x7000)};
  std::vector<std::uint8_t> memory(16, 3);
  const ReadMemory read = [&](std::uint64_t address, std::size_t count) {
    EXPECT_EQ(address, 0x7000u);
    EXPECT_EQ(count, 16u);
    return memory;
  };
  const CallAnswer answer = reference.answer(call, read);
  EXPECT_EQ(answer.end, CallAnswer::End::Returns);
  for (const PlacedBytes& written : answer.writes) EXPECT_EQ(written.address >> 4, 0x700u);
  Observed seen = returning(8, 3);
  seen.overflows = {false};
  seen.calls = {call};
  memory.front() = 4;
  reference.begin_elsewhere();
  call.memory.clear();
  (void)reference.answer(call, read);
  seen.calls.front() = call;
  EXPECT_EQ(reference.judge(seen).reason, Reason::MemoryMismatch);
}

TEST(Reference, WhereAnObjectOfItsOwnStandsIsNotKnown) {
  // The order of addresses beyond an object depends on whether they wrap.
  constexpr const char* kOrder =
      "define i1 @f(i64 %x) {\n  %p = alloca i8\n  %q = getelementptr i8, ptr %p, i64 %x\n"
      "  %r = icmp ult ptr %p, %q\n  ret i1 %r\n}\n";
  Code code(kOrder);
  const auto why_open = [&](const char* offset) {
    Reference reference(code["f"], 0, Limits());
    reference.run(code.input("f", offset));
    return reference.why_open();
  };
  EXPECT_NE(why_open("9223372036854775807"), "");
  EXPECT_NE(why_open("-1"), "");
  EXPECT_EQ(why_open("1"), "");
  EXPECT_EQ(kind_of(kOrder, "1", returning(1, 0)), Kind::Violated);
  EXPECT_EQ(kind_of(kOrder, "1", returning(1, 1)), Kind::Allowed);
}

TEST(Reference, DrawsNoUndefAndNoPoisonAndSometimesMemoryThatIsWellAligned) {
  Code code("define void @f(ptr %p, i8 %x, <2 x float> %v) {\n  store i8 %x, ptr %p\n  ret void\n}\n");
  Reference reference(code["f"], 0, Limits());
  int aligned = 0;
  for (int i = 0; i < 200; ++i) {
    const Input input = reference.draw();
    for (const auto& argument : input.arguments)
      for (const InputLane& lane : argument) EXPECT_EQ(lane.kind, InputLane::Kind::Bits);
    for (const InputBlock& block : input.memory)
      for (const InputByte& byte : block.bytes) EXPECT_EQ(byte.undef | byte.poison, 0);
    for (const PlacedBytes& block : reference.memory_of(input)) aligned += block.address % 256 == 0;
  }
  EXPECT_GT(aligned, 50);
}

}  // namespace
}  // namespace assay::interpret
