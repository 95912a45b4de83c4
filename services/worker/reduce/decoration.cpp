#include <llvm/IR/DebugInfo.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Operator.h>

#include "services/worker/reduce/passes.h"

namespace assay::reduce {
namespace {

void drop_wrap_flags(llvm::Instruction& instruction, Oracle& oracle) {
  if (auto* sum = llvm::dyn_cast<llvm::OverflowingBinaryOperator>(&instruction)) {
    if (sum->hasNoUnsignedWrap() && !oracle.should_keep()) instruction.setHasNoUnsignedWrap(false);
    if (sum->hasNoSignedWrap() && !oracle.should_keep()) instruction.setHasNoSignedWrap(false);
  }
  if (auto* trunc = llvm::dyn_cast<llvm::TruncInst>(&instruction)) {
    if (trunc->hasNoUnsignedWrap() && !oracle.should_keep()) trunc->setHasNoUnsignedWrap(false);
    if (trunc->hasNoSignedWrap() && !oracle.should_keep()) trunc->setHasNoSignedWrap(false);
  }
  if (auto* address = llvm::dyn_cast<llvm::GetElementPtrInst>(&instruction))
    if (address->getNoWrapFlags().getRaw() != 0 && !oracle.should_keep())
      address->setNoWrapFlags(llvm::GEPNoWrapFlags::none());
}

void drop_math_flags(llvm::Instruction& instruction, Oracle& oracle) {
  using Flags = llvm::FastMathFlags;
  const Flags flags = instruction.getFastMathFlags();
  const std::pair<bool, void (Flags::*)(bool)> rows[] = {
      {flags.noNaNs(), &Flags::setNoNaNs},
      {flags.noInfs(), &Flags::setNoInfs},
      {flags.noSignedZeros(), &Flags::setNoSignedZeros},
      {flags.allowReciprocal(), &Flags::setAllowReciprocal},
      {flags.allowContract(), &Flags::setAllowContract},
      {flags.approxFunc(), &Flags::setApproxFunc},
      {flags.allowReassoc(), &Flags::setAllowReassoc},
  };
  Flags fewer = flags;
  for (const auto& [set, setter] : rows) {
    if (!set || oracle.should_keep()) continue;
    if (setter == &Flags::setAllowReassoc)
      fewer.setAllowReassoc(false);
    else
      (fewer.*setter)(false);
  }
  instruction.copyFastMathFlags(fewer);
}

llvm::AttributeList fewer_attributes(llvm::LLVMContext& context, llvm::AttributeList attributes, Oracle& oracle) {
  llvm::AttributeList result = attributes;
  for (unsigned index : attributes.indexes()) {
    for (const llvm::Attribute& attribute : attributes.getAttributes(index)) {
      if (oracle.should_keep()) continue;
      result = attribute.isStringAttribute()
                   ? result.removeAttributeAtIndex(context, index, attribute.getKindAsString())
                   : result.removeAttributeAtIndex(context, index, attribute.getKindAsEnum());
    }
  }
  return result;
}

std::string letter_name(const char* letters, std::size_t count, std::size_t index, const char* prefix) {
  return index < count ? std::string(1, letters[index]) : prefix + std::to_string(index);
}

}  // namespace

void drop_flags(llvm::Module& module, Oracle& oracle) {
  for (llvm::Function* function : definitions(module)) {
    for (llvm::Instruction& instruction : llvm::instructions(*function)) {
      drop_wrap_flags(instruction, oracle);
      if (llvm::isa<llvm::FPMathOperator>(instruction)) drop_math_flags(instruction, oracle);
      if (llvm::isa<llvm::PossiblyExactOperator>(instruction) && instruction.isExact() && !oracle.should_keep())
        instruction.setIsExact(false);
      if (auto* either = llvm::dyn_cast<llvm::PossiblyDisjointInst>(&instruction))
        if (either->isDisjoint() && !oracle.should_keep()) either->setIsDisjoint(false);
      if (auto* cast = llvm::dyn_cast<llvm::PossiblyNonNegInst>(&instruction))
        if (cast->hasNonNeg() && !oracle.should_keep()) cast->setNonNeg(false);
      if (auto* compare = llvm::dyn_cast<llvm::ICmpInst>(&instruction))
        if (compare->hasSameSign() && !oracle.should_keep()) compare->setSameSign(false);
      if (auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction))
        if (call->isTailCall() && !oracle.should_keep()) call->setTailCallKind(llvm::CallInst::TCK_None);
    }
  }
}

