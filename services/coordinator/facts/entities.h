#pragma once

#include <llvm/ADT/DenseMap.h>
#include <llvm/IR/ModuleSlotTracker.h>

#include <algorithm>
#include <map>
#include <string>
#include <tuple>

#include "services/coordinator/facts/facts.h"

namespace assay::facts {

/// The numbers of what instructions refer to: types and constants get one when they are first seen, variables
/// beforehand.
class Entities {
 public:
  /// `budget`: bytes of all texts, and some for each row.
  Entities(const llvm::Module& module, store::ModuleFacts& facts, std::size_t budget)
      : slots_(&module), facts_(facts), left_(budget) {}

  store::RowNumber type(const llvm::Type& type);
  store::RowNumber constant(const llvm::Value& constant);
  /// Numbers a parameter, block or instruction.
  std::uint64_t add_variable(const llvm::Value& variable);
  store::IrOperand operand(std::string role, std::uint64_t position, const llvm::Value& value);

  /// To be called before names of its variables are asked for.
  void enter(const llvm::Function& function) { slots_.incorporateFunction(function); }
  /// "%x", "@f"
  std::string name(const llvm::Value& value);

  /// A row of this many bytes of text was made.
  void pay(std::size_t bytes) { left_ -= std::min(left_, bytes + kBytesOfARow); }
  /// If not, what was asked for since is not all there.
  bool within_budget() const { return left_ > 0; }

 private:
  static constexpr std::size_t kBytesOfARow = 32;
  std::string part(const llvm::Type& type);

  llvm::ModuleSlotTracker slots_;
  store::ModuleFacts& facts_;
  std::size_t left_;
  llvm::DenseMap<const llvm::Type*, store::RowNumber> types_;
  llvm::DenseMap<const llvm::Value*, store::RowNumber> constants_;
  std::map<std::tuple<store::RowNumber, std::string, std::string>, store::RowNumber> constants_by_text_;
  llvm::DenseMap<const llvm::Value*, std::uint64_t> variables_;
};

}  // namespace assay::facts
