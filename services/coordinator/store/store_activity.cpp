// The store's members about what happened when.
#include <map>

#include "services/coordinator/store/store.h"
#include "services/coordinator/store/store_state.h"

namespace assay::store {

Result<std::vector<DayCounts>> Store::days_since(const std::string& day) {
  auto reading = state_->snapshot();
  if (!reading) return Error{reading.error()};
  std::map<std::string, DayCounts> days;
  const std::pair<const char*, std::uint64_t DayCounts::*> questions[] = {
      {"SELECT substr(first_seen, 1, 10) AS day, COUNT(*) FROM bugs WHERE first_seen >= ? GROUP BY day",
       &DayCounts::new_bugs},
      {"SELECT substr(found_at, 1, 10) AS day, COUNT(*) FROM findings WHERE found_at >= ? GROUP BY day",
       &DayCounts::findings}};
  for (const auto& [sql, member] : questions) {
    Query query(*(*reading)->database, sql);
    query.bind(day);
    while (query.next()) days[query.text(0)].*member = query.number(1);
    if (query.error()) return *query.error();
  }
  std::vector<DayCounts> result;
  for (auto& [name, counts] : days) {
    counts.day = name;
    result.push_back(std::move(counts));
  }
  return result;
}

Result<std::vector<SeenIn>> Store::seen_in(const std::string& bug_id) {
  auto reading = state_->snapshot();
  if (!reading) return Error{reading.error()};
  return (*reading)->findings.seen_in(bug_id);
}

}  // namespace assay::store
