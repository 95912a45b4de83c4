#include "services/worker/rules/build.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/DerivedTypes.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Intrinsics.h>
#include <llvm/IR/NoFolder.h>
#include <llvm/IR/Verifier.h>

#include <algorithm>
#include <bit>
#include <functional>
#include <map>

#include "services/worker/rules/flags.h"
#include "services/worker/rules/terms.h"

namespace assay::rules {
namespace {

using llvm::Instruction;
using Builder = llvm::IRBuilder<llvm::NoFolder>;

const std::map<std::string, unsigned, std::less<>>& opcodes() {
  static const auto kOpcodes = [] {
    std::map<std::string, unsigned, std::less<>> all;
    for (unsigned opcode = Instruction::TermOpsEnd; opcode < Instruction::OtherOpsEnd; ++opcode)
      all.emplace(Instruction::getOpcodeName(opcode), opcode);
    return all;
  }();
  return kOpcodes;
}

/// "icmp ult", "fcmp oeq".
llvm::CmpInst::Predicate predicate_of(std::string_view op) {
  const std::string_view word = op.substr(op.find(' ') + 1);
  const int last = op.starts_with("f") ? llvm::CmpInst::LAST_FCMP_PREDICATE : llvm::CmpInst::LAST_ICMP_PREDICATE;
  int predicate = op.starts_with("f") ? llvm::CmpInst::FIRST_FCMP_PREDICATE : llvm::CmpInst::FIRST_ICMP_PREDICATE;
  while (predicate < last &&
         llvm::CmpInst::getPredicateName(static_cast<llvm::CmpInst::Predicate>(predicate)).str() != word)
    ++predicate;
  return static_cast<llvm::CmpInst::Predicate>(predicate);
}

/// Writes one root of a pattern into a function.
class Writer {
 public:
  /// `symbols`: values of the pattern's constants; `literals`: the same, if they are known.
  Writer(const Pattern& pattern, const Widths& widths, Builder& builder, unsigned lanes)
      : pattern_(pattern), widths_(widths), builder_(builder), lanes_(lanes), made_(pattern.nodes.size()) {}

  llvm::Type* type_of(std::uint32_t type) const {
    llvm::Type* scalar = nullptr;
    if (pattern_.types[type].family != Family::Float)
      scalar = builder_.getIntNTy(widths_[type]);
    else
      scalar = widths_[type] == 16   ? builder_.getHalfTy()
               : widths_[type] == 32 ? builder_.getFloatTy()
                                     : builder_.getDoubleTy();
    return lanes_ == 1 ? scalar : llvm::FixedVectorType::get(scalar, lanes_);
  }

  void set(std::uint32_t node, llvm::Value* value) { made_[node] = value; }
  void set_symbols(std::vector<llvm::Value*> values) { symbols_ = std::move(values); }
  void set_literals(std::span<const llvm::APInt> literals) { literals_ = literals; }

  /// Null: it can't be had at these widths.
  llvm::Value* value_of(std::uint32_t at) {
    if (made_[at] == nullptr) made_[at] = write(pattern_.nodes[at]);
    return made_[at];
  }

 private:
  llvm::Value* write(const Node& node) {
    llvm::Type* type = type_of(node.type);
    switch (node.kind) {
      case NodeKind::Constant:
        return write_term(node.value, *type);
      case NodeKind::Real:
        return llvm::ConstantFP::get(type, std::bit_cast<double>(node.real));
      case NodeKind::Poison:
        return llvm::PoisonValue::get(type);
      case NodeKind::Operation:
        return write_operation(node, type);
      case NodeKind::Variable:
        break;
    }
    return nullptr;
  }

  llvm::Value* write_term(const Term& term, llvm::Type& type) {
    if (!symbols_.empty()) return emit(term, widths_, symbols_, builder_);
    const auto value = evaluate(term, widths_, literals_);
    return value ? llvm::ConstantInt::get(&type, *value) : nullptr;
  }

  llvm::Value* write_operation(const Node& node, llvm::Type* type) {
    llvm::SmallVector<llvm::Value*, 3> operands;
    for (const std::uint32_t operand : node.operands) {
      operands.push_back(value_of(operand));
      if (operands.back() == nullptr) return nullptr;
    }
    llvm::Value* made = create(node.op, type, operands);
    if (auto* instruction = llvm::dyn_cast_or_null<Instruction>(made))
      for (const std::string& word : node.flags)
        if (const auto flag = enumerator_of(word, std::type_identity<Flag>())) set_flag(*instruction, *flag);
    return made;
  }

  llvm::Value* create(const std::string& op, llvm::Type* type, llvm::ArrayRef<llvm::Value*> operands) {
    if (op.starts_with("llvm.")) return create_call(op, type, operands);
    if (op.find(' ') != std::string::npos) return builder_.CreateCmp(predicate_of(op), operands[0], operands[1]);
    const auto found = opcodes().find(op);
    if (found == opcodes().end()) return nullptr;
    const unsigned opcode = found->second;
    if (Instruction::isBinaryOp(opcode))
      return builder_.CreateBinOp(static_cast<Instruction::BinaryOps>(opcode), operands[0], operands[1]);
    if (Instruction::isUnaryOp(opcode))
      return builder_.CreateUnOp(static_cast<Instruction::UnaryOps>(opcode), operands[0]);
    if (opcode == Instruction::Select) return builder_.CreateSelect(operands[0], operands[1], operands[2]);
    if (opcode == Instruction::Freeze) return builder_.CreateFreeze(operands[0]);
    const auto cast = static_cast<Instruction::CastOps>(opcode);
    const bool can_be = Instruction::isCast(opcode) && llvm::CastInst::castIsValid(cast, operands[0]->getType(), type);
    return can_be ? builder_.Insert(llvm::CastInst::Create(cast, operands[0], type)) : nullptr;
  }

