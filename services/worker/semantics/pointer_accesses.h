#pragma once

#include <llvm/ADT/SmallSet.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Operator.h>

#include <cstdint>
#include <utility>

namespace assay::semantics {

/// Bytes from `low` to before `high`, counted from the pointer.
struct Bytes {
  std::int64_t low, high;
  bool meets(const Bytes& other) const { return low < other.high && other.low < high; }
};

/// All accesses of a module through pointers that are an argument, or a variable, and a constant.
class PointerAccesses {
 public:
  /// `through_choices`: phis and selects, too, of which the pointer is one value, so that accesses need not be of it.
  PointerAccesses(const llvm::Value& pointer, const llvm::DataLayout& layout, bool through_choices = false);

  /// Some pointer goes where it is not followed, or a write is volatile or atomic.
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

  void look_at(const llvm::Use& use, std::int64_t offset);
  void look_at(const llvm::GEPOperator& moved, std::int64_t offset);
  void look_at(const llvm::MemIntrinsic& intrinsic, const llvm::Use& use, std::int64_t offset);
  void add(llvm::SmallVectorImpl<Access>& list, const llvm::Instruction& instruction, std::int64_t offset,
           llvm::Type* type);
  void add(llvm::SmallVectorImpl<Access>& list, const llvm::Instruction& instruction, std::int64_t offset,
           std::uint64_t size);

  const llvm::DataLayout& layout_;
  const bool through_choices_;
  bool is_lost_ = false;
  llvm::SmallSet<std::pair<const llvm::Value*, std::int64_t>, 8> chosen_;
  llvm::SmallVector<Moved, 8> left_;
};

}  // namespace assay::semantics
