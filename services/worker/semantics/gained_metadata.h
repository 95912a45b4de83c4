#pragma once

#include <string>

#include "services/worker/semantics/promise_lists.h"

namespace llvm {
class Function;
}  // namespace llvm

namespace assay::semantics {

/// The first metadata of the target, of which that machine does not know the whole meaning, that the source does not
/// say: nowhere, or not where it does the same (by counterparts.h), or only on other ways to it. "!" and the kind; or
/// "". Distinct nodes of the target stand for one of the source each, which other nodes may stand for, too.
std::string gained_metadata(const llvm::Function& source, const llvm::Function& target, bool FollowedBy::*machine);
/// The same of a function whose text may be made of several of the source's: then it is not known what does the same.
std::string gained_metadata(const SaidBefore& before, const llvm::Function& target, bool FollowedBy::*machine);

}  // namespace assay::semantics
