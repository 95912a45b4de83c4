#pragma once

#include <memory>
#include <string>

#include "services/coordinator/rpc/rpc.h"

namespace CLI {
class App;
}

namespace assay::cli {

/// Files with what a client shows a coordinator, and expects of it.
struct ConnectionOptions {
  std::string ca;
  std::string certificate;
  std::string key;
  std::string token;
};
void add_connection_options(CLI::App& verb, ConnectionOptions& options);
/// Reads the files; the error names the option.
Result<rpc::Credentials> read_credentials(const ConnectionOptions& options);
/// The content of the file that an option names.
Result<std::string> read_option_file(const std::string& option, const std::string& file);
/// The name of the person at this machine.
std::string user_name();

/// Where bugs are looked up: a file, or a coordinator.
struct DatabaseOptions {
  std::string file = "assay.db";
  std::string coordinator;
  ConnectionOptions connection;
};

/// An error for what is no HOST:PORT.
Status check_address(const std::string& option, const std::string& address);

void add_database_options(CLI::App& verb, DatabaseOptions& options);
/// The error names the file or the address. A missing file is an error unless `create` is set.
Result<std::unique_ptr<rpc::CoordinatorLink>> open_database(const DatabaseOptions& options, bool create = false);

/// Opens and looks up one bug by its id or a unique prefix.
Result<Bug> find_bug(const DatabaseOptions& options, const std::string& id);

}  // namespace assay::cli
