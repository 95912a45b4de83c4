#include "services/worker/prove/rounds/scalar_evolution.h"

#include <llvm/Analysis/ScalarEvolutionExpressions.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/ScalarEvolutionExpander.h>

namespace assay::prove {

ScalarEvolutions::ScalarEvolutions(llvm::Function& function)
    : tree_(function),
      library_(function.getParent()->getTargetTriple()),
      known_(library_),
      assumptions_(function),
      loops_(tree_),
      evolution_(function, known_, assumptions_, tree_, loops_) {}

llvm::Constant* ScalarEvolutions::difference(llvm::Value& first, llvm::Value& second) {
  const auto* constant = llvm::dyn_cast<llvm::SCEVConstant>(
      evolution_.getMinusSCEV(evolution_.getSCEV(&first), evolution_.getSCEV(&second)));
  return constant == nullptr ? nullptr : constant->getValue();
}

int ScalarEvolutions::direction(llvm::Value& number) {
  const auto* counted = llvm::dyn_cast<llvm::SCEVAddRecExpr>(evolution_.getSCEV(&number));
  const auto* step = counted == nullptr || !counted->isAffine()
                         ? nullptr
                         : llvm::dyn_cast<llvm::SCEVConstant>(counted->getStepRecurrence(evolution_));
  if (step == nullptr) return 0;
  return step->getAPInt().isNegative() ? -1 : 1;
}

llvm::Value* ScalarEvolutions::last_of(llvm::PHINode& number) {
  const llvm::Loop* loop = loops_.getLoopFor(number.getParent());
  const auto* counted = llvm::dyn_cast<llvm::SCEVAddRecExpr>(evolution_.getSCEV(&number));
  if (loop == nullptr || counted == nullptr || counted->getLoop() != loop || !counted->isAffine()) return nullptr;
  const auto* step = llvm::dyn_cast<llvm::SCEVConstant>(counted->getStepRecurrence(evolution_));
  const llvm::SCEV* times = evolution_.getSymbolicMaxBackedgeTakenCount(loop);
  llvm::BasicBlock* before = loop->getLoopPredecessor();
  if (step == nullptr || step->getAPInt().isNegative() || before == nullptr ||
      llvm::isa<llvm::SCEVCouldNotCompute>(times) || llvm::isa<llvm::SCEVConstant>(times) ||
      evolution_.getTypeSizeInBits(times->getType()) > evolution_.getTypeSizeInBits(number.getType()))
    return nullptr;
  times = evolution_.getNoopOrZeroExtend(times, number.getType());
  const llvm::SCEV* last = evolution_.getAddExpr(counted->getStart(), evolution_.getMulExpr(step, times));
  // A number of another loop would be written as a new phi.
  const auto counts = [](const llvm::SCEV* each) { return llvm::isa<llvm::SCEVAddRecExpr>(each); };
  if (llvm::SCEVExprContains(last, counts)) return nullptr;
  llvm::SCEVExpander writer(evolution_, "last");
  llvm::Instruction* place = before->getTerminator();
  if (!writer.isSafeToExpandAt(last, place)) return nullptr;
  return writer.expandCodeFor(last, number.getType(), place->getIterator());
}

}  // namespace assay::prove
