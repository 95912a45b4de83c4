#pragma once

#include <llvm/IR/Function.h>
#include <llvm/IR/Instructions.h>

#include <optional>
#include <vector>

namespace assay::prove {

/// A value of the target's state at a cut, and the source's value that it refines.
struct Handed {
  llvm::Instruction* source = nullptr;
  llvm::Instruction* target = nullptr;
  std::optional<llvm::Instruction::CastOps> cast;  ///< of the source's value, where the target's has another type
  llvm::Constant* more = nullptr;                  ///< added to the source's value then; null: nothing
  llvm::StoreInst* late = nullptr;  ///< of the target's, which writes behind the loop what the source has in memory
};

/// What source and target hand on at each cut: both functions have the same cuts, in the same order.
using HandedAtCuts = std::vector<std::vector<Handed>>;

/// Guesses which value of the source's state each value of the target's refines, at each cut: by names, kinds
/// and types, and by what ScalarEvolution knows of the target's. The proof shows whether that is so. `widening`: of
/// numbers that are narrower in the source. Nothing if some value has no partner.
struct Matched {
  HandedAtCuts handed;
  bool has_widened = false;
};
using State = std::vector<llvm::Instruction*>;
std::optional<Matched> match_states(const std::vector<State>& source, const std::vector<State>& target,
                                    llvm::Function& target_function, llvm::Instruction::CastOps widening);

}  // namespace assay::prove
