#include "services/worker/semantics/pointer_accesses.h"

#include <llvm/IR/Constants.h>
#include <llvm/Support/CheckedArithmetic.h>

#include <optional>

namespace assay::semantics {

PointerAccesses::PointerAccesses(const llvm::Value& pointer, const llvm::DataLayout& layout, bool through_choices)
    : layout_(layout), through_choices_(through_choices) {
  left_.push_back({&pointer, 0});
  while (!left_.empty() && !is_lost_) {
    const Moved at = left_.pop_back_val();
    for (const llvm::Use& use : at.pointer->uses()) look_at(use, at.offset);
  }
}

void PointerAccesses::look_at(const llvm::Use& use, std::int64_t offset) {
  const llvm::User& user = *use.getUser();
  if (const auto* moved = llvm::dyn_cast<llvm::GEPOperator>(&user)) return look_at(*moved, offset);
  if (const auto* load = llvm::dyn_cast<llvm::LoadInst>(&user)) return add(reads, *load, offset, load->getType());
  const auto* store = llvm::dyn_cast<llvm::StoreInst>(&user);
  if (store != nullptr && store->isSimple() && use.getOperandNo() == llvm::StoreInst::getPointerOperandIndex())
    return add(writes, *store, offset, store->getValueOperand()->getType());
  if (const auto* intrinsic = llvm::dyn_cast<llvm::MemIntrinsic>(&user)) return look_at(*intrinsic, use, offset);
  if (through_choices_ && llvm::isa<llvm::PHINode, llvm::SelectInst>(user)) {
    constexpr std::size_t kMost = 16;  // one that moves from round to round is at ever other places
    if (chosen_.insert({&user, offset}).second) left_.push_back({&user, offset});
    is_lost_ |= chosen_.size() > kMost;
    return;
  }
  is_lost_ |= !llvm::isa<llvm::ICmpInst>(user);
}

void PointerAccesses::look_at(const llvm::GEPOperator& moved, std::int64_t offset) {
  llvm::APInt distance(layout_.getIndexTypeSizeInBits(moved.getType()), 0);
  const bool is_known = moved.getType()->isPointerTy() && distance.getBitWidth() == 64 &&
                        moved.accumulateConstantOffset(layout_, distance);
  const std::optional<std::int64_t> sum = is_known ? llvm::checkedAdd(offset, distance.getSExtValue()) : std::nullopt;
  is_lost_ |= !sum;
  if (sum) left_.push_back({&moved, *sum});
}

void PointerAccesses::look_at(const llvm::MemIntrinsic& intrinsic, const llvm::Use& use, std::int64_t offset) {
  const auto* length = llvm::dyn_cast<llvm::ConstantInt>(intrinsic.getLength());
  is_lost_ |= length == nullptr || intrinsic.isVolatile() || use.getOperandNo() > 1;
  if (!is_lost_) add(use.getOperandNo() == 0 ? writes : reads, intrinsic, offset, length->getLimitedValue());
}

void PointerAccesses::add(llvm::SmallVectorImpl<Access>& list, const llvm::Instruction& instruction,
                          std::int64_t offset, llvm::Type* type) {
  const llvm::TypeSize size = layout_.getTypeStoreSize(type);
  is_lost_ |= size.isScalable();
  if (!is_lost_) add(list, instruction, offset, size.getFixedValue());
}

void PointerAccesses::add(llvm::SmallVectorImpl<Access>& list, const llvm::Instruction& instruction,
                          std::int64_t offset, std::uint64_t size) {
  constexpr std::uint64_t kMost = std::uint64_t{1} << 32;
  const std::optional<std::int64_t> end =
      size > kMost ? std::nullopt : llvm::checkedAdd(offset, static_cast<std::int64_t>(size));
  is_lost_ |= !end;
  if (end) list.push_back({&instruction, {offset, *end}});
}

}  // namespace assay::semantics
