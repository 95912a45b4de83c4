#include "services/worker/semantics/new_bodies.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/Analysis/CaptureTracking.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Attributes.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>

#include <algorithm>
#include <optional>

#include "services/worker/ir/ir.h"
#include "services/worker/ir/references.h"
#include "services/worker/ir/steps_to_object.h"
#include "services/worker/semantics/counterparts.h"

namespace assay::semantics {
namespace {

using llvm::Attribute;
using llvm::AttributeList;
using llvm::AttributeSet;
using llvm::CallBase;
using llvm::MemoryEffects;
using Bodies = std::vector<const llvm::Function*>;

/// The function of the source that has the body's name and type; null: the body is new.
const llvm::Function* namesake(const llvm::Module& source, const llvm::Function& body) {
  const llvm::Function* before = source.getFunction(body.getName());
  const bool is_same =
      before != nullptr && !before->isDeclaration() && ir::same_type(before->getFunctionType(), body.getFunctionType());
  return is_same ? before : nullptr;
}

std::vector<const CallBase*> calls_of(const llvm::Function& callee, const Bodies& bodies) {
  std::vector<const CallBase*> calls;
  for (const llvm::Function* body : bodies)
    for (const llvm::Instruction& each : llvm::instructions(*body))
      if (const auto* call = llvm::dyn_cast<CallBase>(&each); call != nullptr && call->getCalledFunction() == &callee)
        calls.push_back(call);
  return calls;
}

/// In how many places do instructions name a function of that name?
std::ptrdiff_t count_names_of(llvm::StringRef name, const Bodies& bodies) {
  std::ptrdiff_t count = 0;
  for (const llvm::Function* body : bodies)
    for (const llvm::Instruction& each : llvm::instructions(*body))
      count += llvm::count_if(each.operands(), [&](const llvm::Use& operand) {
        return llvm::isa<llvm::Function>(operand.get()) && operand->getName() == name;
      });
  return count;
}

/// What is promised in all cases that were added.
class Common {
 public:
  explicit Common(llvm::LLVMContext& context) : context_(context) {}

  void add(const AttributeList& said) {
    if (!all_) {
      all_ = said;
      return;
    }
    AttributeList both;
    for (const unsigned index : said.indexes())
      for (const Attribute each : said.getAttributes(index))
        if (has(*all_, index, each)) both = both.addAttributeAtIndex(context_, index, each);
    const MemoryEffects effects = all_->getMemoryEffects() | said.getMemoryEffects();
    all_ = both.removeFnAttribute(context_, Attribute::Memory)
               .addFnAttribute(context_, Attribute::getWithMemoryEffects(context_, effects));
  }
  AttributeList get() const { return all_.value_or(AttributeList()); }

 private:
  static bool has(const AttributeList& list, unsigned index, Attribute attribute) {
    const AttributeSet set = list.getAttributes(index);
    return attribute.isStringAttribute() ? set.getAttribute(attribute.getKindAsString()) == attribute
                                         : set.getAttribute(attribute.getKindAsEnum()) == attribute;
  }

  llvm::LLVMContext& context_;
  std::optional<AttributeList> all_;
};

/// What a new body is held to because of those who call it, or because of what it was made of.
class Origins {
 public:
  Origins(const llvm::Function& source, const llvm::Function& target)
      : source_(source),
        target_(target),
        context_(source.getContext()),
        before_(ir::bodies_needed_by(source)),
        after_(ir::bodies_needed_by(target)) {}

  /// What all its callers promised: what a function does not do, no part of it does. Callers on a way in a circle add
  /// nothing to it.
  AttributeList inherited(const llvm::Function& body) {
    if (!body.hasLocalLinkage() || body.hasAddressTaken()) return {};
    being_asked_.insert(&body);
    Common common(context_);
    for (const CallBase* call : calls_of(body, after_))
      if (!being_asked_.contains(call->getFunction())) common.add(inherited_at(*call));
    being_asked_.erase(&body);
    return common.get();
  }

