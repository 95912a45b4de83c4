#include "services/coordinator/rpc/gate.h"

#include <algorithm>

#include "services/common/log.h"
#include "services/coordinator/rpc/failures.h"

namespace assay::rpc {
namespace {

constexpr double kSecondsSaved = 2;  // of calls that were not made
constexpr std::size_t kMostAddresses = 10'000;
constexpr std::chrono::minutes kBetweenRefusals{1};
constexpr std::string_view kBearer = "Bearer ";

std::string secret_of(const grpc::ServerContextBase& context) {
  const auto found = context.client_metadata().find("authorization");
  if (found == context.client_metadata().end()) return "";
  const std::string text(found->second.data(), found->second.size());
  return text.starts_with(kBearer) ? text.substr(kBearer.size()) : "";
}

bool may_call(store::Role role, Callers allowed) {
  switch (role) {
    case store::Role::Admin:
      return true;
    case store::Role::Viewer:
      return allowed == Callers::Viewers || allowed == Callers::ViewersAndWorkers;
    case store::Role::Worker:
      return allowed == Callers::Workers || allowed == Callers::ViewersAndWorkers;
  }
  return false;
}

}  // namespace

grpc::Status Gate::count(const grpc::ServerContextBase& context) {
  if (rate_ == 0) return grpc::Status::OK;
  const std::string address = visitors_.of(context).address;
  const auto now = Clock::now();
  const double most = rate_ * kSecondsSaved;
  const std::lock_guard lock(mutex_);
  if (buckets_.size() >= kMostAddresses)
    std::erase_if(buckets_, [&](const auto& each) { return now - each.second.at > std::chrono::seconds(10); });
  Bucket& bucket = buckets_.try_emplace(address, Bucket{most, now}).first->second;
  bucket.calls = std::min(most, bucket.calls + rate_ * std::chrono::duration<double>(now - bucket.at).count());
  bucket.at = now;
  if (bucket.calls < 1) return exhausted("TOO_MANY_CALLS", "too many calls from this address: try again");
  bucket.calls -= 1;
  return grpc::Status::OK;
}

grpc::Status Gate::admit(const grpc::ServerContextBase& context, Callers allowed, const char* method, Caller& caller) {
  const door::Visitor visitor = visitors_.of(context);
  caller = {visitor.identity, visitor.address};
  const std::string secret = secret_of(context);
  auto wanted = store_.wants_tokens();
  if (!wanted) return turned_away(grpc::StatusCode::UNAVAILABLE, "STORE_FAILED", wanted.error());
  if (!*wanted) return grpc::Status::OK;
  auto token = store_.token_of(secret);
  if (!token) return turned_away(grpc::StatusCode::UNAVAILABLE, "STORE_FAILED", token.error());
  if (!*token) {
    const std::string why = secret.empty() ? "a token is needed" : "the token is not known, or is revoked";
    keep_refusal(caller, method, why);
    return turned_away(grpc::StatusCode::UNAUTHENTICATED, secret.empty() ? "TOKEN_NEEDED" : "TOKEN_UNKNOWN", why);
  }
  caller.who = (*token)->name;
  if (may_call((*token)->role, allowed)) return grpc::Status::OK;
  const std::string why = std::string("the token is a ") + name_of((*token)->role) + "'s, who may not call " + method;
  keep_refusal(caller, method, why);
  return turned_away(grpc::StatusCode::PERMISSION_DENIED, "ROLE_FORBIDS", why);
}

void Gate::keep(const Caller& caller, const char* method, const std::string& subject, const grpc::Status& outcome) {
  const std::string text = outcome.ok() ? "ok" : outcome.error_message();
  if (Status failed = store_.audit({caller.who, caller.peer, method, subject, text}))
    log_event(LogLevel::Error, "not-audited", "action=" + std::string(method) + " error=" + failed->message);
}

void Gate::keep_refusal(const Caller& caller, const char* method, const std::string& why) {
  {
    const auto now = Clock::now();
    const std::lock_guard lock(mutex_);
    if (refused_at_.size() >= kMostAddresses)
      std::erase_if(refused_at_, [&](const auto& each) { return now - each.second > kBetweenRefusals; });
    const auto [at, first] = refused_at_.try_emplace(caller.peer, now);
    if (!first && now - at->second < kBetweenRefusals) return;
    at->second = now;
  }
  keep(caller, method, "", {grpc::StatusCode::PERMISSION_DENIED, why});
}

}  // namespace assay::rpc
