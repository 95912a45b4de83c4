#include "services/worker/semantics/gained_promises.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/Analysis/AliasAnalysis.h>
#include <llvm/Analysis/CaptureTracking.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Intrinsics.h>
#include <llvm/IR/Metadata.h>
#include <llvm/IR/Operator.h>
#include <llvm/Support/raw_ostream.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "services/worker/ir/references.h"
#include "services/worker/semantics/convention.h"
#include "services/worker/semantics/counterparts.h"
#include "services/worker/semantics/gained_metadata.h"
#include "services/worker/semantics/kept_promises.h"
#include "services/worker/semantics/library_functions.h"
#include "services/worker/semantics/new_bodies.h"
#include "services/worker/semantics/progress.h"
#include "services/worker/semantics/recursion.h"

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

using AttrKind = llvm::Attribute::AttrKind;
using llvm::AttributeSet;

llvm::ModRefInfo access_of(const AttributeSet& argument) {
  if (argument.hasAttribute(AttrKind::ReadNone)) return llvm::ModRefInfo::NoModRef;
  // The call may say the one, and the function that is called the other.
  const bool may_write = !argument.hasAttribute(AttrKind::ReadOnly),
             may_read = !argument.hasAttribute(AttrKind::WriteOnly);
  return (may_write ? llvm::ModRefInfo::Mod : llvm::ModRefInfo::NoModRef) |
         (may_read ? llvm::ModRefInfo::Ref : llvm::ModRefInfo::NoModRef);
}

llvm::ModRefInfo only_in(llvm::ModRefInfo a, llvm::ModRefInfo b) { return a & ~b; }

bool allows(llvm::MemoryEffects allowed, llvm::MemoryEffects effects) { return (allowed | effects) == allowed; }

llvm::CaptureComponents only_in(llvm::CaptureComponents a, llvm::CaptureComponents b) { return a & ~b; }

bool promises_less_capture(llvm::CaptureInfo before, llvm::CaptureInfo after) {
  return llvm::capturesAnything(only_in(before.getOtherComponents(), after.getOtherComponents())) ||
         llvm::capturesAnything(only_in(before.getRetComponents(), after.getRetComponents()));
}

/// Licences and facts of string attributes that optimizers or the code generator take up.
constexpr llvm::StringRef kStrings[] = {"no-nans-fp-math", "no-infs-fp-math",     "no-signed-zeros-fp-math",
                                        "unsafe-fp-math",  "approx-func-fp-math", "less-precise-fpmad",
                                        "alloc-family",    "alloc-variant-zeroed"};

std::string gained_string(const AttributeSet& before, const AttributeSet& after) {
  for (const llvm::StringRef name : kStrings)
    if (after.hasAttribute(name) && after.getAttribute(name) != before.getAttribute(name) &&
        after.getAttribute(name).getValueAsString() != "false")
      return name.str();
  return {};
}

/// A volatile access may change what no pointer of the module leads to (LangRef, volatile memory accesses).
llvm::MemoryEffects effects_of_volatile_accesses(const llvm::Function& function) {
  const bool has_some =
      llvm::any_of(llvm::instructions(function), [](const llvm::Instruction& each) { return each.isVolatile(); });
  return has_some ? llvm::MemoryEffects::inaccessibleMemOnly() : llvm::MemoryEffects::none();
}

/// What only the target's function promises of itself, and whose breach by the functions that it calls, or by its
/// callers, the machines do not see.
std::string gained_by_function_attributes(const llvm::Function& source, const llvm::Function& target) {
  const auto gains = [&](AttrKind kind) { return target.hasFnAttribute(kind) && !source.hasFnAttribute(kind); };
  const llvm::MemoryEffects promised = target.getMemoryEffects();
  if (!allows(promised, source.getMemoryEffects()) &&
      !allows(promised, (effects_of_calls(target) | effects_of_volatile_accesses(target)) & source.getMemoryEffects()))
    return "memory";
  // What the function's memory(...) implies is kept with it: who only reads frees nothing.
  if (gains(AttrKind::NoFree) && !target.onlyReadsMemory() && !all_calls_have(target, AttrKind::NoFree))
    return "nofree";
  if (gains(AttrKind::NoSync) && !never_synchronizes(target)) return "nosync";
  if (gains(AttrKind::Speculatable) && !is_always_defined(target)) return "speculatable";
  for (const AttrKind kind : {AttrKind::AllocSize, AttrKind::AllocKind})
    if (gains(kind)) return llvm::Attribute::getNameFromAttrKind(kind).str();
  if (target.hasFnAttribute(AttrKind::VScaleRange) &&
      target.getFnAttribute(AttrKind::VScaleRange) != source.getFnAttribute(AttrKind::VScaleRange))
    return "vscale_range";
  return gained_string(source.getAttributes().getFnAttrs(), target.getAttributes().getFnAttrs());
}

