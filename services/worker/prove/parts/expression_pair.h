#pragma once

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/STLFunctionalExtras.h>
#include <llvm/IR/ConstantRange.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/NoFolder.h>

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <vector>

#include "services/worker/prove/parts/parts.h"
#include "services/worker/prove/parts/steps_in_common.h"

namespace assay::prove {

/// One side of a part: the expressions from the inputs to the value, operands first.
struct Expression {
  std::vector<const llvm::Instruction*> order;
  llvm::DenseMap<const llvm::Value*, StepsInCommon::Number> inputs;  ///< that it reads
};

/// A value before and after, and what both are computed of.
struct ExpressionPair {
  StepsInCommon::Difference roots;
  Expression source, target;
  std::vector<const llvm::Value*> inputs;  ///< of both sides
  std::vector<PathFact> facts;             ///< that hold in the source, which computes their values
};

/// What is asked of both sides of a part, where it is not the value itself.
struct Results {
  using CopyOf = llvm::function_ref<llvm::Value*(const llvm::Value*)>;
  using Compute = std::function<llvm::Value*(llvm::IRBuilder<llvm::NoFolder>& build, CopyOf copy_of)>;
  llvm::Type* type = nullptr;
  Compute before, after;
};

/// In which range an input of this number lies, if it is not poison.
using Ranges = std::map<StepsInCommon::Number, llvm::ConstantRange>;

/// Finds what values are computed of, and writes that as functions of their own.
class ExpressionCutter {
 public:
  /// May this part use the source's choice as it likes?
  using MayChoose = std::function<bool(const llvm::Instruction&)>;

  ExpressionCutter(const llvm::Function& source, const llvm::Function& target, const StepsInCommon& common)
      : source_(source), target_(target), common_(common) {}

  /// Inputs are the values that both sides compute; `deep`: only those of them that are no expressions. Nothing if
  /// there is something that can't be cut off, or nothing would be left.
  std::optional<ExpressionPair> cut(const StepsInCommon::Difference& difference, bool deep,
                                    const MayChoose& may_choose) const;
  using Roots = llvm::ArrayRef<const llvm::Value*>;
  /// The same of several values at once.
  std::optional<ExpressionPair> cut(Roots source, Roots target, bool deep, const MayChoose& may_choose) const;
  /// Adds those facts of the source that speak of what the part reads. False: there are none.
  bool add_facts(ExpressionPair& part, const std::vector<PathFact>& facts) const;
  bool is_proved(const ExpressionPair& part, const Ranges& ranges, const Results& results, const ProvesPart& proves);
  /// Both sides' value of a difference.
  static Results values_of(const StepsInCommon::Difference& difference);
  /// A value of the source that is a number; no choices are followed.
  std::optional<ExpressionPair> cut_alone(const llvm::Value& value, const llvm::Value* condition) const;
  /// Does the number of a part that was cut alone always lie in the range: where the condition has this value, and it
  /// is not poison?
  bool lies_in(const ExpressionPair& part, const llvm::ConstantRange& range, const llvm::Value* condition, bool when,
               const Ranges& ranges, const ProvesPart& proves);

 private:
  using Number = StepsInCommon::Number;
  struct Written {
    llvm::Function* function = nullptr;
    llvm::BasicBlock* block = nullptr;
    llvm::DenseMap<const llvm::Value*, llvm::Value*> copies;
  };
  bool collect(const llvm::Value& operand, bool of_source, bool deep, const MayChoose& may_choose, Expression& side,
               std::vector<const llvm::Value*>& inputs) const;
  llvm::Module& module();
  Written write(const char* name, const llvm::Function& origin, const Expression& side,
                const std::vector<const llvm::Value*>& inputs, const Ranges& ranges, llvm::Type* result);
  void assume_facts(const Written& written, const std::vector<PathFact>& facts) const;
  llvm::Value* copy_of(const Written& written, const llvm::Value* value) const;

  const llvm::Function& source_;
  const llvm::Function& target_;
  const StepsInCommon& common_;
  std::unique_ptr<llvm::Module> module_;
};

}  // namespace assay::prove
