#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "services/common/known_cause.h"
#include "services/common/pasted.h"
#include "services/common/status.h"
#include "services/coordinator/door/stream.h"
#include "services/coordinator/store/sql.h"
#include "services/coordinator/store/store.h"

/// Pages about what the store holds, over HTTP. All but a few forms only read, and none needs a script or a network.
namespace assay::web {

/// Who judges what visitors paste, and where the answers are kept.
struct JudgeOptions {
  std::function<Result<PastedAnswer>(const Pasted&)>
      judge;                           ///< empty: nobody. Called by few threads, may take a minute
  std::vector<std::string> compilers;  ///< that a question may name
  std::string folder;                  ///< of answers; made when there is one
};

/// Rules for causes, and what they say of a bug.
struct CauseOptions {
  std::vector<KnownCause> all;
  std::function<KnownOfBug(const Bug&)> of;  ///< called by few threads; empty: nothing is known
};

struct Options {
  std::string listen = "127.0.0.1:7071";  ///< address and port; port 0 takes a free one
  store::AskSql ask;                      ///< answers the page for SQL
  JudgeOptions judge{};
  CauseOptions causes{};
  /// The address of Alive2 with a bug's case; empty: there is none. Called by few threads.
  std::function<std::string(const Finding&)> alive_link{};
  door::Tls tls{};                ///< empty: no encryption
  std::size_t connections = 500;  ///< at once
  std::size_t connections_of_an_address = 250;
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
