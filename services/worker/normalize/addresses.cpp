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

/// Each addition keeps what the address promises of every one of its own.
void write_in_steps(GetElementPtrInst& address) {
  if (address.getType()->isVectorTy()) return;
  const auto steps = steps_of(address);
  if (!steps || steps->empty()) return;
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
  place->takeName(&address);
  address.replaceAllUsesWith(place);
  address.eraseFromParent();
}

}  // namespace

void write_addresses_in_steps(llvm::Function& function, const Kept&) {
  for (llvm::Instruction& each : llvm::make_early_inc_range(llvm::instructions(function)))
    if (auto* address = llvm::dyn_cast<GetElementPtrInst>(&each)) write_in_steps(*address);
}

}  // namespace assay::normalize
