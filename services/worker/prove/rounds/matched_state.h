#pragma once

#include <llvm/ADT/ArrayRef.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/Instructions.h>

#include <optional>
#include <vector>

#include "services/worker/prove/rounds/told_state.h"

namespace assay::prove {

/// A value of the target's state at a cut, and the source's value that it refines.
struct Handed {
  llvm::Instruction* source = nullptr;  ///< null: the target's alone, any value of which only facts are known
  llvm::Instruction* target = nullptr;
  llvm::Instruction* tied = nullptr;  ///< of the target: what a value of the target's alone is by others of its state
  llvm::PHINode* number = nullptr;    ///< of ToldState::Tied
  bool is_plain = false;              ///< of ToldState::Tied
  bool told = false;                  ///< the source's value is given by `target`, an expression of the target's state
  std::optional<llvm::Instruction::CastOps> cast =
      std::nullopt;                 ///< of the source's value, where the target's has another type
  llvm::Constant* more = nullptr;   ///< added to the source's value then; null: nothing
  llvm::StoreInst* late = nullptr;  ///< of the target's, which writes behind the loop what the source has in memory
  std::size_t slot = 0;             ///< of Relation::slots, where the source has one

  bool is_free() const { return source == nullptr && tied == nullptr; }
};

/// What the target hands on at each of its cuts.
using HandedAtCuts = std::vector<std::vector<Handed>>;

/// A value that segments return at a cut of the source.
struct Slot {
  llvm::Instruction* source = nullptr;
  std::optional<llvm::Instruction::CastOps> cast;
  llvm::Type* type = nullptr;
  bool holds(const Handed& handed) const {
    return handed.source == source && handed.cast == cast && handed.target->getType() == type;
  }
};

/// How the states at the cuts are related. Each cut of the target has one of the source's, which several may share: it
/// has the number of the first of them.
struct Relation {
  HandedAtCuts handed;
  std::vector<std::size_t> shared;       ///< for each cut of the target: the number of the source's
  std::vector<std::vector<Slot>> slots;  ///< for each of these

  /// Is the value of the source's told by the target's state at that cut?
  bool tells(std::size_t cut, const llvm::Instruction& value) const;
};
/// Nothing if a cut of the target's does not tell what another one that shares the source's does.
std::optional<Relation> relation_of(HandedAtCuts handed, llvm::ArrayRef<llvm::BasicBlock*> source_cuts);

struct Matched {
  HandedAtCuts handed;
  bool has_widened = false;
};
using State = std::vector<llvm::Instruction*>;
/// Where the target makes several rounds in one, or has several loops for one: values may be the target's alone. What
/// is `told` has no other partner.
Matched match_more_rounds(llvm::ArrayRef<State> source, llvm::ArrayRef<State> target, llvm::Function& source_function,
                          llvm::Function& target_function, const Pairing& pairs, const ToldState& told);
/// Guesses which value of the source's state each value of the target's refines, at each cut: by names, kinds
/// and types, and by what ScalarEvolution knows of how they count. The proof shows whether that is so. `widening`: of
/// numbers that are narrower in the source. Nothing if some value has no partner.
std::optional<Matched> match_states(const std::vector<State>& source, const std::vector<State>& target,
                                    llvm::Function& source_function, llvm::Function& target_function,
                                    llvm::Instruction::CastOps widening);

}  // namespace assay::prove
