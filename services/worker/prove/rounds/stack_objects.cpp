#include "services/worker/prove/rounds/stack_objects.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/Analysis/CaptureTracking.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/Transforms/Utils/Cloning.h>

#include <vector>

#include "services/worker/prove/rounds/rounds.h"

namespace assay::prove {
namespace {

using llvm::AllocaInst;
using llvm::Attribute;

constexpr std::size_t kMostObjects = 8;

/// Does the object live from the start of the run to its end, and does nobody but this function's accesses reach it?
bool can_be_handed_over(const AllocaInst& object) {
  const bool is_marked = llvm::any_of(object.users(), [](const llvm::User* user) {
    const auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(user);
    return call != nullptr && call->isLifetimeStartOrEnd();
  });
  return object.isStaticAlloca() && !object.isSwiftError() && !is_marked && object.getAddressSpace() == 0 &&
         !llvm::PointerMayBeCaptured(&object, /*ReturnCaptures=*/true);
}

/// In the order of the text; none at all if one can't be handed over.
std::optional<std::vector<AllocaInst*>> objects_of(llvm::Function& function) {
  std::vector<AllocaInst*> objects;
  for (llvm::Instruction& each : llvm::instructions(function)) {
    auto* object = llvm::dyn_cast<AllocaInst>(&each);
    if (object == nullptr) continue;
    if (!can_be_handed_over(*object) || objects.size() == kMostObjects) return std::nullopt;
    objects.push_back(object);
  }
  return objects;
}

/// Is the target's object of the same size, and at an address that the source's may have?
bool are_alike(const AllocaInst& source, const AllocaInst& target) {
  const auto size = source.getAllocationSize(source.getDataLayout());
  return size && !size->isScalable() && size == target.getAllocationSize(target.getDataLayout()) &&
         target.getAlign() >= source.getAlign();
}

/// `alike`: the target's, of which both have the alignment.
llvm::Function* written(llvm::Function& function, const std::vector<AllocaInst*>& objects,
                        const std::vector<AllocaInst*>& alike) {
  std::vector<llvm::Type*> types(function.getFunctionType()->params().vec());
  for (const AllocaInst* object : objects) types.push_back(object->getType());
  auto* made =
      llvm::Function::Create(llvm::FunctionType::get(function.getReturnType(), types, false),
                             llvm::Function::ExternalLinkage, function.getName() + ".objects", function.getParent());
  llvm::ValueToValueMapTy copies;
  for (llvm::Argument& argument : function.args()) {
    copies[&argument] = made->getArg(argument.getArgNo());
    made->getArg(argument.getArgNo())->setName(argument.getName());
  }
  llvm::SmallVector<llvm::ReturnInst*, 4> returns;
  llvm::CloneFunctionInto(made, &function, copies, llvm::CloneFunctionChangeType::LocalChangesOnly, returns);
  for (std::size_t i = 0; i < objects.size(); ++i) {
    auto& object = *llvm::cast<AllocaInst>(static_cast<llvm::Value*>(copies[objects[i]]));
    llvm::Argument& handed = *made->getArg(static_cast<unsigned>(function.arg_size() + i));
    // No other pointer leads there.
    handed.addAttr(Attribute::NoAlias);
    handed.addAttr(Attribute::getWithAlignment(made->getContext(), alike[i]->getAlign()));
    handed.setName(object.getName());
    object.replaceAllUsesWith(&handed);
    object.eraseFromParent();
  }
  return made;
}

}  // namespace

bool has_stack_objects(const llvm::Function& function) {
  return llvm::any_of(llvm::instructions(function),
                      [](const llvm::Instruction& each) { return llvm::isa<AllocaInst>(each); });
}

std::optional<WithoutObjects> hand_over_objects(llvm::Function& source, llvm::Function& target) {
  const auto of_source = objects_of(source), of_target = objects_of(target);
  if (!of_source || !of_target || of_source->size() != of_target->size() || source.isVarArg()) return std::nullopt;
  for (std::size_t i = 0; i < of_source->size(); ++i)
    if (!are_alike(*(*of_source)[i], *(*of_target)[i])) return std::nullopt;
  WithoutObjects made{written(source, *of_source, *of_target), written(target, *of_target, *of_target)};
  // What a function promises of the memory that others see says nothing of its own objects. The target's promise stays,
  // which is asked of more then.
  made.source->removeFnAttr(Attribute::Memory);
  return made;
}

}  // namespace assay::prove
