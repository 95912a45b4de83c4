#pragma once

#include <vector>

#include "services/coordinator/store/access.h"
#include "services/coordinator/store/sqlite.h"

namespace assay::store {

/// The tables tokens and audit.
class AccessTable {
 public:
  explicit AccessTable(Database& database) : database_(database) {}

  Status insert(const Token& token, const std::string& hash);
  /// False if there is no such token, or it was revoked.
  Result<bool> set_hash(const std::string& name, const std::string& hash);
  Result<bool> revoke(const std::string& name, const std::string& at);
  Result<std::optional<Token>> find(const std::string& name);
  /// The token of this hash that was not revoked.
  Result<std::optional<Token>> by_hash(const std::string& hash);
  Result<std::vector<Token>> all();
  /// From now on, and for good, every call needs a token.
  Status want_tokens(const std::string& since);
  Status add(const AuditEvent& event, const std::string& at);

 private:
  Database& database_;
};

}  // namespace assay::store
