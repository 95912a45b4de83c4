#pragma once

#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/Instruction.h>
#include <llvm/IR/Metadata.h>

#include <utility>

/// Of two instructions alone, whatever their operands are: do they do the same?
namespace assay::prove {

using Attachments = llvm::SmallVector<std::pair<unsigned, llvm::MDNode*>, 4>;

/// Metadata that says something of what the instruction does.
Attachments meaning_of_metadata(const llvm::Instruction& instruction);

/// The same operation with the same flags, attributes and metadata.
bool is_same_operation(const llvm::Instruction& a, const llvm::Instruction& b);

/// The same but for metadata, where the source's call may promise more of its arguments: what makes it undefined, or
/// hands poison on, where that does not hold.
bool is_refined_but_for_metadata(const llvm::Instruction& source, const llvm::Instruction& target);

}  // namespace assay::prove
