#pragma once

#include <llvm/IR/Attributes.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/InstrTypes.h>

#include "services/worker/semantics/program.h"

namespace assay::semantics {

/// What attributes promise of a parameter, or of a return value. The layout says what a pointer to a structure's memory
/// (sret, byref) may be used for.
Promises promises_of(const llvm::AttributeSet& attributes, const llvm::DataLayout& layout);
/// Is the call one that is to be inlined (alwaysinline) though the linker may put another function in the callee's place?
bool is_inlined_anyway(const llvm::CallBase& call, const llvm::Function& callee);
/// What metadata promises of a load's or call's result, merged into `promises`.
void add_metadata_promises(const llvm::Instruction& instruction, Promises& promises);
/// All that `other` promises is promised too.
void merge_promises(Promises& promises, const Promises& other);

}  // namespace assay::semantics
