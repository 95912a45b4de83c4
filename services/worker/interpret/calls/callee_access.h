#pragma once

#include <set>
#include <utility>

#include "services/worker/interpret/calls/calls.h"

/// What of the run's memory a function that nobody knows gets at, and which ways out of a call of it the functions
/// that are running leave open. What the call itself may do is said by semantics::Permissions.
namespace assay::interpret {

inline const semantics::Permissions& permissions_of(const CallArguments& arguments) { return arguments.facts->may; }
/// The callee of a tail call leaves its caller's allocas alone.
bool is_hidden(const Machine& machine, const CallArguments& arguments, const Block& block);
bool is_hidden(const Machine& machine, const CallArguments& arguments, std::size_t index);
/// Is the argument's pointer one to write through?
bool may_write(const CallArguments& arguments, unsigned index);
/// Does the callee not look at what the argument leads to? (Not said of library functions: what their declarations say,
/// optimizers add.)
bool is_unread(const CallArguments& arguments, unsigned index);
/// Is the byte, at an offset into the argument's block, one that the callee writes through the argument before it reads
/// it?
bool is_initialized_by(const CallArguments& arguments, unsigned index, const Block& block, std::uint64_t offset);
/// May code outside write to that block of Machine::memory, which all know?
bool may_write_everywhere(const Machine& machine, std::size_t index);
/// Is it one that a function may return a pointer to?
bool may_return(const Machine& machine, std::size_t index);
/// The bytes that a `writable` parameter has written when the function is entered (LangRef): offset and number.
std::set<std::pair<std::uint64_t, std::uint64_t>> written_on_entry(const Machine& machine, const Lane& pointer,
                                                                   const semantics::Promises& promises);
/// As many of these bytes as the block holds become poison.
void poison(Block& block, std::uint64_t offset, std::uint64_t count);
/// The block behind a pointer argument, if it may be written there.
Block* written_block(Machine& machine, const CallArguments& arguments, unsigned index);
/// Is the argument a pointer to an object of the run's own by which it may be accessed when the call is over?
bool may_keep(const Machine& machine, const CallArguments& arguments, std::size_t index);
/// The pointer that the function gets at, if there is one now. Not of a block that all know.
std::optional<Lane> pointer_at(const Machine& machine, const CallArguments& arguments, const CallOutcome::Way& way);
/// The block that the function gets at, if something may be written there now; `offset` becomes one from its start.
Block* block_at(Machine& machine, const CallArguments& arguments, const CallOutcome::Way& way, std::uint64_t& offset);

/// May the result be poison? Not where nocreateundeforpoison says no, and no argument is.
bool may_give_poison(const CallArguments& arguments);
/// May the exception reach somebody, without breaking a frame's promise that none does?
bool may_unwind(const Machine& machine, const CallArguments& arguments);
/// May the call never come back?
bool may_leave(const Machine& machine, const CallArguments& arguments);

}  // namespace assay::interpret