  llvm::Value* create_call(const std::string& op, llvm::Type* type, llvm::ArrayRef<llvm::Value*> operands) {
    const llvm::Intrinsic::ID id = llvm::Intrinsic::lookupIntrinsicID(op);
    if (id == llvm::Intrinsic::not_intrinsic) return nullptr;
    llvm::SmallVector<llvm::Value*, 3> given(operands);
    // A constant that says how (is_zero_poison, a mask of classes) is no lane of one.
    for (llvm::Value*& each : given)
      if (auto* constant = llvm::dyn_cast<llvm::Constant>(each);
          lanes_ != 1 && constant != nullptr && (each->getType()->isIntOrIntVectorTy(1) || op == "llvm.is.fpclass"))
        each = constant->getSplatValue();
    return builder_.CreateIntrinsic(type, id, given);
  }

  const Pattern& pattern_;
  const Widths& widths_;
  Builder& builder_;
  unsigned lanes_;
  std::vector<llvm::Value*> made_;
  std::vector<llvm::Value*> symbols_;
  std::span<const llvm::APInt> literals_;
};

std::vector<std::uint32_t> variables_of(const Pattern& pattern) {
  std::vector<std::uint32_t> variables;
  for (std::uint32_t i = 0; i < pattern.nodes.size(); ++i)
    if (pattern.nodes[i].kind == NodeKind::Variable) variables.push_back(i);
  return variables;
}

constexpr const char* kVariables[] = {"x", "y", "z", "w", "v", "u"};

struct Frame {
  llvm::Function* function;
  std::vector<llvm::Value*> symbols;
};

/// An empty function with the pattern's variables, and its constants if `for_all`; what the writer needs to know.
Frame open(llvm::Module& module, const std::string& name, const Pattern& pattern, std::uint32_t root, Writer& writer,
           bool for_all) {
  const std::vector<std::uint32_t> variables = variables_of(pattern);
  std::vector<llvm::Type*> parameters;
  for (const std::uint32_t variable : variables) parameters.push_back(writer.type_of(pattern.nodes[variable].type));
  if (for_all)
    for (const std::uint32_t type : pattern.symbols) parameters.push_back(writer.type_of(type));
  auto* type = llvm::FunctionType::get(writer.type_of(pattern.nodes[root].type), parameters, false);
  auto* function = llvm::Function::Create(type, llvm::GlobalValue::ExternalLinkage, name, module);
  for (std::size_t i = 0; i < variables.size(); ++i) {
    llvm::Argument* argument = function->getArg(i);
    argument->setName(kVariables[std::min(i, std::size(kVariables) - 1)]);
    if (pattern.nodes[variables[i]].is_noundef) argument->addAttr(llvm::Attribute::NoUndef);
    writer.set(variables[i], argument);
  }
  Frame frame{function, {}};
  for (std::size_t i = variables.size(); i < parameters.size(); ++i) {
    llvm::Argument* argument = function->getArg(i);
    argument->setName(symbol_name(pattern, i - variables.size()));
    argument->addAttr(llvm::Attribute::NoUndef);
    frame.symbols.push_back(argument);
  }
  return frame;
}

llvm::Function* add(llvm::Module& module, const std::string& name, const Pattern& pattern, std::uint32_t root,
                    const Widths& widths, std::optional<std::span<const llvm::APInt>> symbols, unsigned lanes) {
  Builder builder(module.getContext());
  Writer writer(pattern, widths, builder, lanes);
  const Frame frame = open(module, name, pattern, root, writer, !symbols);
  builder.SetInsertPoint(llvm::BasicBlock::Create(module.getContext(), "", frame.function));
  if (symbols)
    writer.set_literals(*symbols);
  else
    writer.set_symbols(frame.symbols);
  if (!symbols && root == pattern.source)
    for (const Term& condition : pattern.precondition)
      builder.CreateAssumption(emit(condition, widths, frame.symbols, builder));
  llvm::Value* result = writer.value_of(root);
  if (result != nullptr) builder.CreateRet(result);
  if (result != nullptr && !llvm::verifyFunction(*frame.function)) return frame.function;
  frame.function->eraseFromParent();
  return nullptr;
}

std::optional<Instance> instance(llvm::LLVMContext& context, const Pattern& pattern, const Widths& widths,
                                 std::optional<std::span<const llvm::APInt>> symbols) {
  Instance made;
  made.module = std::make_unique<llvm::Module>("rule", context);
  made.source = add(*made.module, "src", pattern, pattern.source, widths, symbols, 1);
  made.target = add(*made.module, "tgt", pattern, pattern.target, widths, symbols, 1);
  if (made.source == nullptr || made.target == nullptr) return std::nullopt;
  return made;
}

}  // namespace

std::optional<Instance> build(llvm::LLVMContext& context, const Pattern& pattern, const Widths& widths,
                              std::span<const llvm::APInt> symbols) {
  return instance(context, pattern, widths, symbols);
}

std::optional<Instance> build_for_all(llvm::LLVMContext& context, const Pattern& pattern, const Widths& widths) {
  return instance(context, pattern, widths, std::nullopt);
}

llvm::Function* add_function(llvm::Module& module, const std::string& name, const Pattern& pattern, std::uint32_t root,
                             const Widths& widths, std::span<const llvm::APInt> symbols, unsigned lanes) {
  return add(module, name, pattern, root, widths, symbols, lanes);
}

}  // namespace assay::rules
