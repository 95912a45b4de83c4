#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Intrinsics.h>

#include "services/worker/improve/inverse.h"

namespace assay::improve {
namespace {

using Builder = llvm::IRBuilderBase;
using llvm::Instruction;
using llvm::Value;

bool is_integer(const Instruction& each) { return each.getType()->isIntegerTy() && !each.getType()->isIntegerTy(1); }
template <unsigned kOpcode>
bool is(const Instruction& each) {
  return each.getOpcode() == kOpcode && is_integer(each);
}
template <llvm::Intrinsic::ID kId>
bool calls(const Instruction& each) {
  const auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(&each);
  return call != nullptr && call->getIntrinsicID() == kId && is_integer(each);
}
template <llvm::CmpInst::Predicate kPredicate>
bool compares(const Instruction& each) {
  const auto* compare = llvm::dyn_cast<llvm::ICmpInst>(&each);
  return compare != nullptr && compare->getPredicate() == kPredicate && each.getOperand(0)->getType()->isIntegerTy();
}
bool is_select(const Instruction& each) { return is<Instruction::Select>(each); }
bool is_of_bit(const Instruction& each) {
  return is<Instruction::ZExt>(each) && each.getOperand(0)->getType()->isIntegerTy(1);
}
bool is_shift_by_constant(const Instruction& each) {
  const auto* by =
      each.getOpcode() == Instruction::Shl ? llvm::dyn_cast<llvm::ConstantInt>(each.getOperand(1)) : nullptr;
  return by != nullptr && by->getValue().ult(by->getBitWidth()) && is_integer(each);
}
bool is_computed(const Instruction& each) {
  return is_integer(each) && (llvm::isa<llvm::BinaryOperator, llvm::CastInst, llvm::SelectInst>(each));
}

Value* first(Instruction& each) { return each.getOperand(0); }
Value* second(Instruction& each) { return each.getOperand(1); }

template <llvm::CmpInst::Predicate kPredicate>
Value* as_select(Instruction& each, Builder& b) {
  return b.CreateSelect(b.CreateICmp(kPredicate, first(each), second(each)), first(each), second(each));
}

Value* triple_less_double(Instruction& each, Builder& b) {
  // In the place of the value itself: its users get this.
  const auto number = [&](std::uint64_t value) {
    return llvm::ConstantInt::get(each.getType(), value, false, /*implicitTrunc=*/true);
  };
  return b.CreateSub(b.CreateMul(&each, number(3)), b.CreateMul(&each, number(2)));
}

Value* absolute(Instruction& each, Builder& b) {
  Value* sign = b.CreateAShr(first(each), each.getType()->getIntegerBitWidth() - 1);
  return b.CreateSub(b.CreateXor(first(each), sign), sign);
}

Value* select_by_masks(Instruction& each, Builder& b) {
  Value *condition = first(each), *mask = b.CreateSExt(condition, each.getType());
  Value* other = b.CreateSExt(b.CreateNot(condition), each.getType());
  return b.CreateOr(b.CreateAnd(second(each), mask), b.CreateAnd(each.getOperand(2), other));
}

Value* saturating(Instruction& each, Builder& b) {
  return b.CreateSub(b.CreateBinaryIntrinsic(llvm::Intrinsic::umax, first(each), second(each)), second(each));
}

Value* less_by_difference(Instruction& each, Builder& b) {
  Value* difference = b.CreateBinaryIntrinsic(llvm::Intrinsic::usub_sat, second(each), first(each));
  return b.CreateICmpNE(difference, llvm::Constant::getNullValue(difference->getType()));
}

Value* equal_by_xor(Instruction& each, Builder& b) {
  Value* difference = b.CreateXor(first(each), second(each));
  return b.CreateICmpEQ(difference, llvm::Constant::getNullValue(difference->getType()));
}

using I = Instruction;
using C = llvm::CmpInst;
constexpr Inverse kInverses[] = {
    {"xor as or less and", is<I::Xor>,
     [](I& i, Builder& b) -> Value* {
       return b.CreateSub(b.CreateOr(first(i), second(i)), b.CreateAnd(first(i), second(i)));
     }},
    {"sum as xor and carries", is<I::Add>,
     [](I& i, Builder& b) -> Value* {
       return b.CreateAdd(b.CreateXor(first(i), second(i)), b.CreateShl(b.CreateAnd(first(i), second(i)), 1));
     }},
    {"sum as or and and", is<I::Add>,
     [](I& i, Builder& b) -> Value* {
       return b.CreateAdd(b.CreateOr(first(i), second(i)), b.CreateAnd(first(i), second(i)));
     }},
    {"difference as not of sum", is<I::Sub>,
     [](I& i, Builder& b) -> Value* { return b.CreateNot(b.CreateAdd(b.CreateNot(first(i)), second(i))); }},
    {"difference as xor less borrows", is<I::Sub>,
     [](I& i, Builder& b) -> Value* {
       Value* borrows = b.CreateShl(b.CreateAnd(b.CreateNot(first(i)), second(i)), 1);
       return b.CreateSub(b.CreateXor(first(i), second(i)), borrows);
     }},
    {"or as sum", is<I::Or>,
     [](I& i, Builder& b) -> Value* { return b.CreateAdd(b.CreateAnd(first(i), b.CreateNot(second(i))), second(i)); }},
    {"or by de Morgan", is<I::Or>,
     [](I& i, Builder& b) -> Value* {
       return b.CreateNot(b.CreateAnd(b.CreateNot(first(i)), b.CreateNot(second(i))));
     }},
    {"and by de Morgan", is<I::And>,
     [](I& i, Builder& b) -> Value* { return b.CreateNot(b.CreateOr(b.CreateNot(first(i)), b.CreateNot(second(i)))); }},
    {"and as or less xor", is<I::And>,
     [](I& i, Builder& b) -> Value* {
       return b.CreateSub(b.CreateOr(first(i), second(i)), b.CreateXor(first(i), second(i)));
     }},
    {"shift as product", is_shift_by_constant,
     [](I& i, Builder& b) -> Value* {
       const llvm::APInt& by = llvm::cast<llvm::ConstantInt>(second(i))->getValue();
       return b.CreateMul(first(i), b.getInt(llvm::APInt(by.getBitWidth(), 1).shl(by)));
     }},
    {"umin as select", calls<llvm::Intrinsic::umin>, as_select<C::ICMP_ULT>},
    {"umax as select", calls<llvm::Intrinsic::umax>, as_select<C::ICMP_UGT>},
    {"smin as select", calls<llvm::Intrinsic::smin>, as_select<C::ICMP_SLT>},
    {"smax as select", calls<llvm::Intrinsic::smax>, as_select<C::ICMP_SGT>},
    {"absolute value by sign", calls<llvm::Intrinsic::abs>, absolute},
    {"saturating difference by maximum", calls<llvm::Intrinsic::usub_sat>, saturating},
    {"select by masks", is_select, select_by_masks},
    {"zext as select", is_of_bit,
     [](I& i, Builder& b) -> Value* {
       return b.CreateSelect(first(i), llvm::ConstantInt::get(i.getType(), 1), llvm::ConstantInt::get(i.getType(), 0));
     }},
    {"less by saturating difference", compares<C::ICMP_ULT>, less_by_difference},
    {"equal by xor", compares<C::ICMP_EQ>, equal_by_xor},
    {"value as three of it less two", is_computed, triple_less_double},
};

}  // namespace

std::span<const Inverse> inverses() { return kInverses; }

}  // namespace assay::improve