/// Bytes that are written by volatile or atomic accesses count as uninitialized, and the write is undefined (LangRef,
/// initializes). The machines take each write for one that initializes.
bool has_writes_that_initialize_nothing(const llvm::Argument& argument) {
  return llvm::any_of(llvm::instructions(*argument.getParent()), [&](const llvm::Instruction& each) {
    if (!each.mayWriteToMemory() || !(each.isVolatile() || each.isAtomic())) return false;
    const llvm::Value* pointer = llvm::getPointerOperand(&each);
    llvm::SmallVector<const llvm::Value*, 4> objects;
    if (pointer != nullptr) llvm::getUnderlyingObjects(pointer, objects, nullptr, /*MaxLookup=*/0);
    return pointer == nullptr || llvm::any_of(objects, [&](const llvm::Value* object) {
             return object == &argument ||
                    !llvm::isa<llvm::Argument, llvm::AllocaInst, llvm::Constant>(object);  // may be based on it
           });
  });
}

/// Does the second promise to write bytes of which the first does not?
bool initializes_more(const AttributeSet& before, const AttributeSet& after) {
  if (!after.hasAttribute(AttrKind::Initializes)) return false;
  if (!before.hasAttribute(AttrKind::Initializes)) return true;
  const llvm::ArrayRef<llvm::ConstantRange> was = before.getAttribute(AttrKind::Initializes).getInitializes();
  return llvm::any_of(after.getAttribute(AttrKind::Initializes).getInitializes(), [&](const auto& range) {
    return llvm::none_of(was, [&](const auto& wider) { return wider.contains(range); });
  });
}

/// The same of an argument.
std::string gained_by_argument(const llvm::Argument& source, const llvm::Argument& target) {
  const AttributeSet before = source.getAttributes(), after = target.getAttributes();
  if (before == after) return {};
  const llvm::ModRefInfo forbidden = only_in(access_of(before), access_of(after));
  const bool gains_nofree = after.hasAttribute(AttrKind::NoFree) && !before.hasAttribute(AttrKind::NoFree);
  if (forbidden != llvm::ModRefInfo::NoModRef || gains_nofree) {
    const PointerUse use = use_by_calls(target);
    if (use.written && llvm::isModSet(forbidden))
      return use.read && llvm::isRefSet(forbidden) ? "readnone" : "readonly";
    if (use.read && llvm::isRefSet(forbidden)) return "writeonly";
    if (use.freed && gains_nofree) return "nofree";
  }
  if (initializes_more(before, after) && has_writes_that_initialize_nothing(target)) return "initializes";
  const bool captures_less = promises_less_capture(before.getCaptureInfo(), after.getCaptureInfo());
  return captures_less && !captures_at_most(target, after.getCaptureInfo()) ? "captures" : "";
}

/// The first attribute that only `after` has, whose breach the machine would not see, and of which `holds` does not say
/// that it is kept.
template <class Holds>
std::string gained_attribute(llvm::AttributeList before, llvm::AttributeList after, bool FollowedBy::*machine,
                             const Holds& holds) {
  for (unsigned index : after.indexes())
    for (llvm::Attribute attribute : after.getAttributes(index)) {
      if (attribute.isStringAttribute() || before.hasAttributeAtIndex(index, attribute.getKindAsEnum())) continue;
      const llvm::Attribute::AttrKind kind = attribute.getKindAsEnum();
      if (!(support_of(kind).followed_by.*machine) && !holds(kind))
        return llvm::Attribute::getNameFromAttrKind(kind).str();
    }
  return {};
}

