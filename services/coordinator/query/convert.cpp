#include "services/coordinator/query/convert.h"

namespace assay::query {

v1::RunQueryResponse to_proto(const store::SqlAnswer& answer) {
  v1::RunQueryResponse message;
  for (const std::string& column : answer.columns) message.add_columns(column);
  for (const auto& row : answer.rows) {
    v1::SqlRow& values = *message.add_rows();
    for (const store::SqlValue& value : row) {
      v1::SqlValue& one = *values.add_values();
      if (const auto* integer = std::get_if<std::int64_t>(&value)) one.set_integer(*integer);
      if (const auto* real = std::get_if<double>(&value)) one.set_real(*real);
      if (const auto* text = std::get_if<std::string>(&value)) one.set_text(*text);
    }
  }
  message.set_cut(answer.cut);
  return message;
}

store::SqlAnswer from_proto(const v1::RunQueryResponse& message) {
  store::SqlAnswer answer;
  answer.columns.assign(message.columns().begin(), message.columns().end());
  for (const v1::SqlRow& row : message.rows()) {
    auto& values = answer.rows.emplace_back();
    for (const v1::SqlValue& value : row.values()) {
      if (value.has_integer())
        values.emplace_back(value.integer());
      else if (value.has_real())
        values.emplace_back(value.real());
      else if (value.has_text())
        values.emplace_back(value.text());
      else
        values.emplace_back();
    }
  }
  answer.cut = message.cut();
  return answer;
}

}  // namespace assay::query
