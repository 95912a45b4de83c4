#include "services/coordinator/store/schema_notes.h"

#include <map>
#include <set>

#include "services/coordinator/store/notes.h"
#include "services/coordinator/store/schema.h"

namespace assay::store {
namespace {

/// By "table" and "table.column".
std::map<std::string, std::string> notes_by_name() {
  std::map<std::string, std::string> notes;
  std::string table;
  for (const std::span<const Note>& some : {service_notes(), ir_notes()})
    for (const Note& note : some) {
      if (note.table) table = note.name;
      notes.emplace(note.table ? table : table + "." + note.name, note.about);
    }
  return notes;
}

}  // namespace

Result<std::vector<TableNote>> schema_notes() {
  auto database = Database::in_memory();
  if (!database) return Error{database.error()};
  if (auto error = migrate(**database, current_schema_version())) return *error;
  std::map<std::string, std::string> notes = notes_by_name();
  std::string missing;
  std::set<std::string> shared;  // what was said for several tables, by name
  const auto take = [&](const std::string& name) -> std::string {
    const auto note = notes.extract(name);
    if (!note.empty()) return note.mapped();
    const auto dot = name.find('.');
    if (name.starts_with("ir_") && dot != std::string::npos)
      if (const auto found = notes.find("ir_*" + name.substr(dot)); found != notes.end()) {
        shared.insert({"ir_*", found->first});
        return found->second;
      }
    missing += " " + name;
    return "";
  };
  std::vector<TableNote> tables;
  Query query(**database,
              "SELECT t.name, t.type, c.name, c.type FROM pragma_table_list AS t, pragma_table_info(t.name) AS c"
              " WHERE t.schema = 'main' AND t.type <> 'shadow' AND t.name NOT LIKE 'sqlite\\_%' ESCAPE '\\'"
              " ORDER BY t.name, c.cid");
  while (query.next()) {
    const std::string table = query.text(0);
    if (tables.empty() || tables.back().name != table) tables.push_back({table, query.text(1), take(table), {}});
    tables.back().columns.push_back({query.text(2), query.text(3), take(table + "." + query.text(2))});
  }
  if (query.error()) return *query.error();
  for (const auto& [name, about] : notes)
    if (shared.count(name) == 0) missing += " " + name;
  if (!missing.empty()) return Error{"schema_notes.cpp and the schema differ in:" + missing};
  return tables;
}

}  // namespace assay::store
