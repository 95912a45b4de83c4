#pragma once

#include <cstdint>

#include "services/common/user_words.h"

namespace CLI {
class Option;
}

namespace assay::cli {

/// One for each processor that this process was granted.
unsigned default_jobs();

/// Makes an option of a number understand durations: seconds, or milliseconds where `plain` is 1, which then is what a
/// number alone is, too.
CLI::Option* as_duration(CLI::Option* option, std::uint64_t plain = 1000);

/// Makes an option that names files refuse a second "-": standard input can be read once.
CLI::Option* stdin_once(CLI::Option* files);
/// Makes an option that limits a number refuse 0, which would be no limit.
CLI::Option* at_least_one(CLI::Option* option);

}  // namespace assay::cli