/// All that either says; what both say of the memory that is accessed holds together.
llvm::AttributeList with(llvm::LLVMContext& context, llvm::AttributeList all, const llvm::AttributeList& more) {
  const llvm::MemoryEffects effects = all.getMemoryEffects() & more.getMemoryEffects();
  for (unsigned index : more.indexes())
    all = all.addAttributesAtIndex(context, index, llvm::AttrBuilder(context, more.getAttributes(index)));
  if (effects == llvm::MemoryEffects::unknown()) return all;
  return all.addFnAttribute(context, llvm::Attribute::getWithMemoryEffects(context, effects));
}

/// What the call says, and the declaration or definition of what it calls.
llvm::AttributeList attributes_at(const llvm::CallBase& call) {
  const llvm::Function* callee = call.getCalledFunction();
  return callee == nullptr ? call.getAttributes()
                           : with(call.getContext(), call.getAttributes(), callee->getAttributes());
}

/// The source's calls that the target's may be; if its arguments have changed too much, all of the same callee.
std::vector<const llvm::CallBase*> calls_before(const llvm::Function& source, const llvm::CallBase& of_target) {
  std::vector<const llvm::CallBase*> same, of_callee;
  for (const llvm::Instruction& instruction : llvm::instructions(source)) {
    const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
    if (call == nullptr || !may_be_of_one_callee(*call, of_target)) continue;
    of_callee.push_back(call);
    if (match(*call, of_target) != Match::No) same.push_back(call);
  }
  return same.empty() ? of_callee : same;
}

/// What the calls say, all together; nothing if there are none.
std::optional<llvm::AttributeList> attributes_of(const std::vector<const llvm::CallBase*>& calls) {
  std::optional<llvm::AttributeList> all;
  for (const llvm::CallBase* call : calls)
    all = with(call->getContext(), all.value_or(llvm::AttributeList()), attributes_at(*call));
  return all;
}

/// Whatever a function does with that pointer, it breaks no promise about accesses: there is nothing that it may
/// change, or read, by what the source says of its arguments. What the target says of them may be new, too.
bool is_harmless(const llvm::Value& pointer, llvm::ModRefInfo forbidden, const llvm::Function& source) {
  llvm::SmallVector<const llvm::Value*, 4> objects;
  llvm::getUnderlyingObjects(&pointer, objects);
  return llvm::all_of(objects, [&](const llvm::Value* object) {
    if (llvm::isa<llvm::ConstantPointerNull, llvm::UndefValue, llvm::Function>(object)) return true;
    if (const auto* argument = llvm::dyn_cast<llvm::Argument>(object)) {
      const unsigned number = argument->getArgNo();
      const AttributeSet said = source.getAttributes().getParamAttrs(number);
      return number < source.arg_size() && (forbidden & access_of(said)) == llvm::ModRefInfo::NoModRef;
    }
    const auto* variable = llvm::dyn_cast<llvm::GlobalVariable>(object);
    return variable != nullptr && variable->isConstant() && !llvm::isRefSet(forbidden);
  });
}

/// May it lead to an object of the function's own, of which memory(...) of the function does not speak?
bool may_be_own(const llvm::Value& pointer) {
  llvm::SmallVector<const llvm::Value*, 4> objects;
  llvm::getUnderlyingObjects(&pointer, objects);
  return llvm::any_of(objects, [](const llvm::Value* object) {
    const auto* argument = llvm::dyn_cast<llvm::Argument>(object);
    return argument == nullptr ? !llvm::isa<llvm::Constant>(object) : argument->hasPassPointeeByValueCopyAttr();
  });
}

