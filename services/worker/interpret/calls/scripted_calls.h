#pragma once

#include "services/worker/interpret/calls/calls.h"
#include "services/worker/interpret/calls/outcomes.h"

namespace assay::interpret {

/// Lets the call do what the first entry of Machine::script says that is of its function and was not played yet; one
/// with its arguments goes before others. Of an entry only that is taken which the function may do, so that a script is
/// no more than one of the many things that may be drawn. False if there is no entry.
bool play_script(Machine& machine, const CallArguments& arguments, CallOutcome& outcome);

/// The entry of a script that says what the call does.
ScriptedCall told_call(const Machine& machine, const CallArguments& arguments, const CallOutcome& outcome);

}  // namespace assay::interpret
