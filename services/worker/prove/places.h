#pragma once

#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/Instructions.h>

namespace assay::prove {

/// The pointers by which an instruction accesses memory, if its text says where that is: of a load or store, a masked
/// one, of memset, memcpy and memmove. Of these no volatile ones.
llvm::SmallVector<const llvm::Use*, 2> places_of(const llvm::Instruction& instruction);

/// Is memory written there? Else it is read.
bool is_written(const llvm::Use& place);

/// Does it always come back, and is what it does to memory an access of its places, that orders nothing?
bool only_accesses(const llvm::Instruction& instruction);

}  // namespace assay::prove