/// Does memory(...) of the target's call, or of what it calls, forbid what the source's does not, and the function that
/// is called may do? Of accesses through arguments that lead nowhere it does not matter.
bool gains_memory(llvm::MemoryEffects before, llvm::MemoryEffects after, const llvm::CallBase& call,
                  const llvm::Function& source) {
  using Location = llvm::IRMemLocation;
  const llvm::ModRefInfo of_source = source.getMemoryEffects().getModRef();
  for (const Location location : llvm::MemoryEffects::locations()) {
    const llvm::ModRefInfo gained = only_in(before.getModRef(location), after.getModRef(location));
    if (location != Location::ArgMem && (gained & of_source) != llvm::ModRefInfo::NoModRef) return true;
  }
  const llvm::ModRefInfo gained = only_in(before.getModRef(Location::ArgMem), after.getModRef(Location::ArgMem));
  for (unsigned i = 0; i < call.arg_size() && gained != llvm::ModRefInfo::NoModRef; ++i) {
    const llvm::Value& pointer = *call.getArgOperand(i);
    if (!pointer.getType()->isPtrOrPtrVectorTy()) continue;
    llvm::ModRefInfo forbidden = gained & access_of(call.getAttributes().getParamAttrs(i));
    if (!may_be_own(pointer)) forbidden &= of_source;
    if (forbidden != llvm::ModRefInfo::NoModRef && !is_harmless(pointer, forbidden, source)) return true;
  }
  return false;
}

/// What only the target says at a call: nobody holds the function that is called to it.
std::string gained_at_call(const llvm::AttributeList& before, const llvm::AttributeList& after,
                           const llvm::CallBase& call, const llvm::Function& source) {
  if (before == after) return {};
  const llvm::MemoryEffects effects = before.getMemoryEffects() & source.getMemoryEffects();
  for (unsigned i = 0; i < call.arg_size(); ++i) {
    const AttributeSet was = before.getParamAttrs(i), is = after.getParamAttrs(i);
    if (was == is || !call.getArgOperand(i)->getType()->isPtrOrPtrVectorTy()) continue;
    const llvm::Value& pointer = *call.getArgOperand(i);
    const llvm::ModRefInfo could =
        access_of(was) & (may_be_own(pointer) ? before.getMemoryEffects() : effects).getModRef();
    const llvm::ModRefInfo forbidden = only_in(could, access_of(is));
    if (forbidden != llvm::ModRefInfo::NoModRef && !is_harmless(pointer, forbidden, source))
      return access_of(is) == llvm::ModRefInfo::NoModRef ? "readnone"
             : access_of(is) == llvm::ModRefInfo::Ref    ? "readonly"
                                                         : "writeonly";
    const auto gains = [&](AttrKind kind) { return is.hasAttribute(kind) && !was.hasAttribute(kind); };
    const bool writes = llvm::isModSet(could) && !is_harmless(pointer, llvm::ModRefInfo::Mod, source);
    if (gains(AttrKind::NoFree) && writes && !before.hasFnAttr(AttrKind::NoFree) &&
        !source.hasFnAttribute(AttrKind::NoFree))
      return "nofree";
    if (gains(AttrKind::NoAlias) && llvm::isModSet(effects.getModRef())) return "noalias";
    if (gains(AttrKind::DeadOnUnwind) && !call.doesNotThrow()) return "dead_on_unwind";
    if (initializes_more(was, is) && !llvm::isa<llvm::UndefValue>(pointer)) return "initializes";
    if (promises_less_capture(was.getCaptureInfo(), is.getCaptureInfo()) && !llvm::isa<llvm::ConstantData>(pointer))
      return "captures";
  }
  if (!llvm::isa<llvm::MemIntrinsic>(call) &&
      gains_memory(before.getMemoryEffects(), after.getMemoryEffects(), call, source))
    return "memory";
  const auto gains = [&](AttrKind kind) { return after.hasFnAttr(kind) && !before.hasFnAttr(kind); };
  if (gains(AttrKind::NoFree) && llvm::isModSet(effects.getModRef()) && !source.hasFnAttribute(AttrKind::NoFree))
    return "nofree";
  if (gains(AttrKind::NoSync) && effects.getModRef() != llvm::ModRefInfo::NoModRef &&
      !source.hasFnAttribute(AttrKind::NoSync))
    return "nosync";
  for (const AttrKind kind : {AttrKind::NoCallback, AttrKind::AllocSize, AttrKind::AllocKind, AttrKind::Speculatable})
    if (gains(kind)) return llvm::Attribute::getNameFromAttrKind(kind).str();
  return {};
}

