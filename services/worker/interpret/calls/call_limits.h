#pragma once

#include <llvm/Support/ModRef.h>

#include "services/worker/interpret/calls/calls.h"

/// What a call of a function that nobody knows may do, by its facts and by what is said of the functions that are
/// running.
namespace assay::interpret {

inline llvm::MemoryEffects effects_of(const CallArguments& arguments) { return arguments.facts->effects; }
/// May the function access it when the call is over, or what it holds?
bool may_capture(const CallArguments& arguments, std::size_t index);
/// How much of its surroundings the call may depend on or change.
enum class Reach : std::uint8_t { Nothing, Arguments, ReadsAll, Everything };
Reach reach_of(const CallArguments& arguments);

/// The callee of a tail call leaves its caller's allocas alone.
bool is_hidden(const CallArguments& arguments, const Block& block);
bool is_hidden(const Machine& machine, const CallArguments& arguments, std::size_t index);
/// Is the argument's pointer one to write through?
bool may_write(const CallArguments& arguments, unsigned index);
/// Does the callee not look at what the argument leads to? (Not said of library functions: what their declarations say,
/// optimizers add.)
bool is_unread(const CallArguments& arguments, unsigned index);
/// Is the byte, at an offset into the argument's block, one that the callee writes through the argument before it reads
/// it?
bool is_initialized_by(const CallArguments& arguments, unsigned index, const Block& block, std::uint64_t offset);
/// May the callee call functions of the module?
bool may_call_back(const CallArguments& arguments);
/// May code outside write to that block of Machine::memory, which all know?
bool may_write_everywhere(const Machine& machine, std::size_t index);
/// Is it one that a function may return a pointer to?
bool may_return(const Machine& machine, std::size_t index);
/// The block behind a pointer argument, if it may be written there.
Block* written_block(Machine& machine, const CallArguments& arguments, unsigned index);
/// Is the argument a pointer to an object of the run's own by which it may be accessed when the call is over?
bool may_keep(const Machine& machine, const CallArguments& arguments, std::size_t index);
/// The pointer that the function gets at, if there is one now. Not of a block that all know.
std::optional<Lane> pointer_at(const Machine& machine, const CallArguments& arguments, const CallOutcome::Way& way);
/// The block that the function gets at, if something may be written there now; `offset` becomes one from its start.
Block* block_at(Machine& machine, const CallArguments& arguments, const CallOutcome::Way& way, std::uint64_t& offset);

/// May the exception reach somebody, without breaking a frame's promise that none does?
bool may_unwind(const Machine& machine, const CallArguments& arguments);
/// May the call never come back?
bool may_leave(const Machine& machine, const CallArguments& arguments);

}  // namespace assay::interpret
