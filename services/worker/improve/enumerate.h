#pragma once

#include <array>
#include <functional>
#include <span>
#include <vector>

#include "services/worker/improve/edit.h"
#include "services/worker/improve/values.h"

namespace assay::improve {

/// All expressions of one or two new operations over what is there, for the place of one operation. Of steps that give
/// the same on the whole sample the first stands for all.
class Enumeration {
 public:
  struct Pool {
    std::vector<llvm::Value*> values;        ///< of any types of numbers
    std::vector<llvm::Constant*> constants;  ///< of the root's, or of what is compared for it
  };
  Enumeration(llvm::Instruction& root, const Pool& pool, const Values& values, std::uint64_t most_evaluations);

  /// The expressions that agree with the root on the sample.
  std::vector<Edit> one();
  std::vector<Edit> two();

  std::uint64_t evaluated() const { return evaluated_; }
  bool ended_early() const { return evaluated_ >= most_; }

 private:
  /// What an operand can be: a value that is there, or one step over such.
  struct Item {
    llvm::Value* value = nullptr;
    Step step;  ///< where there is no value
    llvm::Type* type = nullptr;
    Row row;
  };
  using Operands = std::span<const Item* const>;
  using Take = std::function<void(const Step&, Operands)>;

  /// Each operation over the item and values that are there, of those the first `others`. Without `result` its type is
  /// the root's, or that of a compare of such.
  void each_step(const Item& item, std::size_t others, llvm::Type* result, const Take& take) const;
  static std::array<const Item*, 2> in_order(const Item& item, const Item& other);
  void each_binary(const Item& item, const Item& other, const Take& take) const;
  void each_unary(const Item& item, const Take& take) const;
  void each_compare(const Item& item, const Item& other, const Take& take) const;
  void each_cast(const Item& item, llvm::Type* result, const Take& take) const;
  void each_select(const Item& item, std::size_t others, llvm::Type* result, const Take& take) const;
  /// On one input.
  llvm::Constant* evaluate_at(std::size_t input, const Step& step, Operands operands);
  bool agrees_with_root(const Step& step, Operands operands);
  std::vector<Item> all_steps();

  llvm::Instruction& root_;
  const llvm::DataLayout& layout_;
  Row expected_;
  std::uint64_t most_;
  std::uint64_t evaluated_ = 0;
  std::vector<Item> known_;
};

}  // namespace assay::improve
