#pragma once

#include <string>

#include "services/coordinator/store/care.h"
#include "services/coordinator/store/sqlite.h"

namespace assay::store {

/// The tables bug_care, bug_tags and bug_events: what people make of one bug.
class CareTable {
 public:
  explicit CareTable(Database& database) : database_(database) {}

  Result<BugCare> read(const std::string& bug_id);
  /// Everything but tags and history.
  Status write(const std::string& bug_id, const BugCare& care);
  Status add_tag(const std::string& bug_id, const std::string& tag);
  Status remove_tag(const std::string& bug_id, const std::string& tag);
  Status add_event(const std::string& bug_id, const BugEvent& event);

 private:
  Database& database_;
};

}  // namespace assay::store
