#include "services/worker/interpret/inputs/environment.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/GlobalAlias.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Operator.h>

#include <algorithm>
#include <optional>
#include <set>
#include <vector>

#include "services/worker/ir/ir.h"
#include "services/worker/ir/references.h"

namespace assay::interpret {
namespace {

using llvm::APInt;

std::string name_of(const llvm::GlobalValue& global) { return global.getName().str(); }

bool is_stream_pointer(const llvm::GlobalVariable& global) {
  return (global.getName() == "stdout" || global.getName() == "stderr") && global.isDeclaration() &&
         global.getValueType()->isPointerTy();
}

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
    if (const auto number = number_of(constant)) return write_bits(*number, offset, bytes);
    if (auto* record = llvm::dyn_cast<llvm::StructType>(constant.getType()))
      return write_struct(constant, *record, offset);
    if (llvm::isa<llvm::ArrayType, llvm::FixedVectorType>(constant.getType())) return write_elements(constant, offset);
    return false;
  }

  /// stdout and stderr are pointers to the streams.
  bool write_stream(const llvm::GlobalVariable& global) {
    const auto stream = environment_.index_of(stream_object(name_of(global)));
    return stream && write_address({*stream, 0}, 0, layout_.getTypeStoreSize(global.getValueType()).getFixedValue());
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
  /// Numbers made of addresses: ptrtoint and differences of it.
  std::optional<APInt> number_of(const llvm::Constant& constant) const {
    if (const auto* integer = llvm::dyn_cast<llvm::ConstantInt>(&constant)) return integer->getValue();
    const auto* expression = llvm::dyn_cast<llvm::ConstantExpr>(&constant);
    if (expression == nullptr || !constant.getType()->isIntegerTy()) return std::nullopt;
    const unsigned bits = constant.getType()->getIntegerBitWidth();
    const llvm::Constant& first = *expression->getOperand(0);
    switch (expression->getOpcode()) {
      case llvm::Instruction::PtrToInt:
      case llvm::Instruction::PtrToAddr: {
        APInt moved(layout_.getIndexTypeSizeInBits(first.getType()), 0);
        const auto target = object_of(*first.stripAndAccumulateConstantOffsets(layout_, moved, true));
        if (!target) return std::nullopt;
        const std::uint64_t address = environment_.objects()[target->object].address + target->offset;
        return APInt(64, address + static_cast<std::uint64_t>(moved.getSExtValue())).zextOrTrunc(bits);
      }
      case llvm::Instruction::Trunc: {
        const auto number = number_of(first);
        return number ? std::optional(number->trunc(bits)) : std::nullopt;
      }
      case llvm::Instruction::Add:
      case llvm::Instruction::Sub: {
        const auto left = number_of(first), right = number_of(*expression->getOperand(1));
        if (!left || !right) return std::nullopt;
        return expression->getOpcode() == llvm::Instruction::Add ? *left + *right : *left - *right;
      }
      default:
        return std::nullopt;
    }
  }
  bool write_pointer(const llvm::Constant& constant, std::uint64_t offset, std::uint64_t bytes) {
    const auto* expression = llvm::dyn_cast<llvm::ConstantExpr>(&constant);
    if (expression != nullptr && expression->getOpcode() == llvm::Instruction::IntToPtr)
      if (const auto number = number_of(*expression->getOperand(0)))
        return write_bits(number->zextOrTrunc(static_cast<unsigned>(bytes * 8)), offset, bytes);
    APInt moved(layout_.getIndexTypeSizeInBits(constant.getType()), 0);
    auto target = object_of(*constant.stripAndAccumulateConstantOffsets(layout_, moved, /*AllowNonInbounds=*/true));
    if (!target) return false;
    target->offset += static_cast<std::uint64_t>(moved.getSExtValue());
    return write_address(*target, offset, bytes);
  }
  bool write_address(const GlobalAddress& target, std::uint64_t offset, std::uint64_t bytes) {
    const std::uint64_t address = environment_.objects()[target.object].address + target.offset;
    if (bytes == sizeof address && !layout_.isBigEndian()) {
      block_.write_pointer(offset, address, Memory::environment(target.object));
      return true;
    }
    for (std::uint64_t i = 0; i < bytes; ++i) {
      const std::uint64_t place = layout_.isBigEndian() ? bytes - 1 - i : i;
      block_.set(offset + place, {static_cast<std::uint8_t>(address >> (8 * i)), 0, 0, static_cast<std::uint8_t>(i),
                                  Memory::environment(target.object)});
    }
    return true;
  }
  std::optional<GlobalAddress> object_of(const llvm::Value& base) const {
    if (const auto* equivalent = llvm::dyn_cast<llvm::DSOLocalEquivalent>(&base))
      return address_of(environment_, *equivalent->getGlobalValue());
    if (const auto* no_cfi = llvm::dyn_cast<llvm::NoCFIValue>(&base))
      return address_of(environment_, *no_cfi->getGlobalValue());
    if (const auto* block = llvm::dyn_cast<llvm::BlockAddress>(&base)) {
      const auto label = environment_.label_of(*block->getBasicBlock());
      return label ? std::optional(GlobalAddress{*label, 0}) : std::nullopt;
    }
    const auto* global = llvm::dyn_cast<llvm::GlobalValue>(&base);
    return global == nullptr ? std::nullopt : address_of(environment_, *global);
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

/// The names of both functions and of all that they may reach in either module.
std::set<std::string> names_within_reach(const llvm::Function& source, const llvm::Function& target) {
  std::set<std::string> names;
  std::set<const llvm::GlobalValue*> seen;
  std::vector<const llvm::GlobalValue*> work{&source, &target};
  while (!work.empty()) {
    const llvm::GlobalValue* global = work.back();
    work.pop_back();
    if (global == nullptr || !seen.insert(global).second) continue;
    const std::string name = name_of(*global);
    const auto needed = ir::globals_needed_by(*global, /*with_callees=*/false);
    work.insert(work.end(), needed.begin(), needed.end());
    // What has its name in the other module is the same object.
    if (!names.insert(name).second || name.empty()) continue;
    for (const llvm::Module* module : {source.getParent(), target.getParent()})
      work.push_back(module->getNamedValue(name));
  }
  return names;
}

}  // namespace

Environment::Environment(const llvm::Function& source, const llvm::Function* target) {
  const llvm::Module& before = *source.getParent();
  const llvm::Module& after = target == nullptr ? before : *target->getParent();
  const std::set<std::string> named = names_within_reach(source, target == nullptr ? source : *target);
  add_module(before, before, after, named);
  if (&after != &before) add_module(after, before, after, named);
  note_uses(source, target);
}

/// Interprocedural passes remove, shrink and split variables that only their module knows. Their contents at the end
/// are compared only if the target still reads them.
void Environment::note_uses(const llvm::Function& from, const llvm::Function* to) {
  const llvm::Module& source = *from.getParent();
  const llvm::Module* target = to == nullptr ? nullptr : to->getParent();
  for (const llvm::GlobalVariable& global : source.globals()) {
    if (!global.hasLocalLinkage() || global.isConstant() || !indices_.contains(name_of(global))) continue;
    Object& object = objects_[indices_.at(name_of(global))];
    object.is_internal = global.hasDefinitiveInitializer();
    const ir::Uses here = to == nullptr ? ir::uses_of(global) : ir::uses_in_pair(global, from, *to);
    object.is_private = !here.escapes;
    if (target == nullptr) continue;
    const llvm::GlobalVariable* other = target->getGlobalVariable(global.getName(), true);
    if (other == nullptr || other->getValueType() != global.getValueType()) {
      object.is_unread = true;
      continue;
    }
    const ir::Uses there = ir::uses_in_pair(*other, *to, from);
    object.is_private &= !there.escapes;
    object.is_unread = !there.reads;
    if (object.is_private) note_callbacks(global, *other, from, *to, object);
  }
  if (target == nullptr) return;
  for (const llvm::GlobalVariable& global : target->globals()) {
    if (!global.hasLocalLinkage() || global.isConstant() || !indices_.contains(name_of(global)) ||
        source.getGlobalVariable(global.getName(), true) != nullptr)
      continue;
    Object& object = objects_[indices_.at(name_of(global))];
    object.is_internal = global.hasDefinitiveInitializer();
    object.is_private = !ir::uses_of(global).escapes;
    object.is_unread = true;
  }
}

/// Code outside may call functions of the module that read and write what it has no pointer to.
void Environment::note_callbacks(const llvm::GlobalVariable& before, const llvm::GlobalVariable& after,
                                 const llvm::Function& from, const llvm::Function& to, Object& object) {
  object.is_read_back = ir::uses_by_callbacks(after, from, to).reads;
  object.setters = setters_of(before, from, to);
  const std::vector<Setter> still = setters_of(after, from, to);
  std::erase_if(object.setters, [&](const Setter& setter) { return !llvm::is_contained(still, setter); });
}

void Environment::add_module(const llvm::Module& module, const llvm::Module& source, const llvm::Module& target,
                             const std::set<std::string>& named) {
  const llvm::DataLayout& layout = module.getDataLayout();
  for (const llvm::GlobalVariable& global : module.globals()) {
    if (!named.contains(name_of(global))) continue;
    Object object;
    object.name = name_of(global);
    object.is_constant = global.isConstant();
    object.is_external = !global.hasDefinitiveInitializer();
    object.may_be_larger = ir::may_be_larger(global);
    if (&module == &source) object.of_source = &global;
    if (global.getValueType()->isSized() && !layout.getTypeAllocSize(global.getValueType()).isScalable())
      object.size = layout.getTypeAllocSize(global.getValueType()).getFixedValue();
    object.align = ir::alignment_of(object.name, source, target);
    const bool is_stream = is_stream_pointer(global);
    add(std::move(object));
    if (!is_stream) continue;
    Object stream;
    stream.name = stream_object(name_of(global));
    stream.is_function = stream.is_constant = true;  // so that no access to it is allowed
    stream.align = 16;
    add(std::move(stream));
  }
  for (const llvm::Function& function : module) {
    if (function.isIntrinsic() || !named.contains(name_of(function))) continue;
    Object object;
    object.name = name_of(function);
    object.is_function = true;
    object.is_constant = true;
    object.align = std::max<std::uint64_t>(function.getAlign().valueOrOne().value(), 16);
    add(std::move(object));
  }
  add_labels(module);
}

/// The k-th blocks of both modules share an object, so that all other objects have the same numbers on both sides.
void Environment::add_labels(const llvm::Module& module) {
  std::size_t count = 0;
  for (const llvm::Function& function : module)
    for (const llvm::BasicBlock& block : function) {
      if (!block.hasAddressTaken()) continue;
      Object object;
      object.name = "\1label" + std::to_string(count++);  // no global has such a name: LLVM drops its first byte
      object.is_function = object.is_label = object.is_constant = true;
      object.align = 16;
      const std::string name = object.name;
      add(std::move(object));
      labels_[&block] = indices_[name];
    }
}

std::optional<std::size_t> Environment::label_of(const llvm::BasicBlock& block) const {
  const auto found = labels_.find(&block);
  if (found == labels_.end()) return std::nullopt;
  return found->second;
}

const llvm::BasicBlock* Environment::block_of(std::size_t object, const llvm::Module& module) const {
  for (const auto& [block, index] : labels_)
    if (index == object && block->getModule() == &module) return block;
  return nullptr;
}

void Environment::add(Object object) {
  const auto [place, is_new] = indices_.emplace(object.name, objects_.size());
  if (!is_new) {
    Object& known = objects_[place->second];
    known.is_constant &= object.is_constant;
    known.is_external |= object.is_external;
    known.may_be_larger &= object.may_be_larger;
    return;
  }
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

std::uint64_t Environment::address_of(const semantics::InputBlock& block, std::size_t k) const {
  constexpr std::uint64_t kFirst = 0x4000'0000, kApart = 0x10'0000, kLargeApart = 0x200'0000'0000;
  if (block.at_zero) return 0;
  if (!block.parts.empty()) return kLargeApart * (k + 1) + block.align;
  return block.address != 0 ? block.address : kFirst + kApart * (k + 1) + block.align;
}

bool write_initializer(const Environment& environment, const llvm::GlobalVariable& global, Block& block,
                       bool undef_is_poison) {
  block.make_unwritten(undef_is_poison);  // padding stays unwritten
  InitializerWriter writer(environment, global.getParent()->getDataLayout(), block, undef_is_poison);
  if (is_stream_pointer(global)) return writer.write_stream(global);
  if (!global.hasInitializer()) return true;
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

bool has_volatile_copies(const llvm::Function& function) {
  for (const llvm::Function* body : ir::bodies_needed_by(function))
    for (const llvm::Instruction& instruction : llvm::instructions(*body))
      if (const auto* copy = llvm::dyn_cast<llvm::MemIntrinsic>(&instruction); copy != nullptr && copy->isVolatile())
        return true;
  return false;
}

}  // namespace assay::interpret
