#include <absl/strings/escaping.h>

#include <optional>

#include "services/common/log.h"
#include "services/coordinator/web/http.h"
#include "services/coordinator/web/pages.h"
#include "services/coordinator/web/web.h"

namespace assay::web {
namespace {

constexpr std::size_t kThreads = 4, kLongestQueue = 128;

/// Nothing but this server's own style sheet is loaded, no page runs scripts or stands in a frame of another.
constexpr const char* kContentSecurityPolicy =
    "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

/// The host's name in a request, without its port.
std::string host_of(const Request& request) {
  std::string host = request.header("host");
  const std::size_t colon = host.rfind(':');
  if (colon != std::string::npos && host.find(']', colon) == std::string::npos) host.resize(colon);
  return host;
}

bool is_local_name(const std::string& host) { return host == "localhost" || host == "127.0.0.1" || host == "[::1]"; }

/// The password of HTTP's basic authentication, which is the token; empty: none was given.
std::string token_of(const Request& request) {
  const std::string header = request.header("authorization");
  if (header.starts_with("Bearer ")) return header.substr(7);
  if (!header.starts_with("Basic ")) return {};
  std::string decoded;
  if (!absl::Base64Unescape(header.substr(6), &decoded)) return {};
  const std::size_t colon = decoded.find(':');
  return colon == std::string::npos ? "" : decoded.substr(colon + 1);
}

/// A page of elsewhere may lead a browser here; then nothing is run that costs.
bool is_asked_by_itself(const Request& request) {
  const std::string site = request.header("sec-fetch-site");
  return site.empty() || site == "same-origin" || site == "none";
}

/// What is to be judged, and changes of a bug; all else only reads.
bool is_form(const Request& request) {
  const std::vector<std::string>& path = request.path;
  if (request.method != "POST" || path.empty()) return false;
  return path.size() == 1 ? path[0] == "check" : path.size() == 2 && path[0] == "bugs";
}

/// Was the form sent by a page of this server's? A browser says where the page is from.
bool is_sent_from_here(const Request& request) {
  const std::string site = request.header("sec-fetch-site"), origin = request.header("origin");
  if (!site.empty() && site != "same-origin") return false;
  const std::string host = request.header("host");
  if (!origin.empty()) return origin == "http://" + host || origin == "https://" + host;
  return !site.empty();
}

}  // namespace

struct Server::State {
  State(store::Store& store, const Options& given)
      : options(given),
        context{store, given.ask, {given.causes.all, given.causes.of}, given.alive_link},
        pastes(given.judge) {}

  Response answer(const Request& request, Headers& headers);
  std::optional<Response> refusal(const Request& request, Headers& headers) const;
  Result<bool> may_look(const Request& request) const;
  Response page_of(const Request& request, Headers& headers);
  Response change_bug(const Request& request, Headers& headers);

