#include "services/worker/codegen/stubs.h"

#include <llvm/ADT/STLExtras.h>

#include "services/worker/codegen/fitness.h"
#include "services/worker/codegen/layout.h"
#include "services/worker/semantics/permissions.h"

namespace assay::codegen {
namespace {

using llvm::Attribute;

constexpr Attribute::AttrKind kPlainKinds[] = {Attribute::ZExt, Attribute::SExt, Attribute::InReg};
constexpr Attribute::AttrKind kKinds[] = {Attribute::StructRet, Attribute::Alignment, Attribute::StackAlignment};

llvm::Constant* at(Builder& builder, std::uint64_t address) {
  return llvm::ConstantExpr::getIntToPtr(builder.getInt64(address), builder.getPtrTy());
}

void copy_abi(const llvm::Function& function, llvm::Function& stub) {
  stub.setCallingConv(function.getCallingConv());
  for (const auto kind : kPlainKinds) {
    if (function.hasRetAttribute(kind)) stub.addRetAttr(kind);
    for (unsigned i = 0; i < function.arg_size(); ++i)
      if (function.hasParamAttribute(i, kind)) stub.addParamAttr(i, kind);
  }
  for (unsigned i = 0; i < function.arg_size(); ++i)
    for (const auto kind : kKinds)
      if (function.hasParamAttribute(i, kind)) stub.addParamAttr(i, function.getParamAttribute(i, kind));
}

}  // namespace

void copy_abi(const llvm::Function& function, llvm::CallInst& call) {
  call.setCallingConv(function.getCallingConv());
  for (const auto kind : kPlainKinds) {
    if (function.hasRetAttribute(kind)) call.addRetAttr(kind);
    for (unsigned i = 0; i < function.arg_size(); ++i)
      if (function.hasParamAttribute(i, kind)) call.addParamAttr(i, kind);
  }
  for (unsigned i = 0; i < function.arg_size(); ++i)
    for (const auto kind : kKinds)
      if (function.hasParamAttribute(i, kind)) call.addParamAttr(i, function.getParamAttribute(i, kind));
}

bool agrees_on_abi(const llvm::CallBase& call, const llvm::Function& callee) {
  if (call.getCallingConv() != callee.getCallingConv() || call.getFunctionType() != callee.getFunctionType())
    return false;
  for (const auto kind : kPlainKinds) {
    if (call.getAttributes().hasRetAttr(kind) && !callee.hasRetAttribute(kind)) return false;
    for (unsigned i = 0; i < call.arg_size(); ++i)
      if (call.getAttributes().hasParamAttr(i, kind) != callee.hasParamAttribute(i, kind)) return false;
  }
  for (unsigned i = 0; i < call.arg_size(); ++i)
    if (call.getAttributes().hasParamAttr(i, Attribute::StructRet) != callee.hasParamAttribute(i, Attribute::StructRet))
      return false;
  return true;
}

Stub make_stub(llvm::Function& function, std::uint32_t number, const Target& target) {
  llvm::Module& module = *function.getParent();
  Builder builder(llvm::BasicBlock::Create(module.getContext(), "", &function));
  Stub stub;
  stub.symbol = function.getName().str();
  builder.CreateAlignedStore(builder.getInt32(number), at(builder, kCall), llvm::Align(16));
  Lanes arguments(builder, at(builder, kCallArguments), target.vscale, stub.arguments);
  for (llvm::Argument& argument : function.args()) arguments.store(&argument);
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

std::vector<Stub> add_stubs(llvm::Module& module, const Target& target) {
  std::vector<Stub> stubs;
  std::vector<const llvm::Function*> unknown;
  for (const llvm::Function& function : module)
    if (is_unknown(function)) unknown.push_back(&function);
  for (const llvm::Function* function : unknown) {
    const auto number = static_cast<std::uint32_t>(stubs.size());
    llvm::Function* body = llvm::Function::Create(function->getFunctionType(), llvm::GlobalValue::ExternalLinkage,
                                                  "assay.stub." + std::to_string(number), module);
    copy_abi(*function, *body);
    Stub& stub = stubs.emplace_back(make_stub(*body, number, target));
    stub.function = function->getName().str();
    stub.acts = semantics::allowed_by(function->getAttributes()).reach() == semantics::Reach::Everything;
  }
  return stubs;
}

}  // namespace assay::codegen
