#include "services/worker/improve/values.h"

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
  return lane.is_single() ? llvm::ConstantInt::get(type, lane.single()) : nullptr;
}

llvm::Constant* constant_of(const std::vector<LaneSet>& lanes, llvm::Type* type) {
  if (!is_integer(*type)) return nullptr;
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

}  // namespace

Result<Values> Values::of(const llvm::Function& function, const Options& options) {
  const auto lowered = semantics::lower(function);
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
      if (is_integer(*argument.getType()))
        put(argument,
            lanes_of(input.arguments[argument.getArgNo()], argument.getType()->getScalarType()->getIntegerBitWidth()));
    for (const interpret::TracedValue& traced : trace)
      if (!traced.lanes.empty()) put(*traced.instruction, traced.lanes);
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
  if (vector == nullptr || !expected->containsPoisonElement()) return false;
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
