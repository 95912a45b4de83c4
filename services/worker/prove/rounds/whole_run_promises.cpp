#include "services/worker/prove/rounds/whole_run_promises.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/Analysis/AliasAnalysis.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>

#include "services/worker/ir/references.h"
#include "services/worker/semantics/kept_promises.h"

namespace assay::prove {

using llvm::Attribute;
using llvm::BasicBlock;
using llvm::Instruction;

namespace {

constexpr std::size_t kMostInstructions = 2'000;

/// Promises of an argument that speak of more than one access.
constexpr Attribute::AttrKind kOfTheWholeRun[] = {
    Attribute::NoAlias,   Attribute::Initializes, Attribute::DeadOnReturn, Attribute::DeadOnUnwind,
    Attribute::Returned,  Attribute::Captures,    Attribute::ReadOnly,     Attribute::ReadNone,
    Attribute::WriteOnly, Attribute::NoFree,      Attribute::Writable};

/// Do its bundles say nothing of memory, which may be freed later?
bool speaks_of_values(const llvm::AssumeInst& assume) {
  for (unsigned i = 0; i < assume.getNumOperandBundles(); ++i) {
    const llvm::StringRef name = assume.getOperandBundleAt(i).getTagName();
    if (name != "align" && name != "nonnull" && name != "noundef") return false;
  }
  return true;
}

/// What the function's own loads and stores may access, as memory(...) tells it.
llvm::MemoryEffects effects_of_accesses(const llvm::Function& function) {
  llvm::MemoryEffects effects = llvm::MemoryEffects::none();
  for (const Instruction& instruction : llvm::instructions(function)) {
    if (llvm::isa<llvm::CallBase>(instruction) || !instruction.mayReadOrWriteMemory()) continue;
    llvm::ModRefInfo access = llvm::ModRefInfo::NoModRef;
    if (instruction.mayReadFromMemory()) access |= llvm::ModRefInfo::Ref;
    if (instruction.mayWriteToMemory()) access |= llvm::ModRefInfo::Mod;
    const llvm::Value* pointer = llvm::getLoadStorePointerOperand(&instruction);
    if (pointer == nullptr) return llvm::MemoryEffects::unknown();
    llvm::SmallVector<const llvm::Value*, 4> objects;
    llvm::getUnderlyingObjects(pointer, objects);
    for (const llvm::Value* object : objects)
      effects |= llvm::MemoryEffects(
          llvm::isa<llvm::Argument>(object) ? llvm::IRMemLocation::ArgMem : llvm::IRMemLocation::Other, access);
  }
  return effects;
}

void drop_of_run(llvm::Function& function) {
  for (const Attribute::AttrKind kind : {Attribute::WillReturn, Attribute::MustProgress, Attribute::NoReturn,
                                         Attribute::Memory, Attribute::NoSync, Attribute::NoFree})
    function.removeFnAttr(kind);
  for (llvm::Argument& argument : function.args())
    for (const Attribute::AttrKind kind : kOfTheWholeRun) argument.removeAttr(kind);
}

bool promises_memory(const llvm::Function& function) {
  return llvm::any_of(function.args(), [](const llvm::Argument& argument) {
    return argument.getDereferenceableBytes() != 0 || argument.getDereferenceableOrNullBytes() != 0 ||
           argument.hasStructRetAttr();
  });
}

/// Does nothing else come back?
bool is_all_that_returns(const llvm::Argument& argument) {
  return llvm::all_of(llvm::instructions(*argument.getParent()), [&](const Instruction& each) {
    const auto* end = llvm::dyn_cast<llvm::ReturnInst>(&each);
    return end == nullptr || end->getReturnValue() == &argument;
  });
}

bool keeps_promises(const llvm::Argument& argument) {
  if (argument.hasReturnedAttr() && !is_all_that_returns(argument)) return false;
  if (!argument.getType()->isPointerTy()) return true;
  for (const Attribute::AttrKind kind :
       {Attribute::Initializes, Attribute::DeadOnReturn, Attribute::DeadOnUnwind, Attribute::Writable})
    if (argument.hasAttribute(kind)) return false;
  const semantics::PointerUse use = semantics::use_of(argument);
  const bool reads = !argument.hasAttribute(Attribute::ReadNone) && !argument.hasAttribute(Attribute::WriteOnly);
  const bool writes = !argument.hasAttribute(Attribute::ReadNone) && !argument.hasAttribute(Attribute::ReadOnly);
  if ((use.read && !reads) || (use.written && !writes) || (use.freed && argument.hasAttribute(Attribute::NoFree)))
    return false;
  return !argument.hasAttribute(Attribute::Captures) ||
         semantics::captures_at_most(argument, argument.getAttributes().getCaptureInfo());
}

bool keeps_promises(const llvm::Function& target, const llvm::Function& source) {
  for (const Attribute::AttrKind kind : {Attribute::WillReturn, Attribute::MustProgress})
    if (target.hasFnAttribute(kind) && !source.hasFnAttribute(kind)) return false;
  const llvm::MemoryEffects promised = target.getMemoryEffects();
  const llvm::MemoryEffects effects = effects_of_accesses(target) | semantics::effects_of_calls(target);
  if ((promised | effects) != promised) return false;
  if (target.hasFnAttribute(Attribute::NoSync) && !semantics::never_synchronizes(target)) return false;
  // Only calls free, and a call of the target's that might is one of the source's.
  if (target.hasFnAttribute(Attribute::NoFree) && !source.hasFnAttribute(Attribute::NoFree) &&
      !semantics::all_calls_have(target, Attribute::NoFree))
    return false;
  const auto returns = [](const Instruction& instruction) { return llvm::isa<llvm::ReturnInst>(instruction); };
  if (target.hasFnAttribute(Attribute::NoReturn) && llvm::any_of(llvm::instructions(target), returns)) return false;
  return llvm::all_of(target.args(), [](const llvm::Argument& argument) { return keeps_promises(argument); });
}

bool drop_of_target(llvm::Function& function, const llvm::Function& source) {
  if (!keeps_promises(function, source)) return false;
  drop_of_run(function);
  for (const Attribute attribute : function.getAttributes().getRetAttrs()) {
    const llvm::Type* type = function.getReturnType();
    const bool is_written =  // by the segments
        attribute.hasAttribute(Attribute::Range) ||
        (attribute.hasAttribute(Attribute::NonNull) && type->isPointerTy()) ||
        (attribute.hasAttribute(Attribute::NoUndef) &&
         (type->isIntegerTy() || type->isPointerTy() || type->isFloatingPointTy()));
    if (!is_written && !attribute.hasAttribute(Attribute::ZExt) && !attribute.hasAttribute(Attribute::SExt) &&
        !attribute.hasAttribute(Attribute::NoExt))
      return false;
  }
  return true;
}

}  // namespace

bool can_be_cut_around(const Instruction& instruction) {
  using namespace llvm;
  if (isa<AllocaInst, IndirectBrInst, CallBrInst, VAArgInst>(instruction)) return false;
  if (instruction.isEHPad() && !isa<LandingPadInst>(instruction)) return false;
  if (instruction.getType()->isTokenTy() || instruction.getType()->isScalableTy() ||
      instruction.getType()->isTargetExtTy())
    return false;
  if (instruction.hasMetadata(LLVMContext::MD_invariant_load) ||
      instruction.hasMetadata(LLVMContext::MD_invariant_group))
    return false;
  const auto* call = dyn_cast<CallBase>(&instruction);
  if (call == nullptr) return true;
  if (const auto* assume = dyn_cast<AssumeInst>(call)) return speaks_of_values(*assume);
  if (call->isMustTailCall() || call->isInlineAsm() || call->hasOperandBundles() || isNoAliasCall(call) ||
      call->hasFnAttr(Attribute::ReturnsTwice) || call->isStrictFP())
    return false;
  const auto* intrinsic = dyn_cast<IntrinsicInst>(&instruction);
  if (intrinsic == nullptr) return true;
  switch (intrinsic->getIntrinsicID()) {
    case Intrinsic::memcpy:
    case Intrinsic::memmove:
    case Intrinsic::memset:
    case Intrinsic::experimental_memset_pattern:
    case Intrinsic::memcpy_element_unordered_atomic:
    case Intrinsic::memmove_element_unordered_atomic:
    case Intrinsic::masked_load:
    case Intrinsic::masked_store:
    case Intrinsic::prefetch:
      return true;
    default:
      return isa<DbgInfoIntrinsic>(instruction) || Intrinsic::isTargetIntrinsic(intrinsic->getIntrinsicID()) ||
             intrinsic->getMemoryEffects().doesNotAccessMemory();
  }
}

bool can_be_cut(const llvm::Function& function) {
  // Calls of itself would be of another function.
  if (ir::globals_needed_by(function, /*with_callees=*/true).contains(&function)) return false;
  if (function.isVarArg() || function.hasGC() || function.isPresplitCoroutine() ||
      function.hasFnAttribute(Attribute::StrictFP) || function.getInstructionCount() > kMostInstructions)
    return false;
  if (llvm::any_of(function, [](const BasicBlock& block) { return block.hasAddressTaken(); })) return false;
  for (const llvm::Argument& argument : function.args())
    if (argument.hasPassPointeeByValueCopyAttr() || argument.hasByRefAttr() || argument.hasSwiftErrorAttr())
      return false;
  return llvm::all_of(llvm::instructions(function), can_be_cut_around);
}

bool keeps_dereferenceable(const llvm::Function& source, const llvm::Function& target) {
  if (!promises_memory(source) && !promises_memory(target)) return true;
  return semantics::all_calls_have(source, Attribute::NoFree) && semantics::never_synchronizes(source);
}

std::optional<std::vector<unsigned>> drop_whole_run_promises(llvm::Function& source, llvm::Function& target) {
  std::vector<unsigned> watched;
  for (const llvm::Argument& argument : target.args()) {
    if (argument.use_empty() || !semantics::noalias_counts(argument)) continue;
    if (!source.getArg(argument.getArgNo())->hasNoAliasAttr()) return std::nullopt;
    watched.push_back(argument.getArgNo());
  }
  if (!drop_of_target(target, source)) return std::nullopt;
  drop_of_run(source);
  return watched;
}

bool keeps_whole_run_promises(const llvm::Function& source, const llvm::Function& target) {
  const auto is_watched = [](const llvm::Argument& each) {
    return !each.use_empty() && semantics::noalias_counts(each);
  };
  return llvm::none_of(target.args(), is_watched) && keeps_promises(target, source);
}

void drop_promises_of_overlaps(llvm::Function& function) {
  using llvm::LLVMContext;
  for (Instruction& instruction : llvm::instructions(function))
    for (const unsigned kind : {LLVMContext::MD_tbaa, LLVMContext::MD_tbaa_struct, LLVMContext::MD_alias_scope,
                                LLVMContext::MD_noalias, LLVMContext::MD_access_group})
      instruction.setMetadata(kind, nullptr);
}

}  // namespace assay::prove
