#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <string>
#include <variant>
#include <vector>

#include "services/common/status.h"

/// SQL from somebody who may read the database and do nothing else.
namespace assay::store {

struct SqlLimits {
  std::chrono::milliseconds time{10'000};
  std::uint64_t rows = 1000;
  std::uint64_t value_bytes = 64 << 20;    ///< of one value, also of those that are made on the way
  std::uint64_t answer_bytes = 256 << 20;  ///< of all rows
};

/// NULL, a number or text; a blob is text of the form X'0A0B'.
using SqlValue = std::variant<std::monostate, std::int64_t, double, std::string>;

struct SqlAnswer {
  std::vector<std::string> columns;
  std::vector<std::vector<SqlValue>> rows;
  std::string cut;  ///< the limit that ended it; empty: these are all rows
};

/// Has one statement answered, as answer_sql does.
using AskSql = std::function<Result<SqlAnswer>(const std::string& sql, const SqlLimits& limits)>;

/// Answers one statement that only reads the file (SELECT, WITH, VALUES, EXPLAIN), at a single state of the database.
/// Anything else is refused before it runs: what would write, attach or reach other files, PRAGMA but those that list
/// tables, columns and indexes, a second statement, placeholders. No writer waits for it. The time is looked at between
/// SQLite's steps: a single call of a function, such as instr() of long texts, may take longer, and memory is not
/// limited. So whoever answers strangers asks a query::Desk.
Result<SqlAnswer> answer_sql(const std::string& file, const std::string& sql, const SqlLimits& limits = {});

}  // namespace assay::store
