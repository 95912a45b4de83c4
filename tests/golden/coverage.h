#pragma once

#include <string>

/// docs/semantics/coverage.md: what each machine and the generator know of LLVM's language, found by asking them.
namespace assay::golden {

std::string coverage_path();
std::string coverage_table();

}  // namespace assay::golden
