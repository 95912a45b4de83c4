#pragma once

#include <llvm/ADT/DenseMap.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/Instructions.h>

#include <compare>
#include <cstddef>
#include <map>
#include <vector>

#include "services/worker/normalize/places_in_memory.h"

namespace assay::prove {

/// Which state the memory of a place is in, named by what made it: the last instruction that may have written there, or
/// the block at whose start several states meet. In one run of the code between, the place does not change, as a load
/// there reads it: where a store's `!tbaa` says that it does not reach what the load's says, and it did, the load would
/// read what was written with another type, which is undefined (ATTR-26).
class StatesOfMemory {
 public:
  explicit StatesOfMemory(const llvm::Function& function);
  const llvm::Value* before(const llvm::LoadInst& load);

 private:
  /// What is read there has the type.
  struct Place : normalize::PlaceInMemory {
    llvm::MDNode* type = nullptr;

    friend auto operator<=>(const Place&, const Place&) = default;
  };
  /// A block, and what of it is asked for each place anew.
  struct Node {
    const llvm::BasicBlock* block = nullptr;
    std::vector<std::size_t> before;                  ///< blocks that lead there
    std::vector<const llvm::Instruction*> may_write;  ///< to whatever place, in their order
  };
  /// By the number of the block; null: the state is not known yet.
  using States = std::vector<const llvm::Value*>;

  const States& at_starts(const Place& place);

  std::vector<Node> nodes_;  ///< in reverse post-order, the entry first
  llvm::DenseMap<const llvm::BasicBlock*, std::size_t> number_of_;
  std::map<Place, States> known_;
};

}  // namespace assay::prove
