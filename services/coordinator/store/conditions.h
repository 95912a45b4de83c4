#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "services/coordinator/store/filter_text.h"
#include "services/coordinator/store/sqlite.h"

/// Filters as conditions of SQL.
namespace assay::store {

/// A condition and the values of its placeholders.
struct SqlCondition {
  std::string sql;
  std::vector<std::string> values;
  std::optional<std::uint64_t> rows = {};  ///< how many rows fit, where that is known without asking
};

/// The fields that a list can be filtered by. A field makes a condition of a comparator and a value; its error lacks
/// the field's name.
class Vocabulary {
 public:
  using Make = std::function<Result<SqlCondition>(const std::string& comparator, const std::string& value)>;

  Vocabulary& add(const std::string& field, Make make);
  /// A column of text: equal, or, with ':', holding the value, whatever the case of its letters.
  Vocabulary& text(const std::string& field, const std::string& column);
  /// A column with one of some words.
  Vocabulary& word(const std::string& field, const std::string& column, std::vector<std::string> words);
  Vocabulary& number(const std::string& field, const std::string& column);
  /// A column of UTC text; values are points in time as people say them (dates.h).
  Vocabulary& time(const std::string& field, const std::string& column);
  /// What `=` and `:` mean alike: a condition with placeholders for the value.
  Vocabulary& membership(const std::string& field, const std::string& sql);
  /// Of a value without a field.
  Vocabulary& alone(Make make);

  /// The error says where the text is wrong, or names the field, and what could stand there.
  Result<SqlCondition> condition_of(const std::string& filter) const;
  Result<SqlCondition> condition_of(const FilterTerm& term) const;

 private:
  Result<SqlCondition> joined_by(const char* word, const FilterTerm& term) const;

  std::map<std::string, Make> fields_;
  Make alone_;
};

/// A text as a LIKE pattern that finds it anywhere; its own wildcards stand for themselves (ESCAPE '\\').
std::string like_pattern(const std::string& text);

/// "FIELD: 'VALUE' is not known; known: A, B".
Error unknown_value(const std::string& field, const std::string& value, const std::vector<std::string>& known);

}  // namespace assay::store
