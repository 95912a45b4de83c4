#include "services/worker/normalize/callbacks.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/AbstractCallSite.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

#include <algorithm>
#include <set>
#include <string>

#include "services/worker/ir/ir.h"
#include "services/worker/ir/pairs.h"
#include "services/worker/ir/references.h"

namespace assay::normalize {
namespace {

using llvm::AbstractCallSite;
using llvm::CallBase;
using llvm::Function;
using llvm::Value;

std::vector<AbstractCallSite> callbacks_of(const CallBase& call) {
  std::vector<AbstractCallSite> found;
  llvm::forEachCallbackCallSite(call, [&](AbstractCallSite& each) { found.push_back(each); });
  return found;
}

/// Which arguments of the broker go to functions that it calls, and are none of these functions.
std::set<unsigned> passed_on(const CallBase& call) {
  std::set<unsigned> found;
  const std::vector<AbstractCallSite> all = callbacks_of(call);
  for (const AbstractCallSite& each : all)
    for (unsigned i = 0; i < each.getNumArgOperands(); ++i)
      if (each.getCallArgOperandNo(i) >= 0) found.insert(unsigned(each.getCallArgOperandNo(i)));
  for (const AbstractCallSite& each : all) found.erase(unsigned(each.getCallArgOperandNoForCallee()));
  return found;
}

bool is_call_of_broker(const llvm::Instruction& instruction) {
  const auto* call = llvm::dyn_cast<CallBase>(&instruction);
  const Function* callee = call == nullptr ? nullptr : call->getCalledFunction();
  return callee != nullptr && !callee->hasExactDefinition() && callee->hasMetadata(llvm::LLVMContext::MD_callback) &&
         !call->isMustTailCall() && !passed_on(*call).empty();
}

/// Is the function one that can be called so?
bool takes(const Function& function, const AbstractCallSite& call) {
  if (function.arg_size() != call.getNumArgOperands() || function.isVarArg()) return false;
  return llvm::all_of(function.args(), [&](const llvm::Argument& each) {
    const Value* passed = call.getCallArgOperand(each.getArgNo());
    return passed == nullptr || passed->getType() == each.getType();
  });
}

/// `if (unknown()) callee(...);` before the call of the broker.
void insert_callback(CallBase& broker, const AbstractCallSite& callback, Function& callee, const std::string& name) {
  llvm::LLVMContext& context = broker.getContext();
  llvm::Module& module = *broker.getModule();
  std::vector<llvm::Type*> given{llvm::Type::getInt1Ty(context)};
  for (const llvm::Argument& each : callee.args())
    if (callback.getCallArgOperand(each.getArgNo()) == nullptr) given.push_back(each.getType());
  std::vector<Value*> seen;
  std::vector<llvm::Type*> types;
  const std::set<unsigned> hidden = passed_on(broker);
  for (unsigned i = 0; i < broker.arg_size(); ++i)
    if (!hidden.contains(i) && !broker.paramHasAttr(i, llvm::Attribute::ByVal)) {
      seen.push_back(broker.getArgOperand(i));
      types.push_back(seen.back()->getType());
    }
  llvm::FunctionCallee decides = module.getOrInsertFunction(
      name + ".calls", llvm::FunctionType::get(llvm::StructType::get(context, given), types, false));
  llvm::cast<Function>(decides.getCallee())->addFnAttr(llvm::Attribute::NoUnwind);
  llvm::cast<Function>(decides.getCallee())->addFnAttr(llvm::Attribute::WillReturn);

  llvm::IRBuilder<> before(&broker);
  Value* outcome = before.CreateCall(decides, seen);
  llvm::Instruction* last =
      llvm::SplitBlockAndInsertIfThen(before.CreateExtractValue(outcome, 0), broker.getIterator(), false);
  llvm::IRBuilder<> inside(last);
  std::vector<Value*> arguments;
  unsigned own = 1;
  for (const llvm::Argument& each : callee.args()) {
    Value* passed = callback.getCallArgOperand(each.getArgNo());
    arguments.push_back(passed != nullptr ? passed : inside.CreateExtractValue(outcome, own++));
  }
  llvm::CallInst* call = inside.CreateCall(&callee, arguments);
  call->setCallingConv(callee.getCallingConv());
  if (call->getType()->isVoidTy()) return;
  llvm::FunctionCallee sees = module.getOrInsertFunction(
      name + ".sees", llvm::FunctionType::get(llvm::Type::getVoidTy(context), {call->getType()}, false));
  inside.CreateCall(sees, {call});
}

void hide_passed_on(CallBase& broker, const std::set<unsigned>& hidden) {
  for (const unsigned i : hidden) {
    broker.setAttributes(broker.getAttributes().removeParamAttributes(broker.getContext(), i));
    broker.setArgOperand(i, llvm::PoisonValue::get(broker.getArgOperand(i)->getType()));
  }
}

/// The parameter has the variable's or function's address, but leads to no object by that: what its attributes promise
/// of the object has to be looked for there.
void drop_kept_promises(llvm::Argument& parameter, const llvm::GlobalValue& passed) {
  using llvm::Attribute;
  bool can_be_null = false, can_be_freed = false;
  const std::uint64_t bytes =
      passed.getPointerDereferenceableBytes(passed.getParent()->getDataLayout(), can_be_null, can_be_freed);
  if (can_be_null || can_be_freed) return;
  if (parameter.getDereferenceableBytes() <= bytes) parameter.removeAttr(Attribute::Dereferenceable);
  if (parameter.getDereferenceableOrNullBytes() <= bytes) parameter.removeAttr(Attribute::DereferenceableOrNull);
}

}  // namespace

std::optional<std::vector<CallbackArguments>> callbacks_to(const Function& function) {
  std::vector<CallbackArguments> found;
  for (const llvm::Use& use : function.uses()) {
    const AbstractCallSite call(&use);
    if (!call || call.getCalledFunction() != &function) return std::nullopt;
    if (!call.isCallbackCall()) continue;
    if (!takes(function, call)) return std::nullopt;
    CallbackArguments arguments;
    for (const llvm::Argument& each : function.args()) arguments.push_back(call.getCallArgOperand(each.getArgNo()));
    if (!llvm::is_contained(found, arguments)) found.push_back(std::move(arguments));
  }
  if (found.empty()) return std::nullopt;
  return found;
}

bool passes_on(const Function& function) {
  return llvm::any_of(ir::bodies_needed_by(function),
                      [](const Function* body) { return llvm::any_of(llvm::instructions(*body), is_call_of_broker); });
}

std::unique_ptr<llvm::Module> with_explicit_callbacks(const llvm::Module& module) {
  std::unique_ptr<llvm::Module> copy = ir::clone(module);
  std::vector<CallBase*> calls;
  for (Function& function : *copy)
    for (llvm::Instruction& each : llvm::instructions(function))
      if (is_call_of_broker(each)) calls.push_back(llvm::cast<CallBase>(&each));
  for (CallBase* call : calls) {
    const std::set<unsigned> hidden = passed_on(*call);
    for (const AbstractCallSite& each : callbacks_of(*call)) {
      Function* callee = each.getCalledFunction();
      if (callee != nullptr && !callee->isDeclaration() && takes(*callee, each))
        insert_callback(*call, each, *callee, (call->getCalledFunction()->getName() + "." + callee->getName()).str());
    }
    hide_passed_on(*call, hidden);
    Function& broker = *call->getCalledFunction();
    for (const unsigned i : hidden)
      broker.setAttributes(broker.getAttributes().removeParamAttributes(broker.getContext(), i));
  }
  return copy;
}

std::unique_ptr<llvm::Module> called_with(const Function& function, const Function& other,
                                          const CallbackArguments& arguments) {
  std::unique_ptr<llvm::Module> copy = ir::clone_for(function, other);
  Function& called = *ir::same_in(*copy, function);
  llvm::IRBuilder<> builder(&*called.getEntryBlock().getFirstInsertionPt());
  for (const auto& [parameter, passed] : llvm::zip(called.args(), arguments)) {
    if (passed == nullptr) continue;
    llvm::Constant* constant = nullptr;
    if (llvm::isa<llvm::ConstantInt, llvm::ConstantFP, llvm::ConstantPointerNull>(passed))
      constant = llvm::cast<llvm::Constant>(const_cast<Value*>(passed));
    else if (const auto* global = llvm::dyn_cast<llvm::GlobalValue>(passed))
      constant = copy->getNamedValue(global->getName());
    if (constant == nullptr || constant->getType() != parameter.getType() || parameter.getType()->isVectorTy() ||
        parameter.hasAttribute(llvm::Attribute::ByVal))
      return nullptr;
    parameter.replaceAllUsesWith(constant);
    if (const auto* global = llvm::dyn_cast<llvm::GlobalValue>(constant)) drop_kept_promises(parameter, *global);
    Value *left = &parameter, *right = constant;
    if (constant->getType()->isFloatingPointTy()) {
      llvm::Type* number = builder.getIntNTy(unsigned(constant->getType()->getPrimitiveSizeInBits()));
      left = builder.CreateBitCast(left, number);
      right = builder.CreateBitCast(right, number);
    }
    builder.CreateAssumption(builder.CreateICmpEQ(left, right));
  }
  return copy;
}

}  // namespace assay::normalize