void drop_attributes(llvm::Module& module, Oracle& oracle) {
  llvm::LLVMContext& context = module.getContext();
  for (llvm::Function& function : module) {
    // An intrinsic's attributes come back by themselves.
    if (!function.isIntrinsic()) function.setAttributes(fewer_attributes(context, function.getAttributes(), oracle));
    for (llvm::Instruction& instruction : llvm::instructions(function))
      if (auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction))
        call->setAttributes(fewer_attributes(context, call->getAttributes(), oracle));
    if (function.isDeclaration()) continue;
    if (function.hasLocalLinkage() && !oracle.should_keep()) function.setLinkage(llvm::GlobalValue::ExternalLinkage);
    if (function.hasPersonalityFn() && !oracle.should_keep()) function.setPersonalityFn(nullptr);
    if (function.hasGC() && !oracle.should_keep()) function.clearGC();
  }
}

void drop_metadata(llvm::Module& module, Oracle& oracle) {
  for (llvm::Function* function : definitions(module)) {
    for (llvm::Instruction& instruction : llvm::instructions(*function)) {
      llvm::SmallVector<std::pair<unsigned, llvm::MDNode*>, 4> attached;
      instruction.getAllMetadata(attached);
      for (const auto& [kind, node] : attached)
        if (!oracle.should_keep()) instruction.setMetadata(kind, nullptr);
    }
    if (function->getSubprogram() != nullptr && !oracle.should_keep()) llvm::stripDebugInfo(*function);
  }
  std::vector<llvm::NamedMDNode*> named;
  for (llvm::NamedMDNode& node : module.named_metadata())
    if (!oracle.should_keep()) named.push_back(&node);
  for (llvm::NamedMDNode* node : named) module.eraseNamedMetadata(node);
}

// What stands around the functions: a source's name, the target, inline assembly, words about linking.
void drop_surroundings(llvm::Module& module, Oracle& oracle) {
  for (llvm::GlobalValue& global : module.global_values()) {
    if (global.getUnnamedAddr() != llvm::GlobalValue::UnnamedAddr::None && !oracle.should_keep())
      global.setUnnamedAddr(llvm::GlobalValue::UnnamedAddr::None);
    if (global.isDSOLocal() && !global.isImplicitDSOLocal() && !oracle.should_keep()) global.setDSOLocal(false);
    if (!global.hasDefaultVisibility() && !global.hasLocalLinkage() && !oracle.should_keep())
      global.setVisibility(llvm::GlobalValue::DefaultVisibility);
  }
  if (!module.getTargetTriple().str().empty() && !oracle.should_keep()) module.setTargetTriple(llvm::Triple());
  if (!module.getDataLayoutStr().empty() && !oracle.should_keep()) module.setDataLayout("");
  if (!module.getModuleInlineAsm().empty() && !oracle.should_keep()) module.setModuleInlineAsm("");
  if (module.getSourceFileName() != module.getModuleIdentifier() && !oracle.should_keep())
    module.setSourceFileName(module.getModuleIdentifier());
}

void tidy_names(llvm::Module& module, Oracle& oracle) {
  const auto functions = definitions(module);
  if (functions.empty() || oracle.should_keep()) return;
  for (llvm::Function* function : functions) {
    std::size_t arguments = 0, values = 0, blocks = 0;
    for (llvm::Argument& argument : function->args()) argument.setName("");
    for (llvm::Instruction& instruction : llvm::instructions(*function)) instruction.setName("");
    for (llvm::Argument& argument : function->args()) argument.setName(letter_name("xyzw", 4, arguments++, "p"));
    for (llvm::BasicBlock& block : *function) {
      block.setName(blocks == 0 ? (function->size() > 1 ? "entry" : "") : "bb" + std::to_string(blocks));
      ++blocks;
    }
    for (llvm::Instruction& instruction : llvm::instructions(*function))
      if (!instruction.getType()->isVoidTy())
        instruction.setName(letter_name("abcdefghijklmnopqrstuv", 22, values++, "v"));
  }
  // What an intrinsic's declaration says beside its type comes back by itself when the text is read.
  for (llvm::Function& function : module)
    if (function.isIntrinsic()) function.setAttributes({});
  if (functions.size() == 1 && module.getNamedValue("f") == nullptr) functions[0]->setName("f");
}

}  // namespace assay::reduce
