#include "services/worker/prove/rounds/scalar_evolution.h"

#include <llvm/Analysis/ScalarEvolutionExpressions.h>
#include <llvm/IR/InstIterator.h>
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

const llvm::SCEV* ScalarEvolutions::difference(const llvm::SCEV* first, const llvm::SCEV* second) {
  const bool is_narrower =
      evolution_.getTypeSizeInBits(first->getType()) < evolution_.getTypeSizeInBits(second->getType());
  if (first->getType() != second->getType()) {
    if (!first->getType()->isIntegerTy() || !second->getType()->isIntegerTy()) return evolution_.getCouldNotCompute();
    (is_narrower ? second : first) =
        evolution_.getTruncateExpr(is_narrower ? second : first, (is_narrower ? first : second)->getType());
  }
  return evolution_.getMinusSCEV(first, second);
}

llvm::Constant* ScalarEvolutions::difference(Value& first, Value& second) {
  const auto* constant =
      llvm::dyn_cast<llvm::SCEVConstant>(difference(evolution_.getSCEV(&first), evolution_.getSCEV(&second)));
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

namespace {

/// What the expander takes from instructions that it uses again (flags, metadata and the like, without which they are
/// less often poison) they get back in the end: the function does what it did. What was written may be poison then, so
/// it is to be proved like any guess.
class KeptAnnotations {
 public:
  explicit KeptAnnotations(llvm::Function& function) {
    for (llvm::Instruction& each : llvm::instructions(function))
      if (each.hasPoisonGeneratingAnnotations()) kept_.emplace_back(&each, each.clone());
  }
  KeptAnnotations(const KeptAnnotations&) = delete;
  KeptAnnotations& operator=(const KeptAnnotations&) = delete;
  ~KeptAnnotations() {
    for (const auto& [instruction, copy] : kept_) {
      instruction->copyIRFlags(copy);
      instruction->copyMetadata(*copy);
      if (auto* call = llvm::dyn_cast<llvm::CallBase>(instruction))
        call->setAttributes(llvm::cast<llvm::CallBase>(copy)->getAttributes());
      copy->deleteValue();
    }
  }

 private:
  std::vector<std::pair<llvm::Instruction*, llvm::Instruction*>> kept_;
};

/// A division by what may be zero or poison: where it is written it may be undefined behaviour.
bool may_be_undefined(const llvm::SCEV* each) {
  const auto* division = llvm::dyn_cast<llvm::SCEVUDivExpr>(each);
  const auto* divisor = division == nullptr ? nullptr : llvm::dyn_cast<llvm::SCEVConstant>(division->getRHS());
  return division != nullptr && (divisor == nullptr || divisor->getAPInt().isZero());
}

}  // namespace

Value* ScalarEvolutions::written_before(const llvm::Loop& loop, const llvm::SCEV& number, llvm::Type& type) {
  // A number of another loop would be written as a new phi.
  const auto counts = [](const llvm::SCEV* each) { return llvm::isa<llvm::SCEVAddRecExpr>(each); };
  llvm::BasicBlock* before = loop.getLoopPredecessor();
  if (before == nullptr || llvm::SCEVExprContains(&number, counts)) return nullptr;
  if (llvm::SCEVExprContains(&number, may_be_undefined)) return nullptr;
  const KeptAnnotations kept(*before->getParent());
  llvm::SCEVExpander writer(evolution_, "last");
  llvm::Instruction* place = before->getTerminator();
  if (!writer.isSafeToExpandAt(&number, place)) return nullptr;
  return writer.expandCodeFor(&number, &type, place->getIterator());
}

Value* ScalarEvolutions::times(llvm::BasicBlock& head) {
  const llvm::Loop* loop = loops_.getLoopFor(&head);
  if (loop == nullptr) return nullptr;
  const llvm::SCEV* times = evolution_.getBackedgeTakenCount(loop);
  const bool is_known = !llvm::isa<llvm::SCEVCouldNotCompute>(times) && times->getType()->isIntegerTy();
  return is_known ? written_before(*loop, *times, *times->getType()) : nullptr;
}

Value* ScalarEvolutions::low_bits(llvm::PHINode& number, llvm::Type& type) {
  llvm::BasicBlock* block = number.getParent();
  return new llvm::TruncInst(&number, &type, "low", block->getFirstInsertionPt());
}

Value* ScalarEvolutions::extended(llvm::PHINode& phi, Value& number) {
  const llvm::Loop* loop = loops_.getLoopFor(phi.getParent());
  return loop == nullptr
             ? nullptr
             : written_before(*loop, *evolution_.getZeroExtendExpr(evolution_.getSCEV(&number), phi.getType()),
                              *phi.getType());
}

std::optional<llvm::APInt> ScalarEvolutions::step(Value& number) {
  const auto* phi = llvm::dyn_cast<llvm::PHINode>(&number);
  const llvm::Loop* loop = phi == nullptr ? nullptr : loops_.getLoopFor(phi->getParent());
  if (loop == nullptr || loop->getHeader() != phi->getParent()) return std::nullopt;
  return step(number, *loop);
}

std::optional<llvm::APInt> ScalarEvolutions::step(Value& number, const llvm::Loop& loop) {
  if (!evolution_.isSCEVable(number.getType())) return std::nullopt;
  const auto* counted = llvm::dyn_cast<llvm::SCEVAddRecExpr>(evolution_.getSCEV(&number));
  if (counted == nullptr || counted->getLoop() != &loop || !counted->isAffine()) return std::nullopt;
  const auto* by = llvm::dyn_cast<llvm::SCEVConstant>(counted->getStepRecurrence(evolution_));
  return by == nullptr ? std::nullopt : std::optional(by->getAPInt());
}

int ScalarEvolutions::goes_on_by(Value& address, const llvm::Loop& loop, Value& bytes) {
  const auto* counted = llvm::dyn_cast<llvm::SCEVAddRecExpr>(evolution_.getSCEV(&address));
  if (counted == nullptr || counted->getLoop() != &loop || !counted->isAffine()) return 0;
  const llvm::SCEV *step = counted->getStepRecurrence(evolution_), *by = evolution_.getSCEV(&bytes);
  if (step->getType() != by->getType() || by->isZero()) return 0;
  if (step == by) return 1;
  return step == evolution_.getNegativeSCEV(by) ? -1 : 0;
}

std::optional<llvm::APInt> ScalarEvolutions::start(llvm::PHINode& number) {
  const llvm::Loop* loop = step(number) ? loops_.getLoopFor(number.getParent()) : nullptr;
  llvm::BasicBlock* before = loop == nullptr ? nullptr : loop->getLoopPredecessor();
  if (before == nullptr) return std::nullopt;
  const auto* from = llvm::dyn_cast<llvm::SCEVConstant>(evolution_.getSCEV(number.getIncomingValueForBlock(before)));
  return from == nullptr ? std::nullopt : std::optional(from->getAPInt());
}

std::vector<Value*> ScalarEvolutions::distances(llvm::PHINode& first, llvm::PHINode& second) {
  const auto by = step(first), other_by = step(second);
  if (!by || !other_by || by->getBitWidth() > other_by->getBitWidth() || *by != other_by->trunc(by->getBitWidth()))
    return {};
  const llvm::Loop* loop = loops_.getLoopFor(first.getParent());
  llvm::BasicBlock* before = loop->getLoopPredecessor();
  if (before == nullptr) return {};
  // Where a number starts with what another loop ended with, it counts what that is by its number of rounds.
  const auto starts_of = [&](const llvm::PHINode& number) {
    llvm::SmallVector<const llvm::SCEV*, 4> starts;
    Value* start = number.getIncomingValueForBlock(before);
    const auto add = [&](Value* each) { starts.push_back(evolution_.getSCEVAtScope(each, loop->getParentLoop())); };
    if (auto* phi = llvm::dyn_cast<llvm::PHINode>(start))
      llvm::for_each(phi->incoming_values(), add);
    else
      add(start);
    return starts;
  };
  std::vector<Value*> distances;
  for (const llvm::SCEV* from : starts_of(first))
    for (const llvm::SCEV* other : starts_of(second)) {
      Value* written = written_before(*loop, *difference(from, other), *first.getType());
      if (written != nullptr && !llvm::isa<llvm::Constant>(written) && !llvm::is_contained(distances, written))
        distances.push_back(written);
    }
  return distances;
}

}  // namespace assay::prove
