// The part of the C library, and of what C++ containers call, that is easier said in C than in C++: programs get those
// of these functions that they declare and do not define (interpret/c_library.h). The build makes IR of it, with no
// header of the host's: whatever is needed is declared here. One unit, so that what is not of the library stays
// internal.

typedef unsigned long size_t;
typedef struct file FILE;
#define ERANGE 34

void* malloc(size_t size);
void* realloc(void* memory, size_t size);
void free(void* memory);
void abort(void) __attribute__((noreturn));
void _exit(int code) __attribute__((noreturn));
static void copy(char* to, const char* from, size_t size) { __builtin_memcpy(to, from, size); }

static int last_error;
int* __errno_location(void) { return &last_error; }

#include "characters.c"
#include "containers.c"
#include "ends.c"
#include "errors.c"
#include "input.c"
#include "numbers.c"
#include "scanning.c"
#include "sorting.c"
#include "text.c"
