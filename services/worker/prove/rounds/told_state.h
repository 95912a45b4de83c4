#pragma once

#include <llvm/IR/Function.h>
#include <llvm/IR/Instructions.h>

#include <vector>

#include "services/worker/prove/rounds/pairing.h"

namespace assay::prove {

/// What a state is by another part of the target's state, as expressions that nothing uses, written into the target at
/// its cuts. These are guesses, like all that is matched.
struct ToldState {
  /// A value of the source's state that the target has in another form: spread over the lanes of a vector, or counted
  /// by another number.
  struct Told {
    std::size_t cut = 0;
    llvm::PHINode* source = nullptr;
    llvm::Instruction* by = nullptr;  ///< of the target
  };
  /// A value of the target's state that follows from others.
  struct Tied {
    std::size_t cut = 0;
    llvm::PHINode* value = nullptr;
    llvm::Instruction* by = nullptr;
    llvm::PHINode* number = nullptr;  ///< of rounds: where it is 0, `by` is what the value starts with; null: none such
    bool is_plain = false;            ///< and from round to round the value counts as `by` does, by its text
  };
  std::vector<Told> told;
  std::vector<Tied> tied;
};

/// Numbers that count from round to round: by one of them. Other values: by what the target makes of them behind its
/// loop, where it goes on with it, or ends, as the source does.
ToldState write_told_state(llvm::Function& source, llvm::Function& target, const Pairing& pairs);

/// Where only inner loops are cut: numbers of the loops around them, by those of the target's, which makes several
/// rounds of them in one.
ToldState write_outer_numbers(llvm::Function& source, llvm::Function& target, const Pairing& pairs);

}  // namespace assay::prove
