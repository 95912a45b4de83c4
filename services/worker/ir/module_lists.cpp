#include "services/worker/ir/module_lists.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/StringExtras.h>
#include <llvm/Analysis/TargetLibraryInfo.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/Transforms/Utils/ModuleUtils.h>

#include <map>
#include <set>

#include "services/worker/ir/references.h"

namespace assay::ir {
namespace {

constexpr const char* kConstructors = "llvm.global_ctors";
constexpr const char* kDestructors = "llvm.global_dtors";

struct Called {
  const llvm::Function* function;
  std::uint64_t priority;
};

std::vector<Called> called_by(const llvm::Module& module, const char* name) {
  std::vector<Called> all;
  const llvm::GlobalVariable* list = module.getGlobalVariable(name, true);
  const auto* array = list == nullptr || !list->hasInitializer()
                          ? nullptr
                          : llvm::dyn_cast<llvm::ConstantArray>(list->getInitializer());
  if (array == nullptr) return all;
  for (const llvm::Use& each : array->operands()) {
    const auto* entry = llvm::dyn_cast<llvm::ConstantStruct>(each);
    if (entry == nullptr || entry->getNumOperands() < 2) continue;
    if (entry->getOperand(1)->isNullValue()) break;  // the end of the list
    const auto* function = llvm::dyn_cast<llvm::Function>(entry->getOperand(1)->stripPointerCasts());
    const auto* priority = llvm::dyn_cast<llvm::ConstantInt>(entry->getOperand(0));
    if (function != nullptr && priority != nullptr) all.push_back({function, priority->getZExtValue()});
  }
  return all;
}

std::vector<Called> constructors_of(const llvm::Module& module) { return called_by(module, kConstructors); }

const Called* named(const std::vector<Called>& all, llvm::StringRef name) {
  const auto found = llvm::find_if(all, [&](const Called& each) { return each.function->getName() == name; });
  return found == all.end() ? nullptr : &*found;
}

/// Does it call, as soon as it is entered, what nobody can run in advance? Functions of the C library may be known.
bool has_effects(const llvm::Function& function) {
  const auto is_unknown = [](const llvm::CallBase& call) {
    if (call.isInlineAsm()) return call.mayHaveSideEffects();
    const llvm::Function* callee = call.getCalledFunction();
    if (callee == nullptr || !callee->isDeclaration() || callee->isIntrinsic() || call.onlyReadsMemory()) return false;
    llvm::LibFunc known;
    const llvm::TargetLibraryInfoImpl library(llvm::Triple(callee->getParent()->getTargetTriple()));
    return !llvm::TargetLibraryInfo(library).getLibFunc(callee->getName(), known);
  };
  if (function.isDeclaration()) return !function.isIntrinsic();
  return llvm::any_of(function.getEntryBlock(), [&](const llvm::Instruction& each) {
    const auto* call = llvm::dyn_cast<llvm::CallBase>(&each);
    return call != nullptr && is_unknown(*call);
  });
}

/// LangRef: called in the order of their priorities, before all else or behind it. One that does nothing, or a
/// constructor that was run in advance, may go, and another pass may have it called in another way.
void add_calls(const char* list, const llvm::Module& source, const llvm::Module& target,
               std::vector<ListChange>& changes) {
  const std::vector<Called> before = called_by(source, list), after = called_by(target, list);
  for (const Called& was : before) {
    if (!has_effects(*was.function)) continue;
    const std::string name = "@" + was.function->getName().str();
    const llvm::Function* there = target.getFunction(was.function->getName());
    if (const Called* is = named(after, was.function->getName()); is != nullptr) {
      if (is->priority != was.priority) changes.push_back({list, "calls " + name + " at another time"});
    } else if (there == nullptr || there->use_empty()) {
      changes.push_back({list, "no longer calls " + name});
    }
  }
}

std::set<llvm::StringRef> names_in(const llvm::Module& module, bool compiler) {
  llvm::SmallVector<llvm::GlobalValue*, 8> used;
  llvm::collectUsedGlobalVariables(module, used, compiler);
  std::set<llvm::StringRef> names;
  for (const llvm::GlobalValue* each : used)
    if (each->hasName() && each->getAddressSpace() == 0) names.insert(each->getName());
  return names;
}

/// LangRef: who cannot be seen refers to them. What the linker may not discard the compiler does not touch either.
void add_used(const llvm::Module& source, const llvm::Module& target, std::vector<ListChange>& changes) {
  const std::set<llvm::StringRef> by_all = names_in(target, false), by_compiler = names_in(target, true);
  for (const bool compiler : {false, true})
    for (const llvm::StringRef name : names_in(source, compiler))
      if (!by_all.contains(name) && !(compiler && by_compiler.contains(name)))
        changes.push_back({compiler ? "llvm.compiler.used" : "llvm.used", "no longer names @" + name.str()});
}

std::vector<llvm::StringRef> assembly_of(const llvm::Module& module) {
  llvm::SmallVector<llvm::StringRef, 8> lines;
  llvm::StringRef(module.getModuleInlineAsm()).split(lines, '\n', -1, false);
  return {lines.begin(), lines.end()};
}

/// Lines may be added.
bool loses_assembly(const llvm::Module& source, const llvm::Module& target) {
  const std::vector<llvm::StringRef> after = assembly_of(target);
  auto at = after.begin();
  for (const llvm::StringRef line : assembly_of(source)) {
    at = std::find(at, after.end(), line);
    if (at == after.end()) return true;
    ++at;
  }
  return false;
}

}  // namespace

std::vector<ListChange> list_changes(const llvm::Module& source, const llvm::Module& target) {
  std::vector<ListChange> changes;
  for (const char* list : {kConstructors, kDestructors}) add_calls(list, source, target, changes);
  add_used(source, target, changes);
  if (loses_assembly(source, target)) changes.push_back({"module asm", "has lost lines"});
  return changes;
}

bool may_be_constructed(const llvm::GlobalVariable& of_source, const llvm::Module& target) {
  const std::vector<Called> before = constructors_of(*of_source.getParent()), after = constructors_of(target);
  // One that the target calls no longer, or alone.
  const auto writes = [&](const std::vector<Called>& own, const std::vector<Called>& others,
                          const llvm::GlobalVariable& variable) {
    return llvm::any_of(own, [&](const Called& each) {
      if (named(others, each.function->getName()) != nullptr) return false;
      // Its body may be another module's.
      if (each.function->isDeclaration()) return !variable.hasLocalLinkage();
      return globals_needed_by(*each.function, /*with_callees=*/true).contains(&variable);
    });
  };
  const llvm::GlobalVariable* there = target.getGlobalVariable(of_source.getName(), true);
  return writes(before, after, of_source) || (there != nullptr && writes(after, before, *there));
}

}  // namespace assay::ir