/// How the call of a function whose body is known differs from what that function takes, where no call of the source
/// differs so: bodies are run as if all callers agreed with them.
std::string gained_convention(const llvm::CallBase& call, const llvm::Function& source) {
  const std::string other = other_convention(call, *call.getCalledFunction());
  if (other.empty()) return {};
  const bool is_kept = llvm::any_of(llvm::instructions(source), [&](const llvm::Instruction& each) {
    const auto* earlier = llvm::dyn_cast<llvm::CallBase>(&each);
    const llvm::Function* callee = earlier == nullptr ? nullptr : earlier->getCalledFunction();
    return callee != nullptr && callee->getName() == call.getCalledFunction()->getName() &&
           other_convention(*earlier, *callee) == other;
  });
  return is_kept ? "" : "convention" + other;
}

/// Licences to give another number than the function gives.
bool is_approximate(const llvm::Instruction& call) {
  return llvm::isa<llvm::FPMathOperator>(call) &&
         (call.hasApproxFunc() || call.hasAllowReciprocal() || call.hasAllowContract() || call.hasAllowReassoc());
}

/// What the specification says of a function that it knows, whatever its declaration does.
llvm::AttributeList known_attributes(const llvm::Function& callee) {
  return callee.isIntrinsic()
             ? llvm::Intrinsic::getAttributes(callee.getContext(), callee.getIntrinsicID(), callee.getFunctionType())
             : inferred_attributes(callee);
}

/// Variables of the function, and arguments passed by value, that code may reach which does not get their address as an
/// argument.
bool has_captured_variables(const llvm::Function& function) {
  const auto is_captured = [](const llvm::Value& pointer) {
    return llvm::PointerMayBeCaptured(&pointer, /*ReturnCaptures=*/false);
  };
  return llvm::any_of(function.args(),
                      [&](const llvm::Argument& each) { return each.hasByValAttr() && is_captured(each); }) ||
         llvm::any_of(llvm::instructions(function), [&](const llvm::Instruction& each) {
           return llvm::isa<llvm::AllocaInst>(each) && is_captured(each);
         });
}

/// Was it a tail call in the source? Where some of those were that it may be, no more of them are in the target.
bool is_tail_before(const llvm::Function& source, const llvm::CallBase& call) {
  const auto tails = [](const std::vector<const llvm::CallBase*>& calls) {
    return llvm::count_if(calls, [](const llvm::CallBase* each) { return each->isTailCall(); });
  };
  std::vector<const llvm::CallBase*> before = calls_before(source, call);
  const auto is_sure = [&](const llvm::CallBase* each) { return match(*each, call) == Match::Yes; };
  const bool has_sure = llvm::any_of(before, is_sure);
  if (has_sure) llvm::erase_if(before, [&](const llvm::CallBase* each) { return !is_sure(each); });
  if (before.empty() || tails(before) == std::ptrdiff_t(before.size())) return !before.empty();
  std::vector<const llvm::CallBase*> after = calls_before(*call.getFunction(), call);
  if (has_sure) llvm::erase_if(after, [&](const llvm::CallBase* each) { return !is_sure(each); });
  return tails(after) <= tails(before);
}

/// A tail call promises that what it calls does not access the caller's variables, nor arguments that were passed by
/// value, nor variable ones (LangRef, call). The machines hold it to that where it gets a variable's address.
std::string gained_tail(const llvm::Function& source, const llvm::CallBase& call) {
  const auto* tail = llvm::dyn_cast<llvm::CallInst>(&call);
  if (tail == nullptr || !tail->isTailCall() || llvm::isa<llvm::IntrinsicInst>(tail) || call.doesNotAccessMemory())
    return {};
  if (is_tail_before(source, call)) return {};
  const llvm::Function& target = *call.getFunction();
  const bool passes_value = llvm::any_of(call.args(), [](const llvm::Use& argument) {
    const auto* object = llvm::dyn_cast<llvm::Argument>(llvm::getUnderlyingObject(argument));
    return object != nullptr && object->hasByValAttr();
  });
  const bool may_access = passes_value || target.isVarArg() || has_captured_variables(target);
  return may_access ? "tail" : "";
}

