#pragma once

#include <memory>
#include <string>

#include "services/coordinator/rpc/link.h"

namespace CLI {
class App;
}

namespace assay::cli {

/// Where bugs are looked up: a file, or a coordinator.
struct DatabaseOptions {
  std::string file = "assay.db";
  std::string coordinator;
};

/// An error for what is no HOST:PORT.
Status check_address(const std::string& option, const std::string& address);

void add_database_options(CLI::App& verb, DatabaseOptions& options);
/// The error names the file or the address. A missing file is an error unless `create` is set.
Result<std::unique_ptr<rpc::CoordinatorLink>> open_database(const DatabaseOptions& options, bool create = false);

/// Opens and looks up one bug by its id or a unique prefix.
Result<Bug> find_bug(const DatabaseOptions& options, const std::string& id);

}  // namespace assay::cli
