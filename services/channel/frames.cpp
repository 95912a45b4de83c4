#include "services/channel/frames.h"

#include <limits.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <optional>

namespace assay::channel {
namespace {

using Clock = std::chrono::steady_clock;

/// The end of a wait; none for one that takes as long as it takes.
class Patience {
 public:
  explicit Patience(int wait_ms) {
    if (wait_ms >= 0) end_ = Clock::now() + std::chrono::milliseconds(wait_ms);
  }
  /// Waits for the events; false if the time is over. At least one look is taken.
  bool wait(int descriptor, short events) const {
    for (;;) {
      pollfd polled{descriptor, events, 0};
      const int ready = poll(&polled, 1, left());
      if (ready > 0 || (ready < 0 && errno != EINTR)) return true;
      if (end_ && Clock::now() >= *end_) return false;
    }
  }

 private:
  int left() const {
    if (!end_) return -1;
    const auto rest = std::chrono::ceil<std::chrono::milliseconds>(*end_ - Clock::now()).count();
    return static_cast<int>(std::max<std::int64_t>(rest, 0));
  }
  std::optional<Clock::time_point> end_;
};

/// As recvmsg; from what is no socket, as read.
ssize_t receive_some(int descriptor, char* bytes, std::size_t size, std::deque<int>& descriptors) {
  Parcel parcel(bytes, size);
  parcel.make_room();
  const ssize_t got = recvmsg(descriptor, &parcel.message, MSG_CMSG_CLOEXEC);
  if (got < 0 && errno == ENOTSOCK) return read(descriptor, bytes, size);
  if (got > 0) parcel.each_descriptor([&](int each) { descriptors.push_back(each); });
  return got;
}

/// As sendmsg, without waiting. A pipe is given what it takes without waiting, once it says that it takes something.
ssize_t send_some(int descriptor, const std::string& bytes, std::size_t from, std::span<const int> descriptors) {
  Parcel parcel(const_cast<char*>(bytes.data()) + from, bytes.size() - from);
  parcel.attach(descriptors.data(), descriptors.size());
  const ssize_t put = sendmsg(descriptor, &parcel.message, MSG_NOSIGNAL | MSG_DONTWAIT);
  if (put >= 0 || errno != ENOTSOCK || !descriptors.empty()) return put;
  if (!Patience(0).wait(descriptor, POLLOUT)) {
    errno = EAGAIN;
    return -1;
  }
  return write(descriptor, bytes.data() + from, std::min<std::size_t>(bytes.size() - from, PIPE_BUF));
}

}  // namespace

const char* name_of(Heard heard) {
  switch (heard) {
    case Heard::Message:
      return "message";
    case Heard::Nothing:
      return "nothing";
    case Heard::Closed:
      return "closed";
    case Heard::Cut:
      return "cut";
    case Heard::TooLong:
      return "too long";
    case Heard::Broken:
      return "broken";
  }
  return "broken";
}

void FrameBuffer::add(std::string_view bytes) {
  if (too_long_) return;
  if (at_ > 0) bytes_.erase(0, at_);
  at_ = 0;
  bytes_.append(bytes);
}

Heard FrameBuffer::take(std::string_view& body) {
  body = {};
  if (too_long_) return Heard::TooLong;
  const std::string_view rest = std::string_view(bytes_).substr(at_);
  if (rest.size() < kHeaderBytes) {
    if (!closed_) return Heard::Nothing;
    return rest.empty() ? Heard::Closed : Heard::Cut;
  }
  const std::size_t length = length_of(rest.data());
  if (length > most_) {
    too_long_ = true;
    return Heard::TooLong;
  }
  if (rest.size() - kHeaderBytes < length) return closed_ ? Heard::Cut : Heard::Nothing;
  body = rest.substr(kHeaderBytes, length);
  at_ += kHeaderBytes + length;
  return Heard::Message;
}

FrameReader::~FrameReader() {
  for (const int descriptor : descriptors_) ::close(descriptor);
}

int FrameReader::take_descriptor() {
  if (descriptors_.empty()) return -1;
  const int first = descriptors_.front();
  descriptors_.pop_front();
  return first;
}

Heard FrameReader::next_bytes(std::string_view& body, int wait_ms) {
  if (broken_) return Heard::Broken;
  const Patience patience(wait_ms);
  for (;;) {
    if (const Heard heard = buffer_.take(body); heard != Heard::Nothing) return heard;
    if (!patience.wait(socket_, POLLIN)) return Heard::Nothing;
    char block[65536];
    const ssize_t got = receive_some(socket_, block, sizeof block, descriptors_);
    if (got < 0 && (errno == EINTR || errno == EAGAIN)) continue;
    if (got > 0)
      buffer_.add({block, static_cast<std::size_t>(got)});
    else
      buffer_.close();
  }
}

Sent write_frame(int socket, const std::string& frame, int wait_ms, std::span<const int> descriptors) {
  if (frame.empty() || descriptors.size() > kMostDescriptors) return Sent::TooLong;
  const Patience patience(wait_ms);
  for (std::size_t done = 0; done < frame.size();) {
    const ssize_t put = send_some(socket, frame, done, done == 0 ? descriptors : std::span<const int>());
    if (put >= 0) {
      done += static_cast<std::size_t>(put);
    } else if (errno == EAGAIN) {
      if (!patience.wait(socket, POLLOUT)) return Sent::OutOfTime;
    } else if (errno != EINTR) {
      return Sent::Gone;
    }
  }
  return Sent::All;
}

}  // namespace assay::channel
