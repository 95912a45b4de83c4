#include "services/worker/codegen/fitness.h"

#include <llvm/ADT/StringSet.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/GlobalAlias.h>
#include <llvm/IR/GlobalIFunc.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/InlineAsm.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>

#include "services/worker/codegen/codegen.h"
#include "services/worker/codegen/runtime.h"
#include "services/worker/codegen/stubs.h"
#include "services/worker/ir/references.h"
#include "services/worker/semantics/library_functions.h"

namespace assay::codegen {
namespace {

constexpr unsigned kWidest = 512;                                   ///< bits of an integer that is taken or returned
constexpr std::uint64_t kLargestOfOthers = std::uint64_t{1} << 20;  ///< bytes of a variable that every input sets

std::string unfit_type(const llvm::Type& type, const Target& target) {
  if (type.isScalableTy() && !target.has_vectors) return "a scalable type";
  if (type.isX86_FP80Ty() || type.isPPC_FP128Ty()) return "a floating-point type of another target";
  if (type.isX86_AMXTy() || type.isTargetExtTy()) return "a type of a target";
  if (const auto* pointer = llvm::dyn_cast<llvm::PointerType>(&type))
    return pointer->getAddressSpace() == 0 ? "" : "an address space";
  for (const llvm::Type* part : type.subtypes())
    if (std::string reason = unfit_type(*part, target); !reason.empty()) return reason;
  return "";
}

/// Of what is handed over between the wrapper and the function.
std::string unfit_in_call(const llvm::Type& type, const Target& target) {
  if (const auto* number = llvm::dyn_cast<llvm::IntegerType>(&type);
      number != nullptr && number->getBitWidth() > kWidest)
    return "an integer of more than 512 bits in a call";
  if (type.isVectorTy() && type.isScalableTy() && type.getScalarSizeInBits() > 64)
    return "a scalable vector of more than 64 bits a lane in a call";
  for (const llvm::Type* part : type.subtypes())
    if (std::string reason = unfit_in_call(*part, target); !reason.empty()) return reason;
  return unfit_type(type, target);
}

std::string unfit_attributes(const llvm::Function& function) {
  using llvm::Attribute;
  for (const llvm::Argument& argument : function.args())
    for (auto kind : {Attribute::ByVal, Attribute::ByRef, Attribute::InAlloca, Attribute::Preallocated, Attribute::Nest,
                      Attribute::SwiftSelf, Attribute::SwiftError, Attribute::SwiftAsync})
      if (argument.hasAttribute(kind)) return "an argument with " + Attribute::getNameFromAttrKind(kind).str();
  for (auto kind : {Attribute::Naked, Attribute::PresplitCoroutine, Attribute::SafeStack, Attribute::ShadowCallStack,
                    Attribute::NullPointerIsValid})
    if (function.hasFnAttribute(kind)) return "a function with " + Attribute::getNameFromAttrKind(kind).str();
  // What lets arithmetic differ from LangRef's without saying so in the instructions, or asks for a run-time.
  for (const char* name : {"unsafe-fp-math", "no-nans-fp-math", "no-infs-fp-math", "no-signed-zeros-fp-math",
                           "approx-func-fp-math", "split-stack", "fentry-call", "patchable-function", "probe-stack",
                           "denormal-fp-math", "denormal-fp-math-f32", "thunk", "aarch64_pstate_sm_enabled",
                           "aarch64_pstate_sm_body", "aarch64_new_za", "interrupt", "use-soft-float"})
    if (function.hasFnAttribute(name) && function.getFnAttribute(name).getValueAsString() != "false")
      return std::string("a function with ") + name;
  if (function.hasPrefixData() || function.hasPrologueData()) return "prefix or prologue data";
  if (function.hasGC()) return "a garbage collector";
  if (function.hasPersonalityFn()) return "exceptions";
  return "";
}

/// Mathematical functions that nobody rounds correctly: the interpreter takes each for some function.
bool is_approximate(llvm::StringRef intrinsic) {
  intrinsic.consume_front("llvm.");
  intrinsic.consume_front("vp.");
  intrinsic.consume_front("experimental.constrained.");
  static const llvm::StringSet<> names{"sin",   "cos",  "tan",  "asin",  "acos",   "atan",    "sinh",
                                       "cosh",  "tanh", "exp",  "exp2",  "exp10",  "log",     "log2",
                                       "log10", "pow",  "powi", "atan2", "sincos", "sincospi"};
  return names.contains(intrinsic.split('.').first);
}

bool is_of_another(const llvm::Function& intrinsic, const Target& target) {
  return intrinsic.isTargetIntrinsic() &&
         !intrinsic.getName().starts_with(("llvm." + std::string(target.prefix) + ".").c_str());
}

bool has_common_convention(const llvm::Function& function) {
  const auto convention = function.getCallingConv();
  return convention == llvm::CallingConv::C || convention == llvm::CallingConv::Fast ||
         convention == llvm::CallingConv::Cold;
}

bool is_elsewhere(const llvm::Type& type) {
  const auto* pointer = llvm::dyn_cast<llvm::PointerType>(type.getScalarType());
  return pointer != nullptr && pointer->getAddressSpace() != 0;
}

/// Do vectors in registers depend on the caller's features?
bool is_wide_vector(const llvm::Type& type) {
  return type.isVectorTy() && type.getPrimitiveSizeInBits().getKnownMinValue() > 128;
}

/// Of a call of a function that is not in the file.
std::string unfit_call_out(const llvm::CallBase& call, const llvm::Function& callee, const Target& target) {
  const std::string name = "a call of @" + callee.getName().str();
  if (callee.isVarArg()) return "a call with variable arguments";
  if (!is_unknown(callee)) {
    const auto library = semantics::called_library_function(call, callee);
    const bool is_judged = library && semantics::library_row(*library) != nullptr && has_runtime_function(callee);
    return is_judged && agrees_on_abi(call, callee) ? "" : name;
  }
  if (!agrees_on_abi(call, callee)) return "a call that differs from its function";
  if (!has_common_convention(callee)) return "a calling convention";
  if (callee.hasFnAttribute(llvm::Attribute::ReturnsTwice) || call.hasFnAttr(llvm::Attribute::ReturnsTwice))
    return "a function that returns twice";
  if (std::string reason = unfit_attributes(callee); !reason.empty()) return reason;
  const bool has_features = call.getFunction()->hasFnAttribute("target-features");
  if (has_features && is_wide_vector(*call.getType())) return "a call with vectors that depend on features";
  if (std::string reason = unfit_in_call(*call.getType(), target); !reason.empty()) return reason;
  for (const llvm::Value* argument : call.args()) {
    if (has_features && is_wide_vector(*argument->getType())) return "a call with vectors that depend on features";
    if (std::string reason = unfit_in_call(*argument->getType(), target); !reason.empty()) return reason;
  }
  return "";
}

std::string unfit_call(const llvm::CallBase& call, const Target& target) {
  if (call.isInlineAsm()) return "inline assembly";
  if (llvm::isa<llvm::InvokeInst>(call)) return "exceptions";
  if (llvm::isa<llvm::CallBrInst>(call)) return "inline assembly";
  if (call.isMustTailCall()) return "a musttail call";
  const llvm::Function* callee = call.getCalledFunction();
  if (callee == nullptr) return "an indirect call";
  if (callee->getIntrinsicID() == llvm::Intrinsic::vscale && !target.has_vectors) return "a scalable type";
  if (callee->isIntrinsic()) {
    if (is_of_another(*callee, target)) return "an intrinsic of another target";
    return is_approximate(callee->getName()) ? "a function that nobody rounds correctly" : "";
  }
  if (callee->isDeclaration()) return unfit_call_out(call, *callee, target);
  if (callee->isInterposable()) return "a call of a function that may be replaced";
  return "";
}

/// Is it a load or store that every processor makes as one?
bool is_one_access(const llvm::Instruction& instruction) {
  if (!llvm::isa<llvm::LoadInst, llvm::StoreInst>(instruction)) return false;
  llvm::Type* type = llvm::getLoadStoreType(&instruction);
  const std::uint64_t bits = instruction.getDataLayout().getTypeSizeInBits(type).getKnownMinValue();
  const bool is_plain =
      type->isIntegerTy() || type->isPointerTy() || type->isHalfTy() || type->isFloatTy() || type->isDoubleTy();
  return is_plain && (bits == 8 || bits == 16 || bits == 32 || bits == 64) &&
         llvm::getLoadStoreAlignment(&instruction).value() * 8 >= bits;
}

std::string unfit_instruction(const llvm::Instruction& instruction, const Target& target) {
  if (instruction.isVolatile() && !is_one_access(instruction)) return "a volatile access of several instructions";
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

bool is_called_only(const llvm::Function& callee) {
  return llvm::all_of(callee.uses(), [](const llvm::Use& use) {
    const auto* call = llvm::dyn_cast<llvm::CallBase>(use.getUser());
    return call != nullptr && call->isCallee(&use);
  });
}

/// Of what the function names beside the functions that it calls.
std::string unfit_global(const llvm::GlobalValue& global, const Target& target) {
  if (const auto* function = llvm::dyn_cast<llvm::Function>(&global))
    return function->isIntrinsic() || is_called_only(*function) ? "" : "the address of a function";
  const auto* variable = llvm::dyn_cast<llvm::GlobalVariable>(&global);
  if (variable == nullptr) return "an alias";
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
  if (std::string reason = unfit_attributes(body); !reason.empty()) return reason;
  for (const llvm::BasicBlock& block : body)
    if (block.hasAddressTaken()) return "the address of a block";
  for (const llvm::Instruction& instruction : llvm::instructions(body))
    if (std::string reason = unfit_instruction(instruction, target); !reason.empty()) return reason;
  return "";
}

}  // namespace

bool is_unknown(const llvm::Function& function) {
  if (!function.isDeclaration() || function.isIntrinsic() || function.isVarArg()) return false;
  const llvm::StringRef name = function.getName();
  return !semantics::is_library_function(function) && !semantics::is_unknown_runtime_function(function) &&
         !is_runtime_name({name.data(), name.size()}) && !function.hasFnAttribute(llvm::Attribute::AllocKind) &&
         !name.starts_with("__assay") && !name.starts_with("llvm.") && name != kHost;
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