/// What the body of the function called does not show, and the machines do not look for at a call of it.
std::string gained_of_body(const llvm::AttributeList& before, const llvm::CallBase& call) {
  for (unsigned i = 0; i < call.arg_size(); ++i) {
    if (!call.getAttributes().hasParamAttr(i, AttrKind::Returned) || before.hasParamAttr(i, AttrKind::Returned))
      continue;
    const llvm::Function& callee = *call.getCalledFunction();
    const auto is_it = [&](const llvm::Value& value) {
      return i < callee.arg_size() && value.stripPointerCasts() == callee.getArg(i);
    };
    if (!all_returned(callee, is_it)) return "returned";
  }
  return {};
}

/// What the source's declaration of the callee says, though no call of it is there.
llvm::AttributeList declared_before(const llvm::CallBase& call, const llvm::Function& source) {
  const llvm::Function* callee = call.getCalledFunction();
  const llvm::Function* before = callee == nullptr ? nullptr : source.getParent()->getFunction(callee->getName());
  return before == nullptr ? llvm::AttributeList() : before->getAttributes();
}

/// What the target's call says, and the source's do not, of which these are the attributes: nothing if there are none.
std::string gained_over(const std::optional<llvm::AttributeList>& before, const llvm::CallBase& call,
                        const llvm::Function& source, bool FollowedBy::*machine) {
  const llvm::Function* callee = call.getCalledFunction();
  const bool has_body = callee != nullptr && !callee->isDeclaration();
  const bool is_specified = callee != nullptr && !has_body && (callee->isIntrinsic() || is_library_function(*callee));
  // What a body says of itself is looked at with that body.
  const llvm::AttributeList now = has_body ? call.getAttributes() : attributes_at(call);
  std::string gained =
      gained_attribute(before ? *before : declared_before(call, source), is_specified ? call.getAttributes() : now,
                       machine, [](llvm::Attribute::AttrKind) { return false; });
  if (gained.empty() && has_body) gained = gained_of_body(before.value_or(llvm::AttributeList()), call);
  if (!gained.empty() || (!before && !is_specified)) return gained;
  if (!is_specified) return gained_at_call(*before, now, call, source);
  const llvm::AttributeList known = known_attributes(*callee), was = before.value_or(known);
  if (!llvm::isa<llvm::MemIntrinsic>(call) &&
      !allows(call.getAttributes().getMemoryEffects(), was.getMemoryEffects() & known.getMemoryEffects()))
    return "memory";
  return gained_at_call(with(call.getContext(), was, known), now, call, source);
}

/// What the target's call says, and one of the source's does not that it surely is, unless the target has that one
/// left, or it was merged into another that said it and is made on each way to that one: then no more calls say it.
std::string gained_by_merging(const llvm::CallBase& call, const std::vector<const llvm::CallBase*>& before,
                              const llvm::Function& source, bool FollowedBy::*machine) {
  const auto gained_over_one = [&](const llvm::CallBase& after, const llvm::CallBase& one) {
    return gained_over(attributes_at(one), after, source, machine);
  };
  OnEachWay is_on_each_way(source);
  for (const llvm::CallBase* one : before) {
    if (match(call, *one) != Match::Yes) continue;
    const std::string gained = gained_over_one(call, *one);
    if (gained.empty()) continue;
    bool is_left = false;
    std::ptrdiff_t saying_it = 0;
    for (const llvm::Instruction& each : llvm::instructions(*call.getFunction())) {
      if (match(each, *one) != Match::Yes) continue;
      const bool says_more = !gained_over_one(llvm::cast<llvm::CallBase>(each), *one).empty();
      is_left |= !says_more;
      saying_it += says_more ? 1 : 0;
    }
    const auto says_it = [&](const llvm::CallBase* other) {
      return match(*other, *one) == Match::Yes && gained_over_one(call, *other).empty();
    };
    const bool is_said_too =
        saying_it <= llvm::count_if(before, says_it) && llvm::any_of(before, [&](const llvm::CallBase* other) {
          return says_it(other) && is_on_each_way(*other, *one);
        });
    if (!is_left && !is_said_too) return gained;
  }
  return {};
}

