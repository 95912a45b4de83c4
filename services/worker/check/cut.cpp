#include "services/worker/check/cut.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/DenseSet.h>
#include <llvm/ADT/MapVector.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>

#include <algorithm>

#include "services/worker/check/steps_in_common.h"

namespace assay::check {
namespace {

using llvm::Instruction;
using llvm::Value;
using Number = StepsInCommon::Number;

constexpr std::size_t kMostInstructions = 48;  ///< of a part, on each side
constexpr std::size_t kMostInputs = 12;
constexpr std::size_t kMostParts = 8;

/// Values that both machines compute with alone: no pointers.
bool is_plain(const llvm::Type* type) {
  if (const auto* record = llvm::dyn_cast<llvm::StructType>(type))
    return std::all_of(record->element_begin(), record->element_end(), is_plain);
  if (const auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(type)) return is_plain(vector->getElementType());
  return type->isIntegerTy() || type->isFloatingPointTy();
}

bool has_undef(const llvm::Constant& constant) {
  if (llvm::isa<llvm::UndefValue>(constant) && !llvm::isa<llvm::PoisonValue>(constant)) return true;
  return std::any_of(constant.op_begin(), constant.op_end(), [](const llvm::Use& use) {
    const auto* operand = llvm::dyn_cast<llvm::Constant>(use);
    return operand != nullptr && has_undef(*operand);
  });
}

bool is_wider_constant(const llvm::Constant& constant) {
  return llvm::isa<llvm::GlobalValue, llvm::BlockAddress, llvm::ConstantExpr>(constant);
}

/// Which values of a function may be undef, which each use picks anew.
class Undef {
 public:
  Undef(const llvm::Function& function, bool arguments) : arguments_(arguments) {
    for (const llvm::Argument& argument : function.args()) arises_ |= is_undef(argument);
    for (const Instruction& instruction : llvm::instructions(function)) {
      arises_ |= is_origin(instruction);
      for (const Value* operand : instruction.operand_values())
        if (const auto* constant = llvm::dyn_cast<llvm::Constant>(operand)) arises_ |= has_undef(*constant);
    }
  }
  bool may_be(const Value& value) {
    if (!arises_) return false;
    if (const auto* constant = llvm::dyn_cast<llvm::Constant>(&value)) return has_undef(*constant);
    if (const auto* argument = llvm::dyn_cast<llvm::Argument>(&value)) return is_undef(*argument);
    const auto* instruction = llvm::dyn_cast<Instruction>(&value);
    if (instruction == nullptr || is_origin(*instruction) || llvm::isa<llvm::PHINode>(instruction)) return true;
    if (llvm::isa<llvm::FreezeInst>(instruction)) return false;
    const auto [place, is_new] = known_.try_emplace(instruction, false);
    if (!is_new) return place->second;
    const bool may = std::any_of(instruction->op_begin(), instruction->op_end(),
                                 [&](const llvm::Use& use) { return !llvm::isa<llvm::Function>(use) && may_be(*use); });
    return known_[instruction] = may;
  }

 private:
  bool is_undef(const llvm::Argument& argument) const {
    return arguments_ && !argument.hasAttribute(llvm::Attribute::NoUndef);
  }
  static bool is_origin(const Instruction& instruction) {
    return llvm::isa<llvm::LoadInst>(instruction) ||
           (llvm::isa<llvm::CallInst>(instruction) && !is_expression(instruction));
  }
  bool arguments_;
  bool arises_ = false;
  llvm::DenseMap<const Instruction*, bool> known_;
};

/// One side of a part: the expressions from the inputs to the value, operands first.
struct Side {
  std::vector<const Instruction*> order;
  llvm::DenseMap<const Value*, Number> inputs;  ///< that it reads
};

class Cutter {
 public:
  Cutter(const llvm::Function& source, const llvm::Function& target, const StepsInCommon& common, bool undef)
      : source_(source), target_(target), common_(common), undef_(target, undef) {}

  std::optional<Cut> run() {
    Cut cut;
    llvm::DenseSet<std::pair<Number, Number>> done;
    for (StepsInCommon::Difference difference : common_.differences()) {
      narrow(difference);
      if (!done.insert({common_.number_of(difference.first), common_.number_of(difference.second)}).second) continue;
      if (done.size() > kMostParts || !add_part(cut, difference)) return std::nullopt;
    }
    return cut;
  }

 private:
  bool is_one_block() const { return source_.size() == 1; }

  /// May one of the source's choices be taken as this part needs it? Not if it is made once for several rounds or
  /// parts, or before somebody outside answers.
  bool may_choose(const Instruction& instruction) {
    return is_one_block() && !common_.has_calls() && choosing_.insert(&instruction).second;
  }

  /// Where both compute by one operation that differs in one operand, that operand is what differs.
  void narrow(StepsInCommon::Difference& difference) {
    for (;;) {
      const auto* a = llvm::dyn_cast<Instruction>(difference.first);
      const auto* b = llvm::dyn_cast<Instruction>(difference.second);
      if (a == nullptr || b == nullptr || !is_expression(*a) || !is_expression(*b) || !is_same_operation(*a, *b))
        return;
      std::optional<StepsInCommon::Difference> only;
      for (unsigned i = 0; i < a->getNumOperands(); ++i) {
        const Value *one = a->getOperand(i), *other = b->getOperand(i);
        if (llvm::isa<llvm::Function>(one) || common_.number_of(one) == common_.number_of(other)) continue;
        if (only && *only != StepsInCommon::Difference{one, other}) return;
        only = {one, other};
      }
      if (!only || (is_choosing(*a) && !may_choose(*a))) return;
      difference = *only;
    }
  }

