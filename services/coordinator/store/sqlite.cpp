#include "services/coordinator/store/sqlite.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>

#include "services/coordinator/store/schema.h"

namespace assay::store {

Query::Query(Database& database, std::string_view sql) : database_(database) {
  if (auto idle = database.idle_.find(sql); idle != database.idle_.end()) {
    statement_ = idle->second;
    database.idle_.erase(idle);
  } else {
    check(sqlite3_prepare_v3(database.handle_, sql.data(), static_cast<int>(sql.size()), SQLITE_PREPARE_PERSISTENT,
                             &statement_, nullptr));
  }
}

Query::~Query() {
  if (statement_ == nullptr) return;
  sqlite3_reset(statement_);
  sqlite3_clear_bindings(statement_);
  // Two live queries of the same text are rare: the second one's statement is not kept.
  if (!database_.idle_.emplace(sqlite3_sql(statement_), statement_).second) sqlite3_finalize(statement_);
}

void Query::check(int code) {
  if (error_ || code == SQLITE_OK || code == SQLITE_ROW || code == SQLITE_DONE) return;
  error_ = database_.failure();
}

Query& Query::bind(std::string_view value) {
  // A view of nothing has a null pointer, which SQLite would bind as NULL.
  const char* data = value.data() == nullptr ? "" : value.data();
  if (!error_)
    check(sqlite3_bind_text64(statement_, next_parameter_++, data, value.size(), SQLITE_TRANSIENT, SQLITE_UTF8));
  return *this;
}

Query& Query::bind(std::int64_t value) {
  if (!error_) check(sqlite3_bind_int64(statement_, next_parameter_++, value));
  return *this;
}

Query& Query::bind(double value) {
  if (!error_) check(sqlite3_bind_double(statement_, next_parameter_++, value));
  return *this;
}

bool Query::next() {
  if (error_) return false;
  const int code = sqlite3_step(statement_);
  check(code);
  return code == SQLITE_ROW;
}

Status Query::run() {
  while (next()) {
  }
  return error_;
}

Result<std::vector<std::string>> Query::texts() {
  std::vector<std::string> all;
  while (next()) all.push_back(text(0));
  if (error_) return *error_;
  return all;
}

std::string begins_with_first(const std::string& column) {
  return column + " >= ?1 AND " + column + " < ?1 || char(1114111) AND substr(" + column + ", 1, length(?1)) = ?1";
}

std::string Query::text(int column) const {
  const auto* data = reinterpret_cast<const char*>(sqlite3_column_text(statement_, column));
  if (data == nullptr) return {};
  return std::string(data, static_cast<std::size_t>(sqlite3_column_bytes(statement_, column)));
}

namespace {

constexpr std::uintmax_t kSmallestPage = 512;

/// has_bit(bytes, number): a set of numbers as one value.
void has_bit(sqlite3_context* context, int, sqlite3_value** values) {
  const auto* bytes = static_cast<const unsigned char*>(sqlite3_value_blob(values[0]));
  const auto size = static_cast<std::uint64_t>(sqlite3_value_bytes(values[0]));
  const auto number = static_cast<std::uint64_t>(sqlite3_value_int64(values[1]));
  sqlite3_result_int(context, number / 8 < size && (bytes[number / 8] >> number % 8 & 1) != 0);
}

/// Why the file can't be used, before SQLite touches it; makes it if need be.
Status prepare_file(const std::string& path, bool create) {
  std::error_code failure;
  const auto status = std::filesystem::status(path, failure);
  if (!std::filesystem::exists(status)) {
    if (!create) return Error{path + ": no such file"};
    const int made = ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (made < 0) return Error{path + ": can't be made: " + strerror(errno)};
    close(made);
    return {};
  }
  if (!std::filesystem::is_regular_file(status)) return Error{path + ": is no file"};
  if (access(path.c_str(), R_OK | W_OK) != 0)
    return Error{path + ": may not be read and written by this user (to read it, too, takes a lock)"};
  const auto size = std::filesystem::file_size(path, failure);
  if (!failure && size == 0 && !create) return Error{path + ": is empty, not a database of Assay"};
  // SQLite takes a file shorter than its smallest page for an empty database, and would write over it.
  if (!failure && size > 0 && size < kSmallestPage)
    return Error{path + ": not a usable database: " + std::to_string(size) + " bytes are too few"};
  return {};
}

}  // namespace

Result<std::unique_ptr<Database>> Database::open(const std::string& path, bool create) {
  if (auto error = prepare_file(path, create)) return *error;
  return connect(path, SQLITE_OPEN_READWRITE | (create ? SQLITE_OPEN_CREATE : 0));
}

Result<std::unique_ptr<Database>> Database::open_to_read(const std::string& path) {
  if (auto error = prepare_file(path, false)) return *error;
  auto database = connect(path, SQLITE_OPEN_READONLY);
  if (!database) return database;
  if (auto version = schema_version(**database); !version) return Error{version.error()};
  return database;
}

Result<std::unique_ptr<Database>> Database::in_memory() {
  return connect(":memory:", SQLITE_OPEN_READWRITE | SQLITE_OPEN_MEMORY);
}

Result<std::unique_ptr<Database>> Database::connect(const std::string& path, int flags) {
  std::unique_ptr<Database> database(new Database(path));
  if (sqlite3_open_v2(path.c_str(), &database->handle_, flags | SQLITE_OPEN_FULLMUTEX, nullptr) != SQLITE_OK)
    return database->failure();
  sqlite3_extended_result_codes(database->handle_, 1);
  sqlite3_busy_timeout(database->handle_, 10000);
  if (sqlite3_create_function_v2(database->handle_, "has_bit", 2,
                                 SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_DIRECTONLY, nullptr, has_bit, nullptr,
                                 nullptr, nullptr) != SQLITE_OK)
    return database->failure();
  return database;
}

Database::~Database() {
  for (auto& [text, statement] : idle_) sqlite3_finalize(statement);
  sqlite3_close_v2(handle_);
}

Status Database::execute(const std::string& script) {
  if (sqlite3_exec(handle_, script.c_str(), nullptr, nullptr, nullptr) != SQLITE_OK) return failure();
  return {};
}

Result<std::int64_t> Database::number(std::string_view sql) {
  Query query(*this, sql);
  if (query.next()) return query.integer(0);
  if (query.error()) return *query.error();
  return Error{path_ + ": no answer to: " + std::string(sql)};
}

Error Database::failure() const {
  return Error{path_ + ": " + (handle_ == nullptr ? "out of memory" : sqlite3_errmsg(handle_))};
}

Transaction::Transaction(Database& database, Kind kind) : database_(database) {
  error_ = database_.execute(kind == Kind::Read ? "BEGIN" : "BEGIN IMMEDIATE");
  open_ = !error_;
}

Transaction::~Transaction() {
  if (open_) (void)database_.execute("ROLLBACK");
}

Status Transaction::commit() {
  if (error_) return error_;
  error_ = database_.execute("COMMIT");
  open_ = error_.has_value();  // a commit that failed is still to be rolled back
  return error_;
}

}  // namespace assay::store
