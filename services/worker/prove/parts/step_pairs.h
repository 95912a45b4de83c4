#pragma once

#include <llvm/ADT/ArrayRef.h>
#include <llvm/ADT/STLFunctionalExtras.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/Instruction.h>

/// Which of two functions' steps are one.
namespace assay::prove {

/// What leaves no trace: the source may do it where the target does not, and several of them may be done in any order.
bool leaves_no_trace(const llvm::Instruction& step);

/// Are the names one, but for what is appended to that of a copy?
bool has_same_stem(const llvm::Value& one, const llvm::Value& other);

using ManySteps = llvm::SmallVector<const llvm::Instruction*, 8>;
/// For each of the target's steps that leave no trace one of the source's, that are done between the same two others:
/// that of its name, else one whose operands look alike, else the next. Fewer if one has none.
ManySteps partners_of(llvm::ArrayRef<const llvm::Instruction*> target, llvm::ArrayRef<const llvm::Instruction*> source,
                      llvm::function_ref<bool(const llvm::Instruction&, const llvm::Instruction&)> is_same);

}  // namespace assay::prove
