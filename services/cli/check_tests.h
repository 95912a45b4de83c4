#pragma once

#include <string>
#include <vector>

#include "services/application/test_files.h"

namespace assay::cli {

struct TestsPrinted {
  bool json = false;
  bool quiet = false;   ///< what is wrong in one line each
  bool strict = false;  ///< a proof within limits is none
};

/// Judges what the RUN lines of the paths' files make the compiler do, and prints it; the exit code.
int check_tests(const application::TestOptions& options, const TestsPrinted& printed);

}  // namespace assay::cli
