#include "services/coordinator/store/care_table.h"

namespace assay::store {

Result<BugCare> CareTable::read(const std::string& bug_id) {
  BugCare care;
  Query row(database_, "SELECT assignee, upstream, fixed_in, duplicate_of FROM bug_care WHERE bug_id = ?");
  if (row.bind(bug_id).next()) care = {row.text(0), row.text(1), row.text(2), row.text(3), {}, {}};
  if (row.error()) return *row.error();
  Query tags(database_, "SELECT tag FROM bug_tags WHERE bug_id = ? ORDER BY tag");
  tags.bind(bug_id);
  while (tags.next()) care.tags.push_back(tags.text(0));
  if (tags.error()) return *tags.error();
  Query events(database_, "SELECT at, who, what, before, after, why FROM bug_events WHERE bug_id = ? ORDER BY number");
  events.bind(bug_id);
  while (events.next())
    care.history.push_back(
        {events.text(0), events.text(1), events.text(2), events.text(3), events.text(4), events.text(5)});
  if (events.error()) return *events.error();
  return care;
}

Status CareTable::write(const std::string& bug_id, const BugCare& care) {
  Query query(
      database_,
      "INSERT OR REPLACE INTO bug_care (bug_id, assignee, upstream, fixed_in, duplicate_of) VALUES (?, ?, ?, ?, ?)");
  return query.bind(bug_id).bind(care.assignee).bind(care.upstream).bind(care.fixed_in).bind(care.duplicate_of).run();
}

Status CareTable::add_tag(const std::string& bug_id, const std::string& tag) {
  Query query(database_, "INSERT OR IGNORE INTO bug_tags (bug_id, tag) VALUES (?, ?)");
  return query.bind(bug_id).bind(tag).run();
}

Status CareTable::remove_tag(const std::string& bug_id, const std::string& tag) {
  Query query(database_, "DELETE FROM bug_tags WHERE bug_id = ? AND tag = ?");
  return query.bind(bug_id).bind(tag).run();
}

Status CareTable::add_event(const std::string& bug_id, const BugEvent& event) {
  Query query(database_,
              "INSERT INTO bug_events (bug_id, at, who, what, before, after, why) VALUES (?, ?, ?, ?, ?, ?, ?)");
  query.bind(bug_id)
      .bind(event.at)
      .bind(event.who)
      .bind(event.what)
      .bind(event.before)
      .bind(event.after)
      .bind(event.why);
  return query.run();
}

}  // namespace assay::store
