#include "services/coordinator/store/workers_table.h"

#include "services/coordinator/store/fields_sql.h"

namespace assay::store {
Status WorkersTable::put(const Worker& worker) {
  static const std::string sql = "INSERT INTO workers (" + columns<Worker>().list() + ") VALUES (" +
                                 columns<Worker>().placeholders() +
                                 ") ON CONFLICT (id) DO UPDATE SET name = excluded.name, version = excluded.version,"
                                 " jobs = excluded.jobs, offer = excluded.offer, last_seen = excluded.last_seen,"
                                 " registered_by = excluded.registered_by";
  Query query(database_, sql);
  columns<Worker>().bind(query, worker);
  return query.run();
}

Status WorkersTable::touch(const std::string& id, const std::string& seen_at) {
  Query query(database_, "UPDATE workers SET last_seen = ? WHERE id = ?");
  return query.bind(seen_at).bind(id).run();
}

Result<std::optional<Worker>> WorkersTable::find(const std::string& id) {
  static const std::string sql = "SELECT " + columns<Worker>().list() + " FROM workers WHERE id = ?";
  Query query(database_, sql);
  std::optional<Worker> worker;
  if (query.bind(id).next())
    if (Status bad = columns<Worker>().read(query, 0, worker.emplace())) return *bad;
  if (query.error()) return *query.error();
  return worker;
}

Result<std::vector<Worker>> WorkersTable::all(std::uint32_t limit, std::uint32_t offset) {
  static const std::string sql =
      "SELECT " + columns<Worker>().list() + " FROM workers ORDER BY last_seen DESC, id LIMIT ? OFFSET ?";
  Query query(database_, sql);
  query.bind(limit).bind(offset);
  std::vector<Worker> workers;
  while (query.next())
    if (Status bad = columns<Worker>().read(query, 0, workers.emplace_back())) return *bad;
  if (query.error()) return *query.error();
  return workers;
}

}  // namespace assay::store
