#include <llvm/IR/Constants.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Operator.h>

#include <algorithm>
#include <array>
#include <map>

#include "fuzzers/generate/flag_words.h"
#include "services/worker/ir/ir.h"
#include "tests/golden/golden.h"
#include "tests/unit/semantics/intrinsic_call.h"

/// Goldens that follow from the table of rows and from the signatures of intrinsics: a few plain values, each operand
/// poison, each operand undef, each flag where it matters, and undefined behaviour where a sample finds it.
namespace assay::golden {
namespace {

using semantics::Flag;
using semantics::IntrinsicClass;
using semantics::Op;
using semantics::Row;
using semantics::Signature;

constexpr unsigned kSamples = 8;

std::string result_of(const std::string& text) {
  Line line;
  line.text = text;
  return Case(line).interpreted();
}

/// Adds lines; the same text only once.
class Writer {
 public:
  void heading(const std::string& text) { all_.push_back("# " + text); }
  void add(const std::string& text) {
    if (std::find(all_.begin(), all_.end(), text) == all_.end()) all_.push_back(text);
  }
  /// The first of the texts whose result starts with `wanted`, if there is one.
  void add_first(const std::vector<std::string>& texts, const std::string& wanted) {
    for (const std::string& text : texts)
      if (result_of(text).starts_with(wanted)) return add(text);
  }
  std::vector<std::string> take() { return std::move(all_); }

 private:
  std::vector<std::string> all_;
};

// Opcodes.

constexpr std::array kIntegers = {std::array{"100", "27"}, std::array{"100", "28"}, std::array{"-128", "-1"},
                                  std::array{"3", "0"},    std::array{"-1", "2"},   std::array{"5", "8"},
                                  std::array{"-7", "3"},   std::array{"64", "1"}};
constexpr std::array kFloats = {std::array{"1.5", "2.5"},
                                std::array{"0x7FF8000000000000", "1.0"},
                                std::array{"0x7FF0000000000000", "-1.0"},
                                std::array{"-0.0", "-0.0"},
                                std::array{"0.0", "0.0"},
                                std::array{"0x36A0000000000000", "0.5"},
                                std::array{"-2.5", "0.0"},
                                std::array{"0x7FF4000000000000", "0xFFF0000000000000"}};

/// How an opcode is written with these operands: "add nsw i8 a, b".
class Opcode {
 public:
  explicit Opcode(const Row& row) : row_(row) {}
  bool known() const { return operands() != 0; }
  unsigned operands() const {
    switch (row_.signature) {
      case Signature::BinaryInt:
      case Signature::CompareInt:
      case Signature::BinaryFloat:
      case Signature::CompareFloat:
        return 2;
      case Signature::UnaryFloat:
      case Signature::TruncateInt:
      case Signature::ExtendInt:
      case Signature::TruncateFloat:
      case Signature::ExtendFloat:
      case Signature::FloatToInt:
      case Signature::IntToFloat:
        return 1;
      default:
        return 0;
    }
  }
  bool is_float() const {
    switch (row_.signature) {
      case Signature::BinaryFloat:
      case Signature::CompareFloat:
      case Signature::UnaryFloat:
      case Signature::TruncateFloat:
      case Signature::ExtendFloat:
      case Signature::FloatToInt:
        return true;
      default:
        return false;
    }
  }
  std::vector<std::string> predicates() const {
    if (row_.signature == Signature::CompareInt)
      return {"eq", "ne", "ugt", "uge", "ult", "ule", "sgt", "sge", "slt", "sle"};
    if (row_.signature == Signature::CompareFloat)
      return {"oeq", "ogt", "oge", "olt", "ole", "one", "ord",  "uno",
              "ueq", "ugt", "uge", "ult", "ule", "une", "true", "false"};
    return {""};
  }
  std::string text(const std::string& flag, const std::string& predicate, const std::string& a,
                   const std::string& b) const {
    const auto spaced = [](const std::string& word) { return word.empty() ? "" : word + " "; };
    std::string line = std::string(row_.spelling) + " " + spaced(flag) + spaced(predicate) + from() + " " + a;
    if (operands() == 2) line += ", " + b;
    return line + (to().empty() ? "" : " to " + to());
  }
  std::string sample(unsigned index, unsigned operand) const {
    return is_float() ? kFloats[index][operand] : kIntegers[index][operand];
  }

