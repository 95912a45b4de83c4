#pragma once

#include <optional>
#include <string>
#include <vector>

#include "services/coordinator/store/ir_facts.h"
#include "services/coordinator/store/sqlite.h"

namespace assay::store {

/// The tables ir_*.
class IrFactsTable {
 public:
  explicit IrFactsTable(Database& database) : database_(database) {}

  Status insert(const ModuleFacts& facts);
  Status remove_bug(const std::string& bug_id);
  Status remove_file(const std::string& name);

  /// The bug's facts are to be those of this finding.
  Status want(const std::string& bug_id, const std::string& finding_id);
  Status no_longer_want(const std::string& bug_id);
  Result<std::vector<std::string>> wanted(std::uint32_t limit);

 private:
  Database& database_;
};

}  // namespace assay::store
