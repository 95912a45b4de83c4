#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>

#include "services/coordinator/door/peer.h"

namespace assay::rpc {

/// What the calls of all connections hold together; of the door's thread alone.
struct CallLedger {
  std::size_t streams = 0;  ///< that are not answered
  std::size_t bytes = 0;    ///< of requests that are not answered
  bool is_full = false;     ///< somebody waits for room: who holds much of it with requests that do not end goes
};

/// Follows the frames of HTTP/2 on one connection, both ways, and keeps a client to a budget that gRPC 1.51 does not
/// have: of bytes in a header block, of small frames a second, of calls and their bytes at once, of time for a request.
/// Where a budget is used up for now the client's bytes wait; what no client needs to send ends the connection.
class FrameBudget {
 public:
  FrameBudget(CallLedger& ledger, std::shared_ptr<door::Peer> peer, door::Clock::time_point now);
  ~FrameBudget();
  FrameBudget(const FrameBudget&) = delete;
  FrameBudget& operator=(const FrameBudget&) = delete;

  /// How many bytes from the client may go on to gRPC now, from the front; the rest is asked about again.
  std::size_t admit(std::string_view bytes, door::Clock::time_point now);
  /// Follows what gRPC says, all of it.
  void follow(std::string_view bytes);
  void look_at_the_time(door::Clock::time_point now);

  /// Why the connection is to be ended; empty: it goes on.
  const std::string& fault() const { return fault_; }
  /// Is what gRPC has said up to now whole frames?
  bool at_frame_end() const { return server_header_.empty() && server_left_ == 0; }
  /// A frame that ends a connection and says why. `served`: some calls may have been answered.
  static std::string goodbye(std::string_view why, bool served);

 private:
  struct Frame {
    std::uint32_t length = 0, stream = 0;
    std::uint8_t type = 0, flags = 0;
  };
  struct Stream {
    std::size_t bytes = 0;
    door::Clock::time_point opened;
    bool is_asked = false;  ///< its request is complete
  };

  static Frame parse(std::string_view header);
  bool begin_frame(door::Clock::time_point now);
  bool begin_headers(door::Clock::time_point now);
  bool begin_data();
  bool may_take_bytes(std::size_t bytes);
  bool has_a_request_older_than(std::chrono::seconds age, door::Clock::time_point now) const;
  bool keeps_others_waiting(door::Clock::time_point now) const;
  void end_of_request(std::uint32_t stream);
  void set_aside(std::uint32_t stream, door::Clock::time_point now);
  void forget(const Stream& stream);

  CallLedger& ledger_;
  const std::shared_ptr<door::Peer> peer_;
  door::Bucket frames_, greetings_;  ///< small frames; those that are about the connection
  std::size_t preface_left_;
  Frame client_;                                   ///< the newest one
  std::size_t client_left_ = 0, server_left_ = 0;  ///< of the payload of the newest frame
  std::string server_header_;                      ///< as far as it came
  std::uint32_t newest_stream_ = 0;
  std::uint32_t block_stream_ = 0;  ///< whose header block is not complete; 0: none
  bool block_ends_request_ = false;
  std::size_t block_bytes_ = 0, block_frames_ = 0;
  door::Clock::time_point begun_, block_since_;
  std::unordered_map<std::uint32_t, Stream> streams_;
  /// Calls that their client gave up, by the time when their place is free again: gRPC still works on them.
  std::multimap<door::Clock::time_point, Stream> given_up_;
  std::size_t held_bytes_ = 0;
  std::string fault_;
};

}  // namespace assay::rpc