  /// The attributes of the functions of which the body may have been made, for its arguments.
  std::vector<AttributeList> of_origins(const llvm::Function& body) const {
    std::vector<AttributeList> found;
    for (const llvm::Function* each : before_)
      if (may_be_made_of(body, *each)) found.push_back(said_by_origin(body, *each));
    const llvm::Function* declared = source_.getParent()->getFunction(body.getName());
    if (declared != nullptr && declared->isDeclaration() &&
        ir::same_type(declared->getFunctionType(), body.getFunctionType()))
      found.push_back(declared->getAttributes());
    return found;
  }

 private:
  AttributeList said_of(const llvm::Function& caller) {
    if (&caller == &target_) return source_.getAttributes();
    const llvm::Function* before = namesake(*source_.getParent(), caller);
    return before != nullptr ? before->getAttributes() : inherited(caller);
  }

  /// May it be left in memory before the call, or reach the called function as another argument, too?
  static bool is_passed_twice(const llvm::Argument& argument, const CallBase& call) {
    const auto is_based_on_it = [&](const llvm::Use& operand) {
      if (!operand->getType()->isPtrOrPtrVectorTy()) return false;
      llvm::SmallVector<const llvm::Value*, 4> objects;
      llvm::getUnderlyingObjects(operand.get(), objects, nullptr, ir::kStepsToObject);
      return llvm::any_of(objects, [&](const llvm::Value* object) {
        return object == &argument || !llvm::isa<llvm::Argument, llvm::Constant, llvm::AllocaInst>(object);
      });
    };
    if (llvm::count_if(call.args(), is_based_on_it) != 1) return true;
    const llvm::DominatorTree order(const_cast<llvm::Function&>(*call.getFunction()));
    return llvm::PointerMayBeCapturedBefore(&argument, /*ReturnCaptures=*/false, &call, &order);
  }

  /// Of an argument that is passed on. What may be left of it, or is read of it, at the end of a part is not said.
  AttributeSet passed_on(const AttributeSet& said, const llvm::Argument& argument, const CallBase& call) const {
    AttributeSet kept;
    for (const auto kind : {Attribute::ReadNone, Attribute::ReadOnly, Attribute::WriteOnly, Attribute::NoFree})
      if (said.hasAttribute(kind)) kept = kept.addAttribute(context_, kind);
    for (const auto kind : {Attribute::ByRef, Attribute::InAlloca, Attribute::Preallocated})
      if (said.hasAttribute(kind))
        kept = kept.addAttributes(context_, AttributeSet::get(context_, llvm::ArrayRef(said.getAttribute(kind))));
    if (said.hasAttribute(Attribute::NoAlias) && !is_passed_twice(argument, call))
      kept = kept.addAttribute(context_, Attribute::NoAlias);
    return kept;
  }

  AttributeList inherited_at(const CallBase& call) {
    const AttributeList said = said_of(*call.getFunction());
    llvm::AttrBuilder of_function(context_);
    for (const Attribute each : said.getFnAttrs())
      if (each.isStringAttribute() || each.hasAttribute(Attribute::NoFree) || each.hasAttribute(Attribute::NoSync) ||
          each.hasAttribute(Attribute::NoRecurse) || each.hasAttribute(Attribute::VScaleRange) ||
          (each.hasAttribute(Attribute::MustProgress) && all_must_progress()))
        of_function.addAttribute(each);
    AttributeList list = AttributeList().addFnAttributes(context_, of_function);
    bool has_others = false;
    for (unsigned i = 0; i < call.arg_size(); ++i) {
      if (!call.getArgOperand(i)->getType()->isPtrOrPtrVectorTy()) continue;
      const auto* argument = llvm::dyn_cast<llvm::Argument>(call.getArgOperand(i)->stripPointerCasts());
      has_others |= argument == nullptr;
      if (argument == nullptr) continue;
      const AttributeSet kept = passed_on(said.getParamAttrs(argument->getArgNo()), *argument, call);
      list = list.addParamAttributes(context_, i, llvm::AttrBuilder(context_, kept));
    }
    // What is an argument of the caller may be anything here, and its own variables are arguments.
    MemoryEffects effects = said.getMemoryEffects();
    const llvm::ModRefInfo of_pointers =
        effects.getModRef(llvm::IRMemLocation::ArgMem) | effects.getModRef(llvm::IRMemLocation::Other);
    effects |= MemoryEffects(llvm::IRMemLocation::Other, of_pointers) |
               MemoryEffects(llvm::IRMemLocation::ArgMem, has_others ? llvm::ModRefInfo::ModRef : of_pointers);
    return list.addFnAttribute(context_, Attribute::getWithMemoryEffects(context_, effects));
  }

