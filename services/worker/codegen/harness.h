#pragma once

#include <llvm/IR/Module.h>

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "services/worker/codegen/lanes.h"
#include "services/worker/codegen/target.h"

namespace assay::codegen {

/// A function that is to be run, and the wrapper that calls it: void(ptr in, ptr out).
struct Wrapped {
  std::string function;
  std::string wrapper;
  std::vector<LanePlace> arguments;  ///< all lanes of all arguments, in order
  std::vector<LanePlace> result;
  std::uint32_t in_bytes = 0, out_bytes = 0;
};

/// The functions of a file as they are compiled: for the target, with external linkage, without what asks for another
/// processor, without debug information.
void prepare(llvm::Module& module, const Target& target, const std::string& data_layout);

/// A copy of a prepared module that holds these functions and what they need.
std::unique_ptr<llvm::Module> slice_of(const llvm::Module& module, const std::vector<std::string>& functions);

/// Adds a wrapper for each of the functions. Arguments are loaded from memory, small integers from slots with more
/// bits, so that what lies above them is anything.
std::vector<Wrapped> add_wrappers(llvm::Module& module, const std::vector<std::string>& functions,
                                  const Target& target);

}  // namespace assay::codegen
