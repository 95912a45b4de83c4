#include <llvm/Demangle/Demangle.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Intrinsics.h>

#include <algorithm>
#include <string>

#include "services/worker/interpret/calls/unknown_calls.h"
#include "services/worker/interpret/memory/memory_access.h"
#include "services/worker/interpret/memory/visible.h"

/// Calls of unknown functions: which call it is that did something before.
namespace assay::interpret {
namespace {

/// Adds the event.
void record(Machine& machine, std::string_view name, const CallArguments& arguments) {
  Event event = event_of(machine, name, arguments);
  event.changes = permissions_of(arguments).changed_outside();
  std::uint64_t bytes = sizeof(Event) + event.arguments.size() * sizeof(LaneSet);
  for (const VisibleBlock& seen : event.memory) bytes += sizeof(VisibleBlock) + seen.bytes.size() * sizeof(MemoryByte);
  machine.result.events.push_back(std::move(event));
  machine.keep(bytes, arguments.instruction);
}

/// Notes the call for who makes it elsewhere.
void log_call(Machine& machine, std::string_view name, const CallArguments& arguments, bool is_event,
              std::uint64_t key) {
  if (machine.calls.log == nullptr) return;
  LoggedCall& call = machine.calls.log->emplace_back();
  call.function = arguments.callee != nullptr ? arguments.callee->getName().str() : std::string(name);
  call.event = event_of(machine, name, arguments, &call.behind);
  call.event.changes = permissions_of(arguments).changed_outside();
  for (std::size_t i = 0, lane = 0; i < arguments.lanes.size(); ++i) {
    call.first_lanes.push_back(lane);
    if (!arguments.facts->arguments[i].by_value) lane += arguments.lanes[i].size();
  }
  call.is_event = is_event;
  call.has_promises = !arguments.promises->empty();
  call.orders = call.event.changes | permissions_of(arguments).seen_outside();
  call.key = key;
  machine.keep(sizeof(LoggedCall), arguments.instruction);
}

/// What decides on the call's outcome, as a number: it is an event, or a function of what it looks at.
std::uint64_t view_of(const CallArguments& arguments, semantics::Reach reach) {
  UninterpretedHash view("");
  view.add(static_cast<std::uint64_t>(reach));
  view.add(std::uint64_t{permissions_of(arguments).changed_outside().bits()});
  view.add(std::uint64_t{permissions_of(arguments).seen_outside().bits()});
  if (reach == semantics::Reach::Everything) return view.state();
  view.add(std::uint64_t{llvm::isRefSet(permissions_of(arguments).memory.getModRef())});
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

using Changes = std::array<std::uint64_t, semantics::kOutsideKinds>;

/// What the call sees of the world outside: how often each kind of state was changed before.
void hash_outside(const Changes& changes, semantics::OutsideKinds kinds, UninterpretedHash& hash) {
  for (std::size_t kind = 0; kind < semantics::kOutsideKinds; ++kind)
    if (kinds.without(semantics::Outside::LibraryErrno).has(static_cast<semantics::Outside>(kind)))
      hash.add(changes[kind]);
}
void hash_outside(const Machine& machine, semantics::OutsideKinds kinds, UninterpretedHash& hash) {
  hash_outside(machine.calls.changes, kinds, hash);
}

void escape_contents(Machine& machine, const Lane& pointer, std::uint64_t size) {
  const Block* block = machine.memory.find(pointer.provenance);
  const std::uint64_t offset = block == nullptr ? 0 : pointer.bits - block->base;
  if (block == nullptr || !block->live || !block->has_details() || offset >= block->held()) return;
  escape_owners(machine, *block, offset, std::min(size, block->held() - offset));
}

/// The callee may leave what it captures where others find it.
void escape_captured(Machine& machine, const CallArguments& known) {
  if (!permissions_of(known).acts() && !permissions_of(known).writes_module()) return;
  for (std::size_t i = 0; i < known.lanes.size(); ++i) {
    const semantics::ArgumentFacts& argument = known.facts->arguments[i];
    for (const Lane& lane : known.lanes[i]) {
      if (lane.state != kDefined || lane.provenance == 0) continue;
      // Of a copy the callee has what stands in it, not the original.
      if (argument.by_value)
        escape_contents(machine, lane, *argument.by_value);
      else if (llvm::capturesAnything(argument.capture))
        escape(machine, lane.provenance);
    }
  }
}

/// A call that is no event: its result and effects are a function of its arguments and of what it reads.
Handled call_function(Machine& machine, std::string_view name, semantics::Reach reach, const CallArguments& arguments,
                      UninterpretedHash hash) {
  if (!hash_arguments(machine, arguments, hash)) return Handled::Stopped;
  const bool sees = llvm::isRefSet(permissions_of(arguments).memory.getModRef());
  if (reach != semantics::Reach::Nothing && sees && !hash_pointed(machine, arguments, hash)) return Handled::Stopped;
  if (permissions_of(arguments).reads_others() && !hash_memory(machine, hash, arguments.instruction))
    return Handled::Stopped;
  hash_outside(machine, permissions_of(arguments).seen_outside(), hash);
  log_call(machine, name, arguments, /*is_event=*/false, hash.state());
  if (machine.stopped) return Handled::Stopped;
  escape_captured(machine, arguments);
  return make_outcome(machine, arguments, hash);
}

/// A function that reads nothing of what it changes leaves the same if it is called so again, and optimizers leave out
/// the second call.
void doubt_repeated_write(Machine& machine, const CallArguments& arguments) {
  const auto& events = machine.result.events;
  const semantics::Permissions& may = permissions_of(arguments);
  const bool reads_what_it_changes =
      !(may.seen_outside() & may.changed_outside()).empty() || (may.reads_module() && may.writes_module());
  if (machine.calls.role == Role::Target || reads_what_it_changes) return;
  const auto shares = [&](const Event& event) { return !(event.changes & events.back().changes).empty(); };
  const auto before = std::find_if(events.rbegin() + 1, events.rend(), shares);
  if (before != events.rend() && are_same(*before, events.back()))
    machine.raise_doubt("how often a function that reads nothing of what it changes is called");
}

/// A call that is an event: it does what its number says among those that it can tell apart from others.
Handled call_event(Machine& machine, std::string_view name, const CallArguments& known, const CallArguments& arguments,
                   UninterpretedHash hash) {
  const semantics::OutsideKinds changes = permissions_of(known).changed_outside();
  hash_occasion(machine.calls.changes, changes | permissions_of(known).seen_outside(), hash);
  log_call(machine, name, known, /*is_event=*/true, hash.state());
  for (std::size_t kind = 0; kind < semantics::kOutsideKinds; ++kind)
    if (changes.has(static_cast<semantics::Outside>(kind))) ++machine.calls.changes[kind];
  record(machine, name, known);
  if (machine.stopped) return Handled::Stopped;
  doubt_repeated_write(machine, known);
  escape_captured(machine, known);
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
    forbidden |= permissions_of(known).memory.getModRef(where) & ~permissions_of(here).memory.getModRef(where);
  const llvm::ModRefInfo by_arguments = permissions_of(here).memory.getModRef(llvm::IRMemLocation::ArgMem);
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
  const semantics::Reach reach = permissions_of(known).reach();
  const bool is_comparable = facts.arguments.size() == arguments.facts->arguments.size() &&
                             (machine.calls.role == Role::Target ||
                              outcomes.is_consistent(name, view_of(arguments, permissions_of(arguments).reach())));
  if (!is_comparable)
    return refuse(machine, EndKind::Inconclusive, "calls of one function with other effects", arguments);
  if (const llvm::ModRefInfo forbidden = forbidden_here(known, arguments); llvm::isModOrRefSet(forbidden)) {
    machine.stop_ub(llvm::isModSet(forbidden) ? semantics::Rule::WriteNotAllowed : semantics::Rule::ReadNotAllowed,
                    arguments.instruction);
    return Handled::Stopped;
  }
  if (reach == semantics::Reach::Everything) return call_event(machine, name, known, arguments, hash);
  Event seen = event_of(machine, name, known);
  UninterpretedHash outside("");
  hash_outside(machine, permissions_of(known).seen_outside(), outside);
  seen.name += " " + std::to_string(outside.state());
  const auto number = outcomes.sights.number_of(machine.calls.role, seen);
  if (!number) return refuse(machine, EndKind::Inconclusive, "what an unknown function can tell apart", arguments);
  hash.add(Draw::Sight, *number);
  hash.add(outside.state());
  escape_captured(machine, known);
  return make_outcome(machine, arguments, hash);
}

}  // namespace

void hash_occasion(const Changes& changes, semantics::OutsideKinds kinds, UninterpretedHash& hash) {
  hash.add(Draw::Occasion);
  hash_outside(changes, kinds, hash);
}

Handled call_unknown(Machine& machine, std::string_view name, const CallArguments& arguments) {
  const llvm::CallBase& call = *arguments.call;
  const std::string text(name);
  if (call.getIntrinsicID() != llvm::Intrinsic::not_intrinsic)
    return refuse(machine, EndKind::Unsupported, "intrinsic " + text, arguments);
  if (name.starts_with("llvm.") || arguments.facts->library || arguments.facts->known != nullptr)
    return refuse(machine, EndKind::Unsupported, "function " + llvm::demangle(text), arguments);
  if (!machine.calls.invents)
    return refuse(machine, EndKind::Unsupported, "function " + llvm::demangle(text), arguments);
  // Those that code outside gave to the function are the same for source and target.
  if (call.isMustTailCall() && call.getFunction()->isVarArg() && machine.frames.size() > 1)
    return refuse(machine, EndKind::Unsupported, "musttail with variable arguments", arguments);
  if (!keep_invariants(machine, arguments.instruction)) return Handled::Stopped;
  if (!check_copies(machine, arguments)) return Handled::Stopped;
  restore_uninitialized(machine);
  UninterpretedHash hash(name);
  hash.add(machine.calls.seed);
  const semantics::Reach reach = permissions_of(arguments).reach();
  if (machine.calls.is_to_refute) return call_to_refute(machine, text, arguments, hash);
  if (!machine.calls.outcomes->is_consistent(text, view_of(arguments, reach)))
    return refuse(machine, EndKind::Inconclusive, "calls of one function with other effects", arguments);
  if (reach != semantics::Reach::Everything) return call_function(machine, name, reach, arguments, hash);
  return call_event(machine, name, arguments, arguments, hash);
}

}  // namespace assay::interpret
