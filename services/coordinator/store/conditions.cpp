#include "services/coordinator/store/conditions.h"

#include <algorithm>
#include <chrono>

#include "services/coordinator/store/dates.h"

namespace assay::store {
namespace {

constexpr std::size_t kNamed = 40;  // of the known values, at most

std::string names_of(const std::vector<std::string>& known) {
  std::string names;
  for (std::size_t i = 0; i < std::min(known.size(), kNamed); ++i) names += (i == 0 ? "" : ", ") + known[i];
  if (known.size() > kNamed) names += " and " + std::to_string(known.size() - kNamed) + " more";
  return names;
}

Error no_comparator(const std::string& comparator, const char* allowed) {
  return Error{"'" + comparator + "' does not go with it; " + allowed + " do"};
}

bool is_ordering(const std::string& comparator) { return comparator != ":"; }

}  // namespace

std::string like_pattern(const std::string& text) {
  std::string pattern = "%";
  for (const char c : text) {
    if (c == '%' || c == '_' || c == '\\') pattern += '\\';
    pattern += c;
  }
  return pattern + "%";
}

Error unknown_value(const std::string& field, const std::string& value, const std::vector<std::string>& known) {
  return Error{field + ": '" + value.substr(0, 80) +
               "' is not known; known: " + (known.empty() ? "nothing" : names_of(known))};
}

Vocabulary& Vocabulary::add(const std::string& field, Make make) {
  fields_[field] = std::move(make);
  return *this;
}

Vocabulary& Vocabulary::text(const std::string& field, const std::string& column) {
  return add(field, [column](const std::string& comparator, const std::string& value) -> Result<SqlCondition> {
    if (comparator == ":") return SqlCondition{column + " LIKE ? ESCAPE '\\'", {like_pattern(value)}};
    if (comparator == "=" || comparator == "!=") return SqlCondition{column + " " + comparator + " ?", {value}};
    return no_comparator(comparator, "=, != and :");
  });
}

Vocabulary& Vocabulary::word(const std::string& field, const std::string& column, std::vector<std::string> words) {
  return add(field, [=](const std::string& comparator, const std::string& value) -> Result<SqlCondition> {
    if (std::find(words.begin(), words.end(), value) == words.end())
      return Error{"'" + value.substr(0, 80) + "' is not known; known: " + names_of(words)};
    if (comparator == "=" || comparator == "!=") return SqlCondition{column + " " + comparator + " ?", {value}};
    return no_comparator(comparator, "= and !=");
  });
}

Vocabulary& Vocabulary::number(const std::string& field, const std::string& column) {
  return add(field, [column](const std::string& comparator, const std::string& value) -> Result<SqlCondition> {
    if (!is_ordering(comparator)) return no_comparator(comparator, "=, !=, <, <=, > and >=");
    if (value.empty() || value.size() > 18 || value.find_first_not_of("0123456789") != std::string::npos)
      return Error{"'" + value.substr(0, 80) + "' is no number"};
    return SqlCondition{column + " " + comparator + " CAST(? AS INTEGER)", {value}};
  });
}

Vocabulary& Vocabulary::time(const std::string& field, const std::string& column) {
  return add(field, [column](const std::string& comparator, const std::string& value) -> Result<SqlCondition> {
    if (!is_ordering(comparator)) return no_comparator(comparator, "=, !=, <, <=, > and >=");
    auto utc = utc_of(value, std::chrono::system_clock::now());
    if (!utc) return Error{utc.error()};
    return SqlCondition{column + " " + comparator + " ?", {*utc}};
  });
}

Vocabulary& Vocabulary::membership(const std::string& field, const std::string& sql) {
  return add(field, [sql](const std::string& comparator, const std::string& value) -> Result<SqlCondition> {
    if (comparator == "=" || comparator == ":") return SqlCondition{sql, {value}};
    if (comparator == "!=") return SqlCondition{"NOT (" + sql + ")", {value}};
    return no_comparator(comparator, "=, != and :");
  });
}

Vocabulary& Vocabulary::alone(Make make) {
  alone_ = std::move(make);
  return *this;
}

Result<SqlCondition> Vocabulary::joined_by(const char* word, const FilterTerm& term) const {
  if (term.parts.size() == 1) return condition_of(term.parts.front());
  SqlCondition all;
  for (const FilterTerm& part : term.parts) {
    auto condition = condition_of(part);
    if (!condition) return condition;
    all.sql += (all.sql.empty() ? "" : word) + condition->sql;
    all.values.insert(all.values.end(), condition->values.begin(), condition->values.end());
  }
  return all;
}

Result<SqlCondition> Vocabulary::condition_of(const std::string& filter) const {
  const auto term = parse_filter(filter);
  return term ? condition_of(*term) : Error{term.error()};
}

Result<SqlCondition> Vocabulary::condition_of(const FilterTerm& term) const {
  switch (term.kind) {
    case FilterTerm::Kind::All:
      return joined_by(" AND ", term);
    case FilterTerm::Kind::Any: {
      auto any = joined_by(" OR ", term);
      if (any) any->sql = "(" + any->sql + ")";
      return any;
    }
    case FilterTerm::Kind::Not: {
      auto inner = condition_of(term.parts.front());
      if (inner) inner = SqlCondition{"NOT (" + inner->sql + ")", inner->values};
      return inner;
    }
    case FilterTerm::Kind::Text:
      return alone_ ? alone_("", term.value)
                    : Error{"filter: '" + term.value.substr(0, 80) + "': a field and a comparator are needed"};
    case FilterTerm::Kind::Compare:
      break;
  }
  const auto field = fields_.find(term.field);
  if (field == fields_.end()) {
    std::vector<std::string> names;
    for (const auto& [name, make] : fields_) names.push_back(name);
    return unknown_value("filter", term.field, names);
  }
  auto condition = field->second(term.comparator, term.value);
  if (!condition) return condition.wrap(term.field);
  return condition;
}

}  // namespace assay::store
