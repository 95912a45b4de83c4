#pragma once

namespace assay::optimize {

/// How the message of a rejected run begins whose output the linked LLVM can't read, neither as text nor as bitcode;
/// what was not understood follows.
extern const char* const kUnreadOutput;

}  // namespace assay::optimize
