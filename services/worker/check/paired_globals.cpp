#include "services/worker/check/paired_globals.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/GlobalVariable.h>

#include <algorithm>
#include <string>
#include <type_traits>
#include <vector>

#include "services/worker/ir/ir.h"
#include "services/worker/ir/references.h"
#include "services/worker/ir/same_globals.h"
#include "services/worker/semantics/own_constants.h"

namespace assay::check {
namespace {

using llvm::GlobalValue;
using llvm::GlobalVariable;

bool same_contents(const GlobalVariable& a, const GlobalVariable& b) {
  if (a.isConstant() != b.isConstant() || a.hasInitializer() != b.hasInitializer() ||
      a.isThreadLocal() != b.isThreadLocal() || a.getAddressSpace() != b.getAddressSpace() ||
      a.getSection() != b.getSection() || a.isExternallyInitialized() != b.isExternallyInitialized() ||
      !ir::same_type(a.getValueType(), b.getValueType()))
    return false;
  ir::GlobalsInStep walk(ir::SameBy::Contents);
  return !a.hasInitializer() ||
         (walk.same_constant(a.getInitializer(), b.getInitializer()) && walk.is_same_all_through());
}

const GlobalVariable* local_constant(const GlobalValue& value) {
  const auto* variable = llvm::dyn_cast<GlobalVariable>(&value);
  return variable != nullptr && ir::is_local_constant(*variable) ? variable : nullptr;
}

/// All globals, those without a name in the order of their numbers.
template <class Module>
auto globals_of(Module& module) {
  using Global = std::conditional_t<std::is_const_v<Module>, const GlobalValue, GlobalValue>;
  std::vector<Global*> all;
  const auto add = [&](auto&& globals) {
    for (auto& each : globals) all.push_back(&each);
  };
  add(module.globals());
  add(module.aliases());
  add(module.ifuncs());
  add(module.functions());
  return all;
}

/// A name that neither module has.
std::string unused_name(std::string name, const llvm::Module& a, const llvm::Module& b) {
  while (a.getNamedValue(name) != nullptr || b.getNamedValue(name) != nullptr) name += "'";
  return name;
}

/// Copies of the modules, and which globals of them are one object.
class Pairing {
 public:
  Pairing(const llvm::Function& source, const llvm::Function& target)
      : source_(source),
        target_(target),
        before_(*source.getParent()),
        after_(*target.getParent()),
        is_one_module_(&before_ == &after_) {}

  bool is_needed() const {
    const auto is_loose = [&](const llvm::Function& of, bool in_target) {
      return llvm::any_of(ir::globals_needed_by(of, /*with_callees=*/true), [&](const GlobalValue* value) {
        return !value->hasName() || (!is_one_module_ && (in_target ? is_loose_in_target(*value) : is_other(*value)));
      });
    };
    return is_loose(source_, false) || is_loose(target_, true);
  }

  PairedGlobals pair() {
    PairedGlobals paired;
    paired.of_source = ir::clone(before_);
    if (!is_one_module_) {
      find_names();
      paired.of_target = ir::clone(after_);
      rename_in(*paired.of_target);
    }
    name_unnamed(*paired.of_source);
    paired.source = ir::same_in(*paired.of_source, source_);
    paired.target = ir::same_in(is_one_module_ ? *paired.of_source : *paired.of_target, target_);
    return paired;
  }

 private:
  struct Loose {
    const GlobalValue* value;
    std::string name;
  };
  struct Free {
    const GlobalValue* value;
    std::string name;
    bool is_taken = false;
  };

  /// A constant of which the other module has another one by the same name.
  bool is_other(const GlobalValue& value) const {
    const GlobalVariable* variable = local_constant(value);
    if (variable == nullptr || !value.hasName()) return false;
    const llvm::Module& there = value.getParent() == &before_ ? after_ : before_;
    const GlobalValue* namesake = there.getNamedValue(value.getName());
    const GlobalVariable* other = namesake == nullptr ? nullptr : local_constant(*namesake);
    return other != nullptr && !same_contents(*variable, *other) &&
           !semantics::is_own_constant(*variable, source_, target_);
  }

