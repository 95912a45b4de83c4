#pragma once

#include <llvm/IR/Module.h>

#include "services/coordinator/store/ir_facts.h"

/// LLVM IR as relations: what a module says, as plain rows for the database.
namespace assay::facts {

/// What a valid module says. Its name and what it belongs to are left to the caller.
store::ModuleFacts facts_of(const llvm::Module& module);

}  // namespace assay::facts
