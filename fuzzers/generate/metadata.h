#pragma once

#include <llvm/ADT/ArrayRef.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/Instruction.h>
#include <llvm/IR/Metadata.h>

#include "services/common/rng.h"

/// Well-formed nodes of all fixed metadata kinds of LLVM, for generator and mutators.
namespace assay::generate {

/// Where a metadata kind may stand, and what makes a node of it (null where none fits).
template <class Holder>
struct MetadataKind {
  unsigned id;
  unsigned since;  ///< the first release that reads it
  bool (*fits)(const Holder&);
  llvm::MDNode* (*make)(Rng&, Holder&);
};

/// All fixed kinds but `dbg`, by what they may stand on.
llvm::ArrayRef<MetadataKind<llvm::Instruction>> instruction_metadata();
llvm::ArrayRef<MetadataKind<llvm::Function>> function_metadata();
llvm::ArrayRef<MetadataKind<llvm::GlobalVariable>> variable_metadata();

/// Adds a node of a random kind that the release reads; false if the kind that was drawn may not stand there.
bool add_any_metadata(llvm::Instruction& holder, Rng& rng, unsigned language);
bool add_any_metadata(llvm::Function& holder, Rng& rng, unsigned language);
bool add_any_metadata(llvm::GlobalVariable& holder, Rng& rng, unsigned language);

/// Makes the function one of a debug compilation: a subprogram, and a line for each instruction that has none yet.
void add_debug_info(llvm::Function& function);
/// Gives a line to each instruction without one, if the function has a subprogram: calls need it.
void complete_debug_info(llvm::Function& function);

}  // namespace assay::generate
