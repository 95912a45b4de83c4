#include <llvm/IR/Function.h>

#include <algorithm>

#include "services/worker/interpret/calls/scripted_calls.h"
#include "services/worker/interpret/calls/unknown_calls.h"
#include "services/worker/interpret/inputs/surroundings.h"
#include "services/worker/interpret/values/lanes.h"
#include "services/worker/semantics/kept_promises.h"
#include "services/worker/semantics/pointer_basis.h"

/// Does what a call of an unknown function does.
namespace assay::interpret {
namespace {

using Way = CallOutcome::Way;

/// Writes what the call writes. False if the run ended: an attribute on this side's call site forbids it.
bool apply_writes(Machine& machine, const CallArguments& arguments, const CallOutcome& outcome) {
  for (const CallOutcome::Write& write : outcome.writes) {
    std::uint64_t offset = write.offset;
    Block* block = block_at(machine, arguments, write.way, offset);
    if (block == nullptr || offset >= block->held()) continue;
    const bool forbidden = permissions_of(arguments).memory.onlyReadsMemory() ||
                           (write.way.kind != Way::Kind::Block && is_hidden(machine, arguments, *block)) ||
                           (write.way.kind == Way::Kind::Argument && !may_write(arguments, write.way.which));
    if (forbidden) {
      machine.stop_ub(semantics::Rule::WriteNotAllowed, arguments.instruction);
      return false;
    }
    block->set(offset, write.byte);
    note_another_way(machine, write.byte.owner);
    if (machine.calls.log != nullptr) machine.calls.log->back().writes.push_back(write);
  }
  return true;
}

/// Frees what the call frees. False if the run ended: an attribute on this side's call site forbids it.
bool apply_frees(Machine& machine, const CallArguments& arguments, const CallOutcome& outcome) {
  for (const std::uint32_t index : outcome.frees) {
    Block& block = machine.memory.at(index);
    if (!block.live) continue;
    if (!permissions_of(arguments).frees || permissions_of(arguments).memory.onlyReadsMemory()) {
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

/// A call throws: what it has written through dead_on_unwind arguments is poison. A script tells what it leaves.
void bury_arguments(Machine& machine, const CallArguments& arguments, const CallOutcome& outcome) {
  for (unsigned i = 0; i < arguments.lanes.size(); ++i) {
    const semantics::ArgumentFacts& argument = arguments.facts->arguments[i];
    if (!semantics::is_dead_at_unwind(*arguments.call, arguments.callee, i) || !may_write(arguments, i)) continue;
    Block* block = written_block(machine, arguments, i);
    if (block == nullptr) continue;
    for (const auto& [offset, count] : written_on_entry(machine, arguments.lanes[i][0], argument.promises))
      poison(*block, offset, count);
    for (const CallOutcome::Write& write : outcome.writes) {
      if (outcome.entry || write.way.kind != Way::Kind::Argument || write.way.which != i) continue;
      std::uint64_t offset = write.offset;
      if (block_at(machine, arguments, write.way, offset) == block) poison(*block, offset, 1);
    }
  }
}

/// The argument that is the result: the function's, or, in a run that is to refute, one that this call alone names.
std::optional<unsigned> argument_returned(const Machine& machine, const CallArguments& arguments,
                                          const CallOutcome& outcome) {
  for (unsigned i = 0; i < arguments.lanes.size() && machine.calls.is_to_refute && !outcome.returned; ++i)
    if (arguments.facts->arguments[i].returned && arguments.lanes[i].size() == arguments.result.size()) return i;
  return outcome.returned;
}

/// captures(ret: read_provenance): to write by the result is undefined, which is not followed.
bool is_given_back_to_read(const CallArguments& arguments, const Way& way) {
  if (way.kind != Way::Kind::Argument) return false;
  const semantics::ArgumentFacts& argument = arguments.facts->arguments[way.which];
  return argument.is_given_back() && !llvm::capturesFullProvenance(argument.capture.getRetComponents());
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
    note_another_way(machine, outcome.owners[k]);
    if (k >= outcome.offset_from.size() || !outcome.offset_from[k] || outcome.poison[k]) continue;
    const std::optional<Lane> from = pointer_at(machine, arguments, *outcome.offset_from[k]);
    if (!from) continue;
    arguments.result[k] = *from;
    if (outcome.offset_from[k]->kind == Way::Kind::Block) note_another_way(machine, from->provenance);
    if (from->state == kDefined) arguments.result[k].bits += outcome.result[k].getZExtValue();
    if (is_given_back_to_read(arguments, *outcome.offset_from[k]) && semantics::use_of(*arguments.call).written)
      machine.raise_doubt("a pointer that a call gives back to read by");
  }
}

/// The call never comes back: the run ends here, with its events.
Handled leave_for_ever(Machine& machine, const CallArguments& arguments) {
  const llvm::Function* top = machine.frames.front().program->function.origin;
  const bool must_return = (top != nullptr && top->willReturn()) || !permissions_of(arguments).stays;
  if (must_return)
    machine.stop_ub(semantics::Rule::WillReturnViolated, arguments.instruction);
  else
    machine.leave(arguments.instruction);
  return Handled::Stopped;
}

}  // namespace

Handled make_outcome(Machine& machine, const CallArguments& arguments, const UninterpretedHash& hash) {
  const CallOutcome* outcome = machine.calls.outcomes->find(hash.state());
  if (outcome == nullptr) {
    CallOutcome drawn;
    if (!draw_outcome(machine, arguments, hash, drawn)) return Handled::Stopped;
    for (unsigned i = 0; i < arguments.lanes.size(); ++i)
      if (may_keep(machine, arguments, i))
        drawn.kept.push_back({i, arguments.facts->arguments[i].is_captured_to_read()});
    if (machine.calls.outcomes->told != nullptr && !drawn.entry)
      machine.calls.outcomes->told->push_back(told_call(machine, arguments, drawn));
    outcome = &machine.calls.outcomes->keep(hash.state(), std::move(drawn));
  }
  for (const auto& [i, is_to_read] : outcome->kept) {
    const auto pointer = pointer_at(machine, arguments, {Way::Kind::Argument, i, 0});
    machine.calls.given.push_back({outcome, i, pointer.value_or(kPoisonLane), is_to_read});
  }
  if (machine.calls.log != nullptr) machine.calls.log->back().outcome = outcome;
  if (!apply_writes(machine, arguments, *outcome)) return Handled::Stopped;
  if (!apply_frees(machine, arguments, *outcome)) return Handled::Stopped;
  settle_arguments(machine, arguments, *outcome);
  switch (outcome->end) {
    case CallOutcome::End::Undefined:
      machine.stop_ub(semantics::Rule::CallUndefined, arguments.instruction);
      return Handled::Stopped;
    case CallOutcome::End::Unwinds:
      bury_arguments(machine, arguments, *outcome);
      machine.exceptions.thrown = {outcome->exception, kDefined, 0};
      return Handled::Unwinds;
    case CallOutcome::End::Leaves:
      return leave_for_ever(machine, arguments);
    case CallOutcome::End::Returns:
      break;
  }
  if (!permissions_of(arguments).returns) {
    machine.stop_ub(semantics::Rule::NoReturnReturned, arguments.instruction);
    return Handled::Stopped;
  }
  if (std::ranges::find(outcome->poison, true) != outcome->poison.end() && !may_give_poison(arguments)) {
    machine.stop_ub(semantics::Rule::CallUndefined, arguments.instruction);
    return Handled::Stopped;
  }
  machine.calls.branch_draw = outcome->branch;
  write_result(machine, arguments, *outcome);
  return Handled::Done;
}

}  // namespace assay::interpret
