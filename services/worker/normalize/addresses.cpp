#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/DerivedTypes.h>
#include <llvm/IR/GetElementPtrTypeIterator.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/NoFolder.h>

#include <optional>
#include <vector>

#include "services/worker/normalize/rows.h"

namespace assay::normalize {
namespace {

using llvm::GetElementPtrInst;
using llvm::Value;

/// Bytes that are always added, or so many for each of an index.
struct Step {
  Value* index = nullptr;
  llvm::APInt bytes;
};

/// The steps of an address that are not nothing; none if it is unusual.
std::optional<std::vector<Step>> steps_of(const GetElementPtrInst& address) {
  const llvm::DataLayout& layout = address.getDataLayout();
  const unsigned width = layout.getIndexSizeInBits(address.getPointerAddressSpace());
  std::vector<Step> steps;
  for (auto step = llvm::gep_type_begin(address); step != llvm::gep_type_end(address); ++step) {
    if (llvm::StructType* record = step.getStructTypeOrNull()) {
      const auto field = llvm::cast<llvm::Constant>(step.getOperand())->getUniqueInteger().getZExtValue();
      const llvm::TypeSize offset = layout.getStructLayout(record)->getElementOffset(static_cast<unsigned>(field));
      if (offset.isScalable()) return std::nullopt;
      if (offset != 0) steps.push_back({nullptr, llvm::APInt(width, offset)});
      continue;
    }
    const llvm::TypeSize stride = step.getSequentialElementStride(layout);
    Value* index = step.getOperand();
    if (stride.isScalable() || stride == 0 || !llvm::isUIntN(width - 1, stride) ||
        index->getType()->getIntegerBitWidth() > width)
      return std::nullopt;
    const llvm::APInt size(width, stride);
    const auto* number = llvm::dyn_cast<llvm::ConstantInt>(index);
    if (number != nullptr && number->isZero()) continue;
    // A product that overflows may break a promise, and as an unsigned number a negative one does.
    bool overflows = false;
    const llvm::APInt product = number == nullptr ? size : number->getValue().sext(width).smul_ov(size, overflows);
    const bool is_constant = number != nullptr && !overflows && !(address.hasNoUnsignedWrap() && product.isNegative());
    steps.push_back(is_constant ? Step{nullptr, product} : Step{index, size});
  }
  return steps;
}

/// Steps by constants one behind the other are one, if they go the same way: then what lies between is in bounds where
/// both ends are.
void join_constant_steps(std::vector<Step>& steps, bool is_unsigned) {
  for (std::size_t i = 1; i < steps.size();) {
    Step &before = steps[i - 1], &step = steps[i];
    bool overflows = false;
    const llvm::APInt sum = before.bytes.sadd_ov(step.bytes, overflows);
    const bool are_constant = before.index == nullptr && step.index == nullptr;
    const bool is_back = before.bytes.isNegative();
    if (!are_constant || overflows || is_back != step.bytes.isNegative() || (is_back && is_unsigned)) {
      ++i;
      continue;
    }
    before.bytes = sum;
    steps.erase(steps.begin() + static_cast<std::ptrdiff_t>(i));
  }
}

/// A step by a constant from such a step that makes the same promises.
bool continue_step(GetElementPtrInst& address) {
  auto* before = llvm::dyn_cast<GetElementPtrInst>(address.getPointerOperand());
  const auto bytes_of = [](const GetElementPtrInst& step) -> const llvm::ConstantInt* {
    const bool is_step = step.getNumIndices() == 1 && step.getSourceElementType()->isIntegerTy(8);
    return is_step ? llvm::dyn_cast<llvm::ConstantInt>(step.getOperand(1)) : nullptr;
  };
  if (before == nullptr || before->getNoWrapFlags() != address.getNoWrapFlags()) return false;
  const auto *first = bytes_of(*before), *second = bytes_of(address);
  if (first == nullptr || second == nullptr || first->getType() != second->getType()) return false;
  std::vector<Step> steps{{nullptr, first->getValue()}, {nullptr, second->getValue()}};
  join_constant_steps(steps, address.hasNoUnsignedWrap());
  if (steps.size() != 1) return false;
  address.setOperand(0, before->getPointerOperand());
  address.setOperand(1, llvm::ConstantInt::get(second->getType(), steps.front().bytes));
  return true;
}

/// Each addition keeps what the address promises of every one of its own. By nothing it is the address itself.
void write_in_steps(GetElementPtrInst& address) {
  if (address.getType()->isVectorTy()) return;
  auto steps = steps_of(address);
  if (!steps) return;
  join_constant_steps(*steps, address.hasNoUnsignedWrap());
  llvm::IRBuilder<llvm::NoFolder> build(&address);
  llvm::Type* width = address.getDataLayout().getIndexType(address.getType());
  Value* place = address.getPointerOperand();
  for (const Step& step : *steps) {
    if (step.index == nullptr) {
      place = build.CreatePtrAdd(place, llvm::ConstantInt::get(width, step.bytes), "", address.getNoWrapFlags());
      continue;
    }
    Value* index = step.index;
    if (const auto* number = llvm::dyn_cast<llvm::ConstantInt>(index))
      index = llvm::ConstantInt::get(width, number->getValue().sext(width->getIntegerBitWidth()));
    else if (index->getType() != width)
      index = build.CreateSExt(index, width);
    llvm::Type* bytes = llvm::ArrayType::get(build.getInt8Ty(), step.bytes.getZExtValue());
    place = build.CreateGEP(bytes, place, index, "", address.getNoWrapFlags());
  }
  if (place->getName().empty()) place->takeName(&address);
  address.replaceAllUsesWith(place);
  address.eraseFromParent();
}

}  // namespace

void write_addresses_in_steps(llvm::Function& function, const Kept&) {
  for (llvm::Instruction& each : llvm::make_early_inc_range(llvm::instructions(function)))
    if (auto* address = llvm::dyn_cast<GetElementPtrInst>(&each)) write_in_steps(*address);
  for (llvm::Instruction& each : llvm::instructions(function))
    if (auto* address = llvm::dyn_cast<GetElementPtrInst>(&each))
      while (continue_step(*address)) continue;
}

}  // namespace assay::normalize
