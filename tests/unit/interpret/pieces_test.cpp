#include <gtest/gtest.h>

#include "services/worker/interpret/memory/invariants.h"
#include "services/worker/interpret/program/frame.h"
#include "services/worker/interpret/program/lane_stack.h"
#include "services/worker/interpret/values/lane_pools.h"
#include "tests/unit/interpret/testing.h"

/// The parts of a machine, each alone.
namespace assay::interpret {
namespace {

LaneSet even_byte(std::uint64_t fixed) { return LaneSet::of_mask(llvm::APInt(8, fixed), llvm::APInt(8, 0xf0), false); }

TEST(InterpretLanePools, MakingRoomKeepsWhatLanesReferTo) {
  Code code("define i8 @f(i8 %a) { ret i8 %a }");
  const Program program(code["f"], {});
  std::vector<Lane> lanes(program.types.size(), kPoisonLane);
  std::vector<Frame> frames(1);
  frames[0].program = &program;
  frames[0].lanes = lanes.data();
  LanePools pools;
  pools.lane_of(even_byte(1));
  Lane& argument = lanes[program.function.arguments[0].value.first];
  argument = pools.lane_of(even_byte(2));
  const std::uint64_t before = argument.bits;
  for (int i = 0; i < 1 << 15; ++i) pools.lane_of(even_byte(4));
  pools.make_room(frames);
  EXPECT_EQ(pools.compactions(), 1u);
  EXPECT_NE(argument.bits, before);
  EXPECT_EQ(pools.set_of(argument, 8), even_byte(2));
  pools.make_room(frames);
  EXPECT_EQ(pools.compactions(), 1u);
}

TEST(InterpretLanePools, ConstantsOutliveARun) {
  LanePools pools;
  const llvm::APInt wide = llvm::APInt::getAllOnes(100);
  const Lane constant{pools.constant(wide), kDefined, 0};
  pools.lane_of_pattern(llvm::APInt(100, 5));
  pools.clear();
  EXPECT_EQ(pools.pattern_of(constant, 100), wide);
}

TEST(InterpretLanePools, OnlySetsAndWidePatternsTakeRoom) {
  LanePools pools;
  EXPECT_EQ(pools.lane_of(LaneSet::of_undef(8)).state, kUndef);
  EXPECT_EQ(pools.lane_of(LaneSet::of_poison(8)).state, kPoison);
  EXPECT_EQ(pools.lane_of(LaneSet::of(llvm::APInt(8, 3))).bits, 3u);
  EXPECT_EQ(pools.lane_of(even_byte(1)).state, kSet);
}

TEST(InterpretLaneStack, AFrameHasItsConstantsAndElsePoison) {
  Code code("define i8 @f(i8 %a) { %r = add i8 %a, 7 ret i8 %r }");
  const Program program(code["f"], {});
  const std::size_t size = program.types.size();
  ASSERT_EQ(program.function.constants.size(), 1u);
  LaneStack stack(2 * size);
  LanePools pools;
  Lane* first = stack.push(program, pools, nullptr);
  EXPECT_EQ(first, stack.first());
  EXPECT_EQ(first[0].bits, 7u);
  EXPECT_EQ(first[size - 1].state, kPoison);
  Lane* second = stack.push(program, pools, nullptr);
  EXPECT_EQ(second, first + size);
  EXPECT_EQ(second[0].bits, 7u);
  EXPECT_EQ(stack.push(program, pools, nullptr), nullptr);
  stack.pop(program);
  EXPECT_EQ(stack.push(program, pools, nullptr), second);
}

Memory one_block() {
  Memory memory;
  memory.add(Block::Kind::Argument, 0x1000, 4, 4);
  memory.at(0).make_unwritten();
  return memory;
}

TEST(InterpretInvariants, OnlyBytesThatWereLoadedMustStayAsTheyWere) {
  Memory memory = one_block();
  Invariants invariants;
  invariants.keep(memory, 1);
  invariants.add_load(0, 0, 2);
  memory.at(0).set(3, MemoryByte::of(1));
  EXPECT_EQ(invariants.state(memory), Invariants::State::Kept);
  memory.at(0).set(1, MemoryByte::of(1));
  EXPECT_EQ(invariants.state(memory), Invariants::State::Changed);
}

TEST(InterpretInvariants, WhatWasNotKeptIsNotKnown) {
  Invariants invariants;
  invariants.add_load(0, 0, 1);
  EXPECT_EQ(invariants.state(one_block()), Invariants::State::Unknown);
}

TEST(InterpretInvariants, AccessesOfAGroupAgreePlaceByPlace) {
  Invariants invariants;
  EXPECT_TRUE(invariants.agrees(1, 0, {MemoryByte::of(1)}));
  EXPECT_TRUE(invariants.agrees(1, 8, {MemoryByte::of(2)}));
  EXPECT_TRUE(invariants.agrees(1, 0, {MemoryByte::of(1)}));
  EXPECT_FALSE(invariants.agrees(1, 0, {MemoryByte::of(3)}));
  invariants.clear();
  EXPECT_TRUE(invariants.agrees(1, 0, {MemoryByte::of(3)}));
}

}  // namespace
}  // namespace assay::interpret
