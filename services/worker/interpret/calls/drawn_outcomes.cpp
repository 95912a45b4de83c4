#include <llvm/IR/Function.h>
#include <llvm/IR/Instructions.h>

#include <algorithm>

#include "services/worker/interpret/calls/scripted_calls.h"
#include "services/worker/interpret/calls/unknown_calls.h"
#include "services/worker/interpret/values/promise_steps.h"

/// What a call of an unknown function does: drawn, within what it may do.
namespace assay::interpret {
namespace {

using llvm::APInt;
using semantics::LaneKind;
using Way = CallOutcome::Way;

/// An object that unknown functions know, for a pointer that one of them returns: mostly the input's last, which is
/// there for that. Nothing if the draw says so, or no object keeps the promises.
std::optional<std::size_t> drawn_block(const Machine& machine, const semantics::Promises& promises,
                                       const semantics::LaneType& type, UninterpretedHash hash) {
  // A noalias result is a new object.
  if (type.kind != LaneKind::Pointer || promises.noalias || machine.calls.seed == 0) return std::nullopt;
  hash.add(Draw::KnownObject);
  const std::uint64_t draw = hash.result(16).getZExtValue();
  if (draw % 4 == 0) return std::nullopt;
  std::vector<std::size_t> fitting;
  for (std::size_t i = 0; i < machine.surroundings.count; ++i) {
    const Block& block = machine.memory.at(i);
    if (may_return(machine, i) && keeps_promises(promises, type, APInt(type.bits, block.base)) &&
        block.size >= std::max(promises.dereferenceable, promises.dereferenceable_or_null))
      fitting.push_back(i);
  }
  if (fitting.empty()) return std::nullopt;
  return draw % 4 == 1 ? fitting[(draw >> 2) % fitting.size()] : fitting.back();
}

/// Draws a result that keeps what the call promises of it. False if the run ended.
bool draw_result(Machine& machine, const CallArguments& arguments, const UninterpretedHash& hash,
                 CallOutcome& outcome) {
  const semantics::Promises& promises = *arguments.promises;
  for (unsigned i = 0; i < arguments.lanes.size(); ++i) {
    if (!arguments.facts->arguments[i].returned) continue;
    if (arguments.lanes[i].size() != arguments.result.size())
      return give_up(machine, "a returned argument of another type", arguments.instruction);
    outcome.returned = i;
    return true;
  }
  for (std::size_t k = 0; k < arguments.result.size(); ++k) {
    const semantics::LaneType& type = arguments.result_types[k];
    UninterpretedHash each = hash;
    each.add(Draw::Result, k);
    if (const auto block = drawn_block(machine, promises, type, each)) {
      outcome.result.push_back(APInt(type.bits, machine.memory.at(*block).base));
      outcome.owners.push_back(Memory::environment(*block));
      outcome.poison.push_back(false);
      continue;
    }
    if (type.kind == LaneKind::Pointer && (promises.dereferenceable != 0 || promises.dereferenceable_or_null != 0))
      return give_up(machine, "memory that an unknown function returns", arguments.instruction);
    APInt value(type.bits, 0);
    constexpr int kTries = 64;
    int tries = 0;
    do {
      each.add(Draw::AnotherTry);
      value = small_or_any(each, type.bits);
      if (type.kind == LaneKind::Pointer && !value.isZero()) value &= ~APInt(type.bits, 15);
    } while (!keeps_promises(promises, type, value) && ++tries < kTries);
    if (tries == kTries) return give_up(machine, "a result that keeps its promises", arguments.instruction);
    outcome.result.push_back(std::move(value));
    outcome.owners.push_back(0);
    outcome.poison.push_back(false);
  }
  return true;
}

/// Draws which of `count` bytes are written, and what.
void draw_writes(CallOutcome::Write first, std::uint64_t count, UninterpretedHash hash, CallOutcome& outcome) {
  const APInt draws = hash.result(64);
  if (!draws[0]) return;
  Rng rng(draws.getZExtValue());
  for (std::uint64_t i = 0; i < count; ++i, ++first.offset) {
    if (!rng.chance(3, 4)) continue;
    first.byte = MemoryByte::of(static_cast<std::uint8_t>(rng()));
    outcome.writes.push_back(first);
  }
}

void draw_effects(Machine& machine, const CallArguments& arguments, const UninterpretedHash& hash,
                  CallOutcome& outcome) {
  constexpr std::uint64_t kReach = 16;
  if (permissions_of(arguments).writes_others()) {
    for (std::uint32_t i = 0; i < machine.surroundings.count; ++i) {
      if (!may_write_everywhere(machine, i)) continue;
      UninterpretedHash each = hash;
      each.add(Draw::WriteToKnown, i);
      draw_writes({{Way::Kind::Block, i, 0}, 0, {}}, machine.memory.at(i).held(), each, outcome);
    }
    for (std::uint32_t i = 0; i < machine.calls.given.size(); ++i) {
      const Way way{Way::Kind::Given, i, 0};
      std::uint64_t offset = 0;
      const Block* block = block_at(machine, arguments, way, offset);
      if (block == nullptr || is_hidden(machine, arguments, *block) || offset >= block->size) continue;
      UninterpretedHash each = hash;
      each.add(Draw::WriteToGiven, i);
      draw_writes({way, 0, {}}, std::min(kReach, block->size - offset), each, outcome);
    }
  }
  if (!permissions_of(arguments).writes_arguments()) return;
  for (unsigned i = 0; i < arguments.lanes.size(); ++i) {
    const Block* block = written_block(machine, arguments, i);
    if (block == nullptr || !may_write(arguments, i) || is_hidden(machine, arguments, i)) continue;
    UninterpretedHash each = hash;
    each.add(Draw::WriteToArgument, i);
    const std::uint64_t offset = arguments.lanes[i][0].bits - block->base;
    draw_writes({{Way::Kind::Argument, i, 0}, 0, {}}, std::min(kReach, block->size - std::min(offset, block->size)),
                each, outcome);
  }
}

}  // namespace

bool draw_outcome(Machine& machine, const CallArguments& arguments, const UninterpretedHash& hash,
                  CallOutcome& outcome) {
  if (play_script(machine, arguments, outcome)) return true;
  if (!permissions_of(arguments).memory.onlyReadsMemory()) draw_effects(machine, arguments, hash, outcome);
  UninterpretedHash fate = hash;
  fate.add(Draw::Fate);
  const std::uint64_t drawn = fate.result(8).getZExtValue();
  outcome.branch = fate.result(32).getZExtValue();
  constexpr std::uint64_t kUnwinds = 32, kLeaves = 48;  // of 256
  const bool wild = machine.calls.seed != 0;
  if (wild && drawn < kUnwinds && may_unwind(machine, arguments)) {
    outcome.end = CallOutcome::End::Unwinds;
    outcome.exception = (fate.result(40).getZExtValue() << 4) + 0x1000;
    return true;
  }
  if (!permissions_of(arguments).returns || (wild && drawn < kLeaves && may_leave(machine, arguments))) {
    outcome.end = CallOutcome::End::Leaves;
    return true;
  }
  return draw_result(machine, arguments, hash, outcome);
}

}  // namespace assay::interpret
