#include "services/worker/codegen/harness.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/StringExtras.h>
#include <llvm/ADT/StringSet.h>
#include <llvm/IR/DebugInfo.h>
#include <llvm/IR/DerivedTypes.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/InstrTypes.h>
#include <llvm/Transforms/Utils/Cloning.h>

#include <set>

#include "services/worker/codegen/fitness.h"
#include "services/worker/codegen/stubs.h"
#include "services/worker/ir/references.h"

namespace assay::codegen {
namespace {

void make_local_names_external(llvm::GlobalValue& global) {
  global.setVisibility(llvm::GlobalValue::DefaultVisibility);
  global.setDLLStorageClass(llvm::GlobalValue::DefaultStorageClass);
  if (auto* object = llvm::dyn_cast<llvm::GlobalObject>(&global)) {
    object->setComdat(nullptr);
    if (!object->isDeclaration()) object->setSection("");
  }
}

/// Does code for these features have VEX prefixes? The emulator in this process runs such instructions as others, and
/// says nothing.
bool needs_vex(llvm::StringRef features) {
  static const llvm::StringSet<> names{"+fma", "+fma4", "+f16c", "+xop", "+vaes", "+vpclmulqdq"};
  return llvm::any_of(llvm::split(features, ','),
                      [](llvm::StringRef each) { return each.starts_with("+avx") || names.contains(each); });
}

void prepare_function(llvm::Function& function, bool is_same_processor) {
  make_local_names_external(function);
  for (const char* name : {"target-cpu", "tune-cpu", "frame-pointer"}) function.removeFnAttr(name);
  // Liberties of arithmetic that no instruction names: without them code is to be exact.
  for (const char* name : {"unsafe-fp-math", "no-nans-fp-math", "no-infs-fp-math", "no-signed-zeros-fp-math",
                           "approx-func-fp-math", "less-precise-fpmad"})
    function.removeFnAttr(name);
  if (!is_same_processor) {
    function.removeFnAttr("target-features");
    function.removeFnAttr(llvm::Attribute::VScaleRange);
  }
  if (function.isDeclaration()) return;
  if (function.hasLocalLinkage() || function.hasAvailableExternallyLinkage() || function.hasExternalWeakLinkage())
    function.setLinkage(llvm::GlobalValue::ExternalLinkage);
  // Unwinding is not judged, and its tables are of no use; nor is what guards the stack.
  for (const auto kind : {llvm::Attribute::UWTable, llvm::Attribute::StackProtect, llvm::Attribute::StackProtectReq,
                          llvm::Attribute::StackProtectStrong})
    function.removeFnAttr(kind);
  if (!function.hasPersonalityFn()) function.setDoesNotThrow();
}

bool returns_numbers(const llvm::Type& type) {
  if (type.isVectorTy()) return type.getScalarType()->isFloatTy() || type.getScalarType()->isDoubleTy();
  return type.isFloatTy() || type.isDoubleTy() ||
         llvm::any_of(type.subtypes(), [](const llvm::Type* part) { return returns_numbers(*part); });
}

/// Where registers change numbers that are returned (Target::returns_change_numbers), functions and calls return them
/// in others. The library keeps its convention.
void return_numbers_as_they_are(llvm::Module& module) {
  const auto is_of_library = [](const llvm::Function* function) {
    return function != nullptr && function->isDeclaration() && !is_unknown(*function);
  };
  for (llvm::Function& function : module) {
    if (returns_numbers(*function.getReturnType()) && !is_of_library(&function))
      function.addRetAttr(llvm::Attribute::InReg);
    for (llvm::Instruction& instruction : llvm::instructions(function))
      if (auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction))
        if (returns_numbers(*call->getType()) && !is_of_library(call->getCalledFunction()) && !call->isInlineAsm())
          call->addRetAttr(llvm::Attribute::InReg);
  }
}

}  // namespace

