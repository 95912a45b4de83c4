#include "services/worker/codegen/fitness.h"

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/GlobalAlias.h>
#include <llvm/IR/GlobalIFunc.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>

#include "services/worker/codegen/codegen.h"
#include "services/worker/codegen/fitness_of_calls.h"
#include "services/worker/codegen/runtime.h"
#include "services/worker/codegen/stubs.h"
#include "services/worker/ir/references.h"
#include "services/worker/semantics/library_functions.h"

namespace assay::codegen {
namespace {

constexpr std::uint64_t kLargestOfOthers = std::uint64_t{1} << 20;  ///< bytes of a variable that every input sets

bool is_elsewhere(const llvm::Type& type) {
  const auto* pointer = llvm::dyn_cast<llvm::PointerType>(type.getScalarType());
  return pointer != nullptr && pointer->getAddressSpace() != 0;
}

/// Is it a load or store that the processor makes as one?
bool is_one_access(const llvm::Instruction& instruction, const Target& target) {
  if (!llvm::isa<llvm::LoadInst, llvm::StoreInst>(instruction)) return false;
  llvm::Type* type = llvm::getLoadStoreType(&instruction);
  const std::uint64_t bits = instruction.getDataLayout().getTypeSizeInBits(type).getKnownMinValue();
  const bool is_plain =
      type->isIntegerTy() || type->isPointerTy() || type->isHalfTy() || type->isFloatTy() || type->isDoubleTy();
  return is_plain && (bits == 8 || bits == 16 || bits == 32 || (bits == 64 && target.word_bytes == 8)) &&
         llvm::getLoadStoreAlignment(&instruction).value() * 8 >= bits;
}

std::string unfit_instruction(const llvm::Instruction& instruction, const Target& target) {
  if (instruction.isVolatile() && !is_one_access(instruction, target))
    return "a volatile access of several instructions";
  if (instruction.isEHPad() || llvm::isa<llvm::ResumeInst>(instruction)) return "exceptions";
  if (llvm::isa<llvm::IndirectBrInst>(instruction)) return "an indirect branch";
  if (llvm::isa<llvm::VAArgInst>(instruction)) return "variable arguments";
  if (std::string reason = unfit_type(*instruction.getType(), target); !reason.empty()) return reason;
  for (const llvm::Value* operand : instruction.operands())
    if (std::string reason = unfit_type(*operand->getType(), target); !reason.empty()) return reason;
  if (const auto* step = llvm::dyn_cast<llvm::GetElementPtrInst>(&instruction))
    if (std::string reason = unfit_type(*step->getSourceElementType(), target); !reason.empty()) return reason;
  if (const auto* room = llvm::dyn_cast<llvm::AllocaInst>(&instruction))
    if (std::string reason = unfit_type(*room->getAllocatedType(), target); !reason.empty()) return reason;
  const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
  return call == nullptr ? "" : unfit_call(*call, target);
}

/// Does nothing depend on where it leads to, but what stands there?
bool is_only_accessed(const llvm::Value& pointer) {
  return llvm::all_of(pointer.uses(), [](const llvm::Use& use) {
    const llvm::User* user = use.getUser();
    if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(user)) return store->getPointerOperand() == use.get();
    if (const auto* call = llvm::dyn_cast<llvm::CallBase>(user))
      return llvm::isa<llvm::MemIntrinsic, llvm::LifetimeIntrinsic>(call) ||
             (call->isArgOperand(&use) && call->isByValArgument(call->getArgOperandNo(&use)));
    if (const auto* step = llvm::dyn_cast<llvm::GetElementPtrInst>(user))
      return !step->getType()->isVectorTy() && is_only_accessed(*step);
    return llvm::isa<llvm::LoadInst>(user);
  });
}

/// Functions stand where the interpreter has them, those of the library elsewhere.
std::string unfit_address(const llvm::Function& function) {
  if (function.isIntrinsic() || is_called_only(function)) return "";
  const bool is_placed = function.isDeclaration()
                             ? is_unknown(function) && !function.hasExternalWeakLinkage() && !function.isVarArg()
                             : !function.isInterposable();
  return is_placed ? "" : "the address of a function of the library, or that may be replaced";
}

/// Of what the function names beside the functions that it calls.
std::string unfit_global(const llvm::GlobalValue& global, const Target& target) {
  if (const auto* function = llvm::dyn_cast<llvm::Function>(&global)) return unfit_address(*function);
  // What an alias leads to is looked at by itself.
  if (const auto* alias = llvm::dyn_cast<llvm::GlobalAlias>(&global))
    return alias->isInterposable() ? "an alias that may be replaced" : "";
  const auto* variable = llvm::dyn_cast<llvm::GlobalVariable>(&global);
  if (variable == nullptr) return "an ifunc";
  if (variable->isThreadLocal()) return "a thread-local variable";
  if (variable->getAddressSpace() != 0) return "an address space";
  // One that is defined elsewhere is put where the interpreter has it, with what the input says.
  if (variable->hasExternalWeakLinkage() || variable->hasAvailableExternallyLinkage() ||
      !variable->getValueType()->isSized())
    return "a variable that is not known";
  if (!variable->hasInitializer() &&
      variable->getDataLayout().getTypeAllocSize(variable->getValueType()).getKnownMinValue() > kLargestOfOthers)
    return "a variable of more than a megabyte that is defined elsewhere";
  return unfit_type(*variable->getValueType(), target);
}

std::string unfit_body(const llvm::Function& body, const Target& target) {
  if (body.isVarArg()) return "variable arguments";
  // Code that was told how long vectors are is right where they are as long.
  if (const llvm::Attribute range = body.getFnAttribute(llvm::Attribute::VScaleRange);
      range.isValid() && target.vscale != 0)
    if (target.vscale < range.getVScaleRangeMin() || target.vscale > range.getVScaleRangeMax().value_or(target.vscale))
      return "vectors of another length";
  if (!has_common_convention(body)) return "a calling convention";
  if (std::string reason = unfit_result(*body.getReturnType(), target); !reason.empty()) return reason;
  if (std::string reason = unfit_attributes(body); !reason.empty()) return reason;
  for (const llvm::BasicBlock& block : body)
    if (block.hasAddressTaken()) return "the address of a block";
  for (const llvm::Instruction& instruction : llvm::instructions(body))
    if (std::string reason = unfit_instruction(instruction, target); !reason.empty()) return reason;
  return "";
}

}  // namespace

