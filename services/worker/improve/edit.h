#pragma once

#include <llvm/IR/Function.h>
#include <llvm/IR/Instruction.h>
#include <llvm/IR/Intrinsics.h>

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "services/worker/improve/improve.h"
#include "services/worker/rules/flags.h"

namespace assay::improve {

/// What a step computes; `code` of a Step says which.
enum class Form : std::uint8_t { Unary, Binary, Compare, Cast, Select, Intrinsic };

/// A value that the function has, or the result of an earlier step of the same edit.
struct Operand {
  llvm::Value* value = nullptr;
  unsigned step = 0;  ///< where there is no value
};

/// One new operation, without flags.
struct Step {
  Form form = Form::Binary;
  unsigned code = 0;  ///< an opcode, a predicate, or an intrinsic's number
  llvm::Type* type = nullptr;
  std::array<Operand, 3> operands;
  unsigned count = 2;  ///< of the operands
};

/// Those that the operation can have and has not; of fast-math flags none.
std::vector<rules::Flag> unset_flags(const llvm::Instruction& instruction);

struct SetFlag {
  llvm::Instruction* instruction = nullptr;
  rules::Flag flag = rules::Flag::Nsw;
};

/// A change of a function: `by` takes the place of `root`, and what is not used any more is gone; or flags are set.
struct Edit {
  Kind kind = Kind::Constant;
  llvm::Instruction* root = nullptr;
  std::vector<Step> steps;
  Operand by;
  std::vector<SetFlag> flags;
};

/// A copy of a function with an edit.
struct Applied {
  llvm::Function* function = nullptr;  ///< null: the result would be no valid function
  /// What took the root's place; of flags the last operation that has more of them.
  llvm::Value* value = nullptr;
};
/// In the same module.
Applied apply(const Edit& edit, llvm::Function& function);
/// What `Applied::value` stands for in the function itself.
llvm::Instruction& place_of(const Edit& edit);

/// "%r = or i8 %a, %b is i8 %x", "%r = add i8 %a, %b is nsw".
std::string describe(const Edit& edit);

/// What the step gives for these operands; null: this is not known.
llvm::Constant* evaluate(Form form, unsigned code, llvm::Type* type, llvm::ArrayRef<llvm::Constant*> operands,
                         const llvm::DataLayout& layout);

}  // namespace assay::improve
