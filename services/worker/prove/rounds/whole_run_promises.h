#pragma once

#include <llvm/IR/Function.h>

#include <optional>
#include <vector>

namespace assay::prove {

/// Does each instruction mean the same in a segment as in the whole function?
bool can_be_cut(const llvm::Function& function);

/// Does all that is dereferenceable when the functions are entered stay it? Else a segment that starts later may not
/// take it to be.
bool keeps_dereferenceable(const llvm::Function& source, const llvm::Function& target);

/// Takes the promises about the whole run away, which would say something else of a segment: the source's, which holds
/// it to more, and the target's, where its text shows that it keeps them, or the source makes them too and neither
/// would end. Nothing if there are others. Else the arguments whose noalias counts in both: the accesses have to be
/// watched (see accesses.h).
std::optional<std::vector<unsigned>> loosen(llvm::Function& source, llvm::Function& target);

}  // namespace assay::prove
