#pragma once

#include <llvm/IR/Function.h>

#include <string>

namespace assay::triage {

/// The function's effects in order (returns, branches, stores, calls), each as a tree of opcodes, predicates and flags.
/// Arguments and constants are all "x", equal and not equal are one.
std::string shape_of(const llvm::Function& function);
/// The distinct operations of a function in order, for a title: "icmp, ctpop".
std::string operations_of(const llvm::Function& function);

}  // namespace assay::triage
