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
  std::string function;              ///< that it stands for; none: one of those that no module has
  std::string caller;                ///< then: the judged function that calls it, through pointers
  std::uint64_t place = 0;           ///< and where it stands
  std::string symbol;                ///< its own
  bool acts = true;                  ///< may others see what the function does?
  std::vector<LanePlace> arguments;  ///< lanes; all bytes of an argument by value
  std::vector<LanePlace> result;
  std::uint32_t argument_bytes = 0, result_bytes = 0;
};

/// Fills the body of a function: a stub that tells its number.
Stub make_stub(llvm::Function& function, std::uint32_t number, const Target& target);
/// Adds stubs for the functions that the module calls and does not define, and for those that these functions of it
/// call through pointers; their numbers are their indices. What may have to stand at a place has a section of its own.
std::vector<Stub> add_stubs(llvm::Module& module, const std::vector<std::string>& functions, const Target& target);

/// Of all that is said of a call or function, what a caller and a callee must agree on.
llvm::AttributeList abi_of(const llvm::AttributeList& all, unsigned arguments, llvm::LLVMContext& context);
/// Gives the call what it must have in common with the function.
void copy_abi(const llvm::Function& function, llvm::CallInst& call);
/// Do call and callee say the same of what they must agree on?
bool agrees_on_abi(const llvm::CallBase& call, const llvm::Function& callee);

}  // namespace assay::codegen
