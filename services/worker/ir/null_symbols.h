#pragma once

#include <llvm/IR/ConstantRange.h>
#include <llvm/IR/GlobalValue.h>

#include <optional>

namespace assay::ir {

/// Is the address null where nobody defines the symbol, or may it be, as it is any in a range that holds 0? LangRef:
/// extern_weak, `!absolute_symbol`.
inline bool may_be_null(const llvm::GlobalValue& global) {
  if (global.hasExternalWeakLinkage()) return true;
  const std::optional<llvm::ConstantRange> range = global.getAbsoluteSymbolRange();
  return range && range->contains(llvm::APInt::getZero(range->getBitWidth()));
}

}  // namespace assay::ir
