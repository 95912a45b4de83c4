#include "services/worker/ir/exposure.h"

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Operator.h>
#include <llvm/IR/PatternMatch.h>

#include <map>
#include <set>
#include <vector>

namespace assay::ir {
namespace {

using llvm::Value;
using Opcode = llvm::Instruction;

/// An operation whose result is all that comes of its operands.
bool computes(const llvm::User& user) {
  if (llvm::isa<llvm::ConstantExpr, llvm::ConstantAggregate>(user)) return true;
  if (const auto* intrinsic = llvm::dyn_cast<llvm::IntrinsicInst>(&user))
    return intrinsic->doesNotAccessMemory() && !intrinsic->getType()->isVoidTy();
  return llvm::isa<llvm::BinaryOperator, llvm::UnaryOperator, llvm::CastInst, llvm::GetElementPtrInst, llvm::SelectInst,
                   llvm::PHINode, llvm::FreezeInst, llvm::ExtractElementInst, llvm::InsertElementInst,
                   llvm::ShuffleVectorInst, llvm::ExtractValueInst, llvm::InsertValueInst>(user);
}

bool decides(const llvm::User& user) {
  return llvm::isa<llvm::CmpInst, llvm::BranchInst, llvm::SwitchInst, llvm::AssumeInst>(user);
}

/// Numbers as sums of addresses, to see that nothing of them is left. Vectors are added lane by lane.
class AddressSums {
 public:
  explicit AddressSums(const llvm::DataLayout& layout) : layout_(layout) {}

  /// Is the number the same wherever the objects are?
  bool is_fixed(const Value& number) const {
    if (!number.getType()->isIntOrIntVectorTy()) return false;
    return sum_of(number, 0).empty() || llvm::computeKnownBits(&number, layout_).isConstant();
  }

 private:
  /// How often each address counts, and each number that is no sum of addresses but made of some; none counts zero
  /// times.
  using Sum = std::map<const Value*, llvm::APInt>;

  Sum sum_of(const Value& number, unsigned depth) const {
    constexpr unsigned kDeepest = 16;
    const unsigned bits = number.getType()->getScalarSizeInBits();
    const Sum itself{{&number, llvm::APInt(bits, 1)}};
    if (depth == kDeepest) return itself;
    const auto* operation = llvm::dyn_cast<llvm::Operator>(&number);
    const auto operand = [&](unsigned i) { return sum_of(*operation->getOperand(i), depth + 1); };
    const llvm::APInt* factor = nullptr;
    const auto by_constant = [&] {
      return llvm::PatternMatch::match(operation->getOperand(1), llvm::PatternMatch::m_APInt(factor));
    };
    switch (llvm::Operator::getOpcode(&number)) {
      case Opcode::PtrToInt:
      case Opcode::PtrToAddr:
        return sum_of_address(*operation, itself);
      case Opcode::Trunc:
        return scaled(operand(0), llvm::APInt(bits, 1));
      case Opcode::Add:
        return plus(operand(0), operand(1));
      case Opcode::Sub:
        return plus(operand(0), scaled(operand(1), llvm::APInt::getAllOnes(bits)));
      case Opcode::Mul:
        if (by_constant()) return scaled(operand(0), *factor);
        break;
      case Opcode::Shl:
        if (by_constant() && factor->ult(bits))
          return scaled(operand(0), llvm::APInt::getOneBitSet(bits, static_cast<unsigned>(factor->getZExtValue())));
        break;
      case Opcode::Xor:
        if (operation->getOperand(0) == operation->getOperand(1)) return {};
        break;
      default:
        break;
    }
    std::set<const Value*> seen;
    return is_made_of_address(number, seen) ? itself : Sum{};
  }

