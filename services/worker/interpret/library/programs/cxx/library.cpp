// The part of the C++ runtime and of libstdc++ that programs have in libraries: exceptions, run-time types, what
// containers call, strings. Programs get those of these functions that they declare and do not define
// (interpret/c_library.h). The build makes IR of it, with no header of the host's.

#include "std.h"
#include "string.h"

// What the interpreter does for it (runtime.cpp). Frames count from the caller of the function that asks.
extern "C" {
/// How many clauses the landing pad has at which an exception arrives there; -1: there is none, -2: there is no such
/// frame.
int __assay_clauses(int frame);
/// How many types a clause's filter has; -1: it is no filter.
int __assay_filter(int frame, int clause);
/// The type of a clause, or of a filter's place; null catches all.
const void* __assay_clause(int frame, int clause, int place);
/// Unwinds to that landing pad, with the clean-ups on the way.
[[noreturn]] void __assay_unwind(void* exception, int frame, int clause);
/// Ends the program: nobody catches an exception of the type.
[[noreturn]] void __assay_terminate(const char* type, const char* what);
}

#include "types.cpp"

#include "exceptions.cpp"

#include "errors.cpp"

#include "strings.cpp"

#include "hash_tables.cpp"
