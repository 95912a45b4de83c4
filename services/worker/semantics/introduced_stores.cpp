#include "services/worker/semantics/introduced_stores.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>

#include <optional>
#include <set>

namespace assay::semantics {

using llvm::Attribute;

std::optional<std::string> shared_object(const llvm::Value& object) {
  if (object.getType()->getPointerAddressSpace() != 0) return std::nullopt;  // which may be a thread's own
  if (const auto* argument = llvm::dyn_cast<llvm::Argument>(&object)) {
    for (const Attribute::AttrKind kind : {Attribute::NoAlias, Attribute::ByVal, Attribute::StructRet,
                                           Attribute::InAlloca, Attribute::Preallocated, Attribute::DeadOnReturn})
      if (argument->hasAttribute(kind)) return std::nullopt;
    return "%" + std::to_string(argument->getArgNo());
  }
  const auto* variable = llvm::dyn_cast<llvm::GlobalVariable>(&object);
  if (variable == nullptr || !variable->hasName() || variable->isThreadLocal() || variable->isConstant())
    return std::nullopt;
  return "@" + variable->getName().str();
}

namespace {

/// Where an instruction writes.
struct Write {
  bool anywhere = false;                ///< it may write to anything that others reach
  const llvm::Value* object = nullptr;  ///< else what it writes to; null: to nothing
  bool is_plain = false;                ///< a plain store of some bytes
};

Write write_of(const llvm::Instruction& instruction) {
  const auto to = [](const llvm::Value& pointer, bool is_plain) {
    const llvm::Value* object = llvm::getUnderlyingObject(&pointer, 0);
    if (llvm::isa<llvm::AllocaInst, llvm::Argument, llvm::GlobalVariable>(object))
      return Write{false, object, is_plain};
    return Write{.anywhere = true};
  };
  if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction)) {
    if (store->getDataLayout().getTypeStoreSize(store->getValueOperand()->getType()).isZero()) return {};
    return to(*store->getPointerOperand(), store->isSimple());
  }
  if (const auto* update = llvm::dyn_cast<llvm::AtomicRMWInst>(&instruction))
    return to(*update->getPointerOperand(), false);
  if (const auto* exchange = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(&instruction))
    return to(*exchange->getPointerOperand(), false);
  if (const auto* memory = llvm::dyn_cast<llvm::MemIntrinsic>(&instruction)) {
    const auto* length = llvm::dyn_cast<llvm::ConstantInt>(memory->getLength());
    return to(*memory->getDest(), length != nullptr && !length->isZero() && !memory->isVolatile());
  }
  const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
  // What a call promises the function may break: then it is undefined.
  if (call != nullptr && !llvm::isa<llvm::IntrinsicInst>(call)) return {.anywhere = true};
  if (!instruction.mayWriteToMemory() || llvm::isa<llvm::FenceInst, llvm::LoadInst>(instruction)) return {};
  if (call != nullptr && (call->onlyAccessesInaccessibleMemory() || llvm::isa<llvm::LifetimeIntrinsic>(call)))
    return {};
  return {.anywhere = true};
}

bool may_write_to(const llvm::Instruction& instruction, const std::string& name) {
  const Write write = write_of(instruction);
  return write.anywhere || (write.object != nullptr && shared_object(*write.object) == name);
}

/// Is there a path to a return on which nothing may write to the object?
bool may_leave_alone(const llvm::Function& function, const std::string& name) {
  llvm::SmallPtrSet<const llvm::BasicBlock*, 16> seen{&function.getEntryBlock()};
  llvm::SmallVector<const llvm::BasicBlock*, 16> open{&function.getEntryBlock()};
  while (!open.empty()) {
    const llvm::BasicBlock& block = *open.pop_back_val();
    if (llvm::any_of(block, [&](const llvm::Instruction& each) { return may_write_to(each, name); })) continue;
    if (llvm::isa<llvm::ReturnInst>(block.getTerminator())) return true;
    for (const llvm::BasicBlock* next : llvm::successors(&block))
      if (seen.insert(next).second) open.push_back(next);
  }
  return false;
}

/// Does a call of the source write to the argument whatever its instructions do? LangRef: `writable` stores back on
/// entry what is there, `initializes` writes at the return what was not written.
bool is_written_by_promise(const llvm::Function& source, const std::string& name) {
  return llvm::any_of(source.args(), [&](const llvm::Argument& each) {
    const bool is_promised = each.hasAttribute(Attribute::Writable) || each.hasAttribute(Attribute::Initializes);
    return is_promised && shared_object(each) == name;
  });
}

/// What the plain stores of the target lead to, if the source knows it too.
std::set<std::string> stored_to(const llvm::Function& target, const llvm::Module& of_source) {
  std::set<std::string> names;
  for (const llvm::Instruction& instruction : llvm::instructions(target)) {
    const Write write = write_of(instruction);
    if (!write.is_plain) continue;
    const auto* variable = llvm::dyn_cast<llvm::GlobalVariable>(write.object);
    if (variable != nullptr && of_source.getGlobalVariable(variable->getName(), true) == nullptr) continue;
    if (const auto name = shared_object(*write.object)) names.insert(*name);
  }
  return names;
}

}  // namespace

IntroducedStores introduced_stores(const llvm::Function& source, const llvm::Function& target) {
  IntroducedStores introduced;
  const auto all = llvm::instructions(source);
  const bool writes_anywhere = llvm::any_of(all, [](const auto& each) { return write_of(each).anywhere; });
  for (const std::string& name : stored_to(target, *source.getParent())) {
    const bool is_written = is_written_by_promise(source, name) ||
                            llvm::any_of(all, [&](const auto& each) { return may_write_to(each, name); });
    const bool may_be_left = may_leave_alone(source, name);
    introduced.possible |= may_be_left && !may_leave_alone(target, name);
    if (is_written || writes_anywhere || !may_be_left) continue;
    introduced.likely = true;
    const bool is_straight = target.size() == 1 && llvm::none_of(target.front(), [](const llvm::Instruction& each) {
                               return llvm::isa<llvm::CallBase>(each) && !llvm::isa<llvm::IntrinsicInst>(each);
                             });
    if (is_straight && introduced.certain.empty())
      introduced.certain = "a store to " + name + ", which the source does not make";
  }
  return introduced;
}

}  // namespace assay::semantics
