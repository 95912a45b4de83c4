#include "services/worker/validate/validate.h"

#include <llvm/ADT/SmallString.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Type.h>
#include <llvm/IR/Value.h>
#include <llvm/Support/raw_ostream.h>

#include <algorithm>
#include <map>

#include "services/worker/interpret/calls_made.h"
#include "services/worker/validate/placements.h"

namespace assay::validate {
namespace {

using interpret::CheckResult;
using semantics::Input;
using semantics::InputBlock;
using semantics::InputByte;
using semantics::InputLane;
using semantics::ScriptedCall;

constexpr unsigned kMostSimplifications = 200;  ///< simpler inputs that are tried
/// Instructions that are executed for that, about, and from which on a run is long: with many choices it is made a
/// thousand times for one input.
constexpr std::uint64_t kMostSimplifying = 10'000'000, kLongRun = 1u << 14;
constexpr std::uint64_t kDraws = 16;  ///< of what unknown functions do, where the script shows nothing

/// What a lane may be replaced by: simpler values than it has now, the simplest first.
std::vector<InputLane> simpler(const InputLane& lane, unsigned width) {
  std::vector<InputLane> list{InputLane::of(llvm::APInt(width, 0))};
  if (width > 1) list.push_back(InputLane::of(llvm::APInt(width, 1)));
  if (lane.kind != InputLane::Kind::Bits) {  // any number is plainer
    list.push_back(InputLane::of(llvm::APInt::getAllOnes(width)));
    if (width > 2) {
      list.push_back(InputLane::of(llvm::APInt(width, 2)));
      list.push_back(InputLane::of(llvm::APInt::getSignedMinValue(width)));
      list.push_back(InputLane::of(llvm::APInt::getSignedMaxValue(width)));
    }
    return list;
  }
  std::erase_if(list, [&](const InputLane& other) { return other.bits.uge(lane.bits); });
  // Fewer bits set: without the upper half, or a smooth number near it.
  for (unsigned keep : {4u, 8u, 16u, width / 2}) {
    if (keep == 0 || keep >= width) continue;
    const llvm::APInt low = lane.bits & llvm::APInt::getLowBitsSet(width, keep);
    if (low.ult(lane.bits) && !low.isZero()) list.push_back(InputLane::of(low));
  }
  return list;
}

/// The inputs as text, for a counterexample that was not run.
std::vector<Binding> bindings_of(const semantics::Function& function, const Input& input) {
  std::vector<Binding> bindings;
  for (std::size_t i = 0; i < input.arguments.size() && i < function.arguments.size(); ++i) {
    const llvm::Value* origin = function.arguments[i].origin;
    Binding binding;
    binding.name = origin != nullptr && origin->hasName() ? "%" + origin->getName().str() : "%" + std::to_string(i);
    if (origin != nullptr) llvm::raw_string_ostream(binding.type) << *origin->getType();
    const bool pointer = origin != nullptr && origin->getType()->isPtrOrPtrVectorTy();
    for (const InputLane& value : input.arguments[i]) {
      llvm::SmallString<40> digits;
      if (value.kind == InputLane::Kind::Bits) value.bits.toString(digits, 16, false, true);
      if (pointer) digits = "a pointer";  // the solver's own numbers of objects say nothing to a reader
      if (value.kind == InputLane::Kind::Poison) digits = "poison";
      if (value.kind == InputLane::Kind::Undef) digits = "undef";
      binding.value += (binding.value.empty() ? "" : ", ") + digits.str().str();
    }
    bindings.push_back(std::move(binding));
  }
  return bindings;
}

/// Makes an input simpler, step by step, as long as it refutes for the same reason.
class Simplifier {
 public:
  Simplifier(const semantics::Function& source, const semantics::Function& target, Reason reason,
             const interpret::CheckOptions& options, Input input)
      : source_(source), target_(target), reason_(reason), options_(options), input_(std::move(input)) {
    const std::uint64_t steps = std::max({kLongRun, steps_of(source), steps_of(target)});
    is_long_ = steps > kLongRun;
    options_.limits.steps = std::min(options_.limits.steps, steps);
    if (is_long_) options_.limits.behaviours = std::min(options_.limits.behaviours, 1 + kMostSimplifying / steps / 8);
  }

