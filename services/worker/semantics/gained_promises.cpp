#include "services/worker/semantics/gained_promises.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/Analysis/AliasAnalysis.h>
#include <llvm/Analysis/CFG.h>
#include <llvm/Analysis/CaptureTracking.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Intrinsics.h>
#include <llvm/IR/Metadata.h>

namespace assay::semantics {
namespace {

/// Do all values that the function returns meet the condition?
template <typename Condition>
bool all_returned(const llvm::Function& function, Condition&& condition) {
  return llvm::all_of(llvm::instructions(function), [&](const llvm::Instruction& each) {
    const auto* end = llvm::dyn_cast<llvm::ReturnInst>(&each);
    return end == nullptr || condition(*end->getReturnValue());
  });
}

/// A new object that nobody but the caller has a pointer to, or none at all.
bool is_new_object(const llvm::Value& pointer) {
  llvm::SmallVector<const llvm::Value*, 4> objects;
  llvm::getUnderlyingObjects(&pointer, objects);
  return llvm::all_of(objects, [](const llvm::Value* object) {
    return llvm::isa<llvm::ConstantPointerNull, llvm::UndefValue>(object) ||
           (llvm::isNoAliasCall(object) && !llvm::PointerMayBeCaptured(object, /*ReturnCaptures=*/false));
  });
}

/// noalias counts only where memory is modified (LangRef).
bool may_write(const llvm::Function& function) {
  return llvm::any_of(llvm::instructions(function),
                      [](const llvm::Instruction& each) { return each.mayWriteToMemory(); });
}

/// Nothing that the function calls recurses, and it does not call itself.
bool calls_only_nonrecursive(const llvm::Function& function) {
  return llvm::all_of(llvm::instructions(function), [&](const llvm::Instruction& instruction) {
    const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
    if (call == nullptr || call->getIntrinsicID() != llvm::Intrinsic::not_intrinsic) return true;
    const llvm::Function* callee = call->getCalledFunction();
    return callee != nullptr && callee != &function && callee->doesNotRecurse();
  });
}

/// A function without loops ends wherever the functions that it calls do.
bool is_straight(const llvm::Function& function) {
  llvm::SmallVector<std::pair<const llvm::BasicBlock*, const llvm::BasicBlock*>, 8> edges;
  llvm::FindFunctionBackedges(function, edges);
  return edges.empty();
}

/// The first attribute that only `after` has, whose breach the machine would not see, and of which `holds` does not say that
/// it is kept.
template <class Holds>
std::string gained_attribute(llvm::AttributeList before, llvm::AttributeList after, bool FollowedBy::*machine,
                             const Holds& holds) {
  for (unsigned index : after.indexes())
    for (llvm::Attribute attribute : after.getAttributes(index)) {
      if (attribute.isStringAttribute() || before.hasAttributeAtIndex(index, attribute.getKindAsEnum())) continue;
      const llvm::Attribute::AttrKind kind = attribute.getKindAsEnum();
      if (!(support_of(kind).followed_by.*machine) && !holds(kind)) return llvm::Attribute::getNameFromAttrKind(kind).str();
    }
  return {};
}

/// What the source's calls of that name say, all together.
llvm::AttributeList attributes_of_calls(const llvm::Function& source, llvm::StringRef callee) {
  llvm::AttributeList all;
  for (const llvm::Instruction& instruction : llvm::instructions(source)) {
    const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
    if (call == nullptr || call->getCalledOperand()->getName() != callee) continue;
    for (unsigned index : call->getAttributes().indexes())
      all = all.addAttributesAtIndex(source.getContext(), index,
                                     llvm::AttrBuilder(source.getContext(), call->getAttributes().getAttributes(index)));
  }
  return all;
}

/// Do the nodes say the same? Distinct nodes of two modules do if they are of the same shape.
bool say_the_same(const llvm::Metadata* a, const llvm::Metadata* b,
                  llvm::DenseMap<const llvm::Metadata*, const llvm::Metadata*>& assumed) {
  if (a == b) return true;
  const auto* first = llvm::dyn_cast_or_null<llvm::MDNode>(a);
  const auto* second = llvm::dyn_cast_or_null<llvm::MDNode>(b);
  if (first == nullptr || second == nullptr || first->getNumOperands() != second->getNumOperands()) return false;
  const auto [known, is_new] = assumed.try_emplace(a, b);
  if (!is_new) return known->second == b;
  for (unsigned i = 0; i < first->getNumOperands(); ++i)
    if (!say_the_same(first->getOperand(i), second->getOperand(i), assumed)) return false;
  return true;
}

bool has_node(const MetadataNodes& nodes, unsigned kind, const llvm::MDNode* node) {
  return llvm::any_of(nodes, [&](const auto& known) {
    llvm::DenseMap<const llvm::Metadata*, const llvm::Metadata*> assumed;
    return known.first == kind && say_the_same(known.second, node, assumed);
  });
}

std::string gained_metadata(const llvm::Function& source, const llvm::Function& target, bool FollowedBy::*machine) {
  MetadataNodes known;
  for (const llvm::Instruction& instruction : llvm::instructions(source))
    llvm::append_range(known, metadata_beyond(machine, instruction));
  for (const llvm::Instruction& instruction : llvm::instructions(target))
    for (const auto& [kind, node] : metadata_beyond(machine, instruction)) {
      if (has_node(known, kind, node)) continue;
      llvm::SmallVector<llvm::StringRef, 64> kinds;
      target.getContext().getMDKindNames(kinds);
      return "!" + kinds[kind].str();
    }
  return {};
}

/// Promises of the function to which the machines hold nobody who calls it.
std::string gained_by_function(const llvm::Function& source, const llvm::Function& target) {
  if (target.hasRetAttribute(llvm::Attribute::NoAlias) && !source.hasRetAttribute(llvm::Attribute::NoAlias) &&
      !all_returned(target, is_new_object))
    return "noalias of the result";
  for (unsigned i = 0; i < std::min(source.arg_size(), target.arg_size()); ++i) {
    const auto gains = [&](llvm::Attribute::AttrKind kind) {
      return target.hasParamAttribute(i, kind) && !source.hasParamAttribute(i, kind);
    };
    if (gains(llvm::Attribute::NoAlias) && may_write(target)) return "noalias";
    if (gains(llvm::Attribute::DeadOnReturn) && may_write(target)) return "dead_on_return";
    const llvm::Argument* argument = target.getArg(i);
    const auto is_it = [&](const llvm::Value& value) { return value.stripPointerCasts() == argument; };
    if (gains(llvm::Attribute::Returned) && !all_returned(target, is_it)) return "returned";
  }
  return {};
}

}  // namespace

std::string unchecked_gain(const llvm::Function& source, const llvm::Function& target, bool FollowedBy::*machine) {
  if (std::string gained = gained_by_function(source, target); !gained.empty()) return gained;
  const auto holds = [&](llvm::Attribute::AttrKind kind) {
    if (kind == llvm::Attribute::NoRecurse) return calls_only_nonrecursive(target);
    return kind == llvm::Attribute::MustProgress && is_straight(target);
  };
  std::string gained = gained_attribute(source.getAttributes(), target.getAttributes(), machine, holds);
  for (const llvm::Instruction& instruction : llvm::instructions(target)) {
    if (!gained.empty()) return gained;
    const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
    if (call == nullptr || call->getAttributes().isEmpty()) continue;
    const llvm::AttributeList before = attributes_of_calls(source, call->getCalledOperand()->getName());
    gained = gained_attribute(before, call->getAttributes(), machine, [](llvm::Attribute::AttrKind) { return false; });
  }
  return gained.empty() ? gained_metadata(source, target, machine) : gained;
}

}  // namespace assay::semantics
