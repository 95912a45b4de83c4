#include "services/worker/interpret/profile.h"

#include <llvm/IR/Instruction.h>

#include <algorithm>
#include <map>

#include "services/worker/interpret/collect.h"
#include "services/worker/interpret/inputs/inputs.h"
#include "services/worker/interpret/stage.h"

namespace assay::interpret {
namespace {

CheckOptions options_for(std::uint64_t seed) {
  CheckOptions options;
  options.undef_input = options.poison_input = false;
  options.drawing = Drawing::LongRuns;
  options.seed = seed;
  return options;
}

/// A block runs as often as any of its instructions does.
void add(const Trace& trace, ir::BlockCounts& counts) {
  std::map<const llvm::Instruction*, std::uint64_t> executed;
  for (const TracedValue& each : trace)
    if (each.depth == 0) ++executed[each.instruction];
  ir::BlockCounts here;
  for (const auto& [instruction, times] : executed) {
    std::uint64_t& count = here[instruction->getParent()];
    count = std::max(count, times);
  }
  for (const auto& [block, times] : here) counts[block] += times;
}

}  // namespace

struct Profiler::State {
  /// What unknown functions do belongs to the input: who calls them alike, gets the same.
  struct Case {
    Input input;
    CallOutcomes outcomes;
  };
  Limits limits;
  std::vector<std::unique_ptr<Case>> cases;
};

namespace {

/// Runs one function on one input after the other, without undef and poison in variables.
class Runs {
 public:
  Runs(const semantics::Function& function, bool traced)
      : stage_(function, {.traced = traced, .doubts = false}), machine_(stage_.open(none_)) {
    keep_out_of_variables(machine_, /*undef=*/true, /*poison=*/true);
  }
  bool returns(const Input& input, CallOutcomes& outcomes, const Limits& limits, Trace* trace) {
    machine_.calls.outcomes = &outcomes;
    machine_.choices.clear();
    machine_.begin();
    set_input(machine_, input);
    machine_.run(limits, trace);
    return machine_.result.end == EndKind::Returned;
  }
  /// Null for functions without memory.
  const Environment* environment() const {
    return machine_.world == nullptr ? nullptr : &machine_.world->environment();
  }

 private:
  CallOutcomes none_;
  Stage stage_;
  Machine& machine_;
};

}  // namespace

Profiler::Profiler(const semantics::Function& source, std::size_t inputs, std::uint64_t seed, const Limits& limits)
    : state_(std::make_unique<State>()) {
  constexpr std::size_t kTriesForEach = 8;
  state_->limits = limits;
  Runs runs(source, /*traced=*/false);
  InputSampler sampler(source, source, runs.environment(), options_for(seed));
  for (std::size_t tries = 0; tries < inputs * kTriesForEach && state_->cases.size() < inputs; ++tries) {
    auto one = std::make_unique<State::Case>();
    one->input = sampler.next();
    if (runs.returns(one->input, one->outcomes, limits, nullptr)) state_->cases.push_back(std::move(one));
  }
}
Profiler::~Profiler() = default;
Profiler::Profiler(Profiler&&) noexcept = default;

std::size_t Profiler::inputs() const { return state_->cases.size(); }

std::optional<ir::BlockCounts> Profiler::run(const semantics::Function& function) {
  if (state_->cases.empty()) return std::nullopt;
  Runs runs(function, /*traced=*/true);
  ir::BlockCounts counts;
  for (const auto& one : state_->cases) {
    Trace trace;
    if (!runs.returns(one->input, one->outcomes, state_->limits, &trace)) return std::nullopt;
    add(trace, counts);
  }
  return counts;
}

}  // namespace assay::interpret
