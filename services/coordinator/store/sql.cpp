#include "services/coordinator/store/sql.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "services/coordinator/store/sqlite.h"

namespace assay::store {
namespace {

constexpr int kStepsBetweenLooks = 1000;
constexpr int kMostStatementBytes = 100'000;
constexpr std::uint64_t kMostValueBytes = 1'000'000'000;  // SQLite's own limit

/// What SQLite asks while it prepares and runs the statement.
struct Guard {
  std::chrono::steady_clock::time_point deadline;
  std::string refused;  ///< the first thing that was not allowed

  int refuse(const std::string& what) {
    if (refused.empty()) refused = what;
    return SQLITE_DENY;
  }
  bool late() const { return std::chrono::steady_clock::now() > deadline; }
};

/// Those that list what there is. FTS5 asks for data_version, a number, with every search.
bool may_be_read(const std::string& pragma) {
  static const std::set<std::string> readable{"data_version", "table_info", "table_xinfo", "table_list",
                                              "index_list",   "index_info", "index_xinfo", "foreign_key_list"};
  return readable.contains(pragma);
}

int authorize(void* data, int action, const char* first, const char* second, const char*, const char*) {
  Guard& guard = *static_cast<Guard*>(data);
  const std::string object = first == nullptr ? "" : first, function = second == nullptr ? "" : second;
  switch (action) {
    case SQLITE_READ:
      // Of tokens only their owners know more than the name and the role.
      return object == "tokens" && function == "hash" ? guard.refuse("tokens.hash") : SQLITE_OK;
    case SQLITE_SELECT:
    case SQLITE_RECURSIVE:
      return SQLITE_OK;
    case SQLITE_FUNCTION:
      // The first opens files, the second takes addresses.
      if (function == "load_extension" || function == "fts3_tokenizer") return guard.refuse(function + "()");
      return SQLITE_OK;
    case SQLITE_PRAGMA:
      return may_be_read(object) ? SQLITE_OK : guard.refuse("PRAGMA " + object);
    case SQLITE_UPDATE:
      // So SQLite announces that it learns the columns of a virtual table, which writes nothing. A real one is refused
      // once it is prepared.
      return object == "sqlite_master" ? SQLITE_OK : guard.refuse("a statement that writes");
    case SQLITE_ATTACH:
      return guard.refuse("ATTACH");
    case SQLITE_DETACH:
      return guard.refuse("DETACH");
    case SQLITE_TRANSACTION:
    case SQLITE_SAVEPOINT:
      return guard.refuse(object);
    default:
      return guard.refuse("a statement that writes");
  }
}

int look_at_the_time(void* guard) { return static_cast<Guard*>(guard)->late() ? 1 : 0; }

Status set_up(Database& database, const SqlLimits& limits, Guard& guard) {
  sqlite3* handle = database.handle();
  // A name in double quotes that is no column is a mistake, not a text. Loading of extensions is off unless asked for.
  for (const auto& [option, value] :
       {std::pair{SQLITE_DBCONFIG_DEFENSIVE, 1}, {SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0}, {SQLITE_DBCONFIG_DQS_DML, 0}})
    if (sqlite3_db_config(handle, option, value, nullptr) != SQLITE_OK) return database.failure();
  for (const auto& [limit, value] :
       {std::pair{SQLITE_LIMIT_LENGTH, static_cast<int>(std::min<std::uint64_t>(limits.value_bytes, kMostValueBytes))},
        {SQLITE_LIMIT_SQL_LENGTH, kMostStatementBytes},
        {SQLITE_LIMIT_ATTACHED, 0},
        {SQLITE_LIMIT_LIKE_PATTERN_LENGTH, 1'000},
        {SQLITE_LIMIT_EXPR_DEPTH, 500},
        {SQLITE_LIMIT_COMPOUND_SELECT, 100},
        {SQLITE_LIMIT_VDBE_OP, 1'000'000},
        {SQLITE_LIMIT_WORKER_THREADS, 0}})
    sqlite3_limit(handle, limit, value);
  sqlite3_busy_timeout(handle, static_cast<int>(std::min<std::int64_t>(limits.time.count(), 10'000)));
  sqlite3_set_authorizer(handle, authorize, &guard);
  sqlite3_progress_handler(handle, kStepsBetweenLooks, look_at_the_time, &guard);
  return {};
}

struct Finalize {
  void operator()(sqlite3_stmt* statement) const { sqlite3_finalize(statement); }
};
using Statement = std::unique_ptr<sqlite3_stmt, Finalize>;

Error refusal(const Database& database, const std::string& what) {
  return Error{database.path() + ": refused: " + what +
               "; allowed is one SELECT, WITH, VALUES or EXPLAIN that reads this file"};
}

/// The one statement of the text, which only reads.
Result<Statement> prepare(Database& database, const std::string& sql, const Guard& guard) {
  if (sql.find('\0') != std::string::npos) return refusal(database, "a zero byte");
  Statement only;
  for (const char *next = sql.c_str(), *end = next + sql.size(); next != end;) {
    sqlite3_stmt* prepared = nullptr;
    const int code = sqlite3_prepare_v2(database.handle(), next, static_cast<int>(end - next), &prepared, &next);
    Statement statement(prepared);
    if (!guard.refused.empty()) return refusal(database, guard.refused);
    if (code != SQLITE_OK) return database.failure();
    if (!statement) continue;  // white space or a comment
    if (only) return refusal(database, "a second statement");
    only = std::move(statement);
  }
  if (!only) return refusal(database, "an empty statement");
  if (!sqlite3_stmt_readonly(only.get())) return refusal(database, "a statement that writes");
  if (sqlite3_bind_parameter_count(only.get()) > 0) return refusal(database, "a placeholder without a value");
  return only;
}

std::string bytes_of(sqlite3_stmt* statement, int column) {
  const auto* data = static_cast<const char*>(sqlite3_column_blob(statement, column));
  const auto size = static_cast<std::size_t>(sqlite3_column_bytes(statement, column));
  return data == nullptr ? std::string() : std::string(data, size);
}

std::string hexadecimal(const std::string& bytes) {
  std::string text = "X'";
  for (const unsigned char byte : bytes) {
    text += "0123456789ABCDEF"[byte >> 4];
    text += "0123456789ABCDEF"[byte & 15];
  }
  return text + "'";
}

SqlValue value_of(sqlite3_stmt* statement, int column) {
  switch (sqlite3_column_type(statement, column)) {
    case SQLITE_NULL:
      return {};
    case SQLITE_INTEGER:
      return static_cast<std::int64_t>(sqlite3_column_int64(statement, column));
    case SQLITE_FLOAT: {
      const double number = sqlite3_column_double(statement, column);
      if (std::isfinite(number)) return number;
      return std::string(number > 0 ? "Inf" : "-Inf");
    }
    case SQLITE_BLOB:
      return hexadecimal(bytes_of(statement, column));
    default: {
      sqlite3_column_text(statement, column);  // in UTF-8, whatever it was
      return bytes_of(statement, column);
    }
  }
}

/// What a row adds to an answer, before anything of it is copied.
std::size_t bytes_of_row(sqlite3_stmt* statement, int columns) {
  std::size_t bytes = 0;
  for (int column = 0; column < columns; ++column) {
    bytes += sizeof(SqlValue);
    const int type = sqlite3_column_type(statement, column);
    if (type != SQLITE_BLOB && type != SQLITE_TEXT) continue;
    const auto size = static_cast<std::size_t>(sqlite3_column_bytes(statement, column));
    bytes += type == SQLITE_BLOB ? 2 * size : size;  // in hexadecimal digits
  }
  return bytes;
}

}  // namespace

Result<SqlAnswer> answer_sql(const std::string& file, const std::string& sql, const SqlLimits& limits) {
  Guard guard{std::chrono::steady_clock::now() + limits.time, ""};
  auto database = Database::open_to_read(file);
  if (!database) return Error{database.error()};
  if (auto error = set_up(**database, limits, guard)) return *error;
  auto statement = prepare(**database, sql, guard);
  if (!statement) return Error{statement.error()};
  SqlAnswer answer;
  const int columns = sqlite3_column_count(statement->get());
  for (int column = 0; column < columns; ++column)
    answer.columns.emplace_back(sqlite3_column_name(statement->get(), column));
  for (std::size_t bytes = 0;;) {
    const int code = guard.late() ? SQLITE_INTERRUPT : sqlite3_step(statement->get());
    if (code == SQLITE_DONE) return answer;
    if (!guard.refused.empty()) return refusal(**database, guard.refused);
    if (code == SQLITE_INTERRUPT)
      answer.cut = "time";
    else if (code != SQLITE_ROW)
      return (*database)->failure();
    else if (answer.rows.size() == limits.rows)
      answer.cut = "rows";
    else if ((bytes += bytes_of_row(statement->get(), columns)) > limits.answer_bytes)
      answer.cut = "size";
    if (!answer.cut.empty()) return answer;
    for (auto& row = answer.rows.emplace_back(); static_cast<int>(row.size()) < columns;)
      row.push_back(value_of(statement->get(), static_cast<int>(row.size())));
  }
}

}  // namespace assay::store
