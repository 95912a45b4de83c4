#include "services/worker/prove/rounds/stack_objects.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SetVector.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/Analysis/CaptureTracking.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/Transforms/Utils/Cloning.h>

#include <algorithm>
#include <vector>

#include "services/worker/prove/rounds/rounds.h"

namespace assay::prove {
namespace {

using llvm::AllocaInst;
using llvm::Attribute;
using llvm::Instruction;

constexpr std::size_t kMostObjects = 8;

const llvm::IntrinsicInst* marker_of_lifetime(const llvm::User& user) {
  const auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(&user);
  return call != nullptr && call->isLifetimeStartOrEnd() ? call : nullptr;
}

/// Where the function does something with the object's address, and where its lifetime is marked.
struct Uses {
  explicit Uses(const AllocaInst& object) {
    llvm::SmallSetVector<const llvm::Value*, 16> pointers;
    pointers.insert(&object);
    for (std::size_t i = 0; i < pointers.size(); ++i)
      for (const llvm::User* user : pointers[i]->users())
        if (const llvm::IntrinsicInst* marker = marker_of_lifetime(*user))
          (marker->getIntrinsicID() == llvm::Intrinsic::lifetime_start ? starts : ends).push_back(marker);
        else if (user->getType()->isPtrOrPtrVectorTy() && !llvm::isa<llvm::LoadInst, llvm::CallBase>(user))
          pointers.insert(user);
        else
          accesses.insert(llvm::cast<Instruction>(user));
  }
  llvm::SmallVector<const Instruction*, 2> starts, ends;
  llvm::SmallPtrSet<const Instruction*, 16> accesses;
};

/// May control come from behind the instruction to one of these?
template <class IsOne>
bool leads_to(const Instruction& from, const IsOne& is_one) {
  const auto is_in = [&](const llvm::BasicBlock& block) { return llvm::any_of(block, is_one); };
  if (std::any_of(std::next(from.getIterator()), from.getParent()->end(), is_one)) return true;
  llvm::SmallSetVector<const llvm::BasicBlock*, 16> reached;
  for (const llvm::BasicBlock* next : llvm::successors(from.getParent())) reached.insert(next);
  for (std::size_t i = 0; i < reached.size(); ++i) {
    if (is_in(*reached[i])) return true;
    for (const llvm::BasicBlock* next : llvm::successors(reached[i])) reached.insert(next);
  }
  return false;
}

/// Is the object never accessed before its life begins, nor after it ends, and does it live once? Then nothing tells it
/// from one that lives as long as the run: it holds undef until something is written.
bool is_alive_where_accessed(const AllocaInst& object) {
  const Uses uses(object);
  const auto is_access = [&](const Instruction& each) { return uses.accesses.contains(&each); };
  if (llvm::any_of(uses.ends, [&](const Instruction* end) { return leads_to(*end, is_access); })) return false;
  if (uses.starts.empty()) return true;
  const Instruction* start = uses.starts.front();
  if (uses.starts.size() > 1 || leads_to(*start, [&](const Instruction& each) { return &each == start; })) return false;
  const llvm::DominatorTree tree(const_cast<llvm::Function&>(*object.getFunction()));
  return llvm::all_of(uses.accesses, [&](const Instruction* each) { return tree.dominates(start, each); });
}

/// Does the object live wherever it is accessed, and does nobody but this function's accesses reach it?
bool can_be_handed_over(const AllocaInst& object) {
  return object.isStaticAlloca() && !object.isSwiftError() && object.getAddressSpace() == 0 &&
         !llvm::PointerMayBeCaptured(&object, /*ReturnCaptures=*/true) && is_alive_where_accessed(object);
}

/// In the order of the text; none at all if one can't be handed over.
std::optional<std::vector<AllocaInst*>> objects_of(llvm::Function& function) {
  std::vector<AllocaInst*> objects;
  for (Instruction& each : llvm::instructions(function)) {
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
    for (llvm::User* user : llvm::make_early_inc_range(object.users()))
      if (marker_of_lifetime(*user) != nullptr) llvm::cast<Instruction>(user)->eraseFromParent();
    object.replaceAllUsesWith(&handed);
    object.eraseFromParent();
  }
  return made;
}

}  // namespace

bool has_stack_objects(const llvm::Function& function) {
  return llvm::any_of(llvm::instructions(function),
                      [](const Instruction& each) { return llvm::isa<AllocaInst>(each); });
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
