#include "services/worker/normalize/joined_symbols.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SetVector.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/GlobalAlias.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Operator.h>
#include <llvm/Transforms/Utils/FunctionComparator.h>

#include <utility>

#include "services/worker/ir/ir.h"
#include "services/worker/ir/references.h"

namespace assay::normalize {
namespace {

using llvm::GlobalObject;
using llvm::GlobalVariable;
using llvm::Value;

/// The symbols of which an address that is looked at may be one.
class LookedAt {
 public:
  explicit LookedAt(const llvm::Function& function) {
    for (const llvm::Function* body : ir::bodies_needed_by(function))
      for (const llvm::Instruction& each : llvm::instructions(*body)) look(each);
  }

  llvm::ArrayRef<const GlobalObject*> symbols() const { return symbols_.getArrayRef(); }
  /// Names of something else: aliases, and `no_cfi`.
  llvm::ArrayRef<const Value*> other_names() const { return other_names_.getArrayRef(); }

 private:
  static bool makes_number(const llvm::Operator* operation) {
    return operation != nullptr && (operation->getOpcode() == llvm::Instruction::PtrToInt ||
                                    operation->getOpcode() == llvm::Instruction::PtrToAddr);
  }

  void look(const llvm::Instruction& instruction) {
    const bool looks =
        llvm::isa<llvm::ICmpInst>(instruction) || makes_number(llvm::dyn_cast<llvm::Operator>(&instruction));
    for (const Value* used : instruction.operand_values()) {
      if (looks && used->getType()->isPtrOrPtrVectorTy()) follow(*used);
      if (const auto* constant = llvm::dyn_cast<llvm::Constant>(used)) look_in(*constant);
    }
  }

  /// Numbers that constants make of addresses.
  void look_in(const llvm::Constant& constant) {
    if (llvm::isa<llvm::GlobalValue, llvm::BlockAddress>(constant) || !constants_.insert(&constant).second) return;
    if (makes_number(llvm::dyn_cast<llvm::Operator>(&constant))) follow(*constant.getOperand(0));
    for (const Value* used : constant.operand_values())
      if (const auto* part = llvm::dyn_cast<llvm::Constant>(used)) look_in(*part);
  }

  /// A pointer is what it is made of, moved or not.
  void follow(const Value& pointer) {
    if (!pointer.getType()->isPtrOrPtrVectorTy() || !followed_.insert(&pointer).second) return;
    if (const auto* symbol = llvm::dyn_cast<GlobalObject>(&pointer)) {
      if (symbol->hasName()) symbols_.insert(symbol);
      return;
    }
    if (llvm::isa<llvm::GlobalAlias, llvm::NoCFIValue>(pointer)) other_names_.insert(&pointer);
    const bool passes_on =
        llvm::isa<llvm::GEPOperator, llvm::PHINode, llvm::SelectInst, llvm::FreezeInst, llvm::ConstantAggregate,
                  llvm::InsertElementInst, llvm::ExtractElementInst, llvm::ShuffleVectorInst>(pointer) ||
        llvm::Operator::getOpcode(&pointer) == llvm::Instruction::AddrSpaceCast;
    if (!passes_on) return;
    for (const Value* used : llvm::cast<llvm::User>(pointer).operand_values()) follow(*used);
  }

