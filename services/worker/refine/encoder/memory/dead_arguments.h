#pragma once

#include "services/worker/refine/encoder/activation.h"
#include "services/worker/refine/encoder/memory/pointer.h"
#include "services/worker/semantics/program.h"

namespace assay::refine {

class Machine;

/// `dead_on_unwind` of a function whose body is run: what was written through the argument is poison when an exception
/// leaves it. Which writes these are the function's text says (semantics::shows_writes_through).

/// When the function is entered: where there is `writable`, it has written what can be dereferenced (LangRef).
void enter_with_dead(Machine& machine, const semantics::CallSite& site);
/// Before a write by the current instruction.
void note_write(Machine& machine, const Pointer& to, Term length);
/// Poison in the memory that whoever catches the exception sees.
void bury_arguments(Machine& machine, MemoryState& state);

/// How many of these bytes memory holds in whole cells.
Term in_cells(Machine& machine, std::uint64_t bytes);

}  // namespace assay::refine
