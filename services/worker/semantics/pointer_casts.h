#pragma once

#include <string>

namespace llvm {
class Function;
}  // namespace llvm

namespace assay::semantics {

/// Does the target look at the representation of pointers where it may change at any time more often than the source
/// (LangRef, unstable pointer representation)? Both machines have pointers that stay as they are. The operation, for
/// people; empty: it does not.
std::string new_look_at_unstable_pointers(const llvm::Function& source, const llvm::Function& target);

}  // namespace assay::semantics
