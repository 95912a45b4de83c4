#include <cmath>
#include <cstdio>

#include "services/coordinator/store/sql.h"
#include "services/coordinator/web/pages.h"

namespace assay::web {
namespace {

constexpr store::SqlLimits kLimits{std::chrono::seconds(3), 500, 8 << 20, 8 << 20};
constexpr std::size_t kLongestCell = 4000;

constexpr std::pair<const char*, const char*> kExamples[] = {
    {"Bugs by pass",
     "SELECT culprit, COUNT(*) AS bugs, MAX(last_seen) AS last_seen FROM bugs GROUP BY culprit ORDER BY bugs DESC"},
    {"New bugs by month",
     "SELECT substr(first_seen, 1, 7) AS month, culprit, COUNT(*) AS bugs FROM bugs GROUP BY month, culprit ORDER BY "
     "month DESC"},
    {"What hunts could not decide",
     "SELECT verdict, reason, SUM(count) AS times FROM hunt_reasons GROUP BY verdict, reason ORDER BY times DESC"},
    {"Tables and their columns",
     "SELECT m.name AS table_name, c.name AS column_name, c.type FROM sqlite_schema AS m, pragma_table_info(m.name) AS "
     "c "
     "WHERE m.type = 'table' ORDER BY 1, c.cid"},
};

Data cell(const store::SqlValue& value) {
  Data data;
  data.set("null", std::holds_alternative<std::monostate>(value));
  data.set("number", std::holds_alternative<std::int64_t>(value) || std::holds_alternative<double>(value));
  std::string shown;
  if (const auto* integer = std::get_if<std::int64_t>(&value)) shown = std::to_string(*integer);
  if (const auto* real = std::get_if<double>(&value)) {
    char number[40];
    std::snprintf(number, sizeof number, "%.6g", *real);
    shown = number;
  }
  if (const auto* words = std::get_if<std::string>(&value)) {
    shown = words->substr(0, kLongestCell);
    if (words->size() > kLongestCell) shown += " …";
  }
  data.set("text", text(shown));
  return data;
}

}  // namespace

Response query_page(const Context& context, const Params& params, bool runs) {
  const auto given = params.find("sql");
  const std::string sql = given == params.end() ? "" : given->second;
  Data data;
  data.set("sql", text(sql));
  data.set("seconds", std::to_string(std::chrono::duration_cast<std::chrono::seconds>(kLimits.time).count()));
  data.set("rows_limit", grouped(kLimits.rows));
  data.set("asked", !sql.empty() && runs);
  data.set("waits", !sql.empty() && !runs);
  data.set("failed", false);
  Data examples{Data::type::list};
  for (const auto& [name, example] : kExamples) {
    Data entry;
    entry.set("name", name);
    entry.set("link", link("/query", {{"sql", example}}));
    examples << entry;
  }
  data.set("examples", examples);
  if (!sql.empty() && runs) {
    const auto answer = context.ask(sql, kLimits);
    if (!answer) {
      data.set("failed", true);
      data.set("error", text(answer.error()));
    } else {
      Data columns{Data::type::list}, rows{Data::type::list};
      for (const std::string& column : answer->columns) {
        Data entry;
        entry.set("name", text(column));
        columns << entry;
      }
      for (const auto& values : answer->rows) {
        Data cells{Data::type::list};
        for (const store::SqlValue& value : values) cells << cell(value);
        Data row;
        row.set("cells", cells);
        rows << row;
      }
      data.set("columns", columns);
      data.set("rows", rows);
      data.set("count", grouped(answer->rows.size()));
      data.set("cut", text(answer->cut));
      data.set("is_cut", !answer->cut.empty());
    }
  }
  Response response = page("Query", "Query", "query.mustache", data);
  return response;
}

}  // namespace assay::web
