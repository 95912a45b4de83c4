#pragma once

#include <string>

namespace assay::report {

/// The module with a comment in each function that tells FileCheck to expect the body that the function of that name
/// has in the other module.
std::string with_expectations(const std::string& module_text, const std::string& expected_text);

}  // namespace assay::report