std::string gained_at_calls(const llvm::Function& source, const llvm::Function& target, bool FollowedBy::*machine) {
  for (const llvm::Instruction& instruction : llvm::instructions(target)) {
    const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
    if (call == nullptr) continue;
    const std::vector<const llvm::CallBase*> before = calls_before(source, *call);
    std::string gained = gained_over(attributes_of(before), *call, source, machine);
    if (gained.empty()) gained = gained_by_merging(*call, before, source, machine);
    const llvm::Function* callee = call->getCalledFunction();
    const bool has_body = callee != nullptr && !callee->isDeclaration();
    const bool is_known = has_body || (callee != nullptr && (callee->isIntrinsic() || is_library_function(*callee)));
    if (gained.empty() && has_body) gained = gained_convention(*call, source);
    if (gained.empty()) gained = gained_tail(source, *call);
    if (gained.empty() && !is_known && is_approximate(*call) &&
        llvm::none_of(llvm::instructions(source), is_approximate))
      gained = "fast-math flags";
    if (!gained.empty()) return gained;
  }
  return {};
}

/// Must a loop of the target make progress, where nothing that the source may consist of says so?
bool gains_loop_that_must_progress(const llvm::Function& source, const llvm::Function& target) {
  if (!has_loop_that_must_progress(target) || source.mustProgress()) return false;
  // A function that was inlined brings its promise along.
  return llvm::none_of(*source.getParent(), [](const llvm::Function& each) {
    return !each.isDeclaration() && (each.mustProgress() || has_loop_that_must_progress(each));
  });
}

bool may_throw(const llvm::Function& function) {
  return !function.doesNotThrow() &&
         llvm::any_of(llvm::instructions(function), [](const llvm::Instruction& each) { return each.mayThrow(true); });
}

/// Promises of the function to which the machines hold nobody who calls it.
std::string gained_by_function(const llvm::Function& source, const llvm::Function& target) {
  if (target.hasRetAttribute(llvm::Attribute::NoAlias) && !source.hasRetAttribute(llvm::Attribute::NoAlias) &&
      !all_returned(target, is_new_object))
    return "noalias of the result";
  const auto no_poison = llvm::Attribute::NoCreateUndefOrPoison;
  if (target.hasFnAttribute(no_poison) && !source.hasFnAttribute(no_poison) && !target.getReturnType()->isVoidTy())
    return "nocreateundeforpoison";
  for (unsigned i = 0; i < std::min(source.arg_size(), target.arg_size()); ++i) {
    const auto gains = [&](llvm::Attribute::AttrKind kind) {
      return target.hasParamAttribute(i, kind) && !source.hasParamAttribute(i, kind);
    };
    if (gains(llvm::Attribute::NoAlias) && may_write(target)) return "noalias";
    if (gains(llvm::Attribute::DeadOnReturn) && may_write(target)) return "dead_on_return";
    if (gains(llvm::Attribute::DeadOnUnwind) && may_write(target) && may_throw(target)) return "dead_on_unwind";
    const llvm::Argument* argument = target.getArg(i);
    const auto is_it = [&](const llvm::Value& value) { return value.stripPointerCasts() == argument; };
    if (gains(llvm::Attribute::Returned) && !all_returned(target, is_it)) return "returned";
  }
  return {};
}

/// The constant addresses with `inrange` among a function's operands, as they are written: what is loaded through them
/// stays in that range, or is undefined.
std::set<std::string> addresses_in_range(llvm::ArrayRef<const llvm::Function*> functions) {
  std::vector<std::string> texts;
  llvm::SmallPtrSet<const llvm::Constant*, 16> seen;
  const auto visit = [&](const llvm::Constant& constant, const auto& again) -> void {
    if (llvm::isa<llvm::GlobalValue>(constant) || !seen.insert(&constant).second) return;
    if (const auto* address = llvm::dyn_cast<llvm::GEPOperator>(&constant); address != nullptr && address->getInRange())
      llvm::raw_string_ostream(texts.emplace_back()) << constant;
    for (const llvm::Use& part : constant.operands())
      if (const auto* inner = llvm::dyn_cast<llvm::Constant>(part.get())) again(*inner, again);
  };
  for (const llvm::Function* function : functions)
    for (const llvm::Instruction& each : llvm::instructions(*function))
      for (const llvm::Use& operand : each.operands())
        if (const auto* constant = llvm::dyn_cast<llvm::Constant>(operand.get())) visit(*constant, visit);
  return {texts.begin(), texts.end()};
}

