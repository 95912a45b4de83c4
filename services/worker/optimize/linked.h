#pragma once

#include <llvm/Config/llvm-config.h>

#include <memory>

#include "services/worker/optimize/optimize.h"

namespace assay::optimize {

inline constexpr int kLinkedMajorVersion = LLVM_VERSION_MAJOR;

/// The linked LLVM behind the Compiler interface: each run in a forked child.
std::unique_ptr<Compiler> make_linked_compiler();
/// An opt binary; the error says what is wrong with the path.
Result<std::unique_ptr<Compiler>> make_external_compiler(const std::string& path);

}  // namespace assay::optimize
