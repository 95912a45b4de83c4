#include <llvm/IR/Constants.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>

#include <algorithm>
#include <bit>
#include <map>

#include "services/worker/rules/flags.h"
#include "services/worker/rules/ops.h"
#include "services/worker/rules/pattern.h"
#include "services/worker/rules/terms.h"

namespace assay::rules {
namespace {

using llvm::dyn_cast;
using llvm::isa;

constexpr std::size_t kMostNodes = 40;

/// Reads lane `lane` of values.
class Reader {
 public:
  explicit Reader(unsigned lane) : lane_(lane) {}

  Result<Pattern> read(llvm::Value& source, llvm::Value& target) {
    const auto from = read(source);
    if (!from) return Error{from.error()};
    pattern_.source = *from;
    is_target_ = true;
    seen_.clear();
    const auto to = read(target);
    if (!to) return Error{to.error()};
    pattern_.target = *to;
    return pattern_;
  }

 private:
  Result<std::uint32_t> type_of(const llvm::Type& type) {
    const llvm::Type* scalar = type.getScalarType();
    Type found;
    if (isa<llvm::ScalableVectorType>(type)) return Error{"scalable vectors"};
    if (scalar->isIntegerTy())
      found = {scalar->isIntegerTy(1) ? Family::Bit : Family::Integer, scalar->getIntegerBitWidth()};
    else if (scalar->isHalfTy() || scalar->isFloatTy() || scalar->isDoubleTy())
      found = {Family::Float, static_cast<std::uint32_t>(scalar->getPrimitiveSizeInBits().getFixedValue())};
    else
      return Error{"a type that is no integer, half, float or double"};
    if (found.family == Family::Integer && found.bits > 64) return Error{"integers of more than 64 bits"};
    const auto at = std::ranges::find(pattern_.types, found);
    if (at != pattern_.types.end()) return static_cast<std::uint32_t>(at - pattern_.types.begin());
    pattern_.types.push_back(found);
    return static_cast<std::uint32_t>(pattern_.types.size() - 1);
  }

  std::uint32_t add(Node node, const llvm::Value& value) {
    pattern_.nodes.push_back(std::move(node));
    names_.push_back(value.getName().str());
    return static_cast<std::uint32_t>(pattern_.nodes.size() - 1);
  }

  Result<std::uint32_t> read(llvm::Value& value) {
    if (const auto found = seen_.find(&value); found != seen_.end()) return found->second;
    if (pattern_.nodes.size() > kMostNodes) return Error{"more than 40 values"};
    const auto type = type_of(*value.getType());
    if (!type) return type;
    Node node;
    node.type = *type;
    if (auto* constant = dyn_cast<llvm::Constant>(&value)) return read_constant(*constant, node);
    if (const auto* argument = dyn_cast<llvm::Argument>(&value)) return read_argument(*argument, node);
    const auto read = read_operation(llvm::cast<llvm::Instruction>(value), node);
    if (read) seen_[&value] = *read;
    return read;
  }

  Result<std::uint32_t> read_constant(llvm::Constant& constant, Node node) {
    const llvm::Constant* lane = constant.getType()->isVectorTy() ? constant.getAggregateElement(lane_) : &constant;
    if (lane == nullptr) return Error{"a constant that is no number"};
    if (const auto* number = dyn_cast<llvm::ConstantInt>(lane)) {
      node.kind = NodeKind::Constant;
      node.value = make_number(node.type, number->getZExtValue());
    } else if (const auto* real = dyn_cast<llvm::ConstantFP>(lane); real != nullptr && !real->isNaN()) {
      node.kind = NodeKind::Real;
      node.real = std::bit_cast<std::uint64_t>(real->getValueAPF().convertToDouble());
    } else if (isa<llvm::PoisonValue>(lane)) {
      node.kind = NodeKind::Poison;
    } else {
      return Error{"a constant that is no number"};
    }
    return add(std::move(node), constant);
  }

  Result<std::uint32_t> read_argument(const llvm::Argument& argument, Node node) {
    const auto [at, is_new] = arguments_.emplace(argument.getArgNo(), 0);
    if (!is_new) return at->second;
    node.is_noundef = argument.hasAttribute(llvm::Attribute::NoUndef);
    return at->second = add(std::move(node), argument);
  }

  Result<std::uint32_t> read_operation(llvm::Instruction& instruction, Node node) {
    node.kind = NodeKind::Operation;
    node.op = op_of(instruction);
    if (node.op.empty()) return Error{std::string(instruction.getOpcodeName()) + ", of which no rules are made"};
    for (const Flag flag : possible_flags(instruction))
      if (has_flag(instruction, flag)) node.flags.push_back(name_of(flag));
    const auto* call = dyn_cast<llvm::CallBase>(&instruction);
    for (llvm::Value* operand : call == nullptr ? operands(instruction) : arguments(*call)) {
      const auto read = this->read(*operand);
      if (!read) return read;
      node.operands.push_back(*read);
    }
    if (is_target_)
      if (const auto same = same_as(node, instruction)) return *same;
    return add(std::move(node), instruction);
  }

  static std::vector<llvm::Value*> operands(llvm::Instruction& instruction) {
    return {instruction.value_op_begin(), instruction.value_op_end()};
  }
  static std::vector<llvm::Value*> arguments(const llvm::CallBase& call) { return {call.arg_begin(), call.arg_end()}; }

  /// What the target computes as the source does is the same value; a freeze only if it is the very same.
  std::optional<std::uint32_t> same_as(const Node& node, const llvm::Instruction& instruction) const {
    const auto equal = [&](std::uint32_t one, std::uint32_t other) {
      return one == other ||
             (pattern_.nodes[one].kind != NodeKind::Operation && pattern_.nodes[one].kind != NodeKind::Variable &&
              pattern_.nodes[one] == pattern_.nodes[other]);
    };
    for (std::uint32_t i = 0; i < pattern_.nodes.size(); ++i) {
      const Node& other = pattern_.nodes[i];
      if (other.kind != NodeKind::Operation || other.op != node.op || other.flags != node.flags ||
          other.type != node.type || !std::ranges::equal(other.operands, node.operands, equal))
        continue;
      if (node.op != "freeze" || names_[i] == instruction.getName()) return i;
    }
    return std::nullopt;
  }

  unsigned lane_;
  bool is_target_ = false;
  Pattern pattern_;
  std::vector<std::string> names_;  ///< of the nodes' values
  std::map<const llvm::Value*, std::uint32_t> seen_;
  std::map<unsigned, std::uint32_t> arguments_;
};

}  // namespace

Result<Pattern> read(llvm::Value& source, llvm::Value& target) {
  const auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(source.getType());
  const unsigned lanes = vector == nullptr ? 1 : vector->getNumElements();
  Result<Pattern> found = Error{"nothing"};
  for (unsigned lane = 0; lane < lanes; ++lane)
    if (found = Reader(lane).read(source, target); found) return found;
  return found;
}

}  // namespace assay::rules
