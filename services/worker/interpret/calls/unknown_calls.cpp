#include <llvm/Demangle/Demangle.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Intrinsics.h>

#include <algorithm>

#include "services/worker/interpret/calls/call_limits.h"
#include "services/worker/interpret/calls/scripted_calls.h"
#include "services/worker/interpret/calls/uninterpreted.h"
#include "services/worker/interpret/memory/memory_access.h"
#include "services/worker/interpret/memory/visible.h"
#include "services/worker/interpret/values/lanes.h"
#include "services/worker/interpret/values/promise_steps.h"
#include "services/worker/semantics/program.h"

/// Calls of unknown functions.
namespace assay::interpret {
namespace {

using llvm::APInt;
using semantics::LaneKind;
using Way = CallOutcome::Way;

bool stop(Machine& machine, const char* why, std::uint32_t instruction) {
  machine.stop(EndKind::Inconclusive, why, instruction);
  return false;
}

/// Hashes the arguments. They must be plain: defined, and no pointers to the function's own objects.
bool hash_arguments(Machine& machine, const CallArguments& arguments, UninterpretedHash& hash) {
  for (std::size_t i = 0; i < arguments.lanes.size(); ++i)
    for (std::size_t k = 0; k < arguments.lanes[i].size(); ++k) {
      const unsigned bits = arguments.types[i][k].bits;
      const bool picks = machine.lanes.lost == LostSets::Pick;
      const Lane lane = picks ? pick(machine, arguments.lanes[i][k], bits) : arguments.lanes[i][k];
      // With poison the function may do anything, whatever it does with what the source gives it.
      if (picks && lane.state == kPoison) {
        hash.add(~std::uint64_t{0});
        continue;
      }
      if (lane.state != kDefined)
        return stop(machine, "an unknown function of an undefined value", arguments.instruction);
      if (lane.provenance != 0 && !machine.is_shared(lane.provenance))
        return stop(machine, "an unknown function of a local address", arguments.instruction);
      hash.add(machine.lanes.pattern_of(lane, bits));
    }
  return true;
}

/// Hashes the memory that code outside may see; its bytes must be plain, too.
bool hash_memory(Machine& machine, UninterpretedHash& hash, std::uint32_t instruction) {
  for (std::size_t i = 0; i < machine.memory.count(); ++i) {
    const Block& block = machine.memory.at(i);
    if (!block.live || !block.escaped || !block.writable || block.kind == Block::Kind::Function) continue;
    if (i >= machine.surroundings.count)
      return stop(machine, "an unknown function may read a local object", instruction);
    for (std::uint64_t offset = 0; offset < block.held(); ++offset) {
      const MemoryByte byte = block.get(offset);
      if (byte.undef != 0 || byte.poison != 0 || (byte.owner != 0 && !machine.is_shared(byte.owner)))
        return stop(machine, "an unknown function reads undefined memory", instruction);
      hash.add(std::uint64_t{byte.value});
    }
  }
  return true;
}

/// An object that unknown functions know, for a pointer that one of them returns: mostly the input's last, which is
/// there for that. Nothing if the draw says so, or no object keeps the promises.
std::optional<std::size_t> drawn_block(const Machine& machine, const semantics::Promises& promises,
                                       const semantics::LaneType& type, UninterpretedHash hash) {
  // A noalias result is a new object.
  if (type.kind != LaneKind::Pointer || promises.noalias || machine.calls.seed == 0) return std::nullopt;
  hash.add(std::uint64_t{3000});
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
    if (arguments.lanes[i].size() == arguments.result.size()) outcome.returned = i;
    return true;
  }
  for (std::size_t k = 0; k < arguments.result.size(); ++k) {
    const semantics::LaneType& type = arguments.result_types[k];
    UninterpretedHash each = hash;
    each.add(std::uint64_t{k});
    if (const auto block = drawn_block(machine, promises, type, each)) {
      outcome.result.push_back(APInt(type.bits, machine.memory.at(*block).base));
      outcome.owners.push_back(Memory::environment(*block));
      outcome.poison.push_back(false);
      continue;
    }
    if (type.kind == LaneKind::Pointer && (promises.dereferenceable != 0 || promises.dereferenceable_or_null != 0))
      return stop(machine, "memory that an unknown function returns", arguments.instruction);
    APInt value(type.bits, 0);
    constexpr int kTries = 64;
    int tries = 0;
    do {
      each.add(std::uint64_t{1});
      value = each.result(type.bits);
      // Small numbers and null are as likely as others.
      if (value.getBitWidth() > 4 && value[0]) value = value.lshr(type.bits - 4);
      if (type.kind == LaneKind::Pointer && !value.isZero()) value &= ~APInt(type.bits, 15);
    } while (!keeps_promises(promises, type, value) && ++tries < kTries);
    if (tries == kTries) return stop(machine, "a result that keeps its promises", arguments.instruction);
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
  const llvm::MemoryEffects effects = effects_of(arguments);
  constexpr std::uint64_t kReach = 16;
  const auto allowed = [&](llvm::IRMemLocation where) { return llvm::isModSet(effects.getModRef(where)); };
  if (allowed(llvm::IRMemLocation::Other)) {
    for (std::uint32_t i = 0; i < machine.surroundings.count; ++i) {
      if (!may_write_everywhere(machine, i)) continue;
      UninterpretedHash each = hash;
      each.add(std::uint64_t{i});
      draw_writes({{Way::Kind::Block, i, 0}, 0, {}}, machine.memory.at(i).held(), each, outcome);
    }
    for (std::uint32_t i = 0; i < machine.calls.given.size(); ++i) {
      const Way way{Way::Kind::Given, i, 0};
      std::uint64_t offset = 0;
      const Block* block = block_at(machine, arguments, way, offset);
      if (block == nullptr || is_hidden(arguments, *block) || offset >= block->size) continue;
      UninterpretedHash each = hash;
      each.add(std::uint64_t{4000} + i);
      draw_writes({way, 0, {}}, std::min(kReach, block->size - offset), each, outcome);
    }
  }
  if (!allowed(llvm::IRMemLocation::ArgMem)) return;
  for (unsigned i = 0; i < arguments.lanes.size(); ++i) {
    const Block* block = written_block(machine, arguments, i);
    if (block == nullptr || !may_write(arguments, i) || is_hidden(machine, arguments, i)) continue;
    UninterpretedHash each = hash;
    each.add(std::uint64_t{1000} + i);
    const std::uint64_t offset = arguments.lanes[i][0].bits - block->base;
    draw_writes({{Way::Kind::Argument, i, 0}, 0, {}}, std::min(kReach, block->size - std::min(offset, block->size)),
                each, outcome);
  }
}

/// May the call throw, or not come back? Not if it writes nothing: LangRef allows it, but no optimizer takes a
/// memory(none) function that throws into account.
bool may_be_wild(const Machine& machine, const CallArguments& arguments) {
  return machine.calls.seed != 0 && reach_of(arguments) == Reach::Everything;
}

/// Decides what the call does. False if the run ended.
bool draw_outcome(Machine& machine, const CallArguments& arguments, const UninterpretedHash& hash,
                  CallOutcome& outcome) {
  if (play_script(machine, arguments, outcome)) return true;
  if (!effects_of(arguments).onlyReadsMemory()) draw_effects(machine, arguments, hash, outcome);
  UninterpretedHash fate = hash;
  fate.add(std::uint64_t{2000});
  const std::uint64_t drawn = fate.result(8).getZExtValue();
  outcome.branch = fate.result(32).getZExtValue();
  constexpr std::uint64_t kUnwinds = 32, kLeaves = 48;  // of 256
  const bool wild = may_be_wild(machine, arguments);
  if (wild && drawn < kUnwinds && may_unwind(machine, arguments)) {
    outcome.end = CallOutcome::End::Unwinds;
    outcome.exception = (fate.result(40).getZExtValue() << 4) + 0x1000;
    return true;
  }
  if (arguments.facts->never_returns || (wild && drawn < kLeaves && may_leave(machine, arguments))) {
    outcome.end = CallOutcome::End::Leaves;
    return true;
  }
  return draw_result(machine, arguments, hash, outcome);
}

/// Writes what the call writes. False if the run ended: an attribute on this side's call site forbids it.
bool apply_writes(Machine& machine, const CallArguments& arguments, const CallOutcome& outcome) {
  for (const CallOutcome::Write& write : outcome.writes) {
    std::uint64_t offset = write.offset;
    Block* block = block_at(machine, arguments, write.way, offset);
    if (block == nullptr || offset >= block->held()) continue;
    const bool forbidden = effects_of(arguments).onlyReadsMemory() ||
                           (write.way.kind != Way::Kind::Block && is_hidden(arguments, *block)) ||
                           (write.way.kind == Way::Kind::Argument && !may_write(arguments, write.way.which));
    if (forbidden) {
      machine.stop_ub(semantics::Rule::WriteNotAllowed, arguments.instruction);
      return false;
    }
    block->set(offset, write.byte);
  }
  return true;
}

/// Frees what the call frees. False if the run ended: an attribute on this side's call site forbids it.
bool apply_frees(Machine& machine, const CallArguments& arguments, const CallOutcome& outcome) {
  for (const std::uint32_t index : outcome.frees) {
    Block& block = machine.memory.at(index);
    if (!block.live) continue;
    if (!arguments.facts->frees || effects_of(arguments).onlyReadsMemory()) {
      machine.stop_ub(semantics::Rule::WriteNotAllowed, arguments.instruction);
      return false;
    }
    block.live = false;
    block.release();
  }
  return true;
}

/// What a call leaves in an argument's object: undef where it should have initialized a byte and did not, poison if
/// the argument is dead_on_return (LangRef).
void settle_arguments(Machine& machine, const CallArguments& arguments, const CallOutcome& outcome) {
  for (unsigned i = 0; i < arguments.lanes.size(); ++i) {
    const bool dead = arguments.facts->arguments[i].dead_after;
    if (!dead && arguments.facts->arguments[i].initializes.empty()) continue;
    Block* block = written_block(machine, arguments, i);
    const auto wrote = [&](std::uint64_t at) {
      return std::any_of(outcome.writes.begin(), outcome.writes.end(), [&](const CallOutcome::Write& write) {
        std::uint64_t offset = write.offset;
        return block_at(machine, arguments, write.way, offset) == block && offset == at;
      });
    };
    const bool returns = outcome.end == CallOutcome::End::Returns;
    for (std::uint64_t at = 0; block != nullptr && at < block->held(); ++at)
      if (dead)
        block->set(at, MemoryByte::all_poison());
      else if (returns && is_initialized_by(arguments, i, *block, at) && !wrote(at))
        block->set(at, MemoryByte::all_undef());
  }
}

/// The argument that is the result: the function's, or, in a run that is to refute, one that this call alone names.
std::optional<unsigned> argument_returned(const Machine& machine, const CallArguments& arguments,
                                          const CallOutcome& outcome) {
  for (unsigned i = 0; i < arguments.lanes.size() && machine.calls.is_to_refute && !outcome.returned; ++i)
    if (arguments.facts->arguments[i].returned && arguments.lanes[i].size() == arguments.result.size()) return i;
  return outcome.returned;
}

void write_result(Machine& machine, const CallArguments& arguments, const CallOutcome& outcome) {
  if (const auto returned = argument_returned(machine, arguments, outcome)) {
    const auto& from = arguments.lanes[*returned];
    std::copy_n(from.begin(), std::min(from.size(), arguments.result.size()), arguments.result.begin());
    return;
  }
  for (std::size_t k = 0; k < arguments.result.size() && k < outcome.result.size(); ++k) {
    arguments.result[k] = outcome.poison[k] ? kPoisonLane : machine.lanes.lane_of_pattern(outcome.result[k]);
    arguments.result[k].provenance = outcome.owners[k];
    if (k >= outcome.offset_from.size() || !outcome.offset_from[k] || outcome.poison[k]) continue;
    const std::optional<Lane> from = pointer_at(machine, arguments, *outcome.offset_from[k]);
    if (!from) continue;
    arguments.result[k] = *from;
    if (from->state == kDefined) arguments.result[k].bits += outcome.result[k].getZExtValue();
  }
}

/// The call never comes back: the run ends here, with its events.
Handled leave_for_ever(Machine& machine, const CallArguments& arguments) {
  const llvm::Function* top = machine.frames.front().program->function.origin;
  const bool must_return = (top != nullptr && top->willReturn()) || arguments.facts->will_return;
  if (must_return) {
    machine.stop_ub(semantics::Rule::WillReturnViolated, arguments.instruction);
  } else {
    machine.stopped = true;
    machine.result.exit_code = kNoreturnExit;
  }
  return Handled::Stopped;
}

/// The same call did something before, and does it again; else its outcome is drawn now.
Handled make_outcome(Machine& machine, const CallArguments& arguments, const UninterpretedHash& hash) {
  const CallOutcome* outcome = machine.calls.outcomes->find(hash.state());
  if (outcome == nullptr) {
    CallOutcome drawn;
    if (!draw_outcome(machine, arguments, hash, drawn)) return Handled::Stopped;
    for (unsigned i = 0; i < arguments.lanes.size(); ++i)
      if (may_keep(machine, arguments, i))
        drawn.kept.push_back({i, arguments.facts->arguments[i].is_captured_to_read()});
    outcome = &machine.calls.outcomes->keep(hash.state(), std::move(drawn));
  }
  for (const auto& [i, is_to_read] : outcome->kept) {
    const auto pointer = pointer_at(machine, arguments, {Way::Kind::Argument, i, 0});
    machine.calls.given.push_back({outcome, i, pointer.value_or(kPoisonLane), is_to_read});
  }
  if (!apply_writes(machine, arguments, *outcome)) return Handled::Stopped;
  if (!apply_frees(machine, arguments, *outcome)) return Handled::Stopped;
  settle_arguments(machine, arguments, *outcome);
  switch (outcome->end) {
    case CallOutcome::End::Undefined:
      machine.stop_ub(semantics::Rule::CallUndefined, arguments.instruction);
      return Handled::Stopped;
    case CallOutcome::End::Unwinds:
      machine.exceptions.thrown = {outcome->exception, kDefined, 0};
      return Handled::Unwinds;
    case CallOutcome::End::Leaves:
      return leave_for_ever(machine, arguments);
    case CallOutcome::End::Returns:
      break;
  }
  if (arguments.facts->never_returns) {
    machine.stop_ub(semantics::Rule::NoReturnReturned, arguments.instruction);
    return Handled::Stopped;
  }
  machine.calls.branch_draw = outcome->branch;
  write_result(machine, arguments, *outcome);
  return Handled::Done;
}

/// The bytes of a byval argument.
void add_copy(const Machine& machine, const Block& block, const Lane& pointer, std::uint64_t size, Event& event) {
  VisibleBlock& seen = event.memory.emplace_back();
  seen.bytes = seen_bytes(machine, block, block.kind == Block::Kind::Large ? 0 : pointer.bits - block.base);
  if (seen.bytes.size() > size) seen.bytes.resize(size);
  seen.size = size;
}

/// The run's own objects that an earlier call was given to keep.
void add_given(const Machine& machine, const CallArguments& arguments, Event& event) {
  for (const CallState::Given& given : machine.calls.given) {
    const Block* block = machine.memory.find(given.pointer.provenance);
    VisibleBlock& seen = event.memory.emplace_back();
    const bool is_seen =
        given.pointer.state == kDefined && block != nullptr && block->live && !is_hidden(arguments, *block);
    if (is_seen) seen.bytes = seen_bytes(machine, *block, 0);
    if (is_seen && block->lifetime_ended) std::ranges::fill(seen.bytes, MemoryByte::all_poison());
    seen.size = seen.bytes.size();
  }
}

/// What the callee sees: arguments and memory.
Event event_of(const Machine& machine, std::string_view name, const CallArguments& arguments) {
  Event event;
  event.name = name;
  const llvm::MemoryEffects effects = effects_of(arguments);
  const bool reads_all = llvm::isRefSet(effects.getModRef(llvm::IRMemLocation::Other));
  const bool reads = reads_all || llvm::isRefSet(effects.getModRef(llvm::IRMemLocation::ArgMem));
  if (reads_all) event.memory = memory_for_unknown(machine, may_call_back(arguments));
  for (std::size_t i = 0; i < arguments.lanes.size(); ++i) {
    for (std::size_t k = 0; k < arguments.lanes[i].size(); ++k) {
      const Lane& lane = arguments.lanes[i][k];
      const Block* block = machine.memory.find(lane.provenance);
      if (const auto size = arguments.facts->arguments[i].by_value;
          size && lane.state == kDefined && block != nullptr) {
        add_copy(machine, *block, lane, *size, event);  // where the original stands nobody sees
        continue;
      }
      event.arguments.push_back(seen_lane(machine, lane, arguments.types[i][k].bits));
      if (!reads || lane.state != kDefined || block == nullptr || !(block->live || block->lifetime_ended) ||
          (machine.is_shared(lane.provenance) && block->escaped && reads_all) || lane.bits < block->base ||
          is_hidden(machine, arguments, i) || arguments.facts->arguments[i].write_only)
        continue;
      VisibleBlock& seen = event.memory.emplace_back();
      // A refutation looks at all that the callee gets at. Else it is what stands behind the pointer: an optimizer may
      // split objects.
      const bool is_whole = block->kind == Block::Kind::Large || machine.calls.is_to_refute;
      const std::uint64_t from = is_whole ? 0 : lane.bits - block->base;
      seen.bytes = seen_bytes(machine, *block, from);
      for (std::uint64_t at = 0; at < seen.bytes.size(); ++at)
        if (is_initialized_by(arguments, static_cast<unsigned>(i), *block, from + at))
          seen.bytes[at] = MemoryByte::all_poison();
      if (block->lifetime_ended) std::ranges::fill(seen.bytes, MemoryByte::all_poison());
      seen.size = seen.bytes.size();
    }
  }
  if (reads_all && machine.calls.is_to_refute) add_given(machine, arguments, event);
  return event;
}

/// Adds the event.
void record(Machine& machine, std::string_view name, const CallArguments& arguments) {
  Event event = event_of(machine, name, arguments);
  std::uint64_t bytes = sizeof(Event) + event.arguments.size() * sizeof(LaneSet);
  for (const VisibleBlock& seen : event.memory) bytes += sizeof(VisibleBlock) + seen.bytes.size() * sizeof(MemoryByte);
  machine.result.events.push_back(std::move(event));
  machine.keep(bytes, arguments.instruction);
}

/// Hashes the objects that arguments point to.
bool hash_pointed(Machine& machine, const CallArguments& arguments, UninterpretedHash& hash) {
  for (unsigned i = 0; i < arguments.lanes.size(); ++i) {
    if (is_unread(arguments, i)) continue;
    for (const Lane& lane : arguments.lanes[i]) {
      const Block* block = machine.memory.find(lane.provenance);
      if (lane.state != kDefined || block == nullptr || !block->live || block->kind == Block::Kind::Function) continue;
      for (std::uint64_t offset = 0; offset < block->held(); ++offset) {
        if (is_initialized_by(arguments, i, *block, offset)) continue;
        const MemoryByte byte = block->get(offset);
        if (byte.undef != 0 || byte.poison != 0 || (byte.owner != 0 && !machine.is_shared(byte.owner)))
          return stop(machine, "an unknown function reads undefined memory", arguments.instruction);
        hash.add(std::uint64_t{byte.value});
      }
    }
  }
  return true;
}

/// What decides on the call's outcome, as a number: it is an event, or a function of what it looks at.
std::uint64_t view_of(const CallArguments& arguments, Reach reach) {
  UninterpretedHash view("");
  view.add(static_cast<std::uint64_t>(reach));
  if (reach == Reach::Everything) return view.state();
  view.add(std::uint64_t{llvm::isRefSet(effects_of(arguments).getModRef())});
  for (unsigned i = 0; i < arguments.lanes.size(); ++i) {
    view.add(std::uint64_t{is_unread(arguments, i)});
    for (const auto& [first, end] : arguments.facts->arguments[i].initializes) {
      view.add(static_cast<std::uint64_t>(first));
      view.add(static_cast<std::uint64_t>(end));
    }
  }
  return view.state();
}

/// A callee gets copies of what byval arguments point to.
bool check_copies(Machine& machine, const CallArguments& arguments) {
  for (unsigned i = 0; i < arguments.lanes.size(); ++i) {
    const semantics::ArgumentFacts& argument = arguments.facts->arguments[i];
    if (argument.by_value.value_or(0) == 0) continue;
    const std::uint64_t align = std::max<std::uint64_t>(argument.promises.align, 1);
    Access access;
    if (!reach(machine, arguments.lanes[i][0], *argument.by_value, align, Purpose::Read, arguments.instruction, access))
      return false;
  }
  return true;
}

/// A call that is no event: its result and effects are a function of its arguments and of the memory that it reads.
Handled call_function(Machine& machine, Reach reach, const CallArguments& arguments, UninterpretedHash hash) {
  if (!hash_arguments(machine, arguments, hash)) return Handled::Stopped;
  const bool sees = llvm::isRefSet(effects_of(arguments).getModRef());
  if (reach != Reach::Nothing && sees && !hash_pointed(machine, arguments, hash)) return Handled::Stopped;
  if (reach == Reach::ReadsAll && !hash_memory(machine, hash, arguments.instruction)) return Handled::Stopped;
  return make_outcome(machine, arguments, hash);
}

/// A call that is an event: it does what its number says.
Handled call_event(Machine& machine, std::string_view name, const CallArguments& known, const CallArguments& arguments,
                   UninterpretedHash hash) {
  hash.add(machine.calls.unknown++);
  record(machine, name, known);
  if (machine.stopped) return Handled::Stopped;
  for (std::size_t i = 0; i < known.lanes.size(); ++i)
    for (const Lane& lane : known.lanes[i])
      if (lane.state == kDefined && lane.provenance != 0 && may_capture(known, i)) escape(machine, lane.provenance);
  return make_outcome(machine, arguments, hash);
}

Handled refuse(Machine& machine, EndKind kind, std::string why, const CallArguments& arguments) {
  machine.stop(kind, std::move(why), arguments.instruction);
  return Handled::Stopped;
}

/// What the function may do, and this call of it must not.
llvm::ModRefInfo forbidden_here(const CallArguments& known, const CallArguments& here) {
  llvm::ModRefInfo forbidden = llvm::ModRefInfo::NoModRef;
  for (const llvm::IRMemLocation where : llvm::MemoryEffects::locations())
    forbidden |= effects_of(known).getModRef(where) & ~effects_of(here).getModRef(where);
  const llvm::ModRefInfo by_arguments = effects_of(here).getModRef(llvm::IRMemLocation::ArgMem);
  for (std::size_t i = 0; i < here.lanes.size(); ++i) {
    const semantics::ArgumentFacts &may = known.facts->arguments[i], &must = here.facts->arguments[i];
    const bool leads_somewhere =
        here.lanes[i].size() == 1 && here.lanes[i][0].state == kDefined && here.lanes[i][0].provenance != 0;
    if (!leads_somewhere) continue;
    if (must.read_only && !may.read_only) forbidden |= by_arguments & llvm::ModRefInfo::Mod;
    if (must.write_only && !may.write_only) forbidden |= by_arguments & llvm::ModRefInfo::Ref;
  }
  return forbidden;
}

/// The call of a run that is to refute. What the function does is the same, whatever this call alone says of it: what
/// it sees is what its first call lets it see, and it does what this one forbids, if that one does not.
Handled call_to_refute(Machine& machine, const std::string& name, const CallArguments& arguments,
                       UninterpretedHash hash) {
  CallOutcomes& outcomes = *machine.calls.outcomes;
  const semantics::CallFacts& facts = outcomes.facts_of(name, *arguments.facts);
  CallArguments known = arguments;
  known.facts = &facts;
  const Reach reach = reach_of(known);
  const bool is_comparable =
      facts.arguments.size() == arguments.facts->arguments.size() &&
      (machine.calls.role == Role::Target || outcomes.is_consistent(name, view_of(arguments, reach_of(arguments))));
  if (!is_comparable)
    return refuse(machine, EndKind::Inconclusive, "calls of one function with other effects", arguments);
  if (const llvm::ModRefInfo forbidden = forbidden_here(known, arguments); llvm::isModOrRefSet(forbidden)) {
    machine.stop_ub(llvm::isModSet(forbidden) ? semantics::Rule::WriteNotAllowed : semantics::Rule::ReadNotAllowed,
                    arguments.instruction);
    return Handled::Stopped;
  }
  if (reach == Reach::Everything) return call_event(machine, name, known, arguments, hash);
  const auto number = outcomes.sights.number_of(machine.calls.role, event_of(machine, name, known));
  if (!number) return refuse(machine, EndKind::Inconclusive, "what an unknown function can tell apart", arguments);
  hash.add(std::uint64_t{5000} + *number);
  return make_outcome(machine, arguments, hash);
}

}  // namespace

Handled call_unknown(Machine& machine, std::string_view name, const CallArguments& arguments) {
  const llvm::CallBase& call = *arguments.call;
  const std::string text(name);
  if (call.getIntrinsicID() != llvm::Intrinsic::not_intrinsic)
    return refuse(machine, EndKind::Unsupported, "intrinsic " + text, arguments);
  if (name.starts_with("llvm.") || arguments.facts->library || arguments.facts->known != nullptr)
    return refuse(machine, EndKind::Unsupported, "function " + llvm::demangle(text), arguments);
  if (!machine.calls.invents)
    return refuse(machine, EndKind::Unsupported, "function " + llvm::demangle(text), arguments);
  if (!keep_invariants(machine, arguments.instruction)) return Handled::Stopped;
  if (!check_copies(machine, arguments)) return Handled::Stopped;
  restore_uninitialized(machine);
  UninterpretedHash hash(name);
  hash.add(machine.calls.seed);
  const Reach reach = reach_of(arguments);
  const auto is_it = [&](const Event& event) { return event.name == name; };
  if (reach == Reach::Everything && effects_of(arguments).onlyWritesMemory() &&
      std::any_of(machine.result.events.begin(), machine.result.events.end(), is_it))
    machine.raise_doubt("how often a function that only writes memory is called");
  if (machine.calls.is_to_refute) return call_to_refute(machine, text, arguments, hash);
  if (!machine.calls.outcomes->is_consistent(text, view_of(arguments, reach)))
    return refuse(machine, EndKind::Inconclusive, "calls of one function with other effects", arguments);
  if (reach != Reach::Everything) return call_function(machine, reach, arguments, hash);
  return call_event(machine, name, arguments, arguments, hash);
}

}  // namespace assay::interpret
