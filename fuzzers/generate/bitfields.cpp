#include "fuzzers/generate/bitfields.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/DerivedTypes.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/NoFolder.h>
#include <llvm/Support/MathExtras.h>

#include <algorithm>
#include <numeric>

namespace assay::generate {
namespace {

using llvm::Type;
using llvm::Value;
using PlainBuilder = llvm::IRBuilder<llvm::NoFolder>;

const char* c_type(const Field& field) {
  switch (field.type_bits) {
    case 8:
      return field.is_signed ? "signed char" : "unsigned char";
    case 16:
      return field.is_signed ? "short" : "unsigned short";
    case 32:
      return field.is_signed ? "int" : "unsigned";
    default:
      return field.is_signed ? "long" : "unsigned long";
  }
}

llvm::Constant* initial(Type* type, bool cleared) {
  return cleared ? llvm::Constant::getNullValue(type) : llvm::PoisonValue::get(type);
}

// A value's bits in memory, in a function under construction.
class FieldAccess {
 public:
  virtual ~FieldAccess() = default;
  virtual Value* read(PlainBuilder& builder, std::size_t field) = 0;
  virtual void write(PlainBuilder& builder, std::size_t field, Value* value) = 0;
};

/// The bytes that an access to a field touches.
struct Unit {
  std::uint64_t byte;
  unsigned bits;
  unsigned shift;  ///< of the field inside of it
};

// The storage unit of the declared type; for a field that straddles two of them, or would reach beyond the record, just
// the bytes that it has bits in.
Unit unit_of(const Record& record, const Layout& layout, std::size_t index) {
  const Field& field = record.fields[index];
  const std::uint64_t offset = layout.offsets[index];
  const std::uint64_t start = offset / field.type_bits * field.type_bits;
  if (offset + field.width <= start + field.type_bits && start + field.type_bits <= layout.size * 8)
    return {start / 8, field.type_bits, static_cast<unsigned>(offset - start)};
  const std::uint64_t first = offset / 8;
  const std::uint64_t end = llvm::divideCeil(offset + field.width, 8);
  return {first, static_cast<unsigned>((end - first) * 8), static_cast<unsigned>(offset - first * 8)};
}

class InRecord : public FieldAccess {
 public:
  InRecord(PlainBuilder& builder, const Record& record, bool cleared, bool by_bits)
      : record_(record), layout_(layout_of(record)), by_bits_(by_bits) {
    Type* bytes = llvm::ArrayType::get(builder.getInt8Ty(), layout_.size);
    llvm::AllocaInst* slot = builder.CreateAlloca(bytes);
    slot->setAlignment(llvm::Align(layout_.align));
    builder.CreateStore(initial(bytes, cleared), slot);
    slot_ = slot;
  }

  Value* read(PlainBuilder& builder, std::size_t field) override {
    const Unit unit = unit_of(record_, layout_, field);
    const unsigned width = record_.fields[field].width;
    if (by_bits_) {
      Value* lanes = builder.CreateShuffleVector(load(builder, unit), lanes_from(unit.shift, width));
      return builder.CreateBitCast(lanes, builder.getIntNTy(width));
    }
    // Bits that were never written are poison, and a number with a poison bit is poison whole: hence the freeze.
    Value* whole = builder.CreateFreeze(load(builder, unit));
    if (unit.shift != 0) whole = builder.CreateLShr(whole, unit.shift);
    return width == unit.bits ? whole : builder.CreateTrunc(whole, builder.getIntNTy(width));
  }

