#include "services/worker/interpret/c_library.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/Linker/Linker.h>

#include <map>
#include <string_view>
#include <vector>

#include "services/worker/interpret/library/program_library.h"
#include "services/worker/ir/ir.h"

namespace assay::interpret {
namespace {

bool is_for_it(const llvm::Module& module) {
  const llvm::Triple& triple = module.getTargetTriple();
  return triple.empty() || (triple.isOSLinux() && triple.isX86_64());
}

/// The functions of llvm.global_ctors, in the order of their priorities.
std::vector<llvm::Function*> constructors_of(const llvm::Module& module) {
  std::multimap<std::uint64_t, llvm::Function*> found;  // those of one priority in the order of the list
  const llvm::GlobalVariable* list = module.getGlobalVariable("llvm.global_ctors");
  const auto* entries = list == nullptr || !list->hasInitializer()
                            ? nullptr
                            : llvm::dyn_cast<llvm::ConstantArray>(list->getInitializer());
  for (unsigned i = 0; entries != nullptr && i < entries->getNumOperands(); ++i) {
    const auto* entry = llvm::dyn_cast<llvm::ConstantStruct>(entries->getOperand(i));
    auto* function =
        entry == nullptr ? nullptr : llvm::dyn_cast<llvm::Function>(entry->getOperand(1)->stripPointerCasts());
    if (function != nullptr)
      found.emplace(llvm::cast<llvm::ConstantInt>(entry->getOperand(0))->getZExtValue(), function);
  }
  std::vector<llvm::Function*> functions;
  for (const auto& [priority, function] : found) functions.push_back(function);
  return functions;
}

/// A @main that calls the constructors, the program's, and exit.
void wrap_main(llvm::Module& module, llvm::Function& program, const std::vector<llvm::Function*>& constructors) {
  llvm::LLVMContext& context = module.getContext();
  program.setName("main.program");
  auto* main = llvm::Function::Create(program.getFunctionType(), llvm::GlobalValue::ExternalLinkage, "main", module);
  llvm::IRBuilder<> builder(llvm::BasicBlock::Create(context, "", main));
  for (llvm::Function* constructor : constructors) builder.CreateCall(constructor);
  std::vector<llvm::Value*> arguments;
  for (llvm::Argument& argument : main->args()) arguments.push_back(&argument);
  llvm::CallInst* result = builder.CreateCall(&program, arguments);
  result->setCallingConv(program.getCallingConv());
  llvm::Value* code = result->getType()->isIntegerTy(32) ? static_cast<llvm::Value*>(result) : builder.getInt32(0);
  builder.CreateCall(module.getOrInsertFunction("exit", builder.getVoidTy(), builder.getInt32Ty()), {code});
  builder.CreateUnreachable();
}

/// What a program calls and does not define is the library's function, whatever its compiler was told not to count on;
/// and nobody looks on at its volatile accesses.
void take_at_its_word(llvm::Module& module) {
  for (llvm::Function& function : module) {
    if (function.isDeclaration()) function.removeFnAttr(llvm::Attribute::NoBuiltin);
    function.removeFnAttr("no-builtins");
    for (llvm::Instruction& instruction : llvm::instructions(function)) {
      if (auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction)) call->removeFnAttr(llvm::Attribute::NoBuiltin);
      if (auto* update = llvm::dyn_cast<llvm::AtomicRMWInst>(&instruction)) update->setVolatile(false);
      if (auto* exchange = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(&instruction)) exchange->setVolatile(false);
    }
  }
}

/// Gives the module the functions and variables of a part of the library that it names and has not.
void link_needed(llvm::Module& module, std::string_view text) {
  auto library = ir::parse(module.getContext(), text, "the library of programs");
  if (!library) return;  // never: the build has verified it
  (*library)->setTargetTriple(module.getTargetTriple());
  (*library)->setDataLayout(module.getDataLayout());
  llvm::Linker::linkModules(module, std::move(*library), llvm::Linker::Flags::LinkOnlyNeeded);
}

/// Is it made of C++, with calls of what C++'s libraries have?
bool is_cxx(const llvm::Module& module) {
  return llvm::any_of(module, [](const llvm::Function& function) {
    return function.isDeclaration() &&
           (function.getName().starts_with("_Z") || function.getName().starts_with("__cxa_"));
  });
}

}  // namespace

void add_c_library(llvm::Module& module) {
  if (!is_for_it(module)) return;
  llvm::Function* main = module.getFunction("main");
  const std::vector<llvm::Function*> constructors = constructors_of(module);
  const bool has_ends = module.getFunction("atexit") != nullptr || module.getFunction("__cxa_atexit") != nullptr;
  if (main != nullptr && !main->isDeclaration() && (!constructors.empty() || has_ends))
    wrap_main(module, *main, constructors);
  take_at_its_word(module);
  // What the one part needs of the other comes last.
  if (is_cxx(module)) link_needed(module, kCXXLibrary);
  link_needed(module, kCLibrary);
}

}  // namespace assay::interpret
