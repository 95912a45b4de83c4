#include "services/worker/semantics/shared_memory.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/StringExtras.h>
#include <llvm/Analysis/AliasAnalysis.h>
#include <llvm/Analysis/CaptureTracking.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>

#include "services/worker/semantics/counterparts.h"

namespace assay::semantics {
namespace {

using llvm::AtomicOrdering;

constexpr unsigned kMostLoads = 4;  ///< through which a pointer is named

Number number_of(const llvm::Value& value) {
  if (const auto* argument = llvm::dyn_cast<llvm::Argument>(&value)) return "%" + std::to_string(argument->getArgNo());
  const auto* constant = llvm::dyn_cast<llvm::ConstantInt>(&value);
  return constant == nullptr ? "" : llvm::toString(constant->getValue(), 10, /*Signed=*/false);
}

/// Is the variable, of the function's own or of its module's, written at most, and its address goes nowhere?
bool is_only_written(const llvm::Value& object) {
  const auto* global = llvm::dyn_cast<llvm::GlobalVariable>(&object);
  const bool is_own = llvm::isa<llvm::AllocaInst>(object) || (global != nullptr && global->hasLocalLinkage());
  return is_own && llvm::all_of(object.uses(), [](const llvm::Use& use) {
           const auto* store = llvm::dyn_cast<llvm::StoreInst>(use.getUser());
           return llvm::isa<llvm::LifetimeIntrinsic>(use.getUser()) ||
                  (store != nullptr && !store->isVolatile() &&
                   use.getOperandNo() == llvm::StoreInst::getPointerOperandIndex());
         });
}

/// What the pointer leads to. A freeze of a pointer to an object is that pointer.
const llvm::Value* object_of(const llvm::Value& pointer) {
  const llvm::Value* object = llvm::getUnderlyingObject(&pointer);
  while (const auto* frozen = llvm::dyn_cast<llvm::FreezeInst>(object))
    object = llvm::getUnderlyingObject(frozen->getOperand(0));
  return object;
}

bool is_captured(const llvm::Value& object);

/// A pointer that is stored where nobody reads it is known to nobody, one that is returned to nobody while the function
/// runs.
class Capture : public llvm::CaptureTracker {
 public:
  void tooManyUses() override { happens_ = true; }
  Action captured(const llvm::Use* use, llvm::UseCaptureInfo info) override {
    const auto* store = llvm::dyn_cast<llvm::StoreInst>(use->getUser());
    if (store != nullptr && use->getOperandNo() != llvm::StoreInst::getPointerOperandIndex() &&
        is_only_written(*store->getPointerOperand()))
      return Continue;
    if (llvm::capturesNothing(info.UseCC) || llvm::isa<llvm::ReturnInst>(use->getUser())) return Continue;
    if (llvm::isa<llvm::FreezeInst>(use->getUser()) && !is_captured(*use->getUser())) return Continue;
    happens_ = true;
    return Stop;
  }
  bool happens() const { return happens_; }

