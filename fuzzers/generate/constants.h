#pragma once

#include <llvm/ADT/APFloat.h>
#include <llvm/ADT/APInt.h>
#include <llvm/IR/Constant.h>
#include <llvm/IR/Type.h>

#include <vector>

#include "services/common/rng.h"

/// Constants worth trying: boundaries, powers of two, masks, and the relatives of constants already seen.
namespace assay::generate {

struct ConstantOptions {
  bool allow_undef = false;
  unsigned poison_permille = 6;
  unsigned poison_lane_percent = 8;
};

/// A number that rules tend to treat specially at this width: 0, 1, -1, the signed and unsigned extremes, powers of
/// two, masks, the width itself, or any of these one off.
llvm::APInt interesting_integer(unsigned bits, Rng& rng);
/// A relative of a number: one more or less, negated, complemented, one bit flipped, shifted, doubled.
llvm::APInt relative_of(const llvm::APInt& number, Rng& rng);
/// A number that floating-point rules tend to treat specially: zeros, ones, infinities, NaNs with and without payload,
/// the smallest and largest normal and denormal numbers, integers near the limits of integer types, any bits at all.
llvm::APFloat interesting_float(const llvm::fltSemantics& semantics, Rng& rng);
/// A constant of a first-class type. Integers draw often on relatives of `pool` (numbers of any width); pointers are
/// null; aggregates are made of their elements' constants. Never undef unless allowed. Null for types without constants
/// (labels, tokens, metadata, scalable vectors).
llvm::Constant* interesting_constant(llvm::Type* type, Rng& rng, const ConstantOptions& options,
                                     const std::vector<llvm::APInt>& pool = {});

}  // namespace assay::generate
