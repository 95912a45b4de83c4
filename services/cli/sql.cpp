#include "services/coordinator/store/sql.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <iostream>
#include <iterator>
#include <nlohmann/json.hpp>

#include "services/cli/database.h"
#include "services/cli/options.h"
#include "services/cli/render.h"
#include "services/cli/verbs.h"
#include "services/common/text.h"
#include "services/coordinator/query/query.h"
#include "services/coordinator/store/schema_notes.h"

namespace assay::cli {
namespace {

struct SqlArguments {
  DatabaseOptions database;
  std::string sql = "-";
  std::string time = "10s";
  std::uint64_t rows = store::SqlLimits().rows;
  bool schema = false;
  bool json = false;
  bool csv = false;
  bool plain = false;
};

nlohmann::json to_json(const store::SqlValue& value) {
  return std::visit(
      []<class T>(const T& held) -> nlohmann::json {
        if constexpr (std::is_same_v<T, std::monostate>)
          return nullptr;
        else
          return held;
      },
      value);
}

bool is_number(const store::SqlValue& value) {
  return std::holds_alternative<std::int64_t>(value) || std::holds_alternative<double>(value);
}

std::string text_of(const store::SqlValue& value) {
  if (const auto* text = std::get_if<std::string>(&value)) return *text;
  return std::holds_alternative<std::monostate>(value) ? "NULL" : to_json(value).dump();
}

void print_json(const store::SqlAnswer& answer) {
  nlohmann::json rows = nlohmann::json::array();
  for (const auto& row : answer.rows) {
    nlohmann::json& cells = rows.emplace_back(nlohmann::json::array());
    for (const store::SqlValue& value : row) cells.push_back(to_json(value));
  }
  std::printf("%s\n", dump({{"columns", answer.columns}, {"rows", rows}, {"complete", answer.cut.empty()}}).c_str());
}

void print_csv(const store::SqlAnswer& answer) {
  std::string text;
  const auto end_cell = [&](bool last) { text += last ? "\r\n" : ","; };
  for (std::size_t i = 0; i < answer.columns.size(); ++i) {
    text += csv_cell(answer.columns[i]);
    end_cell(i + 1 == answer.columns.size());
  }
  for (const auto& row : answer.rows)
    for (std::size_t i = 0; i < row.size(); ++i) {
      if (is_number(row[i]))
        text += text_of(row[i]);
      else if (!std::holds_alternative<std::monostate>(row[i]))
        text += csv_cell(text_of(row[i]));
      end_cell(i + 1 == row.size());
    }
  std::fwrite(text.data(), 1, text.size(), stdout);
}

void print_plain(const store::SqlAnswer& answer) {
  for (const auto& row : answer.rows)
    for (std::size_t i = 0; i < row.size(); ++i) print(text_of(row[i]) + (i + 1 == row.size() ? "\n" : "\t"));
}

/// A cell of a table: ends of lines and tabs as \n and \t.
std::string one_line(const std::string& text) {
  std::string line;
  for (const char c : visible(text)) line += c == '\n' ? "\\n" : c == '\t' ? "\\t" : std::string(1, c);
  return line;
}

/// Characters, each taken to be one column wide.
std::size_t width_of(const std::string& text) {
  return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), [](char c) { return (c & 0xc0) != 0x80; }));
}

struct TableCell {
  std::string text;
  bool right = false;
};

/// Columns as wide as their widest cell; below the head of a table, if it has one, a line.
void print_table(std::vector<std::vector<TableCell>> lines, bool has_head) {
  std::vector<std::size_t> widths;
  for (const auto& line : lines) {
    widths.resize(std::max(widths.size(), line.size()));
    for (std::size_t i = 0; i < line.size(); ++i) widths[i] = std::max(widths[i], width_of(line[i].text));
  }
  if (has_head) {
    std::vector<TableCell> rule;
    for (const std::size_t width : widths) rule.push_back({std::string(width, '-')});
    lines.insert(lines.begin() + 1, std::move(rule));
  }
  std::string text;
  for (const auto& line : lines) {
    for (std::size_t i = 0; i < line.size(); ++i) {
      const std::string space(widths[i] - width_of(line[i].text), ' ');
      text += (i == 0 ? "" : "  ") + (line[i].right ? space + line[i].text : line[i].text + space);
    }
    text.erase(text.find_last_not_of(' ') + 1);
    text += "\n";
  }
  std::fwrite(text.data(), 1, text.size(), stdout);
}

