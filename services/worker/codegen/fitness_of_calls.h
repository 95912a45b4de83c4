#pragma once

#include <llvm/IR/InstrTypes.h>

#include <string>

#include "services/worker/codegen/target.h"

/// The part of fitness.h that is about calls and what is handed over in them: why one can't be judged; empty if it can.
namespace assay::codegen {

std::string unfit_type(const llvm::Type& type, const Target& target);
/// Of what is handed over in a call that leaves the file, or that the wrapper makes.
std::string unfit_in_call(const llvm::Type& type, const Target& target);
/// Of how so many arguments are handed over.
std::string unfit_parameters(const llvm::AttributeList& attributes, unsigned count);
/// Of how a result is returned.
std::string unfit_result(const llvm::Type& type, const Target& target);
std::string unfit_attributes(const llvm::Function& function);
std::string unfit_call(const llvm::CallBase& call, const Target& target);
/// Of all that the function, and those that it calls, make.
std::string unfit_calls_through_pointers(const llvm::Function& function);

bool has_common_convention(const llvm::Function& function);
/// Is it a target's intrinsic, and not this one's?
bool is_of_another(const llvm::Function& intrinsic, const Target& target);

}  // namespace assay::codegen
