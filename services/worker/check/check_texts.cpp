#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/GlobalIFunc.h>
#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>

#include "services/worker/check/check.h"
#include "services/worker/evidence/settle.h"
#include "services/worker/ir/ir.h"

namespace assay::check {

using evidence::Claim;
using evidence::Inconclusive;

namespace {

int gravity(VerdictKind kind) {
  switch (kind) {
    case VerdictKind::Correct:
      return 0;
    case VerdictKind::Unsupported:
      return 1;
    case VerdictKind::Unknown:
      return 2;
    case VerdictKind::Error:
      return 3;
    case VerdictKind::Incorrect:
      return 4;
  }
  return 0;
}

/// The body of the function that a name stands for: for an alias at its start too; of an ifunc that of who resolves it.
struct Meant {
  llvm::Function* function = nullptr;
  bool is_resolver = false;
};

Meant meant_by(llvm::GlobalValue& name) {
  llvm::Value* meant = name.stripPointerCastsAndAliases();
  Meant found;
  if (auto* resolved = llvm::dyn_cast<llvm::GlobalIFunc>(meant))
    found = {resolved->getResolverFunction(), true};
  else
    found.function = llvm::dyn_cast<llvm::Function>(meant);
  if (found.function != nullptr && found.function->isDeclaration()) found.function = nullptr;
  return found;
}

/// A call by another type takes no address: it is undefined (CALL-29).
bool gives_address(const llvm::Function& function) {
  return function.hasAddressTaken() && llvm::any_of(function.uses(), [](const llvm::Use& use) {
           const auto* call = llvm::dyn_cast<llvm::CallBase>(use.getUser());
           return call == nullptr || !call->isCallee(&use);
         });
}

}  // namespace

std::vector<std::pair<llvm::Function*, llvm::Function*>> pairs_of(llvm::Module& source, llvm::Module& target) {
  auto pairs = ir::pair_by_name(source, target);
  for (llvm::GlobalValue& name : source.global_values()) {
    llvm::GlobalValue* after = name.hasName() ? target.getNamedValue(name.getName()) : nullptr;
    if (after == nullptr || (llvm::isa<llvm::Function>(name) && llvm::isa<llvm::Function>(*after))) continue;
    const Meant was = meant_by(name), is = meant_by(*after);
    if (was.function == nullptr || is.function == nullptr || was.is_resolver != is.is_resolver) continue;
    const std::pair pair(was.function, is.function);
    if (!llvm::is_contained(pairs, pair)) pairs.push_back(pair);
  }
  // A function whose address is taken may be called by code outside.
  const auto is_inside = [](const auto& pair) {
    return pair.first->hasLocalLinkage() && !gives_address(*pair.first) && !gives_address(*pair.second);
  };
  std::erase_if(pairs, is_inside);
  return pairs;
}

std::optional<Reason> refuted_as_before(const Checker& checker, const std::string& source, const std::string& target) {
  llvm::LLVMContext context;
  auto modules = ir::parse_pair(context, {source, "source"}, {target, "target"});
  if (!modules) return std::nullopt;
  for (const auto& [function, partner] : pairs_of(*modules->first, *modules->second))
    if (const auto reason = checker.refuted_as_before(*function, *partner)) return reason;
  return std::nullopt;
}

Verdict check_texts(Checker& checker, const std::string& source, const std::string& target) {
  llvm::LLVMContext context;
  auto modules = ir::parse_pair(context, {source, "source"}, {target, "target"});
  if (!modules) return evidence::settle(Claim::inconclusive(Method::None, Inconclusive::NotParsed, modules.error()));
  std::optional<Verdict> gravest;
  const auto pairs = pairs_of(*modules->first, *modules->second);
  checker.tell_proofs(pairs.size() == 1);
  for (const auto& [function, partner] : pairs) {
    Verdict verdict = checker.check(*function, *partner);
    if (!gravest || gravity(verdict.kind) > gravity(gravest->kind)) gravest = std::move(verdict);
  }
  checker.tell_proofs(true);
  return gravest ? *gravest : evidence::settle(Claim::inconclusive(Method::None, Inconclusive::NoCommonFunction));
}

}  // namespace assay::check
