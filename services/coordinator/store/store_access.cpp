#include <sys/random.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "services/common/hash.h"
#include "services/common/records.h"
#include "services/coordinator/store/store_state.h"

namespace assay::store {
namespace {

constexpr std::size_t kSecretBytes = 32;
constexpr std::size_t kLongestName = 64;

Result<std::string> new_secret() {
  unsigned char bytes[kSecretBytes];
  if (getrandom(bytes, sizeof bytes, 0) != static_cast<ssize_t>(sizeof bytes))
    return Error{std::string("getrandom: ") + strerror(errno)};
  std::string secret = "assay_";
  for (const unsigned char byte : bytes) {
    secret += "0123456789abcdef"[byte >> 4];
    secret += "0123456789abcdef"[byte & 15];
  }
  return secret;
}

Status fault_of_name(const std::string& name) {
  const bool good =
      !name.empty() && name.size() <= kLongestName && std::all_of(name.begin(), name.end(), [](unsigned char c) {
        return std::isalnum(c) != 0 || c == '-' || c == '_' || c == '.' || c == '@';
      });
  if (good) return {};
  return Error{"name: a token's name has 1 to 64 letters, digits, or any of -_.@"};
}

}  // namespace

Result<std::string> Store::create_token(const std::string& name, Role role, const std::string& who) {
  if (auto bad = fault_of_name(name)) return *bad;
  auto secret = new_secret();
  if (!secret) return secret;
  const std::lock_guard lock(state_->mutex);
  Transaction transaction(*state_->database);
  if (transaction.error()) return *transaction.error();
  auto known = state_->access.find(name);
  if (!known) return Error{known.error()};
  if (*known) return Error{"name: there is a token '" + name + "', or was one that is revoked"};
  const std::string now = utc_now();
  if (auto error = state_->access.insert({name, role, now, ""}, content_id(*secret))) return *error;
  if (auto error = state_->access.want_tokens(now)) return *error;
  if (auto error = state_->access.add({who, "", "token create", name, "ok"}, now)) return *error;
  if (auto error = transaction.commit()) return *error;
  return secret;
}

Result<std::string> Store::rotate_token(const std::string& name, const std::string& who) {
  auto secret = new_secret();
  if (!secret) return secret;
  const std::lock_guard lock(state_->mutex);
  Transaction transaction(*state_->database);
  if (transaction.error()) return *transaction.error();
  auto changed = state_->access.set_hash(name, content_id(*secret));
  if (!changed) return Error{changed.error()};
  if (!*changed) return Error{"name: there is no token '" + name + "' that is not revoked"};
  if (auto error = state_->access.add({who, "", "token rotate", name, "ok"}, utc_now())) return *error;
  if (auto error = transaction.commit()) return *error;
  return secret;
}

Status Store::revoke_token(const std::string& name, const std::string& who) {
  const std::lock_guard lock(state_->mutex);
  Transaction transaction(*state_->database);
  if (transaction.error()) return transaction.error();
  const std::string now = utc_now();
  auto changed = state_->access.revoke(name, now);
  if (!changed) return Error{changed.error()};
  if (!*changed) return Error{"name: there is no token '" + name + "' that is not revoked"};
  if (auto error = state_->access.add({who, "", "token revoke", name, "ok"}, now)) return error;
  return transaction.commit();
}

Result<std::vector<Token>> Store::tokens() {
  auto reading = state_->snapshot();
  if (!reading) return Error{reading.error()};
  return (*reading)->access.all();
}

Result<bool> Store::wants_tokens() {
  auto reading = state_->snapshot();
  if (!reading) return Error{reading.error()};
  auto any = (*reading)->database->number(
      "SELECT EXISTS (SELECT 1 FROM lasting WHERE what = 'tokens') OR EXISTS (SELECT 1 FROM tokens)");
  if (!any) return Error{any.error()};
  return *any != 0;
}

Result<std::optional<Token>> Store::token_of(const std::string& secret) {
  auto reading = state_->snapshot();
  if (!reading) return Error{reading.error()};
  return (*reading)->access.by_hash(content_id(secret));
}

Status Store::audit(const AuditEvent& event) {
  const std::lock_guard lock(state_->mutex);
  return state_->access.add(event, utc_now());
}

}  // namespace assay::store
