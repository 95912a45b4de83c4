#include "fuzzers/generate/attributes.h"

#include <llvm/IR/AttributeMask.h>
#include <llvm/IR/Attributes.h>
#include <llvm/IR/ConstantRange.h>
#include <llvm/IR/ConstantRangeList.h>
#include <llvm/IR/DerivedTypes.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Verifier.h>
#include <llvm/Support/ModRef.h>

#include <optional>

#include "fuzzers/generate/constants.h"

namespace assay::generate {
namespace {

using llvm::Attribute;
using llvm::AttributeList;
using llvm::Type;

// Attributes of bodies and callers of a special kind.
bool is_special(Attribute::AttrKind kind) {
  switch (kind) {
    case Attribute::Naked:
    case Attribute::Preallocated:
    case Attribute::InAlloca:
    case Attribute::PresplitCoroutine:
    case Attribute::SwiftAsync:
    case Attribute::SwiftError:
    case Attribute::SwiftSelf:
    case Attribute::ImmArg:
    case Attribute::ElementType:
    case Attribute::CoroElideSafe:
    case Attribute::CoroDestroyOnlyWhenComplete:
    case Attribute::StrictFP:
    case Attribute::JumpTable:
    case Attribute::Nest:
      return true;
    default:
      return false;
  }
}

std::optional<Attribute> integer_attribute(llvm::LLVMContext& context, Attribute::AttrKind kind, Rng& rng) {
  const std::uint64_t small = std::uint64_t{1} << rng.below(4);
  switch (kind) {
    case Attribute::Alignment:
    case Attribute::StackAlignment:
    case Attribute::Dereferenceable:
    case Attribute::DereferenceableOrNull:
      return Attribute::get(context, kind, small);
    case Attribute::AllocSize:
      return Attribute::getWithAllocSizeArgs(context, 0, std::nullopt);
    case Attribute::VScaleRange:
      return Attribute::getWithVScaleRangeArgs(context, 1, static_cast<unsigned>(small));
    case Attribute::UWTable:
      return Attribute::getWithUWTableKind(context, llvm::UWTableKind::Default);
    case Attribute::Memory: {
      const llvm::MemoryEffects effects[] = {llvm::MemoryEffects::none(),
                                             llvm::MemoryEffects::readOnly(),
                                             llvm::MemoryEffects::writeOnly(),
                                             llvm::MemoryEffects::argMemOnly(),
                                             llvm::MemoryEffects::inaccessibleMemOnly(),
                                             llvm::MemoryEffects::inaccessibleOrArgMemOnly()};
      return Attribute::getWithMemoryEffects(context, effects[rng.below(std::size(effects))]);
    }
    case Attribute::NoFPClass:
      return Attribute::getWithNoFPClass(context, static_cast<llvm::FPClassTest>(1 + rng.below(llvm::fcAllFlags)));
    case Attribute::Captures: {
      const llvm::CaptureComponents components[] = {llvm::CaptureComponents::None, llvm::CaptureComponents::Address,
                                                    llvm::CaptureComponents::AddressIsNull};
      return Attribute::getWithCaptureInfo(context, llvm::CaptureInfo(components[rng.below(3)]));
    }
    case Attribute::DeadOnReturn:
      return Attribute::get(context, kind, rng.chance(1, 2) ? small : ~std::uint64_t{0});
    case Attribute::AllocKind:
      return Attribute::get(context, kind, static_cast<std::uint64_t>(llvm::AllocFnKind::Alloc));
    default:
      return std::nullopt;
  }
}

/// A value of the kind for a thing of the type (null for a function); nothing where none makes sense.
std::optional<Attribute> attribute_of(llvm::LLVMContext& context, Attribute::AttrKind kind, Type* type, Rng& rng) {
  if (Attribute::isTypeAttrKind(kind)) {
    if (type == nullptr || !type->isPointerTy()) return std::nullopt;
    return Attribute::get(context, kind, llvm::IntegerType::get(context, 8u << rng.below(4)));
  }
  if (Attribute::isConstantRangeAttrKind(kind)) {
    if (type == nullptr || !type->isIntOrIntVectorTy()) return std::nullopt;
    const unsigned bits = type->getScalarSizeInBits();
    const llvm::APInt low = interesting_integer(bits, rng), high = interesting_integer(bits, rng);
    if (low == high) return std::nullopt;
    return Attribute::get(context, kind, llvm::ConstantRange(low, high));
  }
  if (Attribute::isConstantRangeListAttrKind(kind)) {
    const llvm::ConstantRange bytes(llvm::APInt(64, 0), llvm::APInt(64, 1 + rng.below(4)));
    return Attribute::get(context, kind, llvm::ArrayRef<llvm::ConstantRange>(bytes));
  }
  if (Attribute::isIntAttrKind(kind)) return integer_attribute(context, kind, rng);
  return Attribute::get(context, kind);
}

/// The list with one attribute more, at a place drawn; nothing where it can't stand.
std::optional<AttributeList> extended(AttributeList list, llvm::FunctionType& signature, llvm::LLVMContext& context,
                                      Rng& rng) {
  const auto kind = static_cast<Attribute::AttrKind>(1 + rng.below(Attribute::EndAttrKinds - 1));
  if (is_special(kind)) return std::nullopt;
  const bool on_function = Attribute::canUseAsFnAttr(kind);
  const bool on_result = Attribute::canUseAsRetAttr(kind) && !signature.getReturnType()->isVoidTy();
  const bool on_parameter = Attribute::canUseAsParamAttr(kind) && signature.getNumParams() > 0;
  std::vector<std::pair<unsigned, Type*>> places;
  if (on_function) places.emplace_back(AttributeList::FunctionIndex, nullptr);
  if (on_result) places.emplace_back(AttributeList::ReturnIndex, signature.getReturnType());
  for (unsigned index = 0; on_parameter && index < signature.getNumParams(); ++index)
    places.emplace_back(AttributeList::FirstArgIndex + index, signature.getParamType(index));
  if (places.empty()) return std::nullopt;
  const auto [place, type] = rng.pick(places);
  if (list.hasAttributeAtIndex(place, kind)) return std::nullopt;
  const auto made = attribute_of(context, kind, type, rng);
  if (!made) return std::nullopt;
  if (type != nullptr && llvm::AttributeFuncs::typeIncompatible(type, list.getAttributes(place)).contains(kind))
    return std::nullopt;
  list = list.addAttributeAtIndex(context, place, *made);
  // optnone asks for noinline.
  if (kind == Attribute::OptimizeNone) list = list.addFnAttribute(context, Attribute::NoInline);
  return list;
}

}  // namespace

bool add_any_attribute(llvm::Function& function, Rng& rng) {
  const AttributeList before = function.getAttributes();
  const auto list = extended(before, *function.getFunctionType(), function.getContext(), rng);
  if (!list) return false;
  function.setAttributes(*list);
  if (!llvm::verifyFunction(function)) return true;
  function.setAttributes(before);  // kinds that exclude each other
  return false;
}

bool add_any_attribute(llvm::CallBase& call, Rng& rng) {
  if (llvm::isa<llvm::IntrinsicInst>(call) || call.isMustTailCall()) return false;
  const AttributeList before = call.getAttributes();
  const auto list = extended(before, *call.getFunctionType(), call.getContext(), rng);
  if (!list) return false;
  call.setAttributes(*list);
  if (!llvm::verifyFunction(*call.getFunction())) return true;
  call.setAttributes(before);
  return false;
}

}  // namespace assay::generate