 private:
  std::string from() const {
    if (row_.signature == Signature::TruncateFloat) return "double";
    return is_float() ? "float" : "i8";
  }
  std::string to() const {
    switch (row_.signature) {
      case Signature::TruncateInt:
        return "i4";
      case Signature::ExtendInt:
        return "i16";
      case Signature::TruncateFloat:
        return "float";
      case Signature::ExtendFloat:
        return "double";
      case Signature::FloatToInt:
        return "i4";
      case Signature::IntToFloat:
        return "half";
      default:
        return "";
    }
  }
  const Row& row_;
};

void add_opcode(const Row& row, Writer& out) {
  const Opcode opcode(row);
  if (!opcode.known()) return;
  out.heading(std::string(row.spelling));
  const auto all_samples = [&](const std::string& flag, const std::string& predicate) {
    std::vector<std::string> texts;
    for (unsigned i = 0; i < kSamples; ++i)
      texts.push_back(opcode.text(flag, predicate, opcode.sample(i, 0), opcode.sample(i, 1)));
    return texts;
  };
  for (const std::string& predicate : opcode.predicates())
    for (unsigned i = 0; i < (opcode.predicates().size() > 1 ? 3u : opcode.is_float() ? kSamples : 2u); ++i)
      out.add(opcode.text("", predicate, opcode.sample(i, 0), opcode.sample(i, 1)));
  const std::string predicate = opcode.predicates()[opcode.predicates().size() / 2];
  for (const char* special : {"poison", "undef"}) {
    out.add(opcode.text("", predicate, special, opcode.sample(0, 1)));
    if (opcode.operands() == 2) out.add(opcode.text("", predicate, opcode.sample(0, 0), special));
  }
  const std::vector<std::string> plain = all_samples("", predicate);
  out.add_first(plain, "undefined");
  out.add_first(plain, "poison");
  for (const generate::FlagWord& flag : generate::kFlagWords) {
    if ((row.flags & flag.flag) == 0) continue;
    const std::vector<std::string> flagged = all_samples(flag.word, predicate);
    std::size_t matters = 0;
    while (matters < flagged.size() && result_of(flagged[matters]) == result_of(plain[matters])) ++matters;
    out.add(flagged[0]);
    if (matters < flagged.size()) out.add(flagged[matters]);
  }
}

// Intrinsics.

llvm::Constant* scalar_sample(llvm::Type* type, unsigned index, unsigned operand) {
  if (type->isFloatingPointTy()) {
    const std::array<std::array<double, 3>, 5> numbers{
        {{1.5, 2.5, -3.0}, {0, 1.0, 2.0}, {0, 0, 0}, {-0.0, 0.0, 0.0}, {-2.5, -0.5, 1.0}}};
    if (index == 1 && operand == 0) return llvm::ConstantFP::getQNaN(type);
    if (index == 2) return llvm::ConstantFP::getInfinity(type, operand == 1);
    if (index == 5)
      return llvm::ConstantFP::get(type, llvm::APFloat::getSmallest(type->getFltSemantics(), operand == 1));
    return llvm::ConstantFP::get(type, numbers[index % 5][operand % 3]);
  }
  if (!type->isIntegerTy()) return nullptr;
  const unsigned bits = type->getIntegerBitWidth();
  const auto number = [&](std::int64_t value) {
    return llvm::ConstantInt::get(type, llvm::APInt(bits, static_cast<std::uint64_t>(value), true, true));
  };
  switch (index) {
    case 0:
      return number(operand == 0 ? 3 : operand == 1 ? 5 : 1);
    case 1:
      return operand == 0 ? llvm::ConstantInt::get(type, llvm::APInt::getSignedMaxValue(bits)) : number(2);
    case 2:
      return operand == 0 ? llvm::ConstantInt::get(type, llvm::APInt::getSignedMinValue(bits)) : number(-1);
    case 3:
      return number(0);
    case 4:
      return number(operand == 0 ? -7 : 2);
    default:
      return number(operand == 0 ? 100 : static_cast<std::int64_t>(bits));
  }
}

llvm::Constant* sample(llvm::Type* type, unsigned index, unsigned operand) {
  auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(type);
  if (vector == nullptr) return scalar_sample(type, index, operand);
  llvm::Type* element = vector->getElementType();
  if (!element->isIntegerTy() && !element->isFloatingPointTy()) return nullptr;
  if (index != 0 || vector->getNumElements() > 16)
    return llvm::ConstantVector::getSplat(vector->getElementCount(), scalar_sample(element, index, operand));
  std::vector<llvm::Constant*> lanes;
  for (unsigned i = 0; i < vector->getNumElements(); ++i) {
    const auto number = static_cast<std::int64_t>(i * (operand + 1)) - 2;
    if (element->isFloatingPointTy())
      lanes.push_back(llvm::ConstantFP::get(element, static_cast<double>(number) + 0.5));
    else if (element->isIntegerTy(1))
      lanes.push_back(llvm::ConstantInt::get(element, i % 2));
    else
      lanes.push_back(llvm::ConstantInt::get(
          element, llvm::APInt(element->getIntegerBitWidth(), static_cast<std::uint64_t>(number), true, true)));
  }
  return llvm::ConstantVector::get(lanes);
}

/// A call of one intrinsic with constants in place of its parameters.
class Call {
 public:
  explicit Call(llvm::Intrinsic::ID id) : made_(id) {
    if (made_.function() == nullptr) return;
    for (llvm::Instruction& instruction : llvm::instructions(*made_.function()))
      if (auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction)) call_ = call;
    predicated_ = llvm::Intrinsic::getBaseName(id).contains(".vp.");
    for (unsigned i = 0; i < call_->arg_size(); ++i)
      if (llvm::isa<llvm::Argument>(call_->getArgOperand(i))) free_.push_back(i);
  }
  /// Only values: no memory, and a result.
  bool is_of_values() const {
    if (call_ == nullptr || call_->getType()->isVoidTy()) return false;
    if (call_->getType()->isPtrOrPtrVectorTy()) return false;
    return std::all_of(free_.begin(), free_.end(),
                       [&](unsigned i) { return sample(call_->getArgOperand(i)->getType(), 0, 0) != nullptr; });
  }
  unsigned operands() const { return static_cast<unsigned>(free_.size()); }
  bool has_flag_immediate() const { return flag_immediate() < call_->arg_size(); }
  bool returns_float() const { return llvm::isa<llvm::FPMathOperator>(call_); }
  /// `special`: which operand is poison or undef instead.
  std::string text(unsigned index, unsigned special, const std::string& word, const std::string& flag,
                   int immediate = -1) const {
    std::string arguments;
    unsigned operand = 0;
    for (unsigned i = 0; i < call_->arg_size(); ++i) {
      llvm::Value* argument = call_->getArgOperand(i);
      std::string one;
      if (llvm::isa<llvm::Argument>(argument)) {
        one = operand == special ? text_of(*argument->getType()) + " " + word
                                 : ir::print(*operand_sample(argument->getType(), index, operand));
        ++operand;
      } else if (immediate >= 0 && i == flag_immediate()) {
        one = immediate != 0 ? "i1 true" : "i1 false";
      } else if (argument->getType()->isMetadataTy()) {
        const auto* text = llvm::cast<llvm::MDString>(llvm::cast<llvm::MetadataAsValue>(argument)->getMetadata());
        one = "metadata !\"" + text->getString().str() + "\"";
      } else {
        one = ir::print(*argument);
      }
      arguments += (i == 0 ? "" : ", ") + one;
    }
    return "call " + (flag.empty() ? "" : flag + " ") + text_of(*call_->getType()) + " @" +
           call_->getCalledFunction()->getName().str() + "(" + arguments + ")";
  }

