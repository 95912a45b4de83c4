#pragma once

#include <llvm/ADT/APFloat.h>

#include "services/worker/semantics/types.h"

/// LLVM's names for formats and roundings. Both machines compute with APFloat.
namespace assay::semantics {

inline const llvm::fltSemantics& semantics_of(FloatFormat format) {
  switch (format) {
    case FloatFormat::Half:
      return llvm::APFloat::IEEEhalf();
    case FloatFormat::BFloat:
      return llvm::APFloat::BFloat();
    case FloatFormat::Single:
      return llvm::APFloat::IEEEsingle();
    case FloatFormat::X87:
      return llvm::APFloat::x87DoubleExtended();
    case FloatFormat::Quad:
      return llvm::APFloat::IEEEquad();
    case FloatFormat::Double:
    case FloatFormat::None:
      break;
  }
  return llvm::APFloat::IEEEdouble();
}

inline llvm::RoundingMode mode_of(Rounding rounding) {
  switch (rounding) {
    case Rounding::NearestTiesToEven:
      return llvm::RoundingMode::NearestTiesToEven;
    case Rounding::TowardPositive:
      return llvm::RoundingMode::TowardPositive;
    case Rounding::TowardNegative:
      return llvm::RoundingMode::TowardNegative;
    case Rounding::TowardZero:
      return llvm::RoundingMode::TowardZero;
    case Rounding::NearestTiesToAway:
      return llvm::RoundingMode::NearestTiesToAway;
  }
  return llvm::RoundingMode::NearestTiesToEven;
}

}  // namespace assay::semantics
