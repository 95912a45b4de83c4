#include "services/cli/database.h"

#include <CLI/CLI.hpp>
#include <charconv>

#include "services/coordinator/rpc/rpc.h"

namespace assay::cli {

void add_database_options(CLI::App& verb, DatabaseOptions& options) {
  verb.add_option("--db", options.file, "SQLite file")->capture_default_str();
  verb.add_option("--coordinator", options.coordinator, "HOST:PORT of a coordinator to ask instead of --db");
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
    good = failure == std::errc() && end == last && port <= 65535 && (host.find(':') == std::string::npos || (host.front() == '[' && host.back() == ']'));
  }
  if (good && host.find_first_of(" /\t") == std::string::npos) return {};
  return Error{option + "=" + address + ": expected HOST:PORT, such as 127.0.0.1:7070"};
}

Result<std::unique_ptr<rpc::CoordinatorLink>> open_database(const DatabaseOptions& options, bool create) {
  if (!options.coordinator.empty()) {
    if (auto bad = check_address("--coordinator", options.coordinator)) return *bad;
    rpc::ClientOptions client;
    client.address = options.coordinator;
    client.patience = std::chrono::seconds(10);
    return std::unique_ptr<rpc::CoordinatorLink>(std::make_unique<rpc::CoordinatorClient>(client));
  }
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
