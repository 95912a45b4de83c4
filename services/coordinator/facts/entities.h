#pragma once

#include <llvm/ADT/DenseMap.h>
#include <llvm/IR/ModuleSlotTracker.h>

#include <map>
#include <string>
#include <tuple>

#include "services/coordinator/facts/facts.h"

namespace assay::facts {

/// The numbers of what instructions refer to: types and constants get one when they are first seen, variables
/// beforehand.
class Entities {
 public:
  Entities(const llvm::Module& module, store::ModuleFacts& facts) : slots_(&module), facts_(facts) {}

  store::RowNumber type(const llvm::Type& type);
  store::RowNumber constant(const llvm::Value& constant);
  /// Numbers a parameter, block or instruction.
  std::uint64_t add_variable(const llvm::Value& variable);
  store::IrOperand operand(std::string role, std::uint64_t position, const llvm::Value& value);

  /// To be called before names of its variables are asked for.
  void enter(const llvm::Function& function) { slots_.incorporateFunction(function); }
  /// "%x", "@f"
  std::string name(const llvm::Value& value);

 private:
  llvm::ModuleSlotTracker slots_;
  store::ModuleFacts& facts_;
  llvm::DenseMap<const llvm::Type*, store::RowNumber> types_;
  llvm::DenseMap<const llvm::Value*, store::RowNumber> constants_;
  std::map<std::tuple<store::RowNumber, std::string, std::string>, store::RowNumber> constants_by_text_;
  llvm::DenseMap<const llvm::Value*, std::uint64_t> variables_;
};

}  // namespace assay::facts
