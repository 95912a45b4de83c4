#pragma once

#include <optional>
#include <string>
#include <vector>

#include "services/coordinator/store/conditions.h"
#include "services/coordinator/store/sqlite.h"
#include "services/coordinator/store/store.h"

namespace assay::store {

/// The table bugs. A Bug read here lacks `compilers` and `best`, which the findings know.
class BugsTable {
 public:
  explicit BugsTable(Database& database) : database_(database) {}

  Result<std::optional<std::string>> id_of_signature(const std::string& signature);
  Status insert(const Bug& bug);
  /// Counts a bug up by one and widens the span in which it was seen.
  Status count_up(const std::string& id, const std::string& seen_at);
  Status set_title(const std::string& id, const std::string& title);
  Result<std::optional<Bug>> find(const std::string& id);
  Result<std::vector<std::string>> ids_from(const std::string& prefix, std::uint32_t limit);
  /// Those that fit, in the order and from the place that the filter says.
  Result<std::vector<Bug>> list(const SqlCondition& condition, const BugFilter& place);
  Result<std::uint64_t> count(const SqlCondition& condition);
  /// What an order looks at in a bug.
  Result<std::string> value_of(const std::string& id, const std::string& sort);
  /// Some that are not placed by these rules; compare_with is "<" or ">".
  Result<std::vector<Bug>> placed_otherwise(const std::string& rules, const char* compare_with, std::uint32_t limit);
  Status place(const std::string& id, unsigned place, const std::string& rules);
  Status ask_for_place(const std::string& id);
  /// Lets search find a bug by its title, its signature and this case.
  Status index(const std::string& id, const std::string& reduced);
  /// False if there is no such bug.
  Result<bool> set_status(const std::string& id, BugStatus status);
  /// The ids of bugs that are said to be the same as this one.
  Result<std::vector<std::string>> duplicates_of(const std::string& id);
  Result<Counts> count_by_status();
  Result<Counts> count_by_kind();
  Result<Counts> count_by_culprit();

 private:
  Result<Counts> count_by(std::string_view sql);
  Database& database_;
};

}  // namespace assay::store
