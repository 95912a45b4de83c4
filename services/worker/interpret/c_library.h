#pragma once

#include <llvm/IR/Module.h>

namespace assay::interpret {

/// Makes a program of the module: gives it the functions of the C library and of the C++ runtime that it calls, that
/// the catalogue (semantics/library_functions.h) does not have, and that are easily said in C (library/programs/).
/// Where it has constructors to run first, or something to do at the end, its @main becomes one that does both. A
/// module for another target than Linux on x86-64 is left alone.
void add_c_library(llvm::Module& module);

}  // namespace assay::interpret