  Input run() {
    if (is_long_) simplify_arguments();  // fewer rounds make all else cheaper
    // A script tells what calls do to memory, so that a reader need not guess; one that nobody would read goes.
    if (is_long(input_.script)) attempt([](Input& input) { input.script.clear(); });
    if (input_.call_seed != 0) attempt([](Input& input) { input.call_seed = 0; });
    tell_calls();
    drop_blocks();
    for (std::size_t block = 0; block < input_.memory.size(); ++block) shrink_block(block);
    for (std::size_t block = 0; block < input_.memory.size(); ++block) nullify(block);
    drop_blocks();
    tell_calls();  // there is less to write to now
    simplify_arguments();
    for (std::size_t call = 0; call < input_.script.size(); ++call) simplify_call(call);
    for (std::size_t block = 0; block < input_.memory.size(); ++block)
      if (!is_internal(input_.memory[block])) simplify_block(block);
    return std::move(input_);
  }

 private:
  /// Of one run of the input as it was given. That a run has no end shows in its first rounds.
  std::uint64_t steps_of(const semantics::Function& function) const {
    interpret::RunOptions once;
    once.limits = options_.limits;
    once.limits.steps = std::min(once.limits.steps, kLongRun);
    const interpret::Behaviour brief = interpret::run(function, input_, once);
    if (brief.end != interpret::EndKind::OutOfSteps) return std::min(brief.steps, kLongRun);
    once.limits = options_.limits;
    return interpret::run(function, input_, once).steps;
  }
  void simplify_arguments() {
    for (std::size_t argument = 0; argument < input_.arguments.size(); ++argument)
      for (std::size_t lane = 0; lane < input_.arguments[argument].size(); ++lane)
        simplify([=](Input& input) -> InputLane& { return input.arguments[argument][lane]; }, width_of(argument, lane));
  }
  /// Of an argument's lane; 0 for a pointer to an object.
  unsigned width_of(std::size_t argument, std::size_t lane) const {
    if (input_.arguments[argument][lane].block != 0) return 0;
    const semantics::Slots slots = source_.arguments[argument].value;
    return source_.slots[slots.first + static_cast<std::uint32_t>(lane)].bits;
  }
  /// A variable of the module alone, which the solver knows to hold what it starts with.
  bool is_internal(const InputBlock& block) const {
    const llvm::GlobalVariable* variable =
        block.name.empty() || source_.origin == nullptr
            ? nullptr
            : source_.origin->getParent()->getGlobalVariable(block.name, /*AllowInternal=*/true);
    return variable != nullptr && variable->hasLocalLinkage();
  }
  static bool is_long(const std::vector<ScriptedCall>& script) {
    constexpr std::size_t kMostCalls = 3, kMostWrites = 32;
    std::size_t writes = 0;
    for (const ScriptedCall& call : script) writes += call.writes.size();
    return script.size() > kMostCalls || writes > kMostWrites;
  }
  /// What was drawn for calls is told by a script, which can be made simpler; without what they write where that is
  /// not needed.
  void tell_calls() {
    std::vector<ScriptedCall> calls = interpret::calls_made(source_, target_, input_, options_);
    if (calls.empty() || !input_.script.empty() || is_long(calls)) return;
    const auto play = [&] {
      return attempt([&](Input& input) {
        input.script = calls;
        input.call_seed = 0;
      });
    };
    std::vector<ScriptedCall> whole = calls;
    for (ScriptedCall& call : calls) call.writes.clear();
    if (play() || whole == calls) return;
    calls = std::move(whole);
    play();
  }
  /// Calls `visit` for each number of a block that stands in the input.
  template <class Visit>
  static void each_number(Input& input, const Visit& visit) {
    const auto visit_all = [&](auto& parts) {
      for (auto& part : parts) visit(part.block);
    };
    const auto visit_way = [&](ScriptedCall::Way& way) {
      using Kind = ScriptedCall::Way::Kind;
      if (way.kind == Kind::Block || way.kind == Kind::Held) visit(way.which);
    };
    for (auto& lanes : input.arguments) visit_all(lanes);
    for (InputBlock& block : input.memory) visit_all(block.bytes);
    for (semantics::VariableArgument& argument : input.variable) visit_all(argument.lanes);
    for (ScriptedCall& call : input.script) {
      for (auto& lanes : call.arguments)
        for (auto& lane : lanes)
          if (lane) visit(lane->block);
      visit_all(call.result);
      for (auto& way : call.result_of)
        if (way) visit_way(*way);
      for (ScriptedCall::Write& write : call.writes) {
        visit_way(write.way);
        visit(write.byte.block);
      }
      for (auto& number : call.frees) visit(number);
    }
  }
  bool leads_to(std::size_t block) {
    bool leads = false;
    each_number(input_, [&](auto& number) { leads |= number == block + 1; });
    return leads;
  }
  /// Blocks that nothing leads to.
  void drop_blocks() {
    for (std::size_t block = input_.memory.size(); block-- > 0;) {
      const InputBlock& given = input_.memory[block];
      if ((!given.name.empty() && !given.is_function) || leads_to(block)) continue;
      attempt([&](Input& input) {
        input.memory.erase(input.memory.begin() + static_cast<std::ptrdiff_t>(block));
        each_number(input, [&](auto& number) { number -= number > block + 1 ? 1 : 0; });
      });
    }
  }
  /// Calls `change` for each argument's pointer into the block.
  template <class Change>
  static void each_pointer(Input& input, std::size_t block, const Change& change) {
    for (auto& lanes : input.arguments)
      for (InputLane& lane : lanes)
        if (lane.block == block + 1) change(lane.bits);
  }
  /// Null in place of pointers to an object that holds nothing.
  void nullify(std::size_t block) {
    if (!input_.memory[block].name.empty() || input_.memory[block].size != 0 || !leads_to(block)) return;
    attempt([&](Input& input) {
      for (auto& lanes : input.arguments)
        for (InputLane& lane : lanes)
          if (lane.block == block + 1) lane = InputLane::of(llvm::APInt::getZero(lane.bits.getBitWidth()));
    });
  }
  /// Pointers to its start, and as few bytes as will do.
  void shrink_block(std::size_t block) {
    if (!input_.memory[block].parts.empty()) return;
    attempt([&](Input& input) { each_pointer(input, block, [](llvm::APInt& offset) { offset.clearAllBits(); }); });
    if (!input_.memory[block].name.empty()) return;
    // What stands before all that pointers lead to.
    std::uint64_t first = input_.memory[block].size;
    each_pointer(input_, block, [&](const llvm::APInt& offset) { first = std::min(first, offset.getLimitedValue()); });
    if (first != 0 && first < input_.memory[block].bytes.size())
      attempt([&](Input& input) {
        each_pointer(input, block, [&](llvm::APInt& offset) { offset -= first; });
        InputBlock& memory = input.memory[block];
        memory.size -= first;
        memory.bytes.erase(memory.bytes.begin(), memory.bytes.begin() + static_cast<std::ptrdiff_t>(first));
      });
    constexpr std::uint64_t kUsual = 256;  // bytes; of fewer none but the smallest few are worth a try
    for (std::uint64_t size = 0; size < input_.memory[block].size; size = size == 0 ? 1 : 2 * size) {
      if (size > 32 && input_.memory[block].size <= kUsual) return;
      const bool shrunk = attempt([&](Input& input) {
        input.memory[block].size = size;
        if (input.memory[block].bytes.size() > size) input.memory[block].bytes.resize(size);
      });
      if (shrunk) return;
    }
  }
  /// Bytes that are all zero, or at least none of them poison.
  void simplify_block(std::size_t block) {
    const auto is_plain = [](const InputByte& byte) { return byte == InputByte::of(0); };
    if (std::ranges::all_of(input_.memory[block].bytes, is_plain)) return;
    const auto replace = [&](const auto& which) {
      return attempt([&](Input& input) {
        for (InputByte& byte : input.memory[block].bytes)
          if (which(byte)) byte = InputByte::of(0);
      });
    };
    if (replace([](const InputByte&) { return true; })) return;
    replace([](const InputByte& byte) { return byte.block == 0; });
    replace([](const InputByte& byte) { return byte.poison != 0 || byte.undef != 0; });
  }
  void simplify_call(std::size_t call) {
    // A byte may be written twice: as one of a block, and as one behind an argument.
    const auto drop = [&](const auto& which) {
      if (std::ranges::any_of(input_.script[call].writes, which))
        attempt([&](Input& input) { std::erase_if(input.script[call].writes, which); });
    };
    const auto is_into_block = [](const ScriptedCall::Write& write) {
      return write.way.kind == ScriptedCall::Way::Kind::Block;
    };
    drop(is_into_block);
    drop([&](const ScriptedCall::Write& write) { return !is_into_block(write); });
    for (std::size_t lane = 0; lane < input_.script[call].result.size(); ++lane) {
      const InputLane& now = input_.script[call].result[lane];
      if (now.kind == InputLane::Kind::Bits && now.block == 0)
        simplify([=](Input& input) -> InputLane& { return input.script[call].result[lane]; }, now.bits.getBitWidth());
    }
  }
  template <class Where>
  void simplify(const Where& where, unsigned width) {
    if (width == 0) return;
    for (const InputLane& other : simpler(where(input_), width))
      if (attempt([&](Input& input) { where(input) = other; })) return;
    if (source_.has_loop || target_.has_loop) lower(where);
  }
  /// Fewer rounds of loops that run long.
  template <class Where>
  void lower(const Where& where) {
    constexpr std::uint64_t kFew = 64;
    const InputLane lane = where(input_);
    if (lane.kind != InputLane::Kind::Bits || lane.block != 0 || lane.bits.ule(kFew) || lane.bits.isNegative()) return;
    for (unsigned bit = lane.bits.getActiveBits(); bit-- > 0;) {
      const llvm::APInt less = llvm::APInt::getOneBitSet(lane.bits.getBitWidth(), bit);
      if (where(input_).bits.ugt(less)) attempt([&](Input& input) { where(input).bits -= less; });
    }
  }
  template <class Change>
  bool attempt(const Change& change) {
    if (++tries_ > kMostSimplifications || executed_ > kMostSimplifying) return false;
    Input changed = input_;
    change(changed);
    const CheckResult again = interpret::check_input(source_, target_, changed, options_);
    executed_ += again.executed;
    if (again.kind != CheckResult::Kind::Refuted || again.reason != reason_) return false;
    input_ = std::move(changed);
    return true;
  }

