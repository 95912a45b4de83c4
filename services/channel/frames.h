#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <span>
#include <string>
#include <string_view>

#include "services/channel/wire.h"

/// How processes on one machine talk: a message is its length, four bytes with the lowest first, and as many bytes of
/// protobuf. The sockets are of streams; a pipe does, where no descriptors are passed. Nothing here needs protobuf's
/// library: a message is whatever can be made bytes and be read from them as protobuf's can.
namespace assay::channel {

constexpr std::size_t kMostBytes = std::size_t{256} << 20;  ///< of one message, unless a reader or writer says less

/// What has come from the other end.
enum class Heard {
  Message,
  Nothing,  ///< no whole message in the time given
  Closed,   ///< the other end is closed, and all that it sent was heard
  Cut,      ///< the other end was closed within a message
  TooLong,  ///< a message is longer than the limit; nothing after it can be read
  Broken,   ///< the bytes are no such message; nothing after it is read
};
const char* name_of(Heard heard);

/// What became of a message that was to be sent.
enum class Sent { All, Gone, TooLong, OutOfTime };

/// Takes bytes as they come and gives messages out.
class FrameBuffer {
 public:
  explicit FrameBuffer(std::size_t most = kMostBytes) : most_(most) {}
  void add(std::string_view bytes);
  /// No more will come.
  void close() { closed_ = true; }
  /// Message: its bytes stand in `body`, until the next call.
  Heard take(std::string_view& body);

 private:
  std::size_t most_;
  std::string bytes_;
  std::size_t at_ = 0;  ///< those before it were given out
  bool closed_ = false;
  bool too_long_ = false;
};

template <class T>
concept Readable = requires(T& message, const void* bytes, int size) {
  { message.ParseFromArray(bytes, size) } -> std::same_as<bool>;
};
template <class T>
concept Writable = requires(const T& message, void* bytes, int size) {
  { message.ByteSizeLong() } -> std::same_as<std::size_t>;
  message.SerializeToArray(bytes, size);
};

/// Messages from a socket, which stays the caller's.
class FrameReader {
 public:
  explicit FrameReader(int socket, std::size_t most = kMostBytes) : socket_(socket), buffer_(most) {}
  ~FrameReader();
  FrameReader(const FrameReader&) = delete;
  FrameReader& operator=(const FrameReader&) = delete;
  /// The next message, waiting at most so many milliseconds for the whole of it (-1: as long as it takes).
  template <Readable Message>
  Heard next(Message& message, int wait_ms) {
    std::string_view body;
    const Heard heard = next_bytes(body, wait_ms);
    if (heard != Heard::Message || message.ParseFromArray(body.data(), static_cast<int>(body.size()))) return heard;
    broken_ = true;
    return Heard::Broken;
  }
  /// A descriptor that came with what was heard, the caller's now, in the order in which they were sent; -1: there is
  /// none. Those that nobody takes are closed.
  int take_descriptor();

 private:
  Heard next_bytes(std::string_view& body, int wait_ms);
  int socket_;
  FrameBuffer buffer_;
  std::deque<int> descriptors_;
  bool broken_ = false;
};

/// A message with its length before it; empty if it is longer than the limit.
template <Writable Message>
std::string frame_of(const Message& message, std::size_t most = kMostBytes) {
  const std::size_t size = message.ByteSizeLong();
  if (size > most || size > kMostBytes) return {};
  std::string frame(kHeaderBytes + size, '\0');
  put_length(frame.data(), static_cast<std::uint32_t>(size));
  message.SerializeToArray(frame.data() + kHeaderBytes, static_cast<int>(size));
  return frame;
}

/// Sends a frame, in at most so many milliseconds (-1: as long as it takes); an empty one is TooLong. After anything
/// but All and TooLong the other end can hear no more. `descriptors` go with it, at most kMostDescriptors.
Sent write_frame(int socket, const std::string& frame, int wait_ms = -1, std::span<const int> descriptors = {});

template <Writable Message>
Sent write_message(int socket, const Message& message, int wait_ms = -1, std::span<const int> descriptors = {},
                   std::size_t most = kMostBytes) {
  return write_frame(socket, frame_of(message, most), wait_ms, descriptors);
}

}  // namespace assay::channel
