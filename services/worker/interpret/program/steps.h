#pragma once

#include "services/worker/interpret/machine.h"

/// The handlers of steps, and the choice of one for each operation.
namespace assay::interpret {

Handler lanewise_handler(semantics::Op op, const semantics::ValueInfo& info, bool scalar);
Handler pair_handler(semantics::Op op);

// Two steps in one: the second stays where it is, for who comes there in another way. Null where there is no such
// handler.
Handler compare_and_branch_handler(const Step& compare, const Step& branch);
Handler address_and_load_handler(const Step& address, const Step& load);
void step_copy_and_jump(Machine&, const Step*, Lane*);
void step_two_copies(Machine&, const Step*, Lane*);

// Each runs one step.
void step_wide_lanes(Machine&, const Step*, Lane*);  ///< Lanewise with lanes of more than 64 bits
void step_copy(Machine&, const Step*, Lane*);        ///< a → to
void step_moves(Machine&, const Step*, Lane*);       ///< detail: Program::moves
void step_select(Machine&, const Step*, Lane*);
void step_variant_select(Machine&, const Step*, Lane*);  ///< as Function::variant says
void step_freeze(Machine&, const Step*, Lane*);
void step_extract_at(Machine&, const Step*, Lane*);
void step_insert_at(Machine&, const Step*, Lane*);
void step_bitcast(Machine&, const Step*, Lane*);
void step_horizontal(Machine&, const Step*, Lane*);   ///< any operation over all lanes; detail: the instruction
void step_fast_math(Machine&, const Step*, Lane*);    ///< nnan, ninf and nsz of moved values; lanes [to, to + lanes)
void step_approximate(Machine&, const Step*, Lane*);  ///< flags permit results that nobody knows
void step_assume(Machine&, const Step*, Lane*);
void step_jump(Machine&, const Step*, Lane*);
void step_branch(Machine&, const Step*, Lane*);
void step_switch(Machine&, const Step*, Lane*);
void step_choosing_branch(Machine&, const Step*, Lane*);  ///< poison and undef go either way
void step_choosing_switch(Machine&, const Step*, Lane*);
void step_indirect_branch(Machine&, const Step*, Lane*);
void step_va_arg(Machine&, const Step*, Lane*);
void step_landing_pad(Machine&, const Step*, Lane*);
void step_cleanup_pad(Machine&, const Step*, Lane*);
void step_cleanup_return(Machine&, const Step*,
                         Lane*);                       ///< target[0]: where the exception goes next, if in the function
void step_catch_switch(Machine&, const Step*, Lane*);  ///< detail: Program::switches
void step_pick_block(Machine&, const Step*, Lane*);    ///< detail: Program::switches; after a callbr's call
void step_resume(Machine&, const Step*, Lane*);
void step_return(Machine&, const Step*, Lane*);
void step_forbidden_return(Machine&, const Step*, Lane*);  ///< in a function that must not return
void step_unreachable(Machine&, const Step*, Lane*);
void step_unsupported(Machine&, const Step*, Lane*);
void step_note_access(Machine&, const Step*, Lane*);      ///< detail: Program::access_notes; a: address
void step_note_group(Machine&, const Step*, Lane*);       ///< after an access with !invariant.group; a: address
void step_expect_group(Machine&, const Step*, Lane*);     ///< before a store with it
void step_keep_invariants(Machine&, const Step*, Lane*);  ///< after a write in a function with !invariant.load
void step_guard(Machine&, const Step*, Lane*);            ///< detail: Program::access_notes; a: address
void step_returned(Machine&, const Step*, Lane*);         ///< [a, a + lanes) is returned, [b, b + lanes) should be
void step_doubt_call(Machine&, const Step*, Lane*);       ///< a call with metadata about what it accesses
void step_doubt_capture(Machine&, const Step*, Lane*);    ///< a store of a pointer by which not all may be accessed
void step_doubt_promise(Machine&, const Step*, Lane*);    ///< a call of a body that may break what it promises
void step_note_born(Machine&, const Step*, Lane*);        ///< to: Memory::allocated()
void step_fresh(Machine&, const Step*, Lane*);            ///< a: a noalias result; b: step_note_born before the call
void step_trace(Machine&, const Step*, Lane*);            ///< lanes [a, a + lanes) are what `instruction` gave
void step_noundef(Machine&, const Step*, Lane*);          ///< the same for noundef alone, of one lane
void step_promise(Machine&, const Step*, Lane*);          ///< detail: Program::promises; lanes [to, to + lanes)
void step_start(Machine&, const Step*, Lane*);            ///< first of all; cost[0] is the entry block's

}  // namespace assay::interpret