  const semantics::Function& source_;
  const semantics::Function& target_;
  Reason reason_;
  interpret::CheckOptions options_;
  Input input_;
  unsigned tries_ = 0;
  std::uint64_t executed_ = 0;
  bool is_long_ = false;
};

/// Gives a large block of the input the part that was missed; zeros, where nothing was said. False if that is too much.
bool add_part(Input& input, const CheckResult::Missed& missed) {
  constexpr std::uint64_t kAround = 32, kMost = 1u << 20;  // bytes
  constexpr std::size_t kMostParts = 16;
  InputBlock& block = input.memory[missed.block];
  if (missed.count > kMost || block.parts.size() >= kMostParts) return false;
  const auto is_held = [&](std::uint64_t at) {
    return std::ranges::any_of(block.parts,
                               [&](const auto& part) { return at >= part.first && at - part.first < part.second; });
  };
  const std::uint64_t low = missed.offset - std::min(missed.offset, kAround);
  const std::uint64_t high = std::min(block.size, missed.offset + missed.count + kAround);
  // What is there between the two ends stays; parts that meet become one.
  std::map<std::uint64_t, InputByte> all;
  std::size_t next = 0;
  for (const auto& [first, count] : block.parts)
    for (std::uint64_t at = first; at < first + count; ++at, ++next)
      all[at] = next < block.bytes.size() ? block.bytes[next] : InputByte::of(0);
  for (std::uint64_t at = low; at < high; ++at)
    if (!is_held(at)) all[at] = InputByte::of(0);
  block.parts.clear();
  block.bytes.clear();
  for (const auto& [at, byte] : all) {
    if (block.parts.empty() || block.parts.back().first + block.parts.back().second != at)
      block.parts.emplace_back(at, 0);
    ++block.parts.back().second;
    block.bytes.push_back(byte);
  }
  return true;
}

/// A copy keeps each bit of a byte, a load and a store of a number don't. A byte of a pointer may show that in the
/// model; one bit of poison shows it here.
void add_partial_poison(std::vector<Input>& worlds) {
  Input world = worlds.front();
  for (InputBlock& block : world.memory)
    for (InputByte& byte : block.bytes)
      if (byte.block != 0 || byte.poison != 0) byte = {.poison = 1};
  if (world != worlds.front()) worlds.push_back(std::move(world));
}

/// A call that does not return throws, or never ends: which of them shows it?
void add_unwinding(std::vector<Input>& worlds) {
  const auto leaves = [](const ScriptedCall& call) { return call.end == ScriptedCall::End::DoesNotReturn; };
  if (std::ranges::none_of(worlds.front().script, leaves)) return;
  Input world = worlds.front();
  world.call_seed = 1;
  worlds.push_back(std::move(world));
}

/// Runs the model's input in the worlds that may show what the solver saw, until one does: with blocks at addresses of
/// the interpreter's choice and with memory that never ends; with the blocks beside each other as in the model; with
/// other things that the unknown functions may do. `input` and `options` are then those that did, or else the first.
/// Where none does, what LangRef leaves open in one of the worlds is told.
CheckResult run_model(const semantics::Function& source, const semantics::Function& target,
                      const refine::RefineResult& model, Input& input, interpret::CheckOptions& options) {
  constexpr std::uint64_t kWorlds = 32;  // that may take all that one may
  std::uint64_t left = kWorlds * options.budget;
  const auto run = [&](Input other, bool succeed) {
    interpret::CheckOptions chosen = options;
    chosen.allocations_succeed = succeed;
    const auto ask = [&] {
      CheckResult result = interpret::check_input(source, target, other, chosen);
      left -= std::min(left, result.executed);
      return result;
    };
    CheckResult result = ask();
    while (left != 0 && result.missed && add_part(other, *result.missed)) result = ask();
    if (result.kind == CheckResult::Kind::Refuted) {
      input = other;
      options.allocations_succeed = succeed;
    }
    return result;
  };
  std::vector<Input> worlds = placements(source, target, *model.input);
  if (model.claim.reason() == Reason::MemoryMismatch && options.poison_input) add_partial_poison(worlds);
  add_unwinding(worlds);
  input = worlds.front();
  const CheckResult first = run(worlds.front(), false);
  if (first.kind == CheckResult::Kind::Refuted || model.input_decides) return first;
  CheckResult best = first;
  const auto refutes = [&](const Input& world, bool succeed) {
    if (left == 0) return false;
    CheckResult result = run(world, succeed);
    const bool is_better = result.is_left_open && !best.is_left_open;
    if (result.kind == CheckResult::Kind::Refuted || is_better) best = std::move(result);
    return best.kind == CheckResult::Kind::Refuted;
  };
  for (const Input& world : worlds)
    for (const bool succeed : {false, true})
      if (refutes(world, succeed)) return best;
  for (std::uint64_t seed = 1; seed <= kDraws && !input.script.empty(); ++seed) {
    Input drawn = worlds.front();
    drawn.script.clear();
    drawn.call_seed = seed;
    if (refutes(drawn, false)) return best;
  }
  return best;
}

}  // namespace

Input simplify(const semantics::Function& source, const semantics::Function& target, Reason reason,
               const interpret::CheckOptions& options, Input input) {
  return Simplifier(source, target, reason, options, std::move(input)).run();
}

Replay replay(const semantics::Function& source, const semantics::Function& target, const refine::RefineResult& result,
              const interpret::CheckOptions& chosen) {
  interpret::CheckOptions options = chosen;
  options.refutes_only = true;  // the solver says that none of the source's choices does what the target does
  options.suggested = result.target_choices;
  Replay replay;
  const auto not_replayable = [&](std::string why) {
    replay.detail = std::move(why);
    if (result.input) replay.counterexample.inputs = bindings_of(source, *result.input);
    replay.counterexample.source_result = "(the solver's counterexample was not run: " + replay.detail + ")";
    replay.counterexample.target_result = "(the solver says: " + std::string(name_of(result.claim.reason())) + ")";
    return replay;
  };
  if (!result.input) return not_replayable("no input");
  Input input;
  const CheckResult first = run_model(source, target, result, input, options);
  if (first.kind == CheckResult::Kind::Proved || first.kind == CheckResult::Kind::Passed) {
    // Addresses and what unknown functions do are others here than in the model.
    if (!result.input_decides) return not_replayable("memory or calls decide");
    const CheckResult exact = interpret::check_input(source, target, input, chosen);
    if (exact.kind == CheckResult::Kind::Inconclusive) return not_replayable(exact.detail);
    replay.outcome = Outcome::Spurious;
    return replay;
  }
  if (first.kind != CheckResult::Kind::Refuted) {
    if (first.is_left_open) replay.outcome = Outcome::LeftOpen;
    return not_replayable(first.detail);
  }
  replay.outcome = Outcome::Confirmed;
  replay.reason = first.reason;
  replay.allocations_succeed = options.allocations_succeed;
  replay.input = Simplifier(source, target, first.reason, options, std::move(input)).run();
  replay.counterexample = interpret::explain(source, target, replay.input, options);
  return replay;
}

}  // namespace assay::validate
