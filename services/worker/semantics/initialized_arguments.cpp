#include "services/worker/semantics/initialized_arguments.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/ConstantRange.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/Support/CheckedArithmetic.h>

#include <optional>

namespace assay::semantics {
namespace {

/// Bytes from `low` to before `high`, counted from the argument.
struct Bytes {
  std::int64_t low, high;
};

/// All accesses through pointers that are the argument and a constant.
class Accesses {
 public:
  explicit Accesses(const llvm::Argument& argument) : layout_(argument.getParent()->getDataLayout()) {
    left_.push_back({&argument, 0});
    while (!left_.empty() && !is_lost_) {
      const Moved at = left_.pop_back_val();
      for (const llvm::Use& use : at.pointer->uses()) look_at(use, at.offset);
    }
  }

  /// Some pointer goes where it is not followed.
  bool is_lost() const { return is_lost_; }

  struct Access {
    const llvm::Instruction* instruction;
    Bytes bytes;
  };
  llvm::SmallVector<Access, 8> reads, writes;

 private:
  struct Moved {
    const llvm::Value* pointer;
    std::int64_t offset;
  };

  void look_at(const llvm::Use& use, std::int64_t offset) {
    const llvm::User& user = *use.getUser();
    if (const auto* moved = llvm::dyn_cast<llvm::GetElementPtrInst>(&user)) return look_at(*moved, offset);
    if (const auto* load = llvm::dyn_cast<llvm::LoadInst>(&user)) return add(reads, *load, offset, load->getType());
    const auto* store = llvm::dyn_cast<llvm::StoreInst>(&user);
    if (store != nullptr && store->isSimple() && use.getOperandNo() == llvm::StoreInst::getPointerOperandIndex())
      return add(writes, *store, offset, store->getValueOperand()->getType());
    if (const auto* intrinsic = llvm::dyn_cast<llvm::MemIntrinsic>(&user)) return look_at(*intrinsic, use, offset);
    is_lost_ |= !llvm::isa<llvm::ICmpInst>(user);
  }
  void look_at(const llvm::GetElementPtrInst& moved, std::int64_t offset) {
    llvm::APInt distance(layout_.getIndexTypeSizeInBits(moved.getType()), 0);
    const bool is_known = moved.getType()->isPointerTy() && distance.getBitWidth() == 64 &&
                          moved.accumulateConstantOffset(layout_, distance);
    const std::optional<std::int64_t> sum = is_known ? llvm::checkedAdd(offset, distance.getSExtValue()) : std::nullopt;
    is_lost_ |= !sum;
    if (sum) left_.push_back({&moved, *sum});
  }
  void look_at(const llvm::MemIntrinsic& intrinsic, const llvm::Use& use, std::int64_t offset) {
    const auto* length = llvm::dyn_cast<llvm::ConstantInt>(intrinsic.getLength());
    is_lost_ |= length == nullptr || intrinsic.isVolatile() || use.getOperandNo() > 1;
    if (!is_lost_) add(use.getOperandNo() == 0 ? writes : reads, intrinsic, offset, length->getLimitedValue());
  }
  void add(llvm::SmallVectorImpl<Access>& list, const llvm::Instruction& instruction, std::int64_t offset,
           llvm::Type* type) {
    const llvm::TypeSize size = layout_.getTypeStoreSize(type);
    is_lost_ |= size.isScalable();
    if (!is_lost_) add(list, instruction, offset, size.getFixedValue());
  }
  void add(llvm::SmallVectorImpl<Access>& list, const llvm::Instruction& instruction, std::int64_t offset,
           std::uint64_t size) {
    constexpr std::uint64_t kMost = std::uint64_t{1} << 32;
    const std::optional<std::int64_t> end =
        size > kMost ? std::nullopt : llvm::checkedAdd(offset, static_cast<std::int64_t>(size));
    is_lost_ |= !end;
    if (end) list.push_back({&instruction, {offset, *end}});
  }

  const llvm::DataLayout& layout_;
  bool is_lost_ = false;
  llvm::SmallVector<Moved, 8> left_;
};

/// Has each of the bytes been written whenever the instruction is reached?
bool are_written_before(const llvm::Instruction& instruction, Bytes bytes, const Accesses& accesses,
                        const llvm::DominatorTree& tree) {
  for (bool goes_on = true; goes_on && bytes.low < bytes.high;) {
    goes_on = false;
    for (const Accesses::Access& write : accesses.writes) {
      if (write.bytes.low > bytes.low || write.bytes.high <= bytes.low) continue;
      if (!tree.dominates(write.instruction, &instruction)) continue;
      bytes.low = write.bytes.high;
      goes_on = true;
    }
  }
  return bytes.low >= bytes.high;
}

}  // namespace

bool keeps_initializes(const llvm::Argument& argument) {
  const llvm::Function& function = *argument.getParent();
  if (function.isDeclaration() || argument.hasByValAttr()) return false;
  const Accesses accesses(argument);
  if (accesses.is_lost()) return false;
  // The analysis changes nothing.
  const llvm::DominatorTree tree(const_cast<llvm::Function&>(function));
  const auto ranges = argument.getAttribute(llvm::Attribute::Initializes).getInitializes();
  return llvm::all_of(ranges, [&](const llvm::ConstantRange& range) {
    const Bytes all{range.getLower().getSExtValue(), range.getUpper().getSExtValue()};
    const bool is_read_late = llvm::all_of(accesses.reads, [&](const Accesses::Access& read) {
      const Bytes both{std::max(all.low, read.bytes.low), std::min(all.high, read.bytes.high)};
      return are_written_before(*read.instruction, both, accesses, tree);
    });
    return is_read_late && llvm::all_of(function, [&](const llvm::BasicBlock& block) {
             const auto* end = llvm::dyn_cast<llvm::ReturnInst>(block.getTerminator());
             return end == nullptr || are_written_before(*end, all, accesses, tree);
           });
  });
}

}  // namespace assay::semantics
