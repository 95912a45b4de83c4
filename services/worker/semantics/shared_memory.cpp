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
#include <llvm/IR/PatternMatch.h>

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

static bool is_own_object(const llvm::Value& object) {
  return llvm::isa<llvm::AllocaInst>(object) || llvm::isNoAliasCall(&object);
}

bool is_private(const llvm::Value& pointer) {
  const llvm::Value* object = object_of(pointer);
  if (const auto* argument = llvm::dyn_cast<llvm::Argument>(object))
    return (argument->hasNoAliasAttr() || argument->hasByValAttr()) && !is_captured(*argument);
  if (llvm::isa<llvm::GlobalVariable>(object)) return is_only_written(*object) || is_of_this_thread(*object);
  return is_own_object(*object) && !is_captured(*object);
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

namespace {

using Update = llvm::AtomicRMWInst::BinOp;

/// What an update by a constant comes to where it has a simpler form: another number in the place of the old one
/// (Xchg), no change (Or 0), a sum or an exclusive or.
std::pair<Update, llvm::APInt> simplest(Update update, const llvm::APInt& by) {
  const llvm::APInt zero(by.getBitWidth(), 0), one(by.getBitWidth(), 1);
  const std::pair same{llvm::AtomicRMWInst::Or, zero}, replaced{llvm::AtomicRMWInst::Xchg, by};
  switch (update) {
    case llvm::AtomicRMWInst::Sub:
      return simplest(llvm::AtomicRMWInst::Add, -by);
    case llvm::AtomicRMWInst::Add:
      if (by.isMinSignedValue()) return {llvm::AtomicRMWInst::Xor, by};
      [[fallthrough]];
    case llvm::AtomicRMWInst::Xor:
    case llvm::AtomicRMWInst::USubCond:
      return by.isZero() ? same : std::pair{update, by};
    case llvm::AtomicRMWInst::USubSat:
      return by.isZero() ? same : by.isAllOnes() ? std::pair{llvm::AtomicRMWInst::Xchg, zero} : std::pair{update, by};
    case llvm::AtomicRMWInst::Or:
    case llvm::AtomicRMWInst::UMax:
      return by.isZero() ? same : by.isAllOnes() ? replaced : std::pair{update, by};
    case llvm::AtomicRMWInst::And:
    case llvm::AtomicRMWInst::UMin:
      return by.isAllOnes() ? same : by.isZero() ? replaced : std::pair{update, by};
    case llvm::AtomicRMWInst::Max:
      return by.isMinSignedValue() ? same : by.isMaxSignedValue() ? replaced : std::pair{update, by};
    case llvm::AtomicRMWInst::Min:
      return by.isMaxSignedValue() ? same : by.isMinSignedValue() ? replaced : std::pair{update, by};
    case llvm::AtomicRMWInst::Nand:
      if (by.isZero()) return {llvm::AtomicRMWInst::Xchg, ~by};
      return {by.isAllOnes() ? llvm::AtomicRMWInst::Xor : update, by};
    case llvm::AtomicRMWInst::UIncWrap:
      return by.isZero() ? replaced : by.isAllOnes() ? std::pair{llvm::AtomicRMWInst::Add, one} : std::pair{update, by};
    case llvm::AtomicRMWInst::UDecWrap:
      return by.isZero() ? replaced : std::pair{by.isAllOnes() ? llvm::AtomicRMWInst::Add : update, by};
    default:
      return {update, by};
  }
}

/// Fills in what an update does, one spelling for all that always do the same.
void set_update(Operation& operation, const llvm::AtomicRMWInst& update) {
  const llvm::Value* by = update.getValOperand();
  operation.update = update.getOperation();
  if (const auto* constant = llvm::dyn_cast<llvm::ConstantInt>(by)) {
    const auto [kind, number] = simplest(operation.update, constant->getValue());
    operation.update = kind;
    operation.number = number_of(*llvm::ConstantInt::get(constant->getType(), number));
    return;
  }
  const auto other = [&](Update one, Update another) {
    return operation.update == one ? another : operation.update == another ? one : Update::BAD_BINOP;
  };
  const Update of_negative = by->getType()->isFloatingPointTy()
                                 ? other(llvm::AtomicRMWInst::FAdd, llvm::AtomicRMWInst::FSub)
                                 : other(llvm::AtomicRMWInst::Add, llvm::AtomicRMWInst::Sub);
  const auto* constant = llvm::dyn_cast<llvm::ConstantFP>(by);
  using namespace llvm::PatternMatch;
  llvm::Value* negated = nullptr;
  const bool is_negative = (constant != nullptr && constant->isNegative()) || match(by, m_Neg(m_Value(negated))) ||
                           match(by, m_FNeg(m_Value(negated)));
  if (of_negative == Update::BAD_BINOP || !is_negative) {
    operation.number = number_of(*by);
    return;
  }
  operation.update = of_negative;
  if (negated != nullptr) operation.number = number_of(*negated);
}

}  // namespace

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
                                   .may_go = order == AtomicOrdering::Unordered,
                                   .is_own = is_own_object(*object_of(*pointer))});
  };
  if (const auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction)) {
    if (is_constant(*load->getPointerOperand())) return std::nullopt;
    std::optional<Operation> operation = access(OperationKind::Load, load->getOrdering(), *load, load->getType());
    if (!operation) return operation;
    operation->is_used = !load->use_empty();
    if (load->getOrdering() == AtomicOrdering::Monotonic) operation->may_go = load->use_empty();
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
    if (operation) set_update(*operation, *update);
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
