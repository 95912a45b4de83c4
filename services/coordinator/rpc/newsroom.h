#pragma once

#include <condition_variable>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <thread>

#include "assay/v1/farm.pb.h"
#include "services/coordinator/rpc/gate.h"
#include "services/coordinator/store/store.h"

namespace assay::rpc {

/// Streams of news. Nothing is queued for a client: its place in the news is kept, and what came since is read from the
/// database when the client has taken what it was sent. So a slow client costs no memory, and no more than a look at
/// the newest number is done for those who wait.
class Newsroom {
 public:
  Newsroom(store::Store& store, Gate& gate) : store_(store), gate_(gate) {}
  ~Newsroom() { stop(); }

  using Reactor = grpc::ServerWriteReactor<v1::WatchNewsResponse>;
  /// A stream that was not admitted yet. gRPC says when it is over; then it deletes itself.
  Reactor* open(grpc::CallbackServerContext* context);
  /// Ends an opened stream at once.
  void refuse(Reactor* stream, const grpc::Status& status);
  /// Checks what is asked, and begins; ends the stream where it can't.
  void begin(Reactor* stream, const v1::WatchNewsRequest& request, const Caller& caller);
  /// Ends all streams, and takes no more.
  void stop();

 private:
  class Stream;

  grpc::Status start(Stream& stream, const v1::WatchNewsRequest& request, const Caller& caller);
  void watch();
  void tell(Stream& stream, std::uint64_t newest, bool look_at_token);
  void forget(Stream* stream);

  store::Store& store_;
  Gate& gate_;
  std::mutex mutex_;  // of the streams and their states
  std::condition_variable wake_;
  bool stopping_ = false;
  std::set<Stream*> streams_;
  std::map<std::string, std::size_t> of_peer_;
  std::thread watcher_;
};

}  // namespace assay::rpc
