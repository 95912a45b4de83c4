#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

#include <set>

#include "services/worker/interpret/inputs/inputs.h"
#include "services/worker/semantics/attribute_support.h"
#include "services/worker/semantics/library_functions.h"

/// Does a function see anything but its arguments?
namespace assay::interpret {

using semantics::Function;
using semantics::LaneKind;

namespace {

using Visited = std::set<const llvm::Function*>;

bool sees_no_surroundings(const Function& function, Visited& visited);

bool are_followed(const llvm::AttributeList& list) {
  for (unsigned index : list.indexes())
    for (llvm::Attribute each : list.getAttributes(index))
      if (!each.isStringAttribute() && !semantics::support_of(each.getKindAsEnum()).followed_by.interpreter)
        return false;
  return true;
}

/// Is nothing promised in it whose breach this machine would not see? Of memory much is: it gets and gives no pointers.
bool has_plain_promises(const llvm::Function& function) {
  const auto is_pointer = [](const llvm::Type* type) {
    return !type->isIntOrIntVectorTy() && !type->isFPOrFPVectorTy();
  };
  if (!function.getReturnType()->isVoidTy() && is_pointer(function.getReturnType())) return false;
  if (llvm::any_of(function.args(), [&](const llvm::Argument& each) { return is_pointer(each.getType()); }))
    return false;
  return are_followed(function.getAttributes()) &&
         llvm::all_of(llvm::instructions(function), [](const llvm::Instruction& each) {
           const auto* call = llvm::dyn_cast<llvm::CallBase>(&each);
           return (call == nullptr || are_followed(call->getAttributes())) &&
                  semantics::metadata_beyond(&semantics::FollowedBy::interpreter, each).empty();
         });
}

/// Is it a call of a function of the C library that only looks at, or writes, the strings that it is given?
bool is_of_strings(const semantics::CallSite& site) {
  const semantics::LibraryRow* row = site.facts.known;
  return row != nullptr && row->effect == semantics::LibraryEffect::Text && !row->sets_errno && site.call != nullptr &&
         site.callee != nullptr && are_followed(site.call->getAttributes()) &&
         are_followed(site.callee->getAttributes());
}

/// Is it a call that sees nothing of the function's surroundings: of a function of this module, whose body is run, or
/// of one of strings?
bool stays_inside(const semantics::CallSite& site, const semantics::LowerOptions& options, Visited& visited) {
  if (is_of_strings(site)) return true;
  const llvm::Function* callee = site.callee;
  if (callee == nullptr || callee->isDeclaration() || !callee->hasLocalLinkage() || callee->isVarArg()) return false;
  if (site.call == nullptr || !are_followed(site.call->getAttributes()) || !has_plain_promises(*callee)) return false;
  if (!visited.insert(callee).second) return true;
  const auto lowered = semantics::lower(*callee, options);
  return lowered && sees_no_surroundings(*lowered, visited);
}

bool sees_no_surroundings(const Function& function, Visited& visited) {
  for (const semantics::ConstantLane& constant : function.constants) {
    const auto* variable = llvm::dyn_cast_or_null<llvm::GlobalVariable>(constant.global);
    if (constant.global != nullptr &&
        (variable == nullptr || !variable->isConstant() || !variable->hasDefinitiveInitializer()))
      return false;
  }
  // Which objects an address space reaches is the target's affair, and only one answer is tried (MEM-19).
  if (llvm::any_of(function.instructions, [](const auto& each) { return each.op == semantics::Op::AddrSpaceCast; }))
    return false;
  return llvm::all_of(function.calls,
                      [&](const semantics::CallSite& site) { return stays_inside(site, function.options, visited); }) &&
         llvm::none_of(function.accesses, [](const semantics::MemoryAccess& access) { return access.is_volatile; });
}

}  // namespace

bool is_closed(const Function& function) {
  for (const ArgumentLane& lane : argument_lanes(function))
    if (lane.type.kind == LaneKind::Pointer) return false;
  Visited visited;
  return sees_no_surroundings(function, visited);
}

}  // namespace assay::interpret
