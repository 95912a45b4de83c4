// Which counts of shifts matter, against what all counts give.

#include <gtest/gtest.h>
#include <llvm/ADT/APInt.h>
#include <llvm/ADT/SmallString.h>

#include <algorithm>
#include <set>
#include <string>
#include <utility>

#include "services/common/rng.h"
#include "services/worker/interpret/values/evaluate.h"
#include "services/worker/semantics/semantics.h"
#include "services/worker/semantics/shift_counts.h"

namespace assay::interpret {
namespace {

using semantics::Op;
using semantics::Shape;
using semantics::ValueInfo;
using Known = semantics::Value<WideDomain>;
using Results = std::set<std::pair<std::string, bool>>;

constexpr unsigned kCountWidth = 8;

semantics::LaneType integers_of(unsigned bits) {
  semantics::LaneType type;
  type.kind = semantics::LaneKind::Integer;
  type.bits = bits;
  return type;
}

std::string print_hex(const llvm::APInt& bits) {
  llvm::SmallString<32> text;
  bits.toStringUnsigned(text, 16);
  return text.str().str();
}

/// What the operation gives for the first `counts` patterns of the operand that counts.
Results results_of(const ValueInfo& info, std::size_t operand, std::uint64_t counts, std::vector<Known> operands) {
  Results results;
  for (std::uint64_t count = 0; count < counts; ++count) {
    operands[operand] = {llvm::APInt(kCountWidth, count), false};
    WideDomain domain;
    Known result{llvm::APInt(info.result.bits, 0), false};
    if (row_of(info.op).shape == Shape::Lanewise) {
      result = semantics::evaluate<WideDomain>(domain, info, operands);
    } else {
      std::vector<std::span<const Known>> lanes;
      for (const Known& each : operands) lanes.emplace_back(&each, 1);
      semantics::evaluate_horizontal<WideDomain>(domain, info, lanes, std::span(&result, 1));
    }
    results.emplace(result.poison ? "" : print_hex(result.bits), result.poison);
  }
  return results;
}

TEST(ShiftCounts, ThatMatterGiveAllResults) {
  Rng rng(20261129);
  std::set<Op> seen;
  for (const semantics::Row& row : semantics::kRows) {
    if (row.shape != Shape::Lanewise && row.shape != Shape::Horizontal) continue;
    for (const unsigned width : {1u, 3u, 7u, 8u, 16u, 33u}) {
      ValueInfo info;
      info.op = row.op;
      info.result = info.operand = integers_of(width);
      for (std::size_t operand = 1; operand < 3; ++operand) {
        const std::uint64_t counts = semantics::counts_that_matter(info, operand, kCountWidth);
        if (counts == 0) continue;
        // Shifts by a number of the lane's own width: fewer counts than are looked at here have that many bits.
        if (row.signature != semantics::Signature::Other && width != kCountWidth) continue;
        seen.insert(row.op);
        for (int draw = 0; draw < 20; ++draw) {
          const llvm::APInt value(width, rng(), false, /*implicitTrunc=*/true),
              other(width, rng(), false, /*implicitTrunc=*/true);
          std::vector<Known> operands{{value, false}};
          if (operand == 2) operands.push_back({other, false});
          operands.push_back({llvm::APInt(kCountWidth, 0), false});
          EXPECT_EQ(results_of(info, operand, counts, operands), results_of(info, operand, 256, operands))
              << row.spelling << " of " << width << " bits";
        }
      }
    }
  }
  for (const Op op : {Op::Shl, Op::LShr, Op::AShr, Op::FShl, Op::FShr, Op::X86Avx2PsrlvD, Op::X86Sse2PslliW})
    EXPECT_TRUE(seen.contains(op)) << row_of(op).spelling;
}

TEST(ShiftCounts, OfNarrowOperandsAreNoMoreThanTheyHavePatterns) {
  ValueInfo info;
  info.op = Op::X86Avx2PsrlvD;
  info.result = info.operand = integers_of(32);
  EXPECT_EQ(semantics::counts_that_matter(info, 1, 3), 8u);
  EXPECT_EQ(semantics::counts_that_matter(info, 1, 32), 33u);
  EXPECT_EQ(semantics::counts_that_matter(info, 0, 32), 0u);
}

}  // namespace
}  // namespace assay::interpret
