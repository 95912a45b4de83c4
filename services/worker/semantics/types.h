#pragma once

#include <cstdint>
#include <string_view>

namespace assay::semantics {

/// The formats of LangRef's floating-point types that Assay knows; ppc_fp128 is unsupported.
enum class FloatFormat : std::uint8_t { None, Half, BFloat, Single, Double, X87, Quad };

/// Layout of an interchange format: one sign bit, exponent, fraction (without the hidden bit, with X87's explicit one).
struct FloatShape {
  unsigned exponent_bits;
  unsigned fraction_bits;
};
constexpr FloatShape shape_of(FloatFormat format) {
  switch (format) {
    case FloatFormat::Half:
      return {5, 10};
    case FloatFormat::BFloat:
      return {8, 7};
    case FloatFormat::Single:
      return {8, 23};
    case FloatFormat::Double:
      return {11, 52};
    case FloatFormat::X87:
      return {15, 64};
    case FloatFormat::Quad:
      return {15, 112};
    case FloatFormat::None:
      break;
  }
  return {0, 0};
}

/// The width of a format's bit pattern.
constexpr unsigned width_of(FloatFormat format) {
  const FloatShape shape = shape_of(format);
  return format == FloatFormat::None ? 0 : 1 + shape.exponent_bits + shape.fraction_bits;
}

enum class Rounding : std::uint8_t { NearestTiesToEven, TowardPositive, TowardNegative, TowardZero, NearestTiesToAway };

/// How operations treat denormal (subnormal) numbers (LangRef, denormal-fp-math).
enum class Denormals : std::uint8_t { Ieee, PreserveSign, PositiveZero };

enum class LaneKind : std::uint8_t { Integer, Float, Pointer };

/// The type of one lane. A first-class value is a list of lanes: one for a scalar, the elements in order for vectors,
/// arrays and structs (flattened, padding not included).
struct LaneType {
  LaneKind kind = LaneKind::Integer;
  FloatFormat format = FloatFormat::None;
  std::uint32_t bits = 0;  ///< width of the pattern; for pointers the data layout's pointer width
  std::uint32_t address_space = 0;
  bool operator==(const LaneType&) const = default;
};

/// Flags of instructions that change meaning (LangRef: poison-generating flags, fast-math flags).
enum Flag : std::uint32_t {
  NoSignedWrap = 1u << 0,
  NoUnsignedWrap = 1u << 1,
  Exact = 1u << 2,
  Disjoint = 1u << 3,
  NonNegative = 1u << 4,
  SameSign = 1u << 5,
  InBounds = 1u << 6,
  NoUnsignedSignedWrap = 1u << 7,
  NoNaNs = 1u << 8,
  NoInfs = 1u << 9,
  NoSignedZeros = 1u << 10,
  Reassociate = 1u << 11,
  AllowReciprocal = 1u << 12,
  AllowContract = 1u << 13,
  ApproximateFunctions = 1u << 14,
  IntMinPoison = 1u << 15,      ///< abs: poison for the smallest value
  ZeroPoison = 1u << 16,        ///< ctlz, cttz: poison for zero
  Saturating = 1u << 17,        ///< fix-point intrinsics
  SignalingIsQuiet = 1u << 18,  ///< minnum, maxnum: a signaling NaN is like a quiet one (Variant)
  QuietNaNs = 1u << 19,         ///< constrained operations and canonicalize give no signaling NaN
};
using Flags = std::uint32_t;
constexpr Flags kFastMathFlags =
    NoNaNs | NoInfs | NoSignedZeros | Reassociate | AllowReciprocal | AllowContract | ApproximateFunctions;
/// Flags that permit other results than the IEEE one without saying which (LangRef, fast-math flags).
constexpr Flags kApproximationFlags = Reassociate | AllowReciprocal | AllowContract | ApproximateFunctions;

/// Comparison predicates of icmp and fcmp.
enum class Predicate : std::uint8_t {
  None,
  Eq,
  Ne,
  Ugt,
  Uge,
  Ult,
  Ule,
  Sgt,
  Sge,
  Slt,
  Sle,
  False,
  Oeq,
  Ogt,
  Oge,
  Olt,
  Ole,
  One,
  Ord,
  Uno,
  Ueq,
  FUgt,
  FUge,
  FUlt,
  FUle,
  Une,
  True,
};

/// The rules whose breach is immediate undefined behaviour.
enum class Rule : std::uint8_t {
  DivisionByZero,
  DivisionOverflow,
  DivisionByPoison,
  BranchOnPoison,
  BranchOnUndef,
  SwitchOnPoison,
  SwitchOnUndef,
  Unreachable,
  AssumeFalse,
  NoundefArgument,
  LibraryArgument,
  NoundefReturn,
  NoundefValue,
  LoadFromPoison,
  StoreToPoison,
  NullDereference,
  OutOfBounds,
  DeadObject,
  Misaligned,
  ReadOnlyMemory,
  WriteNotAllowed,
  ReadNotAllowed,
  InvalidFree,
  CallOfNonFunction,
  SignatureMismatch,
  CallOnPoison,
  NoReturnReturned,
  WillReturnViolated,
  NoProgress,
  CallUndefined,
  Unwound,
  NoAliasViolated,
  DereferenceableViolated,
  OverlappingCopy,
  InvalidVaArg,
  InvalidIndirectBranch,
  InvalidLifetime,
  StackOverflow,
  InvariantViolated,
  ImmediateArgument,
  SelectOnPoison,
  PoisonStored,
  RuleCount,
};
struct RuleText {
  std::string_view message;  ///< what happened, for a reader
  std::string_view section;  ///< LangRef's section
};
RuleText text_of(Rule rule);

/// What a choice is made for; choices pick ONE value for all uses of a result (undef is not a choice but a set).
enum class Choice : std::uint8_t {
  Freeze,
  NanPayload,
  NanSign,
  ZeroSign,
  Address,
  AllocationFails,
  FusedMultiplyAdd,
  MinMaxZero,
  Unspecified
};

}  // namespace assay::semantics
