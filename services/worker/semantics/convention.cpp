#include "services/worker/semantics/convention.h"

#include <llvm/IR/DataLayout.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/InlineAsm.h>
#include <llvm/IR/InstrTypes.h>

#include <algorithm>

namespace assay::semantics {
namespace {

using llvm::AttributeSet;
using AttrKind = llvm::Attribute::AttrKind;

constexpr AttrKind kAbiAttributes[] = {
    AttrKind::ByVal,     AttrKind::ByRef,      AttrKind::StructRet,  AttrKind::InAlloca,      AttrKind::Preallocated,
    AttrKind::InReg,     AttrKind::SExt,       AttrKind::ZExt,       AttrKind::NoExt,         AttrKind::Nest,
    AttrKind::SwiftSelf, AttrKind::SwiftAsync, AttrKind::SwiftError, AttrKind::StackAlignment};

/// Types are told by their sizes: names of structs differ between modules. A copy is aligned as is said with it, or as
/// its type (ATTR-31).
std::string text_of(AttrKind kind, const AttributeSet& all, const llvm::DataLayout& layout) {
  const llvm::Attribute attribute = all.getAttribute(kind);
  if (!attribute.isTypeAttribute()) return attribute.getAsString();
  llvm::Type* type = attribute.getValueAsType();
  std::string text = llvm::Attribute::getNameFromAttrKind(kind).str() + "(" +
                     std::to_string(layout.getTypeAllocSize(type).getKnownMinValue()) + " bytes)";
  const bool is_copy = kind == AttrKind::ByVal || kind == AttrKind::Preallocated;
  const llvm::Align usual = layout.getABITypeAlign(type), said = all.getAlignment().value_or(usual);
  return is_copy && said != usual ? text + " align " + std::to_string(said.value()) : text;
}

std::string abi_attributes(const AttributeSet& attributes, const llvm::DataLayout& layout) {
  std::string text;
  if (!attributes.hasAttributes()) return text;
  for (const AttrKind kind : kAbiAttributes)
    if (attributes.hasAttribute(kind)) text += " " + text_of(kind, attributes, layout);
  return text;
}

std::string convention(unsigned number, const llvm::AttributeList& attributes, std::size_t arguments,
                       const llvm::DataLayout& layout) {
  std::string text;
  if (number != llvm::CallingConv::C) text += "; cc " + std::to_string(number);
  if (const std::string said = abi_attributes(attributes.getRetAttrs(), layout); !said.empty())
    text += "; result" + said;
  for (std::size_t i = 0; i < arguments; ++i)
    if (const std::string said = abi_attributes(attributes.getParamAttrs(i), layout); !said.empty())
      text += "; argument " + std::to_string(i + 1) + said;
  return text.empty() ? "" : " (" + text.substr(2) + ")";
}

std::string changed_attribute(const AttributeSet& before, const AttributeSet& after, const llvm::DataLayout& layout) {
  for (const AttrKind kind : kAbiAttributes) {
    const bool was = before.hasAttribute(kind), is = after.hasAttribute(kind);
    if (was != is || (was && text_of(kind, before, layout) != text_of(kind, after, layout)))
      return llvm::Attribute::getNameFromAttrKind(kind).str();
  }
  return {};
}

}  // namespace

std::string changed_convention(const llvm::Function& source, const llvm::Function& target) {
  // Of what only calls by its name reach, its module decides.
  const auto is_reached_by_name = [](const llvm::Function& each) {
    return each.hasLocalLinkage() && !each.hasAddressTaken();
  };
  if (is_reached_by_name(source) || is_reached_by_name(target)) return {};
  if (source.getCallingConv() != target.getCallingConv()) return "the calling convention";
  const llvm::AttributeList before = source.getAttributes(), after = target.getAttributes();
  const llvm::DataLayout& layout = source.getDataLayout();
  if (const std::string changed = changed_attribute(before.getRetAttrs(), after.getRetAttrs(), layout);
      !changed.empty())
    return changed + " of the result";
  for (unsigned i = 0; i < std::min(source.arg_size(), target.arg_size()); ++i)
    if (const std::string changed = changed_attribute(before.getParamAttrs(i), after.getParamAttrs(i), layout);
        !changed.empty())
      return changed + " of argument " + std::to_string(i + 1);
  return {};
}

std::string convention_of(const llvm::CallBase& call) {
  return convention(call.getCallingConv(), call.getAttributes(), call.arg_size(), call.getDataLayout());
}

std::string other_convention(const llvm::CallBase& call, const llvm::Function& callee) {
  if (callee.isIntrinsic()) return {};
  const std::string said = convention_of(call);
  if (said == convention(callee.getCallingConv(), callee.getAttributes(), call.arg_size(), call.getDataLayout()))
    return {};
  return said.empty() ? " (no ABI attributes)" : said;
}

std::string convention_in_name(const llvm::CallBase& call, const llvm::Function& callee) {
  if (callee.isIntrinsic()) return {};
  return callee.hasLocalLinkage() ? other_convention(call, callee) : convention_of(call);
}

std::string name_of_assembly(const llvm::InlineAsm& assembly) {
  std::string name = "asm " + assembly.getAsmString().str() + " " + assembly.getConstraintString().str();
  if (assembly.getDialect() == llvm::InlineAsm::AD_Intel) name += " inteldialect";
  if (assembly.isAlignStack()) name += " alignstack";
  if (assembly.canThrow()) name += " unwind";
  return name;
}

}  // namespace assay::semantics
