#include "services/worker/semantics/accesses.h"

#include <gtest/gtest.h>

#include <set>

namespace assay::semantics {
namespace {

/// Rows of shape Memory that make pointers, allocate or order things, but access no bytes that their operands name.
const std::set<Op> kAccessNothing = {
    Op::Alloca,      Op::GetElementPtr, Op::PtrToInt, Op::PtrToAddr,  Op::IntToPtr,        Op::AddrSpaceCast,
    Op::ICmpPointer, Op::Fence,         Op::CmpXchg,  Op::AtomicRmw,  Op::VaArg,           Op::LifetimeStart,
    Op::LifetimeEnd, Op::LandingPad,    Op::CatchPad, Op::CleanupPad, Op::SeparateStorage, Op::PtrMask,
};

TEST(SemanticsAccesses, EveryMemoryRowSaysWhatItAccesses) {
  for (const Row& row : kRows) {
    const bool should = row.shape == Shape::Memory && !kAccessNothing.contains(row.op);
    EXPECT_EQ(!accesses_of(row.op).empty(), should) << row.spelling;
  }
}

TEST(SemanticsAccesses, ReadsComeBeforeWrites) {
  for (const Row& row : kRows) {
    bool wrote = false;
    for (const OperandAccess& access : accesses_of(row.op)) {
      EXPECT_FALSE(wrote && !access.writes) << row.spelling;
      wrote |= access.writes;
    }
  }
}

}  // namespace
}  // namespace assay::semantics