void print_table(const store::SqlAnswer& answer) {
  std::vector<std::vector<TableCell>> lines(1);
  for (const std::string& column : answer.columns) lines[0].push_back({one_line(column)});
  for (const auto& row : answer.rows) {
    auto& line = lines.emplace_back();
    for (const store::SqlValue& value : row) line.push_back({one_line(text_of(value)), is_number(value)});
  }
  print_table(std::move(lines), true);
}

int run_schema(bool json) {
  const auto tables = store::schema_notes();
  if (!tables) return refuse(tables.error());
  nlohmann::json list = nlohmann::json::array();
  for (const store::TableNote& table : *tables) {
    nlohmann::json columns = nlohmann::json::array();
    if (!json) std::printf("%s%s: %s\n", list.empty() ? "" : "\n", table.name.c_str(), table.about.c_str());
    std::vector<std::vector<TableCell>> lines;
    for (const store::ColumnNote& column : table.columns) {
      columns.push_back({{"name", column.name}, {"type", column.type}, {"about", column.about}});
      lines.push_back({{"  " + column.name}, {column.type}, {column.about}});
    }
    if (!json) print_table(std::move(lines), false);
    list.push_back({{"name", table.name}, {"kind", table.kind}, {"about", table.about}, {"columns", columns}});
  }
  if (json) std::printf("%s\n", dump({{"tables", list}}).c_str());
  return kSuccess;
}

int run_sql(SqlArguments arguments) {
  if (arguments.schema) return run_schema(arguments.json);
  const auto seconds = parse_duration(arguments.time);
  if (!seconds) return refuse("--time=" + arguments.time + ": " + seconds.error());
  if (arguments.sql == "-") arguments.sql.assign(std::istreambuf_iterator<char>(std::cin), {});
  const store::SqlLimits limits{.time = std::chrono::seconds(*seconds), .rows = arguments.rows};
  Result<store::SqlAnswer> answer = Error{};
  if (arguments.database.coordinator.empty()) {
    const auto desk = query::Desk::start(limits.time);
    // The file's schema stays as it is.
    answer = desk ? (*desk)->answer(arguments.database.file, arguments.sql, limits) : Error{desk.error()};
  } else {
    const auto link = open_database(arguments.database);
    answer = link ? (*link)->ask(arguments.sql, limits) : Error{link.error()};
  }
  if (!answer) return refuse(answer.error());
  const bool nothing_came = answer->columns.empty();  // in time
  if (arguments.json)
    print_json(*answer);
  else if (arguments.csv && !nothing_came)
    print_csv(*answer);
  else if (arguments.plain && !nothing_came)
    print_plain(*answer);
  else if (!nothing_came)
    print_table(*answer);
  if (answer->cut.empty()) return kSuccess;
  complain("not the whole answer: " + std::to_string(answer->rows.size()) + " rows, then the limit of " + answer->cut +
           " was reached" + (answer->cut == "size" ? "" : " (--" + answer->cut + ")"));
  return kInconclusive;
}

}  // namespace

void add_sql(CLI::App& app, Action& action) {
  auto arguments = std::make_shared<SqlArguments>();
  CLI::App* verb = app.add_subcommand("sql", "ask the database in SQL");
  verb->description(
      "Answers one SELECT, WITH, VALUES or EXPLAIN statement. The database is only read: what would write, attach or "
      "read another file, and PRAGMA, is refused. It may be asked while a hunt runs.\n\n"
      "Exit code: 0 these are all rows, 2 bad usage, a refused or wrong statement, or no database, 3 a limit ended the "
      "answer: there may be more rows.");
  verb->add_option("sql", arguments->sql, "the statement; -: from the standard input")->capture_default_str();
  add_database_options(*verb, arguments->database);
  verb->add_option("--time", arguments->time, std::string("how long it may take: ") + kDurations)
      ->capture_default_str();
  verb->add_option("--rows", arguments->rows, "how many rows at most")->capture_default_str();
  CLI::Option* json = verb->add_flag("--json", arguments->json, "print one JSON object: columns, rows, complete");
  CLI::Option* csv = verb->add_flag("--csv", arguments->csv, "print comma-separated values; NULL is an empty cell");
  CLI::Option* plain =
      verb->add_flag("--plain", arguments->plain, "print values alone, as they are, with tabs between columns");
  json->excludes(csv)->excludes(plain);
  csv->excludes(plain);
  verb->add_flag("--schema", arguments->schema,
                 "tell what tables, views and columns there are instead (as text or JSON)");
  verb->callback([arguments, &action] { action = [arguments] { return run_sql(*arguments); }; });
}

}  // namespace assay::cli
