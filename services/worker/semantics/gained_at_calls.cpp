#include "services/worker/semantics/gained_at_calls.h"

#include <llvm/Analysis/AliasAnalysis.h>
#include <llvm/Analysis/CaptureTracking.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Intrinsics.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Operator.h>

#include <algorithm>
#include <optional>
#include <vector>

#include "services/worker/semantics/convention.h"
#include "services/worker/semantics/counterparts.h"
#include "services/worker/semantics/intrinsics.h"
#include "services/worker/semantics/library_functions.h"
#include "services/worker/semantics/same_places.h"

namespace assay::semantics {
namespace {

using AttrKind = llvm::Attribute::AttrKind;
using llvm::AttributeSet;

/// What the call says, and the declaration or definition of what it calls.
llvm::AttributeList attributes_at(const llvm::CallBase& call) {
  const llvm::Function* callee = call.getCalledFunction();
  return callee == nullptr ? call.getAttributes()
                           : said_by_either(call.getContext(), call.getAttributes(), callee->getAttributes());
}

/// The source's calls that the target's may be; if its arguments have changed too much, all of the same callee.
std::vector<const llvm::CallBase*> calls_before(llvm::ArrayRef<const llvm::Function*> bodies,
                                                const llvm::CallBase& of_target, bool has_same_arguments = true) {
  std::vector<const llvm::CallBase*> same, of_callee;
  for (const llvm::Function* body : bodies)
    for (const llvm::Instruction& instruction : llvm::instructions(*body)) {
      const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
      if (call == nullptr || !may_be_of_one_callee(*call, of_target)) continue;
      of_callee.push_back(call);
      if (has_same_arguments && match(*call, of_target) != Match::No) same.push_back(call);
    }
  return same.empty() ? of_callee : same;
}

/// What the calls say, all together; nothing if there are none.
std::optional<llvm::AttributeList> attributes_of(const std::vector<const llvm::CallBase*>& calls) {
  std::optional<llvm::AttributeList> all;
  for (const llvm::CallBase* call : calls)
    all = said_by_either(call->getContext(), all.value_or(llvm::AttributeList()), attributes_at(*call));
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
  if (gains(AttrKind::NoSync) && (effects.getModRef() != llvm::ModRefInfo::NoModRef || call.isConvergent()) &&
      !source.hasFnAttribute(AttrKind::NoSync))
    return "nosync";
  for (const AttrKind kind : {AttrKind::NoCallback, AttrKind::Speculatable})
    if (gains(kind)) return llvm::Attribute::getNameFromAttrKind(kind).str();
  return gained_of_allocation(before.getFnAttrs(), after.getFnAttrs());
}

/// How the call of a function whose body is known differs from what that function takes, where no call of the source
/// differs so: bodies are run as if all callers agreed with them.
std::string gained_convention(const llvm::CallBase& call, const SaidBefore& source) {
  const std::string other = other_convention(call, *call.getCalledFunction());
  if (other.empty()) return {};
  const bool is_kept = source.any_of([&](const llvm::Instruction& each) {
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

/// Has the call a licence that none of those has which it may be? Of a call that may be none of the source's any
/// licence there is one.
bool gains_licence(const llvm::CallBase& call, const std::vector<const llvm::CallBase*>& before,
                   const SaidBefore& source) {
  if (!is_approximate(call)) return false;
  if (before.empty()) return !source.any_of([](const llvm::Instruction& each) { return is_approximate(each); });
  const auto gains = [&](bool (llvm::Instruction::*has)() const) {
    return (call.*has)() && llvm::none_of(before, [&](const llvm::CallBase* each) {
             return llvm::isa<llvm::FPMathOperator>(each) && (each->*has)();
           });
  };
  return gains(&llvm::Instruction::hasApproxFunc) || gains(&llvm::Instruction::hasAllowReciprocal) ||
         gains(&llvm::Instruction::hasAllowContract) || gains(&llvm::Instruction::hasAllowReassoc);
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
bool is_tail_before(const SaidBefore& source, const llvm::CallBase& call) {
  const auto tails = [](const std::vector<const llvm::CallBase*>& calls) {
    return llvm::count_if(calls, [](const llvm::CallBase* each) { return each->isTailCall(); });
  };
  std::vector<const llvm::CallBase*> before = calls_before(source.bodies, call);
  const auto is_sure = [&](const llvm::CallBase* each) { return match(*each, call) == Match::Yes; };
  const bool has_sure = llvm::any_of(before, is_sure);
  if (has_sure) llvm::erase_if(before, [&](const llvm::CallBase* each) { return !is_sure(each); });
  if (before.empty() || tails(before) == std::ptrdiff_t(before.size())) return !before.empty();
  std::vector<const llvm::CallBase*> after = calls_before({call.getFunction()}, call);
  if (has_sure) llvm::erase_if(after, [&](const llvm::CallBase* each) { return !is_sure(each); });
  return tails(after) <= tails(before);
}

/// A tail call promises that what it calls does not access the caller's variables, nor arguments that were passed by
/// value, nor variable ones (LangRef, call). The machines hold it to that where it gets a variable's address.
std::string gained_tail(const SaidBefore& source, const llvm::CallBase& call) {
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

/// Does a specification say what this call does, whatever its declaration says?
bool is_known(const llvm::CallBase& call, const llvm::Function& callee) {
  return callee.isIntrinsic() || (callee.isDeclaration() && called_library_function(call, callee).has_value());
}

/// Is it called as a function of which nobody knows what it computes? A machine that computes the number sees what a
/// licence permits beside it (ATTR-66).
bool stays_unknown(const llvm::CallBase& call, const llvm::Function* callee) {
  if (callee == nullptr) return true;
  if (!callee->isIntrinsic()) return callee->isDeclaration() && !is_known(call, *callee);
  const IntrinsicClass kind = note_of(callee->getIntrinsicID()).kind;
  return kind == IntrinsicClass::OfTarget || kind == IntrinsicClass::ByAttributes;
}

/// What the source's declaration of the callee says, though no call of it is there.
llvm::AttributeList declared_before(const llvm::CallBase& call, const SaidBefore& source) {
  const llvm::Function* callee = call.getCalledFunction();
  const llvm::Function* before =
      callee == nullptr ? nullptr : source.source.getParent()->getFunction(callee->getName());
  return before == nullptr ? llvm::AttributeList() : before->getAttributes();
}

/// What the target's call says, and the source's do not, of which these are the attributes: nothing if there are none.
std::string gained_over(const std::optional<llvm::AttributeList>& before, const llvm::CallBase& call,
                        const SaidBefore& source, bool FollowedBy::*machine) {
  const llvm::Function* callee = call.getCalledFunction();
  const bool has_body = callee != nullptr && !callee->isDeclaration();
  const bool is_specified = callee != nullptr && !has_body && is_known(call, *callee);
  // What a body says of itself is looked at with that body.
  const llvm::AttributeList now = has_body ? call.getAttributes() : attributes_at(call);
  std::string gained =
      gained_attribute(before ? *before : declared_before(call, source), is_specified ? call.getAttributes() : now,
                       machine, [](llvm::Attribute::AttrKind) { return false; });
  if (gained.empty() && has_body) gained = gained_of_body(before.value_or(llvm::AttributeList()), call);
  if (!gained.empty() || (!before && !is_specified)) return gained;
  if (!is_specified) return gained_at_call(*before, now, call, source.function);
  const llvm::AttributeList known = known_attributes(*callee), was = before.value_or(known);
  if (!llvm::isa<llvm::MemIntrinsic>(call) &&
      !allows(call.getAttributes().getMemoryEffects(), was.getMemoryEffects() & known.getMemoryEffects()))
    return "memory";
  return gained_at_call(said_by_either(call.getContext(), was, known), now, call, source.function);
}

/// Is each of the calls made before the next?
bool are_in_order(const std::vector<const llvm::CallBase*>& calls) {
  const llvm::DominatorTree order(const_cast<llvm::Function&>(*calls.front()->getFunction()));
  const auto is_out_of_order = [&](const auto* one, const auto* next) { return !order.dominates(one, next); };
  return std::ranges::adjacent_find(calls, is_out_of_order) == calls.end();
}

using Calls = std::vector<const llvm::CallBase*>;

/// Which of the calls is in the place of one among as many in the target, where each is made before the next. Null:
/// that is not known.
const llvm::CallBase* same_in_order(const llvm::CallBase& call, const Calls& were, const Calls& are) {
  if (were.size() < 2 || were.size() != are.size() || !are_in_order(were) || !are_in_order(are)) return nullptr;
  return were[static_cast<std::size_t>(std::ranges::find(are, &call) - are.begin())];
}

/// Which of the calls is in the place of one where the same blocks have as many of them. Null: that is not known.
const llvm::CallBase* same_in_block(const llvm::CallBase& call, const Calls& were, const Calls& are) {
  if (were.empty()) return nullptr;
  const llvm::BasicBlock* block =
      SamePlaces(*were.front()->getFunction(), *call.getFunction()).only_of(*call.getParent());
  const auto those_in = [](const Calls& calls, const llvm::BasicBlock* place) {
    Calls found;
    for (const llvm::CallBase* each : calls)
      if (each->getParent() == place) found.push_back(each);
    return found;
  };
  const Calls here = those_in(were, block), now = those_in(are, call.getParent());
  return here.size() == now.size() ? here[static_cast<std::size_t>(std::ranges::find(now, &call) - now.begin())]
                                   : nullptr;
}

/// Equal calls of what may give something else each time are told apart by their order, or by the blocks that they
/// stand in: the source's call that the target's is. Null: that is not known.
const llvm::CallBase* same_of_equal_calls(const llvm::CallBase& call, const Calls& before) {
  Calls were, are;
  for (const llvm::CallBase* each : before)
    if (match(call, *each) == Match::Yes) were.push_back(each);
  for (const llvm::Instruction& each : llvm::instructions(*call.getFunction()))
    if (match(each, call) == Match::Yes) are.push_back(llvm::cast<llvm::CallBase>(&each));
  const auto gives_the_same = [](const llvm::CallBase* each) { return each->doesNotAccessMemory(); };
  if (llvm::all_of(were, gives_the_same)) return nullptr;
  const llvm::CallBase* same = same_in_order(call, were, are);
  return same != nullptr ? same : same_in_block(call, were, are);
}

/// What the target's call says, and one of the source's does not that it surely is, unless the target has that one
/// left, or it was merged into another that said it and is made on each way to that one: then no more calls say it.
std::string gained_by_merging(const llvm::CallBase& call, const std::vector<const llvm::CallBase*>& before,
                              const SaidBefore& source, bool FollowedBy::*machine) {
  const auto gained_over_one = [&](const llvm::CallBase& after, const llvm::CallBase& one) {
    return gained_over(attributes_at(one), after, source, machine);
  };
  OnEachWay is_on_each_way(source.source);
  std::optional<const llvm::CallBase*> same;
  for (const llvm::CallBase* one : before) {
    if (match(call, *one) != Match::Yes) continue;
    const std::string gained = gained_over_one(call, *one);
    if (gained.empty()) continue;
    if (!same) same = same_of_equal_calls(call, before);
    if (*same != nullptr) return gained_over_one(call, **same);
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

/// What the target's call says, and one of the source's does not that it may be, where fewer calls than before are
/// without it, and more have it.
std::string gained_by_exchange(const llvm::CallBase& call, const std::vector<const llvm::CallBase*>& before,
                               const SaidBefore& source, bool FollowedBy::*machine) {
  const bool is_said_by_none =
      llvm::all_of(before, [&](const llvm::CallBase* one) { return one->getAttributes() == call.getAttributes(); });
  if (is_said_by_none ||
      llvm::any_of(before, [&](const llvm::CallBase* one) { return match(call, *one) == Match::Yes; }))
    return {};
  const Calls now = calls_before({call.getFunction()}, call);
  // What others see is done in the source's order.
  const auto only_reads = [](const llvm::CallBase* each) { return each->onlyReadsMemory(); };
  if (llvm::none_of(before, only_reads) && llvm::none_of(now, only_reads))
    if (const llvm::CallBase* same = same_in_order(call, before, now))
      return gained_over(attributes_at(*same), call, source, machine);
  for (const llvm::CallBase* one : before) {
    const auto gained_over_one = [&](const llvm::CallBase& each) {
      return gained_over(attributes_at(*one), each, source, machine);
    };
    const std::string gained = gained_over_one(call);
    if (gained.empty()) continue;
    const auto says_more = [&](const llvm::CallBase* each) { return !gained_over_one(*each).empty(); };
    const std::ptrdiff_t saying_it = llvm::count_if(now, says_more), said_it = llvm::count_if(before, says_more);
    if (saying_it > said_it && std::ssize(now) - saying_it < std::ssize(before) - said_it) return gained;
  }
  return {};
}

/// What the call of a function that only the target has says, and some of the source's of the same callee do not, of
/// which fewer are left: it may be one of these. Its arguments are other ones, and tell nothing.
std::string gained_in_new_body(const llvm::CallBase& call, const SaidBefore& source, bool FollowedBy::*machine) {
  for (const llvm::Function* body : source.bodies)
    for (const llvm::Instruction& instruction : llvm::instructions(*body)) {
      const auto* one = llvm::dyn_cast<llvm::CallBase>(&instruction);
      if (one == nullptr || !may_be_of_one_callee(*one, call)) continue;
      const auto gained_over_one = [&](const llvm::CallBase& each) {
        return gained_over(attributes_at(*one), each, source, machine);
      };
      const std::string gained = gained_over_one(call);
      const auto says_no_more = [&](const llvm::Instruction& each) {
        const auto* other = llvm::dyn_cast<llvm::CallBase>(&each);
        return other != nullptr && may_be_of_one_callee(*one, *other) && gained_over_one(*other).empty();
      };
      if (!gained.empty() && source.fewer_are(says_no_more)) return gained;
    }
  return {};
}

}  // namespace

std::string gained_at_calls(const SaidBefore& source, const llvm::Function& target, bool FollowedBy::*machine) {
  for (const llvm::Instruction& instruction : llvm::instructions(target)) {
    const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
    if (call == nullptr) continue;
    const std::vector<const llvm::CallBase*> before = calls_before(source.bodies, *call, source.is_by_source());
    std::string gained = gained_over(attributes_of(before), *call, source, machine);
    if (gained.empty() && !source.is_by_source()) gained = gained_in_new_body(*call, source, machine);
    if (gained.empty() && source.is_by_source()) gained = gained_by_merging(*call, before, source, machine);
    if (gained.empty() && source.is_by_source()) gained = gained_by_exchange(*call, before, source, machine);
    const llvm::Function* callee = call->getCalledFunction();
    const bool has_body = callee != nullptr && !callee->isDeclaration();
    if (gained.empty() && has_body) gained = gained_convention(*call, source);
    if (gained.empty()) gained = gained_tail(source, *call);
    if (gained.empty() && stays_unknown(*call, callee) && gains_licence(*call, before, source))
      gained = "fast-math flags";
    if (!gained.empty()) return gained;
  }
  return {};
}

}  // namespace assay::semantics
