#include <llvm/IR/Attributes.h>
#include <llvm/IR/ConstantRange.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Metadata.h>

#include <algorithm>
#include <optional>

#include "fuzzers/generate/attributes.h"
#include "fuzzers/mutate/mutators.h"

namespace assay::mutate {
namespace {

using llvm::Attribute;
using llvm::Instruction;
using llvm::Type;

bool takes_range(const Type* type) { return type->isIntOrIntVectorTy() && type->getScalarSizeInBits() > 1; }

std::optional<llvm::ConstantRange> any_range(Subject& subject, unsigned bits) {
  const llvm::APInt low = generate::interesting_integer(bits, subject.rng);
  const llvm::APInt high = subject.rng.chance(1, 2) ? generate::interesting_integer(bits, subject.rng)
                                                    : generate::relative_of(low, subject.rng);
  if (low == high) return std::nullopt;
  return llvm::ConstantRange(low, high);
}

}  // namespace

std::optional<llvm::ConstantRange> moved_bound(Subject& subject, const llvm::ConstantRange& range) {
  llvm::APInt low = range.getLower(), high = range.getUpper();
  llvm::APInt& bound = subject.rng.chance(1, 2) ? low : high;
  if (subject.rng.chance(1, 2))
    bound += subject.rng.chance(1, 2) ? 1 : -1;
  else
    bound = generate::relative_of(bound, subject.rng);
  if (low == high) return std::nullopt;
  return llvm::ConstantRange(low, high);
}

namespace {

// Adds the attribute or, where it stands already, drops it or gives it another range.
llvm::AttributeList toggled(Subject& subject, llvm::AttributeList list, unsigned index, Type* type) {
  llvm::LLVMContext& context = type->getContext();
  if (!takes_range(type) || subject.language() < 19 || subject.rng.chance(1, 2))
    return list.hasAttributeAtIndex(index, Attribute::NoUndef)
               ? list.removeAttributeAtIndex(context, index, Attribute::NoUndef)
               : list.addAttributeAtIndex(context, index, Attribute::NoUndef);
  const bool had = list.hasAttributeAtIndex(index, Attribute::Range);
  list = list.removeAttributeAtIndex(context, index, Attribute::Range);
  if (had && subject.rng.chance(1, 2)) return list;
  if (const auto range = any_range(subject, type->getScalarSizeInBits()))
    list = list.addAttributeAtIndex(context, index, Attribute::get(context, Attribute::Range, *range));
  return list;
}

bool takes_attributes(const Type* type) {
  return type->isIntOrIntVectorTy() || type->isFPOrFPVectorTy() || type->isPointerTy();
}

std::uint64_t scaled(Subject& subject, std::uint64_t number) {
  return number > 1 && subject.rng.chance(1, 2) ? number / 2 : std::min<std::uint64_t>(number * 2, 1u << 12);
}

// The same kind with another value; nothing for kinds that have none.
std::optional<Attribute> resized(Subject& subject, llvm::LLVMContext& context, const Attribute& old) {
  if (old.isStringAttribute()) return std::nullopt;
  switch (old.getKindAsEnum()) {
    case Attribute::Alignment:
    case Attribute::Dereferenceable:
    case Attribute::DereferenceableOrNull:
      return Attribute::get(context, old.getKindAsEnum(), scaled(subject, old.getValueAsInt()));
    case Attribute::NoFPClass: {
      const auto classes = old.getValueAsInt() ^ (1u << subject.rng.below(10));
      if (classes == 0) return std::nullopt;
      return Attribute::getWithNoFPClass(context, static_cast<llvm::FPClassTest>(classes));
    }
    case Attribute::Memory: {
      const auto other = subject.rng.chance(1, 2) ? llvm::MemoryEffects::readOnly() : llvm::MemoryEffects::argMemOnly();
      const llvm::MemoryEffects effects = old.getMemoryEffects();
      return Attribute::getWithMemoryEffects(context, subject.rng.chance(1, 2) ? effects & other : effects | other);
    }
    case Attribute::Range: {
      const auto range = moved_bound(subject, old.getRange());
      if (!range) return std::nullopt;
      return Attribute::get(context, Attribute::Range, *range);
    }
    default:
      return std::nullopt;
  }
}

// One of the list's values that can be more or less.
std::optional<llvm::AttributeList> resized(Subject& subject, llvm::LLVMContext& context, llvm::AttributeList list) {
  std::vector<std::pair<unsigned, Attribute>> found;
  for (const unsigned index : list.indexes())
    for (const Attribute& each : list.getAttributes(index)) found.emplace_back(index, each);
  if (found.empty()) return std::nullopt;
  for (std::size_t start = subject.rng.below(found.size()), step = 0; step < found.size(); ++step) {
    const auto& [index, old] = found[(start + step) % found.size()];
    const auto made = resized(subject, context, old);
    if (!made || *made == old) continue;
    return list.removeAttributeAtIndex(context, index, old.getKindAsEnum()).addAttributeAtIndex(context, index, *made);
  }
  return std::nullopt;
}

llvm::MDNode* range_node(Subject& subject, Type* type) {
  const auto range = any_range(subject, type->getScalarSizeInBits());
  if (!range) return nullptr;
  const auto bound = [&](const llvm::APInt& number) {
    return llvm::ConstantAsMetadata::get(llvm::ConstantInt::get(type->getScalarType(), number));
  };
  return llvm::MDNode::get(type->getContext(), {bound(range->getLower()), bound(range->getUpper())});
}

}  // namespace

bool ChangeAttributes::apply(Subject& subject) const {
  llvm::Function& function = *subject.function;
  std::vector<unsigned> arguments;
  for (const llvm::Argument& argument : function.args())
    if (takes_attributes(argument.getType())) arguments.push_back(argument.getArgNo());
  const auto calls = instructions_where(function, [](Instruction& each) {
    const auto* call = llvm::dyn_cast<llvm::CallBase>(&each);
    return call != nullptr && takes_attributes(call->getType()) && !call->isMustTailCall();
  });
  const llvm::AttributeList before = function.getAttributes();
  const std::uint64_t roll = subject.rng.below(8);
  if (roll < 5 && !arguments.empty()) {
    const unsigned argument = arguments[subject.rng.below(arguments.size())];
    function.setAttributes(
        toggled(subject, before, argument + llvm::AttributeList::FirstArgIndex, function.getArg(argument)->getType()));
    return function.getAttributes() != before;
  }
  if (roll < 7 && !calls.empty()) {
    auto& call = *llvm::cast<llvm::CallBase>(calls[subject.rng.below(calls.size())]);
    const llvm::AttributeList old = call.getAttributes();
    call.setAttributes(toggled(subject, old, llvm::AttributeList::ReturnIndex, call.getType()));
    return call.getAttributes() != old;
  }
  if (!takes_attributes(function.getReturnType())) return false;
  function.setAttributes(toggled(subject, before, llvm::AttributeList::ReturnIndex, function.getReturnType()));
  return function.getAttributes() != before;
}

bool WidenAttribute::apply(Subject& subject) const {
  llvm::LLVMContext& context = subject.function->getContext();
  const auto calls = instructions_where(*subject.function, [](Instruction& each) {
    return llvm::isa<llvm::CallBase>(each) && !llvm::isa<llvm::IntrinsicInst>(each) &&
           !llvm::cast<llvm::CallBase>(each).isMustTailCall();
  });
  if (!calls.empty() && subject.rng.chance(1, 2)) {
    auto& call = *llvm::cast<llvm::CallBase>(calls[subject.rng.below(calls.size())]);
    if (const auto list = resized(subject, context, call.getAttributes())) {
      call.setAttributes(*list);
      return true;
    }
  }
  const auto list = resized(subject, context, subject.function->getAttributes());
  if (list) subject.function->setAttributes(*list);
  return list.has_value();
}

bool AnyAttribute::apply(Subject& subject) const {
  const auto calls = instructions_where(*subject.function, [](Instruction& each) {
    return llvm::isa<llvm::CallBase>(each) && !llvm::isa<llvm::IntrinsicInst>(each);
  });
  if (!calls.empty() && subject.rng.chance(1, 2)) {
    auto& call = *llvm::cast<llvm::CallBase>(calls[subject.rng.below(calls.size())]);
    llvm::Function* callee = call.getCalledFunction();
    if (callee != nullptr && callee->isDeclaration() && subject.rng.chance(1, 3))
      return generate::add_any_attribute(*callee, subject.rng);
    if (call.isMustTailCall() || !subject.rng.chance(1, 4)) return generate::add_any_attribute(call, subject.rng);
    const llvm::AttributeList before = call.getAttributes();
    call.setAttributes(before.removeFnAttributes(call.getContext()));
    return call.getAttributes() != before;
  }
  if (!subject.rng.chance(1, 6)) return generate::add_any_attribute(*subject.function, subject.rng);
  const llvm::AttributeList before = subject.function->getAttributes();
  subject.function->setAttributes(before.removeFnAttributes(subject.function->getContext()));
  return subject.function->getAttributes() != before;
}

bool ChangeMetadata::apply(Subject& subject) const {
  Instruction* chosen = any_instruction(subject, [&](Instruction& each) {
    if (!llvm::isa<llvm::LoadInst>(each) && !(llvm::isa<llvm::CallInst>(each) && takes_range(each.getType())))
      return false;
    return !each.getType()->isVectorTy() || subject.language() >= 19;
  });
  if (chosen == nullptr) return false;
  if (llvm::isa<llvm::LoadInst>(chosen) && (!takes_range(chosen->getType()) || subject.rng.chance(1, 2))) {
    const bool has = chosen->hasMetadata(llvm::LLVMContext::MD_noundef);
    chosen->setMetadata(llvm::LLVMContext::MD_noundef, has ? nullptr : llvm::MDNode::get(chosen->getContext(), {}));
    return true;
  }
  const bool has = chosen->hasMetadata(llvm::LLVMContext::MD_range);
  llvm::MDNode* node = has && subject.rng.chance(1, 2) ? nullptr : range_node(subject, chosen->getType());
  if (node == nullptr && !has) return false;
  chosen->setMetadata(llvm::LLVMContext::MD_range, node);
  return true;
}

}  // namespace assay::mutate
