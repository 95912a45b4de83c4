#include <llvm/IR/Instructions.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>

#include <algorithm>

#include "services/worker/semantics/emitter.h"
#include "services/worker/semantics/library_functions.h"
#include "services/worker/semantics/lower_call.h"

/// Operand bundles at calls (LangRef, operand bundles), written as plain calls in a module of their own. Where operands
/// are passed on, the call becomes one of an unknown function that takes them as further arguments. An attached call
/// becomes a second call.
namespace assay::semantics {
namespace {

enum class BundleMeaning : std::uint8_t { None, Passed, Attached, Unsupported };

bool is_safepoint(const llvm::Value& callee) {
  const auto* function = llvm::dyn_cast<llvm::Function>(&callee);
  return function != nullptr && function->getIntrinsicID() == llvm::Intrinsic::experimental_gc_statepoint;
}

BundleMeaning meaning_of(const llvm::OperandBundleUse& bundle, const llvm::CallBase& call) {
  switch (bundle.getTagID()) {
    case llvm::LLVMContext::OB_funclet:
      return BundleMeaning::None;     // which pad a call belongs to concerns code generation
    case llvm::LLVMContext::OB_kcfi:  // of indirect calls only
      return call.getCalledFunction() != nullptr ? BundleMeaning::None : BundleMeaning::Unsupported;
    case llvm::LLVMContext::OB_clang_arc_attachedcall:
      return call.getType()->isVoidTy() ? BundleMeaning::None : BundleMeaning::Attached;
    case llvm::LLVMContext::OB_gc_live:  // what is relocated: see lower_relocation
      return is_safepoint(*call.getCalledOperand()) ? BundleMeaning::None : BundleMeaning::Unsupported;
    case llvm::LLVMContext::OB_cfguardtarget:
    case llvm::LLVMContext::OB_preallocated:
    case llvm::LLVMContext::OB_ptrauth:
    case llvm::LLVMContext::OB_convergencectrl:
    case llvm::LLVMContext::OB_align:
    case llvm::LLVMContext::OB_deactivation_symbol:
      return BundleMeaning::Unsupported;
    default:
      return BundleMeaning::Passed;  // deopt, gc-transition, and those that LLVM does not know
  }
}

bool is_passed(const llvm::OperandBundleUse& bundle, const llvm::CallBase& call) {
  return meaning_of(bundle, call) == BundleMeaning::Passed;
}

template <class Visit>
void each_bundle(const llvm::CallBase& call, Visit&& visit) {
  for (unsigned i = 0; i < call.getNumOperandBundles(); ++i) visit(call.getOperandBundleAt(i));
}

Error refusal(const llvm::OperandBundleUse& bundle) { return Error{"operand bundle " + bundle.getTagName().str()}; }

/// Is more known of the function than that it is called?
bool is_known(const llvm::Function& callee) {
  if (callee.getIntrinsicID() == llvm::Intrinsic::experimental_deoptimize || is_safepoint(callee)) return false;
  return !callee.isDeclaration() || callee.isIntrinsic() || is_library_function(callee);
}

/// Can a call be written for one whose bundles' operands are passed?
bool may_be_written(const llvm::CallBase& call, const llvm::Function* callee) {
  if (llvm::isa<llvm::CallBrInst>(call) || call.isInlineAsm()) return false;
  if (callee != nullptr) return !is_known(*callee) && callee->getFunctionType() == call.getFunctionType();
  return !call.getFunction()->nullPointerIsDefined();
}

bool is_value(const llvm::Use& operand) {
  return !operand->getType()->isMetadataTy() && !operand->getType()->isTokenTy();
}

/// What the callee may access (LangRef): with a bundle it may read all memory, and write it unless the bundle is one
/// for deoptimization.
llvm::MemoryEffects widened(llvm::MemoryEffects effects, const llvm::CallBase& call) {
  each_bundle(call, [&](const llvm::OperandBundleUse& bundle) {
    if (is_passed(bundle, call))
      effects |= bundle.isDeoptOperandBundle() ? llvm::MemoryEffects::readOnly() : llvm::MemoryEffects::unknown();
  });
  return effects;
}

/// The attributes of a call with further arguments: the bundles' operands, and the callee's address if it is not known
/// by name.
llvm::AttributeList attributes_with_bundles(const llvm::CallBase& call, bool indirect) {
  llvm::LLVMContext& context = call.getContext();
  llvm::AttributeList attributes = call.getAttributes();
  unsigned next = call.arg_size();
  each_bundle(call, [&](const llvm::OperandBundleUse& bundle) {
    if (!is_passed(bundle, call)) return;
    for (const llvm::Use& operand : bundle.Inputs) {
      if (bundle.isDeoptOperandBundle() && operand->getType()->isPointerTy()) {
        attributes = attributes.addParamAttribute(context, next, llvm::Attribute::ReadOnly);
        attributes =
            attributes.addParamAttribute(context, llvm::ArrayRef<unsigned>(next),
                                         llvm::Attribute::getWithCaptureInfo(context, llvm::CaptureInfo::none()));
      }
      ++next;
    }
  });
  if (!indirect) return attributes;
  attributes = attributes.addParamAttribute(context, next, llvm::Attribute::NoUndef);
  return attributes.addParamAttribute(context, next, llvm::Attribute::NonNull);
}

/// A call of `callee` in a module of its own, with arguments of those types.
llvm::CallInst* write_call(llvm::Function& callee, llvm::ArrayRef<llvm::Type*> types,
                           const llvm::AttributeList& attributes) {
  llvm::LLVMContext& context = callee.getContext();
  auto* type = llvm::FunctionType::get(llvm::Type::getVoidTy(context), types, false);
  auto* around = llvm::Function::Create(type, llvm::Function::ExternalLinkage, "written", callee.getParent());
  auto* block = llvm::BasicBlock::Create(context, "", around);
  std::vector<llvm::Value*> arguments;
  for (llvm::Argument& argument : around->args()) arguments.push_back(&argument);
  auto* call = llvm::CallInst::Create(callee.getFunctionType(), &callee, arguments, "", block);
  new llvm::UnreachableInst(context, block);
  call->setAttributes(attributes);
  call->setCallingConv(callee.getCallingConv());
  return call;
}

llvm::Function& declare(Emitter& out, llvm::FunctionType& type, const std::string& name) {
  if (out.function().written == nullptr) {
    out.function().written = std::make_shared<llvm::Module>("bundles", out.source().getContext());
    out.function().written->setDataLayout(out.data_layout());
    out.function().written->setTargetTriple(out.module().getTargetTriple());
  }
  llvm::Function* known = out.function().written->getFunction(name);
  if (known != nullptr && known->getFunctionType() == &type) return *known;
  return *llvm::Function::Create(&type, llvm::Function::ExternalLinkage, name, *out.function().written);
}

/// The call with the bundles' operands as arguments.
Status lower_call_with_passed_bundles(Emitter& out, const llvm::CallBase& call, const llvm::Function* callee) {
  std::vector<llvm::Type*> types;
  std::vector<Slots> operands;
  std::string name = callee == nullptr ? "*" : callee->getName().str();
  if (callee != nullptr && callee->isIntrinsic()) name = "the runtime's " + name;
  const auto pass = [&](const llvm::Value& value) {
    types.push_back(value.getType());
    operands.push_back(out.slots_of(&value));
  };
  for (const llvm::Use& argument : call.args()) pass(*argument);
  Status bad;
  each_bundle(call, [&](const llvm::OperandBundleUse& bundle) {
    if (!is_passed(bundle, call)) return;
    if (!may_be_written(call, callee) || !std::all_of(bundle.Inputs.begin(), bundle.Inputs.end(), is_value))
      bad = refusal(bundle);
    for (const llvm::Use& operand : bundle.Inputs) pass(*operand);
    name += " [" + bundle.getTagName().str() + " " + std::to_string(bundle.Inputs.size()) + "]";
  });
  if (bad) return bad;
  if (callee == nullptr) pass(*call.getCalledOperand());
  llvm::Function& declared = declare(out, *llvm::FunctionType::get(call.getType(), types, false), name);
  if (callee != nullptr) declared.setAttributes(callee->getAttributes());
  declared.setMemoryEffects(widened(declared.getMemoryEffects(), call));
  declared.setCallingConv(call.getCallingConv());
  llvm::CallInst* written = write_call(declared, types, attributes_with_bundles(call, callee == nullptr));
  if (const auto* plain = llvm::dyn_cast<llvm::CallInst>(&call)) written->setTailCallKind(plain->getTailCallKind());
  return lower_function_call(out, call, *written, &declared, operands);
}

/// LangRef, clang.arc.attachedcall: the call without the bundle, and then one of the function in the bundle.
Status lower_call_with_attached(Emitter& out, const llvm::CallBase& call, const llvm::Function* callee) {
  const llvm::OperandBundleUse bundle = *call.getOperandBundle(llvm::LLVMContext::OB_clang_arc_attachedcall);
  const auto* attached =
      bundle.Inputs.size() == 1 ? llvm::dyn_cast<llvm::Function>(bundle.Inputs[0]->stripPointerCasts()) : nullptr;
  // One that is declared without parameters gets none.
  const bool is_bare = attached != nullptr && attached->arg_size() == 0;
  const bool fits =
      is_bare || (attached != nullptr && attached->arg_size() == 1 && attached->getArg(0)->getType() == call.getType());
  const auto* plain = llvm::dyn_cast<llvm::CallInst>(&call);
  if (!fits || plain == nullptr || plain->isMustTailCall() || callee == nullptr || callee->isIntrinsic())
    return refusal(bundle);
  std::vector<llvm::Type*> types;
  std::vector<Slots> operands;
  for (const llvm::Use& argument : call.args()) {
    types.push_back(argument->getType());
    operands.push_back(out.slots_of(argument.get()));
  }
  llvm::Function& first = declare(out, *call.getFunctionType(), callee->getName().str());
  first.setAttributes(callee->getAttributes());
  first.setCallingConv(call.getCallingConv());
  llvm::CallInst* written = write_call(first, types, call.getAttributes());
  written->setTailCallKind(plain->getTailCallKind());
  if (Status bad = lower_function_call(out, call, *written, callee, operands)) return bad;
  // Code generation calls the function of the runtime that the intrinsic stands for.
  llvm::StringRef name = attached->getName();
  const std::string called = name.consume_front("llvm.objc.") ? "objc_" + name.str() : name.str();
  llvm::Function& second = declare(out, *attached->getFunctionType(), called);
  second.setAttributes(attached->getAttributes());
  second.setCallingConv(attached->getCallingConv());
  types.assign(is_bare ? 0 : 1, call.getType());
  operands.assign(types.size(), out.slots_of(&call));
  llvm::CallInst* follower = write_call(second, types, {});
  auto result = out.new_slots(attached->getReturnType());
  if (!result) return Error{result.error()};
  out.set_slots(follower, *result);
  return lower_function_call(out, *follower, *follower, attached->isIntrinsic() ? &second : attached, operands);
}

}  // namespace

std::optional<Status> lower_if_bundled(Emitter& out, const llvm::CallBase& call) {
  bool passes = false, attaches = false;
  std::optional<Status> refused;
  const bool is_intrinsic = call.getIntrinsicID() != llvm::Intrinsic::not_intrinsic &&
                            call.getIntrinsicID() != llvm::Intrinsic::experimental_deoptimize &&
                            !is_safepoint(*call.getCalledOperand());
  each_bundle(call, [&](const llvm::OperandBundleUse& bundle) {
    const BundleMeaning meaning = meaning_of(bundle, call);
    passes |= meaning == BundleMeaning::Passed;
    attaches |= meaning == BundleMeaning::Attached;
    const bool of_intrinsic = is_intrinsic && meaning != BundleMeaning::None;
    if (meaning == BundleMeaning::Unsupported || of_intrinsic || (passes && attaches))
      refused = Status(refusal(bundle));
  });
  if (refused || (!passes && !attaches)) return refused;
  const auto* callee = llvm::dyn_cast<llvm::Function>(call.getCalledOperand()->stripPointerCasts());
  return passes ? lower_call_with_passed_bundles(out, call, callee) : lower_call_with_attached(out, call, callee);
}

/// A safepoint may move the objects that its bundle names: where one is afterwards depends on the safepoint, and on the
/// pointers to the object and into it, whichever place they have in the bundle.
Status lower_relocation(Emitter& out, const llvm::GCRelocateInst& call) {
  const auto* safepoint = llvm::dyn_cast<llvm::CallInst>(call.getArgOperand(0));
  if (safepoint == nullptr || !is_safepoint(*safepoint->getCalledOperand()))
    return Error{"a relocation at an exception"};
  const llvm::Value &base = *call.getBasePtr(), &derived = *call.getDerivedPtr();
  llvm::Type* number = llvm::Type::getInt64Ty(call.getContext());
  auto* type = llvm::FunctionType::get(call.getType(), {number, base.getType(), derived.getType()}, false);
  llvm::Function& relocate = declare(out, *type, "the runtime's " + call.getCalledFunction()->getName().str());
  const auto without_parameters = [&](const llvm::AttributeList& list) {
    return llvm::AttributeList::get(call.getContext(), list.getFnAttrs(), list.getRetAttrs(), {});
  };
  relocate.setAttributes(without_parameters(call.getCalledFunction()->getAttributes()));
  relocate.setMemoryEffects(llvm::MemoryEffects::none());
  llvm::CallInst* written = write_call(relocate, type->params(), without_parameters(call.getAttributes()));
  return lower_function_call(out, call, *written, &relocate,
                             {out.slots_of(safepoint), out.slots_of(&base), out.slots_of(&derived)});
}

}  // namespace assay::semantics
