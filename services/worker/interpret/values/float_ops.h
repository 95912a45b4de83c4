#pragma once

#include <llvm/ADT/APInt.h>

#include <optional>
#include <string>

#include "services/worker/semantics/types.h"

/// IEEE 754 arithmetic on bit patterns of any format, by LLVM's APFloat. A NaN result is any NaN pattern.
namespace assay::interpret {

llvm::APInt float_add(semantics::FloatFormat format, semantics::Rounding rounding, const llvm::APInt& a,
                      const llvm::APInt& b);
llvm::APInt float_sub(semantics::FloatFormat format, semantics::Rounding rounding, const llvm::APInt& a,
                      const llvm::APInt& b);
llvm::APInt float_mul(semantics::FloatFormat format, semantics::Rounding rounding, const llvm::APInt& a,
                      const llvm::APInt& b);
llvm::APInt float_div(semantics::FloatFormat format, semantics::Rounding rounding, const llvm::APInt& a,
                      const llvm::APInt& b);
/// C's fmod.
llvm::APInt float_rem(semantics::FloatFormat format, const llvm::APInt& a, const llvm::APInt& b);
llvm::APInt float_fma(semantics::FloatFormat format, semantics::Rounding rounding, const llvm::APInt& a,
                      const llvm::APInt& b, const llvm::APInt& c);
llvm::APInt float_sqrt(semantics::FloatFormat format, semantics::Rounding rounding, const llvm::APInt& a);
llvm::APInt float_round(semantics::FloatFormat format, semantics::Rounding rounding, const llvm::APInt& a);
llvm::APInt float_convert(semantics::FloatFormat from, semantics::FloatFormat to, semantics::Rounding rounding,
                          const llvm::APInt& a);
/// The integer of `bits` bits; any pattern when it does not fit.
llvm::APInt float_to_int(semantics::FloatFormat format, semantics::Rounding rounding, const llvm::APInt& a,
                         unsigned bits, bool is_signed);
bool float_fits_int(semantics::FloatFormat format, semantics::Rounding rounding, const llvm::APInt& a, unsigned bits,
                    bool is_signed);
llvm::APInt int_to_float(const llvm::APInt& a, bool is_signed, semantics::FloatFormat format,
                         semantics::Rounding rounding);
bool float_equal(semantics::FloatFormat format, const llvm::APInt& a, const llvm::APInt& b);
bool float_less(semantics::FloatFormat format, const llvm::APInt& a, const llvm::APInt& b);
/// Which of llvm::FPClassTest's bits the number is.
unsigned float_class(semantics::FloatFormat format, const llvm::APInt& a);
/// Reads a decimal number, inf or nan; nothing if it is none.
std::optional<llvm::APInt> parse_float(semantics::FloatFormat format, const std::string& text);
/// The number as LLVM prints it where that is exact, else its bits in hexadecimal.
std::string print_float(semantics::FloatFormat format, const llvm::APInt& a);

}  // namespace assay::interpret
