#pragma once

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/NoFolder.h>

#include <cstdint>
#include <vector>

namespace assay::codegen {

using Builder = llvm::IRBuilder<llvm::NoFolder>;

/// Where a lane of an argument or of a result lies in memory.
struct LanePlace {
  std::uint32_t offset = 0;
  std::uint32_t bytes = 0;  ///< more than the lane needs, where it is a small integer
};

/// Writes loads and stores of values, one behind the other from an address on, and notes where their lanes lie. Small
/// integers have slots with more bits: what is loaded leaves there what it likes.
class Lanes {
 public:
  Lanes(Builder& builder, llvm::Value* base, unsigned vscale, std::vector<LanePlace>& places)
      : builder_(builder), base_(base), vscale_(vscale), places_(places) {}

  llvm::Value* load(llvm::Type* type);
  void store(llvm::Value* value);
  /// Copies bytes that the pointer leads to.
  void copy(llvm::Value* pointer, std::uint32_t bytes);
  std::uint32_t bytes() const { return next_; }

 private:
  llvm::Value* place(std::uint32_t bytes, std::uint32_t lanes);
  std::uint32_t lanes_of(const llvm::VectorType& vector) const;
  std::uint32_t bytes_of_pointer() const;
  llvm::Value* load_vector(llvm::VectorType& type);
  void store_vector(llvm::Value* value);
  llvm::Value* load_leaf(llvm::Type* type);
  void store_leaf(llvm::Value* value);

  Builder& builder_;
  llvm::Value* base_;
  unsigned vscale_;
  std::vector<LanePlace>& places_;
  std::uint32_t next_ = 0;
};

}  // namespace assay::codegen
