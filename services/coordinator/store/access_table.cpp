#include "services/coordinator/store/access_table.h"

#include "services/coordinator/store/fields_sql.h"

namespace assay::store {
namespace {

constexpr std::string_view kRoles[] = {"viewer", "worker", "admin"};

Result<std::vector<Token>> read_tokens(Query& query, const Database& database) {
  std::vector<Token> tokens;
  while (query.next())
    if (Status bad = columns<Token>().read(query, 0, tokens.emplace_back()))
      return Error{database.path() + ": token " + tokens.back().name + ": " + bad->message};
  if (query.error()) return *query.error();
  return tokens;
}

Result<std::optional<Token>> first_of(Result<std::vector<Token>> tokens) {
  if (!tokens) return Error{tokens.error()};
  return tokens->empty() ? std::optional<Token>() : std::optional<Token>(std::move(tokens->front()));
}

}  // namespace

const char* name_of(Role role) { return kRoles[static_cast<int>(role)].data(); }
std::optional<Role> enumerator_of(std::string_view name, std::type_identity<Role>) {
  return enumerator_in<Role>(kRoles, name);
}

Status AccessTable::insert(const Token& token, const std::string& hash) {
  Query query(database_, "INSERT INTO tokens (hash, " + columns<Token>().list() + ") VALUES (?, " +
                             columns<Token>().placeholders() + ")");
  query.bind(hash);
  columns<Token>().bind(query, token);
  return query.run();
}

Result<bool> AccessTable::set_hash(const std::string& name, const std::string& hash) {
  Query query(database_, "UPDATE tokens SET hash = ? WHERE name = ? AND revoked_at = ''");
  if (auto error = query.bind(hash).bind(name).run()) return *error;
  return database_.changes() == 1;
}

Result<bool> AccessTable::revoke(const std::string& name, const std::string& at) {
  Query query(database_, "UPDATE tokens SET revoked_at = ? WHERE name = ? AND revoked_at = ''");
  if (auto error = query.bind(at).bind(name).run()) return *error;
  return database_.changes() == 1;
}

Result<std::optional<Token>> AccessTable::find(const std::string& name) {
  Query query(database_, "SELECT " + columns<Token>().list() + " FROM tokens WHERE name = ?");
  query.bind(name);
  return first_of(read_tokens(query, database_));
}

Result<std::optional<Token>> AccessTable::by_hash(const std::string& hash) {
  Query query(database_, "SELECT " + columns<Token>().list() + " FROM tokens WHERE hash = ? AND revoked_at = ''");
  query.bind(hash);
  return first_of(read_tokens(query, database_));
}

Result<std::vector<Token>> AccessTable::all() {
  Query query(database_, "SELECT " + columns<Token>().list() + " FROM tokens ORDER BY name");
  return read_tokens(query, database_);
}

Status AccessTable::want_tokens(const std::string& since) {
  Query query(database_, "INSERT INTO lasting (what, since) VALUES ('tokens', ?) ON CONFLICT (what) DO NOTHING");
  return query.bind(since).run();
}

Status AccessTable::add(const AuditEvent& event, const std::string& at) {
  Query query(database_, "INSERT INTO audit (at, who, peer, action, subject, outcome) VALUES (?, ?, ?, ?, ?, ?)");
  return query.bind(at)
      .bind(event.who)
      .bind(event.peer)
      .bind(event.action)
      .bind(event.subject)
      .bind(event.outcome)
      .run();
}

}  // namespace assay::store
