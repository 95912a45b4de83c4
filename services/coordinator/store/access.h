#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <type_traits>

#include "services/common/fields.h"

/// Who may call a coordinator, and what was done.
namespace assay::store {

/// An admin may do everything; a viewer reads bugs and hunts; a worker takes work and reports.
enum class Role { Viewer, Worker, Admin };
const char* name_of(Role role);
std::optional<Role> enumerator_of(std::string_view name, std::type_identity<Role>);

struct Token {
  std::string name;
  Role role = Role::Viewer;
  std::string created_at;
  std::string revoked_at;  ///< empty: it was not
};
ASSAY_FIELDS(Token, name, role, created_at, revoked_at);

struct AuditEvent {
  std::string who;      ///< name of the token or certificate, or the person at the machine; empty: not known
  std::string peer;     ///< address; empty: this machine's command line
  std::string action;   ///< the method, such as StopHunt, or token create
  std::string subject;  ///< id of what was changed
  std::string outcome;  ///< ok, or why not
};
ASSAY_FIELDS(AuditEvent, who, peer, action, subject, outcome);

}  // namespace assay::store
