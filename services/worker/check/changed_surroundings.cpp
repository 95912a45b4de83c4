#include "services/worker/check/changed_surroundings.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Metadata.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Operator.h>

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "services/worker/ir/ir.h"
#include "services/worker/ir/module_lists.h"
#include "services/worker/ir/references.h"
#include "services/worker/ir/same_globals.h"
#include "services/worker/semantics/counterparts.h"

namespace assay::check {
namespace {

using evidence::Claim;
using llvm::Function;
using llvm::GlobalVariable;

bool has_pads(const Function& function) {
  return llvm::any_of(function, [](const llvm::BasicBlock& block) { return block.isEHPad(); });
}

bool data_differ(bool has_before, bool has_after, const auto& before, const auto& after) {
  return has_before && (!has_after || !ir::same_constant(before(), after()));
}

/// What callers by a pointer expect in front of the function.
std::optional<std::uint64_t> kcfi_type_of(const Function& function) {
  const llvm::MDNode* node = function.getMetadata(llvm::LLVMContext::MD_kcfi_type);
  if (node == nullptr || node->getNumOperands() != 1) return std::nullopt;
  const auto* number = llvm::mdconst::dyn_extract<llvm::ConstantInt>(node->getOperand(0));
  return number == nullptr ? std::nullopt : std::optional(number->getZExtValue());
}

/// What those who have a pointer to the function, or walk over the stack, find there.
std::string changed_of_function(const Function& source, const Function& target) {
  if (source.hasPersonalityFn() && target.hasPersonalityFn() && !ir::same_personality(source, target) &&
      has_pads(source) && has_pads(target))
    return "the personality";
  if (source.hasGC() && (!target.hasGC() || source.getGC() != target.getGC())) return "the garbage collector";
  if (source.hasLocalLinkage() && !source.hasAddressTaken()) return {};
  if (data_differ(
          source.hasPrefixData(), target.hasPrefixData(), [&] { return source.getPrefixData(); },
          [&] { return target.getPrefixData(); }))
    return "the prefix data";
  if (data_differ(
          source.hasPrologueData(), target.hasPrologueData(), [&] { return source.getPrologueData(); },
          [&] { return target.getPrologueData(); }))
    return "the prologue data";
  if (source.getAlign().valueOrOne() > target.getAlign().valueOrOne()) return "a lower alignment";
  if (kcfi_type_of(source) && kcfi_type_of(source) != kcfi_type_of(target)) return "the kcfi type";
  return {};
}

/// Does the target say more closely where a thread's copy is? Of what is this module's, or stays in what it is linked
/// into, that may be seen.
bool is_closer_model(const GlobalVariable& before, const GlobalVariable& after) {
  const GlobalVariable::ThreadLocalMode mode = after.getThreadLocalMode();
  if (mode == before.getThreadLocalMode() || mode <= GlobalVariable::GeneralDynamicTLSModel) return false;
  const bool is_near = !before.hasDefaultVisibility() || before.isDSOLocal();
  return before.getThreadLocalMode() != GlobalVariable::LocalExecTLSModel &&
         !(is_near && mode == GlobalVariable::LocalDynamicTLSModel);
}

/// What the target asserts of where the linker finds what another module may define.
std::string asserted_place(const llvm::GlobalValue& before, const llvm::GlobalValue& after) {
  const auto is_of_others = [](const llvm::GlobalValue& each) {
    return each.isDeclarationForLinker() || each.isInterposable();
  };
  if (!is_of_others(before) || !is_of_others(after)) return {};
  if (after.isDSOLocal() && !before.isDSOLocal()) return "that it is in what this module is linked into";
  if (!after.hasDefaultVisibility() && before.hasDefaultVisibility()) return "that other programs don't see it";
  // A function that is not imported by name is still found, by a jump that the linker makes.
  const bool was_imported = before.hasDLLImportStorageClass(), is_imported = after.hasDLLImportStorageClass();
  if (is_imported && !was_imported) return "that it is imported";
  return was_imported && !is_imported && llvm::isa<GlobalVariable>(before) ? "that it is not imported" : "";
}

/// What the target asserts of a variable that another module defines.
std::string asserted_of(const GlobalVariable& before, const GlobalVariable& after) {
  if (std::string place = asserted_place(before, after); !place.empty()) return place;
  if (before.hasDefinitiveInitializer() || before.hasLocalLinkage()) return {};
  const llvm::DataLayout& layout = before.getDataLayout();
  if (after.getAlign() && *after.getAlign() > before.getPointerAlignment(layout)) return "a higher alignment";
  if (before.isDeclaration() && before.getValueType()->isSized() && after.getValueType()->isSized() &&
      layout.getTypeAllocSize(after.getValueType()) > layout.getTypeAllocSize(before.getValueType()))
    return "more bytes";
  if (is_closer_model(before, after)) return "a thread-local model";
  if (after.isConstant() && !before.isConstant()) return "that it is constant";
  if (after.hasSection() && before.getSection() != after.getSection()) return "a section";
  constexpr unsigned kKind = llvm::LLVMContext::MD_absolute_symbol;
  if (after.hasMetadata(kKind) && after.getMetadata(kKind) != before.getMetadata(kKind)) return "a range of addresses";
  return {};
}

/// Is a pointer to the variable used for anything but loads and stores?
bool is_handed_on(const llvm::Value& pointer) {
  return llvm::any_of(pointer.uses(), [](const llvm::Use& use) {
    const llvm::User* user = use.getUser();
    if (llvm::isa<llvm::GEPOperator>(user)) return is_handed_on(*user);
    return llvm::getLoadStorePointerOperand(user) != use.get();
  });
}

/// A variable of the module's own that is less than it was, for all that may count on it.
std::string lessened_of(const GlobalVariable& before, const GlobalVariable& after) {
  if (!before.hasLocalLinkage() || !after.hasLocalLinkage()) return {};
  const llvm::DataLayout& layout = after.getDataLayout();
  if (before.getAlign() && after.getPointerAlignment(layout) < *before.getAlign()) return "less aligned in the target";
  if (layout.getTypeAllocSize(after.getValueType()) < layout.getTypeAllocSize(before.getValueType()) &&
      is_handed_on(after))
    return "smaller in the target";
  return {};
}

constexpr const char* kAsserts = "defined elsewhere, and the target asserts ";

std::string changed_of_variable(const GlobalVariable& before, const GlobalVariable& after) {
  if (before.isThreadLocal() != after.isThreadLocal()) return "thread_local in one module only";
  if (before.isExternallyInitialized() && !after.isExternallyInitialized() && after.hasInitializer())
    return "externally_initialized in the source only";
  if (const std::string less = lessened_of(before, after); !less.empty()) return less;
  const std::string asserted = asserted_of(before, after);
  return asserted.empty() ? "" : kAsserts + asserted;
}

using GlobalPair = std::pair<const llvm::GlobalValue*, const llvm::GlobalValue*>;

/// What the pair needs and both modules have, by name.
std::map<std::string, GlobalPair> globals_of(const Function& source, const Function& target) {
  std::map<std::string, GlobalPair> found;
  if (source.getParent() == target.getParent()) return found;
  for (const Function* side : {&source, &target})
    for (const llvm::GlobalValue* each : ir::globals_needed_by(*side, /*with_callees=*/true)) {
      if (!each->hasName()) continue;
      const llvm::GlobalValue *before = source.getParent()->getNamedValue(each->getName()),
                              *after = target.getParent()->getNamedValue(each->getName());
      if (before != nullptr && after != nullptr) found.try_emplace(each->getName().str(), before, after);
    }
  return found;
}

/// Null: they are no variables.
std::pair<const GlobalVariable*, const GlobalVariable*> as_variables(const GlobalPair& pair) {
  const auto *before = llvm::dyn_cast<GlobalVariable>(pair.first), *after = llvm::dyn_cast<GlobalVariable>(pair.second);
  if (before == nullptr || after == nullptr) return {nullptr, nullptr};
  return {before, after};
}

std::map<std::string, std::size_t> noduplicate_calls(const std::vector<const Function*>& bodies) {
  std::map<std::string, std::size_t> counts;
  for (const Function* body : bodies)
    for (const llvm::Instruction& each : llvm::instructions(*body))
      if (const auto* call = llvm::dyn_cast<llvm::CallBase>(&each); call != nullptr && call->cannotDuplicate())
        ++counts[semantics::name_of_callee(*call)];
  return counts;
}

/// The bodies that the source may enter, and the target does not, where others still may: what was inlined stands
/// twice.
std::vector<const Function*> left_for_others(const std::vector<const Function*>& before,
                                             const std::vector<const Function*>& after) {
  const Function &source = *before.front(), &target = *after.front();
  std::vector<const Function*> left;
  if (source.getParent() == target.getParent()) return left;
  for (const Function* body : before) {
    const Function* now = body == &source ? nullptr : target.getParent()->getFunction(body->getName());
    if (now == nullptr || now->isDeclaration() || llvm::is_contained(after, now)) continue;
    if (!now->hasLocalLinkage() || !now->use_empty()) left.push_back(now);
  }
  return left;
}

/// A noduplicate function, or pointer, that is called in more places by the target, and what that may enter, than by
/// the source, and what that may enter.
std::string duplicated_call(const Function& source, const Function& target) {
  std::vector<const Function*> bodies = ir::bodies_needed_by(target);
  if (noduplicate_calls(bodies).empty()) return {};
  const std::vector<const Function*> bodies_before = ir::bodies_needed_by(source);
  const auto before = noduplicate_calls(bodies_before);
  llvm::append_range(bodies, left_for_others(bodies_before, bodies));
  for (const auto& [name, count] : noduplicate_calls(bodies))
    if (const auto was = before.find(name); was != before.end() && count > was->second)
      return (target.getParent()->getFunction(name) == nullptr ? "" : "@") + name;
  return {};
}

/// May what is loaded be a function's prefix data, which no machine has?
bool reads_prefix_data(const Function& source) {
  return llvm::any_of(ir::globals_needed_by(source, /*with_callees=*/true), [](const llvm::GlobalValue* each) {
    const auto* function = llvm::dyn_cast<Function>(each);
    return function != nullptr && function->hasPrefixData() && function->hasAddressTaken();
  });
}

/// Does it free what was allocated by a function of another family? LangRef, alloc-family: such calls are left alone.
bool mixes_families(const Function& source) {
  const auto family_of = [](const llvm::CallBase& call) { return call.getFnAttr("alloc-family"); };
  const auto frees_other = [&](const llvm::CallBase& call) {
    if (!family_of(call).isValid()) return false;
    return llvm::any_of(call.args(), [&](const llvm::Use& argument) {
      if (!argument->getType()->isPointerTy()) return false;
      const auto* made = llvm::dyn_cast<llvm::CallBase>(llvm::getUnderlyingObject(argument.get()));
      return made != nullptr && family_of(*made).isValid() && family_of(*made) != family_of(call);
    });
  };
  return llvm::any_of(ir::bodies_needed_by(source), [&](const Function* body) {
    return llvm::any_of(llvm::instructions(*body), [&](const llvm::Instruction& each) {
      const auto* call = llvm::dyn_cast<llvm::CallBase>(&each);
      return call != nullptr && frees_other(*call);
    });
  });
}

Claim refuted(Reason reason, const std::string& what, std::string before, std::string after) {
  Counterexample seen;
  seen.source_result = std::move(before);
  seen.target_result = std::move(after);
  return Claim::refuted(Method::Syntax, {reason, what, seen});
}

}  // namespace

std::optional<Claim> surroundings_differ(const Function& source, const Function& target) {
  if (const std::string changed = changed_of_function(source, target); !changed.empty())
    return refuted(Reason::Attributes, changed + " differs", "has what others count on", "has another: " + changed);
  for (const auto& [before, after] : ir::inner_functions(source, target))
    if (const std::string changed = changed_of_function(*before, *after); !changed.empty())
      return refuted(Reason::Attributes, changed + " of @" + after->getName().str() + " differs",
                     "has what others count on", "has another: " + changed);
  if (const std::string twice = duplicated_call(source, target); !twice.empty())
    return refuted(Reason::Attributes, "the noduplicate call of " + twice + " is duplicated",
                   "calls it in fewer places", "has more calls of it than the source");
  if (reads_prefix_data(source))
    return Claim::inconclusive(Method::None, evidence::Inconclusive::FeatureOfSource, "prefix data that may be read");
  if (mixes_families(source))
    return Claim::inconclusive(Method::None, evidence::Inconclusive::FeatureOfSource,
                               "memory that a function of another alloc-family frees");
  for (const auto& [name, pair] : globals_of(source, target)) {
    if (llvm::isa<Function>(pair.first) && llvm::isa<Function>(pair.second))
      if (const std::string asserted = asserted_place(*pair.first, *pair.second); !asserted.empty())
        return refuted(Reason::Attributes, "@" + name + " is " + kAsserts + asserted, "does not say where it is",
                       "asserts " + asserted);
    const auto [before, after] = as_variables(pair);
    if (before == nullptr) continue;
    const std::string changed = changed_of_variable(*before, *after);
    if (changed.empty()) continue;
    const std::string told = "@" + name + " is " + changed;
    if (before->hasLocalLinkage())
      return Claim::inconclusive(Method::None, evidence::Inconclusive::FeatureOfTarget, told);
    return refuted(Reason::MemoryMismatch, told, "has what other modules share with it", told);
  }
  return std::nullopt;
}

std::string changed_start(const Function& source, const Function& target, StartsBy who) {
  for (const auto& [name, pair] : globals_of(source, target)) {
    const auto [before, after] = as_variables(pair);
    if (before != nullptr && !before->isConstant() && before->hasDefinitiveInitializer() &&
        after->hasDefinitiveInitializer() && ir::same_type(before->getValueType(), after->getValueType()) &&
        !llvm::isa<llvm::UndefValue>(before->getInitializer()) && !ir::same_initializer(*before, *after) &&
        (who == StartsBy::Anybody ||
         ir::may_be_constructed(*before, *target.getParent()) == (who == StartsBy::Constructors)))
      return "@" + name;
  }
  return {};
}

std::string lost_start(const Function& source, const Function& target) {
  if (source.getParent() == target.getParent()) return {};
  std::set<std::string> lost;
  for (const llvm::GlobalValue* each : ir::globals_needed_by(source, /*with_callees=*/true)) {
    const auto* variable = llvm::dyn_cast<GlobalVariable>(each);
    if (variable != nullptr && !variable->isConstant() && variable->hasDefinitiveInitializer() &&
        target.getParent()->getGlobalVariable(variable->getName(), true) == nullptr &&
        ir::may_be_constructed(*variable, *target.getParent()))
      lost.insert("@" + variable->getName().str());
  }
  return lost.empty() ? "" : *lost.begin();
}

}  // namespace assay::check
