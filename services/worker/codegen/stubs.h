#pragma once

#include <llvm/IR/Module.h>

#include <cstdint>
#include <string>
#include <vector>

#include "services/worker/codegen/lanes.h"
#include "services/worker/codegen/target.h"

/// Functions that no file defines: stubs in IR stand for them, compiled by the same llc, which hand their arguments
/// over at a fixed place, call kHost, and return what lies at another.
namespace assay::codegen {

constexpr const char* kHost = "assay.host";

struct Stub {
  std::string function;  ///< that it stands for
  std::string symbol;    ///< its own
  bool acts = true;      ///< may others see what the function does?
  std::vector<LanePlace> arguments;
  std::vector<LanePlace> result;
  std::uint32_t argument_bytes = 0, result_bytes = 0;
};

/// Fills the body of a function: a stub that tells its number.
Stub make_stub(llvm::Function& function, std::uint32_t number, const Target& target);
/// Adds stubs for the functions that the module calls and does not define; their numbers are their places.
std::vector<Stub> add_stubs(llvm::Module& module, const Target& target);

/// What a caller and a callee must agree on.
void copy_abi(const llvm::Function& function, llvm::CallInst& call);
/// Do call and callee say the same of what they must agree on?
bool agrees_on_abi(const llvm::CallBase& call, const llvm::Function& callee);

}  // namespace assay::codegen
