#include "services/worker/interpret/inputs/surroundings.h"

#include "services/worker/interpret/stage.h"
#include "tests/unit/interpret/testing.h"

namespace assay::interpret {
namespace {

/// A function before its run, on an input.
class Set {
 public:
  Set(const std::string& text, const Input& input) : code_(text), stage_(code_["f"]) {
    stage_.open(outcomes_).begin();
    set_input(stage_.machine(), input);
  }
  Machine& machine() { return stage_.machine(); }
  const Lane& argument(std::size_t i) { return machine().arguments()[stage_.function().arguments[i].value.first]; }
  /// The k-th block of the input.
  Block& block(std::size_t k) { return *machine().memory.find(machine().surroundings.of_input.at(k)); }

 private:
  Code code_;
  CallOutcomes outcomes_;
  Stage stage_;
};

InputBlock block_of(std::vector<InputByte> bytes, std::uint64_t address = 0) {
  InputBlock block;
  block.size = bytes.size();
  block.align = 8;
  block.address = address;
  block.bytes = std::move(bytes);
  return block;
}

std::vector<InputByte> pointer_to(std::size_t block, std::uint64_t offset) {
  std::vector<InputByte> bytes;
  for (std::size_t piece = 0; piece < 8; ++piece) bytes.push_back(InputByte::of_pointer(block, offset, piece));
  return bytes;
}

std::uint64_t number_in(const Block& block) {
  std::uint64_t number = 0;
  for (std::uint64_t i = 0; i < 8; ++i) number |= std::uint64_t{block.get(i).value} << (8 * i);
  return number;
}

constexpr const char* kTakesPointer = "@g = global i64 7 define void @f(ptr %p) { %v = load i64, ptr @g ret void }";

TEST(InterpretSurroundings, APointerIsItsBlocksAddressAndAnOffset) {
  Input input;
  input.memory.push_back(block_of(std::vector<InputByte>(16, InputByte::of(1)), 0x4321'0000));
  input.arguments.push_back({InputLane::pointer(0, llvm::APInt(64, 5))});
  Set set(kTakesPointer, input);
  EXPECT_EQ(set.argument(0).bits, 0x4321'0005u);
  EXPECT_EQ(set.machine().memory.find(set.argument(0).provenance), &set.block(0));
}

TEST(InterpretSurroundings, PointersInMemoryFollowTheirBlock) {
  for (std::uint64_t address : {0x4321'0000u, 0x5678'0000u}) {
    Input input;
    input.memory.push_back(block_of(std::vector<InputByte>(16, InputByte::of(1)), address));
    input.memory.push_back(block_of(pointer_to(0, 3)));
    Set set(kTakesPointer, input);
    EXPECT_EQ(number_in(set.block(1)), address + 3);
    EXPECT_EQ(set.block(1).get(0).owner, set.machine().surroundings.of_input[0]);
  }
}

TEST(InterpretSurroundings, PointersInMemoryMayLeadToGlobals) {
  Input input;
  InputBlock global = block_of(std::vector<InputByte>(8, InputByte::of(0)));
  global.name = "g";
  input.memory = {global, block_of(pointer_to(0, 0))};
  Set set(kTakesPointer, input);
  EXPECT_EQ(number_in(set.block(1)), set.block(0).base);
  EXPECT_EQ(set.block(0).kind, Block::Kind::Global);
}

TEST(InterpretSurroundings, BlocksWithoutAnAddressGetApartOnes) {
  Input input;
  input.memory.assign(2, block_of(std::vector<InputByte>(16, InputByte::of(1))));
  Set set(kTakesPointer, input);
  EXPECT_NE(set.block(0).base, 0u);
  EXPECT_GE(set.block(1).base, set.block(0).base + set.block(0).size);
}

TEST(InterpretSurroundings, GlobalsThatAreNotNamedHoldTheirInitialValues) {
  Set set(kTakesPointer, Input());
  EXPECT_EQ(number_in(set.machine().memory.at(0)), 7u);
}

TEST(InterpretSurroundings, BytesThatAreNotGivenWereNeverWritten) {
  Input input;
  InputBlock block = block_of({InputByte::of(1)});
  block.size = 2;
  input.memory = {block};
  Set set(kTakesPointer, input);
  EXPECT_EQ(set.block(0).get(0), MemoryByte::of(1));
  EXPECT_EQ(set.block(0).get(1), MemoryByte::all_undef());
}

TEST(InterpretSurroundings, WhatIsToBeInitializedComesBackUntilItIsWritten) {
  Input input;
  input.memory.push_back(block_of(std::vector<InputByte>(4, InputByte::of(9))));
  input.arguments.push_back({InputLane::pointer(0, llvm::APInt(64, 0))});
  Set set("define void @f(ptr initializes((0, 2)) %p) { ret void }", input);
  EXPECT_EQ(set.block(0).get(1), MemoryByte::all_poison());
  EXPECT_EQ(set.block(0).get(2), MemoryByte::of(9));
  set.block(0).set(0, MemoryByte::of(1));
  restore_uninitialized(set.machine());
  EXPECT_EQ(set.block(0).get(0), MemoryByte::of(1));
  EXPECT_EQ(set.block(0).get(1), MemoryByte::of(9));
}

}  // namespace
}  // namespace assay::interpret
