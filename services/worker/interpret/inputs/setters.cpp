#include "services/worker/interpret/inputs/setters.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

#include "services/worker/ir/ir.h"

namespace assay::interpret {
namespace {

/// The store, if it is all that the function does.
const llvm::StoreInst* only_store(const llvm::Function& function) {
  if (function.size() != 1 || function.front().size() != 2) return nullptr;
  const auto* store = llvm::dyn_cast<llvm::StoreInst>(&function.front().front());
  return store != nullptr && store->isSimple() ? store : nullptr;
}

std::optional<Setter> setter_of(const llvm::StoreInst& store, const llvm::GlobalVariable& variable) {
  const llvm::DataLayout& layout = variable.getParent()->getDataLayout();
  const llvm::Value* pointer = store.getPointerOperand();
  llvm::APInt offset(layout.getIndexTypeSizeInBits(pointer->getType()), 0);
  if (pointer->stripAndAccumulateConstantOffsets(layout, offset, /*AllowNonInbounds=*/true) != &variable)
    return std::nullopt;
  const llvm::Value* value = store.getValueOperand();
  const auto* type = llvm::dyn_cast<llvm::IntegerType>(value->getType());
  if (type == nullptr || type->getBitWidth() % 8 != 0 || offset.isNegative() || layout.isBigEndian())
    return std::nullopt;
  Setter setter{offset.getZExtValue(), type->getBitWidth() / 8, {}};
  if (const auto* number = llvm::dyn_cast<llvm::ConstantInt>(value))
    for (unsigned i = 0; i < setter.size; ++i)
      setter.bytes.push_back(static_cast<std::uint8_t>(number->getValue().extractBitsAsZExtValue(8, 8 * i)));
  else if (const auto* argument = llvm::dyn_cast<llvm::Argument>(value);
           argument == nullptr || argument->hasAttribute(llvm::Attribute::Range))
    return std::nullopt;
  return setter;
}

}  // namespace

std::vector<Setter> setters_of(const llvm::GlobalVariable& variable, const llvm::Function& source,
                               const llvm::Function& target) {
  std::vector<Setter> setters;
  for (const llvm::Function& function : *variable.getParent()) {
    if (!ir::may_be_called_back(function, source, target)) continue;
    const llvm::StoreInst* store = only_store(function);
    if (const auto setter = store == nullptr ? std::nullopt : setter_of(*store, variable)) setters.push_back(*setter);
  }
  return setters;
}

}  // namespace assay::interpret
