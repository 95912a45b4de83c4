#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "services/worker/semantics/types.h"

/// The table of operations: one row for each instruction and intrinsic that Assay gives a meaning to.
namespace assay::semantics {

/// How an operation treats its lanes, which is all that a machine needs to know to run it.
enum class Shape : std::uint8_t {
  Lanewise,      ///< each result lane from the same lane of each operand; an operand of one lane serves all lanes
  LanewisePair,  ///< as Lanewise, with two results: lanes [0, n) the first, [n, 2n) the second
  Horizontal,    ///< all lanes of all operands to all lanes of the result
  Permute,       ///< result lanes are copies of operand lanes as Function::masks says, without looking at them
  Select,        ///< operand 0 chooses between lanes of operands 1 and 2, which are copied
  Phi,           ///< a copy of the incoming value
  Freeze,        ///< undef and poison become a choice
  Memory,        ///< reads or writes memory or makes pointers: Execute and Encode in the machines
  Control,       ///< terminators
  Call,          ///< calls that are not rows of their own
  Nothing,       ///< has no effect and no result here (debug intrinsics, hints)
};

/// What the operands are, for those who make or change instructions. T: any integer type of the result's width.
enum class Signature : std::uint8_t {
  None,
  UnaryInt,
  BinaryInt,
  TernaryInt,
  CompareInt,
  OverflowInt,
  ThreeWayInt,
  TruncateInt,
  ExtendInt,
  UnaryFloat,
  BinaryFloat,
  TernaryFloat,
  CompareFloat,
  TruncateFloat,
  ExtendFloat,
  FloatToInt,
  IntToFloat,
  FloatInt,
  TestFloat,
  FixedPoint,
  Other,
};

/// Each row: name of the enumerator, spelling in IR, shape, signature, flags it may carry, generator weight (0: made by
/// other means), LangRef anchor. The meaning of a Lanewise, LanewisePair or Horizontal row is Meaning<Op::Name>.
#define ASSAY_ROW(name, spelling, shape, signature, flags, weight, anchor) name,
enum class Op : std::uint16_t {
#include "services/worker/semantics/rows.def"
  Count
};
#undef ASSAY_ROW

struct Row {
  Op op;
  std::string_view spelling;  ///< opcode, or intrinsic name without the type suffix
  Shape shape;
  Signature signature;
  Flags flags;
  unsigned weight;
  std::string_view anchor;
  constexpr bool is_intrinsic() const { return spelling.starts_with("llvm."); }
};

inline constexpr std::array kRows = {
#define ASSAY_ROW(name, spelling, shape, signature, flags, weight, anchor) \
  Row{Op::name, spelling, Shape::shape, Signature::signature, flags, weight, anchor},
#include "services/worker/semantics/rows.def"
#undef ASSAY_ROW
};
constexpr const Row& row_of(Op op) { return kRows[static_cast<std::size_t>(op)]; }

}  // namespace assay::semantics
