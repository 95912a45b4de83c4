#pragma once

#include <optional>
#include <string>
#include <vector>

#include "services/coordinator/store/sqlite.h"
#include "services/coordinator/store/store.h"

namespace assay::store {

/// What the columns of a finding must hold for its compiler to be the one that a name means: a version ("16" takes "16.0.6" too),
/// VERSION@BUILD, "linked", or a path.
struct CompilerCondition {
  explicit CompilerCondition(const std::string& name);
  std::string sql;
  std::vector<std::string> values;
};

/// What bugs can be sorted by.
std::vector<std::string> bug_orders();

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
  Result<std::vector<Bug>> list(const BugFilter& filter);
  Result<std::uint64_t> count(const BugFilter& filter);
  /// Lets search find a bug by its title, its signature and this case.
  Status index(const std::string& id, const std::string& reduced);
  /// False if there is no such bug.
  Result<bool> set_status(const std::string& id, const std::string& status);
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
