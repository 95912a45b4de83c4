#pragma once

#include <sqlite3.h>

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "services/common/status.h"

/// A thin layer over SQLite, private to the store: errors as values, statements prepared once.
namespace assay::store {

class Database;

/// One execution of a statement. The first error sticks: later calls do nothing, and error() tells it at the end.
///   Query query(db, "SELECT id FROM bugs WHERE kind = ?");
///   query.bind(kind);
///   while (query.next()) ids.push_back(query.text(0));
///   if (query.error()) return *query.error();
class Query {
 public:
  Query(Database& database, std::string_view sql);
  ~Query();
  Query(const Query&) = delete;
  Query& operator=(const Query&) = delete;

  /// Gives the next placeholder its value.
  Query& bind(std::string_view value);
  Query& bind(const std::string& value) { return bind(std::string_view(value)); }
  Query& bind(const char* value) { return bind(std::string_view(value)); }
  Query& bind(std::int64_t value);
  Query& bind(std::uint64_t value) { return bind(static_cast<std::int64_t>(value)); }
  Query& bind(std::uint32_t value) { return bind(static_cast<std::int64_t>(value)); }
  Query& bind(bool value) { return bind(static_cast<std::int64_t>(value)); }
  Query& bind(double value);

  /// Goes to the next row; false at the end and after an error.
  bool next();
  /// Runs a statement that gives no rows.
  Status run();
  /// The first column of all rows that are left.
  Result<std::vector<std::string>> texts();
  const Status& error() const { return error_; }

  std::string text(int column) const;
  std::int64_t integer(int column) const { return sqlite3_column_int64(statement_, column); }
  /// Numbers of 64 bits without sign are kept in SQLite's signed integers, bit for bit.
  std::uint64_t number(int column) const { return static_cast<std::uint64_t>(integer(column)); }
  double real(int column) const { return sqlite3_column_double(statement_, column); }

 private:
  void check(int code);

  Database& database_;
  sqlite3_stmt* statement_ = nullptr;
  int next_parameter_ = 1;
  Status error_;
};

/// The condition that the column begins with the value of placeholder 1. Names a span of the column's index: U+10FFFF
/// comes behind all text.
std::string begins_with_first(const std::string& column);

/// One connection. Not thread-safe: the store serialises.
class Database {
 public:
  /// A file that is made is its user's alone. The error says what the file is, where it can't be a database.
  static Result<std::unique_ptr<Database>> open(const std::string& path, bool create);
  /// A connection that SQLite itself keeps from writing. The file's schema may be of any version; a file of another
  /// program is an error.
  static Result<std::unique_ptr<Database>> open_to_read(const std::string& path);
  /// An empty database that is gone with the connection.
  static Result<std::unique_ptr<Database>> in_memory();
  ~Database();
  Database(const Database&) = delete;
  Database& operator=(const Database&) = delete;

  /// Runs a script of statements without parameters.
  Status execute(const std::string& script);
  /// The one number that a statement gives, e.g. of a PRAGMA.
  Result<std::int64_t> number(std::string_view sql);
  /// Rows changed by the last INSERT, UPDATE or DELETE.
  int changes() const { return sqlite3_changes(handle_); }
  /// "path: what SQLite says".
  Error failure() const;
  const std::string& path() const { return path_; }
  sqlite3* handle() const { return handle_; }

 private:
  friend class Query;
  static Result<std::unique_ptr<Database>> connect(const std::string& path, int flags);
  explicit Database(std::string path) : path_(std::move(path)) {}

  std::string path_;
  sqlite3* handle_ = nullptr;
  std::map<std::string, sqlite3_stmt*, std::less<>> idle_;  // statements not in use, by their text
};

/// Rolled back unless committed.
class Transaction {
 public:
  /// Read: what is read is of one instant; others may write meanwhile. Write: nobody else writes from the start.
  enum class Kind { Write, Read };
  explicit Transaction(Database& database, Kind kind = Kind::Write);
  ~Transaction();
  Transaction(const Transaction&) = delete;
  Transaction& operator=(const Transaction&) = delete;
  /// Why it could not begin.
  const Status& error() const { return error_; }
  Status commit();

 private:
  Database& database_;
  Status error_;
  bool open_ = false;
};

}  // namespace assay::store
