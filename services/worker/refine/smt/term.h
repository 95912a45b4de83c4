#pragma once

#include <llvm/ADT/APInt.h>

#include <cstdint>
#include <functional>
#include <span>
#include <string_view>

#include "services/worker/semantics/types.h"

namespace llvm {
struct KnownBits;
}

namespace assay::refine::smt {

using semantics::FloatFormat;
using semantics::Rounding;

/// The node kinds that are left after simplification. A Bool is a bit vector of one bit, so that i1 arithmetic and the
/// logic of conditions share their terms: Or is Not(And(Not..)), subtraction is Add with a coefficient, zero extension
/// and shifts by constants are Concat, ule is Not(Ult), and so on.
enum class Kind : std::uint8_t {
  Constant,
  Variable,
  Not,
  And,
  Xor,  // And, Xor: two or more operands
  Add,
  Mul,  // two or more operands; a constant stands first
  UDiv,
  URem,
  SDiv,
  SRem,
  Shl,
  LShr,
  AShr,
  Concat,
  Slice,
  SExt,  // Concat: two or more operands, the high part first
  CtPop,
  CtLz,
  CtTz,
  BitReverse,
  Eq,
  Ult,
  Slt,
  SAddOverflow,
  SSubOverflow,
  UMulOverflow,
  SMulOverflow,
  Ite,  // of bits or of arrays
  FAdd,
  FMul,
  FDiv,
  FRem,
  Fma,
  FSqrt,
  FRound,
  FConvert,
  FloatToInt,
  IntToFloat,
  FEq,
  FLt,    // x87 only; the other formats compare their bits
  Apply,  // of an uninterpreted function
  ArrayVariable,
  ArrayConstant,
  Store,
  Select,
  KindCount,
};

/// One node of the graph; lives as long as the Terms that made it.
struct Node {
  Kind kind;
  std::uint32_t id = 0;           ///< in order of creation: operands have smaller ids
  std::uint32_t width = 0;        ///< of the bits, or of an array's elements
  std::uint32_t index_width = 0;  ///< not 0: an array
  std::uint32_t payload = 0;      ///< Slice: lowest bit; names: their index; floating point: see FloatPayload
  std::uint32_t count = 0;
  std::uint32_t hash = 0;
  std::uint32_t sign_bits = 1;  ///< so many high bits are known to be equal
  const Node* const* operands = nullptr;
  const llvm::KnownBits* known = nullptr;  ///< null for arrays
};

/// A handle of a node, as cheap as a pointer. Terms of one factory are equal as handles exactly if they are the same
/// node. A default-made Term is null and may only be compared, copied and tested.
class Term {
 public:
  Term() = default;
  explicit Term(const Node* node) : node_(node) {}
  explicit operator bool() const { return node_ != nullptr; }
  bool operator==(const Term&) const = default;

  const Node* node() const { return node_; }
  Kind kind() const { return node_->kind; }
  std::uint32_t id() const { return node_->id; }
  unsigned width() const { return node_->width; }
  bool is_array() const { return node_->index_width != 0; }
  unsigned index_width() const { return node_->index_width; }
  unsigned arity() const { return node_->count; }
  Term operand(unsigned i) const { return Term(node_->operands[i]); }
  std::uint32_t payload() const { return node_->payload; }

  bool is_constant() const { return kind() == Kind::Constant; }
  const llvm::APInt& value() const;  ///< of a constant
  bool is_true() const { return is_constant() && width() == 1 && value().isOne(); }
  bool is_false() const { return is_constant() && width() == 1 && value().isZero(); }
  bool is_zero() const { return is_constant() && value().isZero(); }
  bool is_all_ones() const { return is_constant() && value().isAllOnes(); }
  const llvm::KnownBits& known() const { return *node_->known; }

 private:
  const Node* node_ = nullptr;
};

/// From this width on terms may be addresses.
inline constexpr unsigned kAddressBits = 32;

/// The attributes of a floating-point node, packed into Node::payload.
struct FloatPayload {
  FloatFormat format = FloatFormat::None;
  FloatFormat to = FloatFormat::None;  ///< FConvert only
  Rounding rounding = Rounding::NearestTiesToEven;
  bool is_signed = false;  ///< FloatToInt, IntToFloat only
  std::uint32_t pack() const {
    return static_cast<std::uint32_t>(format) | static_cast<std::uint32_t>(to) << 4 |
           static_cast<std::uint32_t>(rounding) << 8 | static_cast<std::uint32_t>(is_signed) << 12;
  }
  static FloatPayload unpack(std::uint32_t bits) {
    return {static_cast<FloatFormat>(bits & 15), static_cast<FloatFormat>(bits >> 4 & 15),
            static_cast<Rounding>(bits >> 8 & 15), (bits >> 12 & 1) != 0};
  }
};

using semantics::width_of;

std::string_view name_of(Kind kind);

}  // namespace assay::refine::smt

template <>
struct std::hash<assay::refine::smt::Term> {
  std::size_t operator()(const assay::refine::smt::Term& term) const {
    return term.node() == nullptr ? 0 : term.id() + 1;
  }
};
