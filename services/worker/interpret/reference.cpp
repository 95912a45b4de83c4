#include "services/worker/interpret/reference.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/Module.h>

#include "services/worker/interpret/calls/answers.h"
#include "services/worker/interpret/calls/calls.h"
#include "services/worker/interpret/collect.h"
#include "services/worker/interpret/differences.h"
#include "services/worker/interpret/inputs/inputs.h"
#include "services/worker/interpret/stage.h"
#include "services/worker/semantics/padding.h"

namespace assay::interpret {
namespace {

using llvm::APInt;

CheckOptions options_for(std::uint64_t seed, const Limits& limits) {
  CheckOptions options;
  options.undef_input = options.poison_input = false;
  options.seed = seed;
  options.limits = limits;
  return options;
}

}  // namespace

static bool is_volatile(const Event& event) { return event.name.starts_with("volatile "); }

struct Reference::State {
  State(const semantics::Function& lowered, std::uint64_t seed, const Limits& limits)
      : function(lowered), options(options_for(seed, limits)), stage(lowered) {
    if (stage.uses_memory() && lowered.origin != nullptr)
      environment = std::make_shared<Environment>(*lowered.origin, nullptr);
    Machine& machine = stage.open(environment, outcomes);
    keep_out_of_variables(machine, /*undef=*/true, /*poison=*/true);
    answers.emplace(machine);
    sampler.emplace(lowered, lowered, environment.get(), options);
  }
  std::uint64_t address_of(const Input& input, std::size_t block) const {
    const InputBlock& one = input.memory[block];
    const auto object = one.name.empty() || environment == nullptr ? std::nullopt : environment->index_of(one.name);
    if (object) return environment->objects()[*object].address;
    return environment == nullptr ? one.address : environment->address_of(one, block);
  }
  /// What was seen, in the form of a behaviour, beside one of the source's.
  Behaviour behaviour_of(const Observed& observed, std::size_t index) const {
    const Behaviour& source = allowed.all[index];
    Behaviour seen = source;
    seen.events = answers->events_beside(index, observed.calls);
    // Volatile accesses beside such calls are left open.
    if (answers->events_in(index) == 0) llvm::append_range(seen.events, seen_as(source.events, observed));
    seen.exit_code.reset();
    if (observed.left) seen.exit_code = kNoreturnExit;
    seen.end = observed.trap.empty() ? EndKind::Returned : EndKind::UndefinedBehaviour;
    seen.rule = semantics::Rule::RuleCount;
    for (std::size_t i = 0; i < seen.result.size() && i < observed.result.size(); ++i) {
      seen.result[i] = seen_as(source.result[i], observed.result[i]);
      if (observed.overflows[i] && !source.result[i].poison) seen.end = EndKind::UndefinedBehaviour;
    }
    for (const MadeCall& call : observed.calls)
      if (call.overflows) seen.end = EndKind::UndefinedBehaviour;
    for (VisibleBlock& block : seen.memory) {
      const auto bytes =
          llvm::find_if(observed.memory, [&](const PlacedBytes& each) { return each.address == block.address; });
      if (bytes == observed.memory.end()) continue;
      for (std::size_t i = 0; i < block.bytes.size() && i < bytes->bytes.size(); ++i)
        block.bytes[i] = seen_as(block.bytes[i], bytes->bytes[i]);
    }
    return seen;
  }

