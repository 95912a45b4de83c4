#include "fuzzers/mutate/inventory.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/DebugProgramInstruction.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Operator.h>
#include <llvm/Support/raw_ostream.h>

#include "fuzzers/generate/flag_words.h"
#include "fuzzers/generate/intrinsic_forms.h"
#include "services/worker/semantics/semantics.h"

namespace assay::mutate {
namespace {

constexpr const char* kConstantForms[] = {"integer",
                                          "float",
                                          "special float",
                                          "null",
                                          "zeroinitializer",
                                          "poison",
                                          "undef",
                                          "data sequence",
                                          "array",
                                          "structure",
                                          "vector",
                                          "partly poison vector",
                                          "partly poison aggregate",
                                          "partly undef vector",
                                          "partly undef aggregate",
                                          "global variable",
                                          "function",
                                          "alias",
                                          "blockaddress",
                                          "dso_local_equivalent",
                                          "no_cfi",
                                          "token none",
                                          "target none",
                                          "getelementptr",
                                          "ptrtoint",
                                          "ptrtoaddr",
                                          "inttoptr",
                                          "addrspacecast",
                                          "bitcast",
                                          "trunc",
                                          "add",
                                          "sub",
                                          "xor",
                                          "extractelement",
                                          "insertelement",
                                          "shufflevector"};

const char* plain_form(const llvm::Constant& constant) {
  switch (constant.getValueID()) {
    case llvm::Value::FunctionVal:
      return "function";
    case llvm::Value::GlobalAliasVal:
      return "alias";
    case llvm::Value::GlobalIFuncVal:
      return "ifunc";
    case llvm::Value::GlobalVariableVal:
      return "global variable";
    case llvm::Value::BlockAddressVal:
      return "blockaddress";
    case llvm::Value::DSOLocalEquivalentVal:
      return "dso_local_equivalent";
    case llvm::Value::NoCFIValueVal:
      return "no_cfi";
    case llvm::Value::ConstantPtrAuthVal:
      return "ptrauth";
    case llvm::Value::ConstantArrayVal:
      return "array";
    case llvm::Value::ConstantStructVal:
      return "structure";
    case llvm::Value::ConstantVectorVal:
      return "vector";
    case llvm::Value::UndefValueVal:
      return "undef";
    case llvm::Value::PoisonValueVal:
      return "poison";
    case llvm::Value::ConstantAggregateZeroVal:
      return "zeroinitializer";
    case llvm::Value::ConstantDataArrayVal:
    case llvm::Value::ConstantDataVectorVal:
      return "data sequence";
    case llvm::Value::ConstantIntVal:
      return "integer";
    case llvm::Value::ConstantFPVal:
      return "float";
    case llvm::Value::ConstantTargetNoneVal:
      return "target none";
    case llvm::Value::ConstantPointerNullVal:
      return "null";
    case llvm::Value::ConstantTokenNoneVal:
      return "token none";
    default:
      return "other";
  }
}

std::string text_of(const llvm::Type& type) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  type.print(stream);
  return text;
}

semantics::Flags flags_of(const llvm::Instruction& each) {
  using namespace semantics;
  Flags flags = 0;
  const auto set = [&](bool on, Flags flag) { flags |= on ? flag : 0; };
  if (llvm::isa<llvm::OverflowingBinaryOperator, llvm::TruncInst>(each)) {
    set(each.hasNoSignedWrap(), NoSignedWrap);
    set(each.hasNoUnsignedWrap(), NoUnsignedWrap);
  }
  if (llvm::isa<llvm::PossiblyExactOperator>(each)) set(each.isExact(), Exact);
  if (const auto* either = llvm::dyn_cast<llvm::PossiblyDisjointInst>(&each)) set(either->isDisjoint(), Disjoint);
  if (llvm::isa<llvm::PossiblyNonNegInst>(each)) set(each.hasNonNeg(), NonNegative);
  if (const auto* compare = llvm::dyn_cast<llvm::ICmpInst>(&each)) set(compare->hasSameSign(), SameSign);
  if (const auto* address = llvm::dyn_cast<llvm::GetElementPtrInst>(&each)) {
    set(address->isInBounds(), InBounds);
    set(address->hasNoUnsignedSignedWrap() && !address->isInBounds(), NoUnsignedSignedWrap);
    set(address->hasNoUnsignedWrap(), NoUnsignedWrap);
  }
  if (llvm::isa<llvm::FPMathOperator>(each)) {
    const llvm::FastMathFlags fast = each.getFastMathFlags();
    set(fast.noNaNs(), NoNaNs);
    set(fast.noInfs(), NoInfs);
    set(fast.noSignedZeros(), NoSignedZeros);
    set(fast.allowReassoc(), semantics::Reassociate);
    set(fast.allowReciprocal(), AllowReciprocal);
    set(fast.allowContract(), AllowContract);
    set(fast.approxFunc(), ApproximateFunctions);
  }
  if (const auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(&each)) {
    const auto last = [&] { return llvm::cast<llvm::ConstantInt>(call->getArgOperand(1))->isOne(); };
    if (call->getIntrinsicID() == llvm::Intrinsic::abs) set(last(), IntMinPoison);
    if (call->getIntrinsicID() == llvm::Intrinsic::ctlz || call->getIntrinsicID() == llvm::Intrinsic::cttz)
      set(last(), ZeroPoison);
  }
  return flags;
}

template <class Holder>
void note_metadata(const Holder& holder, const char* place, llvm::SmallVectorImpl<std::string>& found) {
  llvm::SmallVector<std::pair<unsigned, llvm::MDNode*>, 4> pieces;
  holder.getAllMetadata(pieces);
  llvm::SmallVector<llvm::StringRef, 64> names;
  if (!pieces.empty()) holder.getContext().getMDKindNames(names);
  for (const auto& [kind, node] : pieces) found.push_back(std::string(place) + " " + names[kind].str());
}

}  // namespace

