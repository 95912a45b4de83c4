#include "services/cli/database.h"

#include <pwd.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <charconv>
#include <filesystem>

#include "services/common/text_file.h"

namespace assay::cli {

Result<std::string> read_option_file(const std::string& option, const std::string& file) {
  auto text = read_text_file(file);
  if (!text) return Error{option + "=" + text.error()};
  if (text->empty()) return Error{option + "=" + file + ": is empty"};
  return text;
}

std::string user_name() {
  const passwd* user = getpwuid(geteuid());
  return user != nullptr && user->pw_name[0] != 0 ? user->pw_name : std::to_string(geteuid());
}

void add_connection_options(CLI::App& verb, ConnectionOptions& options) {
  verb.add_option("--tls-ca", options.ca,
                  "certificate of the authority that vouches for the coordinator: the connection is encrypted")
      ->envname("ASSAY_TLS_CA");
  verb.add_option("--tls-certificate", options.certificate,
                  "certificate of this client, where the coordinator wants one")
      ->envname("ASSAY_TLS_CERTIFICATE");
  verb.add_option("--tls-key", options.key, "the key of that certificate")->envname("ASSAY_TLS_KEY");
  verb.add_option("--token-file", options.token, "file with a token (assay token create)")->envname("ASSAY_TOKEN_FILE");
}

Result<rpc::Credentials> read_credentials(const ConnectionOptions& options) {
  if (options.certificate.empty() != options.key.empty()) return Error{"--tls-certificate and --tls-key go together"};
  if (options.ca.empty() && !options.key.empty()) return Error{"--tls-certificate: needs --tls-ca"};
  rpc::Credentials credentials;
  const std::tuple<const char*, const std::string&, std::string*> files[] = {
      {"--tls-ca", options.ca, &credentials.ca},
      {"--tls-certificate", options.certificate, &credentials.certificate},
      {"--tls-key", options.key, &credentials.key},
      {"--token-file", options.token, &credentials.token}};
  for (const auto& [option, file, into] : files) {
    if (file.empty()) continue;
    auto text = read_option_file(option, file);
    if (!text) return Error{text.error()};
    *into = std::move(*text);
  }
  std::string& token = credentials.token;
  token.erase(token.find_last_not_of(" \r\n\t") + 1);
  if (token.find_first_of(" \r\n\t") != std::string::npos)
    return Error{"--token-file=" + options.token + ": holds more than a token"};
  return credentials;
}

void add_database_options(CLI::App& verb, DatabaseOptions& options) {
  verb.add_option("--db", options.file, "SQLite file")->capture_default_str();
  verb.add_option("--coordinator", options.coordinator, "HOST:PORT of a coordinator to ask instead of --db");
  add_connection_options(verb, options.connection);
}

Status check_address(const std::string& option, const std::string& address) {
  const auto colon = address.rfind(':');
  const std::string host = address.substr(0, colon == std::string::npos ? address.size() : colon);
  unsigned port = 0;
  bool good = colon != std::string::npos && !host.empty();
  if (good) {
    const char* first = address.data() + colon + 1;
    const char* last = address.data() + address.size();
    const auto [end, failure] = std::from_chars(first, last, port);
    good = failure == std::errc() && end == last && port <= 65535 &&
           (host.find(':') == std::string::npos || (host.front() == '[' && host.back() == ']'));
  }
  if (good && host.find_first_of(" /\t") == std::string::npos) return {};
  return Error{option + "=" + address + ": expected HOST:PORT, such as 127.0.0.1:7070"};
}

Result<std::unique_ptr<rpc::CoordinatorLink>> open_database(const DatabaseOptions& options, bool create) {
  if (!options.coordinator.empty()) {
    if (auto bad = check_address("--coordinator", options.coordinator)) return *bad;
    auto credentials = read_credentials(options.connection);
    if (!credentials) return Error{credentials.error()};
    rpc::ClientOptions client;
    client.credentials = std::move(*credentials);
    client.address = options.coordinator;
    client.patience = std::chrono::seconds(10);
    return std::unique_ptr<rpc::CoordinatorLink>(std::make_unique<rpc::CoordinatorClient>(client));
  }
  if (!create && !std::filesystem::exists(options.file))
    return Error{options.file +
                 ": no such file (assay hunt makes a database, --db=FILE names another, "
                 "--coordinator=HOST:PORT asks one that is served)"};
  auto store = store::Store::open(options.file, {.create = create});
  if (!store) return Error{store.error()};
  return std::unique_ptr<rpc::CoordinatorLink>(std::make_unique<rpc::Coordinator>(std::move(*store)));
}

Result<Bug> find_bug(const DatabaseOptions& options, const std::string& id) {
  auto link = open_database(options);
  if (!link) return Error{link.error()};
  return (*link)->find_bug(id);
}

}  // namespace assay::cli
