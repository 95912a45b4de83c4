#include "services/worker/semantics/new_bodies.h"

#include <llvm/IR/Attributes.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/Module.h>

#include "services/worker/ir/ir.h"
#include "services/worker/ir/references.h"

namespace assay::semantics {

std::vector<const llvm::Function*> new_bodies(const llvm::Function& source, const llvm::Function& target) {
  std::vector<const llvm::Function*> found;
  if (source.getParent() == target.getParent()) return found;
  for (const llvm::Function* body : ir::bodies_needed_by(target)) {
    const llvm::Function* before = source.getParent()->getFunction(body->getName());
    const bool is_known = before != nullptr && !before->isDeclaration() &&
                          ir::same_type(before->getFunctionType(), body->getFunctionType());
    if (body != &target && body->hasName() && !is_known) found.push_back(body);
  }
  return found;
}

std::unique_ptr<llvm::Module> promised_before(const llvm::Function& source, const llvm::Function& body) {
  llvm::LLVMContext& context = body.getContext();
  auto module = std::make_unique<llvm::Module>("promised before", context);
  module->setDataLayout(body.getDataLayout());
  llvm::Function& stands_for =
      *llvm::Function::Create(body.getFunctionType(), llvm::Function::ExternalLinkage, body.getName(), *module);
  std::vector<const llvm::Function*> sources = ir::bodies_needed_by(source);
  const llvm::Function* declared = source.getParent()->getFunction(body.getName());
  if (declared != nullptr && declared->isDeclaration()) sources.push_back(declared);
  const llvm::MemoryEffects promised = body.getMemoryEffects();
  for (const llvm::Function* each : sources) {
    const llvm::AttributeList said = each->getAttributes();
    llvm::AttrBuilder of_itself(context, said.getFnAttrs());
    of_itself.removeAttribute(llvm::Attribute::Memory);
    stands_for.addFnAttrs(of_itself);
    const llvm::MemoryEffects effects = each->getMemoryEffects();
    if (effects != llvm::MemoryEffects::unknown() && (promised | effects) == promised)
      stands_for.setMemoryEffects(promised);
    if (each->getReturnType() == body.getReturnType())
      stands_for.addRetAttrs(llvm::AttrBuilder(context, said.getRetAttrs()));
    for (const llvm::Argument& argument : each->args())
      for (unsigned i = 0; i < body.arg_size(); ++i)
        if (body.getArg(i)->getType() == argument.getType())
          stands_for.addParamAttrs(i, llvm::AttrBuilder(context, said.getParamAttrs(argument.getArgNo())));
  }
  return module;
}

}  // namespace assay::semantics
