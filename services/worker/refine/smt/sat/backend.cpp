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
constexpr std::size_t kMostKept = 500'000;  // gates
constexpr std::uint64_t kWorkPerConflict = 1'000;

class Alarm : public CaDiCaL::Terminator {
 public:
  Clock::time_point time;
  bool terminate() override { return Clock::now() >= time; }
};

}  // namespace

struct SatBackend::State {
  explicit State(std::uint64_t terms) : generation(terms) { solver.connect_terminator(&alarm); }
  ~State() { solver.disconnect_terminator(); }
  Answer solve(std::span<const int> assumptions, const Budget& budget);
  llvm::APInt value(Term variable);

  std::uint64_t generation;
  Alarm alarm;
  CaDiCaL::Solver solver;
  Circuit circuit;
  Blaster blaster{circuit};
  Clauses clauses{circuit, [this](std::span<const int> clause) {
                    for (int literal : clause) solver.add(literal);
                    solver.add(0);
                  }};
};

Answer SatBackend::State::solve(std::span<const int> assumptions, const Budget& budget) {
  alarm.time = budget.deadline;
  for (int literal : assumptions) solver.assume(literal);
  if (budget.rlimit != 0) {
    const std::uint64_t conflicts = std::max<std::uint64_t>(budget.rlimit / kWorkPerConflict, 1);
    solver.limit("conflicts", static_cast<int>(std::min<std::uint64_t>(conflicts, std::numeric_limits<int>::max())));
  }
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
    result.reason = Clock::now() >= budget.deadline ? Reason::Timeout : Reason::ResourceLimit;
  if (result.answer == Answer::Sat)
    for (Term variable : terms.variables_of(conjuncts))
      if (!variable.is_array()) result.model.set(variable, state_->value(variable));
  return result;
}

}  // namespace assay::refine::smt
