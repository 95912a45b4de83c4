#include "services/worker/ir/references.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Metadata.h>

#include "services/worker/ir/ir.h"
#include "services/worker/ir/pairs.h"

namespace assay::ir {
namespace {

void collect_globals(const llvm::Constant* constant, std::set<const llvm::Constant*>& seen,
                     std::set<const llvm::GlobalValue*>& globals) {
  if (!seen.insert(constant).second) return;
  if (const auto* global = llvm::dyn_cast<llvm::GlobalValue>(constant)) globals.insert(global);
  if (const auto* address = llvm::dyn_cast<llvm::BlockAddress>(constant)) globals.insert(address->getFunction());
  for (const llvm::Use& use : constant->operands())
    if (const auto* operand = llvm::dyn_cast<llvm::Constant>(use)) collect_globals(operand, seen, globals);
}

}  // namespace

std::vector<const llvm::Constant*> constants_in_metadata(const llvm::Function& function) {
  std::vector<const llvm::Constant*> found;
  const auto look = [&](const auto& holder) {
    llvm::SmallVector<std::pair<unsigned, llvm::MDNode*>, 4> attached;
    holder.getAllMetadata(attached);
    for (const auto& [kind, node] : attached)
      for (const llvm::MDOperand& operand : node->operands())
        if (const auto* value = llvm::dyn_cast_or_null<llvm::ConstantAsMetadata>(operand.get()))
          found.push_back(value->getValue());
  };
  look(function);
  for (const llvm::Instruction& instruction : llvm::instructions(function)) look(instruction);
  return found;
}

std::set<const llvm::GlobalValue*> globals_needed_by(const llvm::GlobalValue& root, bool with_callees) {
  std::set<const llvm::GlobalValue*> globals;
  std::set<const llvm::Constant*> seen;
  std::set<const llvm::Function*> done;
  std::vector<const llvm::Function*> work;
  const auto reach = [&](const llvm::Value* value) {
    if (const auto* constant = llvm::dyn_cast<llvm::Constant>(value)) collect_globals(constant, seen, globals);
  };
  const auto enter_callees = [&] {
    if (!with_callees) return;
    for (const llvm::GlobalValue* global : globals)
      if (const auto* callee = llvm::dyn_cast<llvm::Function>(global); callee && !callee->isDeclaration())
        work.push_back(callee);
  };
  for (const llvm::Use& use : root.operands()) reach(use);
  enter_callees();
  if (const auto* function = llvm::dyn_cast<llvm::Function>(&root)) work.push_back(function);
  while (!work.empty()) {
    const llvm::Function* function = work.back();
    work.pop_back();
    if (!done.insert(function).second) continue;
    for (const llvm::Use& use : function->operands()) reach(use);
    for (const llvm::Instruction& instruction : llvm::instructions(*function))
      for (const llvm::Use& use : instruction.operands()) reach(use);
    for (const llvm::Constant* constant : constants_in_metadata(*function)) reach(constant);
    enter_callees();
  }
  return globals;
}

std::vector<const llvm::Function*> bodies_needed_by(const llvm::Function& function) {
  std::vector<const llvm::Function*> bodies{&function};
  for (const llvm::GlobalValue* global : globals_needed_by(function, true))
    if (const auto* body = llvm::dyn_cast<llvm::Function>(global); body && body != &function && !body->isDeclaration())
      bodies.push_back(body);
  return bodies;
}

namespace {

/// What is local to the module and has the name of what the other function names, or may enter.
std::vector<const llvm::GlobalValue*> locals_named_by(const llvm::Function& other, const llvm::Module& module) {
  std::vector<const llvm::GlobalValue*> found;
  for (const llvm::GlobalValue* needed : globals_needed_by(other, true)) {
    const llvm::GlobalValue* here = needed->getParent() == &module ? needed
                                    : needed->hasName()            ? module.getNamedValue(needed->getName())
                                                                   : nullptr;
    if (here != nullptr && here->hasLocalLinkage()) found.push_back(here);
  }
  return found;
}

}  // namespace

bool stands_for(const llvm::Function& own, const llvm::Function& other) {
  return own.getParent() == other.getParent() && &own != &other &&
         llvm::all_of(other.users(), [&](const llvm::User* user) {
           const auto* instruction = llvm::dyn_cast<llvm::Instruction>(user);
           return instruction != nullptr && instruction->getFunction() == &other;
         });
}

std::set<const llvm::Function*> bodies_concerning(const llvm::Function& function, const llvm::Function& other) {
  std::set<const llvm::Function*> bodies;
  std::set<const llvm::Value*> seen;
  std::vector<const llvm::Function*> work{&function};
  // Users of what is local: instructions' functions, and variables and aliases that hold its address, with theirs.
  const auto visit_users = [&](const llvm::Value* of, auto& self) -> void {
    if (!seen.insert(of).second) return;
    for (const llvm::User* user : of->users())
      if (const auto* instruction = llvm::dyn_cast<llvm::Instruction>(user))
        work.push_back(instruction->getFunction());
      else if (const auto* body = llvm::dyn_cast<llvm::Function>(user))
        work.push_back(body);
      else
        self(user, self);
  };
  for (const llvm::GlobalValue* named : locals_named_by(other, *function.getParent())) visit_users(named, visit_users);
  const bool leaves_out = stands_for(function, other);
  while (!work.empty()) {
    const llvm::Function* each = work.back();
    work.pop_back();
    if (each->isDeclaration() || (leaves_out && each == &other) || !bodies.insert(each).second) continue;
    for (const llvm::GlobalValue* needed : globals_needed_by(*each, false)) {
      if (const auto* callee = llvm::dyn_cast<llvm::Function>(needed)) work.push_back(callee);
      if (needed->hasLocalLinkage()) visit_users(needed, visit_users);
    }
    if (each->hasLocalLinkage()) visit_users(each, visit_users);
  }
  return bodies;
}

std::vector<std::pair<const llvm::Function*, const llvm::Function*>> inner_functions(const llvm::Function& source,
                                                                                     const llvm::Function& target) {
  std::vector<std::pair<const llvm::Function*, const llvm::Function*>> found;
  if (source.getParent() == target.getParent()) return found;
  for (const llvm::Function* after : bodies_needed_by(target)) {
    const llvm::Function* before = source.getParent()->getFunction(after->getName());
    if (after == &target || !after->hasLocalLinkage() || before == nullptr || before == &source) continue;
    if (!before->isDeclaration() && same_type(before->getFunctionType(), after->getFunctionType()))
      found.emplace_back(before, after);
  }
  return found;
}

static bool is_named_by_operands(const llvm::Constant& constant) {
  return llvm::all_of(constant.uses(), [](const llvm::Use& use) {
    if (const auto* call = llvm::dyn_cast<llvm::CallBase>(use.getUser())) return !call->isCallee(&use);
    if (llvm::isa<llvm::Instruction>(use.getUser())) return true;
    return llvm::isa<llvm::ConstantExpr>(use.getUser()) &&
           is_named_by_operands(*llvm::cast<llvm::Constant>(use.getUser()));
  });
}

bool is_operand_only(const llvm::GlobalValue& global) { return is_named_by_operands(global); }

}  // namespace assay::ir
