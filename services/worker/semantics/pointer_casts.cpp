#include "services/worker/semantics/pointer_casts.h"

#include <llvm/ADT/SCCIterator.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Operator.h>

#include <map>
#include <utility>

#include "services/worker/ir/references.h"

namespace assay::semantics {
namespace {

/// How often the operations stand in functions; in cycles apart, where they run more often.
using Looks = std::map<std::pair<std::string, bool>, unsigned>;

bool is_unstable(const llvm::DataLayout& layout, const llvm::Type* type) {
  const auto* pointer = llvm::dyn_cast<llvm::PointerType>(type->getScalarType());
  return pointer != nullptr && layout.hasUnstableRepresentation(pointer->getAddressSpace());
}

/// What of a pointer's representation the operation looks at, or makes; empty: nothing that changes.
std::string look_of(const llvm::DataLayout& layout, const llvm::User& user) {
  if (const auto* intrinsic = llvm::dyn_cast<llvm::IntrinsicInst>(&user))
    return intrinsic->getIntrinsicID() == llvm::Intrinsic::ptrmask && is_unstable(layout, user.getType())
               ? "llvm.ptrmask"
               : "";
  switch (llvm::Operator::getOpcode(&user)) {
    case llvm::Instruction::PtrToInt:
    case llvm::Instruction::PtrToAddr:
      return is_unstable(layout, user.getOperand(0)->getType()) ? "ptrtoint" : "";
    case llvm::Instruction::IntToPtr:
      return is_unstable(layout, user.getType()) ? "inttoptr" : "";
    default:
      return "";
  }
}

void count_looks(const llvm::DataLayout& layout, const llvm::User& user, bool in_cycle, Looks& looks) {
  if (const std::string look = look_of(layout, user); !look.empty()) ++looks[{look, in_cycle}];
  for (const llvm::Use& operand : user.operands())
    if (const auto* constant = llvm::dyn_cast<llvm::ConstantExpr>(operand.get()))
      count_looks(layout, *constant, in_cycle, looks);
}

Looks looks_of(const llvm::Function& function) {
  Looks looks;
  const llvm::DataLayout& layout = function.getDataLayout();
  for (const llvm::Function* body : ir::bodies_needed_by(function))
    for (auto component = llvm::scc_begin(body); !component.isAtEnd(); ++component)
      for (const llvm::BasicBlock* block : *component)
        for (const llvm::Instruction& each : *block) count_looks(layout, each, component.hasCycle(), looks);
  return looks;
}

}  // namespace

std::string new_look_at_unstable_pointers(const llvm::Function& source, const llvm::Function& target) {
  if (source.getDataLayout().getNonStandardAddressSpaces().empty()) return {};
  const Looks before = looks_of(source);
  for (const auto& [look, count] : looks_of(target)) {
    const auto found = before.find(look);
    if (found == before.end() || found->second < count) return look.first;
  }
  return {};
}

}  // namespace assay::semantics
