#pragma once

#include <llvm/ADT/STLFunctionalExtras.h>
#include <llvm/IR/Function.h>

namespace assay::prove {

/// Does the function make numbers of pointers that others may come to know?
bool has_exposures(const llvm::Function& function);

/// What the target stands for in the source, and the other way round.
struct SameNumbers {
  llvm::function_ref<unsigned(const llvm::Value&)> number_of;  ///< of one number: the same wherever both are known
  llvm::function_ref<const llvm::BasicBlock&(const llvm::BasicBlock&)> partner_of;
};

/// Of two functions that do the same, block by block, but for where they make numbers of pointers: has the target
/// exposed whatever the source has, whenever somebody outside may act? It may have exposed more, and sooner: who makes
/// a pointer of a number gets any exposed provenance with which the access is defined (LangRef, pointer aliasing
/// rules), so that less is undefined. Objects of its own count as well: not before the source, where there is somebody
/// who acts.
bool exposes_as_soon(const llvm::Function& source, const llvm::Function& target, const SameNumbers& same);

}  // namespace assay::prove
