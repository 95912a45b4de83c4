#include "services/cli/database.h"

#include <CLI/CLI.hpp>

#include "services/coordinator/rpc/rpc.h"

namespace assay::cli {

void add_database_options(CLI::App& verb, DatabaseOptions& options) {
  verb.add_option("--db", options.file, "SQLite file")->capture_default_str();
  verb.add_option("--coordinator", options.coordinator, "HOST:PORT of a coordinator to ask instead of --db");
}

Result<std::unique_ptr<rpc::CoordinatorLink>> open_database(const DatabaseOptions& options, bool create) {
  if (!options.coordinator.empty()) {
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
