#include "services/worker/improve/values.h"

#include <llvm/IR/InstIterator.h>
#include <llvm/Transforms/Utils/Cloning.h>

#include <algorithm>

#include "services/worker/improve/scope.h"
#include "services/worker/interpret/interpret.h"
#include "services/worker/interpret/sample.h"
#include "services/worker/semantics/semantics.h"

namespace assay::improve {
namespace {

using interpret::LaneSet;

llvm::Constant* constant_of(const LaneSet& lane, llvm::Type* type) {
  if (lane.only_poison()) return llvm::PoisonValue::get(type);
  if (!lane.is_single()) return nullptr;
  if (is_float(*type)) return llvm::ConstantFP::get(type, llvm::APFloat(type->getFltSemantics(), lane.single()));
  return llvm::ConstantInt::get(type, lane.single());
}

llvm::Constant* constant_of(const std::vector<LaneSet>& lanes, llvm::Type* type) {
  if (!is_number(*type)) return nullptr;
  std::vector<llvm::Constant*> constants;
  for (const LaneSet& lane : lanes) {
    constants.push_back(constant_of(lane, type->getScalarType()));
    if (constants.back() == nullptr) return nullptr;
  }
  return type->isVectorTy() ? llvm::ConstantVector::get(constants) : constants.front();
}

std::vector<LaneSet> lanes_of(const std::vector<semantics::InputLane>& given, unsigned width) {
  std::vector<LaneSet> lanes;
  for (const semantics::InputLane& lane : given) {
    using Kind = semantics::InputLane::Kind;
    lanes.push_back(lane.kind == Kind::Bits     ? LaneSet::of(lane.bits)
                    : lane.kind == Kind::Poison ? LaneSet::of_poison(width)
                                                : LaneSet::of_undef(width));
  }
  return lanes;
}

/// With undef nothing can be computed; a freeze of poison picks one value of many.
interpret::CheckOptions sample_options(const llvm::Function& function, const Options& options) {
  interpret::CheckOptions sample;
  sample.samples = options.samples;
  sample.seed = options.judge.seed;
  sample.undef_input = false;
  sample.poison_input = options.judge.poison_inputs;
  for (const llvm::BasicBlock& block : function)
    for (const llvm::Instruction& instruction : block)
      if (llvm::isa<llvm::FreezeInst>(instruction)) sample.poison_input = false;
  return sample;
}

/// A copy of the function that computes the same values, and uses none of them. It goes with this.
struct WithoutUses {
  explicit WithoutUses(const llvm::Function& function) {
    llvm::ValueToValueMapTy copies;
    copy = llvm::CloneFunction(const_cast<llvm::Function*>(&function), copies);
    for (const llvm::Instruction& instruction : llvm::instructions(function)) {
      auto* copied = llvm::cast<llvm::Instruction>(static_cast<llvm::Value*>(copies.lookup(&instruction)));
      if (is_use(instruction))
        copied->eraseFromParent();
      else
        originals[copied] = &instruction;
    }
  }
  ~WithoutUses() { copy->eraseFromParent(); }
  WithoutUses(const WithoutUses&) = delete;
  WithoutUses& operator=(const WithoutUses&) = delete;
  const llvm::Function& function() const { return *copy; }

  llvm::Function* copy;
  llvm::DenseMap<const llvm::Instruction*, const llvm::Instruction*> originals;
};

/// Which not-a-number it is, and the sign of zero, may be left open: the proof looks at them.
bool agrees_as_float(llvm::Constant* expected, llvm::Constant* candidate) {
  const auto* one = llvm::dyn_cast<llvm::ConstantFP>(expected);
  const auto* other = llvm::dyn_cast<llvm::ConstantFP>(candidate);
  return one != nullptr && other != nullptr && ((one->isNaN() && other->isNaN()) || (one->isZero() && other->isZero()));
}

}  // namespace

Result<Values> Values::of(const llvm::Function& function, const Options& options) {
  const WithoutUses alone(function);
  const auto lowered = semantics::lower(alone.function());
  if (!lowered) return Error{lowered.error()};
  Values values;
  for (const interpret::Input& input : interpret::sample(*lowered, sample_options(function, options))) {
    interpret::Trace trace;
    interpret::RunOptions run;
    run.trace = &trace;
    const interpret::Behaviour behaviour = interpret::run(*lowered, input, run);
    if (behaviour.end == interpret::EndKind::Unsupported) return Error{behaviour.reason};
    if (behaviour.end != interpret::EndKind::Returned) continue;
    const std::size_t at = values.inputs_++;
    const auto put = [&](const llvm::Value& value, const std::vector<LaneSet>& lanes) {
      Row& row = values.rows_[&value];
      row.resize(at + 1, nullptr);
      row[at] = constant_of(lanes, value.getType());
    };
    for (const llvm::Argument& argument : function.args())
      if (is_number(*argument.getType()))
        put(argument, lanes_of(input.arguments[argument.getArgNo()], argument.getType()->getScalarSizeInBits()));
    for (const interpret::TracedValue& traced : trace)
      if (const auto original = alone.originals.find(traced.instruction);
          !traced.lanes.empty() && original != alone.originals.end())
        put(*original->second, traced.lanes);
  }
  for (auto& [value, row] : values.rows_) row.resize(values.inputs_, nullptr);
  return values;
}

Row Values::row_of(llvm::Value& value) const {
  if (auto* constant = llvm::dyn_cast<llvm::Constant>(&value)) return Row(inputs_, constant);
  const auto found = rows_.find(&value);
  return found == rows_.end() ? Row(inputs_, nullptr) : found->second;
}

bool agrees(llvm::Constant* expected, llvm::Constant* candidate) {
  if (expected == nullptr || candidate == nullptr || expected == candidate) return true;
  if (llvm::isa<llvm::PoisonValue>(expected)) return true;
  const auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(expected->getType());
  if (vector == nullptr) return agrees_as_float(expected, candidate);
  if (!expected->containsPoisonElement() && !is_float(*vector)) return false;
  for (unsigned i = 0; i < vector->getNumElements(); ++i)
    if (!agrees(expected->getAggregateElement(i), candidate->getAggregateElement(i))) return false;
  return true;
}

bool agrees(const Row& expected, const Row& candidate) {
  for (std::size_t i = 0; i < expected.size(); ++i)
    if (!agrees(expected[i], candidate[i])) return false;
  return true;
}

}  // namespace assay::improve
