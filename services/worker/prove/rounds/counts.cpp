#include "services/worker/prove/rounds/counts.h"

#include <llvm/IR/Constants.h>

#include <optional>

namespace assay::prove {

using llvm::APInt;
using llvm::BasicBlock;
using llvm::Instruction;
using llvm::PHINode;
using llvm::Value;

constexpr unsigned kMostSummands = 16;

/// The one value that comes from the loop's own blocks, or from elsewhere; null if there are several.
static Value* incoming_of(const PHINode& phi, const llvm::Loop& loop, bool from_inside) {
  Value* only = nullptr;
  for (unsigned i = 0; i < phi.getNumIncomingValues(); ++i) {
    if (loop.contains(phi.getIncomingBlock(i)) != from_inside) continue;
    if (only != nullptr && only != phi.getIncomingValue(i)) return nullptr;
    only = phi.getIncomingValue(i);
  }
  return only;
}

Value* start_of(const PHINode& phi, const llvm::Loop& loop) { return incoming_of(phi, loop, /*from_inside=*/false); }
Value* next_of(const PHINode& phi, const llvm::Loop& loop) { return incoming_of(phi, loop, /*from_inside=*/true); }

/// Of vectors of integers ScalarEvolution says nothing.
static std::optional<APInt> step_of_lanes(const PHINode& phi, const llvm::Loop& loop) {
  if (!phi.getType()->isVectorTy() || !phi.getType()->isIntOrIntVectorTy()) return std::nullopt;
  const Value* value = next_of(phi, loop);
  APInt step(phi.getType()->getScalarSizeInBits(), 0);
  for (unsigned i = 0; i < kMostSummands && value != nullptr; ++i) {
    if (value == &phi) return step;
    const auto* sum = llvm::dyn_cast<llvm::BinaryOperator>(value);
    const auto* more = sum == nullptr ? nullptr : llvm::dyn_cast<llvm::Constant>(sum->getOperand(1));
    const auto* lane = more == nullptr ? nullptr : llvm::dyn_cast_or_null<llvm::ConstantInt>(more->getSplatValue());
    if (lane == nullptr || sum->getOpcode() != Instruction::Add) return std::nullopt;
    step += lane->getValue();
    value = sum->getOperand(0);
  }
  return std::nullopt;
}

std::vector<Count> counts_of(BasicBlock& head, ScalarEvolutions& evolutions) {
  std::vector<Count> counts;
  const llvm::Loop* loop = evolutions.loops().getLoopFor(&head);
  if (loop == nullptr || loop->getHeader() != &head) return counts;
  for (PHINode& phi : head.phis()) {
    const auto step = phi.getType()->isVectorTy() ? step_of_lanes(phi, *loop) : evolutions.step(phi);
    Value* start = start_of(phi, *loop);
    if (step && !step->isZero() && start != nullptr) counts.push_back({&phi, start, *step});
  }
  return counts;
}

}  // namespace assay::prove
