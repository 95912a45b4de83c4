#include "services/worker/ir/symbols.h"

#include <map>
#include <optional>

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

std::optional<SymbolChange> change_of(const llvm::GlobalValue& before, const llvm::GlobalValue* after) {
  if (after == nullptr) return SymbolChange::Dropped;
  if (after->isDeclaration()) return SymbolChange::Declared;
  if (is_for_others(before) && !is_for_others(*after)) return SymbolChange::Hidden;
  return std::nullopt;
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
  }
  return "";
}

std::vector<SymbolDifference> symbol_differences(const llvm::Module& source, const llvm::Module& target) {
  std::vector<SymbolDifference> differences;
  for (const llvm::GlobalValue& value : source.global_values()) {
    if (!is_told(value)) continue;
    const std::optional<SymbolChange> change = change_of(value, target.getNamedValue(value.getName()));
    if (!change) continue;
    differences.push_back({value.getName().str(), kind_of(value), linkage_word(value), *change, is_for_others(value)});
  }
  for (const llvm::GlobalValue& value : target.global_values()) {
    if (!is_told(value)) continue;
    const llvm::GlobalValue* before = source.getNamedValue(value.getName());
    if (before == nullptr || before->isDeclaration())
      differences.push_back({value.getName().str(), kind_of(value), linkage_word(value), SymbolChange::Added, false});
  }
  return differences;
}

std::string explain(const SymbolDifference& difference) {
  const std::string definition = difference.kind + " (" + difference.linkage + ")";
  switch (difference.change) {
    case SymbolChange::Dropped:
      return "the target does not have this " + definition;
    case SymbolChange::Declared:
      return "the target only declares this " + definition;
    case SymbolChange::Hidden:
      return "the target keeps this " + definition + " where other modules can't rely on it";
    case SymbolChange::Added:
      return "only the target defines this " + definition;
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
