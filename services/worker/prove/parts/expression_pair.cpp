#include "services/worker/prove/parts/expression_pair.h"

#include <llvm/ADT/DenseSet.h>
#include <llvm/ADT/MapVector.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/IntrinsicInst.h>

#include <algorithm>

#include "services/worker/normalize/expressions.h"
#include "services/worker/prove/parts/undef_values.h"

namespace assay::prove {
namespace {

using llvm::Instruction;
using llvm::Value;

constexpr std::size_t kMostPerSide = 48;  ///< of a part, on each side
constexpr std::size_t kMostInputs = 12;

/// Values that both machines compute with alone: no pointers.
bool is_plain(const llvm::Type* type) {
  if (const auto* record = llvm::dyn_cast<llvm::StructType>(type))
    return std::all_of(record->element_begin(), record->element_end(), is_plain);
  if (const auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(type)) return is_plain(vector->getElementType());
  return type->isIntegerTy() || type->isFloatingPointTy();
}

bool is_wider_constant(const llvm::Constant& constant) {
  return llvm::isa<llvm::GlobalValue, llvm::BlockAddress, llvm::ConstantExpr>(constant);
}

}  // namespace

/// False if the value depends on something that can't be cut off.
bool ExpressionCutter::collect(const Value& operand, bool of_source, bool deep, const MayChoose& may_choose,
                               Expression& side, std::vector<const Value*>& inputs) const {
  const Value& value = *common_.plain(&operand);
  if (const auto* constant = llvm::dyn_cast<llvm::Constant>(&value))
    return is_plain(constant->getType()) && !has_undef(*constant) && !is_wider_constant(*constant);
  if (side.inputs.contains(&value) || llvm::is_contained(side.order, &value)) return true;
  if (!is_plain(value.getType())) return false;
  const Number number = common_.number_of(&value);
  const auto* instruction = llvm::dyn_cast<Instruction>(&value);
  // What is computed of pointers may be anything.
  const bool is_pure = instruction != nullptr && normalize::is_expression(*instruction) &&
                       llvm::all_of(instruction->operands(), [](const llvm::Use& each) {
                         return llvm::isa<llvm::Function>(each) || is_plain(each->getType());
                       });
  // A load of the source alone gives any value. What both choose together is one value, too.
  const bool computed = common_.is_common(number)
                            ? deep && is_pure && !normalize::is_choosing(*instruction)
                            : is_pure || (of_source && instruction != nullptr && normalize::is_division(*instruction));
  if (!computed) {
    side.inputs[&value] = number;
    inputs.push_back(&value);
    return true;
  }
  if (side.order.size() >= kMostPerSide) return false;
  if (of_source && normalize::is_choosing(*instruction) && !may_choose(*instruction)) return false;
  for (const llvm::Use& each : instruction->operands())
    if (!llvm::isa<llvm::Function>(each) && !collect(*each, of_source, deep, may_choose, side, inputs)) return false;
  side.order.push_back(instruction);
  return true;
}

std::optional<ExpressionPair> ExpressionCutter::cut(const StepsInCommon::Difference& difference, bool deep,
                                                    const MayChoose& may_choose) const {
  auto part = cut(Roots(difference.first), Roots(difference.second), deep, may_choose);
  if (part) part->roots = difference;
  return part;
}

std::optional<ExpressionPair> ExpressionCutter::cut(Roots source, Roots target, bool deep,
                                                    const MayChoose& may_choose) const {
  ExpressionPair part;
  for (const Value* root : source)
    if (!collect(*root, true, deep, may_choose, part.source, part.inputs)) return std::nullopt;
  for (const Value* root : target)
    if (!collect(*root, false, deep, may_choose, part.target, part.inputs)) return std::nullopt;
  const bool is_whole = part.source.order.size() + 1 == source_.getInstructionCount() &&
                        part.target.order.size() + 1 == target_.getInstructionCount();
  if (part.inputs.size() > 2 * kMostInputs || is_whole) return std::nullopt;
  return part;
}

bool ExpressionCutter::add_facts(ExpressionPair& part, const std::vector<PathFact>& facts) const {
  const MayChoose never = [](const Instruction&) { return false; };
  std::vector<PathFact> left = facts;
  const auto add = [&](const PathFact& fact) {
    ExpressionPair with = part;
    if (!collect(*fact.value, true, true, never, with.source, with.inputs)) return true;
    Expression alone;
    std::vector<const Value*> read;
    collect(*fact.value, true, true, never, alone, read);
    const auto speaks = [&](const Value* input) {
      const auto is = [&](const Value* other) { return common_.number_of(input) == common_.number_of(other); };
      return std::any_of(part.inputs.begin(), part.inputs.end(), is);
    };
    if (with.inputs.size() > kMostInputs || std::none_of(read.begin(), read.end(), speaks)) return false;
    part = std::move(with);
    part.facts.push_back(fact);
    return true;
  };
  // What one fact brings in, another may speak of.
  while (std::erase_if(left, add) != 0) {
  }
  return !part.facts.empty();
}

std::optional<ExpressionPair> ExpressionCutter::cut_alone(const Value& value, const Value* condition) const {
  ExpressionPair part;
  part.roots = {&value, &value, {}};
  const MayChoose never = [](const Instruction&) { return false; };
  if (!collect(value, true, true, never, part.source, part.inputs)) return std::nullopt;
  if (condition != nullptr && !collect(*condition, true, true, never, part.source, part.inputs)) return std::nullopt;
  return part;
}

llvm::Module& ExpressionCutter::module() {
  if (module_ == nullptr) {
    module_ = std::make_unique<llvm::Module>("cut", source_.getContext());
    module_->setDataLayout(source_.getDataLayout());
    module_->setTargetTriple(source_.getParent()->getTargetTriple());
  }
  return *module_;
}

Value* ExpressionCutter::copy_of(const Written& written, const Value* value) const {
  value = common_.plain(value);
  Value* copy = written.copies.lookup(value);
  return copy != nullptr ? copy : const_cast<Value*>(value);  // a constant
}

ExpressionCutter::Written ExpressionCutter::write(const char* name, const llvm::Function& origin,
                                                  const Expression& side, const std::vector<const Value*>& inputs,
                                                  const Ranges& ranges, llvm::Type* result) {
  llvm::MapVector<Number, const Value*> parameters;
  llvm::SmallDenseSet<Number, 8> is_one_value;
  for (const Value* input : inputs) {
    parameters.insert({common_.number_of(input), input});
    if (is_always_one_value(*input)) is_one_value.insert(common_.number_of(input));
  }
  std::vector<llvm::Type*> types;
  for (const auto& [number, value] : parameters) types.push_back(value->getType());
  auto* function = llvm::Function::Create(llvm::FunctionType::get(result, types, false),
                                          llvm::Function::ExternalLinkage, name, module());
  // How numbers are computed: denormal-fp-math and the like.
  for (const llvm::Attribute attribute : origin.getAttributes().getFnAttrs())
    if (attribute.isStringAttribute()) function->addFnAttr(attribute);
  Written written;
  written.function = function;
  written.block = llvm::BasicBlock::Create(module().getContext(), "", function);
  llvm::DenseMap<Number, Value*> given;
  for (unsigned i = 0; const auto& [number, value] : parameters) {
    if (const auto range = ranges.find(number); range != ranges.end() && value->getType()->isIntegerTy())
      function->addParamAttr(i, llvm::Attribute::get(module().getContext(), llvm::Attribute::Range, range->second));
    if (is_one_value.contains(number)) function->addParamAttr(i, llvm::Attribute::NoUndef);
    given[number] = function->getArg(i++);
  }
  for (const auto& [value, number] : side.inputs) written.copies[value] = given.lookup(number);
  for (const Instruction* instruction : side.order) {
    Instruction* copy = instruction->clone();
    copy->insertInto(written.block, written.block->end());
    copy->setDebugLoc({});
    for (llvm::Use& operand : copy->operands())
      if (!llvm::isa<llvm::Function>(operand)) operand.set(copy_of(written, operand));
    if (auto* call = llvm::dyn_cast<llvm::CallBase>(copy)) {
      const llvm::Function& callee = *call->getCalledFunction();
      call->setCalledFunction(
          module().getOrInsertFunction(callee.getName(), callee.getFunctionType(), callee.getAttributes()));
    }
    written.copies[instruction] = copy;
  }
  return written;
}

void ExpressionCutter::assume_facts(const Written& written, const std::vector<PathFact>& facts) const {
  llvm::IRBuilder<llvm::NoFolder> build(written.block);
  for (const PathFact& fact : facts) {
    Value* value = copy_of(written, fact.value);
    build.CreateAssumption(fact.is_equal ? build.CreateICmpEQ(value, fact.constant)
                                         : build.CreateICmpNE(value, fact.constant));
  }
}

Results ExpressionCutter::values_of(const StepsInCommon::Difference& difference) {
  const auto value = [](const Value* root) { return [root](auto&, Results::CopyOf copy_of) { return copy_of(root); }; };
  return {difference.first->getType(), value(difference.first), value(difference.second)};
}

bool ExpressionCutter::is_proved(const ExpressionPair& part, const Ranges& ranges, const Results& results,
                                 const ProvesPart& proves) {
  llvm::DenseMap<Number, bool> numbers;
  for (const Value* input : part.inputs) numbers[common_.number_of(input)] = true;
  if (numbers.size() > kMostInputs) return false;
  const auto side = [&](const char* name, const llvm::Function& origin, const Expression& of, const auto& compute) {
    const Written written = write(name, origin, of, part.inputs, ranges, results.type);
    if (&origin == &source_) assume_facts(written, part.facts);
    llvm::IRBuilder<llvm::NoFolder> build(written.block);
    build.CreateRet(compute(build, [&](const Value* value) { return copy_of(written, value); }));
    return written.function;
  };
  llvm::Function* before = side("src", source_, part.source, results.before);
  llvm::Function* after = side("tgt", target_, part.target, results.after);
  const bool proved = proves(*before, *after);
  before->eraseFromParent();
  after->eraseFromParent();
  return proved;
}

bool ExpressionCutter::lies_in(const ExpressionPair& part, const llvm::ConstantRange& range, const Value* condition,
                               bool when, const Ranges& ranges, const ProvesPart& proves) {
  llvm::Type* truth = llvm::Type::getInt1Ty(module().getContext());
  const Written before = write("src", source_, part.source, part.inputs, ranges, truth);
  llvm::IRBuilder<llvm::NoFolder> build(before.block);
  llvm::Type* type = part.roots.first->getType();
  // In [low, end) where value - low is less than end - low.
  Value* from_low = build.CreateSub(copy_of(before, part.roots.first), llvm::ConstantInt::get(type, range.getLower()));
  Value* is_in = build.CreateICmpULT(from_low, llvm::ConstantInt::get(type, range.getUpper() - range.getLower()));
  if (condition != nullptr) {
    Value* yes = llvm::ConstantInt::getTrue(truth);
    Value* is = copy_of(before, condition);
    is_in = when ? build.CreateSelect(is, is_in, yes) : build.CreateSelect(is, yes, is_in);
  }
  build.CreateRet(is_in);
  const Written after = write("tgt", source_, Expression(), part.inputs, Ranges(), truth);
  llvm::IRBuilder<>(after.block).CreateRet(llvm::ConstantInt::getTrue(truth));
  const bool proved = proves(*before.function, *after.function);
  before.function->eraseFromParent();
  after.function->eraseFromParent();
  return proved;
}

}  // namespace assay::prove