  void write(PlainBuilder& builder, std::size_t field, Value* value) override {
    const Unit unit = unit_of(record_, layout_, field);
    const unsigned width = record_.fields[field].width;
    const auto align = llvm::commonAlignment(llvm::Align(layout_.align), unit.byte);
    if (by_bits_) {
      Type* narrow = llvm::FixedVectorType::get(builder.getInt1Ty(), width);
      Value* lanes = builder.CreateBitCast(value, narrow);
      if (width != unit.bits) {
        std::vector<int> widen(unit.bits, -1);
        std::iota(widen.begin(), widen.begin() + width, 0);
        lanes = builder.CreateShuffleVector(lanes, widen);
        std::vector<int> blend(unit.bits);
        for (unsigned lane = 0; lane < unit.bits; ++lane)
          blend[lane] =
              static_cast<int>(lane >= unit.shift && lane < unit.shift + width ? unit.bits + lane - unit.shift : lane);
        lanes = builder.CreateShuffleVector(load(builder, unit), lanes, blend);
      }
      builder.CreateAlignedStore(lanes, address(builder, unit), align);
      return;
    }
    if (width != unit.bits) {
      const auto mask = llvm::APInt::getBitsSet(unit.bits, unit.shift, unit.shift + width);
      Value* old = builder.CreateAnd(builder.CreateFreeze(load(builder, unit)), builder.getInt(~mask));
      value = builder.CreateZExt(value, builder.getIntNTy(unit.bits));
      if (unit.shift != 0) value = builder.CreateShl(value, unit.shift);
      value = builder.CreateOr(old, value);
    }
    builder.CreateAlignedStore(value, address(builder, unit), align);
  }

 private:
  static std::vector<int> lanes_from(unsigned first, unsigned count) {
    std::vector<int> lanes(count);
    std::iota(lanes.begin(), lanes.end(), static_cast<int>(first));
    return lanes;
  }
  Value* address(PlainBuilder& builder, const Unit& unit) {
    return unit.byte == 0 ? slot_ : builder.CreateInBoundsGEP(builder.getInt8Ty(), slot_, builder.getInt64(unit.byte));
  }
  Value* load(PlainBuilder& builder, const Unit& unit) {
    Type* type = builder.getIntNTy(unit.bits);
    if (by_bits_) type = llvm::FixedVectorType::get(builder.getInt1Ty(), unit.bits);
    return builder.CreateAlignedLoad(type, address(builder, unit),
                                     llvm::commonAlignment(llvm::Align(layout_.align), unit.byte));
  }

  const Record& record_;
  Layout layout_;
  bool by_bits_;
  Value* slot_ = nullptr;
};

class InMembers : public FieldAccess {
 public:
  InMembers(PlainBuilder& builder, const Record& record, bool cleared) {
    std::vector<Type*> members;
    for (const Field& field : record.fields) members.push_back(builder.getIntNTy(std::max(1u, field.width)));
    type_ = llvm::StructType::get(builder.getContext(), members, true);
    slot_ = builder.CreateAlloca(type_);
    builder.CreateStore(initial(type_, cleared), slot_);
  }
  Value* read(PlainBuilder& builder, std::size_t field) override {
    return builder.CreateAlignedLoad(type_->getElementType(static_cast<unsigned>(field)), address(builder, field),
                                     llvm::Align(1));
  }
  void write(PlainBuilder& builder, std::size_t field, Value* value) override {
    builder.CreateAlignedStore(value, address(builder, field), llvm::Align(1));
  }

