#pragma once

#include <llvm/Analysis/AssumptionCache.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/Analysis/TargetLibraryInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/Instructions.h>

#include <optional>
#include <vector>

namespace assay::prove {

/// llvm::ScalarEvolution of a function, with the analyses that it needs. The function may not be changed meanwhile but
/// by last_of().
class ScalarEvolutions {
 public:
  explicit ScalarEvolutions(llvm::Function& function);

  const llvm::DominatorTree& tree() const { return tree_; }
  const llvm::LoopInfo& loops() const { return loops_; }
  llvm::ConstantRange range(llvm::Value& number) { return evolution_.getUnsignedRange(evolution_.getSCEV(&number)); }
  llvm::ConstantRange signed_range(llvm::Value& number) {
    return evolution_.getSignedRange(evolution_.getSCEV(&number));
  }
  /// How many of the lowest bits are always zero.
  unsigned low_zeros(llvm::Value& number) { return evolution_.getMinTrailingZeros(evolution_.getSCEV(&number)); }
  /// By how much the first is always more than the second; of two widths: in the narrower. Null if that is not known.
  llvm::Constant* difference(llvm::Value& first, llvm::Value& second);
  /// By how much a phi counts on from round to round of the loop that it heads; nothing if that is not known.
  std::optional<llvm::APInt> step(llvm::Value& number);
  /// The same of any number or address that the loop computes.
  std::optional<llvm::APInt> step(llvm::Value& number, const llvm::Loop& loop);
  /// Does an address go on by so many bytes, which are known before the loop, from round to round? 1: up, -1: down, 0:
  /// nobody knows.
  int goes_on_by(llvm::Value& address, const llvm::Loop& loop, llvm::Value& bytes);
  /// And what it counts from, if that is a constant.
  std::optional<llvm::APInt> start(llvm::PHINode& number);
  /// How far the first may be above the second, two phis of one loop that count alike, in other words: of what is
  /// known before their loops. The second may be wider: its low bits. Instructions that compute it are written before
  /// the loop.
  std::vector<llvm::Value*> distances(llvm::PHINode& first, llvm::PHINode& second);
  /// The low bits of a phi, written into its block.
  static llvm::Value* low_bits(llvm::PHINode& number, llvm::Type& type);
  /// A number that is known before the phi's loop, with zeros above, in the phi's type. Written before the loop; null
  /// if it can't be.
  llvm::Value* extended(llvm::PHINode& phi, llvm::Value& number);
  /// Does it count up from round to round, or down? 1, -1; 0: nobody knows.
  int direction(llvm::Value& number);
  /// What a number that counts up from round to round is in the last round, by how often the loop comes back.
  /// Instructions that compute it are written before the loop. Null if that is not known.
  llvm::Value* last_of(llvm::PHINode& number);
  /// How often the loop of that head comes back, as an integer. Written and null as above.
  llvm::Value* times(llvm::BasicBlock& head);

 private:
  const llvm::SCEV* difference(const llvm::SCEV* first, const llvm::SCEV* second);
  llvm::Value* written_before(const llvm::Loop& loop, const llvm::SCEV& number, llvm::Type& type);
  llvm::DominatorTree tree_;
  llvm::TargetLibraryInfoImpl library_;
  llvm::TargetLibraryInfo known_;
  llvm::AssumptionCache assumptions_;
  llvm::LoopInfo loops_;
  llvm::ScalarEvolution evolution_;
};

}  // namespace assay::prove
