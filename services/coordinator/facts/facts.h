#pragma once

#include <llvm/IR/Module.h>

#include "services/coordinator/store/ir_facts.h"

/// LLVM IR as relations: what a module says, as plain rows for the database.
namespace assay::facts {

/// Of a module that somebody else has sent: a hundred times what a reduced case has.
constexpr std::size_t kMostFactBytes = 4 << 20;

/// What a valid module says. Its name and what it belongs to are left to the caller.
/// More than `budget` bytes of facts are none at all: the fault says so.
store::ModuleFacts facts_of(const llvm::Module& module, std::size_t budget = kMostFactBytes);

}  // namespace assay::facts
