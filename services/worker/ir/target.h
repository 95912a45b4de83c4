#pragma once

#include <llvm/MC/TargetRegistry.h>
#include <llvm/Target/TargetMachine.h>
#include <llvm/TargetParser/Triple.h>

#include <memory>

/// The processors that the linked LLVM knows.
namespace assay::ir {

/// Null for a triple of none, and for one whose target is not linked.
const llvm::Target* target_of(const llvm::Triple& triple);

/// As opt makes one of a module that names its triple: processor and features are those of each function. Null where
/// target_of() is.
std::unique_ptr<llvm::TargetMachine> machine_for(const llvm::Triple& triple);

}  // namespace assay::ir
