#include "services/worker/refine/smt/sat/backend.h"

#include <cadical.hpp>

#include <algorithm>
#include <limits>

#include "services/worker/refine/smt/sat/blaster.h"
#include "services/worker/refine/smt/sat/clauses.h"

namespace assay::refine::smt {

namespace {

using Clock = WorkClock;
constexpr std::size_t kGatesPerMegabyte = 10'000;
constexpr std::size_t kMostKept = 20'000;  // gates
constexpr unsigned kCallsPerGlance = 64;   // at the processor's time

// The time that is counted: for a question; for a conflict, and for each literal of the clause learnt from it; for a
// decision or a step of preprocessing. Propagation adds some for each variable of a conflict, and for ten of a
// decision.
constexpr std::chrono::nanoseconds kQuestion{15'000}, kConflict{4'500}, kLiteral{450}, kDecision{100};
constexpr std::chrono::nanoseconds kVariableOfConflict{4}, kTenVariablesOfDecision{1};
constexpr int kTen = 10;

/// Counts what the solver does, which has no measure of its work that could be read, and says when it is to give up.
class Meter : public CaDiCaL::Terminator, public CaDiCaL::Learner {
 public:
  void start(const Budget& budget, int variables) {
    WorkClock::add(kQuestion);
    conflict_ = kConflict + variables * kVariableOfConflict;
    decision_ = kDecision + variables / kTen * kTenVariablesOfDecision;
    deadline_ = budget.deadline;
    brake_ = budget.brake();
    braked_ = false;
  }
  bool terminate() override {
    WorkClock::add(decision_);
    braked_ = braked_ || (++calls_ % kCallsPerGlance == 0 && ProcessorClock::now() >= brake_);
    return braked_ || Clock::now() >= deadline_;
  }
  bool learning(int size) override {
    WorkClock::add(conflict_ + size * kLiteral);
    return false;
  }
  void learn(int) override {}
  bool braked() const { return braked_; }

 private:
  WorkClock::duration conflict_{}, decision_{};
  Clock::time_point deadline_;
  ProcessorClock::time_point brake_;
  unsigned calls_ = 0;
  bool braked_ = false;
};

}  // namespace

struct SatBackend::State {
  explicit State(std::uint64_t terms) : generation(terms) {
    solver.set("terminateint",
               1);  // steps between two calls of the terminator: ten conflicts of a large question take long
    solver.connect_terminator(&meter);
    solver.connect_learner(&meter);
  }
  ~State() {
    solver.disconnect_learner();
    solver.disconnect_terminator();
  }
  Answer solve(std::span<const int> assumptions, const Budget& budget);
  llvm::APInt value(Term variable);

  std::uint64_t generation;
  Meter meter;
  CaDiCaL::Solver solver;
  Circuit circuit;
  Blaster blaster{circuit};
  Clauses clauses{circuit, [this](std::span<const int> clause) {
                    for (int literal : clause) solver.add(literal);
                    solver.add(0);
                  }};
};

Answer SatBackend::State::solve(std::span<const int> assumptions, const Budget& budget) {
  meter.start(budget, solver.active());
  for (int literal : assumptions) solver.assume(literal);
  switch (solver.solve()) {
    case 10:
      return Answer::Sat;
    case 20:
      return Answer::Unsat;
    default:
      return Answer::Unknown;
  }
}

llvm::APInt SatBackend::State::value(Term variable) {
  llvm::APInt value(variable.width(), 0);
  const std::span<const Signal> signals = blaster.signals(variable);
  for (unsigned i = 0; i < variable.width(); ++i)
    if (const int literal = clauses.variable(signals[i]); literal != 0 && solver.val(literal) > 0) value.setBit(i);
  return value;
}

SatBackend::SatBackend() = default;
SatBackend::~SatBackend() = default;

BackendResult SatBackend::solve(const Terms& terms, std::span<const Term> conjuncts, const Budget& budget) {
  const std::size_t most =
      budget.megabytes == 0 ? std::numeric_limits<std::size_t>::max() : budget.megabytes * kGatesPerMegabyte;
  if (state_ == nullptr || state_->generation != terms.generation() ||
      state_->circuit.size() > std::min(kMostKept, most / 2))
    state_ = std::make_unique<State>(terms.generation());
  BackendResult result;
  state_->circuit.limit(most, budget.deadline);
  if (!state_->blaster.build(terms, conjuncts)) {
    state_ = nullptr;
    result.reason = Clock::now() >= budget.deadline ? Reason::Timeout : Reason::MemoryLimit;
    return result;
  }
  std::vector<int> assumptions;
  for (Term t : conjuncts) {
    const Signal signal = state_->blaster.signals(t)[0];
    if (signal == kTrue) continue;
    if (signal == kFalse) {
      result.answer = Answer::Unsat;
      return result;
    }
    assumptions.push_back(state_->clauses.literal(signal));
  }
  result.answer = state_->solve(assumptions, budget);
  if (result.answer == Answer::Unknown)
    result.reason = state_->meter.braked() ? Reason::ResourceLimit : Reason::Timeout;
  if (result.answer == Answer::Sat)
    for (Term variable : terms.variables_of(conjuncts))
      if (!variable.is_array()) result.model.set(variable, state_->value(variable));
  return result;
}

}  // namespace assay::refine::smt
