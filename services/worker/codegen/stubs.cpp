#include "services/worker/codegen/stubs.h"

#include <llvm/ADT/STLExtras.h>

#include "services/worker/codegen/fitness.h"
#include "services/worker/codegen/layout.h"
#include "services/worker/semantics/permissions.h"

namespace assay::codegen {
namespace {

using llvm::Attribute;

constexpr Attribute::AttrKind kPlainKinds[] = {Attribute::ZExt, Attribute::SExt, Attribute::InReg};
constexpr Attribute::AttrKind kKinds[] = {Attribute::StructRet, Attribute::ByVal, Attribute::Alignment,
                                          Attribute::StackAlignment};

llvm::Constant* at(Builder& builder, std::uint64_t address) {
  return llvm::ConstantExpr::getIntToPtr(builder.getInt64(address), builder.getPtrTy());
}

/// May others see what it does?
bool acts(const llvm::AttributeList& attributes) {
  return semantics::allowed_by(attributes).reach() == semantics::Reach::Everything;
}

void give_own_section(llvm::Function& function, std::size_t number) {
  function.setSection(".text.assay." + std::to_string(number));
}

}  // namespace

llvm::AttributeList abi_of(const llvm::AttributeList& all, unsigned arguments, llvm::LLVMContext& context) {
  llvm::AttributeList abi;
  for (const auto kind : kPlainKinds) {
    if (all.hasRetAttr(kind)) abi = abi.addRetAttribute(context, kind);
    for (unsigned i = 0; i < arguments; ++i)
      if (all.hasParamAttr(i, kind)) abi = abi.addParamAttribute(context, i, kind);
  }
  for (unsigned i = 0; i < arguments; ++i)
    for (const auto kind : kKinds)
      if (all.hasParamAttr(i, kind)) abi = abi.addParamAttribute(context, i, all.getParamAttr(i, kind));
  return abi;
}

void copy_abi(const llvm::Function& function, llvm::CallInst& call) {
  call.setCallingConv(function.getCallingConv());
  call.setAttributes(abi_of(function.getAttributes(), call.arg_size(), call.getContext()));
}

bool agrees_on_abi(const llvm::CallBase& call, const llvm::Function& callee) {
  if (call.getCallingConv() != callee.getCallingConv() || call.getFunctionType() != callee.getFunctionType())
    return false;
  for (const auto kind : kPlainKinds) {
    if (call.getAttributes().hasRetAttr(kind) && !callee.hasRetAttribute(kind)) return false;
    for (unsigned i = 0; i < callee.arg_size(); ++i)
      if (call.getAttributes().hasParamAttr(i, kind) != callee.hasParamAttribute(i, kind)) return false;
  }
  const auto type_of = [](const llvm::AttributeList& all, unsigned i, Attribute::AttrKind kind) {
    return all.hasParamAttr(i, kind) ? all.getParamAttr(i, kind).getValueAsType() : nullptr;
  };
  for (const auto kind : {Attribute::StructRet, Attribute::ByVal})
    for (unsigned i = 0; i < callee.arg_size(); ++i)
      if (type_of(call.getAttributes(), i, kind) != type_of(callee.getAttributes(), i, kind)) return false;
  return true;
}

Stub make_stub(llvm::Function& function, std::uint32_t number, const Target& target) {
  llvm::Module& module = *function.getParent();
  Builder builder(llvm::BasicBlock::Create(module.getContext(), "", &function));
  Stub stub;
  stub.symbol = function.getName().str();
  builder.CreateAlignedStore(builder.getInt32(number), at(builder, kCall), llvm::Align(16));
  Lanes arguments(builder, at(builder, kCallArguments), target.vscale, stub.arguments);
  for (llvm::Argument& argument : function.args())
    if (argument.hasByValAttr())
      arguments.copy(&argument, module.getDataLayout().getTypeAllocSize(argument.getParamByValType()));
    else
      arguments.store(&argument);
  builder.CreateCall(module.getOrInsertFunction(kHost, builder.getVoidTy()));
  Lanes result(builder, at(builder, kCallResult), target.vscale, stub.result);
  if (function.getReturnType()->isVoidTy())
    builder.CreateRetVoid();
  else
    builder.CreateRet(result.load(function.getReturnType()));
  stub.argument_bytes = arguments.bytes();
  stub.result_bytes = result.bytes();
  function.setDoesNotThrow();
  return stub;
}

namespace {

/// As the call hands its arguments over: those that the function does not name are handed over as others are, but for
/// numbers where these have registers of their own.
llvm::FunctionType* type_of_stub(const llvm::CallBase& call, const Target& target) {
  llvm::FunctionType* type = call.getFunctionType();
  std::vector<llvm::Type*> types = type->params().vec();
  for (unsigned i = type->getNumParams(); i < call.arg_size(); ++i) {
    llvm::Type* argument = call.getArgOperand(i)->getType();
    const bool is_moved = argument->isFloatingPointTy() && target.variable_numbers_are_integers;
    types.push_back(is_moved ? llvm::IntegerType::get(call.getContext(), argument->getPrimitiveSizeInBits())
                             : argument);
  }
  return llvm::FunctionType::get(type->getReturnType(), types, false);
}

/// Calls of one function with variable arguments: those that pass other types than the first become calls of functions
/// of their own, for which there can be stubs.
std::vector<llvm::CallBase*> part_variable_calls(llvm::Function& function, const Target& target) {
  std::vector<llvm::CallBase*> first_of_type;
  for (llvm::User* user : llvm::make_early_inc_range(function.users())) {
    auto* call = llvm::dyn_cast<llvm::CallBase>(user);
    if (call == nullptr || call->getCalledOperand() != &function) continue;
    const auto is_alike = [&](const llvm::CallBase* known) {
      return type_of_stub(*known, target) == type_of_stub(*call, target) &&
             abi_of(known->getAttributes(), known->arg_size(), known->getContext()) ==
                 abi_of(call->getAttributes(), call->arg_size(), call->getContext());
    };
    const auto known = llvm::find_if(first_of_type, is_alike);
    if (known != first_of_type.end()) {
      call->setCalledOperand((*known)->getCalledOperand());
      continue;
    }
    if (!first_of_type.empty()) {
      auto* other = llvm::Function::Create(function.getFunctionType(), function.getLinkage(),
                                           function.getName() + ".assay." + std::to_string(first_of_type.size()),
                                           *function.getParent());
      other->copyAttributesFrom(&function);
      call->setCalledOperand(other);
    }
    first_of_type.push_back(call);
  }
  return first_of_type;
}

/// The body of a stub with that type and attributes.
Stub add_stub(llvm::Module& module, llvm::FunctionType* type, llvm::CallingConv::ID convention,
              const llvm::AttributeList& attributes, std::size_t number, const Target& target) {
  llvm::Function* body =
      llvm::Function::Create(type, llvm::GlobalValue::ExternalLinkage, "assay.stub." + std::to_string(number), module);
  body->setCallingConv(convention);
  body->setAttributes(abi_of(attributes, type->getNumParams(), module.getContext()));
  give_own_section(*body, number);
  Stub stub = make_stub(*body, static_cast<std::uint32_t>(number), target);
  stub.acts = acts(attributes);
  return stub;
}

}  // namespace

std::vector<Stub> add_stubs(llvm::Module& module, const std::vector<std::string>& functions, const Target& target) {
  constexpr unsigned kCalleesOfInput = 2;  // so many an input has
  std::vector<Stub> stubs;
  std::vector<llvm::Function*> unknown;
  std::vector<llvm::Function*> placed;
  for (llvm::Function& function : module) {
    if (is_unknown(function)) unknown.push_back(&function);
    if (!function.isDeclaration() && !is_called_only(function)) placed.push_back(&function);
  }
  for (llvm::Function* function : unknown) {
    if (function->isVarArg()) {
      for (const llvm::CallBase* call : part_variable_calls(*function, target)) {
        const llvm::CallingConv::ID convention =
            target.variable_convention == 0 ? call->getCallingConv() : target.variable_convention;
        stubs.push_back(
            add_stub(module, type_of_stub(*call, target), convention, call->getAttributes(), stubs.size(), target));
        stubs.back().function = call->getCalledFunction()->getName().str();
        stubs.back().acts = acts(function->getAttributes());
      }
      continue;
    }
    stubs.push_back(add_stub(module, function->getFunctionType(), function->getCallingConv(), function->getAttributes(),
                             stubs.size(), target));
    stubs.back().function = function->getName().str();
  }
  std::uint64_t place = kCallees;
  for (const std::string& caller : functions) {
    const llvm::CallBase* call = call_through_pointer(*module.getFunction(caller));
    for (unsigned i = 0; call != nullptr && i < kCalleesOfInput; ++i) {
      Stub stub = add_stub(module, call->getFunctionType(), call->getCallingConv(), call->getAttributes(), stubs.size(),
                           target);
      stub.caller = caller;
      stub.place = place;
      place += kCalleesStep;
      stubs.push_back(std::move(stub));
    }
  }
  for (std::size_t i = 0; i < placed.size(); ++i) give_own_section(*placed[i], stubs.size() + i);
  return stubs;
}

}  // namespace assay::codegen