  Options options;
  Context context;
  Pastes pastes;
  bool is_local = false;  ///< only this machine can reach it
  Answering answering{[this](const Request& request, Headers& headers) { return answer(request, headers); },
                      {{"Content-Security-Policy", kContentSecurityPolicy},
                       {"X-Content-Type-Options", "nosniff"},
                       {"Referrer-Policy", "same-origin"},
                       {"Cross-Origin-Resource-Policy", "same-origin"},
                       {"Cross-Origin-Opener-Policy", "same-origin"},
                       {"Cache-Control", "no-store"}},
                      pool,
                      is_form};
  door::Executor pool{kThreads, kLongestQueue};  // goes before what its threads use
  std::unique_ptr<door::Door> door;              // goes first: its sessions use the others
};

Response Server::State::answer(const Request& request, Headers& headers) {
  auto refused = refusal(request, headers);
  return refused ? std::move(*refused) : page_of(request, headers);
}

/// For who may not look. A page of elsewhere whose name was made to lead here has a foreign host's name.
std::optional<Response> Server::State::refusal(const Request& request, Headers& headers) const {
  if (is_local && !is_local_name(host_of(request)))
    return failure(421, "This address is asked by a name that is not its own. Ask localhost.");
  if (request.method != "GET" && request.method != "HEAD" && !is_form(request)) {
    headers.emplace_back("Allow", "GET, HEAD");
    return failure(405, "These pages only read: GET is all that they answer.");
  }
  if (is_form(request) && !is_sent_from_here(request))
    return failure(403,
                   "A form is taken from this server's own pages only (Origin, Sec-Fetch-Site). "
                   "A program says which page it stands for: curl -H 'Origin: http://HOST:PORT'.");
  const auto known = may_look(request);
  if (!known) return failure(503, known.error());
  if (*known) return std::nullopt;
  headers.emplace_back("WWW-Authenticate", "Basic realm=\"assay\", charset=\"UTF-8\"");
  return failure(401, "A token is needed: any user name, and the token as the password.");
}

Result<bool> Server::State::may_look(const Request& request) const {
  const auto wanted = context.store.wants_tokens();
  if (!wanted || !*wanted) return wanted ? Result<bool>(true) : Error{wanted.error()};
  const std::string secret = token_of(request);
  if (secret.empty()) return false;
  const auto token = context.store.token_of(secret);
  if (!token) return Error{token.error()};
  return *token && (*token)->role != store::Role::Worker;
}

/// Once there is a token, by an admin only. Every change is audited, as one over gRPC is.
Response Server::State::change_bug(const Request& request, Headers& headers) {
  const auto wanted = context.store.wants_tokens();
  if (!wanted) return failure(503, wanted.error());
  std::string who = request.identity;
  if (*wanted) {
    const auto token = context.store.token_of(token_of(request));
    if (!token) return failure(503, token.error());
    if (!*token || (*token)->role != store::Role::Admin)
      return failure(403, "The token is a viewer's: expected an admin's.");
    who = (*token)->name;
  }
  std::string outcome;
  Response response = changed_bug(context, request.path[1], request.form, who, outcome, headers);
  if (outcome.empty()) return response;
  if (Status failed = context.store.audit({who, request.client, "ChangeBug", request.path[1], outcome}))
    log_event(LogLevel::Error, "not-audited", "action=ChangeBug error=" + failed->message);
  return response;
}

Response Server::State::page_of(const Request& request, Headers& headers) {
  const std::vector<std::string>& path = request.path;
  const std::string first = path.empty() ? "" : path[0];
  if (path.empty()) return overview_page(context);
  if (path.size() == 1) {
    if (first == "bugs") return bugs_page(context, request.params);
    if (first == "hunts") return hunts_page(context);
    if (first == "nights") return nights_page(context);
    if (first == "workers") return workers_page(context);
    if (first == "query") return query_page(context, request.params, is_asked_by_itself(request));
    if (first == "passes") return passes_page(context);
    if (first == "causes") return causes_page(context);
    if (first == "feed.atom") return feed(context);
    if (first == "check") return is_form(request) ? ask_check(pastes, request, headers) : check_page(pastes);
    if (first == "metrics") return metrics(context);
    // Browsers ask for favicon.ico beside what is no page, such as /metrics.
    if (first == "style.css") return {200, "text/css; charset=utf-8", std::string(asset("style.css")), ""};
    if (first == "icon.svg" || first == "favicon.ico")
      return {200, "image/svg+xml", std::string(asset("icon.svg")), ""};
  }
  if (path.size() == 2 && first == "check") return checked_page(pastes, context.causes, path[1], headers);
  if (path.size() == 2 && first == "bugs")
    return is_form(request) ? change_bug(request, headers) : bug_page(context, path[1]);
  if (path.size() == 2 && first == "passes") return pass_page(context, path[1]);
  if (path.size() == 2 && first == "causes") return cause_page(context, path[1]);
  if (path.size() == 2 && first == "hunts") return hunt_page(context, path[1]);
  if (path.size() == 2 && first == "nights") return night_page(context, path[1], request.params);
  if (path.size() == 3 && first == "bugs") return bug_file(context, path[1], path[2]);
  return failure(404, "There is no such page.");
}

Server::Server(std::unique_ptr<State> state) : state_(std::move(state)) {}
Server::~Server() = default;

int Server::port() const { return state_->door->port(); }

Result<std::unique_ptr<Server>> Server::start(store::Store& store, const Options& options) {
  auto state = std::make_unique<State>(store, options);
  State& self = *state;
  const std::string host = options.listen.substr(0, options.listen.rfind(':'));
  self.is_local = is_local_name(host);
  door::Options door;
  door.listen = options.listen;
  door.tls = options.tls;
  door.protocol = "http/1.1";
  door.most_connections = options.connections;
  door.most_of_an_address = options.connections_of_an_address;
  door.full = too_many_connections();
  auto opened =
      door::Door::open(door, [&self](const door::Arrival& arrival) { return http_session(self.answering, arrival); });
  if (!opened) return Error{opened.error()};
  self.door = std::move(*opened);
  return std::unique_ptr<Server>(new Server(std::move(state)));
}

}  // namespace assay::web