  /// A variable or a function that only its module knows, but not those that are asked about.
  bool is_local(const GlobalValue& value) const {
    return llvm::isa<GlobalVariable, llvm::Function>(value) && value.hasLocalLinkage() && &value != &source_ &&
           &value != &target_;
  }

  /// One of the source that the target may have by another name.
  bool may_be_renamed(const GlobalValue& value) const {
    return is_local(value) && (!value.hasName() || after_.getNamedValue(value.getName()) == nullptr);
  }

  /// Or one that the source has by another name.
  bool is_loose_in_target(const GlobalValue& value) const {
    if (!value.hasName() || is_other(value)) return true;
    if (!is_local(value) || before_.getNamedValue(value.getName()) != nullptr) return false;
    return llvm::any_of(globals_of(before_),
                        [&](const GlobalValue* other) { return may_be_renamed(*other) && is_same(*other, value); });
  }

  void find_names() {
    std::vector<Free> free;
    std::size_t number = 0;
    for (const GlobalValue* value : globals_of(before_))
      if (!value->hasName())
        free.push_back({value, unused_name(std::to_string(number++), before_, after_)});
      else if (may_be_renamed(*value) || is_other(*value))
        free.push_back({value, value->getName().str()});
    std::size_t in_target = 0;
    for (const GlobalValue* value : globals_of(after_))
      if (!value->hasName() || is_loose_in_target(*value))
        loose_.push_back({value, value->hasName() ? value->getName().str() : std::to_string(in_target++)});
    std::vector<Loose*> left;
    for (Loose& each : loose_)
      if (!take(each, free, [&](const GlobalValue& other) { return is_same(other, *each.value); }))
        left.push_back(&each);
    for (Loose* each : left)
      if (!take(*each, free, [&](const GlobalValue& other) { return is_in_its_place(other, *each->value); }))
        each->name = unused_name(each->name + " of the target", before_, after_);
  }

  static bool is_same(const GlobalValue& a, const GlobalValue& b) {
    const auto *x = llvm::dyn_cast<GlobalVariable>(&a), *y = llvm::dyn_cast<GlobalVariable>(&b);
    if (x != nullptr && y != nullptr) return same_contents(*x, *y);
    const auto *f = llvm::dyn_cast<llvm::Function>(&a), *g = llvm::dyn_cast<llvm::Function>(&b);
    return f != nullptr && g != nullptr && !f->isDeclaration() && !g->isDeclaration() && ir::same_text(*f, *g);
  }

  static bool is_in_its_place(const GlobalValue& a, const GlobalValue& b) {
    return !a.hasName() && !b.hasName() && a.getValueID() == b.getValueID() &&
           (local_constant(a) == nullptr || local_constant(b) == nullptr) &&
           ir::same_type(a.getValueType(), b.getValueType());
  }

  static bool take(Loose& loose, std::vector<Free>& free, const auto& fits) {
    const auto found =
        std::ranges::find_if(free, [&](const Free& each) { return !each.is_taken && fits(*each.value); });
    if (found == free.end()) return false;
    found->is_taken = true;
    loose.name = found->name;
    return true;
  }

  void rename_in(llvm::Module& copy) const {
    std::vector<GlobalValue*> copies;
    auto loose = loose_.begin();
    for (const auto& [original, value] : llvm::zip_equal(globals_of(after_), globals_of(copy)))
      if (loose != loose_.end() && loose->value == original) {
        copies.push_back(value);
        ++loose;
      }
    for (GlobalValue* value : copies) value->setName("");
    for (std::size_t i = 0; i < copies.size(); ++i) copies[i]->setName(loose_[i].name);
  }

  void name_unnamed(llvm::Module& copy) const {
    std::size_t number = 0;
    for (GlobalValue* value : globals_of(copy))
      if (!value->hasName()) value->setName(unused_name(std::to_string(number++), before_, after_));
  }

  const llvm::Function& source_;
  const llvm::Function& target_;
  const llvm::Module& before_;
  const llvm::Module& after_;
  bool is_one_module_;
  std::vector<Loose> loose_;  ///< of the target, in its order
};

}  // namespace

PairedGlobals pair_globals(const llvm::Function& source, const llvm::Function& target) {
  Pairing pairing(source, target);
  if (!pairing.is_needed()) return {nullptr, nullptr, &source, &target};
  return pairing.pair();
}

}  // namespace assay::check
