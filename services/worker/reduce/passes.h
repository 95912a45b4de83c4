#pragma once

#include <llvm/IR/Function.h>
#include <llvm/IR/Instruction.h>
#include <llvm/IR/Module.h>

#include <cstddef>
#include <functional>
#include <span>
#include <vector>

namespace assay::reduce {

/// What the search lends to a pass. The pass asks once for each thing that it could simplify, always in the same order,
/// and simplifies those for which the answer is false. Neither knows more of the other.
class Oracle {
 public:
  /// Keeps everything, and counts.
  Oracle() = default;
  /// Keeps all but the features numbered [begin, end).
  Oracle(std::size_t begin, std::size_t end) : begin_(begin), end_(end) {}

  bool should_keep() {
    const std::size_t index = asked_++;
    return index < begin_ || index >= end_;
  }
  std::size_t asked() const { return asked_; }

 private:
  std::size_t begin_ = 0, end_ = 0, asked_ = 0;
};

/// A pass must leave the module as it is when all is kept, and may leave it invalid otherwise: the search verifies.
/// Each pass goes one way only, so that repeating all of them comes to an end.
struct Pass {
  const char* name;
  void (*run)(llvm::Module&, Oracle&);
};
/// All passes, those that cut most first.
std::span<const Pass> all_passes();

// structure.cpp: functions, globals, blocks, dead code
void drop_globals(llvm::Module& module, Oracle& oracle);
void drop_bodies(llvm::Module& module, Oracle& oracle);
void fix_branches(llvm::Module& module, Oracle& oracle);
void drop_switch_cases(llvm::Module& module, Oracle& oracle);
void merge_blocks(llvm::Module& module, Oracle& oracle);
void drop_effects(llvm::Module& module, Oracle& oracle);
void drop_dead_code(llvm::Module& module, Oracle& oracle);
// values.cpp: instructions and constants
void return_earlier(llvm::Module& module, Oracle& oracle);
void replace_by_new_argument(llvm::Module& module, Oracle& oracle);
void replace_constant_by_new_argument(llvm::Module& module, Oracle& oracle);
void replace_by_operand(llvm::Module& module, Oracle& oracle);
void replace_by_argument(llvm::Module& module, Oracle& oracle);
void replace_by_constant(llvm::Module& module, Oracle& oracle);
void replace_operand_by_constant(llvm::Module& module, Oracle& oracle);
void simplify_constants(llvm::Module& module, Oracle& oracle);
void define_undefined(llvm::Module& module, Oracle& oracle);
// decoration.cpp: what an instruction or function carries beside its operands
void drop_flags(llvm::Module& module, Oracle& oracle);
void drop_attributes(llvm::Module& module, Oracle& oracle);
void drop_metadata(llvm::Module& module, Oracle& oracle);
void drop_surroundings(llvm::Module& module, Oracle& oracle);
void tidy_names(llvm::Module& module, Oracle& oracle);
// signature.cpp: arguments and results
void drop_arguments(llvm::Module& module, Oracle& oracle);
void merge_arguments(llvm::Module& module, Oracle& oracle);
void return_nothing(llvm::Module& module, Oracle& oracle);
// retype.cpp: types
void shrink_vectors(llvm::Module& module, Oracle& oracle);
void shrink_integers(llvm::Module& module, Oracle& oracle);
// operations.cpp: of several kinds of operation the first
void usual_operations(llvm::Module& module, Oracle& oracle);

/// The definitions of a module, in order; passes that replace functions go over a copy of the list.
std::vector<llvm::Function*> definitions(llvm::Module& module);
/// The same function with other parameters and another return type, holding the old one's blocks, name and attributes
/// (for the parameters that `kept` names, by their old number, which must come first). The old one must be without
/// uses.
llvm::Function* with_signature(llvm::Function& function, const std::vector<unsigned>& kept,
                               const std::vector<llvm::Type*>& added, llvm::Type* result);

}  // namespace assay::reduce