void prepare(llvm::Module& module, const Target& target, const std::string& data_layout) {
  llvm::StripDebugInfo(module);
  const llvm::Triple triple{llvm::StringRef(target.triple)};
  const bool is_same_processor = module.getTargetTriple().getArch() == triple.getArch();
  module.setTargetTriple(triple);
  module.setDataLayout(data_layout);
  module.setModuleInlineAsm("");
  while (!module.named_metadata_empty()) module.eraseNamedMetadata(&*module.named_metadata_begin());
  unsigned unnamed = 0;
  const auto name_it = [&](llvm::GlobalValue& global) {
    if (!global.hasName()) global.setName("assay.unnamed." + std::to_string(unnamed++));
  };
  for (llvm::Function& function : module) {
    name_it(function);
    const bool is_run_otherwise =
        target.arch != 0 && triple.isX86() && needs_vex(function.getFnAttribute("target-features").getValueAsString());
    prepare_function(function, is_same_processor && !is_run_otherwise);
  }
  for (llvm::GlobalVariable& variable : module.globals()) {
    name_it(variable);
    make_local_names_external(variable);
    if (variable.hasPrivateLinkage()) variable.setLinkage(llvm::GlobalValue::InternalLinkage);
  }
  if (target.returns_change_numbers) return_numbers_as_they_are(module);
}

std::unique_ptr<llvm::Module> slice_of(const llvm::Module& module, const std::vector<std::string>& functions) {
  std::set<const llvm::GlobalValue*> needed;
  for (const std::string& name : functions) {
    const llvm::Function* function = module.getFunction(name);
    needed.insert(function);
    const auto more = ir::globals_needed_by(*function, /*with_callees=*/true);
    needed.insert(more.begin(), more.end());
  }
  llvm::ValueToValueMapTy map;
  auto slice = llvm::CloneModule(module, map, [&](const llvm::GlobalValue* global) { return needed.contains(global); });
  const auto erase_unused = [](auto&& globals) {
    for (auto each = globals.begin(); each != globals.end();) {
      auto& global = *each++;
      if (global.isDeclaration() && global.use_empty()) global.eraseFromParent();
    }
  };
  erase_unused(slice->functions());
  erase_unused(slice->globals());
  return slice;
}

std::vector<Wrapped> add_wrappers(llvm::Module& module, const std::vector<std::string>& functions,
                                  const Target& target) {
  std::vector<Wrapped> all;
  llvm::LLVMContext& context = module.getContext();
  llvm::Type* pointer = llvm::PointerType::get(context, 0);
  auto* type = llvm::FunctionType::get(llvm::Type::getVoidTy(context), {pointer, pointer}, false);
  for (const std::string& name : functions) {
    llvm::Function* function = module.getFunction(name);
    auto* wrapper = llvm::Function::Create(type, llvm::GlobalValue::ExternalLinkage,
                                           "assay.wrapper." + std::to_string(all.size()), module);
    wrapper->setDoesNotThrow();
    if (function->hasFnAttribute("target-features")) wrapper->addFnAttr(function->getFnAttribute("target-features"));
    Builder builder(llvm::BasicBlock::Create(context, "", wrapper));
    Wrapped& wrapped = all.emplace_back();
    wrapped.function = name;
    wrapped.wrapper = wrapper->getName().str();
    Lanes in(builder, wrapper->getArg(0), target.vscale, wrapped.arguments);
    Lanes out(builder, wrapper->getArg(1), target.vscale, wrapped.result);
    std::vector<llvm::Value*> arguments;
    for (const llvm::Argument& argument : function->args()) arguments.push_back(in.load(argument.getType()));
    llvm::CallInst* call = builder.CreateCall(function, arguments);
    copy_abi(*function, *call);
    if (!call->getType()->isVoidTy()) out.store(call);
    builder.CreateRetVoid();
    wrapped.in_bytes = in.bytes();
    wrapped.out_bytes = out.bytes();
  }
  return all;
}

}  // namespace assay::codegen
