#pragma once

#include <string>

namespace llvm {
class Function;
}  // namespace llvm

namespace assay::semantics {

/// The first promise of the target's function that the source's does not make and that no machine checks, where the text
/// does not show that it is kept: `noalias` of a parameter or the result, `dead_on_return`, `returned`. Empty if there is
/// none. A proof says nothing of such a promise.
std::string unchecked_gain(const llvm::Function& source, const llvm::Function& target);

}  // namespace assay::semantics
