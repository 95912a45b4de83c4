#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include "services/common/status.h"

/// SQL from somebody who may read the database and do nothing else.
namespace assay::store {

struct SqlLimits {
  std::chrono::milliseconds time{10'000};
  std::uint64_t rows = 1000;
};

/// NULL, a number or text; a blob is text of the form X'0A0B'.
using SqlValue = std::variant<std::monostate, std::int64_t, double, std::string>;

struct SqlAnswer {
  std::vector<std::string> columns;
  std::vector<std::vector<SqlValue>> rows;
  std::string cut;  ///< the limit that ended it; empty: these are all rows
};

/// Answers one statement that only reads the file (SELECT, WITH, VALUES, EXPLAIN), at a single state of the database.
/// Anything else is refused before it runs: what would write, attach or reach other files, PRAGMA, a second statement,
/// placeholders. No writer waits for it. The time is looked at between SQLite's steps: a single call of a function,
/// such as instr() of long texts, may take longer.
Result<SqlAnswer> answer_sql(const std::string& file, const std::string& sql, const SqlLimits& limits = {});

}  // namespace assay::store