void Inventory::add_type(const llvm::Type* type) {
  if (type->isVoidTy() || type->isLabelTy() || type->isMetadataTy()) return;
  if (const auto* vector = llvm::dyn_cast<llvm::VectorType>(type))
    return note("type", "vector of " + text_of(*vector->getElementType()));
  note("type", type->isStructTy() ? "structure" : type->isArrayTy() ? "array" : text_of(*type));
}

void Inventory::add_constant(const llvm::Value* value) {
  const auto* constant = llvm::dyn_cast<llvm::Constant>(value);
  if (constant == nullptr) return;
  if (const auto* expression = llvm::dyn_cast<llvm::ConstantExpr>(constant))
    note("constant", expression->getOpcodeName());
  else
    note("constant", plain_form(*constant));
  if (const auto* number = llvm::dyn_cast<llvm::ConstantFP>(constant))
    if (!number->getValueAPF().isFinite() || number->getValueAPF().isDenormal()) note("constant", "special float");
  if (llvm::isa<llvm::ConstantAggregate>(constant)) {
    const bool poison =
        llvm::any_of(constant->operands(), [](const llvm::Use& use) { return llvm::isa<llvm::PoisonValue>(use); });
    const bool undef = llvm::any_of(constant->operands(), [](const llvm::Use& use) {
      return llvm::isa<llvm::UndefValue>(use) && !llvm::isa<llvm::PoisonValue>(use);
    });
    const std::string what = llvm::isa<llvm::ConstantVector>(constant) ? "vector" : "aggregate";
    if (poison) note("constant", "partly poison " + what);
    if (undef) note("constant", "partly undef " + what);
  }
  if (llvm::isa<llvm::GlobalValue>(constant)) return;
  for (const llvm::Use& use : constant->operands()) add_constant(use.get());
}

void Inventory::add_flags(const llvm::Instruction& instruction, const std::string& name) {
  const semantics::Flags flags = flags_of(instruction);
  for (const auto& [flag, word] : generate::kFlagWords)
    if ((flags & flag) != 0) note("flag", name + " " + word);
}

void Inventory::add_attributes(const llvm::AttributeList& attributes, unsigned parameters) {
  const auto look_at = [&](const char* place, llvm::AttributeSet set) {
    for (const llvm::Attribute& each : set)
      if (!each.isStringAttribute())
        note("attribute", std::string(place) + " " + llvm::Attribute::getNameFromAttrKind(each.getKindAsEnum()).str());
  };
  look_at("function", attributes.getFnAttrs());
  look_at("return", attributes.getRetAttrs());
  for (unsigned index = 0; index < parameters; ++index) look_at("parameter", attributes.getParamAttrs(index));
}

