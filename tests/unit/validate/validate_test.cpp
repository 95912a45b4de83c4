#include "services/worker/validate/validate.h"

#include <gtest/gtest.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>

#include "services/worker/ir/ir.h"

namespace assay::validate {
namespace {

using semantics::Input;
using semantics::InputBlock;
using semantics::InputByte;
using semantics::InputLane;

class Validate : public testing::Test {
 protected:
  void load(const std::string& text) {
    module_ = *ir::parse(context_, text, "test.ll");
    source_ = *semantics::lower(*module_->getFunction("src"));
    target_ = *semantics::lower(*module_->getFunction("tgt"));
  }
  static refine::RefineResult input(std::vector<InputLane> values) {
    refine::RefineResult result{evidence::Claim::refuted(Method::Smt, {})};
    result.input.emplace();
    for (InputLane& value : values) result.input->arguments.push_back({value});
    return result;
  }
  static InputLane bits(unsigned width, std::uint64_t value) { return InputLane::of(llvm::APInt(width, value)); }

  llvm::LLVMContext context_;
  std::unique_ptr<llvm::Module> module_;
  semantics::Function source_, target_;
};

constexpr const char* kHalves =
    "define i8 @src(i8 %a) { %r = sdiv i8 %a, 2 ret i8 %r } define i8 @tgt(i8 %a) { %r = ashr i8 %a, 1 ret i8 %r }";

TEST_F(Validate, ATrueCounterexampleIsConfirmed) {
  load(kHalves);
  const Replay result = replay(source_, target_, input({bits(8, 0xf7)}));
  EXPECT_EQ(result.outcome, Outcome::Confirmed);
  EXPECT_EQ(result.reason, Reason::ValueMismatch);
}

TEST_F(Validate, AFalseOneIsSpurious) {
  load(kHalves);
  EXPECT_EQ(replay(source_, target_, input({bits(8, 6)})).outcome, Outcome::Spurious);
}

TEST_F(Validate, PoisonGivesWayToAValueThatShowsTheSame) {
  load("define i8 @src(i8 %a, i8 %b) { ret i8 1 } define i8 @tgt(i8 %a, i8 %b) { ret i8 2 }");
  const Replay result = replay(source_, target_, input({InputLane::poison(), bits(8, 0xc3)}));
  ASSERT_EQ(result.outcome, Outcome::Confirmed);
  EXPECT_EQ(result.input.arguments[0][0], InputLane::of(llvm::APInt(8, 0)));
  EXPECT_EQ(result.input.arguments[1][0], InputLane::of(llvm::APInt(8, 0)));
}

TEST_F(Validate, MemoryOfACounterexampleIsNoLargerThanNeeded) {
  load("define i8 @src(ptr %p, ptr %q) { %a = load i8, ptr %p ret i8 %a } define i8 @tgt(ptr %p, ptr %q) { ret i8 0 }");
  Input large;
  large.call_seed = 14;
  large.memory.resize(3);
  for (InputBlock& block : large.memory) {
    block.size = 64;
    block.bytes.assign(64, InputByte::of(7));
  }
  large.arguments = {{InputLane::pointer(1, llvm::APInt(64, 9))}, {InputLane::pointer(2, llvm::APInt(64, 0))}};
  const Input small = simplify(source_, target_, Reason::ValueMismatch, {}, large);
  EXPECT_EQ(small.call_seed, 0u);
  ASSERT_EQ(small.memory.size(), 1u) << "nothing led to the first one, and the last one may be null";
  EXPECT_EQ(small.memory[0].size, 1u);
  EXPECT_EQ(small.arguments[1][0], InputLane::of(llvm::APInt(64, 0)));
  EXPECT_EQ(small.arguments[0][0], InputLane::pointer(0, llvm::APInt(64, 0)));
  EXPECT_EQ(interpret::check_input(source_, target_, small, {}).reason, Reason::ValueMismatch);
}

TEST_F(Validate, WhatWasDrawnForCallsIsToldInPlainNumbers) {
  const std::string declared = "declare i32 @g(i32) declare void @w(ptr) ";
  const auto function = [](const std::string& name, const std::string& body) {
    return "define i32 @" + name + "() { " + body + " } ";
  };
  const std::string calls = "%a = call i32 @g(i32 1) %b = call i32 @g(i32 2) ";
  load(declared + function("src", calls + "%r = sub i32 %a, %b ret i32 %r") +
       function("tgt", calls + "%r = sub i32 %b, %a ret i32 %r"));
  Input drawn;
  drawn.call_seed = 3;
  const Input told = simplify(source_, target_, Reason::ValueMismatch, {}, drawn);
  EXPECT_EQ(told.call_seed, 0u);
  ASSERT_EQ(told.script.size(), 2u);
  EXPECT_EQ(told.script[0].function, "g");
  EXPECT_EQ(told.script[0].result[0], InputLane::of(llvm::APInt(32, 0)));
  EXPECT_EQ(told.script[1].result[0], InputLane::of(llvm::APInt(32, 1)));
  EXPECT_EQ(interpret::check_input(source_, target_, told, {}).reason, Reason::ValueMismatch);
}

TEST_F(Validate, AnObjectOfNothingStaysWhereNullWouldShowNothing) {
  load("define i1 @src(ptr %p) { %c = icmp eq ptr %p, null ret i1 %c } define i1 @tgt(ptr %p) { ret i1 true }");
  Input given;
  given.memory.resize(1);
  given.memory[0].size = 8;
  given.memory[0].bytes.assign(8, InputByte::of(0));
  given.arguments = {{InputLane::pointer(0, llvm::APInt(64, 0))}};
  const Input small = simplify(source_, target_, Reason::ValueMismatch, {}, given);
  ASSERT_EQ(small.memory.size(), 1u);
  EXPECT_EQ(small.memory[0].size, 0u);
}

TEST_F(Validate, PoisonGivesWayToTheSmallestNumberOfASignWhereThatAloneShowsIt) {
  load(
      "define i8 @src(i8 %a) { %f = freeze i8 %a ret i8 %f } define i8 @tgt(i8 %a) { %n = sub nsw i8 0, %a %m = sub i8 "
      "0, %n ret i8 %m }");
  Input given;
  given.arguments = {{InputLane::poison()}};
  const Input small = simplify(source_, target_, Reason::MorePoisonous, {}, given);
  EXPECT_EQ(small.arguments[0][0], InputLane::of(llvm::APInt(8, 0x80)));
}

TEST_F(Validate, InputsOfLongRunsAreMadeSimplerUnlessTheyHaveManyChoices) {
  const auto simplified = [&](const std::string& rounds, const std::string& round) {
    const auto counting = [&](const std::string& name, const std::string& result) {
      return "define i32 @" + name + "(i32 %x) { entry: br label %l l: %i = phi i32 [ 0, %entry ], [ %j, %l ] " +
             "%s = phi i32 [ 0, %entry ], [ %t, %l ] " + round + " %j = add i32 %i, 1 %c = icmp ult i32 %j, " + rounds +
             " br i1 %c, label %l, label %e e: ret i32 " + result + " } ";
    };
    load(counting("src", "%j") + counting("tgt", "0"));
    Input given;
    given.arguments = {{InputLane::of(llvm::APInt(32, 77))}};
    return simplify(source_, target_, Reason::ValueMismatch, {}, given).arguments[0][0];
  };
  const std::string plain = "%t = add i32 %s, 1", choosing = "%f = freeze i32 undef %t = xor i32 %s, %f";
  EXPECT_EQ(simplified("100", plain), InputLane::of(llvm::APInt(32, 0)));
  EXPECT_EQ(simplified("10000", plain), InputLane::of(llvm::APInt(32, 0)));
  EXPECT_EQ(simplified("10000", choosing), InputLane::of(llvm::APInt(32, 77)))
      << "such a run would be made a thousand times for one input";
}

TEST_F(Validate, MemoryBeforeWhatPointersLeadToGoes) {
  load("define i8 @src(ptr %p) { %a = load i8, ptr %p ret i8 %a } define i8 @tgt(ptr %p) { ret i8 0 }");
  Input large;
  large.memory.resize(1);
  large.memory[0].size = 64;
  large.memory[0].bytes.assign(64, InputByte::of(0));
  large.memory[0].bytes[62] = InputByte::of(7);
  large.arguments = {{InputLane::pointer(0, llvm::APInt(64, 62))}};
  const Input small = simplify(source_, target_, Reason::ValueMismatch, {}, large);
  EXPECT_EQ(small.arguments[0][0], InputLane::pointer(0, llvm::APInt(64, 0)));
  EXPECT_EQ(small.memory[0].size, 1u);
}

TEST_F(Validate, WhatArgumentsDoNotDecideIsNotCalledSpurious) {
  load(kHalves);
  refine::RefineResult counter = input({bits(8, 6)});
  counter.input_decides = false;
  EXPECT_EQ(replay(source_, target_, counter).outcome, Outcome::NotReplayable);
}

TEST_F(Validate, EveryCounterexampleOfTheSymbolicMachineOnIntegersIsConfirmed) {
  for (const char* pair : {
           kHalves,
           "define i8 @src(i8 %a) { ret i8 %a } define i8 @tgt(i8 %a) { %r = add nsw i8 %a, 0 %s = mul nuw i8 %r, 2 %t "
           "= "
           "lshr i8 %s, 1 ret i8 %t }",
           "define i8 @src(i1 %c) { %r = select i1 %c, i8 1, i8 2 ret i8 %r } define i8 @tgt(i1 %c) { br i1 %c, label "
           "%a, "
           "label %b a: ret i8 1 b: ret i8 2 }",
       }) {
    load(pair);
    const refine::RefineResult result = refine::refine(source_, target_, {});
    ASSERT_NE(result.claim.refuted(), nullptr);
    EXPECT_EQ(replay(source_, target_, result).outcome, Outcome::Confirmed) << pair;
  }
}

TEST_F(Validate, CounterexamplesInMemoryAreConfirmed) {
  for (
      const char* pair : {
          "define i32 @src(ptr %p) { %v = load i32, ptr %p ret i32 %v } "
          "define i32 @tgt(ptr %p) { %v = load i32, ptr %p %r = and i32 %v, 1048575 ret i32 %r }",
          "define void @src(ptr %p, i64 %i) { %q = getelementptr i16, ptr %p, i64 %i store i16 4660, ptr %q ret void } "
          "define void @tgt(ptr %p, i64 %i) { %q = getelementptr i16, ptr %p, i64 %i store i16 4661, ptr %q ret void }",
          "@g = external global [4 x i16] "
          "define i16 @src() { %v = load i16, ptr getelementptr (i8, ptr @g, i64 4) ret i16 %v } "
          "define i16 @tgt() { %v = load i16, ptr getelementptr (i8, ptr @g, i64 4) %r = and i16 %v, 4095 ret i16 %r }",
      }) {
    load(pair);
    const refine::RefineResult result = refine::refine(source_, target_, {});
    ASSERT_NE(result.claim.refuted(), nullptr) << pair;
    EXPECT_EQ(replay(source_, target_, result).outcome, Outcome::Confirmed) << pair;
  }
}

/// Of the solver's counterexample of @src and @tgt: what the named call does in it, or how the replay ended.
class ScriptedCalls : public Validate {
 protected:
  std::string told(const std::string& pair, const std::string& call) {
    load(pair);
    const refine::RefineResult result = refine::refine(source_, target_, {});
    EXPECT_NE(result.claim.refuted(), nullptr) << pair << name_of(result.claim.reason());
    const Replay confirmed = replay(source_, target_, result);
    if (confirmed.outcome != Outcome::Confirmed) return "not confirmed: " + confirmed.detail;
    for (const Binding& binding : confirmed.counterexample.inputs)
      if (binding.name == call) return binding.value;
    return "not told";
  }
};

TEST_F(ScriptedCalls, WhatACallReturnsIsHandedToTheReplay) {
  EXPECT_EQ(told("declare i32 @f() define i1 @src() { %r = call i32 @f() %c = icmp eq i32 %r, 123456789 ret i1 %c } "
                 "define i1 @tgt() { %r = call i32 @f() ret i1 false }",
                 "@f"),
            "returns 123456789 (0x75bcd15)");
}

TEST_F(ScriptedCalls, SoIsWhatItWrites) {
  EXPECT_EQ(told("declare void @f(ptr) define i1 @src(ptr %p) { store i16 0, ptr %p call void @f(ptr %p) "
                 "%v = load i16, ptr %p %c = icmp eq i16 %v, 12345 ret i1 %c } "
                 "define i1 @tgt(ptr %p) { store i16 0, ptr %p call void @f(ptr %p) ret i1 false }",
                 "@f"),
            "returns; writes to its argument 1 + 0: 39 30");
}

TEST_F(ScriptedCalls, EachCallHasItsOwnOutcome) {
  EXPECT_NE(told("declare i32 @f(i32) define i1 @src() { %a = call i32 @f(i32 1) %b = call i32 @f(i32 2) "
                 "%x = icmp eq i32 %a, 1000003 %y = icmp eq i32 %b, 1000033 %c = and i1 %x, %y ret i1 %c } "
                 "define i1 @tgt() { %a = call i32 @f(i32 1) %b = call i32 @f(i32 2) ret i1 false }",
                 "@f")
                .find("1000003"),
            std::string::npos);
}

TEST_F(ScriptedCalls, ACallMayGiveBackWhatItWasPassed) {
  EXPECT_EQ(
      told(
          "declare ptr @f(ptr) define i8 @src() { %a = alloca i8 %r = call ptr @f(ptr %a) store i8 1, ptr %a "
          "store i8 2, ptr %r %v = load i8, ptr %a ret i8 %v } "
          "define i8 @tgt() { %a = alloca i8 %r = call ptr @f(ptr %a) store i8 1, ptr %a store i8 2, ptr %r ret i8 1 }",
          "@f"),
      "returns its argument 1 + 0");
}

TEST_F(ScriptedCalls, WhatTheTargetAloneCallsMayBeUndefined) {
  EXPECT_EQ(
      told("declare i32 @f(i32) memory(none) nounwind willreturn define i32 @src(i1 %c) { br i1 %c, label %a, label %b "
           "a: %r = call i32 @f(i32 1) ret i32 %r b: ret i32 0 } "
           "define i32 @tgt(i1 %c) { %r = call i32 @f(i32 1) %s = select i1 %c, i32 %r, i32 0 ret i32 %s }",
           "@f"),
      "is undefined behaviour");
}

TEST_F(Validate, APointerInMemoryLeadsToTheGlobalThatTheModelSays) {
  load(
      "@g = global i8 0 "
      "define i8 @src(ptr %p) { %q = load ptr, ptr %p %c = icmp eq ptr %q, @g br i1 %c, label %a, label %b "
      "a: ret i8 1 b: ret i8 2 } "
      "define i8 @tgt(ptr %p) { %q = load ptr, ptr %p ret i8 2 }");
  refine::RefineResult model = input({InputLane::pointer(1, llvm::APInt(64, 0))});
  model.input_decides = false;
  InputBlock& global = model.input->memory.emplace_back();
  global.name = "g";
  global.size = 1;
  global.bytes = {InputByte::of(0)};
  InputBlock& block = model.input->memory.emplace_back();
  block.size = block.align = 8;
  for (std::size_t piece = 0; piece < 8; ++piece) block.bytes.push_back(InputByte::of_pointer(0, 0, piece));
  EXPECT_EQ(replay(source_, target_, model).outcome, Outcome::Confirmed);
}

/// The source gives true for a pointer with the bits of `address` only.
refine::RefineResult block_at(std::uint64_t address) {
  refine::RefineResult model{evidence::Claim::refuted(Method::Smt, {})};
  model.input.emplace();
  model.input->arguments.push_back({InputLane::pointer(0, llvm::APInt(64, 0))});
  InputBlock& block = model.input->memory.emplace_back();
  block.address = address;
  block.size = 1;
  block.bytes = {InputByte::of(0)};
  model.input_decides = false;
  return model;
}

TEST_F(Validate, BlocksStandWhereTheModelHasThemIfThatMatters) {
  load(
      "define i1 @src(ptr %p) { %a = ptrtoint ptr %p to i64 %c = icmp eq i64 %a, 805306368 ret i1 %c } "
      "define i1 @tgt(ptr %p) { ret i1 false }");
  const Replay result = replay(source_, target_, block_at(0x3000'0000));
  EXPECT_EQ(result.outcome, Outcome::Confirmed);
  EXPECT_EQ(result.input.memory.at(0).address, 0x3000'0000u);
  EXPECT_EQ(replay(source_, target_, block_at(0)).outcome, Outcome::NotReplayable);
}

TEST_F(Validate, CounterexamplesHaveSmallObjects) {
  load(
      "define i8 @src(ptr %p, i64 %i) { %q = getelementptr i8, ptr %p, i64 %i %v = load i8, ptr %q ret i8 %v } "
      "define i8 @tgt(ptr %p, i64 %i) { %q = getelementptr i8, ptr %p, i64 %i %v = load i8, ptr %q %r = and i8 %v, 1 "
      "ret i8 %r }");
  const Replay result = replay(source_, target_, refine::refine(source_, target_, {}));
  ASSERT_EQ(result.outcome, Outcome::Confirmed);
  ASSERT_EQ(result.input.memory.size(), 1u);
  EXPECT_LE(result.input.memory[0].size, 64u);
}

/// Pairs that the symbolic machine refutes, and that the replay could not follow once.
class Followed : public Validate, public testing::WithParamInterface<const char*> {};
TEST_P(Followed, CounterexampleIsConfirmed) {
  load(GetParam());
  const refine::RefineResult refuted = refine::refine(source_, target_, {});
  ASSERT_NE(refuted.claim.refuted(), nullptr) << name_of(refuted.claim.reason());
  const Replay result = replay(source_, target_, refuted);
  EXPECT_EQ(result.outcome, Outcome::Confirmed) << result.detail;
}
INSTANTIATE_TEST_SUITE_P(
    , Followed,
    testing::Values(
        // A call frees what it was given.
        "declare void @f(ptr dereferenceable(4)) "
        "define i32 @src(i1 noundef %c, ptr %p) { call void @f(ptr %p) br i1 %c, label %a, label %b "
        "a: %v = load i32, ptr %p, align 1 ret i32 %v b: ret i32 0 } "
        "define i32 @tgt(i1 noundef %c, ptr %p) { call void @f(ptr %p) %v = load i32, ptr %p, align 1 "
        "%r = select i1 %c, i32 %v, i32 0 ret i32 %r }",
        // A variable holds a function's address.
        "declare i8 @one() declare i8 @other() @to = external global ptr "
        "define i8 @src() { %p = load ptr, ptr @to %r = call i8 %p(), !callees !0 ret i8 %r } "
        "define i8 @tgt() { %r = call i8 @one() ret i8 %r } !0 = !{ptr @one, ptr @other}",
        // Of a comparison of bytes only the sign is known.
        "declare i32 @memcmp(ptr, ptr, i64) define i32 @src(i8 noundef %x, i8 noundef %y) { %p = alloca i8 %q = alloca "
        "i8 "
        "store i8 %x, ptr %p store i8 %y, ptr %q %r = call i32 @memcmp(ptr %p, ptr %q, i64 1) ret i32 %r } "
        "define i32 @tgt(i8 noundef %x, i8 noundef %y) { ret i32 0 }",
        // CALL-34: what was never written decides, but is no undefined behaviour.
        "declare i32 @memcmp(ptr, ptr, i64) define i32 @src() { %p = alloca i8 %q = alloca i8 "
        "%r = call i32 @memcmp(ptr %p, ptr %q, i64 1) ret i32 %r } define i32 @tgt() { unreachable }",
        // Wherever the objects stand.
        "define i1 @src() { %x = alloca i32 %y = alloca i64 %a = ptrtoint ptr %x to i64 %b = ptrtoint ptr %y to i64 "
        "%d = sub i64 %b, %a %l = icmp sle i64 %d, -8 %g = icmp sle i64 4, %d %r = or i1 %l, %g ret i1 %r } "
        "define i1 @tgt() { ret i1 false }",
        // An object larger than what the solver tells of it.
        "define <96 x i8> @src(ptr %p) { %v = load <96 x i8>, ptr %p, align 1 ret <96 x i8> %v } "
        "define <96 x i8> @tgt(ptr %p) { %v = load <96 x i8>, ptr %p, align 64 ret <96 x i8> %v }",
        // A promise that undef breaks.
        "declare void @f(ptr nonnull) define void @src() { call void @f(ptr undef) ret void } "
        "define void @tgt() { unreachable }",
        // An element's number is as small as the memory.
        "define i32 @src(i32 %a, i32 %n) { %v = alloca i32, i32 %n, align 16 %p = getelementptr inbounds i32, ptr %v, "
        "i64 2 "
        "store i32 3, ptr %p %q = getelementptr inbounds i32, ptr %v, i32 %a %r = load i32, ptr %q ret i32 %r } "
        "define i32 @tgt(i32 %a, i32 %n) { ret i32 4 }",
        // An address is compared, though it must not be captured.
        "define i1 @src(ptr captures(none) %p, ptr %q) { %c = icmp eq ptr %p, %q ret i1 %c } "
        "define i1 @tgt(ptr captures(none) %p, ptr %q) { ret i1 false }"));

}  // namespace
}  // namespace assay::validate