  /// mustprogress says nothing of functions that are called: all that may stay somewhere must say it.
  bool all_must_progress() const {
    return llvm::all_of(before_,
                        [](const llvm::Function* each) { return each->mustProgress() || !ir::has_cycle(*each); });
  }

  /// Does the target do nothing but call the body, and return what that gives?
  bool is_all_of_target(const llvm::Function& body) const {
    return target_.size() == 1 && llvm::all_of(target_.front(), [&](const llvm::Instruction& each) {
             const auto* call = llvm::dyn_cast<CallBase>(&each);
             return call == nullptr ? !each.mayReadOrWriteMemory() : call->getCalledFunction() == &body;
           });
  }

  bool may_be_made_of(const llvm::Function& body, const llvm::Function& origin) const {
    if (&origin == &source_ && is_all_of_target(body)) return does_all_of(origin, body);
    const bool is_renamed = origin.getName() != body.getName();
    if (is_renamed && count_names_of(origin.getName(), before_) <= count_names_of(origin.getName(), after_))
      return false;
    return does_all_of(origin, body);
  }

  /// Does the origin, with what is inlined there, have something like each access and call of the body?
  static bool does_all_of(const llvm::Function& origin, const llvm::Function& body) {
    const Bodies parts = ir::bodies_needed_by(origin);
    const auto is_alike = [](const llvm::Instruction& a, const llvm::Instruction& b) {
      const auto *call = llvm::dyn_cast<CallBase>(&a), *other = llvm::dyn_cast<CallBase>(&b);
      if (call != nullptr && other != nullptr)
        return may_be_of_one_callee(*call, *other) || (call->isIndirectCall() && other->isIndirectCall());
      return a.getOpcode() == b.getOpcode() && a.isVolatile() == b.isVolatile() && a.isAtomic() == b.isAtomic();
    };
    return llvm::all_of(llvm::instructions(body), [&](const llvm::Instruction& each) {
      const auto* call = llvm::dyn_cast<CallBase>(&each);
      const bool has_body =
          call != nullptr && call->getCalledFunction() != nullptr && !call->getCalledFunction()->isDeclaration();
      if (has_body || llvm::isa<llvm::IntrinsicInst>(each)) return true;  // that is looked at as well, or is known
      if (call == nullptr && !each.mayReadOrWriteMemory()) return true;
      return llvm::any_of(parts, [&](const llvm::Function* part) {
        return llvm::any_of(llvm::instructions(*part), [&](const auto& other) { return is_alike(each, other); });
      });
    });
  }

  /// What the origin was given in the place of these operands, in their order.
  using Operands = std::vector<const llvm::Value*>;

  /// The number of the origin's argument that each argument of the body stands for.
  static std::vector<std::optional<unsigned>> places_of(const Operands& given, const Operands& before) {
    std::vector<std::optional<unsigned>> places(given.size());
    unsigned next = 0;
    for (std::size_t i = 0; i < given.size(); ++i) {
      Match best = Match::No;
      const auto try_it = [&](unsigned number) {
        const Match how =
            before[number]->getType() == given[i]->getType() ? match_operand(*before[number], *given[i]) : Match::No;
        if (how > best) best = how, places[i] = number;
      };
      for (unsigned number = next; number < before.size(); ++number) try_it(number);
      for (unsigned number = 0; number < next && number < before.size(); ++number) try_it(number);
      if (places[i]) next = *places[i] + 1;
    }
    return places;
  }

  static Operands operands_of(const CallBase& call) { return {call.arg_begin(), call.arg_end()}; }

