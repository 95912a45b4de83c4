#pragma once

#include <string>
#include <vector>

#include "services/common/fields.h"
#include "services/common/finding.h"
#include "services/common/text.h"
#include "services/common/work.h"
#include "services/coordinator/store/sqlite.h"

/// Records as columns: a field is the column of its name. A compiler's identity is two columns; a question, settings
/// and a counterexample are JSON in one. That each table has the columns of its record is a test (schema_test).
namespace assay::store {

/// JSON forms of what is kept in one column. Reading gives false for text that is malformed.
std::string to_column(const Question& question);
bool from_column(const std::string& text, Question& question);
std::string to_column(const HuntSettings& settings);
bool from_column(const std::string& text, HuntSettings& settings);
std::string to_column(const WorkerOffer& offer);
bool from_column(const std::string& text, WorkerOffer& offer);
/// Empty for none.
std::string to_column(const std::optional<Counterexample>& counterexample);
bool from_column(const std::string& text, std::optional<Counterexample>& counterexample);

template <class T>
concept HasColumn = std::is_arithmetic_v<T> || std::is_same_v<T, std::string> || Named<T> || requires(const T& value) {
  to_column(value);
};

/// The columns of a record in the order of its fields. Fields that no column can hold (lists, other records) are left
/// out: they have tables of their own.
template <Record R>
class Columns {
 public:
  Columns() {
    R record;
    each(record, [&](const std::string& name, auto&) { names_.push_back(name); });
  }

  const std::vector<std::string>& names() const { return names_; }
  /// "a, b, c"
  std::string list() const {
    return joined([](const std::string& name) { return name; });
  }
  /// "?, ?, ?"
  std::string placeholders() const {
    return joined([](const std::string&) { return std::string("?"); });
  }
  /// "a = a + ?, b = b + ?"
  std::string additions() const {
    return joined([](const std::string& name) { return name + " = " + name + " + ?"; });
  }

  void bind(Query& query, const R& record) const {
    each(record, [&](const std::string&, const auto& value) { bind_one(query, value); });
  }
  /// Reads the columns from `column` on. The error names the column whose value no record can have.
  Status read(const Query& row, int column, R& record) const {
    Status error;
    each(record, [&](const std::string& name, auto& value) {
      if (!read_one(row, column, value) && !error)
        error = Error{name + ": '" + visible(row.text(column).substr(0, 40)) + "' is malformed or unknown"};
      ++column;
    });
    return error;
  }

 private:
  template <class Self, class Visit>
  void each(Self& record, const Visit& visit) const {
    each_field(record, [&]<class T>(const char* name, T& value) {
      if constexpr (std::is_same_v<std::remove_const_t<T>, CompilerId>)
        each_field(value, [&](const char* inner, auto& part) { visit(std::string(name) + "_" + inner, part); });
      else if constexpr (HasColumn<std::remove_const_t<T>>)
        visit(name, value);
    });
  }
  template <class Write>
  std::string joined(const Write& write) const {
    std::string text;
    for (const std::string& name : names_) text += (text.empty() ? "" : ", ") + write(name);
    return text;
  }

  template <class T>
  static void bind_one(Query& query, const T& value) {
    if constexpr (Named<T>)
      query.bind(name_of(value));
    else if constexpr (requires { query.bind(value); })
      query.bind(value);
    else
      query.bind(to_column(value));
  }
  template <class T>
  static bool read_one(const Query& row, int column, T& value) {
    if constexpr (Named<T>) {
      const auto found = enumerator_of(row.text(column), std::type_identity<T>());
      if (found) value = *found;
      return found.has_value();
    } else if constexpr (std::is_same_v<T, std::string>) {
      value = row.text(column);
    } else if constexpr (std::is_same_v<T, double>) {
      value = row.real(column);
    } else if constexpr (std::is_arithmetic_v<T>) {
      value = static_cast<T>(row.integer(column));
    } else {
      return from_column(row.text(column), value);
    }
    return true;
  }

  std::vector<std::string> names_;
};

/// The columns of a record, made once.
template <Record R>
const Columns<R>& columns() {
  static const Columns<R> all;
  return all;
}

}  // namespace assay::store
