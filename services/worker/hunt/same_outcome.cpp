#include "services/worker/hunt/same_outcome.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/Module.h>

#include <set>

#include "services/worker/ir/ir.h"
#include "services/worker/ir/references.h"
#include "services/worker/ir/same_globals.h"

namespace assay::hunt {
namespace {

using Globals = std::set<const llvm::GlobalValue*>;

Globals needed_by(const llvm::Function& function) {
  Globals needed = ir::globals_needed_by(function, /*with_callees=*/true);
  needed.erase(&function);
  return needed;
}

bool are_declared_functions(const Globals& globals) {
  return llvm::all_of(
      globals, [](const llvm::GlobalValue* each) { return llvm::isa<llvm::Function>(each) && each->isDeclaration(); });
}

/// Do two modules say the same of what has that name?
bool is_declared_alike(llvm::StringRef name, const llvm::Module& one, const llvm::Module& other) {
  const llvm::GlobalValue *here = one.getNamedValue(name), *there = other.getNamedValue(name);
  if (here == nullptr || there == nullptr) return here == there;
  const auto *a = llvm::dyn_cast<llvm::Function>(here), *b = llvm::dyn_cast<llvm::Function>(there);
  return a != nullptr && b != nullptr && a->isDeclaration() && b->isDeclaration() &&
         a->getLinkage() == b->getLinkage() && a->getCallingConv() == b->getCallingConv() && ir::same_linking(*a, *b) &&
         ir::same_type(a->getFunctionType(), b->getFunctionType()) &&
         ir::same_attributes(a->getAttributes(), b->getAttributes());
}

}  // namespace

bool has_same_verdict(const llvm::Function& before, const llvm::Function& one, const llvm::Function& other) {
  if (one.hasLocalLinkage() || one.getLinkage() != other.getLinkage() || !ir::same_text(one, other)) return false;
  const Globals needed = needed_by(before);
  if (!are_declared_functions(needed) || !are_declared_functions(needed_by(one)) ||
      !are_declared_functions(needed_by(other)))
    return false;
  return llvm::all_of(needed, [&](const llvm::GlobalValue* each) {
    return is_declared_alike(each->getName(), *one.getParent(), *other.getParent());
  });
}

}  // namespace assay::hunt
