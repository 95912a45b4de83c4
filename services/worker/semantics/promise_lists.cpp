#include "services/worker/semantics/promise_lists.h"

#include <llvm/IR/ConstantRange.h>

namespace assay::semantics {

using AttrKind = llvm::Attribute::AttrKind;
using llvm::AttributeSet;

bool SaidBefore::fewer_are(llvm::function_ref<bool(const llvm::Instruction&)> so) const {
  std::ptrdiff_t more = 0;
  for (const llvm::Function* body : bodies) more += llvm::count_if(llvm::instructions(*body), so);
  for (const EnteredBody& each : after) more -= each.places * llvm::count_if(llvm::instructions(*each.body), so);
  return more > 0;
}

llvm::ModRefInfo access_of(const AttributeSet& argument) {
  if (argument.hasAttribute(AttrKind::ReadNone)) return llvm::ModRefInfo::NoModRef;
  // The call may say the one, and the function that is called the other.
  const bool may_write = !argument.hasAttribute(AttrKind::ReadOnly),
             may_read = !argument.hasAttribute(AttrKind::WriteOnly);
  return (may_write ? llvm::ModRefInfo::Mod : llvm::ModRefInfo::NoModRef) |
         (may_read ? llvm::ModRefInfo::Ref : llvm::ModRefInfo::NoModRef);
}

static llvm::CaptureComponents only_in(llvm::CaptureComponents a, llvm::CaptureComponents b) { return a & ~b; }

bool promises_less_capture(llvm::CaptureInfo before, llvm::CaptureInfo after) {
  return llvm::capturesAnything(only_in(before.getOtherComponents(), after.getOtherComponents())) ||
         llvm::capturesAnything(only_in(before.getRetComponents(), after.getRetComponents()));
}

bool initializes_more(const AttributeSet& before, const AttributeSet& after) {
  if (!after.hasAttribute(AttrKind::Initializes)) return false;
  if (!before.hasAttribute(AttrKind::Initializes)) return true;
  const llvm::ArrayRef<llvm::ConstantRange> was = before.getAttribute(AttrKind::Initializes).getInitializes();
  return llvm::any_of(after.getAttribute(AttrKind::Initializes).getInitializes(), [&](const auto& range) {
    return llvm::none_of(was, [&](const auto& wider) { return wider.contains(range); });
  });
}

llvm::AttributeList said_by_either(llvm::LLVMContext& context, llvm::AttributeList all,
                                   const llvm::AttributeList& more) {
  const llvm::MemoryEffects effects = all.getMemoryEffects() & more.getMemoryEffects();
  for (unsigned index : more.indexes())
    all = all.addAttributesAtIndex(context, index, llvm::AttrBuilder(context, more.getAttributes(index)));
  if (effects == llvm::MemoryEffects::unknown()) return all;
  return all.addFnAttribute(context, llvm::Attribute::getWithMemoryEffects(context, effects));
}

std::string gained_of_allocation(const AttributeSet& before, const AttributeSet& after) {
  if (after.hasAttribute(AttrKind::AllocSize) &&
      after.getAttribute(AttrKind::AllocSize) != before.getAttribute(AttrKind::AllocSize))
    return "allocsize";
  const auto kinds = [](const AttributeSet& all) {
    return all.hasAttribute(AttrKind::AllocKind) ? all.getAttribute(AttrKind::AllocKind).getAllocKind()
                                                 : llvm::AllocFnKind::Unknown;
  };
  if ((kinds(after) & ~kinds(before)) != llvm::AllocFnKind::Unknown) return "allockind";
  for (const llvm::StringRef name : {"alloc-family", "alloc-variant-zeroed"})
    if (after.hasAttribute(name) && after.getAttribute(name) != before.getAttribute(name)) return name.str();
  return {};
}

std::string gained_attribute(llvm::AttributeList before, llvm::AttributeList after, bool FollowedBy::*machine,
                             llvm::function_ref<bool(llvm::Attribute::AttrKind)> holds) {
  for (unsigned index : after.indexes())
    for (llvm::Attribute attribute : after.getAttributes(index)) {
      if (attribute.isStringAttribute() || before.hasAttributeAtIndex(index, attribute.getKindAsEnum())) continue;
      const llvm::Attribute::AttrKind kind = attribute.getKindAsEnum();
      if (!(support_of(kind).followed_by.*machine) && !holds(kind))
        return llvm::Attribute::getNameFromAttrKind(kind).str();
    }
  return {};
}

}  // namespace assay::semantics