  const semantics::Function& function;
  CheckOptions options;
  std::vector<std::uint64_t> callees;  ///< addresses
  CallOutcomes outcomes;
  std::shared_ptr<const Environment> environment;
  Stage stage;
  std::optional<InputSampler> sampler;
  std::optional<Answers> answers;
  std::uint64_t drawn = 0;
  Input input;
  Behaviours allowed;
};

Reference::Reference(const semantics::Function& function, std::uint64_t seed, const Limits& limits)
    : state_(std::make_unique<State>(function, seed, limits)) {}
Reference::~Reference() = default;

/// Every other time memory is aligned for any access.
Input Reference::draw() {
  constexpr std::uint64_t kLargest = 1024;
  Input input = state_->sampler->next();
  auto callee = state_->callees.begin();
  for (InputBlock& block : input.memory)
    if (block.is_function && block.name.empty() && callee != state_->callees.end()) block.address = *callee++;
  if (state_->drawn++ % 2 == 0) return input;
  for (std::size_t i = 0; i < input.memory.size(); ++i) {
    InputBlock& block = input.memory[i];
    if (!block.name.empty() || block.is_function) continue;
    block.align = std::max(block.align, kLargest);
    block.address = 0;
    block.address = state_->address_of(input, i);
  }
  return input;
}

APInt Reference::bits_of(const InputLane& lane, const Input& input) const {
  if (lane.block == 0) return lane.bits;
  return lane.bits + APInt(64, state_->address_of(input, lane.block - 1)).zextOrTrunc(lane.bits.getBitWidth());
}

std::vector<PlacedBytes> Reference::memory_of(const Input& input) const {
  std::vector<PlacedBytes> placed;
  for (std::size_t i = 0; i < input.memory.size(); ++i) {
    PlacedBytes& block = placed.emplace_back();
    block.address = state_->address_of(input, i);
    for (const InputByte& byte : input.memory[i].bytes) {
      const bool is_piece = byte.block != 0;
      const std::uint64_t pointer = is_piece ? state_->address_of(input, byte.block - 1) + byte.offset : 0;
      block.bytes.push_back(is_piece ? static_cast<std::uint8_t>(pointer >> (8 * byte.piece)) : byte.value);
    }
    block.bytes.resize(input.memory[i].size);
  }
  if (state_->environment == nullptr) return placed;
  // Variables that the input does not set and nobody defines hold zeros.
  for (const Environment::Object& object : state_->environment->objects()) {
    const auto is_set = [&](const InputBlock& block) { return block.name == object.name; };
    if (object.of_source == nullptr || object.of_source->hasInitializer() || llvm::any_of(input.memory, is_set))
      continue;
    placed.push_back({object.address, std::vector<std::uint8_t>(object.size)});
  }
  return placed;
}

std::vector<PlacedVariable> Reference::variables() const {
  std::vector<PlacedVariable> variables;
  if (state_->environment == nullptr) return variables;
  for (const Environment::Object& object : state_->environment->objects())
    if (!object.is_function) variables.push_back({object.name, object.address, object.size});
  return variables;
}

std::vector<PlacedVariable> Reference::functions() const {
  std::vector<PlacedVariable> functions;
  if (state_->environment == nullptr) return functions;
  for (const Environment::Object& object : state_->environment->objects())
    if (object.is_function && !object.is_label) functions.push_back({object.name, object.address, object.size});
  return functions;
}

void Reference::place_callees(std::vector<std::uint64_t> addresses) { state_->callees = std::move(addresses); }

std::string Reference::name_of_callee(const llvm::CallBase& call, std::uint64_t address) const {
  for (std::size_t i = 0; i < state_->input.memory.size(); ++i)
    if (state_->input.memory[i].is_function && state_->address_of(state_->input, i) == address)
      return name_of_function_of_input(static_cast<semantics::InputBlockNumber>(i + 1), call);
  return "";
}

void Reference::run(const Input& input) {
  state_->input = input;
  state_->outcomes.clear();
  state_->answers->clear();
  state_->allowed = collect(state_->stage.machine(), state_->options.limits, [&](Machine& machine) {
    set_input(machine, state_->input);
    machine.calls.log = &state_->answers->new_log();
  });
  if (state_->answers->empty()) state_->input.call_seed = 0;  // nobody asks it
}

bool Reference::is_undefined() const {
  return llvm::any_of(state_->allowed.all,
                      [](const Behaviour& each) { return each.end == EndKind::UndefinedBehaviour; });
}

std::string Reference::why_open() const {
  if (!state_->allowed.complete) return state_->allowed.why_incomplete();
  for (std::size_t i = 0; i < state_->allowed.all.size(); ++i) {
    const Behaviour& each = state_->allowed.all[i];
    if (each.end == EndKind::OutOfSteps) return "step limit";
    if (each.end == EndKind::Diverges) return "a run that never ends";
    if (each.end != EndKind::Returned) return each.reason;
    const auto accesses = static_cast<std::size_t>(llvm::count_if(each.events, is_volatile));
    if (accesses != 0 && accesses != each.events.size()) return "volatile accesses beside calls";
    if (accesses == 0 && each.events.size() != state_->answers->events_in(i)) return "what code outside sees";
    if ((each.exit_code && each.exit_code != kNoreturnExit) || each.exception || !each.output.empty())
      return "a run that does not return";
  }
  return semantics::copies_padding(state_->function, state_->function) ? "padding that is copied" : "";
}

bool Reference::has_volatile_accesses() const {
  return llvm::any_of(state_->allowed.all, [](const Behaviour& each) {
    return llvm::any_of(each.events, [](const Event& event) { return is_volatile(event) && !is_of_own_object(event); });
  });
}

void Reference::begin_elsewhere() { state_->answers->begin(); }
CallAnswer Reference::answer(MadeCall& call, const ReadMemory& read) { return state_->answers->answer(call, read); }

std::uint64_t Reference::steps() const {
  std::uint64_t most = 0;
  for (const Behaviour& each : state_->allowed.all) most = std::max(most, each.steps);
  return most;
}

/// What is wrong in all of the ways in which the source may go is wrong; in doubt in one of them, it is open.
Comparison Reference::judge(const Observed& observed) const {
  Comparison first;
  for (std::size_t i = 0; i < state_->allowed.all.size(); ++i) {
    Behaviours source, target;
    source.all.push_back(state_->allowed.all[i]);
    target.all.push_back(state_->behaviour_of(observed, i));
    Comparison one = compare(source, target);
    one.source_index = i;
    if (one.kind == Comparison::Kind::Allowed) return one;
    if (i == 0 || (first.kind == Comparison::Kind::Violated && one.kind == Comparison::Kind::Inconclusive)) first = one;
  }
  return first;
}

Counterexample Reference::explain(const Observed& observed) const {
  const Comparison comparison = judge(observed);
  const Behaviour& source = state_->allowed.all[comparison.source_index];
  const Behaviour seen = state_->behaviour_of(observed, comparison.source_index);
  Counterexample example;
  example.inputs = print_inputs(state_->function, state_->input);
  const ObjectNames names(state_->stage.machine(), state_->input);
  example.source_result = describe(state_->function, source, names) + describe_difference(source, seen, names) +
                          (state_->allowed.all.size() == 1 ? "" : " (for one of its choices)");
  if (!observed.trap.empty())
    example.target_result = observed.trap;
  else if (llvm::any_of(observed.calls, [](const MadeCall& call) { return call.overflows; }))
    example.target_result = "passes bits beyond those of an argument's type";
  else if (seen.end == EndKind::UndefinedBehaviour)
    example.target_result = "returns bits beyond those of its type";
  else
    example.target_result = describe(state_->function, seen, names) + describe_difference(seen, source, names);
  example.confirmed_by = {Decider::Interpreter, Decider::Emulator};
  return example;
}

}  // namespace assay::interpret
