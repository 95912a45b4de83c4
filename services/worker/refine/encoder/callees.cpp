#include "services/worker/refine/encoder/callees.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/Module.h>

#include <algorithm>
#include <set>
#include <string_view>
#include <utility>

#include "services/worker/ir/ir.h"
#include "services/worker/ir/newer_words.h"
#include "services/worker/refine/encoder/memory/pointer.h"
#include "services/worker/semantics/kept_promises.h"
#include "services/worker/semantics/pointer_basis.h"
#include "services/worker/semantics/promises.h"

namespace assay::refine {
namespace {

constexpr std::size_t kMostBodies = 32;

/// Has the function a type whose calls can be run?
bool is_plain(const llvm::Function& function) {
  if (function.isVarArg() || !function.hasName()) return false;
  for (const llvm::Argument& argument : function.args())
    if (argument.hasPassPointeeByValueCopyAttr() || ir::is_partly_dead_on_return(argument)) return false;
  return true;
}

constexpr llvm::Attribute::AttrKind kUnfollowedOfArguments[] = {
    llvm::Attribute::NoAlias,  llvm::Attribute::Initializes, llvm::Attribute::DeadOnReturn,
    llvm::Attribute::ReadOnly, llvm::Attribute::WriteOnly,   llvm::Attribute::ReadNone,
    llvm::Attribute::Captures, llvm::Attribute::NoFree,      llvm::Attribute::DeadOnUnwind,
};

/// Does the function's text show that it keeps this?
bool is_kept(llvm::Attribute::AttrKind kind, const llvm::Argument& argument) {
  const semantics::PointerUse use = semantics::use_of(argument);
  const bool may_read = kind == llvm::Attribute::ReadOnly, may_write = kind == llvm::Attribute::WriteOnly;
  return (may_read || !use.read) && (may_write || !use.written);
}

/// Does no pointer based on the argument leave the function's own accesses, but for calls that keep the promise and
/// give none back, whose results have no marks?
bool stays_inside(llvm::Attribute::AttrKind kind, const llvm::Argument& argument) {
  const llvm::Function& function = *argument.getParent();
  const auto gives_pointer = [](const llvm::Instruction& instruction) {
    return llvm::isa<llvm::CallBase>(instruction) && ir::may_hold_pointer(*instruction.getType());
  };
  if (ir::may_hold_pointer(*function.getReturnType()) || llvm::any_of(llvm::instructions(function), gives_pointer))
    return false;
  const semantics::PointerUse use = semantics::use_by_calls(argument);
  return !use.written && (kind == llvm::Attribute::ReadOnly || !use.read);
}

/// Does the function's text show that it keeps this, or do marks in the pointer show where it does not?
bool is_followed(llvm::Attribute::AttrKind kind, const llvm::Argument& argument) {
  switch (kind) {
    case llvm::Attribute::ReadOnly:
    case llvm::Attribute::ReadNone:
      return is_kept(kind, argument) || stays_inside(kind, argument);
    case llvm::Attribute::WriteOnly:
      return is_kept(kind, argument);
    case llvm::Attribute::DeadOnUnwind:
      return argument.getParent()->doesNotThrow() || semantics::shows_writes_through(argument);
    default:
      return false;
  }
}

/// What the function, or a call of it, promises and what is not followed where its body is run, with the argument's
/// number.
using Promised = std::vector<std::pair<unsigned, llvm::Attribute>>;

Promised unfollowed_promises(const llvm::AttributeList& list, const llvm::Function& function) {
  Promised found;
  const unsigned count = static_cast<unsigned>(function.arg_size());
  if (list.hasRetAttr(llvm::Attribute::NoAlias)) found.emplace_back(count, list.getRetAttr(llvm::Attribute::NoAlias));
  for (unsigned i = 0; i < count; ++i)
    for (const auto kind : kUnfollowedOfArguments)
      if (list.hasParamAttr(i, kind) && !is_followed(kind, *function.getArg(i)))
        found.emplace_back(i, list.getParamAttr(i, kind));
  return found;
}

Promised unfollowed_promises(const llvm::Function& function) {
  return unfollowed_promises(function.getAttributes(), function);
}

/// Does one of these functions call it with the same promises?
bool is_called_so(const std::vector<const semantics::Function*>& callers, std::string_view callee,
                  const Promised& promises) {
  return std::ranges::any_of(callers, [&](const semantics::Function* caller) {
    return std::ranges::any_of(caller->calls, [&](const semantics::CallSite& site) {
      return site.call != nullptr && site.callee != nullptr && std::string_view(site.callee->getName()) == callee &&
             unfollowed_promises(site.call->getAttributes(), *site.callee) == promises;
    });
  });
}

}  // namespace

bool has_body(const llvm::Function& function) { return !function.isDeclaration() && !function.isInterposable(); }

unsigned marks_at(const llvm::CallBase& call, const llvm::Function& callee, unsigned argument) {
  if (argument >= callee.arg_size() || !callee.getArg(argument)->getType()->isPointerTy()) return 0;
  const auto is_marked = [&](llvm::Attribute::AttrKind kind) {
    return (call.getAttributes().hasParamAttr(argument, kind) || callee.hasParamAttribute(argument, kind)) &&
           !is_kept(kind, *callee.getArg(argument)) && stays_inside(kind, *callee.getArg(argument));
  };
  if (is_marked(llvm::Attribute::ReadNone)) return 1u << kNoRead | 1u << kNoWrite;
  return is_marked(llvm::Attribute::ReadOnly) ? 1u << kNoWrite : 0;
}

bool has_unfollowed_promises(const llvm::CallBase& call, const llvm::Function& callee) {
  return !unfollowed_promises(callee).empty() || !unfollowed_promises(call.getAttributes(), callee).empty();
}

bool changed_inside(const llvm::Function& function, const llvm::Module& other) {
  if (!function.hasLocalLinkage() || function.getParent() == &other) return false;
  const llvm::Function* partner = other.getFunction(function.getName());
  return partner == nullptr || partner->isDeclaration() || !ir::same_text(function, *partner);
}

/// May the body be used at this call?
static bool is_body_used(const semantics::CallSite& site, bool replaceable) {
  if (site.callee == nullptr || !is_plain(*site.callee)) return false;
  const bool is_inlined = replaceable && site.call != nullptr && semantics::is_inlined_anyway(*site.call, *site.callee);
  return is_inlined || has_body(*site.callee);
}

Callees::Callees(const semantics::Function& function, unsigned bound, std::size_t limit, bool replaceable)
    : top_(function) {
  std::vector<const semantics::Function*> open{&function};
  while (!open.empty()) {
    const semantics::Function& caller = *open.back();
    open.pop_back();
    for (const semantics::CallSite& site : caller.calls) {
      if (!is_body_used(site, replaceable)) continue;
      const std::string name = site.callee->getName().str();
      if (bodies_.contains(name) || bodies_.size() >= kMostBodies) continue;
      auto lowered = semantics::lower(*site.callee, function.options);
      if (!lowered) continue;
      Body& body = *(bodies_[name] = std::make_unique<Body>(Body{std::move(*lowered), {}}));
      body.plan = make_plan(body.function, bound, limit);
      open.push_back(&body.function);
    }
  }
}

bool Callees::has_replaceable() const {
  return std::any_of(bodies_.begin(), bodies_.end(),
                     [](const auto& entry) { return !has_body(*entry.second->function.origin); });
}

const Callees::Body* Callees::find(const llvm::Function& callee) const {
  const auto found = bodies_.find(callee.getName().str());
  const bool known =
      found != bodies_.end() && found->second->function.origin == &callee && !found->second->plan.steps.empty();
  return known ? found->second.get() : nullptr;
}

std::vector<const semantics::Function*> Callees::functions() const {
  std::vector<const semantics::Function*> all{&top_};
  for (const auto& [name, body] : bodies_) all.push_back(&body->function);
  return all;
}

void Callees::drop_new_promises(const Callees& other) {
  std::set<std::string> dropped;
  for (const semantics::Function* caller : functions())
    for (const semantics::CallSite& site : caller->calls) {
      if (site.call == nullptr || site.callee == nullptr || find(*site.callee) == nullptr) continue;
      const std::string name = site.callee->getName().str();
      const Promised promises = unfollowed_promises(site.call->getAttributes(), *site.callee);
      if (!promises.empty() && !is_called_so(other.functions(), name, promises)) dropped.insert(name);
    }
  const llvm::Module& module = *other.top_.origin->getParent();
  std::erase_if(bodies_, [&](const auto& entry) {
    if (dropped.contains(entry.first)) return true;
    const llvm::Function& function = *entry.second->function.origin;
    const llvm::Function* partner = module.getFunction(entry.first);
    if (!function.hasLocalLinkage() || unfollowed_promises(function).empty()) return false;
    // In one module it is the source's only if the source reaches it.
    if (partner == &function) return !other.bodies_.contains(entry.first);
    return partner == nullptr || partner->arg_size() != function.arg_size() ||
           unfollowed_promises(*partner) != unfollowed_promises(function);
  });
}

}  // namespace assay::refine