 private:
  unsigned flag_immediate() const {
    for (unsigned i = 0; i < call_->arg_size(); ++i)
      if (call_->paramHasAttr(i, llvm::Attribute::ImmArg) && call_->getArgOperand(i)->getType()->isIntegerTy(1))
        return i;
    return call_->arg_size();
  }
  llvm::Constant* operand_sample(llvm::Type* type, unsigned index, unsigned operand) const {
    const bool is_length = predicated_ && type->isIntegerTy(32) && operand + 1 == operands();
    if (!is_length) return sample(type, index, operand);
    const std::array<std::uint64_t, 6> lengths{3, 4, 9, 0, 2, 1};
    return llvm::ConstantInt::get(type, lengths[index % lengths.size()]);
  }
  semantics::IntrinsicCall made_;
  llvm::CallInst* call_ = nullptr;
  std::vector<unsigned> free_;
  bool predicated_ = false;
};

void add_intrinsic(llvm::Intrinsic::ID id, Writer& out) {
  const Call call(id);
  if (!call.is_of_values()) return;
  const llvm::StringRef name = llvm::Intrinsic::getBaseName(id);
  out.heading(name.str());
  constexpr unsigned kNone = ~0u;
  std::vector<std::string> plain;
  for (unsigned index = 0; index < 6; ++index) plain.push_back(call.text(index, kNone, "", "", -1));
  const bool short_form = name.starts_with("llvm.x86.") || name.contains("constrained");
  for (std::size_t i = 0; i < (short_form ? 2u : call.returns_float() ? 6u : 3u); ++i) out.add(plain[i]);
  for (unsigned operand = 0; operand < call.operands(); ++operand)
    for (const char* word : {"poison", "undef"})
      if (operand == 0 || !short_form) out.add(call.text(0, operand, word, ""));
  out.add_first(plain, "undefined");
  out.add_first(plain, "poison");
  if (call.has_flag_immediate())
    for (unsigned index = 0; index < 4; ++index)
      for (int immediate : {0, 1}) out.add(call.text(index, kNone, "", "", immediate));
  if (!call.returns_float() || short_form) return;
  for (const generate::FlagWord& flag : generate::kFlagWords) {
    if ((flag.flag & semantics::kFastMathFlags) == 0) continue;
    std::size_t chosen = 0;
    for (unsigned index = 0; index < 6; ++index)
      if (result_of(call.text(index, kNone, "", flag.word)) != result_of(plain[index])) {
        chosen = index;
        break;
      }
    out.add(call.text(static_cast<unsigned>(chosen), kNone, "", flag.word));
  }
}

bool holds_any(llvm::StringRef text, std::initializer_list<llvm::StringRef> words) {
  return std::any_of(words.begin(), words.end(), [&](llvm::StringRef word) { return text.contains(word); });
}

/// What an intrinsic is about, by its name and its goldens.
std::string topic_of(llvm::StringRef name, const std::vector<std::string>& texts) {
  if (name.contains("reduce")) return "reductions";
  const bool of_floats = std::any_of(texts.begin(), texts.end(), [](const std::string& text) {
    return holds_any(text, {"half ", "float ", "double ", "half>", "float>", "double>"});
  });
  if (!of_floats) return "integers";
  if (holds_any(name, {"ceil", "floor", "rint", "round", "nearbyint", "trunc", "fpto", "itofp", "fpext"}))
    return "rounding";
  return holds_any(name, {"sin", "cos", "tan", "exp", "log", "pow", "sqrt"}) ? "functions" : "floats";
}

/// Files are cut by topic, so that none has more than 500 lines.
std::string file_of(llvm::StringRef name, const std::vector<std::string>& texts) {
  if (name.starts_with("llvm.x86.avx512."))
    return holds_any(name, {".psll", ".psrl", ".psra"}) ? "rows-x86-shifts.txt" : "rows-x86-avx512.txt";
  if (name.starts_with("llvm.x86.avx")) return "rows-x86-avx.txt";
  if (name.starts_with("llvm.x86.")) return "rows-x86.txt";
  if (name.contains("constrained")) return "rows-constrained.txt";
  const std::string topic = topic_of(name, texts);
  if (name.contains(".vp.")) return "rows-vp-" + (topic == "functions" ? "floats" : topic) + ".txt";
  if (name.contains("vector") || name.contains("matrix") || name.contains("elts") || name.contains("lane"))
    return "rows-vectors.txt";
  return "rows-" + topic + ".txt";
}

}  // namespace

std::vector<Generated> generated() {
  Writer opcodes;
  for (const Row& row : semantics::kRows)
    if (!row.is_intrinsic() && row.shape == semantics::Shape::Lanewise &&
        row.spelling.find('#') == std::string_view::npos)
      add_opcode(row, opcodes);
  std::vector<Generated> all{{"rows-instructions.txt", opcodes.take()}};
  std::map<std::string, std::vector<std::string>> files;
  for (llvm::Intrinsic::ID id = 1; id < llvm::Intrinsic::num_intrinsics; ++id) {
    const IntrinsicClass kind = semantics::note_of(id).kind;
    if (kind == IntrinsicClass::Row || kind == IntrinsicClass::Composed || kind == IntrinsicClass::Constrained ||
        kind == IntrinsicClass::Other) {
      Writer one;
      add_intrinsic(id, one);
      const std::vector<std::string> texts = one.take();
      if (texts.empty()) continue;
      std::vector<std::string>& file = files[file_of(llvm::Intrinsic::getBaseName(id), texts)];
      file.insert(file.end(), texts.begin(), texts.end());
    }
  }
  for (auto& [file, texts] : files) all.push_back({file, texts});
  return all;
}

}  // namespace assay::golden
