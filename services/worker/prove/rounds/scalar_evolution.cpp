#include "services/worker/prove/rounds/scalar_evolution.h"

#include <llvm/Analysis/ScalarEvolutionExpressions.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/ScalarEvolutionExpander.h>

namespace assay::prove {

using llvm::Value;

ScalarEvolutions::ScalarEvolutions(llvm::Function& function)
    : tree_(function),
      library_(function.getParent()->getTargetTriple()),
      known_(library_),
      assumptions_(function),
      loops_(tree_),
      evolution_(function, known_, assumptions_, tree_, loops_) {}

llvm::Constant* ScalarEvolutions::difference(Value& first, Value& second) {
  const auto* constant = llvm::dyn_cast<llvm::SCEVConstant>(
      evolution_.getMinusSCEV(evolution_.getSCEV(&first), evolution_.getSCEV(&second)));
  return constant == nullptr ? nullptr : constant->getValue();
}

int ScalarEvolutions::direction(Value& number) {
  const auto* counted = llvm::dyn_cast<llvm::SCEVAddRecExpr>(evolution_.getSCEV(&number));
  const auto* step = counted == nullptr || !counted->isAffine()
                         ? nullptr
                         : llvm::dyn_cast<llvm::SCEVConstant>(counted->getStepRecurrence(evolution_));
  if (step == nullptr) return 0;
  return step->getAPInt().isNegative() ? -1 : 1;
}

Value* ScalarEvolutions::last_of(llvm::PHINode& number) {
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
  return written_before(*loop, *last, *number.getType());
}

Value* ScalarEvolutions::written_before(const llvm::Loop& loop, const llvm::SCEV& number, llvm::Type& type) {
  // A number of another loop would be written as a new phi.
  const auto counts = [](const llvm::SCEV* each) { return llvm::isa<llvm::SCEVAddRecExpr>(each); };
  llvm::BasicBlock* before = loop.getLoopPredecessor();
  if (before == nullptr || llvm::SCEVExprContains(&number, counts)) return nullptr;
  llvm::SCEVExpander writer(evolution_, "last");
  llvm::Instruction* place = before->getTerminator();
  if (!writer.isSafeToExpandAt(&number, place)) return nullptr;
  return writer.expandCodeFor(&number, &type, place->getIterator());
}

std::optional<llvm::APInt> ScalarEvolutions::step(Value& number) {
  const auto* phi = llvm::dyn_cast<llvm::PHINode>(&number);
  const llvm::Loop* loop = phi == nullptr ? nullptr : loops_.getLoopFor(phi->getParent());
  if (loop == nullptr || loop->getHeader() != phi->getParent() || !evolution_.isSCEVable(number.getType()))
    return std::nullopt;
  const auto* counted = llvm::dyn_cast<llvm::SCEVAddRecExpr>(evolution_.getSCEV(&number));
  if (counted == nullptr || counted->getLoop() != loop || !counted->isAffine()) return std::nullopt;
  const auto* by = llvm::dyn_cast<llvm::SCEVConstant>(counted->getStepRecurrence(evolution_));
  return by == nullptr ? std::nullopt : std::optional(by->getAPInt());
}

std::optional<llvm::APInt> ScalarEvolutions::start(llvm::PHINode& number) {
  const llvm::Loop* loop = step(number) ? loops_.getLoopFor(number.getParent()) : nullptr;
  llvm::BasicBlock* before = loop == nullptr ? nullptr : loop->getLoopPredecessor();
  if (before == nullptr) return std::nullopt;
  const auto* from = llvm::dyn_cast<llvm::SCEVConstant>(evolution_.getSCEV(number.getIncomingValueForBlock(before)));
  return from == nullptr ? std::nullopt : std::optional(from->getAPInt());
}

/// Where the first starts with what another loop ended with, it counts what that is by its number of rounds.
std::vector<Value*> ScalarEvolutions::distances(llvm::PHINode& first, llvm::PHINode& second) {
  const auto by = step(first);
  const auto other_by = step(second);
  if (!first.getType()->isIntegerTy() || !by || by != other_by) return {};
  const llvm::Loop* loop = loops_.getLoopFor(first.getParent());
  llvm::BasicBlock* before = loop->getLoopPredecessor();
  if (before == nullptr) return {};
  std::vector<Value*> starts{first.getIncomingValueForBlock(before)};
  if (auto* phi = llvm::dyn_cast<llvm::PHINode>(starts.front()))
    starts.assign(phi->incoming_values().begin(), phi->incoming_values().end());
  const llvm::SCEV* start = evolution_.getSCEV(second.getIncomingValueForBlock(before));
  std::vector<Value*> distances;
  for (Value* each : starts) {
    const llvm::SCEV* from = evolution_.getSCEVAtScope(each, loop->getParentLoop());
    if (Value* written = written_before(*loop, *evolution_.getMinusSCEV(from, start), *first.getType()))
      distances.push_back(written);
  }
  return distances;
}

}  // namespace assay::prove
