#pragma once

#include <memory>
#include <string>

#include "services/common/status.h"
#include "services/coordinator/store/store.h"

/// Pages about what the store holds, over HTTP. They only read, and need neither a script nor a network.
namespace assay::web {

struct Options {
  std::string listen = "127.0.0.1:7071";  ///< address and port; port 0 takes a free one
  std::string database;                   ///< the store's file, for the page that asks it in SQL
  // Files in PEM's format. Without a certificate there is no encryption.
  std::string certificate, key;
  std::string client_ca;  ///< only clients with a certificate of this authority are answered; empty: all
};

/// Serves the pages. What a database holds is text to them: nothing of it becomes markup. Once the store has had a
/// token, nothing is shown without one of a viewer or an admin.
class Server {
 public:
  /// Listens; an error if the address can't be had. The store must outlive the server.
  static Result<std::unique_ptr<Server>> start(store::Store& store, const Options& options);
  /// Stops, when the requests under way are answered.
  ~Server();
  Server(const Server&) = delete;
  Server& operator=(const Server&) = delete;

  int port() const;

 private:
  struct State;
  explicit Server(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace assay::web