void Inventory::add(const llvm::Instruction& instruction) {
  std::string name = instruction.getOpcodeName();
  const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
  if (const auto* intrinsic = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction)) {
    name = llvm::Intrinsic::getBaseName(intrinsic->getIntrinsicID()).str();
    note("intrinsic", name);
  } else {
    note("instruction", name);
  }
  add_flags(instruction, name);
  if (call != nullptr && !llvm::isa<llvm::IntrinsicInst>(instruction))
    add_attributes(call->getAttributes(), call->arg_size());
  add_type(instruction.getType());
  for (const llvm::Use& use : instruction.operands()) {
    if (call != nullptr && call->isCallee(&use)) continue;
    add_constant(use.get());
  }
  for (const llvm::DbgRecord& record : instruction.getDbgRecordRange())
    note("intrinsic", llvm::Intrinsic::getBaseName(generate::intrinsic_of(record)).str());
  llvm::SmallVector<std::string, 4> metadata;
  note_metadata(instruction, "instruction", metadata);
  for (std::string& each : metadata) note("metadata", std::move(each));
}

void Inventory::add(const llvm::Function& function) {
  if (function.isIntrinsic()) return;
  add_attributes(function.getAttributes(), function.arg_size());
  for (const llvm::Argument& argument : function.args()) add_type(argument.getType());
  llvm::SmallVector<std::string, 4> metadata;
  note_metadata(function, "function", metadata);
  for (std::string& each : metadata) note("metadata", std::move(each));
  for (const llvm::Instruction& instruction : llvm::instructions(function)) add(instruction);
}

void Inventory::add(const llvm::Module& module) {
  for (const llvm::Function& function : module) add(function);
  for (const llvm::GlobalVariable& variable : module.globals()) {
    if (variable.hasInitializer()) add_constant(variable.getInitializer());
    llvm::SmallVector<std::string, 4> metadata;
    note_metadata(variable, "global", metadata);
    for (std::string& each : metadata) note("metadata", std::move(each));
  }
}

std::uint64_t Inventory::count(const Item& item) const {
  const auto found = counts_.find(item);
  return found == counts_.end() ? 0 : found->second;
}

std::map<Item, std::uint64_t> everything_there_is(llvm::LLVMContext& context) {
  std::map<Item, std::uint64_t> all;
  for (const semantics::Row& row : semantics::kRows) {
    if (row.op == semantics::Op::Copy) continue;                     // stands for calls that give their first argument
    if (row.spelling.find('#') != std::string_view::npos) continue;  // a part of an operation, no spelling of IR
    const std::string name(row.spelling);
    all[{row.is_intrinsic() ? "intrinsic" : "instruction", name}] = 0;
    // LLVM 22 has no fast-math flags on conversions of integers yet.
    const semantics::Flags flags =
        row.signature == semantics::Signature::IntToFloat ? row.flags & ~semantics::kFastMathFlags : row.flags;
    for (const auto& [flag, word] : generate::kFlagWords)
      if ((flags & flag) != 0) all[{"flag", name + " " + word}] = 0;
  }
  for (const llvm::Intrinsic::ID id : generate::known_intrinsics())
    all[{"intrinsic", llvm::Intrinsic::getBaseName(id).str()}] = 0;
  llvm::SmallVector<llvm::StringRef, 64> kinds;
  context.getMDKindNames(kinds);
  for (const llvm::StringRef kind : kinds) all[{"metadata", kind.str()}] = 0;
  for (unsigned kind = llvm::Attribute::None + 1; kind < llvm::Attribute::EndAttrKinds; ++kind)
    all[{"attribute", llvm::Attribute::getNameFromAttrKind(static_cast<llvm::Attribute::AttrKind>(kind)).str()}] = 0;
  for (const char* form : kConstantForms) all[{"constant", form}] = 0;
  return all;
}

std::map<Item, std::uint64_t> by_kind(const Inventory& inventory) {
  std::map<Item, std::uint64_t> sums;
  for (const auto& [item, count] : inventory.counts()) {
    const bool placed = item.first == "attribute" || item.first == "metadata";
    sums[{item.first, placed ? item.second.substr(item.second.find(' ') + 1) : item.second}] += count;
  }
  return sums;
}

}  // namespace assay::mutate
