#include "services/worker/codegen/fitness_of_calls.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/StringSet.h>
#include <llvm/IR/GlobalAlias.h>
#include <llvm/IR/GlobalIFunc.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>

#include "services/worker/codegen/fitness.h"
#include "services/worker/codegen/runtime.h"
#include "services/worker/codegen/stubs.h"
#include "services/worker/ir/references.h"
#include "services/worker/semantics/library_functions.h"

namespace assay::codegen {
namespace {

constexpr unsigned kWidest = 512;  ///< bits of an integer that is taken or returned

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

/// Do vectors in registers depend on the caller's features?
bool is_wide_vector(const llvm::Type& type) {
  return type.isVectorTy() && type.getPrimitiveSizeInBits().getKnownMinValue() > 128;
}

bool has_features(const llvm::CallBase& call) { return call.getFunction()->hasFnAttribute("target-features"); }

bool is_common(llvm::CallingConv::ID convention) {
  return convention == llvm::CallingConv::C || convention == llvm::CallingConv::Fast ||
         convention == llvm::CallingConv::Cold;
}

/// Registers that a returned value takes where all that fit are those of vectors.
std::uint64_t registers_for(const llvm::Type& type) {
  if (type.isVectorTy()) return (type.getPrimitiveSizeInBits().getKnownMinValue() + 127) / 128;
  std::uint64_t count = type.isFloatingPointTy() ? 1 : 0;
  if (const auto* array = llvm::dyn_cast<llvm::ArrayType>(&type))
    return array->getNumElements() * registers_for(*array->getElementType());
  for (const llvm::Type* part : type.subtypes()) count += registers_for(*part);
  return count;
}

/// Of a call of code that is not in the file, by what the call says.
std::string unfit_outside(const llvm::CallBase& call, const Target& target) {
  if (!is_common(call.getCallingConv())) return "a calling convention";
  if (call.hasOperandBundles()) return "operand bundles";  // which no code shows
  // It hands arguments over in registers that the way through a linker's table of addresses changes.
  if (call.getCallingConv() == llvm::CallingConv::Fast && target.prefix == "riscv") return "a calling convention";
  if (call.hasFnAttr(llvm::Attribute::ReturnsTwice)) return "a function that returns twice";
  if (std::string reason = unfit_parameters(call.getAttributes(), call.arg_size()); !reason.empty()) return reason;
  if (std::string reason = unfit_result(*call.getType(), target); !reason.empty()) return reason;
  std::vector<llvm::Type*> types{call.getType()};
  for (const llvm::Value* argument : call.args()) types.push_back(argument->getType());
  constexpr std::uint64_t kLargestCopy = 256;
  for (unsigned i = 0; i < call.arg_size(); ++i)
    if (call.isByValArgument(i) && call.getDataLayout().getTypeAllocSize(call.getParamByValType(i)) > kLargestCopy)
      return "an argument with byval of more than 256 bytes";
  for (const llvm::Type* type : types) {
    if (has_features(call) && is_wide_vector(*type)) return "a call with vectors that depend on features";
    if (std::string reason = unfit_in_call(*type, target); !reason.empty()) return reason;
  }
  return "";
}

/// Is one handed over in the same way whether the function names it or not, but for the kind of its register?
bool is_plain_variable_argument(const llvm::Type& type) {
  return type.isPointerTy() || type.isFloatTy() || type.isDoubleTy() ||
         (type.isIntegerTy() && type.getIntegerBitWidth() <= 64);
}

/// Of a call of a function that is not in the file.
std::string unfit_call_out(const llvm::CallBase& call, const llvm::Function& callee, const Target& target) {
  if (!is_unknown(callee)) {
    if (callee.isVarArg()) return "a call of @" + callee.getName().str();
    const auto library = semantics::called_library_function(call, callee);
    const bool is_judged = library && semantics::library_row(*library) != nullptr && has_runtime_function(callee);
    return is_judged && agrees_on_abi(call, callee) ? "" : "a call of @" + callee.getName().str();
  }
  if (!agrees_on_abi(call, callee)) return "a call that differs from its function";
  if (callee.hasFnAttribute(llvm::Attribute::ReturnsTwice)) return "a function that returns twice";
  if (std::string reason = unfit_attributes(callee); !reason.empty()) return reason;
  for (unsigned i = callee.arg_size(); i < call.arg_size(); ++i)
    if (!is_plain_variable_argument(*call.getArgOperand(i)->getType()) || call.isByValArgument(i))
      return "a variable argument of this type";
  return unfit_outside(call, target);
}

bool is_through_pointer(const llvm::CallBase& call) {
  return !call.isInlineAsm() && call.getCalledFunction() == nullptr;
}

std::string unfit_through_pointer(const llvm::CallBase& call, const Target& target) {
  if (llvm::isa<llvm::GlobalAlias, llvm::GlobalIFunc>(call.getCalledOperand())) return "an alias";
  if (call.getFunctionType()->isVarArg()) return "a call with variable arguments";
  return unfit_outside(call, target);
}

std::vector<const llvm::CallBase*> calls_through_pointers(const llvm::Function& function) {
  std::vector<const llvm::CallBase*> calls;
  for (const llvm::Function* body : ir::bodies_needed_by(function))
    for (const llvm::Instruction& each : llvm::instructions(*body))
      if (const auto* call = llvm::dyn_cast<llvm::CallBase>(&each); call != nullptr && is_through_pointer(*call))
        calls.push_back(call);
  return calls;
}

}  // namespace

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

std::string unfit_result(const llvm::Type& type, const Target& target) {
  constexpr std::uint64_t kRegisters = 3;
  // One vector that does not fit is returned in memory.
  if (!target.returns_change_numbers || type.isVectorTy() || registers_for(type) <= kRegisters) return "";
  return "a result that is returned in registers that change numbers";
}

std::string unfit_parameters(const llvm::AttributeList& attributes, unsigned count) {
  using llvm::Attribute;
  for (unsigned i = 0; i < count; ++i)
    for (auto kind : {Attribute::ByRef, Attribute::InAlloca, Attribute::Preallocated, Attribute::Nest,
                      Attribute::SwiftSelf, Attribute::SwiftError, Attribute::SwiftAsync})
      if (attributes.hasParamAttr(i, kind)) return "an argument with " + Attribute::getNameFromAttrKind(kind).str();
  return "";
}

std::string unfit_attributes(const llvm::Function& function) {
  using llvm::Attribute;
  if (std::string reason = unfit_parameters(function.getAttributes(), function.arg_size()); !reason.empty())
    return reason;
  for (auto kind : {Attribute::Naked, Attribute::PresplitCoroutine, Attribute::SafeStack, Attribute::ShadowCallStack,
                    Attribute::NullPointerIsValid})
    if (function.hasFnAttribute(kind)) return "a function with " + Attribute::getNameFromAttrKind(kind).str();
  // What lets arithmetic differ from LangRef's without saying so in the instructions, or asks for a run-time.
  for (const char* name : {"split-stack", "fentry-call", "patchable-function", "probe-stack", "denormal-fp-math",
                           "denormal-fp-math-f32", "thunk", "aarch64_pstate_sm_enabled", "aarch64_pstate_sm_body",
                           "aarch64_new_za", "interrupt", "use-soft-float"})
    if (function.hasFnAttribute(name) && function.getFnAttribute(name).getValueAsString() != "false")
      return std::string("a function with ") + name;
  if (function.hasPrefixData() || function.hasPrologueData()) return "prefix or prologue data";
  if (function.hasGC()) return "a garbage collector";
  if (function.hasPersonalityFn()) return "exceptions";
  return "";
}

bool is_of_another(const llvm::Function& intrinsic, const Target& target) {
  return intrinsic.isTargetIntrinsic() &&
         !intrinsic.getName().starts_with(("llvm." + std::string(target.prefix) + ".").c_str());
}

bool has_common_convention(const llvm::Function& function) { return is_common(function.getCallingConv()); }

const llvm::CallBase* call_through_pointer(const llvm::Function& function) {
  const auto calls = calls_through_pointers(function);
  return calls.empty() ? nullptr : calls.front();
}

std::string unfit_calls_through_pointers(const llvm::Function& function) {
  const auto calls = calls_through_pointers(function);
  const auto abi = [](const llvm::CallBase& call) {
    return abi_of(call.getAttributes(), call.arg_size(), call.getContext());
  };
  const bool are_alike = llvm::all_of(calls, [&](const llvm::CallBase* call) {
    return call->getFunctionType() == calls.front()->getFunctionType() &&
           call->getCallingConv() == calls.front()->getCallingConv() && abi(*call) == abi(*calls.front());
  });
  return are_alike ? "" : "indirect calls of several types";
}

std::string unfit_call(const llvm::CallBase& call, const Target& target) {
  if (call.isInlineAsm()) return "inline assembly";
  if (llvm::isa<llvm::InvokeInst>(call)) return "exceptions";
  if (llvm::isa<llvm::CallBrInst>(call)) return "inline assembly";
  if (call.isMustTailCall()) return "a musttail call";
  if (is_through_pointer(call)) return unfit_through_pointer(call, target);
  const llvm::Function* callee = call.getCalledFunction();
  if (callee->getIntrinsicID() == llvm::Intrinsic::vscale && !target.has_vectors) return "a scalable type";
  if (callee->isIntrinsic()) {
    if (is_of_another(*callee, target)) return "an intrinsic of another target";
    if (callee->getName().starts_with("llvm.eh.")) return "exceptions";  // the numbers of types are everyone's own
    return is_approximate(callee->getName()) ? "a function that nobody rounds correctly" : "";
  }
  if (callee->isDeclaration()) return unfit_call_out(call, *callee, target);
  if (callee->isInterposable()) return "a call of a function that may be replaced";
  return "";
}

}  // namespace assay::codegen