  Sum sum_of_address(const llvm::Operator& conversion, const Sum& itself) const {
    const Value* pointer = conversion.getOperand(0);
    const unsigned bits = conversion.getType()->getScalarSizeInBits();
    if (bits > layout_.getIndexTypeSizeInBits(pointer->getType())) return itself;
    const auto is_of_address = [](const llvm::Use& index) {
      std::set<const Value*> seen;
      return is_made_of_address(*index.get(), seen);
    };
    for (const auto* moved = llvm::dyn_cast<llvm::GEPOperator>(pointer);
         moved != nullptr && !moved->getType()->isVectorTy() && llvm::none_of(moved->indices(), is_of_address);
         moved = llvm::dyn_cast<llvm::GEPOperator>(pointer))
      pointer = moved->getPointerOperand();
    // What moved it is a number of which nothing is an address.
    return {{pointer, llvm::APInt(bits, 1)}};
  }

  static Sum plus(Sum sum, const Sum& other) {
    for (const auto& [value, times] : other) {
      const auto [at, is_new] = sum.emplace(value, times);
      if (!is_new) at->second += times;
      if (at->second.isZero()) sum.erase(at);
    }
    return sum;
  }

  /// In the width of the factor.
  static Sum scaled(const Sum& sum, const llvm::APInt& factor) {
    Sum result;
    for (const auto& [value, times] : sum) {
      const llvm::APInt product = times.trunc(factor.getBitWidth()) * factor;
      if (!product.isZero()) result.emplace(value, product);
    }
    return result;
  }

  static bool is_made_of_address(const Value& value, std::set<const Value*>& seen) {
    if (!seen.insert(&value).second) return false;
    if (value.getType()->isPtrOrPtrVectorTy()) return true;
    const auto* user = llvm::dyn_cast<llvm::User>(&value);
    return user != nullptr && (computes(*user) || llvm::isa<llvm::CmpInst>(user)) &&
           llvm::any_of(user->operands(), [&](const llvm::Use& use) { return is_made_of_address(*use.get(), seen); });
  }

  const llvm::DataLayout& layout_;
};

bool is_fixed(const Value& number) {
  const auto* instruction = llvm::dyn_cast<llvm::Instruction>(&number);
  return instruction != nullptr && instruction->getParent() != nullptr &&
         AddressSums(instruction->getModule()->getDataLayout()).is_fixed(number);
}

/// The argument that a function of the module is given there, if nobody may replace the function.
const llvm::Argument* given_argument(const llvm::Use& use) {
  const auto* call = llvm::dyn_cast<llvm::CallBase>(use.getUser());
  if (call == nullptr || !call->isArgOperand(&use)) return nullptr;
  const llvm::Function* callee = call->getCalledFunction();
  const unsigned number = call->getArgOperandNo(&use);
  return callee != nullptr && callee->hasExactDefinition() && number < callee->arg_size() ? callee->getArg(number)
                                                                                          : nullptr;
}

}  // namespace

bool is_lost(const llvm::User& user) {
  const auto* variable = llvm::dyn_cast<llvm::GlobalVariable>(&user);
  return variable != nullptr && variable->hasLocalLinkage() && variable->use_empty();
}

bool exposes_pointer(const Value& number, const std::function<bool(const llvm::User&)>& counts) {
  std::set<const Value*> seen{&number};
  std::vector<const Value*> open;
  if (!is_fixed(number)) open.push_back(&number);
  while (!open.empty()) {
    const Value* value = open.back();
    open.pop_back();
    for (const llvm::Use& use : value->uses()) {
      const llvm::User& user = *use.getUser();
      if (is_lost(user)) continue;
      if (counts != nullptr && !counts(user)) continue;
      // A pointer that was made of it is compared by where it leads.
      const bool is_unused = llvm::isa<llvm::CmpInst>(user) && user.use_empty();
      if (is_unused || (decides(user) && !value->getType()->isPtrOrPtrVectorTy())) continue;
      if (computes(user) && is_fixed(user)) continue;
      const Value* next = computes(user) ? &user : static_cast<const Value*>(given_argument(use));
      if (next == nullptr) return true;
      if (seen.insert(next).second) open.push_back(next);
    }
  }
  return false;
}

bool is_passed_by_value(const llvm::Use& use) {
  const auto* call = llvm::dyn_cast<llvm::CallBase>(use.getUser());
  return call != nullptr && call->isArgOperand(&use) && call->isByValArgument(call->getArgOperandNo(&use));
}

}  // namespace assay::ir
