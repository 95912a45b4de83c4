#include "tests/golden/golden.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/Support/raw_ostream.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "services/worker/evidence/settle.h"
#include "services/worker/ir/ir.h"
#include "services/worker/refine/refine.h"

namespace assay::golden {
namespace {

constexpr const char* kArrow = " => ";
constexpr std::size_t kShown = 4;

std::string trimmed(std::string text) {
  const auto first = text.find_first_not_of(" \t");
  if (first == std::string::npos) return "";
  return text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

std::vector<std::string> split(const std::string& text, char at) {
  std::vector<std::string> parts(1);
  for (char c : text) {
    if (c == at)
      parts.emplace_back();
    else
      parts.back().push_back(c);
  }
  for (std::string& part : parts) part = trimmed(part);
  return parts;
}

bool ends_block(const std::string& line) {
  const auto label = line.find(": ");
  const std::string part = label == std::string::npos ? line : line.substr(label + 2);
  for (const char* word : {"ret ", "br ", "switch ", "unreachable", "indirectbr ", "resume ", "invoke "})
    if (part.starts_with(word) || part.find("= invoke") != std::string::npos) return true;
  return false;
}

std::string in_one_line(std::string text) {
  for (char& c : text)
    if (c == '\n') c = ' ';
  return trimmed(text);
}

/// The body with a name for the last value, and whether there is one.
std::string body_of(const std::string& text, bool& names_result) {
  std::vector<std::string> parts = split(text, ';');
  names_result = text.find("%r =") != std::string::npos;
  std::string& last = parts.back();
  const bool has_value = !names_result && !ends_block(last) && last.find('=') == std::string::npos &&
                         !last.starts_with("store ") && !last.starts_with("fence ") && !last.starts_with("call void");
  if (has_value) {
    last = "%r = " + last;
    names_result = true;
  }
  std::string body;
  for (const std::string& part : parts) body += "  " + part + "\n";
  if (!ends_block(parts.back())) body += "  ret void\n";
  return body;
}

}  // namespace

std::string text_of(const llvm::Type& type) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  type.print(stream);
  return text;
}

std::string folder() { return std::string(std::getenv("ASSAY_SOURCE")) + "/tests/golden/semantics"; }

std::vector<std::string> paths() {
  std::vector<std::string> all;
  for (const auto& entry : std::filesystem::directory_iterator(folder()))
    if (entry.path().extension() == ".txt") all.push_back(entry.path().string());
  std::sort(all.begin(), all.end());
  return all;
}

std::string written(const std::string& text, const std::string& result) { return text + kArrow + result; }

File read(const std::string& path) {
  File file;
  file.path = path;
  std::ifstream in(path);
  std::string module, attributes;
  for (std::string text; std::getline(in, text);) {
    file.lines.push_back(text);
    if (text.empty() || text.starts_with("#")) continue;
    if (text.starts_with("+")) {
      module = text == "+" ? "" : module + text.substr(1) + "\n";
      continue;
    }
    if (text.starts_with("@@")) {
      attributes = text.substr(2);
      continue;
    }
    const auto arrow = text.find(kArrow);
    Line line{std::filesystem::path(path).filename().string(),
              static_cast<unsigned>(file.lines.size()),
              text.substr(0, arrow),
              arrow == std::string::npos ? "" : text.substr(arrow + 4),
              module,
              attributes};
    file.goldens.push_back(std::move(line));
  }
  return file;
}

Case::Case(const Line& line) {
  bool has_value = false;
  const std::string body = body_of(line.text, has_value);
  const bool returns = line.text.find("ret ") != std::string::npos;
  std::string type = "void";
  const auto parse = [&](const std::string& result, const std::string& text) {
    return ir::parse(context_, line.module + "define " + result + " @f() " + line.attributes + " {\n" + text + "}\n",
                     line.file + ":" + std::to_string(line.number));
  };
  if (returns) {
    // The text says itself what it returns: the type stands behind "ret".
    const auto at = line.text.rfind("ret ") + 4;
    const std::string rest = line.text.substr(at);
    const auto depth_end = [&] {
      int depth = 0;
      for (std::size_t i = 0; i < rest.size(); ++i) {
        if (rest[i] == '<' || rest[i] == '{' || rest[i] == '[') ++depth;
        if (rest[i] == '>' || rest[i] == '}' || rest[i] == ']') --depth;
        if (depth == 0 && rest[i] == ' ') return i;
      }
      return rest.size();
    };
    type = rest.substr(0, depth_end());
    auto parsed = parse(type, body);
    if (!parsed) error_ = parsed.error();
    if (parsed) module_ = std::move(*parsed);
  } else {
    auto parsed = parse("void", body);
    if (!parsed) {
      error_ = parsed.error();
      return;
    }
    if (has_value) {
      for (llvm::Instruction& instruction : llvm::instructions(*(*parsed)->getFunction("f")))
        if (instruction.getName() == "r") type = text_of(*instruction.getType());
      std::string with_return = body;
      const auto at = with_return.rfind("ret void");
      with_return.replace(at, 8, "ret " + type + " %r");
      parsed->reset();
      auto again = parse(type, with_return);
      if (!again) error_ = again.error();
      if (again) module_ = std::move(*again);
    } else {
      module_ = std::move(*parsed);
    }
  }
  if (!error_.empty()) return;
  if (auto bad = ir::verify(*module_)) {
    error_ = bad->message;
    return;
  }
  const llvm::Function& function = *module_->getFunction("f");
  semantics::LowerOptions environment;
  environment.rounding = semantics::environments_of(function, function).front().rounding;
  auto lowered = semantics::lower(function, environment);
  if (!lowered)
    error_ = "unsupported: " + lowered.error();
  else
    function_ = std::make_unique<semantics::Function>(std::move(*lowered));
}

std::string Case::value_of(const interpret::Behaviour& behaviour) const {
  switch (behaviour.end) {
    case interpret::EndKind::UndefinedBehaviour:
      return "undefined: " + std::string(semantics::text_of(behaviour.rule).message);
    case interpret::EndKind::Returned: {
      std::string text = interpret::describe(*function_, behaviour);
      if (behaviour.result.empty()) return text;
      if (unknown_ && !behaviour.result[0].only_poison()) return "what nobody knows";
      // "returns TYPE VALUE": the line has the type.
      const std::string type = text_of(*function_->origin->getReturnType());
      return text.substr(text.find(type) + type.size() + 1);
    }
    case interpret::EndKind::Diverges:
    case interpret::EndKind::OutOfSteps:
      return "does not end";
    case interpret::EndKind::Inconclusive:
      return "inconclusive: " + behaviour.reason;
    case interpret::EndKind::Unsupported:
      return "unsupported: " + behaviour.reason;
  }
  return "";
}

namespace {

/// Functions of which only is known that equal arguments give equal results.
bool is_unknown_function(semantics::Op op) {
  using semantics::Op;
  return (op >= Op::Sin && op <= Op::Atan2) || op == Op::PowI || op == Op::SinPi || op == Op::CosPi;
}

/// Inline assembly that may do anything; the interpreter tries some of it only.
bool runs_assembly(const semantics::Function& function) {
  return std::any_of(function.instructions.begin(), function.instructions.end(),
                     [](const semantics::Instruction& instruction) { return instruction.op == semantics::Op::CallBr; });
}

}  // namespace

std::string Case::interpreted() {
  if (!function_) return in_one_line(error_);
  unknown_ = std::any_of(function_->instructions.begin(), function_->instructions.end(),
                         [](const semantics::Instruction& instruction) { return is_unknown_function(instruction.op); });
  interpret::Limits limits;
  limits.behaviours = 64;
  limits.steps = 1u << 12;
  behaviours_ = interpret::behaviours(*function_, semantics::Input(), limits);
  std::vector<std::string> values;
  for (const interpret::Behaviour& behaviour : behaviours_.all) {
    const std::string value = value_of(behaviour);
    if (std::find(values.begin(), values.end(), value) == values.end()) values.push_back(value);
  }
  std::string text;
  for (std::size_t i = 0; i < values.size() && i < kShown; ++i) text += (i == 0 ? "" : " or ") + values[i];
  if (values.size() > kShown || !behaviours_.complete) text += " or …";
  return text;
}

namespace {

/// The constant of a type from lanes; advances `lane`.
llvm::Constant* build(llvm::Type* type, const std::vector<interpret::LaneSet>& lanes, std::size_t& lane) {
  const auto parts = [&](std::size_t count, auto member) {
    std::vector<llvm::Constant*> all;
    for (std::size_t i = 0; i < count; ++i) {
      all.push_back(build(member(i), lanes, lane));
      if (all.back() == nullptr) return std::vector<llvm::Constant*>{};
    }
    return all;
  };
  if (auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(type)) {
    const auto all = parts(vector->getNumElements(), [&](std::size_t) { return vector->getElementType(); });
    return all.empty() ? nullptr : llvm::ConstantVector::get(all);
  }
  if (auto* record = llvm::dyn_cast<llvm::StructType>(type)) {
    const auto all = parts(record->getNumElements(), [&](std::size_t i) { return record->getElementType(i); });
    return all.empty() ? nullptr : llvm::ConstantStruct::get(record, all);
  }
  if (auto* array = llvm::dyn_cast<llvm::ArrayType>(type)) {
    const auto all = parts(array->getNumElements(), [&](std::size_t) { return array->getElementType(); });
    return all.empty() ? nullptr : llvm::ConstantArray::get(array, all);
  }
  const interpret::LaneSet& set = lanes[lane++];
  if (set.only_poison()) return llvm::PoisonValue::get(type);
  if (set.poison || !set.masked) return nullptr;
  if (set.free.isAllOnes()) return llvm::UndefValue::get(type);
  if (!set.free.isZero()) return nullptr;
  if (type->isIntegerTy()) return llvm::ConstantInt::get(type, set.fixed);
  if (type->isFloatingPointTy()) return llvm::ConstantFP::get(type, llvm::APFloat(type->getFltSemantics(), set.fixed));
  return nullptr;
}

}  // namespace

llvm::Constant* Case::constant_of(const interpret::Behaviour& behaviour) const {
  std::size_t lane = 0;
  if (behaviour.end != interpret::EndKind::Returned || behaviour.result.empty()) return nullptr;
  return build(function_->origin->getReturnType(), behaviour.result, lane);
}

const semantics::Function* Case::returning(llvm::Constant* constant) {
  llvm::Function* made =
      llvm::Function::Create(module_->getFunction("f")->getFunctionType(), llvm::GlobalValue::ExternalLinkage,
                             "g" + std::to_string(others_.size()), *module_);
  llvm::IRBuilder<> builder(llvm::BasicBlock::Create(context_, "entry", made));
  builder.CreateRet(constant);
  auto lowered = semantics::lower(*made);
  if (!lowered) return nullptr;
  others_.push_back(std::make_unique<semantics::Function>(std::move(*lowered)));
  return others_.back().get();
}

std::string Case::solved(refine::smt::Solver& solver) {
  if (!function_) return "";
  refine::Options options;
  options.smt_timeout_ms = 3'000;
  llvm::Type* type = function_->origin->getReturnType();
  if (type->isVoidTy() || type->isPtrOrPtrVectorTy() || unknown_ || runs_assembly(*function_)) return "not compared";
  const auto ask = [&](const semantics::Function& source, const semantics::Function& target, const char* what) {
    const Verdict result = evidence::settle(refine::refine(source, target, options, solver).claim);
    if (result.kind == VerdictKind::Correct) return std::string();
    if (result.kind == VerdictKind::Incorrect) return std::string("disagrees: ") + what + ", " + reason_text(result);
    return reason_text(result);
  };
  if (behaviours_.all.size() == 1 && behaviours_.all[0].end == interpret::EndKind::UndefinedBehaviour) {
    const semantics::Function* zero = returning(llvm::Constant::getNullValue(type));
    if (zero == nullptr) return "not compared";
    std::string answer = ask(*function_, *zero, "undefined behaviour allows any result");
    if (!answer.empty()) return answer;
    const refine::RefineResult back = refine::refine(*zero, *function_, options, solver);
    return back.claim.proved() != nullptr ? "disagrees: it is not undefined" : "";
  }
  std::vector<std::pair<std::string, llvm::Constant*>> values;
  for (const interpret::Behaviour& behaviour : behaviours_.all) {
    const std::string value = value_of(behaviour);
    if (std::any_of(values.begin(), values.end(), [&](const auto& seen) { return seen.first == value; })) continue;
    llvm::Constant* constant = constant_of(behaviour);
    if (constant == nullptr) return "not compared";
    values.emplace_back(value, constant);
    if (values.size() == kShown) break;
  }
  for (const auto& [value, constant] : values) {
    const semantics::Function* other = returning(constant);
    if (other == nullptr) return "not compared";
    std::string answer = ask(*function_, *other, ("it may be " + value).c_str());
    if (!answer.empty()) return answer;
    if (behaviours_.all.size() != 1 || !behaviours_.complete) continue;
    answer = ask(*other, *function_, ("it is nothing but " + value).c_str());
    if (!answer.empty()) return answer;
  }
  return "";
}

void note_shown(const semantics::Function& function, std::vector<Shown>& shown) {
  for (const semantics::Instruction& instruction : function.instructions) {
    Shown& row = shown[static_cast<std::size_t>(instruction.op)];
    row.flags |= instruction.flags;
    bool poison = false, undef = false;
    const auto look = [&](semantics::Slots slots) {
      for (semantics::Slot slot = slots.first; slot < slots.first + slots.count; ++slot) {
        if (slot >= function.constants.size()) continue;
        poison |= function.constants[slot].kind == semantics::ConstantLane::Kind::Poison;
        undef |= function.constants[slot].kind == semantics::ConstantLane::Kind::Undef;
      }
    };
    for (const semantics::Slots& operand : function.operands_of(instruction)) look(operand);
    if (instruction.op == semantics::Op::Phi)
      for (const auto& incoming : function.incomings[instruction.detail]) look(incoming.value);
    row.poison |= poison;
    row.undef |= undef;
    row.value |= !poison && !undef;
  }
}

}  // namespace assay::golden
