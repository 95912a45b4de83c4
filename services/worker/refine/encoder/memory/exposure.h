#pragma once

namespace llvm {
class Value;
}

namespace assay::refine {

/// May others come to know the integer, or what is computed from it, or does a pointer become of it? What it is
/// compared with, or decides, tells nobody the pointer (LangRef, pointer aliasing rules: a pointer is based on the
/// values that contribute to it).
bool contributes_elsewhere(const llvm::Value& integer);

}  // namespace assay::refine