bool gains_range_of_address(const llvm::Function& source, const llvm::Function& target) {
  const std::set<std::string> after = addresses_in_range({&target});
  if (after.empty()) return false;
  const std::set<std::string> before = addresses_in_range(ir::bodies_needed_by(source));
  return !std::ranges::includes(before, after);
}

bool has_parallel_loop(const llvm::Function& function) {
  return llvm::any_of(function, [](const llvm::BasicBlock& block) {
    llvm::MDNode* loop = block.getTerminator()->getMetadata(llvm::LLVMContext::MD_loop);
    return loop != nullptr && llvm::findOptionMDForLoopID(loop, "llvm.loop.parallel_accesses") != nullptr;
  });
}

}  // namespace

bool gains_parallel_loop(const llvm::Function& source, const llvm::Function& target) {
  return has_parallel_loop(target) && !has_parallel_loop(source);
}

/// The same of the function itself, whatever the functions say that it calls.
static std::string gained_by_itself(const llvm::Function& source, const llvm::Function& target,
                                    bool FollowedBy::*machine) {
  if (std::string gained = gained_by_function(source, target); !gained.empty()) return gained;
  if (std::string gained = gained_by_function_attributes(source, target); !gained.empty()) return gained;
  for (unsigned i = 0; i < std::min(source.arg_size(), target.arg_size()); ++i)
    if (std::string gained = gained_by_argument(*source.getArg(i), *target.getArg(i)); !gained.empty()) return gained;
  const auto holds = [&](llvm::Attribute::AttrKind kind) {
    if (kind == llvm::Attribute::NoRecurse) return never_recurses(target, *source.getParent());
    return kind == llvm::Attribute::MustProgress && keeps_mustprogress(target, *source.getParent());
  };
  std::string gained = gained_attribute(source.getAttributes(), target.getAttributes(), machine, holds);
  if (gained.empty()) gained = gained_at_calls(source, target, machine);
  if (gained.empty() && machine == &FollowedBy::solver && gains_loop_that_must_progress(source, target))
    gained = "llvm.loop.mustprogress";
  if (gained.empty() && gains_range_of_address(source, target)) gained = "inrange";
  return gained.empty() ? gained_metadata(source, target, machine) : gained;
}

/// The same of a function that only the target has, by its own text and over all that the source's bodies promise.
static std::string gained_by_new_body(const llvm::Function& source, const llvm::Function& body,
                                      bool FollowedBy::*machine) {
  const std::unique_ptr<llvm::Module> said = promised_before(source, body);
  const llvm::Function& before = *said->getFunction(body.getName());
  if (std::string gained = gained_by_function(before, body); !gained.empty()) return gained;
  if (std::string gained = gained_by_function_attributes(before, body); !gained.empty()) return gained;
  for (unsigned i = 0; i < body.arg_size(); ++i)
    if (std::string gained = gained_by_argument(*before.getArg(i), *body.getArg(i)); !gained.empty()) return gained;
  return gained_attribute(before.getAttributes(), body.getAttributes(), machine, [&](llvm::Attribute::AttrKind kind) {
    if (kind == llvm::Attribute::NoRecurse) return never_recurses(body, *source.getParent());
    return kind == llvm::Attribute::MustProgress && keeps_mustprogress(body, *source.getParent());
  });
}

std::string unchecked_gain(const llvm::Function& source, const llvm::Function& target, bool FollowedBy::*machine) {
  if (std::string gained = gained_by_itself(source, target, machine); !gained.empty()) return gained;
  for (const auto& [before, after] : ir::inner_functions(source, target))
    if (const std::string gained = gained_by_itself(*before, *after, machine); !gained.empty())
      return gained + " of @" + after->getName().str();
  for (const llvm::Function* body : new_bodies(source, target))
    if (const std::string gained = gained_by_new_body(source, *body, machine); !gained.empty())
      return gained + " of @" + body->getName().str();
  return {};
}

}  // namespace assay::semantics
