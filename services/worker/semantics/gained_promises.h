#pragma once

#include <string>

#include "services/worker/semantics/attribute_support.h"

namespace llvm {
class Function;
}  // namespace llvm

namespace assay::semantics {

/// The first promise of the target that the source does not make and whose breach the machine would not see, where the
/// text does not show that it is kept: an attribute of the function or of a call, or metadata. Empty if there is none.
/// A proof of the machine says nothing of such a promise. Metadata that the source has anywhere with the same contents
/// counts as the source's.
std::string unchecked_gain(const llvm::Function& source, const llvm::Function& target, bool FollowedBy::*machine);

/// Does only the target say that no round of a loop depends on another by some access (llvm.loop.parallel_accesses), or
/// say it of more loops around it than the source does? No proof looks whether that holds.
bool gains_parallel_loop(const llvm::Function& source, const llvm::Function& target);

/// A function of which only the target says that it calls back what it is given, with what it is given, and does
/// nothing else with that (LangRef, !callback): no machine holds it to that. Empty: none.
std::string gained_callback(const llvm::Function& source, const llvm::Function& target);

}  // namespace assay::semantics
