#pragma once

#include "services/worker/refine/encoder/machine.h"

namespace llvm {
class BasicBlock;
class LandingPadInst;
}  // namespace llvm

/// Control flow of the function that is running: blocks are entered by edges, which carry the condition of their path,
/// memory, and the values of phis.
namespace assay::refine {

/// Runs the steps of its plan in their order.
void run_steps(Machine& machine);
/// The path goes on to that successor of the current block where the condition holds; the exception, if any, arrives
/// there.
void branch(Machine& machine, std::size_t successor, Term condition, Term exception = Term());
/// Which successor of the current block that is.
std::size_t successor_at(const Machine& machine, const llvm::BasicBlock* to);
/// Memory becomes what it is where the activation has returned; gives the lanes returned, none if it never returns.
std::vector<Lane> merge_returns(Machine& machine, const Activation& activation);

/// The path, where the condition holds, ends here without coming back; `seen` is what the rest of the world has seen.
void noreturn_exit(Machine& machine, Term condition, const External& seen);
/// The current call, where the condition holds, throws the exception at that address.
void unwind(Machine& machine, Term condition, Term exception);
/// The exception leaves the function.
void leave_function(Machine& machine, Term condition, Term exception);
/// Memory becomes what it is where exceptions have left the activation; gives the exception, null if none has.
Term merge_unwound(Machine& machine, const Activation& activation);
/// `returned` is promised of the given argument. LangRef calls that a fact and does not say what breaking it is: a
/// source that breaks it refutes nothing.
void doubt_other_result(Machine& machine, std::span<const Lane> given, std::span<const Lane> result);
/// Stack objects of the function are dead in the state: its caller finds them so.
void bury_stack(const Machine& machine, MemoryState& state);

// Terminators and pads.
void encode_indirect_branch(Machine& machine, const semantics::Instruction& instruction);
void encode_call_branch(Machine& machine, const semantics::Instruction& instruction);
void encode_catch_switch(Machine& machine, const semantics::Instruction& instruction);
void encode_cleanup_return(Machine& machine, const semantics::Instruction& instruction);
void enter_cleanup(Machine& machine, const semantics::Instruction& pad);
void encode_landing_pad(Machine& machine, const semantics::Instruction& instruction);
/// llvm.eh.typeid.for: the selector of a type.
void encode_type_number(Machine& machine, const semantics::Instruction& instruction, const llvm::Value& type_info);

}  // namespace assay::refine
