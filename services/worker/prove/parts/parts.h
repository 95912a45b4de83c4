#pragma once

#include <llvm/IR/Function.h>

#include <functional>

#include "services/worker/normalize/normalize.h"

namespace assay::prove {

/// Asked whether the second function refines the first for all arguments, poison included, undef not.
using ProvesPart = std::function<bool(const llvm::Function& before, const llvm::Function& after)>;

/// Does the target refine the source because what an optimizer changed, cut out of both, does? The functions run in
/// step and do the same but for some expressions (docs/adr/0019-only-what-changed.md). Each of these is written as a
/// pair of functions, whose parameters are values that both sides compute, and put to `proves`: once or more, with more
/// and more of what surrounds it. False says nothing. `undef`: arguments may be undef. Both functions must be in
/// normalize::Form::Steps and live in one context.
bool is_proved_by_parts(const llvm::Function& source, const llvm::Function& target, bool undef,
                        const ProvesPart& proves);

/// The same of a pair as it is, and where that proves nothing and `other_forms` is set, in Form::Rounds, in which the
/// pair is left, and with the source written along the target's blocks (normalize/target_shape.h).
bool is_proved_by_parts(normalize::NormalPair& pair, bool other_forms, bool undef, const ProvesPart& proves);

}  // namespace assay::prove
