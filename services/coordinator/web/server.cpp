#include <absl/strings/escaping.h>
#include <httplib.h>

#include <thread>
#include <tuple>

#include "services/common/log.h"
#include "services/coordinator/web/pages.h"
#include "services/coordinator/web/web.h"

namespace assay::web {
namespace {

constexpr std::size_t kThreads = 8;
constexpr std::size_t kLongestRequest = 64 << 10;
constexpr time_t kSecondsToRead = 5;

/// Nothing but this server's own style sheet is loaded, no page runs scripts or stands in a frame of another.
constexpr const char* kContentSecurityPolicy =
    "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

struct Address {
  std::string host;
  int port = 0;
};

Result<Address> address_of(const std::string& listen) {
  const std::size_t colon = listen.rfind(':');
  const std::string digits = colon == std::string::npos ? "" : listen.substr(colon + 1);
  if (digits.empty() || digits.size() > 5 || digits.find_first_not_of("0123456789") != std::string::npos ||
      std::stoi(digits) > 65535)
    return Error{"'" + listen + "' is no address: expected HOST:PORT"};
  std::string host = listen.substr(0, colon);
  if (host.size() > 2 && host.front() == '[' && host.back() == ']') host = host.substr(1, host.size() - 2);
  return Address{host, std::stoi(digits)};
}

/// The host's name in a request, without its port.
std::string host_of(const httplib::Request& request) {
  std::string host = request.get_header_value("Host");
  const std::size_t colon = host.rfind(':');
  if (colon != std::string::npos && host.find(']', colon) == std::string::npos) host.resize(colon);
  return host;
}

bool is_local_name(const std::string& host) { return host == "localhost" || host == "127.0.0.1" || host == "[::1]"; }

/// The password of HTTP's basic authentication, which is the token; empty: none was given.
std::string token_of(const httplib::Request& request) {
  const std::string header = request.get_header_value("Authorization");
  if (header.starts_with("Bearer ")) return header.substr(7);
  if (!header.starts_with("Basic ")) return {};
  std::string decoded;
  if (!absl::Base64Unescape(header.substr(6), &decoded)) return {};
  const std::size_t colon = decoded.find(':');
  return colon == std::string::npos ? "" : decoded.substr(colon + 1);
}

void send(httplib::Response& to, Response response) {
  to.status = response.status;
  if (!response.file_name.empty())
    to.set_header("Content-Disposition", "attachment; filename=\"" + response.file_name + "\"");
  to.set_content(std::move(response.body), response.type);
}

Params params_of(const httplib::Request& request) {
  Params params;
  for (const auto& [name, value] : request.params) params[name] = value;
  return params;
}

}  // namespace

struct Server::State {
  State(store::Store& store, const Options& given) : options(given), context{store, given.database} {}

  void route();
  bool admits(const httplib::Request& request, httplib::Response& response) const;
  Result<bool> may_look(const httplib::Request& request) const;

