#pragma once

namespace assay {

/// Runs the tests of this program. A program that is not asked for a list and in which no test ran to its end (none is
/// linked in, the filter matches none, or all were skipped) fails.
int run_tests(int argc, char** argv);

}  // namespace assay
