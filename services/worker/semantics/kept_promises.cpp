#include "services/worker/semantics/kept_promises.h"

#include <llvm/ADT/DenseSet.h>
#include <llvm/ADT/PointerIntPair.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/Analysis/AliasAnalysis.h>
#include <llvm/Analysis/CaptureTracking.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Operator.h>

#include "services/worker/ir/exposure.h"
#include "services/worker/ir/ir.h"

namespace assay::semantics {
namespace {

using llvm::IRMemLocation;
using llvm::MemoryEffects;
using llvm::ModRefInfo;
using Functions = llvm::SmallPtrSet<const llvm::Function*, 8>;

/// The function that the call surely runs, if its body is known.
const llvm::Function* known_body(const llvm::CallBase& call) {
  const llvm::Function* callee = call.getCalledFunction();
  return callee != nullptr && !callee->isDeclaration() && callee->isDefinitionExact() ? callee : nullptr;
}

/// A number of the address of which nothing goes on.
bool is_lost_number(const llvm::User& user) {
  return llvm::isa<llvm::PtrToIntInst>(user) && !ir::exposes_pointer(user);
}

/// Goes from a pointer along its uses. The machines do not see that a pointer is based on another that a call gave back
/// for it: behind a call all accesses count.
class UseWalk {
 public:
  explicit UseWalk(bool own_accesses) : own_accesses_(own_accesses) {}
  PointerUse look_at(const llvm::Value& pointer) {
    add(pointer);
    while (!left_.empty() && !lost_) {
      const Place place = left_.pop_back_val();
      is_behind_call_ = place.getInt();
      for (const llvm::Use& use : place.getPointer()->uses()) look_at(use);
    }
    if (lost_) return {.read = true, .written = true, .freed = true};
    return found_;
  }

 private:
  using Place = llvm::PointerIntPair<const llvm::Value*, 1, bool>;  ///< a value, and whether a call gave it back

  void add(const llvm::Value& value, bool by_call = false) {
    const Place place(&value, by_call || is_behind_call_);
    if (seen_.insert(place).second) left_.push_back(place);
  }
  bool accesses_count() const { return own_accesses_ || is_behind_call_; }

  void look_at(const llvm::Use& use) {
    const llvm::User& user = *use.getUser();
    if (const auto* call = llvm::dyn_cast<llvm::CallBase>(&user)) return look_at_call(*call, use);
    const bool gives_it =
        llvm::isa<llvm::GetElementPtrInst, llvm::PHINode, llvm::BitCastInst, llvm::AddrSpaceCastInst, llvm::FreezeInst>(
            user) ||
        (llvm::isa<llvm::SelectInst>(user) && use.getOperandNo() != 0);
    if (gives_it) return add(user);
    if (llvm::isa<llvm::ICmpInst, llvm::PtrToAddrInst, llvm::ReturnInst>(user) || is_lost_number(user)) return;
    const bool stores =
        llvm::isa<llvm::StoreInst>(user) && use.getOperandNo() == llvm::StoreInst::getPointerOperandIndex();
    const bool does_both = llvm::isa<llvm::AtomicRMWInst, llvm::AtomicCmpXchgInst>(user) && use.getOperandNo() == 0;
    const bool loads = llvm::isa<llvm::LoadInst>(user);
    lost_ |= !loads && !stores && !does_both;
    found_.read |= accesses_count() && (loads || does_both);
    found_.written |= accesses_count() && (stores || does_both);
  }

