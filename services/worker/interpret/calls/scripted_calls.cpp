#include "services/worker/interpret/calls/scripted_calls.h"

#include <llvm/IR/Function.h>
#include <llvm/IR/InstrTypes.h>

#include <algorithm>

#include "services/worker/interpret/calls/callee_access.h"
#include "services/worker/interpret/calls/uninterpreted.h"
#include "services/worker/interpret/program/world.h"
#include "services/worker/interpret/values/promise_steps.h"

namespace assay::interpret {
namespace {

using semantics::LaneKind;

/// The machine's block for a block of the input; 0 if there is none.
Provenance place_of(const Machine& machine, std::uint32_t block) {
  return block == 0 || block > machine.surroundings.of_input.size() ? 0 : machine.surroundings.of_input[block - 1];
}

bool is_argument(Machine& machine, const Lane& lane, const semantics::LaneType& type, const InputLane& said) {
  if (said.kind == InputLane::Kind::Poison) return lane.state == kPoison;
  if (said.kind == InputLane::Kind::Undef) return lane.state == kUndef;
  if (lane.state != kDefined) return false;
  const llvm::APInt pattern = machine.lanes.pattern_of(lane, type.bits);
  if (said.block == 0) return pattern == said.bits.zextOrTrunc(type.bits);
  const Block* block = machine.memory.find(place_of(machine, said.block));
  return block != nullptr && pattern == said.bits.zextOrTrunc(type.bits) + llvm::APInt(type.bits, block->base);
}

bool has_arguments(Machine& machine, const CallArguments& arguments, const ScriptedCall& entry) {
  for (std::size_t i = 0; i < arguments.lanes.size() && i < entry.arguments.size(); ++i)
    for (std::size_t k = 0; k < arguments.lanes[i].size() && k < entry.arguments[i].size(); ++k)
      if (const auto& said = entry.arguments[i][k];
          said && !is_argument(machine, arguments.lanes[i][k], arguments.types[i][k], *said))
        return false;
  return true;
}

std::string name_of_callee(const CallArguments& arguments) {
  return arguments.callee != nullptr ? arguments.callee->getName().str()
         : arguments.function != 0   ? semantics::name_of_function(arguments.function)
                                     : "";
}

/// The entry that is played at this call, if any.
std::optional<std::size_t> next_entry(Machine& machine, const CallArguments& arguments) {
  const std::string given = name_of_callee(arguments);
  std::optional<std::size_t> found;
  for (std::size_t i = 0; i < machine.calls.script->size(); ++i) {
    const ScriptedCall& entry = (*machine.calls.script)[i];
    if (machine.calls.outcomes->was_played(i) || given != entry.function) continue;
    const bool exactly = has_arguments(machine, arguments, entry);
    if (exactly || !found) found = i;
    if (exactly) break;
  }
  if (found) machine.calls.outcomes->play(*found);
  return found;
}

using Way = CallOutcome::Way;

/// In the run what the script says of the input; nothing if it is not there.
std::optional<Way> way_of(const Machine& machine, const ScriptedCall::Way& said) {
  switch (said.kind) {
    case Way::Kind::Block:
    case Way::Kind::Held: {
      const Provenance place = place_of(machine, said.which);
      if (place == 0 || (said.kind == Way::Kind::Held && !machine.memory.find(place)->escaped)) return std::nullopt;
      return Way{said.kind, (place & kBlockMask) - 1, said.at};
    }
    case Way::Kind::Argument:
      return Way{said.kind, said.which, 0};
    case Way::Kind::Given:
      for (std::uint32_t i = 0; i < machine.calls.given.size(); ++i)
        if (const CallState::Given& given = machine.calls.given[i];
            given.outcome->entry == said.entry && given.argument == said.which)
          return Way{said.kind, i, 0};
      break;
  }
  return std::nullopt;
}

/// The result is a pointer that the callee got at plus an offset. False if the callee may not return it.
bool add_passed(Machine& machine, const CallArguments& arguments, std::size_t k, const ScriptedCall::Way& told,
                const InputLane& said, CallOutcome& outcome) {
  const semantics::LaneType& type = arguments.result_types[k];
  const std::optional<Way> way = way_of(machine, told);
  const std::optional<Lane> from = way ? pointer_at(machine, arguments, *way) : std::nullopt;
  if (type.kind != LaneKind::Pointer || type.bits > 64 || !from || said.kind != InputLane::Kind::Bits) return false;
  if (way->kind == Way::Kind::Argument && (arguments.types[way->which][0].bits != type.bits ||
                                           !llvm::capturesAnything(arguments.facts->arguments[way->which].capture)))
    return false;
  const llvm::APInt offset = said.bits.sextOrTrunc(type.bits);
  const bool may = from->state == kDefined && machine.memory.find(from->provenance) != nullptr &&
                   !arguments.promises->noalias && arguments.promises->dereferenceable == 0 &&
                   arguments.promises->dereferenceable_or_null == 0 &&
                   keeps_promises(*arguments.promises, type, machine.lanes.pattern_of(*from, type.bits) + offset);
  if (!may) return false;
  outcome.result.push_back(offset);
  outcome.owners.push_back(0);
  outcome.poison.push_back(false);
  outcome.offset_from.resize(k + 1);
  outcome.offset_from[k] = way;
  return true;
}

/// A pattern that breaks a promise is poison.
void add_lane(Machine& machine, const CallArguments& arguments, std::size_t k, const InputLane& said,
              CallOutcome& outcome) {
  const semantics::Promises& promises = *arguments.promises;
  const semantics::LaneType& type = arguments.result_types[k];
  const bool bits = said.kind == InputLane::Kind::Bits;
  llvm::APInt value = bits ? said.bits.zextOrTrunc(type.bits) : llvm::APInt(type.bits, 0);
  Provenance owner = 0;
  const Provenance place = type.kind == LaneKind::Pointer && bits ? place_of(machine, said.block) : 0;
  if (const Block* block = machine.memory.find(place)) {
    value += block->base;
    // An object of the input is one that others know, though nobody may write it.
    const bool is_known = block->kind == Block::Kind::Argument && block->live && block->escaped;
    if (is_known || may_return(machine, (place & kBlockMask) - 1)) owner = place;
  }
  outcome.result.push_back(value);
  outcome.owners.push_back(owner);
  outcome.poison.push_back(!bits || !keeps_promises(promises, type, value));
}

/// Does the result keep the call's promises? Poison breaks noundef; dereferenceable memory must be there.
bool may_give(const Machine& machine, const CallArguments& arguments, const CallOutcome& outcome) {
  const semantics::Promises& promises = *arguments.promises;
  const std::uint64_t promised = std::max(promises.dereferenceable, promises.dereferenceable_or_null);
  for (std::size_t k = 0; k < outcome.result.size(); ++k) {
    if (outcome.poison[k] && (promises.noundef || promised != 0)) return false;
    if (outcome.poison[k] && !may_give_poison(arguments)) return false;
    if (k < outcome.offset_from.size() && outcome.offset_from[k]) continue;
    if (promises.noalias && outcome.owners[k] != 0) return false;
    if (promised == 0 || (outcome.result[k].isZero() && promises.dereferenceable == 0)) continue;
    const Block* block = machine.memory.find(outcome.owners[k]);
    if (block == nullptr || outcome.result[k].ult(block->base)) return false;
    const std::uint64_t offset = outcome.result[k].getLimitedValue() - block->base;
    if (offset > block->size || block->size - offset < promised) return false;
  }
  return true;
}

void play_result(Machine& machine, const CallArguments& arguments, const ScriptedCall& entry, CallOutcome& outcome) {
  for (unsigned i = 0; i < arguments.lanes.size(); ++i) {
    if (!arguments.facts->arguments[i].returned) continue;
    if (arguments.lanes[i].size() == arguments.result.size()) outcome.returned = i;
    return;
  }
  for (std::size_t k = 0; k < arguments.result.size() && k < entry.result.size(); ++k)
    if (k >= entry.result_of.size() || !entry.result_of[k])
      add_lane(machine, arguments, k, entry.result[k], outcome);
    else if (!add_passed(machine, arguments, k, *entry.result_of[k], entry.result[k], outcome))
      return;
}

/// What a variable that the callee has no pointer to comes to hold: the script's bytes where a function that it may
/// call back stores an argument, or what such a function stores.
void add_write_back(const Machine& machine, const CallArguments& arguments, const ScriptedCall::Write& said,
                    const Way& way, CallOutcome& outcome) {
  const auto& objects = machine.world->environment().objects();
  if (!machine.calls.is_to_refute || way.which >= objects.size() || !permissions_of(arguments).calls_back) return;
  for (const Setter& setter : objects[way.which].setters) {
    if (said.offset < setter.offset || said.offset - setter.offset >= setter.size) continue;
    if (setter.bytes.empty()) outcome.writes.push_back({way, said.offset, byte_of(machine, said.byte)});
    for (std::uint64_t i = 0; i < setter.bytes.size(); ++i)
      outcome.writes.push_back({way, setter.offset + i, MemoryByte::of(setter.bytes[i])});
    return;
  }
}

void play_writes(Machine& machine, const CallArguments& arguments, const ScriptedCall& entry, CallOutcome& outcome) {
  const semantics::Permissions& may = permissions_of(arguments);
  for (const ScriptedCall::Write& said : entry.writes) {
    const std::optional<Way> way = way_of(machine, said.way);
    std::uint64_t offset = said.offset;
    const Block* block = way ? block_at(machine, arguments, *way, offset) : nullptr;
    if (block == nullptr) continue;
    const bool argument = way->kind == Way::Kind::Argument;
    if (!(argument ? may.writes_arguments() : may.writes_others())) continue;
    if (argument && (!may_write(arguments, way->which) || is_hidden(machine, arguments, way->which))) continue;
    if (way->kind == Way::Kind::Block && !may_write_everywhere(machine, way->which)) {
      if (block->live && block->writable && !block->escaped) add_write_back(machine, arguments, said, *way, outcome);
      continue;
    }
    if (way->kind != Way::Kind::Block && !argument && is_hidden(machine, arguments, *block)) continue;
    outcome.writes.push_back({*way, said.offset, byte_of(machine, said.byte)});
  }
}

void play_frees(const Machine& machine, const CallArguments& arguments, const ScriptedCall& entry,
                CallOutcome& outcome) {
  if (!permissions_of(arguments).frees || permissions_of(arguments).reach() != semantics::Reach::Everything) return;
  for (const std::uint32_t block : entry.frees) {
    const Provenance place = place_of(machine, block);
    const Block* freed = machine.memory.find(place);
    if (freed != nullptr && freed->kind == Block::Kind::Argument && freed->escaped)
      outcome.frees.push_back((place & kBlockMask) - 1);
  }
}

/// Plays an entry that says that the call does not return; false if it returns.
bool play_end(Machine& machine, const CallArguments& arguments, const ScriptedCall& entry, CallOutcome& outcome) {
  if (entry.end == ScriptedCall::End::Undefined && !arguments.facts->speculatable) {
    outcome.end = CallOutcome::End::Undefined;
    return true;
  }
  const bool stays = entry.end == ScriptedCall::End::DoesNotReturn;
  // Where both are possible, the seed says which.
  const bool prefers_to_unwind = machine.calls.seed != 0 && stays && may_unwind(machine, arguments);
  if (!permissions_of(arguments).returns || (stays && !prefers_to_unwind && may_leave(machine, arguments))) {
    outcome.end = CallOutcome::End::Leaves;
    return true;
  }
  if (!stays || !may_unwind(machine, arguments)) return false;
  outcome.end = CallOutcome::End::Unwinds;
  outcome.exception = 0x1000 + (static_cast<std::uint64_t>(*outcome.entry) << 4);
  return true;
}

/// The number in the input of a block of the machine's, by its index; 0 if it does not stand there.
semantics::InputBlockNumber number_of(const Machine& machine, std::uint32_t index) {
  const auto& blocks = machine.surroundings.of_input;
  const auto is = [&](Provenance place) { return (place & kBlockMask) == index + 1; };
  const auto found = std::ranges::find_if(blocks, is);
  return found == blocks.end() ? 0 : static_cast<semantics::InputBlockNumber>(found - blocks.begin() + 1);
}

}  // namespace

ScriptedCall told_call(const Machine& machine, const CallArguments& arguments, const CallOutcome& outcome) {
  ScriptedCall call;
  call.function = name_of_callee(arguments);
  if (outcome.end != CallOutcome::End::Returns)
    call.end =
        outcome.end == CallOutcome::End::Undefined ? ScriptedCall::End::Undefined : ScriptedCall::End::DoesNotReturn;
  for (std::size_t k = 0; k < outcome.result.size(); ++k) {
    InputLane lane = outcome.poison[k] ? InputLane::poison() : InputLane::of(outcome.result[k]);
    if (outcome.owners[k] != 0) {
      lane.block = number_of(machine, (outcome.owners[k] & kBlockMask) - 1);
      if (lane.block != 0) lane.bits -= machine.memory.find(outcome.owners[k])->base;
    }
    call.result.push_back(std::move(lane));
  }
  for (const CallOutcome::Write& write : outcome.writes) {
    ScriptedCall::Way way{write.way.kind, write.way.which, 0, 0};
    if (way.kind == Way::Kind::Block) way.which = number_of(machine, write.way.which);
    const bool is_told = way.kind == Way::Kind::Argument || (way.kind == Way::Kind::Block && way.which != 0);
    if (is_told) call.writes.push_back({way, write.offset, InputByte::of(write.byte.value)});
  }
  return call;
}

bool play_script(Machine& machine, const CallArguments& arguments, CallOutcome& outcome) {
  if (machine.calls.script == nullptr || machine.calls.script->empty()) return false;
  const std::optional<std::size_t> number = next_entry(machine, arguments);
  if (!number) return false;
  const ScriptedCall* entry = &(*machine.calls.script)[*number];
  CallOutcome played;
  played.entry = number;
  play_writes(machine, arguments, *entry, played);
  play_frees(machine, arguments, *entry, played);
  if (!play_end(machine, arguments, *entry, played)) {
    play_result(machine, arguments, *entry, played);
    if (!played.returned && (played.result.size() != arguments.result.size() || !may_give(machine, arguments, played)))
      return false;
  }
  outcome = std::move(played);
  return true;
}

}  // namespace assay::interpret
