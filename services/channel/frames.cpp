#include "services/channel/frames.h"

#include <google/protobuf/message_lite.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstring>
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

std::uint32_t length_of(const char* header) {
  std::uint32_t length = 0;
  for (std::size_t i = 0; i < kHeaderBytes; ++i)
    length |= std::uint32_t{static_cast<unsigned char>(header[i])} << (8 * i);
  return length;
}

void put_length(char* header, std::uint32_t length) {
  for (std::size_t i = 0; i < kHeaderBytes; ++i) header[i] = static_cast<char>(length >> (8 * i));
}

/// What one call of sendmsg or recvmsg takes: bytes, and descriptors beside them.
struct Parcel {
  Parcel(char* bytes, std::size_t size) : part{bytes, size} {
    message.msg_iov = &part;
    message.msg_iovlen = 1;
  }
  void attach(std::span<const int> descriptors) {
    if (descriptors.empty()) return;
    message.msg_control = room;
    message.msg_controllen = CMSG_SPACE(descriptors.size_bytes());
    cmsghdr* control = CMSG_FIRSTHDR(&message);
    control->cmsg_level = SOL_SOCKET;
    control->cmsg_type = SCM_RIGHTS;
    control->cmsg_len = CMSG_LEN(descriptors.size_bytes());
    std::memcpy(CMSG_DATA(control), descriptors.data(), descriptors.size_bytes());
  }
  void make_room() {
    message.msg_control = room;
    message.msg_controllen = sizeof room;
  }
  void take(std::deque<int>& descriptors) {
    for (cmsghdr* control = CMSG_FIRSTHDR(&message); control != nullptr; control = CMSG_NXTHDR(&message, control)) {
      if (control->cmsg_level != SOL_SOCKET || control->cmsg_type != SCM_RIGHTS) continue;
      const std::size_t count = (control->cmsg_len - CMSG_LEN(0)) / sizeof(int);
      for (std::size_t i = 0; i < count; ++i) {
        int descriptor = -1;
        std::memcpy(&descriptor, CMSG_DATA(control) + i * sizeof(int), sizeof(int));
        descriptors.push_back(descriptor);
      }
    }
  }

  iovec part;
  alignas(cmsghdr) char room[CMSG_SPACE(kMostDescriptors * sizeof(int))]{};
  msghdr message{};
};

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
  const Patience patience(wait_ms);
  for (;;) {
    if (const Heard heard = buffer_.take(body); heard != Heard::Nothing) return heard;
    if (!patience.wait(socket_, POLLIN)) return Heard::Nothing;
    char block[65536];
    Parcel parcel(block, sizeof block);
    parcel.make_room();
    const ssize_t got = recvmsg(socket_, &parcel.message, MSG_CMSG_CLOEXEC);
    if (got < 0 && (errno == EINTR || errno == EAGAIN)) continue;
    if (got > 0) {
      parcel.take(descriptors_);
      buffer_.add({block, static_cast<std::size_t>(got)});
    } else {
      buffer_.close();
    }
  }
}

Heard FrameReader::next(google::protobuf::MessageLite& message, int wait_ms) {
  if (broken_) return Heard::Broken;
  std::string_view body;
  const Heard heard = next_bytes(body, wait_ms);
  if (heard != Heard::Message || message.ParseFromArray(body.data(), static_cast<int>(body.size()))) return heard;
  broken_ = true;
  return Heard::Broken;
}

Sent write_message(int socket, const google::protobuf::MessageLite& message, int wait_ms,
                   std::span<const int> descriptors, std::size_t most) {
  const Patience patience(wait_ms);
  const std::size_t size = message.ByteSizeLong();
  if (size > most || size > kMostBytes || descriptors.size() > kMostDescriptors) return Sent::TooLong;
  std::string bytes(kHeaderBytes + size, '\0');
  put_length(bytes.data(), static_cast<std::uint32_t>(size));
  message.SerializeWithCachedSizesToArray(reinterpret_cast<std::uint8_t*>(bytes.data() + kHeaderBytes));
  for (std::size_t done = 0; done < bytes.size();) {
    Parcel parcel(bytes.data() + done, bytes.size() - done);
    if (done == 0) parcel.attach(descriptors);
    const ssize_t put = sendmsg(socket, &parcel.message, MSG_NOSIGNAL | MSG_DONTWAIT);
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
