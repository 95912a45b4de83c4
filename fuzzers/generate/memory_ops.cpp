#include <llvm/IR/Constants.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/DerivedTypes.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Intrinsics.h>
#include <llvm/IR/MDBuilder.h>

#include <algorithm>
#include <optional>

#include "fuzzers/generate/constants.h"
#include "fuzzers/generate/generator.h"

namespace assay::generate {
namespace {

using llvm::Type;
using llvm::Value;

std::uint64_t store_size(Generator& g, Type* type) {
  return g.module.getDataLayout().getTypeStoreSize(type).getFixedValue();
}

/// An address inside of a place, with what is known of its alignment.
struct Address {
  Value* pointer;
  llvm::Align align;
};

llvm::GEPNoWrapFlags gep_flags(Generator& g) {
  if (!g.rng.chance(2, 3)) return llvm::GEPNoWrapFlags::none();
  if (g.profile.language < 19 || g.rng.chance(2, 3)) return llvm::GEPNoWrapFlags::inBounds();
  switch (g.rng.below(3)) {
    case 0:
      return llvm::GEPNoWrapFlags::inBounds() | llvm::GEPNoWrapFlags::noUnsignedWrap();
    case 1:
      return llvm::GEPNoWrapFlags::noUnsignedSignedWrap();
    default:
      return llvm::GEPNoWrapFlags::noUnsignedWrap();
  }
}

// By a constant offset, written as bytes, as elements of the accessed type or in two steps.
Address constant_address(Generator& g, const Place& place, Type* type, std::uint64_t offset) {
  const std::uint64_t size = store_size(g, type);
  const llvm::Align align = llvm::commonAlignment(llvm::Align(place.align), offset);
  if (offset == 0 && g.rng.chance(4, 5)) return {place.pointer, align};
  Type* index = g.builder.getIntNTy(g.rng.chance(3, 4) ? 64 : 32);
  const auto number = [&](std::uint64_t value) { return llvm::ConstantInt::get(index, value); };
  if (size != 0 && offset % size == 0 && g.rng.chance(1, 2) && g.module.getDataLayout().getTypeAllocSize(type) == size)
    return {g.builder.CreateGEP(type, place.pointer, number(offset / size), "", gep_flags(g)), align};
  if (offset > 1 && g.rng.chance(1, 4)) {
    const std::uint64_t first = 1 + g.rng.below(offset - 1);
    Value* middle = g.builder.CreateGEP(g.builder.getInt8Ty(), place.pointer, number(first), "", gep_flags(g));
    return {g.builder.CreateGEP(g.builder.getInt8Ty(), middle, number(offset - first), "", gep_flags(g)), align};
  }
  return {g.builder.CreateGEP(g.builder.getInt8Ty(), place.pointer, number(offset), "", gep_flags(g)), align};
}

// By an index that is only known to be small.
Address variable_address(Generator& g, const Place& place, std::uint64_t size) {
  const std::uint64_t room = (place.size - size) / std::max<std::uint64_t>(1, size) + 1;
  Type* narrow = g.types.integer()->getScalarType();
  Value* index = g.variable(narrow);
  const unsigned bits = narrow->getScalarSizeInBits();
  const std::uint64_t reach = llvm::bit_floor(std::min<std::uint64_t>(room, 4)) - 1;
  index = g.builder.CreateAnd(index, llvm::ConstantInt::get(narrow, llvm::APInt(bits, reach, false, true)));
  Type* offset = g.builder.getInt64Ty();
  Value* wide = bits > 2 && g.rng.chance(1, 4) ? g.builder.CreateIntCast(index, offset, true)
                                               : g.builder.CreateIntCast(index, offset, false);
  Type* element = g.builder.getInt8Ty();
  if (size > 1 && g.rng.chance(1, 2)) element = llvm::ArrayType::get(element, size);
  return {g.builder.CreateGEP(element, place.pointer, wide, "", gep_flags(g)), llvm::Align(1)};
}

// Mostly at a natural offset of one of the few kinds that accesses share, so that they meet each other.
std::optional<Address> address_in(Generator& g, const Place& place, Type* type) {
  const std::uint64_t size = store_size(g, type);
  if (size == 0 || size > place.size) return std::nullopt;
  if (g.rng.chance(1, 7)) return variable_address(g, place, size);
  std::uint64_t offset = 0;
  switch (g.rng.below(6)) {
    case 0:
      offset = g.rng.below(place.size - size + 1);
      break;
    case 1:
      offset = place.size - size;
      break;
    case 2:
      offset = (place.size - size) / 2;
      break;
    default:
      offset = g.rng.below((place.size - size) / size + 1) * size;
      break;
  }
  return constant_address(g, place, type, offset);
}

Type* accessed_type(Generator& g) {
  static constexpr unsigned kBits[] = {8, 8, 8, 16, 16, 32, 64};
  switch (g.rng.below(12)) {
    case 0:
      return g.types.any();
    case 1:
      return llvm::FixedVectorType::get(g.builder.getInt8Ty(), 2);
    case 2:
      return g.types.has_floats() ? g.types.floating() : g.builder.getInt16Ty();
    default:
      return g.builder.getIntNTy(kBits[g.rng.below(std::size(kBits))]);
  }
}

const Place* any_place(Generator& g, bool writable) {
  std::vector<const Place*> fitting;
  for (const Place& place : g.places())
    if (place.writable || !writable) fitting.push_back(&place);
  return fitting.empty() ? nullptr : fitting[g.rng.below(fitting.size())];
}

// What a load may promise about the value: often too much, which is the program's own undefined behaviour.
void decorate_load(Generator& g, llvm::LoadInst& load, const Place& place) {
  if (!g.percent(g.profile.metadata_percent)) return;
  llvm::MDNode* nothing = llvm::MDNode::get(g.context, {});
  const unsigned bits = load.getType()->getScalarSizeInBits();
  switch (g.rng.below(5)) {
    case 0:
      return load.setMetadata(llvm::LLVMContext::MD_noundef, nothing);
    case 1:
      if (place.writable) return;  // it would be written somewhere, and the program undefined
      return load.setMetadata(llvm::LLVMContext::MD_invariant_load, nothing);
    case 2:
      return load.setMetadata(llvm::LLVMContext::MD_nontemporal,
                              llvm::MDNode::get(g.context, llvm::ConstantAsMetadata::get(g.builder.getInt32(1))));
    default:
      if (!load.getType()->isIntegerTy() || bits < 2) return;
      const llvm::APInt low = interesting_integer(bits, g.rng);
      const llvm::APInt high = g.rng.chance(1, 2) ? llvm::APInt::getZero(bits) : interesting_integer(bits, g.rng);
      if (low != high) load.setMetadata(llvm::LLVMContext::MD_range, llvm::MDBuilder(g.context).createRange(low, high));
  }
}

bool loadable(const Generator& g, Type* type) {
  if (!g.memory() || !type->isSingleValueType() || type->isPointerTy()) return false;
  return type->getPrimitiveSizeInBits().getFixedValue() <= 128;
}

// A number read as a wider or narrower access than it is used, or out of two halves.
Value* emit_narrow_load(Generator& g, Type* type) {
  Value* loaded = emit_load(g, g.builder.getIntNTy(g.rng.chance(1, 2) ? 16 : 8));
  if (g.rng.chance(1, 3)) {
    Value* low = g.builder.CreateZExt(loaded, g.builder.getInt32Ty());
    Value* other = g.builder.CreateZExt(emit_load(g, g.builder.getInt8Ty()), g.builder.getInt32Ty());
    loaded = g.builder.CreateOr(g.builder.CreateShl(other, g.builder.getInt32(8)), low);
  }
  return g.builder.CreateIntCast(loaded, type, g.rng.chance(1, 2));
}

bool scalar_number(const Generator& g, Type* type) {
  return g.memory() && type->isIntegerTy() && type->getScalarSizeInBits() > 1;
}
bool memory_bool(const Generator& g, Type* type) { return g.memory() && type->isIntegerTy(1); }
bool memory_pointer(const Generator& g, Type* type) { return g.memory() && type->isPointerTy(); }

Value* emit_pointer(Generator& g, Type*) {
  const Place* place = any_place(g, false);
  if (g.rng.chance(1, 4)) {
    Value* first = emit_pointer(g, nullptr);
    Value* second = g.rng.chance(1, 5) ? llvm::ConstantPointerNull::get(llvm::PointerType::get(g.context, 0))
                                       : emit_pointer(g, nullptr);
    return g.builder.CreateSelect(g.variable(g.builder.getInt1Ty()), first, second);
  }
  return address_in(g, *place, g.builder.getInt8Ty())->pointer;
}

Value* emit_pointer_compare(Generator& g, Type*) {
  Value* left = emit_pointer(g, nullptr);
  Value* right = emit_pointer(g, nullptr);
  const auto predicate = g.rng.chance(3, 4) ? (g.rng.chance(1, 2) ? llvm::CmpInst::ICMP_EQ : llvm::CmpInst::ICMP_NE)
                                            : llvm::CmpInst::ICMP_ULT;
  return g.builder.CreateICmp(predicate, left, right);
}

// The distance between two addresses in one object, which does not depend on where the object lies.
Value* emit_pointer_difference(Generator& g, Type* type) {
  const Place* place = any_place(g, false);
  Value* left = g.builder.CreatePtrToInt(address_in(g, *place, g.builder.getInt8Ty())->pointer, g.builder.getInt64Ty());
  Value* right = g.builder.CreatePtrToInt(place->pointer, g.builder.getInt64Ty());
  return g.builder.CreateIntCast(g.builder.CreateSub(left, right), type, g.rng.chance(1, 2));
}

// A load through a pointer that a select or another address computation gives.
Value* emit_indirect_load(Generator& g, Type* type) {
  return g.builder.CreateIntCast(
      g.builder.CreateAlignedLoad(g.builder.getInt8Ty(), emit_pointer(g, nullptr), llvm::Align(1)), type,
      g.rng.chance(1, 2));
}

void emit_store(Generator& g) {
  const Place* place = any_place(g, true);
  if (place == nullptr) return;
  Type* type = accessed_type(g);
  if (type->getPrimitiveSizeInBits() % 8 != 0 && !g.rng.chance(1, 4)) type = g.builder.getInt8Ty();
  const auto address = address_in(g, *place, type);
  if (!address) return;
  Value* stored = g.value(type);
  auto* store = g.builder.CreateAlignedStore(stored, address->pointer,
                                             g.rng.chance(1, 3) ? llvm::Align(1) : address->align, g.rng.chance(1, 40));
  if (g.percent(g.profile.metadata_percent / 3))
    store->setMetadata(llvm::LLVMContext::MD_nontemporal,
                       llvm::MDNode::get(g.context, llvm::ConstantAsMetadata::get(g.builder.getInt32(1))));
}

void emit_copy(Generator& g) {
  const Place* to = any_place(g, true);
  const Place* from = any_place(g, false);
  if (to == nullptr || from == nullptr) return;
  const std::uint64_t length = g.rng.below(std::min(to->size, from->size)) + 1;
  Type* bytes = llvm::ArrayType::get(g.builder.getInt8Ty(), length);
  const auto target = address_in(g, *to, bytes);
  const auto source = address_in(g, *from, bytes);
  if (!target || !source) return;
  // A copy within one place may overlap: only memmove allows that.
  if (to == from || g.rng.chance(1, 3))
    g.builder.CreateMemMove(target->pointer, target->align, source->pointer, source->align, length);
  else
    g.builder.CreateMemCpy(target->pointer, target->align, source->pointer, source->align, length);
}

void emit_fill(Generator& g) {
  const Place* place = any_place(g, true);
  if (place == nullptr) return;
  const std::uint64_t length = g.rng.below(place->size) + 1;
  const auto address = address_in(g, *place, llvm::ArrayType::get(g.builder.getInt8Ty(), length));
  if (!address) return;
  Value* byte =
      g.rng.chance(2, 3) ? static_cast<Value*>(g.constant(g.builder.getInt8Ty())) : g.value(g.builder.getInt8Ty());
  g.builder.CreateMemSet(address->pointer, byte, length, address->align);
}

llvm::AtomicOrdering any_ordering(Generator& g) {
  static constexpr llvm::AtomicOrdering kOrderings[] = {llvm::AtomicOrdering::Acquire, llvm::AtomicOrdering::Release,
                                                        llvm::AtomicOrdering::AcquireRelease,
                                                        llvm::AtomicOrdering::SequentiallyConsistent};
  return kOrderings[g.rng.below(4)];
}

// Things that hunts seldom hold: all of one thread, so that they have a plain meaning.
void emit_rare_statement(Generator& g) {
  const Place* place = any_place(g, true);
  if (place == nullptr || place->size < 2) return;
  Type* byte = g.builder.getInt8Ty();
  switch (g.rng.below(7)) {
    case 0:
      g.builder.CreateFence(any_ordering(g));
      return;
    case 1: {
      const auto operation = static_cast<llvm::AtomicRMWInst::BinOp>(g.rng.below(llvm::AtomicRMWInst::UMin + 1));
      g.builder.CreateAtomicRMW(operation, place->pointer, g.value(byte), llvm::Align(1), any_ordering(g));
      return;
    }
    case 2: {
      Value* expected = g.value(byte);
      g.builder.CreateAtomicCmpXchg(place->pointer, expected, g.value(byte), llvm::Align(1),
                                    llvm::AtomicOrdering::SequentiallyConsistent, llvm::AtomicOrdering::Monotonic);
      return;
    }
    case 3: {
      auto* load = g.builder.CreateAlignedLoad(byte, place->pointer, llvm::Align(1));
      load->setAtomic(g.rng.chance(1, 2) ? llvm::AtomicOrdering::Unordered : llvm::AtomicOrdering::Acquire);
      return;
    }
    case 4:
      g.builder.CreateMemSetInline(place->pointer, llvm::Align(1), g.value(byte),
                                   g.builder.getInt64(1 + g.rng.below(place->size)));
      return;
    case 5: {
      const Place* from = any_place(g, false);
      if (from == place) return;
      g.builder.CreateMemCpyInline(place->pointer, llvm::Align(1), from->pointer, llvm::Align(1),
                                   g.builder.getInt64(1));
      return;
    }
    default: {
      // There and back: the pointer that comes out may be used as the one that went in.
      Value* number = g.builder.CreatePtrToInt(place->pointer, g.builder.getInt64Ty());
      Value* back = g.builder.CreateIntToPtr(number, place->pointer->getType());
      g.builder.CreateStore(g.value(byte), back);
    }
  }
}

Type* place_type(Generator& g) {
  Type* byte = g.builder.getInt8Ty();
  switch (g.rng.below(6)) {
    case 0:
      return g.builder.getInt32Ty();
    case 1:
      return g.builder.getInt64Ty();
    case 2:
      return llvm::StructType::get(g.context, {byte, g.builder.getInt16Ty(), g.builder.getInt32Ty()},
                                   g.rng.chance(1, 3));
    case 3:
      return llvm::ArrayType::get(g.builder.getInt16Ty(), 2 + g.rng.below(3));
    case 4:
      return llvm::FixedVectorType::get(byte, 4);
    default:
      return llvm::ArrayType::get(byte, 2 + g.rng.below(7));
  }
}

// A slot that dies and lives again before its use: its bytes are poison then, and are filled anew.
void emit_lifetime(Generator& g, llvm::AllocaInst& slot) {
  g.builder.CreateLifetimeEnd(&slot);
  g.builder.CreateLifetimeStart(&slot);
  const auto size = slot.getAllocationSize(g.module.getDataLayout());
  g.builder.CreateMemSet(&slot, g.builder.getInt8(3), size->getFixedValue(), slot.getAlign());
}

Place make_alloca(Generator& g) {
  Type* type = place_type(g);
  llvm::AllocaInst* made = g.builder.CreateAlloca(type);
  const std::uint64_t size = g.module.getDataLayout().getTypeAllocSize(type).getFixedValue();
  if (g.rng.chance(1, 6)) made->setAlignment(llvm::Align(1));
  // Memory that was never written gives undef, which is only allowed where undef is; so all of it is filled first.
  if (!g.profile.allow_undef || g.rng.chance(1, 2))
    g.builder.CreateMemSet(made, g.constant(g.builder.getInt8Ty()), size, made->getAlign());
  if (g.profile.rare_memory && g.rng.chance(1, 8)) emit_lifetime(g, *made);
  return {made, size, made->getAlign().value(), true};
}

Place make_global(Generator& g) {
  Type* type = llvm::ArrayType::get(g.builder.getIntNTy(g.rng.chance(1, 2) ? 8 : 16), 2 + g.rng.below(4));
  const bool constant = g.rng.chance(1, 2);
  ConstantOptions options;
  options.poison_permille = 0;
  options.poison_lane_percent = 0;  // poison in an initialiser is a question to put rarely
  llvm::Constant* initial = interesting_constant(type, g.rng, options);
  const std::string name = (constant ? "table." : "state.") + std::string(g.name());
  auto* global = new llvm::GlobalVariable(
      g.module, type, constant,
      constant || g.rng.chance(1, 2) ? llvm::GlobalValue::InternalLinkage : llvm::GlobalValue::ExternalLinkage, initial,
      name);
  global->setAlignment(llvm::Align(std::uint64_t{1} << g.rng.below(4)));
  return {global, g.module.getDataLayout().getTypeAllocSize(type).getFixedValue(), global->getAlign()->value(),
          !constant};
}

constexpr Production kMemoryProductions[] = {
    {"load", Family::Memory, 12, loadable, emit_load},
    {"narrow load", Family::Memory, 3, scalar_number, emit_narrow_load},
    {"indirect load", Family::Memory, 2, scalar_number, emit_indirect_load},
    {"pointer", Family::Memory, 4, memory_pointer, emit_pointer},
    {"pointer compare", Family::Memory, 2, memory_bool, emit_pointer_compare},
    {"pointer difference", Family::Memory, 1, scalar_number, emit_pointer_difference},
};

}  // namespace

Value* emit_load(Generator& g, Type* type) {
  // A number of an odd width is stored with padding, and reading bytes as one is rarely defined: so it is cut from a
  // whole number of bytes, mostly.
  if (const unsigned bits = type->getScalarSizeInBits(); type->isIntegerTy() && bits % 8 != 0 && !g.rng.chance(1, 15))
    return g.builder.CreateTrunc(emit_load(g, g.builder.getIntNTy((bits + 7) / 8 * 8)), type);
  const Place* place = any_place(g, false);
  std::optional<Address> address;
  if (place != nullptr) address = address_in(g, *place, type);
  if (!address) return g.constant(type);
  auto* load = g.builder.CreateAlignedLoad(type, address->pointer, g.rng.chance(1, 3) ? llvm::Align(1) : address->align,
                                           g.rng.chance(1, 40));
  decorate_load(g, *load, *place);
  return load;
}

llvm::ArrayRef<Production> memory_productions() { return kMemoryProductions; }

void emit_memory_statement(Generator& g) {
  const std::uint64_t roll = g.rng.below(12);
  if (g.profile.rare_memory && g.rng.chance(1, 10))
    emit_rare_statement(g);
  else if (roll < 8)
    emit_store(g);
  else if (roll < 10)
    emit_copy(g);
  else
    emit_fill(g);
}

std::vector<Place> make_places(Generator& g, llvm::Function& function) {
  std::vector<Place> places;
  for (llvm::Argument& argument : function.args())
    if (argument.getType()->isPointerTy())
      places.push_back({&argument, argument.getDereferenceableBytes(), argument.getParamAlign().valueOrOne().value(),
                        !argument.onlyReadsMemory()});
  for (std::uint64_t count = g.rng.below(3) + (places.empty() ? 1 : 0); count > 0; --count)
    places.push_back(make_alloca(g));
  if (g.rng.chance(1, 4)) places.push_back(make_global(g));
  return places;
}

}  // namespace assay::generate
