#include "services/coordinator/facts/entities.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/DerivedTypes.h>
#include <llvm/IR/InlineAsm.h>
#include <llvm/Support/raw_ostream.h>

#include <functional>

#include "services/common/hash.h"
#include "services/coordinator/facts/metadata_text.h"

namespace assay::facts {
namespace {

constexpr std::size_t kDigits = 12;

/// As LLVM spells it, but a named structure is written with its body: two modules may give one name to different ones.
/// `part` spells what it is made of.
std::string spell(const llvm::Type& type, const std::function<std::string(const llvm::Type&)>& part) {
  const auto list = [&](llvm::ArrayRef<llvm::Type*> types) {
    std::string text;
    for (const llvm::Type* each : types) text += (text.empty() ? "" : ", ") + part(*each);
    return text;
  };
  if (const auto* array = llvm::dyn_cast<llvm::ArrayType>(&type))
    return "[" + std::to_string(array->getNumElements()) + " x " + part(*array->getElementType()) + "]";
  if (const auto* vector = llvm::dyn_cast<llvm::VectorType>(&type))
    return std::string("<") + (vector->getElementCount().isScalable() ? "vscale x " : "") +
           std::to_string(vector->getElementCount().getKnownMinValue()) + " x " + part(*vector->getElementType()) + ">";
  if (const auto* function = llvm::dyn_cast<llvm::FunctionType>(&type)) {
    std::string parameters = list(function->params());
    if (function->isVarArg()) parameters += parameters.empty() ? "..." : ", ...";
    return part(*function->getReturnType()) + " (" + parameters + ")";
  }
  std::string text;
  llvm::raw_string_ostream out(text);
  type.print(out, false, true);
  const auto* structure = llvm::dyn_cast<llvm::StructType>(&type);
  if (structure == nullptr) return text;
  std::string body = structure->isOpaque() ? "opaque" : "{ " + list(structure->elements()) + " }";
  if (structure->isPacked()) body = "<" + body + ">";
  return structure->isLiteral() ? body : text + " = type " + body;
}

const char* kind_of(const llvm::Type& type) {
  if (type.isFloatingPointTy()) return "floating-point";
  switch (type.getTypeID()) {
    case llvm::Type::VoidTyID:
      return "void";
    case llvm::Type::LabelTyID:
      return "label";
    case llvm::Type::MetadataTyID:
      return "metadata";
    case llvm::Type::TokenTyID:
      return "token";
    case llvm::Type::X86_AMXTyID:
      return "x86_amx";
    case llvm::Type::IntegerTyID:
      return "integer";
    case llvm::Type::PointerTyID:
      return "pointer";
    case llvm::Type::FunctionTyID:
      return "function";
    case llvm::Type::ArrayTyID:
      return "array";
    case llvm::Type::StructTyID:
      return "structure";
    case llvm::Type::FixedVectorTyID:
    case llvm::Type::ScalableVectorTyID:
      return "vector";
    default:
      return "target";
  }
}

const char* kind_of(const llvm::Value& constant) {
  if (llvm::isa<llvm::MetadataAsValue>(constant)) return "metadata";
  if (llvm::isa<llvm::InlineAsm>(constant)) return "asm";
  if (llvm::isa<llvm::Function>(constant)) return "function";
  if (llvm::isa<llvm::GlobalValue>(constant)) return "global";
  if (llvm::isa<llvm::ConstantInt>(constant)) return "integer";
  if (llvm::isa<llvm::ConstantFP>(constant)) return "floating-point";
  if (llvm::isa<llvm::PoisonValue>(constant)) return "poison";
  if (llvm::isa<llvm::UndefValue>(constant)) return "undef";
  if (llvm::isa<llvm::ConstantPointerNull>(constant)) return "null";
  if (llvm::isa<llvm::ConstantAggregateZero>(constant)) return "zeroinitializer";
  if (llvm::isa<llvm::ConstantExpr>(constant)) return "expression";
  if (llvm::isa<llvm::BlockAddress>(constant)) return "blockaddress";
  if (llvm::isa<llvm::ConstantAggregate, llvm::ConstantDataSequential>(constant)) return "aggregate";
  return "other";
}

/// The integer that a constant is, or all of its lanes are.
const llvm::ConstantInt* integer_of(const llvm::Value& value) {
  if (const auto* integer = llvm::dyn_cast<llvm::ConstantInt>(&value)) return integer;
  const auto* constant = llvm::dyn_cast<llvm::Constant>(&value);
  if (constant == nullptr || !constant->getType()->isVectorTy()) return nullptr;
  return llvm::dyn_cast_or_null<llvm::ConstantInt>(constant->getSplatValue());
}

}  // namespace

/// A named structure within another type is its name and the beginning of its spelling's hash, however much it holds:
/// else structures of structures would be spelled at a length that doubles with each.
std::string Entities::part(const llvm::Type& type) {
  const std::string& text = facts_.types[this->type(type)].text;
  const auto* structure = llvm::dyn_cast<llvm::StructType>(&type);
  if (structure == nullptr || structure->isLiteral()) return text;
  return text.substr(0, text.find(" = type ")) + "#" + content_id(text).substr(0, kDigits);
}

store::RowNumber Entities::type(const llvm::Type& type) {
  if (const auto known = types_.find(&type); known != types_.end()) return known->second;
  if (!within_budget()) return 0;
  store::IrType row;
  row.text = spell(type, [this](const llvm::Type& each) { return part(each); });
  row.kind = kind_of(type);
  const auto add = [&](const char* role, std::uint64_t position, const llvm::Type& component) {
    row.components.push_back({role, position, this->type(component)});
  };
  if (type.isIntegerTy() || type.isFloatingPointTy()) row.bits = type.getPrimitiveSizeInBits().getFixedValue();
  if (const auto* pointer = llvm::dyn_cast<llvm::PointerType>(&type)) row.address_space = pointer->getAddressSpace();
  if (const auto* array = llvm::dyn_cast<llvm::ArrayType>(&type)) {
    row.elements = array->getNumElements();
    add("element", 0, *array->getElementType());
  } else if (const auto* vector = llvm::dyn_cast<llvm::VectorType>(&type)) {
    row.elements = vector->getElementCount().getKnownMinValue();
    if (vector->getElementCount().isScalable()) row.form = "scalable";
    add("element", 0, *vector->getElementType());
  } else if (const auto* structure = llvm::dyn_cast<llvm::StructType>(&type)) {
    row.elements = structure->getNumElements();
    row.form = structure->isOpaque() ? "opaque" : structure->isPacked() ? "packed" : "";
    for (unsigned i = 0; i < structure->getNumElements(); ++i) add("field", i, *structure->getElementType(i));
  } else if (const auto* function = llvm::dyn_cast<llvm::FunctionType>(&type)) {
    row.elements = function->getNumParams();
    if (function->isVarArg()) row.form = "variadic";
    add("return", 0, *function->getReturnType());
    for (unsigned i = 0; i < function->getNumParams(); ++i) add("parameter", i, *function->getParamType(i));
  }
  pay_for(row);
  facts_.types.push_back(std::move(row));
  return types_[&type] = facts_.types.size() - 1;
}

store::RowNumber Entities::constant(const llvm::Value& constant) {
  if (const auto known = constants_.find(&constant); known != constants_.end()) return known->second;
  if (!within_budget()) return 0;
  store::IrConstant row;
  row.type = type(*constant.getType());
  row.kind = kind_of(constant);
  if (const auto* metadata = llvm::dyn_cast<llvm::MetadataAsValue>(&constant))
    row.text = metadata_text(*metadata->getMetadata());
  else
    row.text = name(constant);
  if (const llvm::ConstantInt* integer = integer_of(constant);
      integer != nullptr && integer->getValue().getSignificantBits() <= 64) {
    row.is_integer = true;
    row.integer = integer->getSExtValue();
  }
  pay_for(row);
  // Two constants may have one text: it is how the database knows them.
  const auto [known, added] = constants_by_text_.try_emplace({row.type, row.kind, row.text}, facts_.constants.size());
  if (added) facts_.constants.push_back(std::move(row));
  return constants_[&constant] = known->second;
}

std::uint64_t Entities::add_variable(const llvm::Value& variable) { return variables_[&variable] = facts_.variables++; }

store::IrOperand Entities::operand(std::string role, std::uint64_t position, const llvm::Value& value) {
  const auto variable = variables_.find(&value);
  if (variable != variables_.end()) return {std::move(role), position, false, variable->second};
  return {std::move(role), position, true, constant(value)};
}

std::string Entities::name(const llvm::Value& value) {
  if (!within_budget()) return {};
  std::string text;
  llvm::raw_string_ostream out(text);
  value.printAsOperand(out, false, slots_);
  return text;
}

}  // namespace assay::facts
