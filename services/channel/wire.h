#pragma once

#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <cstring>

/// The bytes of a channel, for code that lives in somebody else's process and can bring no library of protobuf, and
/// maybe none of C++: a frame's head, descriptors beside bytes, and the fields of a message. Nothing here allocates.
namespace assay::channel {

constexpr std::size_t kHeaderBytes = 4;
constexpr std::size_t kMostDescriptors = 3;  ///< beside one message

inline std::uint32_t length_of(const char* header) {
  std::uint32_t length = 0;
  for (std::size_t i = 0; i < kHeaderBytes; ++i)
    length |= std::uint32_t{static_cast<unsigned char>(header[i])} << (8 * i);
  return length;
}

inline void put_length(char* header, std::uint32_t length) {
  for (std::size_t i = 0; i < kHeaderBytes; ++i) header[i] = static_cast<char>(length >> (8 * i));
}

/// What one call of sendmsg or recvmsg takes: bytes, and descriptors beside them.
struct Parcel {
  Parcel(char* bytes, std::size_t size) : part{bytes, size} {
    message.msg_iov = &part;
    message.msg_iovlen = 1;
  }
  /// At most kMostDescriptors.
  void attach(const int* descriptors, std::size_t count) {
    if (count == 0) return;
    message.msg_control = room;
    message.msg_controllen = CMSG_SPACE(count * sizeof(int));
    cmsghdr* control = CMSG_FIRSTHDR(&message);
    control->cmsg_level = SOL_SOCKET;
    control->cmsg_type = SCM_RIGHTS;
    control->cmsg_len = CMSG_LEN(count * sizeof(int));
    memcpy(CMSG_DATA(control), descriptors, count * sizeof(int));
  }
  void make_room() {
    message.msg_control = room;
    message.msg_controllen = sizeof room;
  }
  /// Calls `take` with each descriptor that has come; they are its now.
  template <class Take>
  void each_descriptor(const Take& take) {
    for (cmsghdr* control = CMSG_FIRSTHDR(&message); control != nullptr; control = CMSG_NXTHDR(&message, control)) {
      if (control->cmsg_level != SOL_SOCKET || control->cmsg_type != SCM_RIGHTS) continue;
      const std::size_t count = (control->cmsg_len - CMSG_LEN(0)) / sizeof(int);
      for (std::size_t i = 0; i < count; ++i) {
        int descriptor = -1;
        memcpy(&descriptor, CMSG_DATA(control) + i * sizeof(int), sizeof(int));
        take(descriptor);
      }
    }
  }

  iovec part;
  alignas(cmsghdr) char room[CMSG_SPACE(kMostDescriptors * sizeof(int))]{};
  msghdr message{};
};

/// Waits for so many bytes; false if the other end is closed before. `take` as for a parcel.
template <class Take>
bool receive_exactly(int socket, char* bytes, std::size_t size, const Take& take) {
  while (size > 0) {
    Parcel parcel(bytes, size);
    parcel.make_room();
    const ssize_t got = recvmsg(socket, &parcel.message, MSG_CMSG_CLOEXEC);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return false;
    parcel.each_descriptor(take);
    bytes += got;
    size -= static_cast<std::size_t>(got);
  }
  return true;
}

/// Sends them all, however long that takes; false if nobody hears them.
inline bool send_exactly(int socket, const char* bytes, std::size_t size) {
  while (size > 0) {
    const ssize_t put = send(socket, bytes, size, MSG_NOSIGNAL);
    if (put < 0 && errno == EINTR) continue;
    if (put <= 0) return false;
    bytes += put;
    size -= static_cast<std::size_t>(put);
  }
  return true;
}

/// A field of a message: a number (of a varint), or bytes (text, or a message in it).
struct Field {
  std::uint32_t name = 0;  ///< its number in the message's declaration
  bool is_number = false;
  std::uint64_t number = 0;
  const char* bytes = nullptr;
  std::size_t size = 0;
};

/// The fields of a message, one after the other, in the order of the bytes.
class FieldReader {
 public:
  FieldReader(const char* bytes, std::size_t size) : at_(bytes), end_(bytes + size) {}
  /// False at the end, or where the bytes are no message; then is_broken.
  bool next(Field& field) {
    if (at_ == end_ || broken_) return false;
    std::uint64_t tag = 0;
    broken_ =
        !varint(tag) || (tag >> 3) == 0 || (tag >> 3) > 0x1fffffff || !value(static_cast<unsigned>(tag & 7), field);
    field.name = static_cast<std::uint32_t>(tag >> 3);
    return !broken_;
  }
  bool is_broken() const { return broken_; }

 private:
  bool varint(std::uint64_t& number) {
    number = 0;
    for (unsigned shift = 0; at_ != end_ && shift < 64; shift += 7) {
      const auto byte = static_cast<unsigned char>(*at_++);
      number |= std::uint64_t{byte & 0x7fu} << shift;
      if (byte < 0x80) return true;
    }
    return false;
  }
  bool value(unsigned kind, Field& field) {
    field = Field();
    field.is_number = kind == 0;
    if (kind == 0) return varint(field.number);
    std::uint64_t size = 0;
    if (kind != 2 || !varint(size) || size > static_cast<std::uint64_t>(end_ - at_)) return false;
    field.bytes = at_;
    field.size = static_cast<std::size_t>(size);
    at_ += size;
    return true;
  }
  const char* at_;
  const char* end_;
  bool broken_ = false;
};

/// Writes fields. The caller has made room for `size_of` each.
class FieldWriter {
 public:
  explicit FieldWriter(char* at) : at_(at) {}
  void put(std::uint32_t name, std::uint64_t number) {
    varint(std::uint64_t{name} << 3);
    varint(number);
  }
  void put(std::uint32_t name, const char* bytes, std::size_t size) {
    varint(std::uint64_t{name} << 3 | 2);
    varint(size);
    if (size > 0) memcpy(at_, bytes, size);
    at_ += size;
  }
  char* end() const { return at_; }

  static std::size_t size_of(std::uint32_t name, std::uint64_t number) {
    return size_of(std::uint64_t{name} << 3) + size_of(number);
  }
  static std::size_t size_of_bytes(std::uint32_t name, std::size_t size) {
    return size_of(std::uint64_t{name} << 3) + size_of(size) + size;
  }

 private:
  static std::size_t size_of(std::uint64_t number) {
    std::size_t size = 1;
    for (; number >= 0x80; number >>= 7) ++size;
    return size;
  }
  void varint(std::uint64_t number) {
    for (; number >= 0x80; number >>= 7) *at_++ = static_cast<char>(number | 0x80);
    *at_++ = static_cast<char>(number);
  }
  char* at_;
};

}  // namespace assay::channel
