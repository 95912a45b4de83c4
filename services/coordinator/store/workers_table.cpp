#include "services/coordinator/store/workers_table.h"

namespace assay::store {

Status WorkersTable::put(const Worker& worker) {
  Query query(database_,
              "INSERT INTO workers (id, name, version, jobs, registered_at, last_seen) VALUES (?, ?, ?, ?, ?, ?)"
              " ON CONFLICT (id) DO UPDATE SET name = excluded.name, version = excluded.version,"
              " jobs = excluded.jobs, last_seen = excluded.last_seen");
  query.bind(worker.id).bind(worker.name).bind(worker.version).bind(worker.jobs);
  return query.bind(worker.registered_at).bind(worker.last_seen).run();
}

Status WorkersTable::touch(const std::string& id, const std::string& seen_at) {
  Query query(database_, "UPDATE workers SET last_seen = ? WHERE id = ?");
  return query.bind(seen_at).bind(id).run();
}

Result<std::optional<Worker>> WorkersTable::find(const std::string& id) {
  Query query(database_, "SELECT id, name, version, jobs, registered_at, last_seen FROM workers WHERE id = ?");
  std::optional<Worker> worker;
  if (query.bind(id).next())
    worker = Worker{query.text(0), query.text(1), query.text(2), static_cast<std::uint32_t>(query.integer(3)),
                    query.text(4), query.text(5)};
  if (query.error()) return *query.error();
  return worker;
}

}  // namespace assay::store
