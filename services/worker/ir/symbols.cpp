#include "services/worker/ir/symbols.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/GlobalAlias.h>
#include <llvm/IR/GlobalIFunc.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Intrinsics.h>
#include <llvm/IR/Metadata.h>
#include <llvm/IR/Operator.h>

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "services/worker/ir/changed_contents.h"
#include "services/worker/ir/ir.h"
#include "services/worker/ir/module_lists.h"
#include "services/worker/ir/same_globals.h"

namespace assay::ir {
namespace {

std::string kind_of(const llvm::GlobalValue& value) {
  if (llvm::isa<llvm::Function>(value)) return "function";
  if (llvm::isa<llvm::GlobalVariable>(value)) return "variable";
  return llvm::isa<llvm::GlobalAlias>(value) ? "alias" : "ifunc";
}

bool is_told(const llvm::GlobalValue& value) {
  return value.hasName() && !value.isDeclaration() && !value.getName().starts_with("llvm.");
}

/// May other modules rely on this definition? Not where it may go when nobody here uses it.
bool is_for_others(const llvm::GlobalValue& value) { return !value.isDeclaration() && !value.isDiscardableIfUnused(); }

/// Is it one with those of other modules?
bool is_shared(const llvm::GlobalValue& value) { return is_for_others(value) || value.hasLinkOnceLinkage(); }

std::optional<SymbolChange> change_of(const llvm::GlobalValue& before, const llvm::GlobalValue* after) {
  if (after == nullptr) return SymbolChange::Dropped;
  if (after->isDeclaration()) return SymbolChange::Declared;
  if (is_for_others(before) && !is_for_others(*after)) return SymbolChange::Hidden;
  return std::nullopt;
}

std::string changed_variable(const llvm::GlobalVariable& before, const llvm::GlobalVariable& after) {
  if (before.isThreadLocal() != after.isThreadLocal())
    return before.isThreadLocal() ? "is no longer thread_local" : "has become thread_local";
  if (before.isExternallyInitialized() && !after.isExternallyInitialized()) return "is not externally_initialized";
  if (before.getSection() != after.getSection()) return "is in another section";
  const llvm::DataLayout& layout = after.getDataLayout();
  if (before.getAlign() && after.getPointerAlignment(layout) < *before.getAlign()) return "has a lower alignment";
  if (!before.hasAppendingLinkage() &&
      layout.getTypeAllocSize(after.getValueType()) < layout.getTypeAllocSize(before.getValueType()))
    return "is smaller";
  if (may_be_constructed(before, *after.getParent())) return {};
  if (after.isConstant() && !before.isConstant()) return "has become constant";
  // The linker joins what modules append.
  if (before.hasAppendingLinkage() && !same_type(before.getValueType(), after.getValueType()))
    return "has more or fewer elements";
  // Slots of a table of virtual functions that nobody calls are emptied.
  const bool differs = !before.hasMetadata(llvm::LLVMContext::MD_vcall_visibility) && contents_differ(before, after);
  return !differs ? "" : before.isConstant() ? "has other contents" : "has another initial value";
}

/// Does the address go anywhere but to loads?
bool is_address_used(const llvm::Value& pointer) {
  return llvm::any_of(pointer.uses(), [](const llvm::Use& use) {
    const llvm::User* user = use.getUser();
    return llvm::isa<llvm::GEPOperator>(user) ? is_address_used(*user) : !llvm::isa<llvm::LoadInst>(user);
  });
}

/// One of all modules, which may differ between them or hold what they share, or be told by its address, and that is
/// this module's own in the target.
bool is_shared_no_more(const llvm::GlobalValue& before, const llvm::GlobalValue& after) {
  if (!before.hasLinkOnceLinkage() || !after.hasLocalLinkage() || after.use_empty()) return false;
  if (!before.hasLinkOnceODRLinkage()) return true;
  const auto* variable = llvm::dyn_cast<llvm::GlobalVariable>(&before);
  if (variable != nullptr && !variable->isConstant()) return true;
  if (before.hasAtLeastLocalUnnamedAddr()) return false;
  const auto* function = llvm::dyn_cast<llvm::Function>(&after);
  return function != nullptr ? function->hasAddressTaken() : is_address_used(after);
}

/// LangRef, comdats: the linker takes all that is in one from one module, or nothing. Of what it takes from any module
/// it may then take what goes with others, or leave what nobody else has.
std::string changed_comdat(const llvm::GlobalValue& before, const llvm::GlobalValue& after) {
  const llvm::Comdat *was = before.getComdat(), *is = after.getComdat();
  if (was != nullptr && is != nullptr && was->getName() == is->getName())
    return was->getSelectionKind() == is->getSelectionKind() ? "" : "is in a comdat of another selection kind";
  if (!before.isWeakForLinker() || !after.isWeakForLinker() || llvm::isa<llvm::GlobalAlias>(before) ||
      llvm::isa<llvm::GlobalAlias>(after))
    return {};
  if (is != nullptr && is->getName() != after.getName()) return "is in a comdat of another name";
  const auto is_other = [&](const llvm::GlobalObject* each) { return each != &before; };
  const bool matters =
      was != nullptr && (was->getSelectionKind() != llvm::Comdat::Any || llvm::any_of(was->getUsers(), is_other));
  return matters ? "has left its comdat" : "";
}

/// How the linker takes it, where that is another way.
std::string changed_linking(const llvm::GlobalValue& before, const llvm::GlobalValue& after) {
  if (is_shared_no_more(before, after)) return "is this module's own: others have another one";
  if (before.isWeakForLinker() && is_for_others(after) && !after.isWeakForLinker())
    return "is no longer weak: no other module may define it";
  if (before.isInterposable() && !after.isInterposable() && !after.hasLocalLinkage())
    return "asserts that all its definitions are equivalent";
  // What may go may be hidden, too, where no other module counts on it.
  if (is_for_others(before) && before.hasDefaultVisibility() && after.hasHiddenVisibility()) return "has become hidden";
  if (before.hasDLLExportStorageClass() && !after.hasDLLExportStorageClass()) return "is no longer exported";
  return changed_comdat(before, after);
}

/// The variable that stands at the place of a variable or an alias; null: none does as a whole.
const llvm::GlobalVariable* variable_behind(const llvm::GlobalValue& value) {
  return llvm::dyn_cast<llvm::GlobalVariable>(value.stripPointerCastsAndAliases());
}

/// Is what an alias leads to another object, or another place in it? Functions are judged as pairs.
std::string changed_aliasee(const llvm::GlobalValue& before, const llvm::GlobalValue& after) {
  const auto *alias = llvm::dyn_cast<llvm::GlobalAlias>(&before), *other = llvm::dyn_cast<llvm::GlobalAlias>(&after);
  if (alias == nullptr && other == nullptr) return {};
  const llvm::GlobalObject *here = before.getAliaseeObject(), *there = after.getAliaseeObject();
  if (here == nullptr || there == nullptr) return {};
  const bool is_variable = llvm::isa<llvm::GlobalVariable>(here);
  if (is_variable != llvm::isa<llvm::GlobalVariable>(there))
    return is_variable ? "stands for no variable" : "stands for a variable";
  if (!is_variable) return {};
  if (alias != nullptr && other != nullptr) {
    if (!here->hasLocalLinkage() && !there->hasLocalLinkage() && here->getName() != there->getName())
      return "stands for another variable";
    if (lead_elsewhere(*alias->getAliasee(), *other->getAliasee(), *before.getParent(), *after.getParent()))
      return "stands for another place";
  }
  const llvm::GlobalVariable *was = variable_behind(before), *is = variable_behind(after);
  const bool differs =
      was != nullptr && is != nullptr && !may_be_constructed(*was, *after.getParent()) && contents_differ(*was, *is);
  return differs ? "stands for a variable that holds something else" : "";
}

bool asks_for_types(const llvm::Module& module) {
  return llvm::any_of(module, [](const llvm::Function& each) {
    switch (each.getIntrinsicID()) {
      case llvm::Intrinsic::type_test:
      case llvm::Intrinsic::public_type_test:
      case llvm::Intrinsic::type_checked_load:
      case llvm::Intrinsic::type_checked_load_relative:
        return !each.use_empty();
      default:
        return false;
    }
  });
}

/// The types that all modules know by a name, each with its place in the object.
std::set<std::pair<std::uint64_t, llvm::StringRef>> types_of(const llvm::GlobalValue& value) {
  std::set<std::pair<std::uint64_t, llvm::StringRef>> types;
  const auto* object = llvm::dyn_cast<llvm::GlobalObject>(&value);
  if (object == nullptr) return types;
  llvm::SmallVector<llvm::MDNode*, 4> nodes;
  object->getMetadata(llvm::LLVMContext::MD_type, nodes);
  for (const llvm::MDNode* node : nodes) {
    if (node->getNumOperands() != 2) continue;
    const auto* place = llvm::mdconst::dyn_extract<llvm::ConstantInt>(node->getOperand(0));
    const auto* name = llvm::dyn_cast<llvm::MDString>(node->getOperand(1));
    if (place != nullptr && name != nullptr) types.emplace(place->getZExtValue(), name->getString());
  }
  return types;
}

/// TypeMetadata.rst: who asks for the type of a pointer, in this module or in others, finds it by !type. Where the
/// asking was lowered nobody needs it.
bool has_other_types(const llvm::GlobalValue& before, const llvm::GlobalValue& after) {
  if (types_of(before) == types_of(after)) return false;
  return !asks_for_types(*before.getParent()) || asks_for_types(*after.getParent());
}

/// What the target says of a definition that others rely on, and must not; empty: nothing.
std::string changed_definition(const llvm::GlobalValue& before, const llvm::GlobalValue& after) {
  if (std::string linking = changed_linking(before, after); !linking.empty()) return linking;
  if (!is_shared(after)) return {};
  if (after.hasGlobalUnnamedAddr() && !before.hasGlobalUnnamedAddr()) return "has become unnamed_addr";
  if (has_other_types(before, after)) return "is of other types (!type)";
  const auto* variable = llvm::dyn_cast<llvm::GlobalVariable>(&before);
  if (variable != nullptr && llvm::isa<llvm::GlobalVariable>(after))
    return changed_variable(*variable, llvm::cast<llvm::GlobalVariable>(after));
  const auto *function = llvm::dyn_cast<llvm::Function>(&before), *now = llvm::dyn_cast<llvm::Function>(&after);
  if (function != nullptr && now != nullptr && function->hasSection() && function->getSection() != now->getSection())
    return "is in another section";
  return changed_aliasee(before, after);
}

}  // namespace

const char* linkage_word(const llvm::GlobalValue& value) {
  switch (value.getLinkage()) {
    case llvm::GlobalValue::ExternalLinkage:
      return "external";
    case llvm::GlobalValue::AvailableExternallyLinkage:
      return "available_externally";
    case llvm::GlobalValue::LinkOnceAnyLinkage:
      return "linkonce";
    case llvm::GlobalValue::LinkOnceODRLinkage:
      return "linkonce_odr";
    case llvm::GlobalValue::WeakAnyLinkage:
      return "weak";
    case llvm::GlobalValue::WeakODRLinkage:
      return "weak_odr";
    case llvm::GlobalValue::AppendingLinkage:
      return "appending";
    case llvm::GlobalValue::InternalLinkage:
      return "internal";
    case llvm::GlobalValue::PrivateLinkage:
      return "private";
    case llvm::GlobalValue::ExternalWeakLinkage:
      return "extern_weak";
    case llvm::GlobalValue::CommonLinkage:
      return "common";
  }
  return "external";
}

std::string_view name_of(SymbolChange change) {
  switch (change) {
    case SymbolChange::Dropped:
      return "dropped";
    case SymbolChange::Declared:
      return "declared";
    case SymbolChange::Hidden:
      return "hidden";
    case SymbolChange::Added:
      return "added";
    case SymbolChange::Changed:
      return "changed";
  }
  return "";
}

std::vector<SymbolDifference> symbol_differences(const llvm::Module& source, const llvm::Module& target) {
  std::vector<SymbolDifference> differences;
  for (const llvm::GlobalValue& value : source.global_values()) {
    if (!is_told(value)) continue;
    const llvm::GlobalValue* after = target.getNamedValue(value.getName());
    const std::optional<SymbolChange> change = change_of(value, after);
    if (!change) {
      if (!is_shared(value)) continue;
      if (llvm::isa<llvm::GlobalIFunc>(value) != llvm::isa<llvm::GlobalIFunc>(*after)) {
        const std::string what = std::string(llvm::isa<llvm::GlobalIFunc>(*after) ? "is an " : "is a ") +
                                 kind_of(*after) + ": nobody looks whether it does the same";
        differences.push_back(
            {value.getName().str(), kind_of(value), linkage_word(value), SymbolChange::Changed, false, what});
        continue;
      }
      if (const std::string what = changed_definition(value, *after); !what.empty())
        differences.push_back(
            {value.getName().str(), kind_of(value), linkage_word(value), SymbolChange::Changed, true, what});
      continue;
    }
    differences.push_back({value.getName().str(), kind_of(value), linkage_word(value), *change, is_for_others(value)});
  }
  for (const llvm::GlobalValue& value : target.global_values()) {
    if (!is_told(value)) continue;
    const llvm::GlobalValue* before = source.getNamedValue(value.getName());
    // Of what another module defines one may have a copy.
    const bool is_taken = before != nullptr && before->isDeclaration() && llvm::isa<llvm::GlobalObject>(value) &&
                          !value.hasAvailableExternallyLinkage();
    if (before == nullptr || before->isDeclaration())
      differences.push_back(
          {value.getName().str(), kind_of(value), linkage_word(value), SymbolChange::Added, is_taken});
  }
  for (const ListChange& each : list_changes(source, target))
    differences.push_back({each.list, "list", "module", SymbolChange::Changed, true, each.what});
  return differences;
}

std::string explain(const SymbolDifference& difference) {
  const std::string definition = difference.kind + " (" + difference.linkage + ")";
  const std::string error = difference.is_wrong ? "link error: " : "";
  switch (difference.change) {
    case SymbolChange::Dropped:
      return error + "the target does not have this " + definition;
    case SymbolChange::Declared:
      return error + "the target only declares this " + definition;
    case SymbolChange::Hidden:
      return error + "the target keeps this " + definition + " where other modules can't rely on it";
    case SymbolChange::Added:
      return error + (difference.is_wrong ? "the target defines this " + definition + ", which another module has"
                                          : "only the target defines this " + definition);
    case SymbolChange::Changed:
      return "in the target this " + definition + " " + difference.what;
  }
  return definition;
}

std::string count_local(const std::vector<SymbolDifference>& differences) {
  std::string text;
  for (const bool added : {false, true}) {
    std::map<std::string, std::size_t> counts;
    for (const SymbolDifference& each : differences)
      if (each.is_local() && !each.is_wrong && (each.change == SymbolChange::Added) == added) ++counts[each.kind];
    std::string part;
    for (const auto& [kind, count] : counts)
      part += (part.empty() ? "" : ", ") + std::to_string(count) + " " +
              (count == 1        ? kind
               : kind == "alias" ? "aliases"
                                 : kind + "s");
    if (!part.empty())
      text += (text.empty() ? "" : "; ") + part + (added ? " of the target alone" : " of the source alone");
  }
  return text.empty() ? "" : "no other module can name: " + text;
}

}  // namespace assay::ir