bool is_unknown(const llvm::Function& function) {
  if (!function.isDeclaration() || function.isIntrinsic()) return false;
  const llvm::StringRef name = function.getName();
  return !semantics::is_library_function(function) && !semantics::is_unknown_runtime_function(function) &&
         !is_runtime_name({name.data(), name.size()}) && !function.hasFnAttribute(llvm::Attribute::AllocKind) &&
         !name.starts_with("__assay") && !name.starts_with("llvm.") && name != kHost;
}

bool is_called_only(const llvm::Function& callee) {
  return llvm::all_of(callee.uses(), [](const llvm::Use& use) {
    const auto* call = llvm::dyn_cast<llvm::CallBase>(use.getUser());
    return call != nullptr && call->isCallee(&use);
  });
}

bool has_volatile_accesses_only(const llvm::Function& function) {
  const auto is_own = [](const llvm::Value* pointer) {
    return llvm::isa<llvm::AllocaInst>(llvm::getUnderlyingObject(pointer));
  };
  return llvm::all_of(ir::bodies_needed_by(function), [&](const llvm::Function* body) {
    return llvm::all_of(llvm::instructions(*body), [&](const llvm::Instruction& each) {
      if (!each.mayReadOrWriteMemory() || each.isVolatile()) return true;
      const llvm::Value* pointer = llvm::getLoadStorePointerOperand(&each);
      return pointer != nullptr && is_own(pointer);
    });
  });
}

std::string why_unfit(const llvm::Function& function, const Target& target) {
  // LLVM takes what has its name for the library's.
  if (semantics::is_library_function(function)) return "the definition of a library function";
  for (const llvm::Argument& argument : function.args())
    if (std::string reason = unfit_in_call(*argument.getType(), target); !reason.empty()) return reason;
  if (std::string reason = unfit_in_call(*function.getReturnType(), target); !reason.empty()) return reason;
  for (const llvm::Function* body : ir::bodies_needed_by(function))
    if (std::string reason = unfit_body(*body, target); !reason.empty()) return reason;
  for (const llvm::Argument& argument : function.args())
    if (argument.hasByValAttr() && !is_only_accessed(argument)) return "an argument with byval whose address is used";
  if (std::string reason = unfit_calls_through_pointers(function); !reason.empty()) return reason;
  for (const llvm::GlobalValue* global : ir::globals_needed_by(function, /*with_callees=*/true))
    if (std::string reason = unfit_global(*global, target); !reason.empty()) return reason;
  return "";
}

bool is_for_others(const llvm::Function& function, const std::vector<const Target*>& targets) {
  if (!has_common_convention(function)) return true;
  for (const llvm::Argument& argument : function.args())
    if (is_elsewhere(*argument.getType())) return true;
  return llvm::any_of(llvm::instructions(function), [&](const llvm::Instruction& instruction) {
    const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
    const llvm::Function* callee = call == nullptr ? nullptr : call->getCalledFunction();
    return is_elsewhere(*instruction.getType()) ||
           (callee != nullptr &&
            llvm::all_of(targets, [&](const Target* target) { return is_of_another(*callee, *target); }));
  });
}

}  // namespace assay::codegen