  /// Of the calls of the origin those arguments count that are most like what the body is given.
  std::vector<std::optional<unsigned>> places_at(const CallBase& call, const llvm::Function& origin) const {
    std::vector<Operands> given_before;
    if (&origin == &source_) {
      Operands arguments;
      for (const llvm::Argument& each : source_.args()) arguments.push_back(&each);
      given_before.push_back(arguments);
    }
    for (const CallBase* each : calls_of(origin, before_)) given_before.push_back(operands_of(*each));
    std::vector<std::optional<unsigned>> best(call.arg_size());
    std::ptrdiff_t most = -1;
    const Operands given = operands_of(call);
    for (const Operands& before : given_before) {
      const auto places = places_of(given, before);
      std::ptrdiff_t sure = 0;
      for (std::size_t i = 0; i < places.size(); ++i)
        sure += places[i] && match_operand(*before[*places[i]], *given[i]) == Match::Yes ? 1 : 0;
      if (sure > most) most = sure, best = places;
    }
    return best;
  }

  AttributeList said_by_origin(const llvm::Function& body, const llvm::Function& origin) const {
    const AttributeList said = origin.getAttributes();
    AttributeList of_function =
        AttributeList().addFnAttributes(context_, llvm::AttrBuilder(context_, said.getFnAttrs()));
    if (ir::same_type(origin.getReturnType(), body.getReturnType()))
      of_function = of_function.addRetAttributes(context_, llvm::AttrBuilder(context_, said.getRetAttrs()));
    Common common(context_);
    for (const CallBase* call : calls_of(body, after_)) {
      AttributeList list = of_function;
      const auto places = places_at(*call, origin);
      for (unsigned i = 0; i < body.arg_size() && i < places.size(); ++i)
        if (places[i] && *places[i] < origin.arg_size())
          list = list.addParamAttributes(context_, i, llvm::AttrBuilder(context_, said.getParamAttrs(*places[i])));
      common.add(list);
    }
    if (calls_of(body, after_).empty())
      common.add(ir::same_type(origin.getFunctionType(), body.getFunctionType()) ? said : of_function);
    return common.get();
  }

  const llvm::Function& source_;
  const llvm::Function& target_;
  llvm::LLVMContext& context_;
  const Bodies before_, after_;
  llvm::SmallPtrSet<const llvm::Function*, 4> being_asked_;
};

}  // namespace

std::vector<const llvm::Function*> new_bodies(const llvm::Function& source, const llvm::Function& target) {
  Bodies found;
  if (source.getParent() == target.getParent()) return found;
  for (const llvm::Function* body : ir::bodies_needed_by(target))
    if (body != &target && body->hasName() && namesake(*source.getParent(), *body) == nullptr) found.push_back(body);
  return found;
}

std::vector<EnteredBody> entered_bodies(const llvm::Function& source, const llvm::Function& target) {
  const Bodies bodies = ir::bodies_needed_by(target), are_new = new_bodies(source, target);
  llvm::SmallPtrSet<const llvm::Function*, 4> being_counted;
  const auto count = [&](const llvm::Function& body, const auto& again) -> std::ptrdiff_t {
    if (!llvm::is_contained(are_new, &body) || !being_counted.insert(&body).second) return 1;
    std::ptrdiff_t places = 0;
    for (const CallBase* call : calls_of(body, bodies)) places += again(*call->getFunction(), again);
    being_counted.erase(&body);
    return std::max<std::ptrdiff_t>(places, 1);
  };
  std::vector<EnteredBody> entered;
  for (const llvm::Function* body : bodies) entered.push_back({body, count(*body, count)});
  return entered;
}

std::vector<std::unique_ptr<llvm::Module>> promised_before(const llvm::Function& source, const llvm::Function& target,
                                                           const llvm::Function& body) {
  Origins origins(source, target);
  const AttributeList inherited = origins.inherited(body);
  std::vector<AttributeList> lists{inherited};
  for (const AttributeList& said : origins.of_origins(body))
    lists.push_back(said_by_either(source.getContext(), said, inherited));
  std::vector<std::unique_ptr<llvm::Module>> modules;
  for (const AttributeList& list : lists) {
    modules.push_back(std::make_unique<llvm::Module>("promised before", body.getContext()));
    llvm::Module& module = *modules.back();
    module.setDataLayout(body.getDataLayout());
    llvm::Function::Create(body.getFunctionType(), llvm::Function::ExternalLinkage, body.getName(), module)
        ->setAttributes(list);
  }
  return modules;
}

}  // namespace assay::semantics
