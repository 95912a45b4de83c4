#pragma once

#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>

#include <memory>
#include <optional>
#include <span>

#include "services/worker/rules/pattern.h"

namespace assay::rules {

/// A pattern at certain widths, as two functions of one module.
struct Instance {
  std::unique_ptr<llvm::Module> module;
  llvm::Function* source = nullptr;
  llvm::Function* target = nullptr;
};

/// With these constants. Nothing: there are no such operations at these widths, or a constant of the target is
/// undefined. The precondition is not looked at.
std::optional<Instance> build(llvm::LLVMContext& context, const Pattern& pattern, const Widths& widths,
                              std::span<const llvm::APInt> symbols);
/// With all constants as arguments, and the precondition as assumptions of the source.
std::optional<Instance> build_for_all(llvm::LLVMContext& context, const Pattern& pattern, const Widths& widths);

/// A function that computes one of the pattern's roots, added to a module; `lanes` of 2 and more: of vectors, with
/// constants that are equal in all lanes. Null as above.
llvm::Function* add_function(llvm::Module& module, const std::string& name, const Pattern& pattern, std::uint32_t root,
                             const Widths& widths, std::span<const llvm::APInt> symbols, unsigned lanes = 1);

}  // namespace assay::rules
