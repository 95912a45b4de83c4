#include "services/worker/validate/validate.h"

#include <llvm/ADT/SmallString.h>
#include <llvm/IR/Type.h>
#include <llvm/IR/Value.h>
#include <llvm/Support/raw_ostream.h>

namespace assay::validate {
namespace {

using interpret::CheckResult;
using interpret::Input;
using interpret::InputLane;

constexpr unsigned kMostSimplifications = 64;  ///< simpler inputs that are tried

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
    for (const refine::InputValue& value : argument) {
      switch (value.kind) {
        case refine::InputValue::Kind::Bits:
          lanes.push_back(value.block == 0 ? InputLane::of(value.bits)
                                           : InputLane::pointer(value.block - 1, value.bits));
          break;
        case refine::InputValue::Kind::Poison:
          lanes.push_back(InputLane::poison());
          break;
        case refine::InputValue::Kind::Undef:
          lanes.push_back(InputLane::undef());
          break;
      }
    }
  }
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

/// Tries simpler values for one lane after the other; keeps those that show the same.
Input simplify(const semantics::Function& source, const semantics::Function& target, Input input,
               const refine::CounterInput& counter, const std::string& reason, const interpret::CheckOptions& options) {
  unsigned tries = 0;
  for (std::size_t argument = 0; argument < input.arguments.size(); ++argument) {
    for (std::size_t lane = 0; lane < input.arguments[argument].size(); ++lane) {
      if (counter.arguments[argument][lane].block != 0) continue;
      const unsigned width = counter.arguments[argument][lane].bits.getBitWidth();
      for (const InputLane& other : simpler(input.arguments[argument][lane], width)) {
        if (++tries > kMostSimplifications) return input;
        Input changed = input;
        changed.arguments[argument][lane] = other;
        const CheckResult again = interpret::check_input(source, target, changed, options);
        if (again.kind != CheckResult::Kind::Refuted || again.reason != reason) continue;
        input = std::move(changed);
        break;
      }
    }
  }
  return input;
}

}  // namespace

Replay replay(const semantics::Function& source, const semantics::Function& target, const refine::RefineResult& result,
              const interpret::CheckOptions& options) {
  Replay replay;
  const auto not_replayable = [&](std::string why) {
    replay.reason = std::move(why);
    if (result.input) replay.counterexample.inputs = bindings_of(source, *result.input);
    replay.counterexample.source_result = "(the solver's counterexample was not run: " + replay.reason + ")";
    replay.counterexample.target_result = "(the solver says: " + result.reason + ")";
    return replay;
  };
  if (!result.input) return not_replayable("no input");
  const Input input = to_input(*result.input);
  const CheckResult first = interpret::check_input(source, target, input, options);
  if (first.kind == CheckResult::Kind::Proved || first.kind == CheckResult::Kind::Passed) {
    // Addresses and what unknown functions do are others here than in the model.
    if (result.input->beyond_arguments) return not_replayable("memory or calls decide");
    replay.outcome = Outcome::Spurious;
    return replay;
  }
  if (first.kind != CheckResult::Kind::Refuted) return not_replayable(first.reason);
  replay.outcome = Outcome::Confirmed;
  replay.reason = first.reason;
  replay.input = simplify(source, target, input, *result.input, first.reason, options);
  replay.counterexample = interpret::explain(source, target, replay.input, options);
  return replay;
}

}  // namespace assay::validate