  void look_at_call(const llvm::CallBase& call, const llvm::Use& use) {
    if (call.isCallee(&use) || llvm::isa<llvm::AssumeInst, llvm::LifetimeIntrinsic>(call)) return;
    if (!call.isArgOperand(&use)) {  // in an operand bundle
      lost_ = true;
      return;
    }
    const unsigned number = call.getArgOperandNo(&use);
    if (llvm::isa<llvm::MemIntrinsic>(call)) {  // the machines see its accesses
      found_.written |= accesses_count() && number == 0;
      found_.read |= accesses_count() && number != 0;
      return;
    }
    const ModRefInfo access = call.doesNotAccessMemory(number)
                                  ? ModRefInfo::NoModRef
                                  : call.getMemoryEffects().getModRef(IRMemLocation::ArgMem);
    const bool writes = llvm::isModSet(access) && !call.onlyReadsMemory(number);
    found_.read |= llvm::isRefSet(access) && !call.onlyWritesMemory(number);
    found_.written |= writes;
    found_.freed |=
        writes && !call.hasFnAttr(llvm::Attribute::NoFree) && !call.paramHasAttr(number, llvm::Attribute::NoFree);
    const llvm::CaptureInfo captured = call.getCaptureInfo(number);
    lost_ |= llvm::capturesAnyProvenance(captured.getOtherComponents()) && !call.onlyReadsMemory();
    if (llvm::capturesAnyProvenance(captured.getRetComponents()) && !call.getType()->isVoidTy())
      add(call, /*by_call=*/true);
  }

  const bool own_accesses_;
  PointerUse found_;
  bool lost_ = false, is_behind_call_ = false;
  llvm::SmallVector<Place, 8> left_;
  llvm::DenseSet<Place> seen_;
};

/// What an access through the pointer counts as in memory(...) of the function.
MemoryEffects effects_through(const llvm::Value& pointer, ModRefInfo access) {
  llvm::SmallVector<const llvm::Value*, 4> objects;
  llvm::getUnderlyingObjects(&pointer, objects);
  MemoryEffects effects = MemoryEffects::none();
  for (const llvm::Value* object : objects) {
    if (llvm::isa<llvm::AllocaInst>(object) || llvm::isNoAliasCall(object)) continue;
    if (const auto* variable = llvm::dyn_cast<llvm::GlobalVariable>(object);
        variable != nullptr && variable->isConstant())
      continue;
    const bool is_argument = llvm::isa<llvm::Argument>(object);
    if (!is_argument) effects |= MemoryEffects(IRMemLocation::Other, access);
    // What a call gave back, a number or a load may be based on an argument.
    if (is_argument || !llvm::isa<llvm::Constant>(object)) effects |= MemoryEffects(IRMemLocation::ArgMem, access);
  }
  return effects;
}

MemoryEffects effects_of_call(const llvm::CallBase& call) {
  const MemoryEffects all = call.getMemoryEffects();
  MemoryEffects effects = all.getWithoutLoc(IRMemLocation::ArgMem);
  for (unsigned i = 0; i < call.arg_size(); ++i)
    if (call.getArgOperand(i)->getType()->isPtrOrPtrVectorTy() && !call.doesNotAccessMemory(i)) {
      ModRefInfo access = all.getModRef(IRMemLocation::ArgMem);
      if (call.onlyReadsMemory(i)) access &= ModRefInfo::Ref;
      if (call.onlyWritesMemory(i)) access &= ModRefInfo::Mod;
      effects |= effects_through(*call.getArgOperand(i), access);
    }
  return effects;
}

/// What a body does that is run by a call: its own accesses, too. Arguments of the body may lead anywhere.
MemoryEffects effects_of_body(const llvm::Function& function, Functions& seen);

/// Does it access nothing, or memory that the machines access when they run it?
bool is_seen_by_machines(const llvm::IntrinsicInst& call) {
  const llvm::StringRef name = call.getCalledFunction()->getName();
  return call.isAssumeLikeIntrinsic() || llvm::isa<llvm::MemIntrinsic>(call) || name.starts_with("llvm.masked.") ||
         name.starts_with("llvm.vp.");
}

MemoryEffects effects_of_instruction(const llvm::Instruction& instruction, bool accesses, Functions& seen) {
  if (const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction)) {
    const auto* intrinsic = llvm::dyn_cast<llvm::IntrinsicInst>(call);
    if (intrinsic != nullptr && !accesses && is_seen_by_machines(*intrinsic)) return MemoryEffects::none();
    const llvm::Function* body = known_body(*call);
    return body == nullptr ? effects_of_call(*call) : effects_of_call(*call) & effects_of_body(*body, seen);
  }
  if (!accesses || !instruction.mayReadOrWriteMemory()) return MemoryEffects::none();
  ModRefInfo access = ModRefInfo::NoModRef;
  if (instruction.mayReadFromMemory()) access |= ModRefInfo::Ref;
  if (instruction.mayWriteToMemory()) access |= ModRefInfo::Mod;
  const llvm::Value* pointer = llvm::getLoadStorePointerOperand(&instruction);
  return pointer == nullptr ? MemoryEffects(access) : effects_through(*pointer, access);
}

MemoryEffects effects_of_body(const llvm::Function& function, Functions& seen) {
  MemoryEffects effects = MemoryEffects::none();
  if (!seen.insert(&function).second) return effects;  // recursion adds nothing
  for (const llvm::Instruction& instruction : llvm::instructions(function))
    effects |= effects_of_instruction(instruction, /*accesses=*/true, seen);
  const ModRefInfo of_arguments = effects.getModRef(IRMemLocation::ArgMem);
  return effects | MemoryEffects(IRMemLocation::Other, of_arguments);
}

/// Does it hold of each instruction of the function, or, of a call, of each that it runs?
bool holds_everywhere(const llvm::Function& function, llvm::function_ref<bool(const llvm::Instruction&)> holds,
                      Functions& seen) {
  if (!seen.insert(&function).second) return true;
  return llvm::all_of(llvm::instructions(function), [&](const llvm::Instruction& instruction) {
    if (holds(instruction)) return true;
    const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
    const llvm::Function* body = call == nullptr ? nullptr : known_body(*call);
    return body != nullptr && holds_everywhere(*body, holds, seen);
  });
}

/// Says nothing that is run, or copies and fills plain memory: then what LLVM's table says of intrinsics does not
/// matter, which leaves nosync away of these because they may be volatile.
bool is_plain_intrinsic(const llvm::Instruction& instruction) {
  const auto* intrinsic = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction);
  return intrinsic != nullptr && (intrinsic->isAssumeLikeIntrinsic() || is_seen_by_machines(*intrinsic));
}

