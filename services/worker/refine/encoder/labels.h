#pragma once

#include <string>

#include "services/worker/semantics/program.h"

namespace assay::refine {

struct SharedMemory;

/// The name by which source and target know a block whose address is taken: its own, after that of its function unless
/// the function is one of those compared.
std::string key_of(const llvm::BasicBlock& block, const SharedMemory& memory);

/// May others get the address of a block from the function: is it stored, returned, passed or compared?
bool gives_labels_away(const semantics::Function& function);

/// Can the value only be the address of a block that the function itself has chosen?
bool is_chosen_label(const llvm::Value& address);

}  // namespace assay::refine
