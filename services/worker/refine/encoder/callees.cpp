#include "services/worker/refine/encoder/callees.h"

#include <llvm/IR/Function.h>
#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/Module.h>

#include <algorithm>

#include "services/worker/ir/ir.h"
#include "services/worker/ir/newer_words.h"
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
    llvm::Attribute::NoAlias,   llvm::Attribute::Initializes, llvm::Attribute::DeadOnReturn, llvm::Attribute::ReadOnly,
    llvm::Attribute::WriteOnly, llvm::Attribute::ReadNone,    llvm::Attribute::Captures,     llvm::Attribute::NoFree,
};

/// Calls `visit` with each promise that is not followed.
template <class Visit>
void each_unfollowed_promise(const llvm::Function& function, Visit&& visit) {
  const llvm::AttributeList list = function.getAttributes();
  if (list.hasRetAttr(llvm::Attribute::NoAlias)) visit(list.getRetAttrs().getAttribute(llvm::Attribute::NoAlias));
  for (unsigned i = 0; i < function.arg_size(); ++i)
    for (const auto kind : kUnfollowedOfArguments)
      if (list.hasParamAttr(i, kind)) visit(list.getParamAttr(i, kind));
}

std::vector<llvm::Attribute> unfollowed_promises(const llvm::Function& function) {
  std::vector<llvm::Attribute> found;
  each_unfollowed_promise(function, [&](llvm::Attribute attribute) { found.push_back(attribute); });
  return found;
}

}  // namespace

bool has_body(const llvm::Function& function) { return !function.isDeclaration() && !function.isInterposable(); }

bool has_unfollowed_promises(const llvm::Function& function) { return !unfollowed_promises(function).empty(); }

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
  return std::any_of(bodies_.begin(), bodies_.end(), [](const auto& entry) { return !has_body(*entry.second->function.origin); });
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
  const llvm::Module& module = *other.top_.origin->getParent();
  std::erase_if(bodies_, [&](const auto& entry) {
    const llvm::Function& function = *entry.second->function.origin;
    const llvm::Function* partner = module.getFunction(entry.first);
    if (!function.hasLocalLinkage() || !has_unfollowed_promises(function)) return false;
    // In one module it is the source's only if the source reaches it.
    if (partner == &function) return !other.bodies_.contains(entry.first);
    return partner == nullptr || partner->arg_size() != function.arg_size() ||
           unfollowed_promises(*partner) != unfollowed_promises(function);
  });
}

}  // namespace assay::refine
