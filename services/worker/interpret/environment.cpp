#include "services/worker/interpret/environment.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/GlobalAlias.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Operator.h>

#include <algorithm>
#include <optional>

namespace assay::interpret {
namespace {

using llvm::APInt;

std::string name_of(const llvm::GlobalValue& global) { return global.getName().str(); }

/// Writes one constant into a block.
class InitializerWriter {
 public:
  InitializerWriter(const Environment& environment, const llvm::DataLayout& layout, Block& block, bool undef_is_poison)
      : environment_(environment), layout_(layout), block_(block), undef_is_poison_(undef_is_poison) {}

  bool write(const llvm::Constant& constant, std::uint64_t offset) {
    const llvm::TypeSize size = layout_.getTypeStoreSize(constant.getType());
    if (size.isScalable() || offset + size.getFixedValue() > block_.size) return false;
    const std::uint64_t bytes = size.getFixedValue();
    if (llvm::isa<llvm::PoisonValue>(constant)) return fill(offset, bytes, MemoryByte::all_poison());
    if (llvm::isa<llvm::UndefValue>(constant))
      return fill(offset, bytes, undef_is_poison_ ? MemoryByte::all_poison() : MemoryByte::all_undef());
    if (constant.isNullValue()) return fill(offset, bytes, MemoryByte::of(0));
    if (const auto* integer = llvm::dyn_cast<llvm::ConstantInt>(&constant))
      return write_bits(integer->getValue(), offset, bytes);
    if (const auto* number = llvm::dyn_cast<llvm::ConstantFP>(&constant))
      return write_bits(number->getValueAPF().bitcastToAPInt(), offset, bytes);
    if (constant.getType()->isPointerTy()) return write_pointer(constant, offset, bytes);
    if (auto* record = llvm::dyn_cast<llvm::StructType>(constant.getType()))
      return write_struct(constant, *record, offset);
    if (llvm::isa<llvm::ArrayType, llvm::FixedVectorType>(constant.getType())) return write_elements(constant, offset);
    return false;
  }

 private:
  bool fill(std::uint64_t offset, std::uint64_t bytes, const MemoryByte& byte) {
    block_.fill(offset, bytes, byte);
    return true;
  }
  bool write_bits(const APInt& value, std::uint64_t offset, std::uint64_t bytes) {
    const APInt whole = value.zext(static_cast<unsigned>(bytes * 8));
    for (std::uint64_t i = 0; i < bytes; ++i) {
      const std::uint64_t place = layout_.isBigEndian() ? bytes - 1 - i : i;
      block_.set(
          offset + place,
          MemoryByte::of(static_cast<std::uint8_t>(whole.extractBitsAsZExtValue(8, static_cast<unsigned>(i * 8)))));
    }
    return true;
  }
  bool write_pointer(const llvm::Constant& constant, std::uint64_t offset, std::uint64_t bytes) {
    APInt moved(layout_.getIndexTypeSizeInBits(constant.getType()), 0);
    const auto* global = llvm::dyn_cast<llvm::GlobalValue>(
        constant.stripAndAccumulateConstantOffsets(layout_, moved, /*AllowNonInbounds=*/true));
    if (global == nullptr) return false;
    const auto target = address_of(environment_, *global);
    if (!target) return false;
    const std::uint64_t address = environment_.objects()[target->object].address + target->offset +
                                  static_cast<std::uint64_t>(moved.getSExtValue());
    for (std::uint64_t i = 0; i < bytes; ++i) {
      const std::uint64_t place = layout_.isBigEndian() ? bytes - 1 - i : i;
      block_.set(offset + place, {static_cast<std::uint8_t>(address >> (8 * i)), 0, 0, static_cast<std::uint8_t>(i),
                                  Memory::environment(target->object)});
    }
    return true;
  }
  bool write_struct(const llvm::Constant& constant, llvm::StructType& record, std::uint64_t offset) {
    const llvm::StructLayout* places = layout_.getStructLayout(&record);
    for (unsigned i = 0; i < record.getNumElements(); ++i) {
      const llvm::Constant* element = constant.getAggregateElement(i);
      if (element == nullptr || !write(*element, offset + places->getElementOffset(i).getFixedValue())) return false;
    }
    return true;
  }
  bool write_elements(const llvm::Constant& constant, std::uint64_t offset) {
    llvm::Type* type = constant.getType();
    const bool is_vector = type->isVectorTy();
    llvm::Type* element_type =
        is_vector ? llvm::cast<llvm::VectorType>(type)->getElementType() : type->getArrayElementType();
    const std::uint64_t bits = layout_.getTypeSizeInBits(element_type).getFixedValue();
    if (is_vector && bits % 8 != 0) return false;
    const std::uint64_t stride = is_vector ? bits / 8 : layout_.getTypeAllocSize(element_type).getFixedValue();
    const std::uint64_t count = is_vector ? llvm::cast<llvm::FixedVectorType>(type)->getNumElements()
                                          : llvm::cast<llvm::ArrayType>(type)->getNumElements();
    for (std::uint64_t i = 0; i < count; ++i) {
      const llvm::Constant* element = constant.getAggregateElement(static_cast<unsigned>(i));
      if (element == nullptr || !write(*element, offset + i * stride)) return false;
    }
    return true;
  }

