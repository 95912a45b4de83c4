#pragma once

#include <llvm/IR/Function.h>

namespace assay::prove {

/// Parts loops of the source as the target's loops seem to part them: by where they store. A loop each follows the
/// other, with the stores of its part and what these need, and has the name of one of the target's. That is a guess:
/// nobody has shown that it does the same. False: the function is as it was. Else whoever goes on with it verifies it.
bool distribute_loops(llvm::Function& source, const llvm::Function& target);

}  // namespace assay::prove
