#include "services/worker/validate/validate.h"

#include <llvm/ADT/SmallString.h>
#include <llvm/IR/Type.h>
#include <llvm/IR/Value.h>
#include <llvm/Support/raw_ostream.h>

#include <algorithm>

namespace assay::validate {
namespace {

using interpret::CheckResult;
using interpret::Input;
using interpret::InputLane;
using interpret::ScriptedCall;

constexpr unsigned kMostSimplifications = 64;  ///< simpler inputs that are tried

constexpr std::uint64_t kDraws = 16;  ///< of what unknown functions do, where the script shows nothing
constexpr std::uint64_t kLowest = 0x2000'0000, kHighest = 0x3fff'ffff;  ///< of addresses that the model gives: globals are below
constexpr std::uint64_t kFirstAddress = 0x5000'0000, kApart = 0x10'0000;

/// Where the block is put; globals have their own addresses.
std::uint64_t address_of(const refine::CounterInput& counter, std::size_t block) {
  const std::uint64_t align = counter.memory[block].align;
  return kFirstAddress + kApart * (2 * block) + align;  // no more aligned than it is said to be
}

interpret::MemoryByte to_byte(const refine::CounterInput& counter, const refine::CounterByte& from) {
  if (from.poison) return interpret::MemoryByte::all_poison();
  interpret::MemoryByte byte = interpret::MemoryByte::of(from.value);
  if (from.block == 0 || !counter.memory[from.block - 1].name.empty()) return byte;
  const std::uint64_t pointer = address_of(counter, from.block - 1) + from.offset;
  byte.value = static_cast<std::uint8_t>(pointer >> (8 * (from.piece % 8)));
  byte.piece = from.piece;
  byte.owner = from.block;
  return byte;
}

InputLane to_lane(const refine::InputValue& value) {
  switch (value.kind) {
    case refine::InputValue::Kind::Bits:
      break;
    case refine::InputValue::Kind::Poison:
      return InputLane::poison();
    case refine::InputValue::Kind::Undef:
      return InputLane::undef();
  }
  return value.block == 0 ? InputLane::of(value.bits) : InputLane::pointer(value.block - 1, value.bits);
}

ScriptedCall to_script(const refine::CounterInput& counter, const refine::CounterCall& from) {
  ScriptedCall call;
  call.function = from.function;
  if (!from.returns) call.end = ScriptedCall::End::Stays;
  if (from.undefined) call.end = ScriptedCall::End::Undefined;
  for (const auto& argument : from.arguments) {
    auto& lanes = call.arguments.emplace_back();
    for (const auto& value : argument) lanes.push_back(value ? std::optional(to_lane(*value)) : std::nullopt);
  }
  for (const refine::InputValue& value : from.result) call.result.push_back(to_lane(value));
  call.result_of = from.result_of;
  for (const refine::CounterCall::Write& write : from.writes)
    call.writes.push_back({write.block, write.argument, write.offset, to_byte(counter, write.byte)});
  return call;
}

Input to_input(const refine::CounterInput& counter) {
  Input input;
  for (std::size_t i = 0; i < counter.memory.size(); ++i) {
    const refine::CounterBlock& from = counter.memory[i];
    interpret::MemoryBlock& block = input.memory.emplace_back();
    block.name = from.name;
    block.align = from.align;
    block.writable = from.writable;
    block.size = from.bytes.size();
    if (from.name.empty()) block.address = address_of(counter, i);
    for (const refine::CounterByte& byte : from.bytes) block.bytes.push_back(to_byte(counter, byte));
  }
  for (const auto& argument : counter.arguments) {
    std::vector<InputLane>& lanes = input.arguments.emplace_back();
    for (const refine::InputValue& value : argument) lanes.push_back(to_lane(value));
  }
  for (const refine::CounterCall& call : counter.calls) input.script.push_back(to_script(counter, call));
  return input;
}

/// What a lane may be replaced by, the simplest first; only what is simpler than it is now.
std::vector<InputLane> simpler(const InputLane& lane, unsigned width) {
  std::vector<InputLane> list{InputLane::of(llvm::APInt(width, 0))};
  if (width > 1) list.push_back(InputLane::of(llvm::APInt(width, 1)));
  if (lane.kind != InputLane::Kind::Bits) {
    list.push_back(InputLane::of(llvm::APInt::getAllOnes(width)));
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
std::vector<Binding> bindings_of(const semantics::Function& function, const refine::CounterInput& counter) {
  std::vector<Binding> bindings;
  for (std::size_t i = 0; i < counter.arguments.size() && i < function.arguments.size(); ++i) {
    const llvm::Value* origin = function.arguments[i].origin;
    Binding binding;
    binding.name = origin != nullptr && origin->hasName() ? "%" + origin->getName().str() : "%" + std::to_string(i);
    if (origin != nullptr) llvm::raw_string_ostream(binding.type) << *origin->getType();
    const bool pointer = origin != nullptr && origin->getType()->isPtrOrPtrVectorTy();
    for (const refine::InputValue& value : counter.arguments[i]) {
      llvm::SmallString<40> digits;
      if (value.kind == refine::InputValue::Kind::Bits) value.bits.toString(digits, 16, false, true);
      if (pointer) digits = "a pointer";  // the solver's own numbers of objects say nothing to a reader
      if (value.kind == refine::InputValue::Kind::Poison) digits = "poison";
      if (value.kind == refine::InputValue::Kind::Undef) digits = "undef";
      binding.value += (binding.value.empty() ? "" : ", ") + digits.str().str();
    }
    bindings.push_back(std::move(binding));
  }
  return bindings;
}

/// Makes an input simpler, step by step, as long as it shows the same.
class Simplifier {
 public:
  Simplifier(const semantics::Function& source, const semantics::Function& target, Reason reason,
             const interpret::CheckOptions& options, Input input)
      : source_(source), target_(target), reason_(reason), options_(options), input_(std::move(input)) {}

  Input run() {
    if (!input_.script.empty()) attempt([](Input& input) { input.script.clear(); });
    for (std::size_t argument = 0; argument < input_.arguments.size(); ++argument)
      for (std::size_t lane = 0; lane < input_.arguments[argument].size(); ++lane)
        simplify([=](Input& input) -> InputLane& { return input.arguments[argument][lane]; }, width_of(argument, lane));
    for (std::size_t call = 0; call < input_.script.size(); ++call) simplify_call(call);
    for (std::size_t block = 0; block < input_.memory.size(); ++block) simplify_block(block);
    return std::move(input_);
  }

 private:
  /// Of an argument's lane; 0 for a pointer to an object.
  unsigned width_of(std::size_t argument, std::size_t lane) const {
    if (input_.arguments[argument][lane].block != 0) return 0;
    const semantics::Slots slots = source_.arguments[argument].value;
    return source_.slots[slots.first + static_cast<std::uint32_t>(lane)].bits;
  }
  /// Bytes that are all zero, or at least none of them poison.
  void simplify_block(std::size_t block) {
    const auto is_plain = [](const interpret::MemoryByte& byte) { return byte == interpret::MemoryByte::of(0); };
    if (std::ranges::all_of(input_.memory[block].bytes, is_plain)) return;
    const auto replace = [&](const auto& which) {
      return attempt([&](Input& input) {
        for (interpret::MemoryByte& byte : input.memory[block].bytes)
          if (which(byte)) byte = interpret::MemoryByte::of(0);
      });
    };
    if (replace([](const interpret::MemoryByte&) { return true; })) return;
    replace([](const interpret::MemoryByte& byte) { return byte.owner == 0; });
    replace([](const interpret::MemoryByte& byte) { return byte.poison != 0 || byte.undef != 0; });
  }
  void simplify_call(std::size_t call) {
    // A byte may be told twice: as one of an object, and as one behind an argument.
    const auto drop = [&](const auto& which) {
      if (std::ranges::any_of(input_.script[call].writes, which))
        attempt([&](Input& input) { std::erase_if(input.script[call].writes, which); });
    };
    drop([](const ScriptedCall::Write& write) { return write.block != 0; });
    drop([](const ScriptedCall::Write& write) { return write.block == 0; });
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
  }
  template <class Change>
  bool attempt(const Change& change) {
    if (++tries_ > kMostSimplifications) return false;
    Input changed = input_;
    change(changed);
    const CheckResult again = interpret::check_input(source_, target_, changed, options_);
    if (again.kind != CheckResult::Kind::Refuted || again.reason != reason_) return false;
    input_ = std::move(changed);
    return true;
  }

  const semantics::Function& source_;
  const semantics::Function& target_;
  Reason reason_;
  const interpret::CheckOptions& options_;
  Input input_;
  unsigned tries_ = 0;
};

/// The solver's objects where the solver has them, if the concrete machine can have them there.
bool take_addresses(const refine::CounterInput& counter, Input& input) {
  for (std::size_t i = 0; i < input.memory.size(); ++i) {
    interpret::MemoryBlock& block = input.memory[i];
    if (!block.name.empty()) continue;
    const std::uint64_t address = counter.memory[i].address;
    if (address < kLowest || address > kHighest || block.size > kHighest - address) return false;
    for (std::size_t k = 0; k < i; ++k) {
      const interpret::MemoryBlock& other = input.memory[k];
      if (other.name.empty() && address < other.address + other.size && other.address < address + block.size)
        return false;
    }
    block.address = address;
  }
  for (interpret::MemoryBlock& block : input.memory)
    for (interpret::MemoryByte& byte : block.bytes)
      if (byte.owner != 0) {
        const refine::CounterByte& from = counter.memory[&block - input.memory.data()].bytes[&byte - block.bytes.data()];
        byte.value = static_cast<std::uint8_t>((input.memory[byte.owner - 1].address + from.offset) >> (8 * (byte.piece % 8)));
      }
  return true;
}

/// Replays the model; where that shows nothing, with the objects where the model has them, and with other things that
/// the unknown functions may do.
CheckResult run_model(const semantics::Function& source, const semantics::Function& target,
                      const refine::CounterInput& counter, Input& input, const interpret::CheckOptions& options) {
  input = to_input(counter);
  const CheckResult first = interpret::check_input(source, target, input, options);
  if (first.kind == CheckResult::Kind::Refuted || !counter.beyond_arguments) return first;
  const auto shows = [&](const Input& other, CheckResult& result) {
    result = interpret::check_input(source, target, other, options);
    if (result.kind != CheckResult::Kind::Refuted) return false;
    input = other;
    return true;
  };
  CheckResult result;
  Input moved = input;
  if (take_addresses(counter, moved) && shows(moved, result)) return result;
  for (std::uint64_t draw = 1; draw <= kDraws && !counter.calls.empty(); ++draw) {
    Input drawn = input;
    drawn.script.clear();
    drawn.calls = draw;
    if (shows(drawn, result)) return result;
  }
  return first;
}

}  // namespace

Replay replay(const semantics::Function& source, const semantics::Function& target, const refine::RefineResult& result,
              const interpret::CheckOptions& options) {
  Replay replay;
  const auto not_replayable = [&](std::string why) {
    replay.detail = std::move(why);
    if (result.input) replay.counterexample.inputs = bindings_of(source, *result.input);
    replay.counterexample.source_result = "(the solver's counterexample was not run: " + replay.detail + ")";
    replay.counterexample.target_result = "(the solver says: " + reason_text(result) + ")";
    return replay;
  };
  if (!result.input) return not_replayable("no input");
  Input input;
  const CheckResult first = run_model(source, target, *result.input, input, options);
  if (first.kind == CheckResult::Kind::Proved || first.kind == CheckResult::Kind::Passed) {
    // Addresses and what unknown functions do are others here than in the model.
    if (result.input->beyond_arguments) return not_replayable("memory or calls decide");
    replay.outcome = Outcome::Spurious;
    return replay;
  }
  if (first.kind != CheckResult::Kind::Refuted) return not_replayable(first.detail);
  replay.outcome = Outcome::Confirmed;
  replay.reason = first.reason;
  replay.input = Simplifier(source, target, first.reason, options, std::move(input)).run();
  replay.counterexample = interpret::explain(source, target, replay.input, options);
  return replay;
}

}  // namespace assay::validate