  const Environment& environment_;
  const llvm::DataLayout& layout_;
  Block& block_;
  bool undef_is_poison_;
};

}  // namespace

Environment::Environment(const llvm::Module& source, const llvm::Module* target) {
  add_module(source);
  if (target != nullptr && target != &source) add_module(*target);
}

void Environment::add_module(const llvm::Module& module) {
  const llvm::DataLayout& layout = module.getDataLayout();
  for (const llvm::GlobalVariable& global : module.globals()) {
    Object object;
    object.name = name_of(global);
    object.is_constant = global.isConstant();
    object.is_external = !global.hasDefinitiveInitializer();
    if (global.getValueType()->isSized() && !layout.getTypeAllocSize(global.getValueType()).isScalable())
      object.size = layout.getTypeAllocSize(global.getValueType()).getFixedValue();
    object.align = layout.getValueOrABITypeAlignment(global.getAlign(), global.getValueType()).value();
    add(std::move(object));
  }
  for (const llvm::Function& function : module) {
    if (function.isIntrinsic()) continue;
    Object object;
    object.name = name_of(function);
    object.is_function = true;
    object.is_constant = true;
    object.align = std::max<std::uint64_t>(function.getAlign().valueOrOne().value(), 16);
    add(std::move(object));
  }
}

void Environment::add(Object object) {
  const auto [place, is_new] = indices_.emplace(object.name, objects_.size());
  if (!is_new) {
    Object& known = objects_[place->second];
    known.is_constant &= object.is_constant;
    known.is_external |= object.is_external;
    return;
  }
  constexpr std::uint64_t kGap = 64;
  const std::uint64_t step = 2 * object.align;
  object.address = (next_ + step - 1) / step * step + object.align;
  next_ = object.address + object.size + kGap;
  objects_.push_back(std::move(object));
}

std::optional<std::size_t> Environment::index_of(const std::string& name) const {
  const auto found = indices_.find(name);
  if (found == indices_.end()) return std::nullopt;
  return found->second;
}

std::uint64_t Environment::argument_address(std::size_t k, std::uint64_t align) const {
  constexpr std::uint64_t kFirst = 0x4000'0000, kApart = 0x10'0000;
  return kFirst + kApart * (k + 1) + align;
}

bool write_initializer(const Environment& environment, const llvm::GlobalVariable& global, Block& block,
                       bool undef_is_poison) {
  block.make_unwritten(undef_is_poison);  // bytes of padding stay so
  if (!global.hasInitializer()) return true;
  InitializerWriter writer(environment, global.getParent()->getDataLayout(), block, undef_is_poison);
  return writer.write(*global.getInitializer(), 0);
}

std::optional<GlobalAddress> address_of(const Environment& environment, const llvm::GlobalValue& global) {
  if (const auto* alias = llvm::dyn_cast<llvm::GlobalAlias>(&global)) {
    const llvm::DataLayout& layout = global.getParent()->getDataLayout();
    APInt moved(layout.getIndexTypeSizeInBits(alias->getType()), 0);
    const auto* base = llvm::dyn_cast<llvm::GlobalValue>(
        alias->getAliasee()->stripAndAccumulateConstantOffsets(layout, moved, /*AllowNonInbounds=*/true));
    if (base == nullptr || base == &global) return std::nullopt;
    auto target = address_of(environment, *base);
    if (target) target->offset += static_cast<std::uint64_t>(moved.getSExtValue());
    return target;
  }
  const auto index = environment.index_of(global.getName().str());
  if (!index) return std::nullopt;
  return GlobalAddress{*index, 0};
}

}  // namespace assay::interpret
