#pragma once

#include <llvm/ADT/APInt.h>

#include <optional>
#include <span>

#include "services/worker/refine/smt/term.h"

namespace assay::refine::smt {

/// The meaning of a node kind on concrete bits, in full. Leaves, arrays and Apply have none here.
llvm::APInt fold(Kind kind, unsigned width, std::uint32_t payload, std::span<const llvm::APInt> operands);

/// The floating-point kinds of the above.
llvm::APInt fold_float(Kind kind, unsigned width, FloatPayload attributes, std::span<const llvm::APInt> operands);

/// Division as in SMT-LIB: total.
llvm::APInt fold_udiv(const llvm::APInt& a, const llvm::APInt& b);
llvm::APInt fold_urem(const llvm::APInt& a, const llvm::APInt& b);
llvm::APInt fold_sdiv(const llvm::APInt& a, const llvm::APInt& b);
llvm::APInt fold_srem(const llvm::APInt& a, const llvm::APInt& b);

/// The bits of 2^exponent, or nullopt if the format can't hold it as a normal number.
std::optional<llvm::APInt> power_of_two(FloatFormat format, int exponent, bool negative);
/// The exact 1 / bits, if that is a normal number.
std::optional<llvm::APInt> exact_inverse(FloatFormat format, const llvm::APInt& bits);
llvm::APInt quiet_nan_bits(FloatFormat format);

}  // namespace assay::refine::smt