  llvm::SmallSetVector<const GlobalObject*, 8> symbols_;
  llvm::SmallSetVector<const Value*, 4> other_names_;
  llvm::SmallPtrSet<const Value*, 16> followed_;
  llvm::SmallPtrSet<const llvm::Constant*, 16> constants_;
};

bool are_equal(const GlobalVariable& a, const GlobalVariable& b) {
  return a.isConstant() && b.isConstant() && a.hasDefinitiveInitializer() && b.hasDefinitiveInitializer() &&
         a.getInitializer() == b.getInitializer() && a.getSection() == b.getSection();
}

bool are_equal(const llvm::Function& a, const llvm::Function& b) {
  if (!a.hasExactDefinition() || !b.hasExactDefinition()) return true;  // what they do is not known here
  llvm::GlobalNumberState numbers;
  return llvm::FunctionComparator(&a, &b, &numbers).compare() == 0;
}

bool may_be_merged(const GlobalObject& a, const GlobalObject& b) {
  const auto *one = llvm::dyn_cast<GlobalVariable>(&a), *other = llvm::dyn_cast<GlobalVariable>(&b);
  if (one != nullptr) return (a.hasGlobalUnnamedAddr() || b.hasGlobalUnnamedAddr()) && are_equal(*one, *other);
  return a.hasGlobalUnnamedAddr() && b.hasGlobalUnnamedAddr() &&
         are_equal(llvm::cast<llvm::Function>(a), llvm::cast<llvm::Function>(b));
}

/// May another module define the first as an alias of the second? What it resolves to must be no smaller and no less
/// aligned.
bool may_be_replaced_by(const GlobalObject& replaced, const GlobalObject& other) {
  if (!replaced.isInterposable() || other.hasLocalLinkage()) return false;
  if (llvm::isa<llvm::Function>(replaced)) return true;
  const llvm::DataLayout& layout = replaced.getDataLayout();
  const auto &own = llvm::cast<GlobalVariable>(replaced), &given = llvm::cast<GlobalVariable>(other);
  if (!own.getValueType()->isSized() || !given.getValueType()->isSized()) return false;
  return layout.getTypeAllocSize(given.getValueType()) >= layout.getTypeAllocSize(own.getValueType()) &&
         given.getPointerAlignment(layout) >= own.getPointerAlignment(layout);
}

/// Are both of one kind, of one type of pointers, and in one thread's memory or not?
bool are_alike(const GlobalObject& a, const GlobalObject& b) {
  return a.getValueID() == b.getValueID() && a.getType() == b.getType() && a.isThreadLocal() == b.isThreadLocal() &&
         (a.getValueType() == b.getValueType() || llvm::isa<GlobalVariable>(a));
}

const GlobalObject* named_by(const Value& name) {
  if (const auto* unchecked = llvm::dyn_cast<llvm::NoCFIValue>(&name))
    return unchecked->getGlobalValue()->getAliaseeObject();
  return llvm::cast<llvm::GlobalAlias>(name).getAliaseeObject();
}

/// May it have another address than what it names?
bool may_be_elsewhere(const Value& name) {
  const auto* alias = llvm::dyn_cast<llvm::GlobalAlias>(&name);
  return alias == nullptr || alias->hasGlobalUnnamedAddr();
}

void add_pairs(OpenAddresses& open, llvm::ArrayRef<const GlobalObject*> symbols) {
  constexpr std::size_t kMostPairs = 4;
  const auto add = [&](const GlobalObject& joined, const GlobalObject& kept) {
    SymbolPair pair{joined.getName().str(), kept.getName().str()};
    if (llvm::is_contained(open.may_meet, pair)) return;
    open.has_more |= open.may_meet.size() == kMostPairs;
    if (!open.has_more) open.may_meet.push_back(std::move(pair));
  };
  for (std::size_t i = 0; i < symbols.size(); ++i)
    for (std::size_t j = i + 1; j < symbols.size(); ++j) {
      const bool in_order = symbols[i]->getName() < symbols[j]->getName();
      const GlobalObject &one = *symbols[in_order ? i : j], &other = *symbols[in_order ? j : i];
      if (!are_alike(one, other)) continue;
      if (may_be_replaced_by(one, other) || may_be_merged(one, other))
        add(one, other);
      else if (may_be_replaced_by(other, one))
        add(other, one);
    }
}

std::string symbol_of_two_names(const LookedAt& looked_at) {
  for (const Value* name : looked_at.other_names()) {
    const GlobalObject* named = named_by(*name);
    if (named == nullptr || !may_be_elsewhere(*name)) continue;
    const bool by_itself = llvm::is_contained(looked_at.symbols(), named);
    const bool by_others = llvm::any_of(looked_at.other_names(),
                                        [&](const Value* other) { return other != name && named_by(*other) == named; });
    if (by_itself || by_others) return named->getName().str();
  }
  return {};
}

}  // namespace

OpenAddresses open_addresses(llvm::ArrayRef<const llvm::Function*> functions) {
  OpenAddresses open;
  for (const llvm::Function* function : functions) {
    const LookedAt looked_at(*function);
    add_pairs(open, looked_at.symbols());
    if (open.may_part.empty()) open.may_part = symbol_of_two_names(looked_at);
  }
  return open;
}

std::unique_ptr<llvm::Module> with_joined(const llvm::Module& module, const SymbolPair& pair) {
  std::unique_ptr<llvm::Module> copy = ir::clone(module);
  llvm::GlobalValue *joined = copy->getNamedValue(pair.joined), *kept = copy->getNamedValue(pair.kept);
  if (joined == nullptr) return copy;
  if (kept == nullptr) {  // then all that is left of both is one symbol, by whichever name
    joined->setName(pair.kept);
    return copy;
  }
  if (joined->getType() == kept->getType()) joined->replaceAllUsesWith(kept);
  return copy;
}

}  // namespace assay::normalize