 private:
  bool happens_ = false;
};

bool is_captured(const llvm::Value& object) {
  Capture capture;
  llvm::PointerMayBeCaptured(&object, &capture);
  return capture.happens();
}

/// Is the variable of a thread, and the function hands its address to nobody?
bool is_of_this_thread(const llvm::Value& object) {
  const auto* variable = llvm::dyn_cast<llvm::GlobalVariable>(&object);
  return variable != nullptr && variable->isThreadLocal() && llvm::all_of(variable->users(), [&](const auto* user) {
           const auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(user);
           return llvm::getLoadStorePointerOperand(user) == variable ||
                  (call != nullptr && call->getIntrinsicID() == llvm::Intrinsic::threadlocal_address &&
                   !is_captured(*call));
         });
}

/// Does the fence stand beside another one that is as strong?
bool is_beside_as_strong(const llvm::FenceInst& fence) {
  const auto covers = [&](const llvm::Instruction* other) {
    const auto* beside = llvm::dyn_cast_or_null<llvm::FenceInst>(other);
    return beside != nullptr && beside->getSyncScopeID() == fence.getSyncScopeID() &&
           llvm::isAtLeastOrStrongerThan(beside->getOrdering(), fence.getOrdering());
  };
  return covers(fence.getPrevNode()) || covers(fence.getNextNode());
}

std::string describe_place(const llvm::Value& pointer, const llvm::DataLayout& layout, unsigned loads) {
  llvm::APInt offset(layout.getIndexTypeSizeInBits(pointer.getType()), 0);
  const llvm::Value* start = pointer.stripAndAccumulateConstantOffsets(layout, offset, /*AllowNonInbounds=*/true);
  const llvm::Value* object = object_of(pointer);
  const std::string distance = start == object ? " + " + std::to_string(offset.getSExtValue()) : "";
  if (const std::string base = place_of(*object, layout).base; !base.empty()) return base + distance;
  const bool is_own = llvm::isa<llvm::AllocaInst>(object) || llvm::isNoAliasCall(object);
  if (is_own) return (object->hasName() ? "%" + object->getName().str() : "an own object") + distance;
  if (const auto* load = llvm::dyn_cast<llvm::LoadInst>(object); load != nullptr && loads < kMostLoads)
    return "*(" + describe_place(*load->getPointerOperand(), layout, loads + 1) + ")" + distance;
  if (const auto* call = llvm::dyn_cast<llvm::CallBase>(object)) return "result of " + name_of_callee(*call) + distance;
  return "?";
}

}  // namespace

Place place_of(const llvm::Value& pointer, const llvm::DataLayout& layout) {
  llvm::APInt offset(layout.getIndexTypeSizeInBits(pointer.getType()), 0);
  const llvm::Value* base = pointer.stripAndAccumulateConstantOffsets(layout, offset, /*AllowNonInbounds=*/true);
  if (const auto* argument = llvm::dyn_cast<llvm::Argument>(base))
    return {"%" + std::to_string(argument->getArgNo()), offset.getSExtValue()};
  if (const auto* global = llvm::dyn_cast<llvm::GlobalVariable>(base); global != nullptr && global->hasName())
    return {"@" + global->getName().str(), offset.getSExtValue()};
  return {};
}

std::string describe_place(const llvm::Value& pointer, const llvm::DataLayout& layout) {
  return describe_place(pointer, layout, 0);
}

bool is_private(const llvm::Value& pointer) {
  const llvm::Value* object = object_of(pointer);
  if (const auto* argument = llvm::dyn_cast<llvm::Argument>(object))
    return (argument->hasNoAliasAttr() || argument->hasByValAttr()) && !is_captured(*argument);
  if (llvm::isa<llvm::GlobalVariable>(object)) return is_only_written(*object) || is_of_this_thread(*object);
  const bool is_own = llvm::isa<llvm::AllocaInst>(object) || llvm::isNoAliasCall(object);
  return is_own && !is_captured(*object);
}

bool is_constant(const llvm::Value& pointer) {
  const auto* global = llvm::dyn_cast<llvm::GlobalVariable>(object_of(pointer));
  return global != nullptr && global->isConstant();
}

void Operation::forget_arguments() {
  if (place.base.starts_with("%")) place = {};
  for (Number* each : {&number, &expected})
    if (each->starts_with("%")) each->clear();
}

bool Operation::orders(Side side) const {
  if (kind == OperationKind::Load && side == Side::Release) return false;
  if (kind == OperationKind::Store && side == Side::Acquire) return false;
  if (side == Side::Release) return llvm::isReleaseOrStronger(order);
  return llvm::isAcquireOrStronger(order) || llvm::isAcquireOrStronger(failure);
}

/// The atomic access or fence that the instruction is, if others may notice it.
std::optional<Operation> operation_of(const llvm::Instruction& instruction) {
  if (!instruction.isAtomic()) return std::nullopt;
  if (const auto* fence = llvm::dyn_cast<llvm::FenceInst>(&instruction))
    return Operation{
        .order = fence->getOrdering(), .scope = fence->getSyncScopeID(), .may_go = is_beside_as_strong(*fence)};
  const llvm::DataLayout& layout = instruction.getModule()->getDataLayout();
  const auto access = [&](OperationKind kind, AtomicOrdering order, const auto& access, llvm::Type* type) {
    const llvm::Value* pointer = access.getPointerOperand();
    if (is_private(*pointer)) return std::optional<Operation>();
    return std::optional(Operation{.kind = kind,
                                   .order = order,
                                   .scope = access.getSyncScopeID(),
                                   .bytes = layout.getTypeStoreSize(type).getKnownMinValue(),
                                   .place = place_of(*pointer, layout),
                                   .may_go = order == AtomicOrdering::Unordered});
  };
  if (const auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction)) {
    if (is_constant(*load->getPointerOperand())) return std::nullopt;
    std::optional<Operation> operation = access(OperationKind::Load, load->getOrdering(), *load, load->getType());
    if (operation && load->getOrdering() == AtomicOrdering::Monotonic) operation->may_go = load->use_empty();
    return operation;
  }
  if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction)) {
    const llvm::Value* value = store->getValueOperand();
    std::optional<Operation> operation = access(OperationKind::Store, store->getOrdering(), *store, value->getType());
    if (operation) operation->number = number_of(*value);
    return operation;
  }
  if (const auto* update = llvm::dyn_cast<llvm::AtomicRMWInst>(&instruction)) {
    std::optional<Operation> operation =
        access(OperationKind::Update, update->getOrdering(), *update, update->getType());
    if (!operation) return operation;
    operation->number = number_of(*update->getValOperand());
    operation->update = update->getOperation();
    const auto* constant = llvm::dyn_cast<llvm::ConstantInt>(update->getValOperand());
    if (constant == nullptr || operation->update != llvm::AtomicRMWInst::Sub) return operation;
    operation->number = number_of(*llvm::ConstantInt::get(constant->getType(), -constant->getValue()));
    operation->update = llvm::AtomicRMWInst::Add;  // of the negative
    return operation;
  }
  const auto& exchange = llvm::cast<llvm::AtomicCmpXchgInst>(instruction);
  std::optional<Operation> operation =
      access(OperationKind::Exchange, exchange.getSuccessOrdering(), exchange, exchange.getNewValOperand()->getType());
  if (!operation) return operation;
  operation->failure = exchange.getFailureOrdering();
  operation->number = number_of(*exchange.getNewValOperand());
  operation->expected = number_of(*exchange.getCompareOperand());
  return operation;
}

std::string describe(const Operation& operation) {
  static constexpr const char* names[] = {"load atomic", "store atomic", "atomicrmw",
                                          "cmpxchg",     "fence",        "indirect call"};
  std::string text = names[static_cast<std::size_t>(operation.kind)];
  if (operation.scope == llvm::SyncScope::SingleThread) text += " syncscope(\"singlethread\")";
  text += std::string(" ") + llvm::toIRString(operation.order);
  if (operation.kind == OperationKind::Exchange) text += std::string(" ") + llvm::toIRString(operation.failure);
  return text;
}

}  // namespace assay::semantics