/// The call of a function, or of an intrinsic that may do what functions do; else null.
const llvm::CallBase* call_of_function(const llvm::Instruction& instruction) {
  return is_plain_intrinsic(instruction) ? nullptr : llvm::dyn_cast<llvm::CallBase>(&instruction);
}

bool may_synchronize(const llvm::Instruction& instruction) {
  if (instruction.isVolatile() || llvm::isa<llvm::FenceInst>(instruction)) return true;
  if (llvm::isa<llvm::AtomicRMWInst, llvm::AtomicCmpXchgInst>(instruction)) return true;
  if (const auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction)) return !load->isUnordered();
  const auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction);
  return store != nullptr && !store->isUnordered();
}

}  // namespace

PointerUse use_by_calls(const llvm::Value& pointer) { return UseWalk(/*own_accesses=*/false).look_at(pointer); }

PointerUse use_of(const llvm::Value& pointer) { return UseWalk(/*own_accesses=*/true).look_at(pointer); }

llvm::MemoryEffects effects_of_calls(const llvm::Function& function) {
  Functions seen;
  MemoryEffects effects = MemoryEffects::none();
  for (const llvm::Instruction& instruction : llvm::instructions(function))
    effects |= effects_of_instruction(instruction, /*accesses=*/false, seen);
  return effects;
}

bool captures_at_most(const llvm::Argument& argument, llvm::CaptureInfo promised) {
  const auto within = [](llvm::CaptureComponents found, llvm::CaptureComponents allowed) {
    return (found | allowed) == allowed;
  };
  const auto captured = [&](bool by_return) {
    return llvm::PointerMayBeCaptured(&argument, by_return, llvm::CaptureComponents::All,
                                      [](llvm::CaptureComponents) { return false; });
  };
  return within(captured(false), promised.getOtherComponents()) && within(captured(true), promised);
}

