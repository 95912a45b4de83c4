#include <gtest/gtest.h>
#include <llvm/IR/Instruction.h>
#include <llvm/IR/Intrinsics.h>

#include <set>

#include "services/worker/semantics/semantics.h"

namespace assay::semantics {
namespace {

std::set<std::string> opcodes_of_llvm() {
  std::set<std::string> names{"copy"};  // what the lowering adds
  for (unsigned opcode = 1; opcode < llvm::Instruction::OtherOpsEnd; ++opcode)
    names.insert(llvm::Instruction::getOpcodeName(opcode));
  return names;
}

TEST(Rows, StandInTheOrderOfTheirEnumerators) {
  for (std::size_t i = 0; i < kRows.size(); ++i) EXPECT_EQ(static_cast<std::size_t>(kRows[i].op), i);
}

TEST(Rows, EverySpellingIsKnownToLlvm) {
  const auto opcodes = opcodes_of_llvm();
  for (const Row& row : kRows) {
    const std::string spelling(row.spelling.substr(0, row.spelling.find('#')));
    if (row.is_intrinsic())
      EXPECT_NE(llvm::Intrinsic::lookupIntrinsicID(spelling), llvm::Intrinsic::not_intrinsic) << row.spelling;
    else
      EXPECT_EQ(opcodes.count(spelling), 1u) << row.spelling;
  }
}

TEST(Rows, NoIntrinsicHasTwoRows) {
  std::set<std::string_view> seen;
  for (const Row& row : kRows)
    if (row.is_intrinsic()) EXPECT_TRUE(seen.insert(row.spelling).second) << row.spelling;
}

TEST(Rows, EveryInstructionOfLlvmHasARowOrIsListedAsUnsupported) {
  const std::set<std::string> unsupported{"<Invalid operator> ", "UserOp1", "UserOp2"};
  std::set<std::string> rows;
  for (const Row& row : kRows) rows.insert(std::string(row.spelling.substr(0, row.spelling.find('#'))));
  for (const std::string& name : opcodes_of_llvm()) EXPECT_EQ(rows.count(name) + unsupported.count(name), 1u) << name;
}

TEST(Rules, EachHasAMessageAndASection) {
  for (unsigned rule = 0; rule < static_cast<unsigned>(Rule::RuleCount); ++rule) {
    EXPECT_FALSE(text_of(static_cast<Rule>(rule)).message.empty());
    EXPECT_FALSE(text_of(static_cast<Rule>(rule)).section.empty());
  }
}

}  // namespace
}  // namespace assay::semantics
