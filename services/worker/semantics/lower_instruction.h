#pragma once

#include <llvm/IR/Instructions.h>
#include <llvm/IR/Operator.h>

#include "services/worker/semantics/emitter.h"

/// Each function appends what an instruction becomes. The error is the name of the unsupported feature.
namespace assay::semantics {

/// Any instruction: calls one of those below, of lower_call.h, or writes the row that the instruction is.
Status lower_instruction(Emitter& out, const llvm::Instruction& instruction);

// lower_elements.cpp
Status lower_shuffle(Emitter& out, const llvm::ShuffleVectorInst& shuffle);
Status lower_extract_element(Emitter& out, const llvm::ExtractElementInst& extract);
Status lower_insert_element(Emitter& out, const llvm::InsertElementInst& insert);
Status lower_extract_value(Emitter& out, const llvm::ExtractValueInst& extract);
Status lower_insert_value(Emitter& out, const llvm::InsertValueInst& insert);
// lower_terminator.cpp
Status lower_terminator(Emitter& out, const llvm::Instruction& terminator);
Status lower_landing_pad(Emitter& out, const llvm::LandingPadInst& pad);
// lower_memory.cpp: accesses, addresses, fences and funclet pads
Status lower_memory(Emitter& out, const llvm::Instruction& instruction);
// lower_atomic.cpp
Status lower_atomic_update(Emitter& out, const llvm::AtomicRMWInst& update);
Status lower_exchange(Emitter& out, const llvm::AtomicCmpXchgInst& exchange);

}  // namespace assay::semantics