  Options options;
  Context context;
  bool is_local = false;  ///< only this machine can reach it
  int port = 0;
  std::unique_ptr<httplib::Server> http;
  std::thread thread;
};

/// Refuses who may not look. A page of elsewhere whose name was made to lead here has a foreign host's name.
bool Server::State::admits(const httplib::Request& request, httplib::Response& response) const {
  if (is_local && !is_local_name(host_of(request))) {
    send(response, failure(421, "This address is asked by a name that is not its own. Ask localhost."));
    return false;
  }
  if (request.method != "GET" && request.method != "HEAD") {
    response.set_header("Allow", "GET, HEAD");
    send(response, failure(405, "These pages only read: GET is all that they answer."));
    return false;
  }
  const auto known = may_look(request);
  if (!known) {
    send(response, failure(503, known.error()));
    return false;
  }
  if (!*known) {
    response.set_header("WWW-Authenticate", "Basic realm=\"assay\", charset=\"UTF-8\"");
    send(response, failure(401, "A token is needed: any user name, and the token as the password."));
    return false;
  }
  return true;
}

Result<bool> Server::State::may_look(const httplib::Request& request) const {
  const auto wanted = context.store.wants_tokens();
  if (!wanted || !*wanted) return wanted ? Result<bool>(true) : Error{wanted.error()};
  const std::string secret = token_of(request);
  if (secret.empty()) return false;
  const auto token = context.store.token_of(secret);
  if (!token) return Error{token.error()};
  return *token && (*token)->role != store::Role::Worker;
}

void Server::State::route() {
  using Request = httplib::Request;
  const auto get = [this](const char* pattern, auto answer) {
    http->Get(pattern,
              [answer](const Request& request, httplib::Response& response) { send(response, answer(request)); });
  };
  get("/", [this](const Request&) { return overview_page(context); });
  get("/bugs", [this](const Request& request) { return bugs_page(context, params_of(request)); });
  get("/bugs/([^/]+)", [this](const Request& request) { return bug_page(context, request.matches[1]); });
  get("/bugs/([^/]+)/([^/]+)",
      [this](const Request& request) { return bug_file(context, request.matches[1], request.matches[2]); });
  get("/hunts", [this](const Request&) { return hunts_page(context); });
  get("/hunts/([^/]+)", [this](const Request& request) { return hunt_page(context, request.matches[1]); });
  get("/nights", [this](const Request&) { return nights_page(context); });
  get("/nights/([^/]+)", [this](const Request& request) { return night_page(context, request.matches[1]); });
  get("/workers", [this](const Request&) { return workers_page(context); });
  get("/query", [this](const Request& request) { return query_page(context, params_of(request)); });
  get("/metrics", [this](const Request&) { return metrics(context); });
  // Browsers ask for favicon.ico beside what is no page, such as /metrics.
  constexpr const char* kIcon = "image/svg+xml";
  for (const auto& [path, name, type] : {std::tuple("/style.css", "style.css", "text/css; charset=utf-8"),
                                         {"/icon.svg", "icon.svg", kIcon},
                                         {"/favicon.ico", "icon.svg", kIcon}})
    get(path, [name, type](const Request&) { return Response{200, type, std::string(asset(name)), ""}; });
}

Server::Server(std::unique_ptr<State> state) : state_(std::move(state)) {}

Server::~Server() {
  state_->http->stop();
  if (state_->thread.joinable()) state_->thread.join();
}

int Server::port() const { return state_->port; }

Result<std::unique_ptr<Server>> Server::start(store::Store& store, const Options& options) {
  const auto address = address_of(options.listen);
  if (!address) return Error{address.error()};
  auto state = std::make_unique<State>(store, options);
  State& self = *state;
  if (options.certificate.empty())
    self.http = std::make_unique<httplib::Server>();
  else
    self.http = std::make_unique<httplib::SSLServer>(options.certificate.c_str(), options.key.c_str(),
                                                     options.client_ca.empty() ? nullptr : options.client_ca.c_str());
  if (!self.http->is_valid())
    return Error{options.certificate + ", " + options.key +
                 ": can't be used as a certificate and its key (files in PEM's format)"};
  self.is_local = is_local_name(address->host) || address->host == "::1";
  // The library's own choice lets several servers share a port.
  self.http->set_socket_options([](socket_t socket) {
    const int yes = 1;
    setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
  });
  self.http->new_task_queue = [] { return new httplib::ThreadPool(kThreads); };
  self.http->set_payload_max_length(kLongestRequest);
  self.http->set_read_timeout(kSecondsToRead);
  self.http->set_write_timeout(kSecondsToRead);
  self.http->set_keep_alive_timeout(2);
  self.http->set_default_headers({{"Content-Security-Policy", kContentSecurityPolicy},
                                  {"X-Content-Type-Options", "nosniff"},
                                  {"Referrer-Policy", "no-referrer"},
                                  {"Cross-Origin-Resource-Policy", "same-origin"},
                                  {"Cross-Origin-Opener-Policy", "same-origin"},
                                  {"Cache-Control", "no-store"}});
  self.http->set_pre_routing_handler([&self](const httplib::Request& request, httplib::Response& response) {
    return self.admits(request, response) ? httplib::Server::HandlerResponse::Unhandled
                                          : httplib::Server::HandlerResponse::Handled;
  });
  self.http->set_error_handler([](const httplib::Request&, httplib::Response& response) {
    if (response.body.empty()) send(response, failure(response.status, "There is no such page."));
  });
  self.http->set_exception_handler(
      [](const httplib::Request& request, httplib::Response& response, std::exception_ptr) {
        log_event(LogLevel::Error, "web-failure", "path=" + request.path);
        send(response, failure(500, "The page could not be made."));
      });
  self.route();
  self.port = address->port == 0                                      ? self.http->bind_to_any_port(address->host)
              : self.http->bind_to_port(address->host, address->port) ? address->port
                                                                      : -1;
  if (self.port <= 0)
    return Error{"can't listen at " + options.listen + ": is it in use, or not an address of this machine?"};
  self.thread = std::thread([&self] { self.http->listen_after_bind(); });
  while (!self.http->is_running()) std::this_thread::yield();  // else stop() would do nothing
  return std::unique_ptr<Server>(new Server(std::move(state)));
}

}  // namespace assay::web