 private:
  Value* address(PlainBuilder& builder, std::size_t field) {
    return builder.CreateStructGEP(type_, slot_, static_cast<unsigned>(field));
  }
  llvm::StructType* type_ = nullptr;
  Value* slot_ = nullptr;
};

}  // namespace

Record random_record(Rng& rng) {
  static constexpr unsigned kTypes[] = {8, 8, 16, 32, 32, 64};
  Record record;
  record.packed = rng.chance(1, 4);
  record.is_union = rng.chance(1, 10);
  const unsigned uniform = rng.chance(1, 2) ? kTypes[rng.below(6)] : 0;
  for (std::uint64_t count = 2 + rng.below(4); count > 0; --count) {
    Field field;
    field.type_bits = uniform != 0 ? uniform : kTypes[rng.below(6)];
    field.is_signed = rng.chance(1, 2);
    field.width = 1 + static_cast<unsigned>(rng.below(std::min(field.type_bits, 12u)));
    const std::uint64_t kind = rng.below(16);
    if (kind == 0) field.width = 0;
    if (kind <= 1) field.named = false;
    if (kind == 2) {
      field.is_bit_field = false;
      field.width = field.type_bits;
    }
    record.fields.push_back(field);
  }
  record.fields.front().named = true;
  if (record.fields.front().width == 0) record.fields.front().width = 3;
  return record;
}

std::string c_declaration(const Record& record) {
  std::string text =
      std::string(record.is_union ? "union" : "struct") + (record.packed ? " __attribute__((packed))" : "") + " S {";
  for (std::size_t index = 0; index < record.fields.size(); ++index) {
    const Field& field = record.fields[index];
    text += std::string(" ") + c_type(field);
    if (field.named) text += " f" + std::to_string(index);
    if (field.is_bit_field) text += " : " + std::to_string(field.width);
    text += ";";
  }
  return text + " };";
}

// System V ABI, x86-64, 3.1.2: a bit-field must lie within a storage unit of its declared type, unless the record is
// packed; an unnamed one does not influence the record's alignment; one of width 0 moves on to the next unit.
Layout layout_of(const Record& record) {
  Layout layout;
  std::uint64_t next = 0;
  std::uint64_t end = 0;
  for (const Field& field : record.fields) {
    const std::uint64_t unit = field.type_bits;
    std::uint64_t offset = record.is_union ? 0 : next;
    const bool aligned = !record.packed;
    if (!field.is_bit_field)
      offset = llvm::alignTo(offset, aligned ? unit : 8);
    else if (field.width == 0)
      offset = llvm::alignTo(offset, unit);
    else if (aligned && offset % unit + field.width > unit)
      offset = llvm::alignTo(offset, unit);
    if (aligned && field.named) layout.align = std::max(layout.align, unit / 8);
    layout.offsets.push_back(offset);
    next = offset + field.width;
    end = std::max(end, next);
  }
  layout.size = llvm::alignTo(llvm::divideCeil(end, 8), layout.align);
  return layout;
}

BitFieldProgram random_bitfield_program(Rng& rng) {
  BitFieldProgram program;
  program.record = random_record(rng);
  std::vector<std::size_t> fields;
  for (std::size_t index = 0; index < program.record.fields.size(); ++index)
    if (program.record.fields[index].named && program.record.fields[index].width != 0) fields.push_back(index);
  // The members of a union share their bits, which Lowering::Members can't express: one of them is all that is used.
  if (program.record.is_union) fields.resize(1);
  for (std::uint64_t count = 1 + rng.below(2); count > 0; --count)
    program.argument_bits.push_back(rng.chance(3, 4) ? 8 : 4);
  program.cleared = rng.chance(1, 4);
  std::vector<bool> written(program.record.fields.size());
  for (std::uint64_t count = 1 + rng.below(4); count > 0; --count) {
    BitFieldProgram::Write write;
    write.field = fields[rng.below(fields.size())];
    write.argument = static_cast<unsigned>(rng.below(program.argument_bits.size()));
    write.increment = written[write.field] && rng.chance(1, 2);
    written[write.field] = true;
    program.writes.push_back(write);
  }
  return program;
}

llvm::Function& lower_bitfields(llvm::Module& module, const BitFieldProgram& program, Lowering lowering,
                                const std::string& name) {
  llvm::LLVMContext& context = module.getContext();
  std::vector<Type*> parameters;
  for (const unsigned bits : program.argument_bits) parameters.push_back(llvm::IntegerType::get(context, bits));
  Type* result_type = Type::getInt16Ty(context);
  auto* function = llvm::Function::Create(llvm::FunctionType::get(result_type, parameters, false),
                                          llvm::GlobalValue::ExternalLinkage, name, module);
  PlainBuilder builder(llvm::BasicBlock::Create(context, "entry", function));
  std::unique_ptr<FieldAccess> access;
  if (lowering == Lowering::Members)
    access = std::make_unique<InMembers>(builder, program.record, program.cleared);
  else
    access = std::make_unique<InRecord>(builder, program.record, program.cleared, lowering == Lowering::BitVector);

  std::vector<std::size_t> written;
  for (const BitFieldProgram::Write& write : program.writes) {
    Type* type = builder.getIntNTy(program.record.fields[write.field].width);
    Value* value = builder.CreateIntCast(function->getArg(write.argument), type, true);
    if (write.increment) value = builder.CreateAdd(access->read(builder, write.field), value);
    access->write(builder, write.field, value);
    if (std::find(written.begin(), written.end(), write.field) == written.end()) written.push_back(write.field);
  }
  Value* result = nullptr;
  for (const std::size_t field : written) {
    Value* read =
        builder.CreateIntCast(access->read(builder, field), result_type, program.record.fields[field].is_signed);
    result = result == nullptr ? read : builder.CreateXor(builder.CreateMul(result, builder.getInt16(3)), read);
  }
  builder.CreateRet(result);
  return *function;
}

}  // namespace assay::generate
