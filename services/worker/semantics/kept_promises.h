#pragma once

#include <llvm/IR/Argument.h>
#include <llvm/IR/Attributes.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/InstrTypes.h>
#include <llvm/Support/ModRef.h>

/// Does a function's text show that it keeps a promise, whatever the unknown functions do that it calls? The machines
/// see accesses that a function makes itself, so only what its calls do, and where its pointers go, is looked at here.
namespace assay::semantics {

/// What may happen to the memory of a pointer by the calls that get it, or because it is lost from sight.
struct PointerUse {
  bool read = false;
  bool written = false;
  bool freed = false;
};
PointerUse use_by_calls(const llvm::Value& pointer);
/// The same with what the function itself reads and writes.
PointerUse use_of(const llvm::Value& pointer);

/// What the function's calls may access, as memory(...) of the function tells it.
llvm::MemoryEffects effects_of_calls(const llvm::Function& function);

/// Is what may be left of the argument at the end no more than that?
bool captures_at_most(const llvm::Argument& argument, llvm::CaptureInfo promised);

/// Does each call, of the function and of those that it calls and whose bodies are known, have the attribute, or read
/// memory at most?
bool all_calls_have(const llvm::Function& function, llvm::Attribute::AttrKind kind);

/// LangRef, nosync: nothing atomic that orders, nothing volatile, in the function and in those that it calls; all other
/// calls say the same, or the function's memory(none) does.
bool never_synchronizes(const llvm::Function& function);

/// Does the argument's noalias say anything? It speaks only of memory that is modified while the function runs
/// (LangRef), so it does not where the function writes to its own variables at most.
bool noalias_counts(const llvm::Argument& argument);

/// May something in the module write the variable?
bool is_written(const llvm::GlobalVariable& variable);

/// Can the function be called anywhere without undefined behaviour?
bool is_always_defined(const llvm::Function& function);

}  // namespace assay::semantics
