#pragma once

#include "services/worker/semantics/types.h"

namespace assay::generate {

/// The flags of operations with their words in IR; those of immediate arguments by LangRef's names of these.
struct FlagWord {
  semantics::Flag flag;
  const char* word;
};
inline constexpr FlagWord kFlagWords[] = {
    {semantics::NoSignedWrap, "nsw"},
    {semantics::NoUnsignedWrap, "nuw"},
    {semantics::Exact, "exact"},
    {semantics::Disjoint, "disjoint"},
    {semantics::NonNegative, "nneg"},
    {semantics::SameSign, "samesign"},
    {semantics::InBounds, "inbounds"},
    {semantics::NoUnsignedSignedWrap, "nusw"},
    {semantics::NoNaNs, "nnan"},
    {semantics::NoInfs, "ninf"},
    {semantics::NoSignedZeros, "nsz"},
    {semantics::Reassociate, "reassoc"},
    {semantics::AllowReciprocal, "arcp"},
    {semantics::AllowContract, "contract"},
    {semantics::ApproximateFunctions, "afn"},
    {semantics::IntMinPoison, "is_int_min_poison"},
    {semantics::ZeroPoison, "is_zero_poison"},
};

}  // namespace assay::generate
