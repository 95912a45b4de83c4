#include "services/worker/refine/smt/fold.h"
#include "services/worker/refine/smt/model.h"
#include "services/worker/refine/smt/work_clock.h"

namespace assay::refine::smt {

using llvm::APInt;

/// One slot per node, operands before users. Arrays are evaluated lazily: a Select walks the chain of stores, so that
/// no array is ever copied.
struct Evaluator::Program {
  struct Step {
    Term term;
    std::vector<std::uint32_t> operands;
    std::string function;  // of an Apply
  };
  std::vector<Step> steps;
  std::vector<APInt> values;
  std::vector<bool> reached;
  std::vector<std::uint32_t> roots;
  std::vector<Term> variables;
  std::unordered_map<Term, std::uint32_t> slots;
  std::vector<APInt> scratch;
  std::unordered_map<Term, ArrayValue> arrays;

  APInt select(std::uint32_t array, const APInt& index, const Model& model);
  APInt apply(const Step& step, const Model& model);
  void run(std::uint32_t slot, const Model& model);
};

APInt Evaluator::Program::select(std::uint32_t slot, const APInt& index, const Model& model) {
  for (;;) {
    WorkClock::evaluation();
    const Step& step = steps[slot];
    switch (step.term.kind()) {
      case Kind::Store:
        if (values[step.operands[1]] == index) return values[step.operands[2]];
        slot = step.operands[0];
        break;
      case Kind::Ite:
        slot = step.operands[values[step.operands[0]].isOne() ? 1 : 2];
        break;
      case Kind::ArrayConstant:
        return values[step.operands[0]];
      default: {
        const auto found = model.arrays().find(step.term);
        return found == model.arrays().end() ? APInt(step.term.width(), 0) : found->second.get(index);
      }
    }
  }
}

APInt Evaluator::Program::apply(const Step& step, const Model& model) {
  const FunctionValue* function = model.function(step.function);
  if (function == nullptr) return APInt(step.term.width(), 0);
  std::vector<APInt> arguments;
  for (std::uint32_t operand : step.operands) arguments.push_back(values[operand]);
  const auto found = function->at.find(arguments);
  return found == function->at.end() ? function->otherwise : found->second;
}

void Evaluator::Program::run(std::uint32_t slot, const Model& model) {
  const Step& step = steps[slot];
  const Term t = step.term;
  reached[slot] = true;
  if (t.is_array()) return;
  switch (t.kind()) {
    case Kind::Constant:
      break;
    case Kind::Variable:
      values[slot] = model.get(t);
      break;
    case Kind::Ite:
      values[slot] = values[step.operands[values[step.operands[0]].isOne() ? 1 : 2]];
      break;
    case Kind::Select:
      values[slot] = select(step.operands[0], values[step.operands[1]], model);
      break;
    case Kind::Apply:
      values[slot] = apply(step, model);
      break;
    default:
      scratch.clear();
      for (std::uint32_t operand : step.operands) scratch.push_back(values[operand]);
      values[slot] = fold(t.kind(), t.width(), t.payload(), scratch);
  }
}

Evaluator::Evaluator(const Terms& terms, std::span<const Term> roots) : program_(std::make_unique<Program>()) {
  Program& p = *program_;
  const std::vector<Term> order = terms.nodes_of(roots);
  p.steps.reserve(order.size());
  for (Term t : order) {
    p.slots.emplace(t, static_cast<std::uint32_t>(p.steps.size()));
    Program::Step step{t, {}, {}};
    for (unsigned i = 0; i < t.arity(); ++i) step.operands.push_back(p.slots.at(t.operand(i)));
    if (t.kind() == Kind::Apply) step.function = function_key(terms, t);
    if (t.kind() == Kind::Variable || t.kind() == Kind::ArrayVariable) p.variables.push_back(t);
    p.steps.push_back(std::move(step));
    p.values.push_back(t.is_constant() ? t.value() : APInt(t.width(), 0));
  }
  p.reached.assign(p.steps.size(), false);
  for (Term root : roots) p.roots.push_back(p.slots.at(root));
}

Evaluator::~Evaluator() = default;
Evaluator::Evaluator(Evaluator&&) noexcept = default;

const std::vector<Term>& Evaluator::variables() const { return program_->variables; }

std::vector<APInt> Evaluator::evaluate(const Model& model) {
  for (std::uint32_t slot = 0; slot < program_->steps.size(); ++slot) program_->run(slot, model);
  std::vector<APInt> result;
  for (std::uint32_t root : program_->roots) result.push_back(program_->values[root]);
  return result;
}

bool Evaluator::all_true(const Model& model) {
  std::fill(program_->reached.begin(), program_->reached.end(), false);
  std::uint32_t next = 0;
  for (std::uint32_t root : program_->roots) {
    for (; next <= root; ++next) program_->run(next, model);
    if (!program_->values[root].isOne()) return false;
  }
  return true;
}

std::optional<APInt> Evaluator::value_of(Term t) const {
  const auto found = program_->slots.find(t);
  if (found == program_->slots.end() || !program_->reached[found->second] || t.is_array()) return std::nullopt;
  return program_->values[found->second];
}

APInt evaluate(const Terms& terms, Term t, const Model& model) {
  return Evaluator(terms, std::span(&t, 1)).evaluate(model)[0];
}

}  // namespace assay::refine::smt
