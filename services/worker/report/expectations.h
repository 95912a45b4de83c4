#pragma once

#include <string>

#include "services/common/status.h"

namespace assay::report {

/// The module with a comment in each function that tells FileCheck to expect the body that the function of that name
/// has in the other module.
std::string with_expectations(const std::string& module_text, const std::string& expected_text);

/// A test whose checks LLVM's update_test_checks.py has written, for an opt that gives that text.
Result<std::string> with_checks_by_script(const std::string& test, const std::string& expected_text,
                                          const std::string& script);

}  // namespace assay::report
