#pragma once

#include <llvm/ADT/DenseMap.h>
#include <llvm/IR/ModuleSlotTracker.h>

#include <algorithm>
#include <map>
#include <string>
#include <tuple>
#include <type_traits>

#include "services/coordinator/facts/facts.h"

namespace assay::facts {

/// The numbers of what instructions refer to: types and constants get one when they are first seen, variables
/// beforehand.
class Entities {
 public:
  /// `budget`: bytes of all rows, about as many as they take in the database.
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

  /// A row was made, with the rows that it holds.
  template <Record Row>
  void pay_for(const Row& row) {
    pay(kBytesOfARow + bytes_of(row));
  }
  /// Before so many short rows are made: may they be?
  bool affords(std::size_t rows) {
    if (rows > left_ / kBytesOfARow) left_ = 0;
    return within_budget();
  }
  /// If not, what was asked for since is not all there.
  bool within_budget() const { return left_ > 0; }

 private:
  static constexpr std::size_t kBytesOfARow = 64;  // in the database, with its place in an index

  /// What a value takes beyond its place in a row: texts, and the rows of its lists.
  template <class Value>
  static std::size_t bytes_of(const Value& value) {
    std::size_t bytes = 0;
    if constexpr (Record<const Value>)
      each_field(value, [&](const char*, const auto& field) { bytes += bytes_of(field); });
    else if constexpr (std::is_same_v<Value, std::string>)
      bytes = value.size();
    else if constexpr (!std::is_arithmetic_v<Value>)
      for (const auto& each : value) bytes += kBytesOfARow + bytes_of(each);
    return bytes;
  }
  void pay(std::size_t bytes) { left_ -= std::min(left_, bytes); }
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
