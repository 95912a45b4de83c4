#pragma once

#include <span>

#include "services/worker/interpret/values/wide_domain.h"
#include "services/worker/interpret/values/word_domain.h"
#include "services/worker/semantics/eval.h"

/// Value operations on patterns of at most 64 bits.
namespace assay::interpret {

using Word = WordDomain<std::uint64_t>;
using DoubleWord = WordDomain<unsigned __int128>;

inline llvm::APInt to_pattern(const WordBits<std::uint64_t>& bits) { return llvm::APInt(bits.width, bits.bits); }
inline const llvm::APInt& to_pattern(const llvm::APInt& bits) { return bits; }

/// Operations whose meaning computes in twice the width of its operands.
constexpr bool needs_double(semantics::Op op) {
  return op == semantics::Op::FShl || op == semantics::Op::FShr ||
         (op >= semantics::Op::SMulFix && op <= semantics::Op::UDivFixSat);
}

/// One lane, widths up to 64.
semantics::Value<Word> evaluate_word(Word& domain, const semantics::ValueInfo& info,
                                     std::span<const semantics::Value<Word>> operands);

}  // namespace assay::interpret
