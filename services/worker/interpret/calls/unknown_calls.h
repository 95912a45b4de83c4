#pragma once

#include <array>
#include <string_view>
#include <vector>

#include "services/worker/interpret/calls/callee_access.h"
#include "services/worker/interpret/calls/uninterpreted.h"

/// A call of a function that nobody knows goes through three steps, a file each: what it sees decides which call it is
/// (seen_by_calls.cpp); what such a call does is drawn, the first time (drawn_outcomes.cpp); then it is done
/// (applied_outcomes.cpp).
namespace assay::interpret {

inline bool give_up(Machine& machine, const char* why, std::uint32_t instruction) {
  machine.stop(EndKind::Inconclusive, why, instruction);
  return false;
}

/// Adds what the call sees, as numbers: its arguments, what they point to, and the memory that code outside may see.
/// All of it must be plain: defined, and no pointers to the function's own objects. False if the run ended.
bool hash_arguments(Machine& machine, const CallArguments& arguments, UninterpretedHash& hash);
bool hash_pointed(Machine& machine, const CallArguments& arguments, UninterpretedHash& hash);
bool hash_memory(Machine& machine, UninterpretedHash& hash, std::uint32_t instruction);
/// What the call sees, arguments and memory, as code outside sees it. `behind`: as in LoggedCall.
Event event_of(const Machine& machine, std::string_view name, const CallArguments& arguments,
               std::vector<std::size_t>* behind = nullptr);

/// Adds what tells a call that is an event from others of the function: how often each of these kinds of state was
/// changed before.
void hash_occasion(const std::array<std::uint64_t, semantics::kOutsideKinds>& changes, semantics::OutsideKinds kinds,
                   UninterpretedHash& hash);

/// Decides what the call does, by the script of the input or at random. False if the run ended.
bool draw_outcome(Machine& machine, const CallArguments& arguments, const UninterpretedHash& hash,
                  CallOutcome& outcome);

/// Does what the call does. The hash says which call it is: one that was made before does the same again, and else its
/// outcome is drawn now.
Handled make_outcome(Machine& machine, const CallArguments& arguments, const UninterpretedHash& hash);

}  // namespace assay::interpret
