#pragma once

#include <optional>
#include <string>
#include <vector>

#include "services/coordinator/store/conditions.h"
#include "services/coordinator/store/sqlite.h"
#include "services/coordinator/store/store.h"

namespace assay::store {

/// The table findings.
class FindingsTable {
 public:
  explicit FindingsTable(Database& database) : database_(database) {}

  /// The bug to which the finding of this id belongs, if it is known.
  Result<std::optional<std::string>> bug_of(const std::string& finding_id);
  /// The bugs of findings whose ids begin so, at most `limit`.
  Result<std::vector<std::string>> bugs_from(const std::string& prefix, std::uint32_t limit);
  Status insert(const Finding& finding, const std::string& bug_id);
  /// The one that represents its bug: the smallest that was checked; if none was, the one that came first.
  Result<std::optional<Finding>> best_of(const std::string& bug_id);
  /// The smallest that was checked; empty: none was.
  Result<std::string> best_checked_of(const std::string& bug_id);
  /// Those that were checked first, then the smallest.
  Result<std::vector<Finding>> of_bug(const std::string& bug_id, std::uint32_t limit, std::uint32_t offset,
                                      const SqlCondition& condition);
  /// What a list of findings can be filtered by.
  static const Vocabulary& vocabulary();
  /// The bug of a finding that is checked from now on; nothing if there is no such finding.
  Result<std::optional<std::string>> set_checked(const std::string& finding_id);
  /// The name of the compiler that a finding is about.
  Result<std::string> compiler_of(const std::string& finding_id);
  Result<HuntBugs> bugs_of_hunt(const std::string& hunt_id);
  /// Versions of the compilers in which a bug was seen.
  Result<std::vector<std::string>> compilers_of(const std::string& bug_id);
  Result<std::vector<SeenIn>> seen_in(const std::string& bug_id);

 private:
  Result<std::vector<Finding>> read_all(Query& query);
  Database& database_;
};

}  // namespace assay::store