bool all_calls_have(const llvm::Function& function, llvm::Attribute::AttrKind kind) {
  Functions seen;
  const auto has = [&](const llvm::Instruction& instruction) {
    const llvm::CallBase* call = call_of_function(instruction);
    return call == nullptr || call->hasFnAttr(kind) || call->onlyReadsMemory();
  };
  return holds_everywhere(function, has, seen);
}

bool never_synchronizes(const llvm::Function& function) {
  Functions seen;
  const bool none_accesses = function.doesNotAccessMemory() && !function.isConvergent();
  const auto is_quiet = [&](const llvm::Instruction& instruction) {
    if (may_synchronize(instruction)) return false;
    const llvm::CallBase* call = call_of_function(instruction);
    return call == nullptr || call->hasFnAttr(llvm::Attribute::NoSync) ||
           ((none_accesses || call->doesNotAccessMemory()) && !call->isConvergent());
  };
  return holds_everywhere(function, is_quiet, seen);
}

bool noalias_counts(const llvm::Argument& argument) {
  if (!argument.hasNoAliasAttr()) return false;
  return llvm::any_of(llvm::instructions(argument.getParent()), [](const llvm::Instruction& each) {
    const llvm::Value* place = llvm::getLoadStorePointerOperand(&each);
    const bool is_own = place != nullptr && llvm::isa<llvm::AllocaInst>(place->stripPointerCasts());
    return each.mayWriteToMemory() && !is_own;
  });
}

bool is_written(const llvm::GlobalVariable& variable) {
  llvm::SmallVector<const llvm::Value*, 8> left{&variable};
  llvm::SmallPtrSet<const llvm::Value*, 16> seen{&variable};
  while (!left.empty())
    for (const llvm::Use& use : left.pop_back_val()->uses()) {
      const llvm::User* user = use.getUser();
      if (llvm::isa<llvm::LoadInst, llvm::ICmpInst, llvm::PtrToAddrInst>(user) || is_lost_number(*user)) continue;
      if (ir::is_passed_by_value(use)) continue;
      const bool gives_it = llvm::isa<llvm::GEPOperator, llvm::BitCastOperator, llvm::AddrSpaceCastOperator,
                                      llvm::SelectInst, llvm::PHINode>(user);
      if (!gives_it) return true;
      if (seen.insert(user).second) left.push_back(user);
    }
  return false;
}

/// Is a function that has these attributes undefined for some arguments or results, and not just poison?
static bool may_make_undefined(const llvm::AttributeList& attributes) {
  using llvm::Attribute;
  const auto is_strict = [](const Attribute& each) {
    return each.hasAttribute(Attribute::NoUndef) || each.hasAttribute(Attribute::Dereferenceable) ||
           each.hasAttribute(Attribute::DereferenceableOrNull) || each.hasAttribute(Attribute::StructRet) ||
           each.hasAttribute(Attribute::ByVal) || each.hasAttribute(Attribute::ByRef);
  };
  for (const unsigned index : attributes.indexes())
    if (llvm::any_of(attributes.getAttributes(index), is_strict)) return true;
  return false;
}

bool is_always_defined(const llvm::Function& function) {
  const auto is_defined = [](const llvm::Instruction& instruction) {
    if (llvm::isa<llvm::ReturnInst>(instruction)) return true;
    if (instruction.hasMetadata(llvm::LLVMContext::MD_noundef)) return false;
    const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
    const llvm::Function* callee = call == nullptr ? nullptr : call->getCalledFunction();
    if (call != nullptr &&
        (callee == nullptr || may_make_undefined(callee->getAttributes()) || may_make_undefined(call->getAttributes())))
      return false;
    return !instruction.isTerminator() &&
           llvm::isSafeToSpeculativelyExecute(&instruction, nullptr, nullptr, nullptr, nullptr,
                                              /*UseVariableInfo=*/true, /*IgnoreUBImplyingAttrs=*/false);
  };
  return !ir::has_cycle(function) && !may_make_undefined(function.getAttributes()) &&
         llvm::all_of(llvm::instructions(function), is_defined);
}

}  // namespace assay::semantics