  /// False if the value depends on something that can't be cut off.
  bool collect(const Value& value, bool of_source, Side& side, std::vector<const Value*>& inputs) {
    if (const auto* constant = llvm::dyn_cast<llvm::Constant>(&value))
      return is_plain(constant->getType()) && !has_undef(*constant) && !is_wider_constant(*constant);
    if (side.inputs.contains(&value) || llvm::is_contained(side.order, &value)) return true;
    if (!is_plain(value.getType())) return false;
    const Number number = common_.number_of(&value);
    const auto* instruction = llvm::dyn_cast<Instruction>(&value);
    // A load of the source alone gives any value.
    const bool computed =
        instruction != nullptr && (is_expression(*instruction) || (of_source && is_division(*instruction)));
    if (common_.is_common(number) || !computed) {
      side.inputs[&value] = number;
      inputs.push_back(&value);
      return true;
    }
    if (side.order.size() >= kMostInstructions) return false;
    if (of_source && is_choosing(*instruction) && !may_choose(*instruction)) return false;
    for (const llvm::Use& operand : instruction->operands())
      if (!llvm::isa<llvm::Function>(operand) && !collect(*operand, of_source, side, inputs)) return false;
    side.order.push_back(instruction);
    return true;
  }

  /// An input that may be undef has as many values as there are ways to it: the source can follow one.
  bool picks_once(const Value& root, const Side& side) {
    llvm::DenseMap<const Value*, unsigned> ways;
    ways[&root] = 1;
    for (auto instruction = side.order.rbegin(); instruction != side.order.rend(); ++instruction) {
      const unsigned mine = llvm::isa<llvm::FreezeInst>(*instruction) ? 1 : ways.lookup(*instruction);
      for (const Value* operand : (*instruction)->operand_values())
        ways[operand] = std::min(ways.lookup(operand) + mine, 2u);
    }
    return std::all_of(side.inputs.begin(), side.inputs.end(),
                       [&](const auto& input) { return ways.lookup(input.first) < 2 || !undef_.may_be(*input.first); });
  }

  bool add_part(Cut& cut, const StepsInCommon::Difference& difference) {
    const auto& [before, after] = difference;
    Side source, target;
    std::vector<const Value*> inputs;
    if (!collect(*before, true, source, inputs) || !collect(*after, false, target, inputs)) return false;
    if (!picks_once(*after, target)) return false;
    const bool is_whole = source.order.size() + 1 == source_.getInstructionCount() &&
                          target.order.size() + 1 == target_.getInstructionCount();
    llvm::MapVector<Number, const Value*> parameters;
    for (const Value* input : inputs) parameters.insert({common_.number_of(input), input});
    if (parameters.size() > kMostInputs || is_whole) return false;
    if (cut.module == nullptr) {
      cut.module = std::make_unique<llvm::Module>("cut", source_.getContext());
      cut.module->setDataLayout(source_.getDataLayout());
      cut.module->setTargetTriple(source_.getParent()->getTargetTriple());
    }
    const std::string number = std::to_string(cut.parts.size());
    llvm::Function* one = write(*cut.module, "src" + number, source_, *before, source, parameters);
    cut.parts.emplace_back(one, write(*cut.module, "tgt" + number, target_, *after, target, parameters));
    return true;
  }

  llvm::Function* write(llvm::Module& module, const std::string& name, const llvm::Function& origin, const Value& root,
                        const Side& side, const llvm::MapVector<Number, const Value*>& parameters) const {
    std::vector<llvm::Type*> types;
    for (const auto& [number, value] : parameters) types.push_back(value->getType());
    auto* function = llvm::Function::Create(llvm::FunctionType::get(root.getType(), types, false),
                                            llvm::Function::ExternalLinkage, name, module);
    // How numbers are computed: denormal-fp-math and the like.
    for (const llvm::Attribute attribute : origin.getAttributes().getFnAttrs())
      if (attribute.isStringAttribute()) function->addFnAttr(attribute);
    llvm::DenseMap<Number, Value*> given;
    unsigned i = 0;
    for (const auto& [number, value] : parameters) given[number] = function->getArg(i++);
    auto* block = llvm::BasicBlock::Create(module.getContext(), "", function);
    llvm::DenseMap<const Value*, Value*> copies;
    for (const auto& [value, number] : side.inputs) copies[value] = given.lookup(number);
    for (const Instruction* instruction : side.order) {
      Instruction* copy = instruction->clone();
      copy->insertInto(block, block->end());
      copy->setDebugLoc({});
      for (llvm::Use& operand : copy->operands())
        if (Value* known = copies.lookup(operand)) operand.set(known);
      if (auto* call = llvm::dyn_cast<llvm::CallBase>(copy)) {
        const llvm::Function& callee = *call->getCalledFunction();
        call->setCalledFunction(
            module.getOrInsertFunction(callee.getName(), callee.getFunctionType(), callee.getAttributes()));
      }
      copies[instruction] = copy;
    }
    Value* result = copies.lookup(&root);
    llvm::ReturnInst::Create(module.getContext(), result != nullptr ? result : const_cast<Value*>(&root), block);
    return function;
  }

  const llvm::Function& source_;
  const llvm::Function& target_;
  const StepsInCommon& common_;
  Undef undef_;
  llvm::DenseSet<const Instruction*> choosing_;  ///< of the source, in parts
};

}  // namespace

std::optional<Cut> cut_to_changes(const llvm::Function& source, const llvm::Function& target, bool undef) {
  if (&source.getContext() != &target.getContext()) return std::nullopt;
  const StepsInCommon common(source, target);
  if (!common.holds()) return std::nullopt;
  return Cutter(source, target, common, undef).run();
}

}  // namespace assay::check
